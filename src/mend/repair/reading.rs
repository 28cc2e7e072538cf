//! Tries to read the whole record otherwise: in another notation system, with columns or rows counted from the other side,
//! with letters without I, with numbers from 0, with a number before each ply.

use super::case::Case;
use super::change::{Change, Kind};
use super::text::{Trial, tag_trial};
use crate::board::Size;
use crate::counted::plain_number;
use crate::engine::{MainLine, PartKind};
use crate::mend::draft::Edit;
use crate::record::TokenKind;
use crate::system::{Kind as SystemKind, System, begins_with_card};

/// A way to read columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Columns,
    Rows,
    Both,
    WithoutI,
    FromZero,
    FromOne,
}

impl Reading {
    const ALL: [Reading; 6] =
        [Reading::Columns, Reading::Rows, Reading::Both, Reading::WithoutI, Reading::FromZero, Reading::FromOne];

    fn name(self) -> &'static str {
        match self {
            Reading::Columns => "columns counted from the right",
            Reading::Rows => "rows counted from the other end",
            Reading::Both => "columns and rows counted from the other side",
            Reading::WithoutI => "letters without I",
            Reading::FromZero => "numbers from 0",
            Reading::FromOne => "numbers from 1",
        }
    }

    /// Where a square is that is written with this column and row, from 1; `numbers`: columns are written as numbers too.
    fn square(self, (column, row): (i32, i32), size: Size, numbers: bool) -> Option<(i32, i32)> {
        let (columns, rows) = (i32::from(size.columns), i32::from(size.rows));
        let shift = |by: i32| if numbers { (column + by, row + by) } else { (column, row + by) };
        Some(match self {
            Reading::Columns => (columns + 1 - column, row),
            Reading::Rows => (column, rows + 1 - row),
            Reading::Both => (columns + 1 - column, rows + 1 - row),
            // The ninth letter is I: nobody who leaves it out writes it.
            Reading::WithoutI if numbers || column == 9 => return None,
            Reading::WithoutI if column > 9 => (column - 1, row),
            Reading::WithoutI => (column, row),
            Reading::FromZero => shift(1),
            Reading::FromOne => shift(-1),
        })
    }
}

/// Each other way to read the record.
pub(super) fn readings(case: &Case<'_>) -> Vec<Trial> {
    let pen = case.pen();
    let told = |old: &str| {
        let was = pen.was(old, true);
        (!was.is_empty()).then(|| Edit::insert(case.line.start, format!("{was} ")))
    };
    let mut trials = Vec::new();
    let info = case.setting.info();
    let tag = case.record.get("Notation");
    // If the tag names no system, any system mends it, also the one in which the record is read for now.
    let is_named = tag.as_deref().is_none_or(|name| System::named(name).is_some_and(|system| info.takes(system)));
    for system in info.systems().filter(|system| !is_named || *system != case.system) {
        let tell = pen.has_comments().then_some(case.line.start);
        let mut trial = tag_trial(case.record, "Notation", Some(system.name()), tell);
        trial.change = Change {
            kind: Kind::Notation,
            from: Some(tag.as_deref().unwrap_or(case.system.name()).to_owned()).filter(|_| tag.is_some()),
            tag: None,
            ..trial.change
        };
        trials.push(trial);
    }
    // Who wrote the main line has written the variations, too.
    let of_variations = MainLine::plies_of_variations(case.record, case.setting, case.system);
    let mut plies: Vec<_> = of_variations.into_iter().map(|ply| ply.span).collect();
    let of_line = case.line.parts.iter().filter(|part| matches!(part.kind, PartKind::Ply | PartKind::Misplaced));
    plies.extend(of_line.map(|part| part.span.clone()));
    let change = |reading: &'static str| Change {
        kind: Kind::Notation,
        ply: None,
        tag: None,
        from: tag.as_deref().map(str::to_owned),
        to: Some(case.system.name().to_owned()),
        reading: Some(reading),
        joined: 0,
        in_variation: false,
        span: case.line.start..case.line.end,
    };
    for reading in Reading::ALL {
        let mut edits: Vec<Edit> = Vec::new();
        let mut is_changed = false;
        for span in &plies {
            let token = case.record.slice(span.clone());
            let Some(read) = reread(token, reading, case.system, case.setting.rules.board) else {
                edits.clear();
                break;
            };
            is_changed |= read != token;
            edits.push(Edit::new(span.clone(), read));
        }
        if edits.is_empty() || !is_changed {
            continue;
        }
        edits.extend(told(reading.name()));
        trials.push(Trial::new(change(reading.name()), edits));
    }
    if let Some(mut edits) = numbers_of_plies(case) {
        edits.extend(told(NUMBERED_PLIES));
        trials.push(Trial::new(change(NUMBERED_PLIES), edits));
    }
    trials
}

