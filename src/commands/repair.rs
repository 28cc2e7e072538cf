//! `scoresheet repair`: proposes the smallest changes that make invalid records valid, and carries them out if asked.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::convert::records as count_of;
use super::mending::{self, Copying, MendingArgs, Original, again, file_argument, needs_format};
use super::outputs::Output;
use super::patch::Patch;
use super::written::{Done, Writer};
use super::{End, complain, say};
use crate::archive::missing;
use crate::check::Checker;
use crate::codes::UNKNOWN_GAME;
use crate::engine::{Defaults, Step, Visitor};
use crate::formats::{Format, Records};
use crate::mend::Draft;
use crate::mend::confusions::Confusions;
use crate::mend::repair::{Counts, EFFORT, Kind, LIMIT, Mended, Mender, Options, Proposal};
use crate::parallel::{At, Part, Task, Worker};
use crate::record::Record;
use crate::report::{Report, human, report};
use crate::select::Found;
use crate::visible::visible;

#[derive(Debug, Args)]
pub(super) struct RepairArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Form,
    /// The most proposals for a record
    #[arg(long, value_name = "N", default_value_t = LIMIT)]
    limit: usize,
    /// The most plies that are replayed for a record
    #[arg(long, value_name = "N", default_value_t = EFFORT)]
    effort: u64,
    /// A table of signs that your sources confuse, with the columns taken,meant
    #[arg(long, value_name = "FILE")]
    confusions: Option<PathBuf>,
    /// Write every record; carry out its cheapest proposal if there is only one, and tell in a comment what stood there
    #[arg(long)]
    apply: bool,
    /// Write every record, each as its N-th proposal says (implies --apply)
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    choose: Option<usize>,
    /// Show the proposals for each record, ask which one is right, and write every record
    #[arg(short, long, conflicts_with = "apply")]
    interactive: bool,
    #[command(flatten)]
    shared: MendingArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Proposals for people
    #[default]
    Human,
    /// One JSON object a line for each record
    Json,
    /// A patch of what --apply or --choose writes
    Diff,
}

impl RepairArgs {
    /// Whether records are written.
    fn writes(&self) -> bool {
        self.apply || self.choose.is_some() || self.interactive
    }

    fn options(&self, confusions: Confusions) -> Options {
        // The search gives as many as are shown, chosen from or compared.
        let limit = self.limit.max(1);
        Options { effort: self.effort, limit, confusions, ..Options::default() }
    }
}

