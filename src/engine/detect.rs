//! Finds the notation system of a record or a list that names none: the system in which the most plies are well formed.
//! If two systems are equal, the game's default one wins, then the one that comes first in the table.

use super::lexemes::{Fit, goes_on, is_number, whole};
use super::numbered;
use super::{Claim, MainLine, Setting, words};
use crate::record::tokens::{Tokens, ends_word, is_blank};
use crate::record::{Layout, Record, Token, TokenKind};
use crate::system::System;

/// A system, and another one that reads the plies as well but gives them another meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Detected {
    pub(crate) system: System,
    pub(crate) rival: Option<System>,
}

/// The system of a record, if it must be known before the replay. `None`: try the default system. If every ply of the
/// main line fits it, it is the right one, and the replay finds that out.
pub(super) fn detect_beforehand(record: &Record<'_>, setting: &Setting) -> Option<Detected> {
    if record.parts.layout == Layout::Line {
        return Some(detect_by_count(record, setting));
    }
    let system = setting.default_system();
    if setting.letters_tell && words::begins_with_column(record, |first, next| is_one_word(setting, first, next)) {
        return None;
    }
    // At a look, most records begin with a ply that fits no other system and is one word in each of them.
    if let Some((first, next)) = words::first_word(record.text, record.parts.body)
        && !may_be_diagram(record, Some(first), setting)
        && Claim::of_word(first, &setting.rules).is_none()
        && next.is_none_or(|next| is_one_word(setting, first, next))
        && !setting.start.fits_any(&setting.others, first)
    {
        return None;
    }
    let first = MainWords::new(record, setting, system).next();
    if may_be_diagram(record, first, setting) && is_diagram(record, setting) {
        return Some(Detected { system: System::DIAGRAM, rival: None });
    }
    let Some(first) = first else { return Some(Detected { system, rival: None }) };
    if !fits(setting, system, first) {
        return Some(detect_in_words(record, setting));
    }
    let fits_whole = |rival: &System| {
        let mut words = MainWords::new(record, setting, *rival);
        words.all(|word| fits(setting, *rival, word))
    };
    setting.others.iter().any(fits_whole).then(|| detect_in_words(record, setting))
}

/// Whether no system reads `first` and `next` as parts of one ply.
fn is_one_word(setting: &Setting, first: &str, next: &str) -> bool {
    !candidates(setting).any(|system| goes_on(setting.info(), &setting.rules, system, first, next))
}

/// The system in which most plies of the record are well formed.
pub(super) fn detect_by_count(record: &Record<'_>, setting: &Setting) -> Detected {
    let mut tally = Fits::default();
    tally.add(record, setting);
    detected(&tally, record, setting)
}

/// [`detect_by_count`] of movetext that is no diagram.
fn detect_in_words(record: &Record<'_>, setting: &Setting) -> Detected {
    let mut tally = Fits::default();
    tally.add_words(record, setting);
    detected(&tally, record, setting)
}

/// What the counts of one record show.
fn detected(tally: &Fits, record: &Record<'_>, setting: &Setting) -> Detected {
    let (system, rivals) = tally.system().unwrap_or((setting.default_system(), Vec::new()));
    let (system, rivals) = preferred(system, rivals, setting.likely);
    let rival = rivals.into_iter().find(|&rival| ambiguous(record, setting, [system, rival]));
    Detected { system, rival }
}

/// Prefers the system that the caller thinks likely to the one that was found, if it fits as well. Returns with it the
/// systems that may read other plies: none if both are the same.
pub(crate) fn preferred(found: System, rivals: Vec<System>, likely: Option<System>) -> (System, Vec<System>) {
    match likely {
        Some(likely) if likely == found => (found, Vec::new()),
        Some(likely) if rivals.contains(&likely) => {
            let others = rivals.into_iter().filter(|rival| *rival != likely);
            (likely, std::iter::once(found).chain(others).collect())
        }
        _ => (found, rivals),
    }
}

/// Whether every ply of a word is well formed in `system`.
fn fits(setting: &Setting, system: System, word: &str) -> bool {
    setting.start.fits_any(&[system], word)
}

