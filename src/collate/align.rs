//! Aligns the plies of witnesses, as texts are collated: each column of the table is one place of the game.

use super::voices::Voice;
use super::witness::Witness;
use crate::system::System;

/// The cost of a place where a ply has no counterpart, or a different one.
const APART: u32 = 10;
/// A ply spelt otherwise.
const SPELT: u32 = 1;
/// The most cells that an alignment looks at.
const CELLS: usize = 16_000_000;

/// How far the plies of two records agree: 1 if all plies are the same, less by each that is another, missing, added, or exchanged with
/// its neighbour. Anything below `least` may be returned as 0.
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

/// How many plies two records share, in any order.
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
/// `most`, the result is some number above `most`.
pub(super) fn distance(long: &[u32], short: &[u32], most: usize) -> usize {
    // The plies that both begin with, and those that both end with, cost nothing.
    let front = long.iter().zip(short).take_while(|(one, other)| one == other).count();
    let (long, short) = (&long[front..], &short[front..]);
    let back = long.iter().rev().zip(short.iter().rev()).take_while(|(one, other)| one == other).count();
    let (long, short) = (&long[..long.len() - back], &short[..short.len() - back]);
    // Most copies differ in a few plies, so the search begins with few changes.
    let mut few = most.min(8);
    loop {
        let found = distance_within(long, short, few);
        if found <= few || few == most {
            return found;
        }
        few = (few * 4).min(most);
    }
}

