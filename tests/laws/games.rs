//! Random games by all rules of the table, made by the library itself: each ply is one that `Position::legal` names, or is
//! made of such plies, and one that the rules refuse may stand (C-6) or lose (C-7).
//!
//! Plies chosen evenly would make dull games, so most keep near the last ones, many go on in the direction in which their
//! side last went, and some end the game where they can. Pieces that start on the board also start elsewhere: where the
//! half turn takes them, or in a crowd.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use scoresheet::game::{Ending, GameInfo};
use scoresheet::registry::GAMES;
use scoresheet::{Outcome, Position, Report, System};

use super::table::{Rules, table};
use super::text::{canonical, one};

/// How many games are played by each choice of rules at least, and of each game. Games with few plies to choose from are
/// quickly played, so there are six times as many.
const LEAST: [usize; 2] = [5, 40];

/// A game that was played, and its record.
#[derive(Debug)]
pub(crate) struct Game {
    /// The rules, the side that begins and the position to start from among their tags.
    pub(crate) rules: Rules,
    /// Plies in the game's default notation, breaks among them.
    pub(crate) plies: Vec<String>,
    /// The numbers of those that were illegal and stood, from 1; breaks are not counted.
    pub(crate) stands: Vec<usize>,
    /// The tag `Termination`, if the last ply has lost.
    pub(crate) lost: Option<&'static str>,
    /// The record, canonical.
    pub(crate) text: String,
    pub(crate) report: Report,
}

/// The games of the choice of rules at `index`: so many, by seeds from `first` on.
fn played(table: &[Rules], index: usize, first: usize, count: usize) -> Vec<Game> {
    let seed = |round| (index * 10_000 + round) as u64;
    (first..first + count).map(|round| Game::random(&table[index], &mut Rng::with_seed(seed(round)))).collect()
}

/// All games.
pub(crate) fn games() -> &'static [Game] {
    static ALL: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let (table, next) = (table(), AtomicUsize::new(0));
        let play = || {
            let mut games = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(rules) = table.get(index) else { return games };
                let choices = table.iter().filter(|other| other.game() == rules.game()).count();
                let few = Position::new(rules.info.id).is_ok_and(|start| start.legal().len() < 12);
                let count = LEAST[0].max(LEAST[1] / choices) * if few { 6 } else { 1 };
                games.push((index, played(&table, index, 0, count)));
            }
        };
        let mut games = std::thread::scope(|scope| {
            let other = scope.spawn(play);
            let mut games = play();
            games.extend(other.join().expect("games"));
            games
        });
        // In whatever order the threads have played them.
        games.sort_by_key(|(index, _)| *index);
        let mut games: Vec<Game> = games.into_iter().flat_map(|(_, games)| games).collect();
        for info in GAMES.iter().map(|game| game.info()) {
            for ending in info.endings {
                hunt(&table, info, ending, &mut games);
            }
        }
        games
    });
    &ALL
}

/// Adds a game that ends so, if there is none among those that were played: many are played until one does.
fn hunt(table: &[Rules], info: &GameInfo, ending: &'static Ending, games: &mut Vec<Game>) {
    let ends = |game: &Game| game.report.outcome.outcome.ending() == Some(ending);
    let of_game: Vec<usize> = (0..table.len()).filter(|index| table[*index].info.id == info.id).collect();
    let more = (1000..1020).flat_map(|round| of_game.iter().flat_map(move |index| played(table, *index, round, 1)));
    if !games.iter().any(ends) {
        games.extend(more.into_iter().find(ends));
    }
}

/// Every game with random numbers of its own.
pub(crate) fn each(mut law: impl FnMut(&Game, &mut Rng)) {
    for (index, game) in games().iter().enumerate() {
        law(game, &mut Rng::with_seed(index as u64));
    }
}

/// Movetext of plies, without numbers.
pub(crate) fn movetext(plies: &[String]) -> String {
    plies.join(", ").replace(", /, ", " / ").replace(", /", " /")
}

/// How many of plies and breaks are plies.
pub(crate) fn count(plies: &[String]) -> usize {
    plies.iter().filter(|ply| *ply != "/").count()
}

impl Game {
    /// The record of the first plies of the game.
    pub(crate) fn cut(&self, keep: usize) -> String {
        let lost = self.lost.filter(|_| keep == self.plies.len());
        record(&self.rules, &self.plies[..keep], &self.stands, lost)
    }

