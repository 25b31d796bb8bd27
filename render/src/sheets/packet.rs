//! The start packet: row by row as the rulebook lays it out, with what is open, what waits and what is sold.

use super::{MARGIN, sheet, squeezed};
use crate::colour::{GROUND, INK, PAPER, Rgb, SOFT_INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::station;
use crate::mark;
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use crate::text::{fit, wrap};
use engine::action::Lot;
use engine::finance::Holder;
use engine::ids::Seat;
use engine::rules::CompanyKind;
use engine::titles::{PacketItem, PacketState};

/// Width of the picture, in units.
const WIDTH: f32 = 1080.0;

/// Height of a card.
const HEIGHT: f32 = 196.0;

/// Room between cards.
const GAP: f32 = 12.0;

/// Widest card.
const WIDEST: f32 = 300.0;

/// Ground of a card that is open, of one that waits, of one that is sold.
const OPEN: Rgb = Rgb(0xff, 0xf0, 0xb8);
const SOLD: Rgb = Rgb(0xd3, 0xd8, 0xde);

/// The packet at a width in pixels.
pub fn packet(scene: &Scene<'_>, rows: &[Vec<PacketItem>], width: u32) -> Picture {
    let most = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let room = WIDTH - 2.0 * MARGIN;
    let card = ((room + GAP) / most as f32 - GAP).min(WIDEST);
    let key = 56.0;
    let height = strip::HEIGHT + GAP + (HEIGHT + GAP) * rows.len() as f32 + key;
    let mut svg = sheet(WIDTH, height, width);
    strip::draw(&mut svg, scene, WIDTH, false);
    let letters = mark::letters(scene.players);
    let mut top = strip::HEIGHT + GAP;
    for row in rows {
        let wide = (card + GAP) * row.len() as f32 - GAP;
        let mut left = (WIDTH - wide) / 2.0;
        for item in row {
            let rect = Rect::new(left, top, left + card, top + HEIGHT);
            draw_item(&mut svg, scene, item, &letters, rect);
            left += card + GAP;
        }
        top += HEIGHT + GAP;
    }
    draw_key(&mut svg, top + 6.0);
    svg.finish()
}

/// What the grounds mean.
fn draw_key(svg: &mut Svg, top: f32) {
    let style = Style::new(Face::Narrow, 26.0, INK, GROUND).start();
    let mut left = MARGIN;
    for (ground, text) in [
        (OPEN, "may be bought now"),
        (PAPER, "later"),
        (SOLD, "sold, to whom"),
    ] {
        let swatch = Rect::new(left, top, left + 40.0, top + 30.0);
        svg.rect(swatch, 4.0, Paint::fill(ground).lined(INK, 1.5));
        svg.text(Point::new(left + 52.0, top + 24.0), text, &style);
        left += 52.0 + style.extent(text).width + 40.0;
    }
}

fn draw_item(svg: &mut Svg, scene: &Scene<'_>, item: &PacketItem, letters: &[String], rect: Rect) {
    let (ground, ink, line) = match item.state {
        PacketState::Open => (OPEN, INK, 4.0),
        PacketState::Waiting => (PAPER, INK, 1.5),
        PacketState::Sold(_) => (SOLD, SOFT_INK, 1.5),
    };
    svg.rect(rect, 8.0, Paint::fill(ground).lined(INK, line));
    let (left, room) = (rect.left + 12.0, rect.width() - 24.0);
    let (id, name) = match item.lot {
        Lot::Private(private) => {
            let data = scene.definition.private_at(private);
            (data.id.as_str(), data.name.as_str())
        }
        Lot::Company(company) => {
            let data = scene.definition.at(company);
            (data.id.as_str(), data.name.as_str())
        }
    };
    let mut head = left;
    if let Lot::Company(company) = item.lot {
        let centre = Point::new(left + 25.0, rect.top + 33.0);
        station(svg, scene.definition, company, centre, 24.0);
        head += 60.0;
    }
    // Of a company with shares it is the director's certificate.
    let share = matches!(item.lot, Lot::Company(company)
        if scene.definition.at(company).kind != CompanyKind::Minor);
    let id = if share {
        format!("{id} ★")
    } else {
        id.to_string()
    };
    let bold = Style::new(Face::Bold, 34.0, ink, ground).start();
    // What comes along stands beside the name.
    let with = item
        .with
        .map(|(company, percent)| format!("+{percent}% {}", scene.definition.at(company).id));
    let small = Style::new(Face::Narrow, 23.0, ink, ground);
    let beside = with
        .as_ref()
        .map_or(0.0, |text| small.extent(text).width + 10.0);
    if let Some(text) = &with {
        let at = Point::new(rect.right - 12.0, rect.top + 42.0);
        svg.text(at, text, &small.end());
    }
    svg.text(
        Point::new(head, rect.top + 45.0),
        &id,
        &squeezed(bold, &id, room - (head - left) - beside),
    );
    let small = Style::new(Face::Narrow, 22.0, ink, ground).start();
    // A long word is set narrower rather than cut.
    let lines = wrap(Face::Narrow, name, 22.0, room * 1.3, 2);
    for (at, text) in lines.iter().enumerate() {
        let text = fit(Face::Narrow, text, 22.0, room * 1.3);
        svg.text(
            Point::new(left, rect.top + 80.0 + 25.0 * at as f32),
            &text,
            &squeezed(small, &text, room),
        );
    }
    let price = scene.definition.money.print(item.price);
    let figure = Style::new(Face::Bold, 32.0, ink, ground).start();
    let foot = rect.bottom - 50.0;
    svg.text(Point::new(left, foot), &price, &figure);
    let base = rect.bottom - 14.0;
    let bold = Style::new(Face::Bold, 26.0, INK, ground).start();
    match item.state {
        PacketState::Open => svg.text(Point::new(left, base), "for sale", &bold),
        PacketState::Waiting => {}
        PacketState::Sold(Holder::Player(seat)) => {
            owner(
                svg,
                scene,
                seat,
                letters,
                Point::new(left, base),
                room,
                ground,
            );
        }
        PacketState::Sold(Holder::Gone) => svg.text(Point::new(left, base), "closed", &bold),
        PacketState::Sold(_) => svg.text(Point::new(left, base), "sold", &bold),
    }
}

/// The buyer's mark and name.
fn owner(
    svg: &mut Svg,
    scene: &Scene<'_>,
    seat: Seat,
    letters: &[String],
    at: Point,
    room: f32,
    ground: Rgb,
) {
    let letter = letters.get(seat.index()).map_or("", String::as_str);
    mark::draw(svg, seat, letter, Point::new(at.x + 16.0, at.y - 9.0), 15.0);
    let name = scene.player(seat);
    let name = fit(Face::Bold, &name, 26.0, room - 44.0);
    let style = Style::new(Face::Bold, 26.0, INK, ground).start();
    svg.text(Point::new(at.x + 42.0, at.y), &name, &style);
}
