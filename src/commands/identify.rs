//! `scoresheet identify`: finds out what records are that do not say it, or say it wrongly.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::mending::{self, Copying, MendingArgs, Original, TO_TRANSCRIPT, again, file_argument, stays_in_file};
use super::written::Writer;
use super::{End, Stop, say};
use crate::check::Checker;
use crate::counted::counted;
use crate::engine::Defaults;
use crate::formats::Records;
use crate::mend::Draft;
use crate::mend::identify::{Candidate, Identified, Identifier, LIMIT, Verdict};
use crate::parallel::{At, Part, Task, Worker};
use crate::select::Found;
use crate::visible::visible;

/// How many lines show what a record may be, if it fits no game.
const FEW: usize = 5;

#[derive(Debug, Args)]
pub(super) struct IdentifyArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Form,
    /// The most candidates for a record; those as good as the first are all given
    #[arg(long, value_name = "N", value_parser = super::values::number::<usize>, default_value_t = LIMIT)]
    limit: usize,
    /// Write every record, with the tags that were found where they are certain
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    pub(super) shared: MendingArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Candidates for people
    #[default]
    #[value(alias = "text")]
    Human,
    /// One JSON object a line for each record
    #[value(alias = "jsonl")]
    Json,
}

#[derive(Serialize)]
struct Object<'o> {
    file: &'o str,
    record: u64,
    line: u64,
    plies: u32,
    candidates: &'o [Candidate],
    verdict: Verdict,
}

impl IdentifyArgs {
    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        if self.write && self.format == Form::Json {
            return Some("--format json tells what records may be; --write writes the records instead".to_owned());
        }
        self.shared.clash(self.write, "--write")
    }
}

pub(super) fn run(args: &IdentifyArgs) -> Result<End, Stop> {
    let paths = args.shared.paths();
    let defaults = args.shared.common.defaults();
    if Identifier::new(&defaults).is_empty() {
        return Err(super::common::nothing_to_try(&defaults).into());
    }
    let outputs = args.shared.outputs(&paths, None)?;
    let mut out = args.shared.open(&outputs, args.write)?;
    let task = Identifies { defaults, limit: args.limit, writes: args.write };
    let task = Copying::new(task, args.shared.copies(args.write));
    let mut writer = Writer::new(args.shared.target(), Defaults::default(), args.shared.common.words());
    let mut tally = Tally::default();
    let mut end = mending::run(&args.shared, &paths, &outputs, &task, |part: Part<(Vec<Entry>, Found)>| {
        let (entries, copies) = part.split();
        let name = &copies.origin.name;
        for entry in entries {
            tally.add(&entry);
            if !args.shared.common.quiet
                && let Some(text) = left_out(args, name, &entry)
            {
                say(&text);
            }
            let record = copies.before + entry.number;
            if let Some((original, draft)) = &entry.written {
                writer.write(name, original, draft.as_slice(), &mut out)?;
            } else if args.format == Form::Json {
                let Identified { plies, candidates, verdict, .. } = &entry.identified;
                let (plies, verdict) = (*plies, *verdict);
                let object = Object { file: name, record, line: entry.line, plies, candidates, verdict };
                serde_json::to_writer(&mut out, &object)?;
                out.write_all(b"\n")?;
            } else {
                let place = format!("{}:{}: record {record}", visible(name), entry.line);
                out.write_all(in_words(&place, name, &entry).as_bytes())?;
            }
        }
        if args.write {
            writer.part(&copies, &mut out)?;
        }
        Ok(!out.is_closed())
    })?;
    if args.write {
        writer.finish(&mut out)?;
    }
    let is_told = !args.shared.common.quiet && args.format == Form::Human;
    let text = if is_told { tally.in_words(&paths, args.write) } else { String::new() };
    if !args.write {
        out.write_all(text.as_bytes())?;
    }
    mending::finish(out, tally.records, end)?;
    // Messages about records that were written come after the records.
    if args.write {
        say(&text);
    }
    if writer.tell() || tally.of(Verdict::Certain) < tally.records {
        end = end.max(End::Invalid);
    }
    Ok(end)
}

/// How many records were searched, and what came of it.
#[derive(Default)]
struct Tally {
    records: u64,
    /// By their verdicts.
    verdicts: [u64; 3],
    /// Those that are certain but cannot stay in their file's format.
    moved: u64,
}

