//! Collates copies of the same games: two players' scoresheets, a printed and a written source, two data bases.
//!
//! - `witness` reads the records, legal or not, and `watch` watches their replays;
//! - `groups` finds those that are copies of one game, `copies` nearly equal games in one archive;
//! - `voices` joins witnesses that say the same, `align` puts their plies side by side;
//! - `readings` finds the places of disagreement and chooses;
//! - `record` writes the collated record, `apparatus` reports the findings, for people and programs.
//!
//! Only the games decide what is legal.
//!
//! A witness takes its text and about 16 bytes a ply; nothing else grows with the archives.

mod align;
mod apparatus;
pub mod copies;
mod groups;
mod lines;
mod readings;
mod record;
mod schema;
mod voices;
mod watch;
mod witness;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::thread::ScopedJoinHandle;

use crate::check::Checker;
use crate::engine::Defaults;
use crate::parallel::{self, Part, Task};
use crate::record::SUBSTITUTE;
use crate::system::System;
pub use apparatus::{Summary, json, text};
use readings::Text;
pub use readings::{By, Reading, Variant};
pub use schema::schema;
pub use witness::Witness;
use witness::{Gathered, Gathering, Kind};

/// How many games are collated at once: their results wait for each other.
const AT_ONCE: usize = 4096;

/// The witnesses of all arguments.
#[derive(Debug, Default)]
pub struct Archive {
    witnesses: Vec<Witness>,
    /// How many records cannot be replayed: they name no game, or are too long to be read.
    pub left_out: u64,
    sources: usize,
    /// How many records of the argument begun last have been read.
    read: u64,
}

/// The contents of a part of an input.
#[derive(Debug)]
pub struct Found(Gathered);

/// How records are found that belong together.
#[derive(Debug, Clone, Copy)]
pub enum Matching {
    /// By their plies, if at least this part of them agrees, or by their players and date.
    Alike(f64),
    /// By their numbers: the n-th records with each other.
    Pairs,
}

/// A game, collated.
#[derive(Debug)]
pub struct Collated {
    /// The places of its witnesses in the archive.
    members: Vec<usize>,
    /// The name of each.
    names: Vec<String>,
    text: Text,
}

impl Archive {
    /// What reads the records of an argument.
    pub fn task() -> impl Task<Part = impl Send + Into<Found>> {
        Gathering
    }

    /// Begins the next argument.
    pub fn source(&mut self) {
        self.sources += 1;
        self.read = 0;
    }

    /// Adds a part of the argument begun last.
    pub fn add<P: Into<Found>>(&mut self, part: Part<P>) {
        let Found(gathered) = part.found.into();
        self.left_out += gathered.left_out;
        let (source, before, read) = (self.sources.saturating_sub(1), self.read, gathered.read());
        let placed = |mut witness: Witness| {
            witness.source = source;
            witness.place += before;
            witness.record += part.before;
            witness
        };
        self.witnesses.extend(gathered.witnesses.into_iter().map(placed));
        self.read += read;
    }

    /// How many records hold bytes that are not valid text. [`Archive::record`] writes U+FFFD in place of each such
    /// byte.
    pub fn undecoded(&self) -> usize {
        self.witnesses.iter().filter(|witness| witness.has_undecoded).count()
    }

    /// The records that belong together, by their places in the archive, in the order of the first of each group.
    pub fn groups(&self, matching: Matching) -> Vec<Vec<usize>> {
        match matching {
            Matching::Alike(alike) => groups::groups(&self.witnesses, alike),
            Matching::Pairs => groups::pairs(&self.witnesses),
        }
    }

    /// Ends the reading. Where all records of a kind name the squares on which pieces fall, in one notation system,
    /// `f3` and `f4` are two plies, though both drop a piece into the column f. With others only the column can be
    /// compared.
    pub fn finish(&mut self) {
        let mut systems: HashMap<Kind, Option<System>> = HashMap::new();
        for witness in &self.witnesses {
            let names_squares =
                witness.info.default_system.names_only_columns() && !witness.system.names_only_columns();
            let own = names_squares.then_some(witness.system);
            let known = systems.entry(witness.kind).or_insert(own);
            *known = known.filter(|known| own == Some(*known));
        }
        for witness in &mut self.witnesses {
            if systems.get(&witness.kind).is_some_and(Option::is_some) {
                witness.compare_by_text();
            }
        }
    }

