//! Pages that list choices: first options by menu, tiles by numbered picture, others by menu.

use super::tree::{self, Leaf, Offer};
use super::{Id, Page, Sketch, back, purse, words};
use crate::narration::company_name;
use crate::reply::{Control, Menu, Reply};
use crate::store::Button;
use crate::table::{Open, Play, Refusal, preview};
use crate::text;
use engine::action::{Action, By, Entry};
use engine::ids::{HexId, Seat};

/// Choices that a page of buttons holds: four rows, the fifth leads elsewhere.
const BUTTONS: usize = 20;

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
pub(super) fn heads_page(
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
        .filter_map(|offer| offer.action.lay().map(|(hex, ..)| hex))
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
        let mut label = (play.names).in_words(&words::action(&play.game, &offer.action));
        if offer.action.lay().is_some() {
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
        let Some((_, face, rot)) = offer.action.lay() else {
            continue;
        };
        let by = words::by(&play.game, &offer.action);
        let tile = &play.game.definition().map.face(face).id;
        let about = words::about(play, seat, &offer.action);
        let comma = if about.is_empty() { "" } else { " · " };
        lines.push(format!(
            "**{at}** tile {tile}, turning {rot}{by}{comma}{about}"
        ));
        controls.push(Control::Button(Button::new(
            format!("{at} · {tile}@{rot}{by}"),
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
            ways.push((after, format!("{tile}@{rot}{by}{cost}")));
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
