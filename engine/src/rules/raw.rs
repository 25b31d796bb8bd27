//! The definition file as it stands, and how its names become ids.

use super::definition::{
    CompanyDef, CompanyKind, Definition, Money, PaperDef, PhaseDef, PlayersDef, PrivateDef,
    TrainDef,
};
use crate::board::{Colour, End, Face, Hex, Layout, Map, Path, Settlement, Stop};
use crate::finance::Chart;
use crate::ids::{FaceId, HexId, StopRef};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct RawHex {
    hex: String,
    name: Option<String>,
    colour: Colour,
    #[serde(default)]
    stops: Vec<Stop>,
    #[serde(default)]
    paths: Vec<RawPath>,
    #[serde(default)]
    labels: Vec<String>,
    settlement: Option<Settlement>,
    /// Printed barriers; they are among the blocked edges, too.
    #[serde(default)]
    impassable: Vec<u8>,
    /// Name of the phase from which it is built on.
    closed_until: Option<String>,
    #[serde(default)]
    cost: i32,
    terrain: Option<String>,
    #[serde(default)]
    blocked_edges: Vec<u8>,
    #[serde(default)]
    railheads: Vec<u8>,
    printed_value: Option<i32>,
    future_label: Option<RawLabel>,
    #[serde(default)]
    upgrades_to: Vec<String>,
}

#[derive(Deserialize)]
struct RawLabel {
    label: String,
    colour: Colour,
}

#[derive(Deserialize)]
struct RawTile {
    id: String,
    colour: Colour,
    count: Option<u16>,
    #[serde(default)]
    stops: Vec<Stop>,
    #[serde(default)]
    paths: Vec<RawPath>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    upgrades_to: Vec<String>,
}

/// Track: two ends, or an object for track that is not open to the companies.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawPath {
    Plain(String, String),
    Marked { ends: (String, String), state: bool },
}

#[derive(Deserialize)]
struct RawHome {
    hex: String,
    stop: u8,
}

#[derive(Deserialize)]
struct RawCompany {
    id: String,
    name: String,
    nickname: Option<String>,
    kind: CompanyKind,
    colour: String,
    text_colour: String,
    home: Option<RawHome>,
    #[serde(default)]
    homes: Vec<RawHome>,
    #[serde(default)]
    tokens: u8,
    #[serde(default)]
    home_tiles: Vec<String>,
}

#[derive(Deserialize)]
struct RawPaper {
    company: Option<String>,
    private: Option<String>,
    #[serde(default = "one")]
    units: u8,
    #[serde(default)]
    director: bool,
    #[serde(default)]
    reserve: bool,
}

fn one() -> u8 {
    1
}

/// The file as it stands.
#[derive(Deserialize)]
pub(super) struct Raw {
    title: String,
    slug: String,
    #[serde(default)]
    subtitle: String,
    #[serde(default)]
    designer: String,
    money: Money,
    players: PlayersDef,
    bank: i32,
    #[serde(default)]
    bank_unlimited: bool,
    layout: Layout,
    neighbours_check: Vec<(String, u8, String, u8)>,
    hexes: Vec<RawHex>,
    tiles: Vec<RawTile>,
    market: crate::finance::RawChart,
    phases: Vec<PhaseDef>,
    trains: Vec<TrainDef>,
    companies: Vec<RawCompany>,
    #[serde(default)]
    privates: Vec<PrivateDef>,
    papers: Vec<RawPaper>,
    #[serde(default)]
    special: serde_json::Value,
}

fn paths(raw: &[RawPath]) -> Result<Vec<Path>, String> {
    raw.iter()
        .map(|path| {
            let (a, b, state) = match path {
                RawPath::Plain(a, b) => (a, b, false),
                RawPath::Marked {
                    ends: (a, b),
                    state,
                } => (a, b, *state),
            };
            match (End::parse(a), End::parse(b)) {
                (Some(a), Some(b)) => Ok(Path { a, b, state }),
                _ => Err(format!("path {a}-{b} is malformed")),
            }
        })
        .collect()
}

fn mask(edges: &[u8]) -> u8 {
    edges.iter().fold(0, |mask, edge| mask | 1 << (edge % 6))
}

/// Row and column of a printed coordinate: a letter and a number.
fn coordinate(name: &str) -> Result<(i16, i16), String> {
    let mut chars = name.chars();
    let letter = chars
        .next()
        .filter(char::is_ascii_uppercase)
        .ok_or(format!("hex {name}: no row letter"))?;
    let column = chars
        .as_str()
        .parse()
        .map_err(|_| format!("hex {name}: no column number"))?;
    Ok((letter as i16 - 'A' as i16, column))
}

