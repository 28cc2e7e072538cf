//! The plies of a record in the making, each after a comma. Nearly all are a few letters and digits, and many of them
//! are written at once.

use std::ops::Range;

use super::Made;
use crate::record::eight;
use crate::record::tokens::STANDS;
use crate::system::PASS;

impl Made {
    /// How many plies of the main line were added, passes among them.
    pub(in crate::formats) fn plies(&self) -> u32 {
        self.plies
    }

    /// Adds a ply as the notation system writes it.
    #[inline]
    pub(in crate::formats) fn ply(&mut self, ply: &str, source: Range<usize>) {
        self.begin_body();
        self.plies += u32::from(self.depth == 0);
        self.separate(", ");
        self.mark(source);
        self.kept.text.push_str(ply);
    }

    /// Adds a ply of a few ASCII letters and digits.
    #[inline(always)]
    pub(in crate::formats) fn letters(&mut self, ply: &[u8], source: Range<usize>) {
        self.begin_body();
        self.plies += u32::from(self.depth == 0);
        self.separate(", ");
        self.mark(source);
        for &byte in ply {
            self.kept.text.push(char::from(byte & 0x7f));
        }
    }

    /// Adds plies of at most four ASCII letters and digits each: the letters, how many they are, and where the ply stands.
    pub(in crate::formats) fn all_letters(&mut self, mut plies: impl Iterator<Item = ([u8; 4], usize, Range<usize>)>) {
        let Some((letters, length, source)) = plies.next() else { return };
        self.letters(letters.get(..length).unwrap_or(&letters), source);
        let count =
            if self.marks_plies() { self.more_letters::<true>(plies) } else { self.more_letters::<false>(plies) };
        self.plies += if self.depth == 0 { count } else { 0 };
    }

    /// Adds such plies after the first one and counts them; links them to their places if `MARKS`.
    #[inline(always)]
    fn more_letters<const MARKS: bool>(&mut self, plies: impl Iterator<Item = ([u8; 4], usize, Range<usize>)>) -> u32 {
        const SEPARATOR: &[u8; 2] = b", ";
        /// How many bytes are written at once, and for one ply; the next ply overwrites what a short one leaves.
        const ROOM: usize = 256;
        const PLY: usize = 8;
        let (mut room, mut length, mut count) = ([0; ROOM], 0_usize, 0);
        for (letters, letter_count, source) in plies {
            if length > ROOM - PLY {
                self.push_ascii(&room[..length]);
                length = 0;
            }
            if MARKS {
                self.set_mark(self.kept.text.len() + length + SEPARATOR.len(), source);
            }
            let ply = u64::from(u32::from_le_bytes(letters)) << (8 * SEPARATOR.len());
            let ply = ply | u64::from(u16::from_le_bytes(*SEPARATOR));
            room[length..length + PLY].copy_from_slice(&(ply & !eight::HIGH).to_le_bytes());
            length += SEPARATOR.len() + letter_count.min(letters.len());
            count += 1;
        }
        self.push_ascii(&room[..length]);
        count
    }

    /// Writes bytes of ASCII.
    #[inline(always)]
    fn push_ascii(&mut self, text: &[u8]) {
        self.kept.text.push_str(std::str::from_utf8(text).unwrap_or_default());
    }

    /// Adds plies of two ASCII letters each. Each takes `N` bytes of the source, one right after the other, and `pair`
    /// picks its letters. `source` is the place of the first.
    pub(in crate::formats) fn pairs_of_letters<const N: usize>(
        &mut self,
        plies: &[[u8; N]],
        pair: impl Fn(&[u8; N]) -> [u8; 2],
        source: Range<usize>,
    ) {
        if !self.marks_plies() && !plies.is_empty() {
            self.begin_body();
            self.plies += if self.depth == 0 { plies.len() as u32 } else { 0 };
            let (first, rest) = plies.split_at(usize::from(!self.written));
            self.written = true;
            for ply in first {
                self.kept.text.extend(pair(ply).map(char::from));
            }
            self.push_pairs(rest, pair);
            return;
        }
        let end = source.start + N * plies.len();
        let is_even = self.decoded.as_ref().is_none_or(|decoded| {
            // Each of these letters takes a byte at least, so none takes more.
            decoded.place(end) - decoded.place(source.start) == end - source.start
        });
        // The third stands as far from the second as that from the first.
        let (apart, alike) = if is_even { plies.split_at(plies.len().min(2)) } else { (plies, [].as_slice()) };
        for (index, ply) in apart.iter().enumerate() {
            let moved = index * N;
            self.letters(&pair(ply), source.start + moved..source.end + moved);
        }
        self.kept.parts.marks.push_alike(alike.len() as u64);
        self.plies += if self.depth == 0 { alike.len() as u32 } else { 0 };
        self.push_pairs(alike, pair);
    }

