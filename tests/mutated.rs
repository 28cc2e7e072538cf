//! Files of every format, damaged at random from a seed: no reader panics or hangs, no place lies outside the file, the
//! records are the same however the bytes arrive, and what is written of them is read back.
//!
//! A run of any length: `DAMAGED=100000 cargo test --test mutated -- --nocapture`. `MORE_FILES` names a folder whose files are
//! taken besides the samples, `SEED` the first seed.

#![expect(clippy::print_stderr, reason = "in a long run, what took long is shown")]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_16LE, WINDOWS_1252};
use fastrand::Rng;
use oracles::targets::foreign_file;
use scoresheet::formats::{FORMATS, Format, Given};

/// A file, and the formats that may be its own.
struct Sample {
    path: PathBuf,
    bytes: Vec<u8>,
    format: Format,
}

/// Of a long file a part is enough.
const LONGEST: usize = 6_000;

fn samples() -> Vec<Sample> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")];
    folders.extend(std::env::var_os("MORE_FILES").map(PathBuf::from));
    let mut samples = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("a file");
            let name = path.to_string_lossy();
            let (format, _) = scoresheet::input::find(&bytes[..], &name, FORMATS).expect("a slice can be read");
            samples.push(Sample { path, bytes, format });
        }
    }
    samples
}

/// Bytes that mean something in one format or another.
const WORDS: [&[u8]; 24] = [
    b"[",
    b"]",
    b"(",
    b")",
    b";",
    b",",
    b"\\",
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"{",
    b"}",
    b"\"",
    b":",
    b"<",
    b">",
    b"&",
    b"-",
    b"--",
    b"999999999999999999999",
    b"]]>",
    b"\xef\xbb\xbf",
    b"\x81",
];

fn place(bytes: &[u8], rng: &mut Rng) -> usize {
    rng.usize(..=bytes.len())
}

/// A part of the bytes.
fn part(bytes: &[u8], most: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let start = place(bytes, rng);
    start..(start + rng.usize(..=most)).min(bytes.len())
}

/// The file with a few faults.
fn damaged(sample: &Sample, others: &[Sample], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = sample.bytes.clone();
    if bytes.len() > LONGEST {
        // The start tells what the format is, and often what all records have in common.
        let head = rng.usize(..LONGEST / 2);
        let from = rng.usize(head..bytes.len());
        let tail = (from + LONGEST / 2).min(bytes.len());
        bytes = [&bytes[..head], &bytes[from..tail]].concat();
    }
    for _ in 0..rng.usize(1..6) {
        match rng.u8(..9) {
            0 if !bytes.is_empty() => {
                let at = rng.usize(..bytes.len());
                bytes[at] ^= 1 << rng.u8(..8);
            }
            1 if !bytes.is_empty() => {
                let at = rng.usize(..bytes.len());
                bytes[at] = rng.u8(..);
            }
            2 | 3 => {
                let at = place(&bytes, rng);
                let word = WORDS[rng.usize(..WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            4 => drop(bytes.drain(part(&bytes.clone(), 40, rng))),
            5 => {
                let twice = bytes[part(&bytes, 60, rng)].repeat(rng.usize(1..4));
                let at = place(&bytes, rng);
                bytes.splice(at..at, twice);
            }
            6 => bytes.truncate(place(&bytes, rng)),
            7 => {
                let other = &others[rng.usize(..others.len())].bytes;
                let taken = other[part(other, 200, rng)].to_vec();
                let range = part(&bytes, 200, rng);
                bytes.splice(range, taken);
            }
            _ => {
                // A number becomes another.
                let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
                if let Some(at) = rng.choice(digits) {
                    let word = ["0", "-1", "255", "256", "65536", "4294967296", "9223372036854775808"][rng.usize(..7)];
                    bytes.splice(at..at + 1, word.bytes());
                }
            }
        }
    }
    if rng.u8(..10) == 0 {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        bytes = match rng.u8(..4) {
            0 => GBK.encode(&text).0.into_owned(),
            1 => BIG5.encode(&text).0.into_owned(),
            2 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        };
    }
    bytes
}

#[test]
fn no_damage_stops_a_reader() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let count = number("DAMAGED");
    let samples = samples();
    assert!(samples.len() > 30, "{} samples", samples.len());
    let encodings: [Option<&'static Encoding>; 8] =
        [None, None, None, None, Some(GBK), Some(SHIFT_JIS), Some(UTF_16LE), Some(WINDOWS_1252)];
    let first = number("SEED").unwrap_or_default();
    for seed in first..first + count.unwrap_or(400) {
        let mut rng = Rng::with_seed(seed);
        let sample = &samples[rng.usize(..samples.len())];
        let bytes = damaged(sample, &samples, &mut rng);
        // Now and then a file is given to the reader of another format.
        let format = if rng.u8(..8) == 0 { FORMATS[rng.usize(..FORMATS.len())] } else { sample.format };
        let given = Given { encoding: encodings[rng.usize(..8)], ..Given::default() };
        let step = 1 + rng.usize(..64);
        let context = format!("seed {seed}, {} as {}", sample.path.display(), format.name());
        let begun = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| foreign_file(&bytes, format, &given, step)));
        assert!(done.is_ok(), "{context}");
        if count.is_some() && begun.elapsed().as_secs() > 2 {
            eprintln!("{context}: {:?} for {} bytes", begun.elapsed(), bytes.len());
        }
    }
}
