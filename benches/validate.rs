//! Full validation of random games, on one thread: `cargo bench`.
//!
//! Every ply is checked, lines are detected and outcomes classified. The records are made here, from fixed seeds, so that
//! figures can be compared: of every game and in every shape that `examples/archive.rs` writes, 4 megabytes each
//! (`MEGABYTES` sets another number). `cargo bench -- renju` measures only what has that in its name.

#[path = "../tests/support/shapes/mod.rs"]
mod shapes;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use scoresheet::check::{Checker, audit};
use scoresheet::{Defaults, MAX_RECORD, input};
use shapes::{GAMES, Game, Shape};

fn main() {
    divan::main();
}

/// A game as the benchmarks name it.
struct Named(&'static Game);

impl std::fmt::Display for Named {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.0.name)
    }
}

fn games() -> impl Iterator<Item = Named> {
    GAMES.iter().map(Named)
}

/// Audits an archive and returns how many records are valid.
fn run(text: &str, shape: Shape) -> u64 {
    let mut checker = Checker::new(Defaults::default());
    let mut records =
        input::records(text.as_bytes(), shape.format(), MAX_RECORD, &mut checker).expect("a slice can be read");
    let mut valid = 0;
    audit(&mut *records, &mut checker, &mut (), |_, verdict| valid += u64::from(verdict.valid))
        .expect("a slice can be read");
    valid
}

fn measure(bencher: Bencher<'_, '_>, game: &Named, shape: Shape) {
    let megabytes = std::env::var("MEGABYTES").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let text = shape.archive(game.0, megabytes * 1_000_000);
    assert!(run(&text, shape) > 0);
    bencher.counter(BytesCount::of_str(text.as_str())).bench_local(|| run(black_box(&text), shape));
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn bare(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Bare);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn roster(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Roster);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn wild(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Wild);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn clocks(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Clocks);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn lines(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Lines);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn csv(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::Csv);
}

#[divan::bench(args = games(), sample_count = 5, sample_size = 1)]
fn jsonl(bencher: Bencher<'_, '_>, game: &Named) {
    measure(bencher, game, Shape::JsonLines);
}
