//! The values of options, read from what the caller writes.

use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::engine::registry;
use crate::formats::{FORMATS, Format, encoding_named};
use crate::names::{same, with_meant};
use crate::system::{SYSTEMS, System};

/// Reads the name of a game, or of a variant that has a name of its own.
pub(super) fn game(name: &str) -> Result<String, String> {
    if registry::named(name).is_some() {
        return Ok(name.to_owned());
    }
    let names: Vec<_> = registry::GAMES.iter().map(|game| game.info().id).collect();
    Err(with_meant(name, registry::names(), &format!("the games are {}", names.join(", "))))
}

pub(super) fn system(name: &str) -> Result<System, String> {
    System::named(name).ok_or_else(|| {
        let names: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        with_meant(name, names.iter().copied(), &format!("the notation systems are {}", names.join(", ")))
    })
}

pub(super) fn encoding(name: &str) -> Result<&'static encoding_rs::Encoding, String> {
    encoding_named(name)
        .ok_or_else(|| "an encoding is named as in web pages: utf-8, gbk, big5, shift_jis, windows-1252".to_owned())
}

/// An encoding in which a text can end with a byte zero.
pub(super) fn encoding_of_library(name: &str) -> Result<&'static encoding_rs::Encoding, String> {
    let encoding = encoding(name)?;
    // Texts of UTF-16 and the like hold zeros themselves, and are written as UTF-8.
    let is_one = std::ptr::eq(encoding.output_encoding(), encoding);
    if is_one { Ok(encoding) } else { Err(format!("a library cannot hold texts in {}", encoding.name())) }
}

/// Names of formats that there are not, and what to write instead where records are read and where they are written.
struct Instead {
    names: &'static [&'static str],
    reading: Option<&'static str>,
    writing: &'static str,
}

static INSTEAD: [Instead; 4] = [
    Instead {
        names: &["svg", "png", "gif", "pdf", "html", "jpg", "jpeg"],
        reading: None,
        writing: "`scoresheet show` draws pictures and pages",
    },
    Instead {
        names: &["xlsx", "xls", "xlsb", "ods", "excel"],
        reading: Some("a workbook is read as it is: leave --from out"),
        writing: "spreadsheets open tables: --to csv",
    },
    Instead {
        names: &["json"],
        reading: Some("JSON is read a line for each record: --from jsonl"),
        writing: "JSON is written a line for each record: --to jsonl",
    },
    Instead {
        names: &["txt", "text", "pgn"],
        reading: Some("text with tags and moves is a transcript: --from transcript"),
        writing: "text with tags and moves is a transcript: --to transcript",
    },
];

fn instead(name: &str) -> Option<&'static Instead> {
    INSTEAD.iter().find(|instead| instead.names.iter().any(|known| same(known, name)))
}

/// What to write instead of the name of a format that records are not written in, if that can be said.
pub(super) fn instead_of_written(name: &str) -> Option<&'static str> {
    instead(name).map(|instead| instead.writing)
}

pub(super) fn format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| {
        if let Some(reading) = instead(name).and_then(|instead| instead.reading) {
            return reading.to_owned();
        }
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        with_meant(name, names.iter().copied(), &format!("the file formats are {}", names.join(", ")))
    })
}

/// Reads a whole number.
pub(super) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| {
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            "this number is out of range".to_owned()
        } else {
            "expected a whole number".to_owned()
        }
    })
}

/// Reads a whole number from `LEAST` to `MOST`.
pub(super) fn number_in<const LEAST: u32, const MOST: u32>(text: &str) -> Result<u32, String> {
    match number(text)? {
        number if (LEAST..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {LEAST} to {MOST}")),
    }
}

/// Reads a whole number that is not 0.
pub(super) fn number_from_1(text: &str) -> Result<u32, String> {
    number(text).and_then(|number| if number > 0 { Ok(number) } else { Err("expected a number from 1 on".to_owned()) })
}

/// Reads a number of threads.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number of threads is 1 or more".to_owned())
}

/// Reads the delimiter between cells.
pub(super) fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => Ok(*byte),
        _ => Err("a delimiter is one ASCII character, but not a quotation mark or a line end; write a tab as `tab`"
            .to_owned()),
    }
}

/// Reads `16M`: at most 1G.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let size = large_size(text)?;
    usize::try_from(size)
        .ok()
        .filter(|&size| size <= 1 << 30)
        .ok_or_else(|| "the limit must be from 1 byte to 1G".to_owned())
}

/// Reads `1T`.
pub(super) fn large_size(text: &str) -> Result<u64, String> {
    let wrong = || "a size is a number from 1, followed by K, M, G or T for multiples of 1024".to_owned();
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        Some(b'T' | b't') => (&text[..text.len() - 1], 1 << 40),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).filter(|&size| size > 0).ok_or_else(wrong)
}
