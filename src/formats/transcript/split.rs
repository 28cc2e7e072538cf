//! Finds where a record ends, before anything of it is understood: the step that keeps a broken record from spoiling
//! its neighbours.
//!
//! A record begins at a line that begins `[Name "` and follows movetext, or follows a blank line after tags without
//! movetext. Such a line ends an unclosed comment too, so no comment can swallow a record. A whole tag in the middle
//! of a line of movetext, outside comments, begins one as well. Comments that stand after a blank line and right
//! before the tags of a record belong to that record, unless they are longer than 64 KiB. After tags without movetext a
//! blank line below the comments too leaves them with these tags: `{Bruno did not come}`.
//!
//! The scan can stop at any byte and go on when more of the input is at hand; it looks at each byte once.

use memchr::{memchr2, memchr3};

use crate::record::looks::{LONGEST_NAME, Longest, Looks, tag_start, whole_tag};

/// How many bytes before its place a scan may still look at: earlier ones may have been thrown away.
pub(super) const KEPT: usize = 64 * 1024;

/// Where the scan of one record stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    at: usize,
    section: Section,
    /// The first of the comments that will belong to the next record if its tags follow.
    heading: Option<usize>,
    /// The end of the last comment of the movetext.
    comment_end: usize,
    /// The start of the last comment among tags.
    comment_start: usize,
    /// Whether text that was thrown away stands before the first byte at hand on its line.
    cut: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Among tags (or before any): whether tags have been seen, a blank line after them, and what stands before here on
    /// this line.
    Tags {
        seen: bool,
        blank: bool,
        before: Before,
    },
    /// Within a line among tags; the rest of the line does not matter.
    Line {
        seen: bool,
        blank: bool,
    },
    Moves,
    /// Within `{…}`; where to go on after it.
    Brace {
        tags: Option<(bool, bool)>,
    },
    /// Within `# …` of the movetext.
    Hash,
}

/// What stands before a place on its line, blanks apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Tag,
    Comment,
}

impl Default for Section {
    fn default() -> Section {
        Section::Tags { seen: false, blank: false, before: Before::Nothing }
    }
}

/// The end of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// Where the next record begins (or the input ends).
    pub(super) at: usize,
    /// Whether the next record begins in the middle of a line.
    pub(super) glued: bool,
}

impl Scan {
    /// The scan of a record whose movetext begins at byte `body`.
    pub(super) fn after_header(body: usize) -> Scan {
        Scan { at: body, section: Section::Moves, comment_end: body, ..Scan::default() }
    }

    /// Goes on over `bytes`, which begin where the record begins and hold all that was seen before.
    /// `None`: more bytes are needed. At the end of the input (`last`) the record ends there at the latest.
    pub(super) fn run(&mut self, bytes: &[u8], last: bool) -> Option<End> {
        loop {
            let step = match self.section {
                Section::Tags { seen, blank, before } => self.tag_line(bytes, last, (seen, blank), before),
                Section::Line { seen, blank } => {
                    self.rest_of_line(bytes, Section::Tags { seen, blank, before: Before::Nothing })
                }
                Section::Moves => self.moves(bytes, last),
                Section::Brace { tags } => self.brace(bytes, last, tags),
                Section::Hash => {
                    let step = self.rest_of_line(bytes, Section::Moves);
                    self.comment_end = self.at;
                    step
                }
            };
            match step {
                Step::On => {}
                Step::Found(end) => return Some(end),
                Step::Starved if last => {
                    return Some(End { at: bytes.len(), glued: false });
                }
                Step::Starved => return None,
            }
        }
    }

    /// The scan when the bytes `front`, the first at hand of the record, are thrown away.
    pub(super) fn drop_front(&mut self, front: &[u8]) {
        let count = front.len();
        let line = memchr::memrchr(b'\n', front).map_or(0, |end| end + 1);
        let text = !front[line..].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        self.cut = text || (self.cut && line == 0);
        self.at -= count;
        self.heading = self.heading.and_then(|heading| heading.checked_sub(count));
        self.comment_end = self.comment_end.saturating_sub(count);
        self.comment_start = self.comment_start.saturating_sub(count);
    }

