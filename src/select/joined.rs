//! Puts records one after the other into one text, each as it stands in its file.

use std::io::{self, Write};
use std::sync::Arc;

use super::choose::{ListNotation, own_bytes};
use super::pick::{Content, Picked, Source};
use crate::convert::{NoPlace, OneText, Piece, Target};
use crate::formats::{Format, lines};
use crate::parallel::Origin;
use crate::source::{MARK, without_mark};

/// A text that records are written to.
#[derive(Debug, Default)]
pub struct Joined {
    begun: Option<Begun>,
    /// In a list: the line of tags that holds.
    above: Vec<u8>,
    /// In a list or a table: for each game and column of moves the notation system that was found.
    systems: Vec<(String, u64, String)>,
    /// Whether the last record of a transcript may end within a comment.
    is_open: bool,
    /// Whether what was written last has no line end.
    lacks_line_end: bool,
    /// Whether lines of the last record end with CR and LF.
    has_crlf: bool,
    /// What stood after the last record, up to the next of its input.
    tail: Vec<u8>,
    /// The input of the last record, its number there, and whether the input ends with it.
    last: Option<(Arc<Origin>, u64)>,
    ends_input: bool,
    /// Whether everything between the records of an input, and after the last one, stays unchanged.
    is_exact: bool,
    /// Where records are rewritten: what they become.
    rewritten: Option<OneText>,
}

#[derive(Debug, Clone)]
struct Begun {
    format: Format,
    encoding: Option<&'static str>,
    head: Arc<[u8]>,
}

/// Why a record cannot be put into a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// Records of the format stand in files of their own: they cannot be put one after the other.
    Alone(Format),
    /// Records are rewritten, and the text has no place for another one.
    NoPlace(NoPlace),
    /// The record is a part of its file and no file by itself.
    Part(Format),
    /// The record has no tags, so it would continue the record before it.
    Untagged,
    /// The record before ends within a comment, which a remark above this one would close.
    Open,
    /// What holds for the record and stands above it cannot be repeated in this encoding.
    Encoded(&'static str),
    /// The records before are of another format, encoding or table, or in another notation system; both in words.
    Several([String; 2]),
}

/// Why a record was not put into a text.
#[derive(Debug)]
pub enum CannotJoin {
    /// The text cannot be written.
    Io(io::Error),
    /// The record cannot stand there.
    Mismatch(Mismatch),
}

impl From<io::Error> for CannotJoin {
    fn from(error: io::Error) -> CannotJoin {
        CannotJoin::Io(error)
    }
}

impl From<Mismatch> for CannotJoin {
    fn from(mismatch: Mismatch) -> CannotJoin {
        CannotJoin::Mismatch(mismatch)
    }
}

impl CannotJoin {
    /// As an error that says `ways` to go on (see [`Mismatch::in_words`]).
    pub fn with_ways(self, ways: impl FnOnce(&Mismatch) -> &'static str) -> io::Error {
        match self {
            CannotJoin::Io(error) => error,
            CannotJoin::Mismatch(mismatch) => io::Error::other(mismatch.in_words(ways(&mismatch))),
        }
    }
}

impl Mismatch {
    /// Why the record cannot stand there, in words. `ways`: what to do instead of writing all records to one text as they
    /// stand.
    pub fn in_words(&self, ways: &str) -> String {
        match self {
            Mismatch::Alone(format) => {
                format!("records of the format {} stand in files of their own: {ways}", format.name())
            }
            Mismatch::Part(format) => {
                format!("records of the format {} mean nothing without the rest of their file: {ways}", format.name())
            }
            Mismatch::Untagged => format!("a record without tags cannot follow others in one file: {ways}"),
            Mismatch::Open => {
                format!("a comment that is not closed would go on up to a `}}` above the next record: {ways}")
            }
            Mismatch::NoPlace(NoPlace::Full(format)) => {
                format!("a file of the format {} holds one record: {ways}", format.name())
            }
            Mismatch::NoPlace(NoPlace::OtherFormat(why)) => why.to_string(),
            Mismatch::Encoded(encoding) => {
                let why = "because what stands above and between them would be in UTF-8";
                format!("records in {encoding} are not copied, {why}: {ways}")
            }
            Mismatch::Several([one, other]) => format!("{one} and {other} cannot stand in one file: {ways}"),
        }
    }
}

