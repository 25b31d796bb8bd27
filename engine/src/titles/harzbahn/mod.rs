//! Harzbahn 1873: the flow of the game, section by section of its rulebook.
//!
//! A railway's or public mining company's papers are its shares of one unit each: 2, then 5, then 10 units are in
//! being, the others in reserve; an unsold share lies in the company's own offering ([`Holder::Company`]). There are
//! no director's papers: [`crate::shared::Company::director`] is recorded. A mine is a company whose one paper is its
//! certificate, held by a player, by a public mining company, or by the bank when the mine is closed.
//!
//! [`Holder::Company`]: crate::finance::Holder::Company

mod facts;
mod flow;
pub(crate) mod import;
mod ledger;
mod notes;
mod options;
pub(crate) mod position;
mod raise;
#[cfg(test)]
mod rounds_tests;
pub(crate) mod rule_tests;
mod s2_start;
mod s3_1_auction;
mod s3_2_1_directors;
mod s3_2_2_sales;
mod s3_2_4_railways;
mod s3_2_5_mining;
mod s3_2_6_options;
mod s3_2_stock;
mod s4_1_trade;
mod s4_1_units;
mod s4_2_1_mine_track;
mod s4_2_mines;
mod s4_3_2_profit;
mod s4_3_4_mine_purchase;
mod s4_3_5_machines;
mod s4_3_6_issue;
mod s4_3_mining;
mod s4_4_1_concession;
mod s4_4_1_fit;
mod s4_4_1_track;
mod s4_4_2_stations;
mod s4_4_3_best;
mod s4_4_3_demand;
mod s4_4_3_routes;
mod s4_4_3_runs;
mod s4_4_4_revenue;
mod s4_4_7_trains;
mod s4_4_railways;
mod s4_5_mhe;
mod s4_6_activation;
mod s4_rounds;
mod s5_phases;
mod s6_1_recapitalisation;
mod s6_2_receivership;
mod s7_end;
mod setup;
mod special;
mod trial;

pub use options::{OPTIONS, Options};
pub use special::{ConcessionDef, MineDef, Part, PlantDef, Special, Upkeep};

use crate::finance::{Account, Holder};
use crate::ids::{CellId, CompanyId, FaceId, HexId, Seat, TrainId};
use crate::rules::{CompanyKind, Definition, Fixes};
use crate::shared::Shared;

/// The definition of the title, as data.
pub const DEFINITION: &str = include_str!("definition.json");

/// The rows of its rule matrix, as text.
pub const RULES: &str = include_str!("rules.md");

/// The title on one screen.
pub const SKETCH: &[(&str, &str)] = &[
    (
        "Aim",
        "Most wealth at the end: cash, shares at their value, face values of one's own mines.",
    ),
    (
        "Start",
        "A premium is bid for, then 15 mines and two concessions are bought in turn; what is passed by gets cheaper.",
    ),
    (
        "Mines",
        "Produce every round, half for their owner. Two of them can become a public mining company; machines and switchers make them produce more, a connection to the state railway lets them.",
    ),
    (
        "Railways",
        "Formed by the owner of a concession at 120 to 300; five shares, float with the third sold, and must build their concession route in their first turn.",
    ),
    (
        "Selling",
        "As one lot a company, to the pool; each share sold moves the value one down, never below 50. No limit on certificates.",
    ),
    (
        "Prices",
        "Paying the value moves one up, twice two, three times three; withholding one down.",
    ),
    (
        "Trains",
        "A train of size n runs n routes that hang together, as many and as long as possible. Nothing rusts, but old trains and machines cost maintenance: who cannot pay is recapitalised by the bank and in receivership.",
    ),
    (
        "End",
        "A value of 1,000, or the second set of three operating rounds after phase 5 began.",
    ),
];

/// What never changes in a game of Harzbahn 1873.
#[derive(Clone, Debug)]
pub struct HarzRules {
    /// Map, tiles, companies …
    pub definition: Definition,
    /// What this title has alone.
    pub special: Special,
    /// Departures and variants in use.
    pub options: Options,
    /// What is played otherwise than in the first revision.
    pub fixes: Fixes,
    /// Number of players.
    pub players: u8,
    /// For what the rules leave to chance (H73-6.2-07); the set-up's, or 0.
    pub seed: u64,
}

