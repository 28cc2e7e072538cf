//! Laws of conversions on several threads: neither the number of threads nor the places where inputs are cut change a byte
//! of what is written or said, and both are what one converter writes record by record.

use scoresheet::audit::rewrite::Rewriting;
use scoresheet::audit::{Feeder, Options, Progress, ReportForm, rewrite, rewrite_input};
use scoresheet::convert::{Conversion, OneText};
use scoresheet::diagnostic::Shortlist;
use scoresheet::engine::Setting;
use scoresheet::formats::{Format, Given};
use scoresheet::report::{Report, rejected};
use scoresheet::{Checker, Converter, Defaults, MAX_RECORD, Record, System, Target, input};

#[path = "support/mixed.rs"]
#[expect(dead_code, reason = "other tests make large archives of it, too")]
mod mixed;

/// What was written and said, how many records were written and how many were not.
#[derive(Debug, Default, PartialEq)]
struct Converted {
    text: Vec<u8>,
    messages: String,
    counts: [u64; 2],
    failed: bool,
}

/// A line for each diagnostic.
fn words(report: &Report, record: &Record<'_>, setting: Option<&Setting>) -> String {
    let line = |said: &scoresheet::report::Located| {
        let game = setting.map_or("", |setting| setting.info().id);
        let excerpt = record.text.get(said.within.clone()).unwrap_or_default();
        format!("{}:{}:{}: {} {game} {excerpt:?} {}\n", report.file, said.line, said.column, said.code, said.message)
    };
    report.diagnostics.iter().map(line).collect()
}

/// Converts the inputs one after the other: on several threads, or as short inputs are converted if `is_alone`.
fn on_threads(inputs: &[&[u8]], format: Format, target: Target, options: &Options, is_alone: bool) -> Converted {
    let (mut text, mut messages, mut converted) = (Vec::new(), Vec::new(), Converted::default());
    let mut one_text = OneText::new(target);
    let options = Options { form: ReportForm::Nothing, max_diagnostics: 100, ..options.clone() };
    let rewriting = Rewriting { target, words, counts_bytes: true };
    for input in inputs {
        let feed = |feeder: &mut Feeder<'_>| {
            let _ = feeder.input("x", format, &mut &**input);
        };
        let outputs: [&mut dyn std::io::Write; 2] = [&mut text, &mut messages];
        let progress = Progress::default();
        let done = if is_alone {
            rewrite_input(&options, rewriting, &progress, ("x", format, &mut &**input), outputs, &mut one_text)
        } else {
            rewrite(&options, rewriting, &progress, feed, outputs, &mut one_text)
        };
        let (count, unread) = done.expect("memory can be written");
        converted.counts[0] += count.written;
        converted.counts[1] += count.refused;
        converted.failed |= !unread.is_empty();
    }
    one_text.finish(&mut text).expect("memory can be written");
    converted.text = text;
    converted.messages = String::from_utf8(messages).expect("messages are text");
    converted
}

/// Converts the inputs record by record.
fn one_by_one(inputs: &[&[u8]], format: Format, target: Target, options: &Options) -> Converted {
    let (mut converted, mut converter, mut text) = (Converted::default(), Converter::new(target), Vec::new());
    let mut checker = Checker::new(options.defaults.clone()).strict(options.strict);
    for input in inputs {
        let opened = input::records_given(*input, format, MAX_RECORD, &Given::default(), &mut checker);
        let Ok(mut records) = opened else {
            converted.failed = true;
            continue;
        };
        while records.advance().expect("a slice can be read") {
            let (record, mut held) = (records.record(), Shortlist::new(100));
            let done = converter.record(&record, &mut checker, &mut held, &mut text);
            converted.counts[usize::from(!done.is_written())] += 1;
            if done != Conversion::Invalid {
                held.retain(&[&scoresheet::codes::NOT_REPRESENTABLE, &scoresheet::codes::DROPPED]);
            }
            if held.codes().all() > 0 {
                let report = rejected("x", &record, &mut held);
                converted.messages.push_str(&words(&report, &record, checker.setting(&record)));
            }
        }
    }
    converter.finish(&mut text);
    converted.text = text;
    converted
}

fn target(system: Option<System>, format: Format) -> Target {
    Target { system, format: Some(format), ..Target::default() }
}

