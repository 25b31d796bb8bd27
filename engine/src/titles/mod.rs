//! The titles. Each is a flow of its own that reads like its rulebook and calls the shared mechanisms.

pub mod ardennes;
pub mod harzbahn;
mod options;
mod packet;
mod raise;
pub mod y1826;
pub mod y1835;

pub use options::OptionDef;
pub use packet::{PacketItem, PacketState};
pub use raise::Raise;

use crate::action::{Action, By, Run};
use crate::event::Event;
use crate::game::Jump;
use crate::ids::{CompanyId, HexId, Seat, StopRef};
use crate::ledger::seat_name;
use crate::legal::{Ask, Duty, Legal};
use crate::network::{Optimum, RunSums};
use crate::rejection::Rejection;
use crate::shared::Shared;

/// A legal action with what its preview needs. Only a title's `plan` makes one, only its `carry_out` takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    pub(crate) by: By,
    pub(crate) action: Action,
    /// What the actor or his company pays, in the title's currency.
    pub cost: i32,
}

/// A mark on the map that only some titles have.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Forts lying on a hex.
    Forts { hex: HexId, count: u8 },
    /// A bonus token that waits for a second circle.
    Waiting {
        hex: HexId,
        bonus: crate::board::Bonus,
    },
    /// A company's right from a bonus token.
    Right {
        company: CompanyId,
        hex: HexId,
        bonus: crate::board::Bonus,
    },
    /// Forts that a company holds.
    CompanyForts { company: CompanyId, count: u8 },
    /// A mine: what a railway's train earns there for each of its sizes, its machine's and switcher's size (0 is
    /// none), and the public mining company that it belongs to.
    Mine {
        hex: HexId,
        mine: CompanyId,
        multiplier: i32,
        open: bool,
        connected: bool,
        machine: u8,
        switcher: u8,
        owner: Option<CompanyId>,
    },
    /// A plant and its value.
    Plant { hex: HexId, value: i32 },
    /// A hex of a concession route: the ends of track that the route joins there, and whether that stands.
    RoutePart {
        company: CompanyId,
        hex: HexId,
        ends: (crate::board::End, crate::board::End),
        built: bool,
    },
    /// A tile kept for a company on a hex.
    Reserved {
        company: CompanyId,
        hex: HexId,
        face: crate::ids::FaceId,
    },
    /// A concession or purchase option that a player holds.
    Claim {
        company: CompanyId,
        seat: Seat,
        option: bool,
    },
    /// A company in receivership.
    Receivership { company: CompanyId },
    /// The hex that a company is to be connected with.
    Destination { company: CompanyId, hex: HexId },
    /// A hex whose first tile needs a company's consent.
    Guarded { company: CompanyId, hex: HexId },
    /// A hex that is closed to all others until the company has operated.
    Zone { company: CompanyId, hex: HexId },
    /// A place that pays a company more.
    Mail {
        company: CompanyId,
        hex: HexId,
        value: i32,
    },
}

/// Why a seat that nobody asks may not act: whom the game waits for.
fn not_your_turn(asks: &[Ask]) -> Rejection {
    let who: Vec<String> = asks
        .iter()
        .filter(|ask| ask.duty == Duty::Must)
        .map(|ask| format!("{} ({})", seat_name(ask.seat), ask.topic.name()))
        .collect();
    Rejection::new(
        "GAME",
        format!("it is not your turn: the game waits for {}", who.join(", ")),
    )
}

/// A position of a title. No defaults: each title answers all of it.
pub(crate) trait Title: Clone {
    /// Definition, options and what else never changes in a game.
    type Rules;
    fn shared(&self) -> &Shared;
    /// What is awaited of whom; empty when the game is over or the engine itself must act.
    fn asks(&self, rules: &Self::Rules) -> Vec<Ask>;
    /// The only judge of legality.
    fn plan(&self, rules: &Self::Rules, by: By, action: &Action) -> Result<Deed, Rejection>;
    /// Carries out what `plan` allowed and runs on to the next question.
    fn carry_out(&mut self, rules: &Self::Rules, deed: &Deed, events: &mut Vec<Event>);
    /// What the rules demand of an action beyond its legality in shape, asked of live actions only and never in a
    /// fold: that runs are a best set. A stored game is thus never judged by a later search.
    fn demand(&self, rules: &Self::Rules, action: &Action) -> Result<(), Rejection>;
    /// Everything a seat may do.
    fn legal(&self, rules: &Self::Rules, seat: Seat) -> Legal;
    /// What the engine does by itself where nobody is asked (runs of a company without director).
    fn engine_action(&self, rules: &Self::Rules) -> Option<Action>;
    /// The best runs of the company's trains, if it runs any; `without`: among those that stay away from that hex.
    fn best_runs(
        &self,
        rules: &Self::Rules,
        company: CompanyId,
        without: Option<HexId>,
        budget: u64,
    ) -> Option<Optimum>;
    /// The runs with every stop named and what else a player may leave out; only their way is judged.
    fn whole_runs(
        &self,
        rules: &Self::Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection>;
    /// The sum of runs worked out; the first rule that they break.
    fn sums(
        &self,
        rules: &Self::Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<RunSums, Rejection>;
    /// Stops that the company's track reaches now.
    fn reached(&self, rules: &Self::Rules, company: CompanyId) -> Vec<StopRef>;
    /// Whether the position stands in the middle of what is one act for the rules: undo goes on to its beginning.
    fn amid(&self) -> bool;
    /// Runs ahead to the start of the turn, in which nothing but what the rules do by themselves happens on the way:
    /// see [`crate::game::Jump`]. On a refusal the position is of no use any more.
    fn jump(
        &mut self,
        rules: &Self::Rules,
        to: Jump,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection>;
    /// What only this title knows about a company, in short sentences for its sheet.
    fn company_notes(&self, rules: &Self::Rules, company: CompanyId) -> Vec<String>;
    fn marks(&self, rules: &Self::Rules) -> Vec<Mark>;
    /// What the title's box and rules say about a company, in short sentences for look-ups: abilities, eligibilities.
    fn company_facts(&self, rules: &Self::Rules, company: CompanyId) -> Vec<String>;
    /// The start packet, row by row with what is sold; no rows where the title has none.
    fn packet(&self, rules: &Self::Rules) -> Vec<Vec<PacketItem>>;
    /// What a player could raise now by selling all that he may.
    fn raise(&self, rules: &Self::Rules, seat: Seat) -> Raise;
    /// Worth of a player as in the final score.
    fn worth(&self, rules: &Self::Rules, seat: Seat) -> i32;
    /// Who of equal worth stands before the other: the higher; equal ones share the rank.
    fn tie_break(&self, seat: Seat) -> i32;
    /// Certificates that count, and their limit.
    fn certificates(&self, rules: &Self::Rules, seat: Seat) -> (u8, u8);
    fn train_limit(&self, rules: &Self::Rules, company: CompanyId) -> u8;
    /// Companies in the order in which they would operate now.
    fn operating_order(&self, rules: &Self::Rules) -> Vec<CompanyId>;
    /// Round as players name it: `SR 3`, `OR 3.2`.
    fn round_name(&self) -> String;
    /// Lines of the ledger beyond the shared ones.
    fn ledger(&self, rules: &Self::Rules, out: &mut Vec<String>);
}
