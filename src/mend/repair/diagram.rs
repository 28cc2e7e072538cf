//! Tries changes of single numbers in a numbered diagram: a number read wrong, one that is missing or stands there twice, two
//! neighbouring plies exchanged, a number in the wrong cell, numbers after the end of the game.
//!
//! The numbers of a sound diagram are 1 to n, each once. So a repeated number or a gap shows where it is wrong, and few
//! changes are left to try; each is judged as a whole record.

use std::collections::BTreeMap;
use std::ops::Range;

use super::case::Case;
use super::change::{Change, Kind};
use super::text::{Trial, change};
use crate::codes::AFTER_END;
use crate::engine::{Claim, numbered};
use crate::mend::confusions::Confusions;
use crate::mend::draft::Edit;
use crate::record::{Token, TokenKind};
use crate::system::squares;

/// A cell of the diagram.
struct Cell<'r> {
    text: &'r str,
    span: Range<usize>,
    /// Where its line ends.
    line_end: usize,
    /// Its number, if it is one.
    number: Option<u32>,
    /// Its column and row, from 0 at the corner at the bottom left.
    place: (u8, i16),
}

impl Cell<'_> {
    fn is_empty(&self) -> bool {
        self.text == "."
    }

    /// Its square: `e4`.
    fn square(&self) -> String {
        let mut square = String::new();
        let (column, row) = self.place;
        squares::write(column, row, &mut square);
        square
    }
}

/// Each single change of the diagram, the likelier first. `error`: the first error and how many plies were legal.
pub(super) fn trials(case: &Case<'_>, confusions: &Confusions, error: (&str, u32)) -> Vec<Trial> {
    let Some(cells) = cells(case) else { return Vec::new() };
    let diagram = Diagram { case, cells, confusions };
    let mut trials = Vec::new();
    diagram.misread(&mut trials);
    diagram.swapped(&mut trials);
    diagram.extra(&mut trials);
    diagram.omitted(&mut trials);
    if error.0 == AFTER_END.name {
        diagram.cut(error.1, &mut trials);
    }
    trials
}

/// Each number in each empty cell, if each is there once. `error`: the number of the first ply that is not legal; those near
/// it come first.
pub(super) fn moved(case: &Case<'_>, confusions: &Confusions, error: u32) -> Vec<Trial> {
    let Some(cells) = cells(case) else { return Vec::new() };
    let mut trials = Vec::new();
    Diagram { case, cells, confusions }.moved(error, &mut trials);
    trials
}

/// The cells, if the body has the shape of the board.
fn cells<'r>(case: &Case<'r>) -> Option<Vec<Cell<'r>>> {
    let record = case.record;
    let mut tokens: Vec<Token> = record.tokens().collect();
    let last = tokens.iter().rposition(|token| token.kind == TokenKind::Word)?;
    if Claim::of_word(record.token(&tokens[last]), &case.setting.rules).is_some() {
        tokens.truncate(last);
    }
    let mut cells = Vec::new();
    let rows = numbered::each_row(record, &tokens, case.setting.rules.board, |row, words| {
        let line_end = words.last().map_or(0, |(_, span)| span.end);
        cells.extend((0..).zip(words).map(|(column, (text, span))| Cell {
            text,
            span: span.clone(),
            line_end,
            number: text.parse().ok(),
            place: (column, row as i16 - 1),
        }));
        Ok(())
    });
    rows.ok().map(|()| cells)
}

struct Diagram<'d, 'r> {
    case: &'d Case<'r>,
    cells: Vec<Cell<'r>>,
    confusions: &'d Confusions,
}

impl Diagram<'_, '_> {
    /// How many cells have a piece.
    fn pieces(&self) -> u32 {
        self.cells.iter().filter(|cell| !cell.is_empty()).count() as u32
    }