/// Whether the first word of the body may begin a numbered diagram: it is a cell, or the letter of the first column.
fn may_be_diagram(record: &Record<'_>, first: Option<&str>, setting: &Setting) -> bool {
    let may_be = match first {
        None => false,
        Some("a" | "A") => {
            let mut words = record.tokens().filter(|token| token.kind == TokenKind::Word);
            words.nth(1).is_some_and(|token| record.token(&token).eq_ignore_ascii_case("b"))
        }
        Some(word) => {
            numbered::looks_empty(word) || word.starts_with(|letter: char| letter == '.' || letter.is_ascii_digit())
        }
    };
    may_be && setting.info().takes(System::DIAGRAM)
}

/// Whether the body is a numbered diagram.
fn is_diagram(record: &Record<'_>, setting: &Setting) -> bool {
    diagram(record, setting).is_some()
}

/// The tokens of a body that is a numbered diagram, without the result after it.
fn diagram(record: &Record<'_>, setting: &Setting) -> Option<Vec<Token>> {
    // A text with more words than any board has cells, labels and letters is no diagram. The limit saves memory if the
    // text has millions of words.
    const MOST: usize = 1000;
    // Each row of the board has a line of its own.
    let body = record.text.as_bytes().get(record.parts.body..)?;
    let lacks_rows = memchr::memchr_iter(b'\n', body).count() + 1 < usize::from(setting.rules.board.rows);
    if lacks_rows && !has_empty_neighbours(body) {
        return None;
    }
    let (mut tokens, mut words, mut end, mut apart) = (Vec::new(), 0, 0, false);
    for token in record.tokens() {
        match token.kind {
            TokenKind::Word if Claim::of_word(record.token(&token), &setting.rules).is_some() => break,
            TokenKind::Word if apart || words == MOST => return None,
            TokenKind::Word => {
                tokens.push(token);
                words += 1;
                end = tokens.len();
            }
            TokenKind::Comment { .. } | TokenKind::LineComment => tokens.push(token),
            _ => apart = true,
        }
    }
    tokens.truncate(end);
    (words > 0 && numbered::is_diagram(record, &tokens, setting.rules.board)).then_some(tokens)
}

/// Whether two dots stand one after the other with blanks between them, as empty cells of a row do.
fn has_empty_neighbours(body: &[u8]) -> bool {
    memchr::memchr_iter(b'.', body).any(|dot| {
        let after = &body[dot + 1..];
        let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        blanks > 0 && after.get(blanks) == Some(&b'.')
    })
}

/// Counts in which system the most plies of some records of one game are well formed.
#[derive(Debug, Default)]
pub(crate) struct Fits {
    /// For each system, how many plies are well formed in it, and how many plies there are. For lines of a list, bytes
    /// of plies are counted.
    fits: Vec<(System, Fit)>,
    /// Whether some record is a diagram. Then the system must be sought record by record.
    diagrams: bool,
    /// How many records hold a column 0, and how many a column of the number of the last one: each speaks against one of the
    /// two systems of digits.
    from_0: usize,
    from_1: usize,
    /// How many records have digits, if both systems may be meant.
    of_digits: usize,
}

impl Fits {
    /// Counts the plies of a record.
    pub(crate) fn add(&mut self, record: &Record<'_>, setting: &Setting) {
        self.begin(setting);
        if record.parts.layout == Layout::Line {
            let line = &record.text[record.parts.body..];
            self.add_digits(setting, line.split_ascii_whitespace().take(1));
            for (system, sum) in &mut self.fits {
                *sum += setting.start.fit_line(*system, line);
            }
            return;
        }
        let first = MainWords::new(record, setting, setting.default_system()).next();
        self.diagrams |= may_be_diagram(record, first, setting) && is_diagram(record, setting);
        if let Some(words) = PlainWords::of(record, setting) {
            self.add_digits(setting, words.apart.iter().copied());
            for (system, sum) in &mut self.fits {
                *sum += setting.start.fit_words(*system, words.of_system(*system), 0);
            }
            return;
        }
        self.add_each_word(record, setting);
    }

    /// Counts the plies of one record of words alone, so that the best systems are known: any other counts as less than
    /// these, and how much less does not matter.
    fn add_words(&mut self, record: &Record<'_>, setting: &Setting) {
        self.begin(setting);
        let Some(words) = PlainWords::of(record, setting) else { return self.add_each_word(record, setting) };
        self.add_digits(setting, words.apart.iter().copied());
        // What reads the first word is likeliest to read the others, if there are any. The better the first, the sooner the
        // others are known to be worse.
        let is_likely = |(system, _): &(System, Fit)| match words.of_system(*system) {
            [first, _, ..] => setting.start.fits_any(&[*system], first),
            _ => true,
        };
        let first = self.fits.iter().position(is_likely).unwrap_or_default();
        let others = (0..self.fits.len()).filter(|index| *index != first);
        let mut most = 0;
        for index in std::iter::once(first).chain(others) {
            if let Some((system, fit)) = self.fits.get_mut(index) {
                *fit = setting.start.fit_words(*system, words.of_system(*system), most);
                most = most.max(fit.good);
            }
        }
    }

