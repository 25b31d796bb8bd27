//! Trains and phases: what is left, what is for sale, limits, what goes when.

use super::{LINE, MARGIN, sheet, squeezed};
use crate::colour::{GROUND, INK, PAPER, Rgb, SOFT_INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::station;
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use crate::text::wrap;
use engine::ids::{CompanyId, KindId};
use engine::rolling_stock::TrainHolder;

/// Width of the table, in units.
const WIDTH: f32 = 1080.0;

/// Height of a line of trains, and of one more line of owners.
const ROW: f32 = 66.0;

/// Left ends of the columns of trains: name, price, left, in the open market, owners.
const TRAINS: [f32; 5] = [36.0, 180.0, 330.0, 470.0, 610.0];

/// The same for phases: name, tiles, rounds, limits, note.
const PHASES: [f32; 5] = [36.0, 130.0, 290.0, 390.0, 650.0];

/// What marks the present phase and the train on sale.
const PRESENT: Rgb = Rgb(0xff, 0xf0, 0xb8);

/// Owners a line.
const OWNERS: usize = 8;

/// The table of trains and phases at a width in pixels.
pub fn trains(scene: &Scene<'_>, width: u32) -> Picture {
    let owners: Vec<Vec<CompanyId>> = (0..scene.definition.trains.len())
        .map(|kind| owners(scene, KindId::from(kind)))
        .collect();
    let rows: Vec<f32> = owners
        .iter()
        .map(|owners| ROW * owners.len().div_ceil(OWNERS).max(1) as f32)
        .collect();
    let limits = has_limits(scene);
    let notes: Vec<Vec<String>> = (0..scene.definition.phases.len())
        .map(|phase| begins(scene, phase))
        .collect();
    let phase_rows: Vec<f32> = notes
        .iter()
        .map(|lines| ROW.max(34.0 * lines.len() as f32 + 16.0))
        .collect();
    let head = 46.0;
    let height = strip::HEIGHT
        + 16.0
        + head
        + rows.iter().sum::<f32>()
        + 20.0
        + head
        + phase_rows.iter().sum::<f32>()
        + 20.0;
    let mut svg = sheet(WIDTH, height, width);
    strip::draw(&mut svg, scene, WIDTH, false);
    let mut y = strip::HEIGHT + 16.0;
    header(
        &mut svg,
        y,
        &TRAINS,
        &["train", "price", "left", "market", "with companies"],
    );
    y += head;
    let top = scene.shared.depot.top(scene.definition);
    for (index, (owners, row)) in owners.iter().zip(rows).enumerate() {
        let kind = KindId::from(index);
        let on_sale = top.is_some_and(|top| scene.definition.stack_of(kind) == top);
        train(
            &mut svg,
            scene,
            kind,
            owners,
            on_sale,
            Rect::new(MARGIN, y, WIDTH - MARGIN, y + row),
        );
        y += row;
    }
    y += 20.0;
    header(
        &mut svg,
        y,
        &columns(limits),
        &[
            "phase",
            "tiles",
            "ORs",
            if limits { "train limits" } else { "" },
            "begins",
        ],
    );
    y += head;
    for ((index, lines), row) in notes.iter().enumerate().zip(phase_rows) {
        phase(
            &mut svg,
            scene,
            index,
            lines,
            Rect::new(MARGIN, y, WIDTH - MARGIN, y + row),
        );
        y += row;
    }
    svg.finish()
}

/// Whether the title limits how many trains a company has.
fn has_limits(scene: &Scene<'_>) -> bool {
    let phases = &scene.definition.phases;
    phases.iter().any(|phase| !phase.train_limit.is_empty())
}

/// Columns of phases: without limits the notes have their room, too.
fn columns(limits: bool) -> [f32; 5] {
    let [name, tiles, rounds, limit, note] = PHASES;
    [
        name,
        tiles,
        rounds,
        limit,
        if limits { note } else { limit },
    ]
}

/// What begins a phase, and what happens then.
fn begins(scene: &Scene<'_>, phase: usize) -> Vec<String> {
    let first = scene
        .definition
        .phases
        .get(phase)
        .filter(|phase| !phase.on_trains.is_empty())
        .map(|phase| format!("first {}", phase.on_trains.join(" or ")));
    let note = scene
        .phase_notes
        .get(phase)
        .filter(|note| !note.is_empty())
        .cloned();
    let text = match (first, note) {
        (Some(first), Some(note)) => format!("{first}: {note}"),
        (first, note) => first.or(note).unwrap_or_default(),
    };
    if text.is_empty() {
        return Vec::new();
    }
    wrap(
        Face::Narrow,
        &text,
        26.0,
        WIDTH - columns(has_limits(scene))[4] - MARGIN - 12.0,
        5,
    )
}

fn header(svg: &mut Svg, y: f32, columns: &[f32; 5], words: &[&str; 5]) {
    let style = Style::new(Face::Narrow, 24.0, SOFT_INK, GROUND).start();
    for (x, word) in columns
        .iter()
        .zip(words)
        .filter(|(_, word)| !word.is_empty())
    {
        svg.text(Point::new(*x, y + 32.0), word, &style);
    }
}

/// Companies that own a train of the kind, one entry a train.
fn owners(scene: &Scene<'_>, kind: KindId) -> Vec<CompanyId> {
    let mut owners: Vec<CompanyId> = scene
        .shared
        .depot
        .all()
        .iter()
        .filter(|train| train.kind == kind)
        .filter_map(|train| match train.holder {
            TrainHolder::Company(company) => Some(company),
            _ => None,
        })
        .collect();
    owners.sort();
    owners
}

fn row(svg: &mut Svg, rect: Rect, present: bool) -> crate::Rgb {
    let ground = if present { PRESENT } else { PAPER };
    svg.rect(rect, 0.0, Paint::fill(ground).lined(LINE, 1.5));
    if present {
        let bar = Rect::new(rect.left, rect.top, rect.left + 8.0, rect.bottom);
        svg.rect(bar, 0.0, Paint::fill(INK));
    }
    ground
}

fn train(
    svg: &mut Svg,
    scene: &Scene<'_>,
    kind: KindId,
    owners: &[CompanyId],
    on_sale: bool,
    rect: Rect,
) {
    let def = scene.definition.train(kind);
    let ground = row(svg, rect, on_sale);
    let base = rect.top + ROW / 2.0 + 12.0;
    let bold = Style::new(Face::Bold, 34.0, INK, ground).start();
    svg.text(
        Point::new(TRAINS[0], base),
        &def.name,
        &squeezed(bold, &def.name, 130.0),
    );
    let plain = Style::new(Face::Narrow, 30.0, INK, ground).start();
    let price = scene.definition.money.print(def.price);
    svg.text(
        Point::new(TRAINS[1], base),
        &price,
        &squeezed(plain, &price, 140.0),
    );
    let left = match (
        def.same_stack_as.as_ref(),
        scene.shared.depot.left(scene.definition, kind),
        def.count,
    ) {
        (Some(stack), _, _) => format!("see {stack}"),
        (None, Some(left), Some(count)) => format!("{left} of {count}"),
        (None, _, _) => "no limit".to_string(),
    };
    svg.text(
        Point::new(TRAINS[2], base),
        &left,
        &squeezed(plain, &left, 130.0),
    );
    let market = scene
        .shared
        .depot
        .of(TrainHolder::Pool)
        .filter(|train| train.kind == kind)
        .count();
    let market = if market == 0 {
        "–".to_string()
    } else {
        market.to_string()
    };
    svg.text(Point::new(TRAINS[3], base), &market, &plain);
    for (at, company) in owners.iter().enumerate() {
        let centre = Point::new(
            TRAINS[4] + 24.0 + 54.0 * (at % OWNERS) as f32,
            rect.top + ROW * ((at / OWNERS) as f32 + 0.5),
        );
        station(svg, scene.definition, *company, centre, 23.0);
    }
}

fn phase(svg: &mut Svg, scene: &Scene<'_>, index: usize, lines: &[String], rect: Rect) {
    let Some(def) = scene.definition.phases.get(index) else {
        return;
    };
    let ground = row(svg, rect, usize::from(scene.shared.phase) == index);
    let middle = rect.centre().y;
    let bold = Style::new(Face::Bold, 34.0, INK, ground).start();
    svg.text(
        Point::new(PHASES[0], middle + 12.0),
        &def.name,
        &squeezed(bold, &def.name, 84.0),
    );
    for (at, colour) in def.tiles.iter().enumerate() {
        let x = PHASES[1] + 38.0 * at as f32;
        let swatch = Rect::new(x, middle - 17.0, x + 32.0, middle + 17.0);
        let colour = Rgb::of_face(*colour);
        svg.rect(swatch, 3.0, Paint::fill(colour).lined(INK, 1.5));
    }
    let plain = Style::new(Face::Narrow, 30.0, INK, ground).start();
    svg.text(
        Point::new(PHASES[2], middle + 11.0),
        &def.operating_rounds.to_string(),
        &plain,
    );
    let limits: Vec<String> = def
        .train_limit
        .iter()
        .map(|(kind, limit)| format!("{} {limit}", kind.replace('_', " ")))
        .collect();
    let limits = limits.join(", ");
    if !limits.is_empty() {
        svg.text(
            Point::new(PHASES[3], middle + 11.0),
            &limits,
            &squeezed(plain, &limits, PHASES[4] - PHASES[3] - 16.0),
        );
    }
    let x = columns(has_limits(scene))[4];
    let note = Style::new(Face::Narrow, 26.0, INK, ground).start();
    let mut y = middle - 17.0 * (lines.len() as f32 - 1.0) + 9.5;
    for line in lines {
        svg.text(Point::new(x, y), line, &note);
        y += 34.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Setup};

    #[test]
    fn what_a_phase_begins_is_said_whole() {
        for (title, _) in engine::game::titles() {
            let game = Game::new(Setup::new(title, 4)).expect("a game");
            let scene = Scene::new(game.definition(), game.shared());
            for phase in 0..game.definition().phases.len() {
                let lines = begins(&scene, phase);
                assert!(
                    lines.iter().all(|line| !line.ends_with('…')),
                    "{title}: {lines:?}"
                );
            }
        }
    }
}
