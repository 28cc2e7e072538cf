//! Cuts words into plies. In most systems a word is one ply; in some, plies stand one after the other, and lists run
//! others together too. Where a run is cut the system says.

use std::ops::{AddAssign, Range};

use crate::board::Size;
use crate::engine::Claim;
use crate::game::{FullGame, GameInfo, RuleSet};
use crate::record::tokens::{Tokens, ends_word, is_blank};
use crate::record::{Record, Token, TokenKind};
use crate::system::{Quick, QuickToken, System};
use crate::within::offset_of;

/// The whole ply that begins with the word `first`: with the words that continue it, or with the comma and the next
/// word where a comma is part of a ply. `tokens` begin after `first`, and afterwards stand after the ply.
#[inline(always)]
pub(super) fn whole(
    record: &Record<'_>,
    (info, rules): (&GameInfo, &RuleSet),
    system: System,
    first: &Token,
    tokens: &mut Tokens<'_>,
) -> Range<usize> {
    // Only blanks, or a comma that is part of one, may stand between the words of one ply.
    match tokens.rest().first() {
        Some(b' ' | b'\t' | b'\r' | b'\n') => words(record, (info, rules), system, first, tokens),
        Some(b',') if system.info().commas => words(record, (info, rules), system, first, tokens),
        _ if first.kind == TokenKind::Comma => words(record, (info, rules), system, first, tokens),
        _ => first.span(),
    }
}

/// Whether a word is the first number of a point with a comma, or may be.
pub(super) fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word stands after a comma without a blank. `tokens` are those after it.
fn touches_word(comma: &Token, mut tokens: Tokens<'_>) -> bool {
    tokens.next(drop).is_some_and(|next| (next.kind, next.start) == (TokenKind::Word, comma.end))
}

/// Whether a comma begins a ply that lacks the number before it, as in `7,7 ,6`. In `7,7 ,8,8` it parts two plies, and in
/// `7,7 ,--` a ply and a pass. `tokens` are those after the comma.
pub(super) fn comma_begins_ply(record: &Record<'_>, system: System, comma: &Token, mut tokens: Tokens<'_>) -> bool {
    let before = record.text.as_bytes()[..comma.start as usize].last();
    // What stands before it ends with a word, or with another comma.
    let touches = before.is_some_and(|&byte| byte == b',' || !ends_word(byte) && !matches!(byte, b'.' | b'}'));
    if !system.info().commas || touches {
        return false;
    }
    let mut end = comma.end;
    let mut next = |kind: TokenKind| {
        let next = tokens.next(drop).filter(|next| (next.kind, next.start) == (kind, end))?;
        end = next.end;
        Some(next)
    };
    let number = next(TokenKind::Word).filter(|word| is_number(record.token(word)));
    number.is_some() && !(next(TokenKind::Comma).is_some() && next(TokenKind::Word).is_some())
}

/// A ply of several words, after whose first word blanks or a comma stand.
fn words(
    record: &Record<'_>,
    (info, rules): (&GameInfo, &RuleSet),
    system: System,
    first: &Token,
    tokens: &mut Tokens<'_>,
) -> Range<usize> {
    let mut span = first.span();
    // No word follows in a run of text like ` (j10)`: nothing needs to be read to know that.
    let next = tokens.rest().iter().find(|&&byte| !is_blank(byte));
    if next.is_none_or(|&byte| ends_word(byte) && byte != b',') {
        return span;
    }
    let mut ahead = *tokens;
    if system.info().commas {
        // What stands together is one ply, whole or not: `7,7`, `7,` and `7,,7`. A comma after a whole one parts it
        // from the next.
        let (mut has_comma, mut last) = (first.kind == TokenKind::Comma, first.kind);
        while let Some(next) = ahead.next(drop).filter(|next| next.start as usize == span.end) {
            let goes_on = match next.kind {
                TokenKind::Comma if has_comma => last == TokenKind::Comma,
                TokenKind::Comma => is_number(record.slice(span.clone())) || touches_word(&next, ahead),
                TokenKind::Word => true,
                _ => false,
            };
            if !goes_on {
                break;
            }
            (has_comma, last) = (has_comma || next.kind == TokenKind::Comma, next.kind);
            span.end = next.end as usize;
            *tokens = ahead;
        }
        return span;
    }
    while let Some(next) = ahead.next(drop)
        && next.kind == TokenKind::Word
        && goes_on(info, rules, system, record.slice(span.clone()), record.token(&next))
    {
        span.end = next.end as usize;
        *tokens = ahead;
    }
    span
}

