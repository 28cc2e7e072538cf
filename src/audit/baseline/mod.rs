//! Known findings: a file keeps what an earlier audit has found, so that a later one reports only what is new.
//!
//! A finding is known by the content of its record (`content`), its code and its ply. Where the record stands, what its file
//! is called, who has played and what comments say makes no difference. A record that is there twice has each finding once.
//!
//! The file is text, and the same findings give the same file:
//!
//! ```text
//! scoresheet baseline 1
//! # content, code, ply
//! 0b1f7c2a93e4d856 column-full 5
//! 0b1f7c2a93e4d856 not-played 6
//! ```
//!
//! The first line may be repeated: `cat` joins baselines.
//!
//! A record too long to read has no known content, so its findings always count.

mod content;
mod sift;

use std::fmt::Write;
use std::hash::Hasher;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::number::number;
use crate::counted::noun;
use crate::diagnostic::quoted;
use siphasher::sip::SipHasher13;

pub(super) use sift::{Sifted, Sifter};

/// How the first line begins; the number of the version follows.
const HEAD: &str = crate::formats::strange::BASELINE;

/// The version that is written, and the only one so far.
const VERSION: u32 = 1;

/// What a finding is known by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding<C> {
    /// The hash of the record's content.
    content: u64,
    /// The name of the code.
    code: C,
    /// The number of the ply; 0 if the finding is about no ply.
    ply: u32,
}

impl<C: AsRef<str>> Finding<C> {
    fn is(&self, content: u64, code: &str, ply: u32) -> std::cmp::Ordering {
        (self.content, self.code.as_ref(), self.ply).cmp(&(content, code, ply))
    }
}

/// The findings of an earlier audit.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    /// Sorted, each once.
    findings: Vec<Finding<Box<str>>>,
}

impl Baseline {
    /// Reads what [`Kept::text`] has written. Lines may have any order, as after a merge of two baselines, and the
    /// first line may be repeated, as in several baselines one after the other.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(text: &[u8]) -> Result<Baseline, String> {
        let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).zip(1_u64..);
        let head = lines.next().map(|(line, _)| String::from_utf8_lossy(line)).unwrap_or_default();
        match head.strip_prefix(HEAD).map(str::trim_ascii_start) {
            None => return Err(format!("it is no baseline: the first line of one is `{HEAD} {VERSION}`")),
            Some(version) if version.parse() != Ok(VERSION) => {
                return Err(format!(
                    "it is a baseline of version {}, but this program reads version {VERSION}",
                    quoted(version)
                ));
            }
            Some(_) => {}
        }
        let mut findings = Vec::new();
        let first = format!("{HEAD} {VERSION}");
        let is_blank = |line: &[u8]| line.is_empty() || line.starts_with(b"#") || line == first.as_bytes();
        for (line, number) in lines.filter(|(line, _)| !is_blank(line)) {
            let finding = std::str::from_utf8(line).ok().and_then(finding).ok_or_else(|| {
                let found = quoted(&String::from_utf8_lossy(line));
                format!(
                    "line {number} is damaged: expected 16 hexadecimal digits, a code and a ply or -, found {found}"
                )
            })?;
            findings.push(finding);
        }
        findings.sort_unstable();
        findings.dedup();
        Ok(Baseline { findings })
    }

    /// A hash that identifies the baseline: all parts of one audit have the same.
    pub fn identity(&self) -> String {
        let mut hasher = SipHasher13::new();
        for Finding { content, code, ply } in &self.findings {
            hasher.write(&content.to_le_bytes());
            hasher.write(&ply.to_le_bytes());
            hasher.write(code.as_bytes());
            hasher.write(b"\n");
        }
        format!("{} findings {:016x}", self.findings.len(), hasher.finish())
    }

    /// The place of a finding, if it is there.
    fn find(&self, content: u64, code: &str, ply: u32) -> Option<usize> {
        self.findings.binary_search_by(|known| known.is(content, code, ply)).ok()
    }
}

/// Reads `0b1f7c2a93e4d856 column-full 5`.
fn finding(line: &str) -> Option<Finding<Box<str>>> {
    const DIGITS: usize = 16;
    let mut words = line.split_ascii_whitespace();
    let (content, code, ply) = (words.next()?, words.next()?, words.next()?);
    let plain = content.len() == DIGITS && content.bytes().all(|byte| byte.is_ascii_hexdigit());
    let content = u64::from_str_radix(content, 16).ok().filter(|_| plain && words.next().is_none())?;
    let is_number = ply.bytes().all(|byte| byte.is_ascii_digit());
    let ply = match ply {
        "-" => 0,
        ply => ply.parse().ok().filter(|ply| is_number && *ply > 0)?,
    };
    Some(Finding { content, code: code.into(), ply })
}

/// What an audit does about baselines.
#[derive(Debug, Clone, Default)]
pub struct Baselines {
    /// Findings that do not count.
    pub known: Option<Arc<Baseline>>,
    /// Whether all findings are kept, to be written.
    pub keeps: bool,
}

/// The findings that are kept to be written.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    findings: Vec<Finding<&'static str>>,
    /// How many of them are sorted and without repetitions.
    sorted: usize,
}

impl Kept {
    /// Adds the findings of a part.
    pub(super) fn add(&mut self, part: &Sifted) {
        self.findings.extend_from_slice(&part.kept);
        // Copies of one record take no more memory than one.
        if self.findings.len() > 2 * self.sorted.max(1024) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.findings.sort_unstable();
        self.findings.dedup();
        self.sorted = self.findings.len();
    }

