//! Facts about a file that are settled once for all its ranges.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Options;
use crate::check::{self, Checker, Systems};
use crate::formats::cutter::{CHUNK, Cutter};
use crate::formats::foreign::Encoding;
use crate::formats::{Format, Found, Given, Partition, RangeSearch, Records, Start};
use crate::input;
use crate::source::Source;
use crate::system::System;

/// The most landmarks. When there are more, every second is left out.
const LANDMARKS: usize = 1024;

/// What a range of a file cannot know by itself. It is small, even for a large file, and any serialiser can write it:
/// one program makes it and hands it to those that read the ranges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prologue {
    format: String,
    /// Whether the file is one range.
    is_whole: bool,
    encoding: Option<Found>,
    systems: Vec<ListSystem>,
    landmarks: Option<Vec<Landmark>>,
}

/// The notation system of one game of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ListSystem {
    game: String,
    /// See [`Parts::column`](crate::record::Parts::column).
    column: u64,
    system: String,
    /// Another system that fits as well, and the byte of the record that reports it.
    rival: Option<(String, u64)>,
}

/// A place where a record begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Landmark {
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) indent: u64,
    /// The byte and the line of the line of tags that holds for the record.
    pub(super) above: Option<(u64, u64)>,
}

impl Prologue {
    /// Reads what there is to settle of a file; landmarks only up to byte `until`.
    pub(crate) fn read(file: &mut (impl Read + Seek), options: &Options, until: u64) -> io::Result<Prologue> {
        file.seek(SeekFrom::Start(0))?;
        let format = match options.format {
            Some(format) => format,
            None => input::find_for(&mut *file, &options.file, options.given.formats, &options.given)?.0,
        };
        let whole = Prologue {
            format: format.name().to_owned(),
            is_whole: true,
            encoding: None,
            systems: Vec::new(),
            landmarks: None,
        };
        let Some(partition) = partition(format, options) else { return Ok(whole) };
        if format.info().is_utf8 && options.given.encoding.is_some_and(|encoding| encoding != encoding_rs::UTF_8) {
            return Ok(whole);
        }
        file.seek(SeekFrom::Start(0))?;
        // An audit looks at the same bytes, so both find the same.
        let mut cutter = Cutter::new(file, partition.clone(), CHUNK, options.max_record);
        let look = cutter.look();
        if look.read.is_empty() || (format.info().is_utf8 && Encoding::of(look.read).is_some()) {
            return cutter.failure().map_or(Ok(whole), Err);
        }
        let Options { given, defaults, max_record, .. } = options;
        let begun = input::begin(format, &partition, &look, *max_record, given, defaults);
        let begun = begun.and_then(|(partition, checker, _)| {
            Ok((partition, systems(&mut *format.open(look.reader(), *max_record, given)?, checker)?))
        });
        if let Some(error) = cutter.failure() {
            return Err(error);
        }
        let (partition, systems) = begun?;
        let landmarks = match partition.search() {
            RangeSearch::Noted => {
                file.seek(SeekFrom::Start(0))?;
                let input = Source::new(Box::new(file) as Box<dyn Read + '_>);
                Some(landmarks(&mut *partition.skim(input, Start::of_line(0, 1))?, options.step, until)?)
            }
            _ => None,
        };
        Ok(Prologue { is_whole: false, encoding: partition.encoding(), systems, landmarks, ..whole })
    }

    /// Whether the file is one range: all its records belong to the range that holds byte 0.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The format of the file.
    ///
    /// # Errors
    /// Fails if this library has no such format.
    pub fn format(&self, given: &Given) -> io::Result<Format> {
        let known = Format::named_among(given.formats, &self.format);
        // Files that are in no format of this program have one of their own.
        let strange = || (self.format == Format::STRANGE_FORMAT.name()).then_some(Format::STRANGE_FORMAT);
        known.or_else(strange).ok_or_else(|| unknown("format", &self.format))
    }

    /// Whether the lines of the file have been counted.
    pub(crate) fn counts_lines(&self) -> bool {
        self.landmarks.is_some()
    }

    /// The last landmark that is not after byte `at`; `None` if there are no landmarks.
    pub(super) fn landmark(&self, at: u64) -> Option<Landmark> {
        let landmarks = self.landmarks.as_ref()?;
        let after = landmarks.partition_point(|landmark| landmark.offset <= at);
        let start = Landmark { offset: 0, line: 1, indent: 0, above: None };
        Some(after.checked_sub(1).and_then(|last| landmarks.get(last)).copied().unwrap_or(start))
    }

    /// How the file is read from its start on.
    pub(super) fn partition(&self, options: &Options) -> io::Result<Arc<dyn Partition>> {
        let format = self.format(&options.given)?;
        let partition = partition(format, options).ok_or_else(|| unknown("way to cut the format", &self.format))?;
        Ok(self.encoding.and_then(|found| partition.in_encoding(found)).unwrap_or(partition))
    }

    /// The notation systems of the file, for a range that begins at byte `at`. A rival is included only for the range
    /// with the record that reports it and for earlier ranges.
    pub(super) fn systems(&self, at: u64, options: &Options) -> io::Result<Systems> {
        let named = |name: &str| System::named(name).ok_or_else(|| unknown("notation system", name));
        let system = |known: &ListSystem| {
            let game = options.defaults.games.named(&known.game).ok_or_else(|| unknown("game", &known.game))?;
            let rival = known.rival.as_ref().filter(|(_, told_at)| *told_at >= at);
            Ok(check::ListSystem {
                game: game.info().id,
                column: known.column,
                system: named(&known.system)?,
                rival: rival.map(|(name, _)| named(name)).transpose()?,
            })
        };
        self.systems.iter().map(system).collect::<io::Result<_>>().map(Systems::of)
    }
}

/// How a file in that format is cut, if its ranges can be found.
fn partition(format: Format, options: &Options) -> Option<Arc<dyn Partition>> {
    let partition = format.partition(options.max_record, &options.given)?;
    (partition.search() != RangeSearch::Whole).then_some(partition)
}

/// The notation systems that `checker` knows, and which of the `records` at the start of the file report rivals.
fn systems(records: &mut dyn Records, mut checker: Checker) -> io::Result<Vec<ListSystem>> {
    let spelt = |known: &check::ListSystem| ListSystem {
        game: known.game.to_owned(),
        column: known.column,
        system: known.system.name().to_owned(),
        rival: known.rival.map(|rival| (rival.name().to_owned(), u64::MAX)),
    };
    let mut systems: Vec<ListSystem> = checker.systems().all().iter().map(spelt).collect();
    while checker.systems().has_rivals() && records.advance()? {
        checker.check(&records.header(), &mut (), None);
        for (known, now) in systems.iter_mut().zip(checker.systems().all()) {
            if let (Some((_, told_at @ u64::MAX)), None) = (&mut known.rival, now.rival) {
                *told_at = records.extent().start;
            }
        }
    }
    Ok(systems)
}

/// Notes where records begin, `step` bytes apart or more, up to byte `until`.
fn landmarks(records: &mut dyn Records, mut step: u64, until: u64) -> io::Result<Vec<Landmark>> {
    let mut found: Vec<Landmark> = Vec::new();
    while records.advance()? {
        let at = records.extent().start;
        if at >= until {
            break;
        }
        if found.last().is_some_and(|last| at - last.offset < step) {
            continue;
        }
        if found.len() == LANDMARKS {
            let mut is_kept = false;
            found.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            step *= 2;
            continue;
        }
        let Start { offset, line, indent, .. } = records.start();
        let above = records.header().place.above.map(|above| (above.offset, above.line));
        found.push(Landmark { offset, line, indent, above });
    }
    Ok(found)
}

fn unknown(what: &str, name: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the prologue names a {what} that is not known: {name}"))
}
