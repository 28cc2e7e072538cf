//! Everything that there is to say about a record, with lines and columns: the data that all writers share.

mod describe;
mod foreign;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
mod located;
mod reporter;
pub mod schema;
pub mod scores;

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, Serializer};

use crate::board::{DecidingLines, Size};
use crate::check::Checker;
use crate::diagnostic::{CodeCounts, Severity, Shortlist};
use crate::engine::Claim;
pub use crate::engine::Score;
use crate::formats::Records;
use crate::game::{Outcome, points_in_words};
use crate::names::same_tag;
use crate::record::{Place, Record};
use crate::visible::visible;
use describe::TagsOf;
#[cfg(feature = "archive")]
pub(crate) use describe::View;
pub use located::{Located, locate};
pub(crate) use reporter::Reporter;

/// Everything about one record: the JSON object of `validate`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// The file's name as the caller gave it.
    pub file: String,
    /// The record's number in its file, from 1.
    pub record: u64,
    /// The line on which the record begins, from 1.
    pub line: u64,
    /// The game's id.
    pub game: Option<&'static str>,
    /// The variant's name.
    pub variant: Option<&'static str>,
    /// The options' names in the order of the tag.
    pub options: Vec<&'static str>,
    /// The board, columns x rows.
    pub board: Option<Size>,
    /// The name of the notation system.
    pub notation: Option<&'static str>,
    /// The tags as written. If a tag is given twice, its first value.
    pub tags: Tags,
    /// Whether the record has no error.
    pub valid: bool,
    /// How many plies were carried out.
    pub plies: u32,
    /// The plies that were carried out, in the game's default notation system.
    pub moves: Vec<String>,
    /// The outcome so far.
    pub outcome: OutcomeReport,
    /// The result that the record claims, if the game has not ended on the board.
    pub claim: Option<ClaimReport>,
    /// The result that the record claims, and its name: of a side, of a pair, `draw`, or `*`.
    pub(crate) claimed: Option<(Claim, &'static str)>,
    /// The position string after the last ply that was carried out.
    pub position: Option<String>,
    /// The illegal ply that lost the game (C-7), in the game's default notation system; `None` if that cannot express
    /// it.
    pub attempted: Option<String>,
    /// The numbers of the illegal plies that stood (C-6).
    pub stands: Vec<u32>,
    /// The record as it was written, if the other keys alone would not give the same verdict.
    pub text: Option<AsWritten>,
    /// The file format of `text`, if it is not a transcript.
    pub format: Option<&'static str>,
    /// The caller's settings by the names of tags, if they differ from the record's tags or no other key holds them.
    pub given: Vec<(&'static str, String)>,
    /// The encoding of the file, if that is not UTF-8.
    pub encoding: Option<&'static str>,
    /// What was assumed, by name: game, variant, board, encoding and the like.
    pub guessed: Vec<(Cow<'static, str>, String)>,
    /// The players and their sides at the end; empty unless the players have changed sides.
    pub players: Vec<(&'static str, String)>,
    /// The name of the opening, in games that name openings.
    pub opening: Option<&'static str>,
    /// The plies that have scored, in games with a score sheet. People see them as a table; JSON does not have them.
    pub scores: Vec<Score>,
    /// The diagnostics in the order of their places.
    pub diagnostics: Vec<Located>,
    /// How many more diagnostics there are than `diagnostics` holds.
    pub not_shown: u64,
    /// For each code that `diagnostics` lacks, its first diagnostic, in the order of places.
    pub firsts: Vec<Located>,
    /// How often each code was reported, shown or not.
    pub codes: CodeCounts,
}

impl Report {
    /// All diagnostics whose places are known: those that are shown, then the first of each other code.
    pub fn known(&self) -> impl Iterator<Item = &Located> {
        self.diagnostics.iter().chain(&self.firsts)
    }

    /// Forgets all diagnostics that are no errors.
    pub fn keep_errors(&mut self) {
        let is_error = |said: &Located| said.severity == Severity::Error;
        self.diagnostics.retain(is_error);
        self.firsts.retain(is_error);
        self.not_shown = self.codes.of(Severity::Error).saturating_sub(self.diagnostics.len() as u64);
    }

    /// The first error in the file.
    pub fn first_error(&self) -> Option<&Located> {
        self.known().filter(|said| said.severity == Severity::Error).min_by_key(|said| said.order())
    }
}

/// The first error in words, as an error of a program: `games.txt:3: c is full: four pieces stand in it`.
impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first_error() {
            Some(error) => write!(out, "{}:{}: {}", visible(&self.file), error.line, error.message),
            None => write!(out, "{}:{}: a valid record", visible(&self.file), self.line),
        }
    }
}

impl std::error::Error for Report {}

/// A text as its file has it, also with bytes that are no UTF-8. Only [`json::write`] keeps those.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsWritten(pub Vec<u8>);

impl Serialize for AsWritten {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(&self.0))
    }
}

