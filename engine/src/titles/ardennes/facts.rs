//! What box and rules say about companies, hexes and trains, in short sentences for look-ups.

use super::{ArdRules, Ardennes};
use crate::ids::{CompanyId, HexId, KindId};
use crate::rules::{CompanyKind, TrainRun};
use crate::shared::Status;

/// `a`, `a and b`, `a, b and c`.
fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}

impl ArdRules {
    fn place(&self, hex: HexId) -> String {
        let hex = self.definition.map.at(hex);
        match &hex.place {
            Some(place) => format!("{} {place}", hex.name),
            None => hex.name.clone(),
        }
    }

    fn name(&self, company: CompanyId) -> String {
        let company = self.definition.at(company);
        match company.kind {
            CompanyKind::Minor => format!("minor {}", company.id),
            _ => company.id.clone(),
        }
    }

    /// What a hex pays and whom it serves.
    pub(crate) fn hex_facts(&self, hex: HexId) -> Vec<String> {
        let special = &self.special;
        let mut facts = Vec::new();
        for (ferry, ports) in &special.ferries {
            let harbours: Vec<String> = ports.iter().map(|port| self.place(*port)).collect();
            if *ferry == hex {
                facts.push(format!(
                    "A ferry: companies with the ferry token of {} run to it.",
                    list(&harbours, "or")
                ));
            }
        }
        for (kind, table) in [("ferry", &special.ports), ("mining", &special.mines)] {
            for (_, count) in table.iter().filter(|(at, _)| *at == hex) {
                facts.push(match count {
                    1 => format!("It has 1 {kind} token."),
                    count => format!("It has {count} {kind} tokens."),
                });
            }
        }
        let forts = special.forts.iter().filter(|fort| **fort == hex).count();
        if forts > 0 {
            facts.push(match forts {
                1 => "A fort lies here at the start.".into(),
                count => format!("{count} forts lie here at the start."),
            });
        }
        if special.fort_cities.contains(&hex) {
            facts.push(
                "Each fort of a company adds 10 if its track reaches this city, 20 if it reaches both of them."
                    .into(),
            );
        }
        for (ends, name) in [
            (&special.tee_west, "western end of an East-West TEE"),
            (&special.tee_east, "eastern end of an East-West TEE"),
            (&special.tee_north, "northern end of a North-South TEE"),
            (&special.tee_south, "southern end of a North-South TEE"),
        ] {
            if ends.contains(&hex) {
                facts.push(format!("For 4Ds the {name}."));
            }
        }
        let opens: Vec<String> = (special.qualifying.iter())
            .filter(|(_, places)| places.iter().any(|(at, _)| *at == hex))
            .map(|(company, _)| self.name(*company))
            .collect();
        if !opens.is_empty() {
            facts.push(format!(
                "A minor with a station here qualifies to open {}.",
                list(&opens, "or")
            ));
        }
        facts
    }

    /// When a train goes, and who may own it.
    pub(crate) fn train_facts(&self, kind: KindId) -> Vec<String> {
        let train = self.definition.train(kind);
        let mut facts: Vec<String> = Vec::new();
        match train.name.as_str() {
            "2" => facts.push(
                "The first 4 ends it: who has not operated in that round runs it once more, all others lose it at once."
                    .into(),
            ),
            "3" => facts.push("The first 6 or 4D ends it at once.".into()),
            "4" | "5" | "6" => facts.push(format!(
                "It never rusts. Handed in for a 4D it takes {} off the price.",
                self.definition.money.print(super::s6_8_5_money::TRADE_IN)
            )),
            _ => {}
        }
        if matches!(train.run, TrainRun::Four(_)) {
            facts.push(
                "It never rusts. Only a 10-share company may own one, and only one; a 4, 5 or 6 may be handed in."
                    .into(),
            );
        }
        let ferry = self.special.ferry_bonus.get(kind.index());
        if let Some(ferry) = ferry.filter(|bonus| **bonus > 0) {
            facts.push(format!(
                "A ferry pays it {}.",
                self.definition.money.print(*ferry)
            ));
        }
        facts
    }
}

