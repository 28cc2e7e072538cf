//! Reports of plain, sound games, of which an archive has millions: the JSON object that [`Report`](super::Report) makes,
//! byte for byte, without making one. A property test holds the two against each other.

use super::OutcomeReport;
use crate::board::DecidingLines;
use crate::check::Checker;
use crate::game::{Outcome, Told};
use crate::play::Verdict;
use crate::record::Record;

/// Buffers that are used again and again.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    told: Told,
    /// The last file's name, and as JSON.
    file: (String, String),
}

impl Quick {
    /// Writes the object of a record if a glance at it is enough, without the record's number; says where that belongs.
    pub(crate) fn write(
        &mut self,
        file: &str,
        header: &Record<'_>,
        checker: &mut Checker,
        out: &mut Vec<u8>,
    ) -> Option<(Verdict, usize)> {
        let mut last = None;
        let (system, verdict) = checker.glance_told(header, &mut self.told, &mut |position| {
            // Who has which side at the end is for the long way to say.
            if !position.swapped() {
                last = Some((position.string(), position.lines(), position.points(), position.manches()));
            }
        })?;
        let (position, lines, points, manches) = last?;
        let (Some(setting), _) = checker.last() else { return None };
        // What the caller said instead of the record's tags is for the long way to say.
        if !checker.said_before(header, false).is_empty() {
            return None;
        }
        if self.file.0 != file {
            self.file = (file.to_owned(), serde_json::to_string(file).ok()?);
        }
        let rules = &setting.rules;
        let (file, game) = (&self.file.1, setting.info().id);
        let mut number = itoa::Buffer::new();
        put(out, &["{\"file\":", file, ",\"record\":"]);
        let place = out.len();
        put(out, &[",\"line\":", number.format(header.place.line), ",\"game\":\"", game]);
        put(out, &["\",\"variant\":\"", rules.variant, "\",\"options\":["]);
        for (index, option) in rules.options.iter().enumerate() {
            put(out, &[if index > 0 { ",\"" } else { "\"" }, option, "\""]);
        }
        put(out, &["],\"board\":\"", number.format(rules.board.columns), "x"]);
        put(out, &[number.format(rules.board.rows), "\",\"notation\":\"", system.name(), "\",\"tags\":{"]);
        for (index, tag) in header.parts.tags.iter().enumerate() {
            out.extend_from_slice(if index > 0 { b"," } else { b"" });
            serde_json::to_writer(&mut *out, header.name(tag)).ok()?;
            out.push(b':');
            serde_json::to_writer(&mut *out, &header.value(tag)).ok()?;
        }
        put(out, &["},\"valid\":true,\"plies\":", number.format(verdict.plies), ",\"moves\":["]);
        put(out, &[&self.told.moves, "],\"outcome\":"]);
        let sides = rules.sides;
        let named = |points: &Vec<u32>| sides.iter().zip(points).map(|(side, points)| (side.name, *points)).collect();
        let winner = match verdict.outcome {
            Outcome::Win { winner, .. } => setting.winner(winner),
            _ => "",
        };
        if verdict.outcome == Outcome::Unfinished && points.is_empty() {
            put(out, &["{\"kind\":\"unfinished\"}"]);
        } else {
            let manches = manches.iter().map(named).collect();
            let lines = if lines.0.is_empty() { DecidingLines::default() } else { lines };
            let outcome = OutcomeReport { outcome: verdict.outcome, winner, lines, points: named(&points), manches };
            serde_json::to_writer(&mut *out, &outcome).ok()?;
        }
        // A position string has no letter that JSON escapes.
        put(out, &[",\"position\":\"", &position, "\""]);
        if let Some(opening) = setting.game.opening(setting, &self.told.landings) {
            put(out, &[",\"opening\":"]);
            serde_json::to_writer(&mut *out, opening).ok()?;
        }
        put(out, &[",\"diagnostics\":[]}\n"]);
        Some((verdict, place))
    }
}

fn put(out: &mut Vec<u8>, parts: &[&str]) {
    for part in parts {
        out.extend_from_slice(part.as_bytes());
    }
}