pub(super) fn run(args: &RepairArgs) -> io::Result<End> {
    let paths = args.shared.paths();
    let refuse = |message: &str| {
        complain(message);
        Ok(End::Failed)
    };
    if args.choose == Some(0) {
        return refuse("--choose counts from 1");
    }
    if args.interactive && (!io::stdin().is_terminal() || paths.iter().any(|path| path.as_os_str() == "-")) {
        return refuse("--interactive asks on the terminal: name files, and let standard input be the terminal");
    }
    if args.shared.output.is_some() && !args.writes() {
        return refuse("-o goes with --apply, --choose or --interactive");
    }
    let confusions = match &args.confusions {
        None => Confusions::default(),
        Some(path) => {
            let read = std::fs::read_to_string(path).map_err(|error| missing::why(path, &error));
            match read.and_then(|text| Confusions::with(&text)) {
                Ok(confusions) => confusions,
                Err(message) => return refuse(&format!("{}: {message}", path.display())),
            }
        }
    };
    let outputs = match args.shared.outputs(&paths) {
        Ok(outputs) => outputs,
        Err(message) => return refuse(&message),
    };
    // A patch is no copy of the inputs.
    let writes_records = args.writes() && args.format != Form::Diff;
    let mut out = args.shared.open(&outputs, writes_records)?;
    let task = Repairs {
        options: args.options(confusions),
        defaults: args.shared.common.defaults(),
        form: args.format,
        limit: args.limit,
        keeps_text: args.writes() || args.format == Form::Diff,
        shows: args.format == Form::Human && (!args.writes() || args.interactive),
        colour: args.shared.common.color.on(),
    };
    let target = args.shared.target();
    let mut writer = Writer::new(target, task.defaults.clone());
    let task = Copying::new(task, args.shared.copies(writes_records));
    let mut summary = Summary::default();
    let mut session = Session { asks: args.interactive, patch: Patch::default(), needs: None };
    let ended = mending::run(&args.shared, &paths, &outputs, &task, |part: Part<(Vec<Entry>, Found)>| {
        let (entries, copies) = part.split();
        let (before, name) = (copies.before, copies.origin.name.clone());
        for entry in entries {
            summary.records += 1;
            let number = before + entry.number;
            if let Some(original) = entry.original.as_ref().filter(|_| session.asks && !entry.mended.is_valid())
                && let Some(why) = writer.why_not_changed(&name, original)
            {
                return Err(io::Error::other(why));
            }
            let mut chosen = args.chosen(&entry, &mut session, number, &name)?;
            if writes_records {
                chosen = entry.write(chosen, &name, &mut writer, &mut out)?;
            }
            summary.add(&entry, chosen, args.writes());
            if args.format == Form::Json && !args.writes() {
                let mut line = Vec::new();
                let places = [number, entry.line];
                entry.mended.write_json(&name, places, args.limit, &entry.spans, &mut line);
                out.write_all(&line)?;
            }
            if args.format == Form::Human && !args.writes() {
                out.write_all(entry.shown.as_bytes())?;
            }
            if let Some(original) = entry.original.as_ref().filter(|_| args.format == Form::Diff) {
                session.patch(&name, original, entry.drafts(chosen), entry.line, &mut out)?;
            }
        }
        if writes_records {
            writer.part(&copies, &mut out)?;
        }
        Ok(!out.is_closed())
    })?;
    session.patch.end(&mut out)?;
    if writes_records {
        writer.finish(&mut out)?;
    }
    let mut end = ended;
    if let Some((name, format)) = session.needs {
        complain(&needs_format(&name, format));
        end = End::Failed;
    }
    let is_summed = !args.shared.common.quiet && args.format == Form::Human;
    let text = if is_summed { summary.in_words(args, &paths) } else { String::new() };
    if !args.writes() {
        out.write_all(text.as_bytes())?;
    }
    mending::finish(out, summary.records, end)?;
    // What is said of records that were written stands after them.
    if args.writes() {
        say(&text);
    }
    if writer.tell() || summary.counts.invalid > summary.mended {
        end = end.max(End::Invalid);
    }
    Ok(end)
}

impl RepairArgs {
    /// Which proposal is carried out.
    fn chosen(&self, entry: &Entry, session: &mut Session, number: u64, name: &str) -> io::Result<Option<usize>> {
        let proposals = &entry.mended.proposals;
        if let Some(wanted) = self.choose {
            return Ok((wanted <= proposals.len().min(self.limit)).then(|| wanted - 1));
        }
        if session.asks && !proposals.is_empty() {
            say(&entry.shown);
            return session.ask(name, number, proposals.len().min(self.limit));
        }
        let is_single = entry.mended.single_cheapest().is_some();
        Ok((is_single && (self.apply || self.format == Form::Diff)).then_some(0))
    }
}

/// What goes on from record to record.
struct Session {
    /// Whether somebody is still to be asked.
    asks: bool,
    patch: Patch,
    /// The first input whose format cannot be written in its place.
    needs: Option<(String, Format)>,
}