/// How a record is read whose numbers count plies.
const NUMBERED_PLIES: &str = "a number before each ply";

/// Takes out numbers that count plies instead of turns, `1. h8 2. i9 3. h9`, and the `;` between them. `None` unless the
/// main line has such numbers from 1 on, one before each ply.
fn numbers_of_plies(case: &Case<'_>) -> Option<Vec<Edit>> {
    let (mut edits, mut depth, mut due, mut has_ply) = (Vec::new(), 0_u32, 1, true);
    for token in case.record.tokens() {
        match token.kind {
            TokenKind::Open { .. } => depth += 1,
            TokenKind::Close { .. } => depth = depth.saturating_sub(1),
            TokenKind::Number(number) => {
                if depth == 0 {
                    let is_due = number == due && has_ply;
                    (due, has_ply) = (due + 1, false);
                    is_due.then_some(())?;
                }
                let rest = &case.record.text[token.span().end..];
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                edits.push(Edit::new(token.span().start..token.span().end + blanks, ""));
            }
            TokenKind::Semicolon => edits.push(Edit::new(token.span(), ",")),
            TokenKind::Dots | TokenKind::Break => return None,
            TokenKind::Word => has_ply |= depth == 0,
            _ => {}
        }
    }
    let plies = case.line.parts.iter().filter(|part| matches!(part.kind, PartKind::Ply | PartKind::Misplaced)).count();
    (plies > 1 && plies + 1 == due as usize).then_some(edits)
}

/// A token with its squares read otherwise; `None` if it names one that does not exist then.
fn reread(token: &str, reading: Reading, system: System, size: Size) -> Option<String> {
    match system.kind() {
        SystemKind::Column => {
            let first = token.chars().next()?;
            if let Some(digit) = first.to_digit(10) {
                // Digits from 0 are a system of their own.
                if matches!(reading, Reading::FromZero | Reading::FromOne) {
                    return None;
                }
                let from = if system == System::DIGITS0 { 0 } else { 1 };
                let (column, _) = reading.square((digit as i32 + 1 - from, 1), size, true)?;
                let digit = u32::try_from(column - 1 + from).ok().and_then(|digit| char::from_digit(digit, 10))?;
                return Some(format!("{digit}{}", &token[1..]));
            }
            if !first.is_ascii_alphabetic() {
                return Some(token.to_owned());
            }
            let (column, _) = reading.square((column_of(first), 1), size, false)?;
            Some(format!("{}{}", letter(column, first)?, &token[1..]))
        }
        SystemKind::Diagram => None,
        _ if system == System::XY => {
            let (column, row) = token.split_once(',')?;
            // Not `02`: to write it anew would mend it, whatever the reading.
            let (column, row) =
                reading.square((plain_number::<i32>(column)? + 1, plain_number::<i32>(row)? + 1), size, true)?;
            (column > 0 && row > 0).then(|| format!("{},{}", column - 1, row - 1))
        }
        _ if system == System::SGF => {
            let letters: Vec<char> = token.chars().collect();
            let [column, row] = letters[..] else { return Some(token.to_owned()) };
            if !column.is_ascii_alphabetic() || !row.is_ascii_alphabetic() {
                return Some(token.to_owned());
            }
            let letter_read = |at: char| reading.square((column_of(at), 1), size, false).map(|(place, _)| place);
            let (new_column, new_row) = match reading {
                Reading::WithoutI => (letter_read(column)?, letter_read(row)?),
                _ => reading.square((column_of(column), column_of(row)), size, true)?,
            };
            Some(format!("{}{}", letter(new_column, column)?, letter(new_row, row)?))
        }
        kind => squares(token, reading, system, size, kind == SystemKind::Cards),
    }
}

