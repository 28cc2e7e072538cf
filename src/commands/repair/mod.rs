//! `scoresheet repair`: proposes the smallest changes that make invalid records valid, and carries them out if asked.
//!
//! `repairer` makes an entry of each record, `shown` tells it to people, `session` asks them, `summary` counts.

mod repairer;
mod session;
mod shown;
mod summary;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::is_standard;
use super::mending::{self, Copying, MendingArgs, needs_format};
use super::patch::Patch;
use super::written::Writer;
use super::{End, Stop, complain, say};
use crate::archive::missing;
use crate::counted::counted;
use crate::mend::confusions::Confusions;
use crate::mend::repair::{EFFORT, LIMIT, Options};
use crate::parallel::Part;
use crate::select::Found;

use repairer::{Entry, Repairs};
use session::Session;
use summary::Summary;

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
    /// Write every record, each as its N-th proposal within --limit says (implies --apply)
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    choose: Option<usize>,
    /// Show the proposals for each record, ask which one is right, and write every record
    #[arg(short, long, conflicts_with = "apply")]
    interactive: bool,
    #[command(flatten)]
    pub(super) shared: MendingArgs,
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
    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        if self.writes() && self.format == Form::Json {
            let message =
                "--format json tells the proposals; --apply, --choose and --interactive write the records instead";
            return Some(message.to_owned());
        }
        self.shared.clash(self.writes(), "--apply, --choose or --interactive")
    }

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

pub(super) fn run(args: &RepairArgs) -> Result<End, Stop> {
    let paths = args.shared.paths();
    if args.choose == Some(0) {
        return Err("--choose counts from 1".into());
    }
    if args.interactive && (!io::stdin().is_terminal() || paths.iter().any(|path| is_standard(path))) {
        return Err("--interactive asks on the terminal: name files, and let standard input be the terminal".into());
    }
    let confusions = match &args.confusions {
        None => Confusions::default(),
        Some(path) => {
            let read = std::fs::read_to_string(path).map_err(|error| missing::why(path, &error));
            match read.and_then(|text| Confusions::with(&text)) {
                Ok(confusions) => confusions,
                Err(message) => return Err(format!("{}: {message}", path.display()).into()),
            }
        }
    };
    let outputs = args.shared.outputs(&paths)?;
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
    let mut writer = Writer::new(target, task.defaults.clone(), args.shared.common.words());
    let task = Copying::new(task, args.shared.copies(writes_records));
    let (mut summary, mut undecided) = (Summary::default(), 0);
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
            undecided += u64::from(chosen.is_none() && !entry.mended.proposals.is_empty());
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
    if args.format == Form::Diff && undecided > 0 && !args.shared.common.quiet {
        let count = counted(undecided, "record");
        complain(&format!("no single proposal is the cheapest for {count}; --choose N takes the N-th"));
    }
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
