//! The part of `scoresheet audit` that looks for games that are there more than once: up to three readings of archives.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::files::{is_standard, name_of};
use crate::audit::baseline::Baselines;
use crate::audit::duplicates::{Catalogue, Duplicates, Searched};
use crate::audit::{self, Feeder, Gather, Options, Products, Progress, ReportForm, Summary};
use crate::collate::copies::Copies;
use crate::parallel::{self, Event, Plan};

/// The options that look for duplicates.
#[derive(Debug, Args)]
#[command(next_help_heading = "Duplicates")]
pub(super) struct DuplicateArgs {
    /// Find games that appear more than once (takes 40 to 45 bytes of memory a game)
    #[arg(long)]
    duplicates: bool,
    /// Treat mirrored and rotated games as the same; alone it implies --duplicates
    #[arg(long)]
    mirrored: bool,
    /// Also find games that are the beginning of another game; reads everything twice
    #[arg(long)]
    prefixes: bool,
    /// Also find copies that differ in a ply or two, valid or not; reads everything twice
    #[arg(long)]
    alike: bool,
    /// Find the games that another archive also holds; give its files and folders (repeat for several)
    #[arg(long, value_name = "MASTER")]
    against: Vec<PathBuf>,
}

impl DuplicateArgs {
    /// Whether one of the options is given.
    pub(super) fn any(&self) -> bool {
        self.wants_same() || !self.against.is_empty()
    }

    fn wants_same(&self) -> bool {
        self.duplicates || self.prefixes || self.alike || self.mirrored && self.against.is_empty()
    }

    /// The archive to compare with.
    pub(super) fn against(&self) -> &[PathBuf] {
        &self.against
    }

    /// What the audit has to collect.
    pub(super) fn collect(&self) -> Gather {
        if self.any() { Gather::Keys { mirrored: self.mirrored } } else { Gather::Nothing }
    }

    /// Why these options cannot be used with these paths.
    pub(super) fn complaint(&self, paths: &[PathBuf]) -> Option<String> {
        let twice =
            |path: &Path| is_standard(path) || path.metadata().is_ok_and(|data| !(data.is_file() || data.is_dir()));
        let reads_twice = [("--prefixes", self.prefixes), ("--alike", self.alike)];
        if let Some((option, _)) = reads_twice.iter().find(|(_, is_given)| *is_given)
            && let Some(path) = paths.iter().find(|path| twice(path))
        {
            let name = name_of(path);
            return Some(format!("{option} reads everything twice, but {name} can be read only once"));
        }
        let both = [paths, &self.against].iter().all(|paths| paths.iter().any(|path| is_standard(path)));
        both.then(|| "standard input cannot be both the archive and the one to compare it with".to_owned())
    }

    /// Audits the archive to compare with, then `paths`, and `paths` once more for `--prefixes` and for `--alike`. `feed`
    /// hands paths to a feeder.
    pub(super) fn audit(
        &self,
        options: &Options,
        progress: &Progress,
        paths: &[PathBuf],
        feed: &(impl Fn(&[PathBuf], &mut Feeder<'_>) + Sync),
        products: Products<'_, '_>,
    ) -> io::Result<Summary> {
        let mut master = Summary::default();
        if !self.against.is_empty() {
            master = silent(options, options.collect.clone(), progress, &|feeder: &mut Feeder<'_>| {
                feed(&self.against, feeder)
            })?;
            master.collected.catalogue.sort();
        }
        let mut summary = audit::run(options, progress, |feeder| feed(paths, feeder), products)?;
        summary.unread.splice(0..0, std::mem::take(&mut master.unread));
        if !self.any() {
            return Ok(summary);
        }
        let searched = Searched { mirrored: self.mirrored, most: options.max_diagnostics };
        let mut catalogue: Catalogue = std::mem::take(&mut summary.collected).catalogue;
        catalogue.sort();
        let mut duplicates = Duplicates::new(&catalogue, searched);
        if self.wants_same() {
            duplicates.find_same(&catalogue);
        }
        if !self.against.is_empty() {
            duplicates.find_held(&catalogue, &master.collected.catalogue);
            drop(std::mem::take(&mut master.collected));
        }
        if self.alike && !summary.stopped {
            let (copies, stopped) = copies(options, progress, &|feeder: &mut Feeder<'_>| feed(paths, feeder))?;
            duplicates.take_alike(&copies);
            summary.stopped |= stopped;
        }
        if self.prefixes && !summary.stopped {
            let of = Arc::new(catalogue);
            let collect = Gather::Beginnings { of: of.clone(), mirrored: self.mirrored };
            let second = silent(options, collect, progress, &|feeder: &mut Feeder<'_>| feed(paths, feeder))?;
            duplicates.take_beginnings(&of, &second.collected);
            summary.stopped |= second.stopped;
        }
        summary.duplicates = Some(duplicates);
        Ok(summary)
    }
}

/// The plies of all games, and whether the reading was ended early.
fn copies(
    options: &Options,
    progress: &Progress,
    feed: &(impl Fn(&mut Feeder<'_>) + Sync),
) -> io::Result<(Copies, bool)> {
    let mut copies = Copies::default();
    let mut take = |event| {
        // What cannot be read, the audit has said.
        if let Event::Part(part) = event {
            copies.add(&part);
        }
        Ok(())
    };
    let ended =
        parallel::run(&Plan { each_input: None, ..options.plan() }, progress, &Copies::task(), feed, &mut take)?;
    Ok((copies, ended.stopped))
}

/// An audit that only collects and reports nothing.
fn silent(
    options: &Options,
    collect: Gather,
    progress: &Progress,
    feed: &(impl Fn(&mut Feeder<'_>) + Sync),
) -> io::Result<Summary> {
    let baselines = Baselines::default();
    let form = ReportForm::Nothing;
    let none = Options { form, rejects: false, games: 0, repairs: None, baselines, ..options.clone() };
    let options = Options { collect, each_input: None, ..none };
    let report: &mut dyn Write = &mut io::sink();
    audit::run(&options, progress, feed, Products { report, rejects: None, page: None })
}
