//! The pages of the panel.

use super::tree::{self, Leaf, Node};
use super::{Id, Page, confirm, head, kinds, lists, purse, runs, words};
use crate::reply::{Control, Reply};
use crate::table::{Open, Play, Refusal, orders, preview};
use crate::text;
use engine::Game;
use engine::action::Action;
use engine::event::Event;
use engine::ids::Seat;
use engine::legal::Topic;

/// Choices so few that each has its button on the first page.
const FEW: usize = 8;

/// The first page: what is awaited, the purse, and the kinds of move.
pub(super) fn root(open: &Open, play: &Play, seat: Seat) -> Result<Page, Refusal> {
    let id = Id::of(open);
    let leaves = tree::leaves(&play.game, seat);
    let single = |leaf: &Leaf| leaf.range().is_none() && leaf.action().is_some();
    // Tiles are chosen from their picture.
    let lays = leaves.iter().filter(|leaf| leaf.verb() == "lay").count();
    let few = leaves.len() <= FEW && lays < 2 && leaves.iter().all(single);
    let mut lines = vec![purse(play, seat)];
    let mut controls: Vec<Control> = Vec::new();
    if few {
        for leaf in &leaves {
            if let Some(action) = leaf.action() {
                controls.push(Control::Button(super::one(
                    play, seat, id, &leaf.text, &action,
                )));
                if matches!(action, Action::Pay(_)) {
                    lines.push(payment_in_full(play, seat, &action));
                }
                if matches!(action, Action::Train(_)) {
                    let about = words::about(play, seat, &action);
                    lines.push(format!("{}: {about}", words::action(&play.game, &action)));
                }
                lines.extend(prospect(play, seat, &action));
            }
        }
    } else {
        let buttons = kinds(play, seat, id, &leaves);
        controls.extend(
            buttons
                .into_iter()
                .map(|(_, button)| Control::Button(button)),
        );
    }
    lines.push(typed_forms(&play.game, &leaves));
    controls.extend(
        orders::button(open.row.id, play, seat)
            .into_iter()
            .map(Control::Button),
    );
    let text = format!("{}\n{}", head(play), lines.join("\n"));
    let reply = Reply::new(text::clip(&text, text::MESSAGE)).with_controls(controls);
    Ok(Page::plain(reply))
}

/// An answer's prospect is clipped to this, so that all of a page fit.
const PROSPECT: usize = 240;

/// What an answer to a question changes, and for whom: its button does it at once.
fn prospect(play: &Play, seat: Seat, action: &Action) -> Option<String> {
    let asks = play.game.asks();
    let topic = asks
        .iter()
        .find(|ask| ask.seat == seat)
        .map(|ask| ask.topic);
    let answers = match action {
        Action::Agree | Action::Refuse | Action::Convert | Action::Borrow => true,
        Action::Repay(_) | Action::Bond(_) => true,
        Action::Pass => matches!(topic, Some(Topic::Convert | Topic::Consent)),
        _ => false,
    };
    if !answers {
        return None;
    }
    let ahead = preview::preview(play, seat, action).ok()?;
    let (_, changes) = ahead.lines.split_last()?;
    let label = words::whole(play, seat, action);
    let no = matches!(action, Action::Refuse | Action::Pass);
    if no && play.game.changes(&ahead.after).is_empty() {
        return Some(format!("**{label}**: nothing changes for anybody."));
    }
    let parts = changes.iter().map(|line| line.trim_end_matches('.'));
    let what = parts.collect::<Vec<_>>().join("; ");
    Some(format!("**{label}**: {}", text::clip(&what, PROSPECT)))
}

/// How the kinds of move are typed.
fn typed_forms(game: &Game, leaves: &[Leaf]) -> String {
    let forms: Vec<String> = tree::verbs(leaves)
        .into_iter()
        .filter_map(|verb| tree::under(leaves, verb).first().copied())
        .map(|leaf| match leaf.blank(game) {
            Some(blank) => format!("`{}`", blank.replace(tree::BLANK, "amount")),
            None => format!("`{}`", leaf.text),
        })
        .collect();
    format!("Or typed, such as {}.", forms.join(", "))
}

/// What a way to pay says on its button: `Pay out f.240 (price f.100 → f.110)`.
pub(super) fn payment(play: &Play, seat: Seat, action: &Action) -> String {
    let words = words::action(&play.game, action);
    let (sum, moves, _) = payout(play, seat, action);
    match (sum, moves) {
        (Some(sum), Some(moves)) => format!("{words} {sum} ({moves})"),
        (Some(sum), None) => format!("{words} {sum}"),
        (None, Some(moves)) => format!("{words} ({moves})"),
        (None, None) => words,
    }
}

/// The same with what every player gets.
fn payment_in_full(play: &Play, seat: Seat, action: &Action) -> String {
    let (_, _, received) = payout(play, seat, action);
    let text = payment(play, seat, action);
    match received {
        Some(received) => format!("**{text}**. {received}"),
        None => format!("**{text}**"),
    }
}

