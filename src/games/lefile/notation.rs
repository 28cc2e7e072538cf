//! Tokens and plies of Le File: cards, then what the player does with them, by `grammar/cards.ebnf`.
//!
//! A ply may have many words, with any white space between them, even a line break. The rules decide whether the board
//! has the squares and what the cards allow.

use std::fmt::Write;

use super::deck::{Card, Mark};
use super::files::FileSet;
use super::{Pair, Piece, Ply, Point, Scratch};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::{Kind, PASS, System, is_pass, squares};

/// What stands before a ply.
#[derive(Debug, Clone, Copy)]
enum Field {
    /// `draw ::= value suit? value suit?`
    Draw([Card; 2]),
    /// `card ::= value (colour | suit) | value space+ word`
    Card(Card),
}

/// `space ::= #x20 | #x9 | #xA | #xD`
#[inline(always)]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The words of a token.
#[derive(Debug, Clone)]
struct Words<'t>(&'t str);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        let bytes = self.0.as_bytes();
        let start = bytes.iter().position(|byte| !is_space(*byte))?;
        let length = bytes[start..].iter().position(|byte| is_space(*byte)).unwrap_or(bytes.len() - start);
        // White space is ASCII, so both ends lie between characters.
        let word = self.0.get(start..start + length)?;
        self.0 = self.0.get(start + length..)?;
        Some(word)
    }
}

/// What a token means.
#[inline]
pub(super) fn read<'a>(token: &str, system: System, scratch: &'a mut Scratch) -> Result<Ply<'a>, NotAPly> {
    let bytes = token.as_bytes();
    if system.kind() != Kind::Cards || [bytes.first(), bytes.last()].into_iter().flatten().any(|byte| is_space(*byte)) {
        return Err(NotAPly);
    }
    let mut words = Words(token);
    let field = cards(&mut words);
    let word = words.next().ok_or(NotAPly)?;
    let card = match field {
        None => None,
        Some(Field::Card(card)) => Some(card),
        Some(Field::Draw(draw)) => {
            let (piece, chosen, at) = placement(word).ok_or(NotAPly)?;
            let ply = Ply::Place { draw: Some(draw), piece, chosen, at };
            return if words.next().is_none() { Ok(ply) } else { Err(NotAPly) };
        }
    };
    if let Some((from, to)) = pair(word) {
        scratch.claims.clear();
        scratch.relocations.clear();
        for word in words {
            if let Some(claim) = word.strip_prefix('=') {
                if !scratch.relocations.as_slice().is_empty() {
                    return Err(NotAPly);
                }
                scratch.claims.push(pair(claim).ok_or(NotAPly)?);
            } else {
                let relocation = word.strip_prefix('x').and_then(pair).ok_or(NotAPly)?;
                scratch.relocations.push(relocation);
            }
        }
        return Ok(Ply::Move {
            card,
            from,
            to,
            claims: scratch.claims.as_slice(),
            relocations: scratch.relocations.as_slice(),
        });
    }
    let ply = match (card, placement(word)) {
        (None, Some((piece, chosen, at))) => Ply::Place { draw: None, piece, chosen, at },
        _ if is_pass(word) => Ply::Pass { card },
        _ => return Err(NotAPly),
    };
    if words.next().is_none() { Ok(ply) } else { Err(NotAPly) }
}

/// The cards at the front of the words; `words` then begins after them.
#[inline]
fn cards(words: &mut Words<'_>) -> Option<Field> {
    let mut after = words.clone();
    let first = after.next()?;
    let field = match field(first) {
        Some(field) => field,
        None => {
            let [value] = *first.as_bytes() else { return None };
            let card = plain(value)?;
            Field::Card(Card { mark: colour_in_words(after.next()?)?, ..card })
        }
    };
    *words = after;
    Some(field)
}

/// The cards of a word, if the word holds only cards.
#[inline]
fn field(word: &str) -> Option<Field> {
    // Nearly all there are: two values, or a value and a colour.
    let field = match *word.as_bytes() {
        [one, other @ b'1'..=b'8'] => Field::Draw([plain(one)?, plain(other)?]),
        [one, letter] if letter.is_ascii_lowercase() => {
            let value = value(one)?;
            Field::Card(Card { value, mark: colour(letter).or_else(|| suit(char::from(letter)))? })
        }
        [] => return None,
        _ => return long_field(word),
    };
    Some(field)
}

/// The cards of a word that gives suits.
fn long_field(word: &str) -> Option<Field> {
    let (first, rest) = suited(word)?;
    match suited(rest) {
        None if rest.is_empty() && first.mark != Mark::None => Some(Field::Card(first)),
        Some((second, "")) => Some(Field::Draw([first, second])),
        _ => None,
    }
}

/// `value suit?` at the front of a text, and the rest.
fn suited(text: &str) -> Option<(Card, &str)> {
    let value = value(*text.as_bytes().first()?)?;
    let rest = text.get(1..)?;
    let letter = rest.chars().next();
    match letter.and_then(|letter| suit(letter).zip(rest.get(letter.len_utf8()..))) {
        Some((mark, rest)) => Some((Card { value, mark }, rest)),
        None => Some((Card { value, mark: Mark::None }, rest)),
    }
}

