//! The players' table: cash, certificates, worth, holdings.

use super::{HOLDING, MARGIN, card, draw_holding, figure, holding, part, sheet};
use crate::colour::{CHANGED, INK, PAPER, Rgb, STRIP};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::map::station;
use crate::mark;
use crate::scene::Scene;
use crate::strip;
use crate::svg::{Paint, Picture, Style, Svg};
use crate::text::fit;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, PrivateId, Seat};
use engine::titles::Mark;

/// Width of the table, in units.
const WIDTH: f32 = 1080.0;

/// Height of a card without holdings.
const HEAD: f32 = 118.0;

/// Height of a line of holdings.
const LINE: f32 = 60.0;

/// What a seat holds.
struct Held {
    companies: Vec<(CompanyId, u8, bool)>,
    privates: Vec<PrivateId>,
    /// Concessions, and purchase options (true).
    claims: Vec<(CompanyId, bool)>,
}

impl Held {
    fn new(scene: &Scene<'_>, seat: Seat) -> Held {
        let holder = Holder::Player(seat);
        let mut companies: Vec<(CompanyId, u8, bool)> = scene
            .definition
            .company_ids()
            .map(|company| {
                let (units, director) = holding(scene, company, holder);
                (company, units, director)
            })
            .filter(|(_, units, _)| *units > 0)
            .collect();
        companies.sort_by_key(|(company, units, director)| {
            (!director, u8::MAX - units, company.index())
        });
        let privates = (0..scene.definition.privates.len())
            .map(PrivateId::from)
            .filter(|&private| {
                scene
                    .shared
                    .papers
                    .private_holder(scene.definition, private)
                    == holder
            })
            .collect();
        let claims = (scene.marks.iter())
            .filter_map(|mark| match mark {
                Mark::Claim {
                    company,
                    seat: of,
                    option,
                } if *of == seat => Some((*company, *option)),
                _ => None,
            })
            .collect();
        Held {
            companies,
            privates,
            claims,
        }
    }

    fn lines(&self) -> usize {
        (self.companies.len() + self.privates.len() + self.claims.len()).div_ceil(per_line())
    }
}

fn per_line() -> usize {
    ((WIDTH - 2.0 * MARGIN - 24.0) / HOLDING) as usize
}

/// The players' table at a width in pixels.
pub fn players(scene: &Scene<'_>, width: u32) -> Picture {
    let seats = &scene.shared.table.order;
    let held: Vec<Held> = seats.iter().map(|&seat| Held::new(scene, seat)).collect();
    let heights: Vec<f32> = held
        .iter()
        .map(|held| HEAD + LINE * held.lines() as f32)
        .collect();
    let gap = 14.0;
    let foot = 54.0;
    let height =
        strip::HEIGHT + heights.iter().map(|height| height + gap).sum::<f32>() + gap + foot;
    let mut svg = sheet(WIDTH, height, width);
    strip::draw(&mut svg, scene, WIDTH, false);
    let mut y = strip::HEIGHT + gap;
    for ((&seat, held), height) in seats.iter().zip(&held).zip(heights) {
        let rect = Rect::new(MARGIN, y, WIDTH - MARGIN, y + height);
        card(&mut svg, rect);
        draw_head(&mut svg, scene, seat, rect);
        draw_held(&mut svg, scene, held, rect);
        y += height + gap;
    }
    let style = Style::new(Face::Bold, 28.0, INK, crate::colour::GROUND).start();
    if !scene.definition.bank_unlimited {
        let bank = scene.shared.cash.of(Account::Bank);
        let text = format!("Bank {}", scene.definition.money.print(bank));
        svg.text(Point::new(MARGIN, y + 24.0), &text, &style);
    }
    let key = style.end();
    svg.text(Point::new(WIDTH - MARGIN, y + 24.0), "★ director", &key);
    svg.finish()
}

