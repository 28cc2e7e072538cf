//! Writes the records of inputs one after the other: unchanged except for those with changes, or all rewritten.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use super::mending::Original;
use super::outputs::Output;
use super::{Words, complain, say};
use crate::check::Checker;
use crate::convert::{Conversion, Converter, NoPlace, OneText, Piece, Target};
use crate::counted::counted;
use crate::diagnostic::Shortlist;
use crate::engine::Defaults;
use crate::formats::Format;
use crate::mend::Draft;
use crate::parallel::{Origin, Part};
use crate::record::Record;
use crate::report::rejected;
use crate::select::{Found, Held, Joined, Mismatch, Picked, Picker, Picking, Takes, own_bytes};
use crate::source::without_mark;
use crate::visible::visible;

/// All records in the order of the input.
static ALL: Picking = Picking { sort_by: Vec::new(), split_by: None, skip: 0, limit: None, sample: None, memory: 0 };

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    /// It is written, with comments that show its changes.
    Told,
    /// It is written, in a format that has no comments.
    Untold,
    /// It is not written, or not with its changes. The reason has been reported.
    Refused,
}

/// Writes records.
pub(super) struct Writer {
    way: Way,
    /// Records that could not be written.
    pub(super) refused: u64,
    /// Records that are written without their changes, because they could not be written with them.
    pub(super) unchanged: u64,
}

enum Way {
    Copies(Box<Copies>),
    Rewrites(Box<Rewrites>),
}

impl Writer {
    /// Writes records as `target` says, or unchanged.
    pub(super) fn new(target: Option<Target>, defaults: Defaults, words: Words) -> Writer {
        let judge = Judge { checker: Checker::new(defaults), held: Shortlist::default(), words };
        let way = match target {
            Some(target) => Way::Rewrites(Box::new(Rewrites::new(target, judge))),
            None => Way::Copies(Box::new(Copies::new(judge))),
        };
        Writer { way, refused: 0, unchanged: 0 }
    }

    /// Writes a record; `drafts` are its changes. A record that is copied is written only with its [part](Writer::part).
    ///
    /// # Errors
    /// Fails if `out` fails, or if the record cannot be changed in its file.
    pub(super) fn write(
        &mut self,
        name: &str,
        original: &Original,
        drafts: &[Draft],
        out: &mut Output,
    ) -> io::Result<Done> {
        if let Some(why) = original.why_lost() {
            complain(&format!("{}: not written: {why}", visible(name)));
            self.refused += 1;
            if let Way::Copies(copies) = &mut self.way {
                copies.changed.push_back(None);
            }
            return Ok(Done::Refused);
        }
        let done = match &mut self.way {
            Way::Copies(copies) => copies.change(name, original, drafts)?,
            Way::Rewrites(rewrites) => rewrites.write(name, original, drafts, out)?,
        };
        if done == Done::Refused {
            match self.way {
                Way::Copies(_) => self.unchanged += 1,
                Way::Rewrites(_) => self.refused += 1,
            }
        }
        Ok(done)
    }

    /// Why a record cannot be changed, if it would be copied otherwise.
    pub(super) fn why_not_changed(&self, name: &str, original: &Original) -> Option<String> {
        matches!(self.way, Way::Copies(_)).then(|| original.why_not_changed(name)).flatten()
    }

    /// Writes the copies of a part, after all its records have been taken.
    ///
    /// # Errors
    /// Fails if `out` fails, or if the records cannot stand after those before.
    pub(super) fn part(&mut self, part: &Part<Found>, out: &mut Output) -> io::Result<()> {
        let Way::Copies(copies) = &mut self.way else { return Ok(()) };
        let Copies { picker, joined, changed, .. } = &mut **copies;
        picker.part(part, &mut Copied { joined, changed, out })
    }

    /// Ends the text.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub(super) fn finish(&mut self, out: &mut Output) -> io::Result<()> {
        match &mut self.way {
            Way::Rewrites(rewrites) => rewrites.finish(out),
            Way::Copies(copies) => {
                let Copies { picker, joined, changed, .. } = &mut **copies;
                picker.finish(&mut Copied { joined, changed, out })?;
                std::mem::take(joined).finish(out)
            }
        }
    }

    /// Reports how many records are not written, or not with their changes; returns whether there are any.
    pub(super) fn tell(&self) -> bool {
        let counts = [(self.refused, "not written"), (self.unchanged, "written without the change")];
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            complain(&format!("{} {what}", counted(count, "record")));
        }
        self.refused + self.unchanged > 0
    }
}

/// Judges records and reports their faults.
struct Judge {
    checker: Checker,
    held: Shortlist,
    words: Words,
}

impl Judge {
    /// Rewrites a record after `text`.
    fn rewrite(&mut self, draft: &Draft, converter: &mut Converter, text: &mut Vec<u8>) -> Conversion {
        self.held.clear();
        converter.record(&draft.record(), &mut self.checker, &mut self.held, text)
    }

    /// Reports the diagnostics of the record that was rewritten last.
    fn tell(&mut self, name: &str, record: &Record<'_>, conversion: Conversion) {
        conversion.keep_told(&mut self.held);
        if self.held.codes().all() > 0 {
            let report = rejected(name, record, &mut self.held);
            say(&(self.words)(&report, record, self.checker.setting(record)));
        }
    }
}

/// Writes whole inputs, byte for byte but for the records that are changed.
struct Copies {
    judge: Judge,
    picker: Picker<'static>,
    joined: Joined,
    /// The new text of each record that is still to be written; `None`: unchanged.
    changed: VecDeque<Option<Vec<u8>>>,
}

