//! The section of the definition that Harzbahn 1873 has alone.

use crate::board::End;
use crate::ids::{CompanyId, FaceId, HexId};
use crate::rules::{CompanyKind, Definition};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct RawMine {
    company: String,
    hex: String,
    face: i32,
    vor_harzer: bool,
    base: i32,
    machine: [i32; 5],
    switcher: [i32; 5],
    multiplier: i32,
    connected_at_start: bool,
}

#[derive(Deserialize)]
struct RawPlant {
    hex: String,
    abbreviation: String,
    name: String,
    value: i32,
}

#[derive(Deserialize)]
struct RawPart {
    hex: String,
    tile: String,
    join: (String, String),
    cost: i32,
}

#[derive(Deserialize)]
struct RawRailway {
    company: String,
    phase: String,
    early_phase: Option<String>,
    routes: Vec<Vec<String>>,
    build: Vec<RawPart>,
    cost: i32,
    more_tokens: u8,
}

#[derive(Deserialize, Default)]
struct RawUpkeep {
    #[serde(default)]
    machine: BTreeMap<String, i32>,
    #[serde(default)]
    train: BTreeMap<String, i32>,
    #[serde(default)]
    switcher: BTreeMap<String, i32>,
}

#[derive(Deserialize)]
struct RawWorks {
    company: String,
    mine: String,
    extra: i32,
}

#[derive(Deserialize)]
struct RawLocal {
    company: String,
    hex: String,
}

#[derive(Deserialize)]
struct Raw {
    start_prices: Vec<i32>,
    external_start: i32,
    mines: Vec<RawMine>,
    plants: Vec<RawPlant>,
    railways: Vec<RawRailway>,
    maintenance: Vec<RawUpkeep>,
    switchers: Vec<u8>,
    double_lay: Vec<String>,
    harzer_werke: RawWorks,
    built_in_train: RawLocal,
    two_routes: String,
    not_counted: BTreeMap<String, Vec<String>>,
}

/// A mine as printed; sums in Marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineDef {
    /// Its id as a company.
    pub company: CompanyId,
    /// Where it lies.
    pub hex: HexId,
    /// Face value (H73-2.1-15).
    pub face: i32,
    /// May belong to the Harzer Werke (H73-2.1-18).
    pub vor_harzer: bool,
    /// Production while unconnected (H73-2.1-16).
    pub base: i32,
    /// Production by size of the machine, from 1.
    pub machine: [i32; 5],
    /// Bonus by size of the switcher, from 1 (there is none of size 1).
    pub switcher: [i32; 5],
    /// What a railway earns there, times the size of its train (H73-MAP-07).
    pub multiplier: i32,
    /// State railway track lies in its hex.
    pub connected_at_start: bool,
}

/// A plant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantDef {
    /// Where it lies.
    pub hex: HexId,
    /// Printed mark.
    pub abbreviation: String,
    /// Full name.
    pub name: String,
    /// Its value, in Marks.
    pub value: i32,
}

/// A part of a concession route that has to be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where.
    pub hex: HexId,
    /// The tile for it on the unbuilt hex.
    pub face: FaceId,
    /// The ends of track that the route joins there (a stop stands for any stop of the hex).
    pub join: (End, End),
    /// Its share of the cost, in Marks.
    pub cost: i32,
}

/// A railway's concession (Table 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcessionDef {
    /// Whose.
    pub company: CompanyId,
    /// Index of the phase from which it is on offer.
    pub phase: u8,
    /// Index of the phase from which a tile on its route brings it on offer.
    pub early_phase: Option<u8>,
    /// The routes, each as its hexes from end to end.
    pub routes: Vec<Vec<HexId>>,
    /// What has to be built.
    pub build: Vec<Part>,
    /// Hexes of `build` where a tile does not bring the concession on offer early (H73-4.6-02).
    pub not_counted: Vec<HexId>,
    /// Full cost, in Marks.
    pub cost: i32,
    /// Markers that come with the 10 % shares (H73-2.1-20).
    pub more_tokens: u8,
}

/// Maintenance of one phase by size from 1, in Marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Upkeep {
    /// Of a machine, per mine.
    pub machine: [i32; 5],
    /// Of a standard train.
    pub train: [i32; 5],
    /// Of a switcher.
    pub switcher: [i32; 5],
}

/// Facts of Harzbahn 1873 that no other title has.
#[derive(Clone, Debug)]
pub struct Special {
    /// Starting values of railways (H73-3.2.4-02).
    pub start_prices: Vec<i32>,
    /// Value of the MHE at the start.
    pub external_start: i32,
    /// The mines by number; mine n is company n - 1.
    pub mines: Vec<MineDef>,
    /// The plants.
    pub plants: Vec<PlantDef>,
    /// The concessions, in the order of the railways.
    pub concessions: Vec<ConcessionDef>,
    /// Maintenance by phase (H73-5-04 to 06).
    pub upkeep: Vec<Upkeep>,
    /// Size of the switchers on offer by phase; 0 is none (H73-4.1-07).
    pub switchers: Vec<u8>,
    /// Tiles of which a railway may lay two (H73-4.4.1-19).
    pub double_lay: Vec<FaceId>,
    /// The Harzer Werke, the mine of its owner in SR 1, and what it produces besides (H73-4.3.7-01).
    pub works: (CompanyId, CompanyId, i32),
    /// The railway with a built-in train, and where that runs (H73-4.4.9-02).
    pub local: (CompanyId, HexId),
    /// The railway with two concession routes (H73-4.4.3-10).
    pub two_routes: CompanyId,
    /// The MHE.
    pub external: CompanyId,
}

