//! A company's sheet: treasury, price, shares by holder, trains, stations, rights.

use super::{
    HOLDING, MARGIN, TRAIN, caption, card, draw_train, figure, holding, part, sheet, squeezed,
};
use crate::colour::{INK, PAPER, Rgb};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::icon;
use crate::map::{bonus_token, station};
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use crate::text::wrap;
use engine::board::Bonus;
use engine::finance::Holder;
use engine::ids::{CompanyId, HexId};
use engine::shared::Status;
use engine::titles::Mark;

/// Width of the sheet, in units.
const WIDTH: f32 = 1000.0;

/// Font size of the title's own notes, and their lines' height.
const NOTE: f32 = 26.0;
const NOTE_LINE: f32 = 38.0;

/// Height of a line.
const LINE: f32 = 64.0;

/// What is on the sheet of a company.
struct Facts {
    /// Holder, part, director's certificate.
    shares: Vec<(String, String, bool)>,
    trains: usize,
    rights: Vec<(HexId, Bonus)>,
    forts: u8,
}

impl Facts {
    fn new(scene: &Scene<'_>, company: CompanyId) -> Facts {
        let holders = scene
            .shared
            .table
            .order
            .iter()
            .map(|&seat| (scene.player(seat), Holder::Player(seat)))
            .chain([
                ("treasury".to_string(), Holder::Company(company)),
                ("open market".to_string(), Holder::Pool),
                ("offering".to_string(), Holder::Initial),
                ("reserve".to_string(), Holder::Reserved),
            ])
            .chain(
                (scene.definition.company_ids())
                    .filter(|other| *other != company)
                    .map(|other| {
                        let name = scene.definition.at(other).id.clone();
                        (name, Holder::Company(other))
                    }),
            );
        let shares = holders
            .filter_map(|(name, holder)| {
                let (units, director) = holding(scene, company, holder);
                // Shares in reserve are no part of what is in being, unless all is told by percent.
                let percent = scene.definition.percent(company, units);
                let text = match (holder, percent) {
                    (_, Some(percent)) => format!("{percent}%"),
                    (Holder::Reserved, None) => units.to_string(),
                    _ => part(scene, company, units),
                };
                (units > 0).then_some((name, text, director))
            })
            .collect();
        let mut facts = Facts {
            shares,
            trains: scene.shared.trains(company).count(),
            rights: Vec::new(),
            forts: 0,
        };
        for mark in scene.marks {
            match mark {
                Mark::Right {
                    company: of,
                    hex,
                    bonus,
                } if *of == company => facts.rights.push((*hex, *bonus)),
                Mark::CompanyForts { company: of, count } if *of == company => {
                    facts.forts += count;
                }
                _ => {}
            }
        }
        facts
    }
}

/// A company's sheet at a width in pixels.
pub fn company(scene: &Scene<'_>, company: CompanyId, width: u32) -> Picture {
    let facts = Facts::new(scene, company);
    let share_lines = facts.shares.len().div_ceil(2) as f32;
    let mut height = strip::HEIGHT + 20.0 + 132.0 + 100.0 + 20.0;
    height += 44.0 + LINE * share_lines + 12.0;
    height += 44.0 + LINE + 20.0;
    let tokens =
        scene.definition.at(company).tokens > 0 || !facts.rights.is_empty() || facts.forts > 0;
    if tokens {
        height += 44.0 + LINE + 12.0;
    }
    let notes: Vec<String> = (scene.company_notes.iter())
        .flat_map(|note| wrap(Face::Plain, note, NOTE, WIDTH - 2.0 * MARGIN - 40.0, 4))
        .collect();
    if !notes.is_empty() {
        height += 16.0 + NOTE_LINE * notes.len() as f32;
    }
    let mut svg = sheet(WIDTH, height, width);
    strip::draw(&mut svg, scene, WIDTH, false);
    let rect = Rect::new(MARGIN, strip::HEIGHT + 16.0, WIDTH - MARGIN, height - 16.0);
    card(&mut svg, rect);
    head(&mut svg, scene, company, rect);
    let mut y = rect.top + 132.0;
    figures(
        &mut svg,
        scene,
        company,
        Point::new(rect.left + 20.0, y + 14.0),
    );
    y += 110.0;
    y = shares(&mut svg, &facts, rect, y);
    y = trains(&mut svg, scene, company, &facts, rect, y);
    if tokens {
        stations(&mut svg, scene, company, &facts, rect, y);
        y += 44.0 + LINE + 12.0;
    }
    y -= 4.0;
    if !notes.is_empty() {
        title(&mut svg, rect, y, "");
        let style = Style::new(Face::Plain, NOTE, INK, PAPER).start();
        for (index, note) in notes.iter().enumerate() {
            let base = y + 12.0 + NOTE_LINE * (index as f32 + 0.75);
            svg.text(Point::new(rect.left + 20.0, base), note, &style);
        }
    }
    svg.finish()
}

