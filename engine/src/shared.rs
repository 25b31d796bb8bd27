//! The part of a position that all titles have: money, papers, companies, chart, board, depot, phase, table.

use crate::board::Board;
use crate::event::{Cause, Event};
use crate::finance::{Account, Cash, Holder, Markers, Papers};
use crate::ids::{CellId, CompanyId, PaperId, Seat, TrainId};
use crate::rolling_stock::{Depot, TrainHolder};
use crate::rules::Definition;

/// Where a company stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Not yet in play.
    Unopened,
    /// In play.
    Open,
    /// Out of the game.
    Closed,
}

/// A company's own facts. What only one title knows stands in that title's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Company {
    /// Where it stands in its life.
    pub status: Status,
    /// Share units now in being: 5 or 10 for a public company of 18Ardennes, 4 for a minor.
    pub units: u8,
    /// It has had a turn of operation.
    pub operated: bool,
    /// Station tokens not on the map.
    pub tokens_left: u8,
    /// Who decides for it, in titles without director's certificates.
    pub director: Option<Seat>,
}

/// The seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Seats in the order in which they act.
    pub order: Vec<Seat>,
    /// Who holds the priority deal.
    pub priority: Seat,
    /// Who is bankrupt, by seat.
    pub out: Vec<bool>,
}

impl Table {
    /// The next seat after `seat` that is still in the game.
    pub fn after(&self, seat: Seat) -> Seat {
        let at = self
            .order
            .iter()
            .position(|&other| other == seat)
            .unwrap_or(0);
        let len = self.order.len();
        (1..=len)
            .filter_map(|step| self.order.get((at + step) % len))
            .copied()
            .find(|&next| !self.is_out(next))
            .unwrap_or(seat)
    }

    /// The seats still in the game from `seat` on, in order, `seat` first if it is in.
    pub fn from(&self, seat: Seat) -> Vec<Seat> {
        let at = self
            .order
            .iter()
            .position(|&other| other == seat)
            .unwrap_or(0);
        let len = self.order.len();
        (0..len)
            .filter_map(|step| self.order.get((at + step) % len))
            .copied()
            .filter(|&next| !self.is_out(next))
            .collect()
    }

    /// Whether the seat is bankrupt.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.get(seat.index()).copied().unwrap_or(true)
    }
}

/// How the end stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Not in sight.
    Open,
    /// The bank is broken: the present set of rounds is the last.
    Last,
    /// Over.
    Over,
}

/// The common part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Money.
    pub cash: Cash,
    /// Papers.
    pub papers: Papers,
    /// Companies, by id.
    pub companies: Vec<Company>,
    /// Markers on the stock market.
    pub markers: Markers,
    /// Map.
    pub board: Board,
    /// Trains.
    pub depot: Depot,
    /// Index of the phase.
    pub phase: u8,
    /// Seats.
    pub table: Table,
    /// How the end stands.
    pub ending: Ending,
    /// Number of the present turn (a stock round and its operating rounds), from 1.
    pub turn: u16,
}

impl Shared {
    /// The start: all cash in the bank, all papers in the offering, the printed map.
    pub fn new(definition: &Definition, players: usize) -> Shared {
        let order: Vec<Seat> = (0..players).map(Seat::from).collect();
        Shared {
            cash: Cash::new(definition.bank, players, definition.companies.len()),
            papers: Papers::new(definition),
            companies: definition
                .companies
                .iter()
                .map(|company| Company {
                    status: Status::Unopened,
                    units: 0,
                    operated: false,
                    tokens_left: company.tokens,
                    director: None,
                })
                .collect(),
            markers: Markers::default(),
            board: Board::new(&definition.map),
            depot: Depot::new(definition),
            phase: 0,
            table: Table {
                order,
                priority: Seat(0),
                out: vec![false; players],
            },
            ending: Ending::Open,
            turn: 1,
        }
    }

    /// A company's facts. Ids come from the definition, so that the fallback is never met.
    pub fn company(&self, company: CompanyId) -> Company {
        self.companies
            .get(company.index())
            .copied()
            .unwrap_or(Company {
                status: Status::Closed,
                units: 0,
                operated: false,
                tokens_left: 0,
                director: None,
            })
    }

    /// The same, to change it.
    pub fn company_mut(&mut self, company: CompanyId) -> Option<&mut Company> {
        self.companies.get_mut(company.index())
    }

    /// Whether the company is in play.
    pub fn is_open(&self, company: CompanyId) -> bool {
        self.company(company).status == Status::Open
    }

    /// A player's cash.
    pub fn player_cash(&self, seat: Seat) -> i32 {
        self.cash.of(Account::Player(seat))
    }

    /// A company's treasury.
    pub fn treasury(&self, company: CompanyId) -> i32 {
        self.cash.of(Account::Company(company))
    }

    /// The company's price; `None` if it has no marker on the chart.
    pub fn price(&self, definition: &Definition, company: CompanyId) -> Option<i32> {
        self.markers
            .cell(company)
            .map(|cell| definition.chart.price(cell))
    }

    /// Who decides for the company: the holder of its director's certificate, or who is recorded as director.
    pub fn director(&self, definition: &Definition, company: CompanyId) -> Option<Seat> {
        self.papers
            .director(definition, company)
            .or(self.company(company).director)
    }

    /// Units that a player holds.
    pub fn units(&self, definition: &Definition, company: CompanyId, holder: Holder) -> u8 {
        self.papers.units(definition, company, holder)
    }

    /// Trains of a company.
    pub fn trains(
        &self,
        company: CompanyId,
    ) -> impl Iterator<Item = &crate::rolling_stock::TrainState> {
        self.depot.of(TrainHolder::Company(company))
    }

    /// Moves money, the only door for it.
    pub fn pay(
        &mut self,
        events: &mut Vec<Event>,
        from: Account,
        to: Account,
        sum: i32,
        cause: Cause,
    ) {
        if sum != 0 {
            self.cash.pay(from, to, sum);
            events.push(Event::Paid {
                from,
                to,
                sum,
                cause,
            });
        }
    }

    /// Moves a paper.
    pub fn move_paper(&mut self, events: &mut Vec<Event>, paper: PaperId, to: Holder) {
        let from = self.papers.holder(paper);
        if from != to {
            self.papers.move_to(paper, to);
            events.push(Event::PaperMoved { paper, from, to });
        }
    }

    /// Moves a marker to a cell; a marker that stays keeps its place in the stack.
    pub fn move_marker(&mut self, events: &mut Vec<Event>, company: CompanyId, to: CellId) {
        let from = self.markers.cell(company);
        if from != Some(to) {
            self.markers.place(company, to, false);
            events.push(Event::MarkerMoved {
                company,
                from,
                to: Some(to),
            });
        }
    }

    /// Moves a marker to a cell and to the bottom of the stack there, even where it stays (H73-4.3.3-05).
    pub fn restack_marker(&mut self, events: &mut Vec<Event>, company: CompanyId, to: CellId) {
        let from = self.markers.cell(company);
        self.markers.place(company, to, true);
        if from != Some(to) {
            events.push(Event::MarkerMoved {
                company,
                from,
                to: Some(to),
            });
        }
    }

    /// Gives a train to another holder.
    pub fn move_train(&mut self, events: &mut Vec<Event>, train: TrainId, to: TrainHolder) {
        if let Some(state) = self.depot.get(train).copied() {
            self.depot.move_to(train, to);
            events.push(Event::TrainMoved {
                train,
                kind: state.kind,
                from: Some(state.holder),
                to,
            });
        }
    }
}
