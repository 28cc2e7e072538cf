//! Reads what the tags of a record claim, and reports their faults.

use super::claims::{Claim, Claims, JudgedTags, Termination};
use super::result_words::{is_player, meant_result, results_in_words};
use crate::codes::BAD_TAG;
use crate::diagnostic::{Diagnostic, Sink, Text, quoted};
use crate::game::RuleSet;
use crate::names::with_meant;
use crate::record::{Record, to_usize_range};

/// Reads the tags `Result`, `Termination` and `Stands`, and reports their faults.
pub(super) fn read_claims(
    record: &Record<'_>,
    rules: Option<&RuleSet>,
    judged: JudgedTags,
    claims: &mut Claims,
    sink: &mut dyn Sink,
) {
    let tag = |index: Option<usize>| record.parts.tags.get(index?);
    claims.result = None;
    claims.termination = None;
    claims.stands.clear();
    claims.stands_span = 0..0;
    let Some(rules) = rules else {
        return;
    };
    if let Some(tag) = tag(judged.result) {
        let (value, span) = (record.value(tag), to_usize_range(&tag.whole));
        match Claim::read(&value, rules) {
            Some(claim) => claims.result = Some((claim, span)),
            None => {
                let meant = meant_result(&value, record, rules);
                let player = if is_player(&value, record, rules) {
                    format!("; {} is a player's name", quoted(value.trim()))
                } else {
                    String::new()
                };
                let help = match meant {
                    Some(meant) => format!("write `{meant}`: {}", results_in_words(rules)),
                    None => {
                        let sides = rules.sides.iter().map(|side| side.name);
                        with_meant(&value, sides.chain(["draw"]), &results_in_words(rules))
                    }
                };
                let text = Text::new(format!("{} is not a result", quoted(&value))).help(help + &player);
                sink.report(Diagnostic::new(&BAD_TAG, span, text));
            }
        }
    }
    if let Some(tag) = tag(judged.termination) {
        claims.termination = Some((Termination::read(&record.value(tag)), to_usize_range(&tag.whole)));
    }
    if let Some(tag) = tag(judged.stands) {
        let value = record.value(tag);
        claims.stands_span = to_usize_range(&tag.whole);
        let numbers: Option<Vec<u32>> = value.split(',').map(|number| ply_number(number.trim())).collect();
        match numbers {
            Some(numbers) => {
                claims.stands = numbers;
                claims.stands.sort_unstable();
                claims.stands.dedup();
            }
            None => {
                let text = Text::new(format!("{} is not a list of ply numbers", quoted(&value)))
                    .help("write the numbers of the plies that stood, for instance 7,12");
                sink.report(Diagnostic::new(&BAD_TAG, claims.stands_span.clone(), text));
            }
        }
    }
    let beside = &record.parts.context.stands;
    if !beside.is_empty() {
        claims.stands.extend(beside);
        claims.stands.sort_unstable();
        claims.stands.dedup();
    }
}

/// A number of plain digits, the number of a ply; 0 and numbers that are too large name no ply. The replay finds out
/// whether the record has that ply.
fn ply_number(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number that is too large names no ply, like 0.
    plain.then(|| text.parse().unwrap_or(u32::MAX))
}