fn head(svg: &mut Svg, scene: &Scene<'_>, company: CompanyId, rect: Rect) {
    let def = scene.definition.at(company);
    station(
        svg,
        scene.definition,
        company,
        Point::new(rect.left + 70.0, rect.top + 70.0),
        50.0,
    );
    let lines = wrap(Face::Bold, &def.name, 32.0, rect.width() - 150.0, 2);
    let style = Style::new(Face::Bold, 32.0, INK, PAPER).start();
    let mut y = rect.top + 50.0;
    for line in &lines {
        svg.text(Point::new(rect.left + 136.0, y), line, &style);
        y += 38.0;
    }
    let mut words = Vec::new();
    if let Some(nickname) = &def.nickname {
        words.push(nickname.clone());
    }
    match scene.shared.company(company).status {
        Status::Unopened => words.push("not yet in play".to_string()),
        Status::Closed => words.push("closed".to_string()),
        Status::Open
            if !scene.shared.company(company).operated
                && scene.shared.price(scene.definition, company).is_some() =>
        {
            words.push("has not operated".to_string());
        }
        Status::Open => {}
    }
    if let Some(turn) = scene.turn_of(company) {
        words.push(format!("operates as no. {turn}"));
    }
    if !words.is_empty() {
        let at = Point::new(rect.left + 136.0, y - 4.0);
        caption(svg, at, &words.join(" · "), PAPER);
    }
}

fn figures(svg: &mut Svg, scene: &Scene<'_>, company: CompanyId, at: Point) {
    let money = &scene.definition.money;
    let state = scene.shared.company(company);
    let price = scene
        .shared
        .price(scene.definition, company)
        .map_or_else(|| "–".to_string(), |price| money.print(price));
    let director = scene
        .shared
        .director(scene.definition, company)
        .map_or_else(|| "nobody".to_string(), |seat| scene.player(seat));
    let units = match state.units {
        0 => "–".to_string(),
        units => match scene.definition.percent(company, units) {
            Some(percent) => format!("{percent}%"),
            None => units.to_string(),
        },
    };
    let list = [
        (
            "treasury",
            money.print(scene.shared.treasury(company)),
            200.0,
        ),
        ("price", price, 170.0),
        ("shares", units, 110.0),
        ("director", director, 410.0),
    ];
    let mut x = at.x;
    for (word, value, room) in list {
        figure(svg, Point::new(x, at.y + 24.0), word, &value, room, PAPER);
        x += room + 20.0;
    }
}

fn shares(svg: &mut Svg, facts: &Facts, rect: Rect, y: f32) -> f32 {
    title(svg, rect, y, "Held by");
    let column = (rect.width() - 40.0) / 2.0;
    for (index, (name, part, director)) in facts.shares.iter().enumerate() {
        let x = rect.left + 20.0 + column * (index % 2) as f32;
        let base = y + 44.0 + LINE * ((index / 2) as f32 + 0.5) + 10.0;
        let text = if *director {
            format!("{part}★")
        } else {
            part.clone()
        };
        let style = Style::new(Face::Bold, 32.0, INK, PAPER).start();
        svg.text(Point::new(x, base), &text, &style);
        let style = Style::new(Face::Plain, 30.0, INK, PAPER).start();
        let name = crate::text::fit(Face::Plain, name, 30.0, column - 160.0);
        svg.text(Point::new(x + 140.0, base), &name, &style);
    }
    y + 44.0 + LINE * facts.shares.len().div_ceil(2) as f32 + 12.0
}

