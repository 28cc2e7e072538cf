//! Picks among the records that were chosen, in the order of the input: no game twice, a sample, some places, sorted.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::choose::{Entry, Found, ListNotation, More, Rewritten};
use super::field::{Fact, Field};
use super::rest::Numbers;
use super::sorted::{Direction, Sorter, write_key};
use crate::convert::Piece;
use crate::formats::Format;
use crate::game_key::Key;
use crate::parallel::{Origin, Part};

/// A field to sort by.
#[derive(Debug, Clone)]
pub struct SortField {
    /// The field.
    pub field: Field,
    /// Whether the largest comes first.
    pub falling: bool,
}

/// What to pick from the chosen records.
#[derive(Debug, Clone, Default)]
pub struct Picking {
    /// The fields to sort by, the most important one first.
    pub sort_by: Vec<SortField>,
    /// The field whose value decides which file a record goes to: the records of one file come together.
    pub split_by: Option<Field>,
    /// How many of the first are left out, after sorting.
    pub skip: u64,
    /// The most records.
    pub limit: Option<u64>,
    /// How many records a sample has, and its seed.
    pub sample: Option<(usize, u64)>,
    /// About how many bytes are sorted in memory.
    pub memory: usize,
}

impl Picking {
    /// The fields whose values it needs, which [`Questions::fields`](super::Questions::fields) must ask for in this order:
    /// those to sort by, then the one to split by.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.sort_by.iter().map(|sort| &sort.field).chain(&self.split_by)
    }
}

/// An input from which records were picked.
#[derive(Debug)]
pub struct Source {
    /// Its name and format.
    pub origin: Arc<Origin>,
    /// Its bytes before the first record.
    pub head: Arc<[u8]>,
    /// Its encoding, if that is not UTF-8.
    pub encoding: Option<&'static str>,
}

impl Source {
    /// Its format.
    pub fn format(&self) -> Format {
        self.origin.format
    }
}

/// A record that was picked.
#[derive(Debug)]
pub struct Picked<'p> {
    /// Its input.
    pub source: &'p Source,
    /// The rest.
    pub content: Content<'p>,
}

/// What there is of a picked record.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Content<'p> {
    source: usize,
    /// Its number in its file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The notation system that was found for its list or table, if the record names none itself.
    #[serde(borrow)]
    pub notation: Option<ListNotation<'p>>,
    /// What stands between it and the record before it; of the first record all that stands before it. Empty if that is not
    /// known.
    pub gap: &'p [u8],
    /// The line that holds for it and stands above, with its line end.
    pub above: &'p [u8],
    /// Its bytes, with its line end.
    pub text: &'p [u8],
    /// What follows it up to the next record.
    pub tail: &'p [u8],
    /// The text after the record, if it is the last of its input and is handed over out of order.
    pub rest: Option<&'p [u8]>,
    /// Whether it ends within a comment.
    pub is_open: bool,
    /// Whether its bytes are there.
    #[serde(borrow)]
    pub held: Held<'p>,
    /// The record rewritten, if that is wanted and can be.
    #[serde(borrow)]
    pub rewritten: Option<Piece<'p>>,
    /// What the rewriting says: why it cannot be done, or what is lost.
    pub said: &'p str,
    /// The value that decides which file it goes to.
    pub split: Option<&'p str>,
}

/// Whether the bytes of a record are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Held<'p> {
    /// All of its bytes are there.
    Whole,
    /// There are too many of them to hold.
    TooLong,
    /// They are not there, because its input is not read. Holds the reason.
    Unread(&'p str),
}

