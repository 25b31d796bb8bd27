//! What is to be written into a hex: coordinate, name, value, letters, terrain, tile number, marks of the title.

use super::View;
use super::arrange::{Label, Wanted, Works, arrange};
use super::values::{fewer, values};
use super::write::Writer;
use crate::colour::{INK, SOFT_INK};
use crate::font::Face;
use crate::geometry::Point;
use crate::names;
use crate::room::Room;
use crate::scene::MapMode;
use crate::scene::Scene;
use crate::svg::Svg;
use engine::board::{Bonus, Layout, Settlement};
use engine::titles::Mark;

/// Font size of everything in a hex.
pub(super) const SIZE: f32 = 20.0;

/// Pixels that the font is high at least on a whole map.
const PIXELS: f32 = 22.0;

/// The font size on a whole map at so many pixels a unit: a smaller map has more of them, the text need not grow
/// with it, and more of it finds room.
pub(super) fn size_on_map(scale: f32) -> f32 {
    (PIXELS / scale).clamp(SIZE * 0.8, SIZE)
}

/// Parts of the font size that a crowded hex may have, and pixels that the font must be high then.
const SMALLER: [f32; 2] = [0.91, 0.82];
const LEAST: f32 = 20.0;

/// Below this many pixels a unit the tile numbers go and the rest grows.
const SMALL: f32 = 0.75;

/// How far a name may be narrowed.
const SQUEEZES: [f32; 4] = [1.0, 0.92, 0.84, 0.78];

/// The sign of a bonus token.
pub(crate) fn sign(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Ferry => "⚓",
        Bonus::Mine => "⚒",
    }
}

/// Everything written into a view, in a font of that size, off the points of `lines` where that is possible. Without
/// a scene (a tile alone) only what is printed on the face.
pub(super) fn draw(
    svg: &mut Svg,
    scene: Option<&Scene<'_>>,
    layout: Layout,
    view: &View<'_>,
    lines: impl IntoIterator<Item = Point>,
    size: f32,
) {
    let mut room = Room::new(layout, &view.laid);
    room.shun(lines);
    if let Some(scene) = scene {
        for rect in super::stations::letters(scene, view) {
            room.letter(rect);
        }
    }
    if scene.is_some_and(|scene| super::ground::is_changed(scene, view.id)) {
        room.line(super::ground::CHANGED_WIDTH);
    } else if scene.is_some() && view.hex.settlement == Some(Settlement::Town) {
        room.line(super::ground::TOWN_WIDTH);
    }
    let small = scene.is_some() && svg.scale() < SMALL;
    let size = if small { SIZE * 1.2 } else { size };
    let wanted = wanted(scene, view, small);
    let mut placed = arrange(&room, &wanted, size);
    let mut size = size;
    if placed.tight && !small {
        // In a crowded hex the text is a little smaller, if that helps and it can still be read.
        let smaller = SMALLER.map(|part| size * part);
        let legible = |size: &f32| size * svg.scale() >= LEAST;
        for smaller in smaller.into_iter().filter(legible) {
            let next = arrange(&room, &wanted, smaller);
            if !next.tight {
                (placed, size) = (next, smaller);
                break;
            }
        }
    }
    let mut writer = Writer {
        svg,
        origin: view.centre,
        ground: view.ground,
        size,
        definition: scene.map(|scene| scene.definition),
    };
    for (wanted, placed) in wanted.iter().zip(placed.spots) {
        if let Some((label, squeeze, _)) = wanted.ways.get(placed.way) {
            writer.draw(label, &placed, *squeeze);
        }
    }
}

