//! On the way to a clean verdict an audit allocates nothing for a record: of any game, in any shape, whatever its header,
//! if the record before had a header like it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use scoresheet::check::{Checker, audit};
use scoresheet::formats::Format;
use scoresheet::{Converter, Defaults, MAX_RECORD, System as SystemOfPlies, Target, input};

#[path = "support/shapes/mod.rs"]
mod shapes;

use shapes::{GAMES, SHAPES, Shape};

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

/// The allocations of an audit of `head` and then `body` twice, for each valid record of the second time: by then every
/// buffer has grown as far as the longest record needs. Each with the number of its record in `body`, from 1.
fn allocations(head: &str, body: &str, format: Format) -> Vec<(u64, usize)> {
    let text = [head, body, body].concat();
    let mut checker = Checker::new(Defaults::default());
    let mut records = input::records(text.as_bytes(), format, MAX_RECORD, &mut checker).expect("a slice can be read");
    // Nothing may be pushed into a list while it is counted.
    let (mut all, mut before) = (Vec::with_capacity(text.len() / 8), count());
    audit(&mut *records, &mut checker, &mut (), |_, verdict| {
        let now = count();
        all.push((verdict.valid, now - before));
        before = now;
    })
    .expect("a slice can be read");
    let half = all.len() / 2;
    assert!(half > 0 && all.len() == 2 * half, "{} records", all.len());
    let second = (1..).zip(&all[half..]);
    let seen: Vec<(u64, usize)> =
        second.filter(|(_, (valid, _))| *valid).map(|(number, (_, count))| (number, *count)).collect();
    assert!(!seen.is_empty(), "no valid record");
    seen
}

/// What is wrong with an archive, if one of its valid records costs more than `most` allocations.
fn costly(name: &str, head: &str, body: &str, format: Format, most: usize) -> Option<String> {
    let seen = allocations(head, body, format);
    let costly: Vec<_> = seen.iter().filter(|(_, count)| *count > most).collect();
    let (number, count) = costly.first()?;
    let records = costly.len();
    Some(format!("{name}: {records} of {} records allocate, the first is {number}: {count} times", seen.len()))
}

