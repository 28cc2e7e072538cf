//! Writes the tags of a record.

use std::borrow::Cow;
use std::ops::Range;

use super::body::{Body, comments_of_header};
use super::stood_within;
use crate::board::Size;
use crate::engine::Claim;
use crate::game::Outcome;
use crate::names::{same, same_tag, tag_bit};
use crate::record::{Record, Tag, escape, to_usize_range};
use crate::system::System;
use crate::tags;
use crate::tail::Tail;

/// Writes tags as they came, with those that the conversion changes or adds.
pub(crate) fn write(body: &Body<'_>, system: System, outcome: Option<Outcome>, out: &mut Tail) {
    let record = body.record;
    let tags = match outcome {
        Some(outcome) => amended(body, system, outcome),
        None => as_they_came(record),
    };
    // Comments among the tags stay before the tag that they stood before.
    let mut comments = comments_of_header(record).peekable();
    // Neighbouring lines that need no change are copied together.
    let mut copied = 0..0;
    for NewTag { name, value, was, is_changed } in &tags {
        let place = was.map_or(0, |tag| tag.whole.start);
        let line = was.filter(|_| !is_changed).and_then(|tag| canonical_line(record, tag));
        let is_next = line.as_ref().is_some_and(|line| follows(record, &copied, line));
        if !is_next || comments.peek().is_some() {
            copy_lines(record, copied, out);
            copied = 0..0;
        }
        while let Some((_, text)) = comments.next_if(|(start, _)| *start < place) {
            for part in ["{", &*text, "}\n"] {
                out.append(part.as_bytes());
            }
        }
        if let Some(line) = line {
            copied = if copied.is_empty() { line } else { copied.start..line.end };
            continue;
        }
        out.all(b"[");
        out.append(name.as_bytes());
        out.all(b" \"");
        out.append(escape(value).as_bytes());
        out.all(b"\"]\n");
    }
    copy_lines(record, copied, out);
}

/// Whether a line stands right after others.
fn follows(record: &Record<'_>, lines: &Range<usize>, line: &Range<usize>) -> bool {
    lines.end == line.start && lines.end > 0 && record.text.as_bytes().get(lines.end - 1) == Some(&b'\n')
}

/// Copies lines of tags. They end before the end of the last.
fn copy_lines(record: &Record<'_>, lines: Range<usize>, out: &mut Tail) {
    if !lines.is_empty() {
        out.append(record.slice(lines.start..lines.end - 1).as_bytes());
        out.all(b"\n");
    }
}

/// The line of a tag, with its end, if it needs no change: `[Name "value"]`.
fn canonical_line(record: &Record<'_>, tag: &Tag) -> Option<Range<usize>> {
    let (name, value, whole) = (to_usize_range(&tag.name), to_usize_range(&tag.value), to_usize_range(&tag.whole));
    let text = record.text.as_bytes();
    let has = |at: usize, signs: &[u8]| text.get(at..).is_some_and(|rest| rest.starts_with(signs));
    // Without a backslash the value has no quotation mark either.
    let stands = !tag.escaped
        && (whole.start + 1, name.end + 2, value.end + 2) == (name.start, value.start, whole.end)
        && has(whole.start, b"[")
        && has(name.end, b" \"")
        && has(value.end, b"\"]");
    stands.then(|| whole.start..whole.end + 1)
}

/// A tag that is to be written.
pub(crate) struct NewTag<'r> {
    pub(crate) name: &'r str,
    pub(crate) value: Cow<'r, str>,
    /// The tag of the record, if it has it.
    was: Option<&'r Tag>,
    is_changed: bool,
}

/// The tags of a record.
fn as_they_came<'r>(record: &Record<'r>) -> Vec<NewTag<'r>> {
    /// Room for tags that are added, so that the buffer seldom grows.
    const MORE: usize = 3;
    let mut tags = Vec::with_capacity(record.parts.tags.len() + MORE);
    let written = |tag| NewTag { name: record.name(tag), value: record.value(tag), was: Some(tag), is_changed: false };
    tags.extend(record.parts.tags.iter().map(written));
    tags
}

