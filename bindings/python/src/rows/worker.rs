//! Makes rows of records: what each thread does with the records of its part.

use std::io;
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet::diagnostic::{CodeCounts, Severity, Shortlist};
use scoresheet::engine::{Script, Step, Visitor};
use scoresheet::formats::Records;
use scoresheet::game::{GameInfo, Position};
use scoresheet::parallel::{At, Task, Worker};
use scoresheet::report::report_held;
use scoresheet::select::{Decision, Evaluator, Questions, Subject, Turns, bytes_of};
use scoresheet::tree::Date;
use scoresheet::{Checker, Outcome, Side, System};

use super::cells::{Cell, Growing};
use super::table::{Column, Rows};
use crate::words::{in_python, translate};

/// The most rows of a batch.
const MOST: usize = 1 << 16;

/// Which rows are made of records.
#[derive(Debug)]
pub(crate) struct Making {
    pub(crate) rows: Rows,
    pub(crate) columns: Vec<&'static Column>,
    pub(crate) schema: SchemaRef,
    pub(crate) questions: Questions,
    /// The most diagnostics of one record.
    pub(crate) most: usize,
}

impl Making {
    fn wants(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }
}

/// The rows of a part of an input.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) batches: Vec<RecordBatch>,
    /// Rows that are wanted only if something is true of the number of their record, which is not known yet: the batch, its
    /// rows, the record's number in the part.
    pub(crate) open: Vec<(usize, Range<usize>, Decision, u64)>,
}

impl Task for Making {
    type Part = io::Result<Made>;
    type Worker<'t> = Maker<'t>;

    fn worker(&self) -> Maker<'_> {
        Maker {
            making: self,
            evaluator: self.questions.expression.is_some().then(|| Evaluator::new(&self.questions)),
            watch: Watch::new(self),
            codes: CodeCounts::default(),
            held: Shortlist::new(self.most),
            growing: Growing::new(&self.columns),
            made: Ok(Made::default()),
        }
    }
}

/// Makes rows of one record after the other.
#[derive(Debug)]
pub(crate) struct Maker<'m> {
    making: &'m Making,
    evaluator: Option<Evaluator<'m>>,
    watch: Watch,
    codes: CodeCounts,
    held: Shortlist,
    growing: Growing,
    made: io::Result<Made>,
}

impl Worker for Maker<'_> {
    type Part = io::Result<Made>;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let mut decision = Decision::Known(true);
        if let Some(evaluator) = &mut self.evaluator {
            let record = records.header();
            let subject = Subject { record: &record, file: at.name, format: at.format, bytes: bytes_of(records) };
            // What is said once for a list is to be said again when the record is judged.
            let systems = checker.systems().clone();
            evaluator.begin();
            decision = evaluator.decide(&subject, checker);
            if matches!(decision, Decision::Known(false)) {
                return Ok(());
            }
            checker.go_on_with(&systems);
        }
        let before = self.growing.rows();
        match self.making.rows {
            Rows::Records => self.one(records, at, checker),
            Rows::Plies => self.plies(records, at, checker),
            Rows::Diagnostics => self.diagnostics(records, at, checker),
        }
        let after = self.growing.rows();
        if let (Decision::Open(_), Ok(made)) = (&decision, &mut self.made) {
            made.open.push((made.batches.len(), before..after, decision, at.number));
        }
        if after >= MOST {
            self.settle();
        }
        Ok(())
    }

    fn part(&mut self) -> io::Result<Made> {
        self.settle();
        std::mem::replace(&mut self.made, Ok(Made::default()))
    }
}