    /// How many bytes the scan has passed.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn tag_line(&mut self, bytes: &[u8], last: bool, (seen, blank): (bool, bool), before: Before) -> Step {
        let from = self.at;
        let first = from + blanks(&bytes[from..]);
        let Some(&byte) = bytes.get(first) else {
            // The blanks are passed now, so that a line of millions of them is scanned once.
            self.at = first;
            return Step::Starved;
        };
        match byte {
            b'\n' => {
                self.at = first + 1;
                if before == Before::Nothing {
                    // Comments apart from the next tags belong to the record whose tags stand above them: it has no plies.
                    self.heading = None;
                }
                let blank = blank || seen && before == Before::Nothing;
                self.section = Section::Tags { seen, blank, before: Before::Nothing };
                Step::On
            }
            b'[' if !blank => {
                match whole_tag(&bytes[first..], last, Longest::BETWEEN_RECORDS) {
                    Ok(tag) => {
                        self.at = first + tag.length;
                        self.section = Section::Tags { seen: true, blank: false, before: Before::Tag };
                    }
                    Err(Looks::Unclear) => return Step::Starved,
                    // No tag, or one too long to wait for its end: the whole line belongs to it.
                    Err(_) => self.section = Section::Line { seen: true, blank: false },
                }
                Step::On
            }
            b'[' => match tag_start(&bytes[first..], last) {
                Looks::Yes => Step::Found(End { at: self.heading_before(first).unwrap_or(first), glued: false }),
                Looks::No => {
                    self.section = Section::Moves;
                    Step::On
                }
                Looks::Unclear => Step::Starved,
            },
            b'#' => {
                if blank && self.heading_before(first).is_none() {
                    self.heading = Some(first);
                }
                self.section = Section::Line { seen, blank };
                Step::On
            }
            b'{' => {
                if blank && self.heading_before(first).is_none() {
                    self.heading = Some(first);
                }
                self.at = first + 1;
                self.comment_start = first;
                self.section = Section::Brace { tags: Some((seen, blank)) };
                Step::On
            }
            // Anything else after a tag is a fault of its line.
            _ if before == Before::Tag => {
                self.section = Section::Line { seen, blank };
                Step::On
            }
            _ => {
                let labelled = if before == Before::Nothing { label(&bytes[first..], last) } else { Err(Looks::No) };
                self.heading = None;
                match labelled {
                    // Somebody meant a tag, so tags may follow.
                    Ok(_) => self.section = Section::Line { seen: true, blank },
                    Err(Looks::Unclear) => return Step::Starved,
                    Err(_) => {
                        self.at = first;
                        self.comment_end = first;
                        self.section = Section::Moves;
                    }
                }
                Step::On
            }
        }
    }

    /// Goes to the next line and reads on there as `then`.
    fn rest_of_line(&mut self, bytes: &[u8], then: Section) -> Step {
        match memchr::memchr(b'\n', &bytes[self.at..]) {
            Some(length) => {
                self.at += length + 1;
                self.section = then;
                Step::On
            }
            None => {
                self.at = bytes.len();
                Step::Starved
            }
        }
    }

    fn moves(&mut self, bytes: &[u8], last: bool) -> Step {
        let Some(found) = memchr3(b'[', b'{', b'#', &bytes[self.at..]) else {
            self.at = bytes.len();
            return Step::Starved;
        };
        let at = self.at + found;
        self.at = at;
        match bytes[at] {
            b'{' | b'#' => {
                self.note_heading(bytes, at);
                self.at = at + 1;
                self.section = if bytes[at] == b'{' { Section::Brace { tags: None } } else { Section::Hash };
                Step::On
            }
            _ => {
                let line = line_start(bytes, at).filter(|&start| start > 0 || !self.cut);
                let (looks, glued) = match line {
                    Some(_) => (tag_start(&bytes[at..], last), false),
                    None => {
                        let tag = whole_tag(&bytes[at..], last, Longest::BETWEEN_RECORDS);
                        (tag.map_or_else(|looks| looks, |_| Looks::Yes), true)
                    }
                };
                match looks {
                    Looks::Yes => {
                        let after_comments = || bytes[self.comment_end..at].iter().all(u8::is_ascii_whitespace);
                        let at = self.heading_before(at).filter(|_| after_comments()).unwrap_or(at);
                        Step::Found(End { at, glued })
                    }
                    Looks::No => {
                        self.at = at + 1;
                        Step::On
                    }
                    Looks::Unclear => Step::Starved,
                }
            }
        }
    }

    /// Where the comments begin that belong to a record at `at`. It does not matter how much of the input is at hand.
    fn heading_before(&self, at: usize) -> Option<usize> {
        self.heading.filter(|heading| at - heading < KEPT)
    }

    /// Notes a comment at `at` that may be the first of those before the next record's tags.
    fn note_heading(&mut self, bytes: &[u8], at: usize) {
        let text_between = !bytes[self.comment_end..at].iter().all(u8::is_ascii_whitespace);
        if text_between || self.heading_before(at).is_none() {
            self.heading = line_start(bytes, at).filter(|&line| follows_blank_line(bytes, line));
        }
    }

    fn brace(&mut self, bytes: &[u8], last: bool, tags: Option<(bool, bool)>) -> Step {
        let Some(found) = memchr2(b'}', b'[', &bytes[self.at..]) else {
            self.at = bytes.len();
            return Step::Starved;
        };
        let at = self.at + found;
        self.at = at;
        if bytes[at] == b'}' {
            self.at = at + 1;
            self.comment_end = at + 1;
            self.section = match tags {
                Some((seen, blank)) => Section::Tags { seen, blank, before: Before::Comment },
                None => Section::Moves,
            };
            return Step::On;
        }
        if at > 0 && bytes[at - 1] != b'\n' {
            self.at = at + 1;
            return Step::On;
        }
        match tag_start(&bytes[at..], last) {
            Looks::Yes => {
                // An unclosed comment among tags, without a blank line before or in it: these are tags of the same
                // record. If it is so long that its start may have been thrown away, it does not count as a comment
                // among tags.
                let comment = bytes.get(self.comment_start..at).unwrap_or_default();
                if let Some((seen, false)) = tags
                    && comment.len() < KEPT
                    && !has_blank_line(comment)
                {
                    self.section = Section::Tags { seen, blank: false, before: Before::Nothing };
                    return Step::On;
                }
                Step::Found(End { at, glued: false })
            }
            Looks::No => {
                self.at = at + 1;
                Step::On
            }
            Looks::Unclear => Step::Starved,
        }
    }
}

