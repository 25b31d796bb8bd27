//! The story: events as short sentences that players like.
//!
//! Every sentence comes from typed events; what one event says already (a sale names its sum) is not said again by
//! the payments and papers that belong to it.

mod holdings;
mod money;
mod names;
mod parts;
#[cfg(test)]
mod tests;

pub use names::{Names, company as company_name, hex as hex_name, part};

use parts::loans;

use engine::Definition;
use engine::action::{Payout, Source};
use engine::event::{Event, RoundKind};
use engine::ids::CompanyId;

/// The sentences of an entry's events.
pub fn narrate(definition: &Definition, names: &Names, events: &[Event]) -> Vec<String> {
    let teller = Teller {
        definition,
        names,
        events,
    };
    let mut lines: Vec<String> = events
        .iter()
        .filter_map(|event| teller.tell(event))
        .collect();
    lines.extend(teller.dividends());
    lines
}

pub(crate) struct Teller<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) names: &'a Names,
    pub(crate) events: &'a [Event],
}

impl Teller<'_> {
    fn tell(&self, event: &Event) -> Option<String> {
        let sum = |sum: i32| self.definition.money.print(sum);
        Some(match event {
            Event::Paid {
                from,
                to,
                sum,
                cause,
            } => return self.paid(*from, *to, *sum, *cause),
            Event::PaperMoved { paper, from, to } => return self.paper(*paper, *from, *to),
            Event::MarkerMoved { company, from, to } => {
                let price = |cell| sum(self.definition.chart.price(cell));
                match (from, to) {
                    (Some(from), Some(to)) => {
                        format!(
                            "{}: price {} → {}",
                            self.co(*company),
                            price(*from),
                            price(*to)
                        )
                    }
                    (None, Some(_)) if self.starts(*company) => return None,
                    (None, Some(to)) => format!("{}: price {}", self.co(*company), price(*to)),
                    (Some(_) | None, None) => {
                        format!("{} leaves the stock market", self.co(*company))
                    }
                }
            }
            Event::TileLaid {
                company,
                hex,
                face,
                rot,
                cost,
            } => format!(
                "{} lays tile {} (turning {rot}) on {}{}",
                self.co(*company),
                self.definition.map.face(*face).id,
                self.hex(*hex),
                self.cost(*cost)
            ),
            Event::TokenPlaced { company, at, cost } => format!(
                "{} places a station in {}{}",
                self.co(*company),
                self.stop(*at),
                self.cost(*cost)
            ),
            Event::TokenRemoved { company, at } => {
                format!("{}'s station leaves {}", self.co(*company), self.stop(*at))
            }
            Event::TokenReplaced { company, old, at } => format!(
                "{}'s station takes the place of {}'s in {}",
                self.co(*company),
                self.co(*old),
                self.stop(*at)
            ),
            Event::BonusClaimed { company, at, bonus } => {
                format!(
                    "{} gains the {} in {}",
                    self.co(*company),
                    bonus.name(),
                    self.stop(*at)
                )
            }
            Event::BonusPlaced { at, bonus } => {
                format!("A {} token lies in {}", bonus.name(), self.stop(*at))
            }
            Event::FortTaken { company, hex } => {
                format!("{} takes the fort of {}", self.co(*company), self.hex(*hex))
            }
            Event::FortsGone { count } => match count {
                1 => "1 fort leaves the game".into(),
                count => format!("{count} forts leave the game"),
            },
            Event::TrainMoved {
                train,
                kind,
                from,
                to,
            } => {
                return self.train(*train, *kind, *from, *to);
            }
            Event::TrainsRusted { kind } => {
                format!(
                    "The {} trains are obsolete",
                    self.definition.train(*kind).name
                )
            }
            Event::PhaseBegan { phase } => {
                let name = self
                    .definition
                    .phases
                    .get(usize::from(*phase))
                    .map(|phase| phase.name.as_str());
                format!("**Phase {} begins**", name.unwrap_or("?"))
            }
            Event::BidMade { seat, lot, amount } => {
                format!(
                    "{} bids {} for {}",
                    self.names.seat(*seat),
                    sum(*amount),
                    self.lot(*lot)
                )
            }
            Event::LotWon { seat, lot, amount } => {
                // Of a director's certificate its own line tells.
                if self.bought(*lot) {
                    return None;
                }
                let takes = if self.at_its_price(*seat) {
                    "buys"
                } else {
                    "wins"
                };
                format!(
                    "{} {takes} {} for {}",
                    self.names.seat(*seat),
                    self.lot(*lot),
                    sum(*amount)
                )
            }
            Event::PremiumBid { seat, amount } => format!(
                "{} bids a start premium of {}",
                self.names.seat(*seat),
                sum(*amount)
            ),
            Event::PremiumSet { amount } => format!("The start premium is {}", sum(*amount)),
            Event::MineConnected { mine } => {
                format!("{} is connected with the state railway", self.co(*mine))
            }
            Event::MachinePlaced { mine, size } => format!("{} has a {size}M", self.co(*mine)),
            Event::SwitcherPlaced { mine, train } => format!(
                "{} has a {}",
                self.co(*mine),
                self.definition.train(train.stack).name
            ),
            Event::MineClosed { mine } => format!("**{} closes**", self.co(*mine)),
            Event::MineJoined { mine, company } => {
                format!("{} belongs to {} now", self.co(*mine), self.co(*company))
            }
            Event::Produced {
                company,
                revenue,
                maintenance: 0,
            } => format!("{} earns {}", self.co(*company), sum(*revenue)),
            Event::Produced {
                company,
                revenue,
                maintenance,
            } => format!(
                "{} earns {}, maintenance is {}",
                self.co(*company),
                sum(*revenue),
                sum(*maintenance)
            ),
            Event::ConcessionActive { company } => {
                format!(
                    "**The concession of {} is on offer now**",
                    self.co(*company)
                )
            }
            Event::RightLost { company, seat } => format!(
                "{} loses his right to {}",
                self.names.seat(*seat),
                self.co(*company)
            ),
            Event::Floated { company } => format!("**{} floats**", self.co(*company)),
            Event::TileReserved { company, hex, face } => format!(
                "Tile {} is kept for {} on {}",
                self.definition.map.face(*face).id,
                self.co(*company),
                self.hex(*hex)
            ),
            Event::StationTurned {
                company,
                at,
                active,
            } => format!(
                "{}'s station in {} is {} now",
                self.co(*company),
                self.stop(*at),
                if *active { "active" } else { "inactive" }
            ),
            Event::Insolvent { company } => {
                format!("**{} is insolvent and in receivership**", self.co(*company))
            }
            Event::Released { company, seat } => format!(
                "**{} leads {} out of receivership**",
                self.names.seat(*seat),
                self.co(*company)
            ),
            Event::ChartEnd { company } => format!(
                "**{} has reached the end of the stock market: this round is the last**",
                self.co(*company)
            ),
            Event::Passed { seat } => format!("{} passes", self.names.seat(*seat)),
            Event::CompanyStarted {
                company,
                seat,
                price,
            } => format!(
                "**{} starts {} at {}**",
                self.names.seat(*seat),
                self.co(*company),
                sum(*price)
            ),
            Event::CompanyClosed { company } => format!("**{} closes**", self.co(*company)),
            Event::Converted { company } => format!("{} has ten shares now", self.co(*company)),
            Event::DirectorChanged { company, to, .. } => match to {
                Some(_) if self.starts(*company) => return None,
                Some(seat) => format!(
                    "{} is president of {} now",
                    self.names.seat(*seat),
                    self.co(*company)
                ),
                None => format!("{} has no president now", self.co(*company)),
            },
            Event::Exchanged {
                minor,
                company,
                seat,
                from,
            } => format!(
                "{} exchanges {} for a share of {} from the {}",
                self.names.seat(*seat),
                self.co(*minor),
                self.co(*company),
                match from {
                    Source::Treasury => "treasury",
                    Source::Market => "market",
                }
            ),
            Event::Asked { seat } => format!("{} is asked", self.names.seat(*seat)),
            Event::Answered { seat, yes } => {
                let answer = if *yes { "agrees" } else { "refuses" };
                format!("{} {answer}", self.names.seat(*seat))
            }
            Event::Sold {
                seat,
                company,
                units,
                sum: total,
            } => format!(
                "{} sells {} of {} for {}",
                self.names.seat(*seat),
                names::shares(self.definition, *company, *units),
                self.co(*company),
                sum(*total)
            ),
            Event::PrivateTraded {
                seat,
                private,
                bought,
            } => format!(
                "{} {} the {}",
                self.names.seat(*seat),
                if *bought { "buys" } else { "sells" },
                self.definition.private_at(*private).name
            ),
            Event::Ran {
                company,
                runs,
                revenues,
                extra,
            } => {
                let total: i32 = revenues.iter().sum::<i32>() + extra;
                if runs.is_empty() {
                    format!(
                        "{} runs no train and earns {}",
                        self.co(*company),
                        sum(total)
                    )
                } else {
                    let trains: Vec<String> = runs
                        .iter()
                        .zip(revenues)
                        .map(|(run, revenue)| {
                            format!(
                                "{} {}",
                                self.definition.train_name(run.train),
                                sum(*revenue)
                            )
                        })
                        .collect();
                    let extra = if *extra == 0 {
                        String::new()
                    } else {
                        format!(", bonus {}", sum(*extra))
                    };
                    format!(
                        "{} earns {} ({}{extra})",
                        self.co(*company),
                        sum(total),
                        trains.join(", ")
                    )
                }
            }
            Event::Dividend {
                company,
                revenue,
                payout,
            } => match payout {
                Payout::Full => format!("{} pays out {}", self.co(*company), sum(*revenue)),
                Payout::Half => format!("{} pays out half of {}", self.co(*company), sum(*revenue)),
                Payout::Nothing if *revenue == 0 => return None,
                Payout::Nothing => format!("{} keeps {}", self.co(*company), sum(*revenue)),
            },
            Event::Bankrupt { seat } => format!("**{} is bankrupt**", self.names.seat(*seat)),
            Event::RoundBegan { kind, turn, number } => match kind {
                RoundKind::InitialAuction => "**The initial auction begins**".into(),
                RoundKind::CompanyAuction => "**The auction for public companies begins**".into(),
                RoundKind::ConcessionAuction => format!("**Auction round {turn} begins**"),
                RoundKind::Stock => format!("**Stock round {turn} begins**"),
                RoundKind::Operating => format!("**Operating round {turn}.{number} begins**"),
            },
            Event::TurnBegan { company } => format!("{} operates", self.co(*company)),
            Event::Priority { seat } => format!("{} has the priority deal", self.names.seat(*seat)),
            Event::BankBroken => {
                "**The bank is broken: the game ends after this set of rounds**".into()
            }
            Event::RulesAdopted { to, .. } => {
                format!("From here on the game is played by rules version {to}")
            }
            Event::GameOver => "**The game is over**".into(),
            Event::LoansTaken { company, count } => {
                format!("{} takes {}", self.co(*company), loans(*count))
            }
            Event::LoansGone { company, count } => {
                format!("{} is rid of {}", self.co(*company), loans(*count))
            }
            Event::BondsMoved { from, to, count } => format!(
                "{} from {} to {}",
                match count {
                    1 => "1 bond".into(),
                    count => format!("{count} bonds"),
                },
                self.holder(*from),
                self.holder(*to)
            ),
            Event::PowerUsed {
                private,
                company,
                hex,
            } => format!(
                "The power of {} serves {}{}",
                self.definition.private_at(*private).name,
                self.co(*company),
                hex.map_or_else(String::new, |hex| format!(" in {}", self.hex(hex)))
            ),
            Event::HeldBack { company, sum: held } => format!(
                "{} of {}'s earnings are held back for interest",
                sum(*held),
                self.co(*company)
            ),
            Event::Merged { company, into } => {
                format!("**{} merges into {}**", self.co(*company), self.co(*into))
            }
        })
    }

    pub(crate) fn co(&self, company: CompanyId) -> String {
        names::company(self.definition, company)
    }
}