impl Joined {
    /// A text of records rewritten to `target`, or copied if there is none.
    pub fn of(target: Option<Target>) -> Joined {
        Joined { rewritten: target.map(OneText::new), ..Joined::default() }
    }

    /// A text of whole inputs: what stands between their records, and after the last one, stays as it is.
    pub fn of_inputs() -> Joined {
        Joined { is_exact: true, ..Joined::default() }
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.begun.is_none() && self.rewritten.as_ref().is_none_or(|text| text.format().is_none())
    }

    /// Writes a record that was rewritten. Of a text that holds copies nothing is written.
    ///
    /// # Errors
    /// Fails if `out` fails, or if the record has no place there.
    pub fn rewritten(&mut self, piece: &Piece<'_>, out: &mut dyn Write) -> Result<(), CannotJoin> {
        let Some(text) = &mut self.rewritten else { return Ok(()) };
        match text.no_place(piece.format()) {
            Some(why) => Err(Mismatch::NoPlace(why).into()),
            None => Ok(text.add(piece, out)?),
        }
    }

    /// Writes a record that has a file of its own.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn alone(&mut self, picked: &Picked<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Content { gap, text, tail, number, .. } = &picked.content;
        let head = if gap.is_empty() { head(picked.source) } else { gap };
        // The text after it is its own, too.
        self.last = Some((picked.source.origin.clone(), *number));
        [head, text, tail].iter().try_for_each(|part| out.write_all(part))
    }

    /// Why a record can be copied to no text at all, not even one of its own.
    pub fn never(picked: &Picked<'_>) -> Option<Mismatch> {
        let source = picked.source;
        if source.format().info().joint.is_none() {
            return (!source.format().info().stands_alone).then(|| Mismatch::Part(source.format()));
        }
        // In such a file the text above the records is known only as UTF-8, or not at all.
        let is_above = |encoding: &&str| {
            encoding.starts_with("UTF-16") || source.format().info().has_frame || !picked.content.above.is_empty()
        };
        source.encoding.filter(is_above).map(Mismatch::Encoded)
    }

    /// Writes a record unchanged.
    ///
    /// # Errors
    /// Fails if `out` fails, or if the record cannot be put there.
    pub fn record(&mut self, picked: &Picked<'_>, out: &mut dyn Write) -> Result<(), CannotJoin> {
        if let Some(mismatch) = Joined::never(picked) {
            return Err(mismatch.into());
        }
        let source = picked.source;
        let Some(joint) = source.format().info().joint else { return Err(Mismatch::Alone(source.format()).into()) };
        let content = &picked.content;
        if let Some(at) = memchr::memchr(b'\n', content.text) {
            self.has_crlf = content.text[..at].ends_with(b"\r");
        }
        let is_list = !source.format().info().holds_tags;
        let mut gap = content.gap;
        let follows = self.follows(picked);
        if std::mem::take(&mut self.lacks_line_end) && !follows {
            out.write_all(self.line_end())?;
        }
        match &self.begun {
            _ if follows => out.write_all(&self.tail)?,
            // The gap before the first record of an input is its whole head.
            None if content.number == 1 && !gap.is_empty() => {}
            None => out.write_all(head(source))?,
            Some(begun) => {
                self.may_join(begun, picked)?;
                // Blank lines between two records stay as they are.
                let is_enough = joint.is_empty() || self.tail.contains(&b'\n');
                let tail = if is_enough { &self.tail } else { self.line_end() };
                out.write_all(tail)?;
                if content.number == 1 {
                    gap = after_mark(source, gap);
                }
            }
        }
        let is_in_gap = sets_tags(gap);
        if is_in_gap {
            // A line that stands in the gap holds from there on.
            out.write_all(gap)?;
            self.above = content.above.to_vec();
        }
        let above = self.above(content, is_list);
        self.set_above(above, out)?;
        if !is_in_gap {
            out.write_all(gap)?;
        }
        out.write_all(content.text)?;
        let ends_line = content.text.ends_with(b"\n");
        if !self.is_exact && !ends_line {
            out.write_all(self.line_end())?;
        }
        self.lacks_line_end = self.is_exact && !ends_line;
        self.note(picked);
        Ok(())
    }

    /// Whether a record may stand after those that were written.
    ///
    /// # Errors
    /// Why it may not.
    fn may_join(&self, begun: &Begun, picked: &Picked<'_>) -> Result<(), Mismatch> {
        let (source, content) = (picked.source, &picked.content);
        if let Some(mismatch) = begun.differs(source) {
            return Err(mismatch);
        }
        if content.number == 1 && !source.format().follows_others(content.text) {
            return Err(Mismatch::Untagged);
        }
        // In a list the line above can name the system.
        if let Some(mismatch) = self.differs_in_system(content).filter(|_| source.format().info().holds_tags) {
            return Err(mismatch);
        }
        let remarks = || [content.gap, before_tags(content.text)].concat();
        if self.is_open && !self.is_next(picked) && remarks().contains(&b'}') {
            return Err(Mismatch::Open);
        }
        Ok(())
    }

    /// Remembers of a record that was written what counts for the next one.
    fn note(&mut self, picked: &Picked<'_>) {
        let (source, content) = (picked.source, &picked.content);
        if let Some(ListNotation { game, column, system, .. }) = content.notation
            && !self.systems.iter().any(|(known, of, _)| known == game && *of == column)
        {
            self.systems.push((game.to_owned(), column, system.to_owned()));
        }
        self.is_open = content.is_open;
        self.tail.clear();
        self.tail.extend_from_slice(content.tail);
        (self.last, self.ends_input) = (Some((source.origin.clone(), content.number)), false);
        if self.begun.is_none() {
            self.begun = Some(Begun { format: source.format(), encoding: source.encoding, head: source.head.clone() });
        }
    }

    /// The line of tags that must hold for a record of a list. It names the notation system if the record would be read
    /// in another one outside its list.
    fn above(&self, content: &Content<'_>, is_list: bool) -> Vec<u8> {
        let plain = || content.above.to_vec();
        let Some(notation) = content.notation.filter(|_| is_list && !self.is_exact) else { return plain() };
        let named = lines::with_notation(content.above, notation.system, self.line_end());
        // What names the system already may go on to do so.
        let is_other = self.differs_in_system(content).is_some();
        if notation.is_plain && !is_other && self.above != named { plain() } else { named }
    }

    /// Writes the line of tags of a list, unless it holds already. A line without a tag ends the one before.
    fn set_above(&mut self, above: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
        if above != self.above {
            let none = [b"#:", self.line_end()].concat();
            out.write_all(if above.is_empty() { &none } else { &above })?;
            self.above = above;
        }
        Ok(())
    }

    /// A list has one notation system for each game, and a table for each column of moves, which is found by reading it.
    fn differs_in_system(&self, content: &Content<'_>) -> Option<Mismatch> {
        let ListNotation { game, column, system, .. } = content.notation?;
        let is_same = |(known, of, _): &&(String, u64, String)| known == game && *of == column;
        let (_, _, before) = self.systems.iter().find(is_same).filter(|(_, _, before)| before != system)?;
        Some(Mismatch::Several([before.as_str(), system].map(|system| format!("{game} in {system}"))))
    }

    /// A line end as the last record has them. The only joint that is no empty text is one, too.
    fn line_end(&self) -> &'static [u8] {
        if self.has_crlf { b"\r\n" } else { b"\n" }
    }

    /// Whether a record still comes right after the one that it follows in its input.
    fn follows(&self, picked: &Picked<'_>) -> bool {
        self.is_exact && self.is_next(picked)
    }

    /// Whether a record is the next one of the input of the last record.
    fn is_next(&self, picked: &Picked<'_>) -> bool {
        let is_next = |(last, at): &(Arc<Origin>, u64)| {
            Arc::ptr_eq(last, &picked.source.origin) && at + 1 == picked.content.number
        };
        self.last.as_ref().is_some_and(is_next)
    }

    /// The input ends with its record `number`; `rest`, the text after that, belongs to the record.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn input_ends(
        &mut self,
        origin: &Arc<Origin>,
        number: u64,
        rest: &[u8],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_last = |(last, at): &(Arc<Origin>, u64)| Arc::ptr_eq(last, origin) && *at == number;
        if !self.last.as_ref().is_some_and(is_last) {
            return Ok(());
        }
        self.ends_input = true;
        if !rest.is_empty() {
            self.lacks_line_end = !rest.ends_with(b"\n");
        }
        let mut lines = rest.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        if let Some(line) = lines.rfind(|line| line.starts_with(b"#:")) {
            self.above = if line == b"#:" { Vec::new() } else { [line, b"\n"].concat() };
        }
        out.write_all(rest)
    }

    /// Ends the text, and writes records that make a file only all together. Blank lines after the last record are
    /// those of its input, but not one that only parted it from a record that is left out.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn finish(self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(mut text) = self.rewritten {
            return text.finish(out);
        }
        let joint = self.begun.as_ref().and_then(|begun| begun.format.info().joint).unwrap_or_default();
        let only_parts = self.tail.iter().filter(|&&byte| byte != b'\r').eq(joint.as_bytes());
        if self.ends_input || !only_parts { out.write_all(&self.tail) } else { Ok(()) }
    }
}