fn column_of(letter: char) -> i32 {
    letter.to_ascii_lowercase() as i32 - 'a' as i32 + 1
}

/// The letter of a column, a capital where `like` is one.
fn letter(column: i32, like: char) -> Option<char> {
    let byte = u8::try_from(column - 1).ok().filter(|column| *column < 26)? + b'a';
    let letter = char::from(byte);
    Some(if like.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter })
}

/// A token in which squares are a letter and a number. The cards of a ply are left as they are.
fn squares(token: &str, reading: Reading, system: System, size: Size, has_cards: bool) -> Option<String> {
    // In the system of Go players the letter I is left out as a rule.
    let is_go = system == System::GO;
    let mut out = String::with_capacity(token.len());
    for (index, word) in token.split(' ').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        if has_cards && index == 0 && begins_with_card(word) {
            out.push_str(word);
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let digits = letters[at + 1..].iter().take_while(|letter| letter.is_ascii_digit()).count();
            if !letters[at].is_ascii_alphabetic() || digits == 0 {
                out.push(letters[at]);
                at += 1;
                continue;
            }
            let number: String = letters[at + 1..at + 1 + digits].iter().collect();
            let mut column = column_of(letters[at]);
            if is_go {
                match reading {
                    Reading::WithoutI => return None,
                    _ if column == 9 => return None,
                    _ => column -= i32::from(column > 9),
                }
            }
            let (mut column, row) = reading.square((column, plain_number(&number)?), size, false)?;
            if is_go && column >= 9 {
                column += 1;
            }
            if row < 1 {
                return None;
            }
            out.push(letter(column, letters[at])?);
            out.push_str(&row.to_string());
            at += 1 + digits;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_from_the_other_side() {
        let size = Size { columns: 7, rows: 6 };
        let read = |token, reading, system| reread(token, reading, system, size);
        assert_eq!(read("c2", Reading::Columns, System::SQUARES).as_deref(), Some("e2"));
        assert_eq!(read("c2", Reading::Rows, System::SQUARES).as_deref(), Some("c5"));
        assert_eq!(read("a1-c1-c3", Reading::Both, System::PATHS).as_deref(), Some("g6-e6-e4"));
        assert_eq!(read("k2", Reading::WithoutI, System::SQUARES).as_deref(), Some("j2"));
        assert_eq!(read("i2", Reading::WithoutI, System::SQUARES), None);
        assert_eq!(read("ka", Reading::WithoutI, System::SGF).as_deref(), Some("ja"));
        assert_eq!(read("hi", Reading::WithoutI, System::SGF), None);
        assert_eq!(read("c0", Reading::FromZero, System::SQUARES).as_deref(), Some("c1"));
        // A fault that has nothing to do with the reading stays.
        assert_eq!(read("c02", Reading::Columns, System::SQUARES), None);
        assert_eq!(read("01,1", Reading::FromOne, System::XY), None);
        assert_eq!(read("3", Reading::Columns, System::DIGITS).as_deref(), Some("5"));
        assert_eq!(read("1,1", Reading::FromOne, System::XY).as_deref(), Some("0,0"));
        assert_eq!(read("24 Pb4", Reading::Columns, System::CARDS).as_deref(), Some("24 Pf4"));
    }
}
