//! The values of a hex.

use super::View;
use super::arrange::Label;
use crate::scene::Scene;
use engine::board::{Colour, Revenue};

/// What the stops of the view earn.
pub(super) fn values(scene: Option<&Scene<'_>>, view: &View<'_>) -> Vec<Label> {
    let mut fixed: Vec<i32> = Vec::new();
    let mut labels = Vec::new();
    for stop in &view.face.stops {
        match &stop.revenue {
            Revenue::Fixed(value) => fixed.push(*value),
            Revenue::ByPhase(_) => {
                let list = by_phase(scene, &stop.revenue);
                if !list.is_empty() {
                    labels.push(Label::Values(list, 2));
                }
            }
        }
    }
    if fixed.iter().all(|value| *value == 0) {
        fixed.clear();
        if view.printed
            && let Some(value) = view.hex.printed_value
        {
            fixed.push(value);
        }
    }
    fixed.dedup();
    if !fixed.is_empty() {
        let text: Vec<String> = fixed.iter().map(i32::to_string).collect();
        labels.insert(0, Label::Value(text.join("/")));
    }
    labels
}

/// Shorter lists of values: those from the present one on, it and the next one, it alone.
pub(super) fn fewer(list: &[(i32, bool)]) -> Vec<Vec<(i32, bool)>> {
    let present = list.iter().position(|(_, now)| *now).unwrap_or(0);
    let rest = list.get(present..).unwrap_or(&[]);
    [3, 2, 1]
        .into_iter()
        .filter(|count| *count <= rest.len() && *count < list.len())
        .map(|count| rest.iter().take(count).copied().collect::<Vec<_>>())
        .filter(|list| !list.is_empty())
        .collect()
}

/// Values by phase in the order of the phases, equal neighbours joined, with the present one marked.
fn by_phase(scene: Option<&Scene<'_>>, revenue: &Revenue) -> Vec<(i32, bool)> {
    let Revenue::ByPhase(table) = revenue else {
        return Vec::new();
    };
    let mut list: Vec<(i32, bool)> = Vec::new();
    let mut push = |value: i32, now: bool| match list.last_mut() {
        Some(last) if last.0 == value => last.1 |= now,
        _ => list.push((value, now)),
    };
    let colours = [
        ("yellow", Colour::Yellow),
        ("green", Colour::Green),
        ("brown", Colour::Brown),
        ("grey", Colour::Grey),
        ("gray", Colour::Grey),
    ];
    let phases = scene.map_or(&[][..], |scene| &scene.definition.phases);
    let present = scene.map(|scene| usize::from(scene.shared.phase));
    if phases.iter().any(|phase| table.contains_key(&phase.name)) {
        for (index, phase) in phases.iter().enumerate() {
            if let Some(value) = table.get(&phase.name) {
                push(*value, Some(index) == present);
            }
        }
    } else {
        let latest = present
            .and_then(|phase| phases.get(phase))
            .and_then(|phase| phase.tiles.iter().max());
        for (name, colour) in colours {
            if let Some(value) = table.get(name) {
                push(*value, latest == Some(&colour));
            }
        }
    }
    list
}
