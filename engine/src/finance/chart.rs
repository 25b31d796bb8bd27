//! The stock market: cells with up to four neighbours, and the stacks of markers on them.
//!
//! One row is simply the one-dimensional case; ragged rows and ledges are missing neighbours.

use crate::ids::{CellId, CompanyId};
use serde::Deserialize;

/// A direction on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// Lower price in one dimension.
    Left,
    /// Higher price in one dimension.
    Right,
    /// A row up.
    Up,
    /// A row down.
    Down,
}

/// A cell of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Value of one share unit as the title counts it.
    pub price: i32,
    /// Zone names.
    pub marks: Vec<String>,
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub column: u8,
}

#[derive(Deserialize)]
struct RawCell {
    price: i32,
    #[serde(default)]
    marks: Vec<String>,
}

/// The chart as it stands in a definition: rows from the top, `null` where there is no cell.
#[derive(Deserialize)]
pub struct RawChart {
    rows: Vec<Vec<Option<RawCell>>>,
    /// Pairs of cells `[row, column, row, column]` between which there is no step (ledges).
    #[serde(default)]
    ledges: Vec<(u8, u8, u8, u8)>,
}

/// The chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    cells: Vec<Cell>,
    ledges: Vec<(u8, u8, u8, u8)>,
}

impl Chart {
    /// Builds the chart from its rows.
    pub fn new(raw: RawChart) -> Chart {
        let mut cells = Vec::new();
        for (row, line) in raw.rows.into_iter().enumerate() {
            for (column, cell) in line.into_iter().enumerate() {
                if let Some(cell) = cell {
                    cells.push(Cell {
                        price: cell.price,
                        marks: cell.marks,
                        row: row as u8,
                        column: column as u8,
                    });
                }
            }
        }
        Chart {
            cells,
            ledges: raw.ledges,
        }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (CellId, &Cell)> {
        self.cells
            .iter()
            .enumerate()
            .map(|(index, cell)| (CellId::from(index), cell))
    }

    /// The data of a cell. Ids come from the chart, so that the fallback (the first) is never met.
    pub fn at(&self, cell: CellId) -> &Cell {
        self.cells
            .get(cell.index())
            .unwrap_or_else(|| &self.cells[0])
    }

    /// The price of a cell.
    pub fn price(&self, cell: CellId) -> i32 {
        self.at(cell).price
    }

    /// The cell at a row and column from 0.
    pub fn find(&self, row: u8, column: u8) -> Option<CellId> {
        self.cells
            .iter()
            .position(|cell| cell.row == row && cell.column == column)
            .map(CellId::from)
    }

    /// The first cell of that price with that mark (any, if empty).
    pub fn priced(&self, price: i32, mark: &str) -> Option<CellId> {
        self.cells
            .iter()
            .position(|cell| {
                cell.price == price
                    && (mark.is_empty() || cell.marks.iter().any(|name| name == mark))
            })
            .map(CellId::from)
    }

    /// The neighbour in a direction, if the chart has one.
    pub fn step(&self, cell: CellId, dir: Dir) -> Option<CellId> {
        let from = self.at(cell);
        let (row, column) = match dir {
            Dir::Left => (from.row, from.column.checked_sub(1)?),
            Dir::Right => (from.row, from.column.checked_add(1)?),
            Dir::Up => (from.row.checked_sub(1)?, from.column),
            Dir::Down => (from.row.checked_add(1)?, from.column),
        };
        let ledge = |a: (u8, u8), b: (u8, u8)| self.ledges.contains(&(a.0, a.1, b.0, b.1));
        let (here, there) = ((from.row, from.column), (row, column));
        if ledge(here, there) || ledge(there, here) {
            return None;
        }
        self.find(row, column)
    }

    /// Takes `steps` steps, each to the first neighbour in `dirs` that exists and whose price is at least `floor`;
    /// a step without one is not taken. Stacks on the way are not touched.
    pub fn walk(&self, cell: CellId, dirs: &[Dir], steps: u8, floor: i32) -> CellId {
        let mut at = cell;
        for _ in 0..steps {
            let next = dirs
                .iter()
                .find_map(|&dir| self.step(at, dir).filter(|&next| self.price(next) >= floor));
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }
}

/// The companies' markers, in the order in which they came to their cells: the stack of a cell from the top is this
/// list filtered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markers {
    list: Vec<(CompanyId, CellId)>,
}

impl Markers {
    /// Where the company's marker lies.
    pub fn cell(&self, company: CompanyId) -> Option<CellId> {
        self.list
            .iter()
            .find(|(owner, _)| *owner == company)
            .map(|(_, cell)| *cell)
    }

    /// Lays the marker at the bottom of the stack of `cell`. With `always` false a marker that is there already
    /// keeps its place.
    pub fn place(&mut self, company: CompanyId, cell: CellId, always: bool) {
        if !always && self.cell(company) == Some(cell) {
            return;
        }
        self.remove(company);
        self.list.push((company, cell));
    }

    /// Takes the marker off the chart.
    pub fn remove(&mut self, company: CompanyId) {
        self.list.retain(|(owner, _)| *owner != company);
    }

    /// The stack of a cell, top first.
    pub fn stack(&self, cell: CellId) -> impl Iterator<Item = CompanyId> {
        self.list
            .iter()
            .filter(move |(_, at)| *at == cell)
            .map(|(owner, _)| *owner)
    }

    /// All markers, highest price first, then the cell further right, then the higher in the stack.
    pub fn in_order(&self, chart: &Chart) -> Vec<CompanyId> {
        let mut order: Vec<(i32, u8, usize, CompanyId)> = self
            .list
            .iter()
            .enumerate()
            .map(|(arrival, (owner, cell))| {
                (chart.price(*cell), chart.at(*cell).column, arrival, *owner)
            })
            .collect();
        order.sort_by_key(|(price, column, arrival, _)| (-price, u8::MAX - column, *arrival));
        order.into_iter().map(|(_, _, _, owner)| owner).collect()
    }
}
