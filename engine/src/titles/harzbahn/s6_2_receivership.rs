//! Section 6.2: runs of a railway in receivership.

use super::s4_4_3_routes::{Line, Net};
use super::{Harz, HarzRules};
use crate::action::Run;
use crate::ids::CompanyId;
use crate::network::{PlaceSet, SideSet};

/// Nodes of the search for the routes of a diesel railcar.
const BUDGET: u64 = 2_000_000;

impl Harz {
    /// The runs that the rulebook's procedure makes (H73-6.2-04 to 10): train by train in descending size, always the
    /// route that adds most (H73-RUL-46); a diesel railcar as usual (H73-6.2-08).
    pub(super) fn receivership_runs(&self, rules: &HarzRules, company: CompanyId) -> Vec<Run> {
        let net = Net::new(self, rules, company);
        let (standard, diesel) = self.runners(rules, company);
        let due = self.due_routes(rules, company).len();
        let lines = net.lines(false);
        let mut chance = self.chance(rules, company);
        let mut runs = Vec::new();
        let mut covered = PlaceSet::EMPTY;
        let mut used = SideSet::EMPTY;
        // The concession routes are the first ones; trains after the largest must leave their track.
        for line in lines.lines.iter().take(due) {
            used = used.or(&line.item.sides);
        }
        let mut owed = 0..due;
        for (train, size) in standard {
            let mut joins = PlaceSet::EMPTY;
            for _ in 0..size {
                let gain = |line: &Line| -> i32 {
                    line.item
                        .covers
                        .without(&covered)
                        .iter()
                        .filter_map(|index| lines.worths.get(index))
                        .map(|worth| worth.base + i32::from(size) * worth.by_size)
                        .sum()
                };
                // H73-6.2-04: first the concession route; H73-6.2-10: the QLB's local train has run it.
                let next = match owed.next() {
                    Some(index) => lines.lines.get(index),
                    None => {
                        // H73-6.2-05, H73-6.2-06: what is connected with the train's others, or anywhere.
                        let open: Vec<&Line> = lines
                            .lines
                            .iter()
                            .filter(|line| !line.item.sides.meets(&used))
                            .filter(|line| joins.is_empty() || line.item.joins.meets(&joins))
                            .collect();
                        let most = open.iter().map(|line| gain(line)).max();
                        let equal: Vec<&Line> = open
                            .into_iter()
                            .filter(|line| Some(gain(line)) == most)
                            .collect();
                        // H73-6.2-07.
                        let drawn = draw(&mut chance, equal.len());
                        equal.get(drawn).copied()
                    }
                };
                let Some(line) = next else { break };
                covered = covered.or(&line.item.covers);
                joins = joins.or(&line.item.joins);
                used = used.or(&line.item.sides);
                runs.push(Run {
                    train,
                    steps: line.steps.clone(),
                });
            }
        }
        if let Some(train) = diesel {
            let (_, routes) =
                net.diesel_routes(None, !rules.options.any_routes, &mut BUDGET.clone());
            runs.extend(routes.into_iter().map(|steps| Run { train, steps }));
        }
        runs
    }

    /// What lots are drawn from: the set-up's seed and the point of the game (H73-RUL-36).
    fn chance(&self, rules: &HarzRules, company: CompanyId) -> u64 {
        let (number, of) = self.operating_round().unwrap_or((0, 0));
        [
            u64::from(self.shared.turn),
            u64::from(number),
            u64::from(of),
            u64::from(company.0),
        ]
        .into_iter()
        .fold(rules.seed, |state, part| mix(state ^ part))
    }
}

/// One of `count`, from 0.
fn draw(chance: &mut u64, count: usize) -> usize {
    *chance = mix(*chance);
    (*chance % count.max(1) as u64) as usize
}

/// SplitMix64.
fn mix(state: u64) -> u64 {
    let mut draw = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    draw ^ (draw >> 31)
}
