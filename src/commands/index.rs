//! The table of positions for `--index FILE`: it is made if it is missing, and is valid only for the inputs that it was
//! made from.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use super::file_args::FileArgs;
use super::inputs::{Bar, Inputs};
use super::outputs::named;
use super::{End, Stop, take_part};
use crate::archive::Failure;
use crate::parallel::{self, Part, Plan, Progress, Task};
use crate::tree::index::{Builder, Index, Indexing, Origins, Stamp};

/// What to read, and how.
#[derive(Clone, Copy)]
pub(super) struct Reading<'r> {
    pub(super) files: &'r FileArgs,
    pub(super) inputs: &'r Inputs<'r>,
    pub(super) paths: &'r [PathBuf],
    pub(super) plan: &'r Plan,
    /// Whether nothing is shown meanwhile.
    pub(super) quiet: bool,
}

/// When the contents, owner, mode or links of a file were changed last (`ctime`): seconds and nanoseconds since 1970.
#[cfg(unix)]
fn entered(data: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (data.ctime(), data.ctime_nsec())
}

#[cfg(not(unix))]
fn entered(_: &Metadata) -> (i64, i64) {
    (0, 0)
}

impl Reading<'_> {
    /// Opens the table at `path`, and makes it first if it is missing.
    ///
    /// # Errors
    /// Fails if the table cannot be read or written, or if it was made of other inputs.
    pub(super) fn index(&self, path: &Path) -> Result<Index, Stop> {
        let origins = self.origins()?;
        if !path.exists() {
            let mut builder = Builder::new(origins.clone());
            if !self.read(&Indexing, &mut |part| builder.add(part))? {
                return Err("no index was written, because some input could not be read".into());
            }
            let mut out = self.inputs.outputs().open(Some(path))?;
            builder.write(&mut out)?;
            out.finish()?;
        }
        let name = path.display();
        let index = File::open(path).and_then(|file| Index::open(file, self.plan.defaults.clone()));
        let index = index.map_err(|error| named(path, &error))?;
        match index.origins().differ(&origins) {
            None => Ok(index),
            Some(why) => {
                Err(format!("the index {name} was made of other inputs: {why}; delete it, and it is made anew").into())
            }
        }
    }

    /// What an index of these inputs would be made from.
    fn origins(&self) -> Result<Origins, String> {
        let stamp = |path: Result<PathBuf, Failure>| {
            let path = path.map_err(|failure| failure.to_string())?;
            let name = path.display().to_string();
            let data = path.metadata().ok().filter(|data| data.is_file());
            let data = data.ok_or_else(|| format!("--index reads files and folders, and {name} is neither"))?;
            let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let changed = changed.map_or((0, 0), |time| (time.as_secs(), time.subsec_nanos()));
            Ok(Stamp { name, size: data.len(), changed, entered: entered(&data) })
        };
        let inputs_then: Result<Vec<Stamp>, String> = self.inputs.files(self.paths).map(stamp).collect();
        let Plan { defaults, given, strict, max_record, .. } = self.plan;
        let options = format!(
            "{} {defaults:?} {given:?} {strict} {max_record} {:?} {}",
            env!("CARGO_PKG_VERSION"),
            self.inputs.format,
            self.files.as_text()
        );
        Ok(Origins { inputs: inputs_then?, options })
    }

    /// Runs a task on every record of the inputs, and reports what cannot be read. `false`: something could not.
    ///
    /// # Errors
    /// Fails if `add` fails, or no thread can be started.
    pub(super) fn read<T: Task>(
        &self,
        task: &T,
        add: &mut dyn FnMut(Part<T::Part>) -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut end = End::Good;
        let progress = Arc::new(Progress::default());
        let bar = Bar::begin(progress.clone(), !self.quiet && self.plan.each_input.is_none(), self.paths, self.inputs);
        let feed = |feeder: &mut parallel::Feeder<'_>| self.inputs.feed(self.paths, &progress, feeder);
        let mut each = |event| take_part(event, self.quiet, &mut end, &mut *add);
        let done = parallel::run(self.plan, &progress, task, feed, &mut each);
        bar.end();
        done?;
        Ok(end == End::Good)
    }
}
