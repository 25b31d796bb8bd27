//! What box and rules say about companies, hexes and trains, in short sentences for look-ups.

use super::{Rules, Y1826};
use crate::board::{Revenue, StopKind};
use crate::ids::{CompanyId, HexId, KindId};
use crate::rules::TrainRun;
use crate::shared::Status;

/// `a`, `a and b`, `a, b and c`.
fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., tail] => format!("{} and {tail}", head.join(", ")),
    }
}

impl Rules {
    fn place(&self, hex: HexId) -> String {
        let hex = self.definition.map.at(hex);
        match &hex.place {
            Some(place) => format!("{place} ({})", hex.name),
            None => hex.name.clone(),
        }
    }

    /// What a hex pays and whom it serves.
    pub(crate) fn hex_facts(&self, hex: HexId) -> Vec<String> {
        let special = &self.special;
        let map = &self.definition.map;
        let mut facts = Vec::new();
        if hex == special.paris {
            facts.push(
                "Paris: routes end here, none runs through; its circles are one city.".into(),
            );
        }
        let destined: Vec<String> = self
            .definition
            .company_ids()
            .filter(|&company| special.destination(company) == Some(hex))
            .map(|company| self.id(company).to_string())
            .collect();
        if !destined.is_empty() {
            facts.push(format!("Destination of {}.", list(&destined)));
        }
        for &(at, company) in &special.guarded {
            if at == hex {
                facts.push(format!(
                    "Reserved beside Paris: its first tile needs the consent of the president of {}, and nobody lays it while that company has not floated.",
                    self.id(company)
                ));
            }
        }
        if special.zone.contains(&hex) {
            let belgian = self.id(special.belgian);
            facts.push(if special.zone_exceptions.contains(&hex) {
                format!("In the zone of {belgian}; others may upgrade it and place stations here before that company has operated.")
            } else {
                format!("In the zone of {belgian}: others lay track here only after that company has operated.")
            });
        }
        for rule in &special.places {
            let tile = &map.face(rule.face).id;
            if rule.only.contains(&hex) {
                facts.push(format!("Tile {tile} fits here."));
            } else if rule.not.contains(&hex) {
                facts.push(format!("Tile {tile} does not fit here."));
            }
        }
        for (at, face) in &special.no_upgrade {
            if *at == hex {
                facts.push(format!("Tile {} is not upgraded here.", map.face(*face).id));
            }
        }
        if map.at(hex).terrain.as_deref() == Some("river") {
            let bridge = &self.definition.private_at(special.bridge).name;
            facts.push(format!("River: {bridge} pays for its first tile."));
        }
        for stop in &map.face(map.at(hex).printed).stops {
            if let (StopKind::Offboard, Revenue::ByPhase(_)) = (stop.kind, &stop.revenue) {
                let value = |phase: &str| self.money(stop.revenue.at(phase));
                facts.push(format!(
                    "Off the map, routes end here: {} in phases 2H to 6H, {} in 10H, {} in E, {} in TGV.",
                    value("6H"),
                    value("10H"),
                    value("E"),
                    value("TGV")
                ));
            }
        }
        facts
    }

    /// How a train runs and when it goes.
    pub(crate) fn train_facts(&self, kind: KindId) -> Vec<String> {
        let train = self.definition.train(kind);
        let mut facts: Vec<String> = Vec::new();
        match train.run {
            TrainRun::Hexes(hexes) => facts.push(format!(
                "It covers up to {hexes} hexes besides the first; every city, town and off-map place on the way pays."
            )),
            TrainRun::Reach(places) if train.name == "TGV" => facts.push(format!(
                "It reaches {places} cities or off-map places and is paid twice; towns neither pay nor count. It may use track of the company's other trains; a company owns one at most."
            )),
            TrainRun::Reach(_) => {
                let table = &self.special.reach_by_number;
                let reach: Vec<String> = (1..)
                    .zip(table)
                    .map(|(owned, places)| format!("{places} with {owned} owned"))
                    .collect();
                facts.push(format!(
                    "It reaches cities and off-map places by the number of E trains that companies own: {}; it is paid twice. Towns neither pay nor count.",
                    list(&reach)
                ));
                facts.push(format!(
                    "From the first TGV on it reaches {} and is paid once.",
                    self.special.reach_after_tgv
                ));
            }
            _ => {}
        }
        facts.push(match train.name.as_str() {
            "2H" => "The first 6H ends it.".into(),
            "4H" => "The first 10H ends it.".into(),
            "6H" => "The first E ends it.".into(),
            _ => "Nothing ends it.".into(),
        });
        if kind == self.special.supply.0 {
            facts.push(
                "How many there are is settled when the first is bought: 5 with ten or more companies in or for play, 4 with nine, 3 with eight, 2 with fewer."
                    .into(),
            );
        }
        facts
    }
}

impl Y1826 {
    /// Home, destination, shares, how it starts.
    pub(super) fn facts_of(&self, rules: &Rules, company: CompanyId) -> Vec<String> {
        let special = &rules.special;
        let mut facts = Vec::new();
        if company == special.etat.company {
            facts.push("It forms when the first 6H is bought, if two or more companies that have operated own no train; those merge into it, two shares for one. It may not form later.".into());
            facts.push("Ten shares of 10%, the president's certificate is one of them; it may own one train more than others.".into());
            return facts;
        }
        if company == special.sncf.company {
            facts.push("It forms when the first 10H, or else the first E, is bought, if two or more companies that have operated own no train; those merge into it, two shares for one.".into());
            facts.push(format!(
                "Ten shares of 10%, the president's certificate is one of them; {} bonds of 100 that pay 10 each operating round.",
                special.bonds
            ));
            facts.push("In its first operating round it lays one tile and trades trains at face value only.".into());
            return facts;
        }
        for &(private, with, director) in &special.comes_with {
            if with == company {
                facts.push(format!(
                    "{} {} comes with the private company {}, which closes when {} buys its first train.",
                    if director { "Its president's certificate" } else { "One share" },
                    if director { "of two shares" } else { "of 10%" },
                    rules.definition.private_at(private).name,
                    rules.id(company)
                ));
            }
        }
        if let Some(hex) = special.destination(company) {
            facts.push(format!(
                "Five shares of 20% until a route of any length joins its home with {}: then it may convert to ten of 10%. Floating in phase 6H or later it has ten from the start.",
                rules.place(hex)
            ));
        } else if special.ten_share.contains(&company) {
            facts.push("Ten shares of 10% from the start, no destination; it never merges.".into());
        }
        if !self.is_floated(company) && self.shared.company(company).status != Status::Closed {
            facts.push("It floats when players hold half of its shares: then it gets its money, tokens and home station.".into());
        }
        for &(hex, owner) in &special.guarded {
            if owner == company {
                facts.push(format!(
                    "Its president must agree to the first tile on {}.",
                    rules.place(hex)
                ));
            }
        }
        facts
    }
}
