//! Facts that every title has: money, phase, tiles, stations, trains.

use crate::board::Occupant;
use crate::finance::{Account, Cash};
use crate::ids::{CompanyId, KindId, Seat, StopRef, TrainId};
use crate::rolling_stock::TrainHolder;
use crate::scenario::{Names, number};
use crate::shared::{Ending, Shared};

/// A train card that somebody has.
struct Card {
    id: TrainId,
    face: KindId,
    holder: TrainHolder,
    mark: Option<String>,
}

/// What is common to the positions of all titles under construction.
pub(crate) struct Common<'a> {
    /// Reads names.
    pub names: Names<'a>,
    /// The kind on top of the stack, and how many are left of it, where that does not follow from the phase.
    pub next: Option<(KindId, Option<u16>)>,
    cards: Vec<Card>,
    bank: Option<i32>,
}

impl<'a> Common<'a> {
    /// Nothing said yet.
    pub fn new(names: Names<'a>) -> Common<'a> {
        Common {
            names,
            next: None,
            cards: Vec::new(),
            bank: None,
        }
    }

    /// The printed map, nothing in play, every player with so much.
    pub fn clear(&self, cash: i32) -> Shared {
        let players = usize::from(self.names.players);
        let mut shared = Shared::new(self.names.definition, players);
        for seat in (0..players).map(Seat::from) {
            shared.cash.pay(Account::Bank, Account::Player(seat), cash);
        }
        shared
    }

    /// A fact of every title.
    pub fn take(&mut self, shared: &mut Shared, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("phase", [name]) => {
                let phases = &self.names.definition.phases;
                let index = phases.iter().position(|phase| phase.name == *name);
                shared.phase = index.ok_or("no such phase")? as u8;
            }
            ("cash" | "treasury", [who, sum]) => {
                let account = self.names.account(who)?;
                let has = shared.cash.of(account);
                let sum: i32 = number(sum)?;
                shared.cash.pay(Account::Bank, account, sum - has);
            }
            ("bank", [sum]) => self.bank = Some(number(sum)?),
            ("tile", [hex, tile]) => {
                let hex = self.names.hex(hex)?;
                let (face, rot) = self.names.tile(tile)?;
                let map = &self.names.definition.map;
                shared.board.place_tile(map, hex, face, rot);
            }
            ("token", [company, stops @ ..]) => {
                let company = self.names.company(company)?;
                for stop in stops {
                    let at = self.names.stop(stop)?;
                    self.station(shared, at, Occupant::Station(company))?;
                }
            }
            ("train", [holder, cards @ ..]) => self.trains(holder, cards)?,
            ("priority", [who]) => shared.table.priority = self.names.seat(who)?,
            ("ending", ["last"]) => shared.ending = Ending::Last,
            _ => return Err("it is malformed".into()),
        }
        Ok(())
    }

    /// Puts a company's station into the next free circle.
    pub fn station(&self, shared: &mut Shared, at: StopRef, what: Occupant) -> Result<(), String> {
        let map = &self.names.definition.map;
        let board = &mut shared.board;
        let name = &map.at(at.hex).name;
        let slot = board
            .free_slot(map, at)
            .ok_or(format!("{name}/{} has no free circle", at.stop))?;
        board.put(at, slot, what);
        let left = what
            .station_of()
            .and_then(|company| shared.company_mut(company))
            .filter(|facts| facts.tokens_left > 0)
            .ok_or("it has no station left")?;
        left.tokens_left -= 1;
        Ok(())
    }

    /// The stop where a company's printed home is on the tile that lies there now.
    pub fn home(&self, shared: &Shared, home: StopRef) -> StopRef {
        let map = &self.names.definition.map;
        let printed = map.face(map.at(home.hex).printed);
        let face = shared.board.face(map, home.hex);
        let track = shared.board.track(map, home.hex);
        let stop = crate::board::stop_after(printed.at(0), track, printed, face, home.stop);
        StopRef {
            hex: home.hex,
            stop: stop.unwrap_or(0),
        }
    }

