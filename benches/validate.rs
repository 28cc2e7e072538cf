//! Full validation of random games, on one thread: `cargo bench`.
//!
//! Every ply is checked, lines are detected and outcomes classified. The games are made here, from a fixed seed, so
//! that figures can be compared: 2 million of Forza 4, as transcripts and as lists of digits, 200,000 of Gomoku on 15x15
//! and 50,000 matches of Le File (`GAMES` sets another number of the first, a tenth and a fortieth of it the others).

#[path = "../tests/support/lefile.rs"]
#[expect(unreachable_pub, dead_code, reason = "a module that tests share")]
mod lefile;

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use scoresheet::check::{Checker, audit};
use scoresheet::formats::Format;
use scoresheet::{Defaults, MAX_RECORD, input};

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
}

/// How many games of Forza 4 there are; a tenth as many of Gomoku, whose games are longer.
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

static LEFILE: LazyLock<Games> = LazyLock::new(|| {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games::default();
    for _ in 0..count() / 40 {
        let plies = lefile::random_match(lefile::Cards::Colours, &mut rng);
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

/// The points of a game on 15x15 that ends with the first line of exactly five or a full board.
fn random_gomoku(rng: &mut fastrand::Rng) -> Vec<(u8, u8)> {
    let mut points: Vec<(u8, u8)> = (0..15).flat_map(|x| (0..15).map(move |y| (x, y))).collect();
    rng.shuffle(&mut points);
    let mut board = [[2_usize; 15]; 15];
    for (index, &(x, y)) in points.iter().enumerate() {
        let side = index % 2;
        board[usize::from(x)][usize::from(y)] = side;
        let length = |dx: i8, dy: i8| {
            let reach = |sign: i8| {
                (1..15_i8)
                    .take_while(|step| {
                        let column = usize::try_from(x as i8 + sign * dx * step);
                        let row = usize::try_from(y as i8 + sign * dy * step);
                        let cell = column.ok().zip(row.ok()).and_then(|(x, y)| board.get(x)?.get(y));
                        cell == Some(&side)
                    })
                    .count()
            };
            1 + reach(1) + reach(-1)
        };
        if [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| length(dx, dy) == 5) {
            points.truncate(index + 1);
            break;
        }
    }
    points
}

/// The columns of a game that ends with the first line of four or a full board.
fn random_game(rng: &mut fastrand::Rng) -> Vec<u8> {
    let (mut sides, mut heights, mut plies) = ([0_u64; 2], [0_u8; 7], Vec::new());
    while plies.len() < 42 {
        let column = rng.u8(0..7);
        let height = heights[usize::from(column)];
        if height == 6 {
            continue;
        }
        heights[usize::from(column)] += 1;
        let side = plies.len() % 2;
        sides[side] |= 1 << (u32::from(column) * 7 + u32::from(height));
        plies.push(column);
        let board = sides[side];
        let line = |step: u32| {
            let pairs = board & board >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if line(1) || line(6) || line(7) || line(8) {
            break;
        }
    }
    plies
}

/// Appends a record in canonical form.
fn write_game(tags: &str, plies: &[String], out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(tags);
    out.push('\n');
    write_turns(plies, out);
}

/// Appends turns, numbered from 1.
fn write_turns(plies: &[String], out: &mut String) {
    let mut column = 0;
    for (index, turn) in plies.chunks(2).enumerate() {
        let text = format!("{}. {}", index + 1, turn.join(", "));
        if index > 0 {
            out.push(';');
            let fits = column + 1 + text.len() + 1 < 80;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        out.push_str(&text);
        column += text.len() + 1;
    }
    out.push('\n');
}

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
        .bench_local(|| run(black_box(&games.transcripts), Format::Transcript, Defaults::default()));
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
        .bench_local(|| run(black_box(&games.digits), Format::Lines, defaults()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn gomoku_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*GOMOKU;
    bencher
        .counter(BytesCount::of_str(games.transcripts.as_str()))
        .counter(ItemsCount::new(games.plies))
        .bench_local(|| run(black_box(&games.transcripts), Format::Transcript, Defaults::default()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn lefile_transcripts(bencher: Bencher<'_, '_>) {
    let games = &*LEFILE;
    bencher.counter(BytesCount::of_str(games.transcripts.as_str())).counter(ItemsCount::new(games.plies)).bench_local(
        || {
            let valid = run(black_box(&games.transcripts), Format::Transcript, Defaults::default());
            assert_eq!(valid * 96, games.plies);
            valid
        },
    );
}
