//! `scoresheet select`: writes the records for which an expression is true.

mod folder;
mod writing;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::convert::{Goal, clash, goal, target_of};
use super::files::{self, is_standard};
use super::index::Reading;
use super::inputs::{Bar, Inputs, JobArgs};
use super::outputs::{Outputs, is_apart, named, names_folder};
use super::{Common, End, Stop, complain, complain_unread, say};
use crate::convert::Target;
use crate::counted::counted;
use crate::engine::Games;
use crate::game_key::Sameness;
use crate::parallel::{self, Event, Feeder, Plan, Progress, WRITTEN};
use crate::report::human;
use crate::select::{Choice, Expression, Fault, Field, Picker, Picking, Questions, Rewriting, SortField};
use folder::Each;
use writing::Writing;

#[derive(Debug, Args)]
pub(super) struct SelectArgs {
    /// First an expression (`scoresheet explain select` is the manual), then files and folders to read; `-` or none is standard input. If a file has the name of the first word, that is a file too
    #[arg(value_name = "[EXPRESSION] PATH")]
    words: Vec<PathBuf>,
    /// The expression; all other arguments are files and folders
    #[arg(long = "where", value_name = "EXPRESSION")]
    condition: Option<String>,
    /// Write the records for which the expression is false
    #[arg(long)]
    not: bool,
    /// A file to write to, or a folder: for --split-by, for --split-every, or for one file for each input
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// Write a file for each value of a field
    #[arg(long, value_name = "FIELD", requires = "output")]
    split_by: Option<String>,
    /// Write a file for every N records
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<std::num::NonZeroU64>, requires = "output", conflicts_with = "split_by")]
    split_every: Option<std::num::NonZeroU64>,
    /// Sort by fields; with `-` in front the largest comes first. Records that lack a field come last
    #[arg(long, value_name = "FIELD[,-FIELD...]", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<String>,
    /// How much memory sorting takes; more records are sorted on the disk
    #[arg(long, value_name = "SIZE", value_parser = super::values::large_size, default_value = "1G")]
    memory: u64,
    /// Of records that are the same game write the first
    #[arg(long)]
    unique: bool,
    /// Treat mirrored and rotated games as the same; implies --unique
    #[arg(long)]
    mirrored: bool,
    /// Leave out the first N records
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<u64>, default_value_t = 0)]
    skip: u64,
    /// Write at most N records
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<u64>)]
    limit: Option<u64>,
    /// Write N records chosen at random
    #[arg(long, value_name = "N", value_parser = crate::commands::values::number::<usize>)]
    sample: Option<usize>,
    /// The seed of the sample: the same one chooses the same records
    #[arg(long, value_name = "S", value_parser = crate::commands::values::number::<u64>, default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Write only the number of records
    #[arg(long, conflicts_with_all = ["places", "split_by", "split_every", "to"])]
    count: bool,
    /// Write only the place of each record: file:record:line
    #[arg(long, conflicts_with_all = ["split_by", "split_every", "to"])]
    places: bool,
    /// Write the records for which the expression is false to a file
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Convert what is written to a notation system, a file format, or both with a comma between
    #[arg(long, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = super::help::goal(goal), hide_possible_values = true)]
    to: Vec<Goal>,
    /// Write records without what the format has no place for, such as comments, and tell what is left out
    #[arg(long, requires = "to")]
    lossy: bool,
    /// Answer `reaches` from a table of positions; it is made if FILE is missing, and refused if an input has changed since (`scoresheet explain tree` says more)
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    jobs: JobArgs,
}

/// The files of folders and archives that hold no records.
#[derive(Default)]
struct Without {
    count: u64,
    /// The first of them.
    named: Vec<String>,
}

impl Without {
    fn add(&mut self, name: String) {
        const NAMED: usize = 5;
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(name);
        }
    }

    fn tell(&self) {
        if self.count > 0 {
            let more = if self.count > self.named.len() as u64 { " …" } else { "" };
            let count = counted(self.count, "file");
            complain(&format!("{count} without records: {}{more}", self.named.join(", ")));
        }
    }
}

