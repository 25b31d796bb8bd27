//! What the reference keeps in its states and our position does not.

use engine::ids::{CompanyId, HexId, Seat};
use engine::titles::harzbahn::{Bidding, Frame, Step};
use engine::{Action, Entry, Game};
use serde_json::Value;
use std::collections::BTreeMap;

/// Rounds in which players pass and may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    Draft,
    Auction(u16),
    Stock(u16),
}

/// What is remembered from one comparison to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The round as last compared: the end of the game leaves it as it was.
    pub(super) round: Value,
    /// The start premium: the last one stands to the end of the game.
    pub(super) premium: i32,
    /// Who passed at his last turn in this round.
    pub(super) passed: Vec<Seat>,
    /// The own bids of those still in, for the premium or in the running auction.
    pub(super) bids: BTreeMap<Seat, i32>,
    /// How many are out of the running auction.
    out: usize,
    /// The maintenance of the turn's company when it was due.
    pub(super) due: Option<(u16, u8, CompanyId, i32)>,
    /// Which mines are connected: the reference looks when the track step is over.
    pub(super) connected: Vec<bool>,
    /// What was built by others on concession routes: the reference never forgets it.
    pub(super) reimbursed: BTreeMap<HexId, i32>,
    now: Option<Passing>,
    /// Who has done something in his running turn.
    acts: Option<Seat>,
    /// Entries taken into account.
    seen: usize,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            round: Value::Null,
            premium: -1,
            passed: Vec::new(),
            bids: BTreeMap::new(),
            out: 0,
            due: None,
            connected: Vec::new(),
            reimbursed: BTreeMap::new(),
            now: None,
            acts: None,
            seen: 0,
        }
    }

    /// Takes the entries since the last comparison into account.
    pub(super) fn follow(&mut self, game: &Game) {
        let seen = std::mem::replace(&mut self.seen, game.log().len());
        let entries = game.log().get(seen..).unwrap_or_default();
        let turn = game.shared().turn;
        self.look(game);
        let frame = game
            .harzbahn()
            .and_then(|(_, state)| state.frames.first().cloned());
        let now = match &frame {
            Some(Frame::Premium { .. }) => {
                self.bid(entries);
                None
            }
            Some(Frame::Draft {
                turn: seat, passes, ..
            }) => Some((Passing::Draft, *seat, passes)),
            Some(Frame::Auction {
                turn: seat, passes, ..
            }) => Some((Passing::Auction(turn), *seat, passes)),
            Some(Frame::Stock {
                turn: seat, passes, ..
            }) => Some((Passing::Stock(turn), *seat, passes)),
            _ => None,
        };
        let premium = match frame {
            Some(Frame::Draft { premium, .. }) => premium,
            _ => self.premium,
        };
        let falls = std::mem::replace(&mut self.premium, premium) != premium;
        let Some((round, seat, passes)) = now else {
            if !matches!(frame, Some(Frame::Premium { .. })) {
                self.bids.clear();
            }
            self.now = None;
            self.passed.clear();
            return;
        };
        if falls || self.now.replace(round) != Some(round) {
            self.passed.clear();
            self.acts = None;
            self.bids.clear();
            for &seat in passes {
                self.flag(seat);
            }
        } else {
            for entry in entries {
                self.take(entry, game.seats().count());
            }
            if self.acts.is_some_and(|acting| acting != seat) {
                self.end_turn();
            }
        }
        if let Some(Frame::Auction { bidding, .. }) = &frame {
            self.agree(bidding.as_ref());
        }
    }

    /// Sees what was built by others, and which mines are connected, but not that amid a company's building.
    fn look(&mut self, game: &Game) {
        let Some((_, state)) = game.harzbahn() else {
            return;
        };
        self.reimbursed
            .extend(state.built_by_others.iter().copied());
        let building = matches!(
            state.turn(),
            Some((_, Step::Track { laid, .. } | Step::ConcessionRoute { laid }, _)) if laid > 0
        );
        if !building || self.connected.is_empty() {
            self.connected = state.mines.iter().map(|mine| mine.connected).collect();
        }
    }

    /// Keeps the bids for the premium.
    fn bid(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry.action {
                Action::Premium(amount) => {
                    self.bids.insert(entry.by.seat(), amount);
                }
                Action::Pass => {
                    self.bids.remove(&entry.by.seat());
                }
                _ => {}
            }
        }
    }

    /// Only bids of those still in stand.
    fn agree(&mut self, bidding: Option<&Bidding>) {
        match bidding {
            None => {
                self.bids.clear();
                self.out = 0;
            }
            Some(bidding) => {
                self.bids.retain(|seat, _| bidding.bidders.contains(seat));
                self.bids.insert(bidding.leader, bidding.price);
            }
        }
    }

    fn take(&mut self, entry: &Entry, players: usize) {
        let seat = entry.by.seat();
        if self.acts.is_some_and(|acting| acting != seat) {
            self.end_turn();
        }
        match (self.now, &entry.action) {
            (Some(Passing::Draft), Action::Take(_)) => self.unflag(seat),
            (Some(Passing::Auction(_)), Action::Bid { amount, .. }) => {
                self.unflag(seat);
                self.bids.insert(seat, *amount);
            }
            // A pass in a running auction is none of the round.
            (Some(Passing::Auction(_)), Action::Pass) if !self.bids.is_empty() => {
                self.bids.remove(&seat);
                self.out += 1;
                if self.out + 1 >= players {
                    self.bids.clear();
                    self.out = 0;
                }
            }
            (Some(Passing::Stock(_)), Action::Pass) if self.acts == Some(seat) => self.end_turn(),
            (_, Action::Pass) => self.flag(seat),
            (
                Some(Passing::Stock(_)),
                Action::Sell(..)
                | Action::Buy(..)
                | Action::Form(..)
                | Action::Unite { .. }
                | Action::Exercise(..),
            ) => self.acts = Some(seat),
            _ => {}
        }
    }

    /// A turn ends in which the seat did something.
    fn end_turn(&mut self) {
        if let Some(seat) = self.acts.take() {
            self.unflag(seat);
        }
    }

    fn unflag(&mut self, seat: Seat) {
        self.passed.retain(|other| *other != seat);
    }

    fn flag(&mut self, seat: Seat) {
        if !self.passed.contains(&seat) {
            self.passed.push(seat);
        }
    }
}
