//! Aligns the plies of witnesses, as texts are collated: each column of the table holds what is the same place of the game.

use super::witness::{Ply, Witness};

/// What a place costs in which a ply has no counterpart, or another one.
const APART: u32 = 10;
/// A ply spelt otherwise.
const SPELT: u32 = 1;
/// The most cells that an alignment looks at.
const CELLS: usize = 16_000_000;

/// How far the plies of two records agree: 1 if all plies are the same, less by each that is another, missing, added, or exchanged with
/// its neighbour. Anything below `least` may be told as 0.
pub(super) fn agreement(one: &[u32], other: &[u32], least: f64) -> f64 {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    if short.is_empty() {
        return if long.is_empty() { 1.0 } else { 0.0 };
    }
    let most = ((1.0 - least) * long.len() as f64 + 1e-9) as usize;
    if long.len() - short.len() > most || long.len() - common(long, short) > most {
        return 0.0;
    }
    let distance = distance(long, short, most);
    1.0 - distance as f64 / long.len() as f64
}

/// How many plies two records share, whatever their order.
fn common(one: &[u32], other: &[u32]) -> usize {
    let (mut one, mut other) = (one.to_vec(), other.to_vec());
    one.sort_unstable();
    other.sort_unstable();
    let (mut at, mut count) = (0, 0);
    for action in one {
        while other.get(at).is_some_and(|there| *there < action) {
            at += 1;
        }
        if other.get(at) == Some(&action) {
            at += 1;
            count += 1;
        }
    }
    count
}

/// How many changes make one line of the other: other, missing and added plies, and neighbours exchanged. If it is more than
/// `most`, it is told as any number above.
pub(super) fn distance(long: &[u32], short: &[u32], most: usize) -> usize {
    let band = most.min(long.len()).max(1);
    let width = short.len() + 1;
    let far = long.len() + width;
    let mut rows = [vec![far; width], vec![far; width], vec![far; width]];
    for (column, cell) in rows[1].iter_mut().enumerate().take(band + 1) {
        *cell = column;
    }
    for (row, action) in (1..).zip(long) {
        let [before, last, next] = &mut rows;
        next.fill(far);
        let mut least = far;
        if row <= band {
            next[0] = row;
            least = row;
        }
        for column in row.saturating_sub(band).max(1)..=(row + band).min(short.len()) {
            let mut cost = last[column - 1] + usize::from(*action != short[column - 1]);
            cost = cost.min(last[column] + 1).min(next[column - 1] + 1);
            if row > 1 && column > 1 && *action == short[column - 2] && long[row - 2] == short[column - 1] {
                cost = cost.min(before[column - 2] + 1);
            }
            next[column] = cost;
            least = least.min(cost);
        }
        if least > most {
            return far;
        }
        rows.rotate_left(1);
    }
    rows[1][short.len()]
}

/// Columns: for each witness the number of the ply that stands there.
pub(super) type Columns = Vec<Vec<Option<u32>>>;

/// Aligns the plies of all witnesses of a game.
pub(super) fn columns(witnesses: &[&Witness]) -> Columns {
    /// How often each witness is taken out and put in again, now that all others are known.
    const ROUNDS: usize = 2;
    let count = witnesses.len();
    let Some(first) = witnesses.first() else { return Vec::new() };
    let is_same =
        |other: &&Witness| other.plies.iter().map(|ply| ply.action).eq(first.plies.iter().map(|ply| ply.action));
    if witnesses.iter().all(is_same) {
        return (0..first.plies.len() as u32).map(|ply| vec![Some(ply); count]).collect();
    }
    let mut columns: Columns = (0..first.plies.len() as u32)
        .map(|ply| {
            let mut cells = vec![None; count];
            cells[0] = Some(ply);
            cells
        })
        .collect();
    for number in 1..count {
        columns = Aligning { witnesses, columns, number, others: (0..number).collect() }.add();
    }
    for number in (0..count).cycle().take(if count > 2 { ROUNDS * count } else { 0 }) {
        for cells in &mut columns {
            cells[number] = None;
        }
        columns.retain(|cells| cells.iter().any(Option::is_some));
        let others = (0..count).filter(|&other| other != number).collect();
        columns = Aligning { witnesses, columns, number, others }.add();
    }
    centre(witnesses, &mut columns);
    columns
}