impl Begun {
    fn differs(&self, source: &Source) -> Option<Mismatch> {
        let words =
            |format: Format, encoding: Option<&str>| format!("{} in {}", format.name(), encoding.unwrap_or("UTF-8"));
        if (self.format, self.encoding) != (source.format(), source.encoding) {
            let both = [words(self.format, self.encoding), words(source.format(), source.encoding)];
            return Some(Mismatch::Several(both));
        }
        let row = |head: &[u8]| without_mark(head).trim_ascii().to_vec();
        if self.format.info().has_frame && row(&self.head) != row(&source.head) {
            return Some(Mismatch::Several(["a table".to_owned(), "a table with other columns".to_owned()]));
        }
        None
    }
}

/// What of an input's head is written where other records stand before it: the remarks of a list, for instance.
fn after_mark<'g>(source: &Source, gap: &'g [u8]) -> &'g [u8] {
    let gap = without_mark(gap);
    let parts_records = source.format().info().joint.is_some_and(|joint| !joint.is_empty());
    if source.format().info().has_frame || parts_records && gap.trim_ascii().is_empty() { &[] } else { gap }
}

/// What stands before the first tag of a record: remarks.
fn before_tags(text: &[u8]) -> &[u8] {
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if line.trim_ascii_start().starts_with(b"[") {
            break;
        }
        at += line.len();
    }
    &text[..at]
}

/// Whether a line of tags stands in `gap`, as lists have above their records.
fn sets_tags(gap: &[u8]) -> bool {
    without_mark(gap).split(|&byte| byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"#:"))
}

/// What of an input's head holds for its records.
fn head(source: &Source) -> &[u8] {
    match source.format().info().has_frame {
        // Blank lines after the first row of a table belong to the record that follows.
        true => &source.head[..own_bytes(&source.head)],
        false if source.head.starts_with(MARK) => MARK,
        false => &[],
    }
}
