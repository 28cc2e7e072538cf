//! Lists: the rows of a table are read in one notation system, which all of them together tell.

use scoresheet::formats::Format;
use scoresheet::{Report, System, records};

use super::games::{Game, games};
use super::text::{converted, parts};

/// A table of games of Forza 4 in digits from 0, and the games: only rows that hold a 0 cannot be in digits from 1.
fn table() -> (String, Vec<&'static Game>) {
    let plain = |game: &&Game| {
        let usual = game.rules.tags.iter().all(|(tag, _)| ["Game", "Variant", "Board", "Starts"].contains(tag));
        game.rules.info.id == "forza4" && usual && game.stands.is_empty() && game.lost.is_none()
    };
    let row = |game: &'static Game| {
        let text = converted(&game.text, Some(System::DIGITS0)).ok()?;
        let plies: String = parts(&text).1.split_ascii_whitespace().collect();
        let board = game.report.board.expect("a board");
        Some((format!("forza4,{}x{},{plies}\n", board.columns, board.rows), game))
    };
    let long = games().iter().filter(plain).filter(|game| game.report.plies > 2);
    let (rows, games): (Vec<String>, Vec<&Game>) = long.filter_map(row).unzip();
    (format!("game,board,moves\n{}", rows.concat()), games)
}

#[test]
fn rows_of_a_table_are_in_one_system() {
    let (text, rows) = table();
    let reports: Vec<Report> = records(text.as_bytes())
        .format(Format::CSV)
        .map(|record| record.expect("a slice can be read").report())
        .collect();
    assert_eq!(reports.len(), rows.len(), "{text}");
    let without_zero = text.lines().filter(|row| !row.rsplit(',').next().is_some_and(|plies| plies.contains('0')));
    assert!(rows.len() > 20 && without_zero.count() > 3, "{text}");
    for (report, game) in reports.iter().zip(rows) {
        assert_eq!((report.valid, report.notation), (true, Some(System::DIGITS0.name())), "{}", game.text);
        assert_eq!(report.moves, game.report.moves, "{}", game.text);
    }
}

/// An audit that cuts the table into parts reads every part in the system of the whole.
#[cfg(feature = "archive")]
#[test]
fn parts_of_a_table_are_in_the_system_of_the_whole() {
    use scoresheet::audit::{Options, ReportForm};
    let (text, rows) = table();
    for chunk in [64, 500] {
        let options = Options { chunk, jobs: 2, form: ReportForm::Jsonl, ..Options::default() };
        let (reports, summary) = super::audit::audited(&text, Format::CSV, &options);
        let notation = format!("\"notation\":\"{}\"", System::DIGITS0.name());
        assert_eq!(reports.lines().filter(|report| report.contains(&notation)).count(), rows.len(), "{reports}");
        assert_eq!((summary.tally.records(), summary.tally.valid), (rows.len() as u64, rows.len() as u64));
    }
}