impl Tally {
    fn add(&mut self, entry: &Entry) {
        let verdict = entry.identified.verdict;
        self.records += 1;
        self.verdicts[verdict as usize] += 1;
        self.moved += u64::from(verdict == Verdict::Certain && !entry.stays_in_file);
    }

    fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// What is told after all records, with the command that writes what was found unless it was this one.
    fn in_words(&self, paths: &[PathBuf], was_written: bool) -> String {
        let [certain, ambiguous, none] = [Verdict::Certain, Verdict::Ambiguous, Verdict::None].map(|one| self.of(one));
        let searched = counted(self.records, "record");
        let mut text = format!("{searched}: {certain} certain, {ambiguous} ambiguous, {none} fit no game\n");
        if certain > 0
            && !was_written
            && let Some(command) = again(paths, self.moved == 0, "--write -o named.txt")
        {
            text.push_str(&format!("to add the tags where they are certain:\n  {command}\n"));
        }
        text
    }
}

/// What is told of a record whose plies are legal only without options that it names; `None` for any other.
fn left_out(args: &IdentifyArgs, name: &str, entry: &Entry) -> Option<String> {
    let (options, first) = (visible(entry.options.as_deref()?), entry.identified.candidates.first()?);
    let place = format!("{}:{}", visible(name), entry.line);
    Some(match args.shared.common.game {
        Some(_) => {
            format!("{place}: the tag [Options \"{options}\"] is left out: the plies are not legal with it\n")
        }
        None => format!(
            "{place}: left as it is: its plies are legal in {game} only without [Options \"{options}\"]; \
             --game {game} leaves that tag out\n",
            game = first.game
        ),
    })
}

/// What a record may be, for people.
fn in_words(place: &str, name: &str, entry: &Entry) -> String {
    let identified = &entry.identified;
    let file = file_argument(name);
    let Some(first) = identified.candidates.first() else {
        if identified.is_stopped {
            return format!("{place}: nothing of it can be replayed: `scoresheet validate{file}` shows why\n");
        }
        if identified.plies == 0 {
            return format!("{place}: it has no plies, which alone can tell the game\n");
        }
        return format!(
            "{place}: in no notation system can all plies be read; if you know the game, \
             `scoresheet repair --game GAME{file}` shows the first that cannot{}\n",
            if entry.is_lines { "; if each line is a game, add `--from lines`" } else { "" }
        );
    };
    if identified.verdict == Verdict::Certain {
        return format!("{place}: {}\n", together(std::slice::from_ref(&first)));
    }
    if identified.is_stopped && first.legal == 0 {
        return format!(
            "{place}: something before the first ply is wrong, so no ply is replayed under any game: \
             `scoresheet validate{file}` shows it\n"
        );
    }
    let head = match identified.verdict {
        Verdict::None => "under no game are all plies legal; the best:",
        _ => "several fit equally well:",
    };
    // Candidates that differ in their boards alone are one line.
    let best = identified.candidates.iter().filter(|candidate| candidate.as_good || std::ptr::eq(*candidate, first));
    let mut groups: Vec<Vec<&Candidate>> = Vec::new();
    for candidate in best {
        let key = |one: &Candidate| (one.game, one.variant, one.notation, one.starts);
        match groups.iter_mut().find(|group| group.first().is_some_and(|other| key(other) == key(candidate))) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    // Where nothing fits, many are equally bad.
    let shown = if identified.verdict == Verdict::None { FEW } else { groups.len() };
    let mut lines: String = groups.iter().take(shown).map(|group| format!("  {}\n", together(group))).collect();
    if let more @ 1.. = groups.len().saturating_sub(shown) {
        lines.push_str(&format!("  and {more} more: --format json shows all\n"));
    }
    let next = match identified.verdict {
        Verdict::None => {
            format!("  `scoresheet repair --game {}{file}` shows where it fails and what mends it", first.game)
        }
        _ => {
            let arguments = arguments(first, identified);
            let to = if entry.stays_in_file { String::new() } else { format!(" {TO_TRANSCRIPT}") };
            format!("  if it is the first: `scoresheet identify --write{arguments}{file} -o named.txt{to}`")
        }
    };
    format!("{place}: {head}\n{lines}{next}\n")
}

/// A field of a candidate in words.
type Field = fn(&Candidate) -> String;

/// The arguments that distinguish the first candidate from those as good; always with the game.
fn arguments(first: &Candidate, identified: &Identified) -> String {
    let others: Vec<&Candidate> = identified.candidates.iter().filter(|other| other.as_good).collect();
    let differ = |of: Field| others.iter().any(|other| of(other) != of(first));
    let mut text = format!(" --game {}", first.game);
    let fields: [(&str, Field); 4] = [
        ("variant", |candidate| candidate.variant.to_owned()),
        ("board", |candidate| candidate.board.to_string()),
        ("notation", |candidate| candidate.notation.to_owned()),
        ("starts", |candidate| candidate.starts.to_owned()),
    ];
    for (name, of) in fields.iter().filter(|(_, of)| differ(*of)) {
        text.push_str(&format!(" --{name} {}", of(first)));
    }
    text
}

/// Candidates that differ in their boards alone.
fn together(group: &[&Candidate]) -> String {
    let [candidate, ..] = group else { return String::new() };
    let Candidate { game, variant, notation, starts, legal, .. } = candidate;
    let boards: Vec<String> = group.iter().map(|candidate| candidate.board.to_string()).collect();
    let boards = boards.join(", ");
    let plies = match candidate.is_whole() {
        true if *legal == 1 => "the only ply is legal".to_owned(),
        true => format!("all {legal} plies are legal"),
        false => format!("{legal} of {} are legal", counted(candidate.plies() as u64, "ply")),
    };
    let ends = if candidate.ends { ", the last one ends the game" } else { "" };
    let agrees = match candidate.agrees {
        Some(true) => ", the result is the claimed one",
        Some(false) => ", the result is not the claimed one",
        None => "",
    };
    let lacks = if candidate.lacks_options() { ", without the options that the record names" } else { "" };
    format!("{game} {variant} on {boards}, {notation}, {starts} begins: {plies}{ends}{agrees}{lacks}")
}

struct Identifies {
    defaults: Defaults,
    limit: usize,
    writes: bool,
}

struct Entry {
    number: u64,
    line: u64,
    identified: Identified,
    /// The record, and its new form if it was identified with certainty.
    written: Option<(Original, Option<Draft>)>,
    /// The options that the record names, if it is certain to be a game without them.
    options: Option<String>,
    /// Whether it can be written with other tags in its own file.
    stays_in_file: bool,
    /// Whether it may be a list that was read as one transcript: lines without a tag.
    is_lines: bool,
}

impl Task for Identifies {
    type Part = Vec<Entry>;
    type Worker<'t> = IdentifyingWorker<'t>;

    fn worker(&self) -> IdentifyingWorker<'_> {
        IdentifyingWorker { task: self, identifier: Identifier::new(&self.defaults), entries: Vec::new() }
    }
}