/// Labels in the order in which they look for a place.
fn wanted(scene: Option<&Scene<'_>>, view: &View<'_>, small: bool) -> Vec<Wanted> {
    let mut out = Vec::new();
    let empty = view.laid.spots.is_empty();
    if scene.is_some() {
        let text = Label::line(&view.hex.name, Face::Narrow, SOFT_INK);
        let mut coordinate = Wanted::one(text.clone(), Point::new(0.0, -42.6)).loose(0.6);
        coordinate.ways.push((text, 0.84, 12.0));
        out.push(coordinate);
        if let Some(place) = &view.hex.place {
            out.push(name(
                place,
                Point::new(0.0, if empty { -20.0 } else { -26.0 }),
            ));
        }
    }
    for label in values(scene, view) {
        let mut others = Vec::new();
        if let Label::Values(list, _) = &label {
            others.extend([list.len(), 1].map(|columns| (list.clone(), columns, 1.0)));
            for (rank, list) in fewer(list).into_iter().enumerate() {
                let penalty = 30.0 + 15.0 * rank as f32;
                let columns = list.len();
                others.push((list.clone(), columns, penalty));
                others.push((list, 1, penalty));
            }
        }
        let mut value = Wanted::one(label, Point::new(34.0, 22.0)).loose(0.25);
        for (list, columns, penalty) in others {
            value
                .ways
                .push((Label::Values(list, columns), 1.0, penalty));
        }
        out.push(value);
    }
    if let Some(scene) = scene {
        title_marks(&mut out, scene, view);
    }
    for letter in &view.face.labels {
        let label = Label::line(letter, Face::Bold, INK);
        let mut wanted = Wanted::one(label.clone(), Point::new(-37.0, 22.0)).loose(0.15);
        if letter.len() > 1 {
            wanted.ways.push((label, 0.84, 6.0));
        }
        out.push(wanted);
    }
    // A tile alone has its number under it.
    if scene.is_some() && !view.printed && !small {
        let label = || Label::line(&view.face.id, Face::Plain, SOFT_INK);
        let mut number = Wanted::one(label(), Point::new(0.0, 42.6)).loose(0.15);
        number.ways.push((label(), 0.84, 8.0));
        // Rather none than one over another label.
        let none = Label::Text(Vec::new(), Face::Plain, SOFT_INK);
        number.ways.push((none, 1.0, 120.0));
        out.push(number);
    }
    out
}

/// The name of a place in all its forms.
fn name(place: &str, wish: Point) -> Wanted {
    let mut wanted = Wanted {
        ways: Vec::new(),
        wish,
        pull: 0.35,
        track: 1.4,
        over: 4.6,
    };
    for (rank, lines) in names::variants(place).into_iter().enumerate() {
        for (step, squeeze) in SQUEEZES.into_iter().enumerate() {
            let label = Label::Text(lines.clone(), Face::Narrow, INK);
            let penalty = rank as f32 * 14.0 + step as f32 * 2.0;
            wanted.ways.push((label, squeeze, penalty));
        }
    }
    wanted
}