/// What changes about a mine. Its owner is the holder of its paper, its treasury that of its company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mine {
    /// Its marker lies on the active side.
    pub open: bool,
    /// Track leads from its hex to the state railway.
    pub connected: bool,
    /// Size of its machine, from 1.
    pub machine: u8,
    /// Its switcher, a card held by the mine while independent, else by its public mining company.
    pub switcher: Option<TrainId>,
}

/// What changes about a railway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its concession may be auctioned.
    pub active: bool,
    /// A tile on its route has brought the concession forward (counts from `early_phase` on).
    pub advanced: bool,
    /// Its concession route is built (for the QLB from the start).
    pub complete: bool,
    /// It has not bought its compulsory train: the owner of the concession directs.
    pub pending: bool,
}

/// A concession or purchase option that a player has bought and not yet used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// To which company.
    pub company: CompanyId,
    /// Whose.
    pub seat: Seat,
    /// An option on a company in receivership; else a concession.
    pub option: bool,
}

/// A tile kept for a hex of a concession route (H73-4.4.1-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// Where.
    pub hex: HexId,
    /// The tile; its copy is out of the box.
    pub face: FaceId,
    /// For whom.
    pub company: CompanyId,
}

/// The bidding for a concession or option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bidding {
    /// To which company.
    pub company: CompanyId,
    /// The high bid, in Marks.
    pub price: i32,
    /// Who leads.
    pub leader: Seat,
    /// Who is still in, the leader included, in turn order from the opener.
    pub bidders: Vec<Seat>,
    /// Whose answer is awaited.
    pub turn: Seat,
}

/// What a player has done in his stock turn besides selling.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Nothing.
    Nothing,
    /// Formed a railway: he may buy a second share of it (H73-3.2.4-03).
    Formed { company: CompanyId },
    /// Exercises an option share by share (option `option_share_by_share`): shares bought so far.
    Exercising { company: CompanyId, bought: u8 },
}

/// A sale between companies that waits for the seller's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The train, diesel railcar or switcher.
    pub train: TrainId,
    /// Its owner.
    pub seller: CompanyId,
    /// The buyer.
    pub buyer: CompanyId,
    /// Price, in Marks.
    pub price: i32,
    /// What else is agreed.
    pub terms: crate::action::Terms,
}

/// Steps of a company's turn. Mines, public mining companies and railways each go through their own.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// 4.2.1: an unconnected mine may build.
    MineTrack,
    /// 4.2.2: the mine is to produce and share its profit; nobody is asked.
    MineProduction,
    /// 4.2.4, 4.3.5: machines and switchers.
    Machines,
    /// 4.2.5: closing.
    CloseMine,
    /// 4.3.1: moving switchers.
    Switchers,
    /// 4.3.1: the public mining company is to produce; nobody is asked.
    Production,
    /// 4.3.2, 4.4.5: the profit waits for a decision.
    Dividend { profit: i32 },
    /// 4.3.4: buying a mine.
    BuyMine,
    /// 4.3.6, 4.4.8: issuing new shares.
    Issue,
    /// 4.4.1: track; tiles laid so far, and whether the first is of the kind of which two may be laid.
    Track { laid: u8, double: bool },
    /// 4.4.1: the concession route is being built, so many tiles so far. Nothing else is legal until it is complete.
    ConcessionRoute { laid: u8 },
    /// 4.4.2: one station.
    Station,
    /// 4.4.3: running the trains.
    Run,
    /// 4.4.7: trains and switchers.
    Trains,
    /// Over.
    End,
}

