//! Inputs in an encoding that the program does not read: UTF-16 without a byte-order mark, and UTF-32.
//!
//! Read as UTF-8 they would have a fault at every other byte. Here such an input is one record with one diagnostic,
//! which names the encoding.

use std::io::{self, Read};
use std::ops::Range;

use super::Records;
use crate::codes::BAD_ENCODING;
use crate::diagnostic::{Code, Text};
use crate::record::{Fault, Layout, Original, Parts, Place, Record};

/// How many bytes at the start of an input are enough to recognise its encoding.
pub(crate) const HEAD: usize = 64;

/// An encoding that the program does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Encoding {
    name: &'static str,
    /// Its name for `iconv`.
    iconv: &'static str,
    /// Whether a byte-order mark names it.
    is_marked: bool,
}

const UTF_16_LE: Encoding = Encoding { name: "UTF-16, little endian", iconv: "UTF-16LE", is_marked: false };
const UTF_16_BE: Encoding = Encoding { name: "UTF-16, big endian", iconv: "UTF-16BE", is_marked: false };
const UTF_32_LE: Encoding = Encoding { name: "UTF-32, little endian", iconv: "UTF-32LE", is_marked: false };
const UTF_32_BE: Encoding = Encoding { name: "UTF-32, big endian", iconv: "UTF-32BE", is_marked: false };

impl Encoding {
    /// The encoding of an input that begins with `head`, if it is one of UTF-16 and UTF-32.
    pub(crate) fn of(head: &[u8]) -> Option<Encoding> {
        let head = &head[..head.len().min(HEAD)];
        match head {
            [0xff, 0xfe, 0, 0, ..] => return Some(UTF_32_LE),
            [0, 0, 0xfe, 0xff, ..] => return Some(UTF_32_BE),
            [0xff, 0xfe, ..] => return Some(Encoding { is_marked: true, ..UTF_16_LE }),
            [0xfe, 0xff, ..] => return Some(Encoding { is_marked: true, ..UTF_16_BE }),
            _ => {}
        }
        // Text of this kind is mostly ASCII: one byte of a letter is not zero, the others are. A name in another
        // script may stand among the first letters.
        let mostly = |size: usize, place: usize| {
            let letters = head.chunks_exact(size);
            let count = letters.len();
            let is_ascii = |letter: &&[u8]| {
                letter.iter().enumerate().all(|(index, byte)| (index == place) == (*byte != 0)) && letter[place] < 0x80
            };
            count >= 2 && letters.filter(is_ascii).count() * 4 >= count * 3
        };
        let kinds = [(UTF_32_LE, 4, 0), (UTF_32_BE, 4, 3), (UTF_16_LE, 2, 0), (UTF_16_BE, 2, 1)];
        kinds.into_iter().find(|(_, size, place)| mostly(*size, *place)).map(|(encoding, ..)| encoding)
    }

    /// Whether it is UTF-32, which no format is read in.
    pub(crate) fn is_utf_32(self) -> bool {
        [UTF_32_LE, UTF_32_BE].contains(&self)
    }

    /// The encoding in which the input is read, if it is read at all: UTF-16 with a byte-order mark.
    pub(crate) fn read(self) -> Option<&'static encoding_rs::Encoding> {
        encoding_rs::Encoding::for_label(self.iconv.as_bytes()).filter(|_| self.is_marked)
    }
}

/// Reads the start of an input; gives it back with what follows.
pub(crate) fn look<R: Read>(mut reader: R) -> io::Result<(Option<Encoding>, impl Read + use<R>)> {
    let mut head = Vec::with_capacity(HEAD);
    let failed = Failed(reader.by_ref().take(HEAD as u64).read_to_end(&mut head).err());
    Ok((Encoding::of(&head), io::Cursor::new(head).chain(failed).chain(reader)))
}

/// The place in an input where reading has failed, if it has: whoever reads on there gets the error.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// An input in such an encoding, or one that is no format of ours: one record that is not read.
#[derive(Debug)]
pub(crate) struct Foreign {
    parts: Parts,
    length: u64,
    begun: bool,
}

impl Foreign {
    /// An input with `length` known bytes.
    pub(crate) fn new(encoding: Encoding, length: usize) -> Foreign {
        let (name, iconv) = (encoding.name, encoding.iconv);
        let text = if iconv.starts_with("UTF-16") {
            Text::new(format!("this file is {name}, but has no byte-order mark"))
                .help(format!("save it as UTF-8, or name its encoding: --encoding {iconv}"))
        } else {
            Text::new(format!("this file is {name}, which this program does not read"))
                .help(format!("save it as UTF-8, or convert it with `iconv -f {iconv} -t UTF-8`"))
        };
        Foreign::told(&BAD_ENCODING, text, length)
    }

    /// An input with `length` known bytes, as one record with one fault.
    pub(crate) fn told(code: &'static Code, text: Text, length: usize) -> Foreign {
        let faults = vec![Fault { code, span: 0..0, text }];
        Foreign {
            parts: Parts { layout: Layout::Unread, faults, ..Parts::default() },
            length: length as u64,
            begun: false,
        }
    }
}

impl Records for Foreign {
    fn advance(&mut self) -> io::Result<bool> {
        Ok(!std::mem::replace(&mut self.begun, true))
    }

    fn header(&self) -> Record<'_> {
        let place = Place { number: 1, line: 1, ..Place::default() };
        Record { text: "", parts: &self.parts, place, written: Original::default() }
    }

    fn extent(&self) -> Range<u64> {
        0..self.length
    }

    fn raw(&self) -> &[u8] {
        &[]
    }

    fn record(&mut self) -> Record<'_> {
        self.header()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_from_the_first_bytes() {
        let wide = |text: &str, mark: &[u8], big: bool| {
            let units = text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            mark.iter().copied().chain(units).collect::<Vec<u8>>()
        };
        let text = "[Game \"gomoku\"]\n[White \"王\"]\n\n1. h8";
        assert_eq!(Encoding::of(&wide(text, b"", false)), Some(UTF_16_LE));
        assert_eq!(Encoding::of(&wide(text, b"", true)), Some(UTF_16_BE));
        let marked = |mark, big| Encoding::of(&wide("王", mark, big)).and_then(Encoding::read);
        assert_eq!(marked(b"\xff\xfe", false), Some(encoding_rs::UTF_16LE));
        assert_eq!(marked(b"\xfe\xff", true), Some(encoding_rs::UTF_16BE));
        assert_eq!(UTF_16_LE.read(), None);
        let wider: Vec<u8> = text.chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
        assert_eq!(Encoding::of(&wider), Some(UTF_32_LE));
        assert_eq!(Encoding::of(&[b"\xff\xfe\0\0", &wider[..]].concat()), Some(UTF_32_LE));
        let wider: Vec<u8> = text.chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect();
        assert_eq!(Encoding::of(&wider), Some(UTF_32_BE));
        for text in ["", "c", "1. c, e", "王", "\u{feff}c", "\0\0\0\0\0\0\0\0"] {
            assert_eq!(Encoding::of(text.as_bytes()), None, "{text:?}");
        }
    }
}
