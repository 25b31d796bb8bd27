//! The section of the definition that 1835 has alone.

use crate::action::Lot;
use crate::ids::{CellId, CompanyId, FaceId, HexId, PrivateId};
use crate::rules::Definition;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct RawItem {
    item: String,
    price: i32,
    with: Option<String>,
}

#[derive(Deserialize)]
struct RawCompany {
    company: String,
    group: u8,
    start_price: i32,
    cell: String,
}

#[derive(Deserialize)]
struct RawNext {
    after: String,
    units: u8,
    opens: String,
}

#[derive(Deserialize)]
struct RawExchange {
    item: String,
    units: u8,
}

#[derive(Deserialize)]
struct RawFerry {
    tile: String,
    rotation: u8,
    south: Vec<u8>,
    north: Vec<u8>,
    deduction: i32,
}

#[derive(Deserialize, Default)]
struct RawPower {
    token: Option<String>,
    #[serde(default)]
    tiles: Vec<String>,
}

#[derive(Deserialize)]
struct RawOffboard {
    stops: Vec<String>,
    open_in: String,
}

#[derive(Deserialize)]
struct Raw {
    certificate_limit: BTreeMap<String, u8>,
    packet: Vec<Vec<RawItem>>,
    companies: Vec<RawCompany>,
    next_company: Vec<RawNext>,
    exchange: Vec<RawExchange>,
    ferry: RawFerry,
    two_visits: Vec<String>,
    one_visit: Vec<String>,
    powers: BTreeMap<String, RawPower>,
    token_price: i32,
    closed_offboard: RawOffboard,
    double_promotions: BTreeMap<String, Vec<String>>,
}

/// An item of the start packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// A minor, a private, or the company whose director's certificate it is.
    pub lot: Lot,
    /// Its price.
    pub price: i32,
    /// The company of which a share comes with it.
    pub with: Option<CompanyId>,
}

/// How a share company comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// Which.
    pub company: CompanyId,
    /// Its group, from 1.
    pub group: u8,
    /// Price of a new 10% share.
    pub price: i32,
    /// Where its marker begins.
    pub cell: CellId,
}

/// The hexes and companies that rules name, found once.
#[derive(Clone, Debug)]
pub struct Special {
    /// Certificate limit by number of players (E35-PREP-03).
    pub certificate_limit: BTreeMap<u8, u8>,
    /// The start packet by rows (E35-PREP-05, 06).
    pub packet: Vec<Vec<Item>>,
    /// The share companies in the order of their groups (E35-XV.2-04).
    pub releases: Vec<Release>,
    /// So many units sold of the first open the second (E35-XV.2-05, 08, 11).
    pub openings: Vec<(CompanyId, u8, CompanyId)>,
    /// What is exchanged for how many units of the Prussian (E35-III-08, E35-XIII-21).
    pub exchange: Vec<(Lot, u8)>,
    /// The brown tile of Hamburg with its only turning (E35-VII-13).
    pub ferry_tile: (FaceId, u8),
    /// Sides of its northern and of its southern bank, as bits.
    pub ferry_banks: (u8, u8),
    /// What the ferry costs a train (E35-X-05).
    pub ferry_toll: i32,
    /// Towns that a train may visit twice before they are brown (E35-IX-08).
    pub two_visits: Vec<HexId>,
    /// Towns of two stations that are one (E35-IX-09).
    pub one_visit: Vec<HexId>,
    /// Price of a station for each hex of distance (E35-VIII-02).
    pub token_price: i32,
    /// Alsace-Lorraine: one place, open in the phases of that name (E35-X-04, E35-RUL-16).
    pub closed_offboard: (Vec<HexId>, String),
    /// Double small towns, which do not promote (E35-RUL-09).
    pub doubles: Vec<FaceId>,
    /// Nürnberg-Fürth, Leipzig-Dresden, Braunschweig, Hannover, Ostbayern, Pfalz.
    pub privates: [PrivateId; 6],
    /// Hex of the Nürnberg-Fürth's station.
    pub nuremberg: HexId,
    /// Hexes of the Ostbayern's tiles.
    pub east: Vec<HexId>,
    /// Hex of the Pfalzbahnen: Ludwigshafen/Mannheim.
    pub mannheim: HexId,
    /// The Bavarian, the Saxon, the Badish, the Prussian.
    pub bavarian: CompanyId,
    /// The Saxon.
    pub saxon: CompanyId,
    /// The Badish.
    pub badish: CompanyId,
    /// The Prussian.
    pub prussian: CompanyId,
    /// The minor that opens the Prussian.
    pub opener: CompanyId,
    /// The minor whose station is only taken off (E35-XIII-09).
    pub stettin: CompanyId,
    /// Phases: the first with green tiles, the first that lets the Prussian open, the one that forces it, the first
    /// with brown tiles.
    pub phases: (u8, u8, u8, u8),
}

/// Index of the privates in [`Special::privates`].
pub(super) const NF: usize = 0;
pub(super) const LD: usize = 1;
pub(super) const BB: usize = 2;
pub(super) const HB: usize = 3;
pub(super) const OBB: usize = 4;
pub(super) const PFB: usize = 5;

