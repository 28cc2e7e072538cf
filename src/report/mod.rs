//! Everything that there is to say about a record, with lines and columns: the data that all writers share.

mod describe;
mod foreign;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod schema;
pub mod scores;

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize as DeriveSerialize;
use serde::ser::{Serialize, Serializer};

use crate::board::{DecidingLines, Size};
use crate::check::{Checker, Judged};
use crate::codes::{ATTEMPTED, RESULT_UNPROVEN, STANDS};
use crate::diagnostic::{Code, CodeCounts, Diagnostic, Severity, Shortlist};
pub use crate::engine::Score;
use crate::engine::{Claim, Setting};
use crate::engine::{Script, Step, Visitor};
use crate::formats::Format;
use crate::game::{Ending, GameInfo, Outcome, Position, points_in_words};
use crate::record::{Layout, Place, Record, Spelling, TokenKind};
use crate::source::characters;
use crate::system::System;
pub(crate) use describe::View;
use describe::{MovesOf, TagsOf};

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
    /// What was taken for granted, by name: game, variant, board, encoding and the like.
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

    /// The first error in the text.
    pub fn first_error(&self) -> Option<&Located> {
        self.known().filter(|said| said.severity == Severity::Error).min_by_key(|said| said.within.start)
    }
}

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

/// The outcome with the names of sides and the lines that decide.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeReport {
    /// The outcome so far.
    pub outcome: Outcome,
    /// The name of the side that has won, or an empty text.
    pub winner: &'static str,
    /// The lines that decide.
    pub lines: DecidingLines,
    /// The points of each side by its name, in games with points.
    pub points: Vec<(&'static str, u32)>,
    /// The points of each manche by the sides played in it, in games whose players change sides from manche to manche.
    pub manches: Vec<Vec<(&'static str, u32)>>,
}

impl OutcomeReport {
    /// The outcome in words, with the points where there are any: `White has won (a line of four or more)`,
    /// `drawn (the board is full and has no line)`, `unfinished`.
    pub fn in_words(&self) -> String {
        let mut text = match self.outcome {
            Outcome::Unfinished => "unfinished".to_owned(),
            Outcome::Win { ending, .. } => ending.won_by(self.winner),
            Outcome::Draw { ending } => format!("drawn ({})", ending.about),
        };
        if !self.points.is_empty() {
            text.push_str(&format!(", {}", points_in_words(self.points.iter().copied())));
        }
        text
    }
}

/// A diagnostic with its place in the file.
#[derive(Debug, Clone, DeriveSerialize)]
#[non_exhaustive]
pub struct Located {
    /// How severe it is.
    pub severity: Severity,
    /// The stable code.
    pub code: &'static str,
    /// The rule it rests on.
    pub rule: Option<&'static str>,
    /// The number of the ply at fault.
    pub ply: Option<u32>,
    /// The line, from 1.
    pub line: u64,
    /// The column in Unicode scalar values, from 1.
    pub column: u64,
    /// The bytes of the file, from 0: the first, and the one after the last.
    pub span: [u64; 2],
    /// What is wrong.
    pub message: String,
    /// What would have been right.
    pub help: Option<String>,
    /// The path to its variation: the ply and the index of each variation around it, from 1, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<(u32, u32)>,
    /// The position before an illegal ply.
    #[serde(skip)]
    pub position: Option<String>,
    /// Its bytes in the record's text.
    #[serde(skip)]
    pub within: Range<usize>,
    /// The file's own text around the place and the part of it that is meant, where the record's text was made of
    /// something else.
    #[serde(skip)]
    pub shown: Option<(String, Range<usize>)>,
}

/// Makes reports, one record after the other, in buffers that are used again.
#[derive(Debug, Default)]
pub(crate) struct Reporter {
    /// The plies in the game's default system.
    script: Script,
    position: Option<String>,
    /// The memory of the position, while there is none.
    spare: String,
    lines: DecidingLines,
    points: Vec<u32>,
    manches: Vec<Vec<u32>>,
    swapped: bool,
}

impl Visitor for Reporter {
    fn begin(&mut self, info: &'static GameInfo, _: System) {
        self.script.start_without_remarks(Some(info.default_system));
    }

    fn script(&mut self) -> Option<&mut Script> {
        Some(&mut self.script)
    }

    /// The script has them.
    fn ply(&mut self, _: &dyn Step) {}

    fn restart(&mut self) {
        self.start();
    }

    fn end(&mut self, last: &dyn Position) {
        let mut position = std::mem::take(&mut self.spare);
        last.write_string(&mut position);
        self.position = Some(position);
        self.lines = last.lines();
        self.points = last.points();
        self.manches = last.manches();
        self.swapped = last.swapped();
    }
}

/// Judges `record` of `file` and reports at most [`MAX_DIAGNOSTICS`](crate::MAX_DIAGNOSTICS) diagnostics. `deny` makes
/// warnings errors.
pub fn report(file: &str, record: &Record<'_>, checker: &mut Checker, deny: bool) -> Report {
    report_held(file, record, checker, &mut Shortlist::default().deny_warnings(deny))
}

/// Judges `record` of `file`, and reports as many diagnostics as `held` has room for. `held` is cleared first.
pub fn report_held(file: &str, record: &Record<'_>, checker: &mut Checker, held: &mut Shortlist) -> Report {
    Reporter::default().report(file, record, checker, held)
}

impl Reporter {
    /// Forgets everything.
    fn start(&mut self) {
        self.script.start_without_remarks(None);
        self.spare = self.position.take().unwrap_or_else(|| std::mem::take(&mut self.spare));
        self.spare.clear();
        self.lines.0.clear();
        self.points.clear();
        self.manches.clear();
        self.swapped = false;
    }

    /// Judges a record and reports what there is to say.
    pub(crate) fn report(
        &mut self,
        file: &str,
        record: &Record<'_>,
        checker: &mut Checker,
        held: &mut Shortlist,
    ) -> Report {
        let mut report = Report::empty();
        self.judge(record, checker, held, &mut report);
        self.complete(&mut report, file, record);
        report
    }

    /// The same without the file's name, tags, plies and position: [`Reporter::view`] takes these from where they are, and
    /// [`Reporter::complete`] copies them.
    pub(crate) fn judge(
        &mut self,
        record: &Record<'_>,
        checker: &mut Checker,
        held: &mut Shortlist,
        report: &mut Report,
    ) {
        held.clear();
        self.start();
        let judged = checker.check(record, held, Some(self));
        self.fill(report, record, &judged);
        let (setting, refused) = (judged.setting, judged.setting.is_none());
        // Of a diagram the script holds nothing but the plies.
        let only_plies = !self.script.has_more() && !judged.system.is_some_and(System::is_diagram);
        // A result behind the plies is in no other key.
        let is_own = record.parts.marks.is_empty() && !self.script.has_result();
        let keys_tell = report.valid && is_own && keys_tell(record, setting, report, held.codes(), only_plies);
        if record.parts.layout != Layout::Unread {
            report.given = checker.said_before(record, refused);
        }
        if !keys_tell && !record.written.bytes.is_empty() {
            let transcript = Format::TRANSCRIPT.name();
            let is_said = is_said_by_transcript(record);
            let (bytes, format) = match is_said {
                true => (record.text.as_bytes(), transcript),
                false => (record.written.bytes, record.written.format),
            };
            report.text = Some(AsWritten(bytes.to_vec()));
            // A transcript that was made says so: it is in UTF-8, whatever its file is.
            let is_retold = is_said || record.parts.foreign.is_retold;
            report.format = Some(format).filter(|format| is_retold || *format != transcript);
        }
        report.encoding = record.parts.foreign.encoding;
        report.guessed.extend(record.parts.notes.iter().filter_map(|note| note.guess.clone()));
        report.say(record, held);
        report.valid &= report.codes.of(Severity::Error) == 0;
    }

    /// The report of the record that was judged last, to be written.
    pub(crate) fn view<'v>(&'v self, report: &'v Report, file: &'v str, record: &'v Record<'v>) -> View<'v> {
        let (tags, moves) = (TagsOf::Record(record), MovesOf::Script(&self.script));
        View { report, file, tags, moves, position: self.position.as_deref(), is_numbered: true }
    }

    /// Completes the report of the record that was judged last.
    pub(crate) fn complete(&self, report: &mut Report, file: &str, record: &Record<'_>) {
        report.file = file.to_owned();
        report.tags.0.clear();
        TagsOf::Record(record).each(|name, value| report.tags.0.push((name.to_owned(), value.to_owned())));
        report.moves = self.script.moves().map(str::to_owned).collect();
        report.position.clone_from(&self.position);
    }
}