enum Step {
    On,
    Found(End),
    Starved,
}

/// The length of the name of a line that is written `Name: value` as if it were a tag; `bytes` begin where its line does.
pub(super) fn label(bytes: &[u8], last: bool) -> Result<usize, Looks> {
    let unclear = if last { Looks::No } else { Looks::Unclear };
    // Beyond ASCII everything counts as a letter but the signs from U+2000 to U+2FFF, which begin with this byte: dashes and
    // arrows stand in plies.
    let is_sign = |byte: u8| byte.is_ascii() || byte == 0xe2;
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b'_' || !is_sign(**byte);
    let name = bytes.iter().take(LONGEST_NAME + 1).take_while(is_letter).count();
    if name > LONGEST_NAME {
        return Err(Looks::No);
    }
    let mut at = name + blanks(&bytes[name..]);
    // One letter alone is rather a column.
    if name < 2 && at < bytes.len() || *bytes.get(at).ok_or(unclear)? != b':' {
        return Err(Looks::No);
    }
    at += 1;
    at += blanks(&bytes[at..]);
    if *bytes.get(at).ok_or(unclear)? == b'\n' { Err(Looks::No) } else { Ok(name) }
}

/// Spaces, tabs and carriage returns at the start.
fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t' | b'\r')).count()
}

