//! Random matches of Le File, legal by construction, for tests and benchmarks. Shares no code with the crate: boards are
//! plain arrays, and files are looked for square by square.

use fastrand::Rng;

/// How the cards of a match are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// `24 Pb4`, `3r c4-d5`
    Colours,
    /// `2h4c Pb4`, `3h c4-d5`
    Suits,
    /// `Pb4`, `c4-d5`
    Missing,
}

/// Column and row from 0.
type At = (i8, i8);

static DIAGONALS: [At; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
static ORTHOGONALS: [At; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// A manche in progress: what stands on each square, capital letters for White.
struct Manche {
    cells: [[u8; 8]; 8],
    side: usize,
    scored: [Vec<(At, At)>; 2],
}

fn name((column, row): At) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn on_board((column, row): At) -> bool {
    (0..8).contains(&column) && (0..8).contains(&row)
}

fn squares() -> impl Iterator<Item = At> {
    (0..8).flat_map(|column| (0..8).map(move |row| (column, row)))
}

impl Manche {
    fn cell(&mut self, (column, row): At) -> &mut u8 {
        &mut self.cells[column as usize][row as usize]
    }

    fn at(&self, (column, row): At) -> u8 {
        self.cells[column as usize][row as usize]
    }

    /// A kind of piece as it stands on the board for a side.
    fn piece(side: usize, kind: u8) -> u8 {
        if side == 0 { kind } else { kind.to_ascii_lowercase() }
    }

    /// The ends of the files that a side has through a square, sorted.
    fn files(&self, side: usize, (column, row): At) -> Vec<(At, At)> {
        let mut found = Vec::new();
        for (dx, dy) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
            for back in 0..4 {
                let line = [0, 1, 2, 3].map(|step| (column + dx * (step - back), row + dy * (step - back)));
                if !line.iter().all(|square| on_board(*square)) {
                    continue;
                }
                let count = |kind| line.iter().filter(|at| self.at(**at) == Self::piece(side, kind)).count();
                if (count(b'P'), count(b'R')) == (3, 1) {
                    found.push((line[0], line[3]));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a piece may be placed on a square.
    fn practicable(&mut self, kind: u8, at: At) -> bool {
        if self.at(at) != b'.' {
            return false;
        }
        *self.cell(at) = Self::piece(self.side, kind);
        let free = self.files(self.side, at).is_empty();
        *self.cell(at) = b'.';
        free
    }

    fn place(&mut self, draw: [u8; 2], rng: &mut Rng) -> String {
        let count = |kind| self.cells.iter().flatten().filter(|cell| **cell == Self::piece(self.side, kind)).count();
        let left = [vec![b'P'; 6 - count(b'P')], vec![b'R'; 2 - count(b'R')]].concat();
        let kind = left[rng.usize(..left.len())];
        let [one, other] = draw.map(|value| value as i8 - 1);
        let named: Vec<At> =
            [(one, other), (other, one)].into_iter().filter(|at| self.practicable(kind, *at)).collect();
        let star = named.is_empty();
        let free = if star { squares().filter(|at| self.practicable(kind, *at)).collect() } else { named };
        let at = free[rng.usize(..free.len())];
        *self.cell(at) = Self::piece(self.side, kind);
        format!("{}{}{}", char::from(kind), if star { "*" } else { "" }, name(at))
    }

    /// The moves that a card allows.
    fn moves(&self, value: u8, red: bool) -> Vec<(At, At)> {
        let own = [b'P', b'R'].map(|kind| Self::piece(self.side, kind));
        let steps = if value <= 4 { 1 } else { 2 };
        let mut moves = Vec::new();
        for from in squares().filter(|at| own.contains(&self.at(*at))) {
            for (dx, dy) in if red { DIAGONALS } else { ORTHOGONALS } {
                let way = (1..=steps).map(|step| (from.0 + dx * step, from.1 + dy * step));
                if way.clone().all(|at| on_board(at) && self.at(at) == b'.') {
                    moves.push((from, (from.0 + dx * steps, from.1 + dy * steps)));
                }
            }
        }
        moves
    }

    /// The files that a move scores.
    fn scores(&mut self, (from, to): (At, At)) -> Vec<(At, At)> {
        let piece = std::mem::replace(self.cell(from), b'.');
        *self.cell(to) = piece;
        let mut files = self.files(self.side, to);
        files.retain(|file| !self.scored[self.side].contains(file));
        *self.cell(to) = b'.';
        *self.cell(from) = piece;
        files
    }

    fn shift(&mut self, value: u8, red: bool, rng: &mut Rng) -> String {
        let moves = self.moves(value, red);
        if moves.is_empty() {
            return "--".to_owned();
        }
        let mut chosen = moves[rng.usize(..moves.len())];
        // Players look for points: so do these, mostly.
        if rng.u8(..4) > 0
            && let Some(best) = moves.into_iter().find(|shift| !self.scores(*shift).is_empty())
        {
            chosen = best;
        }
        let files = self.scores(chosen);
        let (from, to) = chosen;
        *self.cell(to) = std::mem::replace(self.cell(from), b'.');
        let mut text = format!("{}-{}", name(from), name(to));
        for (first, last) in &files {
            text += &format!(" ={}-{}", name(*first), name(*last));
        }
        let enemy = Self::piece(1 - self.side, b'P');
        for _ in 0..rng.usize(..=files.len()) {
            let pawns: Vec<At> = squares().filter(|at| self.at(*at) == enemy).collect();
            let empty: Vec<At> = squares().filter(|at| self.at(*at) == b'.').collect();
            let (from, to) = (pawns[rng.usize(..pawns.len())], empty[rng.usize(..empty.len())]);
            *self.cell(from) = b'.';
            *self.cell(to) = enemy;
            text += &format!(" x{}-{}", name(from), name(to));
        }
        self.scored[self.side].extend(files);
        text
    }
}

/// The plies of a whole match, 48 for each manche, in canonical form.
pub fn random_match(cards: Cards, rng: &mut Rng) -> Vec<String> {
    let mut plies = Vec::new();
    for _ in 0..2 {
        let mut manche = Manche { cells: [[b'.'; 8]; 8], side: 0, scored: Default::default() };
        let mut deck: Vec<(u8, char)> =
            (1..=8).flat_map(|value| ['h', 'd', 'c', 's'].map(|suit| (value, suit))).collect();
        rng.shuffle(&mut deck);
        for draw in deck.chunks(2) {
            let placed = manche.place([draw[0].0, draw[1].0], rng);
            plies.push(match cards {
                Cards::Missing => placed,
                Cards::Colours => format!("{}{} {placed}", draw[0].0, draw[1].0),
                Cards::Suits => format!("{}{}{}{} {placed}", draw[0].0, draw[0].1, draw[1].0, draw[1].1),
            });
            manche.side = 1 - manche.side;
        }
        rng.shuffle(&mut deck);
        for (value, suit) in deck {
            let red = matches!(suit, 'h' | 'd');
            let moved = manche.shift(value, red, rng);
            plies.push(match cards {
                Cards::Missing => moved,
                Cards::Colours => format!("{value}{} {moved}", if red { 'r' } else { 'b' }),
                Cards::Suits => format!("{value}{suit} {moved}"),
            });
            manche.side = 1 - manche.side;
        }
    }
    plies
}