/// What the game waits in. The top of the stack is asked.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// 2.1, part 1: the auction of the start premium; `passed` in the order of passing.
    Premium {
        turn: Seat,
        lead: Option<(Seat, i32)>,
        passed: Vec<Seat>,
    },
    /// 2.1, part 2: the start auction; `passes` in succession.
    Draft {
        turn: Seat,
        premium: i32,
        passes: Vec<Seat>,
        must_buy: bool,
    },
    /// 3.1: an auction round; `turn` opens, or opened what is under `bidding`; `passes` in succession.
    Auction {
        turn: Seat,
        passes: Vec<Seat>,
        bidding: Option<Bidding>,
    },
    /// 3.2: a stock round; `passes` in succession, `sold_now` in this turn.
    Stock {
        turn: Seat,
        passes: Vec<Seat>,
        sold_now: Vec<CompanyId>,
        done: Done,
    },
    /// 3.2.5: the owner of the second mine is asked.
    UniteAnswer {
        company: CompanyId,
        first: CompanyId,
        second: CompanyId,
        by: Seat,
    },
    /// 4: an operating round, `number` of the `of` of its set; the first `done` of `order` have had their turn.
    Operating {
        number: u8,
        of: u8,
        order: Vec<CompanyId>,
        done: u8,
    },
    /// 4: a company's turn; `first`: it has not operated before.
    Turn {
        company: CompanyId,
        step: Step,
        first: bool,
    },
    /// 4.3.4: the owner of a mine is asked.
    MineAnswer {
        buyer: CompanyId,
        mine: CompanyId,
        price: i32,
    },
    /// 4.1: a seller is asked.
    TradeAnswer { offer: Offer },
    /// 7: over.
    Over,
}

/// A position of Harzbahn 1873.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harz {
    /// What all titles have. The table's order is the present turn order.
    pub shared: Shared,
    /// What the game waits in, outermost first.
    pub frames: Vec<Frame>,
    /// The mines, by number from 1.
    pub mines: Vec<Mine>,
    /// Mines of the public mining companies in their order of entry, by company; empty for others.
    pub pits: Vec<Vec<CompanyId>>,
    /// The railways, by company; others have an idle entry.
    pub lines: Vec<Line>,
    /// Concessions and options that players hold.
    pub rights: Vec<Right>,
    /// Whether a company is in receivership, by company.
    pub receivership: Vec<bool>,
    /// Tiles kept for concession routes.
    pub reserved: Vec<Reserved>,
    /// Hexes of unbuilt concession routes that others built on, and what the railway owes for them.
    pub built_by_others: Vec<(HexId, i32)>,
    /// Who sold which company in this stock round.
    pub sold: Vec<(Seat, CompanyId)>,
    /// Complete sets of three operating rounds since phase 5 began.
    pub sets_of_three: u8,
    /// Diesel railcars are on offer (H73-4.1-08).
    pub diesels: bool,
}

impl HarzRules {
    /// What kind of company it is.
    pub fn kind(&self, company: CompanyId) -> CompanyKind {
        self.definition.at(company).kind
    }

    /// Whether it is one of the 15 mines.
    pub fn is_mine(&self, company: CompanyId) -> bool {
        self.kind(company) == CompanyKind::Mine
    }

    /// Whether it is a public mining company.
    pub fn is_mining(&self, company: CompanyId) -> bool {
        self.kind(company) == CompanyKind::PublicMine
    }

    /// Whether it is a railway.
    pub fn is_railway(&self, company: CompanyId) -> bool {
        self.kind(company) == CompanyKind::Major
    }

    /// Companies of a kind, in the order of the definition.
    pub fn of_kind(&self, kind: CompanyKind) -> impl Iterator<Item = CompanyId> + '_ {
        self.definition
            .company_ids()
            .filter(move |company| self.kind(*company) == kind)
    }

    /// The sum as players write it.
    pub fn money(&self, sum: i32) -> String {
        self.definition.money.print(sum)
    }

    /// The printed name of a company, as in sentences: `mine 12`, `HBE`.
    pub fn name(&self, company: CompanyId) -> String {
        let id = &self.definition.at(company).id;
        if self.is_mine(company) {
            format!("mine {id}")
        } else {
            id.clone()
        }
    }
}

impl Harz {
    /// What changes about a mine. Ids come from the definition, so that the fallback is never met.
    pub fn mine(&self, mine: CompanyId) -> Mine {
        self.mines.get(mine.index()).copied().unwrap_or(Mine {
            open: false,
            connected: false,
            machine: 1,
            switcher: None,
        })
    }

    /// The same, to change it.
    pub(crate) fn mine_mut(&mut self, mine: CompanyId) -> Option<&mut Mine> {
        self.mines.get_mut(mine.index())
    }

    /// What changes about a railway.
    pub fn line(&self, company: CompanyId) -> Line {
        self.lines.get(company.index()).copied().unwrap_or(Line {
            active: false,
            advanced: false,
            complete: true,
            pending: false,
        })
    }