impl Raw {
    fn map(&self) -> Result<Map, String> {
        let mut by_name = BTreeMap::new();
        let mut tile_by_name = BTreeMap::new();
        let mut places = BTreeMap::new();
        let mut hexes = Vec::new();
        let mut faces = Vec::new();
        for (index, raw) in self.hexes.iter().enumerate() {
            let (row, column) = coordinate(&raw.hex)?;
            by_name.insert(raw.hex.clone(), HexId::from(index));
            places.insert((row, column), HexId::from(index));
            faces.push(Face::new(
                raw.hex.clone(),
                raw.colour,
                raw.stops.clone(),
                paths(&raw.paths)?,
                raw.labels.clone(),
                Some(0),
            ));
            hexes.push(Hex {
                name: raw.hex.clone(),
                place: raw.name.clone(),
                printed: FaceId::from(index),
                row,
                column,
                cost: raw.cost,
                terrain: raw.terrain.clone(),
                blocked: mask(&raw.blocked_edges),
                railheads: mask(&raw.railheads),
                printed_value: raw.printed_value,
                future_label: raw
                    .future_label
                    .as_ref()
                    .map(|label| (label.label.clone(), label.colour)),
                settlement: raw.settlement,
                impassable: mask(&raw.impassable),
                closed_until: raw.closed_until.clone(),
                neighbours: [None; 6],
            });
        }
        let first_tile = faces.len();
        for (index, raw) in self.tiles.iter().enumerate() {
            tile_by_name.insert(raw.id.clone(), FaceId::from(first_tile + index));
            faces.push(Face::new(
                raw.id.clone(),
                raw.colour,
                raw.stops.clone(),
                paths(&raw.paths)?,
                raw.labels.clone(),
                raw.count,
            ));
        }
        let upgrades = self
            .hexes
            .iter()
            .map(|raw| &raw.upgrades_to)
            .chain(self.tiles.iter().map(|raw| &raw.upgrades_to));
        for (face, names) in faces.iter_mut().zip(upgrades) {
            for name in names {
                face.upgrades.push(
                    *tile_by_name
                        .get(name)
                        .ok_or(format!("upgrade to unknown tile {name}"))?,
                );
            }
        }
        let offsets = match self.layout {
            Layout::Pointy => Map::POINTY,
            Layout::Flat => Map::FLAT,
        };
        for hex in &mut hexes {
            for (side, (down, right)) in hex.neighbours.iter_mut().zip(offsets) {
                *side = places.get(&(hex.row + down, hex.column + right)).copied();
            }
        }
        let mut map = Map {
            layout: self.layout,
            hexes,
            faces,
            first_tile: first_tile as u16,
            by_name,
            tile_by_name,
        };
        for index in 0..map.hexes.len() {
            let hex = HexId::from(index);
            // Off the map and blank sides of hexes that are never built on.
            let mut blocked = map.at(hex).blocked;
            for edge in 0..6u8 {
                let open = map.neighbour(hex, edge).is_some_and(|next| {
                    let face = map.face(map.at(next).printed);
                    !face.upgrades.is_empty()
                        || face.at(0).exits & (1 << crate::board::OPPOSITE[edge as usize]) != 0
                });
                if !open {
                    blocked |= 1 << edge;
                }
            }
            map.hexes[index].blocked = blocked;
        }
        Ok(map)
    }

    /// Resolves all names.
    pub(super) fn build(self) -> Result<Definition, String> {
        let map = self.map()?;
        for (a, a_edge, b, b_edge) in &self.neighbours_check {
            let pair = map
                .hex(a)
                .zip(map.hex(b))
                .ok_or(format!("neighbours_check names unknown {a} or {b}"))?;
            if map.neighbour(pair.0, *a_edge) != Some(pair.1)
                || map.neighbour(pair.1, *b_edge) != Some(pair.0)
            {
                return Err(format!("{a} and {b} do not meet as neighbours_check says"));
            }
        }
        let mut companies = Vec::new();
        for raw in self.companies {
            let mut homes = Vec::new();
            for home in raw.home.into_iter().chain(raw.homes) {
                homes.push(StopRef {
                    hex: map
                        .hex(&home.hex)
                        .ok_or(format!("home {} of {} is not on the map", home.hex, raw.id))?,
                    stop: home.stop,
                });
            }
            let mut home_tiles = Vec::new();
            for name in &raw.home_tiles {
                home_tiles.push(
                    map.tile(name)
                        .ok_or(format!("home tile {name} of {} is unknown", raw.id))?,
                );
            }
            companies.push(CompanyDef {
                id: raw.id,
                name: raw.name,
                nickname: raw.nickname,
                kind: raw.kind,
                colour: raw.colour,
                text_colour: raw.text_colour,
                home: homes.first().copied(),
                homes,
                tokens: raw.tokens,
                home_tiles,
            });
        }
        let mut definition = Definition {
            title: self.title,
            slug: self.slug,
            subtitle: self.subtitle,
            designer: self.designer,
            money: self.money,
            players: self.players,
            bank: self.bank,
            bank_unlimited: self.bank_unlimited,
            map,
            chart: Chart::new(self.market),
            phases: self.phases,
            trains: self.trains,
            companies,
            privates: self.privates,
            papers: Vec::new(),
            spans: Vec::new(),
            special: self.special,
        };
        for raw in self.papers {
            let paper = if let Some(private) = raw.private {
                PaperDef::Private(
                    definition
                        .private(&private)
                        .ok_or(format!("paper of unknown private {private}"))?,
                )
            } else {
                let id = raw.company.unwrap_or_default();
                PaperDef::Share {
                    company: definition
                        .company(&id)
                        .ok_or(format!("paper of unknown company {id}"))?,
                    units: raw.units,
                    director: raw.director,
                    reserve: raw.reserve,
                }
            };
            definition.papers.push(paper);
        }
        definition.note_spans();
        Ok(definition)
    }
}
