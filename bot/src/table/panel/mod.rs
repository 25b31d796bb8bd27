//! The panel: everything that the present decision allows, by menus and buttons.
//!
//! Its pages are named by paths (see [`tree`]); an id is `p:game:version:path`. At the end of a path `#2` is a page of
//! it, `>` says that the chosen entry is the path, `?` that what is typed narrows it, and `_` in it stands for a typed
//! amount. Nothing is kept between two presses. A path that is a whole action shows what it would do, with a button
//! `c:game:version:action` that does it at once.

mod lists;
mod meant;
mod pages;
mod papers;
mod runs;
mod sketch;
mod tree;
pub(super) mod words;

pub(super) use meant::{kind_alone, meant, offer};
pub(super) use runs::read as read_action;
pub(super) use sketch::{Page, Sketch};
pub(crate) use tree::amounts;
pub(super) use tree::{Leaf, leaves};

use super::preview::{self, Preview};
use super::{Open, Play};
use super::{Refusal, Request};
use crate::narration::company_name;
use crate::reply::Reply;
use crate::store::Button;
use crate::text;
use engine::Game;
use engine::action::Action;
use engine::ids::{HexId, Seat};
use engine::legal::Choice;

/// Buttons under a turn post: one row.
const ROW: usize = 5;

/// The position that ids are made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Id {
    game: i64,
    version: i64,
}

impl Id {
    /// Ids of a game at a version.
    pub fn new(game: i64, version: i64) -> Id {
        Id { game, version }
    }

    fn of(open: &Open) -> Id {
        Id::new(open.row.id, open.play.as_ref().map_or(0, Play::mark))
    }

    /// Shows a page.
    fn panel(self, path: &str) -> String {
        if path.is_empty() {
            format!("p:{}:{}", self.game, self.version)
        } else {
            format!("p:{}:{}:{path}", self.game, self.version)
        }
    }

    /// Does what was previewed.
    fn confirm(self, action: &str) -> String {
        format!("c:{}:{}:{action}", self.game, self.version)
    }

    /// Does it, asking again where nobody can take it back alone.
    fn act(self, action: &str) -> String {
        format!("m:{}:{}:{action}", self.game, self.version)
    }
}

/// The seat of whoever asks, if something is asked of it.
fn asked(open: &Open, play: &Play, request: &Request) -> Result<Seat, Refusal> {
    let seat = open
        .seat_of(&request.user)
        .ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    if play.game.asks().iter().any(|ask| ask.seat == seat) {
        Ok(seat)
    } else {
        Err(Refusal::new(format!(
            "It is not your decision: the game waits for {}.",
            play.waiting()
        )))
    }
}

/// `/play`: the panel of the present decision, or for others what is awaited.
pub(super) fn panel(open: &Open, request: &Request) -> Result<Page, Refusal> {
    let play = open.playing()?;
    match asked(open, play, request) {
        Ok(seat) => pages::root(open, play, seat),
        Err(_) => {
            let mut text = head(play);
            if open.seat_of(&request.user).is_some() {
                text.push_str("\nYou have nothing to decide now.");
            }
            Ok(Page::plain(Reply::new(text)))
        }
    }
}

/// A page of the panel, or what a menu's entry or typed text makes of it.
pub(super) fn page(
    open: &Open,
    request: &Request,
    path: &str,
    value: Option<&str>,
) -> Result<Page, Refusal> {
    let play = open.playing()?;
    let seat = asked(open, play, request)?;
    let missing = || Refusal::new("Nothing was chosen.");
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    if let Some(path) = path.strip_suffix('?') {
        return pages::filtered(open, play, seat, path, value.ok_or_else(missing)?);
    }
    if path.ends_with('>') {
        return pages::at(open, play, seat, value.ok_or_else(missing)?);
    }
    if tree::is_open(path)
        && let Some(value) = value
    {
        let amount = amount(value).ok_or_else(|| {
            Refusal::new(format!(
                "{:?} is no amount: a whole number is needed.",
                text::clip(value, 40)
            ))
        })?;
        return pages::at(open, play, seat, &path.replace(tree::BLANK, &amount));
    }
    pages::at(open, play, seat, path)
}