pub(super) fn run(args: &SelectArgs) -> Result<End, Stop> {
    let (text, paths) = args.words()?;
    let mut asked = match args.asked(text.as_deref()) {
        Ok(asked) => asked,
        Err((text, fault)) => {
            say(&human::fault(&text, fault.span, &fault.message, fault.help.as_deref(), args.common.color.on()));
            return Ok(End::Failed);
        }
    };
    let folder = args.folder();
    let outputs = args.outputs(&paths)?;
    let inputs = Inputs::new(&paths, &args.common, &outputs)?;
    if let Some(folder) = folder {
        is_apart(folder, &paths)?;
    }
    let plan = Plan { chunk: WRITTEN, ..args.common.plan(args.jobs.jobs()) };
    if let Some(path) = &args.index {
        let reading = Reading {
            files: &args.common.files,
            inputs: &inputs,
            paths: &paths,
            plan: &plan,
            quiet: args.common.quiet,
        };
        asked.answer(&reading, path)?;
    }
    let progress = Arc::new(Progress::default());
    let mut writing = Writing::new(args, &outputs, &progress, &paths)?;
    outputs.leftovers().ask(progress.clone());
    let bar = Bar::begin(progress.clone(), args.common.has_bar(), &paths, &inputs);
    let mut picker = Picker::new(&asked.picking);
    let (mut unread, mut without, mut nameless, mut is_any_read) = (Vec::new(), Without::default(), 0_u64, false);
    let feed = |feeder: &mut Feeder<'_>| inputs.feed(&paths, &progress, feeder);
    let worked = parallel::run(&plan, &progress, &asked.choice, feed, &mut |event| {
        match event {
            Event::Part(part) => {
                is_any_read = true;
                nameless += part.found.nameless;
                picker.part(&part, &mut writing)?;
                if picker.is_full() && !writing.takes_rejects() {
                    progress.stop();
                }
            }
            Event::Unread(failure) => unread.push(failure),
            Event::NoRecords(name) => without.add(name),
        }
        Ok(())
    });
    bar.end();
    worked?;
    if let Some(signal) = outputs.leftovers().signal() {
        return Ok(End::Interrupted(signal));
    }
    if !is_any_read && !unread.is_empty() {
        // A file keeps its old text.
        unread.iter().for_each(complain_unread);
        return Ok(End::Failed);
    }
    picker.finish(&mut writing)?;
    let unwritten = writing.finish(picker.count())?;
    unread.iter().for_each(complain_unread);
    if !args.common.quiet {
        without.tell();
        asked.tell_doubts(picker.count() == 0);
        if picker.count() == 0 && nameless > 0 {
            let records = counted(nameless, "record");
            complain(&format!("no game is named in {records}, so no ply there is replayed: name it with --game"));
        }
        if picker.count() > 0 {
            args.tell_missing(asked.picking.fields(), picker.present());
        }
    }
    unwritten.tell(args.common.quiet);
    Ok(if !unread.is_empty() || unwritten.is_loss() {
        End::Failed
    } else if picker.count() > unwritten.refused {
        End::Good
    } else {
        End::Invalid
    })
}

/// What to find out about the records, and what to pick.
struct Asked {
    choice: Choice,
    picking: Picking,
}

impl Asked {
    /// Asks the table of positions at `path` for all that it knows. Fails if it does not answer.
    fn answer(&mut self, reading: &Reading<'_>, path: &Path) -> Result<(), Stop> {
        let expression = self.choice.questions.expression.take();
        let Some(expression) = expression.filter(|expression| !expression.positions().is_empty()) else {
            return Err("--index answers `reaches`, which the expression does not ask".into());
        };
        let mut index = reading.index(path)?;
        let answers: io::Result<Vec<_>> =
            expression.positions().iter().map(|position| index.reaching(position)).collect();
        let answers = answers.map_err(|error| named(path, &error))?;
        if !reading.quiet && answers.contains(&None) {
            complain(
                "a position with `?` or `*` is looked for in every game: the table answers only for complete positions",
            );
        }
        self.choice.questions.expression = Some(expression.answered(answers));
        Ok(())
    }

    /// Reports doubts about the expression: guesses only if nothing was selected.
    fn tell_doubts(&self, is_nothing_found: bool) {
        let Some(expression) = &self.choice.questions.expression else { return };
        expression.doubts().iter().filter(|_| is_nothing_found).for_each(|doubt| complain(doubt));
        expression.misfits().iter().for_each(|misfit| complain(misfit));
    }
}

impl SelectArgs {
    /// The expression, if there is one, and the paths.
    fn words(&self) -> Result<(Option<String>, Vec<PathBuf>), String> {
        let is_path = |word: &Path| is_standard(word) || word.exists();
        let (text, rest) = match (&self.condition, self.words.split_first()) {
            (Some(condition), _) => (Some(condition.clone()), &self.words[..]),
            (None, Some((first, rest))) if !is_path(first) => {
                let text = first.to_str().ok_or_else(|| format!("{}: there is no such file", first.display()))?;
                (Some(text.to_owned()), rest)
            }
            (None, _) => (None, &self.words[..]),
        };
        let is_expression =
            |word: &&PathBuf| word.to_str().is_some_and(|text| text.contains(['=', '<', '>', '~'])) && !is_path(word);
        if let Some(late) = rest.iter().find(is_expression) {
            return Err(format!("there is no file `{}`; an expression stands before the files", late.display()));
        }
        if rest.is_empty() && io::stdin().is_terminal() {
            return Err("name the files to read; `-` reads from the terminal".to_owned());
        }
        Ok((text, files::paths(rest)))
    }

