//! What box and rules say about companies, hexes and trains, in short sentences for look-ups.

use super::{Harz, HarzRules};
use crate::ids::{CompanyId, HexId, KindId};
use crate::rules::{CompanyKind, TrainRun};

/// `1M 40, 2M 60`: what each size brings, from a size on; sizes that bring nothing are left out.
fn by_size(rules: &HarzRules, sums: &[i32; 5], letter: char) -> String {
    let parts: Vec<String> = (1..)
        .zip(sums)
        .filter(|(_, sum)| **sum > 0)
        .map(|(size, sum)| format!("{size}{letter} {}", rules.money(*sum)))
        .collect();
    parts.join(", ")
}

impl HarzRules {
    fn phase(&self, index: u8) -> &str {
        (self.definition.phases.get(usize::from(index))).map_or("?", |phase| phase.name.as_str())
    }

    /// What lies in a hex, and whose route leads over it.
    pub(crate) fn hex_facts(&self, hex: HexId) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some(mine) = self.special.mine_in(hex) {
            let id = &self.definition.at(mine.company).id;
            facts.push(format!(
                "Mine {id}: a train earns {} times its size here; face value {}.",
                mine.multiplier,
                self.money(mine.face)
            ));
            if mine.connected_at_start {
                facts.push(
                    "State railway track lies here: the mine is connected from the start.".into(),
                );
            }
        }
        if let Some(plant) = self.special.plant_in(hex) {
            facts.push(format!(
                "Plant {}: {}, worth {}.",
                plant.abbreviation,
                plant.name,
                self.money(plant.value)
            ));
        }
        for concession in &self.special.concessions {
            let company = &self.definition.at(concession.company).id;
            if let Some(part) = concession.build.iter().find(|part| part.hex == hex) {
                let tile = &self.definition.map.face(part.face).id;
                let cost = match part.cost {
                    0 => "at no cost".to_string(),
                    cost => format!("for {}", self.money(cost)),
                };
                facts.push(format!(
                    "{company} must build here for its concession route: tile {tile}, {cost}."
                ));
            } else if concession.routes.iter().flatten().any(|at| *at == hex) {
                facts.push(format!("The concession route of {company} leads over it."));
            }
        }
        if self.special.local.1 == hex {
            let company = &self.definition.at(self.special.local.0).id;
            facts.push(format!(
                "The built-in local train of {company} earns its value."
            ));
        }
        facts
    }

    /// What a train, machine or switcher costs to keep, and what ends it.
    pub(crate) fn train_facts(&self, kind: KindId) -> Vec<String> {
        let upkeep = |pick: &dyn Fn(&super::Upkeep) -> i32| {
            let mut parts: Vec<String> = Vec::new();
            let mut before = 0;
            for (phase, table) in (0u8..).zip(&self.special.upkeep) {
                let sum = pick(table);
                if sum != before {
                    parts.push(format!(
                        "{} from phase {} on",
                        self.money(sum),
                        self.phase(phase)
                    ));
                }
                before = sum;
            }
            if parts.is_empty() {
                "Nothing rusts; it never costs maintenance.".to_string()
            } else {
                format!(
                    "Nothing rusts, but it costs maintenance: {}.",
                    parts.join(", ")
                )
            }
        };
        let of = |table: &[i32; 5], size: u8| {
            let index = usize::from(size).saturating_sub(1);
            table.get(index).copied().unwrap_or(0)
        };
        match self.definition.train(kind).run {
            TrainRun::Runs(size) => vec![
                upkeep(&|table| of(&table.train, size)),
                "A railway keeps one standard train at least; it may scrap or sell the others."
                    .into(),
            ],
            TrainRun::Machine(size) => vec![
                upkeep(&|table| of(&table.machine, size)),
                "For mines; it takes the place of a smaller one and is never given up otherwise."
                    .into(),
            ],
            TrainRun::Switcher(size) => {
                let phases: Vec<&str> = (0u8..)
                    .zip(&self.special.switchers)
                    .filter(|(_, on_offer)| **on_offer == size)
                    .map(|(phase, _)| self.phase(phase))
                    .collect();
                vec![
                    upkeep(&|table| of(&table.switcher, size)),
                    format!("On offer in phase {}.", phases.join(" and ")),
                ]
            }
            TrainRun::Diesel => vec![
                "On offer from the first set of three operating rounds that begins in phase 5."
                    .into(),
                "It costs no maintenance; one for each railway; it is never scrapped.".into(),
            ],
            _ => Vec::new(),
        }
    }
}