    fn begin(&mut self, setting: &Setting) {
        if self.fits.is_empty() {
            self.fits.extend(candidates(setting).map(|system| (system, Fit::default())));
        }
    }

    /// Counts the plies of a record, each system by itself.
    fn add_each_word(&mut self, record: &Record<'_>, setting: &Setting) {
        self.add_digits(setting, MainWords::new(record, setting, System::DIGITS));
        for (system, sum) in &mut self.fits {
            for word in MainWords::new(record, setting, *system) {
                *sum += setting.start.fit_word(*system, word);
            }
        }
    }

    /// The best system, and the systems that fit as well; `None` if the system must be sought record by record.
    pub(crate) fn system(&self) -> Option<(System, Vec<System>)> {
        if self.diagrams {
            return None;
        }
        let (system, rivals) = best(&self.fits)?;
        // A bad record spoils no other: a 0 in a few records does not prove that all count columns from 0. In more of
        // the others that would move the last column off the board.
        if system == System::DIGITS0 && self.of_digits > 0 {
            // Without such a record only zeros that a spreadsheet has written speak for it.
            if self.from_1 > self.from_0 || self.from_0 == 0 {
                return Some((System::DIGITS, Vec::new()));
            }
            // Few records have a 0, though hardly a long game leaves out a column: the other system may be meant.
            if self.from_0 * 2 < self.of_digits {
                return Some((system, vec![System::DIGITS]));
            }
        }
        Some((system, rivals))
    }

    /// Notes whether a record with these words, if it is written in digits, counts its columns from 0 or from 1.
    fn add_digits<'w>(&mut self, setting: &Setting, words: impl Iterator<Item = &'w str>) {
        let last = setting.rules.board.columns;
        if last > 9 || !setting.others.contains(&System::DIGITS) {
            return;
        }
        let (mut has_0, mut has_last, mut has_digits) = (false, false, false);
        for word in words.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            has_0 |= before_rounding(word).contains('0');
            has_last |= word.contains(char::from(b'0' + last));
            has_digits = true;
        }
        self.of_digits += usize::from(has_digits);
        self.from_0 += usize::from(has_0);
        self.from_1 += usize::from(has_last);
    }

    /// The systems that may be meant instead of `system`: the best one, then those in which every ply is well formed.
    /// The flag says whether more plies are well formed in it than in `system`.
    pub(crate) fn instead_of(&self, system: System) -> Vec<(System, bool)> {
        let good = self.fits.iter().find(|(known, _)| *known == system).map_or(0, |(_, fit)| fit.good);
        let best = best(&self.fits).map(|(best, _)| best);
        let mut found: Vec<(System, bool)> = Vec::new();
        for (other, fit) in self.fits.iter().filter(|(other, _)| *other != system) {
            if Some(*other) == best && fit.good > good {
                found.insert(0, (*other, true));
            } else if fit.is_whole() {
                found.push((*other, fit.good > good));
            }
        }
        found
    }
}

/// The digits of a word that a spreadsheet has kept. It rounds a number to 15 digits and fills up with zeros, so that two
/// zeros there say nothing.
pub(crate) fn before_rounding(word: &str) -> &str {
    const KEPT: usize = 15;
    match word.split_at_checked(KEPT) {
        Some((kept, rest)) if rest.len() > 1 && rest.bytes().all(|byte| byte == b'0') => kept,
        _ => word,
    }
}

/// Whether a record, well formed in both systems, means one thing in the first and another in the second.
pub(crate) fn ambiguous(record: &Record<'_>, setting: &Setting, [one, other]: [System; 2]) -> bool {
    if record.parts.layout == Layout::Line {
        return setting.start.is_ambiguous_line([one, other], &record.text[record.parts.body..]);
    }
    MainWords::new(record, setting, one)
        .flat_map(|text| text.split_ascii_whitespace())
        .any(|word| setting.start.is_ambiguous_word([one, other], word))
}

