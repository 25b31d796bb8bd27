//! The words of a line, read as names, numbers and places.

use crate::action::{Lot, Parcel, Run, RunStep, Source};
use crate::ids::{CompanyId, FaceId, HexId, KindId, PrivateId, Seat, TrainId};
use crate::rejection::{Rejection, reject};
use crate::rules::Definition;

fn is_director(word: &str) -> bool {
    word.eq_ignore_ascii_case("president") || word.eq_ignore_ascii_case("director")
}

/// Words of a line with the means to read names.
pub(super) struct Words<'a> {
    pub(super) definition: &'a Definition,
    pub(super) verb: &'a str,
    pub(super) words: Vec<&'a str>,
    pub(super) at: usize,
}

pub(super) const HELP: &str = "pass, bid 3 120, bid BE 10 with 14, take 6, sell BE 2, sell GL, buy BE treasury, buy BE market, \
    buy BE president, buy GL, form BE 160, exchange 3 BE treasury, agree, refuse, decline token D18/0, \
    decline train 2-3, keep forts 1, discard 3-1, convert, issue 2, lay F10 57@2, token E9/0, fort J18, \
    run 2-0 D18/0 D16 D14/0, pay full, pay nothing, train 3 from depot, train 4-3 from market, \
    train 4-0 from E at 350, bankrupt; in Harzbahn 1873 also: premium 80, unite HW 12 6, exercise SHE 2, \
    replace H13/0 GHE, train 3M from depot on 12 6 14, train 2S-3 from U at 100 seller pays on 12, scrap 2S-3, \
    swap 15 13, mine 14 at 560, close; in 1835 also: take M1, buy BA 20% market, buy SX 10% seat2, sell BA 20% 10%, \
    sell BY president 10%, receive 10% 10%, exchange M3, lay M15 58@2 by OBB, token L14/0 by NF; \
    in 1826 also: bid Alsatian 230, take Bridge, lay E7 4@1 by Bridge, use Mail G19, \
    use Algerian, borrow, repay 1, buyback 2, bond buy, bond sell 2, bond issue 1, bond redeem 2 from seat2";

