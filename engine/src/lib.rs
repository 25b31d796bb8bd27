//! The rules of 18xx railway games: pure, without I/O, clock, async or panic.
//!
//! ```
//! use engine::{Game, Setup};
//!
//! let mut game = Game::new(Setup::new("18ardennes", 3)).unwrap();
//! let ask = game.decision().unwrap();
//! let bid = game.read(ask.seat, "bid 15 120").unwrap();
//! game.apply(ask.seat, &bid).unwrap();
//! // An illegal action changes nothing and names the rule that forbids it.
//! let next = game.decision().unwrap();
//! let low = game.read(next.seat, "bid 15 120").unwrap();
//! assert_eq!(game.apply(next.seat, &low).unwrap_err().rule, "ARD-3.2.1-05");
//! // The log is the game: folding it gives the same position.
//! let again = Game::replay(game.setup().clone(), game.log()).unwrap();
//! assert_eq!(again.digest(), game.digest());
//! ```
//!
//! # Five sentences
//!
//! - A game is its set-up and its list of entries; [`Game`] holds both and the position that is their fold.
//! - What is legal is said once, by a title's `plan`; [`Game::legal`] lists by filtering whole domains through it.
//! - The position is plain data, cloned freely, never mutated backwards: undo is a shorter fold.
//! - The game waits for the top of a stack of frames that hold ids and progress; who decides is computed anew.
//! - The fold contains no search and no automation: what the engine does by itself it writes into the log.
//!
//! # Rooms
//!
//! | module | what |
//! |---|---|
//! | [`ids`], [`action`], [`event`], [`rejection`], [`legal`], [`notation`] | the vocabulary |
//! | [`rules`] | the definition of a title: one JSON file, read into types and checked |
//! | [`board`] | hexes, faces in six turnings, laying and upgrading, tokens |
//! | [`finance`] | cash, papers, the stock market in one and two dimensions |
//! | [`rolling_stock`] | the depot and its cards |
//! | [`network`] | reach, runs, the exact search for the best ones |
//! | [`titles`] | one folder a title, files named after the sections of its rulebook |
//! | [`import`] | what 18xx.games records, as entries of ours |
//! | [`game`], `ledger` | a game, its canonical text and digest |
//!
//! Dependencies point one way: ids → rules → board, finance, rolling stock → network → titles → game. Titles never
//! import one another; two titles that share a mechanism share a function.
//!
//! # How the next titles fit
//!
//! The trait `Title` asks and has no defaults: asks, plan, carry out, demand, legal, engine action, best runs, jump, marks,
//! notes, worth, ties, limits, order, ledger. A title answers them with a state of its own that contains [`Shared`] and with its own
//! frames; [`Game`] holds an enum over the titles and is the one place that knows which is which.
//!
//! **1826.** Five- and ten-share companies are the `units` of [`shared::Company`], as here. Loans and bonds are
//! lists in the title's state; a bond is a paper. A merger is a pure function from holders in order to a list of paper
//! moves. Trains that count hexes are [`rules::TrainRun::Hexes`]; a link knows its hex count. Paris's six circles and
//! consents for reserved hexes are tests of that title's `plan`, consents are frames like the answer to a train
//! offer here. Destinations ask the network without blocking.
//!
//! # Trials
//!
//! [`Game::fork`] is a game of its own that stands where this one stands, [`Game::trial_turn`] and
//! [`Game::trial_stock`] one that has run ahead to a turn; its log starts there. The trait's one method for it, `jump`,
//! leaves only the frames of rounds on the stack, calls the title's own functions for the ends and beginnings of rounds
//! until the turn comes, and puts back what is owed because it has happened (discards, what a minor brings). Nobody
//! decides anything on the way, so that a trial is the very position that passing leads to: a test holds both titles to
//! it. A stored trial is a fold of jumps and entries.
//!
//! # How Harzbahn 1873 came in
//!
//! It is the title least like the others, and stands in its own folder; 18Ardennes did not change by it. The shared rooms
//! learned what it needs, each in general: a company's director may be recorded ([`shared::Company`]) where no paper
//! says it; state track is a flag of [`board::Path`] that reach and runs do not enter; stations may be inactive
//! ([`board::Occupant::Inactive`]); a definition may have an unlimited bank, several homes, settlements, barriers and hexes
//! that open with a phase; [`finance::Markers::place`] re-stacks on every adjustment; [`action::TrainSource::Onto`]
//! names the mines that get what is bought, [`action::Terms`] what else two companies agree. Machines are faces of the same
//! cards as trains. The MHE, mines' production and companies in receivership act inside the fold, where nothing is
//! decided; the runs of a railway in receivership are an engine entry. A concession route is laid tile by tile, the first
//! tile's plan checks the whole, and [`Game::undo`] takes it back whole (`Title::amid`). Consents are frames: the owner
//! must answer, the asker may withdraw. "As many routes as possible" is `demand`, asked of live actions only.
//!
//! # How 1835 came in
//!
//! Most of what it needs was there: [`finance::Chart`] with its walk, papers of 1, 2 and 4 units of 5 %, `Reserved` holders for
//! release groups and for the Prussian's shares, [`rules::TrainRun::Plus`], frames. The shared rooms learned
//! [`action::Parcel`], certificates by size in a sale or an exchange, and the actions of private powers; the joint search of
//! [`network`] now takes any search for one train, and a second one counts stops of two sizes with groups and the ferry's toll
//! ([`network::best_counted`]). Percentages are units of 5 % inside and percent in notation. The Prussian's formation is a
//! chain of frames that ask player after player; a minor folded into it inside its own turn is why a turn frame asks first
//! whether its company still exists. Raising money by sales is a frame over the turn that holds the train; bankruptcy is an
//! action, the only one left. The bank's loan is a list in that title's state.
//!
//! # Where this departs from the architecture note, and why
//!
//! - `plan` gives the cost of an action and lets `carry_out` compute the rest again: the sums are cheap, and a deed
//!   with every detail would say each rule twice.
//! - A frame may hold who started it (the bidder, the seat whose stock turn it is): the table order is fixed, and no
//!   bankruptcy can change it while the frame waits. Directors are always computed.
//! - Rejections carry their sentence as text, made where the figures are. Listing lays, the one place where
//!   thousands are made, tests the network's first condition before.
//! - Best runs are demanded of live actions only (`Title::demand`), so that no fold ever waits for a search.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod action;
pub mod board;
pub mod event;
pub mod finance;
pub mod game;
pub mod ids;
pub mod import;
mod ledger;
pub mod legal;
pub mod network;
pub mod notation;
pub mod rejection;
pub mod rolling_stock;
pub mod rules;
#[doc(hidden)]
pub mod scenario;
pub mod shared;
pub mod titles;

pub use action::{
    Action, BondDeal, By, CompanySet, Entry, Lot, Parcel, Payout, Run, RunStep, Source, Terms,
    TrainSource,
};
pub use event::Event;
pub use game::{Game, Jump, Setup};
pub use legal::{Ask, Choice, Duty, Legal, Range, Scope, Topic};
pub use rejection::Rejection;
pub use rules::Definition;
pub use shared::Shared;
