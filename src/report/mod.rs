//! What is said about a record, gathered and located: the shared data of all writers.

#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod schema;
pub mod scores;

use std::ops::Range;

use serde::Serialize as DeriveSerialize;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::board::{DecidingLines, Size, Square};
use crate::check::{Checker, Judged};
use crate::codes::{ATTEMPTED, RESULT_UNPROVEN, STANDS};
use crate::diagnostic::{Code, CodeCounts, Diagnostic, Severity, Shortlist};
use crate::engine::{Claim, Setting};
use crate::engine::{Step, Visitor};
use crate::formats::Format;
use crate::formats::jsonl::keys;
use crate::game::{Ending, Outcome, Position, Side, points_in_words};
use crate::names::same_tag;
use crate::record::{Layout, Record, TokenKind};
use crate::source::characters;
use crate::system::System;

/// All that is said about one record: the JSON object of `validate`.
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
    /// The tags as they came; of a tag given twice the first value.
    pub tags: Tags,
    /// Whether no error was found.
    pub valid: bool,
    /// How many plies were carried out.
    pub plies: u32,
    /// They, in the game's default system.
    pub moves: Vec<String>,
    /// The outcome so far.
    pub outcome: OutcomeReport,
    /// The position string after the last of them.
    pub position: Option<String>,
    /// The ply that was illegal and lost the game (C-7), in the game's default system; nothing where that cannot say it.
    pub attempted: Option<String>,
    /// The numbers of the plies that stood (C-6).
    pub stands: Vec<u32>,
    /// The record as it was written, where the other keys cannot give the same verdict.
    pub text: Option<AsWritten>,
    /// The file format of `text`, if that is no transcript.
    pub format: Option<&'static str>,
    /// What the caller said that the record says otherwise or that no other key tells, by the names of tags.
    pub given: Vec<(&'static str, String)>,
    /// Who has which side at the end, only where the players have changed sides.
    pub players: Vec<(&'static str, String)>,
    /// The name of the opening, where the game has names for them.
    pub opening: Option<&'static str>,
    /// Which plies have scored, in games with a score sheet; for people, who see it as a table.
    pub scores: Vec<Score>,
    /// What there is to say, in the order of places.
    pub diagnostics: Vec<Located>,
    /// How many more diagnostics there are than are held here.
    pub not_shown: u64,
    /// The first of each code of which no diagnostic is held, in the order of places; for those who count codes.
    pub firsts: Vec<Located>,
    /// How often each code was reported, whether it is held or not.
    pub codes: CodeCounts,
}

impl Report {
    /// Every diagnostic that is known with its place, those that are shown and then the first of each other code.
    pub fn known(&self) -> impl Iterator<Item = &Located> {
        self.diagnostics.iter().chain(&self.firsts)
    }

    /// The error that stands first.
    pub fn first_error(&self) -> Option<&Located> {
        self.known().filter(|said| said.severity == Severity::Error).min_by_key(|said| said.within.start)
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(keys::FILE, &self.file)?;
        map.serialize_entry(keys::RECORD, &self.record)?;
        map.serialize_entry(keys::LINE, &self.line)?;
        map.serialize_entry(keys::GAME, &self.game)?;
        map.serialize_entry(keys::VARIANT, &self.variant)?;
        map.serialize_entry(keys::OPTIONS, &self.options)?;
        map.serialize_entry(keys::BOARD, &self.board)?;
        map.serialize_entry(keys::NOTATION, &self.notation)?;
        map.serialize_entry(keys::TAGS, &self.tags)?;
        map.serialize_entry(keys::VALID, &self.valid)?;
        map.serialize_entry(keys::PLIES, &self.plies)?;
        map.serialize_entry(keys::MOVES, &self.moves)?;
        map.serialize_entry(keys::OUTCOME, &self.outcome)?;
        map.serialize_entry(keys::POSITION, &self.position)?;
        if let Some(attempted) = &self.attempted {
            map.serialize_entry(keys::ATTEMPTED, attempted)?;
        }
        if !self.stands.is_empty() {
            map.serialize_entry(keys::STANDS, &self.stands)?;
        }
        if let Some(text) = &self.text {
            map.serialize_entry(keys::TEXT, text)?;
        }
        if let Some(format) = self.format {
            map.serialize_entry(keys::FORMAT, format)?;
        }
        if !self.given.is_empty() {
            map.serialize_entry(keys::GIVEN, &Pairs(&self.given))?;
        }
        if !self.players.is_empty() {
            map.serialize_entry(keys::PLAYERS, &Pairs(&self.players))?;
        }
        if let Some(opening) = self.opening {
            map.serialize_entry(keys::OPENING, opening)?;
        }
        map.serialize_entry(keys::DIAGNOSTICS, &self.diagnostics)?;
        if self.not_shown > 0 {
            map.serialize_entry(keys::NOT_SHOWN, &self.not_shown)?;
        }
        map.end()
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

/// A line of a score sheet: a ply that has scored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The number of the ply, counted on over breaks.
    pub ply: u32,
    /// The manche, from 1.
    pub manche: usize,
    /// The side that the player has in the outcome.
    pub player: Side,
    /// The side that the player has in this manche.
    pub side: Side,
    /// The lines scored, each by its first and last square.
    pub lines: Vec<(Square, Square)>,
}

/// Tags in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(pub Vec<(String, String)>);

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

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

impl Serialize for OutcomeReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.outcome {
            Outcome::Unfinished => map.serialize_entry("kind", "unfinished")?,
            Outcome::Win { ending, .. } => {
                map.serialize_entry("kind", "win")?;
                map.serialize_entry("winner", self.winner)?;
                map.serialize_entry("reason", ending.code)?;
            }
            Outcome::Draw { ending } => {
                map.serialize_entry("kind", "draw")?;
                map.serialize_entry("reason", ending.code)?;
            }
        }
        if !self.lines.0.is_empty() {
            map.serialize_entry("lines", &self.lines)?;
        }
        if !self.points.is_empty() {
            map.serialize_entry("points", &Pairs(&self.points))?;
        }
        if !self.manches.is_empty() {
            let manches: Vec<_> = self.manches.iter().map(|points| Pairs(points)).collect();
            map.serialize_entry("manches", &manches)?;
        }
        map.end()
    }
}