fn trains(
    svg: &mut Svg,
    scene: &Scene<'_>,
    company: CompanyId,
    facts: &Facts,
    rect: Rect,
    y: f32,
) -> f32 {
    title(svg, rect, y, "Trains");
    let middle = y + 44.0 + LINE / 2.0;
    for (index, train) in scene.shared.trains(company).enumerate() {
        let x = rect.left + 20.0 + TRAIN * index as f32;
        draw_train(svg, scene, train, Point::new(x, middle));
    }
    let mut x = rect.left + 20.0 + TRAIN * facts.trains as f32 + 10.0;
    let kind = match scene.definition.at(company).kind {
        engine::rules::CompanyKind::Minor => "minor",
        engine::rules::CompanyKind::Major => "major",
        engine::rules::CompanyKind::National => "national",
        engine::rules::CompanyKind::Mine => "mine",
        engine::rules::CompanyKind::PublicMine => "public_mine",
        engine::rules::CompanyKind::External => "external",
    };
    if facts.trains == 0 {
        svg.text(
            Point::new(rect.left + 20.0, middle + 10.0),
            "none",
            &Style::new(Face::Plain, 30.0, INK, PAPER).start(),
        );
        x = rect.left + 130.0;
    }
    let phase = (scene.definition.phases).get(usize::from(scene.shared.phase));
    let granted = || phase.and_then(|phase| phase.train_limit.get(kind).copied());
    if let Some(limit) = scene.train_limit.or_else(granted) {
        caption(
            svg,
            Point::new(x, middle + 8.0),
            &format!("limit {limit}"),
            PAPER,
        );
    }
    y + 44.0 + LINE + 12.0
}

fn stations(
    svg: &mut Svg,
    scene: &Scene<'_>,
    company: CompanyId,
    facts: &Facts,
    rect: Rect,
    y: f32,
) {
    title(svg, rect, y, "Stations left, rights");
    let middle = y + 44.0 + LINE / 2.0;
    let mut x = rect.left + 20.0;
    let left = scene.shared.company(company).tokens_left;
    for _ in 0..left {
        station(
            svg,
            scene.definition,
            company,
            Point::new(x + 25.0, middle),
            25.0,
        );
        x += 60.0;
    }
    if left == 0 {
        let style = Style::new(Face::Plain, 30.0, INK, PAPER).start();
        svg.text(Point::new(x, middle + 10.0), "none", &style);
        x += 100.0;
    }
    x += 24.0;
    for (hex, bonus) in &facts.rights {
        let hex = scene.definition.map.at(*hex);
        bonus_token(svg, *bonus, Point::new(x + 25.0, middle), 25.0);
        let name = hex.place.as_deref().unwrap_or(&hex.name);
        let style = Style::new(Face::Narrow, 28.0, INK, PAPER).start();
        let name = crate::text::fit(Face::Narrow, name, 28.0, HOLDING * 1.25);
        let style = squeezed(style, &name, HOLDING);
        svg.text(Point::new(x + 56.0, middle + 10.0), &name, &style);
        x += 56.0 + style.extent(&name).width + 22.0;
    }
    for _ in 0..facts.forts {
        icon::fort(svg, Point::new(x + 20.0, middle), 2.0);
        x += 44.0;
    }
}

fn title(svg: &mut Svg, rect: Rect, y: f32, text: &str) {
    svg.line(
        Point::new(rect.left + 20.0, y),
        Point::new(rect.right - 20.0, y),
        Paint::line(Rgb(0xc9, 0xd0, 0xd6), 2.0),
    );
    if !text.is_empty() {
        let style = Style::new(Face::Narrow, 24.0, Rgb(0x3a, 0x46, 0x52), PAPER).start();
        svg.text(Point::new(rect.left + 20.0, y + 32.0), text, &style);
    }
}
