//! What can be seen of a position: runs, notes, worth, limits, order.

use super::{Game, Position, SEARCH_BUDGET};
use crate::action::{Action, By, Run};
use crate::ids::{CompanyId, Seat, StopRef};
use crate::network::{Optimum, RunSums, stops_of};
use crate::rejection::Rejection;
use crate::titles::ardennes::ArdRules;
use crate::titles::harzbahn::HarzRules;
use crate::titles::y1826::Rules as Rules1826;
use crate::titles::y1835::Y35Rules;
use crate::titles::{Mark, PacketItem, Raise, Title};

impl Game {
    /// The best runs of the company that is to run now; `None` if none is.
    pub fn best_runs(&self) -> Option<Optimum> {
        let company = self.asks().first().and_then(|ask| ask.company)?;
        self.best_runs_of(company)
    }

    /// The best runs that the company's trains could make on the present map.
    pub fn best_runs_of(&self, company: CompanyId) -> Option<Optimum> {
        each!(&self.position, |rules, state| state.best_runs(
            rules,
            company,
            None,
            SEARCH_BUDGET
        ))
    }

    /// Other runs that the company in turn may make in place of the best: for each hex where those stop the best ones
    /// that stay away from it, as far as the rules allow them. Dearest first, each once.
    pub fn other_runs(&self, best: &Optimum) -> Vec<Optimum> {
        let Some(company) = self.asks().first().and_then(|ask| ask.company) else {
            return Vec::new();
        };
        let mut found: Vec<Optimum> = Vec::new();
        for hex in stops_of(&best.runs) {
            let other = each!(&self.position, |rules, state| state.best_runs(
                rules,
                company,
                Some(hex),
                SEARCH_BUDGET / 20
            ));
            let Some(other) = other.filter(|other| {
                other.runs != best.runs && found.iter().all(|known| known.runs != other.runs)
            }) else {
                continue;
            };
            let action = Action::Run(other.runs.clone());
            let allowed = each!(&self.position, |rules, state| {
                self.asks().first().is_some_and(|ask| {
                    state.plan(rules, By::Seat(ask.seat), &action).is_ok()
                        && state.demand(rules, &action).is_ok()
                })
            });
            if allowed {
                found.push(other);
            }
        }
        found.sort_by_key(|other| std::cmp::Reverse(other.total));
        found
    }

    /// Runs of the company as they are carried out: every stop named, the best cities marked where a train scores only
    /// some. Only their way is judged.
    ///
    /// # Errors
    /// The first step that is no way.
    pub fn whole_runs(&self, company: CompanyId, runs: &[Run]) -> Result<Vec<Run>, Rejection> {
        each!(&self.position, |rules, state| state
            .whole_runs(rules, company, runs))
    }

    /// The sum of the company's runs on the present map, worked out.
    ///
    /// # Errors
    /// The first rule that the runs break; whether they are the best is not asked.
    pub fn run_sums(&self, company: CompanyId, runs: &[Run]) -> Result<RunSums, Rejection> {
        each!(&self.position, |rules, state| state
            .sums(rules, company, runs))
    }

    /// Stops that the company's track reaches now, in the order of the map.
    pub fn reached(&self, company: CompanyId) -> Vec<StopRef> {
        each!(&self.position, |rules, state| state.reached(rules, company))
    }

    /// Marks on the map that only some titles have.
    pub fn marks(&self) -> Vec<Mark> {
        each!(&self.position, |rules, state| state.marks(rules))
    }

    /// Short texts of the title in hexes, such as what a ferry pays.
    pub fn hex_notes(&self) -> Vec<(crate::ids::HexId, String)> {
        each!(&self.position, |rules, _state| rules.hex_notes())
    }

    /// How to read the title's marks on the map, in short sentences.
    pub fn map_notes(&self) -> &'static [&'static str] {
        each!(&self.position, |rules, _state| rules.map_notes())
    }

    /// What only the title knows about a company as it stands, in short sentences.
    pub fn company_notes(&self, company: CompanyId) -> Vec<String> {
        each!(&self.position, |rules, state| state
            .company_notes(rules, company))
    }

    /// What the title's box and rules say about a company, in short sentences: abilities, who may open it.
    pub fn company_facts(&self, company: CompanyId) -> Vec<String> {
        each!(&self.position, |rules, state| state
            .company_facts(rules, company))
    }

    /// What the title's rules say about a hex, in short sentences: what it pays, whom it serves.
    pub fn hex_facts(&self, hex: crate::ids::HexId) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.hex_facts(hex))
    }

    /// What the title's rules say about a kind of train, in short sentences: when it goes, what it costs, who may own
    /// it.
    pub fn train_facts(&self, kind: crate::ids::KindId) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.train_facts(kind))
    }

    /// The start packet, row by row with what is sold; no rows where the title has none.
    pub fn packet(&self) -> Vec<Vec<PacketItem>> {
        each!(&self.position, |rules, state| Title::packet(state, rules))
    }

    /// What a player could raise now: his cash and all that he may sell, in a stock turn or for the train that his
    /// company must buy.
    pub fn raise(&self, seat: Seat) -> Raise {
        each!(&self.position, |rules, state| state.raise(rules, seat))
    }

    /// What moves a price, in short lines.
    pub fn market_notes(&self) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.market_notes())
    }

    /// What happens when a phase begins, by phase.
    pub fn phase_notes(&self) -> Vec<String> {
        each!(&self.position, |rules, _state| rules.phase_notes())
    }

    /// A player's worth as in the final score, in the title's currency.
    pub fn worth(&self, seat: Seat) -> i32 {
        each!(&self.position, |rules, state| state.worth(rules, seat))
    }

    /// Seats by worth, best first; equal worth shares the rank (from 1) unless the title breaks the tie.
    pub fn ranking(&self) -> Vec<(u8, Seat, i32)> {
        let tie = |seat| each!(&self.position, |_rules, state| state.tie_break(seat));
        let mut worths: Vec<(Seat, (i32, i32))> = self
            .seats()
            .map(|seat| (seat, (self.worth(seat), tie(seat))))
            .collect();
        worths.sort_by_key(|(seat, worth)| (std::cmp::Reverse(*worth), *seat));
        let ranks: Vec<u8> = worths
            .iter()
            .map(|(_, worth)| 1 + worths.iter().filter(|(_, other)| other > worth).count() as u8)
            .collect();
        worths
            .into_iter()
            .zip(ranks)
            .map(|((seat, (worth, _)), rank)| (rank, seat, worth))
            .collect()
    }

    /// Every seat.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..usize::from(self.setup.players)).map(Seat::from)
    }

    /// Certificates that count for the seat, and the limit.
    pub fn certificates(&self, seat: Seat) -> (u8, u8) {
        each!(&self.position, |rules, state| state
            .certificates(rules, seat))
    }

    /// How many trains the company may own now.
    pub fn train_limit(&self, company: CompanyId) -> u8 {
        each!(&self.position, |rules, state| state
            .train_limit(rules, company))
    }

    /// Companies in the order in which they would operate now.
    pub fn operating_order(&self) -> Vec<CompanyId> {
        each!(&self.position, |rules, state| state.operating_order(rules))
    }

    /// The round as players name it: `SR 3`, `OR 3.2`.
    pub fn round_name(&self) -> String {
        each!(&self.position, |_rules, state| state.round_name())
    }

    /// Name of the phase.
    pub fn phase_name(&self) -> &str {
        self.definition()
            .phases
            .get(usize::from(self.shared().phase))
            .map_or("", |phase| phase.name.as_str())
    }
}
