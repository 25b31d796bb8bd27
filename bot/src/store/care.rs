//! Care of the file: backup and check.

use super::{Fault, Store};
use std::path::Path;

impl Store {
    /// Writes a consistent copy of the whole store into a new file.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), Fault> {
        if to.exists() {
            return Err(Fault::Unusable(
                to.to_path_buf(),
                "it exists already, and a backup overwrites nothing".into(),
            ));
        }
        let to = to.to_path_buf();
        self.run(move |connection| {
            let name = to.display().to_string();
            connection
                .execute("VACUUM INTO ?1", [name])
                .map(|_| ())
                .map_err(|error| super::schema::sort(&to, &error))
        })
    }

    /// What SQLite finds wrong with the file: nothing, if all is well.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn integrity(&self) -> Result<Vec<String>, Fault> {
        self.run(|connection| {
            let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
            let rows = query.query_map([], |row| row.get::<_, String>(0))?;
            let mut found: Vec<String> = rows.collect::<Result<_, _>>()?;
            found.retain(|line| line != "ok");
            let mut query = connection.prepare("PRAGMA foreign_key_check")?;
            let rows = query.query_map([], |row| row.get::<_, String>(0))?;
            for table in rows {
                found.push(format!("a row of {} points nowhere", table?));
            }
            Ok(found)
        })
    }
}
