//! Guesses what a word that is no ply was meant to be: slips of hand or eye that people often make. `word` knows them.

mod word;

use std::ops::Range;

use super::claims::Claim;
use super::detect::before_rounding;
use super::lexemes::plies_of_words;
use super::result_words::{meant_result, results_in_words};
use super::settings::Setting;
use crate::codes::OFF_BOARD;
use crate::diagnostic::quoted;
use crate::game::{FullGame, GameInfo, RuleSet, Strict, Violates};
use crate::record::tokens::Tokens;
use crate::record::{Layout, NUMERIC_RESULTS, Record, TokenKind};
use crate::system::{PASS, System};

use word::Word;
pub(crate) use word::are_dots;

/// How many letters of the line after a word the hints look at.
const AHEAD: usize = 80;

/// The codes that no example of a ply may have: it stands nowhere on this board, or belongs to another phase of a game
/// that has phases.
const MISPLACED: [&str; 2] = [OFF_BOARD.name, "wrong-phase"];

/// Longer words are no slip of a ply.
const LONGEST: usize = 64;

/// What to write instead of the word at `span`, if that can be said. `due_turn`: the number of the turn that
/// may begin there, if turns have numbers.
pub(super) fn hint<G: FullGame>(
    position: &G,
    system: System,
    token: &str,
    (record, setting): (&Record<'_>, &Setting),
    (span, due_turn): (&Range<usize>, Option<u32>),
) -> Option<String> {
    // The bound keeps this quick: a line may be as long as the file, and have a fault every few bytes.
    let rest = record.text.get(span.end..)?;
    let after: String = rest.chars().take(AHEAD).take_while(|letter| !matches!(letter, '\n' | '\r')).collect();
    let reads = |text: &str, system| position.read_ply(text, system, &mut G::Scratch::default()).is_ok();
    // Whether it is a ply that is not refused for one of these codes.
    let reads_without = |text: &str, system, codes: &[&str]| {
        let mut scratch = G::Scratch::default();
        let violation = |ply| position.clone().apply(ply, &mut Strict).err();
        let ply = position.read_ply(text, system, &mut scratch);
        ply.is_ok_and(|ply| !violation(ply).is_some_and(|violation| codes.contains(&violation.code().name)))
    };
    // What is proposed stands on the board.
    let is_on_board = |text: &str, system| reads_without(text, system, &[OFF_BOARD.name]);
    let fits = |ply: &str| reads_without(ply, system, &MISPLACED);
    if G::info().commas_part_plies
        && let Some(help) = plies_without_commas(token, G::info(), system, |text| reads(text, system))
    {
        return Some(help);
    }
    // A whole game may run together in a word: its start shows that.
    let is_long = token.len() > LONGEST;
    let token = if is_long { start_of_run(token) } else { token };
    let (columns, is_list) = (position.size().columns, record.parts.layout == Layout::Line);
    // Legal where it stands: any two letters are squares of SGF.
    let plays = |system| {
        let mut scratch = G::Scratch::default();
        let ply = position.read_ply(token, system, &mut scratch).ok();
        ply.is_some_and(|ply| position.clone().apply(ply, &mut Strict).is_ok())
    };
    let mut others = G::info().systems().filter(|other| *other != system && !other.is_diagram());
    let another = if is_list || is_long { None } else { others.find(|other| plays(*other)) };
    let may_pass = may_pass(position, system);
    let before = record.text.get(record.parts.body..span.start).unwrap_or_default();
    let is_first = before.trim().is_empty();
    let is_glued = before.ends_with(|letter: char| !letter.is_whitespace());
    let (after, reads) = (&*after, &is_on_board);
    let previous = before.trim_end_matches([' ', '\t']);
    let previous = if previous.len() < before.len() { &previous[last_word(previous)..] } else { "" };
    let word = Word {
        token,
        system,
        columns,
        previous,
        after,
        is_list,
        another,
        is_first,
        is_glued,
        may_pass,
        due_turn,
        reads,
    };
    if is_long {
        return word.run_together();
    }
    if let Some(help) = glued_result(before, token, rest, (system, &setting.rules)) {
        return Some(help);
    }
    if let Some(help) = result_help(record, span.clone(), &setting.rules) {
        return Some(help);
    }
    if system == System::DIGITS && token == "0" {
        return Some(help_on_zero(before, rest));
    }
    word.slip().or_else(|| {
        let example = fitting_example(position, system, &fits);
        if !word.is_remark() {
            return example;
        }
        let usage = example.unwrap_or_else(|| system.info().usage());
        Some(format!("{usage}; a remark stands in braces: `{{…}}`"))
    })
}

/// The start of a long word, up to the last letter among its first [`LONGEST`] bytes: whole plies, if it is plies.
fn start_of_run(token: &str) -> &str {
    let end = token.floor_char_boundary(LONGEST);
    &token[..token[..end].rfind(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(end)]
}

/// `335431-0`, `3354White`: a result that stands right after plies that run together. `before` and `rest` stand beside
/// the token.
pub(super) fn glued_result(
    before: &str,
    token: &str,
    rest: &str,
    (system, rules): (System, &RuleSet),
) -> Option<String> {
    if !system.runs_together() {
        return None;
    }
    let begun = last_word(before);
    let goes_on = rest.find(char::is_whitespace).unwrap_or(rest.len()).min(LONGEST);
    let word = format!("{}{token}{}", &before[begun..], rest.get(..goes_on)?);
    let results = word.char_indices().skip(1).map(|(at, _)| word.split_at(at));
    let (plies, result) = results
        .filter(|(plies, _)| plies.bytes().all(|byte| byte.is_ascii_digit()))
        .find(|(_, result)| result.len() > 1 && Claim::of_word(result, rules).is_some())?;
    const SHOWN: usize = 12;
    let shown = match plies.len().checked_sub(SHOWN) {
        Some(hidden @ 1..) => format!("…{}", &plies[hidden..]),
        _ => plies.to_owned(),
    };
    Some(format!("put a space before the result: write `{shown} {result}`"))
}

/// How a ply is written, with one that is legal here, if the usual example does not fit.
fn fitting_example<G: FullGame>(position: &G, system: System, fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let info = system.info();
    let plies = if system.runs_together() { 1 } else { info.example.len() };
    let all_fit = info.example.as_bytes().chunks(plies.max(1)).all(|ply| str::from_utf8(ply).is_ok_and(fits));
    if info.example.is_empty() || all_fit {
        return None;
    }
    let mut legal = None;
    position.candidates(&mut |ply| {
        let mut written = String::new();
        if legal.is_none()
            && position.clone().apply(ply, &mut Strict).is_ok()
            && position.write_ply(ply, system, &mut written).is_ok()
        {
            legal = Some(written);
        }
    });
    Some(format!("a ply is written as a {}, for instance {}", info.token, legal?))
}

/// Where the letters and digits at the end of a text begin, or the last [`LONGEST`] of them.
fn last_word(text: &str) -> usize {
    text.len() - text.bytes().rev().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count()
}

/// What a 0 among digits may come from. `before` and `rest` stand beside it.
fn help_on_zero(before: &str, rest: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let begun = before.len() - before.trim_end_matches(is_digit).len();
    let goes_on = rest.len() - rest.trim_start_matches(is_digit).len();
    let word = format!("{}0{}", &before[before.len() - begun..], &rest[..goes_on]);
    if before_rounding(&word).len() < word.len() {
        return "a spreadsheet keeps 15 digits of a number and writes zeros for the others: format its cells as text, \
                then type or paste the digits"
            .to_owned();
    }
    format!("{} counts columns from 1; plies that count them from 0 are in {}", System::DIGITS, System::DIGITS0)
}

/// `24 Pb4 11 Pa1` for `24 Pb4, 11 Pa1`, where blanks part no plies, and other text after a ply.
fn plies_without_commas(
    token: &str,
    info: &'static GameInfo,
    system: System,
    reads: impl Fn(&str) -> bool,
) -> Option<String> {
    const SHOWN: usize = 3;
    let small = token.replace(" X", " x");
    if small != token && reads(&small) {
        return Some(format!("a small x begins a relocation: write {}", quoted(&small)));
    }
    let close = small.replace(" x ", " x").replace("= ", "=");
    if close != token && reads(&close) {
        return Some(format!("no blank stands after x and =: write {}", quoted(&close)));
    }
    // What a side relocates stands after the files that it claims.
    let (later, sooner): (Vec<&str>, Vec<&str>) = close.split_whitespace().partition(|word| word.starts_with('x'));
    let ordered = [sooner, later].concat().join(" ");
    if ordered != token && reads(&ordered) {
        return Some(format!("relocations stand after the claims: write {}", quoted(&ordered)));
    }
    let plies: Vec<&str> = plies_of_words(token, info, system, &reads).collect();
    let first = plies.first().filter(|ply| plies.len() > 1 && reads(ply))?;
    if !plies.iter().all(|ply| reads(ply)) {
        return Some(format!(
            "`{first}` is a ply, but not with what follows: a comma ends it, and a remark stands in braces"
        ));
    }
    let more = if plies.len() > SHOWN { ", …" } else { "" };
    let shown: Vec<_> = plies.into_iter().take(SHOWN).collect();
    Some(format!("these are several plies: put a comma between them, `{}{more}`", shown.join(", ")))
}

/// Whether the side to move may pass.
pub(super) fn may_pass<G: FullGame>(position: &G, system: System) -> bool {
    let mut scratch = G::Scratch::default();
    let pass = position.read_ply(PASS, system, &mut scratch);
    pass.is_ok_and(|pass| position.clone().apply(pass, &mut Strict).is_ok())
}

/// What to write where a result was meant: `1-0` in a game of four sides, `pareggio` for `draw`. What stands after the
/// moves of a list is a remark.
pub(super) fn result_help(record: &Record<'_>, span: Range<usize>, rules: &RuleSet) -> Option<String> {
    if record.parts.layout == Layout::Line {
        return None;
    }
    if rules.sides.len() > 2 && NUMERIC_RESULTS.contains(&record.slice(span.clone())) {
        return Some("in a game of more than two sides a result is the name of the winner, `draw` or `*`".to_owned());
    }
    // The lexer takes the start of `0.5-0.5` for the number of a turn.
    let is_half = record.text.get(..span.start).is_some_and(|before| before.ends_with("0."));
    let half = is_half.then(|| span.start - 2);
    let meant = [span.start].into_iter().chain(half).find_map(|start| meant_to_the_end(record, start, rules))?;
    Some(format!("write `{meant}`: {}", results_in_words(rules)))
}

/// The result that all words from byte `start` to the end of the record seem to mean.
fn meant_to_the_end(record: &Record<'_>, start: usize, rules: &RuleSet) -> Option<&'static str> {
    /// A result is short, and the end of the record is near.
    const LONGEST: usize = 1024;
    if record.text.len().checked_sub(start)? > LONGEST {
        return None;
    }
    let (mut words, mut tokens) = (String::new(), Tokens::new(record.text, start));
    while let Some(token) = tokens.next(|_| {}) {
        if !matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment) {
            words.push(' ');
            words.push_str(record.slice(token.span()));
        }
    }
    meant_result(&words, record, rules)
}
