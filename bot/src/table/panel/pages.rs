//! The pages of the panel.

use super::tree::{self, Leaf, Node, Offer};
use super::{Id, Page, Sketch, back, confirm, head, kinds, purse, runs, words};
use crate::narration::company_name;
use crate::reply::{Control, Menu, Reply};
use crate::store::Button;
use crate::table::{Open, Play, Refusal, preview};
use crate::text;
use engine::Game;
use engine::action::{Action, By, Entry};
use engine::event::Event;
use engine::ids::{HexId, Seat};

/// Choices that a page of buttons holds: four rows, the fifth leads elsewhere.
const BUTTONS: usize = 20;

/// Choices so few that each has its button on the first page.
const FEW: usize = 8;

/// The first page: what is awaited, the purse, and the kinds of move.
pub(super) fn root(open: &Open, play: &Play, seat: Seat) -> Result<Page, Refusal> {
    let id = Id::of(open);
    let leaves = tree::leaves(&play.game, seat);
    let single = |leaf: &Leaf| leaf.range().is_none() && leaf.action().is_some();
    let few = leaves.len() <= FEW && leaves.iter().all(single);
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
    let text = format!("{}\n{}", head(play), lines.join("\n"));
    let reply = Reply::new(text::clip(&text, text::MESSAGE)).with_controls(controls);
    Ok(Page::plain(reply))
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
            false => whole_page(open, play, seat, path, &list, number, None),
        };
    }
    match tree::node(&play.game, &leaves, path) {
        Node::Runs => runs::page(open, play, seat, Id::of(open), None),
        Node::Heads(heads) => heads_page(open, play, seat, path, &heads, number, None),
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
                    _ => whole_page(open, play, seat, path, &list, number, None),
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
                return whole_page(open, play, seat, first, several, 0, None);
            }
            let heads = tree::heads(&play.game, several);
            heads_page(open, play, seat, path, &heads, 0, Some(typed))
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

/// The last row: pages, typing, back.
fn feet(
    id: Id,
    path: &str,
    number: usize,
    count: usize,
    size: usize,
    typing: bool,
) -> Vec<Control> {
    let mut feet = vec![Control::Break];
    let mut add = |button: Button| feet.push(Control::Button(button));
    if number > 0 {
        add(Button::new(
            "◀ Before",
            id.panel(&format!("{path}#{number}")),
        ));
    }
    if (number + 1) * size < count {
        add(Button::new(
            "More ▶",
            id.panel(&format!("{path}#{}", number + 2)),
        ));
    }
    if typing {
        add(Button::asking(
            "Type to narrow",
            id.panel(&format!("{path}?")),
        ));
    }
    let up = path
        .rsplit_once(' ')
        .map_or("", |_| path.split(' ').next().unwrap_or_default());
    add(back(id, up));
    feet
}

/// The part of a list that a page shows; the last page for a number beyond it.
fn part<T>(list: &[T], number: usize, size: usize) -> (&[T], usize) {
    let last = list.len().saturating_sub(1) / size;
    let number = number.min(last);
    let from = number * size;
    let to = (from + size).min(list.len());
    (list.get(from..to).unwrap_or_default(), number)
}

fn title(play: &Play, seat: Seat, path: &str) -> String {
    let verb = path.split(' ').next().unwrap_or_default();
    let company = preview::company_of(&play.game, seat)
        .map(|company| format!(" — {}", company_name(play.game.definition(), company)))
        .unwrap_or_default();
    format!("**{}**{company}. {}", words::verb(verb), purse(play, seat))
}

/// A menu of first options.
fn heads_page(
    open: &Open,
    play: &Play,
    seat: Seat,
    path: &str,
    heads: &[(String, Vec<&Leaf>)],
    number: usize,
    typed: Option<&str>,
) -> Result<Page, Refusal> {
    let id = Id::of(open);
    let (shown, number) = part(heads, number, tree::PAGE);
    let spec = crate::command::find(path.split(' ').next().unwrap_or_default());
    let hint = spec
        .and_then(|spec| spec.options.first())
        .map_or("Choose", |option| option.about);
    let mut menu = Menu::new(id.panel(&format!("{path}>")), hint);
    let mut lines: Vec<String> = Vec::new();
    for (head, under) in shown {
        let (label, about) = words::head(&play.game, head, under);
        // What leaves nothing open is a whole action already.
        match under.as_slice() {
            [leaf] if leaf.range().is_none() => {
                let more = leaf
                    .action()
                    .map_or(String::new(), |action| words::about(play, seat, &action));
                let comma = if about.is_empty() || more.is_empty() {
                    ""
                } else {
                    " · "
                };
                if leaf.verb() == "train" && !more.is_empty() {
                    lines.push(format!("{label}: {more}"));
                }
                menu = menu.entry(label, leaf.text.clone(), format!("{about}{comma}{more}"));
            }
            _ => menu = menu.entry(label, head.clone(), about),
        }
    }
    let mut text = title(play, seat, path);
    if let Some(typed) = typed {
        text.push_str(&format!(
            "\nWith {:?}: {} of them.",
            text::clip(&text::in_code(typed), 40),
            heads.len()
        ));
    }
    if heads.len() > shown.len() {
        text.push_str(&format!(
            "\n{} to {} of {}.",
            number * tree::PAGE + 1,
            number * tree::PAGE + shown.len(),
            heads.len()
        ));
    }
    let reply = Reply::new(text).with_menu(menu).with_controls(feet(
        id,
        path,
        number,
        heads.len(),
        tree::PAGE,
        true,
    ));
    let map = &play.game.definition().map;
    let hexes: Vec<HexId> = heads
        .iter()
        .filter_map(|(head, _)| map.hex(head.split(' ').nth(1)?.split('/').next()?))
        .collect();
    let sketch = (!hexes.is_empty()).then(|| {
        let game = play.game.clone();
        Sketch::region(
            open,
            play,
            game,
            hexes.clone(),
            Vec::new(),
            "Where it is possible",
        )
        .marking(hexes)
    });
    Ok(Page { reply, sketch })
}

