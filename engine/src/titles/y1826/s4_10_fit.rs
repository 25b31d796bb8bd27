//! Section 4.10 and section 8: which tile fits where.

use super::s4_10_track::Lay;
use super::{Rules, Y1826};
use crate::board::{Colour, Face, LayFault, check_face};
use crate::rejection::{Rejection, reject, require};

impl Y1826 {
    /// Tile and hex: colour, chart, supply, sides, track (E26-4.10, section 8).
    pub(super) fn judge_fit(
        &self,
        rules: &Rules,
        lay: Lay,
        old: &Face,
        new: &Face,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let place = &map.at(lay.hex).name;
        let barred = rules.special.places.iter().find(|rule| {
            rule.face == lay.face
                && (rule.not.contains(&lay.hex)
                    || !rule.only.is_empty() && !rule.only.contains(&lay.hex))
        });
        let below = self.shared.board.placed(lay.hex).face;
        if rules.special.no_upgrade.contains(&(lay.hex, below)) {
            reject!("E26-4.10-15", "tile {} on {place} has no upgrade", old.id)
        }
        let fault = check_face(map, &self.shared.board, lay.hex, lay.face, lay.rot);
        let basic = matches!(
            fault,
            Err(LayFault::NotBuildable | LayFault::NoUpgrade | LayFault::NoneLeft)
        );
        if let Some(rule) = barred.filter(|_| !basic) {
            let row = match new.id.as_str() {
                "63" => "E26-4.10-13",
                "611" => "E26-4.10-14",
                _ => "E26-4.10-17",
            };
            let names: Vec<&str> = rule
                .only
                .iter()
                .map(|hex| map.at(*hex).name.as_str())
                .collect();
            if names.is_empty() {
                reject!(row, "tile {} does not fit {place}: tile 611 does", new.id)
            }
            reject!(row, "tile {} fits {} only", new.id, names.join(", "))
        }
        match fault {
            Ok(()) => {}
            Err(LayFault::NotBuildable) => {
                reject!("E26-4.10-09", "{place} is never built on")
            }
            Err(LayFault::NoUpgrade) => {
                let takes: Vec<&str> = old
                    .upgrades
                    .iter()
                    .map(|tile| map.face(*tile).id.as_str())
                    .collect();
                let rule = fit_rule(old, new, lay.hex == rules.special.paris);
                if takes.is_empty() {
                    reject!(rule, "nothing replaces what lies on {place}")
                }
                reject!(
                    rule,
                    "tile {} does not fit {place}: it takes {}",
                    new.id,
                    takes.join(", ")
                )
            }
            Err(LayFault::NoneLeft) => reject!("E26-4.10-19", "no tile {} is left", new.id),
            Err(LayFault::ProhibitedSide(edge)) => reject!(
                "E26-4.10-05",
                "no track may run to the {} side of {place}",
                crate::board::side_name(edge)
            ),
            Err(LayFault::Railhead(_) | LayFault::TrackLost) => reject!(
                "E26-4.10-10",
                "tile {} turned {} does not keep the track of {place}",
                new.id,
                lay.rot
            ),
        }
        require!(
            lay.hex != rules.special.paris || lay.rot == rules.special.paris_turning,
            "E26-4.10-18",
            "the tiles of Paris lie in turning {}: each circle at its side",
            rules.special.paris_turning
        );
        Ok(())
    }
}

/// The row that says why the chart has no such step.
fn fit_rule(old: &Face, new: &Face, paris: bool) -> &'static str {
    if paris || new.labels.iter().any(|label| label == "P") {
        return "E26-4.10-18";
    }
    match (old.colour, new.colour) {
        (Colour::White, Colour::Yellow) => "E26-4.10-09",
        (Colour::White, _) => "E26-4.10-01",
        (old, new) if new as u8 != old as u8 + 1 => "E26-4.10-01",
        (_, Colour::Green) if old.stops.is_empty() => "E26-8-04",
        (_, Colour::Green) if old.slots() == 0 => "E26-8-02",
        (_, Colour::Green) => "E26-8-03",
        (_, Colour::Brown) if old.stops.is_empty() => "E26-8-05",
        (_, Colour::Brown) if old.slots() > 0 => "E26-4.10-14",
        _ => "E26-8-08",
    }
}

pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Brown => "brown",
        Colour::Grey => "gray",
        Colour::Red => "red",
        Colour::Blue => "blue",
    }
}
