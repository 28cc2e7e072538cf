//! Full validation of random games, on one thread: `cargo bench`.
//!
//! Every ply is checked, lines are detected and outcomes classified. The games are made here, from a fixed seed, so
//! that figures can be compared: 2 million of Forza 4, as transcripts and as lists of digits, 200,000 of Gomoku on
//! 15x15, 4,000 of Halma with long chains of jumps and 2,000 matches of Le File (`GAMES` sets another number of the
//! first, the others in proportion).

#[path = "../tests/support/random.rs"]
mod random;

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use oracles::matches::{Cards, random_match};
use scoresheet::check::{Checker, audit};
use scoresheet::formats::Format;
use scoresheet::{Defaults, MAX_RECORD, input};

use random::{random_game, random_gomoku, write_game, write_turns};

/// Where random numbers begin.
const SEED: u64 = 4;

fn main() {
    divan::main();
}

/// Games as texts, and how many plies they hold.
#[derive(Default)]
struct Games {
    transcripts: String,
    /// Lists; empty for games that have none here.
    digits: String,
    plies: u64,
    /// The steps and jumps of these plies, in games that have chains of them.
    legs: u64,
}

/// How many games of Forza 4 there are; fewer of Gomoku and Halma, whose games are longer.
fn count() -> usize {
    std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000_000)
}

static GAMES: LazyLock<Games> = LazyLock::new(|| {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games::default();
    for _ in 0..count() {
        let game = random_game(&mut rng);
        games.plies += game.len() as u64;
        let plies: Vec<String> = game.iter().map(|ply| char::from(b'a' + ply).to_string()).collect();
        write_game("[Game \"forza4\"]\n", &plies, &mut games.transcripts);
        games.digits.extend(game.iter().map(|ply| char::from(b'1' + ply)));
        games.digits.push('\n');
    }
    games
});

static GOMOKU: LazyLock<Games> = LazyLock::new(|| {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games::default();
    for _ in 0..count() / 10 {
        let game = random_gomoku(&mut rng);
        games.plies += game.len() as u64;
        let plies: Vec<String> = game.iter().map(|(x, y)| format!("{}{}", char::from(b'a' + x), y + 1)).collect();
        write_game("[Game \"gomoku\"]\n[Board \"15x15\"]\n", &plies, &mut games.transcripts);
    }
    games
});

static HALMA: LazyLock<Games> = LazyLock::new(|| {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games::default();
    for _ in 0..(count() / 500).max(1) {
        let plies = random_halma(&mut rng);
        games.plies += plies.len() as u64;
        games.legs += plies.iter().map(|ply| ply.matches('-').count() as u64).sum::<u64>();
        write_game("[Game \"halma\"]\n", &plies, &mut games.transcripts);
    }
    games
});

static LEFILE: LazyLock<Games> = LazyLock::new(|| {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games::default();
    for _ in 0..count() / 1000 {
        let plies = random_match(Cards::Colours, rng.u32(..));
        games.plies += plies.len() as u64;
        let (first, second) = plies.split_at(plies.len() / 2);
        write_game("[Game \"lefile\"]\n", first, &mut games.transcripts);
        // The break stands where the line of the first manche ends.
        games.transcripts.pop();
        games.transcripts.push_str(" /\n");
        write_turns(second, &mut games.transcripts);
    }
    games
});

/// Column and row from 0.
type Point = (i32, i32);

/// How many plies a game of Halma has at most: 200 turns.
const LONGEST: usize = 400;

/// How many plies are thought of before one is made.
const THOUGHTS: usize = 12;

/// The most legs of a chain.
const CHAIN: usize = 16;

