//! Full validation of random games, on one thread: `cargo bench`.
//!
//! Every ply is checked, lines are detected and outcomes classified. The games are made here, from a fixed seed, so
//! that figures can be compared: 2 million of them, as transcripts and as lists of digits (`GAMES` sets another number).

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
struct Games {
    transcripts: String,
    digits: String,
    plies: u64,
}

static GAMES: LazyLock<Games> = LazyLock::new(|| {
    let count = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000_000);
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut games = Games { transcripts: String::new(), digits: String::new(), plies: 0 };
    for _ in 0..count {
        let game = random_game(&mut rng);
        games.plies += game.len() as u64;
        write_game(&game, &mut games);
    }
    games
});

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

fn write_game(game: &[u8], games: &mut Games) {
    if !games.transcripts.is_empty() {
        games.transcripts.push('\n');
    }
    games.transcripts.push_str("[Game \"forza4\"]\n\n");
    let mut column = 0;
    for (index, turn) in game.chunks(2).enumerate() {
        let plies: Vec<String> = turn.iter().map(|ply| char::from(b'a' + ply).to_string()).collect();
        let text = format!("{}. {}", index + 1, plies.join(", "));
        if index > 0 {
            games.transcripts.push(';');
            let fits = column + 1 + text.len() + 1 < 80;
            games.transcripts.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        games.transcripts.push_str(&text);
        column += text.len() + 1;
    }
    games.transcripts.push('\n');
    games.digits.extend(game.iter().map(|ply| char::from(b'1' + ply)));
    games.digits.push('\n');
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