impl<'a> Words<'a> {
    pub(super) fn next(&mut self, what: &str) -> Result<&'a str, Rejection> {
        match self.words.get(self.at) {
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
            None => reject!("GAME", "after {:?} {what} is missing", self.verb),
        }
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    pub(super) fn skip(&mut self, word: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    pub(super) fn number(&mut self, what: &str) -> Result<i32, Rejection> {
        let word = self.next(what)?;
        match word.parse::<i32>() {
            Ok(number) if (0..=1_000_000).contains(&number) => Ok(number),
            _ => reject!(
                "GAME",
                "{word:?} is not {what}: a whole number from 0 to 1,000,000 is needed"
            ),
        }
    }

    pub(super) fn small(&mut self, what: &str) -> Result<u8, Rejection> {
        match u8::try_from(self.number(what)?) {
            Ok(number) => Ok(number),
            Err(_) => reject!("GAME", "{what} can be at most 255"),
        }
    }

    pub(super) fn company(&mut self) -> Result<CompanyId, Rejection> {
        let word = self.next("a company")?;
        self.company_named(word)
    }

    pub(super) fn company_named(&self, word: &str) -> Result<CompanyId, Rejection> {
        match self.definition.company(word.trim_start_matches('#')) {
            Some(id) => Ok(id),
            None => {
                let known: Vec<&str> = self
                    .definition
                    .companies
                    .iter()
                    .map(|company| company.id.as_str())
                    .collect();
                reject!(
                    "GAME",
                    "there is no company {word:?}; there are {}",
                    known.join(", ")
                )
            }
        }
    }

    pub(super) fn hex_named(&self, word: &str) -> Result<HexId, Rejection> {
        match self.definition.map.hex(&word.to_ascii_uppercase()) {
            Some(id) => Ok(id),
            None => reject!(
                "GAME",
                "there is no hex {word:?} on this map; coordinates look like {}",
                self.definition.map.hexes[0].name
            ),
        }
    }

    /// `E9/0`; the stop may be missing only where `sugar` allows it.
    pub(super) fn stop(&mut self) -> Result<(HexId, u8), Rejection> {
        let word = self.next("a hex and stop such as E9/0")?;
        let (name, stop) = word.split_once('/').unwrap_or((word, "0"));
        let hex = self.hex_named(name)?;
        match stop.parse() {
            Ok(stop) => Ok((hex, stop)),
            Err(_) => reject!(
                "GAME",
                "{word:?} is no stop: write the hex, a slash and the stop's number, such as E9/0"
            ),
        }
    }

    pub(super) fn train(&mut self) -> Result<TrainId, Rejection> {
        let word = self.next("a train such as 3-1")?;
        self.train_named(word)
    }

    pub(super) fn train_named(&self, word: &str) -> Result<TrainId, Rejection> {
        let parts = word.rsplit_once('-').and_then(|(kind, number)| {
            let stack = self.definition.kind(kind)?;
            Some(TrainId {
                stack,
                number: number.parse().ok()?,
            })
        });
        match parts {
            Some(id) if self.definition.train(id.stack).same_stack_as.is_none() => Ok(id),
            _ => reject!(
                "GAME",
                "{word:?} is no train card; cards are named by kind and number, such as 3-1"
            ),
        }
    }

    pub(super) fn kind(&self, word: &str) -> Result<KindId, Rejection> {
        match self.definition.kind(word) {
            Some(kind) => Ok(kind),
            None => {
                let known: Vec<&str> = self
                    .definition
                    .trains
                    .iter()
                    .map(|train| train.name.as_str())
                    .collect();
                reject!(
                    "GAME",
                    "there is no {word:?} train; there are {}",
                    known.join(", ")
                )
            }
        }
    }

    pub(super) fn lot(&mut self) -> Result<Lot, Rejection> {
        let word = self.next("a lot")?;
        match self.definition.private(word) {
            Some(private) => Ok(Lot::Private(private)),
            None => Ok(Lot::Company(self.company_named(word)?)),
        }
    }

    pub(super) fn private(&mut self) -> Result<PrivateId, Rejection> {
        let word = self.next("a private")?;
        match self.definition.private(word) {
            Some(id) => Ok(id),
            None => reject!("GAME", "there is no private {word:?}"),
        }
    }

    /// Whether the next word is a certificate: `20%`, or `president` before others.
    pub(super) fn names_paper(&self) -> bool {
        self.peek().is_some_and(|word| {
            word.ends_with('%') || self.verb.eq_ignore_ascii_case("sell") && is_director(word)
        })
    }

    /// `10%`.
    pub(super) fn percent(&mut self) -> Result<u8, Rejection> {
        let word = self.next("a certificate such as 10%")?;
        let percent = word
            .strip_suffix('%')
            .and_then(|number| number.parse().ok());
        match percent {
            Some(percent @ (5 | 10 | 20)) => Ok(percent),
            _ => reject!(
                "GAME",
                "{word:?} is no certificate: there are 5%, 10% and 20%"
            ),
        }
    }

    /// `president 20% 10%`, to the end of the line.
    pub(super) fn parcel(&mut self) -> Result<Parcel, Rejection> {
        let mut parcel = Parcel::default();
        if self.peek().is_none() {
            self.percent()?;
        }
        while let Some(word) = self.peek() {
            if is_director(word) && !parcel.director {
                parcel.director = true;
                self.at += 1;
            } else {
                let percent = self.percent()?;
                if parcel.of(percent) >= 20 {
                    reject!("GAME", "no company has so many certificates of {percent}%")
                }
                parcel = parcel.with(percent);
            }
        }
        Ok(parcel)
    }

    /// `market` or `seat2`.
    pub(super) fn seller(&mut self) -> Result<Option<Seat>, Rejection> {
        let word = self.next("market or a seat")?.to_ascii_lowercase();
        let seat = word
            .strip_prefix("seat")
            .and_then(|number| number.parse::<u8>().ok())
            .filter(|number| *number > 0);
        match (word.as_str(), seat) {
            ("market" | "pool", _) => Ok(None),
            (_, Some(number)) => Ok(Some(Seat(number - 1))),
            _ => reject!("GAME", "{word:?} sells no shares: say market or seat2"),
        }
    }

    pub(super) fn source(&mut self) -> Result<Source, Rejection> {
        match self
            .next("treasury or market")?
            .to_ascii_lowercase()
            .as_str()
        {
            "treasury" | "company" | "offering" => Ok(Source::Treasury),
            "market" | "pool" => Ok(Source::Market),
            other => reject!(
                "GAME",
                "{other:?} is no source of shares: say treasury or market"
            ),
        }
    }

    pub(super) fn tile(&mut self) -> Result<(FaceId, u8), Rejection> {
        let word = self.next("a tile and turning such as 57@2")?;
        let Some((tile, rot)) = word.split_once('@') else {
            reject!(
                "GAME",
                "{word:?} lacks the turning: write tile@turning, such as 57@2"
            )
        };
        let Some(face) = self
            .definition
            .map
            .tile(tile.trim_start_matches('#').to_ascii_uppercase().as_str())
        else {
            reject!("GAME", "there is no tile {tile:?} in this title")
        };
        match rot.parse() {
            Ok(rot @ 0..=5) => Ok((face, rot)),
            _ => reject!("GAME", "{rot:?} is no turning: 0 to 5 are"),
        }
    }

    pub(super) fn runs(&mut self, rest: &str) -> Result<Vec<Run>, Rejection> {
        self.at = self.words.len();
        if rest.trim().eq_ignore_ascii_case("none") {
            return Ok(Vec::new());
        }
        let mut runs = Vec::new();
        for part in rest.split(';') {
            let mut words = part.split_whitespace();
            let Some(name) = words.next() else {
                reject!(
                    "GAME",
                    "a run begins with its train and names its hexes in order, such as 2-0 D18/0 D16 D14/0"
                )
            };
            let train = self.train_named(name)?;
            let mut steps = Vec::new();
            for word in words {
                let (word, scored) = match word.strip_suffix('*') {
                    Some(word) => (word, true),
                    None => (word, false),
                };
                let (name, stop) = match word.split_once('/') {
                    None => (word, None),
                    Some((name, stop)) => match stop.parse::<u8>() {
                        Ok(stop) => (name, Some(stop)),
                        Err(_) => reject!("GAME", "{word:?} is no stop of a run: write D18/0"),
                    },
                };
                steps.push(RunStep {
                    hex: self.hex_named(name)?,
                    stop,
                    scored,
                });
            }
            runs.push(Run { train, steps });
        }
        Ok(runs)
    }
}
