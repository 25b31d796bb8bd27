//! Short texts and marks for pictures and look-ups.

use super::{Harz, HarzRules};
use crate::board::End;
use crate::finance::Holder;
use crate::ids::{CompanyId, HexId};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;
use crate::titles::Mark;

impl HarzRules {
    /// How to read the marks on the map.
    pub(crate) fn map_notes(&self) -> &'static [&'static str] {
        &[
            "Mines: dark is connected, light is not, struck through is closed; ×20 or two dots: what a train earns for each of its sizes.",
            "Coloured lines are concession routes, broken where track is missing, a broken line round a hex keeps a tile there; brown sides are barriers, red borders towns; white track is the state railway's.",
        ]
    }

    /// Plants by their printed mark and value.
    pub(crate) fn hex_notes(&self) -> Vec<(HexId, String)> {
        self.special
            .plants
            .iter()
            .map(|plant| (plant.hex, format!("{} {}", plant.abbreviation, plant.value)))
            .collect()
    }

    /// What moves a marker (sections 3.2.2 and 4.3.3), in short lines.
    pub(crate) fn market_notes(&self) -> Vec<String> {
        [
            "Pays its value: one right, twice: two, three times: three. Less: stays. Nothing: one left",
            "Each share sold: one left (not before the first operation; not the MHE with a 5T)",
            "Never below 50. At 1,000 the game ends after the operating round",
        ]
        .map(String::from)
        .to_vec()
    }

    /// What happens when a phase begins, by phase (section 5).
    pub(crate) fn phase_notes(&self) -> Vec<String> {
        [
            "HBE and GHE; Harzer Werke from SR 1, other public mines from SR 2",
            "2S on sale. NWE, SHE, KEZ once another company has built on their route",
            "3S. NWE, SHE, KEZ; WBE once a tile lies on its route. C10, C12, C14 open. Maintenance 1M 50, 1T 50",
            "4S. WBE, QLB. Maintenance 1M 100, 2M 50, 1T and 2T 100, 2S 20",
            "5S. Diesels from the first set of three ORs on; the end of the second such set ends the game",
            "Maintenance 1M 150, 2M 100, 3M 50, 1T to 3T 150, 2S 50, 3S 30",
        ]
        .map(String::from)
        .to_vec()
    }

    /// The ends of track that a concession route joins in each of its hexes, end hexes by their stop.
    pub(crate) fn route_ends(&self, route: &[HexId]) -> Vec<(HexId, (End, End))> {
        let map = &self.definition.map;
        route
            .iter()
            .enumerate()
            .map(|(index, &hex)| {
                let side = |other: Option<&HexId>| {
                    other
                        .and_then(|&next| map.edge_between(hex, next))
                        .map_or(End::Stop(0), End::Edge)
                };
                let before = index.checked_sub(1).and_then(|index| route.get(index));
                (hex, (side(before), side(route.get(index + 1))))
            })
            .collect()
    }
}

impl Harz {
    /// Size of a switcher; 0 for anything else.
    pub(crate) fn switcher_size(&self, rules: &HarzRules, train: crate::ids::TrainId) -> u8 {
        match rules.definition.train(train.stack).run {
            TrainRun::Switcher(size) => size,
            _ => 0,
        }
    }

