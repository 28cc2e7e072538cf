//! Signs that are easily mistaken for each other: one table for all games and notation systems. A sign that a system
//! does not have never makes a ply of it, so it is never proposed there.
//!
//! Where the pairs come from:
//! - *handwriting*: letters and digits that look alike where they are written by hand, or printed small and scanned;
//! - *keyboards*: keys that touch each other on a QWERTY keyboard, in a row or diagonally;
//! - *slips of the pen*: two signs in the wrong order, one sign written twice, or one left out;
//! - *other keyboards*: letters of other scripts, with accents or of full width;
//! - *one's own*: pairs that a keeper of an archive knows of it, from a file.

use crate::engine::in_plain_letters;

/// Signs that look alike in writing. Each may be mistaken for any other in its group.
static HANDWRITING: &[&str] = &["ado", "bh", "ce", "ft", "gq9", "ijl17", "mn", "uv", "38", "56s", "0o"];

/// The rows of letters of a QWERTY keyboard. A key touches its neighbours in its row, and two keys of the row below: the
/// one under it and the one to the left of that. Digits are apart: they are typed on a block of their own as often.
static KEYBOARD: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Signs that plies are made of: one of them may have been left out.
static SIGNS: &str = "0123456789abcdefghijklmnopqrstuvwxyz-*,=+ ";

/// The longest token that may have been misread, in bytes. No ply is so long but ways of more than fifty jumps; each sign of
/// a token may have been dozens of others, so what all signs of a longer one may have been is a very long text.
pub const LONGEST: usize = 256;

/// What a mistake comes from; the likelier comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Signs that look alike, and the pairs that the caller adds.
    Handwriting,
    /// Neighbours on the keyboard.
    Keyboard,
    /// Two signs exchanged, one doubled or left out.
    Slip,
}

/// The table, with the pairs that the caller adds to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confusions {
    /// What records have, and what was meant.
    own: Vec<(String, String)>,
}

impl Confusions {
    /// The table with pairs of its own, read from a table of two columns: what was taken, what was meant. A first row
    /// `taken,meant` or `meant,taken` names the columns.
    ///
    /// # Errors
    /// Says which line is wrong.
    pub fn with(text: &str) -> Result<Confusions, String> {
        let mut own = Vec::new();
        let (mut is_named, mut is_turned) = (false, false);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut cells = cells(line);
            if own.is_empty()
                && !is_named
                && let [one, other] = &cells[..]
            {
                is_turned = one.eq_ignore_ascii_case("meant") && other.eq_ignore_ascii_case("taken");
                is_named = is_turned || one.eq_ignore_ascii_case("taken") && other.eq_ignore_ascii_case("meant");
                if is_named {
                    continue;
                }
            }
            if is_turned {
                cells.reverse();
            }
            match &cells[..] {
                [taken, meant] if !taken.is_empty() && taken != meant => own.push((taken.clone(), meant.clone())),
                _ => return Err(format!("line {}: a line is `taken,meant`, for instance `4,A`", index + 1)),
            }
        }
        Ok(Confusions { own })
    }

    /// What `token` may have been, each once, the likelier first. Most are no plies: the notation decides. Nothing if it is
    /// longer than [`LONGEST`].
    pub fn meant(&self, token: &str) -> Vec<(String, Source)> {
        let mut found: Vec<(String, Source)> = Vec::new();
        if token.len() > LONGEST {
            return found;
        }
        let letters: Vec<(usize, char)> = token.char_indices().collect();
        let replaced =
            |at: usize, length: usize, with: &str| format!("{}{with}{}", &token[..at], &token[at + length..]);
        for (taken, meant) in &self.own {
            for (at, there) in found_in(token, taken) {
                // In a text of capitals a capital was meant.
                let is_capital = there.chars().all(|letter| letter.is_ascii_uppercase());
                let meant = if is_capital && there != taken { meant.to_uppercase() } else { meant.clone() };
                found.push((replaced(at, there.len(), &meant), Source::Handwriting));
            }
        }
        found.push((in_plain_letters(token), Source::Handwriting));
        found.push((without_zeros(token), Source::Slip));
        for (alike, source) in [(alike as fn(char) -> Vec<char>, Source::Handwriting), (neighbours, Source::Keyboard)] {
            for &(at, letter) in &letters {
                for other in alike(letter.to_ascii_lowercase()) {
                    let cases = [
                        (!letter.is_ascii_uppercase()).then_some(other),
                        // A letter misread as a digit may have been a capital.
                        (!letter.is_ascii_lowercase()).then(|| other.to_ascii_uppercase()),
                    ];
                    for other in cases.into_iter().flatten() {
                        found.push((replaced(at, letter.len_utf8(), other.encode_utf8(&mut [0; 4])), source));
                    }
                }
            }
        }
        for pair in letters.windows(2) {
            let [(at, one), (_, other)] = *pair else { continue };
            if one == other {
                found.push((replaced(at, one.len_utf8(), ""), Source::Slip));
            } else {
                let exchanged = replaced(at, one.len_utf8() + other.len_utf8(), &format!("{other}{one}"));
                // A blank moved next to another merges with it: `23 P c2` becomes `23 Pc2`.
                found.push((exchanged.replace("  ", " "), Source::Slip));
            }
        }
        let ends = letters.iter().map(|(at, _)| *at).chain([token.len()]);
        for at in ends {
            for sign in SIGNS.chars() {
                found.push((replaced(at, 0, sign.encode_utf8(&mut [0; 4])), Source::Slip));
                if sign.is_ascii_lowercase() {
                    found.push((replaced(at, 0, sign.to_ascii_uppercase().encode_utf8(&mut [0; 4])), Source::Slip));
                }
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        found.retain(|(text, _)| text != token && !text.is_empty() && seen.insert(text.clone()));
        found
    }
}

/// The two cells of a line. Signs that part cells stand in quotation marks: `";",","`.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' | ';' | '\t' if !is_quoted => cells.push(String::new()),
            letter => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(letter);
                }
            }
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Where `taken` stands in a token, in capitals or small letters, and as what.
fn found_in<'t>(token: &'t str, taken: &str) -> impl Iterator<Item = (usize, &'t str)> {
    let starts = token.char_indices().map(|(at, _)| at);
    let there = move |at: usize| token.get(at..at + taken.len()).map(|there| (at, there));
    starts.filter_map(there).filter(move |(_, there)| there.eq_ignore_ascii_case(taken))
}