/// Whether `word`, with only blanks before it, belongs to the same ply as the words `ply`. Where blanks part no plies every
/// word does, but the result of the game.
#[inline]
pub(super) fn goes_on(info: &GameInfo, rules: &RuleSet, system: System, ply: &str, word: &str) -> bool {
    info.commas_part_plies && Claim::of_word(word, rules).is_none() || (info.continues_ply)(system, ply, word)
}

/// How many bytes of words that are no ply are put together to one in a list, about: much more than any ply has. Without a
/// bound each word of a long text would look at all those before it.
const LONGEST_BEGINNING: usize = 256;

/// The words of a list's line, with the words of one ply joined. A word that could continue a ply begins a new one if
/// joining would spoil a well-formed ply: `Pb2` in `24 Pb4 Pb2`.
pub(crate) fn plies_of_words<'l>(
    line: &'l str,
    info: &'static GameInfo,
    system: System,
    well_formed: impl Fn(&str) -> bool,
) -> impl Iterator<Item = &'l str> {
    let mut words = line.split_ascii_whitespace().peekable();
    let place = move |word: &str| offset_of(word, line);
    std::iter::from_fn(move || {
        let first = words.next()?;
        let (start, mut end) = (place(first), place(first) + first.len());
        let goes_on = |next: &str, end: usize| {
            let after = place(next) + next.len();
            ((info.continues_ply)(system, &line[start..end], next)
                || info.commas_part_plies && end - start < LONGEST_BEGINNING)
                && (!well_formed(&line[start..end]) || well_formed(&line[start..after]))
        };
        while let Some(next) = words.next_if(|next| goes_on(next, end)) {
            end = place(next) + next.len();
        }
        Some(&line[start..end])
    })
}

/// The plies of a word of movetext, as byte ranges of it.
pub(super) fn in_word(system: System, word: &str) -> Lexemes<'_> {
    Lexemes { system, word, at: 0, together: system.runs_together() }
}

/// The plies of a word of a list's line; a ply of several words is one.
pub(super) fn in_list(system: System, word: &str) -> Lexemes<'_> {
    let together = !word.contains(|letter: char| letter.is_ascii_whitespace());
    Lexemes { system, word, at: 0, together }
}

/// An iterator over the plies of one word.
#[derive(Debug, Clone)]
pub(super) struct Lexemes<'w> {
    system: System,
    word: &'w str,
    at: usize,
    together: bool,
}

impl Iterator for Lexemes<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let rest = &self.word[start..];
        if rest.is_empty() {
            return None;
        }
        self.at = if self.together { start + self.system.first_ply(rest) } else { self.word.len() };
        Some(start..self.at)
    }
}

/// The plies of a list's line. If its first word is a run of plies, `33543`, they are the plies of that word. Otherwise
/// they are the first word in any case, and the words after it up to the first that is no ply. `is_run`: the line is
/// known to begin within such a run.
pub(super) fn plies_of_line<'l>(
    line: &'l str,
    info: &'static GameInfo,
    system: System,
    is_run: bool,
    well_formed: impl Fn(&str) -> bool + Copy,
) -> impl Iterator<Item = &'l str> {
    let mut words = plies_of_words(line, info, system, well_formed);
    let first = words.next();
    let run = is_run || first.is_some_and(|word| system.runs_together() || in_list(system, word).nth(1).is_some());
    let continues_ply = !run && first.is_some_and(&well_formed);
    let others = words.take_while(move |word| continues_ply && well_formed(word));
    let whole = first.filter(|_| !run).into_iter().chain(others);
    let parts = first.filter(|_| run).map(|word| in_list(system, word).map(move |lexeme| &word[lexeme]));
    parts.into_iter().flatten().chain(whole)
}

/// The result that a list's line claims: its last word, if it is a result and stands in `remark`, the text after the
/// plies.
pub(crate) fn claim_of_line<'l>(remark: &'l str, rules: &RuleSet) -> Option<(Claim, &'l str)> {
    let end = remark.trim_ascii_end();
    let start = end.bytes().rposition(|byte| byte.is_ascii_whitespace()).map_or(0, |blank| blank + 1);
    let word = end.get(start..).filter(|word| !word.is_empty())?;
    Claim::read(word, rules).map(|claim| (claim, word))
}

