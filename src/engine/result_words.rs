//! What people write for a result although it is no result word: `patta`, `Bianco`, `1:0`.
//!
//! The name of a player does not count, nor a part of one: players may have changed their colours since the tags were
//! written (GM-11), and Rossi may play White.

use super::claims::Claim;
use crate::game::RuleSet;
use crate::names::same;
use crate::record::Record;
use crate::tags;

/// Words and signs for a draw.
static DRAWS: &[&str] = &[
    "tie",
    "drawn",
    "pareggio",
    "pari",
    "patta",
    "remis",
    "unentschieden",
    "nulle",
    "match nul",
    "partie nulle",
    "empate",
    "tablas",
    "平局",
    "和棋",
    "引き分け",
    "=",
    "½",
    "1/2",
    "½-½",
    "½:½",
    "1/2:1/2",
    "0.5-0.5",
    "0,5-0,5",
];

/// The result that `text`, which is no result word, means: `draw`, or the name of the side or pair that has won.
pub(crate) fn meant_result(text: &str, record: &Record<'_>, rules: &RuleSet) -> Option<&'static str> {
    let text = text.trim().trim_end_matches('.');
    if text.is_empty() || is_player(text, record, rules) {
        return None;
    }
    let dense: String = text.split_whitespace().collect();
    if DRAWS.iter().any(|draw| same(draw, text) || *draw == dense) {
        return Some("draw");
    }
    let of_numbers = || Claim::read(&dense.replace([':', '−'], "-"), rules);
    let of_language = || Claim::read(tags::translated(text)?, rules);
    of_numbers().or_else(of_language)?.name(rules)
}

/// Whether `text` is the name of a player in the tag of a side, or one word of it.
pub(super) fn is_player(text: &str, record: &Record<'_>, rules: &RuleSet) -> bool {
    let is_named = |name: &str| same(name, text) || name.split_whitespace().any(|word| same(word, text));
    !text.trim().is_empty()
        && rules.sides.iter().any(|side| record.known(side.name).is_some_and(|name| is_named(&name)))
}

/// What may stand as a result: `a result is White, Red, draw or *`.
pub(super) fn results_in_words(rules: &RuleSet) -> String {
    let mut names: Vec<_> = rules.sides.iter().map(|side| side.name).collect();
    for pair in rules.pairing.iter().flat_map(|pairing| pairing.names) {
        if !names.contains(&pair) {
            names.push(pair);
        }
    }
    format!("a result is {}, draw or *", names.join(", "))
}