/// Terrain, later letters, notes and marks of the title.
fn title_marks(out: &mut Vec<Wanted>, scene: &Scene<'_>, view: &View<'_>) {
    let empty = view.laid.spots.is_empty();
    if let Some((letter, colour)) = &view.hex.future_label
        && view.face.colour < *colour
    {
        let label = Label::Future(letter.clone(), *colour);
        out.push(Wanted::one(label, Point::new(-38.0, -10.0)).loose(0.2));
    }
    if super::ground::is_shut(scene, view.hex, view.printed)
        && let Some(phase) = &view.hex.closed_until
    {
        let label = || Label::Value(format!("from {phase}"));
        let mut wanted = Wanted::one(label(), Point::new(0.0, 30.0));
        // The ground says it, too: rather none than one over a station.
        let none = Label::Text(Vec::new(), Face::Plain, SOFT_INK);
        wanted.ways.push((label(), 0.8, 8.0));
        wanted.ways.push((none, 1.0, 120.0));
        out.push(wanted);
    }
    for note in scene.notes.iter().filter(|note| note.hex == view.id) {
        let label = Label::Value(note.text.clone());
        let mut wanted = Wanted::one(label, Point::new(0.0, 24.0));
        if let Some((first, second)) = note.text.split_once(' ') {
            let lines = vec![first.to_string(), second.to_string()];
            wanted
                .ways
                .push((Label::Mine(lines, Works::Apart, 0), 1.0, 6.0));
        }
        out.push(wanted);
    }
    for mark in scene.marks {
        match mark {
            Mark::Mine {
                hex, mine, open, ..
            } if scene.mode == MapMode::Owners && *hex == view.id => {
                // Whose it is, in place of what it earns.
                let owner = scene.owner(*mine).filter(|_| *open);
                let letters = owner.map_or(String::new(), |seat| scene.letters(seat));
                let number = scene.definition.at(*mine).id.clone();
                let label = Label::Owner(number, owner, letters);
                out.push(Wanted::one(label, Point::new(0.0, 30.0)).loose(0.2));
            }
            Mark::Forts { hex, count } if *hex == view.id && *count > 0 => {
                out.push(Wanted::one(Label::Forts(*count), Point::new(-32.0, 8.0)));
            }
            Mark::Mine {
                hex,
                mine,
                multiplier,
                open,
                connected,
                machine,
                switcher,
                ..
            } if *hex == view.id => {
                let number = &scene.definition.at(*mine).id;
                let mut worn = Vec::new();
                if *machine > 1 {
                    worn.push(format!("{machine}M"));
                }
                if *switcher > 0 {
                    worn.push(format!("{switcher}S"));
                }
                let worn = worn.join(" ");
                let state = match (open, connected) {
                    (false, _) => Works::Closed,
                    (true, false) => Works::Apart,
                    (true, true) => Works::Connected,
                };
                let label = |lines: &[String]| {
                    let lines = lines.iter().filter(|line| !line.is_empty());
                    let lines: Vec<String> = lines.cloned().collect();
                    // What does not fit as a number stands as dots.
                    let told = lines.iter().any(|line| line.contains('×'));
                    let tens = u8::try_from(multiplier / 10).unwrap_or(0).min(5);
                    Label::Mine(lines, state, if told { 0 } else { tens })
                };
                let (id, times) = (format!("⚒{number}"), format!("×{multiplier}"));
                let mut wanted = Wanted::one(
                    label(&[format!("{id} {times}"), worn.clone()]),
                    Point::new(-20.0, 20.0),
                )
                .loose(0.2);
                for (lines, penalty) in [
                    (vec![id.clone(), times.clone(), worn.clone()], 6.0),
                    (vec![format!("{number}{times}"), worn.clone()], 14.0),
                    (vec![id.clone(), worn.clone()], 60.0),
                    (vec![number.clone(), worn.clone()], 75.0),
                    (vec![id.clone()], 120.0),
                    (vec![number.clone()], 130.0),
                ] {
                    wanted.ways.push((label(&lines), 1.0, penalty));
                }
                out.push(wanted);
            }
            Mark::Plant { hex, value } if *hex == view.id => {
                let note = (scene.notes.iter()).any(|note| note.hex == view.id);
                if !note {
                    let label = Label::Value(format!("P {value}"));
                    out.push(Wanted::one(label, Point::new(0.0, 24.0)));
                }
            }
            Mark::Reserved { company, hex, face } if *hex == view.id => {
                let tile = &scene.definition.map.face(*face).id;
                let label = Label::Kept(tile.clone(), *company);
                let mut wanted = Wanted::one(label.clone(), Point::new(30.0, -12.0)).loose(0.2);
                wanted.ways.push((label, 0.85, 6.0));
                // At least that something is kept.
                wanted
                    .ways
                    .push((Label::Kept("…".into(), *company), 1.0, 90.0));
                // The line round the hex tells it at any rate.
                let none = Label::Text(Vec::new(), Face::Plain, SOFT_INK);
                wanted.ways.push((none, 1.0, 150.0));
                out.push(wanted);
            }
            Mark::Destination { company, hex } if *hex == view.id => {
                let id = &scene.definition.at(*company).id;
                out.push(of_company(&[format!("goal {id}"), id.clone()], *company));
            }
            Mark::Guarded { company, hex } if *hex == view.id => {
                let id = &scene.definition.at(*company).id;
                out.push(of_company(std::slice::from_ref(id), *company));
            }
            Mark::Mail {
                company,
                hex,
                value,
            } if *hex == view.id => {
                let id = &scene.definition.at(*company).id;
                let texts = [format!("{id} +{value}"), format!("+{value}")];
                let mut wanted = of_company(&texts, *company);
                // In a full hex the company's sheet tells it.
                let none = Label::Text(Vec::new(), Face::Plain, SOFT_INK);
                wanted.ways.push((none, 1.0, 60.0));
                out.push(wanted);
            }
            Mark::Waiting { hex, bonus } if *hex == view.id => {
                out.push(Wanted::one(Label::Waiting(*bonus), Point::new(35.0, 0.0)).loose(0.2));
            }
            _ => {}
        }
    }
    // Owners take the room of costs.
    if view.printed && view.hex.cost > 0 && scene.mode != MapMode::Owners {
        let terrain = view.hex.terrain.clone().unwrap_or_default();
        let label = |under| Label::Terrain(terrain.clone(), view.hex.cost.to_string(), under);
        let wish = Point::new(
            if empty { 0.0 } else { -16.0 },
            if empty { 8.0 } else { 30.0 },
        );
        let mut wanted = Wanted::one(label(false), wish);
        wanted.ways.push((label(true), 1.0, 6.0));
        out.push(wanted);
    }
}

/// A few words in a frame of the company's colour, the shortest at any cost.
fn of_company(texts: &[String], company: engine::ids::CompanyId) -> Wanted {
    let mut ways = texts
        .iter()
        .map(|text| Label::Kept(text.clone(), company))
        .enumerate();
    let first = ways.next().map(|(_, label)| label);
    let first = first.unwrap_or(Label::Kept(String::new(), company));
    let mut wanted = Wanted::one(first.clone(), Point::new(0.0, 30.0)).loose(0.2);
    wanted.ways.push((first, 0.8, 8.0));
    for (rank, label) in ways {
        wanted.ways.push((label.clone(), 1.0, 42.0 * rank as f32));
        wanted.ways.push((label, 0.8, 42.0 * rank as f32 + 8.0));
    }
    wanted
}
