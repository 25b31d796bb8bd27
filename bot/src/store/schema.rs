//! Opening the file: pragmas and migrations.

use super::Fault;
use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{Error as MigrationError, M, MigrationDefinitionError, Migrations};
use std::path::Path;
use std::time::Duration;

fn migrations() -> Migrations<'static> {
    Migrations::new(vec![
        M::up(include_str!("../../../migrations/0001_tables.sql")),
        M::up(include_str!("../../../migrations/0002_turn_posts.sql")),
        M::up(include_str!("../../../migrations/0003_seats.sql")),
        M::up(include_str!("../../../migrations/0004_trials.sql")),
        M::up(include_str!("../../../migrations/0005_transfer.sql")),
        M::up(include_str!("../../../migrations/0006_look.sql")),
        M::up(include_str!("../../../migrations/0007_orders.sql")),
        M::up(include_str!("../../../migrations/0008_pace.sql")),
        M::up(include_str!("../../../migrations/0009_people.sql")),
    ])
}

/// Opens or creates the file and brings it up to date.
pub(super) fn open(path: &Path) -> Result<Connection, Fault> {
    let connection = Connection::open(path).map_err(|error| sort(path, &error))?;
    prepare(connection, path)
}

/// A database in memory.
pub(super) fn memory() -> Result<Connection, Fault> {
    prepare(Connection::open_in_memory()?, Path::new(":memory:"))
}

fn prepare(mut connection: Connection, path: &Path) -> Result<Connection, Fault> {
    let pragmas = |connection: &Connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // 16 MiB: what is looked at every minute stays in memory.
        connection.pragma_update(None, "cache_size", -16_384)?;
        connection.set_prepared_statement_cache_capacity(super::kept::STATEMENTS);
        connection.pragma_update(None, "foreign_keys", true)
    };
    pragmas(&connection).map_err(|error| sort(path, &error))?;
    match migrations().to_latest(&mut connection) {
        Ok(()) => {}
        Err(MigrationError::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead)) => {
            return Err(Fault::Newer(path.to_path_buf()));
        }
        Err(MigrationError::RusqliteError { err, .. }) => return Err(sort(path, &err)),
        Err(other) => return Err(Fault::Corrupt(path.to_path_buf(), other.to_string())),
    }
    sound(&connection, path)?;
    Ok(connection)
}

/// A quick look at the file's own consistency: a damaged page shows now, not in the middle of a game.
fn sound(connection: &Connection, path: &Path) -> Result<(), Fault> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| sort(path, &error))?;
    if verdict == "ok" {
        Ok(())
    } else {
        let first = verdict.lines().next().unwrap_or_default().to_string();
        Err(Fault::Corrupt(path.to_path_buf(), first))
    }
}

/// What kind of fault an error of SQLite is.
pub(super) fn sort(path: &Path, error: &rusqlite::Error) -> Fault {
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            Fault::Corrupt(path.to_path_buf(), why)
        }
        Some(
            ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure
            | ErrorCode::DiskFull
            | ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked,
        ) => Fault::Unusable(path.to_path_buf(), why),
        Some(_) => Fault::Corrupt(path.to_path_buf(), why),
        None => Fault::Sqlite(why),
    }
}