/// Own routes as typed into the form, in notation.
pub(super) fn own_runs(open: &Open, request: &Request, typed: &str) -> Result<String, Refusal> {
    let play = open.playing()?;
    let seat = asked(open, play, request)?;
    let company = preview::company_of(&play.game, seat)
        .ok_or_else(|| Refusal::new("There are no trains to run now."))?;
    let typed = typed.trim().trim_end_matches(super::moves::SURE);
    Ok(runs::typed(&play.game, company, typed))
}

/// The whole number in what is typed: `120`, `1,200`, `f.120`.
pub(in crate::table) fn amount(typed: &str) -> Option<String> {
    let tight: String = typed
        .chars()
        .filter(|char| !" .,'’!".contains(*char))
        .collect();
    let digits = tight.trim_matches(|char: char| char.is_alphabetic() || "€£$".contains(char));
    let whole = (1..=7).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| digits.to_string())
}

/// Round and who is awaited.
fn head(play: &Play) -> String {
    format!(
        "**{}** — waiting for {}.",
        play.game.round_name(),
        play.waiting()
    )
}

/// What the seat and its company have.
fn purse(play: &Play, seat: Seat) -> String {
    let game = &play.game;
    let money = |sum: i32| game.definition().money.print(sum);
    let treasury = preview::company_of(game, seat)
        .map(|company| {
            format!(
                "; {} has {}",
                company_name(game.definition(), company),
                money(game.shared().treasury(company))
            )
        })
        .unwrap_or_default();
    format!(
        "You have {}{treasury}.",
        money(game.shared().player_cash(seat))
    )
}

/// The preview of an action with its buttons; `why` it is asked for, if it was typed.
pub(super) fn confirm(
    open: &Open,
    play: &Play,
    seat: Seat,
    action: &Action,
    why: Option<&str>,
) -> Result<Page, Refusal> {
    let id = Id::of(open);
    if let Action::Run(runs) = action {
        // Runs have a page of their own, with a short name for long ones and the better ones beside them.
        let mut page = runs::page(open, play, seat, id, Some(runs.clone()))?;
        if let Some(why) = why {
            page.reply = page.reply.headed(&format!("{why} Not done yet:"));
        }
        return Ok(page);
    }
    let ahead = preview::preview(play, seat, action).map_err(|why| play.refused(why))?;
    let text = play.game.print(action);
    let head = format!(
        "**{}** · `{}`",
        words::whole(play, seat, action),
        text::in_code(&text::clip(&text, 300))
    );
    let mut lines: Vec<String> = why
        .map(|why| format!("{why} Not done yet:"))
        .into_iter()
        .collect();
    lines.extend(ahead.lines.iter().cloned());
    let label = preview::confirm_label(play, seat, action, ahead.cost);
    let mut reply = Reply::new(text::fit(&head, &lines, "", text::MESSAGE));
    let button = id.confirm(&text);
    if text::length(&button) <= 100 {
        reply = reply.with_buttons([Button::main(label, button)]);
    }
    let reply = reply.with_buttons([back(id, &parent(&play.game, seat, action))]);
    Ok(Page {
        reply,
        sketch: sketch(open, play, action, ahead),
    })
}

/// The path from which an action was chosen.
fn parent(game: &Game, seat: Seat, action: &Action) -> String {
    let leaves = leaves(game, seat);
    let same = |leaf: &&Leaf| match (leaf.action(), action.amount()) {
        (Some(known), Some(sum)) => known.with_amount(sum) == *action,
        (Some(known), None) => known == *action,
        (None, _) => false,
    };
    let Some(leaf) = leaves.iter().find(same) else {
        return String::new();
    };
    let all = tree::under(&leaves, leaf.verb());
    match tree::node(game, &leaves, leaf.verb()) {
        tree::Node::Heads(_) => tree::path_to(game, &all, leaf),
        _ if all.len() > 1 || leaf.range().is_some() => leaf.verb().to_string(),
        _ => String::new(),
    }
}

