//! Writes what `select` picks: as text, into a folder, as places or as a count.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::SelectArgs;
use super::folder::{Folder, cannot_join};
use crate::commands::outputs::{Output, Outputs};
use crate::commands::say;
use crate::convert::Target;
use crate::parallel::{Origin, Progress};
use crate::select::{Held, Joined, Picked, Takes};
use crate::visible::visible;

/// What is written: the records, where they stand, or how many they are.
pub(super) enum Product {
    Text { out: Output, joined: Box<Joined> },
    Folder(Box<Folder>),
    Places(Output),
    Count(Output),
}

/// Writes what is picked.
pub(super) struct Writing<'w> {
    pub(super) args: &'w SelectArgs,
    pub(super) outputs: &'w Outputs,
    pub(super) progress: &'w Progress,
    pub(super) product: Product,
    pub(super) rejects: Option<(Output, Joined)>,
    pub(super) target: Option<Target>,
    pub(super) refused: u64,
    pub(super) unheld: u64,
    /// The inputs whose records are not copied, and why.
    pub(super) uncopied: Vec<(String, String)>,
}

impl Takes for Writing<'_> {
    fn record(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        let content = &picked.content;
        if !content.said.is_empty() {
            say(content.said);
        }
        let rewritten = match (self.target, content.rewritten) {
            (None, _) => None,
            (Some(_), Some(rewritten)) => Some(rewritten),
            (Some(_), None) if matches!(self.product, Product::Count(_) | Product::Places(_)) => None,
            (Some(_), None) => {
                self.refused += 1;
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
                Some(texts) => joined.rewritten(texts, out)?.map_err(cannot_join)?,
                None => joined.record(picked, out)?.map_err(cannot_join)?,
            },
            Product::Folder(folder) => {
                if rewritten.is_none()
                    && let Some(mismatch) = Joined::never(picked)
                {
                    self.cannot_copy(&picked.source.origin.name, &cannot_join(mismatch).to_string());
                    return Ok(());
                }
                let rewritten = rewritten.map(|texts| (texts, self.target.unwrap_or_default()));
                folder.record(picked, rewritten, self.outputs)?;
            }
        }
        if let Product::Text { out, .. } | Product::Places(out) = &self.product
            && out.is_closed()
        {
            self.progress.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn reject(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        let Some((out, joined)) = &mut self.rejects else { return Ok(()) };
        if picked.content.held != Held::Whole {
            self.lose(picked);
            return Ok(());
        }
        joined.record(picked, out)?.map_err(cannot_join)
    }

    fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
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

impl Writing<'_> {
    /// Notes that the bytes of a record are not there to be written.
    fn lose(&mut self, picked: &Picked<'_>) {
        match picked.content.held {
            Held::Unread(why) => self.cannot_copy(&picked.source.origin.name, &format!("not written: {why}")),
            Held::TooLong => self.unheld += 1,
            Held::Whole => {}
        }
    }

    /// Notes once for each input why its records are not copied.
    fn cannot_copy(&mut self, name: &str, why: &str) {
        if self.uncopied.last().is_none_or(|(last, _)| last != name) {
            self.uncopied.push((name.to_owned(), why.to_owned()));
        }
    }

    /// Ends what was written.
    pub(super) fn finish(self, count: u64) -> io::Result<()> {
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
        let Some((mut out, joined)) = self.rejects else { return Ok(()) };
        joined.finish(&mut out)?;
        out.finish()
    }
}