impl Harz {
    /// What a company can, who may form it, and its printed figures.
    pub(super) fn facts_of(&self, rules: &HarzRules, company: CompanyId) -> Vec<String> {
        let special = &rules.special;
        let mut facts = Vec::new();
        match rules.kind(company) {
            CompanyKind::Mine => {
                if let Some(mine) = special.mine(company) {
                    facts.push(format!(
                        "Produces by its machine: {}; a switcher adds {}. Unconnected {}.",
                        by_size(rules, &mine.machine, 'M'),
                        by_size(rules, &mine.switcher, 'S'),
                        rules.money(mine.base)
                    ));
                    let works = rules.name(special.works.0);
                    if special.works.1 == company {
                        facts.push(format!(
                            "In the first stock round its owner alone may form {works}, with this mine and another."
                        ));
                    } else if mine.vor_harzer {
                        facts.push(format!("A Vor-Harzer mine: {works} may take it."));
                    } else {
                        facts.push(format!("No Vor-Harzer mine: {works} may not take it."));
                    }
                    if mine.connected_at_start {
                        facts.push("Connected with the state railway from the start.".into());
                    }
                }
            }
            CompanyKind::PublicMine => {
                facts.push("A public mining company: formed from two mines in a stock round.".into());
                if special.works.0 == company {
                    facts.push(format!(
                        "It takes Vor-Harzer mines only: {}.",
                        self.listed(rules, |mine| mine.vor_harzer)
                    ));
                    facts.push(format!(
                        "In the first stock round only the owner of mine {} forms it, with that mine; later any owner of a Vor-Harzer mine.",
                        rules.definition.at(special.works.1).id
                    ));
                    facts.push(format!(
                        "Every production of its earns {} more.",
                        rules.money(special.works.2)
                    ));
                } else {
                    facts.push("From the second stock round on.".into());
                }
            }
            CompanyKind::External => facts.push(format!(
                "Nobody directs it. Its value starts at {}; the pool takes any number of its shares; it pays no maintenance.",
                rules.money(special.external_start)
            )),
            _ => self.railway_facts(rules, company, &mut facts),
        }
        facts
    }

    fn listed(&self, rules: &HarzRules, which: impl Fn(&super::MineDef) -> bool) -> String {
        let ids: Vec<&str> = (rules.special.mines.iter())
            .filter(|mine| which(mine))
            .map(|mine| rules.definition.at(mine.company).id.as_str())
            .collect();
        ids.join(", ")
    }

    fn railway_facts(&self, rules: &HarzRules, company: CompanyId, facts: &mut Vec<String>) {
        let special = &rules.special;
        let Some(concession) = special.concession(company) else {
            return;
        };
        let early = concession.early_phase.map_or(String::new(), |phase| {
            format!(
                ", from phase {} once another has built on its route",
                rules.phase(phase)
            )
        });
        facts.push(format!(
            "Its concession is auctioned from phase {} on{early}.",
            rules.phase(concession.phase)
        ));
        let prices: Vec<String> = (special.start_prices.iter())
            .map(|price| rules.money(*price))
            .collect();
        facts.push(format!(
            "The owner of the concession forms it at {}.",
            prices.join(", ")
        ));
        if special.two_routes == company {
            facts.push(
                "It has two concession routes; its compulsory train is of size 2 or more.".into(),
            );
        }
        if special.local.0 == company {
            facts.push(format!(
                "It has no concession route, but a built-in local train: it earns the value of {}, costs no maintenance and is never sold.",
                rules.definition.map.at(special.local.1).name
            ));
        }
        facts.push(match concession.more_tokens {
            1 => "1 more station comes with its 10% shares.".into(),
            more => format!("{more} more stations come with its 10% shares."),
        });
    }
}
