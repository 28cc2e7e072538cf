//! Makes a report of a judgement.

use std::borrow::Cow;

use super::describe::{MovesOf, TagsOf, View};
use super::{AsWritten, ClaimReport, Report};
use crate::board::DecidingLines;
use crate::check::{Checker, Judged};
use crate::codes::{ATTEMPTED, RESULT_UNPROVEN, STANDS};
use crate::diagnostic::{Code, CodeCounts, Severity, Shortlist};
use crate::engine::{Claim, Script, Setting, Step, Termination, Visitor};
use crate::formats::Format;
use crate::game::{Ending, GameInfo, Outcome, Position, Side, side_at_start};
use crate::record::{Layout, Record, Spelling, TokenKind};
use crate::system::System;

/// Makes reports, one record after the other, in buffers that are used again.
#[derive(Debug, Default)]
pub(crate) struct Reporter {
    /// The plies in the game's default system.
    script: Script,
    position: Option<String>,
    /// Memory for the position while there is none.
    spare: String,
    lines: DecidingLines,
    points: Vec<u32>,
    manches: Vec<Vec<u32>>,
    swapped: bool,
    claimed: Option<Claim>,
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

    fn claimed_result(&mut self, claim: Claim) {
        self.claimed = Some(claim);
    }

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

impl Reporter {
    /// Forgets everything.
    fn start(&mut self) {
        self.script.start_without_remarks(None);
        self.spare = self.position.take().unwrap_or_else(|| std::mem::take(&mut self.spare));
        self.spare.clear();
        self.lines.0.clear();
        self.points.clear();
        self.manches.clear();
        (self.swapped, self.claimed) = (false, None);
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

    /// Judges a record and fills in `report`, but for the file's name, the tags, the plies and the position:
    /// [`Reporter::view`] takes these from where they are, and [`Reporter::complete`] copies them.
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
        // A result after the plies is in no other key.
        let is_own = record.parts.marks.is_empty() && !self.script.has_result();
        let keys_tell = report.valid && is_own && keys_tell(record, setting, report, held.codes(), only_plies);
        if record.parts.layout != Layout::Unread {
            report.given = checker.said_before(record, refused);
        }
        if !keys_tell && !record.written.bytes.is_empty() {
            let transcript = Format::TRANSCRIPT.name();
            let is_said = is_said_by_transcript(record);
            let (bytes, format) = if is_said {
                (record.text.as_bytes().to_vec(), transcript)
            } else {
                (record.written.text().into_owned(), record.written.format)
            };
            report.text = Some(AsWritten(bytes));
            // A transcript made from another format is named: it is in UTF-8, whatever the encoding of its file.
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

impl Reporter {
    /// Fills `report` with the judgement, whatever it held before.
    fn fill(&mut self, report: &mut Report, record: &Record<'_>, judged: &Judged<'_>) {
        let rules = judged.setting.map(|setting| &setting.rules);
        let verdict = judged.verdict;
        let winner = match verdict.outcome {
            Outcome::Win { winner, .. } => judged.setting.map(|setting| setting.winner(winner)),
            _ => None,
        };
        // A ply that lost the game, illegal or a foul, decides without any line (C-7, RJ-6).
        let by_board = verdict.outcome.ending().is_none_or(Ending::is_on_board);
        let sides = rules.map_or(&[][..], |rules| rules.sides);
        let named = |points: &Vec<u32>| sides.iter().zip(points).map(|(side, points)| (side.name, *points)).collect();
        // Most games have no points.
        let points = if self.points.is_empty() { Vec::new() } else { named(&self.points) };
        let manches = if self.manches.is_empty() { Vec::new() } else { self.manches.iter().map(named).collect() };
        let player = |name: &str| record.get(name).map(Cow::into_owned);
        let players = match sides {
            [_, _] if self.swapped => {
                let at_start = |side: Side| sides[side_at_start(side, true).index()].name;
                let both = [Side(0), Side(1)].into_iter();
                both.filter_map(|side| Some((sides[side.index()].name, player(at_start(side))?))).collect()
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
        report.claim = match (verdict.outcome, judged.setting) {
            (Outcome::Unfinished, Some(setting)) => self.claim(record, setting),
            _ => None,
        };
        let name = |claim: Claim, setting: &Setting| (claim, claim.name(&setting.rules).unwrap_or("*"));
        report.claimed = verdict.claimed.zip(judged.setting).map(|(claim, setting)| name(claim, setting));
        if by_board {
            std::mem::swap(&mut report.outcome.lines, &mut self.lines);
        }
        report.attempted = self.script.attempted().map(str::to_owned);
        report.stands.extend_from_slice(self.script.stands());
        report.scores.extend_from_slice(self.script.scores());
        (report.players, report.opening) = (players, opening);
    }

    /// The claim of a record whose game has not ended on the board.
    fn claim(&self, record: &Record<'_>, setting: &Setting) -> Option<ClaimReport> {
        let winner = match self.claimed? {
            Claim::Open => return None,
            Claim::Draw => None,
            Claim::Win(side) => Some(setting.winner(side)),
        };
        let reason = match record.get("Termination").map(|value| Termination::read(&value)) {
            Some(Termination::Reason(reason)) => Some(reason.name()),
            _ => None,
        };
        Some(ClaimReport { winner, reason })
    }
}

/// Whether the transcript made from a record holds more than its own bytes, which refer to other parts of their file.
fn is_said_by_transcript(record: &Record<'_>) -> bool {
    let (parts, bytes) = (&record.parts, record.text.as_bytes());
    let says_all = Format::named(record.written.format).is_none_or(|format| format.info().says_all);
    // A tree may be deeper than variations of a transcript, and its bytes are the whole file.
    let is_tree = parts.foreign.is_binary && memchr::memchr(b'(', bytes).is_some();
    // Nor has it words for a point that no square names.
    let is_spelt = !matches!(parts.context.spelling, Spelling::Points(_));
    let is_whole = parts.faults.is_empty() && parts.context.stands.is_empty() && is_spelt;
    !says_all && is_whole && !is_tree && parts.layout != Layout::Unread
}

/// The codes that come again when the record is read back from its tags, its plies, `stands` and `attempted`.
static TOLD_AGAIN: &[&Code] = &[&STANDS, &ATTEMPTED, &RESULT_UNPROVEN];

/// Whether the tags and plies of a valid record, with the plies that stood and the one that was tried, give the same
/// verdict. `only_plies`: the driver has seen nothing but plies of one word each, comments and annotations.
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
    // words for plies that stood or were tried. `stands` lists plies that were carried out, not the one that was tried.
    let tried_is_marked =
        report.attempted.is_some() && record.tokens().any(|token| token.kind == (TokenKind::Comment { stands: true }));
    let has_tags_of_plies = || ["Stands", "Termination"].iter().any(|tag| record.tag(tag).is_some());
    plain
        && !tried_is_marked
        && last != Some(TokenKind::Break)
        && !(parts.layout == Layout::Line && has_tags_of_plies())
        && codes.iter().all(|(rule, ..)| told_again(rule))
}