/// Pairs as a JSON object, in their order.
struct Pairs<'p, V>(&'p [(&'static str, V)]);

impl<V: DeriveSerialize> Serialize for Pairs<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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
    /// The bytes of the file, from 0: first, and the one behind the last.
    pub span: [u64; 2],
    /// What was found.
    pub message: String,
    /// What would have been right.
    pub help: Option<String>,
    /// The way to its variation: ply and index, from 1, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<(u32, u32)>,
    /// The position before an illegal ply.
    #[serde(skip)]
    pub position: Option<String>,
    /// Its bytes in the record's text.
    #[serde(skip)]
    pub within: Range<usize>,
}

/// How many plies an opening has at most.
const OPENING: usize = 3;

/// Collects what a report says of the main line.
#[derive(Debug, Default)]
struct Moves {
    moves: Vec<String>,
    /// The ply that lost the game, if the game's default system can say it.
    attempted: Option<String>,
    position: Option<String>,
    lines: DecidingLines,
    points: Vec<u32>,
    manches: Vec<Vec<u32>>,
    swapped: bool,
    scores: Vec<Score>,
    /// Where the first plies put their pieces; it ends with the first that puts none.
    opening: Vec<Square>,
    /// The numbers of the plies that were illegal and stood.
    stands: Vec<u32>,
}

impl Visitor for Moves {
    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        if self.opening.len() == self.moves.len() && self.opening.len() < OPENING {
            self.opening.extend(step.landing());
        }
        if step.stood() {
            self.stands.push(step.number());
        }
        let mut text = String::new();
        step.write_default(&mut text);
        self.moves.push(text);
        let scored = step.after().scored();
        if !scored.is_empty() {
            let (before, manche) = (step.before(), step.before().manches().len());
            let player = before.player();
            self.scores.push(Score { ply: step.number(), manche, player, side: before.turn(), lines: scored });
        }
    }

    fn tried(&mut self, step: &dyn Step) {
        let mut text = String::new();
        self.attempted = step.write_default(&mut text).then_some(text);
    }

    fn restart(&mut self) {
        *self = Moves::default();
    }

    fn end(&mut self, last: &dyn Position) {
        self.position = Some(last.string());
        self.lines = last.lines();
        self.points = last.points();
        self.manches = last.manches();
        self.swapped = last.swapped();
    }
}