    /// The same, to change it.
    pub(crate) fn line_mut(&mut self, company: CompanyId) -> Option<&mut Line> {
        self.lines.get_mut(company.index())
    }

    /// The mines of a public mining company, in their order of entry.
    pub fn pits(&self, company: CompanyId) -> &[CompanyId] {
        self.pits
            .get(company.index())
            .map_or(&[], |mines| mines.as_slice())
    }

    /// Who holds a mine's certificate.
    pub fn mine_holder(&self, rules: &HarzRules, mine: CompanyId) -> Holder {
        self.shared
            .papers
            .director_paper(&rules.definition, mine)
            .map_or(Holder::Gone, |paper| self.shared.papers.holder(paper))
    }

    /// The player who owns the mine, if it is open and independent.
    pub fn mine_owner(&self, rules: &HarzRules, mine: CompanyId) -> Option<Seat> {
        match self.mine_holder(rules, mine) {
            Holder::Player(seat) if self.mine(mine).open => Some(seat),
            _ => None,
        }
    }

    /// Whether the company is in receivership.
    pub fn in_receivership(&self, company: CompanyId) -> bool {
        self.receivership
            .get(company.index())
            .copied()
            .unwrap_or(false)
    }

    /// Who decides for the company in play: the owner of a mine, the recorded director; nobody in receivership.
    pub fn director(&self, rules: &HarzRules, company: CompanyId) -> Option<Seat> {
        if rules.is_mine(company) {
            self.mine_owner(rules, company)
        } else {
            self.shared.company(company).director
        }
    }

    /// Whose word a company's deeds need: a mine of a public mining company is spoken for by that company's director.
    pub fn controller(&self, rules: &HarzRules, company: CompanyId) -> Option<Seat> {
        match self.mine_holder(rules, company) {
            Holder::Company(owner) if rules.is_mine(company) => self.director(rules, owner),
            _ => self.director(rules, company),
        }
    }

    /// The company's value, in Marks; 0 without a marker.
    pub fn value(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        self.shared.price(&rules.definition, company).unwrap_or(0)
    }

    /// Shares of the company that a holder has.
    pub fn shares(&self, rules: &HarzRules, company: CompanyId, holder: Holder) -> u8 {
        self.shared.units(&rules.definition, company, holder)
    }

    /// Percentage that one share stands for now: 50, 20 or 10.
    pub fn percent(&self, company: CompanyId) -> u8 {
        100 / self.shared.company(company).units.max(1)
    }

    /// Moves so many shares from one holder to another.
    pub(crate) fn move_shares(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        from: Holder,
        to: Holder,
        count: u8,
        events: &mut Vec<crate::event::Event>,
    ) {
        let papers: Vec<_> = self
            .shared
            .papers
            .held(&rules.definition, company, from)
            .take(usize::from(count))
            .map(|(paper, _, _)| paper)
            .collect();
        for paper in papers {
            self.shared.move_paper(events, paper, to);
        }
    }

    /// Puts the company's marker to a cell, at the bottom of the stack there. `adjusted`: it was there or elsewhere
    /// on the chart before; with the option `restack_on_move` it then keeps its place where it does not move.
    pub(crate) fn place_marker(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        cell: CellId,
        events: &mut Vec<crate::event::Event>,
    ) {
        if rules.options.restack_on_move {
            self.shared.move_marker(events, company, cell);
        } else {
            self.shared.restack_marker(events, company, cell);
        }
    }

    /// What a player or company has, in Marks.
    pub fn cash(&self, account: Account) -> i32 {
        self.shared.cash.of(account)
    }

    /// The company in turn with its step, and whether it has not operated before.
    pub fn turn(&self) -> Option<(CompanyId, Step, bool)> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Turn {
                company,
                step,
                first,
            } => Some((*company, *step, *first)),
            _ => None,
        })
    }

    /// Sets the step of the company in turn.
    pub(crate) fn set_step(&mut self, next: Step) {
        for frame in self.frames.iter_mut().rev() {
            if let Frame::Turn { step, .. } = frame {
                *step = next;
                return;
            }
        }
    }

    /// Number of the operating round in its set and how many the set has.
    pub fn operating_round(&self) -> Option<(u8, u8)> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Operating { number, of, .. } => Some((*number, *of)),
            _ => None,
        })
    }
}
