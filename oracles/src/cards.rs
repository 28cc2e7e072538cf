//! Le File on a plain grid, by `rules.md`: LF-1 to LF-15, with illegal plies that stood (C-6).

use std::collections::{BTreeMap, BTreeSet};

/// Column and row from 0 at the bottom left.
pub type Point = (i32, i32);

/// A file by its ends, the one with the smaller column first, then the smaller row.
pub type File = (Point, Point);

/// The value of a card, and its colour or suit; a space where neither is written.
pub type Card = (u32, char);

const SIZE: i32 = 8;

/// How a file runs on from its first square.
const RUNS: [Point; 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// The codes of plies that may stand, in addition to `pass-not-allowed`.
const MAY_STAND: [&str; 8] = [
    "wrong-distance",
    "wrong-direction",
    "path-blocked",
    "not-drawn",
    "forms-file",
    "card-exhausted",
    "opponent-choice",
    "relocate-not-allowed",
];

/// A ply as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    pub cards: Vec<Card>,
    pub what: What,
}

/// What a ply does with its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Place { kind: char, star: bool, at: Point },
    Move { from: Point, to: Point, claims: Vec<File>, relocations: Vec<(Point, Point)> },
    Pass,
}

impl Ply {
    /// A ply in any spelling.
    pub fn read(text: &str) -> Option<Ply> {
        let mut words = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).peekable();
        let mut cards = words.next_if(|word| read_cards(word).is_some()).and_then(read_cards).unwrap_or_default();
        // A value and its colour in words: `3 rosso`.
        if cards.is_empty()
            && let Some(value) = words.next_if(|word| word.len() == 1 && value(word).is_some()).and_then(value)
        {
            let mark = match words.next()?.to_ascii_lowercase().as_str() {
                "rosso" | "red" => 'r',
                "nero" | "black" => 'b',
                _ => return None,
            };
            cards.push((value, mark));
        }
        let word = words.next()?;
        let what = if word.chars().count() == 2 && word.chars().all(is_dash) {
            What::Pass
        } else if let Some((from, to)) = pair(word) {
            let (mut claims, mut relocations) = (Vec::new(), Vec::new());
            for word in words.by_ref() {
                match word.strip_prefix('=') {
                    Some(claim) if relocations.is_empty() => claims.push(pair(claim)?),
                    Some(_) => return None,
                    None => relocations.push(pair(word.strip_prefix('x')?)?),
                }
            }
            What::Move { from, to, claims, relocations }
        } else {
            let kind = word.chars().next().filter(|kind| "PRT".contains(*kind))?;
            let star = word[1..].starts_with('*');
            let at = square(&word[1 + usize::from(star)..])?;
            What::Place { kind: if kind == 'T' { 'R' } else { kind }, star, at }
        };
        let fits =
            matches!((cards.len(), &what), (0, _) | (2, What::Place { .. }) | (1, What::Move { .. } | What::Pass));
        (fits && words.next().is_none()).then_some(Ply { cards, what })
    }

    /// The ply in canonical form, with the claims that it has.
    pub fn write(&self) -> String {
        let cards: String =
            self.cards.iter().map(|(value, mark)| format!("{value}{mark}").trim_end().to_owned()).collect();
        let what = match &self.what {
            What::Place { kind, star, at } => format!("{kind}{}{}", if *star { "*" } else { "" }, name(*at)),
            What::Move { from, to, claims, relocations } => {
                let mut out = format!("{}-{}", name(*from), name(*to));
                claims.iter().for_each(|claim| out += &format!(" ={}", file_name(claim)));
                relocations.iter().for_each(|pair| out += &format!(" x{}", file_name(pair)));
                out
            }
            What::Pass => "--".to_owned(),
        };
        format!("{cards} {what}").trim_start().to_owned()
    }
}

/// The value of a card.
fn value(text: &str) -> Option<u32> {
    if text == "A" { Some(1) } else { text.parse().ok().filter(|value| (1..=8).contains(value)) }
}

