//! Pieces of a file in UTF-16: they are looked for in its decoded text.

use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_16LE};

use super::Pieces;
use super::dialect::Dialect;
use super::encoding::substitute;
use crate::source::characters;

impl<R: Read, D: Dialect> Pieces<R, D> {
    /// Finds the next piece of a file in UTF-16, and skips what stands before it; returns how many bytes of the source
    /// it takes. `None` at the end of the file. The piece is looked for in the decoded text.
    pub(super) fn find_wide_piece(&mut self, encoding: &'static Encoding) -> io::Result<Option<usize>> {
        /// How many bytes are decoded at first.
        const WINDOW: usize = 8 * 1024;
        let mut decoded = self.made.decoded.take().unwrap_or_default();
        let (mut window, mut begun) = (WINDOW, false);
        let end = loop {
            let mut failed = None;
            while self.source.data().len() < window && !self.source.finished() && failed.is_none() {
                failed = self.source.more().err();
            }
            if self.source.data().is_empty()
                && let Some(error) = failed
            {
                return Err(error);
            }
            // What stands before the place where reading fails is still read.
            let mut wait = |window: &mut usize| {
                *window *= 2;
                failed.take().map_or(Ok(()), Err)
            };
            let data = self.source.data();
            let last = self.source.finished() && data.len() <= window;
            let data = if last { data } else { whole_units(&data[..window.min(data.len())], encoding) };
            decoded.read(data, encoding, substitute::<D>());
            let text = &*decoded.text;
            if begun {
                let end =
                    self.dialect.extent(text.as_bytes(), last).filter(|end| text.is_char_boundary(*end) && *end > 0);
                match end {
                    Some(end) => break Some((decoded.place(end), after(&text[..end]))),
                    None if last || data.len() > self.most => break Some((data.len(), after(text))),
                    None => wait(&mut window)?,
                }
                continue;
            }
            let is_mark = self.source.offset() == 0 && text.starts_with('\u{feff}');
            let mark = if is_mark { '\u{feff}'.len_utf8() } else { 0 };
            let white = mark + text[mark..].bytes().take_while(u8::is_ascii_whitespace).count();
            let beside = match &text[white..] {
                "" => Some(0),
                rest => self.dialect.beside(rest.as_bytes(), last),
            };
            let skipped = white + beside.unwrap_or_default();
            let skipped = if text.is_char_boundary(skipped) { skipped } else { white };
            begun = beside.is_none();
            match (begun, skipped) {
                (false, 0) if last => break None,
                (false, 0) => wait(&mut window)?,
                _ => {
                    let ((lines, mut indent), count) = (after(&text[..skipped]), decoded.place(skipped));
                    // A byte-order mark is no letter.
                    indent -= if lines == 0 { u64::from(is_mark) } else { 0 };
                    self.source.consume_decoded(count, lines, indent);
                }
            }
            if begun {
                self.dialect.begin();
            }
        };
        self.made.decoded = Some(decoded);
        let Some((end, after)) = end else { return Ok(None) };
        self.after = Some(after);
        Ok(Some(end))
    }
}

/// Bytes of UTF-16 up to the last whole letter.
fn whole_units<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> &'b [u8] {
    let whole = &bytes[..bytes.len() & !1];
    let high = usize::from(encoding == UTF_16LE);
    // The first half of a pair.
    let is_half = whole.last_chunk::<2>().is_some_and(|unit| (0xd8..0xdc).contains(&unit[high]));
    if is_half { &whole[..whole.len() - 2] } else { whole }
}

/// How many lines end in a text, and how many characters stand after the last of these ends.
fn after(text: &str) -> (u64, u64) {
    let last = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1);
    (memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64, characters(&text.as_bytes()[last..]))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use crate::formats::{FORMATS, Given};
    use crate::input;

    /// The records of a file: the text, the line, the indent on it, and the bytes of each.
    fn records(bytes: &[u8]) -> Vec<(String, u64, u64, Range<u64>)> {
        let (format, reader) = input::find(bytes, "x", FORMATS).expect("a slice can be read");
        let mut records = format.open(Box::new(reader), 1 << 20, &Given::default()).expect("a slice can be read");
        let mut found = Vec::new();
        while records.advance().expect("a slice can be read") {
            let extent = records.extent();
            let record = records.record();
            found.push((record.text.to_owned(), record.place.line, record.place.indent, extent));
        }
        found
    }

    #[test]
    fn every_game_of_a_file_in_utf_16_is_read() {
        let long = format!("(;GM[4]SZ[15]C[{}\u{60a}]", "王\u{1f600}".repeat(5000));
        let sgf = format!(
            "x (;GM[4]SZ[15]PB[王]C[\u{60a}\u{a00}];B[hh];W[ii])\n (;GM[4]SZ[15];B[aa]) {long};B[hh])\n(;GM[4]SZ[15];B[bb])\n"
        );
        let rif = "<?xml version=\"1.0\"?>\n<database><players><player id=\"1\" name=\"王\"/></players>\n<games>\n\
             <game black=\"1\"><move>h8 h9</move></game>\n<game black=\"1\"><move>h8 i9</move></game></games></database>";
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
        for (source, count) in [(&*sgf, 4), (rif, 2), (psq, 1)] {
            let expected = records(source.as_bytes());
            assert_eq!(expected.len(), count, "{source}");
            for is_big in [false, true] {
                let unit = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                let bytes: Vec<u8> = format!("\u{feff}{source}").encode_utf16().flat_map(unit).collect();
                let read = records(&bytes);
                for ((text, line, indent, place), expected) in read.iter().zip(&expected) {
                    assert_eq!((&text.trim(), line, indent), (&expected.0.trim(), &expected.1, &expected.2));
                    let whole = bytes[place.start as usize..place.end as usize].chunks_exact(2);
                    let units: Vec<u16> = whole
                        .map(|unit| u16::from_le_bytes([unit[usize::from(is_big)], unit[usize::from(!is_big)]]))
                        .collect();
                    let piece = &source[expected.3.start as usize..expected.3.end as usize];
                    assert_eq!(String::from_utf16_lossy(&units), piece);
                }
                assert_eq!(read.len(), count);
            }
        }
    }
}