/// Converts in several ways, and compares.
fn check(inputs: &[&[u8]], format: Format, target: Target, options: &Options) -> Converted {
    let expected = one_by_one(inputs, format, target, options);
    for (jobs, chunk) in [(1, options.chunk), (3, options.chunk), (2, 3 * options.chunk)] {
        let options = Options { jobs, chunk, ..options.clone() };
        for is_alone in [false, true] {
            let found = on_threads(inputs, format, target, &options, is_alone);
            assert_eq!(found, expected, "{} to {target:?}, {jobs} jobs, chunks of {chunk} bytes", format.name());
        }
    }
    expected
}

#[test]
fn every_sample_is_converted_as_record_by_record() {
    let mut counts = [0; 2];
    for path in mixed::samples(|path| Format::of_file(&path.to_string_lossy()).is_some()) {
        let format = Format::of_file(&path.to_string_lossy()).expect("a format");
        let bytes = std::fs::read(&path).expect("the sample can be read");
        // The notation of a list is found in its first chunk: small ones have too few games for that.
        let notation = (format != Format::TRANSCRIPT).then_some(System::DIGITS);
        let defaults = Defaults { game: Some("forza4".to_owned()), notation, ..Defaults::default() };
        for defaults in [defaults, Defaults { notation, ..Defaults::default() }] {
            for (system, to) in [(None, Format::LINES), (Some(System::SQUARES), Format::TRANSCRIPT)] {
                let options = Options { defaults: defaults.clone(), chunk: 100, ..Options::default() };
                let done = check(&[&bytes], format, target(system, to), &options);
                counts = [counts[0] + done.counts[0], counts[1] + done.counts[1]];
            }
        }
    }
    assert!(counts[0] > 200 && counts[1] > 100, "{counts:?} records were written and refused");
}

#[test]
fn records_that_are_easily_cut_in_the_wrong_place_are_converted_in_order() {
    let text = mixed::NASTY.concat().repeat(3);
    let (one, other) = text.split_at(text.len() / 2);
    for chunk in [64, 300, 5000] {
        let options = Options { chunk, ..Options::default() };
        for to in [Format::TRANSCRIPT, Format::LINES] {
            let done = check(&[one.as_bytes(), other.as_bytes()], Format::TRANSCRIPT, target(None, to), &options);
            assert!(done.counts.iter().all(|count| *count > 10), "{:?}", done.counts);
        }
    }
}

/// A list names what several games have in common once, also where they stand in different chunks or files.
#[test]
fn the_line_of_tags_of_a_list_is_written_where_it_changes() {
    let game = |board: &str, plies: &str| format!("[Game \"forza4\"]\n[Board \"{board}\"]\n\n{plies}\n\n");
    let text = game("7x6", "1. c, e; 2. c, c").repeat(40) + &game("8x8", "1. h, e").repeat(2) + &game("7x6", "1. h");
    let options = Options { chunk: 64, ..Options::default() };
    let inputs = [text.as_bytes(), text.as_bytes()];
    let done = check(&inputs, Format::TRANSCRIPT, target(None, Format::LINES), &options);
    assert_eq!(done.counts, [84, 2]);
    let lines: Vec<_> = std::str::from_utf8(&done.text)
        .expect("a list is text")
        .lines()
        .filter(|line| line.starts_with("#:"))
        .collect();
    let [usual, large] = ["#: [Game \"forza4\"] [Board \"7x6\"]", "#: [Game \"forza4\"] [Board \"8x8\"]"];
    assert_eq!(lines, [usual, large, usual, large]);
}

/// The lines of a list are read as they are meant, whatever the words look like that stand behind their plies: where these
/// would have another notation system found, the line of tags names it.
#[test]
fn remarks_that_look_like_plies_change_no_game() {
    let words = ["cc", "a1", "h8", "33", "c", "Dd2", "D12", "7,7", "Ada", "-"];
    let mut rng = fastrand::Rng::with_seed(3);
    let mut named = 0;
    for (game, board, plies) in [
        ("forza4", "7x6", ["c", "e"]),
        ("forza4", "5x4", ["a", "a"]),
        ("gomoku", "15x15", ["h8", "c3"]),
        ("plus4", "4x4", ["a", "b"]),
    ] {
        let text: String = (0..200)
            .map(|_| {
                let remark: Vec<_> = (0..rng.usize(0..4)).filter_map(|_| rng.choice(words)).collect();
                let plies = &plies[..rng.usize(1..=2)];
                format!("[Game \"{game}\"]\n[Board \"{board}\"]\n\n{} {{{}}}\n\n", plies.join(" "), remark.join(" "))
            })
            .collect();
        let reports = |text: &[u8], format: Format| -> Vec<Report> {
            let records = scoresheet::records(text).file("x").format(format);
            records.map(|record| record.expect("a slice can be read").report()).collect()
        };
        let done = check(&[text.as_bytes()], Format::TRANSCRIPT, target(None, Format::LINES), &Options::default());
        let before: Vec<_> =
            reports(text.as_bytes(), Format::TRANSCRIPT).into_iter().map(|report| report.moves).collect();
        let after = reports(&done.text, Format::LINES);
        assert!(done.counts[0] > 100 && after.iter().all(|report| report.valid), "{game}: {:?}", done.counts);
        // What no list can hold is left out, and what is written is the game.
        let mut rest = before.iter();
        assert!(after.iter().all(|report| rest.any(|moves| *moves == report.moves)), "{game}");
        named += String::from_utf8_lossy(&done.text).matches("[Notation ").count();
    }
    assert!(named > 10, "{named}");
}