    /// A position of the game, for what can be tried in it: none after plies that stood.
    pub(crate) fn position(&self, keep: usize, system: System) -> Option<Position> {
        let mut position = self.rules.builder().notation(system).start().ok()?;
        for ply in &self.plies[..keep] {
            position.play(ply).ok()?;
        }
        Some(position)
    }

    /// A number of plies after which the game is looked at.
    pub(crate) fn moment(&self, rng: &mut Rng) -> usize {
        // The end is the most interesting moment.
        if rng.u8(..4) == 0 { self.plies.len() } else { rng.usize(..=self.plies.len()) }
    }

    fn random(rules: &Rules, rng: &mut Rng) -> Game {
        let rules = started(&rules.varied(rng), rng);
        let mut game = Player::new(&rules, rng);
        // Only whole matches are won where points are counted on a sheet.
        let most = if rules.info.score_sheet { [10, 40, 110, 110] } else { [6, 20, 35, 60] };
        let most = most[rng.usize(..4)];
        let odd = if rng.u8(..3) == 0 { rng.usize(..most) } else { usize::MAX };
        while game.plies.len() < most {
            if game.plies.len() == odd {
                game.stand(rng);
            }
            if !game.step(rng) {
                break;
            }
        }
        let lost = if rng.u8(..3) == 0 { game.lose(rng) } else { None };
        let Player { plies, stands, .. } = game;
        let text = canonical(&record(&rules, &plies, &stands, lost));
        let report = one(&text);
        Game { rules, plies, stands, lost, text, report }
    }
}

/// A record, not canonical.
pub(crate) fn record(rules: &Rules, plies: &[String], stands: &[usize], lost: Option<&str>) -> String {
    let mut text = rules.header();
    let stands: Vec<String> = stands.iter().filter(|ply| **ply <= count(plies)).map(usize::to_string).collect();
    for (tag, value) in [("Stands", stands.join(",")), ("Termination", lost.unwrap_or_default().to_owned())] {
        if !value.is_empty() {
            text += &format!("[{tag} \"{value}\"]\n");
        }
    }
    text + "\n" + &movetext(plies) + "\n"
}

/// The rules with a position to start from, where pieces stand on the board at the start.
fn started(rules: &Rules, rng: &mut Rng) -> Rules {
    let usual = rules.start().expect("rules of the table").position_string();
    if !usual.split(' ').next().expect("a board").contains(char::is_alphabetic) || rng.u8(..3) == 0 {
        return rules.clone();
    }
    let rules = rules.without("Starts");
    let tried = (0..20).map(|_| rules.with("Setup", elsewhere(&usual, rng))).find(|rules| rules.start().is_some());
    tried.unwrap_or(rules)
}

/// A position string with its pieces elsewhere: where the half turn takes them, but for a few; or in a crowd.
fn elsewhere(position: &str, rng: &mut Rng) -> String {
    let (board, fields) = position.split_once(' ').unwrap_or((position, ""));
    let mut rows: Vec<Vec<String>> = board.split('/').map(cells).collect();
    let (height, width) = (rows.len(), rows[0].len());
    let mut turn = None;
    if rng.bool() {
        rows.iter_mut().for_each(|row| row.reverse());
        rows.reverse();
        for _ in 0..rng.usize(1..3) {
            let (x, y) = (0..200)
                .map(|_| (rng.usize(..width), rng.usize(..height)))
                .find(|(x, y)| !rows[*y][*x].is_empty())
                .unwrap_or_default();
            let near = |at: usize, size: usize, rng: &mut Rng| (at + rng.usize(..5)).saturating_sub(2).min(size - 1);
            let (to_x, to_y) = (near(x, width, rng), near(y, height, rng));
            if rows[to_y][to_x].is_empty() {
                turn = rows[y][x].chars().next();
                rows[to_y][to_x] = std::mem::take(&mut rows[y][x]);
            }
        }
    } else {
        let mut pieces: Vec<String> =
            rows.iter_mut().flatten().map(std::mem::take).filter(|cell| !cell.is_empty()).collect();
        let (mut columns, mut lines) = (0, 0);
        while columns * lines < pieces.len() * 5 / 4 {
            (columns, lines) = (rng.usize(2..=width), rng.usize(2..=height));
        }
        let corner = (rng.usize(..=width - columns), rng.usize(..=height - lines));
        pieces.resize(columns * lines, String::new());
        rng.shuffle(&mut pieces);
        for (index, piece) in pieces.into_iter().enumerate() {
            rows[corner.1 + index / columns][corner.0 + index % columns] = piece;
        }
    }
    let written: Vec<String> = rows.iter().map(|row| row_of(row)).collect();
    // The side of the piece that stands apart is to move, where its letter is that of a side.
    let side = turn.filter(|letter| letter.is_ascii_uppercase() && rng.bool()).map(String::from);
    let fields = match (side, fields.split_once(' ')) {
        (Some(side), Some((_, rest))) => format!("{side} {rest}"),
        (Some(side), None) => side,
        (None, _) => fields.to_owned(),
    };
    format!("{} {fields}", written.join("/"))
}