/// Tags in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// The value of the tag of that name, in whatever letters the record spells it: `White` finds `[white "Ada"]`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| same_tag(known, name)).map(|(_, value)| value.as_str())
    }
}

/// The outcome with the names of sides and the lines that decide.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeReport {
    /// The outcome so far.
    pub outcome: Outcome,
    /// The name of the side or pair that has won; `None` unless the outcome is a win.
    pub winner: Option<&'static str>,
    /// The lines that decide.
    pub lines: DecidingLines,
    /// The points of each side by its name, in games with points.
    pub points: Vec<(&'static str, u32)>,
    /// The points of each manche by the sides played in it, in games whose players change sides from manche to manche.
    pub manches: Vec<Vec<(&'static str, u32)>>,
}

/// A result that the board does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaimReport {
    /// The name of the side or pair that has won; `None`: drawn.
    pub winner: Option<&'static str>,
    /// Why, if the tag `Termination` names a reason: `resignation`.
    pub reason: Option<&'static str>,
}

impl ClaimReport {
    /// The result in words: `White has won (resignation, as the record claims)`.
    fn in_words(&self) -> String {
        let what = self.winner.map_or_else(|| "drawn".to_owned(), |winner| format!("{winner} has won"));
        let reason = self.reason.map_or_else(String::new, |reason| format!("{reason}, "));
        format!("{what} ({reason}as the record claims)")
    }
}

impl OutcomeReport {
    /// The outcome in words, with the points where there are any: `White has won (a line of four or more)`,
    /// `drawn (the board is full and has no line)`. A game that has not ended on the board ended as `claim` says, or is
    /// `unfinished`.
    pub(crate) fn in_words(&self, claim: Option<ClaimReport>) -> String {
        let mut text = match self.outcome {
            Outcome::Unfinished => claim.map_or_else(|| "unfinished".to_owned(), |claim| claim.in_words()),
            Outcome::Win { ending, .. } => ending.won_by(self.winner.unwrap_or_default()),
            Outcome::Draw { ending } => format!("drawn ({})", ending.about),
        };
        if !self.points.is_empty() {
            text.push_str(&format!(", {}", points_in_words(self.points.iter().copied())));
        }
        text
    }
}

/// Judges `record` of `file` and reports at most [`MAX_DIAGNOSTICS`](crate::MAX_DIAGNOSTICS) diagnostics. With [`report_held`]
/// and [`Shortlist::deny_warnings`] warnings count as errors.
pub fn report(file: &str, record: &Record<'_>, checker: &mut Checker) -> Report {
    report_held(file, record, checker, &mut Shortlist::default())
}

/// Judges `record` of `file`, and reports as many diagnostics as `held` can hold. `held` is cleared first.
pub fn report_held(file: &str, record: &Record<'_>, checker: &mut Checker, held: &mut Shortlist) -> Report {
    Reporter::default().report(file, record, checker, held)
}

