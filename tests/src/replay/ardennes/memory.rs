//! What the reference keeps in its states and our position does not: who passed at his last turn, and where the table
//! order began when the round did.

use engine::ids::Seat;
use engine::titles::ardennes::Frame;
use engine::{Action, Entry, Game};
use serde_json::Value;

/// Rounds in which players pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    Auction(u16),
    Stock(u16),
}

/// What is remembered from one comparison to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The round as last compared: the end of the game leaves it as it was.
    pub(super) round: Value,
    /// Who had the priority deal when the present turn's stock round began.
    pub(super) first: Seat,
    /// Who passed at his last turn in this round.
    pub(super) passed: Vec<Seat>,
    now: Option<Passing>,
    /// Who was bankrupt when the round began: the reference forgets them.
    pub(super) gone: Vec<bool>,
    /// Who sold in his running turn.
    acts: Option<Seat>,
    /// Who exchanges a minor, until it is clear whether consent is needed.
    exchanges: Option<Seat>,
    /// Entries taken into account.
    seen: usize,
    /// Who is next, by table order.
    next: Seat,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            round: Value::Null,
            first: Seat(0),
            passed: Vec::new(),
            now: None,
            gone: Vec::new(),
            acts: None,
            exchanges: None,
            seen: 0,
            next: Seat(0),
        }
    }

    /// Takes the entries since the last comparison into account.
    pub(super) fn follow(&mut self, game: &Game) {
        let seen = std::mem::replace(&mut self.seen, game.log().len());
        let entries = game.log().get(seen..).unwrap_or_default();
        let turn = game.shared().turn;
        let frames = game
            .ardennes()
            .map_or(&[] as &[Frame], |(_, state)| state.frames());
        let now = frames.iter().rev().find_map(|frame| match frame {
            Frame::CompanyAuction {
                turn: seat, passes, ..
            } => Some((Passing::Auction(turn), *seat, passes)),
            Frame::Stock {
                turn: seat, passes, ..
            } => Some((Passing::Stock(turn), *seat, passes)),
            _ => None,
        });
        let Some((round, seat, passes)) = now else {
            let table = &game.shared().table;
            // In the reference a bankrupt player holds the priority deal until the round is over.
            if self.now.take().is_some() || !table.is_out(self.first) {
                self.first = table.priority;
            }
            self.passed.clear();
            return;
        };
        let begins = self.now.replace(round) != Some(round);
        if begins {
            self.passed.clear();
            self.acts = None;
            self.exchanges = None;
            self.gone.clone_from(&game.shared().table.out);
            self.next = self.first;
            for &seat in passes {
                self.step(game, seat, true);
            }
        } else {
            for entry in entries {
                self.take(game, entry);
            }
            let asked = frames
                .iter()
                .any(|frame| matches!(frame, Frame::Approval { .. }));
            if let (false, Some(seat)) = (asked, self.exchanges.take()) {
                self.end_turn(seat);
            }
            for &seat in passes {
                self.flag(seat);
            }
        }
        if matches!(round, Passing::Auction(_)) {
            self.pass_over(game, seat);
            self.next = seat;
        }
    }

    fn take(&mut self, game: &Game, entry: &Entry) {
        let seat = entry.by.seat();
        match (self.now, &entry.action) {
            (Some(Passing::Auction(_)), Action::Bid { .. }) => self.step(game, seat, false),
            (Some(Passing::Auction(_)), Action::Pass) => self.step(game, seat, true),
            (Some(Passing::Stock(_)), Action::Sell(..) | Action::SellPrivate(_)) => {
                self.acts = Some(seat);
            }
            (
                Some(Passing::Stock(_)),
                Action::Buy(..) | Action::BuyDirector(_) | Action::BuyPrivate(_) | Action::Form(..),
            ) => self.end_turn(seat),
            (Some(Passing::Stock(_)), Action::Pass) if self.acts == Some(seat) => {
                self.end_turn(seat);
            }
            // With consent an exchange does not count in the reference.
            (Some(Passing::Stock(_)), Action::Exchange { .. }) => self.exchanges = Some(seat),
            (_, Action::Agree | Action::Refuse) => self.exchanges = None,
            _ => {}
        }
    }

    /// A turn ends in which the seat bought or sold.
    fn end_turn(&mut self, seat: Seat) {
        self.passed.retain(|other| *other != seat);
        self.acts = None;
    }

    /// A seat bids or passes; those before it were passed over.
    fn step(&mut self, game: &Game, seat: Seat, passes: bool) {
        if matches!(self.now, Some(Passing::Auction(_))) {
            self.pass_over(game, seat);
        }
        if passes {
            self.flag(seat);
        } else {
            self.passed.retain(|other| *other != seat);
        }
        self.next = after(game, seat);
    }

    /// The reference passes for those who can't take part, bankrupt ones included.
    fn pass_over(&mut self, game: &Game, until: Seat) {
        let mut seat = self.next;
        for _ in &game.shared().table.order {
            if seat == until {
                return;
            }
            self.flag(seat);
            seat = after(game, seat);
        }
    }

    fn flag(&mut self, seat: Seat) {
        if !self.passed.contains(&seat) {
            self.passed.push(seat);
        }
    }
}

/// The next seat at the table, bankrupt or not.
fn after(game: &Game, seat: Seat) -> Seat {
    let order = &game.shared().table.order;
    let next = order
        .iter()
        .skip_while(|other| **other != seat)
        .nth(1)
        .or(order.first());
    next.copied().unwrap_or(seat)
}