impl Ardennes {
    /// Who may open a public company, what a minor is good for.
    pub(super) fn facts_of(&self, rules: &ArdRules, company: CompanyId) -> Vec<String> {
        let special = &rules.special;
        let money = |sums: &[i32]| {
            let sums: Vec<String> = (sums.iter())
                .map(|sum| rules.definition.money.print(*sum))
                .collect();
            list(&sums, "or")
        };
        // A station, or the home of a minor that has none yet.
        let stands = |minor: CompanyId, major: CompanyId| {
            let mut stations = self.shared.board.stations(minor).peekable();
            if stations.peek().is_some() {
                stations.any(|at| special.qualifies(major, at))
            } else {
                self.shared.company(minor).status == Status::Unopened
                    && (rules.definition.at(minor).homes.iter())
                        .any(|home| special.qualifies(major, *home))
            }
        };
        let mut facts = Vec::new();
        if self.is_minor(rules, company) {
            facts.push(format!(
                "A minor: no shares, at most 2 trains; starts at {}.",
                money(&special.minor_start)
            ));
            if special.mining_minor.0 == company {
                facts.push(format!(
                    "It starts with the mining right of {}.",
                    rules.place(special.mining_minor.1)
                ));
            }
            if !self.pc_won {
                let opens: Vec<String> = Self::majors(rules)
                    .filter(|major| stands(company, *major))
                    .map(|major| rules.name(major))
                    .collect();
                facts.push(if opens.is_empty() {
                    "With its present stations it opens no public company in the first auction."
                        .into()
                } else {
                    format!(
                        "Pledged in the first auction for public companies it opens {}.",
                        list(&opens, "or")
                    )
                });
            }
            return facts;
        }
        facts.push(format!(
            "A public company: opened by pledging a minor in an auction, from phase 3 on; starts at {}; 5 shares, 10 after converting.",
            money(&special.major_start)
        ));
        if self.shared.company(company).status != Status::Unopened {
            return facts;
        }
        if self.pc_won {
            facts.push("Any minor opens it: a public company has been won before.".into());
            return facts;
        }
        let places: Vec<String> = (special.qualifying.iter())
            .filter(|(of, _)| *of == company)
            .flat_map(|(_, places)| places.iter().map(|(hex, _)| rules.place(*hex)))
            .collect();
        facts.push(format!(
            "In the first auction only a minor with a station in {} opens it; later any minor.",
            list(&places, "or")
        ));
        let minors: Vec<String> = Self::minors(rules)
            .filter(|minor| {
                self.shared.company(*minor).status != Status::Closed && stands(*minor, company)
            })
            .map(|minor| rules.definition.at(minor).id.clone())
            .collect();
        facts.push(if minors.is_empty() {
            "No minor has one now.".into()
        } else {
            format!(
                "Minor{} {} {} one by home or station.",
                if minors.len() == 1 { "" } else { "s" },
                list(&minors, "and"),
                if minors.len() == 1 { "has" } else { "have" }
            )
        });
        facts
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Setup};

    /// The lists of ARD-12-01: minors whose base qualifies them for a public company.
    #[test]
    fn minors_that_open_a_company_from_their_base() {
        let game = Game::new(Setup::new("18ardennes", 4)).unwrap();
        let definition = game.definition();
        for (company, minors) in [
            ("BY", "Minors 4, 5, 7 and 15 have one by home or station."),
            ("N", "Minors 6 and 8 have one by home or station."),
            ("E", "Minors 5, 7, 9 and 12 have one by home or station."),
            ("NL", "Minors 1, 2, 3 and 13 have one by home or station."),
            ("BE", "Minors 3, 6, 13 and 14 have one by home or station."),
            ("P", "Minors 3, 10, 11 and 15 have one by home or station."),
        ] {
            let facts = game.company_facts(definition.company(company).unwrap());
            assert!(
                facts.iter().any(|fact| fact == minors),
                "{company}: {facts:?}"
            );
        }
        let facts = game.company_facts(definition.company("3").unwrap());
        let opens = facts.iter().any(|fact| {
            let rest =
                fact.strip_prefix("Pledged in the first auction for public companies it opens ");
            rest.is_some_and(|rest| {
                let mut names: Vec<&str> = rest
                    .trim_end_matches('.')
                    .split([',', ' '])
                    .filter(|word| !word.is_empty() && *word != "or")
                    .collect();
                names.sort_unstable();
                names == ["BE", "NL", "P"]
            })
        });
        assert!(opens, "{facts:?}");
    }

    /// Every company, hex and train has words that end as sentences do.
    #[test]
    fn facts_are_sentences() {
        for (title, _) in crate::game::titles() {
            let game = Game::new(Setup::new(title, 4)).unwrap();
            let definition = game.definition();
            let companies = definition.company_ids();
            let mut facts: Vec<String> = companies.flat_map(|id| game.company_facts(id)).collect();
            let hexes = definition.map.hex_ids();
            facts.extend(hexes.flat_map(|hex| game.hex_facts(hex)));
            let kinds = (0..definition.trains.len()).map(crate::ids::KindId::from);
            facts.extend(kinds.flat_map(|kind| game.train_facts(kind)));
            assert!(facts.len() > 40);
            for fact in facts {
                assert!(fact.ends_with('.') && fact.len() > 12, "{fact}");
            }
        }
    }
}