/// Whether a system other than the default one would be chosen for a list's line that names none. The default one reads
/// `bytes` bytes of it as plies and leaves `remark`. If that looks like plies too, another system may read more.
pub(crate) fn is_taken_for_another(setting: &Setting, line: &str, bytes: usize, remark: &str) -> bool {
    let Some(first) = remark.split_ascii_whitespace().next() else { return false };
    let fits_better = |other: &System| {
        setting.start.fit_word(*other, first).good > 0 && setting.start.fit_line(*other, line).good > bytes
    };
    setting.others.iter().any(fits_better)
}

/// How many plies the main line has, if all of them are well formed in `system`.
pub(crate) fn well_formed(record: &Record<'_>, setting: &Setting, system: System) -> Option<usize> {
    if record.parts.layout == Layout::Line {
        let fit = setting.start.fit_line(system, &record.text[record.parts.body..]);
        return fit.is_whole().then(|| MainLine::of(record, setting, system).plies());
    }
    if system.is_diagram() {
        let first = MainWords::new(record, setting, system).next();
        let tokens = diagram(record, setting).filter(|_| may_be_diagram(record, first, setting))?;
        let mut count = 0;
        let read = numbered::each_row(record, &tokens, setting.rules.board, |_, row| {
            count += row.iter().filter(|(word, _)| *word != ".").count();
            Ok(())
        });
        // Of a diagram of another shape every word but a dot may be a ply.
        let plies =
            || tokens.iter().filter(|token| token.kind == TokenKind::Word && record.token(token) != ".").count();
        return Some(if read.is_ok() { count } else { plies() });
    }
    let mut count = 0;
    for word in MainWords::new(record, setting, system) {
        let Fit { good, total } = setting.start.fit_word(system, word);
        if good < total {
            return None;
        }
        count += total;
    }
    Some(count)
}

/// The systems that a record may be written in, the default one first.
fn candidates(setting: &Setting) -> impl Iterator<Item = System> {
    std::iter::once(setting.default_system()).chain(setting.others.iter().copied())
}

/// The first system in which the most plies are well formed, and the other systems in which as many are: a malformed ply
/// does not make it certain which of them is meant.
fn best(fits: &[(System, Fit)]) -> Option<(System, Vec<System>)> {
    let most = fits.iter().map(|(_, fit)| fit.good).max()?;
    let mut equal = fits.iter().filter(|(_, fit)| fit.good == most).map(|(system, _)| *system);
    let system = equal.next()?;
    Some((system, if most == 0 { Vec::new() } else { equal.collect() }))
}

/// The words of the main line up to the result, read once for all systems, as [`MainWords`] finds them in each. No two
/// words form one ply with blanks between.
struct PlainWords<'r> {
    /// The words for systems that have no comma in a ply.
    apart: Vec<&'r str>,
    /// The words for systems that may have a comma in a ply, `7,7`, if they differ from `apart`.
    joined: Option<Vec<&'r str>>,
}

impl<'r> PlainWords<'r> {
    /// `None` if two words may be one ply in some system.
    fn of(record: &Record<'r>, setting: &Setting) -> Option<PlainWords<'r>> {
        let systems: Vec<System> = candidates(setting).collect();
        let has_commas = systems.iter().any(|system| system.info().commas);
        let (mut tokens, mut before) = (Tokens::of(record), None);
        let mut words = PlainWords { apart: Vec::new(), joined: None };
        // The word just read, and, after a comma without blanks, the word before it: the `7` of `7,`.
        let (mut last, mut first) = (None::<Token>, None::<Token>);
        let is_first_number = |word: Token| is_number(record.token(&word));
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Word => {
                    let word = record.token(&token);
                    // A word within a ply is no result, though it may be a side's name: `3 Black c4-d4`.
                    let goes_on = |before| {
                        systems.iter().any(|system| goes_on(setting.info(), &setting.rules, *system, before, word))
                    };
                    if before.is_some_and(goes_on) {
                        return None;
                    }
                    let joins = first.take();
                    if Claim::of_word(word, &setting.rules).is_some() {
                        // Where commas join words this one is no result.
                        if joins.is_some() {
                            return None;
                        }
                        break;
                    }
                    words.add(record, joins, &token);
                    before = Some(word);
                    last = Some(token).filter(|_| joins.is_none());
                    continue;
                }
                TokenKind::Comma if has_commas => {
                    let touches = |byte: &u8| !is_blank(*byte) && !ends_word(*byte);
                    let is_within = record.text.as_bytes().get(token.end as usize).is_some_and(touches);
                    let touching = last.filter(|last| last.end == token.start);
                    first = touching.filter(|_| is_within);
                    // The first number of a point with its comma, `7,`, is one word where commas join words.
                    if !is_within && touching.is_some_and(is_first_number) {
                        return None;
                    }
                }
                _ if first.take().is_some_and(is_first_number) => return None,
                TokenKind::Open { closed: true } => drop(tokens.skip_variation(drop)),
                _ => {}
            }
            (before, last) = (None, None);
        }
        Some(words)
    }

    /// Adds a word. Where commas join words it forms one word with `first`.
    fn add(&mut self, record: &Record<'r>, first: Option<Token>, token: &Token) {
        let word = record.token(token);
        if let Some(first) = first {
            let joined = self.joined.get_or_insert_with(|| self.apart.clone());
            if let Some(last) = joined.last_mut() {
                *last = record.slice(first.start as usize..token.end as usize);
            }
        } else if let Some(joined) = &mut self.joined {
            joined.push(word);
        }
        self.apart.push(word);
    }

    /// The words in a system.
    fn of_system(&self, system: System) -> &[&'r str] {
        self.joined.as_ref().filter(|_| system.info().commas).unwrap_or(&self.apart)
    }
}

