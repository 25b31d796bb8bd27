//! What a picture is drawn from.

use engine::action::Run;
use engine::finance::Holder;
use engine::ids::{CellId, CompanyId, HexId, Seat, StopRef};
use engine::titles::Mark;
use engine::{Definition, Shared};

/// Something that changed in the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// What lies on a hex.
    Hex(HexId),
    /// A station in a stop.
    Stop(StopRef),
    /// A company's marker on the stock market.
    Marker(CompanyId),
}

/// What a map puts first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapMode {
    /// Everything in its place.
    #[default]
    Plain,
    /// Coordinates and names of places, large, over a pale map.
    Names,
    /// Which player each station and mine belongs to.
    Owners,
}

/// A run to be drawn over the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRun {
    /// The train's name, as in the legend: `4D`.
    pub train: String,
    /// Its way.
    pub run: Run,
    /// What it earns, in the title's currency.
    pub revenue: i32,
}

/// A line of text that a title writes into a hex: the value of a ferry, the owner of a mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The hex.
    pub hex: HexId,
    /// A few characters.
    pub text: String,
}

/// What a title counts for a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Worth as in the final score, in the title's currency.
    pub worth: i32,
    /// Certificates that count.
    pub certificates: u8,
    /// Their limit; 0 where there is none.
    pub limit: u8,
}

/// A position with what surrounds it. Fill what is known; all but the first two may stay empty.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is printed in the box.
    pub definition: &'a Definition,
    /// The position.
    pub shared: &'a Shared,
    /// Marks on the map and with companies that only some titles have.
    pub marks: &'a [Mark],
    /// Names of the players, by seat.
    pub players: &'a [String],
    /// The round as players name it: `OR 3.2`.
    pub round: &'a str,
    /// What else tells this picture from another: game and number of the move.
    pub caption: &'a str,
    /// Whether this is somebody's private trial: the picture is framed and says so.
    pub trial: bool,
    /// Companies in the order in which they operate.
    pub order: &'a [CompanyId],
    /// What to highlight.
    pub changed: &'a [Change],
    /// Runs to draw over the map.
    pub routes: &'a [DrawnRun],
    /// Texts of the title in hexes.
    pub notes: &'a [Note],
    /// What the title counts, by seat.
    pub standings: &'a [Standing],
    /// What moves a price, in short lines.
    pub market_notes: &'a [String],
    /// What happens when a phase begins, by phase: what rusts, what opens.
    pub phase_notes: &'a [String],
    /// Changes are shown since this move; of the last turn otherwise.
    pub since: Option<usize>,
    /// What the map puts first.
    pub mode: MapMode,
    /// What each player could raise, by seat.
    pub raises: &'a [i32],
    /// Seats that the game waits for.
    pub awaited: &'a [Seat],
    /// Where companies stood before their price moved.
    pub moved: &'a [(CompanyId, CellId)],
    /// What only the title knows of the company whose sheet is drawn, in short sentences.
    pub company_notes: &'a [String],
    /// Trains that this company may own; where it is not told, what the phase grants to its kind.
    pub train_limit: Option<u8>,
}

impl<'a> Scene<'a> {
    /// A scene with nothing but a position.
    pub fn new(definition: &'a Definition, shared: &'a Shared) -> Scene<'a> {
        Scene {
            definition,
            shared,
            marks: &[],
            players: &[],
            round: "",
            caption: "",
            trial: false,
            order: &[],
            changed: &[],
            routes: &[],
            notes: &[],
            standings: &[],
            market_notes: &[],
            phase_notes: &[],
            since: None,
            mode: MapMode::Plain,
            raises: &[],
            awaited: &[],
            moved: &[],
            company_notes: &[],
            train_limit: None,
        }
    }

    /// The name of a seat: the player's, or its number from 1.
    pub fn player(&self, seat: Seat) -> String {
        self.players
            .get(seat.index())
            .cloned()
            .unwrap_or_else(|| format!("Player {}", seat.index() + 1))
    }

    /// Letters that stand for a seat.
    pub fn letters(&self, seat: Seat) -> String {
        let letters = crate::mark::letters(self.players);
        (letters.into_iter().nth(seat.index())).unwrap_or_else(|| (seat.index() + 1).to_string())
    }

    /// The player whose the company is: its director, or who holds the mine's certificate or directs the company that
    /// does.
    pub fn owner(&self, company: CompanyId) -> Option<Seat> {
        let papers = &self.shared.papers;
        let held_by = papers
            .director_paper(self.definition, company)
            .map(|paper| papers.holder(paper));
        match held_by {
            Some(Holder::Company(owner)) if owner != company => {
                self.shared.director(self.definition, owner)
            }
            _ => self.shared.director(self.definition, company),
        }
    }

    /// The name of the phase.
    pub fn phase(&self) -> &'a str {
        self.definition
            .phases
            .get(usize::from(self.shared.phase))
            .map_or("", |phase| phase.name.as_str())
    }

    /// Place in the operating order, from 1.
    pub fn turn_of(&self, company: CompanyId) -> Option<usize> {
        self.order
            .iter()
            .position(|&other| other == company)
            .map(|at| at + 1)
    }

    /// Whether something is highlighted.
    pub fn is_changed(&self, change: Change) -> bool {
        self.changed.contains(&change)
    }
}