/// The cards in a word: two by their values, or one with its colour or suit.
fn read_cards(word: &str) -> Option<Vec<Card>> {
    let mut cards: Vec<Card> = Vec::new();
    for letter in word.chars() {
        let value = value(letter.encode_utf8(&mut [0; 4]));
        match (value, cards.last_mut()) {
            (Some(value), _) => cards.push((value, ' ')),
            (None, Some((_, mark))) if *mark == ' ' => {
                *mark = match letter {
                    'n' => 'b',
                    'r' | 'b' | 'h' | 'd' | 'c' | 's' => letter,
                    '♥' => 'h',
                    '♦' => 'd',
                    '♣' => 'c',
                    '♠' => 's',
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    let fits = match cards[..] {
        [(_, mark)] => mark != ' ',
        [(_, one), (_, other)] => ![one, other].iter().any(|mark| matches!(mark, 'r' | 'b')),
        _ => false,
    };
    fits.then_some(cards)
}

fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '–' | '—')
}

/// A square, on the board or not.
fn square(text: &str) -> Option<Point> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = &text[1..];
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((i32::from(letter - b'a'), digits.parse().map_or(1000, |row: i32| row - 1)))
}

fn pair(text: &str) -> Option<(Point, Point)> {
    let (one, other) = text.split_once(is_dash)?;
    Some((square(one)?, square(other)?))
}

/// The name of a square.
pub fn name((x, y): Point) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn file_name((first, last): &File) -> String {
    format!("{}-{}", name(*first), name(*last))
}

fn is_on((x, y): Point) -> bool {
    (0..SIZE).contains(&x) && (0..SIZE).contains(&y)
}

fn is_black(mark: char) -> bool {
    matches!(mark, 'b' | 'c' | 's')
}

/// A position.
#[derive(Debug, Clone, Default)]
pub struct Cards {
    cells: BTreeMap<Point, (usize, char)>,
    pub turn: usize,
    /// The plies of this manche, those before a `Setup` counted.
    pub made: usize,
    /// The manche, from 0.
    pub manche: usize,
    /// The cards drawn in this phase.
    drawn: Vec<Card>,
    points: [[u32; 2]; 2],
    scored: [BTreeSet<File>; 2],
    /// The files that the last ply has scored.
    pub last: BTreeSet<File>,
}

impl Cards {
    /// The position of a position string, if it is valid.
    pub fn set_up(text: &str) -> Option<Cards> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, phase, points, scored] = fields[..] else { return None };
        let mut cards = Cards { turn: ["W", "B"].iter().position(|letter| *letter == side)?, ..Cards::default() };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != SIZE as usize {
            return None;
        }
        for (row, y) in rows.iter().rev().zip(0..) {
            let mut x = 0;
            for letter in row.chars() {
                if let Some(run) = letter.to_digit(10) {
                    x += run as i32;
                } else {
                    let piece = (usize::from("pr".contains(letter)), letter.to_ascii_uppercase());
                    if !"PRpr".contains(letter) || x >= SIZE {
                        return None;
                    }
                    cards.cells.insert((x, y), piece);
                    x += 1;
                }
            }
            if x != SIZE {
                return None;
            }
        }
        let (white, black) = points.split_once(':')?;
        cards.points[0] = [white.parse().ok()?, black.parse().ok()?];
        let (white, black) = scored.split_once(':')?;
        for (side, names) in [white, black].into_iter().enumerate() {
            for name in names.split(',').filter(|name| *name != "-") {
                let (first, last) = pair(name)?;
                let is_file = RUNS.iter().any(|(dx, dy)| last == (first.0 + 3 * dx, first.1 + 3 * dy));
                if !is_file || !is_on(first) || !is_on(last) {
                    return None;
                }
                cards.scored[side].insert((first, last));
            }
        }
        let count = |side, kind| cards.cells.values().filter(|piece| **piece == (side, kind)).count();
        let [white, black] = [0, 1].map(|side| (count(side, 'P'), count(side, 'R')));
        match phase {
            "1" => {
                let placed = [white.0 + white.1, black.0 + black.1];
                cards.made = placed[0] + placed[1];
                let alternate = placed[0] == placed[1] + cards.turn;
                let none = [0, 1].iter().all(|&side| cards.points[0][side] == 0 && cards.files(side).is_empty());
                let most = [white, black].iter().all(|side| side.0 <= 6 && side.1 <= 2);
                if !alternate || !none || !most || cards.made >= 16 {
                    return None;
                }
            }
            "2" if [white, black] == [(6, 2); 2] => cards.made = 16,
            _ => return None,
        }
        let points_fit = (0..2).all(|side| cards.scored[side].len() == cards.points[0][side] as usize);
        // A number and a list of files have other spellings: they are seen here.
        (points_fit && cards.string() == text).then_some(cards)
    }

    /// The position string.
    pub fn string(&self) -> String {
        let mut out = String::new();
        for y in (0..SIZE).rev() {
            let mut empty = 0;
            for x in 0..SIZE {
                let Some((side, kind)) = self.cells.get(&(x, y)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out += &std::mem::take(&mut empty).to_string();
                }
                out.push(if *side == 0 { *kind } else { kind.to_ascii_lowercase() });
            }
            if empty > 0 {
                out += &empty.to_string();
            }
            out.push(if y > 0 { '/' } else { ' ' });
        }
        let files = |side: usize| {
            let names: Vec<String> = self.scored[side].iter().map(file_name).collect();
            if names.is_empty() { "-".to_owned() } else { names.join(",") }
        };
        let [white, black] = self.points[self.manche];
        let (side, phase) = (["W", "B"][self.turn], if self.made < 16 { 1 } else { 2 });
        out + &format!("{side} {phase} {white}:{black} {}:{}", files(0), files(1))
    }

    /// Whether a break must stand here.
    pub fn break_due(&self) -> bool {
        self.made == 48 && self.manche == 0
    }

    /// Begins the second manche.
    pub fn take_break(&mut self) {
        *self = Cards { manche: 1, points: self.points, ..Cards::default() };
    }

    pub fn is_over(&self) -> bool {
        self.made == 48 && self.manche == 1
    }

    /// The player to move, by the colour of the first manche.
    pub fn player(&self) -> usize {
        (self.turn + self.manche) % 2
    }

    /// The points of each player, by the colour of the first manche.
    pub fn totals(&self) -> [u32; 2] {
        [self.points[0][0] + self.points[1][1], self.points[0][1] + self.points[1][0]]
    }

    /// The points of each manche by the colour played, the one in progress included.
    pub fn manches(&self) -> Vec<[u32; 2]> {
        self.points[..=self.manche].to_vec()
    }

    /// The winner, if there is one, and the reason; `None` before the end.
    pub fn outcome(&self) -> Option<(Option<usize>, &'static str)> {
        if !self.is_over() {
            return None;
        }
        let [one, other] = self.totals();
        let [one_black, other_black] = [self.points[1][1], self.points[0][1]];
        Some(if one != other {
            (Some(usize::from(other > one)), "points")
        } else if one_black != other_black {
            (Some(usize::from(other_black > one_black)), "black-points")
        } else {
            (None, "points-tied")
        })
    }

    /// The squares of a side's pieces of a kind.
    pub fn pieces(&self, side: usize, kind: char) -> Vec<Point> {
        self.cells.iter().filter(|(_, piece)| **piece == (side, kind)).map(|(at, _)| *at).collect()
    }

    /// The files of a side that stand (LF-2).
    fn files(&self, side: usize) -> BTreeSet<File> {
        self.cells.keys().flat_map(|at| self.files_with(side, *at)).collect()
    }

    /// The files of a side that hold a square.
    fn files_with(&self, side: usize, (x, y): Point) -> BTreeSet<File> {
        let mut files = BTreeSet::new();
        for (dx, dy) in RUNS {
            for back in 0..4 {
                let on = |step: i32| (x + (step - back) * dx, y + (step - back) * dy);
                let own = |step| self.cells.get(&on(step)).filter(|piece| piece.0 == side);
                let pieces: Vec<_> = (0..4).map_while(own).collect();
                if pieces.len() == 4 && pieces.iter().filter(|piece| piece.1 == 'R').count() == 1 {
                    files.insert((on(0), on(3)));
                }
            }
        }
        files
    }

    /// The position with a card drawn.
    pub fn without(&self, card: Card) -> Cards {
        let mut rest = self.clone();
        rest.drawn.push(card);
        rest
    }

    /// Whether the deck holds a card (LF-6, LF-9).
    pub fn has_card(&self, (value, mark): Card) -> bool {
        let again = "hdcs".contains(mark) && self.drawn.contains(&(value, mark));
        let alike = self.drawn.iter().filter(|card| card.0 == value);
        if self.made < 16 {
            alike.count() < 4 && !again
        } else {
            alike.filter(|card| is_black(card.1) == is_black(mark)).count() < 2 && !again
        }
    }

    /// Whether the side to move can put a piece of a kind on a square of the board (LF-4).
    pub fn is_practicable(&self, kind: char, at: Point) -> bool {
        let mut after = self.clone();
        after.cells.insert(at, (self.turn, kind));
        !self.cells.contains_key(&at) && after.files_with(self.turn, at).is_empty()
    }

    /// The moves that a card allows the side to move.
    pub fn moves(&self, (value, mark): Card) -> Vec<(Point, Point)> {
        let directions =
            if is_black(mark) { [(1, 0), (-1, 0), (0, 1), (0, -1)] } else { [(1, 1), (-1, 1), (1, -1), (-1, -1)] };
        let length = if value < 5 { 1 } else { 2 };
        let mut moves = Vec::new();
        for (&(x, y), _) in self.cells.iter().filter(|(_, piece)| piece.0 == self.turn) {
            for (dx, dy) in directions {
                let on = |step: i32| (x + dx * step, y + dy * step);
                if (1..=length).all(|step| is_on(on(step)) && !self.cells.contains_key(&on(step))) {
                    moves.push(((x, y), on(length)));
                }
            }
        }
        moves
    }

    /// The files that a move scores, if it is a move.
    pub fn scores(&self, (from, to): (Point, Point)) -> BTreeSet<File> {
        let mut after = self.clone();
        let Some(piece) = after.cells.remove(&from) else { return BTreeSet::new() };
        after.cells.insert(to, piece);
        &after.files_with(self.turn, to) - &self.scored[self.turn]
    }

    /// Carries out a ply, or says the code of the rule against it. One that is marked as standing is carried out in
    /// spite of what may stand; the codes of that come back.
    pub fn play(&mut self, ply: &Ply, marked: bool) -> Result<Vec<&'static str>, &'static str> {
        let mut next = self.clone();
        let overlooked = next.try_play(ply, marked)?;
        *self = next;
        Ok(overlooked)
    }

    fn try_play(&mut self, ply: &Ply, marked: bool) -> Result<Vec<&'static str>, &'static str> {
        if self.made == 48 {
            return Err(if self.manche == 0 { "bad-break" } else { "after-end" });
        }
        let side = self.turn;
        let mut overlooked = Vec::new();
        let mut refuse = |broken: bool, code: &'static str| {
            if broken && !(marked && (code == "pass-not-allowed" || MAY_STAND.contains(&code))) {
                return Err(code);
            }
            if broken {
                overlooked.push(code);
            }
            Ok(())
        };
        let placing = self.made < 16;
        let bare_pass = ply.what == What::Pass && ply.cards.is_empty();
        if placing != matches!(ply.what, What::Place { .. }) && !bare_pass {
            return Err("wrong-phase");
        }
        let mut there = true;
        for &card in &ply.cards {
            there &= self.has_card(card);
            self.drawn.push(card);
        }
        refuse(!there, "card-exhausted")?;
        self.last.clear();
        match &ply.what {
            // Whether a bare pass was forced is not known; marked it is one that stood.
            What::Pass if ply.cards.is_empty() => refuse(placing || marked, "pass-not-allowed")?,
            What::Pass => {
                let forced = self.moves(ply.cards[0]).is_empty();
                refuse(!forced, "pass-not-allowed")?;
            }
            &What::Place { kind, star, at } => {
                if !is_on(at) {
                    return Err("off-board");
                }
                if self.pieces(side, kind).len() == if kind == 'P' { 6 } else { 2 } {
                    return Err("no-stock");
                }
                if let [one, other] = ply.cards[..] {
                    let (one, other) = (one.0 as i32 - 1, other.0 as i32 - 1);
                    let named = [(one, other), (other, one)];
                    let chosen = star && named.iter().all(|&at| !self.is_practicable(kind, at));
                    refuse(star && !chosen, "opponent-choice")?;
                    refuse(!chosen && !named.contains(&at), "not-drawn")?;
                }
                if self.cells.contains_key(&at) {
                    return Err("occupied");
                }
                refuse(!self.is_practicable(kind, at), "forms-file")?;
                self.cells.insert(at, (side, kind));
            }
            What::Move { from, to, claims, relocations } => {
                let (from, to) = (*from, *to);
                if !is_on(from) || !is_on(to) {
                    return Err("off-board");
                }
                match self.cells.get(&from) {
                    None => return Err("no-piece"),
                    Some(piece) if piece.0 != side => return Err("not-own-piece"),
                    _ => {}
                }
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let far = dx.abs().max(dy.abs());
                let (orthogonal, diagonal) = (dx == 0 || dy == 0, dx.abs() == dy.abs());
                let card = ply.cards.first();
                let lengths = card.map_or(1..=2, |card| if card.0 < 5 { 1..=1 } else { 2..=2 });
                refuse(!lengths.contains(&far), "wrong-distance")?;
                let direction =
                    card.map_or(orthogonal || diagonal, |card| if is_black(card.1) { orthogonal } else { diagonal });
                refuse(!direction, "wrong-direction")?;
                let on = |step: i32| (from.0 + dx.signum() * step, from.1 + dy.signum() * step);
                let blocked = (orthogonal || diagonal) && (1..far).any(|step| self.cells.contains_key(&on(step)));
                refuse(blocked, "path-blocked")?;
                if self.cells.contains_key(&to) {
                    return Err("occupied");
                }
                let scored = self.scores((from, to));
                let piece = self.cells.remove(&from).expect("a piece stands there");
                self.cells.insert(to, piece);
                let mut left = scored.clone();
                for &(one, other) in claims {
                    if !left.remove(&(one.min(other), one.max(other))) {
                        return Err("false-claim");
                    }
                }
                for (index, (from, to)) in relocations.iter().enumerate() {
                    if !is_on(*from) || !is_on(*to) {
                        return Err("off-board");
                    }
                    refuse(index >= scored.len(), "relocate-not-allowed")?;
                    if self.cells.get(from) != Some(&(1 - side, 'P')) {
                        return Err("relocate-not-pawn");
                    }
                    let pawn = self.cells.remove(from).expect("a pawn stands there");
                    if self.cells.contains_key(to) {
                        return Err("occupied");
                    }
                    self.cells.insert(*to, pawn);
                }
                self.points[self.manche][side] += scored.len() as u32;
                self.scored[side].extend(&scored);
                self.last = scored;
            }
        }
        self.turn = 1 - side;
        self.made += 1;
        if self.made == 16 {
            self.drawn.clear();
        }
        Ok(overlooked)
    }
}
