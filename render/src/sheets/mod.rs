//! Tables of a position: players, a company, trains and phases.

mod choices;
mod company;
mod packet;
mod players;
mod trains;

pub use choices::choices;
pub use company::company;
pub use packet::packet;
pub use players::players;
pub use trains::trains;

use crate::colour::{GROUND, INK, PAPER, Rgb, SOFT_INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::{squeezed, station};
use crate::scene::Scene;
use crate::svg::{Paint, Style, Svg};
use crate::text::fit;
use engine::finance::Holder;
use engine::ids::{CompanyId, KindId};
use engine::rolling_stock::TrainState;

/// Room at the sides, in units.
const MARGIN: f32 = 20.0;

/// Lines of fields and cards.
const LINE: Rgb = Rgb(0x8d, 0x97, 0xa1);

/// A small word over a value.
fn caption(svg: &mut Svg, at: Point, text: &str, on: Rgb) {
    svg.text(
        at,
        text,
        &Style::new(Face::Narrow, 22.0, SOFT_INK, on).start(),
    );
}

/// A value under a small word: the left end at `x`, the word's baseline at `y`.
fn figure(svg: &mut Svg, at: Point, word: &str, value: &str, room: f32, on: Rgb) {
    caption(svg, at, word, on);
    let style = Style::new(Face::Bold, 36.0, INK, on).start();
    let value = fit(Face::Bold, value, 36.0, room / 0.75);
    let style = squeezed(style, &value, room);
    svg.text(Point::new(at.x, at.y + 39.0), &value, &style);
}

/// A white field.
fn card(svg: &mut Svg, rect: Rect) {
    svg.rect(rect, 8.0, Paint::fill(PAPER).lined(LINE, 1.5));
}

/// Units of a company that a holder has, and whether he is its director.
fn holding(scene: &Scene<'_>, company: CompanyId, holder: Holder) -> (u8, bool) {
    let recorded = scene.shared.company(company).director.map(Holder::Player);
    scene
        .shared
        .papers
        .held(scene.definition, company, holder)
        .fold(
            (0, recorded == Some(holder)),
            |(sum, chief), (_, units, director)| (sum + units, chief || director),
        )
}

/// A part of a company as players say it: in percent where the units in being are known.
fn part(scene: &Scene<'_>, company: CompanyId, units: u8) -> String {
    match u32::from(scene.shared.company(company).units) {
        0 => units.to_string(),
        all => format!("{}%", u32::from(units) * 100 / all),
    }
}

/// Width of a holding: the company's token and the part.
const HOLDING: f32 = 172.0;

/// Draws a holding with its left end at `at`, in the middle of its height.
fn draw_holding(
    svg: &mut Svg,
    scene: &Scene<'_>,
    company: CompanyId,
    text: &str,
    at: Point,
    on: Rgb,
) {
    station(
        svg,
        scene.definition,
        company,
        Point::new(at.x + 25.0, at.y),
        24.0,
    );
    let style = Style::new(Face::Narrow, 30.0, INK, on).start();
    let style = squeezed(style, text, HOLDING - 70.0);
    svg.text(Point::new(at.x + 56.0, at.y + 11.0), text, &style);
}

/// Width of a train card.
const TRAIN: f32 = 84.0;

/// Draws a train card with its left end at `at`, in the middle of its height.
fn draw_train(svg: &mut Svg, scene: &Scene<'_>, train: &TrainState, at: Point) {
    let (ground, line) = if train.obsolete || train.face_down {
        (Rgb(0xe3, 0xe3, 0xe3), Rgb(0x77, 0x77, 0x77))
    } else {
        (Rgb(0xff, 0xf4, 0xcf), INK)
    };
    let rect = Rect::new(at.x, at.y - 26.0, at.x + TRAIN - 10.0, at.y + 26.0);
    let paint = Paint::fill(ground).lined(line, 2.5);
    svg.rect(
        rect,
        6.0,
        if train.obsolete {
            paint.dashed(7.0, 5.0)
        } else {
            paint
        },
    );
    let name = train_name(scene, train.kind);
    let style = Style::new(Face::Bold, 34.0, ground.ink(INK), ground);
    svg.text_centred(
        rect.centre(),
        name,
        &squeezed(style, name, rect.width() - 10.0),
    );
    if train.face_down {
        let (a, b) = (rect.left + 6.0, rect.right - 6.0);
        svg.line(
            Point::new(a, rect.bottom - 6.0),
            Point::new(b, rect.top + 6.0),
            Paint::line(line, 3.0),
        );
    }
}

fn train_name<'a>(scene: &Scene<'a>, kind: KindId) -> &'a str {
    &scene.definition.train(kind).name
}

/// An empty drawing for a table.
fn sheet(width: f32, height: f32, pixels: u32) -> Svg {
    Svg::new((width, height), pixels, GROUND)
}