    /// What to do; or the expression or name that is wrong, and why.
    fn asked(&self, text: Option<&str>) -> Result<Asked, (String, Fault)> {
        let read = |text: &str| Expression::read(text, Games::default()).map_err(|fault| (text.to_owned(), fault));
        let expression = text.map(read).transpose().map_err(|(text, fault)| {
            let is_word = self.condition.is_none() && !text.contains(char::is_whitespace);
            if is_word && text.contains(['.', '/', '\\']) {
                let help = Some("there is no file of that name, so it is read as an expression".to_owned());
                return (text, Fault { help, ..fault });
            }
            (text, fault)
        })?;
        let mut sort_by = Vec::new();
        let named = |name: &str| Field::named(name, 0).map_err(|fault| (name.to_owned(), fault));
        for name in &self.sort {
            let (name, falling) = name.strip_prefix('-').map_or((&**name, false), |name| (name, true));
            if name.is_empty() {
                let fault = Fault::bare(
                    "--sort lacks the name of a field",
                    "write names with commas between them: --sort Event,-Date",
                );
                return Err((self.sort.join(","), fault));
            }
            sort_by.push(SortField { field: named(name)?, falling });
        }
        let picking = Picking {
            sort_by,
            split_by: self.split_by.as_deref().map(named).transpose()?,
            skip: self.skip,
            limit: self.limit,
            sample: self.sample.map(|most| (most, self.seed)),
            memory: usize::try_from(self.memory).unwrap_or(usize::MAX),
        };
        let keys = (self.unique || self.mirrored).then_some(Sameness::of(self.mirrored));
        let words = self.common.words();
        let target = self.target().filter(|_| !self.count && !self.places);
        let rewriting = target.map(|target| Rewriting { target, words });
        let choice = Choice {
            questions: Questions { expression, fields: picking.fields().cloned().collect(), keys },
            negated: self.not,
            copies: !self.count && !self.places || self.rejects.is_some(),
            rejects: self.rejects.is_some(),
            rewriting,
        };
        Ok(Asked { choice, picking })
    }

    /// Reports fields to sort or to split by that no record has.
    fn tell_missing<'f>(&self, fields: impl Iterator<Item = &'f Field>, present: &[bool]) {
        let sorts = self.sort.iter().map(|name| ("--sort", name.strip_prefix('-').unwrap_or(name)));
        let names = sorts.chain(self.split_by.as_deref().map(|name| ("--split-by", name)));
        let fields = names.zip(fields).zip(present);
        for ((option, name), field) in fields.filter(|(_, present)| !**present).map(|(field, _)| field) {
            let meant = field.meant().map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            complain(&format!("{option}: no record has {name}{meant}"));
        }
    }

    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        clash(&self.to)
    }

    /// What the records are rewritten to, if they are.
    fn target(&self) -> Option<Target> {
        (!self.to.is_empty()).then(|| Target { lossy: self.lossy, ..target_of(&self.to) })
    }

    /// The folder that `-o` names.
    fn folder(&self) -> Option<&Path> {
        let is_folder = |path: &&Path| self.split_by.is_some() || self.split_every.is_some() || names_folder(path);
        self.output.as_deref().filter(is_folder)
    }

    /// The file that `-o` names.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| self.folder().is_none())
    }

    /// The files to write, none of which is read.
    fn outputs(&self, paths: &[PathBuf]) -> Result<Outputs, Stop> {
        if self.rejects.as_deref().is_some_and(is_standard) && self.output.is_none() {
            return Err("--rejects and what is selected both go to standard output: name a file for one of them".into());
        }
        let named = [("-o", self.file()), ("--rejects", self.rejects.as_deref()), ("--index", self.index.as_deref())];
        let mut outputs = Outputs::new(named, paths)?;
        if let Some(index) = &self.index {
            outputs.set_aside(index, "it is the table of --index");
        }
        Ok(outputs)
    }

    /// Which records go into a file of a folder together.
    fn each(&self) -> Each {
        match self.split_every {
            _ if self.split_by.is_some() => Each::Value,
            Some(most) => Each::Number(most.get()),
            None => Each::Input,
        }
    }
}
