//! Concession routes: a line in the company's colour, broken where the track does not stand yet.

use super::View;
use super::stations::colours;
use crate::colour::{INK, PAPER};
use crate::curve::Curve;
use crate::geometry::{Point, corner, side};
use crate::scene::Scene;
use crate::svg::{Paint, Svg, num};
use engine::board::{End, Layout};
use engine::ids::{CompanyId, HexId};
use engine::titles::Mark;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width of the line.
const WIDTH: f32 = 4.5;

/// Draws the routes over the track; gives the lines where no track stands yet, by hex.
pub(super) fn draw(
    svg: &mut Svg,
    scene: &Scene<'_>,
    layout: Layout,
    views: &[View<'_>],
) -> Vec<(HexId, Curve)> {
    let mut lines: BTreeMap<(CompanyId, bool), String> = BTreeMap::new();
    let mut unbuilt = Vec::new();
    for mark in scene.marks {
        let Mark::RoutePart {
            company,
            hex,
            ends,
            built,
        } = mark
        else {
            continue;
        };
        if let Some(view) = views.iter().find(|view| view.id == *hex) {
            let d = lines.entry((*company, *built)).or_default();
            let curve = curve(layout, view, *ends);
            curve.write(view.centre, false, d);
            if !built {
                unbuilt.push((*hex, curve));
            }
        }
    }
    for ((company, built), d) in lines {
        let (colour, _) = colours(scene.definition, company);
        if built {
            svg.path(&d, Paint::line(PAPER, WIDTH + 2.0));
            svg.path(&d, Paint::line(colour, WIDTH));
        } else {
            svg.path(&d, Paint::line(INK, WIDTH + 2.5).dashed(11.0, 8.0));
            svg.path(&d, Paint::line(colour, WIDTH).dashed(11.0, 8.0));
        }
    }
    kept(svg, scene, layout, views);
    unbuilt
}

/// How far inside its sides the line of a hex lies for which a tile is kept: within the line round a town.
const KEPT: f32 = 8.0;

/// A broken line round hexes for which a tile is kept, in the colour of the company that will lay it.
fn kept(svg: &mut Svg, scene: &Scene<'_>, layout: Layout, views: &[View<'_>]) {
    zone(svg, scene, layout, views);
    for mark in scene.marks {
        if let Mark::Reserved { company, hex, .. } | Mark::Guarded { company, hex } = mark
            && let Some(view) = views.iter().find(|view| view.id == *hex)
        {
            let mut d = String::new();
            super::ground::outline(layout, view.centre, KEPT, &mut d);
            let (colour, _) = colours(scene.definition, *company);
            svg.path(&d, Paint::line(INK, 3.4).dashed(9.0, 7.0));
            svg.path(&d, Paint::line(colour, 2.0).dashed(9.0, 7.0));
        }
    }
}

/// The border of the hexes that are closed to all but one company, in its colour.
fn zone(svg: &mut Svg, scene: &Scene<'_>, layout: Layout, views: &[View<'_>]) {
    let inside = |hex: HexId| {
        scene.marks.iter().find_map(|mark| match mark {
            Mark::Zone { company, hex: at } if *at == hex => Some(*company),
            _ => None,
        })
    };
    let map = &scene.definition.map;
    let mut lines: BTreeMap<CompanyId, String> = BTreeMap::new();
    for view in views {
        let Some(company) = inside(view.id) else {
            continue;
        };
        let d = lines.entry(company).or_default();
        for edge in 0..6u8 {
            let beyond = map.neighbour(view.id, edge).and_then(inside);
            if beyond == Some(company) {
                continue;
            }
            // A side lies between the corner before it and its own.
            let from = view.centre.plus(corner(layout, (edge + 5) % 6));
            let to = view.centre.plus(corner(layout, edge));
            let _ = write!(
                d,
                "M{} {}L{} {}",
                num(from.x),
                num(from.y),
                num(to.x),
                num(to.y)
            );
        }
    }
    for (company, d) in lines {
        let (colour, _) = colours(scene.definition, company);
        svg.path(&d, Paint::line(PAPER, 9.0));
        svg.path(&d, Paint::line(colour, 6.0));
    }
}

/// The line between two ends of track in a hex: along its track where there is some.
fn curve(layout: Layout, view: &View<'_>, ends: (End, End)) -> Curve {
    let place = |end: End| match end {
        End::Edge(edge) => side(layout, edge),
        End::Stop(stop) => stop_of(view, stop),
        End::Junction => Point::default(),
    };
    match ends {
        (End::Edge(a), End::Edge(b)) => {
            // Over the village of the way, if its track leads to one.
            let over = view.laid.spots.iter().enumerate().find(|(index, _)| {
                let leads = |edge| {
                    view.laid.track.iter().any(|(path, _)| {
                        path.other(End::Edge(edge)) == Some(End::Stop(*index as u8))
                    })
                };
                leads(a) && leads(b)
            });
            match over {
                Some((_, spot)) => {
                    // Drawn from side to side by way of the stop, as two halves of one line.
                    let (first, second) = (
                        Curve::to_place(layout, a, spot.centre),
                        Curve::to_place(layout, b, spot.centre),
                    );
                    Curve([
                        first.0[0],
                        first.0[3].mix(first.0[1], 0.25),
                        second.0[3].mix(second.0[1], 0.25),
                        second.0[0],
                    ])
                }
                None => Curve::between_sides(layout, a, b),
            }
        }
        (End::Edge(edge), end) | (end, End::Edge(edge)) => {
            Curve::to_place(layout, edge, place(end))
        }
        (a, b) => Curve::line(place(a), place(b)),
    }
}

fn stop_of(view: &View<'_>, stop: u8) -> Point {
    view.laid
        .spots
        .get(usize::from(stop))
        .map_or(Point::default(), |spot| spot.centre)
}