/// The [`distance`] if it is at most `most`, otherwise a larger number.
fn distance_within(long: &[u32], short: &[u32], most: usize) -> usize {
    let band = most.min(long.len()).max(1);
    let width = short.len() + 1;
    let far = long.len() + width;
    let mut rows = [vec![far; width], vec![far; width], vec![far; width]];
    for (column, cell) in rows[1].iter_mut().enumerate().take(band + 1) {
        *cell = column;
    }
    for (row, action) in (1_usize..).zip(long) {
        let [before, last, next] = &mut rows;
        let first = row.saturating_sub(band).max(1);
        // The cell before the band is too far away; after the band no cell has been written yet.
        let mut least = if row <= band { row } else { far };
        if let Some(cell) = next.get_mut(first - 1) {
            *cell = least;
        }
        for column in first..=(row + band).min(short.len()) {
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

/// Columns: for each voice the number of the ply that stands there.
pub(super) type Columns = Vec<Vec<Option<u32>>>;

/// Aligns the plies of all voices of a game.
pub(super) fn columns(voices: &[Voice<'_>]) -> Columns {
    /// How often each voice is taken out and aligned again, now that all others are known.
    const ROUNDS: usize = 2;
    let count = voices.len();
    let Some(first) = voices.first() else { return Vec::new() };
    let actions = |voice: &Voice<'_>| voice.witness.plies.iter().map(|ply| ply.action).collect::<Vec<_>>();
    let own = actions(first);
    if voices[1..].iter().all(|other| actions(other) == own) {
        return (0..own.len() as u32).map(|ply| vec![Some(ply); count]).collect();
    }
    let mut columns: Columns = (0..own.len() as u32)
        .map(|ply| {
            let mut cells = vec![None; count];
            cells[0] = Some(ply);
            cells
        })
        .collect();
    for number in 1..count {
        columns = Aligning::new(voices, columns, number, 0..number).add();
    }
    for number in (0..count).cycle().take(if count > 2 { ROUNDS * count } else { 0 }) {
        for cells in &mut columns {
            cells[number] = None;
        }
        columns.retain(|cells| cells.iter().any(Option::is_some));
        let others = (0..count).filter(|&other| other != number);
        columns = Aligning::new(voices, columns, number, others).add();
    }
    centre(voices, &mut columns);
    columns
}

/// Of several equal plies in a row, any one may be missing or added. The middle one is taken: it is close to all
/// others.
fn centre(voices: &[Voice<'_>], columns: &mut Columns) {
    let action = |column: &[Option<u32>]| {
        let mut plies =
            column.iter().zip(voices).filter_map(|(cell, voice)| Some(&voice.witness.plies[(*cell)? as usize]));
        let first = plies.next()?.action;
        plies.all(|ply| ply.action == first).then_some(first)
    };
    let mut at = 0;
    while at < columns.len() {
        let own = action(&columns[at]);
        let like = |column: &&Vec<Option<u32>>| own.is_some() && action(column) == own;
        let count = columns[at..].iter().take_while(like).count().max(1);
        let run = &mut columns[at..at + count];
        let has_gap = |voice: &usize| run.iter().filter(|cells| cells[*voice].is_none()).count() == 1;
        let is_whole = |voice: &usize| run.iter().all(|cells| cells[*voice].is_some());
        let gaps: Vec<usize> = (0..voices.len()).filter(has_gap).collect();
        if count > 1 && (0..voices.len()).all(|voice| is_whole(&voice) || gaps.contains(&voice)) {
            for voice in gaps {
                let plies: Vec<Option<u32>> = run.iter().map(|cells| cells[voice]).filter(Option::is_some).collect();
                let (before, after) = plies.split_at(count / 2);
                let cells = before.iter().chain([&None]).chain(after);
                run.iter_mut().zip(cells).for_each(|(column, cell)| column[voice] = *cell);
            }
        }
        at += count;
    }
}

/// Adds a voice to a table. The cost of a place is the sum over the witnesses of the other voices, so the majority
/// decides.
struct Aligning<'a> {
    voices: &'a [Voice<'a>],
    columns: Columns,
    /// The number of the voice.
    number: usize,
    /// The numbers of the voices that are in the table.
    others: Vec<usize>,
    /// How many witnesses these voices have.
    weight: u32,
    /// What stands in each column.
    said: Vec<Said<'a>>,
}

/// What the voices of a table have in one column: each different ply once, so that a place costs as much to look at with
/// many voices as with few.
#[derive(Default)]
struct Said<'a> {
    plies: Vec<SaidPly<'a>>,
    /// How many witnesses have a ply there.
    weight: u32,
}

struct SaidPly<'a> {
    action: u32,
    system: System,
    text: &'a str,
    /// One of its witnesses.
    witness: &'a Witness,
    /// How many witnesses have it.
    weight: u32,
}

impl<'a> Said<'a> {
    fn of(cells: &[Option<u32>], voices: &'a [Voice<'a>]) -> Said<'a> {
        let mut said = Said::default();
        for (voice, cell) in voices.iter().zip(cells) {
            let Some(ply) = cell.and_then(|ply| voice.witness.plies.get(ply as usize)) else { continue };
            let (witness, weight) = (voice.witness, voice.weight());
            let (action, system, text) = (ply.action, witness.system, witness.text(ply));
            said.weight += weight;
            let is_same = |known: &&mut SaidPly<'_>| (known.action, known.system, known.text) == (action, system, text);
            match said.plies.iter_mut().find(is_same) {
                Some(known) => known.weight += weight,
                None => said.plies.push(SaidPly { action, system, text, witness, weight }),
            }
        }
        said
    }

    fn has(&self, action: u32) -> bool {
        self.plies.iter().any(|ply| ply.action == action)
    }
}

/// How a cell is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Start,
    Both,
    /// The voice lacks what the column has.
    Lacks,
    /// The voice has what the columns lack.
    Adds,
    /// Two plies stand in the other order.
    Exchanged,
}