/// Of several like plies on end nobody knows which one is missing, or too many: the one in the middle is taken, which is near
/// to all of them.
fn centre(witnesses: &[&Witness], columns: &mut Columns) {
    let action = |column: &[Option<u32>]| {
        let mut plies =
            column.iter().zip(witnesses).filter_map(|(cell, witness)| Some(&witness.plies[(*cell)? as usize]));
        let first = plies.next()?.action;
        plies.all(|ply| ply.action == first).then_some(first)
    };
    let mut at = 0;
    while at < columns.len() {
        let own = action(&columns[at]);
        let like = |column: &&Vec<Option<u32>>| own.is_some() && action(column) == own;
        let count = columns[at..].iter().take_while(like).count().max(1);
        let run = &mut columns[at..at + count];
        let has_gap = |witness: &usize| run.iter().filter(|cells| cells[*witness].is_none()).count() == 1;
        let is_whole = |witness: &usize| run.iter().all(|cells| cells[*witness].is_some());
        let gaps: Vec<usize> = (0..witnesses.len()).filter(has_gap).collect();
        if count > 1 && (0..witnesses.len()).all(|witness| is_whole(&witness) || gaps.contains(&witness)) {
            for witness in gaps {
                let plies: Vec<Option<u32>> = run.iter().map(|cells| cells[witness]).filter(Option::is_some).collect();
                let (before, behind) = plies.split_at(count / 2);
                let cells = before.iter().chain([&None]).chain(behind);
                run.iter_mut().zip(cells).for_each(|(column, cell)| column[witness] = *cell);
            }
        }
        at += count;
    }
}

/// Adds a witness to a table. What each place costs is the sum over the other witnesses, so that most of them decide.
struct Aligning<'a> {
    witnesses: &'a [&'a Witness],
    columns: Columns,
    /// The number of the witness.
    number: usize,
    /// Those that are in the table.
    others: Vec<usize>,
}

/// How a cell is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Start,
    Both,
    /// The witness lacks what the column has.
    Lacks,
    /// The witness has what the columns lack.
    Adds,
    /// Two plies stand in the other order.
    Exchanged,
}

