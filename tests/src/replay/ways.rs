//! An independent look for a route: all ways from the stations, one after the other, none of them using anything twice.

use engine::Game;
use engine::board::{Board, End, Map, StopKind};
use engine::ids::{CompanyId, FaceId, HexId, StopRef};

/// Steps of search in all.
const STEPS: u32 = 3_000_000;

/// Where routes are looked for.
pub struct Ways<'a> {
    /// The map.
    pub map: &'a Map,
    /// What lies on it.
    pub board: &'a Board,
    /// Whose routes.
    pub company: CompanyId,
}

/// Whether a route of the company in turn would use track that the lay adds.
pub fn covered(game: &Game, hex: HexId, face: FaceId, rot: u8) -> Option<bool> {
    let company = game.decision()?.company?;
    let map = &game.definition().map;
    let old = game.shared().board.track(map, hex);
    let mut board = game.shared().board.clone();
    board.place_tile(map, hex, face, rot);
    let ways = Ways {
        map,
        board: &board,
        company,
    };
    let found = ways.any(&|at, from, to| {
        let was = old
            .paths
            .iter()
            .any(|path| (path.a, path.b) == (from, to) || (path.b, path.a) == (from, to));
        at == hex && !was
    });
    Some(found)
}

/// What a way has used.
#[derive(Default)]
struct Used {
    /// Sides crossed, from the hex of the lower number.
    sides: Vec<(HexId, u8)>,
    stops: Vec<StopRef>,
    steps: u32,
}

impl Ways<'_> {
    /// Whether a route uses track for which `wanted` says so.
    pub fn any(&self, wanted: &dyn Fn(HexId, End, End) -> bool) -> bool {
        let mut used = Used::default();
        let starts: Vec<StopRef> = self.board.stations(self.company).collect();
        starts.into_iter().any(|at| {
            used.stops.push(at);
            let found = self.from(at.hex, End::Stop(at.stop), wanted, &mut used);
            used.stops.pop();
            found
        })
    }

    /// Goes on from an end of track inside a hex.
    fn from(
        &self,
        hex: HexId,
        end: End,
        wanted: &dyn Fn(HexId, End, End) -> bool,
        used: &mut Used,
    ) -> bool {
        used.steps += 1;
        if used.steps > STEPS {
            return false;
        }
        for path in &self.board.track(self.map, hex).paths {
            for (from, to) in [(path.a, path.b), (path.b, path.a)] {
                if from == end
                    && (self.open(hex, to, used) && wanted(hex, from, to)
                        || self.over(hex, to, wanted, used))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the way may come to this end at all.
    fn open(&self, hex: HexId, to: End, used: &Used) -> bool {
        match to {
            End::Stop(stop) => !used.stops.contains(&StopRef { hex, stop }),
            End::Edge(edge) => !used.sides.contains(&self.side(hex, edge)),
            _ => true,
        }
    }

    fn side(&self, hex: HexId, edge: u8) -> (HexId, u8) {
        match self.map.neighbour(hex, edge) {
            Some(next) if next < hex => (next, (edge + 3) % 6),
            _ => (hex, edge),
        }
    }

    /// Goes over an end of track.
    fn over(
        &self,
        hex: HexId,
        to: End,
        wanted: &dyn Fn(HexId, End, End) -> bool,
        used: &mut Used,
    ) -> bool {
        if !self.open(hex, to, used) {
            return false;
        }
        match to {
            End::Stop(stop) => {
                let at = StopRef { hex, stop };
                let kind = self
                    .board
                    .face(self.map, hex)
                    .stops
                    .get(usize::from(stop))
                    .map(|stop| stop.kind);
                if kind == Some(StopKind::Offboard)
                    || self.board.full_for(self.map, at, self.company)
                {
                    return false;
                }
                used.stops.push(at);
                let found = self.from(hex, to, wanted, used);
                used.stops.pop();
                found
            }
            End::Edge(edge) => {
                let Some(next) = self.map.neighbour(hex, edge) else {
                    return false;
                };
                used.sides.push(self.side(hex, edge));
                let found = self.from(next, End::Edge((edge + 3) % 6), wanted, used);
                used.sides.pop();
                found
            }
            _ => self.from(hex, to, wanted, used),
        }
    }
}