fn draw_head(svg: &mut Svg, scene: &Scene<'_>, seat: Seat, rect: Rect) {
    let (left, top) = (rect.left + 16.0, rect.top);
    let money = &scene.definition.money;
    let raise = scene.raises.get(seat.index());
    let columns = match raise {
        None => [
            rect.left + 420.0,
            rect.left + 630.0,
            rect.left + 820.0,
            rect.right,
        ],
        Some(_) => [345.0, 505.0, 655.0, 850.0].map(|x| rect.left + x),
    };
    let mut left = left;
    if raise.is_some() {
        let at = Point::new(left + 22.0, top + 38.0);
        mark::draw(svg, seat, &scene.letters(seat), at, 20.0);
        left += 52.0;
    }
    let room = columns[0] - left - 20.0;
    let name = fit(Face::Bold, &scene.player(seat), 40.0, room / 0.7);
    let style = Style::new(Face::Bold, 40.0, INK, PAPER).start();
    let style = super::squeezed(style, &name, room);
    svg.text(Point::new(left, top + 52.0), &name, &style);
    let left = rect.left + 16.0;
    let note = if scene.shared.table.is_out(seat) {
        Some(("bankrupt", Rgb(0xb0, 0x10, 0x20)))
    } else if scene.shared.table.priority == seat {
        Some(("priority", STRIP))
    } else {
        None
    };
    let awaited = (scene.awaited.contains(&seat)).then_some(("decides", CHANGED));
    let mut x = left;
    for (note, colour) in note.into_iter().chain(awaited) {
        x += badge(svg, Point::new(x, top + 68.0), note, colour) + 8.0;
    }
    let cash = money.print(scene.shared.player_cash(seat));
    figure(
        svg,
        Point::new(columns[0], top + 40.0),
        "cash",
        &cash,
        columns[1] - columns[0] - 16.0,
        PAPER,
    );
    let Some(standing) = scene.standings.get(seat.index()) else {
        return;
    };
    let limit = if standing.limit > 0 {
        format!("{}/{}", standing.certificates, standing.limit)
    } else {
        standing.certificates.to_string()
    };
    figure(
        svg,
        Point::new(columns[1], top + 40.0),
        "certificates",
        &limit,
        columns[2] - columns[1] - 16.0,
        PAPER,
    );
    figure(
        svg,
        Point::new(columns[2], top + 40.0),
        "worth",
        &money.print(standing.worth),
        columns[3] - columns[2] - 16.0,
        PAPER,
    );
    if let Some(raise) = raise {
        figure(
            svg,
            Point::new(columns[3], top + 40.0),
            "could raise",
            &money.print(*raise),
            rect.right - columns[3] - 14.0,
            PAPER,
        );
    }
}

/// A word on a coloured ground, its upper left corner at `at`; gives its width.
fn badge(svg: &mut Svg, at: Point, text: &str, colour: Rgb) -> f32 {
    let style = Style::new(Face::Narrow, 24.0, PAPER, colour);
    let room = style.extent(text).width + 20.0;
    let badge = Rect::new(at.x, at.y, at.x + room, at.y + 36.0);
    svg.rect(badge, 8.0, Paint::fill(colour));
    svg.text_centred(badge.centre(), text, &style);
    room
}

fn draw_held(svg: &mut Svg, scene: &Scene<'_>, held: &Held, rect: Rect) {
    let place = |index: usize| {
        Point::new(
            rect.left + 16.0 + HOLDING * (index % per_line()) as f32,
            rect.top + HEAD + LINE * ((index / per_line()) as f32 + 0.5) - 6.0,
        )
    };
    for (index, (company, units, director)) in held.companies.iter().enumerate() {
        let mut text = part(scene, *company, *units);
        if *director {
            text.push('★');
        }
        draw_holding(svg, scene, *company, &text, place(index), PAPER);
    }
    for (index, private) in held.privates.iter().enumerate() {
        let at = place(held.companies.len() + index);
        let id = &scene.definition.private_at(*private).id;
        let rect = Rect::new(at.x, at.y - 22.0, at.x + 76.0, at.y + 22.0);
        let ground = Rgb(0xef, 0xe3, 0xc4);
        svg.rect(rect, 4.0, Paint::fill(ground).lined(INK, 2.0));
        let style = Style::new(Face::Narrow, 28.0, INK, ground);
        let style = super::squeezed(style, id, rect.width() - 8.0);
        svg.text_centred(rect.centre(), id, &style);
    }
    for (index, (company, option)) in held.claims.iter().enumerate() {
        let at = place(held.companies.len() + held.privates.len() + index);
        let text = if *option { "option" } else { "concession" };
        let rect = Rect::new(at.x, at.y - 26.0, at.x + HOLDING - 12.0, at.y + 26.0);
        svg.rect(
            rect,
            6.0,
            Paint::fill(PAPER).lined(INK, 1.8).dashed(7.0, 4.0),
        );
        station(
            svg,
            scene.definition,
            *company,
            Point::new(at.x + 26.0, at.y),
            20.0,
        );
        let style = Style::new(Face::Narrow, 24.0, INK, PAPER);
        let style = super::squeezed(style, text, rect.width() - 62.0).start();
        svg.text(Point::new(at.x + 52.0, at.y + 9.0), text, &style);
    }
}
