//! Pictures on one thread: `cargo bench --bench pictures`. `draws` spells figures that have been taken, `shows` replays a
//! record and spells its last position, `paints` makes a PNG of it.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use scoresheet::check::Checker;
use scoresheet::diagram::png::Renderer;
use scoresheet::diagram::svg::{Style, draw};
use scoresheet::diagram::theme::COLOUR;
use scoresheet::figures::{Frame, Wanted, figures};
use scoresheet::formats::Format;
use scoresheet::{Defaults, MAX_RECORD, input};

const STYLE: Style<'_> = Style::new(&COLOUR);

/// A record of every game.
const GAMES: [&str; 5] = [
    "samples/forza4/game.txt",
    "samples/gomoku/game.txt",
    "samples/halma/game.txt",
    "samples/lefile/match.txt",
    "samples/plus4/manche.txt",
];

fn main() {
    divan::main();
}

/// The last position of a file's first record.
fn last(text: &str) -> Frame {
    let mut checker = Checker::new(Defaults::default());
    let mut records = input::records(text.as_bytes(), Format::TRANSCRIPT, MAX_RECORD, &mut checker).expect("a slice");
    assert!(records.advance().expect("a slice"));
    figures("game", &records.record(), &mut checker, Wanted::Last, false).1.remove(0)
}

fn text(file: &str) -> String {
    std::fs::read_to_string(file).expect("a sample")
}

#[divan::bench(args = GAMES)]
fn draws(bencher: Bencher<'_, '_>, file: &str) {
    let frame = last(&text(file));
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| draw(black_box(&frame.figure), STYLE));
}

#[divan::bench(args = GAMES)]
fn shows(bencher: Bencher<'_, '_>, file: &str) {
    let text = text(file);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| draw(&last(black_box(&text)).figure, STYLE));
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn paints(bencher: Bencher<'_, '_>, file: &str) {
    let picture = draw(&last(&text(file)).figure, STYLE);
    let renderer = Renderer::new();
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| renderer.render(black_box(&picture), 1.0));
}