/// How much of something is well formed in a notation system: how many plies, or in a line how many of their bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fit {
    /// Those that are well formed.
    pub good: usize,
    /// All of them.
    pub total: usize,
}

impl Fit {
    /// Whether there is something, and all of it is well formed.
    pub fn is_whole(self) -> bool {
        self.good == self.total && self.good > 0
    }
}

impl AddAssign for Fit {
    fn add_assign(&mut self, other: Fit) {
        self.good += other.good;
        self.total += other.total;
    }
}

/// How many bytes of the game on a line stand in plies that are well formed in `system`, and how many the game has.
///
/// Plies alone would not do: systems cut a run in different ways, and a letter and a number that are nothing together
/// would count as much as the square that they are.
pub(crate) fn fit_line<G: FullGame>(start: &G, system: System, line: &str) -> Fit {
    fit_run(start, system, line).unwrap_or_else(|| fit_plies(start, system, line))
}

/// [`fit_line`] of any line.
fn fit_plies<G: FullGame>(start: &G, system: System, line: &str) -> Fit {
    let well_formed =
        |token: &str| system.may_begin(token) && start.read_ply(token, system, &mut G::Scratch::default()).is_ok();
    let mut fit = Fit::default();
    for ply in plies_of_line(line, G::info(), system, false, well_formed) {
        fit += Fit { good: if well_formed(ply) { ply.len() } else { 0 }, total: ply.len() };
    }
    fit
}

/// [`fit_line`], much quicker, of a line that most lists have: its first word is a run of plies on the board, or has no sign
/// that a ply of the system has. `None` of all others.
fn fit_run<G: FullGame>(start: &G, system: System, line: &str) -> Option<Fit> {
    let quick = system.quick(start.size().rows).filter(|_| start.may_put())?;
    let mut words = line.split_ascii_whitespace();
    let word = words.next()?;
    if words.next().is_some_and(|next| (G::info().continues_ply)(system, word, next)) {
        return None;
    }
    match quick_plies(start, quick, word)? {
        0 => Some(Fit { good: 0, total: word.len() }),
        plies => (plies > 1 || system.runs_together()).then_some(Fit { good: word.len(), total: word.len() }),
    }
}

/// How many plies a word is that are all of squares or columns of the board; 0 if it has no sign that a ply of the system
/// has. `None` of any other word.
#[inline]
fn quick_plies<G: FullGame>(start: &G, quick: Quick, word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    // Squares begin with letters, and columns are letters.
    let is_of_others = match quick {
        Quick::Digits(_) | Quick::Xy(_) => bytes.iter().all(u8::is_ascii_alphabetic),
        Quick::Columns | Quick::Squares | Quick::Sgf(_) | Quick::Go => bytes.iter().all(u8::is_ascii_digit),
    };
    if is_of_others {
        return Some(0);
    }
    let Size { columns, rows } = start.size();
    let (mut at, mut plies) = (0, 0);
    while at < bytes.len() {
        let (QuickToken { column, row }, length) = quick.read(&bytes[at..])?;
        // A digit is a ply whether the board has its column or not.
        let is_on_board = column < columns && (row == QuickToken::NO_ROW || row < rows);
        if !is_on_board && !matches!(quick, Quick::Digits(_)) {
            return None;
        }
        at += length;
        plies += 1;
    }
    Some(plies)
}

/// Whether a word of movetext that is well formed in both systems means something else in each: the whole word, or any
/// ply of it where both systems run plies together.
pub(crate) fn is_ambiguous_word<G: FullGame>(start: &G, [one, other]: [System; 2], word: &str) -> bool {
    let (mut first, mut second) = (G::Scratch::default(), G::Scratch::default());
    let mut is_ambiguous =
        |token: &str| match (start.read_ply(token, one, &mut first), start.read_ply(token, other, &mut second)) {
            (Ok(one), Ok(other)) => one != other,
            _ => false,
        };
    if one.runs_together() && other.runs_together() {
        in_word(one, word).any(|ply| is_ambiguous(&word[ply]))
    } else {
        is_ambiguous(word)
    }
}