    /// `BE 3-0 4-1 [as 4D] [obsolete] [face-down]`, `market 3-2`.
    fn trains(&mut self, holder: &str, words: &[&str]) -> Result<(), String> {
        let holder = match holder {
            "market" => TrainHolder::Pool,
            company => TrainHolder::Company(self.names.company(company)?),
        };
        let mut face = None;
        let mut mark = None;
        let mut cards = Vec::new();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match *word {
                "as" => {
                    let kind = rest.next().ok_or("as which kind?")?;
                    face = Some(self.names.kind(kind)?);
                }
                "obsolete" | "face-down" => mark = Some((*word).to_string()),
                card => cards.push(self.names.train(card)?),
            }
        }
        for id in cards {
            self.card(id, face.unwrap_or(id.stack), holder, mark.clone())?;
        }
        Ok(())
    }

    /// Whether a fact says who has the card.
    pub fn is_named(&self, id: TrainId) -> bool {
        self.cards.iter().any(|card| card.id == id)
    }

    /// Somebody has the card.
    pub fn card(
        &mut self,
        id: TrainId,
        face: KindId,
        holder: TrainHolder,
        mark: Option<String>,
    ) -> Result<(), String> {
        if self.is_named(id) {
            return Err("two have the same card".into());
        }
        self.cards.push(Card {
            id,
            face,
            holder,
            mark,
        });
        Ok(())
    }

    /// Takes cards off the stacks: all kinds above the top one, and up to the last that somebody has. Stacks apart
    /// (without a kind below them in the order of the depot) lose only what somebody has.
    pub fn deal(&self, shared: &mut Shared) -> Result<(), String> {
        let definition = self.names.definition;
        let phase = definition.phases.get(usize::from(shared.phase));
        let begun = phase
            .and_then(|phase| phase.on_trains.first())
            .and_then(|name| definition.kind(name));
        let top = self.next.map(|(kind, _)| kind).or(begun);
        let top = top.unwrap_or(KindId(0));
        for kind in (0..definition.trains.len()).map(KindId::from) {
            if definition.stack_of(kind) != kind {
                continue;
            }
            let of_kind = self.cards.iter().filter(|card| card.id.stack == kind);
            let named = of_kind.map(|card| card.id.number + 1).max().unwrap_or(0);
            let count = definition.train(kind).count;
            let mut taken = named;
            if kind < top {
                taken = count.unwrap_or(named.max(1));
            } else if begun == Some(kind) {
                taken = taken.max(1);
            }
            if let (Some((next, Some(left))), Some(count)) = (self.next, count)
                && next == kind
            {
                taken = count.saturating_sub(left);
            }
            let name = &definition.train(kind).name;
            if count.is_some_and(|count| taken > count) {
                return Err(format!("there are not so many {name}"));
            }
            if taken < named {
                return Err(format!("cards of {name} are named that would be left"));
            }
            for number in 0..taken {
                let id = TrainId {
                    stack: kind,
                    number,
                };
                let known = self.cards.iter().find(|card| card.id == id);
                let (face, holder) =
                    known.map_or((kind, TrainHolder::Gone), |card| (card.face, card.holder));
                let depot = &mut shared.depot;
                depot.take(definition, face, holder);
                let mark = known.and_then(|card| card.mark.as_deref());
                if let Some(state) = depot.get_mut(id) {
                    state.obsolete = mark == Some("obsolete");
                    state.face_down = mark == Some("face-down");
                }
            }
        }
        Ok(())
    }

    /// The bank has what is left, or what is said; gives the sum of all money.
    pub fn settle_money(&self, shared: &mut Shared) -> i64 {
        if let Some(bank) = self.bank {
            let cash = &shared.cash;
            let others = i32::try_from(cash.total()).unwrap_or(0) - cash.of(Account::Bank);
            // A new box with another sum; everybody else keeps his.
            let kept = cash.clone();
            let definition = self.names.definition;
            let players = usize::from(self.names.players);
            let mut fresh = Cash::new(bank + others, players, definition.companies.len());
            for seat in (0..players).map(Seat::from).map(Account::Player) {
                fresh.pay(Account::Bank, seat, kept.of(seat));
            }
            for company in definition.company_ids().map(Account::Company) {
                fresh.pay(Account::Bank, company, kept.of(company));
            }
            shared.cash = fresh;
        }
        shared.cash.total()
    }

    /// Companies named by a list.
    pub fn companies(&self, words: &[&str]) -> Result<Vec<CompanyId>, String> {
        words.iter().map(|word| self.names.company(word)).collect()
    }

    /// Players named by a list.
    pub fn seats(&self, words: &[&str]) -> Result<Vec<Seat>, String> {
        words.iter().map(|word| self.names.seat(word)).collect()
    }

    /// Nothing, or `passed P1 P3`.
    pub fn passed(&self, words: &[&str]) -> Result<Vec<Seat>, String> {
        match words {
            [] => Ok(Vec::new()),
            ["passed", seats @ ..] => self.seats(seats),
            _ => Err("`passed P1 P3` is meant".into()),
        }
    }
}