impl Session {
    /// Asks which proposal is right.
    fn ask(&mut self, name: &str, number: u64, count: usize) -> io::Result<Option<usize>> {
        let stdin = io::stdin();
        loop {
            let which = if count == 1 { "1".to_owned() } else { format!("1 to {count}") };
            say(&format!(
                "{}, record {number}: which one? [{which}, Enter: leave it as it is, q: leave all that follow] ",
                visible(name)
            ));
            let mut line = String::new();
            if stdin.lock().read_line(&mut line)? == 0 {
                self.asks = false;
                return Ok(None);
            }
            match line.trim() {
                "" => return Ok(None),
                "q" => {
                    self.asks = false;
                    return Ok(None);
                }
                answer => match answer.parse::<usize>() {
                    Ok(answer) if (1..=count).contains(&answer) => return Ok(Some(answer - 1)),
                    _ => say(&format!(
                        "`{}` is none of them: type {which}, press Enter or type q.\n",
                        visible(line.trim())
                    )),
                },
            }
        }
    }

    /// Adds a record to the patch.
    fn patch(
        &mut self,
        name: &str,
        original: &Original,
        drafts: &[Draft],
        line: u64,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if original.format != Format::TRANSCRIPT {
            if !drafts.is_empty() {
                self.needs.get_or_insert_with(|| (name.to_owned(), original.format));
            }
            return Ok(());
        }
        self.patch.file(name, out)?;
        let edited = original.edited(drafts);
        self.patch.record(original.first_line(line), [original.bytes(), &edited], out)
    }
}

/// The search for repairs of each record.
struct Repairs {
    options: Options,
    defaults: Defaults,
    form: Form,
    limit: usize,
    /// Whether records are written afterwards.
    keeps_text: bool,
    /// Whether proposals are shown to people.
    shows: bool,
    colour: bool,
}

/// What was found for a record.
struct Entry {
    /// Its number in its part.
    number: u64,
    line: u64,
    mended: Mended,
    /// Where the changes of each proposal stand in the file.
    spans: Vec<Vec<[u64; 2]>>,
    /// For people.
    shown: String,
    original: Option<Original>,
}

impl Entry {
    /// The changes that the chosen proposal makes, one after the other.
    fn drafts(&self, chosen: Option<usize>) -> &[Draft] {
        chosen.map_or(&[][..], |index| &self.mended.proposals[index].drafts)
    }

    /// Writes the record as the chosen proposal says. Returns the proposal if it was carried out.
    fn write(
        &self,
        chosen: Option<usize>,
        name: &str,
        writer: &mut Writer,
        out: &mut Output,
    ) -> io::Result<Option<usize>> {
        let Some(original) = &self.original else { return Ok(None) };
        let done = writer.write(name, original, self.drafts(chosen), out)?;
        let carried_out = chosen.filter(|_| done != Done::Refused);
        // What was changed in a file of another format is not easily found there.
        if let Some(index) = carried_out
            && (done == Done::Untold || original.format != Format::TRANSCRIPT)
        {
            say(&format!("{}:{}: {}\n", visible(name), self.line, self.mended.proposals[index].in_words()));
        }
        Ok(carried_out)
    }
}

impl Task for Repairs {
    type Part = Vec<Entry>;
    type Worker<'t> = Repairer<'t>;

    fn worker(&self) -> Repairer<'_> {
        let mender = Mender::new(self.defaults.clone(), self.options.clone());
        Repairer { task: self, mender, entries: Vec::new() }
    }
}

struct Repairer<'t> {
    task: &'t Repairs,
    mender: Mender,
    entries: Vec<Entry>,
}

impl Worker for Repairer<'_> {
    type Part = Vec<Entry>;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let original = self.task.keeps_text.then(|| Original::of(records, at.format));
        let record = records.record();
        let mended = self.mender.mend(&record, checker.systems());
        let (mut spans, mut shown) = (Vec::new(), String::new());
        if self.task.form == Form::Json {
            spans = mended.proposals.iter().map(|proposal| proposal.places(&record)).collect();
        }
        if self.task.shows && !mended.is_valid() {
            shown = self.shown(at.name, &record, &mended, checker);
        }
        self.entries.push(Entry { number: at.number, line: record.place.line, mended, spans, shown, original });
        Ok(())
    }

    fn part(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}

