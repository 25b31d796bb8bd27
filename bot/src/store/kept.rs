//! Statements that are kept prepared: to parse one costs more than to run it.

use rusqlite::{Connection, Params, Row};

/// More statements than there are.
pub(super) const STATEMENTS: usize = 300;

/// As rusqlite's own, with the statement kept for the next time.
pub(super) trait Kept {
    /// Carries out a statement, and says how many rows it changed.
    fn exec(&self, sql: &str, with: impl Params) -> rusqlite::Result<usize>;

    /// The first row of an answer.
    fn one<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T>;
}

impl Kept for Connection {
    fn exec(&self, sql: &str, with: impl Params) -> rusqlite::Result<usize> {
        self.prepare_cached(sql)?.execute(with)
    }

    fn one<T>(
        &self,
        sql: &str,
        with: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.prepare_cached(sql)?.query_row(with, read)
    }
}
