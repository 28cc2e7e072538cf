//! Finds records of one archive that are nearly the same game: copies that differ in a ply or two.
//!
//! The same signatures find them that find copies in several archives (`groups`). Invalid records count too: often one
//! of two copies is invalid just because of the ply in which they differ.

use std::io;

use super::align::{agreement, distance};
use super::groups::joined;
use super::lines::Lines;
use super::watch::Watch;
use super::witness::Kind;
use crate::check::Checker;
use crate::formats::Records;
use crate::parallel::{At, Part, Task, Worker};

/// In how many plies copies may differ.
const PLIES: usize = 2;

/// How much of their plies copies must share.
const ALIKE: f64 = 0.8;

/// The games of an archive: four bytes a ply, and 64 a record.
#[derive(Debug, Default)]
pub struct Copies {
    inputs: Vec<String>,
    lines: Lines,
    places: Vec<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    input: u32,
    record: u64,
    line: u64,
}

/// The contents of a part of an input.
#[derive(Debug, Default)]
pub struct Plies {
    lines: Lines,
    places: Vec<Place>,
}

/// A record, and how it differs from the first of its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copy<'c> {
    /// Its file.
    pub file: &'c str,
    /// Its number in the file.
    pub record: u64,
    /// Its line in the file.
    pub line: u64,
    /// How many plies it has.
    pub plies: usize,
    /// In how many plies it differs from the first game, and the number of the first of them; `None`: in none.
    pub differs: Option<(usize, usize)>,
}

impl Copies {
    /// What reads the games of an archive.
    pub fn task() -> impl Task<Part = Plies> {
        Reading
    }

    /// Adds a part of an input.
    pub fn add(&mut self, part: &Part<Plies>) {
        if part.is_first || self.inputs.is_empty() {
            self.inputs.push(part.origin.name.clone());
        }
        let input = (self.inputs.len() - 1) as u32;
        self.lines.append(&part.found.lines);
        let places = part.found.places.iter();
        self.places.extend(places.map(|place| Place { input, record: place.record + part.before, ..*place }));
    }

    /// The groups of games, in the order of the archive, with at least two games that differ. Each begins with its
    /// first game.
    pub fn groups(&self) -> Vec<Vec<Copy<'_>>> {
        let mut sets = joined(&self.lines, &|one, other| {
            agreement(one, other, ALIKE) >= ALIKE && distance_of(one, other, PLIES) <= PLIES
        });
        let groups = sets.groups().into_iter();
        groups.filter(|members| self.is_mixed(members)).map(|members| self.copies(&members)).collect()
    }

    /// Whether not all games of a group are the same: those that are, the keys of games find.
    fn is_mixed(&self, members: &[usize]) -> bool {
        members.iter().any(|&member| self.lines.of(member) != self.lines.of(members[0]))
    }

    fn copies(&self, members: &[usize]) -> Vec<Copy<'_>> {
        let first = self.lines.of(members[0]);
        let copy = |&member: &usize| {
            let Place { input, record, line } = self.places[member];
            let plies = self.lines.of(member);
            let same = first.iter().zip(plies).take_while(|(one, other)| one == other).count();
            let differs = (first != plies).then(|| (distance_of(first, plies, first.len()), same + 1));
            Copy { file: &self.inputs[input as usize], record, line, plies: plies.len(), differs }
        };
        members.iter().map(copy).collect()
    }
}

/// In how many plies two games differ. If that is more than `most`, the answer may be any number above `most`.
fn distance_of(one: &[u32], other: &[u32], most: usize) -> usize {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    if long.len() - short.len() > most { long.len() } else { distance(long, short, most) }
}

/// Reads games.
#[derive(Debug)]
struct Reading;

impl Task for Reading {
    type Part = Plies;
    type Worker<'t> = Reader;

    fn worker(&self) -> Reader {
        Reader::default()
    }
}

/// Reads games one after the other.
#[derive(Debug, Default)]
struct Reader {
    found: Plies,
    watch: Watch,
}

impl Worker for Reader {
    type Part = Plies;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let record = records.record();
        let line = record.place.line;
        self.watch.clear();
        let judged = checker.check(&record, &mut (), Some(&mut self.watch));
        if let Some(setting) = judged.setting
            && judged.system.is_some()
        {
            let actions = self.watch.actions(&record);
            let kind = Kind::of(setting.info(), &setting.rules);
            self.found.lines.push(kind, actions);
            self.found.places.push(Place { input: 0, record: at.number, line });
        }
        Ok(())
    }

    fn part(&mut self) -> Plies {
        std::mem::take(&mut self.found)
    }
}