impl<'a> Aligning<'a> {
    fn new(
        voices: &'a [Voice<'a>],
        columns: Columns,
        number: usize,
        others: impl IntoIterator<Item = usize>,
    ) -> Aligning<'a> {
        let others: Vec<usize> = others.into_iter().collect();
        let weight = others.iter().map(|&other| voices[other].weight()).sum();
        let said = columns.iter().map(|cells| Said::of(cells, voices)).collect();
        Aligning { voices, columns, number, others, weight, said }
    }

    fn add(self) -> Columns {
        let (height, width) = (self.columns.len() + 1, self.witness().plies.len() + 1);
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
                    offer(next[column - 1] + APART * self.weight, Step::Adds);
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

    /// Walks back from the ends of both to their beginnings.
    fn trace(self, steps: &[Vec<Step>], first: impl Fn(usize) -> usize) -> Columns {
        let (mut row, mut column) = (self.columns.len(), self.witness().plies.len());
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
                    let mut cells = vec![None; self.voices.len()];
                    cells[self.number] = Some(column as u32);
                    columns.push(cells);
                }
            }
        }
        columns.reverse();
        columns
    }

    fn witness(&self) -> &'a Witness {
        self.voices[self.number].witness
    }

    /// What the ply of another voice in a column does.
    fn action(&self, row: usize, other: usize) -> Option<u32> {
        Some(self.voices[other].witness.plies.get(self.columns[row][other]? as usize)?.action)
    }

    /// The cost of putting two plies with the same effect into one column; 0 if they are also spelt alike.
    fn spelt(&self, column: usize, (other, there): (&Witness, &str)) -> u32 {
        let witness = self.witness();
        let text = witness.text(&witness.plies[column]);
        if are_spelt_alike((witness, text), (other, there)) { 0 } else { SPELT }
    }

    /// The cost of putting a ply of this voice into a column.
    fn cost(&self, row: usize, column: usize) -> u32 {
        let own = self.witness().plies[column].action;
        let same = self.said[row].plies.iter().filter(|ply| ply.action == own);
        same.fold(APART * self.weight, |cost, ply| {
            cost - (APART - self.spelt(column, (ply.witness, ply.text))) * ply.weight
        })
    }

    /// The cost of leaving a gap for this voice in a column.
    fn gap(&self, row: usize) -> u32 {
        APART * self.said[row].weight
    }

    /// The cost of two plies in an order that some voice reverses: as much as one ply apart. `None` if no voice
    /// reverses them.
    fn exchanged(&self, row: usize, column: usize) -> Option<u32> {
        let plies = &self.witness().plies;
        let (first, second) = (plies[column - 1].action, plies[column].action);
        if first == second || !self.said[row - 1].has(second) || !self.said[row].has(first) {
            return None;
        }
        let is_exchanged =
            |other: usize| self.action(row - 1, other) == Some(second) && self.action(row, other) == Some(first);
        let mut exchanged = self.others.iter().filter(|&&other| is_exchanged(other)).peekable();
        exchanged.peek()?;
        // Without the exchange both plies would differ from these voices, at twice the cost of a place apart.
        let weight: u32 = exchanged.map(|&other| self.voices[other].weight()).sum();
        Some(self.cost(row - 1, column - 1) + self.cost(row, column) - APART * weight)
    }
}

/// Whether two plies with the same effect are spelt alike, as far as the notation systems can be compared.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance by its definition, over all cells.
    fn plain(long: &[u32], short: &[u32]) -> usize {
        let mut cells = vec![vec![0; short.len() + 1]; long.len() + 1];
        for row in 0..=long.len() {
            for column in 0..=short.len() {
                if row == 0 || column == 0 {
                    cells[row][column] = row + column;
                    continue;
                }
                let (one, other) = (long[row - 1], short[column - 1]);
                let mut cost = cells[row - 1][column - 1] + usize::from(one != other);
                cost = cost.min(cells[row - 1][column] + 1).min(cells[row][column - 1] + 1);
                if row > 1 && column > 1 && one == short[column - 2] && long[row - 2] == other {
                    cost = cost.min(cells[row - 2][column - 2] + 1);
                }
                cells[row][column] = cost;
            }
        }
        cells[long.len()][short.len()]
    }

    #[test]
    fn a_distance_is_found_without_looking_at_all_of_it() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let kinds = random.u32(2..9);
            let long: Vec<u32> = (0..random.usize(0..40)).map(|_| random.u32(0..kinds)).collect();
            let mut short = long.clone();
            for _ in 0..random.usize(0..12) {
                if !short.is_empty() {
                    let at = random.usize(0..short.len());
                    match random.u8(0..3) {
                        0 => drop(short.remove(at)),
                        1 => short[at] = random.u32(0..kinds),
                        _ => short.swap(at, at.saturating_sub(1)),
                    }
                }
            }
            let exact = plain(&long, &short);
            for most in [0, 1, 2, 5, 9, 20, 50] {
                let found = distance(&long, &short, most);
                assert!(
                    if exact <= most { found == exact } else { found > most },
                    "{long:?} {short:?} {most}: {found}"
                );
            }
        }
    }
}
