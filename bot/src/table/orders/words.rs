//! Orders in words, for their owner and for others.

use super::terms::{Change, PREMIUM, Round, Terms, Until, lot};
use crate::narration::company_name;
use crate::table::Play;
use crate::text;
use engine::Game;
use engine::action::Lot;
use engine::ids::Seat;

impl Terms {
    /// The same as others read it.
    pub fn words_of_him(&self, play: &Play) -> String {
        let mut words = self.words(play);
        for (yours, his) in [
            ("of yours", "of his"),
            ("asks you", "asks him"),
            ("your bid", "his bid"),
            ("your consent", "his consent"),
            ("your stock turns", "his stock turns"),
            ("you hold", "he holds"),
            ("you are asked", "he is asked"),
        ] {
            words = words.replace(yours, his);
        }
        words
    }

    /// What it does, when, and what ends it, in a sentence without its full stop.
    pub fn words(&self, play: &Play) -> String {
        let game = &play.game;
        let money = |sum: &i32| game.definition().money.print(*sum);
        let name = |id: &str| named(game, id);
        match self {
            Terms::Pass { until, round, .. } => format!(
                "passes {} {}",
                whole(round, "stock round"),
                match until {
                    Until::Anything =>
                        "until somebody trades in a company of yours, a company starts or the priority deal would be lost",
                    Until::Trade => "until somebody buys or sells in a company of yours",
                    Until::Start => "until a company starts",
                    Until::Priority => "until the priority deal would be lost",
                    Until::Always => "to its end, whatever happens",
                }
            ),
            Terms::Bid {
                lot,
                most,
                with,
                pass,
                round,
            } => {
                let with = with
                    .as_deref()
                    .map_or(String::new(), |with| format!(", pledging {}", name(with)));
                let beyond = if *pass {
                    "passes beyond, and while your bid is the highest"
                } else {
                    "asks you beyond"
                };
                format!(
                    "bids for {}{with}, in {}, by the least bid up to {}, and {beyond}",
                    lot_words(game, lot),
                    part(round, "auction"),
                    money(most)
                )
            }
            Terms::Auction { lots, below, round } => {
                let mut unless: Vec<String> = Vec::new();
                if !lots.is_empty() {
                    let lots: Vec<String> = lots.iter().map(|lot| lot_words(game, lot)).collect();
                    unless.push(format!("{} can be had", lots.join(" or ")));
                }
                unless.extend(
                    below
                        .iter()
                        .map(|sum| format!("something can be had below {}", money(sum))),
                );
                let unless = match unless.is_empty() {
                    true => String::new(),
                    false => format!(", unless {}: then you are asked", unless.join(" or ")),
                };
                format!("passes in {}{unless}", part(round, "auction"))
            }
            Terms::Buy {
                company,
                from,
                percent,
                most,
                pass,
                round,
            } => {
                let from = from
                    .as_deref()
                    .map_or(String::new(), |from| format!(" from the {from}"));
                let most = most.as_ref().map_or(String::new(), |most| {
                    format!(", for {} or less", money(most))
                });
                let (when, or) = match pass {
                    true => (part(round, "stock round"), "passes where it cannot be had"),
                    false => ("your stock turns".into(), "asks you where it cannot be had"),
                };
                format!(
                    "buys {}{from} in {when}{most}, until you hold {percent} %, and {or}",
                    name(company)
                )
            }
            Terms::Run {
                company,
                pay,
                until,
                pass,
                ..
            } => {
                let rest = match pass {
                    true => "passes everything else in its turn",
                    false => "asks you for everything else",
                };
                let until = match until {
                    Change::Any => "its trains, its best routes or the phase change",
                    Change::Trains => "its trains change",
                    Change::Routes => "its best routes change",
                    Change::Phase => "the phase changes",
                };
                format!(
                    "runs the best routes of {} and {}, {rest}, until {until}",
                    name(company),
                    pay.words()
                )
            }
            Terms::Answer {
                what,
                yes,
                from,
                least,
            } => {
                let from = from.map_or(String::new(), |seat| {
                    format!(" of {}", play.names.seat(Seat(seat)))
                });
                let least = least.as_ref().map_or(String::new(), |least| {
                    format!(" at {} or more", money(least))
                });
                let verb = if *yes { "accepts" } else { "refuses" };
                format!("{verb} {}{from}{least}", what.words())
            }
            Terms::Queue { items } => match items.len() {
                1 => "1 move made ahead".into(),
                count => format!("{count} moves made ahead"),
            },
        }
    }
}

fn whole(round: &Round, kind: &str) -> String {
    match &round.within {
        Some(name) => name.clone(),
        None => format!("the next {kind}"),
    }
}

fn part(round: &Round, kind: &str) -> String {
    whole(round, kind)
}

fn named(game: &Game, id: &str) -> String {
    let definition = game.definition();
    definition.company(id).map_or_else(
        || text::escape(id),
        |company| company_name(definition, company),
    )
}

fn lot_words(game: &Game, id: &str) -> String {
    if id == PREMIUM {
        return "the start premium".into();
    }
    match lot(game, id) {
        Some(Lot::Private(private)) => game.definition().private_at(private).name.clone(),
        Some(Lot::Company(company)) => company_name(game.definition(), company),
        None => text::escape(id),
    }
}
