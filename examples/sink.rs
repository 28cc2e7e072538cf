//! A sink of your own: `sink < games.txt` counts how often each code was reported at which ply, and keeps nothing else.
//!
//! No sentence is made for a sink that wants none, so even an archive full of faults is judged quickly.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::{Checker, Defaults, Diagnostic, MAX_RECORD, Sink};

/// How often each code was reported at each ply.
#[derive(Default)]
struct Counts(BTreeMap<(&'static str, u32), u64>);

impl Sink for Counts {
    fn report(&mut self, diagnostic: Diagnostic) {
        if let Some(ply) = diagnostic.ply {
            *self.0.entry((diagnostic.code.name, ply)).or_default() += 1;
        }
    }

    fn wants_text(&self) -> bool {
        false
    }
}

fn main() -> io::Result<()> {
    run(io::stdin().lock(), &mut io::stdout().lock())
}

/// Judges transcripts and writes the counts.
pub(crate) fn run(transcripts: impl Read, out: &mut dyn Write) -> io::Result<()> {
    let mut records = Transcripts::new(transcripts, MAX_RECORD)?;
    let mut checker = Checker::new(Defaults::default());
    let mut counts = Counts::default();
    while let Some(record) = records.next()? {
        checker.check(&record, &mut counts, None);
    }
    for ((code, ply), count) in counts.0 {
        writeln!(out, "{code} at ply {ply}: {count}")?;
    }
    Ok(())
}