/// Whether the transcript that was made of a record says more of it than its own bytes: these name what stands elsewhere in
/// their file.
fn is_said_by_transcript(record: &Record<'_>) -> bool {
    let (parts, bytes) = (&record.parts, record.text.as_bytes());
    let says_all = Format::named(record.written.format).is_none_or(|format| format.says_all());
    // A tree may be deeper than variations of a transcript, and its bytes are the whole file.
    let is_tree = parts.foreign.is_binary && memchr::memchr(b'(', bytes).is_some();
    // Nor has it words for a point that no square names.
    let is_spelt = parts.context.spelling != Spelling::Points;
    let is_whole = parts.faults.is_empty() && parts.context.stands.is_empty() && is_spelt;
    !says_all && is_whole && !is_tree && parts.layout != Layout::Unread
}

/// The codes that come again when the record is read back from its tags, its plies, `stands` and `attempted`.
static TOLD_AGAIN: &[&Code] = &[&STANDS, &ATTEMPTED, &RESULT_UNPROVEN];

/// Whether the tags and plies of a valid record, with what stood and what was tried, come to the same verdict. `only_plies`:
/// the driver has seen nothing but plies of one word each, comments and annotations.
fn keys_tell(
    record: &Record<'_>,
    setting: Option<&Setting>,
    report: &Report,
    codes: &CodeCounts,
    only_plies: bool,
) -> bool {
    let told_again = |rule: &Code| TOLD_AGAIN.contains(&rule) && (rule != &ATTEMPTED || report.attempted.is_some());
    let Some(setting) = setting else { return false };
    let parts = &record.parts;
    let mut last = None;
    let plain = only_plies
        || record.tokens().all(|token| match token.kind {
            TokenKind::Open { .. } => false,
            TokenKind::Word => {
                last = Some(token.kind);
                parts.layout == Layout::Line || Claim::of_word(record.token(&token), &setting.rules).is_none()
            }
            TokenKind::Break => {
                last = Some(token.kind);
                true
            }
            _ => true,
        });
    // A break at the end would be lost, because plies alone show a break only before another ply. And a line has no
    // words for what stood or was tried.
    let tags_of_plies = ["Stands", "Termination"].iter().any(|tag| record.tag(tag).is_some());
    plain
        && last != Some(TokenKind::Break)
        && !(parts.layout == Layout::Line && tags_of_plies)
        && codes.iter().all(|(rule, ..)| told_again(rule))
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
        options.clear();
        tags.0.clear();
        moves.clear();
        (outcome.outcome, outcome.winner) = (Outcome::Unfinished, "");
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
                winner: "",
                lines: DecidingLines::default(),
                points: Vec::new(),
                manches: Vec::new(),
            },
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

    /// Takes the diagnostics that are held.
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

