//! Makes an index: every game is replayed once, and each position that it passes is hashed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::super::count::GameResult;
use super::super::passage::squares_of;
use super::{BREAK_ITEM, Head, MARK, Origins, StoredSetting, Word, hash};
use crate::board::symmetry::SAME;
use crate::check::Checker;
use crate::engine::{Claim, Start, Step, Visitor};
use crate::formats::Records;
use crate::game::{GameInfo, Position};
use crate::parallel::{At, Part, Task, Worker};
use crate::record::{MEANINGFUL, Record, escape};
use crate::select::{Sorter, rules_key};
use crate::system::System;
use crate::temporary;

/// About how many bytes of games are sorted in memory; more are sorted on the disk.
const MEMORY: usize = 512 * 1024 * 1024;

/// Into how many files beginnings are shared out by their hashes. Each is sorted in memory.
const SHARES: usize = 64;

/// The work of finding out what stands in an index.
#[derive(Debug, Clone, Copy, Default)]
pub struct Indexing;

/// The contents of a part of an input. Settings and plies are numbered within the part.
#[derive(Debug, Default)]
pub struct Portion {
    settings: Vec<(Rules, StoredSetting)>,
    words: Vec<Word>,
    games: Vec<Game>,
    invalid: u64,
}

/// What distinguishes settings: the key of the rules, and whether the games are valid.
type Rules = (String, bool);

/// A game that was replayed.
#[derive(Debug, Default, Clone)]
struct Game {
    setting: u32,
    /// The numbers of its plies and breaks.
    items: Vec<u32>,
    more: More,
}

/// What else there is of a game.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
struct More {
    /// The hashes of its positions: before the first item and after each.
    hashes: Vec<u32>,
    plies: u32,
    date: u32,
    winner: Option<String>,
    drawn: bool,
    /// Its number among all records, from 0; in a portion, among the records of the part.
    place: u32,
}

impl Task for Indexing {
    type Part = Portion;
    type Worker<'t> = Finder;

    fn worker(&self) -> Finder {
        Finder::default()
    }
}

/// Replays games one after the other.
#[derive(Debug, Default)]
pub struct Finder {
    portion: Portion,
    /// The start by the rules of the last game, whether it was valid, and the number of these rules.
    last: Option<(Arc<dyn Start>, bool, u32)>,
    settings: HashMap<Rules, u32>,
    trail: Trail,
}

/// Watches a game as it is replayed.
#[derive(Debug, Default)]
struct Trail {
    /// The numbers of this part's plies, by what distinguishes them.
    known: FxHashMap<Vec<u8>, u32>,
    words: Vec<Word>,
    items: Vec<u32>,
    hashes: Vec<u32>,
    claim: Option<Claim>,
    break_due: bool,
    /// The id of the game.
    game: &'static str,
    text: String,
    key: Vec<u8>,
}

impl Visitor for Trail {
    fn begin(&mut self, info: &'static GameInfo, _: System) {
        self.game = info.id;
    }

    fn restart(&mut self) {
        self.items.clear();
        self.hashes.clear();
        (self.claim, self.break_due) = (None, false);
    }

    fn claimed_result(&mut self, claim: Claim) {
        self.claim = Some(claim).filter(|claim| *claim != Claim::Open);
    }

    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        if self.hashes.is_empty() {
            self.pass(step.before());
        } else if self.break_due {
            self.items.push(BREAK_ITEM);
            self.pass(step.before());
        }
        let number = self.number(step);
        self.items.push(number);
        self.pass(step.after());
        self.break_due = step.after().break_due();
    }

    fn end(&mut self, last: &dyn Position) {
        if self.hashes.is_empty() {
            self.pass(last);
        } else if self.break_due && !last.break_due() {
            self.items.push(BREAK_ITEM);
            self.pass(last);
        }
    }
}

impl Trail {
    fn pass(&mut self, position: &dyn Position) {
        self.text.clear();
        position.write_string(&mut self.text);
        self.hashes.push(hash(&self.text));
    }