impl Maker<'_> {
    /// Makes a batch of the rows so far.
    fn settle(&mut self) {
        if self.growing.rows() == 0 {
            return;
        }
        let batch = self.growing.finish(&self.making.schema).map_err(io::Error::other);
        if let Ok(made) = &mut self.made {
            match batch {
                Ok(batch) => made.batches.push(batch),
                Err(error) => self.made = Err(error),
            }
        }
    }

    /// The row of a record.
    fn one(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) {
        let start = records.start().offset;
        let record = records.header();
        self.codes.clear();
        self.watch.clear();
        let visitor = self.watch.is_needed.then_some(&mut self.watch as &mut dyn Visitor);
        let judged = checker.check(&record, &mut self.codes, visitor);
        let (watch, codes) = (&self.watch, &self.codes);
        let (rules, outcome) = (judged.setting.map(|setting| &setting.rules), judged.verdict.outcome);
        self.growing.row(|column, give| match column {
            "file" => give(Cell::Text(at.name)),
            "record" => give(Cell::Long(at.number)),
            "line" => give(Cell::Long(record.place.line)),
            "byte" => give(Cell::Long(start)),
            "game" => give(Cell::text(judged.game.map(|game| game.info().id))),
            "variant" => give(Cell::text(rules.map(|rules| rules.variant))),
            "options" => give(Cell::Texts(&|each| {
                rules.into_iter().flat_map(|rules| &rules.options).for_each(|name| each(name))
            })),
            "board" => give(Cell::text(rules.map(|rules| rules.board.to_string()).as_deref())),
            "notation" => give(Cell::text(judged.system.map(System::name))),
            "valid" => give(Cell::Truth(judged.verdict.valid)),
            "plies" => give(Cell::Int(judged.verdict.plies)),
            "moves" => give(Cell::Texts(&|each| watch.script.moves().for_each(each))),
            "outcome" => give(Cell::Text(match outcome {
                Outcome::Unfinished => "unfinished",
                Outcome::Win { .. } => "win",
                Outcome::Draw { .. } => "draw",
            })),
            "winner" => give(Cell::text(match outcome {
                Outcome::Win { winner, .. } => judged.setting.map(|setting| setting.winner(winner)),
                _ => None,
            })),
            "reason" => give(Cell::text(outcome.ending().map(|ending| ending.code))),
            "claimed" => give(Cell::text(judged.claimed())),
            "tags" => give(Cell::Tags(&record)),
            "date" => {
                let date = record.get("Date").and_then(|date| Date::read(&date));
                give(date.map_or(Cell::Null, Cell::Date));
            }
            "position" => give(Cell::text(watch.position.as_deref())),
            "codes" => give(Cell::Texts(&|each| codes.iter().for_each(|(code, ..)| each(code.name)))),
            _ => give(Cell::Null),
        });
    }

    /// A row for each ply of the main line.
    fn plies(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) {
        let record = records.header();
        self.watch.clear();
        let judged = checker.check(&record, &mut (), Some(&mut self.watch));
        let Some(setting) = judged.setting else { return };
        for ply in &self.watch.plies {
            let text = |range: &Range<usize>| self.watch.texts.get(range.clone()).filter(|text| !text.is_empty());
            self.growing.row(|column, give| match column {
                "file" => give(Cell::Text(at.name)),
                "record" => give(Cell::Long(at.number)),
                "ply" => give(Cell::Int(ply.number)),
                "turn" => give(Cell::Int(ply.turn)),
                "side" => give(Cell::Text(setting.name(ply.side))),
                "move" => give(Cell::text(text(&ply.name))),
                "legal" => give(Cell::Truth(ply.legal)),
                "position" => give(Cell::text(text(&ply.position))),
                _ => give(Cell::Null),
            });
        }
    }

    /// A row for each diagnostic.
    fn diagnostics(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) {
        // Most records are sound, and a count of codes tells; only the others are judged again, for the report.
        let systems = checker.systems().clone();
        self.codes.clear();
        checker.check(&records.header(), &mut self.codes, None);
        if self.codes.all() == 0 {
            return;
        }
        checker.go_on_with(&systems);
        let mut report = report_held(at.name, &records.record(), checker, &mut self.held);
        translate(&mut report);
        for said in &report.diagnostics {
            self.growing.row(|column, give| match column {
                "file" => give(Cell::Text(at.name)),
                "record" => give(Cell::Long(at.number)),
                "severity" => give(Cell::Text(said.severity.name())),
                "code" => give(Cell::Text(said.code)),
                "rule" => give(Cell::text(said.rule)),
                "ply" => give(said.ply.map_or(Cell::Null, Cell::Int)),
                "line" => give(Cell::Long(said.line)),
                "column" => give(Cell::Long(said.column)),
                "span" => give(Cell::Longs(said.span)),
                "message" => give(Cell::Text(&said.message)),
                "help" => give(Cell::text(said.help.as_deref())),
                "variation" => give(Cell::Path(&said.variation)),
                _ => give(Cell::Null),
            });
        }
    }
}