/// The plies of a game on 16x16 whose sides go for the opposite corner, by long chains where they find them, until a
/// base is filled or the game has become too long.
fn random_halma(rng: &mut fastrand::Rng) -> Vec<String> {
    // Rows count from the bottom: White's corner is at the top left, Green's at the bottom right.
    let is_green = |x: i32, y: i32| 15 - x < 5 && y < 5 && 15 - x + y < 6;
    let mut board = Field([[None; 16]; 16]);
    let (mut pieces, mut plies) = ([Vec::new(), Vec::new()], Vec::new());
    for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
        for side in [0, 1].into_iter().filter(|side| if *side == 1 { is_green(x, y) } else { is_green(15 - x, 15 - y) })
        {
            board.set((x, y), Some(side));
            pieces[side].push((x, y));
        }
    }
    while plies.len() < LONGEST {
        let side = plies.len() % 2;
        // How far a square lies from White's corner, or from Green's for Green.
        let advance = |(x, y): Point| if side == 0 { x + 15 - y } else { 15 - x + y };
        let mut best: Option<(i32, usize, Vec<Point>)> = None;
        for _ in 0..THOUGHTS {
            let piece = rng.usize(..pieces[side].len());
            let mut path = board.random_path(pieces[side][piece], rng);
            // A leg is worth three squares towards the corner; the path is left where it is worth most.
            let worth = |end: usize| advance(path[end]) - advance(path[0]) + 3 * end as i32;
            let Some(end) = (1..path.len()).max_by_key(|&end| worth(end)) else { continue };
            let worth = worth(end);
            path.truncate(end + 1);
            if best.as_ref().is_none_or(|best| worth > best.0) {
                best = Some((worth, piece, path));
            }
        }
        let Some((_, piece, path)) = best else { continue };
        let to = path[path.len() - 1];
        board.set(path[0], None);
        board.set(to, Some(side));
        pieces[side][piece] = to;
        let square = |&(x, y): &Point| format!("{}{}", char::from(b'a' + x as u8), y + 1);
        plies.push(path.iter().map(square).collect::<Vec<_>>().join("-"));
        let there = |&(x, y): &Point| if side == 0 { is_green(x, y) } else { is_green(15 - x, 15 - y) };
        if pieces[side].iter().all(there) {
            break;
        }
    }
    plies
}

/// Who stands where, by column and row.
struct Field([[Option<usize>; 16]; 16]);

impl Field {
    fn set(&mut self, (x, y): Point, piece: Option<usize>) {
        self.0[x as usize][y as usize] = piece;
    }

    /// What stands on a square; nothing if the board lacks it.
    fn at(&self, (x, y): Point) -> Option<Option<usize>> {
        self.0.get(usize::try_from(x).ok()?)?.get(usize::try_from(y).ok()?).copied()
    }

    /// A chain of jumps that a piece can make, coming to no square twice; else a step; else its square alone.
    fn random_path(&self, from: Point, rng: &mut fastrand::Rng) -> Vec<Point> {
        let mut path = vec![from];
        while path.len() <= CHAIN {
            let (x, y) = path[path.len() - 1];
            let (turn, mut found) = (rng.usize(..8), None);
            for (dx, dy) in (0..8).map(|number| AROUND[(turn + number) % 8]) {
                let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
                let jumps = matches!(self.at(over), Some(Some(_))) && over != from;
                if jumps && self.at(to) == Some(None) && !path.contains(&to) {
                    found = Some(to);
                    break;
                }
            }
            let Some(to) = found else { break };
            path.push(to);
        }
        let (dx, dy) = AROUND[rng.usize(..8)];
        let next = (from.0 + dx, from.1 + dy);
        if path.len() == 1 && self.at(next) == Some(None) {
            path.push(next);
        }
        path
    }
}

/// The eight directions.
const AROUND: [Point; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Audits `text` and returns how many records are valid.
fn run(text: &str, format: Format, defaults: Defaults) -> u64 {
    let mut checker = Checker::new(defaults);
    let mut records = input::records(text.as_bytes(), format, MAX_RECORD, &mut checker).expect("a slice can be read");
    let mut valid = 0;
    audit(&mut *records, &mut checker, &mut (), |_, verdict| valid += u64::from(verdict.valid))
        .expect("a slice can be read");
    valid
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn forza4_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*GAMES;
    bencher
        .counter(BytesCount::of_str(games.transcripts.as_str()))
        .bench_local(|| run(black_box(&games.transcripts), Format::TRANSCRIPT, Defaults::default()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn forza4_digits(bencher: Bencher<'_, '_>) {
    let games = &*GAMES;
    let defaults = || Defaults {
        game: Some("forza4".to_owned()),
        notation: scoresheet::System::named("digits"),
        ..Defaults::default()
    };
    bencher
        .counter(ItemsCount::new(games.plies))
        .bench_local(|| run(black_box(&games.digits), Format::LINES, defaults()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn gomoku_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*GOMOKU;
    bencher
        .counter(BytesCount::of_str(games.transcripts.as_str()))
        .counter(ItemsCount::new(games.plies))
        .bench_local(|| run(black_box(&games.transcripts), Format::TRANSCRIPT, Defaults::default()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn halma_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*HALMA;
    bencher
        .counter(BytesCount::of_str(games.transcripts.as_str()))
        .counter(ItemsCount::new(games.legs))
        .bench_local(|| run(black_box(&games.transcripts), Format::TRANSCRIPT, Defaults::default()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn lefile_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*LEFILE;
    bencher.counter(BytesCount::of_str(games.transcripts.as_str())).counter(ItemsCount::new(games.plies)).bench_local(
        || {
            let valid = run(black_box(&games.transcripts), Format::TRANSCRIPT, Defaults::default());
            assert_eq!(valid * 96, games.plies);
            valid
        },
    );
}