    /// The cells of each number.
    fn by_number(&self) -> BTreeMap<u32, Vec<&Cell<'_>>> {
        let mut found: BTreeMap<u32, Vec<&Cell<'_>>> = BTreeMap::new();
        for cell in &self.cells {
            if let Some(number) = cell.number {
                found.entry(number).or_default().push(cell);
            }
        }
        found
    }

    /// The numbers from 1 to `last` that no cell has.
    fn missing(&self, last: u32) -> Vec<u32> {
        let found = self.by_number();
        (1..=last).filter(|number| !found.contains_key(number)).collect()
    }

    /// A number read wrong: the only one that is missing belongs where a number is repeated, too high or none.
    fn misread(&self, trials: &mut Vec<Trial>) {
        let count = self.pieces();
        let [missing] = self.missing(count)[..] else { return };
        let repeated = self.by_number();
        let is_odd = |cell: &&Cell<'_>| match cell.number {
            None => !cell.is_empty(),
            Some(number) => number == 0 || number > count || repeated.get(&number).is_some_and(|cells| cells.len() > 1),
        };
        for cell in self.cells.iter().filter(is_odd) {
            let to = missing.to_string();
            let is_alike = self.confusions.meant(cell.text).iter().any(|(meant, _)| *meant == to);
            let kind = if is_alike { Kind::Misread } else { Kind::Wrong };
            let cost = if is_alike { 1 } else { 2 };
            self.add(kind, cost, missing, cell, Some(&to), trials);
        }
    }

    /// Two neighbouring plies exchanged.
    fn swapped(&self, trials: &mut Vec<Trial>) {
        let found = self.by_number();
        for ((&number, cells), others) in found.iter().zip(found.values().skip(1)) {
            let ([one], [other]) = (&cells[..], &others[..]) else { continue };
            let mut edits = vec![exchange(one, other.text), exchange(other, one.text)];
            edits.extend(self.told(other, &format!("{} and {} exchanged", one.text, other.text)));
            let mut swap = change(Kind::Swapped, Some(one.text), Some(other.text), one.span.clone());
            swap.ply = Some(number);
            trials.push(Trial::new(swap, edits));
        }
    }

    /// A number that stands there twice: one of the two is too many.
    fn extra(&self, trials: &mut Vec<Trial>) {
        for (number, cells) in self.by_number().into_iter().filter(|(_, cells)| cells.len() > 1) {
            for cell in cells {
                self.add(Kind::Extra, 2, number, cell, None, trials);
            }
        }
    }

    /// A number that is missing: it may belong into every empty cell.
    fn omitted(&self, trials: &mut Vec<Trial>) {
        let [missing] = self.missing(self.pieces() + 1)[..] else { return };
        if missing > self.pieces() {
            // All numbers are there.
            return;
        }
        for cell in self.cells.iter().filter(|cell| cell.is_empty()) {
            self.add(Kind::Omitted, 2, missing, cell, Some(&missing.to_string()), trials);
        }
    }

    /// A number in the wrong cell; see [`moved`].
    fn moved(&self, error: u32, trials: &mut Vec<Trial>) {
        let found = self.by_number();
        let is_sound = found.len() as u32 == self.pieces() && self.missing(self.pieces()).is_empty();
        let mut numbers: Vec<_> = if is_sound { found.into_iter().collect() } else { Vec::new() };
        numbers.sort_by_key(|(number, _)| number.abs_diff(error));
        for (number, cells) in numbers {
            let [cell] = cells[..] else { continue };
            for empty in self.cells.iter().filter(|cell| cell.is_empty()) {
                let (from, to) = (cell.square(), empty.square());
                let change =
                    Change { ply: Some(number), ..change(Kind::Wrong, Some(&from), Some(&to), cell.span.clone()) };
                let mut edits = vec![exchange(cell, "."), exchange(empty, cell.text)];
                edits.extend(self.told(empty, &format!("{} on {from}", cell.text)));
                trials.push(Trial { cost: 2, ..Trial::new(change, edits) });
            }
        }
    }

    /// Removes the numbers after the end of the game, which has `plies` plies.
    fn cut(&self, plies: u32, trials: &mut Vec<Trial>) {
        let after: Vec<&Cell<'_>> =
            self.by_number().into_iter().filter(|(number, _)| *number > plies).flat_map(|(_, cells)| cells).collect();
        let Some(first) = after.first() else { return };
        let numbers: Vec<&str> = after.iter().map(|cell| cell.text).collect();
        let numbers = numbers.join(", ");
        let mut edits: Vec<Edit> = after.iter().map(|cell| exchange(cell, ".")).collect();
        edits.extend(self.told(first, &numbers));
        let mut cut = change(Kind::Cut, Some(&numbers), None, first.span.clone());
        cut.ply = Some(plies + 1);
        trials.push(Trial::new(cut, edits));
    }

    /// Adds a trial: another text in a cell.
    fn add(&self, kind: Kind, cost: u32, ply: u32, cell: &Cell<'_>, to: Option<&str>, trials: &mut Vec<Trial>) {
        let from = Some(cell.text).filter(|_| kind != Kind::Omitted);
        let change = Change { ply: Some(ply), ..change(kind, from, to, cell.span.clone()) };
        let edits = std::iter::once(exchange(cell, to.unwrap_or("."))).chain(self.told(cell, cell.text)).collect();
        trials.push(Trial { cost, ..Trial::new(change, edits) });
    }

    /// The comment at the end of a row that shows what stood in one of its cells.
    fn told(&self, cell: &Cell<'_>, old: &str) -> Option<Edit> {
        let was = self.case.pen().was(old, true);
        (!was.is_empty()).then(|| Edit::insert(cell.line_end, format!(" {was}")))
    }
}

/// Another text in a cell, as wide as the old one if it can be.
fn exchange(cell: &Cell<'_>, to: &str) -> Edit {
    let width = cell.span.len();
    Edit::new(cell.span.clone(), format!("{to:>width$}"))
}
