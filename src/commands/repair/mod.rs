//! `scoresheet repair`: proposes the smallest changes that make invalid records valid, and carries them out if asked.
//!
//! `repairer` makes an entry of each record, `shown` presents it to people, `session` asks them, `summary` counts.

mod repairer;
mod session;
mod shown;
mod summary;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::is_standard;
use super::mending::{self, Copying, MendingArgs, needs_format};
use super::outputs::Output;
use super::patch::Patch;
use super::written::Writer;
use super::{End, Stop, complain, say};
use crate::archive::missing;
use crate::counted::counted;
use crate::mend::confusions::Confusions;
use crate::mend::repair::{EFFORT, LIMIT, Options};
use crate::parallel::Part;
use crate::select::Found;
use crate::visible::visible;

use repairer::{Entry, Repairs};
use session::Session;
use summary::Summary;

#[derive(Debug, Args)]
pub(super) struct RepairArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Form,
    /// The most proposals for a record
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<usize>, default_value_t = LIMIT)]
    limit: usize,
    /// The most plies that are replayed for a record
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<u64>, default_value_t = EFFORT)]
    effort: u64,
    /// A table of signs that your sources confuse, with the columns taken,meant
    #[arg(long, value_name = "FILE")]
    confusions: Option<PathBuf>,
    /// Write every record; carry out its cheapest proposal if there is only one, and tell in a comment what stood there
    #[arg(long)]
    apply: bool,
    /// Write every record, each as its N-th proposal within --limit says (implies --apply)
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<usize>, conflicts_with = "interactive")]
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
    #[value(alias = "text")]
    Human,
    /// One JSON object a line for each record
    #[value(alias = "jsonl")]
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
    let outputs = args.shared.outputs(&paths, args.confusions.as_ref())?;
    // A patch is no copy of the inputs.
    let writes_records = args.writes() && args.format != Form::Diff;
    let task = Repairs {
        options: args.options(args.confusions()?),
        defaults: args.shared.common.defaults(),
        form: args.format,
        limit: args.limit,
        keeps_text: args.writes() || args.format == Form::Diff,
        shows: args.interactive || args.format == Form::Human && !args.writes(),
        colour: args.shared.common.color.on(),
    };
    let mut work = Work {
        args,
        writes_records,
        out: args.shared.open(&outputs, writes_records)?,
        writer: Writer::new(args.shared.target(), task.defaults.clone(), args.shared.common.words()),
        session: Session {
            asks: args.interactive,
            keeps: args.shared.target().is_none(),
            patch: Patch::default(),
            needs: None,
        },
        summary: Summary::default(),
        undecided: 0,
    };
    let task = Copying::new(task, args.shared.copies(writes_records));
    let ended = mending::run(&args.shared, &paths, &outputs, &task, |part| work.part(part))?;
    Ok(work.finish(&paths, ended)?)
}

/// What becomes of the records, in the order of the input.
struct Work<'w> {
    args: &'w RepairArgs,
    writes_records: bool,
    out: Output,
    writer: Writer,
    session: Session,
    summary: Summary,
    /// The records of a patch for which no proposal was chosen.
    undecided: u64,
}