/// The row of a file that cannot be read on, or holds no records.
pub(crate) fn of_file(
    making: &Making,
    [name, code, message]: [&str; 3],
    help: Option<&str>,
    severity: Severity,
) -> io::Result<RecordBatch> {
    let mut growing = Growing::new(&making.columns);
    growing.row(|column, give| match column {
        "file" => give(Cell::Text(name)),
        "severity" => give(Cell::Text(severity.name())),
        "code" => give(Cell::Text(code)),
        "message" => give(Cell::Text(&in_python(message))),
        "help" => give(Cell::text(help.map(in_python).as_deref())),
        "variation" => give(Cell::Path(&[])),
        _ => give(Cell::Null),
    });
    growing.finish(&making.schema).map_err(io::Error::other)
}

/// Watches a replay for what the columns need.
#[derive(Debug, Default)]
struct Watch {
    /// Whether a replay is to be watched at all: what the verdict tells needs no watching.
    is_needed: bool,
    /// Whether every ply is looked at; otherwise a script, which is quicker, tells enough.
    steps: bool,
    /// Whether plies are written down.
    writes: bool,
    places: bool,
    script: Script,
    position: Option<String>,
    turns: Turns,
    plies: Vec<Ply>,
    /// What plies are called, and positions.
    texts: String,
}

#[derive(Debug)]
struct Ply {
    number: u32,
    turn: u32,
    side: Side,
    name: Range<usize>,
    legal: bool,
    position: Range<usize>,
}

impl Watch {
    fn new(making: &Making) -> Watch {
        let (steps, writes, places) = (making.rows == Rows::Plies, making.wants("moves"), making.wants("position"));
        let is_needed = steps || writes || places;
        Watch { is_needed, steps, writes, places, ..Watch::default() }
    }

    fn clear(&mut self) {
        self.script.start(None);
        self.position = None;
        self.turns = Turns::default();
        self.plies.clear();
        self.texts.clear();
    }

    fn step(&mut self, step: &dyn Step, legal: bool, is_done: bool) {
        if !step.variation().is_empty() {
            return;
        }
        let side = step.before().turn();
        let turn = self.turns.ply(side, is_done && step.after().break_due());
        let start = self.texts.len();
        if !step.write_default(&mut self.texts) {
            self.texts.truncate(start);
        }
        let end = self.texts.len();
        if self.places && is_done {
            step.after().write_string(&mut self.texts);
        }
        let position = end..self.texts.len();
        self.plies.push(Ply { number: step.number(), turn, side, name: start..end, legal, position });
    }
}

impl Visitor for Watch {
    fn begin(&mut self, info: &'static GameInfo, _: System) {
        self.script.start(self.writes.then_some(info.default_system));
    }

    fn script(&mut self) -> Option<&mut Script> {
        (!self.steps).then_some(&mut self.script)
    }

    fn ply(&mut self, step: &dyn Step) {
        self.step(step, !step.stood(), true);
    }

    fn tried(&mut self, step: &dyn Step) {
        self.step(step, false, false);
    }

    fn refused(&mut self, step: &dyn Step, _: &'static scoresheet::Code) {
        self.step(step, false, false);
    }

    fn restart(&mut self) {
        self.clear();
    }

    fn end(&mut self, last: &dyn Position) {
        if self.places && !self.steps {
            let mut position = String::new();
            last.write_string(&mut position);
            self.position = Some(position);
        }
    }
}
