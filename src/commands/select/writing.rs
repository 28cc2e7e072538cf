//! Writes what `select` picks: as text, into a folder, as places or as a count.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use super::SelectArgs;
use super::folder::{Folder, cannot_join};
use crate::commands::outputs::{Output, Outputs};
use crate::commands::{complain, say};
use crate::convert::Target;
use crate::counted::counted;
use crate::parallel::{Origin, Progress};
use crate::select::{Held, Joined, Picked, Takes};
use crate::visible::visible;

/// The form of the output: the records, their places, or their number.
enum Product {
    Text { out: Output, joined: Box<Joined> },
    Folder(Box<Folder>),
    Places(Output),
    Count(Output),
}

/// Writes what is picked.
pub(super) struct Writing<'w> {
    args: &'w SelectArgs,
    outputs: &'w Outputs,
    progress: &'w Progress,
    product: Product,
    rejects: Option<(Output, Joined)>,
    target: Option<Target>,
    unwritten: Unwritten,
}

/// Picked records that are not written.
#[derive(Default)]
pub(super) struct Unwritten {
    /// The records that the target has no place for.
    pub(super) refused: u64,
    /// The records that are longer than `--max-record`.
    unheld: u64,
    /// The inputs whose records are not copied, and why.
    uncopied: Vec<(String, String)>,
    /// Rows that are read otherwise without their table, and the notation system of that table.
    misread: u64,
    system: String,
    /// The record that was picked last, and whether any was left out: whole tables are read as before.
    last: Option<(Arc<Origin>, u64)>,
    has_gap: bool,
}

impl Unwritten {
    /// Reports them; with `quiet` only what nobody expects.
    pub(super) fn tell(&self, quiet: bool) {
        for (name, why) in &self.uncopied {
            complain(&format!("{name}: {why}"));
        }
        if self.misread > 0 && self.has_gap {
            complain(&format!(
                "without the rest of their file {} may be read in another notation system: name it with --notation {}, or write it into them with --to",
                counted(self.misread, "record"),
                self.system
            ));
        }
        if self.refused > 0 && !quiet {
            complain(&format!("{} not written", counted(self.refused, "record")));
        }
        if self.unheld > 0 {
            complain(&format!("{} longer than --max-record and not written", counted(self.unheld, "record")));
        }
    }

    /// Notes that a record is picked: whether one before it was left out.
    fn follow(&mut self, origin: &Arc<Origin>, number: u64) {
        let before = self.last.as_ref().filter(|(last, _)| Arc::ptr_eq(last, origin)).map_or(0, |(_, number)| *number);
        self.has_gap |= before + 1 != number;
        self.last = Some((origin.clone(), number));
    }

    /// Notes that an input ends with the record of this number.
    fn end(&mut self, origin: &Arc<Origin>, number: u64) {
        let is_last = |(last, at): &(Arc<Origin>, u64)| Arc::ptr_eq(last, origin) && *at == number;
        self.has_gap |= number > 0 && !self.last.as_ref().is_some_and(is_last);
    }

    /// Notes that a row is read otherwise without its table, which cannot name the notation system.
    fn note_misread(&mut self, picked: &Picked<'_>) {
        if let Some(notation) = picked.content.notation.filter(|notation| !notation.is_plain)
            && picked.source.format().info().holds_tags
        {
            self.misread += 1;
            notation.system.clone_into(&mut self.system);
        }
    }

    /// Whether records are lost that should be copied unchanged.
    pub(super) fn is_loss(&self) -> bool {
        self.unheld > 0 || !self.uncopied.is_empty()
    }
}