impl Reporter {
    /// Makes `report` one of the judgement, whatever it said before.
    fn fill(&mut self, report: &mut Report, record: &Record<'_>, judged: &Judged<'_>) {
        let rules = judged.setting.map(|setting| &setting.rules);
        let verdict = judged.verdict;
        let winner = match verdict.outcome {
            Outcome::Win { winner, .. } => judged.setting.map_or("", |setting| setting.winner(winner)),
            _ => "",
        };
        // A ply that lost the game, illegal or a foul, decides without any line (C-7, RJ-6).
        let by_board = verdict.outcome.ending().is_none_or(Ending::is_on_board);
        let sides = rules.map_or(&[][..], |rules| rules.sides);
        let named = |points: &Vec<u32>| sides.iter().zip(points).map(|(side, points)| (side.name, *points)).collect();
        // Most games have no points.
        let points = if self.points.is_empty() { Vec::new() } else { named(&self.points) };
        let manches = if self.manches.is_empty() { Vec::new() } else { self.manches.iter().map(named).collect() };
        let player = |name: &str| record.get(name).map(Cow::into_owned);
        // The tags name the players by the sides that they had at the start.
        let players = match sides {
            [one, other] if self.swapped => {
                let changed = [(one.name, player(other.name)), (other.name, player(one.name))];
                changed.into_iter().filter_map(|(side, player)| Some((side, player?))).collect()
            }
            _ => Vec::new(),
        };
        let (squares, count) = self.script.opening();
        let opening = judged.setting.and_then(|setting| setting.game.opening(&setting.rules, &squares[..count]));
        report.clear();
        report.record = record.place.number;
        report.line = record.place.line;
        report.game = judged.game.map(|game| game.info().id);
        report.variant = rules.map(|rules| rules.variant);
        report.options.extend_from_slice(rules.map_or(&[], |rules| &rules.options));
        report.board = rules.map(|rules| rules.board);
        report.notation = judged.system.map(System::name);
        report.valid = verdict.valid;
        report.plies = verdict.plies;
        (report.outcome.outcome, report.outcome.winner) = (verdict.outcome, winner);
        (report.outcome.points, report.outcome.manches) = (points, manches);
        if by_board {
            std::mem::swap(&mut report.outcome.lines, &mut self.lines);
        }
        report.attempted = self.script.attempted().map(str::to_owned);
        report.stands.extend_from_slice(self.script.stands());
        report.scores.extend_from_slice(self.script.scores());
        (report.players, report.opening) = (players, opening);
    }
}