/// The cells of a row of a position string, each with what stands on it: `W`, `W(12)`, nothing.
fn cells(row: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let (mut number, mut inside) = (0, false);
    for letter in row.chars() {
        match letter {
            '0'..='9' if !inside => number = number * 10 + letter as usize - '0' as usize,
            '(' | ')' | '!' | '0'..='9' => {
                inside = letter != ')' && letter != '!';
                cells.last_mut().expect("a piece").push(letter);
            }
            _ => {
                cells.resize(cells.len() + std::mem::take(&mut number), String::new());
                cells.push(letter.into());
            }
        }
    }
    cells.resize(cells.len() + number, String::new());
    cells
}

fn row_of(cells: &[String]) -> String {
    let runs = cells.chunk_by(|one, other| one.is_empty() && other.is_empty());
    runs.map(|run| if run[0].is_empty() { run.len().to_string() } else { run.concat() }).collect()
}

/// The squares that a ply names; of a ply that names a column, a square in it.
fn squares(ply: &str) -> Vec<(i32, i32)> {
    let letters: Vec<char> = ply.chars().collect();
    let mut squares = Vec::new();
    for (index, letter) in letters.iter().enumerate().filter(|(_, letter)| letter.is_ascii_lowercase()) {
        let digits: String = letters[index + 1..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
        let alone = letters.len() <= 2;
        if alone || !digits.is_empty() {
            squares.push((*letter as i32 - 'a' as i32, digits.parse().unwrap_or(0)));
        }
    }
    squares
}

fn distance(ply: &str, (column, row): (i32, i32)) -> i32 {
    squares(ply).last().map_or(99, |at| (at.0 - column).abs().max((at.1 - row).abs()))
}

/// A ply with what it may have beside it in games whose plies may come without; the library names them without. Most such
/// plies are illegal.
pub(crate) fn dressed(game: &str, ply: &str, before: &[String], rng: &mut Rng) -> Option<String> {
    let card = |rng: &mut Rng, marks: &[&str]| rng.u32(1..=8).to_string() + rng.choice(marks).expect("marks");
    match game {
        "lefile" if ply.starts_with(['P', 'R']) => {
            let (column, row) = *squares(ply).first()?;
            let mut values = [column + 1, row];
            rng.shuffle(&mut values);
            if rng.u8(..4) == 0 {
                // Cards for another square, so that the opponent chooses this one.
                return Some(format!(
                    "{} {}*{}",
                    (0..2).map(|_| card(rng, &["", "d"])).collect::<String>(),
                    &ply[..1],
                    &ply[1..]
                ));
            }
            let cards = values.map(|value| format!("{value}{}", rng.choice(["", "", "h", "s"]).expect("marks")));
            Some(format!("{} {ply}", cards.concat()))
        }
        "lefile" => {
            // A pawn that has come to its square by one of the plies before.
            let pawn = rng.choice(before).and_then(|ply| squares(ply).get(usize::from(ply.contains('-'))).copied());
            let to = format!("{}{}", char::from(b'a' + rng.u8(..8)), rng.u8(1..=8));
            let name = |(column, row): (i32, i32)| format!("{}{row}", char::from(b'a' + column as u8));
            let pawn = pawn.filter(|_| ply.contains('=') && rng.u8(..8) > 0);
            let moved = pawn.map(|pawn| format!(" x{}-{to}", name(pawn))).unwrap_or_default();
            Some(format!("{} {ply}{moved}", card(rng, &["r", "b", "r", "b", "d", "c"])))
        }
        _ => None,
    }
}

/// A game that is being played.
struct Player {
    rules: Rules,
    position: Position,
    plies: Vec<String>,
    stands: Vec<usize>,
    /// How many sides take turns, as far as directions go.
    sides: usize,
    /// In parts of 10: how often a ply goes on in its side's direction, keeps near the last ones, ends the game.
    habits: [u8; 3],
    /// Whether wins are avoided: so boards are filled and draws come about.
    goes_on: bool,
    /// Whether each side keeps near its own plies, so that the sides do not hinder each other.
    apart: bool,
    /// Whether the plies get what they may have beside them.
    whole: bool,
    /// Whether sides often pass where they may.
    passes: bool,
    /// Plies that were legal at the start or later.
    known: Vec<String>,
}

impl Player {
    fn new(rules: &Rules, rng: &mut Rng) -> Player {
        Player {
            rules: rules.clone(),
            position: rules.start().expect("rules that can be played"),
            plies: Vec::new(),
            stands: Vec::new(),
            sides: if rules.info.sides.len() > 2 { 4 } else { 2 },
            habits: [[0, 5, 8][rng.usize(..3)], [0, 6, 10][rng.usize(..3)], [0, 3, 9][rng.usize(..3)]],
            goes_on: rng.bool(),
            apart: rng.bool(),
            whole: rng.u8(..4) > 0,
            passes: rng.u8(..4) == 0,
            known: rules.start().expect("rules that can be played").legal(),
        }
    }

    /// Plays one ply; `false` at the end of the game.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let mut legal = self.position.legal();
        self.known.extend(rng.choice(&legal).cloned());
        if self.passes && rng.u8(..4) == 0 && legal.iter().any(|ply| ply == "--") && self.play("--") {
            return true;
        }
        let mut tries = 0;
        while !legal.is_empty() {
            let ply = legal.swap_remove(self.choose(&legal, rng));
            tries += 1;
            if self.carry_out(ply, tries > 3, rng) {
                return true;
            }
        }
        false
    }

    /// Which of some plies is played.
    fn choose(&self, legal: &[String], rng: &mut Rng) -> usize {
        let [onwards, near, ends] = self.habits.map(|often| rng.u8(..10) < often);
        let likely = self.likely(legal, onwards, near, rng);
        let tries = if ends { 16 } else { 6 * usize::from(self.goes_on) };
        let points = self.position.points();
        let mut next = self.position.clone();
        let mut worth = |index: &usize| {
            if next.play(&legal[*index]).is_err() {
                return 0;
            }
            let worth = match next.outcome() {
                Outcome::Draw { .. } => 4,
                Outcome::Win { .. } if self.goes_on => 0,
                Outcome::Win { .. } => 3,
                Outcome::Unfinished => 1 + u8::from(ends && next.points() != points),
            };
            next.undo();
            worth
        };
        let tried = (0..tries).map(|_| rng.usize(..legal.len()));
        std::iter::once(likely).chain(tried).min_by_key(|index| Reverse(worth(index))).unwrap_or(likely)
    }

    /// A ply near others, or any.
    fn likely(&self, legal: &[String], onwards: bool, near: bool, rng: &mut Rng) -> usize {
        let last = |back: usize| squares(self.plies.get(self.plies.len().checked_sub(back)?)?).last().copied();
        let goal = match (last(self.sides), last(2 * self.sides)) {
            (Some(one), Some(other)) if onwards => Some((2 * one.0 - other.0, 2 * one.1 - other.1)),
            // Its own or any.
            _ if near => last(if self.apart { self.sides * rng.usize(1..5) } else { rng.usize(1..7) }),
            _ => None,
        };
        let any = rng.usize(..legal.len());
        let tried = (0..100).map(|_| rng.usize(..legal.len()));
        goal.and_then(|goal| tried.min_by_key(|index| distance(&legal[*index], goal))).unwrap_or(any)
    }

    /// Plays a legal ply, or one that is made of it and is legal as well. `false` if that would be a ply without what
    /// others have beside them and such plies are not accepted yet.
    fn carry_out(&mut self, ply: String, bare: bool, rng: &mut Rng) -> bool {
        let mut forms: Vec<String> = Vec::new();
        if self.whole {
            forms.extend((0..16).map_while(|_| dressed(self.rules.info.id, &ply, &self.plies, rng)));
        }
        let bare = bare || forms.is_empty() || ply == "/" || rng.u8(..20) == 0;
        // There and back and elsewhere: a chain that another would shorten.
        let ways = self.known.iter().filter(|other| *other != &ply && other.split('-').next() == ply.split('-').next());
        forms.extend(ways.filter(|_| rng.bool()).map(|other| {
            let back: Vec<&str> = other.split('-').rev().skip(1).collect();
            format!("{other}-{}-{}", back.join("-"), ply.split('-').skip(1).collect::<Vec<_>>().join("-"))
        }));
        forms.extend(bare.then_some(ply));
        forms.into_iter().any(|form| self.play(&form))
    }

    fn play(&mut self, ply: &str) -> bool {
        if self.position.play(ply).is_err() {
            return false;
        }
        self.plies.extend(self.position.plies().next_back().map(str::to_owned));
        // After a ply that stood, what the position string leaves out may matter.
        let legal = self.stands.is_empty() || one(&self.record()).valid;
        if !legal {
            self.plies.pop();
            self.position.undo();
        }
        legal
    }

    fn record(&self) -> String {
        record(&self.rules, &self.plies, &self.stands, None)
    }

    /// Plies that are refused here: well formed, or nearly so.
    fn refused(&self, rng: &mut Rng) -> Vec<(String, &'static str)> {
        refused(&self.position, &self.known, rng)
    }

    /// Makes an illegal ply that nobody notices, if any may stand.
    fn stand(&mut self, rng: &mut Rng) {
        for (ply, _) in self.refused(rng) {
            self.plies.push(ply);
            self.stands.push(count(&self.plies));
            let report = one(&self.record());
            let next = report.position.filter(|_| report.valid).map(|position| self.rules.with("Setup", position));
            if let Some(next) = next.and_then(|rules| rules.without("Starts").start()) {
                self.position = next;
                return;
            }
            self.plies.pop();
            self.stands.pop();
        }
    }

    /// Makes an illegal ply that loses, perhaps instead of the last plies; what the tag `Termination` says of it.
    fn lose(&mut self, rng: &mut Rng) -> Option<&'static str> {
        for _ in 0..6 {
            for (ply, _) in self.refused(rng) {
                self.plies.push(ply);
                for said in ["foul", "illegal"] {
                    let report = one(&record(&self.rules, &self.plies, &self.stands, Some(said)));
                    let special = said == "foul" || rng.u8(..3) == 0;
                    if report.valid && report.outcome.outcome.is_end() && special {
                        return Some(said);
                    }
                }
                self.plies.pop();
            }
            if !self.stands.is_empty() || self.position.undo().is_none() {
                break;
            }
            self.plies.pop();
        }
        None
    }
}