/// Whole choices: tiles by numbered picture, others by menu.
pub(super) fn whole_page(
    open: &Open,
    play: &Play,
    seat: Seat,
    path: &str,
    list: &[&Leaf],
    number: usize,
    before: Option<&str>,
) -> Result<Page, Refusal> {
    let id = Id::of(open);
    let offers: Vec<Offer> = list
        .iter()
        .flat_map(|leaf| leaf.offers(&play.game))
        .collect();
    let title = match before {
        Some(before) => before.to_string(),
        None => title(play, seat, path),
    };
    let lays: Vec<HexId> = offers
        .iter()
        .filter_map(|offer| match offer.action {
            Action::Lay(hex, ..) => Some(hex),
            _ => None,
        })
        .collect();
    if let Some(&hex) = lays.first()
        && lays.len() == offers.len()
        && lays.iter().all(|other| *other == hex)
    {
        return Ok(tiles_page(
            open, play, seat, path, &offers, hex, number, &title,
        ));
    }
    let (shown, number) = part(&offers, number, tree::PAGE);
    let mut menu = Menu::new(id.panel(&format!("{path}>")), "Choose");
    let mut lines: Vec<String> = Vec::new();
    for offer in shown {
        let mut label = words::action(&play.game, &offer.action);
        if matches!(offer.action, Action::Lay(..)) {
            label = offer.text.clone();
        }
        let about = words::about(play, seat, &offer.action);
        if !about.is_empty() && matches!(offer.action, Action::Train(_)) {
            lines.push(format!("{label}: {about}"));
        }
        menu = menu.entry(label, offer.text.clone(), about);
    }
    let mut controls: Vec<Control> = Vec::new();
    let blanks: Vec<&&Leaf> = list
        .iter()
        .filter(|leaf| leaf.range().is_some())
        .take(4)
        .collect();
    for leaf in &blanks {
        if let (Some(blank), Some(range)) = (leaf.blank(&play.game), leaf.range()) {
            let money = &play.game.definition().money;
            let what = if blanks.len() > 1 {
                format!(" for {}", blank.split(' ').nth(1).unwrap_or_default())
            } else {
                String::new()
            };
            let label = format!(
                "Another amount{what} ({} to {})",
                money.print(range.min),
                money.print(range.max)
            );
            controls.push(Control::Button(Button::asking(label, id.panel(&blank))));
        }
    }
    controls.extend(feet(
        id,
        path,
        number,
        offers.len(),
        tree::PAGE,
        offers.len() > tree::PAGE,
    ));
    let reply = Reply::new(text::fit(&title, &lines, "", text::MESSAGE))
        .with_menu(menu)
        .with_controls(controls);
    let map = &play.game.definition().map;
    let hexes: Vec<HexId> = offers
        .iter()
        .filter_map(|offer| match offer.action {
            Action::Token(hex, _) | Action::Replace(hex, ..) | Action::Fort(hex) => Some(hex),
            _ => None,
        })
        .filter(|hex| hex.index() < map.hexes.len())
        .collect();
    let sketch = (!hexes.is_empty()).then(|| {
        let game = play.game.clone();
        Sketch::region(
            open,
            play,
            game,
            hexes.clone(),
            Vec::new(),
            "Where it is possible",
        )
        .marking(hexes)
    });
    Ok(Page { reply, sketch })
}

/// Tiles for a hex: a numbered picture, and a button for each.
#[allow(clippy::too_many_arguments)]
fn tiles_page(
    open: &Open,
    play: &Play,
    seat: Seat,
    path: &str,
    offers: &[Offer],
    hex: HexId,
    number: usize,
    title: &str,
) -> Page {
    let id = Id::of(open);
    let (shown, number) = part(offers, number, BUTTONS);
    let mut lines = Vec::new();
    let mut controls = Vec::new();
    let mut ways = Vec::new();
    for (index, offer) in shown.iter().enumerate() {
        let at = index + 1;
        let Action::Lay(_, face, rot) = offer.action else {
            continue;
        };
        let tile = &play.game.definition().map.face(face).id;
        let about = words::about(play, seat, &offer.action);
        let comma = if about.is_empty() { "" } else { " · " };
        lines.push(format!("**{at}** tile {tile}, turning {rot}{comma}{about}"));
        controls.push(Control::Button(Button::new(
            format!("{at} · {tile}@{rot}"),
            id.panel(&offer.text),
        )));
        let mut after = play.game.clone();
        let entry = Entry {
            by: By::Seat(seat),
            action: offer.action.clone(),
        };
        if after.enter(entry).is_ok() {
            let cost = play.game.check(seat, &offer.action).unwrap_or(0);
            let cost = match cost {
                0 => String::new(),
                cost => format!("  {}", play.game.definition().money.print(cost)),
            };
            ways.push((after, format!("{tile}@{rot}{cost}")));
        }
    }
    let head = format!(
        "{title}\n**{}**",
        crate::narration::hex_name(play.game.definition(), hex)
    );
    controls.extend(feet(id, path, number, offers.len(), BUTTONS, false));
    let reply = Reply::new(text::fit(&head, &lines, "", text::MESSAGE)).with_controls(controls);
    Page {
        reply,
        sketch: Some(Sketch::choices(open, play, ways, hex)),
    }
}