/// The start of the line on which `at` stands, if only blanks stand before it there.
fn line_start(bytes: &[u8], at: usize) -> Option<usize> {
    let before = bytes[..at].iter().rev().take_while(|&&byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let start = at - before;
    (start == 0 || bytes[start - 1] == b'\n').then_some(start)
}

/// Whether a line within `bytes` is blank.
fn has_blank_line(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    // What stands before the first line end and after the last is no whole line.
    lines.next();
    lines.next_back();
    lines.any(|line| line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')))
}

/// Whether the line before the one that starts at `line` is blank.
fn follows_blank_line(bytes: &[u8], line: usize) -> bool {
    line > 0 && line_start(bytes, line - 1).is_some_and(|start| start > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits `text` as the reader does, handing the scan `step` bytes more each time.
    fn split(text: &str, step: usize) -> Vec<String> {
        let bytes = text.as_bytes();
        let (mut start, mut parts) = (0, Vec::new());
        while start < bytes.len() {
            let mut scan = Scan::default();
            let mut seen = start;
            let end = loop {
                seen = (seen + step).min(bytes.len());
                if let Some(end) = scan.run(&bytes[start..seen], seen == bytes.len()) {
                    break end;
                }
            };
            let mark = if end.glued { "+" } else { "" };
            parts.push(format!("{mark}{}", &text[start..start + end.at]));
            start += end.at;
        }
        parts
    }

    fn check(text: &str, expected: &[&str]) {
        for step in [1, 2, 3, 7, text.len().max(1)] {
            assert_eq!(split(text, step), expected, "in steps of {step}");
        }
    }

    #[test]
    fn a_comment_of_a_record_without_plies_stays_with_it() {
        check(
            "[A \"1\"]\n\n{he did not come}\n\n[A \"2\"]\n\n1. c",
            &["[A \"1\"]\n\n{he did not come}\n\n", "[A \"2\"]\n\n1. c"],
        );
        check(
            "[A \"1\"]\n\n# he did not come\n\n{the next}\n[A \"2\"]\n\n1. c",
            &["[A \"1\"]\n\n# he did not come\n\n", "{the next}\n[A \"2\"]\n\n1. c"],
        );
    }

    #[test]
    fn a_tag_line_after_movetext_begins_a_record() {
        check("[A \"1\"]\n\n1. c\n[A \"2\"]\n1. d", &["[A \"1\"]\n\n1. c\n", "[A \"2\"]\n1. d"]);
    }

    #[test]
    fn tags_of_one_record_stay_together() {
        check("[A \"1\"]\n[B \"2\"]\n{x}\n[C \"3\"]\n1. d", &["[A \"1\"]\n[B \"2\"]\n{x}\n[C \"3\"]\n1. d"]);
    }

    #[test]
    fn a_comment_after_a_tag_may_go_on_for_lines() {
        check("[A \"1\"] {x\n\n[y}\n[B \"2\"]\n\n1. c\n", &["[A \"1\"] {x\n\n[y}\n[B \"2\"]\n\n1. c\n"]);
        check("[A \"{\"]\n[B \"2\"] 1. c {\n[C \"3\"]\n", &["[A \"{\"]\n[B \"2\"] 1. c {\n[C \"3\"]\n"]);
        check("[A \"1\"] {x} 1. c\n[A \"2\"]\n", &["[A \"1\"] {x} 1. c\n", "[A \"2\"]\n"]);
    }

    #[test]
    fn a_line_that_was_meant_as_a_tag_belongs_to_the_tags() {
        check("Game: x\n[A \"1\"]\n\n1. c", &["Game: x\n[A \"1\"]\n\n1. c"]);
        check("[A \"1\"]\nGame : x\n[B \"1\"]\n", &["[A \"1\"]\nGame : x\n[B \"1\"]\n"]);
        check("Note: x\nBy: y\n\n[A \"1\"]\n\n1. c", &["Note: x\nBy: y\n\n", "[A \"1\"]\n\n1. c"]);
        check("Game:\n[A \"1\"]\n", &["Game:\n", "[A \"1\"]\n"]);
        check("f11:h9\n[A \"1\"]\n", &["f11:h9\n", "[A \"1\"]\n"]);
        check("[A \"1\"]\n\n{x}\nBy: y\n[A \"2\"]\n", &["[A \"1\"]\n\n{x}\nBy: y\n", "[A \"2\"]\n"]);
    }

    #[test]
    fn a_blank_line_ends_empty_movetext() {
        check("[A \"1\"]\n\n\n[A \"2\"]\n", &["[A \"1\"]\n\n\n", "[A \"2\"]\n"]);
    }

    #[test]
    fn no_comment_swallows_a_record() {
        check("1. c {never\nclosed\n[A \"2\"]\n", &["1. c {never\nclosed\n", "[A \"2\"]\n"]);
        check("1. c {not [A \"2\"] here\n [A \"3\"]}", &["1. c {not [A \"2\"] here\n [A \"3\"]}"]);
        check("1. c # [A \"2\"]\n2. d", &["1. c # [A \"2\"]\n2. d"]);
    }

    #[test]
    fn an_unclosed_comment_among_tags_ends_before_the_next_record() {
        check("[A \"1\"]\n{x\n\n[A \"2\"]\n", &["[A \"1\"]\n{x\n\n", "[A \"2\"]\n"]);
        check("[A \"1\"]\n{x\n[B \"2\"]\n", &["[A \"1\"]\n{x\n[B \"2\"]\n"]);
    }

    #[test]
    fn a_lost_line_end_does_not_lose_a_record() {
        check("1. c 1-0[Game \"x\"]\n\n1. d", &["+1. c 1-0", "[Game \"x\"]\n\n1. d"]);
        check("1. c [x] d", &["1. c [x] d"]);
        check("1. c [Game \"x\n", &["1. c [Game \"x\n"]);
    }

    #[test]
    fn comments_right_before_tags_belong_to_them() {
        check("1. c {a}\n\n{b}\n# c\n[A \"2\"]\n", &["1. c {a}\n\n", "{b}\n# c\n[A \"2\"]\n"]);
        check("1. c\n{a}\n[A \"2\"]\n", &["1. c\n{a}\n", "[A \"2\"]\n"]);
        check("1. c\n\n{a} 2. d\n[A \"2\"]\n", &["1. c\n\n{a} 2. d\n", "[A \"2\"]\n"]);
        check("[A \"1\"]\n\n{b}\n[A \"2\"]\n", &["[A \"1\"]\n\n", "{b}\n[A \"2\"]\n"]);
        check("{b}\n\n[A \"2\"]\n", &["{b}\n\n[A \"2\"]\n"]);
    }
}
