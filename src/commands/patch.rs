//! Writes a patch, line by line, for `patch` and `git apply`. Three unchanged lines surround each change, if there are
//! as many, even if they belong to other records.

use std::collections::VecDeque;
use std::io::{self, Write};

use similar::{ChangeTag, TextDiff};

use crate::visible::visible;

/// How many lines stand around a change.
const AROUND: usize = 3;

/// A patch of several files, one after the other.
#[derive(Debug, Default)]
pub(super) struct Patch {
    file: String,
    /// Whether the file has changes so far.
    has_head: bool,
    /// The numbers of the next line, in the old file and in the new one; 0 before the first.
    next: [u64; 2],
    /// The last lines that stay.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
}

/// Changes that stand close together.
#[derive(Debug)]
struct Hunk {
    /// The numbers of its first line.
    first: [u64; 2],
    lines: Vec<(ChangeTag, Vec<u8>)>,
    /// How many of its last lines stay.
    rest: usize,
}

impl Patch {
    /// Begins the patch of a file, unless it is the current one.
    pub(super) fn file(&mut self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.file != name {
            self.end(out)?;
            *self = Patch { file: name.to_owned(), ..Patch::default() };
        }
        Ok(())
    }

    /// Adds a record that begins on line `line` of the file: its old and its new text.
    pub(super) fn record(&mut self, line: u64, [old, new]: [&[u8]; 2], out: &mut impl Write) -> io::Result<()> {
        if line != self.next[0] {
            // Between the records stands something that is not known here.
            self.end(out)?;
            self.before.clear();
            let grown = self.next[1].wrapping_sub(self.next[0]);
            self.next = [line, line.wrapping_add(grown)];
        }
        // A lone CR ends no line of a patch.
        let [old, new] = [old, new].map(|text| text.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>());
        let diff = TextDiff::from_slices(&old, &new);
        for change in diff.iter_all_changes() {
            self.line(change.tag(), change.value(), out)?;
        }
        Ok(())
    }

    fn line(&mut self, tag: ChangeTag, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        if tag == ChangeTag::Equal && self.hunk.is_none() {
            self.before.push_back(text.to_vec());
            if self.before.len() > AROUND {
                self.before.pop_front();
            }
        } else {
            let (before, next) = (&mut self.before, self.next);
            let hunk = self.hunk.get_or_insert_with(|| {
                let count = before.len() as u64;
                let lines = before.drain(..).map(|line| (ChangeTag::Equal, line)).collect();
                Hunk { first: next.map(|line| line.wrapping_sub(count)), lines, rest: 0 }
            });
            hunk.rest = if tag == ChangeTag::Equal { hunk.rest + 1 } else { 0 };
            hunk.lines.push((tag, text.to_vec()));
        }
        let is_in = [tag != ChangeTag::Insert, tag != ChangeTag::Delete];
        for (line, is_in) in self.next.iter_mut().zip(is_in) {
            *line = line.wrapping_add(u64::from(is_in));
        }
        // The next change needs unchanged lines of its own before it.
        if self.hunk.as_ref().is_some_and(|hunk| hunk.rest >= 2 * AROUND) {
            self.end(out)?;
        }
        Ok(())
    }

    /// Writes the changes that are held back.
    pub(super) fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else { return Ok(()) };
        let kept = hunk.lines.len() - hunk.rest.saturating_sub(AROUND);
        let rest = hunk.lines.split_off(kept);
        // Lines that stand in this hunk are not repeated in the next.
        self.before = rest.into_iter().map(|(_, line)| line).collect();
        if !std::mem::replace(&mut self.has_head, true) {
            let name = visible(&self.file);
            // A tab shows where a name with blanks ends.
            let tab = if name.contains(' ') { "\t" } else { "" };
            writeln!(out, "--- {name}{tab}\n+++ {name}{tab}")?;
        }
        let count = |without: ChangeTag| hunk.lines.iter().filter(|(tag, _)| *tag != without).count();
        let [old, new] = [count(ChangeTag::Insert), count(ChangeTag::Delete)];
        // A side without lines names the line before it.
        let first = |index: usize, count: usize| hunk.first[index].wrapping_sub(u64::from(count == 0));
        writeln!(out, "@@ -{},{old} +{},{new} @@", first(0, old), first(1, new))?;
        for (tag, line) in &hunk.lines {
            let sign = match tag {
                ChangeTag::Equal => b' ',
                ChangeTag::Delete => b'-',
                ChangeTag::Insert => b'+',
            };
            out.write_all(&[sign])?;
            out.write_all(line)?;
            if !line.ends_with(b"\n") {
                out.write_all(b"\n\\ No newline at end of file\n")?;
            }
        }
        Ok(())
    }
}
