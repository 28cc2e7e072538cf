//! What is written in one file format is read back and says the same.

use scoresheet::formats::{FORMATS, Format, Given};
use scoresheet::report::json;
use scoresheet::{Defaults, Reading, Report, Target, records};

use super::games::each;
use super::text::{broken, fate};

/// The report of the only record of a text in a format.
fn read(text: &[u8], format: Format) -> Report {
    only(records(text).format(format))
}

fn only(records: Reading<'_>) -> Report {
    let mut records: Vec<_> = records.collect::<Result<_, _>>().expect("a slice can be read");
    assert_eq!(records.len(), 1);
    records.remove(0).report()
}

/// Formats whose files do not say by which rules a game was played, or on which board: the caller does.
const SAYS_NO_RULES: [Format; 4] = [Format::OFFSETS, Format::POS, Format::SAV, Format::RENLIB];

/// The report of the only record of a file that was written of the game of another report.
fn read_back(bytes: &[u8], format: Format, game: &Report) -> Report {
    if !SAYS_NO_RULES.contains(&format) {
        return read(bytes, format);
    }
    let (variant, board) = (game.variant.map(str::to_owned), game.board);
    let given = Given { variant: variant.clone(), board, ..Given::default() };
    let defaults = Defaults { variant, ..Defaults::default() };
    only(records(bytes).format(format).given(given).defaults(defaults))
}

#[test]
fn every_format_that_is_written_is_read_back() {
    each(|game, _| {
        for &format in FORMATS.iter().filter(|format| scoresheet::convert::is_written(**format)) {
            let record = records(game.text.as_bytes()).next().expect("a record").expect("a slice can be read");
            let target = Target { format: Some(format), ..Target::default() };
            match record.convert_to_bytes(target) {
                // Games that have no SGF are written as transcripts.
                Ok(bytes) if !format.recognises(&bytes) && format == Format::SGF => {
                    assert_ne!(game.report.game, Some("gomoku"), "{}", game.text);
                }
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let again = read_back(&bytes, format, &game.report);
                    assert_eq!(fate(&again), fate(&game.report), "{}{}{text}", game.text, format.name());
                }
                Err(report) => {
                    assert_ne!(format, Format::TRANSCRIPT, "{}", game.text);
                    assert!(
                        report.diagnostics.iter().any(|said| said.code == "not-representable"),
                        "{:?}",
                        report.diagnostics
                    );
                }
            }
        }
    });
}

#[test]
fn a_report_in_json_is_read_back_as_the_record() {
    let codes = |report: &Report| {
        report.diagnostics.iter().map(|said| (said.code, said.ply, said.variation.clone())).collect::<Vec<_>>()
    };
    each(|game, rng| {
        let text = if rng.u8(..3) == 0 { broken(&game.text, rng) } else { game.text.clone() };
        for report in super::text::all(&text) {
            let mut line = Vec::new();
            json::write(&report, &mut line);
            let again = read(&line, Format::JSON_LINES);
            assert_eq!(
                (fate(&again), again.game, again.variant),
                (fate(&report), report.game, report.variant),
                "{text}"
            );
            assert_eq!(codes(&again), codes(&report), "{text}");
        }
    });
}