/// All tags of a record, changed and completed so that the record itself gives what the caller knew, its notation and
/// its result.
pub(crate) fn amended<'b>(body: &Body<'b>, system: System, outcome: Outcome) -> Vec<NewTag<'b>> {
    let (record, setting) = (body.record, body.setting);
    let mut tags = as_they_came(record);
    // Most names are not found.
    let bits = tags.iter().fold(0, |bits, tag| bits | tag_bit(tag.name));
    let get = |name: &'static str| if bits & tag_bit(name) == 0 { None } else { record.get(name) };
    let tags_of_record = &mut tags;
    let rules = &setting.rules;
    let info = setting.info();
    let game = get("Game");
    // The name of a game may be the name of a variant, but then not of another variant or a game.
    let is_called = game.as_deref().is_some_and(|game| info.is_called(game));
    let implied = if is_called { None } else { game.as_deref().and_then(|game| info.variant_called(game)) };
    let tells = is_called || implied == Some(rules.variant);
    set(tags_of_record, "Game", !tells, || info.id.into());
    let variant = get("Variant");
    let implied = implied.filter(|_| tells);
    let variant = variant.as_deref().or(implied).unwrap_or(info.variants[0].name);
    set(tags_of_record, "Variant", !same(rules.variant, variant), || rules.variant.into());
    let had = get("Options").unwrap_or_default();
    let mut had = had.split(',').map(str::trim).filter(|name| !name.is_empty());
    let is_as_it_was =
        rules.options.iter().all(|name| had.next().is_some_and(|had| same(had, name))) && had.next().is_none();
    set(tags_of_record, "Options", !is_as_it_was, || rules.options.join(",").into());
    let had = get("Board").map_or(Some(rules.default_board), |text| Size::read(&text));
    set(tags_of_record, "Board", had != Some(rules.board), || rules.board.to_string().into());
    let first = setting.name(rules.first);
    let begins = get("Starts").unwrap_or(Cow::Borrowed(setting.rules.sides[0].name));
    set(tags_of_record, "Starts", !same(&begins, first) && get("Setup").is_none(), || first.into());
    let within = if system.is_diagram() { stood_within(body) } else { Vec::new() };
    let beside = &record.parts.context.stands;
    set(tags_of_record, "Stands", !beside.is_empty() || !within.is_empty(), || {
        let own = get("Stands").unwrap_or_default();
        let mut stands: Vec<u32> = own.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        stands.extend(beside.iter().chain(&within));
        stands.sort_unstable();
        stands.dedup();
        let stands: Vec<_> = stands.iter().map(u32::to_string).collect();
        stands.join(",").into()
    });
    let named = get("Notation");
    let tells = system != setting.default_system() || named.is_some();
    let named = named.and_then(|name| System::named(&name));
    set(tags_of_record, "Notation", tells && named != Some(system), || system.name().into());
    let proven = Claim::proven(outcome).name(rules);
    let had = get("Result");
    if let Some(result) = proven {
        set(tags_of_record, "Result", had.is_none() && !body.has_result, || result.into());
    }
    // A name stays as it came; a pair is named in playing order.
    if let Some(had) = had.filter(|had| had.contains('+')) {
        let result = Claim::canonical(&had, rules);
        set(tags_of_record, "Result", had != result, || result.to_owned().into());
    }
    tags
}

/// Sets a tag if it is `due`: in its place if it is there, otherwise where the order of meaningful tags has it.
fn set<'r>(tags: &mut Vec<NewTag<'r>>, name: &'static str, due: bool, value: impl FnOnce() -> Cow<'r, str>) {
    if !due {
        return;
    }
    let value = value();
    if let Some(tag) = tags.iter_mut().find(|tag| same_tag(tag.name, name)) {
        tag.value = value;
        tag.is_changed = true;
        return;
    }
    let place = tags::place(tags.iter().map(|tag| tag.name), name).unwrap_or_default();
    tags.insert(place, NewTag { name, value, was: None, is_changed: false });
}