impl Aligning<'_> {
    fn add(self) -> Columns {
        let (height, width) = (self.columns.len() + 1, self.witnesses[self.number].plies.len() + 1);
        // Very long games are aligned near the diagonal.
        let band = (CELLS / height.max(width)).max(height.abs_diff(width) + 1);
        let far = u32::MAX / 2;
        let span = |row: usize| row.saturating_sub(band)..(row + band + 1).min(width);
        let mut steps: Vec<Vec<Step>> = Vec::with_capacity(height);
        let mut costs: [Vec<u32>; 3] = [vec![far; width], vec![far; width], vec![far; width]];
        for row in 0..height {
            let span = span(row);
            let mut taken = Vec::with_capacity(span.len());
            let [before, last, next] = &mut costs;
            next.fill(far);
            for column in span {
                let mut best = if row + column == 0 { (0, Step::Start) } else { (far, Step::Start) };
                let mut offer = |cost: u32, step: Step| {
                    if cost < best.0 {
                        best = (cost, step);
                    }
                };
                // What comes first wins at equal costs: among several like plies it is the last that is missing or too many,
                // because copyists repeat what they have just written.
                if row > 0 {
                    offer(last[column] + self.gap(row - 1), Step::Lacks);
                }
                if column > 0 {
                    offer(next[column - 1] + APART * self.others.len() as u32, Step::Adds);
                }
                if row > 0 && column > 0 {
                    offer(last[column - 1] + self.cost(row - 1, column - 1), Step::Both);
                }
                if row > 1
                    && column > 1
                    && let Some(cost) = self.exchanged(row - 1, column - 1)
                {
                    offer(before[column - 2] + cost, Step::Exchanged);
                }
                next[column] = best.0;
                taken.push(best.1);
            }
            steps.push(taken);
            costs.rotate_left(1);
        }
        self.trace(&steps, |row| span(row).start)
    }

    /// Goes back from the ends of both to their beginnings.
    fn trace(self, steps: &[Vec<Step>], first: impl Fn(usize) -> usize) -> Columns {
        let (mut row, mut column) = (self.columns.len(), self.witnesses[self.number].plies.len());
        let mut columns = Vec::with_capacity(row.max(column));
        let with = |row: usize, ply: Option<usize>| {
            let mut cells = self.columns[row].clone();
            cells[self.number] = ply.map(|ply| ply as u32);
            cells
        };
        loop {
            match steps[row][column - first(row)] {
                Step::Start => break,
                Step::Both => {
                    (row, column) = (row - 1, column - 1);
                    columns.push(with(row, Some(column)));
                }
                Step::Exchanged => {
                    columns.push(with(row - 1, Some(column - 1)));
                    columns.push(with(row - 2, Some(column - 2)));
                    (row, column) = (row - 2, column - 2);
                }
                Step::Lacks => {
                    row -= 1;
                    columns.push(with(row, None));
                }
                Step::Adds => {
                    column -= 1;
                    let mut cells = vec![None; self.witnesses.len()];
                    cells[self.number] = Some(column as u32);
                    columns.push(cells);
                }
            }
        }
        columns.reverse();
        columns
    }

    /// The ply of another witness in a column.
    fn ply(&self, row: usize, other: usize) -> Option<&Ply> {
        self.witnesses[other].plies.get(self.columns[row][other]? as usize)
    }

    /// What it costs that a ply stands in the same column as that of another witness.
    fn apart(&self, row: usize, column: usize, other: usize) -> u32 {
        let witness = self.witnesses[self.number];
        let own = &witness.plies[column];
        match self.ply(row, other) {
            Some(ply) if ply.action == own.action => {
                let other = self.witnesses[other];
                if are_spelt_alike((witness, witness.text(own)), (other, other.text(ply))) { 0 } else { SPELT }
            }
            _ => APART,
        }
    }

    fn cost(&self, row: usize, column: usize) -> u32 {
        self.others.iter().map(|&other| self.apart(row, column, other)).sum()
    }

    /// What it costs that the witness lacks a column.
    fn gap(&self, row: usize) -> u32 {
        APART * self.others.iter().filter(|&&other| self.columns[row][other].is_some()).count() as u32
    }

    /// What it costs that two plies stand in the other order than some witness has them: as much as one ply apart. `None` if
    /// no witness has them so.
    fn exchanged(&self, row: usize, column: usize) -> Option<u32> {
        let plies = &self.witnesses[self.number].plies;
        let (first, second) = (plies[column - 1].action, plies[column].action);
        let action = |row: usize, other: usize| self.ply(row, other).map(|ply| ply.action);
        let is_exchanged = |&other: &usize| action(row - 1, other) == Some(second) && action(row, other) == Some(first);
        if first == second || !self.others.iter().any(is_exchanged) {
            return None;
        }
        let cost = |other: &usize| match is_exchanged(other) {
            true => APART,
            false => self.apart(row - 1, column - 1, *other) + self.apart(row, column, *other),
        };
        Some(self.others.iter().map(cost).sum())
    }
}

/// Whether two plies that do the same are spelt alike, as far as the notation systems can be compared.
pub(super) fn are_spelt_alike((one, text): (&Witness, &str), (other, there): (&Witness, &str)) -> bool {
    if one.system != other.system || text == there {
        return true;
    }
    let letters = |text: &str| -> String {
        let dash = |letter: char| if matches!(letter, '–' | '—' | '→' | ':') { '-' } else { letter };
        text.chars().filter(|letter| !letter.is_whitespace()).map(dash).flat_map(char::to_lowercase).collect()
    };
    letters(text) == letters(there)
}