/// The card in a word of the tag `Cut` (LF-13): its value, and its suit if it is known.
pub(super) fn cut_card(word: &str) -> Option<Card> {
    suited(word).filter(|(_, rest)| rest.is_empty()).map(|(card, _)| card)
}

/// `value ::= 'A' | [1-8]`
#[inline]
fn value(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'8' => Some(byte - b'0'),
        b'A' => Some(1),
        _ => None,
    }
}

#[inline]
fn plain(byte: u8) -> Option<Card> {
    value(byte).map(|value| Card { value, mark: Mark::None })
}

/// `colour ::= 'r' | 'b' | 'n'`
#[inline]
fn colour(letter: u8) -> Option<Mark> {
    match letter {
        b'r' => Some(Mark::Red),
        b'b' | b'n' => Some(Mark::Black),
        _ => None,
    }
}

/// `word ::= 'rosso' | 'red' | 'nero' | 'black'`, in capitals or not.
fn colour_in_words(word: &str) -> Option<Mark> {
    static WORDS: [(&str, Mark); 4] =
        [("rosso", Mark::Red), ("red", Mark::Red), ("nero", Mark::Black), ("black", Mark::Black)];
    WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, mark)| *mark)
}

/// `suit ::= [hdcs] | #x2665 | #x2666 | #x2663 | #x2660`
fn suit(letter: char) -> Option<Mark> {
    match letter {
        'h' | '♥' => Some(Mark::Hearts),
        'd' | '♦' => Some(Mark::Diamonds),
        'c' | '♣' => Some(Mark::Clubs),
        's' | '♠' => Some(Mark::Spades),
        _ => None,
    }
}