impl Special {
    /// Reads the section.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub fn read(definition: &Definition) -> Result<Special, String> {
        let raw: Raw = definition.special()?;
        let map = &definition.map;
        let hex = |name: &str| map.hex(name).ok_or(format!("special: unknown hex {name}"));
        let tile = |name: &str| {
            map.tile(name)
                .ok_or(format!("special: unknown tile {name}"))
        };
        let company = |name: &str| {
            definition
                .company(name)
                .ok_or(format!("special: unknown company {name}"))
        };
        let private = |name: &str| {
            definition
                .private(name)
                .ok_or(format!("special: unknown private {name}"))
        };
        let lot = |name: &str| match definition.private(name) {
            Some(id) => Ok(Lot::Private(id)),
            None => company(name).map(Lot::Company),
        };
        let hexes = |names: &[String]| {
            names
                .iter()
                .map(|name| hex(name))
                .collect::<Result<Vec<_>, _>>()
        };
        let phase = |train: &str| {
            definition
                .phases
                .iter()
                .position(|phase| phase.on_trains.iter().any(|name| name == train))
                .map(|index| index as u8)
                .ok_or(format!("special: no phase begins with {train}"))
        };
        let mut certificate_limit = BTreeMap::new();
        for (players, limit) in &raw.certificate_limit {
            let players = players
                .parse()
                .map_err(|_| "special: player count".to_string())?;
            certificate_limit.insert(players, *limit);
        }
        let mut packet = Vec::new();
        for row in &raw.packet {
            let mut items = Vec::new();
            for item in row {
                items.push(Item {
                    lot: lot(&item.item)?,
                    price: item.price,
                    with: item.with.as_deref().map(company).transpose()?,
                });
            }
            packet.push(items);
        }
        let mut releases = Vec::new();
        for release in &raw.companies {
            let mut name = release.cell.bytes();
            let column = name.next().unwrap_or(b'A').saturating_sub(b'A');
            let row = name.next().unwrap_or(b'1').saturating_sub(b'1');
            let cell = (definition.chart.find(row, column))
                .filter(|cell| definition.chart.price(*cell) == release.start_price)
                .ok_or(format!("special: no cell {}", release.cell))?;
            releases.push(Release {
                company: company(&release.company)?,
                group: release.group,
                price: release.start_price,
                cell,
            });
        }
        let mut openings = Vec::new();
        for next in &raw.next_company {
            openings.push((company(&next.after)?, next.units, company(&next.opens)?));
        }
        let mut exchange = Vec::new();
        for one in &raw.exchange {
            exchange.push((lot(&one.item)?, one.units));
        }
        let bits = |edges: &[u8]| edges.iter().fold(0u8, |mask, edge| mask | 1 << (edge % 6));
        let power = |name: &str| {
            raw.powers
                .get(name)
                .ok_or(format!("special: no power of {name}"))
        };
        let token = |name: &str| {
            power(name)?
                .token
                .as_deref()
                .ok_or(format!("special: no station of {name}"))
                .and_then(hex)
        };
        let mut doubles = Vec::new();
        for name in raw.double_promotions.keys() {
            doubles.push(tile(name)?);
        }
        Ok(Special {
            certificate_limit,
            packet,
            releases,
            openings,
            exchange,
            ferry_tile: (tile(&raw.ferry.tile)?, raw.ferry.rotation),
            ferry_banks: (bits(&raw.ferry.north), bits(&raw.ferry.south)),
            ferry_toll: raw.ferry.deduction,
            two_visits: hexes(&raw.two_visits)?,
            one_visit: hexes(&raw.one_visit)?,
            token_price: raw.token_price,
            closed_offboard: (
                hexes(&raw.closed_offboard.stops)?,
                raw.closed_offboard.open_in,
            ),
            doubles,
            privates: [
                private("NF")?,
                private("LD")?,
                private("BB")?,
                private("HB")?,
                private("OBB")?,
                private("PfB")?,
            ],
            nuremberg: token("NF")?,
            east: hexes(&power("OBB")?.tiles)?,
            mannheim: token("PfB")?,
            bavarian: company("BY")?,
            saxon: company("SX")?,
            badish: company("BA")?,
            prussian: company("PR")?,
            opener: company("M2")?,
            stettin: company("M5")?,
            phases: (phase("3")?, phase("4")?, phase("4+4")?, phase("5")?),
        })
    }

    /// How the company comes into the game; `None` for minors.
    pub fn release(&self, company: CompanyId) -> Option<&Release> {
        self.releases
            .iter()
            .find(|release| release.company == company)
    }

    /// Units of the Prussian that a minor or private becomes.
    pub fn prussian_units(&self, lot: Lot) -> Option<u8> {
        self.exchange
            .iter()
            .find(|(item, _)| *item == lot)
            .map(|(_, units)| *units)
    }

    /// The item of the packet.
    pub fn item(&self, lot: Lot) -> Option<&Item> {
        self.packet.iter().flatten().find(|item| item.lot == lot)
    }
}