/// Plies that a position refuses, with the codes: such as were or will be legal at other times, and such with a letter
/// changed; of each code a few.
pub(crate) fn refused(position: &Position, known: &[String], rng: &mut Rng) -> Vec<(String, &'static str)> {
    let mut tried: Vec<String> = known.to_vec();
    tried.extend(position.plies().map(str::to_owned));
    let legal = position.legal();
    tried.extend((0..10).filter_map(|_| rng.choice(&legal).cloned()));
    // Those that score may take pieces from their places as well.
    tried.extend(legal.iter().filter(|ply| ply.contains('=')).cloned());
    let mut other: Vec<String> = tried.iter().flat_map(|ply| [altered(ply, rng), altered(ply, rng)]).collect();
    tried.append(&mut other);
    let one = rng.choice(&legal).or(known.first()).cloned().unwrap_or_default();
    tried.extend((0..5).filter_map(|_| Some(format!("{one}+{}", rng.choice(known)?))));
    tried.extend([format!("swap {one}"), "a1-a2".to_owned()]);
    rng.shuffle(&mut tried);
    tried.truncate(300);
    tried.push("--".to_owned());
    tried.rotate_right(usize::from(rng.u8(..6) == 0));
    let (mut refused, mut counts) = (Vec::new(), HashMap::new());
    for ply in tried {
        let Err(illegal) = position.clone().play(&ply) else { continue };
        let count = counts.entry(illegal.code).or_insert(0);
        *count += 1;
        if illegal.code != "bad-move" && *count <= 3 {
            refused.push((ply, illegal.code));
        }
    }
    refused
}

/// A ply with a letter or a number changed, or a part said twice or left out.
fn altered(ply: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = ply.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let at = rng.usize(..letters.len());
    let letter = &mut letters[at];
    *letter = match *letter {
        '0'..='9' => char::from(b'0' + rng.u8(..10)),
        'a'..='z' => char::from(b'a' + [rng.u8(..26), rng.u8(..8)][usize::from(rng.u8(..9) > 0)]),
        'P' => 'R',
        'R' => 'P',
        other => other,
    };
    let ply: String = letters.into_iter().collect();
    match rng.u8(..8) {
        0 if ply.contains(['P', 'R']) => ply.replace('P', "P*").replace('R', "R*"),
        0 => ply + "*",
        1 => ply.replace('*', ""),
        2 => format!("{ply}+{ply}"),
        3 => ply.split('-').take(2).collect::<Vec<_>>().join("-"),
        4 => format!("{ply} =a1-d1 xa1-b1"),
        5 | 6 => format!("{ply} x{}-b1", ply.split('-').next_back().unwrap_or_default()),
        _ => ply,
    }
}