    /// Collates a group.
    pub fn collate(&self, members: Vec<usize>) -> Collated {
        let witnesses = self.of(&members);
        let text = match witnesses[..] {
            // Nobody disagrees with a single witness.
            [] | [_] => Text::default(),
            _ => {
                let voices = voices::voices(&witnesses);
                readings::collate(&voices, &align::columns(&voices))
            }
        };
        let names = names(&witnesses);
        Collated { members, names, text }
    }

    /// The collated record, in the notation system of its first witness if that can express it, and how many variations
    /// of its witnesses it leaves out because they do not fit. A record with a single witness is copied unchanged.
    pub fn record(&self, collated: &Collated, checker: &mut Checker) -> (String, u64) {
        let (record, left_out) = record::write(&self.of(&collated.members), collated, checker);
        let has_undecoded = collated.members.iter().any(|&member| self.witnesses[member].has_undecoded);
        let record = if has_undecoded { record.replace(SUBSTITUTE, "\u{fffd}") } else { record };
        (record, left_out)
    }

    /// Collates groups on several threads; `each` gets them in their order, each with its record (see [`Archive::record`]) if
    /// records are wanted.
    ///
    /// # Errors
    /// Fails if a thread cannot be started, and if `each` fails.
    pub fn collate_all(
        &self,
        groups: &[Vec<usize>],
        (defaults, jobs): (&Defaults, usize),
        wants_records: bool,
        mut each: impl FnMut(&Collated, Option<(String, u64)>) -> io::Result<()>,
    ) -> io::Result<()> {
        let work = |groups: &[Vec<usize>]| -> Vec<_> {
            let mut checker = Checker::new(defaults.clone());
            let one = |members: &Vec<usize>| {
                let collated = self.collate(members.clone());
                let record = wants_records.then(|| self.record(&collated, &mut checker));
                (collated, record)
            };
            groups.iter().map(one).collect()
        };
        let jobs = jobs.clamp(1, parallel::MOST_JOBS);
        for some in groups.chunks(AT_ONCE) {
            let share = some.len().div_ceil(jobs).max(1);
            let done: Vec<_> = std::thread::scope(|scope| {
                let start = |(index, groups)| {
                    parallel::start(scope, &format!("thread {} of {jobs}", index + 1), move || work(groups))
                };
                let threads = some.chunks(share).enumerate().map(start).collect::<io::Result<Vec<_>>>()?;
                let joined = threads.into_iter().map(ScopedJoinHandle::join);
                let done = joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                io::Result::Ok(done.collect())
            })?;
            for (collated, record) in done {
                each(&collated, record)?;
            }
        }
        Ok(())
    }

    fn of(&self, members: &[usize]) -> Vec<&Witness> {
        members.iter().filter_map(|&member| self.witnesses.get(member)).collect()
    }
}

impl From<Gathered> for Found {
    fn from(gathered: Gathered) -> Found {
        Found(gathered)
    }
}

impl Collated {
    /// How many witnesses it has.
    pub fn witnesses(&self) -> usize {
        self.members.len()
    }

    /// Where they disagree.
    pub fn readings(&self) -> &[Reading] {
        &self.text.readings
    }
}

/// The names of witnesses: the letter of the argument, and a number from its second record on.
fn names(witnesses: &[&Witness]) -> Vec<String> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let name = |witness: &&Witness| {
        let (letter, count) = (letter(witness.source), counts.entry(witness.source).or_default());
        *count += 1;
        if *count == 1 { letter } else { format!("{letter}{count}") }
    };
    witnesses.iter().map(name).collect()
}

/// `A` to `Z`, then `AA`.
fn letter(source: usize) -> String {
    let last = char::from(b'A' + (source % 26) as u8);
    match source / 26 {
        0 => last.to_string(),
        more => letter(more - 1) + &last.to_string(),
    }
}