/// A token without zeros in front of its numbers: `c02` as `c2`.
fn without_zeros(token: &str) -> String {
    let mut out = String::with_capacity(token.len());
    let mut letters = token.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_in_number = out.ends_with(|last: char| last.is_ascii_digit());
        let is_number = letters.peek().is_some_and(char::is_ascii_digit);
        if letter != '0' || is_in_number || !is_number {
            out.push(letter);
        }
    }
    out
}

/// The signs that look like this one.
fn alike(letter: char) -> Vec<char> {
    let groups = HANDWRITING.iter().filter(|group| group.contains(letter));
    groups.flat_map(|group| group.chars()).filter(|&other| other != letter).collect()
}

/// The keys that touch the key of this sign.
fn neighbours(letter: char) -> Vec<char> {
    let place = KEYBOARD.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(letter)?)));
    let Some((row, at)) = place else { return Vec::new() };
    let key =
        |row: Option<usize>, at: Option<usize>| KEYBOARD.get(row?)?.as_bytes().get(at?).map(|key| char::from(*key));
    let (above, below) = (row.checked_sub(1), Some(row + 1));
    let around = [
        key(Some(row), at.checked_sub(1)),
        key(Some(row), Some(at + 1)),
        key(above, Some(at)),
        key(above, Some(at + 1)),
        key(below, at.checked_sub(1)),
        key(below, Some(at)),
    ];
    around.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(confusions: &Confusions, taken: &str, meant: &str) -> Option<Source> {
        confusions.meant(taken).into_iter().find(|(text, _)| text == meant).map(|(_, source)| source)
    }

    #[test]
    fn signs_are_taken_for_what_looks_like_them() {
        let table = Confusions::default();
        for (taken, meant, expected) in [
            ("c4", "e4", Some(Source::Handwriting)),
            ("G8", "Q8", Some(Source::Handwriting)),
            ("e7-o8", "e7-d8", Some(Source::Handwriting)),
            ("f3", "g3", Some(Source::Keyboard)),
            ("d3", "e3", Some(Source::Keyboard)),
            ("w3", "s3", Some(Source::Keyboard)),
            ("d4", "d5", None),
            ("7g", "g7", Some(Source::Slip)),
            ("cc1", "c1", Some(Source::Slip)),
            ("g1", "g10", Some(Source::Slip)),
            ("9", "G9", Some(Source::Slip)),
            ("98", "G8", Some(Source::Handwriting)),
            ("24 b4", "24 Pb4", Some(Source::Slip)),
            ("24Pb4", "24 Pb4", Some(Source::Slip)),
            ("c02", "c2", Some(Source::Slip)),
            ("с4", "c4", Some(Source::Handwriting)),
            ("ｉ１０", "i10", Some(Source::Handwriting)),
            ("c4\u{a0}", "c4", Some(Source::Handwriting)),
            ("h8", "h8", None),
            ("h8", "a1", None),
        ] {
            assert_eq!(source(&table, taken, meant), expected, "{taken} for {meant}");
        }
    }

    #[test]
    fn what_is_longer_than_any_ply_is_not_misread() {
        let table = Confusions::default();
        assert!(!table.meant(&"x".repeat(LONGEST)).is_empty());
        assert!(table.meant(&"x".repeat(LONGEST + 1)).is_empty());
    }

    #[test]
    fn callers_add_pairs() {
        let own = Confusions::with("taken,meant\n# ink\nk,R\nrn,m\n").expect("a table");
        assert_eq!(source(&own, "24 kd2", "24 Rd2"), Some(Source::Handwriting));
        assert_eq!(source(&own, "rn4", "m4"), Some(Source::Handwriting));
        assert_eq!(Confusions::with("# ink\nMeant;Taken\nR;k\nm;rn\n"), Ok(own.clone()));
        assert_eq!(source(&own, "24 Kd2", "24 Rd2"), Some(Source::Handwriting));
        let signs = Confusions::with("\";\",\",\"\n").expect("a table");
        assert_eq!(source(&signs, "7;8", "7,8"), Some(Source::Handwriting));
        assert_eq!(Confusions::with("a,b\nabc\n").map_err(|message| message.contains("line 2")), Err(true));
    }
}