    /// Writes plies, a comma before each.
    #[inline(always)]
    fn push_pairs<const N: usize>(&mut self, plies: &[[u8; N]], pair: impl Fn(&[u8; N]) -> [u8; 2]) {
        const PLIES: usize = 64;
        for plies in plies.chunks(PLIES) {
            let mut text = [0; 4 * PLIES];
            for (ply, room) in plies.iter().zip(text.as_chunks_mut::<4>().0) {
                let [column, row] = pair(ply);
                *room = [b',', b' ', column & 0x7f, row & 0x7f];
            }
            self.push_ascii(&text[..4 * plies.len()]);
        }
    }

    /// Adds something that stands where a ply should but is no ply, as a word that no notation system reads.
    pub(in crate::formats) fn no_ply(&mut self, said: &str, source: Range<usize>) {
        const SHOWN: usize = 16;
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let mut word: String = said.chars().take(SHOWN).map(letter).collect();
        if !word.contains('_') {
            word.insert(0, '_');
        }
        self.ply(&word, source);
    }

    /// Adds a ply as a file spells it. A sign that means something else in a transcript is no part of a ply.
    pub(in crate::formats) fn token(&mut self, token: &str, source: Range<usize>) {
        const LONGEST: usize = 16;
        if let 1..=3 = token.len()
            && token.bytes().all(is_sign)
        {
            return self.letters(token.as_bytes(), source);
        }
        if token.len() <= LONGEST && token.bytes().all(is_sign) {
            return self.ply(token, source);
        }
        let token: String =
            token.chars().take(LONGEST).map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        self.ply(&token, source);
    }

    /// Adds the words of a text that begins at byte `from`, each as [`Made::token`] does.
    pub(in crate::formats) fn tokens(&mut self, text: &str, from: usize) {
        let (bytes, mut at) = (text.as_bytes(), 0);
        loop {
            // Nearly all plies are two or three letters and digits, and one blank stands after each.
            self.all_letters(std::iter::from_fn(|| {
                let mut letters: [u8; 4] = *bytes.get(at..)?.first_chunk()?;
                if KINDS[usize::from(letters[0])] == BLANK {
                    at += count_of(&bytes[at..], |byte| byte.is_ascii_whitespace());
                    letters = *bytes.get(at..)?.first_chunk()?;
                }
                let length = short_word(letters)?;
                let start = from + at;
                // The blank after it is one of the four letters, so this is no place after the text.
                at += length + 1;
                Some((letters, length, start..start + length))
            }));
            at += count_of(&bytes[at..], |byte| byte.is_ascii_whitespace());
            let length = count_of(&bytes[at..], |byte| !byte.is_ascii_whitespace());
            if length == 0 {
                return;
            }
            self.token(&text[at..at + length], from + at..from + at + length);
            at += length;
        }
    }

    /// Adds the ply that stands before it, which is missing in the file, as a pass that stood.
    pub(in crate::formats) fn pass_that_stood(&mut self, source: Range<usize>) {
        self.ply(PASS, source);
        self.passed();
    }

    /// Marks the ply added last as a pass that stood. The mark does not count if the ply is illegal in another way or
    /// comes after the end.
    pub(in crate::formats) fn passed(&mut self) {
        if self.depth == 0 {
            self.kept.parts.context.stands.push(self.plies);
            self.kept.parts.context.passes.push(self.plies);
        } else {
            self.kept.text.extend([" {", STANDS, "}"]);
        }
    }
}

/// The length of the word at the start of a text, if it is two or three letters and digits with white space after them.
#[inline(always)]
fn short_word([one, two, three, four]: [u8; 4]) -> Option<usize> {
    let kind = |byte: u8| KINDS[usize::from(byte)];
    if kind(one) & kind(two) & SIGN == 0 {
        None
    } else if kind(three) == BLANK {
        Some(2)
    } else {
        (kind(three) == SIGN && kind(four) == BLANK).then_some(3)
    }
}

/// A byte that may stand in a ply as it is.
const SIGN: u8 = 1;

/// White space of ASCII.
const BLANK: u8 = 2;

/// What each byte is, 0 if it is neither.
const KINDS: [u8; 256] = {
    let (mut kinds, mut byte) = ([0; 256], 0);
    while byte < 256 {
        kinds[byte] = if (byte as u8).is_ascii_whitespace() {
            BLANK
        } else if is_sign(byte as u8) {
            SIGN
        } else {
            0
        };
        byte += 1;
    }
    kinds
};

/// How many bytes at the start of a text are of a kind.
#[inline(always)]
fn count_of(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is_of_kind(**byte)).count()
}

/// Whether a byte may stand in a ply as it is.
#[inline(always)]
const fn is_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}