impl Takes for Writing<'_> {
    fn record(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        let content = &picked.content;
        self.unwritten.follow(&picked.source.origin, content.number);
        if !content.said.is_empty() {
            say(content.said);
        }
        let rewritten = match (self.target, content.rewritten) {
            (None, _) => None,
            (Some(_), Some(rewritten)) => Some(rewritten),
            (Some(_), None) if matches!(self.product, Product::Count(_) | Product::Places(_)) => None,
            (Some(_), None) => {
                self.unwritten.refused += 1;
                return Ok(());
            }
        };
        let is_text = matches!(self.product, Product::Text { .. } | Product::Folder(_));
        if is_text && rewritten.is_none() && content.held != Held::Whole {
            self.lose(picked);
            return Ok(());
        }
        match &mut self.product {
            Product::Count(_) => {}
            Product::Places(out) => {
                let file = visible(&picked.source.origin.name);
                writeln!(out, "{file}:{}:{}", content.number, content.line)?;
            }
            Product::Text { out, joined } => match rewritten {
                Some(piece) => joined.rewritten(&piece, out).map_err(cannot_join)?,
                None => {
                    joined.record(picked, out).map_err(cannot_join)?;
                    self.unwritten.note_misread(picked);
                }
            },
            Product::Folder(folder) => {
                if rewritten.is_none()
                    && let Some(mismatch) = Joined::never(picked)
                {
                    self.cannot_copy(&picked.source.origin.name, &cannot_join(mismatch.into()).to_string());
                    return Ok(());
                }
                let rewritten = rewritten.map(|piece| (piece, self.target.unwrap_or_default()));
                folder.record(picked, rewritten, self.outputs)?;
                if rewritten.is_none() {
                    self.unwritten.note_misread(picked);
                }
            }
        }
        // Nobody reads on; but a file of rejects is written whole.
        if let Product::Text { out, .. } | Product::Places(out) = &self.product
            && out.is_closed()
            && !self.takes_rejects()
        {
            self.progress.stop();
        }
        Ok(())
    }

    fn reject(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        let Some((out, joined)) = &mut self.rejects else { return Ok(()) };
        if picked.content.held != Held::Whole {
            self.lose(picked);
            return Ok(());
        }
        joined.record(picked, out).map_err(cannot_join)?;
        self.unwritten.note_misread(picked);
        Ok(())
    }

    fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
        self.unwritten.end(origin, number);
        if let Some((out, joined)) = &mut self.rejects {
            joined.input_ends(origin, number, rest, out)?;
        }
        match &mut self.product {
            Product::Text { out, joined } => joined.input_ends(origin, number, rest, out),
            Product::Folder(folder) => folder.input_ends(origin, number, rest),
            Product::Count(_) | Product::Places(_) => Ok(()),
        }
    }
}

impl<'w> Writing<'w> {
    /// Opens the outputs. `paths` are the inputs.
    pub(super) fn new(
        args: &'w SelectArgs,
        outputs: &'w Outputs,
        progress: &'w Progress,
        paths: &[PathBuf],
    ) -> io::Result<Writing<'w>> {
        let (file, target) = (args.file(), args.target());
        let product = match args.folder() {
            Some(path) => Product::Folder(Box::new(Folder::new(path, args.each(), paths)?)),
            None if args.count => Product::Count(outputs.open(file)?),
            None if args.places => Product::Places(outputs.open(file)?),
            None => Product::Text { out: outputs.open(file)?, joined: Box::new(Joined::of(target)) },
        };
        let rejects = args.rejects.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
        let rejects = rejects.map(|out| (out, Joined::default()));
        Ok(Writing { args, outputs, progress, product, rejects, target, unwritten: Unwritten::default() })
    }

    pub(super) fn takes_rejects(&self) -> bool {
        self.rejects.is_some()
    }

    /// Notes that the bytes of a record are not there to be written.
    fn lose(&mut self, picked: &Picked<'_>) {
        match picked.content.held {
            Held::Unread(why) => self.cannot_copy(&picked.source.origin.name, &format!("not written: {why}")),
            Held::TooLong => self.unwritten.unheld += 1,
            Held::Whole => {}
        }
    }

    /// Notes once for each input why its records are not copied.
    fn cannot_copy(&mut self, name: &str, why: &str) {
        if self.unwritten.uncopied.last().is_none_or(|(last, _)| last != name) {
            self.unwritten.uncopied.push((name.to_owned(), why.to_owned()));
        }
    }

    /// Ends the output of `count` picked records.
    pub(super) fn finish(self, count: u64) -> io::Result<Unwritten> {
        match self.product {
            Product::Text { mut out, joined } => {
                joined.finish(&mut out)?;
                out.finish()?;
            }
            Product::Places(out) => out.finish()?,
            Product::Count(mut out) => {
                writeln!(out, "{count}")?;
                out.finish()?;
            }
            Product::Folder(folder) => folder.finish(self.args.common.quiet)?,
        }
        if let Some((mut out, joined)) = self.rejects {
            joined.finish(&mut out)?;
            out.finish()?;
        }
        Ok(self.unwritten)
    }
}