impl Report {
    /// Forgets everything. Its memory stays for another record.
    fn clear(&mut self) {
        let Report {
            file,
            record,
            line,
            game,
            variant,
            options,
            board,
            notation,
            tags,
            valid,
            plies,
            moves,
            outcome,
            claim,
            claimed,
            position,
            attempted,
            stands,
            text,
            format,
            given,
            encoding,
            guessed,
            players,
            opening,
            scores,
            diagnostics,
            not_shown,
            firsts,
            codes,
        } = self;
        file.clear();
        (*record, *line, *plies, *not_shown) = (0, 0, 0, 0);
        (*game, *variant, *notation, *format, *encoding, *opening) = (None, None, None, None, None, None);
        (*board, *position, *attempted, *text, *valid) = (None, None, None, None, false);
        (*claim, *claimed) = (None, None);
        options.clear();
        tags.0.clear();
        moves.clear();
        (outcome.outcome, outcome.winner) = (Outcome::Unfinished, None);
        outcome.lines.0.clear();
        outcome.points.clear();
        outcome.manches.clear();
        stands.clear();
        given.clear();
        guessed.clear();
        players.clear();
        scores.clear();
        diagnostics.clear();
        firsts.clear();
        codes.clear();
    }

    /// The outcome in words, with the points where there are any: `White has won (a line of four or more)`, `unfinished`. A
    /// result that only the record claims is marked: `White has won (resignation, as the record claims)`.
    pub fn outcome_in_words(&self) -> String {
        self.outcome.in_words(self.claim)
    }

    /// A report that says nothing.
    pub(crate) fn empty() -> Report {
        Report {
            file: String::new(),
            record: 0,
            line: 0,
            game: None,
            variant: None,
            options: Vec::new(),
            board: None,
            notation: None,
            tags: Tags::default(),
            valid: false,
            plies: 0,
            moves: Vec::new(),
            outcome: OutcomeReport {
                outcome: Outcome::Unfinished,
                winner: None,
                lines: DecidingLines::default(),
                points: Vec::new(),
                manches: Vec::new(),
            },
            claim: None,
            claimed: None,
            position: None,
            attempted: None,
            stands: Vec::new(),
            text: None,
            format: None,
            given: Vec::new(),
            encoding: None,
            guessed: Vec::new(),
            scores: Vec::new(),
            players: Vec::new(),
            opening: None,
            diagnostics: Vec::new(),
            not_shown: 0,
            firsts: Vec::new(),
            codes: CodeCounts::default(),
        }
    }

    /// Takes the diagnostics from `held`.
    fn say(&mut self, record: &Record<'_>, held: &mut Shortlist) {
        // Of most records there is nothing to say, and the report says nothing yet.
        if held.codes().all() == 0 {
            return;
        }
        let kept = held.take();
        self.diagnostics = locate(record, kept.shown);
        self.firsts = locate(record, kept.firsts);
        held.count_into(&mut self.codes);
        self.not_shown = self.codes.all() - self.diagnostics.len() as u64;
    }
}

/// Calls `each` with the name and the value of every tag of a record; of a tag given twice, with the first.
pub fn each_tag(record: &Record<'_>, each: impl FnMut(&str, &str)) {
    TagsOf::Record(record).each(each);
}

/// Reports the record at hand without judging it again, if its judgement found nothing but the notes of the reader, as many as
/// `codes` counts. The report holds diagnostics alone.
pub(crate) fn of_notes(
    file: &str,
    records: &mut dyn Records,
    codes: &CodeCounts,
    checker: &Checker,
    held: &mut Shortlist,
) -> Option<Report> {
    if codes.all() != records.header().parts.notes.len() as u64 {
        return None;
    }
    let record = records.noted();
    held.clear();
    checker.tell_notes(&record, held);
    Some(rejected(file, &record, held))
}

/// A report of diagnostics alone, about a record that was not written.
pub fn rejected(file: &str, record: &Record<'_>, held: &mut Shortlist) -> Report {
    let Place { number, line, .. } = record.place;
    let mut report = Report { file: file.to_owned(), record: number, line, ..Report::empty() };
    report.say(record, held);
    report
}
