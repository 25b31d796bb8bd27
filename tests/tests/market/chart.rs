//! The engine's chart and markers, filled from the facts and compared with recorded states.

use crate::moves::Steps;
use engine::finance::{Chart, Markers, RawChart};
use engine::ids::{CellId, CompanyId};
use serde_json::{Value, json};
use std::path::Path;

/// A market with its markers.
pub struct Board {
    chart: Chart,
    markers: Markers,
    names: Vec<String>,
}

/// A price move as the reference logs it.
pub struct Logged {
    pub company: String,
    row: u8,
    column: u8,
}

/// The price moves in a line's log.
pub fn logged(line: &Value) -> Vec<Logged> {
    let texts = line["log"].as_array().into_iter().flatten();
    texts
        .filter_map(Value::as_str)
        .filter(|text| text.starts_with("PRICE_"))
        .filter_map(|text| {
            // PRICE_MOVES_LOG,Paris,100,C1,90,C2 or PRICE_STAYS_LOG,Als,100,C1
            let mut parts = text.split(',').skip(1);
            let company = parts.next()?.to_string();
            let cell = parts.last()?;
            let column = cell.bytes().next()?.checked_sub(b'A')?;
            let row = cell.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
            Some(Logged {
                company,
                row,
                column,
            })
        })
        .collect()
}

impl Board {
    /// The market of a title's facts, empty.
    pub fn of(facts: &Path) -> Board {
        let text = std::fs::read_to_string(facts).expect("the facts can be read");
        let facts: Value = serde_json::from_str(&text).expect("the facts are JSON");
        let raw: RawChart = serde_json::from_value(json!({"rows": facts["market"]["rows"]}))
            .expect("the grid is one of the engine's charts");
        Board {
            chart: Chart::new(raw),
            markers: Markers::default(),
            names: Vec::new(),
        }
    }

    /// Whether the company has a marker.
    pub fn holds(&self, company: &str) -> bool {
        self.cell(company).is_some()
    }

    /// The company's price; 0 without a marker.
    pub fn price(&self, company: &str) -> i32 {
        self.cell(company).map_or(0, |cell| self.chart.price(cell))
    }

    /// Moves a marker; one that does not move keeps its place.
    pub fn walk(&mut self, company: &str, (dirs, steps): &Steps) {
        if let Some(cell) = self.cell(company) {
            let to = self.chart.walk(cell, dirs, *steps, 0);
            let id = self.id(company);
            self.markers.place(id, to, false);
        }
    }

    /// Lays a marker where the reference has it.
    pub fn place(&mut self, moved: &Logged) {
        if let Some(cell) = self.chart.find(moved.row, moved.column) {
            let id = self.id(&moved.company);
            self.markers.place(id, cell, false);
        }
    }

    /// Takes all markers over from a state.
    pub fn adopt(&mut self, state: &Value) {
        self.markers = Markers::default();
        let mut found: Vec<(u64, String, CellId)> = recorded(state)
            .filter_map(|(company, row, column, stack)| {
                Some((stack, company, self.chart.find(row, column)?))
            })
            .collect();
        found.sort();
        for (_, company, cell) in found {
            let id = self.id(&company);
            self.markers.place(id, cell, true);
        }
    }

    /// Where a state differs: cell, price, place in the stack.
    pub fn differences(&self, state: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let mut count = 0;
        for (company, row, column, stack) in recorded(state) {
            count += 1;
            let theirs = (row, column);
            let Some(cell) = self.cell(&company) else {
                found.push(format!("{company} has no marker, theirs is at {theirs:?}"));
                continue;
            };
            let at = self.chart.at(cell);
            let price = state["companies"][&company]["price"].as_i64();
            if (at.row, at.column) != theirs || Some(i64::from(at.price)) != price {
                found.push(format!(
                    "{company} is at {:?} for {}, theirs at {theirs:?} for {price:?}",
                    (at.row, at.column),
                    at.price
                ));
            }
            let place = self
                .markers
                .stack(cell)
                .position(|id| self.names.get(id.index()) == Some(&company));
            if place != Some(stack as usize) {
                found.push(format!(
                    "{company} is number {place:?} of its stack, theirs number {stack}"
                ));
            }
        }
        let ours = self.markers.in_order(&self.chart).len();
        if ours != count {
            found.push(format!("{ours} markers, theirs {count}"));
        }
        found
    }

    /// Companies in the order in which they operate.
    pub fn order(&self) -> Vec<String> {
        let order = self.markers.in_order(&self.chart);
        order
            .into_iter()
            .filter_map(|id| self.names.get(id.index()).cloned())
            .collect()
    }

    fn cell(&self, company: &str) -> Option<CellId> {
        let at = self.names.iter().position(|name| name == company)?;
        self.markers.cell(CompanyId::from(at))
    }

    fn id(&mut self, company: &str) -> CompanyId {
        let known = self.names.iter().position(|name| name == company);
        let at = known.unwrap_or_else(|| {
            self.names.push(company.to_string());
            self.names.len() - 1
        });
        CompanyId::from(at)
    }
}

/// Companies with markers in a state: name, row, column, place in the stack.
fn recorded(state: &Value) -> impl Iterator<Item = (String, u8, u8, u64)> {
    let companies = state["companies"].as_object().into_iter().flatten();
    companies.filter_map(|(name, company)| {
        let part = |index: usize| u8::try_from(company["pos"].get(index)?.as_u64()?).ok();
        Some((name.clone(), part(0)?, part(1)?, company["stack"].as_u64()?))
    })
}