/// Of some formats a file holds one record, of others it begins with what all records have in common: both depend on
/// records of other chunks and files.
#[test]
fn files_of_one_record_and_files_with_a_frame_are_written_as_record_by_record() {
    let game = |name: &str, plies: &str| format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n{name}\n{plies}\n\n");
    let named = |number: usize| game(&format!("[Black \"Ada {number}\"]\n"), "1. h8, i9; 2. g7");
    let plain: String = [game("", "1. h8, h8"), game("", "1. h8, i9; 2. g7")].concat().repeat(20);
    let with_names: String = (0..30).map(|number| named(number % 7) + &game("", "1. h8 {a}")).collect();
    let options = Options { chunk: 64, ..Options::default() };
    let inputs = [plain.as_bytes(), with_names.as_bytes()];
    for format in [Format::POS, Format::SAV, Format::RENLIB] {
        assert_eq!(check(&inputs, Format::TRANSCRIPT, target(None, format), &options).counts, [1, 99]);
    }
    for (format, counts) in [(Format::RIF, [50, 50]), (Format::CSV, [80, 20]), (Format::PSQ, [50, 50])] {
        let done = check(&inputs, Format::TRANSCRIPT, target(None, format), &options);
        assert_eq!(done.counts, counts, "{}", done.messages);
    }
}

/// Records that are longer than a chunk, or than a record may be, are read by the thread that asks, too.
#[test]
fn a_short_input_may_have_records_that_are_too_long() {
    let game = |comment: &str| format!("[Game \"forza4\"]\n\n1. c, e {{{comment}}}; 2. d\n\n");
    let text = [game("x"), game(&"y".repeat(2000)), game("z")].concat();
    let target = target(Some(System::SQUARES), Format::TRANSCRIPT);
    for max_record in [20, 100, 1000, 3000] {
        let options = Options { max_record, chunk: 16, ..Options::default() };
        let convert = |is_alone| on_threads(&[text.as_bytes()], Format::TRANSCRIPT, target, &options, is_alone);
        let found = convert(true);
        assert_eq!(found, convert(false), "{max_record}");
        assert_eq!(found.counts.iter().sum::<u64>(), 3, "{max_record}");
    }
}

/// What makes a file only together is in a file without a name when it is longer than 4 MiB.
#[test]
fn a_long_text_of_whole_files_is_written_as_a_short_one_is() {
    let name = "n".repeat(500);
    let head = "[Game \"gomoku\"]\n[Variant \"standard\"]\n[Board \"15x15\"]";
    let text: String = (0..9000)
        .map(|number| {
            format!(
                "{head}\n[Black \"{name} {}\"]\n[Date \"2001.02.{:02}\"]\n\n1. h8, i9; 2. a1\n\n",
                number % 7,
                number % 29
            )
        })
        .collect();
    for format in [Format::CSV, Format::named("rif").expect("a format")] {
        let inputs: &[&[u8]] = &[text.as_bytes()];
        let (target, options) = (target(None, format), Options::default());
        let expected = one_by_one(inputs, Format::TRANSCRIPT, target, &options);
        assert_eq!(expected.counts, [9000, 0], "{}", expected.messages.get(..500).unwrap_or_default());
        // RIF names a player once; what waits of each game has the name again.
        assert!(format != Format::CSV || expected.text.len() > 4 * 1024 * 1024);
        let found = on_threads(inputs, Format::TRANSCRIPT, target, &options, true);
        assert!(found == expected, "{}: another text", format.name());
    }
}