impl Repairer<'_> {
    /// The first error of a record and its proposals, for people.
    fn shown(&mut self, name: &str, record: &Record<'_>, mended: &Mended, checker: &mut Checker) -> String {
        let mut whole = report(name, record, checker, false);
        let error = whole.first_error().cloned();
        whole.diagnostics = error.into_iter().collect();
        whole.not_shown = 0;
        let colour = self.task.colour;
        let mut text = human::full(&whole, record, checker.setting(record), colour);
        let shown = mended.proposals.len().min(self.task.limit);
        let mut board = whole.diagnostics.first().and_then(|error| error.position.clone());
        let all = &mended.proposals[..shown];
        let mut index = 0;
        for alike in all.chunk_by(is_alike) {
            text.push_str(&self.proposal(name, record, index, alike, &mut board, checker));
            index += alike.len();
        }
        text.push_str(&summary_of(mended, shown, self.task.options.effort));
        if mended.found == 0 {
            let is_unknown = mended.error.is_some_and(|(code, _)| code == UNKNOWN_GAME.name);
            let command = format!("`scoresheet identify{}`", file_argument(name));
            text.push_str(&match is_unknown {
                true => format!("{command} finds out which game it may be\n"),
                false => format!(
                    "compare it with its source at the place above, and correct it by hand; if its tags may be wrong, \
                     {command} says under which game its plies are legal\n"
                ),
            });
        }
        text.push('\n');
        text
    }

    /// Proposals for people that differ only in the ply that is to stand in one place. `board`: the position that was shown
    /// last; it is not shown again.
    fn proposal(
        &self,
        name: &str,
        record: &Record<'_>,
        index: usize,
        alike: &[Proposal],
        board: &mut Option<String>,
        checker: &mut Checker,
    ) -> String {
        let [proposal, others @ ..] = alike else { return String::new() };
        let last = proposal.changes.len() - 1;
        let mut report = rejected_empty(name, record);
        for (number, change) in proposal.changes.iter().enumerate() {
            let mut message = match number {
                0 if others.is_empty() => format!("{}. {}", index + 1, change.in_words()),
                0 => {
                    let other = |other: &Proposal| other.changes.first().and_then(|change| change.to.clone());
                    let others: Vec<String> = others.iter().filter_map(other).collect();
                    format!("{} to {}. {}", index + 1, index + alike.len(), change.in_words_with(&others))
                }
                _ => format!("   and {}", change.in_words()),
            };
            if number == last {
                message.push_str(&format!(": {}", proposal.then()));
            }
            // Behind a first change plies may have other numbers.
            let position = change.ply.filter(|_| number == 0 && wants_board(change.kind));
            let position = position.and_then(|ply| before(proposal, ply, checker));
            let position = position.filter(|position| Some(position) != board.as_ref());
            if position.is_some() {
                board.clone_from(&position);
            }
            report.diagnostics.extend(change.located(record, message, position));
        }
        human::full(&report, record, checker.setting(record), self.task.colour)
    }
}

/// Whether two proposals differ only in the ply that is to stand in one place.
fn is_alike(one: &Proposal, other: &Proposal) -> bool {
    match (&one.changes[..], &other.changes[..]) {
        ([change], [second]) => {
            matches!(change.kind, Kind::Wrong | Kind::Omitted)
                && (change.kind, change.ply, &change.span) == (second.kind, second.ply, &second.span)
                && one.then() == other.then()
        }
        _ => false,
    }
}

/// A report about nothing.
fn rejected_empty(name: &str, record: &Record<'_>) -> Report {
    crate::report::rejected(name, record, &mut crate::diagnostic::Shortlist::default())
}

/// Whether the board before the ply helps to decide.
fn wants_board(kind: Kind) -> bool {
    matches!(kind, Kind::Misread | Kind::Wrong | Kind::Omitted | Kind::Extra | Kind::Swapped)
}

/// The position before a ply of the mended record.
fn before(proposal: &Proposal, ply: u32, checker: &mut Checker) -> Option<String> {
    struct Before(u32, Option<String>);
    impl Visitor for Before {
        fn ply(&mut self, step: &dyn Step) {
            if step.variation().is_empty() && step.number() == self.0 {
                self.1 = Some(step.before().string());
            }
        }
        fn restart(&mut self) {
            self.1 = None;
        }
    }
    let mut seen = Before(ply, None);
    checker.check(&proposal.drafts.last()?.record(), &mut (), Some(&mut seen));
    seen.1
}