/// Judges `record` of `file` and reports what there is to say, at most [`MAX_DIAGNOSTICS`](crate::MAX_DIAGNOSTICS)
/// diagnostics. `deny` makes warnings errors.
pub fn report(file: &str, record: &Record<'_>, checker: &mut Checker, deny: bool) -> Report {
    report_held(file, record, checker, &mut Shortlist::default().deny_warnings(deny))
}

/// The same with as many diagnostics as `held` holds; what it held before is forgotten.
pub fn report_held(file: &str, record: &Record<'_>, checker: &mut Checker, held: &mut Shortlist) -> Report {
    held.clear();
    let mut moves = Moves::default();
    let judged = checker.check(record, held, Some(&mut moves));
    let mut report = with_judgement(file, record, &judged, moves);
    let (setting, refused) = (judged.setting, judged.setting.is_none());
    let keys_tell = report.valid && keys_tell(record, setting, &report, held.codes());
    if record.parts.layout != Layout::Unread {
        report.given = checker.said_before(record, refused);
    }
    if !keys_tell && !record.written.bytes.is_empty() {
        let transcript = Format::TRANSCRIPT.name();
        report.text = Some(AsWritten(record.written.bytes.to_vec()));
        report.format = Some(record.written.format).filter(|format| *format != transcript);
    }
    report.say(record, held);
    report.valid &= report.codes.of(Severity::Error) == 0;
    report
}

/// What may be said of a record that says it again when it is read from its tags, its plies and what stood or was tried.
static TOLD_AGAIN: &[&Code] = &[&STANDS, &ATTEMPTED, &RESULT_UNPROVEN];