/// `placement ::= piece '*'? square`
#[inline]
fn placement(word: &str) -> Option<(Piece, bool, Point)> {
    let piece = match word.as_bytes().first()? {
        b'P' => Piece::Pawn,
        b'R' | b'T' => Piece::Rook,
        _ => return None,
    };
    let rest = word.get(1..)?;
    let (chosen, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
    Some((piece, chosen, point(rest)?))
}

#[inline]
fn point(word: &str) -> Option<Point> {
    squares::read(word).map(|(column, row)| Point { column, row })
}

/// `square dash square`
#[inline]
fn pair(word: &str) -> Option<Pair> {
    if let [column @ b'a'..=b'h', row @ b'1'..=b'8', b'-', to_column @ b'a'..=b'h', to_row @ b'1'..=b'8'] =
        *word.as_bytes()
    {
        let point = |column: u8, row: u8| Point { column: column - b'a', row: i16::from(row - b'1') };
        return Some((point(column, row), point(to_column, to_row)));
    }
    // A square has two letters at least, and a search for dashes takes long.
    if word.len() < 5 {
        return None;
    }
    let (from, to) = word.split_once(['-', '–', '—'])?;
    Some((point(from)?, point(to)?))
}

/// Whether `word` continues the ply `ply`, even if it could be something else. Claims and relocations do, because
/// neither can begin a ply; so does a colour after a value, `3 Black`, even if it may be the name of a side; and a
/// placement or a move after cards.
pub(super) fn continues_ply(_: System, ply: &str, word: &str) -> bool {
    if word.starts_with(['=', 'x']) {
        return true;
    }
    let mut words = Words(ply);
    match cards(&mut words) {
        Some(_) if words.next().is_none() => is_action(word),
        _ => {
            let is_value = |word: &[u8]| matches!(*word, [byte] if value(byte).is_some());
            ply.as_bytes().rsplit(|&byte| is_space(byte)).next().is_some_and(is_value)
                && colour_in_words(word).is_some()
        }
    }
}

/// Whether a word is a placement, a move or a pass.
fn is_action(word: &str) -> bool {
    placement(word).is_some() || pair(word).is_some() || is_pass(word)
}

/// Writes the cards before a ply.
fn write_cards(cards: &[Card], out: &mut String) {
    for card in cards {
        // Writing to a string cannot fail.
        let _ = write!(out, "{card}");
    }
    if !cards.is_empty() {
        out.push(' ');
    }
}

pub(super) fn write_pair((one, other): Pair, out: &mut String) {
    squares::write(one.column, one.row, out);
    out.push('-');
    squares::write(other.column, other.row, out);
}

/// Whether each square of a ply has a name; one does not whose row is a number that no board has.
fn is_named(ply: Ply<'_>) -> bool {
    let named = |point: &Point| squares::is_named(point.column, point.row);
    match ply {
        Ply::Place { at, .. } => named(&at),
        Ply::Move { from, to, claims, relocations, .. } => {
            let pairs = claims.iter().chain(relocations);
            named(&from) && named(&to) && pairs.into_iter().all(|(one, other)| named(one) && named(other))
        }
        Ply::Pass { .. } => true,
    }
}

/// Writes a ply in canonical form. `scored` are the files that it has scored, if they are known; all are written,
/// claimed or not.
///
/// # Errors
/// If a square of the ply has no name.
pub(super) fn write(ply: Ply<'_>, scored: Option<FileSet>, out: &mut String) -> Result<(), NotRepresentable> {
    if !is_named(ply) {
        return Err(NotRepresentable);
    }
    match ply {
        Ply::Place { draw, piece, chosen, at } => {
            write_cards(draw.as_ref().map_or(&[], |draw| &draw[..]), out);
            out.push(piece.letter());
            out.push_str(if chosen { "*" } else { "" });
            squares::write(at.column, at.row, out);
        }
        Ply::Move { card, from, to, claims, relocations } => {
            write_cards(card.as_slice(), out);
            write_pair((from, to), out);
            let mut claim = |claim: Pair| {
                out.push_str(" =");
                write_pair(claim, out);
            };
            match scored {
                Some(scored) => scored.ends().for_each(|(first, last)| claim((first.into(), last.into()))),
                None => claims.iter().for_each(|pair| claim(*pair)),
            }
            for relocation in relocations {
                out.push_str(" x");
                write_pair(*relocation, out);
            }
        }
        Ply::Pass { card } => {
            write_cards(card.as_slice(), out);
            out.push_str(PASS);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply rewritten, without claims that are not in it; `none` if it is not a ply.
    fn check(token: &str) -> String {
        let mut scratch = Scratch::default();
        let mut out = String::new();
        match read(token, System::CARDS, &mut scratch) {
            Ok(ply) => write(ply, None, &mut out).expect("its squares have names"),
            Err(NotAPly) => out.push_str("none"),
        }
        out
    }

    #[test]
    fn plies_are_read_in_every_form() {
        for token in ["24 Pb4", "11 P*h8", "2h4c Rd2", "2h4 Pb4", "24c Pb4", "Pb4", "R*z26", "3r c4-d5", "3h c4-d5"] {
            assert_eq!(check(token), token);
        }
        for token in ["3r c4-d5 =a2-d5 =a3-d6 xe3-h1 xe3-e3", "c4-c4 =z1-a99", "c4-d5 xe3-h1", "3b --", "8s --", "--"] {
            assert_eq!(check(token), token);
        }
        assert_eq!(check("A4 TB4"), "14 Rb4");
        assert_eq!(check("2♥4♣\n T*b4"), "2h4c R*b4");
        assert_eq!(check("An\tC4–D5\r\n=A2—D5  xE3-h1"), "1b c4-d5 =a2-d5 xe3-h1");
        assert_eq!(check("A♠ –—"), "1s --");
        assert_eq!(check("T1-P2"), "t1-p2");
        assert_eq!(check("Pp4"), "Pp4");
    }

    #[test]
    fn what_is_no_ply_is_not_read() {
        let odd = ["", " ", "24", "3r", "2 Pb4", "24 c4-d5", "3r Pb4", "24 --", "3 --", "r c4-d5", "24 Pb4 =a1-d1"];
        let more = ["09 Pa1", "19 Pa1", "0r a1-a2", "9r a1-a2", "24 Pb0", "24 Pb04", "2r4r Pb4", "24Pb4", "3rc4-d5"];
        let last = ["c4-d5 xe3-h1 =a2-d5", "3r -- =a1-d1", "a4 Pa4", "24 pb4", "24 P**b4", "c4-d5 = a2-d5", "c4-"];
        let spaces = [" 24 Pb4", "24 Pb4 ", "24\u{b}Pb4", "24\u{a0}Pb4", "2 4 Pb4", "24 P b4", "c4 -d5", "3H c4-d5"];
        for token in odd.into_iter().chain(more).chain(last).chain(spaces) {
            assert_eq!(check(token), "none", "{token:?}");
        }
        let mut scratch = Scratch::default();
        assert_eq!(read("24 Pb4", System::SQUARES, &mut scratch), Err(NotAPly));
    }

    #[test]
    fn words_are_put_together_to_plies() {
        let continues_ply = |ply, word| continues_ply(System::CARDS, ply, word);
        for (ply, word) in
            [("24", "Pb4"), ("3r", "c4-d5"), ("3r", "--"), ("24", "c4-d5"), ("3", "Black"), ("A", "rosso")]
        {
            assert!(continues_ply(ply, word), "{ply} {word}");
        }
        for (ply, word) in [("3r c4-d5", "=a2-d5"), ("3r c4-d5 =a2-d5", "xe3-h1"), ("24 Pb4", "=a1-d1"), ("c4-d5", "x")]
        {
            assert!(continues_ply(ply, word), "{ply} {word}");
        }
        for (ply, word) in [("24 Pb4", "24"), ("Pb4", "Pd2"), ("24", "24"), ("c4-d5", "--"), ("24 Pb4", "Black")] {
            assert!(!continues_ply(ply, word), "{ply} {word}");
        }
        for (ply, word) in [("24", "Black"), ("24", "draw"), ("3r", "White"), ("3", "White"), ("3", "c4-d5")] {
            assert!(!continues_ply(ply, word), "{ply} {word}");
        }
    }
}