/// The plies of the main line up to the result. In some systems a ply has several words.
struct MainWords<'m, 'r> {
    record: &'m Record<'r>,
    setting: &'m Setting,
    system: System,
    tokens: Tokens<'r>,
}

impl<'m, 'r> MainWords<'m, 'r> {
    fn new(record: &'m Record<'r>, setting: &'m Setting, system: System) -> MainWords<'m, 'r> {
        MainWords { record, setting, system, tokens: Tokens::of(record) }
    }
}

impl<'r> Iterator for MainWords<'_, 'r> {
    type Item = &'r str;

    fn next(&mut self) -> Option<&'r str> {
        let record = self.record;
        while let Some(token) = self.tokens.next(drop) {
            match token.kind {
                TokenKind::Word => {
                    if Claim::of_word(record.token(&token), &self.setting.rules).is_some() {
                        return None;
                    }
                    let span = whole(
                        record,
                        (self.setting.info(), &self.setting.rules),
                        self.system,
                        &token,
                        &mut self.tokens,
                    );
                    return Some(record.slice(span));
                }
                TokenKind::Open { closed: true } => drop(self.tokens.skip_variation(drop)),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Defaults, Resolver};
    use crate::formats::{Records, transcript::Transcripts};

    /// Each game's systems find the same words by themselves, in any text.
    #[test]
    fn words_read_once_are_those_of_each_system() {
        const PIECES: [&str; 25] = [
            "7,7", "7,", ",7", "7", "h8", "c", "H8", "3", "3.", "12... ", " ", " ", ", ", "; ", "{x}", "(", ")", "...",
            "draw", "White", "swap", "\n", "!", "24 Pb4", "--",
        ];
        let mut random = fastrand::Rng::with_seed(11);
        let (mut read, mut joined) = (0, 0);
        for game in crate::engine::registry::GAMES {
            let defaults = Defaults { game: Some(game.info().id.to_owned()), ..Defaults::default() };
            let mut resolver = Resolver::new(defaults);
            let setting = resolver.untagged(&mut ()).expect("a setting");
            for _ in 0..2000 {
                let body: String = (0..random.usize(1..12)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
                let text = format!("[Game \"{}\"]\n\n{body}\n", game.info().id);
                let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
                let record = records.next().expect("a slice can be read").expect("a record");
                let Some(words) = PlainWords::of(&record, setting) else { continue };
                let [mut all, mut best] = [(); 2].map(|()| Fits::default());
                all.add_digits(setting, words.apart.iter().copied());
                for system in candidates(setting) {
                    all.fits.push((system, setting.start.fit_words(system, words.of_system(system), 0)));
                }
                best.add_words(&record, setting);
                assert_eq!(best.system(), all.system(), "{body:?}");
                read += 1;
                joined += usize::from(words.joined.is_some());
                for system in candidates(setting) {
                    let by_itself: Vec<&str> = MainWords::new(&record, setting, system).collect();
                    assert_eq!(words.of_system(system), by_itself, "{body:?} in {system}");
                }
            }
        }
        assert!(read > 5000 && joined > 300, "{read} {joined}");
    }
}