    /// The text of a baseline.
    pub fn text(mut self) -> String {
        self.sort();
        let mut out = format!("{HEAD} {VERSION}\n# content, code, ply\n");
        for Finding { content, code, ply } in &self.findings {
            // Writing to memory cannot fail.
            let _ = match ply {
                0 => writeln!(out, "{content:016x} {code} -"),
                ply => writeln!(out, "{content:016x} {code} {ply}"),
            };
        }
        out
    }
}

/// What became of the findings of a baseline.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Compared {
    /// How many findings of the audit are in the baseline.
    pub known: u64,
    /// How many records they are in.
    pub records: u64,
    /// How many invalid records have no other error: they do not count.
    pub invalid: u64,
    /// For each finding of the baseline whether it occurred.
    #[serde(with = "signs")]
    occurred: Vec<bool>,
}

/// Many answers, yes or no, as a text: `0110`.
mod signs {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(answers: &[bool], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&answers.iter().map(|answer| if *answer { '1' } else { '0' }).collect::<String>())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<bool>, D::Error> {
        Ok(String::deserialize(from)?.bytes().map(|sign| sign == b'1').collect())
    }
}

impl Compared {
    pub(super) fn new(baseline: &Baseline) -> Compared {
        Compared { occurred: vec![false; baseline.findings.len()], ..Compared::default() }
    }

    /// Adds the counts of the next part.
    pub(super) fn add(&mut self, part: &Sifted) {
        self.known += part.known;
        self.records += part.records;
        self.invalid += part.invalid;
        for &at in &part.occurred {
            if let Some(occurred) = self.occurred.get_mut(at) {
                *occurred = true;
            }
        }
    }

    /// Adds the counts of the next part of the archive.
    pub(super) fn merge(&mut self, part: &Compared) {
        self.known += part.known;
        self.records += part.records;
        self.invalid += part.invalid;
        for (sum, occurred) in self.occurred.iter_mut().zip(&part.occurred) {
            *sum |= occurred;
        }
    }

    /// How many findings of the baseline no longer occur.
    pub fn gone(&self) -> u64 {
        self.occurred.iter().filter(|occurred| !**occurred).count() as u64
    }

    /// The counts as a JSON object: `{"known":3,"records":2,"invalid":1,"gone":0}`. If the audit has `stopped`, `gone`
    /// is null: records that were not read may still have these findings.
    pub(super) fn json(&self, stopped: bool) -> Value {
        json!({"known": self.known, "records": self.records, "invalid": self.invalid,
            "gone": (!stopped).then(|| self.gone())})
    }

    /// What a summary says, in lines.
    pub(super) fn text(&self, stopped: bool) -> String {
        let findings = |count: u64| format!("{} {}", number(count), noun(count, "finding"));
        let mut out = format!(
            "baseline: {} in {} {} {} known and {} not count\n",
            findings(self.known),
            number(self.records),
            noun(self.records, "record"),
            if self.known == 1 { "is" } else { "are" },
            if self.known == 1 { "does" } else { "do" },
        );
        // Records that were not read may still have these findings.
        if self.gone() > 0 && !stopped {
            let are = if self.gone() == 1 { "is" } else { "are" };
            let gone = findings(self.gone());
            let _ = writeln!(out, "{gone} of the baseline {are} gone: `--write-baseline` shortens it");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut kept = Kept::default();
        let (one, other) =
            (Finding { content: 7, code: "occupied", ply: 12 }, Finding { content: 7, code: "bad-tag", ply: 0 });
        kept.add(&Sifted { kept: vec![one.clone(), other, one], ..Sifted::default() });
        let text = kept.text();
        insta::assert_snapshot!(text, @r"
        scoresheet baseline 1
        # content, code, ply
        0000000000000007 bad-tag -
        0000000000000007 occupied 12
        ");
        let read = Baseline::read(text.replace('\n', "\r\n").as_bytes()).expect("a baseline");
        assert_eq!(read.findings.len(), 2);
        assert_eq!((read.find(7, "bad-tag", 0), read.find(7, "occupied", 12)), (Some(0), Some(1)));
        assert_eq!((read.find(8, "bad-tag", 0), read.find(7, "bad-tag", 1)), (None, None));
    }

    #[test]
    fn a_damaged_baseline_says_where() {
        let complaint = |text: &str| Baseline::read(text.as_bytes()).map(drop).expect_err("a complaint");
        insta::assert_snapshot!(complaint(""), @"it is no baseline: the first line of one is `scoresheet baseline 1`");
        insta::assert_snapshot!(complaint("scoresheet baseline 2\n"), @"it is a baseline of version `2`, but this program reads version 1");
        for line in [
            "<<<<<<< HEAD",
            "0b1f",
            "0b1f7c2a93e4d856 occupied",
            "0b1f7c2a93e4d856 occupied 0",
            "0b1f7c2a93e4d856 occupied +1",
            "+b1f7c2a93e4d856 occupied 1",
            "0b1f7c2a93e4d856 occupied 1 2",
        ] {
            let text = format!("scoresheet baseline 1\n\n# a remark\n{line}\n");
            assert!(complaint(&text).starts_with("line 4 is damaged"), "{line}");
        }
    }
}