#[test]
fn a_clean_verdict_costs_no_allocation_whatever_game_and_shape() {
    let mut faults = Vec::new();
    for game in GAMES {
        for shape in SHAPES {
            let (head, text) = (shape.head(game), shape.archive(game, 25_000));
            let name = format!("{} {}", game.name, shape.name());
            // The way to a variation is a list of its own, and so are the lines that are left for it.
            let most = if shape == Shape::Wild { 2 } else { 0 };
            faults.extend(costly(&name, &head, &text[head.len()..], shape.format(), most));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_clean_verdict_on_sgf_costs_no_allocation() {
    let mut text = String::new();
    for round in 1..40 {
        let date = ["1991-12-02", "2009-3-1", "2009", "2009-3"][round % 4];
        text.push_str(&format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[scoresheet:0.1.0]SZ[15]PB[Jos\u{e9} L\u{f6}we]PW[Bea Cruz]EV[Casual 1991]RO[{round}]PC[Online]\
             DT[{date}]RU[Freestyle]RE[B+Resign]\n;B[hh];W[ih];B[ji];W[ii]\n;B[hi];W[kj])\n"
        ));
    }
    assert_eq!(costly("sgf", "", &text, Format::SGF, 0), None);
}

#[test]
fn a_clean_verdict_on_a_database_of_renju_costs_no_allocation() {
    let head = "<?xml version=\"1.0\"?>\n<database><countries><country id=\"1\" name=\"Italia\"/></countries>\
         <cities><city id=\"1\" country=\"1\" name=\"Roma\"/></cities>\
         <rules><rule id=\"1\" name=\"RIF\" category=\"1\"/></rules>\
         <players><player id=\"1\" name=\"Ada\" surname=\"Bruni\" country=\"1\" city=\"1\"/><player id=\"2\" name=\"Bea\"/></players>\
         <tournaments><tournament id=\"1\" name=\"Coppa\" city=\"1\" start=\"2009-08-12\"/>\
         <tournament id=\"2\" name=\"Liga\" country=\"1\" year=\"2009\" month=\"8\"/></tournaments>\n<games>\n";
    let game = |round: usize| {
        let tournament = 1 + round % 2;
        format!(
            "<game id=\"{round}\" publisher=\"1\" tournament=\"{tournament}\" round=\"{round}\" rule=\"1\" black=\"1\" white=\"2\" \
             bresult=\"1\" opening=\"7\" alt=\"i8\"><move>h8 h9 i9 h7 g8 i8</move><info/></game>\n"
        )
    };
    let games: String = (1..40).map(game).collect();
    assert_eq!(costly("rif", head, &games, Format::RIF, 0), None);
}

/// Headers and games, each a valid record. Of none do the words have to be gathered first, as they are where they may be a
/// numbered diagram or fit two notation systems alike.
static RECORDS: &[&str] = &[
    "[Game \"forza4\"]\n[White \"Ada\"]\n[Result \"White\"]\n\n1. c, e; 2. c, e; 3. c, d; 4. c",
    "[Game \"forza4\"]\n[Board \"8x8\"]\n\n1. h, e",
    "[Game \"forza4\"]\n[Board \"9x7\"]\n\n1. i, e",
    "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c2, e2; 3. c3, d1; 4. c4",
    "[Game \"forza4\"]\n[Notation \"sgf\"]\n\n1. cf, ef",
    "[Game \"forza4\"]\n[Options \"equalizer\"]\n\nc e c e g g a",
    "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. ..., e; 2. c, c",
    "[Game \"forza4\"]\n[Setup \"7/7/7/7/RRR4/WWW4 W\"]\n\n1. d",
    "[Game \"forza4\"]\n[Result \"White\"]\n[Termination \"resignation\"]\n\n1. c, e",
    "[Game \"Vier gewinnt\"]\n[white \"a \\\"b\\\" \\\\ c\"]\n\n1. c, e",
    "{a heading} # and more\n[Game \"forza4\"]\n{a comment}\n[Site \"?\"]\n\n1. c {x}, e! 2. d?! *",
    "[Game \"gomoku\"]\n\n1. k10, l11; 2. k11 # 19x19",
    "[Game \"gomoku\"]\n[Options \"double-three, double-four\"]\n\n1. k10, l11; 2. k11",
    "[Game \"gomoku\"]\n[Options \"swap\"]\n\n1. h8, h9; 2. j10, swap k11",
    "[Game \"gomoku\"]\n[Options \"double-three-reply\"]\n\n1. k10, l11; 2. k11",
    "[Game \"gomoku\"]\n[Variant \"caro\"]\n[Board \"15x15\"]\n[Options \"pro\"]\n\n1. h8, h9; 2. h11",
    "[Game \"gomoku\"]\n[Notation \"go\"]\n\n1. K10, L11",
    "[Game \"gomoku\"]\n[Notation \"xy\"]\n\n7,7 8,8",
    "[Game \"Renju\"]\n[Options \"opening-26\"]\n\n1. h8, h9; 2. j10, --",
    "[Game \"plus4\"]\n[Options \"mover-first\"]\n\n1. a, b",
    "[Game \"plus4\"]\n[Variant \"manche\"]\n[Target \"2\"]\n\n1. d, a; 2. d, b; 3. d, b; 4. d / 1. ..., a; 2. c, b",
    "[Game \"halma\"]\n[Options \"move-limit, vacate\"]\n[MoveLimit \"70\"]\n[Vacate \"3/10\"]\n[Notation \"paths\"]\n\n1. a12-c12, p5-n5",
    "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. a12-c12, p5-n5",
    "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"White+Green\"]\n[Notation \"paths\"]\n\n1. a13-c13, p13-n13, p4-n4, a4-c4",
    "[Game \"halma\"]\n[Variant \"four\"]\n[Order \"White,Red,Blue,Green\"]\n[Notation \"paths\"]\n\n1. a13-c13, p13-n13, a4-c4, p4-n4",
    "[Game \"halma\"]\n[Variant \"number-expert\"]\n[Notation \"paths\"]\n\n1. a12-a11, p5-p6",
    "[Game \"halma\"]\n[Variant \"double-colour\"]\n[Notation \"paths\"]\n\n1. a12-a11, p5-p6",
    "[Game \"halma\"]\n[Variant \"8x8\"]\n[Notation \"paths\"]\n\nd8-e8 e1-d1",
    "[Game \"lefile\"]\n[Cut \"7h 7c, 5d 3s\"]\n\n1. 83 Ph3, 65 Pe6; 2. 83 Pc8, 24 Pd2",
];

/// Only the setting of the record before is remembered: another header costs what it takes to read it, and no more for
/// longer games.
const MOST_FOR_A_HEADER: usize = 60;

#[test]
fn a_header_unlike_the_one_before_costs_a_few_allocations() {
    let body: String = RECORDS.iter().map(|record| format!("{record}\n\n")).collect();
    let seen = allocations("", &body, Format::TRANSCRIPT);
    let invalid = (1..=RECORDS.len() as u64).find(|number| seen.iter().all(|(valid, _)| valid != number));
    assert_eq!(invalid, None, "every record is valid");
    let costly = seen.iter().filter(|(_, count)| *count > MOST_FOR_A_HEADER);
    let faults: Vec<_> = costly.map(|(number, count)| format!("{count}: {}", RECORDS[*number as usize - 1])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn a_clean_verdict_costs_no_allocation_whatever_the_header() {
    let faults: Vec<_> = RECORDS
        .iter()
        .filter_map(|record| costly(record, "", &format!("{record}\n\n").repeat(20), Format::TRANSCRIPT, 0))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// How many allocations it takes to convert 100 games of so many plies.
fn allocations_of_conversion(plies: usize, system: SystemOfPlies) -> usize {
    let body = "1. a, b; 2. c, d; 3. e, f; 4. g, a; 5. b, c; 6. d, e; 7. f, g; 8. a, b; 9. c, d; 10. e, f; ";
    let body: Vec<&str> = body.split_inclusive("; ").take(plies / 2).collect();
    let text = format!("[Game \"forza4\"]\n[White \"Ada\"]\n\n{}\n\n", body.concat()).repeat(100);
    let mut checker = Checker::new(Defaults::default());
    let mut records =
        input::records(text.as_bytes(), Format::TRANSCRIPT, MAX_RECORD, &mut checker).expect("a slice can be read");
    let mut converter = Converter::new(Target { system: Some(system), ..Target::default() });
    let mut out = Vec::with_capacity(2 * text.len() + 1000);
    let before = count();
    while records.advance().expect("a slice can be read") {
        assert!(converter.record(&records.record(), &mut checker, &mut (), &mut out).is_written());
    }
    count() - before
}

#[test]
fn a_conversion_allocates_nothing_for_a_ply() {
    for system in [SystemOfPlies::COLUMNS, SystemOfPlies::SQUARES] {
        let [short, long] = [8, 20].map(|plies| allocations_of_conversion(plies, system));
        // Buffers grow once, with the longest record.
        assert!(long <= short + 10, "{short} allocations for 800 plies, {long} for 2000");
    }
}

/// How many allocations it takes to ask so many records for tags, once every buffer has grown.
#[cfg(feature = "archive")]
fn allocations_of_tags(records: usize) -> usize {
    use scoresheet::formats::{Records, transcript::Transcripts};
    use scoresheet::select::{Evaluator, Expression, Numbers, Questions, Subject};

    let record = "[Game \"forza4\"]\n[White \"Ada\"]\n[Round \"07\"]\n[Date \"1990.??.??\"]\n\n1. c, e\n\n";
    let text = record.repeat(records);
    let asked = "White = ada and Round > 3 and Date >= 1990 and player in (Bea, Ada) and not Site and White ~ da";
    let expression = Expression::read(asked, Default::default()).expect("an expression");
    let questions = Questions { expression: Some(expression), ..Questions::default() };
    let (mut evaluator, mut checker) = (Evaluator::new(&questions), Checker::new(Defaults::default()));
    let mut records = Transcripts::new(text.as_bytes(), MAX_RECORD).expect("a slice can be read");
    let before = count();
    while records.advance().expect("a slice can be read") {
        let record = records.header();
        let subject = Subject { record: &record, file: "x.txt", format: Format::TRANSCRIPT, bytes: 0 };
        evaluator.begin();
        assert!(evaluator.decide(&subject, &mut checker).with(Numbers::of_only_file(1)));
    }
    count() - before
}

#[cfg(feature = "archive")]
#[test]
fn tags_are_compared_without_an_allocation_for_a_record() {
    // Once for all records: memory of the regular expression.
    allocations_of_tags(1);
    assert_eq!(allocations_of_tags(2000), allocations_of_tags(10));
}