fn by_size(table: &BTreeMap<String, i32>) -> Result<[i32; 5], String> {
    let mut sums = [0; 5];
    for (size, sum) in table {
        let place = size
            .parse::<usize>()
            .ok()
            .and_then(|size| sums.get_mut(size.checked_sub(1)?))
            .ok_or(format!("maintenance of size {size}"))?;
        *place = *sum;
    }
    Ok(sums)
}

impl Special {
    /// Reads the section.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub fn read(definition: &Definition) -> Result<Special, String> {
        let raw: Raw = definition.special()?;
        let map = &definition.map;
        let company = |id: &str| definition.company(id).ok_or(format!("no company {id}"));
        let hex = |id: &str| map.hex(id).ok_or(format!("no hex {id}"));
        let tile = |id: &str| map.tile(id).ok_or(format!("no tile {id}"));
        let phase = |name: &str| {
            definition
                .phases
                .iter()
                .position(|phase| phase.name == name)
                .map(|index| index as u8)
                .ok_or(format!("no phase {name}"))
        };
        let mut mines = Vec::new();
        for (index, mine) in raw.mines.iter().enumerate() {
            let id = company(&mine.company)?;
            if id.index() != index {
                return Err(format!("mine {} is not company {index}", mine.company));
            }
            mines.push(MineDef {
                company: id,
                hex: hex(&mine.hex)?,
                face: mine.face,
                vor_harzer: mine.vor_harzer,
                base: mine.base,
                machine: mine.machine,
                switcher: mine.switcher,
                multiplier: mine.multiplier,
                connected_at_start: mine.connected_at_start,
            });
        }
        let mut plants = Vec::new();
        for plant in raw.plants {
            plants.push(PlantDef {
                hex: hex(&plant.hex)?,
                abbreviation: plant.abbreviation,
                name: plant.name,
                value: plant.value,
            });
        }
        let mut concessions = Vec::new();
        for railway in &raw.railways {
            let mut routes = Vec::new();
            for route in &railway.routes {
                routes.push(route.iter().map(|id| hex(id)).collect::<Result<_, _>>()?);
            }
            let mut build = Vec::new();
            for part in &railway.build {
                let ends = End::parse(&part.join.0).zip(End::parse(&part.join.1));
                build.push(Part {
                    hex: hex(&part.hex)?,
                    face: tile(&part.tile)?,
                    join: ends.ok_or(format!("part {} of {}", part.hex, railway.company))?,
                    cost: part.cost,
                });
            }
            let not_counted = raw.not_counted.get(&railway.company);
            concessions.push(ConcessionDef {
                company: company(&railway.company)?,
                phase: phase(&railway.phase)?,
                early_phase: railway.early_phase.as_deref().map(phase).transpose()?,
                routes,
                build,
                not_counted: not_counted
                    .into_iter()
                    .flatten()
                    .map(|id| hex(id))
                    .collect::<Result<_, _>>()?,
                cost: railway.cost,
                more_tokens: railway.more_tokens,
            });
        }
        let mut upkeep = Vec::new();
        for table in &raw.maintenance {
            upkeep.push(Upkeep {
                machine: by_size(&table.machine)?,
                train: by_size(&table.train)?,
                switcher: by_size(&table.switcher)?,
            });
        }
        if upkeep.len() != definition.phases.len() || raw.switchers.len() != upkeep.len() {
            return Err("maintenance or switchers do not stand for every phase".into());
        }
        let external = definition
            .companies
            .iter()
            .position(|company| company.kind == CompanyKind::External)
            .ok_or("no external company")?;
        Ok(Special {
            start_prices: raw.start_prices,
            external_start: raw.external_start,
            mines,
            plants,
            concessions,
            upkeep,
            switchers: raw.switchers,
            double_lay: raw
                .double_lay
                .iter()
                .map(|id| tile(id))
                .collect::<Result<_, _>>()?,
            works: (
                company(&raw.harzer_werke.company)?,
                company(&raw.harzer_werke.mine)?,
                raw.harzer_werke.extra,
            ),
            local: (
                company(&raw.built_in_train.company)?,
                hex(&raw.built_in_train.hex)?,
            ),
            two_routes: company(&raw.two_routes)?,
            external: CompanyId::from(external),
        })
    }

    /// The printed facts of a mine.
    pub fn mine(&self, company: CompanyId) -> Option<&MineDef> {
        self.mines.get(company.index())
    }

    /// The mine that lies in the hex.
    pub fn mine_in(&self, hex: HexId) -> Option<&MineDef> {
        self.mines.iter().find(|mine| mine.hex == hex)
    }

    /// The plant that lies in the hex.
    pub fn plant_in(&self, hex: HexId) -> Option<&PlantDef> {
        self.plants.iter().find(|plant| plant.hex == hex)
    }

    /// The concession of a railway.
    pub fn concession(&self, company: CompanyId) -> Option<&ConcessionDef> {
        self.concessions
            .iter()
            .find(|concession| concession.company == company)
    }
}
