//! The section of the definition that 1826 has alone.

use crate::ids::{CompanyId, FaceId, HexId, KindId, PrivateId};
use crate::rules::Definition;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct RawPlaces {
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
}

#[derive(Deserialize)]
struct RawBar {
    hex: String,
    tile: String,
}

#[derive(Deserialize)]
struct RawGift {
    company: String,
    director: bool,
}

#[derive(Deserialize)]
struct RawSupply {
    kind: String,
    base: u16,
    least: u16,
}

#[derive(Deserialize)]
struct Raw {
    certificate_limit: BTreeMap<String, u8>,
    start_values: Vec<i32>,
    destinations: BTreeMap<String, String>,
    belgian: String,
    etat: String,
    sncf: String,
    ten_share: Vec<String>,
    zone: Vec<String>,
    zone_exceptions: Vec<String>,
    guarded: BTreeMap<String, String>,
    paris: String,
    paris_turning: u8,
    upgrades: BTreeMap<String, RawPlaces>,
    no_upgrade: Vec<RawBar>,
    bridge: String,
    mail: String,
    algerian: String,
    comes_with: BTreeMap<String, RawGift>,
    reach_by_number: Vec<u8>,
    reach_after_tgv: u8,
    ten_h: RawSupply,
    national_tokens: BTreeMap<String, u8>,
    national_picks: BTreeMap<String, u8>,
    national_floor: BTreeMap<String, i32>,
    bonds: u8,
}

/// What is printed about the Etat or the SNCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct National {
    /// Which company.
    pub company: CompanyId,
    /// Stations that it brings besides those that it replaces (E26-4.6.2-17, E26-4.6.3-08).
    pub tokens: u8,
    /// Other stations replaced for each merged company (E26-4.6.2-21, E26-4.6.3-12).
    pub picks: u8,
    /// Least starting value (E26-4.6.2-15, E26-4.6.3-06).
    pub floor: i32,
}

/// Where a tile may lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The tile.
    pub face: FaceId,
    /// On these hexes only, if any are named.
    pub only: Vec<HexId>,
    /// Never on these.
    pub not: Vec<HexId>,
}

/// Facts of 1826 that no other title has.
#[derive(Clone, Debug)]
pub struct Special {
    /// Certificate limit by number of players (E26-3.4-03).
    pub certificate_limit: BTreeMap<String, u8>,
    /// Starting values (E26-3.3-01).
    pub start_values: Vec<i32>,
    /// Destination by company (E26-4.5-01).
    pub destinations: Vec<Option<HexId>>,
    /// The Etat Belge.
    pub belgian: CompanyId,
    /// The Etat.
    pub etat: National,
    /// The SNCF.
    pub sncf: National,
    /// Companies that always have ten shares (E26-4.4-02).
    pub ten_share: Vec<CompanyId>,
    /// The Belgian zone (E26-4.6.1-01).
    pub zone: Vec<HexId>,
    /// Its printed cities (E26-4.6.1-02).
    pub zone_exceptions: Vec<HexId>,
    /// Hexes beside Paris with the company that must agree (E26-4.10-06).
    pub guarded: Vec<(HexId, CompanyId)>,
    /// Paris.
    pub paris: HexId,
    /// The turning of its tiles.
    pub paris_turning: u8,
    /// Tiles that fit some hexes only (E26-4.10-13, 14, 17).
    pub places: Vec<Places>,
    /// Tiles without upgrade on a hex (E26-4.10-15).
    pub no_upgrade: Vec<(HexId, FaceId)>,
    /// Ponts et Chaussées.
    pub bridge: PrivateId,
    /// Régie des Postes.
    pub mail: PrivateId,
    /// Chemins de Fer d'Algérie.
    pub algerian: PrivateId,
    /// What comes with a private: a company's share, or its president's certificate (E26-4.2-14 to 16).
    pub comes_with: Vec<(PrivateId, CompanyId, bool)>,
    /// Reach of an E train by the number of them in play (E26-4.12-04).
    pub reach_by_number: Vec<u8>,
    /// Reach after the first TGV (E26-4.12-05).
    pub reach_after_tgv: u8,
    /// The kind whose supply follows the number of companies: kind, companies for all of it, least (E26-4.6.3-18).
    pub supply: (KindId, u16, u16),
    /// Bonds of the SNCF (E26-4.6.3-19).
    pub bonds: u8,
}

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
        let hexes = |names: &[String]| {
            names
                .iter()
                .map(|name| hex(name))
                .collect::<Result<Vec<_>, _>>()
        };
        let national = |name: &str| {
            let missing = || format!("special: {name} lacks a fact of a national");
            Ok::<_, String>(National {
                company: company(name)?,
                tokens: *raw.national_tokens.get(name).ok_or_else(missing)?,
                picks: *raw.national_picks.get(name).ok_or_else(missing)?,
                floor: *raw.national_floor.get(name).ok_or_else(missing)?,
            })
        };
        let mut destinations = vec![None; definition.companies.len()];
        for (name, place) in &raw.destinations {
            if let Some(slot) = destinations.get_mut(company(name)?.index()) {
                *slot = Some(hex(place)?);
            }
        }
        let mut guarded = Vec::new();
        for (name, owner) in &raw.guarded {
            guarded.push((hex(name)?, company(owner)?));
        }
        let mut places = Vec::new();
        for (name, rule) in &raw.upgrades {
            places.push(Places {
                face: tile(name)?,
                only: hexes(&rule.only)?,
                not: hexes(&rule.not)?,
            });
        }
        let mut no_upgrade = Vec::new();
        for bar in &raw.no_upgrade {
            no_upgrade.push((hex(&bar.hex)?, tile(&bar.tile)?));
        }
        let mut comes_with = Vec::new();
        for (name, gift) in &raw.comes_with {
            comes_with.push((private(name)?, company(&gift.company)?, gift.director));
        }
        let mut ten_share = Vec::new();
        for name in &raw.ten_share {
            ten_share.push(company(name)?);
        }
        let kind = definition
            .kind(&raw.ten_h.kind)
            .ok_or("special: unknown kind of train".to_string())?;
        Ok(Special {
            destinations,
            belgian: company(&raw.belgian)?,
            etat: national(&raw.etat)?,
            sncf: national(&raw.sncf)?,
            ten_share,
            zone: hexes(&raw.zone)?,
            zone_exceptions: hexes(&raw.zone_exceptions)?,
            guarded,
            paris: hex(&raw.paris)?,
            places,
            no_upgrade,
            bridge: private(&raw.bridge)?,
            mail: private(&raw.mail)?,
            algerian: private(&raw.algerian)?,
            comes_with,
            supply: (kind, raw.ten_h.base, raw.ten_h.least),
            certificate_limit: raw.certificate_limit,
            start_values: raw.start_values,
            paris_turning: raw.paris_turning,
            reach_by_number: raw.reach_by_number,
            reach_after_tgv: raw.reach_after_tgv,
            bonds: raw.bonds,
        })
    }

    /// The destination of a company.
    pub fn destination(&self, company: CompanyId) -> Option<HexId> {
        self.destinations.get(company.index()).copied().flatten()
    }

    /// The facts of a national.
    pub fn national(&self, company: CompanyId) -> Option<National> {
        [self.etat, self.sncf]
            .into_iter()
            .find(|national| national.company == company)
    }
}
