//! `scoresheet convert -o FOLDER`: each input gets a file of its own in a folder, with its name and the ending of the
//! new format. Folders and archives become folders there.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::convert::{ConvertArgs, rewrite};
use super::files;
use super::outputs::{Filled, Outputs, is_apart, numbered, say_renamed};
use super::{End, Stop, complain};
use crate::audit::rewrite::Rewritten;
use crate::convert::OneText;

/// Writes the files.
pub(super) fn run(args: &ConvertArgs, folder: &Path) -> Result<End, Stop> {
    let paths = &*files::paths(&args.paths);
    let target = args.target();
    let ending = target.format.unwrap_or_default().info().ending();
    if let Err(message) = is_apart(folder, paths) {
        return Err(message.into());
    }
    let (mut end, mut count) = (End::Good, Rewritten::default());
    let outputs = Outputs::new([], paths)?;
    let mut written = HashSet::new();
    let mut filled = Filled::beside(paths);
    let all_read = files::each(
        paths,
        &args.common,
        |_| false,
        |files::Text { input, path }| {
            let name = input.name.clone();
            let place = folder.join(files::place_below(&name, &path, paths));
            let mut path = free(&place, ending, &written);
            if let Err(error) = filled.may_write(&path, &outputs) {
                return failed(&mut end, &error.to_string());
            }
            if let Some(folder) = path.parent()
                && let Err(error) = fs::create_dir_all(folder)
            {
                return failed(&mut end, &format!("{}: {error}", folder.display()));
            }
            let mut one_text = OneText::new(target);
            let mut out = outputs.open(Some(&path))?;
            let done = rewrite(input, args, target, false, &mut one_text, &mut out)?;
            count += done.count;
            if let Some(error) = &done.failed {
                complain(&format!("{name}: {error}"));
                end = End::Failed;
            }
            // If something could not be read or written, the old file stays.
            if done.failed.is_none() && !done.is_broken && done.count.written > 0 {
                one_text.finish(&mut out)?;
                // Games that have no SGF are written as transcripts.
                let ending = one_text.format().unwrap_or_default().info().ending();
                if path.extension().is_none_or(|known| known != ending) {
                    path = free(&place, ending, &written);
                    if let Err(error) = filled.may_write(&path, &outputs) {
                        return failed(&mut end, &error.to_string());
                    }
                    out = out.under(&path);
                }
                out.finish()?;
                if written.contains(&lower(&place.with_extension(ending))) && !args.common.quiet {
                    say_renamed(&name, &path.to_string_lossy());
                }
                filled.writes(&path);
                written.insert(lower(&path));
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    args.tell(&count);
    if count.refused > 0 {
        end = end.max(End::Invalid);
    }
    Ok(if all_read { end } else { End::Failed })
}

/// The output file for the input at `place`: its name with the new ending, and with a number if another input has that
/// name, as for `game.csv` and `game.sgf`. `written` holds the paths of all files that were written, in small letters.
fn free(place: &Path, ending: &str, written: &HashSet<String>) -> PathBuf {
    let wanted = place.with_extension(ending);
    let name = wanted.file_name().unwrap_or_default().to_string_lossy();
    let is_written = |path: &Path| written.contains(&lower(path));
    if is_written(&wanted) {
        wanted.with_file_name(numbered(&name, |name| !is_written(&wanted.with_file_name(name))))
    } else {
        wanted
    }
}

/// A path in small letters: on some systems `A.txt` and `a.txt` are the same file.
fn lower(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

/// Reports why a file is not written, and continues with the next.
fn failed(end: &mut End, message: &str) -> io::Result<ControlFlow<()>> {
    complain(message);
    *end = End::Failed;
    Ok(ControlFlow::Continue(()))
}
