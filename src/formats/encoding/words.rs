//! The words of a text that are not ASCII: the statistics of its encoding look at them.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::is_of_two_bytes;

/// The words of a text that are not ASCII, with a blank after each. All others say nothing about its encoding.
pub(super) struct Words {
    bytes: Vec<u8>,
    /// Whether the last letter is whole.
    is_whole: bool,
}

impl Words {
    /// Collects words of a text up to `most` bytes, about.
    pub(super) fn of(text: &[u8], last: bool, most: usize) -> Words {
        let mut words = Words { bytes: Vec::new(), is_whole: true };
        let mut at = 0;
        while words.bytes.len() < most {
            let first = at + Encoding::ascii_valid_up_to(&text[at..]);
            if first == text.len() {
                break;
            }
            let start =
                text[at..first].iter().rposition(|byte| !byte.is_ascii_alphabetic()).map_or(at, |sign| at + sign + 1);
            at = end_of_word(text, first);
            words.is_whole = last || at < text.len();
            if words.is_whole || words.bytes.is_empty() {
                words.bytes.extend_from_slice(&text[start..at]);
                words.bytes.extend(words.is_whole.then_some(b' '));
            }
        }
        words
    }

    /// The encoding that statistics suggest. One of Asia is believed only where it makes words of Asia.
    pub(super) fn guess(&self) -> &'static Encoding {
        let guess = self.suggested(b"");
        // In an encoding of two bytes no letter ends with a blank, in all others this is a short word.
        if is_of_two_bytes(guess) && self.is_mixed(guess) { self.suggested(b"\xe1 ") } else { guess }
    }

    /// What statistics suggest if the words end with these.
    fn suggested(&self, end: &[u8]) -> &'static Encoding {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.bytes, false);
        detector.feed(end, self.is_whole);
        detector.guess(None, Utf8Detection::Deny)
    }

    /// Whether most letters that an encoding of Asia reads stand beside Latin ones: `DĄBROWSKI` in ISO-8859-2 would be
    /// `D、ROWSKI` in Big5.
    fn is_mixed(&self, encoding: &'static Encoding) -> bool {
        let (text, _) = encoding.decode_without_bom_handling(&self.bytes);
        let (mut letters, mut mixed, mut before) = (0, 0, ' ');
        let mut rest = text.chars().peekable();
        while let Some(letter) = rest.next() {
            if !letter.is_ascii() {
                letters += 1;
                let after = rest.peek().is_some_and(char::is_ascii_alphabetic);
                mixed += usize::from(after || before.is_ascii_alphabetic());
            }
            before = letter;
        }
        2 * mixed > letters
    }
}

/// Where the word ends that holds the byte `at`, which is not ASCII: in every encoding between two letters.
fn end_of_word(text: &[u8], at: usize) -> usize {
    let ends = |(before, byte): (&u8, &u8)| {
        // A letter of two or four bytes may hold other ASCII bytes, but never two of them in a row.
        *byte < b'0' || before.is_ascii() && byte.is_ascii() && !byte.is_ascii_alphabetic()
    };
    let rest = &text[at..];
    rest.iter().zip(&rest[1..]).position(ends).map_or(text.len(), |length| at + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_between_letters() {
        let words = |text: &[u8], last| Words::of(text, last, usize::MAX).bytes;
        assert_eq!(words(b"ab [L\xf6we] c\xe9, \xe9", true), b"L\xf6we c\xe9 \xe9 ");
        // In GBK `84 5d` is one letter, and so is `81 30 81 30` in GB18030.
        assert_eq!(words(b"(;C[\x84\x5d\x84\x5d][x]\x81\x30\x81\x30)", true), b"\x84\x5d\x84\x5d \x81\x30\x81\x30 ");
        assert_eq!(words(b"\xe9 \xe9", false), b"\xe9 ");
        assert_eq!(words(b"\xe9", false), b"\xe9");
    }
}