impl Copies {
    fn new(judge: Judge) -> Copies {
        Copies { judge, picker: Picker::new(&ALL), joined: Joined::of_inputs(), changed: VecDeque::new() }
    }

    /// Notes the new text of a record.
    fn change(&mut self, name: &str, original: &Original, drafts: &[Draft]) -> io::Result<Done> {
        let mut changed = None;
        if let Some(draft) = drafts.last() {
            if let Some(why) = original.why_not_changed(name) {
                return Err(io::Error::other(why));
            }
            changed = if original.format == Format::TRANSCRIPT {
                Some(original.edited(drafts))
            } else {
                self.rewritten(name, original, draft)
            };
        }
        let done = if drafts.is_empty() || changed.is_some() { Done::Told } else { Done::Refused };
        self.changed.push_back(changed.map(unmarked));
        Ok(done)
    }

    /// The bytes of a record with its changes, in a format whose text is made anew.
    fn rewritten(&mut self, name: &str, original: &Original, draft: &Draft) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let mut converter = Converter::new(Target { format: Some(original.format), ..Target::default() });
        let conversion = self.judge.rewrite(draft, &mut converter, &mut text);
        // Reports what such a text cannot hold, too.
        self.judge.tell(name, &draft.record(), conversion);
        if !conversion.is_written() {
            return None;
        }
        Some(original.around(text.trim_ascii_end()))
    }
}

/// Bytes without the byte-order mark, which is no part of a record.
fn unmarked(bytes: Vec<u8>) -> Vec<u8> {
    without_mark(&bytes).to_vec()
}

/// Where copies go.
struct Copied<'c> {
    joined: &'c mut Joined,
    changed: &'c mut VecDeque<Option<Vec<u8>>>,
    out: &'c mut Output,
}

impl Takes for Copied<'_> {
    fn record(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        let changed = self.changed.pop_front().flatten();
        // Its loss has been reported.
        if picked.content.held != Held::Whole {
            return Ok(());
        }
        let mut content = picked.content.clone();
        if let Some(bytes) = &changed {
            (content.text, content.tail) = bytes.split_at(own_bytes(bytes));
        }
        let joined = self.joined.record(&Picked { source: picked.source, content }, self.out);
        joined.map_err(|why| why.with_ways(|_| "convert them with --to"))
    }

    fn reject(&mut self, _: &Picked<'_>) -> io::Result<()> {
        Ok(())
    }

    fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
        self.joined.input_ends(origin, number, rest, self.out)
    }
}

/// Rewrites records to another notation system or format.
struct Rewrites {
    judge: Judge,
    target: Target,
    converter: Converter,
    text: Vec<u8>,
    whole: OneText,
}

impl Rewrites {
    fn new(target: Target, judge: Judge) -> Rewrites {
        let converter = Converter::new(target);
        Rewrites { judge, target, converter, text: Vec::new(), whole: OneText::new(target) }
    }

    fn write(&mut self, name: &str, original: &Original, drafts: &[Draft], out: &mut Output) -> io::Result<Done> {
        self.text.clear();
        let done = match drafts.last() {
            Some(draft) => self.changed(name, original, draft),
            None => self.unchanged(name, original),
        };
        if done == Done::Refused {
            return Ok(done);
        }
        let format = self.converter.format();
        if let Some(NoPlace::OtherFormat(why)) = self.whole.no_place(format) {
            return Err(io::Error::other(why));
        }
        // One converter writes all records: it sets nothing again that holds.
        self.whole.add(&Piece { text: &self.text, above: "", format: format.name() }, out)?;
        Ok(done)
    }

    /// Rewrites a record with its changes. If the format cannot hold the comments that show them, they are left out
    /// before anything else.
    fn changed(&mut self, name: &str, original: &Original, draft: &Draft) -> Done {
        if self.attempt(draft, false).is_written() {
            self.judge.tell(name, &draft.record(), Conversion::Written);
            return Done::Told;
        }
        let untold = draft.untold(&original.draft.text);
        let mut conversion = self.attempt(&untold, false);
        if !conversion.is_written() && self.target.lossy {
            conversion = self.attempt(&untold, true);
        }
        self.judge.tell(name, &untold.record(), conversion);
        if conversion.is_written() { Done::Untold } else { Done::Refused }
    }

    /// Rewrites a record without changes. One that is not valid stays unchanged if it can.
    fn unchanged(&mut self, name: &str, original: &Original) -> Done {
        let conversion = self.attempt(&original.draft, self.target.lossy);
        if conversion == Conversion::Invalid && original.is_text_of(self.target.format.unwrap_or_default()) {
            if self.whole.format().is_some() && !self.target.format.unwrap_or_default().follows_others(original.bytes())
            {
                complain(&format!("{}: {}", visible(name), Mismatch::Untagged.in_words("add the tag Game")));
                return Done::Refused;
            }
            self.text.extend_from_slice(original.bytes().trim_ascii());
            self.text.push(b'\n');
            return Done::Told;
        }
        self.judge.tell(name, &original.record(), conversion);
        if conversion.is_written() { Done::Told } else { Done::Refused }
    }

    fn attempt(&mut self, draft: &Draft, is_lossy: bool) -> Conversion {
        self.converter.set_lossy(is_lossy);
        self.judge.rewrite(draft, &mut self.converter, &mut self.text)
    }

    fn finish(&mut self, out: &mut Output) -> io::Result<()> {
        self.whole.finish(out)
    }
}
