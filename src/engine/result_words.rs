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

/// How words begin that say of the side before them that it has lost: `Red resigns`.
static LOST: &[&str] =
    &["resign", "lost", "lose", "forfeit", "abbandon", "perd", "aufgegeben", "gibt", "verlier", "verlor", "abandon"];

/// What to say of the word `after`, which stands after the result `result`: of a side that has lost, the result names the
/// other.
pub(super) fn help_after_result(result: &str, after: &str, rules: &RuleSet) -> String {
    let is_lost = LOST.iter().any(|word| after.get(..word.len()).is_some_and(|start| same(start, word)));
    let other = match (rules.sides, Claim::read(result, rules)) {
        ([first, second], Some(Claim::Win(side))) if is_lost && same(result, rules.sides[side.index()].name) => {
            Some(if side.index() == 0 { second.name } else { first.name })
        }
        _ => None,
    };
    match other {
        Some(other) => format!(
            "a result names the side that has won: if {result} has lost, write `{other}`, and why in a tag, \
             for instance [Termination \"resignation\"]"
        ),
        None => "the result ends the movetext; a remark stands in braces: `{…}`".to_owned(),
    }
}

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
    let dashed = dense.replace([':', '−'], "-");
    let of_words = || Claim::read(&dashed, rules);
    let of_numbers = || {
        let is_number = dashed.contains(|letter: char| letter.is_ascii_digit());
        let digits = dashed.replace(['O', 'o'], "0").replace(['l', 'I'], "1");
        Claim::read(&digits, rules).filter(|_| is_number)
    };
    let of_language = || Claim::read(tags::translated(text)?, rules);
    of_words().or_else(of_numbers).or_else(of_language)?.name(rules)
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