/// Whether the plies of a line are well formed in both systems, but do not mean the same.
pub(crate) fn is_ambiguous_line<G: FullGame>(start: &G, [one, other]: [System; 2], line: &str) -> bool {
    let (mut first, mut second) = (G::Scratch::default(), G::Scratch::default());
    let plies = |system: System| {
        let well_formed = move |token: &str| start.read_ply(token, system, &mut G::Scratch::default()).is_ok();
        plies_of_line(line, G::info(), system, false, well_formed)
    };
    let (mut ones, mut others) = (plies(one), plies(other));
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return false,
            (Some(ply), Some(rival)) => {
                match (start.read_ply(ply, one, &mut first), start.read_ply(rival, other, &mut second)) {
                    (Ok(ply), Ok(rival)) if ply == rival => {}
                    (Ok(_), Ok(_)) => return true,
                    _ => return false,
                }
            }
            _ => return true,
        }
    }
}

/// How many plies of a word of movetext are well formed in `system`, and how many there are.
///
/// A word that does not begin like a run holds none: in digits the rows of squares would be taken for plies.
#[inline]
pub(crate) fn fit_word<G: FullGame>(start: &G, system: System, word: &str) -> Fit {
    // Most words that are no plies show it at once. How many plies they would be does not matter then.
    if !system.may_begin(word) {
        return Fit { good: 0, total: 1 };
    }
    if let Some(plies) = quick_word(start, system, word) {
        return Fit { good: plies, total: plies };
    }
    slow_fit_word(start, system, word)
}

/// [`fit_word`] of any word that may begin a ply.
fn slow_fit_word<G: FullGame>(start: &G, system: System, word: &str) -> Fit {
    if !system.runs_together() {
        let good = usize::from(start.read_ply(word, system, &mut G::Scratch::default()).is_ok());
        return Fit { good, total: 1 };
    }
    let lexemes = in_word(system, word);
    let total = lexemes.clone().count();
    if !system.may_be_run(word) {
        return Fit { good: 0, total };
    }
    let good =
        |lexeme: &Range<usize>| start.read_ply(&word[lexeme.clone()], system, &mut G::Scratch::default()).is_ok();
    Fit { good: lexemes.filter(good).count(), total }
}

/// How many plies a word of movetext is, if all of them are on the board: nearly every word is so in its own system. `None`
/// of all others.
#[inline]
fn quick_word<G: FullGame>(start: &G, system: System, word: &str) -> Option<usize> {
    let quick = system.quick(start.size().rows).filter(|_| start.may_put())?;
    let plies = quick_plies(start, quick, word)?;
    let is_one_or_run = if system.runs_together() { plies > 0 && system.may_be_run(word) } else { plies == 1 };
    is_one_or_run.then_some(plies)
}

