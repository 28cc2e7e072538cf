//! What is written in one file format is read back and says the same.

use scoresheet::formats::{FORMATS, Format};
use scoresheet::report::json;
use scoresheet::{Report, Target, records};

use super::games::each;
use super::text::{broken, fate};

/// The report of the only record of a text in a format.
fn read(text: &[u8], format: Format) -> Report {
    let mut records: Vec<_> = records(text).format(format).collect::<Result<_, _>>().expect("a slice can be read");
    assert_eq!(records.len(), 1, "{}", String::from_utf8_lossy(text));
    records.remove(0).report()
}

#[test]
fn every_format_that_is_written_is_read_back() {
    each(|game, _| {
        for &format in FORMATS.iter().filter(|format| scoresheet::convert::is_written(**format)) {
            let record = records(game.text.as_bytes()).next().expect("a record").expect("a slice can be read");
            let target = Target { format: Some(format), ..Target::default() };
            match record.convert(target) {
                // Games that have no SGF are written as transcripts.
                Ok(text) if !format.recognises(text.as_bytes()) && format == Format::SGF => {
                    assert_ne!(game.report.game, Some("gomoku"), "{text}");
                }
                Ok(text) => {
                    assert_eq!(fate(&read(text.as_bytes(), format)), fate(&game.report), "{}{text}", game.text)
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
