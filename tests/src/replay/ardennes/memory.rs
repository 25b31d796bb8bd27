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
            self.now = None;
            self.passed.clear();
            self.first = game.shared().table.priority;
            return;
        };
        let begins = self.now.replace(round) != Some(round);
        if begins {
            self.passed.clear();
            self.next = game.shared().table.priority;
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
                self.passed.retain(|other| *other != seat);
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
            (
                Some(Passing::Stock(_)),
                Action::Sell(..)
                | Action::SellPrivate(_)
                | Action::Buy(..)
                | Action::BuyDirector(_)
                | Action::BuyPrivate(_)
                | Action::Form(..),
            ) => self.passed.retain(|other| *other != seat),
            // With consent an exchange does not count in the reference.
            (Some(Passing::Stock(_)), Action::Exchange { .. }) => self.exchanges = Some(seat),
            (_, Action::Agree | Action::Refuse) => self.exchanges = None,
            _ => {}
        }
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
        self.next = game.shared().table.after(seat);
    }

    /// The reference passes for those who can't take part.
    fn pass_over(&mut self, game: &Game, until: Seat) {
        for seat in game.shared().table.from(self.next) {
            if seat == until {
                return;
            }
            self.flag(seat);
        }
    }

    fn flag(&mut self, seat: Seat) {
        if !self.passed.contains(&seat) {
            self.passed.push(seat);
        }
    }
}
