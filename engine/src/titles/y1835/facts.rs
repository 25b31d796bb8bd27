//! What box and rules say about companies, hexes and trains, in short sentences for look-ups.

use super::special::{BB, HB, LD, NF, OBB, PFB};
use super::xii_phases::SCRAPS;
use super::{Y35Rules, Y1835};
use crate::action::Lot;
use crate::finance::Holder;
use crate::ids::{CompanyId, HexId, KindId};
use crate::rules::TrainRun;
use crate::shared::Status;

impl Y35Rules {
    /// Whom a hex serves, and what is special about it.
    pub(crate) fn hex_facts(&self, hex: HexId) -> Vec<String> {
        let special = &self.special;
        let private = |index: usize| {
            let private = special.privates[index];
            self.definition.private_at(private).id.clone()
        };
        let mut facts = Vec::new();
        if hex == special.nuremberg {
            facts.push(format!(
                "The owner of {} may place a station here, free and without connection, in the turn of a company that he directs.",
                private(NF)
            ));
        }
        if special.east.contains(&hex) {
            facts.push(format!(
                "The owner of {} may lay a tile here, free and without connection, in the turn of a company that he directs; one of its hexes a round.",
                private(OBB)
            ));
        }
        if hex == special.mannheim {
            facts.push(format!(
                "The owner of {} may lay a tile and place a station here, free and without connection, in the turn of a company that he directs; the station only after that of {}.",
                private(PFB),
                self.id(special.badish)
            ));
            facts.push(format!(
                "Home of {}: its director chooses one of the two stations.",
                self.id(special.badish)
            ));
        }
        let (closed, open_in) = &special.closed_offboard;
        if closed.contains(&hex) {
            facts.push(format!(
                "Open in phase {open_in} only; both hexes of it are one place."
            ));
        }
        if special.two_visits.contains(&hex) {
            facts.push("A train may visit it twice in one run until its tile is brown.".into());
        }
        if special.one_visit.contains(&hex) {
            facts.push("Its stations are one town: a train visits it once.".into());
        }
        let (tile, _) = special.ferry_tile;
        if self.definition.map.hex("C11") == Some(hex) {
            facts.push(format!(
                "On the brown tile {} a train that crosses the Elbe by ferry earns {} less.",
                self.definition.map.face(tile).id,
                self.money(special.ferry_toll)
            ));
        }
        facts
    }

    /// When a train goes, and what the first of its kind brings.
    pub(crate) fn train_facts(&self, kind: KindId) -> Vec<String> {
        let train = self.definition.train(kind);
        let mut facts = Vec::new();
        facts.push(match train.run {
            TrainRun::Plus(large, small) => format!(
                "It counts {large} large and {small} small stations; a small one may take the place of a large one."
            ),
            TrainRun::Stops(all) => {
                format!("It counts {all} stations, large or small, and passes none.")
            }
            _ => "It does not run.".to_string(),
        });
        facts.push(match SCRAPS.iter().find(|(_, old)| *old == train.name) {
            Some((new, _)) => format!("The first {new} scraps it."),
            None => "It is never scrapped.".to_string(),
        });
        let (_, may, must, three) = self.special.phases;
        let phase = (self.definition.phases.iter())
            .position(|phase| phase.on_trains.contains(&train.name))
            .map(|phase| phase as u8);
        let prussian = self.id(self.special.prussian);
        if phase == Some(may) {
            facts.push(format!(
                "From the first one on the owner of {} may open {prussian}.",
                self.id(self.special.opener)
            ));
        } else if phase == Some(must) {
            facts.push(format!("The first one opens {prussian}."));
        } else if phase == Some(three) {
            facts.push(format!(
                "The first one closes the privates; what is left of the minors becomes shares of {prussian}."
            ));
        }
        facts
    }
}

impl Y1835 {
    /// What a company is worth in the game: home, start, exchange.
    pub(super) fn facts_of(&self, rules: &Y35Rules, company: CompanyId) -> Vec<String> {
        let special = &rules.special;
        let prussian = rules.id(special.prussian);
        let percent = |lot: Lot| {
            special
                .prussian_units(lot)
                .map(|units| u16::from(units) * 5)
        };
        let mut facts = Vec::new();
        if rules.is_minor(company) {
            if let Some(item) = special.item(Lot::Company(company)) {
                facts.push(format!(
                    "A minor: costs {}, which is its capital. Half of what it earns goes to its owner, half to its treasury.",
                    rules.money(item.price)
                ));
            }
            if let Some(percent) = percent(Lot::Company(company)) {
                facts.push(format!("It becomes {percent}% of {prussian}."));
            }
            if company == special.opener {
                facts.push(format!(
                    "Its owner opens {prussian}, from the first 4 on, and gets the director\u{2019}s share."
                ));
            }
            return facts;
        }
        if let Some(release) = special.release(company) {
            facts.push(format!(
                "A share company of group {}; a new 10% share costs {}.",
                release.group,
                rules.money(release.price)
            ));
        }
        if company == special.prussian {
            let opener = rules.id(special.opener);
            facts.push(format!(
                "Opened by the owner of {opener} from the first 4 on, by the first 4+4 at the latest."
            ));
            let mut given: Vec<String> = Vec::new();
            for &(lot, units) in &special.exchange {
                given.push(format!(
                    "{} {}%",
                    match lot {
                        Lot::Company(id) => rules.id(id).to_string(),
                        Lot::Private(id) => rules.definition.private_at(id).id.clone(),
                    },
                    u16::from(units) * 5
                ));
            }
            facts.push(format!("Its shares are given for: {}.", given.join(", ")));
        } else if self.shared.company(company).status == Status::Unopened {
            let sold = 100
                - 5 * u16::from((self.shared).units(&rules.definition, company, Holder::Initial));
            facts.push(format!(
                "It floats with half of its shares sold; {sold}% are sold now."
            ));
        }
        if let Some(&(after, units, _)) =
            (special.openings.iter()).find(|(_, _, opens)| *opens == company)
        {
            facts.push(format!(
                "Its shares come on sale when {}% of {} are sold.",
                u16::from(units) * 5,
                rules.id(after)
            ));
        }
        let with: Vec<&str> = (special.packet.iter().flatten())
            .filter(|item| item.with == Some(company))
            .map(|item| match item.lot {
                Lot::Private(id) => rules.definition.private_at(id).id.as_str(),
                Lot::Company(id) => rules.id(id),
            })
            .collect();
        if !with.is_empty() {
            facts.push(format!(
                "Shares of it come with {} in the start packet.",
                with.join(", ")
            ));
        }
        if company == special.saxon {
            facts.push(format!(
                "Its first train closes {}.",
                rules.definition.private_at(special.privates[LD]).id
            ));
        }
        if company == special.prussian {
            let names: Vec<&str> = [BB, HB]
                .iter()
                .map(|&index| {
                    rules
                        .definition
                        .private_at(special.privates[index])
                        .id
                        .as_str()
                })
                .collect();
            facts.push(format!(
                "{} can be exchanged until the first 5; then they must.",
                names.join(" and ")
            ));
        }
        facts.push(format!(
            "Each station after the first costs {} for every hex of distance from its home.",
            rules.money(special.token_price)
        ));
        facts
    }
}