    /// The number of a ply in this part.
    fn number(&mut self, step: &dyn Step) -> u32 {
        let squares = squares_of(step);
        self.text.clear();
        step.write_default(&mut self.text);
        self.key.clear();
        step.write_action(SAME, &mut self.key);
        let action = self.key.len();
        self.key.extend(squares.iter().flat_map(|square| [square.column, square.row]));
        self.key.extend((action as u32).to_le_bytes());
        self.key.extend(self.text.bytes());
        // What a ply does through a symmetry depends on what it does, on the board and on the game.
        let board = step.before().board();
        self.key.extend([squares.len() as u8, board.columns, board.rows, step.before().symmetries().len() as u8]);
        self.key.extend(self.game.bytes());
        if let Some(number) = self.known.get(&self.key) {
            return *number;
        }
        let symmetries = [SAME].into_iter().chain(step.before().symmetries().iter().copied());
        let actions = symmetries.map(|symmetry| {
            let mut action = Vec::new();
            step.write_action(symmetry, &mut action);
            action
        });
        let squares = squares.iter().map(|square| (square.column, square.row)).collect();
        self.words.push(Word { text: self.text.clone(), actions: actions.collect(), squares });
        let number = self.words.len() as u32;
        self.known.insert(self.key.clone(), number);
        number
    }
}

impl Finder {
    /// Replays a record; `place` is its number in its part.
    fn record(&mut self, record: &Record<'_>, place: u32, checker: &mut Checker) {
        self.trail.restart();
        let judged = checker.check(record, &mut (), Some(&mut self.trail));
        let (valid, setting) = (judged.verdict.valid, judged.setting.filter(|setting| setting.rules.playable));
        self.portion.invalid += u64::from(!valid || setting.is_none());
        let Some(setting) = setting else { return };
        // A record that was not replayed, such as a damaged diagram, passes through no position.
        if self.trail.hashes.is_empty() {
            return;
        }
        let result = GameResult::of(self.trail.claim, judged.verdict, setting, record);
        let start = setting.start.clone();
        let is_same =
            |(last, was_valid, _): &&(Arc<dyn Start>, bool, u32)| Arc::ptr_eq(last, &start) && *was_valid == valid;
        let number = match self.last.as_ref().filter(is_same) {
            Some((.., number)) => *number,
            None => {
                let rules = (rules_key(setting), valid);
                self.setting(rules, record)
            }
        };
        self.last = Some((start, valid, number));
        if let Some((_, stored)) = self.portion.settings.get_mut(number as usize) {
            stored.games += 1;
        }
        self.portion.games.push(Game {
            setting: number,
            items: self.trail.items.clone(),
            more: More {
                hashes: self.trail.hashes.clone(),
                plies: result.plies,
                date: result.date.map_or(0, super::super::Date::number),
                winner: result.winner.map(str::to_owned),
                drawn: result.drawn,
                place,
            },
        });
    }

    /// The number of rules in this part. `record` is played by them.
    fn setting(&mut self, rules: Rules, record: &Record<'_>) -> u32 {
        if let Some(number) = self.settings.get(&rules) {
            return *number;
        }
        let number = self.portion.settings.len() as u32;
        self.portion.settings.push((rules.clone(), StoredSetting { valid: rules.1, tags: tags(record), games: 0 }));
        self.settings.insert(rules, number);
        number
    }
}

/// The tags of a record that decide its rules, as a transcript without plies.
fn tags(record: &Record<'_>) -> String {
    let line = |name: &&str| {
        let value = record.known(name)?;
        Some(format!("[{name} \"{}\"]\n", escape(&value).replace('\n', " ")))
    };
    MEANINGFUL.iter().filter_map(line).chain(["\n".to_owned()]).collect()
}

impl Worker for Finder {
    type Part = Portion;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let place = u32::try_from(at.number - 1).map_err(|_| too_many())?;
        self.record(&records.header(), place, checker);
        Ok(())
    }

    fn part(&mut self) -> Portion {
        self.portion.words = std::mem::take(&mut self.trail.words);
        self.trail.known.clear();
        self.settings.clear();
        self.last = None;
        std::mem::take(&mut self.portion)
    }
}

/// Puts parts together and writes the index.
#[derive(Debug)]
pub struct Builder {
    head: Head,
    settings: HashMap<Rules, u32>,
    words: HashMap<Word, u32>,
    winners: HashMap<String, u8>,
    sorter: Sorter,
}

impl Builder {
    /// An index of these inputs.
    pub fn new(origins: Origins) -> Builder {
        Builder {
            head: Head { origins, ..Head::default() },
            settings: HashMap::new(),
            words: HashMap::new(),
            winners: HashMap::new(),
            sorter: Sorter::new(MEMORY),
        }
    }

