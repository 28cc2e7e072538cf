//! On the way to a clean verdict nothing is allocated for a ply, and in an audit nothing for a game.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use scoresheet::check::{Checker, audit};
use scoresheet::formats::Format;
use scoresheet::{Defaults, MAX_RECORD, input};

thread_local! {
    /// Of this thread alone: the one that runs tests allocates when it likes.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() -> usize {
    COUNT.with(Cell::get)
}

/// Counts what it hands on to the system's allocator.
struct Counting;

#[expect(unsafe_code, reason = "an allocator is the only way to count allocations")]
// Every call is handed on as it came, so what the system's allocator promises is promised here.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that ends allocates when its count is gone; nobody asks for it then.
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations an audit of `text` takes; every record of it is valid.
fn allocations(text: &str, format: Format) -> usize {
    let before = count();
    let defaults = Defaults { game: Some("forza4".to_owned()), notation: None, ..Defaults::default() };
    let mut checker = Checker::new(defaults);
    let mut records = input::records(text.as_bytes(), format, MAX_RECORD, &mut checker).expect("a slice can be read");
    audit(&mut *records, &mut checker, &mut (), |_, verdict| assert!(verdict.valid)).expect("a slice can be read");
    count() - before
}

#[test]
fn a_clean_verdict_costs_no_allocation() {
    let game = "[Game \"forza4\"]\n[White \"Ada\"]\n[Result \"White\"]\n\n1. c, e; 2. c, e; 3. c, d; 4. c\n\n";
    assert_eq!(
        allocations(&game.repeat(2000), Format::TRANSCRIPT),
        allocations(&game.repeat(1000), Format::TRANSCRIPT)
    );
    let squares = "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c2, e2; 3. c3, d1; 4. c4\n\n";
    assert_eq!(
        allocations(&squares.repeat(2000), Format::TRANSCRIPT),
        allocations(&squares.repeat(1000), Format::TRANSCRIPT)
    );
    // 0 is no digit of the other system, so the list is not ambiguous.
    let lines = "0123450123\n";
    assert_eq!(allocations(&lines.repeat(2000), Format::LINES), allocations(&lines.repeat(1000), Format::LINES));
    // Tables and JSON Lines allocate as little, once the buffer for the sample has grown.
    let row = "forza4,Ada,White,\"1. c, e; 2. c, e; 3. c, d; 4. c\"\n";
    let table = |rows: usize| allocations(&format!("game,White,Result,moves\n{}", row.repeat(rows)), Format::CSV);
    assert!(table(4000) <= table(2000) + 2, "{} allocations for 2000 rows, {} for 4000", table(2000), table(4000));
    let object = "{\"game\":\"forza4\",\"White\":\"Ada\",\"moves\":\"1. c, e; 2. c, e; 3. c, d; 4. c\",\"round\":3}\n";
    let lines = |count: usize| allocations(&object.repeat(count), Format::JSON_LINES);
    assert!(lines(4000) <= lines(2000) + 2, "{} allocations for 2000 lines, {} for 4000", lines(2000), lines(4000));
    // What is written leniently is read by the driver: so many allocations a record, but none a ply.
    let of = |plies: usize| {
        let body = "a b c d e f g ".repeat(6);
        let game =
            format!("[Game \"forza4\"]\n[Options \"equalizer\"]\n[Notation \"columns\"]\n\n{}\n\n", &body[..plies * 2]);
        allocations(&game.repeat(100), Format::TRANSCRIPT)
    };
    // The reader's buffers grow once, with the longest record.
    assert!(of(20) <= of(8) + 5, "{} allocations for 800 plies, {} for 2000", of(8), of(20));
}
