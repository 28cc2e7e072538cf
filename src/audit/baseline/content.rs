//! The content of a record: its plies and the tags that have a meaning, as a number of 64 bits.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::formats::Records;
use crate::record::{Layout, MEANINGFUL, TokenKind};
use crate::system::System;

/// The content of the record at hand. The hash has a fixed key, so it is the same in every run.
///
/// Plies count as they are written, because those of an invalid record may be no plies at all. But `H8` is `h8`, unless
/// the record is read in a `system` that has capitals. Turn numbers, separators, annotations and comments do not count.
/// A text that could not be read at all counts as a whole, without the white space around it.
pub(super) fn content(records: &dyn Records, system: Option<System>) -> u64 {
    let mut hasher = SipHasher13::new();
    let record = records.header();
    if record.parts.layout == Layout::Unread {
        write(&mut hasher, b'?', records.raw().trim_ascii());
        return hasher.finish();
    }
    for (number, name) in (0_u8..).zip(MEANINGFUL) {
        if let Some(value) = record.known(name) {
            write(&mut hasher, number, value.trim_ascii().as_bytes());
        }
    }
    for ply in &record.parts.context.stands {
        write(&mut hasher, b's', &ply.to_le_bytes());
    }
    let (has_case, mut lower) = (system.is_none_or(|system| system.info().capitals), String::new());
    for token in record.tokens() {
        match token.kind {
            TokenKind::Word if has_case => write(&mut hasher, b'w', record.token(&token).as_bytes()),
            TokenKind::Word => {
                record.token(&token).clone_into(&mut lower);
                lower.make_ascii_lowercase();
                write(&mut hasher, b'w', lower.as_bytes());
            }
            TokenKind::Break => write(&mut hasher, b'/', b""),
            TokenKind::Open { .. } => write(&mut hasher, b'(', b""),
            TokenKind::Close { .. } => write(&mut hasher, b')', b""),
            // The ply before it stood although it was illegal.
            TokenKind::Comment { stands: true } => write(&mut hasher, b'%', b""),
            TokenKind::Number(_)
            | TokenKind::Dots
            | TokenKind::Comma
            | TokenKind::Semicolon
            | TokenKind::Comment { stands: false }
            | TokenKind::LineComment
            | TokenKind::Annotation => {}
        }
    }
    hasher.finish()
}

/// Hashes what some bytes are, how many they are, and the bytes.
fn write(hasher: &mut SipHasher13, kind: u8, bytes: &[u8]) {
    hasher.write(&[kind]);
    hasher.write(&(bytes.len() as u64).to_le_bytes());
    hasher.write(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::transcript::Transcripts;

    fn of(text: &str) -> u64 {
        of_system(text, "squares")
    }

    fn of_system(text: &str, system: &str) -> u64 {
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        assert!(records.advance().expect("a slice can be read"));
        content(&records, System::named(system))
    }

    #[test]
    fn only_plies_and_tags_with_a_meaning_count() {
        let one = of("[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, pawn; 2. d 1-0");
        assert_eq!(one, of("[White \"Bea\"]\n[game \"forza4\"]\n\n{So.} c! pawn\n\n2... d 1-0\n\n"));
        for other in [
            "[Game \"forza4\"]\n\n1. c, pawn; 2. d",
            "[Game \"forza4\"]\n\n1. cpawn; 2. d 1-0",
            "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. c, pawn; 2. d 1-0",
            "[Game \"forza4\"]\n\n1. c, pawn {[%stands]}; 2. d 1-0",
            "[Game \"forza4\"]\n\n1. c, pawn (d); 2. d 1-0",
        ] {
            assert_ne!(one, of(other), "{other}");
        }
    }

    #[test]
    fn how_a_ply_is_spelt_makes_no_difference() {
        let [one, other] = ["[Game \"gomoku\"]\n\n1. h8, J9", "[Game \"gomoku\"]\n\n1. H8, j9"];
        assert_eq!(of(one), of(other));
        // As Go players write, J9 is the square i9.
        let in_go = |text: &str| of_system(text, "go");
        assert_ne!(in_go(one), in_go(other));
    }

    #[test]
    fn the_content_is_the_same_in_every_run() {
        assert_eq!(of("[Game \"forza4\"]\n\n1. c, c"), 155_778_731_930_022_379);
    }
}