    /// Marks on the map and on sheets that only this title has.
    pub(super) fn all_marks(&self, rules: &HarzRules) -> Vec<Mark> {
        let mut marks = Vec::new();
        for mine in &rules.special.mines {
            let now = self.mine(mine.company);
            let owner = match self.mine_holder(rules, mine.company) {
                Holder::Company(company) => Some(company),
                _ => None,
            };
            let switcher = now
                .switcher
                .filter(|card| {
                    self.shared
                        .depot
                        .get(*card)
                        .is_some_and(|state| state.holder != TrainHolder::Gone)
                })
                .map_or(0, |card| self.switcher_size(rules, card));
            marks.push(Mark::Mine {
                hex: mine.hex,
                mine: mine.company,
                multiplier: mine.multiplier,
                open: now.open,
                connected: now.connected,
                machine: now.machine,
                switcher,
                owner,
            });
        }
        marks.extend(rules.special.plants.iter().map(|plant| Mark::Plant {
            hex: plant.hex,
            value: plant.value,
        }));
        for concession in &rules.special.concessions {
            for route in &concession.routes {
                for (hex, ends) in rules.route_ends(route) {
                    marks.push(Mark::RoutePart {
                        company: concession.company,
                        hex,
                        ends,
                        built: self.part_built(rules, concession.company, hex),
                    });
                }
            }
        }
        marks.extend(self.reserved.iter().map(|kept| Mark::Reserved {
            company: kept.company,
            hex: kept.hex,
            face: kept.face,
        }));
        marks.extend(self.rights.iter().map(|right| Mark::Claim {
            company: right.company,
            seat: right.seat,
            option: right.option,
        }));
        marks.extend(
            rules
                .definition
                .company_ids()
                .filter(|company| self.in_receivership(*company))
                .map(|company| Mark::Receivership { company }),
        );
        marks
    }
}

impl Harz {
    /// What this title alone knows about a company, in short sentences for its sheet.
    pub(super) fn notes_of(&self, rules: &HarzRules, company: CompanyId) -> Vec<String> {
        let definition = &rules.definition;
        let mut notes = Vec::new();
        if let Some(mine) = rules
            .special
            .mine(company)
            .filter(|_| rules.is_mine(company))
        {
            notes.push(format!(
                "Face value {}{}; lies in {}; railways earn {} times the size of their train.",
                rules.money(mine.face),
                if mine.vor_harzer { ", Vor-Harzer" } else { "" },
                definition.map.at(mine.hex).name,
                mine.multiplier
            ));
            notes.push(self.mine_note(rules, company));
        }
        for mine in self.pits(company) {
            notes.push(self.mine_note(rules, *mine));
        }
        if let Some(concession) = rules.special.concession(company) {
            let line = self.line(company);
            if !concession.build.is_empty() {
                let parts: Vec<String> = (concession.build.iter())
                    .map(|part| {
                        let built = self.part_built(rules, company, part.hex);
                        format!(
                            "{}{}",
                            definition.map.at(part.hex).name,
                            if built { " (built)" } else { "" }
                        )
                    })
                    .collect();
                notes.push(format!(
                    "Concession route, {} in all: {}.",
                    rules.money(concession.cost),
                    parts.join(", ")
                ));
            }
            if !line.active {
                let phase = definition.phases.get(usize::from(concession.phase));
                notes.push(format!(
                    "Its concession is on offer from phase {} at the latest.",
                    phase.map_or("?", |phase| phase.name.as_str())
                ));
            }
        }
        for kept in self.reserved.iter().filter(|kept| kept.company == company) {
            notes.push(format!(
                "Tile {} is kept for it on {}.",
                definition.map.face(kept.face).id,
                definition.map.at(kept.hex).name
            ));
        }
        if self.in_receivership(company) {
            notes.push("In receivership.".into());
        }
        match self.maintenance(rules, company) {
            0 => {}
            due => notes.push(format!("Maintenance {} a turn.", rules.money(due))),
        }
        notes
    }

    /// A mine in one sentence.
    fn mine_note(&self, rules: &HarzRules, mine: CompanyId) -> String {
        let now = self.mine(mine);
        let switcher = match now.switcher {
            Some(card) => format!(" and {}", rules.definition.train(card.stack).name),
            None => String::new(),
        };
        let state = match (now.open, now.connected) {
            (false, _) => "closed",
            (true, true) => "connected",
            (true, false) => "not connected",
        };
        format!(
            "Mine {}: {state}, {}M{switcher}, produces {}.",
            rules.definition.at(mine).id,
            now.machine,
            rules.money(self.mine_revenue(rules, mine))
        )
    }
}
