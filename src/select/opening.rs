//! The plies that a game begins with, written in any notation system of the game.
//!
//! The plies are replayed by the rules of the record that is compared with them, in each system of its game. What a ply
//! does is compared, not how it is written: in Halma, for instance, its first and last square.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::fault::Fault;
use crate::board::symmetry::SAME;
use crate::engine::{Claims, Job, Setting, Start, Step, Visitor};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::game::GameInfo;
use crate::record::{Record, TokenKind};
use crate::source::MAX_RECORD;
use crate::system::System;

/// Plies to begin with.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// The text as given, and the same without turn numbers and with plain commas between plies, which fits whichever
    /// side begins.
    texts: [String; 2],
}

/// What each ply does.
pub(crate) type Plies = Vec<Vec<u8>>;

impl Opening {
    /// Reads movetext.
    ///
    /// # Errors
    /// Says what is wrong with it, whatever the game.
    pub(crate) fn read(text: &str) -> Result<Opening, Fault> {
        let whole = || 0..text.len();
        // Whether the next word begins a ply: in some games a ply has several.
        let (mut bare, mut begins) = (String::new(), false);
        let found = with_record(text, |record| {
            for token in record.tokens() {
                match token.kind {
                    TokenKind::Word | TokenKind::Break => {
                        if !bare.is_empty() {
                            bare.push_str(if begins { ", " } else { " " });
                        }
                        bare.push_str(record.token(&token));
                        begins = false;
                    }
                    TokenKind::Comma | TokenKind::Semicolon | TokenKind::Number(_) => begins = true,
                    TokenKind::Open { .. } | TokenKind::Close { .. } => return Some("plies have no variations here"),
                    _ => {}
                }
            }
            if record.parts.tags.is_empty() { None } else { Some("plies have no tags here") }
        });
        if let Some(Some(message)) = found {
            return Err(Fault::of_value(whole(), message));
        }
        if bare.is_empty() {
            return Err(Fault::of_value(whole(), "expected plies")
                .help("write them as in movetext, for instance \"1. c, e; 2. c\""));
        }
        Ok(Opening { texts: [text.to_owned(), bare] })
    }

    /// What the plies do by these rules, once for each way to read them; empty if they are not legal.
    ///
    /// Two kinds of systems count before all others: the game's default one, which reads records that name none, and
    /// those in which the program itself would write the plies so. The others count only if neither kind fits. `j8` is
    /// a square and not the letters of `go`, which are capitals; `J8` is that square or the point of `go`.
    ///
    /// Only if no system reads the plies as legal ones are they read as illegal ones that stood (C-6).
    pub(crate) fn readings(&self, setting: &Setting) -> Vec<Plies> {
        let readings = self.readings_by(&Claims::default(), setting);
        if !readings.is_empty() {
            return readings;
        }
        // Whichever ply it is: there are not more plies than bytes.
        let most = self.texts[0].len().try_into().unwrap_or(u32::MAX);
        self.readings_by(&Claims { stands: (1..=most).collect(), ..Claims::default() }, setting)
    }

    /// The readings by these claims of the first of the texts that can be played.
    fn readings_by(&self, claims: &Claims, setting: &Setting) -> Vec<Plies> {
        let columns = setting.rules.board.columns;
        let may_be = |system: &System| !system.is_diagram() && system.most_columns().is_none_or(|most| columns <= most);
        let mut found: Vec<(bool, Plies)> = Vec::new();
        for system in setting.info().systems().filter(may_be) {
            let reading = self.texts.iter().find_map(|text| reading_of(text, setting, system, claims));
            let is_default = system == setting.default_system();
            found.extend(reading.map(|(is_canonical, plies)| (is_canonical || is_default, plies)));
        }
        let is_spelt_so = found.iter().any(|(goes_first, _)| *goes_first);
        let mut readings: Vec<Plies> = Vec::new();
        for (goes_first, plies) in found {
            if goes_first == is_spelt_so && !readings.contains(&plies) {
                readings.push(plies);
            }
        }
        readings
    }
}