/// Calls `each` with the name and the value of every tag of a record; of a tag given twice, with the first.
pub fn each_tag(record: &Record<'_>, each: impl FnMut(&str, &str)) {
    TagsOf::Record(record).each(each);
}

/// Diagnostics in the order of their places, with lines and columns.
pub fn locate(record: &Record<'_>, mut diagnostics: Vec<Diagnostic>) -> Vec<Located> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if diagnostics.is_empty() {
        return Vec::new();
    }
    let is_foreign = !record.parts.marks.is_empty() && record.place.source.is_none();
    let spots = if is_foreign { foreign::spots(record, &diagnostics) } else { Vec::new() };
    let mut spots = spots.into_iter();
    let (bytes, runs) = (record.text.as_bytes(), &record.parts.runs);
    // One walk over the text finds all places: the byte, line and column of the last one.
    let place = record.place;
    let (mut at, mut line, mut column) = (0, place.line, place.indent + 1);
    // The text may begin with a line from further up in the file: the walk begins there.
    let body = place.above.map_or(0, |above| above.length);
    if let Some(above) = place.above {
        (line, column) = (above.line, 1);
    }
    let mut located = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        let start = diagnostic.span.start.min(bytes.len());
        if at < body && start >= body {
            (at, line, column) = (body, place.line, place.indent + 1);
        }
        let between = &bytes[at..start];
        match memchr::memrchr(b'\n', between) {
            Some(last) => {
                line += memchr::memchr_iter(b'\n', between).count() as u64;
                column = characters(&between[last + 1..]) + 1;
            }
            None => column += characters(between),
        }
        at = start;
        // If the text was made of a row, its parts have no places in the file: only the whole row has one.
        let (line, column, span) = match (place.source, place.above) {
            (Some(source), _) => (place.line, 1, source),
            (None, Some(above)) if start < body => {
                let within = |at: usize| above.offset + record.parts.runs_above.place(at.min(body)) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
            (None, _) => {
                let within = |at: usize| place.offset + runs.place(at.saturating_sub(body)) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
        };
        let spot = spots.next();
        let (line, column, span) =
            spot.as_ref().map_or((line, column, span), |spot| (spot.line, spot.column, spot.span));
        located.push(Located {
            severity: diagnostic.severity,
            code: diagnostic.code.name,
            rule: diagnostic.code.rule,
            ply: diagnostic.ply,
            line,
            column,
            span,
            message: diagnostic.text.message,
            help: diagnostic.text.help,
            variation: diagnostic.variation,
            position: diagnostic.position,
            within: diagnostic.span,
            shown: spot.map(|spot| spot.shown),
        });
    }
    if is_foreign {
        // In a tree of variations the text has another order than the file.
        located.sort_by_key(|said| said.span[0]);
    }
    located
}

/// A report of diagnostics alone, about a record that was not written.
pub fn rejected(file: &str, record: &Record<'_>, held: &mut Shortlist) -> Report {
    let Place { number, line, .. } = record.place;
    let mut report = Report { file: file.to_owned(), record: number, line, ..Report::empty() };
    report.say(record, held);
    report
}