/// Takes what is picked.
pub trait Takes {
    /// Takes a record.
    ///
    /// # Errors
    /// If it cannot be written.
    fn record(&mut self, picked: &Picked<'_>) -> io::Result<()>;

    /// Takes a record that was not chosen.
    ///
    /// # Errors
    /// If it cannot be written.
    fn reject(&mut self, picked: &Picked<'_>) -> io::Result<()>;

    /// The input ends with its record `number`, and `rest` stands after it. For sorted records this call comes after
    /// the record.
    ///
    /// # Errors
    /// If it cannot be written.
    fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
        let _ = (origin, number, rest);
        Ok(())
    }
}

/// Picks records as they come.
#[derive(Debug)]
pub struct Picker<'q> {
    picking: &'q Picking,
    sources: Vec<Source>,
    /// How far the current input has been read.
    reached: Option<Reached>,
    /// How many records the inputs before it have.
    records_before: u64,
    /// The last record read of the input, if it is picked and others may come before it.
    last: Option<Kept>,
    seen: HashSet<Key>,
    sample: Option<Sample>,
    sorter: Option<Sorter>,
    splitter: Option<Sorter>,
    directions: Vec<Direction>,
    /// For each field whether a record had it.
    present: Vec<bool>,
    /// How many records have come as far as `skip` and `limit`.
    place: u64,
    /// How many records were picked.
    count: u64,
}

/// How far an input has been read.
#[derive(Debug)]
struct Reached {
    origin: Arc<Origin>,
    /// How many records it has so far.
    records: u64,
    /// What stands after the last of them.
    rest: Vec<u8>,
}

/// A record that is kept until its turn comes.
#[derive(Debug)]
struct Kept {
    key: Vec<u8>,
    content: Vec<u8>,
}

/// A uniform sample of records that come one after the other.
#[derive(Debug)]
struct Sample {
    most: usize,
    random: fastrand::Rng,
    seen: u64,
    /// With the place of each among those that came.
    held: Vec<(u64, Vec<u8>, Vec<u8>)>,
}

impl Sample {
    /// Takes the next, or not: of those so far each is in the sample with the same probability.
    fn take(&mut self, record: impl FnOnce() -> (Vec<u8>, Vec<u8>)) {
        let place = self.seen;
        self.seen += 1;
        let slot = if self.held.len() < self.most {
            self.held.len()
        } else {
            usize::try_from(self.random.u64(..=place)).unwrap_or(usize::MAX)
        };
        if slot >= self.most {
            return;
        }
        let (key, content) = record();
        if slot == self.held.len() {
            self.held.push((place, key, content));
        } else {
            self.held[slot] = (place, key, content);
        }
    }
}

