//! Writes the tags of a record.

use std::borrow::Cow;

use super::body::{Body, comments_of_header};
use crate::board::Size;
use crate::engine::Claim;
use crate::game::Outcome;
use crate::names::{same, same_tag};
use crate::record::{Record, escape};
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
    for NewTag { name, value, place } in &tags {
        while let Some((_, text)) = comments.next_if(|(start, _)| start < place) {
            for part in ["{", &*text, "}\n"] {
                out.append(part.as_bytes());
            }
        }
        for part in ["[", name, " \"", &*escape(value), "\"]\n"] {
            out.append(part.as_bytes());
        }
    }
}

/// A tag that is to be written.
pub(crate) struct NewTag<'r> {
    pub(crate) name: &'r str,
    pub(crate) value: Cow<'r, str>,
    /// Its place in the record; 0 if it is not there.
    place: u32,
}

/// The tags of a record.
fn as_they_came<'r>(record: &Record<'r>) -> Vec<NewTag<'r>> {
    /// Room for tags that are added, so that the buffer seldom grows.
    const MORE: usize = 3;
    let mut tags = Vec::with_capacity(record.parts.tags.len() + MORE);
    let written = |tag| NewTag { name: record.name(tag), value: record.value(tag), place: tag.whole.start };
    tags.extend(record.parts.tags.iter().map(written));
    tags
}

/// All tags of a record, changed and completed so that the record itself says what the caller knew, its notation and its
/// result.
pub(crate) fn amended<'b>(body: &Body<'b>, system: System, outcome: Outcome) -> Vec<NewTag<'b>> {
    let (record, setting) = (body.record, body.setting);
    let mut tags = as_they_came(record);
    let tags_of_record = &mut tags;
    let rules = &setting.rules;
    let info = setting.info();
    let game = record.get("Game");
    // A game's name may be that of a variant, and then of no other.
    let implied = game.as_deref().and_then(|game| info.variant_called(game));
    let tells = game.is_some_and(|game| info.is_called(&game)) || implied == Some(rules.variant);
    set(tags_of_record, "Game", !tells, || info.id.into());
    let variant = record.get("Variant");
    let variant = variant.as_deref().or(implied.filter(|_| tells)).unwrap_or(info.variants[0].name);
    set(tags_of_record, "Variant", !same(rules.variant, variant), || rules.variant.into());
    let had = record.get("Options").unwrap_or_default();
    let mut had = had.split(',').map(str::trim).filter(|name| !name.is_empty());
    let is_as_it_was =
        rules.options.iter().all(|name| had.next().is_some_and(|had| same(had, name))) && had.next().is_none();
    set(tags_of_record, "Options", !is_as_it_was, || rules.options.join(",").into());
    let had = record.get("Board").map_or(Some(rules.default_board), |text| Size::read(&text));
    set(tags_of_record, "Board", had != Some(rules.board), || rules.board.to_string().into());
    let first = setting.name(rules.first);
    let begins = record.get("Starts").unwrap_or(Cow::Borrowed(setting.rules.sides[0].name));
    set(tags_of_record, "Starts", !same(&begins, first) && record.get("Setup").is_none(), || first.into());
    let beside = &record.parts.context.stands;
    set(tags_of_record, "Stands", !beside.is_empty(), || {
        let own = record.get("Stands").unwrap_or_default();
        let mut stands: Vec<u32> = own.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        stands.extend(beside);
        stands.sort_unstable();
        stands.dedup();
        let stands: Vec<_> = stands.iter().map(u32::to_string).collect();
        stands.join(",").into()
    });
    let named = record.get("Notation");
    let tells = system != setting.default_system() || named.is_some();
    let named = named.and_then(|name| System::named(&name));
    set(tags_of_record, "Notation", tells && named != Some(system), || system.name().into());
    let proven = match outcome {
        Outcome::Win { winner, .. } => Some(setting.winner(winner)),
        Outcome::Draw { .. } => Some("draw"),
        Outcome::Unfinished => None,
    };
    let had = record.get("Result");
    if let Some(result) = proven {
        set(tags_of_record, "Result", had.is_none() && !body.has_result(), || result.into());
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
        return;
    }
    let place = tags::place(tags.iter().map(|tag| tag.name), name).unwrap_or_default();
    tags.insert(place, NewTag { name, value, place: 0 });
}
