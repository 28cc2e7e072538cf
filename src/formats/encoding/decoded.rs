//! A text that was decoded, with the way back to the bytes of its file.

use std::cell::Cell;

use encoding_rs::{CoderResult, DecoderResult, Encoding, UTF_16BE, UTF_16LE};
use rustc_hash::FxHashMap;

use super::after_last_beyond_ascii;
use crate::record::{Runs, Stretch};

/// A text that was decoded, and where its letters stand in the bytes that it was decoded from.
#[derive(Debug, Default)]
pub(in crate::formats) struct Decoded {
    pub(in crate::formats) text: String,
    pub(in crate::formats) runs: Runs,
    /// The stretch in which the last place was found: the next place is nearly always in it too.
    last: Cell<Stretch>,
    /// The letters of an encoding that were met so far, by their first two bytes, and how many bytes they are.
    known: FxHashMap<[u8; 2], (char, usize)>,
    encoding: Option<&'static Encoding>,
    /// Where bytes stand that the encoding does not have, as ranges of the text.
    pub(in crate::formats) bad: Vec<std::ops::Range<usize>>,
}

impl Decoded {
    /// Decodes bytes that are not UTF-8; for each byte that the encoding does not have its `substitute` stands in the text.
    pub(in crate::formats) fn read(&mut self, bytes: &[u8], encoding: &'static Encoding, substitute: fn(u8) -> char) {
        self.text.clear();
        self.bad.clear();
        self.last.take();
        if self.encoding.replace(encoding) != Some(encoding) {
            self.known.clear();
        }
        let wide = encoding == UTF_16LE || encoding == UTF_16BE;
        self.runs.begin(if wide { 2 } else { 1 });
        let mut at = 0;
        while at < bytes.len() {
            self.runs.push(self.text.len(), at);
            let length = if wide { self.ascii_units(&bytes[at..], encoding) } else { self.ascii(&bytes[at..]) };
            at += length;
            if at < bytes.len() {
                at += self.letter(&bytes[at..], encoding, substitute);
            }
        }
        self.runs.push(self.text.len(), bytes.len());
    }

    /// Decodes bytes that are not UTF-8, as [`Decoded::read`] does, for a caller who does not ask where letters stand:
    /// the places mean nothing afterwards.
    pub(in crate::formats) fn read_without_places(
        &mut self,
        bytes: &[u8],
        encoding: &'static Encoding,
        substitute: fn(u8) -> char,
    ) {
        // The last byte of a letter may look like ASCII.
        let letters = bytes.len().min(after_last_beyond_ascii(bytes) + 1);
        let (letters, ascii) = bytes.split_at(letters);
        let mut decoder = encoding.new_decoder_without_bom_handling();
        self.text.clear();
        // The letters of some encodings depend on those before them.
        let most = decoder.max_utf8_buffer_length_without_replacement(letters.len());
        if let Some(most) = most.filter(|_| encoding.is_ascii_compatible()) {
            self.text.reserve(most + ascii.len());
            let (result, read) = decoder.decode_to_string_without_replacement(letters, &mut self.text, true);
            if result == DecoderResult::InputEmpty && read == letters.len() {
                self.text.push_str(simdutf8::basic::from_utf8(ascii).unwrap_or_default());
                self.bad.clear();
                return;
            }
        }
        self.read(bytes, encoding, substitute);
    }

    /// Takes over the ASCII letters at the start of `bytes`; returns how many bytes they are.
    fn ascii(&mut self, bytes: &[u8]) -> usize {
        let length = Encoding::ascii_valid_up_to(bytes);
        self.text.push_str(std::str::from_utf8(&bytes[..length]).unwrap_or_default());
        length
    }

    /// Takes over the ASCII letters at the start of `bytes` in UTF-16; returns how many bytes they are, two for each
    /// letter.
    fn ascii_units(&mut self, bytes: &[u8], encoding: &'static Encoding) -> usize {
        let low = usize::from(encoding == UTF_16BE);
        let is_ascii = |unit: &&[u8]| unit.len() == 2 && unit[1 - low] == 0 && unit[low] < 0x80;
        let count = bytes.chunks(2).take_while(is_ascii).count();
        self.text.extend(bytes.chunks_exact(2).take(count).map(|unit| char::from(unit[low])));
        2 * count
    }

    /// Adds one letter beyond ASCII to the text; returns how many bytes it takes.
    fn letter(&mut self, bytes: &[u8], encoding: &'static Encoding, substitute: fn(u8) -> char) -> usize {
        const LONGEST: usize = 4;
        // A text has few different letters, and in most encodings two bytes identify one.
        let pair = bytes.first_chunk::<2>();
        if let Some((letter, length)) = pair.and_then(|pair| self.known.get(pair)) {
            self.text.push(*letter);
            return *length;
        }
        for length in 1..=LONGEST.min(bytes.len()) {
            let mut letter = [0; 16];
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let (result, read, written, bad) = decoder.decode_to_utf8(&bytes[..length], &mut letter, true);
            if result == CoderResult::InputEmpty && !bad && read == length && written > 0 {
                let letter = std::str::from_utf8(&letter[..written]).unwrap_or_default();
                self.text.push_str(letter);
                let mut letters = letter.chars();
                if let (Some(pair), Some(letter), None, 1..=2) = (pair, letters.next(), letters.next(), length) {
                    self.known.insert(*pair, (letter, length));
                }
                return length;
            }
        }
        let start = self.text.len();
        self.text.push(substitute(bytes[0]));
        self.bad.push(start..self.text.len());
        self.runs.unit().min(bytes.len())
    }

    /// Where byte `at` of the text stands in the bytes.
    #[inline]
    pub(in crate::formats) fn place(&self, at: usize) -> usize {
        let mut stretch = self.last.get();
        if !stretch.holds(at) {
            stretch = self.runs.stretch(at);
            self.last.set(stretch);
        }
        stretch.place(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, GBK, WINDOWS_1252};

    /// Each letter of a decoded text stands where its bytes are.
    #[test]
    fn places_lead_back_to_the_bytes() {
        for (encoding, text) in [(GBK, "a王b李c"), (BIG5, "王王x"), (UTF_16LE, "a王b\u{1f600}c"), (WINDOWS_1252, "ßa")]
        {
            let bytes: Vec<u8> = if encoding == UTF_16LE {
                text.encode_utf16().flat_map(u16::to_le_bytes).collect()
            } else {
                encoding.encode(text).0.into_owned()
            };
            let mut decoded = Decoded::default();
            decoded.read(&bytes, encoding, |_| '?');
            assert_eq!(decoded.text, text);
            for (at, letter) in text.char_indices() {
                let range = decoded.place(at)..decoded.place(at + letter.len_utf8());
                let (back, _) = encoding.decode_without_bom_handling(&bytes[range]);
                assert_eq!(back, letter.to_string(), "{text}");
            }
        }
    }

    #[test]
    fn bytes_that_an_encoding_lacks_cost_themselves_alone() {
        let mut decoded = Decoded::default();
        decoded.read(b"a\xff\xcd\xf5b\xff", GBK, |_| '?');
        assert_eq!((&*decoded.text, decoded.place(2), decoded.place(5)), ("a?王b?", 2, 4));
        assert_eq!(decoded.bad, [1..2, 6..7]);
    }
}