/// How many proposals there are.
fn summary_of(mended: &Mended, shown: usize, effort: u64) -> String {
    let more = mended.found.saturating_sub(shown as u64);
    let further = effort.saturating_mul(10);
    let stopped = match mended.stopped {
        true => format!("; the search stopped after {effort} plies, --effort {further} goes further"),
        false => String::new(),
    };
    match (mended.found, more) {
        (0, _) => format!("no change of one or two places mends this record{stopped}\n"),
        (_, 0) => format!("{}{stopped}\n", proposals(mended.found)),
        (found, more) => {
            format!("{}, {more} of them not shown: --limit {found} shows all{stopped}\n", proposals(found))
        }
    }
}

fn proposals(count: u64) -> String {
    if count == 1 { "1 proposal".to_owned() } else { format!("{count} proposals") }
}

/// How the records are mended: commands that can be pasted. What was read from standard input cannot be read again, so there
/// only the arguments are given.
fn next(counts: &Counts, paths: &[PathBuf]) -> String {
    let cheapest = format!("mends {}, where one proposal is cheaper than all others", count_of(counts.single));
    let ways = [
        ("--apply -o mended.txt", cheapest.as_str()),
        ("--interactive -o mended.txt", "asks about each record"),
        ("--choose 1 -o mended.txt", "takes the first proposal of each record"),
    ];
    let mut text = "to mend them:\n".to_owned();
    for (arguments, what) in ways.iter().filter(|(way, _)| counts.single > 0 || !way.starts_with("--apply")) {
        let command = again(paths, arguments).unwrap_or_else(|| (*arguments).to_owned());
        text.push_str(&format!("  {command}  # {what}\n"));
    }
    text
}

/// What was found for all records.
#[derive(Default)]
struct Summary {
    records: u64,
    counts: Counts,
    /// Invalid records that were mended.
    mended: u64,
    /// Records that were left as they are because the search stopped before it was known whether one proposal is the only
    /// one of its cost.
    undecided: u64,
}

impl Summary {
    /// `writes`: whether records are written; then only what is carried out counts.
    fn add(&mut self, entry: &Entry, chosen: Option<usize>, writes: bool) {
        self.counts.add(&entry.mended, chosen.or((!writes).then_some(0)));
        self.mended += u64::from(!entry.mended.is_valid() && chosen.is_some());
        self.undecided += u64::from(chosen.is_none() && entry.mended.is_undecided());
    }

    fn in_words(&self, args: &RepairArgs, paths: &[PathBuf]) -> String {
        let (counts, writes) = (&self.counts, args.writes());
        let mut text = format!("{}: {} invalid", count_of(self.records), counts.invalid);
        if counts.invalid > 0 {
            text.push_str(&format!("; proposals for {}", counts.proposed));
            if writes {
                text.push_str(&format!("; {} mended", self.mended));
            }
            let mut kinds: Vec<String> =
                counts.kinds().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
            if counts.two() > 0 {
                kinds.push(format!("two changes {}", counts.two()));
            }
            if !kinds.is_empty() {
                text.push_str(&format!(" ({})", kinds.join(", ")));
            }
        }
        text.push('\n');
        for (change, count) in counts.alike() {
            text.push_str(&format!("{change} mends {}\n", count_of(count)));
        }
        if self.undecided > 0 {
            text.push_str(&format!(
                "--apply leaves {} as it is: an effort of {} plies does not suffice to try every change that costs as little as \
                 the cheapest proposal; --effort {} goes further\n",
                count_of(self.undecided),
                args.effort,
                args.effort.saturating_mul(10)
            ));
        }
        if counts.proposed > 0 && !writes {
            text.push_str(&next(counts, paths));
        }
        text
    }
}
