//! The section of the definition that 18Ardennes has alone.

use crate::ids::{CompanyId, HexId, KindId, StopRef};
use crate::rules::Definition;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct RawStop {
    hex: String,
    stop: Option<u8>,
}

#[derive(Deserialize)]
struct RawMinor {
    company: String,
    hex: String,
}

#[derive(Deserialize)]
struct RawSide {
    hex: String,
    edge: u8,
}

#[derive(Deserialize)]
struct RawTee {
    own_station: i32,
    west: Vec<String>,
    east: Vec<String>,
    north: Vec<String>,
    south: Vec<String>,
}

#[derive(Deserialize)]
struct RawBonus {
    ferry: BTreeMap<String, u8>,
    mine: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
struct Raw {
    certificate_limit: BTreeMap<String, Vec<u8>>,
    private_players: BTreeMap<String, Vec<u8>>,
    bonus_tokens: RawBonus,
    mining_minor: RawMinor,
    forts: Vec<String>,
    fort_cities: Vec<String>,
    ferries: BTreeMap<String, Vec<String>>,
    ferry_bonus: BTreeMap<String, i32>,
    second_ferry: RawSide,
    tee: RawTee,
    qualifying: BTreeMap<String, Vec<RawStop>>,
    minor_start: Vec<i32>,
    major_start: Vec<i32>,
}

/// A hex, or one stop of it.
pub type Place = (HexId, Option<u8>);

/// Facts of 18Ardennes that no other title has.
#[derive(Clone, Debug)]
pub struct Special {
    /// Certificate limit by number of ten-share companies, for the number of players (ARD-4.1-03 to 05).
    pub certificate_limit: BTreeMap<u8, Vec<u8>>,
    /// Number of players with which the Guillaume-Luxembourg takes part (ARD-1.1-02).
    pub private_players: Vec<u8>,
    /// Ports and their ferry tokens (ARD-3.1-05).
    pub ports: Vec<(HexId, u8)>,
    /// Mine cities and their mining tokens, Minor 7's included (ARD-3.1-07).
    pub mines: Vec<(HexId, u8)>,
    /// The minor that starts with mining rights, and where (ARD-3.2.4-12).
    pub mining_minor: (CompanyId, HexId),
    /// Hexes of the forts (ARD-3.1-06).
    pub forts: Vec<HexId>,
    /// Paris and Strasbourg (ARD-6.4.3-05).
    pub fort_cities: Vec<HexId>,
    /// Ferry hexes with their ports.
    pub ferries: Vec<(HexId, Vec<HexId>)>,
    /// Ferry bonus by kind of train (ARD-6.4.1-05).
    pub ferry_bonus: Vec<i32>,
    /// Port whose green tile must join a second ferry, and the side (ARD-6.4.1-11).
    pub second_ferry: (HexId, u8),
    /// TEE bonus for each own station (ARD-6.5.1-04).
    pub tee_bonus: i32,
    /// Ferries that begin an East-West TEE.
    pub tee_west: Vec<HexId>,
    /// Cities that end it.
    pub tee_east: Vec<HexId>,
    /// Northern ends of a North-South TEE.
    pub tee_north: Vec<HexId>,
    /// Southern ends.
    pub tee_south: Vec<HexId>,
    /// Qualifying cities by public company (ARD-5.2.1-03); without a stop the whole hex.
    pub qualifying: Vec<(CompanyId, Vec<Place>)>,
    /// Starting values of minors (ARD-3.2.4-02).
    pub minor_start: Vec<i32>,
    /// Starting values of public companies (ARD-4-02).
    pub major_start: Vec<i32>,
}

impl Special {
    /// Reads the section.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub fn read(definition: &Definition) -> Result<Special, String> {
        let raw: Raw = definition.special()?;
        let hex = |name: &str| {
            definition
                .map
                .hex(name)
                .ok_or(format!("special: unknown hex {name}"))
        };
        let company = |name: &str| {
            definition
                .company(name)
                .ok_or(format!("special: unknown company {name}"))
        };
        let hexes = |names: &[String]| {
            names
                .iter()
                .map(|name| hex(name))
                .collect::<Result<Vec<_>, _>>()
        };
        let counted = |table: &BTreeMap<String, u8>| {
            table
                .iter()
                .map(|(name, count)| Ok((hex(name)?, *count)))
                .collect::<Result<Vec<_>, String>>()
        };
        let mut certificate_limit = BTreeMap::new();
        for (players, limits) in &raw.certificate_limit {
            certificate_limit.insert(
                players
                    .parse()
                    .map_err(|_| "special: player count".to_string())?,
                limits.clone(),
            );
        }
        let mut ferries = Vec::new();
        for (name, ports) in &raw.ferries {
            ferries.push((hex(name)?, hexes(ports)?));
        }
        let mut ferry_bonus = vec![0; definition.trains.len()];
        for (name, bonus) in &raw.ferry_bonus {
            let kind: KindId = definition
                .kind(name)
                .ok_or(format!("special: unknown train {name}"))?;
            ferry_bonus[kind.index()] = *bonus;
        }
        let mut qualifying = Vec::new();
        for (name, stops) in &raw.qualifying {
            let mut list = Vec::new();
            for stop in stops {
                list.push((hex(&stop.hex)?, stop.stop));
            }
            qualifying.push((company(name)?, list));
        }
        Ok(Special {
            certificate_limit,
            private_players: raw.private_players.values().flatten().copied().collect(),
            ports: counted(&raw.bonus_tokens.ferry)?,
            mines: counted(&raw.bonus_tokens.mine)?,
            mining_minor: (
                company(&raw.mining_minor.company)?,
                hex(&raw.mining_minor.hex)?,
            ),
            forts: hexes(&raw.forts)?,
            fort_cities: hexes(&raw.fort_cities)?,
            ferries,
            ferry_bonus,
            second_ferry: (hex(&raw.second_ferry.hex)?, raw.second_ferry.edge),
            tee_bonus: raw.tee.own_station,
            tee_west: hexes(&raw.tee.west)?,
            tee_east: hexes(&raw.tee.east)?,
            tee_north: hexes(&raw.tee.north)?,
            tee_south: hexes(&raw.tee.south)?,
            qualifying,
            minor_start: raw.minor_start,
            major_start: raw.major_start,
        })
    }

    /// Whether a token in that stop qualifies a minor for the public company (ARD-5.2.1-03).
    pub fn qualifies(&self, company: CompanyId, at: StopRef) -> bool {
        self.qualifying
            .iter()
            .filter(|(of, _)| *of == company)
            .flat_map(|(_, stops)| stops)
            .any(|(hex, stop)| *hex == at.hex && stop.is_none_or(|stop| stop == at.stop))
    }

    /// Whether a hex is a ferry.
    pub fn is_ferry(&self, hex: HexId) -> bool {
        self.ferries.iter().any(|(ferry, _)| *ferry == hex)
    }
}