impl<'q> Picker<'q> {
    /// Picks as `picking` says.
    pub fn new(picking: &'q Picking) -> Picker<'q> {
        let sorts = !picking.sort_by.is_empty();
        let direction =
            |SortField { field, falling }: &_| Direction { falling: *falling, is_date: Field::is_date(field) };
        let sample = |(most, seed)| Sample { most, random: fastrand::Rng::with_seed(seed), seen: 0, held: Vec::new() };
        Picker {
            picking,
            sources: Vec::new(),
            reached: None,
            records_before: 0,
            last: None,
            seen: HashSet::new(),
            sample: picking.sample.map(sample),
            sorter: sorts.then(|| Sorter::new(picking.memory)),
            splitter: picking.split_by.is_some().then(|| Sorter::new(picking.memory)),
            directions: picking.sort_by.iter().map(direction).collect(),
            present: vec![false; picking.fields().count()],
            place: 0,
            count: 0,
        }
    }

    /// For each field to sort or to split by whether one of the records had it.
    pub fn present(&self) -> &[bool] {
        &self.present
    }

    /// How many records were picked.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether nothing more can be picked.
    pub fn is_full(&self) -> bool {
        let comes_in_order = self.sorter.is_none() && self.sample.is_none();
        let place = self.place.saturating_add(self.last.is_some().into());
        comes_in_order && self.picking.limit.is_some_and(|limit| place >= self.picking.skip.saturating_add(limit))
    }

    /// Whether each record is handed over as it comes.
    fn is_direct(&self) -> bool {
        self.sorter.is_none() && self.sample.is_none() && self.splitter.is_none()
    }

    /// Takes the records of one part of an input.
    ///
    /// # Errors
    /// Fails if `takes` fails or the disk is full.
    pub fn part(&mut self, part: &Part<Found>, takes: &mut dyn Takes) -> io::Result<()> {
        let found = &part.found;
        let mut first_gap = self.rest_before(part, takes)?;
        if let Some(first) = found.entries.first().filter(|entry| entry.number == 1) {
            first_gap.extend_from_slice(found.bytes.get(first.gap.clone()).unwrap_or_default());
        }
        for entry in &found.entries {
            let number = part.before + entry.number;
            let source = self.source(part, entry);
            let mut content = content(found, entry, number, source);
            if entry.number == 1 {
                content.gap = &first_gap;
            }
            let numbers = Numbers { in_file: number, before: self.records_before + number - 1 };
            if !entry.decision.with(numbers) {
                takes.reject(&Picked { source: &self.sources[source], content })?;
                continue;
            }
            let more = entry.more.as_deref();
            if let Some(key) = more.and_then(|more| more.key)
                && !self.seen.insert(key)
            {
                continue;
            }
            let mut values = Vec::new();
            if let Some(More { values: found, .. }) = more {
                // A part does not know the number of a record in its file.
                let value = |(field, value): (&'q Field, &'_ Option<String>)| match field {
                    Field::Fact(Fact::Record) => Some(number.to_string()),
                    _ => value.clone(),
                };
                values.extend(self.picking.fields().zip(found).map(value));
            }
            self.present.iter_mut().zip(&values).for_each(|(present, value)| *present |= value.is_some());
            content.split =
                if self.picking.split_by.is_some() { values.last().and_then(Option::as_deref) } else { None };
            let mut key = Vec::new();
            for (value, direction) in values.iter().zip(&self.directions) {
                write_key(value.as_deref(), *direction, &mut key);
            }
            if entry.number == part.records && !self.is_direct() {
                self.last = Some(Kept { key, content: content.packed() });
            } else {
                self.keep(key, content, takes)?;
            }
        }
        Ok(())
    }

    /// Keeps a record where others may come before it.
    fn keep(&mut self, key: Vec<u8>, content: Content<'_>, takes: &mut dyn Takes) -> io::Result<()> {
        if let Some(sample) = &mut self.sample {
            sample.take(|| (key, content.packed()));
            Ok(())
        } else if let Some(sorter) = &mut self.sorter {
            sorter.push(key, content.packed())
        } else {
            self.place(content, takes)
        }
    }

    /// Keeps the last record read so far. `rest` is the text after it, if the input ends with it.
    fn keep_last(&mut self, rest: Option<&[u8]>, takes: &mut dyn Takes) -> io::Result<()> {
        let Some(Kept { key, content }) = self.last.take() else { return Ok(()) };
        let content = Content { rest, ..Content::unpacked(&content)? };
        self.keep(key, content, takes)
    }

    /// The text between the last record of the earlier parts and this part. Reports where the last input ended.
    fn rest_before(&mut self, part: &Part<Found>, takes: &mut dyn Takes) -> io::Result<Vec<u8>> {
        let is_same = |reached: &Reached| Arc::ptr_eq(&reached.origin, &part.origin);
        if !self.reached.as_ref().is_some_and(is_same) {
            self.end_input(takes)?;
        } else if part.records > 0 {
            self.keep_last(None, takes)?;
        }
        let mut rest = self.reached.take().map_or_else(Vec::new, |reached| reached.rest);
        let mut after = part.found.rest.clone();
        if part.records == 0 {
            after = [std::mem::take(&mut rest), after].concat();
        }
        self.reached = Some(Reached { origin: part.origin.clone(), records: part.before + part.records, rest: after });
        Ok(rest)
    }

    /// Reports where the last input ended, if all of it was read.
    fn end_input(&mut self, takes: &mut dyn Takes) -> io::Result<()> {
        let Some(Reached { origin, records, rest }) = self.reached.take() else { return self.keep_last(None, takes) };
        self.records_before += records;
        if self.is_full() {
            return self.keep_last(None, takes);
        }
        takes.input_ends(&origin, records, &rest)?;
        self.keep_last(Some(&rest), takes)
    }

    /// The place of the entry's input among the sources.
    fn source(&mut self, part: &Part<Found>, entry: &Entry) -> usize {
        let is_same = |source: &Source| Arc::ptr_eq(&source.origin, &part.origin) && source.encoding == entry.encoding;
        if !self.sources.last().is_some_and(is_same) {
            let (origin, head) = (part.origin.clone(), part.head.clone());
            self.sources.push(Source { origin, head, encoding: entry.encoding });
        }
        self.sources.len() - 1
    }

    /// Hands over the next record in order, unless `skip` or `limit` leaves it out.
    fn place(&mut self, content: Content<'_>, takes: &mut dyn Takes) -> io::Result<()> {
        let place = self.place;
        self.place += 1;
        let Picking { skip, limit, .. } = *self.picking;
        if place < skip || limit.is_some_and(|limit| place - skip >= limit) {
            return Ok(());
        }
        self.count += 1;
        match &mut self.splitter {
            Some(splitter) => {
                // The records without a value come together, before all others.
                let key = content.split.map_or(vec![0], |value| [&[1], value.as_bytes()].concat());
                splitter.push(key, content.packed())
            }
            None => self.hand_over(content, takes),
        }
    }

    fn hand_over(&self, content: Content<'_>, takes: &mut dyn Takes) -> io::Result<()> {
        let (source, number, rest) = (&self.sources[content.source], content.number, content.rest);
        takes.record(&Picked { source, content })?;
        rest.map_or(Ok(()), |rest| takes.input_ends(&source.origin, number, rest))
    }

    /// Hands over what had to wait until everything was read.
    ///
    /// # Errors
    /// See [`Picker::part`].
    pub fn finish(&mut self, takes: &mut dyn Takes) -> io::Result<()> {
        self.end_input(takes)?;
        if let Some(sample) = self.sample.take() {
            let mut held = sample.held;
            held.sort_unstable_by_key(|(place, ..)| *place);
            for (_, key, content) in held {
                match &mut self.sorter {
                    Some(sorter) => sorter.push(key, content)?,
                    None => self.place(Content::unpacked(&content)?, takes)?,
                }
            }
        }
        if let Some(sorter) = self.sorter.take() {
            sorter.drain(|next| self.place(Content::unpacked(&next.content)?, takes))?;
        }
        if let Some(splitter) = self.splitter.take() {
            splitter.drain(|next| self.hand_over(Content::unpacked(&next.content)?, takes))?;
        }
        Ok(())
    }
}

fn content<'f>(found: &'f Found, entry: &'f Entry, number: u64, source: usize) -> Content<'f> {
    let bytes = |from: usize, to: usize| found.bytes.get(from..to).unwrap_or_default();
    let rewritten = entry.more.as_ref().and_then(|more| more.rewritten.as_ref());
    let unread = entry.more.as_ref().and_then(|more| more.unread.as_deref());
    let lost = || unread.map_or(Held::TooLong, Held::Unread);
    Content {
        source,
        number,
        line: entry.line,
        notation: entry.notation,
        is_open: entry.is_open,
        gap: bytes(entry.gap.start, entry.gap.end),
        above: bytes(entry.above.start, entry.above.end),
        text: bytes(entry.text.start, entry.end),
        tail: bytes(entry.end, entry.text.end),
        rest: None,
        held: if entry.is_held { Held::Whole } else { lost() },
        rewritten: rewritten.map(Rewritten::piece),
        said: entry.more.as_ref().map_or("", |more| &more.said),
        split: None,
    }
}

impl<'p> Content<'p> {
    fn packed(&self) -> Vec<u8> {
        // Writing numbers and texts to memory cannot fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    fn unpacked(bytes: &'p [u8]) -> io::Result<Content<'p>> {
        postcard::from_bytes(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
    }
}
