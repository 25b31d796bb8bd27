//! The legend of the runs under the map.

use super::routes::paints;
use crate::colour::{GROUND, INK};
use crate::font::Face;
use crate::geometry::{Point, Rect};
use crate::scene::{DrawnRun, MapMode, Scene};
use crate::svg::{Style, Svg};
use crate::text::fit;

/// Height of a line.
const LINE: f32 = 40.0;

/// Height of the legend; 0 without runs.
pub(super) fn height(scene: &Scene<'_>) -> f32 {
    if scene.mode == MapMode::Owners {
        super::modes::key_height(scene)
    } else if scene.routes.is_empty() {
        0.0
    } else {
        LINE * scene.routes.len() as f32 + 12.0
    }
}

/// Names the runs: look, train, way, earnings.
pub(super) fn draw(svg: &mut Svg, scene: &Scene<'_>, rect: Rect) {
    if scene.mode == MapMode::Owners {
        return super::modes::key(svg, scene, rect);
    }
    // Ways begin side by side, clear of the longest name of a train.
    let style = Style::new(Face::Bold, 26.0, INK, GROUND).start();
    let left = scene
        .routes
        .iter()
        .map(|run| 136.0 + style.extent(&run.train).width + 24.0)
        .fold(220.0, f32::max);
    for (index, run) in scene.routes.iter().enumerate() {
        let y = rect.top + LINE * (index as f32 + 0.5);
        let (edge, line) = paints(index);
        let (from, to) = (Point::new(18.0, y), Point::new(118.0, y));
        svg.line(from, to, edge);
        svg.line(from, to, line);
        let style = Style::new(Face::Bold, 26.0, INK, GROUND).start();
        svg.text(Point::new(136.0, y + 9.5), &run.train, &style);
        let sum = scene.definition.money.print(run.revenue);
        svg.text(
            Point::new(rect.right - 18.0, y + 9.5),
            &sum,
            &Style::new(Face::Bold, 26.0, INK, GROUND).end(),
        );
        let room = rect.width() - 18.0 - left - 30.0 - style.extent(&sum).width;
        let style = Style::new(Face::Narrow, 26.0, INK, GROUND).start();
        let names = way(scene, run, true);
        let way = if style.extent(&names).width <= room {
            names
        } else {
            fit(Face::Narrow, &way(scene, run, false), 26.0, room)
        };
        svg.text(Point::new(left, y + 9.5), &way, &style);
    }
}

/// The stops of a run by name or, if there are too many, by coordinate.
fn way(scene: &Scene<'_>, run: &DrawnRun, by_name: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    for step in run.run.steps.iter().filter(|step| step.stop.is_some()) {
        let hex = scene.definition.map.at(step.hex);
        let name = hex
            .place
            .as_deref()
            .filter(|_| by_name)
            .unwrap_or(&hex.name);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names.join(if by_name { " – " } else { "–" })
}
