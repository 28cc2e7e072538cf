//! Names of players and their replacements, from a table.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::source::without_mark;

/// A table of names.
#[derive(Debug)]
pub struct Names {
    rows: Vec<(String, String)>,
    /// The row of each name that is replaced.
    places: HashMap<String, usize>,
    counts: Vec<AtomicU64>,
}

impl Names {
    /// Reads a table with the columns `from` and `to`, between which a comma, a semicolon or a tab stands.
    ///
    /// # Errors
    /// Says what is wrong with the table.
    pub fn read(bytes: &[u8]) -> Result<Names, String> {
        let bytes = without_mark(bytes);
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let delimiter = [b',', b';', b'\t'].into_iter().find(|sign| first.contains(sign)).unwrap_or(b',');
        let mut table = csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(bytes);
        let heads = table.headers().map_err(|error| error.to_string())?.clone();
        let column = |name: &str| heads.iter().position(|head| head.trim().eq_ignore_ascii_case(name));
        let (Some(from), Some(to)) = (column("from"), column("to")) else {
            return Err("expected a table with the columns from,to".to_owned());
        };
        let (mut rows, mut places): (Vec<(String, String)>, HashMap<String, usize>) = (Vec::new(), HashMap::new());
        for row in table.records() {
            let row = row.map_err(|error| error.to_string())?;
            let line = row.position().map_or(0, csv::Position::line);
            let (Some(from), Some(to)) = (row.get(from), row.get(to)) else {
                return Err(format!("line {line}: expected two names"));
            };
            if to.contains(char::is_control) {
                return Err(format!("line {line}: a name has no line ends or other control characters"));
            }
            if places.insert(from.to_owned(), rows.len()).is_some() {
                return Err(format!("line {line}: {from} is there twice"));
            }
            rows.push((from.to_owned(), to.to_owned()));
        }
        let counts = rows.iter().map(|_| AtomicU64::new(0)).collect();
        Ok(Names { rows, places, counts })
    }

    /// The row of a name that is replaced.
    pub(super) fn row(&self, from: &str) -> Option<usize> {
        self.places.get(from).copied()
    }

    /// The new name in a row.
    pub(super) fn name(&self, row: usize) -> &str {
        self.rows.get(row).map_or("", |(_, to)| to)
    }

    pub(super) fn count(&self, row: usize) {
        if let Some(count) = self.counts.get(row) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How often each name was replaced: the name, what it became, the number.
    pub(super) fn replaced(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        let counts = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        self.rows.iter().zip(counts).map(|((from, to), count)| (from.as_str(), to.as_str(), count))
    }
}