/// Whether every ply of a word of movetext is well formed in `system`, as [`fit_word`] counts them.
pub(crate) fn fits_word<G: FullGame>(start: &G, system: System, word: &str) -> bool {
    if !system.may_begin(word) {
        return false;
    }
    if quick_word(start, system, word).is_some() {
        return true;
    }
    if !system.runs_together() {
        return start.read_ply(word, system, &mut G::Scratch::default()).is_ok();
    }
    system.may_be_run(word)
        && in_word(system, word).all(|ply| start.read_ply(&word[ply], system, &mut G::Scratch::default()).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Defaults, Resolver};
    use crate::game::{Entry, Task};
    use crate::games::{forza4, gomoku};

    fn check(system: System, word: &str) -> Vec<&str> {
        in_list(system, word).map(|range| &word[range]).collect()
    }

    /// What [`System::may_begin`] says of words holds in every game, whatever signs it adds.
    #[test]
    fn words_that_cannot_be_plies_are_none() {
        let letters = (b'0'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z').map(char::from);
        let pairs = letters.clone().flat_map(|one| letters.clone().map(move |other| format!("{one}{other}")));
        let pairs = pairs.flat_map(|pair| ["", "2", "+j9", "-j9", ",7", " k7"].map(|more| format!("{pair}{more}")));
        let words: Vec<_> = letters.clone().map(String::from).chain(pairs).collect();
        let mut refused = 0;
        for game in crate::engine::registry::GAMES {
            let defaults = Defaults { game: Some(game.info().id.to_owned()), ..Defaults::default() };
            let mut resolver = Resolver::new(defaults);
            let setting = resolver.untagged(&mut ()).expect("a setting");
            for system in game.info().systems() {
                for word in words.iter().filter(|word| !system.may_begin(word)) {
                    assert_eq!(setting.start.fit_word(system, word).good, 0, "{word} in {system}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 10_000, "{refused}");
    }

    /// Compares the two ways to count on random lines.
    struct BothFit(u64);

    impl Task for BothFit {
        /// How many lines were counted quickly, and how many words.
        type Out = [usize; 2];

        fn run<G: FullGame>(self, start: G) -> [usize; 2] {
            let mut random = fastrand::Rng::with_seed(self.0);
            let mut counts = [0; 2];
            let systems: Vec<System> = G::info().systems().filter(|system| !system.is_diagram()).collect();
            for _ in 0..3000 {
                let letters =
                    [&b"123"[..], b"0129", b"1,2", b"03,", b"abc", b"ABc", b"a1b2", b"H9J1", b"ab-", b"12-*", b"a1 +"];
                let letters = letters[random.usize(..letters.len())];
                let after = ["", " Ada", " a1", " 12", " \u{e9}"][random.usize(..5)];
                let word = (0..random.usize(..9)).map(|_| char::from(letters[random.usize(..letters.len())]));
                let line: String = word.chain(after.chars()).collect();
                for system in &systems {
                    if let Some(fit) = fit_run(&start, *system, &line) {
                        assert_eq!(fit, fit_plies(&start, *system, &line), "{line:?} in {system}");
                        counts[0] += 1;
                    }
                    let word = line.split(' ').next().unwrap_or_default();
                    if !system.may_begin(word) {
                        continue;
                    }
                    let fit = slow_fit_word(&start, *system, word);
                    assert_eq!(fits_word(&start, *system, word), fit.is_whole(), "{word:?} in {system}");
                    if let Some(plies) = quick_word(&start, *system, word) {
                        assert_eq!(fit, Fit { good: plies, total: plies }, "{word:?} in {system}");
                        counts[1] += 1;
                    }
                }
            }
            counts
        }
    }

    #[test]
    fn lines_that_are_counted_quickly_are_counted_right() {
        fn count<E: Entry>(entry: &E, board: &str) -> [usize; 2] {
            let (game, board) = (Some(entry.info().id.to_owned()), Some(board.to_owned()));
            let defaults = Defaults { game, board, ..Defaults::default() };
            let mut resolver = Resolver::new(defaults);
            let setting = resolver.untagged(&mut ()).expect("a setting");
            entry.with(setting.rules.params.downcast_ref().expect("rules of this game"), BothFit(7))
        }
        let of_forza4 = ["7x6", "4x4", "9x7", "10x6", "26x26"].map(|board| count(&forza4::Entry, board));
        let of_gomoku = ["15x15", "5x5", "26x26"].map(|board| count(&gomoku::Entry, board));
        let is_enough = |[lines, words]: &[usize; 2]| *lines > 2000 && *words > 50;
        assert!(of_forza4.iter().chain(&of_gomoku).all(is_enough), "{of_forza4:?} {of_gomoku:?}");
    }

    #[test]
    fn runs_are_cut_into_plies() {
        assert_eq!(check(System::DIGITS, "33--5x"), ["3", "3", "--", "5", "x"]);
        assert_eq!(check(System::DIGITS, "1pawn--2–—3"), ["1", "pawn", "--", "2", "–—", "3"]);
        assert_eq!(check(System::SQUARES, "h8h10é--i8"), ["h8", "h10", "é", "--", "i8"]);
        assert_eq!(check(System::SQUARES, "h8+j9k10k6-k7--i8-"), ["h8+j9", "k10", "k6-k7", "--", "i8", "-"]);
        assert_eq!(check(System::SQUARES, "swap k11"), ["swap k11"]);
        assert_eq!(check(System::GO, "J10H8"), ["J10", "H8"]);
        assert_eq!(check(System::XY, "7,7"), ["7,7"]);
        assert_eq!(check(System::COLUMNS, "cecc*"), ["c", "e", "c", "c*"]);
        assert_eq!(check(System::SGF, "cfcfx"), ["cf", "cf", "x"]);
    }
}