/// The map where an action changes it.
fn sketch(open: &Open, play: &Play, action: &Action, ahead: Preview) -> Option<Sketch> {
    let hex = match action {
        Action::Lay(hex, ..)
        | Action::LayBy(_, hex, ..)
        | Action::Use(_, Some(hex))
        | Action::Token(hex, _)
        | Action::TokenBy(_, hex, _)
        | Action::Replace(hex, ..)
        | Action::Fort(hex) => *hex,
        _ => return None,
    };
    let map = &play.game.definition().map;
    let mut around: Vec<HexId> = vec![hex];
    around.extend((0..6).filter_map(|edge| map.neighbour(hex, edge)));
    let mut sketch = Sketch::region(
        open,
        play,
        ahead.after,
        around,
        Vec::new(),
        "The map after it",
    );
    sketch.caption.hexes = ahead.hexes;
    sketch.caption.stops = ahead.stops;
    Some(sketch)
}

/// The button that goes up.
fn back(id: Id, path: &str) -> Button {
    Button::new("Back", id.panel(path))
}

/// The button that opens the panel.
pub(super) fn choices(game: i64, version: i64) -> Button {
    Button::new("All choices", Id::new(game, version).panel(""))
}

/// One row of buttons for a decision: the kinds of move, and the panel.
pub(super) fn quick(game: i64, version: i64, play: &Play, seat: Seat) -> Vec<Button> {
    let id = Id::new(game, version);
    let leaves = leaves(&play.game, seat);
    let mut buttons = kinds(play, seat, id, &leaves);
    if buttons.is_empty() {
        return Vec::new();
    }
    // What needs most steps stays in the row; the rest lies one step away.
    while buttons.len() >= ROW {
        let deepest = |path: &str| match tree::node(&play.game, &leaves, path) {
            tree::Node::Heads(_) => 2,
            tree::Node::Runs => 2,
            _ => usize::from(path == "pass"),
        };
        let least = (0..buttons.len())
            .rev()
            .min_by_key(|at| buttons.get(*at).map_or(0, |(path, _)| deepest(path)));
        match least {
            Some(at) => {
                buttons.remove(at);
            }
            None => break,
        }
    }
    let mut row: Vec<Button> = buttons.into_iter().map(|(_, button)| button).collect();
    row.push(choices(game, version));
    row
}

/// A button for each kind of move, with the path that it leads to.
fn kinds(play: &Play, seat: Seat, id: Id, leaves: &[Leaf]) -> Vec<(String, Button)> {
    let game = &play.game;
    let mut buttons: Vec<(String, Button)> = Vec::new();
    for verb in tree::verbs(leaves) {
        let under = tree::under(leaves, verb);
        match under.as_slice() {
            [leaf] if leaf.choice == Choice::Runs => {
                if let Some(best) = game.best_runs() {
                    let sums = preview::company_of(game, seat)
                        .and_then(|company| game.run_sums(company, &best.runs).ok());
                    let total = sums.map_or(best.total, |sums| sums.total);
                    let label = format!("Run for {}", game.definition().money.print(total));
                    buttons.push((verb.into(), Button::main(label, id.act("run auto"))));
                    buttons.push((verb.into(), Button::new("Routes", id.panel("run"))));
                }
            }
            [leaf] if leaf.range().is_none() => {
                if let Some(action) = leaf.action() {
                    buttons.push((verb.into(), one(play, seat, id, &leaf.text, &action)));
                }
            }
            several if verb == "pay" => {
                for leaf in several {
                    if let Some(action) = leaf.action() {
                        buttons.push((leaf.text.clone(), one(play, seat, id, &leaf.text, &action)));
                    }
                }
            }
            _ => {
                let label = words::kind(game, seat, leaves, verb);
                buttons.push((verb.into(), Button::new(label, id.panel(verb))));
            }
        }
    }
    buttons
}

/// The button of one action: done at once where its label says all, else shown first.
fn one(play: &Play, seat: Seat, id: Id, text: &str, action: &Action) -> Button {
    let label = match action {
        Action::Pay(_) => pages::payment(play, seat, action),
        _ => words::whole(play, seat, action),
    };
    match action {
        Action::Pass | Action::Agree | Action::Refuse => Button::new(label, id.act(text)),
        Action::Pay(engine::action::Payout::Full) => Button::main(label, id.act(text)),
        Action::Pay(_) => Button::new(label, id.act(text)),
        Action::Bankrupt | Action::Close => Button::grave(label, id.panel(text)),
        _ => Button::new(label, id.panel(text)),
    }
}
