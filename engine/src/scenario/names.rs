//! Printed names of scenarios: players, companies, holders, hexes, stops, tiles, trains.

use crate::finance::{Account, Holder};
use crate::ids::{CompanyId, FaceId, HexId, KindId, Seat, StopRef, TrainId};
use crate::rules::{Definition, PaperDef};

/// Reads names of one title.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    /// Where the names stand.
    pub definition: &'a Definition,
    /// Players at the table.
    pub players: u8,
}

impl Names<'_> {
    /// `P2`.
    pub fn seat(self, word: &str) -> Result<Seat, String> {
        word.strip_prefix('P')
            .and_then(|number| number.parse::<u8>().ok())
            .filter(|number| (1..=self.players).contains(number))
            .map(|number| Seat(number - 1))
            .ok_or(format!("{word:?} is no player of this table"))
    }

    /// `14`, `BE`.
    pub fn company(self, word: &str) -> Result<CompanyId, String> {
        self.definition
            .company(word)
            .ok_or(format!("{word:?} is no company"))
    }

    /// `F10`.
    pub fn hex(self, word: &str) -> Result<HexId, String> {
        self.definition
            .map
            .hex(word)
            .ok_or(format!("{word:?} is no hex"))
    }

    /// `F10/0`, or `F10` for its stop 0.
    pub fn stop(self, word: &str) -> Result<StopRef, String> {
        let (hex, stop) = word.split_once('/').unwrap_or((word, "0"));
        Ok(StopRef {
            hex: self.hex(hex)?,
            stop: number(stop)?,
        })
    }

    /// `201@0`.
    pub fn tile(self, word: &str) -> Result<(FaceId, u8), String> {
        let (tile, rot) = word
            .split_once('@')
            .ok_or(format!("{word:?} lacks its turning"))?;
        let rot = number::<u8>(rot)?;
        if rot > 5 {
            return Err(format!("{word:?}: turnings are 0 to 5"));
        }
        Ok((self.face(tile)?, rot))
    }

    /// `201`.
    pub fn face(self, word: &str) -> Result<FaceId, String> {
        self.definition
            .map
            .tile(word)
            .ok_or(format!("{word:?} is no tile"))
    }

    /// `4D`.
    pub fn kind(self, word: &str) -> Result<KindId, String> {
        self.definition
            .kind(word)
            .ok_or(format!("{word:?} is no kind of train"))
    }

    /// `3-1`.
    pub fn train(self, word: &str) -> Result<TrainId, String> {
        let fault = || format!("{word:?} is no train card: 3-1 is one");
        let (kind, number) = word.rsplit_once('-').ok_or_else(fault)?;
        let stack = self.kind(kind)?;
        if self.definition.stack_of(stack) != stack {
            return Err(format!("cards of {kind} are named by their stack"));
        }
        Ok(TrainId {
            stack,
            number: number.parse().map_err(|_| fault())?,
        })
    }

    /// `bank`, a player, a company.
    pub fn account(self, word: &str) -> Result<Account, String> {
        if word == "bank" {
            return Ok(Account::Bank);
        }
        match self.company(word) {
            Ok(company) => Ok(Account::Company(company)),
            Err(_) => Ok(Account::Player(self.seat(word)?)),
        }
    }

    /// `P1`, `market`, `treasury`, `reserve`, `bank`, `offering`, `unsold`, `gone`, a company. A company without a
    /// director's certificate has an offering of its own.
    pub fn holder(self, word: &str, company: CompanyId) -> Result<Holder, String> {
        match word {
            "market" => Ok(Holder::Pool),
            "treasury" => Ok(Holder::Company(company)),
            "reserve" | "bank" => Ok(Holder::Reserved),
            "offering" if !self.has_director_paper(company) => Ok(Holder::Company(company)),
            "offering" | "unsold" => Ok(Holder::Initial),
            "gone" => Ok(Holder::Gone),
            _ => match self.company(word) {
                Ok(owner) => Ok(Holder::Company(owner)),
                Err(_) => self.seat(word).map(Holder::Player),
            },
        }
    }

    fn has_director_paper(self, company: CompanyId) -> bool {
        self.definition.papers.iter().any(|paper| {
            matches!(paper, PaperDef::Share { company: of, director: true, .. } if *of == company)
        })
    }
}

/// A number in a scenario.
pub(crate) fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.trim_start_matches('+')
        .parse()
        .map_err(|_| format!("{word:?} is no number that fits here"))
}
