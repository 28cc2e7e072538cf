//! Writes the tags of a record.

use std::borrow::Cow;

use super::script::{Item, Script, comment};
use crate::board::Size;
use crate::engine::{Claim, Setting};
use crate::game::Outcome;
use crate::names::{same, same_tag};
use crate::record::{MEANINGFUL, Record, escape};
use crate::system::System;

/// Writes tags as they came, with those that the conversion changes or adds.
pub(crate) fn write(
    record: &Record<'_>,
    setting: &Setting,
    system: System,
    script: &Script<'_>,
    outcome: Option<Outcome>,
    out: &mut String,
) {
    let mut tags = as_they_came(record);
    if let Some(outcome) = outcome {
        amend(record, setting, system, script, outcome, &mut tags);
    }
    // Comments among the tags stay before the tag that they stood before.
    let mut comments = record.parts.header.iter().peekable();
    for NewTag { name, value, place } in &tags {
        while let Some(token) = comments.next_if(|token| token.start < *place) {
            if let Some(Item::Comment { text, .. }) = comment(record, token.kind, token.span()) {
                out.push_str(&format!("{{{text}}}\n"));
            }
        }
        out.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
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
    let written = |tag| NewTag { name: record.name(tag), value: record.value(tag), place: tag.whole.start };
    record.parts.tags.iter().map(written).collect()
}

/// All tags of a record, with those that the conversion changes or adds.
pub(crate) fn amended<'r>(
    record: &Record<'r>,
    setting: &'r Setting,
    system: System,
    script: &Script<'_>,
    outcome: Outcome,
) -> Vec<NewTag<'r>> {
    let mut tags = as_they_came(record);
    amend(record, setting, system, script, outcome, &mut tags);
    tags
}

/// Changes and adds tags so that the record itself says what the caller knew, its notation and its result.
fn amend<'r>(
    record: &Record<'_>,
    setting: &'r Setting,
    system: System,
    script: &Script<'_>,
    outcome: Outcome,
    tags: &mut Vec<NewTag<'r>>,
) {
    let rules = &setting.rules;
    let info = setting.info();
    let game = record.get("Game").unwrap_or_default();
    // A game's name may be that of a variant, and then of no other.
    let implied = info.variant_called(&game);
    let tells = info.is_called(&game) || implied == Some(rules.variant);
    set(tags, "Game", info.id.into(), !tells);
    let variant = record.get("Variant");
    let variant = variant.as_deref().or(implied.filter(|_| tells)).unwrap_or(info.variants[0].name);
    set(tags, "Variant", rules.variant.into(), !same(rules.variant, variant));
    let options = rules.options.join(",");
    let had: Vec<_> = record
        .get("Options")
        .unwrap_or_default()
        .split(',')
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    let differ = had.len() != rules.options.len() || had.iter().zip(&rules.options).any(|(had, name)| !same(had, name));
    set(tags, "Options", options.clone().into(), differ);
    let board = rules.board.to_string();
    let had = record.get("Board").map_or(Some(rules.default_board), |text| Size::read(&text));
    set(tags, "Board", board.clone().into(), had != Some(rules.board));
    let first = setting.name(rules.first);
    let begins = record.get("Starts").map_or(setting.rules.sides[0].name.to_owned(), Cow::into_owned);
    set(tags, "Starts", first.into(), record.get("Setup").is_none() && !same(&begins, first));
    let beside = &record.parts.context.stands;
    if !beside.is_empty() {
        let own = record.get("Stands").unwrap_or_default();
        let mut stands: Vec<u32> = own.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        stands.extend(beside);
        stands.sort_unstable();
        stands.dedup();
        let stands: Vec<_> = stands.iter().map(u32::to_string).collect();
        set(tags, "Stands", stands.join(",").into(), true);
    }
    let named = record.get("Notation");
    let tells = system != setting.default_system() || named.is_some();
    let named = named.and_then(|name| System::named(&name));
    set(tags, "Notation", system.name().into(), tells && named != Some(system));
    let claimed = record.get("Result").is_some() || script.items.iter().any(|item| matches!(item, Item::Result { .. }));
    let proven = match outcome {
        Outcome::Win { winner, .. } => Some(setting.winner(winner)),
        Outcome::Draw { .. } => Some("draw"),
        Outcome::Unfinished => None,
    };
    if let (false, Some(result)) = (claimed, proven) {
        set(tags, "Result", result.into(), true);
    }
    // A name stays as it came; a pair is named in playing order.
    if let Some(had) = record.get("Result").filter(|had| had.contains('+')) {
        let result = Claim::canonical(&had, rules);
        set(tags, "Result", result.to_owned().into(), had != result);
    }
}

/// Sets a tag if it is `due`: in its place if it is there, otherwise where the order of meaningful tags has it.
fn set<'r>(tags: &mut Vec<NewTag<'r>>, name: &'static str, value: Cow<'r, str>, due: bool) {
    if !due {
        return;
    }
    if let Some(tag) = tags.iter_mut().find(|tag| same_tag(tag.name, name)) {
        tag.value = value;
        return;
    }
    let rank = |name: &str| MEANINGFUL.iter().position(|known| same_tag(known, name));
    let place = tags.iter().rposition(|tag| rank(tag.name).is_some_and(|other| Some(other) < rank(name)));
    tags.insert(place.map_or(0, |place| place + 1), NewTag { name, value, place: 0 });
}