/// Whether the tags and plies of a valid record, with what stood and what was tried, come to the same verdict.
fn keys_tell(record: &Record<'_>, setting: Option<&Setting>, report: &Report, codes: &CodeCounts) -> bool {
    let told_again = |rule: &Code| TOLD_AGAIN.contains(&rule) && (rule != &ATTEMPTED || report.attempted.is_some());
    let Some(setting) = setting else { return false };
    let parts = &record.parts;
    let mut last = None;
    let plain = record.tokens().all(|token| match token.kind {
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
    // Plies alone have a break only where another ply follows; and a line says nothing of its last ply.
    let tags_of_plies = ["Stands", "Termination"].iter().any(|tag| record.tag(tag).is_some());
    plain
        && last != Some(TokenKind::Break)
        && !(parts.layout == Layout::Line && tags_of_plies)
        && codes.iter().all(|(rule, ..)| told_again(rule))
}

impl Report {
    /// Takes the diagnostics that are held.
    fn say(&mut self, record: &Record<'_>, held: &mut Shortlist) {
        let kept = held.take();
        self.diagnostics = locate(record, kept.shown);
        self.firsts = locate(record, kept.firsts);
        self.codes = held.codes().clone();
        self.not_shown = self.codes.all() - self.diagnostics.len() as u64;
    }
}

fn with_judgement(file: &str, record: &Record<'_>, judged: &Judged<'_>, moves: Moves) -> Report {
    let rules = judged.setting.map(|setting| &setting.rules);
    let mut tags: Vec<(String, String)> = Vec::new();
    for tag in &record.parts.tags {
        let name = record.name(tag);
        if record.parts.tags.len() > 32 || !tags.iter().any(|(known, _)| same_tag(known, name)) {
            tags.push((name.to_owned(), record.value(tag).into_owned()));
        }
    }
    if tags.len() > 32 {
        let mut seen = std::collections::HashSet::new();
        tags.retain(|(name, _)| seen.insert(name.to_ascii_lowercase()));
    }
    let verdict = judged.verdict;
    let winner = match verdict.outcome {
        Outcome::Win { winner, .. } => judged.setting.map_or("", |setting| setting.winner(winner)),
        _ => "",
    };
    // A ply that lost the game, illegal or a foul, decides without any line (C-7, RJ-6).
    let by_board = verdict.outcome.ending().is_none_or(Ending::is_on_board);
    let lines = if by_board { moves.lines } else { DecidingLines::default() };
    let sides = rules.map_or(&[][..], |rules| rules.sides);
    let named = |points: &Vec<u32>| sides.iter().zip(points).map(|(side, points)| (side.name, *points)).collect();
    let points = named(&moves.points);
    let manches = moves.manches.iter().map(named).collect();
    let player = |name: &str| tags.iter().find(|(tag, _)| same_tag(tag, name)).map(|(_, player)| player.clone());
    // The tags name the players by the sides that they had at the start.
    let players = match sides {
        [one, other] if moves.swapped => {
            let changed = [(one.name, player(other.name)), (other.name, player(one.name))];
            changed.into_iter().filter_map(|(side, player)| Some((side, player?))).collect()
        }
        _ => Vec::new(),
    };
    let opening = judged.setting.and_then(|setting| setting.game.opening(&setting.rules, &moves.opening));
    Report {
        file: file.to_owned(),
        record: record.place.number,
        line: record.place.line,
        game: judged.game.map(|game| game.info().id),
        variant: rules.map(|rules| rules.variant),
        options: rules.map_or(Vec::new(), |rules| rules.options.clone()),
        board: rules.map(|rules| rules.board),
        notation: judged.system.map(System::name),
        tags: Tags(tags),
        valid: verdict.valid,
        plies: verdict.plies,
        moves: moves.moves,
        outcome: OutcomeReport { outcome: verdict.outcome, winner, lines, points, manches },
        position: moves.position,
        attempted: moves.attempted,
        stands: moves.stands,
        text: None,
        format: None,
        given: Vec::new(),
        scores: moves.scores,
        players,
        opening,
        diagnostics: Vec::new(),
        not_shown: 0,
        firsts: Vec::new(),
        codes: CodeCounts::default(),
    }
}

/// Diagnostics in the order of their places, with lines and columns.
pub fn locate(record: &Record<'_>, mut diagnostics: Vec<Diagnostic>) -> Vec<Located> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let bytes = record.text.as_bytes();
    // One walk over the text for all of them: where the last one stood, and on which line and column.
    let place = record.place;
    let (mut at, mut line, mut column) = (0, place.line, place.indent + 1);
    // Where the text begins with a line from further up, it is walked through first.
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
        // Of a text that does not stand in the file as it is, the file has but the place of the whole.
        let (line, column, span) = match (place.source, place.above) {
            (Some(source), _) => (place.line, 1, source),
            (None, Some(above)) if start < body => {
                let within = |at: usize| above.offset + at.min(body) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
            (None, _) => {
                let within = |at: usize| place.offset + at.saturating_sub(body) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
        };
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
        });
    }
    located
}

/// A report of diagnostics alone, about a record that was not written.
pub fn rejected(file: &str, record: &Record<'_>, held: &mut Shortlist) -> Report {
    let mut report = Report {
        file: file.to_owned(),
        record: record.place.number,
        line: record.place.line,
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
        scores: Vec::new(),
        players: Vec::new(),
        opening: None,
        diagnostics: Vec::new(),
        not_shown: 0,
        firsts: Vec::new(),
        codes: CodeCounts::default(),
    };
    report.say(record, held);
    report
}