struct IdentifyingWorker<'t> {
    task: &'t Identifies,
    identifier: Identifier,
    entries: Vec<Entry>,
}

impl Worker for IdentifyingWorker<'_> {
    type Part = Vec<Entry>;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let original = self.task.writes.then(|| Original::of(records, at.format));
        let record = records.record();
        let identified = self.identifier.identify(&record, self.task.limit);
        let found = identified.candidates.first().filter(|_| identified.verdict == Verdict::Certain);
        // A valid record already says what it is: its tags get no other game, unless the caller names it.
        let mut is_said_otherwise = |candidate: &&Candidate| {
            if self.task.defaults.game.is_some() {
                return false;
            }
            let judged = checker.check(&record, &mut (), None);
            let setting = judged.setting.filter(|_| judged.verdict.valid);
            setting.is_some_and(|setting| !candidate.is_said_by(&record, setting))
        };
        let found = found.filter(|candidate| self.task.writes && !is_said_otherwise(candidate));
        let options = found.filter(|candidate| candidate.lacks_options());
        let options = options.and_then(|_| record.known("Options")).map(|options| options.into_owned());
        // Only the caller can say that the record is wrong about its options.
        let is_asked = self.task.defaults.game.is_some();
        let found = found.filter(|_| options.is_none() || is_asked);
        let draft = found.map(|candidate| candidate.tagged(&record));
        let line = record.place.line;
        let written = original.map(|original| (original, draft));
        let stays_in_file = stays_in_file(at.format, record.parts.foreign.encoding);
        let is_lines = record.parts.tags.is_empty();
        self.entries.push(Entry { number: at.number, line, identified, written, options, stays_in_file, is_lines });
        Ok(())
    }

    fn part(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}