    /// Adds the next part of the inputs.
    ///
    /// # Errors
    /// Fails if there is no room on the disk, or if there are more games than have numbers.
    pub fn add(&mut self, part: Part<Portion>) -> io::Result<()> {
        let Portion { settings, words, games, invalid } = part.found;
        self.head.invalid += invalid;
        let settings: Vec<u32> = settings.into_iter().map(|(rules, stored)| self.setting(rules, stored)).collect();
        let words: Vec<u32> = words.into_iter().map(|word| self.word(word)).collect();
        for Game { setting, items, mut more } in games {
            more.place = u32::try_from(self.head.records + u64::from(more.place)).map_err(|_| too_many())?;
            self.head.games += 1;
            let setting = settings.get(setting as usize).copied().unwrap_or_default();
            let mut key = setting.to_be_bytes().to_vec();
            for item in items {
                let number = if item == BREAK_ITEM { BREAK_ITEM } else { words[item as usize - 1] };
                key.extend(number.to_be_bytes());
            }
            self.sorter.push(key, postcard::to_allocvec(&more).map_err(io::Error::other)?)?;
        }
        self.head.records += part.records;
        Ok(())
    }

    fn setting(&mut self, rules: Rules, stored: StoredSetting) -> u32 {
        let number = *self.settings.entry(rules).or_insert(self.head.settings.len() as u32);
        match self.head.settings.get_mut(number as usize) {
            Some(known) => known.games += stored.games,
            None => self.head.settings.push(stored),
        }
        number
    }

    fn word(&mut self, word: Word) -> u32 {
        if let Some(number) = self.words.get(&word) {
            return *number;
        }
        self.head.words.push(word.clone());
        let number = self.head.words.len() as u32;
        self.words.insert(word, number);
        number
    }

    /// Writes the index.
    ///
    /// # Errors
    /// Fails if `out` fails or there is no room on the disk.
    pub fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let Builder { mut head, mut winners, sorter, .. } = self;
        head.width = if head.words.len() < 1 << 16 { 2 } else { 4 };
        let mut games = BufWriter::new(temporary::file()?);
        let shares = (0..SHARES).map(|_| Ok(BufWriter::new(temporary::file()?))).collect::<io::Result<Vec<_>>>();
        let mut shares = shares?;
        out.write_all(MARK)?;
        let (mut before, mut number, mut items_before): (Vec<u8>, u32, u64) = (Vec::new(), 0, 0);
        let names = &mut head.winners;
        sorter.drain(|next| {
            let more: More = postcard::from_bytes(&next.content).map_err(io::Error::other)?;
            let items = next.key.chunks_exact(4).skip(1);
            for item in items.clone() {
                let item: Vec<u8> = item.iter().rev().copied().take(head.width).collect();
                out.write_all(&item)?;
            }
            // A beginning that the game before has too is there already.
            let same =
                before.chunks_exact(4).zip(next.key.chunks_exact(4)).take_while(|(one, other)| one == other).count();
            for (length, hash) in more.hashes.iter().enumerate().skip(same) {
                let share = &mut shares[*hash as usize >> 26];
                [*hash, number, length as u32].iter().try_for_each(|part| share.write_all(&part.to_le_bytes()))?;
                head.beginnings += 1;
            }
            let winner = more.winner.map_or(0, |name| {
                *winners.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    names.len() as u8
                })
            });
            let count = items.len() as u32;
            games.write_all(&items_before.to_le_bytes())?;
            for part in [count, more.place, more.plies, more.date] {
                games.write_all(&part.to_le_bytes())?;
            }
            games.write_all(&[winner, more.drawn.into(), 0, 0])?;
            items_before += u64::from(count);
            number += 1;
            before = next.key;
            Ok(())
        })?;
        head.games_at = MARK.len() as u64 + items_before * head.width as u64;
        io::copy(&mut read_again(games)?, out)?;
        head.beginnings_at = head.games_at + head.games * super::GAME as u64;
        for share in shares {
            let mut bytes = Vec::new();
            read_again(share)?.read_to_end(&mut bytes)?;
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
            let beginning = |bytes: &[u8]| [number(&bytes[..4]), number(&bytes[4..8]), number(&bytes[8..])];
            let mut beginnings: Vec<[u32; 3]> = bytes.chunks_exact(super::BEGINNING).map(beginning).collect();
            beginnings.sort_unstable();
            beginnings.iter().flatten().try_for_each(|part| out.write_all(&part.to_le_bytes()))?;
        }
        let head_at = head.beginnings_at + head.beginnings * super::BEGINNING as u64;
        out.write_all(&postcard::to_allocvec(&head).map_err(io::Error::other)?)?;
        out.write_all(&head_at.to_le_bytes())?;
        out.write_all(MARK)
    }
}

fn too_many() -> io::Error {
    io::Error::other("more records than an index holds")
}

/// Reopens what was written to a file, from its start.
fn read_again(file: BufWriter<File>) -> io::Result<BufReader<File>> {
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(BufReader::new(file))
}
