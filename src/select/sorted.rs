//! Sorts any number of records: those that fit in memory there, more in files that are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use super::date::Date;
use super::value::Number;
use crate::temporary;

/// How a field is sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Direction {
    /// Whether the largest comes first.
    pub(super) falling: bool,
    /// Whether four digits alone are a year.
    pub(super) is_date: bool,
}

/// Appends a value to a key. Keys sort by their bytes: numbers, then dates, then words; a missing value comes last in
/// either direction.
pub(super) fn write_key(value: Option<&str>, direction: Direction, key: &mut Vec<u8>) {
    const NUMBER: u8 = 1;
    const DATE: u8 = 2;
    const WORD: u8 = 3;
    const MISSING: u8 = u8::MAX;
    let Some(value) = value else { return key.push(MISSING) };
    let start = key.len();
    // Numbers such as 1850 and 1850.5 may look like dates, unless the field is one of dates.
    let number = Number::read(value);
    let date = Date::read(value).filter(|_| direction.is_date || number.is_none());
    if let (Some(number), None) = (number, date) {
        key.push(NUMBER);
        write_number(number, key);
    } else if let Some(date) = date {
        key.push(DATE);
        // A part that is not known is less than any that is.
        date.known().iter().for_each(|part| key.extend((part + 1).to_be_bytes()));
        key.extend([0, 0]);
    } else {
        key.push(WORD);
        for byte in value.to_lowercase().bytes() {
            key.push(byte);
            // The end of a word is less than any letter.
            if byte == 0 {
                key.push(1);
            }
        }
        key.extend([0, 0]);
    }
    if direction.falling {
        key[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

fn write_number(number: Number<'_>, key: &mut Vec<u8>) {
    key.push(u8::from(!number.is_negative()));
    let start = key.len();
    key.extend((number.whole.len() as u64).to_be_bytes());
    key.extend(number.whole.bytes());
    key.extend(number.fraction.bytes());
    key.push(0);
    if number.is_negative() {
        key[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

/// Something to be sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sortable {
    pub(crate) key: Vec<u8>,
    /// Its number in the order of arrival: equal keys keep that order.
    pub(crate) place: u64,
    pub(crate) content: Vec<u8>,
}

/// Takes things, and gives them back in order.
#[derive(Debug)]
pub(crate) struct Sorter {
    most: usize,
    held: Vec<Sortable>,
    bytes: usize,
    runs: Vec<BufReader<File>>,
    count: u64,
}

/// How much memory an entry takes beside its bytes, about.
const BESIDE: usize = 96;

/// How many files are merged at once.
const RUNS: usize = 64;

impl Sorter {
    /// A sorter that holds about `most` bytes in memory.
    pub(crate) fn new(most: usize) -> Sorter {
        Sorter { most, held: Vec::new(), bytes: 0, runs: Vec::new(), count: 0 }
    }

    /// Takes another record.
    ///
    /// # Errors
    /// Fails if there is no room on the disk.
    pub(crate) fn push(&mut self, key: Vec<u8>, content: Vec<u8>) -> io::Result<()> {
        self.bytes += key.len() + content.len() + BESIDE;
        self.held.push(Sortable { key, place: self.count, content });
        self.count += 1;
        if self.bytes > self.most {
            self.held.sort_unstable();
            let held = std::mem::take(&mut self.held);
            self.runs.push(write_run(held.into_iter().map(Ok))?);
            self.bytes = 0;
            if self.runs.len() == RUNS {
                let runs = std::mem::take(&mut self.runs);
                self.runs.push(write_run(Merged::of(runs)?)?);
            }
        }
        Ok(())
    }

    /// Hands over everything in order.
    ///
    /// # Errors
    /// Fails if `each` fails or what is on the disk cannot be read.
    pub(crate) fn drain(mut self, mut each: impl FnMut(Sortable) -> io::Result<()>) -> io::Result<()> {
        self.held.sort_unstable();
        if self.runs.is_empty() {
            return self.held.into_iter().try_for_each(each);
        }
        self.runs.push(write_run(self.held.into_iter().map(Ok))?);
        for next in Merged::of(self.runs)? {
            each(next?)?;
        }
        Ok(())
    }
}

/// Sorted files, merged.
struct Merged {
    runs: Vec<BufReader<File>>,
    next: BinaryHeap<Reverse<(Sortable, usize)>>,
}

impl Merged {
    fn of(runs: Vec<BufReader<File>>) -> io::Result<Merged> {
        let mut merged = Merged { runs, next: BinaryHeap::new() };
        for run in 0..merged.runs.len() {
            merged.refill(run)?;
        }
        Ok(merged)
    }

    fn refill(&mut self, run: usize) -> io::Result<()> {
        if let Some(next) = read_one(&mut self.runs[run])? {
            self.next.push(Reverse((next, run)));
        }
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<Sortable>;

    fn next(&mut self) -> Option<io::Result<Sortable>> {
        let Reverse((first, run)) = self.next.pop()?;
        Some(self.refill(run).map(|()| first))
    }
}

/// Writes things in their order to a file without a name, and opens it for reading.
fn write_run(mut things: impl Iterator<Item = io::Result<Sortable>>) -> io::Result<BufReader<File>> {
    let mut out = BufWriter::new(temporary::file()?);
    let mut write = |thing: Sortable| {
        let Sortable { key, place, content } = thing;
        for number in [key.len() as u64, content.len() as u64, place] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&key)?;
        out.write_all(&content)
    };
    things.try_for_each(|thing| write(thing?).map_err(temporary::in_folder))?;
    let ended = || -> io::Result<File> {
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    };
    Ok(BufReader::new(ended().map_err(temporary::in_folder)?))
}

fn read_one(run: &mut BufReader<File>) -> io::Result<Option<Sortable>> {
    let mut numbers = [0; 24];
    match run.read_exact(&mut numbers) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut number = numbers.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
    let mut next = || number.next().unwrap_or_default();
    let (key, content, place) = (next(), next(), next());
    let mut take = |length: u64| {
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        run.read_exact(&mut bytes).map(|()| bytes)
    };
    Ok(Some(Sortable { key: take(key)?, content: take(content)?, place }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(values: &[&str], falling: bool, most: usize) -> Vec<String> {
        let mut sorter = Sorter::new(most);
        for value in values {
            let mut key = Vec::new();
            let direction = Direction { falling, is_date: false };
            write_key(Some(*value).filter(|value| !value.is_empty()), direction, &mut key);
            sorter.push(key, value.as_bytes().to_vec()).expect("a place for files");
        }
        let mut found = Vec::new();
        let taken = sorter.drain(|next| {
            found.push(String::from_utf8(next.content).expect("text"));
            Ok(())
        });
        taken.expect("what was written can be read");
        found
    }

    #[test]
    fn numbers_dates_and_words_have_an_order_of_their_own() {
        let values = [
            "b",
            "10",
            "9",
            "",
            "A",
            "1990.05.01",
            "1850.5",
            "1900",
            "1990.??.??",
            "-1",
            "????.??.??",
            "2.5",
            "2.45",
            "ab",
            "a",
        ];
        let rising = [
            "-1",
            "2.45",
            "2.5",
            "9",
            "10",
            "1850.5",
            "1900",
            "????.??.??",
            "1990.??.??",
            "1990.05.01",
            "A",
            "a",
            "ab",
            "b",
            "",
        ];
        let falling = [
            "b",
            "ab",
            "A",
            "a",
            "1990.05.01",
            "1990.??.??",
            "????.??.??",
            "1900",
            "1850.5",
            "10",
            "9",
            "2.5",
            "2.45",
            "-1",
            "",
        ];
        for most in [usize::MAX, 300, 1] {
            assert_eq!(in_order(&values, false, most), rising);
            assert_eq!(in_order(&values, true, most), falling);
        }
    }

    #[test]
    fn equal_keys_stay_in_their_order_on_the_disk_too() {
        let values: Vec<String> = (0..500).map(|number| format!("{}{}", number % 7, " ".repeat(number / 7))).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let in_memory = in_order(&values, false, usize::MAX);
        assert_eq!(in_order(&values, false, 1), in_memory);
        assert_eq!(in_order(&values, false, 5000), in_memory);
    }
}
