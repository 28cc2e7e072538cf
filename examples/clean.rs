//! Cleans a list of games: `clean GAME < games.txt > clean.txt` writes the valid games in canonical form, and on the
//! standard error the reason why each other game is left out.

use std::io::{self, Read, Write};

use scoresheet::formats::Format;
use scoresheet::{Defaults, Severity, Target, records};

fn main() -> io::Result<()> {
    let game = std::env::args().nth(1);
    run(game, io::stdin().lock(), &mut io::stdout().lock(), &mut io::stderr().lock())
}

/// Writes valid games of a list to `out`, and why the others are not to `told`.
pub(crate) fn run(game: Option<String>, list: impl Read, out: &mut dyn Write, told: &mut dyn Write) -> io::Result<()> {
    let defaults = Defaults { game, ..Defaults::default() };
    let mut first = true;
    for record in records(list).format(Format::LINES).defaults(defaults) {
        match record?.convert(Target::default()) {
            Ok(text) => {
                let gap = if first { "" } else { "\n" };
                write!(out, "{gap}{text}")?;
                first = false;
            }
            Err(report) => {
                for fault in report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error) {
                    writeln!(told, "line {}: {} ({})", fault.line, fault.message, fault.code)?;
                }
            }
        }
    }
    Ok(())
}