/// Runs `work` on the one record in `text`.
fn with_record<T>(text: &str, work: impl FnOnce(&Record<'_>) -> T) -> Option<T> {
    let mut records = Transcripts::new(text.as_bytes(), MAX_RECORD).ok()?;
    let record = Records::next(&mut records).ok()??;
    Some(work(&record))
}

/// What the plies of a text do, and whether each has the system's own spelling; `None` if one cannot be played. A break
/// between manches is no ply, and may be left out.
fn reading_of(text: &str, setting: &Setting, system: System, claims: &Claims) -> Option<(bool, Plies)> {
    let mut text = Cow::Borrowed(text);
    loop {
        let lacks_break = match with_record(&text, |record| replay(record, setting, system, claims))? {
            Ok(reading) => return Some(reading),
            Err(lacks_break) => lacks_break?,
        };
        // Where a break stands, another one helps nobody.
        let rest = text.get(lacks_break..)?.trim_start().trim_start_matches(',');
        if rest.trim_start().starts_with('/') {
            return None;
        }
        text = Cow::Owned(format!("{} / {rest}", &text[..lacks_break]));
    }
}

/// What the plies of `record` do, and whether each has the system's own spelling. If one cannot be played: where a break
/// is due after the last ply that can be.
fn replay(
    record: &Record<'_>,
    setting: &Setting,
    system: System,
    claims: &Claims,
) -> Result<(bool, Plies), Option<usize>> {
    let job = Job { record, setting, system, claims, wants_fit: false };
    let (plies, text) = (Vec::new(), String::new());
    let mut actions = Actions { record, system, plies, are_canonical: true, break_due: None, text };
    let replay = setting.start.play(&job, &mut (), Some(&mut actions));
    let Actions { plies, are_canonical, break_due, .. } = actions;
    let is_read = replay.verdict.valid && !plies.is_empty();
    if is_read { Ok((are_canonical, plies)) } else { Err(break_due) }
}

/// Writes down what plies do.
struct Actions<'r> {
    record: &'r Record<'r>,
    system: System,
    plies: Plies,
    are_canonical: bool,
    /// Where the last ply ends, if a break is due after it.
    break_due: Option<usize>,
    text: String,
}

impl Visitor for Actions<'_> {
    fn begin(&mut self, _: &'static GameInfo, _: System) {}

    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        self.text.clear();
        self.are_canonical &=
            step.write(self.system, &mut self.text).is_ok() && self.record.slice(step.span()) == self.text;
        let mut action = Vec::new();
        step.write_action(SAME, &mut action);
        self.plies.push(action);
        self.break_due = step.after().break_due().then(|| step.span().end);
    }

    fn restart(&mut self) {
        self.plies.clear();
        (self.are_canonical, self.break_due) = (true, None);
    }
}

/// The readings of openings, by the rules of the record at hand. Most records have rules that were met before.
#[derive(Debug, Default)]
pub(super) struct Readings {
    known: HashMap<String, Arc<[Vec<Plies>]>>,
    /// The start by the rules used last. It is held so that no other start can take its address.
    start: Option<Arc<dyn Start>>,
    last: Arc<[Vec<Plies>]>,
}

impl Readings {
    /// For each of `openings` its readings by these rules.
    pub(super) fn of(&mut self, openings: &[Opening], setting: &Setting) -> Arc<[Vec<Plies>]> {
        /// More rules than this few archives have.
        const MOST: usize = 256;
        let is_same = self.start.as_ref().is_some_and(|start| Arc::ptr_eq(start, &setting.start));
        if openings.is_empty() || is_same {
            return self.last.clone();
        }
        if self.known.len() == MOST {
            self.known.clear();
        }
        let readings = || openings.iter().map(|opening| opening.readings(setting)).collect();
        self.last = self.known.entry(rules_key(setting)).or_insert_with(readings).clone();
        self.start = Some(setting.start.clone());
        self.last.clone()
    }
}

/// Everything that distinguishes rules for those who replay by them.
pub(crate) fn rules_key(setting: &Setting) -> String {
    let rules = &setting.rules;
    let parts = [
        setting.info().id,
        rules.variant,
        &rules.board.to_string(),
        &setting.start.parameters(),
        &setting.start.string(),
    ];
    [&parts.join("\n"), "\n", &rules.options.join(",")].concat()
}

/// How far a replay follows openings.
#[derive(Debug, Default)]
pub(super) struct Following {
    readings: Arc<[Vec<Plies>]>,
    /// For each opening the readings that are still followed.
    open: Vec<Vec<usize>>,
    found: Vec<bool>,
    count: usize,
    action: Vec<u8>,
}

impl Following {
    pub(super) fn start(&mut self, readings: Arc<[Vec<Plies>]>) {
        self.open.clear();
        self.open.extend(readings.iter().map(|readings| (0..readings.len()).collect::<Vec<_>>()));
        self.found.clear();
        self.found.resize(readings.len(), false);
        self.count = 0;
        self.readings = readings;
    }

    /// Begins the same game again.
    pub(super) fn restart(&mut self) {
        self.start(self.readings.clone());
    }

    /// Takes the next ply of the main line.
    pub(super) fn ply(&mut self, step: &dyn Step) {
        if self.open.iter().all(Vec::is_empty) {
            return;
        }
        self.action.clear();
        step.write_action(SAME, &mut self.action);
        let (count, action) = (self.count, &self.action);
        for ((open, readings), found) in self.open.iter_mut().zip(self.readings.iter()).zip(&mut self.found) {
            open.retain(|&reading| readings[reading].get(count) == Some(action));
            *found |= open.iter().any(|&reading| readings[reading].len() == count + 1);
        }
        self.count += 1;
    }

    /// Whether the game begins with that opening.
    pub(super) fn has(&self, opening: usize) -> bool {
        self.found.get(opening).copied().unwrap_or_default()
    }
}