impl Work<'_> {
    /// Takes the records of a part. Returns whether to continue.
    fn part(&mut self, part: Part<(Vec<Entry>, Found)>) -> io::Result<bool> {
        let (entries, copies) = part.split();
        for entry in entries {
            self.entry(&entry, copies.before + entry.number, &copies.origin.name)?;
        }
        if self.writes_records {
            self.writer.part(&copies, &mut self.out)?;
        }
        Ok(!self.out.is_closed())
    }

    /// Takes the record with this number in the input of this name.
    fn entry(&mut self, entry: &Entry, number: u64, name: &str) -> io::Result<()> {
        let Work { args, writes_records, out, writer, session, .. } = self;
        if let Some(original) = entry.original.as_ref().filter(|_| session.asks && !entry.mended.is_valid())
            && let Some(why) = writer.why_not_changed(name, original)
        {
            return Err(io::Error::other(why));
        }
        let mut chosen = args.chosen(entry, session, number, name)?;
        if *writes_records {
            chosen = entry.write(chosen, name, writer, out)?;
        }
        match args.format {
            Form::Json => {
                let mut line = Vec::new();
                let places = [number, entry.line];
                entry.mended.write_json(name, places, args.limit, &entry.spans, &mut line);
                out.write_all(&line)?;
            }
            Form::Human if !args.writes() => out.write_all(entry.shown.as_bytes())?,
            Form::Human => {}
            Form::Diff => {
                if let Some(original) = &entry.original {
                    session.patch(name, original, entry.drafts(chosen), entry.line, out)?;
                }
            }
        }
        self.summary.records += 1;
        self.undecided += u64::from(chosen.is_none() && !entry.mended.proposals.is_empty());
        self.summary.add(entry, chosen, args.writes());
        Ok(())
    }

    /// Ends the output, and reports to people. `ended`: whether all could be read.
    fn finish(self, paths: &[PathBuf], ended: End) -> io::Result<End> {
        let Work { args, writes_records, mut out, mut writer, mut session, summary, undecided } = self;
        session.patch.end(&mut out)?;
        if args.format == Form::Diff && undecided > 0 && !args.interactive && !args.shared.common.quiet {
            let count = counted(undecided, "record");
            complain(&format!("no single proposal is the cheapest for {count}; --choose N takes the N-th"));
        }
        if writes_records {
            writer.finish(&mut out)?;
        }
        let mut end = ended;
        if let Some((name, format)) = session.needs {
            complain(&match args.format {
                Form::Diff => format!(
                    "{}: a patch is made of transcripts, not of the format {}; --apply writes its records",
                    visible(&name),
                    format.name()
                ),
                Form::Human | Form::Json => needs_format(&name, format),
            });
            end = End::Failed;
        }
        let is_summed = !args.shared.common.quiet && args.format == Form::Human;
        let text = if is_summed { summary.in_words(args, paths) } else { String::new() };
        if !args.writes() {
            out.write_all(text.as_bytes())?;
        }
        mending::finish(out, summary.records, end)?;
        // Messages about records that were written come after the records.
        if args.writes() {
            say(&text);
        }
        if let Some(wanted) = args.choose.filter(|wanted| *wanted > args.limit) {
            let kept = counted(args.limit as u64, "proposal");
            complain(&format!(
                "--choose {wanted} takes nothing: --limit keeps {kept} of a record; add --limit {wanted}"
            ));
        }
        if writer.tell() || summary.counts.invalid > summary.mended {
            end = end.max(End::Invalid);
        }
        Ok(end)
    }
}

impl RepairArgs {
    /// The signs that the sources confuse.
    fn confusions(&self) -> Result<Confusions, String> {
        let Some(path) = &self.confusions else { return Ok(Confusions::default()) };
        let read = std::fs::read_to_string(path).map_err(|error| missing::why(path, &error));
        let confusions = read.and_then(|text| Confusions::with(&text));
        confusions.map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Which proposal is carried out.
    fn chosen(&self, entry: &Entry, session: &mut Session, number: u64, name: &str) -> io::Result<Option<usize>> {
        let proposals = &entry.mended.proposals;
        if let Some(wanted) = self.choose {
            return Ok((wanted <= proposals.len().min(self.limit)).then(|| wanted - 1));
        }
        if session.asks && !entry.mended.is_valid() {
            say(&entry.shown);
            let count = proposals.len().min(self.limit);
            return if count > 0 { session.ask(name, number, count) } else { Ok(None) };
        }
        let is_single = entry.mended.single_cheapest().is_some();
        Ok((is_single && (self.apply || self.format == Form::Diff && !self.interactive)).then_some(0))
    }
}