/// What is paid, how the price moves, and who receives what.
fn payout(
    play: &Play,
    seat: Seat,
    action: &Action,
) -> (Option<String>, Option<String>, Option<String>) {
    let Ok(ahead) = play.game.preview(seat, action) else {
        return (None, None, None);
    };
    let definition = play.game.definition();
    let mut sum = None;
    let mut moves = None;
    let mut own = None;
    for event in &ahead.events {
        match event {
            Event::Dividend {
                company, revenue, ..
            } => {
                sum = Some(definition.money.print(*revenue));
                own = Some(*company);
            }
            Event::MarkerMoved {
                company,
                from: Some(from),
                to: Some(to),
            } if own.is_none_or(|own| own == *company) => {
                let price = |cell| definition.money.print(definition.chart.price(cell));
                moves = Some(format!("price {} → {}", price(*from), price(*to)));
            }
            _ => {}
        }
    }
    if own.is_some() && moves.is_none() {
        moves = Some("price stays".into());
    }
    let told = play.tell(&ahead.events).lines;
    let received = told.into_iter().find(|line| line.starts_with("Received"));
    (sum, moves, received)
}

/// The page at a path: `#2` at its end is its second page.
pub(super) fn at(open: &Open, play: &Play, seat: Seat, path: &str) -> Result<Page, Refusal> {
    let (path, number) = match path.split_once('#') {
        Some((path, number)) => (path, number.parse::<usize>().unwrap_or(1).max(1) - 1),
        None => (path, 0),
    };
    let path = path.trim();
    if path.is_empty() {
        return root(open, play, seat);
    }
    if path.starts_with("run ") {
        let action = runs::read(play, seat, path)?;
        let shown = match &action {
            Action::Run(runs) => Some(runs.clone()),
            _ => None,
        };
        return runs::page(open, play, seat, Id::of(open), shown);
    }
    let leaves = tree::leaves(&play.game, seat);
    if tree::is_open(path) {
        let open_at = |leaf: &&Leaf| leaf.blank(&play.game).as_deref() == Some(path);
        let list: Vec<&Leaf> = leaves.iter().filter(open_at).collect();
        return match list.is_empty() {
            true => Err(gone()),
            false => lists::whole_page(open, play, seat, path, &list, number, None),
        };
    }
    match tree::node(&play.game, &leaves, path) {
        Node::Runs => runs::page(open, play, seat, Id::of(open), None),
        Node::Heads(heads) => lists::heads_page(open, play, seat, path, &heads, number, None),
        Node::Whole(list) => match list.as_slice() {
            [leaf] if leaf.text == path && leaf.range().is_none() => match leaf.action() {
                Some(action) => confirm(open, play, seat, &action, None),
                None => Err(gone()),
            },
            _ => {
                // A whole action with its amount is a path, too.
                let exact = list.iter().find(|leaf| leaf.text == path);
                match exact.and_then(|leaf| leaf.action()) {
                    Some(action) => confirm(open, play, seat, &action, None),
                    _ => lists::whole_page(open, play, seat, path, &list, number, None),
                }
            }
        },
        Node::Nothing => {
            let action = play
                .game
                .read(seat, path)
                .map_err(|why| play.refused(why))?;
            confirm(open, play, seat, &action, None)
        }
    }
}

fn gone() -> Refusal {
    Refusal::new("There is no such choice now; /play shows all.")
}

/// What is left of a path when something is typed.
pub(super) fn filtered(
    open: &Open,
    play: &Play,
    seat: Seat,
    path: &str,
    typed: &str,
) -> Result<Page, Refusal> {
    if path == "run" {
        let company = preview::company_of(&play.game, seat).ok_or_else(gone)?;
        let text = runs::typed(&play.game, company, typed);
        let action = play
            .game
            .read(seat, &text)
            .map_err(|why| play.refused(why))?;
        let Action::Run(runs) = action else {
            return Err(gone());
        };
        return runs::page(open, play, seat, Id::of(open), Some(runs));
    }
    let leaves = tree::leaves(&play.game, seat);
    let kept: Vec<&Leaf> = tree::under(&leaves, path)
        .into_iter()
        .filter(|leaf| fits(&play.game, leaf, typed))
        .collect();
    let none = || Refusal::new(format!("Nothing here fits {:?}.", text::clip(typed, 40)));
    match kept.as_slice() {
        [] => Err(none()),
        [leaf] if leaf.range().is_none() => {
            let action = leaf.action().ok_or_else(none)?;
            confirm(open, play, seat, &action, None)
        }
        several => {
            let first = several.first().map_or("", |leaf| leaf.head());
            if several.iter().all(|leaf| leaf.head() == first) {
                return lists::whole_page(open, play, seat, first, several, 0, None);
            }
            let heads = tree::heads(&play.game, several);
            lists::heads_page(open, play, seat, path, &heads, 0, Some(typed))
        }
    }
}

/// Whether a choice has all that is typed in its notation or its words.
pub(in crate::table) fn fits(game: &Game, leaf: &Leaf, typed: &str) -> bool {
    let mut text = leaf.text.to_lowercase();
    if let Some(action) = leaf.action() {
        text.push(' ');
        text.push_str(&words::action(game, &action).to_lowercase());
    }
    let (name, _) = words::head(game, leaf.head(), &[]);
    text.push(' ');
    text.push_str(&name.to_lowercase());
    typed
        .to_lowercase()
        .split_whitespace()
        .all(|word| text.contains(word))
}
