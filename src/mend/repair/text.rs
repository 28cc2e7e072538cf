//! Tries changes of the text around the plies: the result, one tag, a `...` that is missing or too much, what stands
//! after the end, the mark that a ply stood. They are few, so each is judged as a whole record.

use super::case::Case;
use super::change::{Change, Kind};
use super::pen::Fix;
use crate::codes::{AFTER_END, BAD_BREAK, BAD_MOVE, MISSING_PLY};
use crate::engine::{AnyGame, Claim, Fit, Part, PartKind, Setting, are_dots, meant_result, plies_of_words};
use crate::game::{Choice, GameInfo, Outcome, RuleSet, Side};
use crate::mend::confusions::Source;
use crate::mend::draft::{Edit, line_end, was};
use crate::mend::tags::{remove, set};
use crate::names::{is_near, same};
use crate::record::{Layout, MEANINGFUL, NUMERIC_RESULTS, Record, Tag, to_usize_range};
use crate::tags::rank;
use crate::within::offset_of;

/// A change that is to be judged.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) cost: u32,
    pub(super) change: Change,
    pub(super) edits: Vec<Edit>,
    /// The ply that is marked as standing beside the text, where comments cannot say it.
    pub(super) stands: Option<u32>,
    /// Whether the record claims nothing after it.
    pub(super) claims_nothing: bool,
    /// Whether it can mend only a record whose game has ended.
    pub(super) ends: bool,
    /// What the mistake comes from.
    pub(super) source: Source,
}

impl Trial {
    pub(super) fn new(change: Change, edits: Vec<Edit>) -> Trial {
        Trial { cost: 1, change, edits, stands: None, claims_nothing: false, ends: false, source: Source::Handwriting }
    }
}

/// A change of that kind, about no ply yet.
pub(super) fn change(kind: Kind, from: Option<&str>, to: Option<&str>, span: std::ops::Range<usize>) -> Change {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Change {
        kind,
        ply: None,
        tag: None,
        from: own(from),
        to: own(to),
        reading: None,
        joined: 0,
        in_variation: false,
        span,
    }
}

/// The claimed result becomes what the board proves.
pub(super) fn results(case: &Case<'_>, outcome: Outcome) -> Vec<Trial> {
    let (record, rules) = (case.record, &case.setting.rules);
    let proven = Claim::proven(outcome).name(&case.setting.rules);
    let tag = record.tag("Result");
    let word = case.line.result.clone();
    let in_style = |old: &str| proven.map(|proven| styled(old, proven, outcome, rules));
    let of_tag = |tag: &Tag, to: &str| Edit::new(to_usize_range(&tag.value), to);
    let tell = |old: &str| {
        let was = case.pen().was(old, true);
        (!was.is_empty()).then(|| tell_after(case, &was))
    };
    let mut trials = Vec::new();
    let mut add = |from: &str, to: &str, span, edits: Vec<Edit>, old: &str| {
        let edits = edits.into_iter().chain(tell(old)).collect();
        trials.push(Trial::new(change(Kind::Result, Some(from), Some(to), span), edits));
    };
    let tag_value = tag.map(|tag| (tag, record.value(tag).into_owned()));
    let word_text = word.map(|span| (record.slice(span.clone()).to_owned(), span));
    // A tag that agrees with the board stays: the last word is wrong.
    if let Some((tag, value)) = &tag_value
        && let Some(to) = in_style(value).filter(|to| !same(to, value))
    {
        let old = format!("Result \"{value}\"");
        add(value, &to, to_usize_range(&tag.value), vec![of_tag(tag, &to)], &old);
        if let Some((word, span)) = &word_text {
            let both = vec![of_tag(tag, &to), Edit::new(span.clone(), styled(word, &to, outcome, rules))];
            add(value, &to, to_usize_range(&tag.value), both, &old);
        }
    }
    if let Some((word, span)) = &word_text {
        if let Some(to) = in_style(word) {
            add(word, &to, span.clone(), vec![Edit::new(span.clone(), to.clone())], word);
        }
        // The tag and the last word claim different things, and the board proves neither.
        if let (None, Some((tag, value))) = (proven, &tag_value) {
            add(word, value, span.clone(), vec![Edit::new(span.clone(), value.clone())], word);
            let old = format!("Result \"{value}\"");
            add(value, word, to_usize_range(&tag.value), vec![of_tag(tag, word)], &old);
        }
    }
    trials
}

/// A result that no side of the game can have, such as `White` of Plus 4: what the board proves. A board that has not ended
/// proves none.
pub(super) fn unknown_results(case: &Case<'_>, outcome: Outcome) -> Vec<Trial> {
    let Some(tag) = case.record.tag("Result") else { return Vec::new() };
    let old = case.record.value(tag).into_owned();
    let was = case.pen().was(&format!("Result \"{old}\""), true);
    let trial = |to: &str| {
        let span = to_usize_range(&tag.value);
        let told = Some(tell_after(case, &was)).filter(|_| !was.is_empty());
        let edits = std::iter::once(Edit::new(span.clone(), to)).chain(told).collect();
        let trial = Trial::new(change(Kind::Result, Some(&old), Some(to), span), edits);
        Trial { claims_nothing: to == "*", ..trial }
    };
    let rules = &case.setting.rules;
    match Claim::proven(outcome).name(&case.setting.rules) {
        Some(proven) => vec![trial(&styled(&old, proven, outcome, rules))],
        None => vec![trial(meant_result(&old, case.record, rules).unwrap_or("*"))],
    }
}

/// Words at the end of the record that are no result, but mean one: `pareggio`, `1:0`.
pub(super) fn result_words(case: &Case<'_>) -> Option<Trial> {
    let parts = case.line.parts.get(case.stop..)?;
    let span = parts.first()?.span.start..parts.last()?.span.end;
    let old = case.record.slice(span.clone());
    if old.contains(['{', '(', '#']) || span.end < case.line.end {
        return None;
    }
    let to = meant_result(old, case.record, &case.setting.rules)?;
    let change = change(Kind::Result, Some(old), Some(to), span.clone());
    let was = case.pen().was(old, true);
    let told = (!was.is_empty()).then(|| Edit::insert(span.start, format!("{was} ")));
    Some(Trial::new(change, told.into_iter().chain([Edit::new(span, to)]).collect()))
}

/// A result as the record writes results: `1-0` stays a number.
fn styled(old: &str, proven: &str, outcome: Outcome, rules: &RuleSet) -> String {
    let is_numeric = old.starts_with(['0', '1']) && rules.sides.len() == 2;
    match outcome {
        Outcome::Win { winner: Side(0), .. } if is_numeric => NUMERIC_RESULTS[0].to_owned(),
        Outcome::Win { .. } if is_numeric => NUMERIC_RESULTS[1].to_owned(),
        Outcome::Draw { .. } if is_numeric => NUMERIC_RESULTS[2].to_owned(),
        _ => proven.to_owned(),
    }
}

/// The tags whose value is one number.
const NUMBERS: [&str; 3] = ["Target", "Pieces", "MoveLimit"];

/// How many options, and tags that stand twice, are left out one by one; no game has more.
const MOST_OPTIONS: usize = 64;

/// One tag: `Starts`, `Board`, `Variant`, an option left out or added, one of those at the places `faulty` mended or
/// left out. `tell`: where a comment may show the change.
pub(super) fn tags(
    record: &Record<'_>,
    game: &'static dyn AnyGame,
    setting: Option<&Setting>,
    faulty: impl Iterator<Item = usize>,
    tell: Option<usize>,
) -> Vec<Trial> {
    let info = game.info();
    let mut tags = TagTrials { record, tell, trials: Vec::new() };
    tags.starts(info, setting);
    tags.board(info, setting);
    let variants = || info.variants.iter().map(|choice| choice.name);
    tags.values("Variant", variants(), variants().next());
    tags.options(info);
    tags.second_ones();
    tags.faulty(faulty);
    tags.trials
}

/// Trials of one tag each.
struct TagTrials<'r> {
    record: &'r Record<'r>,
    tell: Option<usize>,
    trials: Vec<Trial>,
}

impl TagTrials<'_> {
    fn add(&mut self, name: &'static str, value: Option<&str>) {
        self.trials.push(tag_trial(self.record, name, value, self.tell));
    }

    /// Each of these values in place of the tag's own. `usual` is what holds without the tag.
    fn values<'v>(&mut self, name: &'static str, values: impl Iterator<Item = &'v str>, usual: Option<&str>) {
        let current = self.record.known(name);
        for value in values {
            match &current {
                Some(current) if same(current, value) => {}
                None if usual == Some(value) => {}
                Some(_) if usual == Some(value) => self.add(name, None),
                _ => self.add(name, Some(value)),
            }
        }
    }

    fn starts(&mut self, info: &GameInfo, setting: Option<&Setting>) {
        if info.any_side_begins {
            let sides = setting.map_or(info.sides, |setting| setting.rules.sides);
            let names = || sides.iter().map(|side| side.name);
            self.values("Starts", names(), names().next());
        } else if self.record.known("Starts").is_some() {
            self.add("Starts", None);
        }
    }

    fn board(&mut self, info: &GameInfo, setting: Option<&Setting>) {
        let usual = setting.map(|setting| setting.rules.default_board.to_string());
        self.values("Board", info.usual_boards.iter().copied(), usual.as_deref());
        let is_among_them = usual.is_some_and(|usual| info.usual_boards.contains(&usual.as_str()));
        if self.record.known("Board").is_some() && !is_among_them {
            self.add("Board", None);
        }
    }

    /// The options with a slip of the pen mended (`equaliser`), with each left out, and with each other one added.
    fn options(&mut self, info: &GameInfo) {
        let options = self.record.known("Options").unwrap_or_default().into_owned();
        let options: Vec<&str> = options.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let is_there = |choice: &Choice| options.iter().any(|name| same(name, choice.name));
        for (index, name) in options.iter().enumerate().take(MOST_OPTIONS) {
            let is_known = info.options.iter().any(|choice| same(name, choice.name));
            for choice in info.options.iter().filter(|choice| !is_known && is_near(name, choice.name)) {
                if !is_there(choice) {
                    let mut mended = options.clone();
                    mended[index] = choice.name;
                    self.add("Options", Some(&mended.join(",")));
                }
            }
        }
        for index in 0..options.len().min(MOST_OPTIONS) {
            let mut rest = options.clone();
            rest.remove(index);
            self.add("Options", Some(rest.join(",").as_str()).filter(|text| !text.is_empty()));
        }
        for choice in info.options.iter().filter(|choice| !is_there(choice)) {
            let more: Vec<&str> = options.iter().copied().chain([choice.name]).collect();
            self.add("Options", Some(&more.join(",")));
        }
    }

    /// Tags with a value that they cannot have: the number in it, `11` for `11 points`, or nothing.
    fn faulty(&mut self, places: impl Iterator<Item = usize>) {
        let record = self.record;
        for at in places {
            let Some(tag) = record.parts.tags.iter().find(|tag| to_usize_range(&tag.whole).contains(&at)) else {
                continue;
            };
            let name = rank(record.name(tag)).map(|rank| MEANINGFUL[rank]);
            // The others have trials of their own, or the game rests on them.
            let Some(name) = name.filter(|name| NUMBERS.contains(name)) else { continue };
            let value = record.value(tag);
            let mut numbers = value.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
            if let (Some(number), None) = (numbers.next(), numbers.next()) {
                self.add(name, Some(number));
            }
            self.add(name, None);
        }
    }

    /// A tag that stands twice, without the second one.
    fn second_ones(&mut self) {
        let record = self.record;
        let mut seen = vec![false; MEANINGFUL.len()];
        let mut left = MOST_OPTIONS;
        for tag in &record.parts.tags {
            let Some(index) = rank(record.name(tag)) else { continue };
            if std::mem::replace(&mut seen[index], true) && left > 0 {
                left -= 1;
                let (name, value) = (MEANINGFUL[index], record.value(tag));
                let mut removed = change(Kind::Tag, Some(&value), None, to_usize_range(&tag.whole));
                removed.tag = Some(name);
                let told = self.tell.map(|at| tell_at(record, at, &was(&format!("{name} \"{value}\""))));
                let edits = vec![remove(record, tag)].into_iter().chain(told);
                self.trials.push(Trial::new(removed, edits.collect()));
            }
        }
    }
}

/// A tag with another value, or without one.
pub(super) fn tag_trial(record: &Record<'_>, name: &'static str, value: Option<&str>, tell: Option<usize>) -> Trial {
    let old_value = record.tag(name).map(|tag| record.value(tag).into_owned());
    let (edit, span) = set(record, name, value);
    let mut change = change(Kind::Tag, old_value.as_deref(), value, span);
    change.tag = Some(name);
    let was = match &old_value {
        Some(old) => was(&format!("{name} \"{old}\"")),
        None => was(&format!("no {name}")),
    };
    let told = tell.map(|at| tell_at(record, at, &was));
    Trial::new(change, edit.into_iter().chain(told).collect())
}

/// Adds a comment after the line of a record.
fn tell_after(case: &Case<'_>, comment: &str) -> Edit {
    let is_empty = case.line.parts.is_empty() && case.line.result.is_none();
    if is_empty {
        tell_at(case.record, case.line.end, comment)
    } else {
        Edit::insert(case.line.end, format!(" {comment}"))
    }
}

/// Adds a comment before byte `at` of a record. Where nothing of the record follows, what follows is another record: the
/// comment then stands on a line of its own at the end of this one, below the blank line after its tags.
fn tell_at(record: &Record<'_>, at: usize, comment: &str) -> Edit {
    let text = record.text;
    if !text.get(at..).unwrap_or_default().trim_ascii().is_empty() {
        return Edit::insert(at, format!("{comment} "));
    }
    let (end, line) = (text.trim_ascii_end().len(), line_end(text));
    // A blank line ends the tags.
    let gap = if record.parts.tags.last().is_some_and(|tag| tag.whole.end as usize == end) { line } else { "" };
    let (end, before) = if text[end..].starts_with(line) { (end + line.len(), "") } else { (end, line) };
    Edit::insert(end, format!("{before}{gap}{comment}{line}"))
}

/// A `...` that lacks, or is too much, up to the first error, and other signs that give a ply to the wrong side.
pub(super) fn sides(case: &Case<'_>) -> Vec<Trial> {
    let (record, line) = (case.record, case.line);
    let mut trials: Vec<Trial> = signs(case).collect();
    if case.items.is_empty() || record.parts.layout == Layout::Line {
        return trials;
    }
    trials.extend(laid_out_anew(case));
    let pen = case.pen();
    let last = case.stop.min(line.parts.len() - 1);
    let comma = if case.system.info().commas { " " } else { ", " };
    let most = case.setting.rules.sides.len() - 1;
    let opens = |index: usize| index == 0 || line.parts[index - 1].kind == PartKind::Break;
    for index in 0..=last {
        let part = &line.parts[index];
        if part.kind == PartKind::Break || !(opens(index) || index + 1 >= last) {
            continue;
        }
        for count in 1..=if opens(index) { most } else { 1 } {
            let (at, ply) = (part.span.start, case.numbers[index]);
            let mut change = change(Kind::Side, None, Some("..."), at..at);
            change.ply = Some(ply);
            let mut dots = format!("...{comma}").repeat(count);
            // In `1. , e` the comma after it is there.
            if part.kind == PartKind::Missing && record.text[at..].starts_with(',') {
                dots.truncate(dots.len() - comma.len());
            }
            let mut edits = vec![Edit::insert(at, dots)];
            let was = pen.was("no ...", true);
            if !was.is_empty() && part.kind != PartKind::Missing {
                edits.push(Edit::insert(pen.ply_end(part), format!(" {was}")));
            }
            trials.push(Trial::new(change, edits));
        }
    }
    let mut index = 0;
    for dots in &line.dots {
        // Dots come in the order of their places, so each part is passed once.
        index += line.parts[index..].iter().take_while(|part| part.span.start < dots.start).count();
        if index > last {
            break;
        }
        let part = &line.parts[index];
        let text = record.text;
        let after = &text[dots.end..];
        let signs = after.len()
            - after.trim_start_matches([' ', '\t']).trim_start_matches(',').trim_start_matches([' ', '\t']).len();
        let mut change = change(Kind::Side, Some("..."), None, dots.clone());
        change.ply = Some(case.numbers[index]);
        let is_own = part.span == *dots;
        let next = if is_own { line.parts.get(index + 1) } else { Some(part) };
        let was = pen.was("...", true);
        let told = next.filter(|_| !was.is_empty()).map(|next| Edit::insert(pen.ply_end(next), format!(" {was}")));
        // The first sign of `2...` is the point of the number.
        let is_point = text[..dots.start].ends_with(|letter: char| letter.is_ascii_digit());
        let rest = if is_point { ". " } else { "" };
        let edits = std::iter::once(Edit::new(dots.start..dots.end + signs, rest)).chain(told).collect();
        trials.push(Trial::new(change, edits));
    }
    trials
}

/// Another number of `...` before the first ply of a manche, where the turns were numbered as if it were right: every ply
/// then stands in another place of its turn. `1. b, f; 2. a, e` becomes `1. ..., b; 2. f, a; 3. e`.
fn laid_out_anew<'c>(case: &'c Case<'_>) -> impl Iterator<Item = Trial> + 'c {
    let (parts, pen) = (&case.line.parts, case.pen());
    let last = case.stop.min(parts.len().saturating_sub(1));
    let is_part = |index: &usize| parts[*index].kind != PartKind::Break;
    let opens = move |index: &usize| *index == 0 || parts[*index - 1].kind == PartKind::Break;
    let openings = (0..=last).filter(is_part).filter(opens).filter(|_| case.line.is_numbered);
    openings.flat_map(move |index| {
        (0..case.setting.rules.sides.len()).filter_map(move |dots| {
            let (edit, now) = pen.lay_out(index, dots)?;
            let (from, to) = if dots > now { (None, Some("...")) } else { (Some("..."), None) };
            let mut change = change(Kind::Side, from, to, parts[index].span.clone());
            change.ply = Some(case.numbers[index]);
            Some(Trial::new(change, vec![edit]))
        })
    })
}

/// A comma that stands there twice, and a `;` instead of a comma: `2. d,, e` and `2. d; e`.
fn signs<'c>(case: &'c Case<'_>) -> impl Iterator<Item = Trial> + 'c {
    let (text, pen) = (case.record.text, case.pen());
    let missing = case.line.parts.iter().enumerate().take(case.stop + 1);
    missing.filter(|(_, part)| part.kind == PartKind::Missing).filter_map(move |(index, part)| {
        let next = case.line.parts.get(index + 1).filter(|next| next.kind != PartKind::Missing)?;
        let at = part.span.start;
        let (sign, to) = match text.as_bytes().get(at)? {
            b',' if text[..at].trim_end().ends_with(',') => (",", None),
            b';' => (";", Some(",")),
            _ => return None,
        };
        let mut change = change(Kind::Side, Some(sign), to, at..at + 1);
        change.ply = Some(case.numbers[index]);
        let was = pen.was(&format!("{}{sign}", if to.is_none() { "," } else { "" }), true);
        let told = Some(Edit::insert(pen.ply_end(next), format!(" {was}"))).filter(|_| !was.is_empty());
        let edit = Edit::new(at..at + 1, to.unwrap_or_default());
        Some(Trial::new(change, std::iter::once(edit).chain(told).collect()))
    })
}

/// A break `/` that is missing before a manche, or stands where none begins. `first`: the code of the first error.
pub(super) fn breaks(case: &Case<'_>, first: &str) -> Vec<Trial> {
    let (parts, pen) = (&case.line.parts, case.pen());
    // Where a manche ends within a turn, no ply of that turn is missing.
    let is_there = |index: &usize| parts[*index].kind != PartKind::Missing;
    let stop = (case.stop..parts.len()).find(is_there).filter(|_| first == BAD_BREAK.name);
    let Some((stop, part)) = stop.map(|stop| (stop, &parts[stop])) else { return Vec::new() };
    let (from, to, span) = match part.kind {
        PartKind::Break => (Some("/"), None, part.span.clone()),
        _ => (None, Some("/"), part.span.start..part.span.start),
    };
    let mut change = change(Kind::Side, from, to, span);
    change.ply = Some(case.numbers[case.stop]);
    let trial = |edits| Trial::new(change.clone(), edits);
    if to.is_some() {
        // Who begins the new manche is seen when the record is judged.
        let most = if case.line.is_numbered { case.setting.rules.sides.len() } else { 1 };
        return (0..most).map(|dots| trial(pen.with_break(stop, dots))).collect();
    }
    // Who has begun a later manche is not known here.
    let is_later = parts[..stop].iter().any(|part| part.kind == PartKind::Break);
    if is_later { Vec::new() } else { vec![trial(pen.without_break(stop, case.setting.rules.first.index()))] }
}

/// Commas that are missing throughout the record, in a game where blanks do not part plies: `1. 24 Pb4 11 Pa1`.
pub(super) fn commas(case: &Case<'_>) -> Option<Trial> {
    let (setting, record) = (case.setting, case.record);
    if !setting.info().commas_part_plies || record.parts.layout == Layout::Line {
        return None;
    }
    let reads = |text: &str| setting.start.fit_word(case.system, text) == Fit { good: 1, total: 1 };
    let mut edits = Vec::new();
    let mut first = None;
    for (index, part) in case.line.parts.iter().enumerate().filter(|(_, part)| part.kind == PartKind::Ply) {
        let token = record.slice(part.span.clone());
        if reads(token) {
            continue;
        }
        let plies: Vec<&str> = plies_of_words(token, setting.info(), case.system, reads).collect();
        if plies.len() < 2 || !plies.iter().all(|ply| reads(ply)) {
            return None;
        }
        let ends = plies.iter().rev().skip(1).rev().map(|ply| offset_of(ply, token) + ply.len());
        edits.extend(ends.map(|end| Edit::insert(part.span.start + end, ",")));
        first.get_or_insert((index, part, token, plies.join(", ")));
    }
    let (index, part, from, to) = first?;
    let mut change = change(Kind::Side, Some(from), Some(&to), part.span.clone());
    change.ply = Some(case.numbers[index]);
    let pen = case.pen();
    let was = pen.was("no comma", true);
    edits.extend((!was.is_empty()).then(|| Edit::insert(pen.ply_end(part), format!(" {was}"))));
    edits.sort_by_key(|edit| edit.span.start);
    Some(Trial::new(change, edits))
}

/// A turn number without its point, which is read as a ply: `8 e`. A number before no ply begins no turn.
pub(super) fn number(case: &Case<'_>) -> Option<Trial> {
    let part = case.line.parts.get(case.stop)?;
    let token = case.record.slice(part.span.clone());
    let next = case.line.parts.get(case.stop + 1).filter(|next| next.kind != PartKind::Break)?;
    if !case.line.is_numbered || token.parse().ok() != Some(case.due_turn()?) {
        return None;
    }
    let mut change = change(Kind::Misread, Some(token), Some(&format!("{token}.")), part.span.clone());
    change.ply = Some(case.numbers[case.stop]);
    let pen = case.pen();
    let told = Edit::insert(pen.ply_end(next), format!(" {}", pen.was(token, true)));
    Some(Trial::new(change, vec![Edit::insert(part.span.end, "."), told]))
}

/// A number that is missing before the first ply of a turn: `1. c, e c, c; 3. d, d`.
pub(super) fn new_turn(case: &Case<'_>) -> Option<Trial> {
    let part = case.line.parts.get(case.stop).filter(|part| part.kind == PartKind::Misplaced)?;
    if !case.line.is_numbered || part.span.is_empty() {
        return None;
    }
    let (pen, number) = (case.pen(), format!("{}.", case.due_turn()?));
    let mut change = change(Kind::Side, None, Some(&number), part.span.start..part.span.start);
    change.ply = Some(case.numbers[case.stop]);
    let was = pen.was(&format!("no {number}"), true);
    let told = (!was.is_empty()).then(|| Edit::insert(pen.ply_end(part), format!(" {was}")));
    let edits = std::iter::once(Edit::insert(part.span.start, format!("{number} "))).chain(told).collect();
    Some(Trial::new(change, edits))
}

/// Other dots for `...`: `…`, `..` or `. . .`.
pub(super) fn dots(case: &Case<'_>) -> Option<Trial> {
    let parts = case.line.parts.get(case.stop..)?;
    let is_dots = |part: &&Part| part.kind != PartKind::Missing && are_dots(case.record.slice(part.span.clone()));
    let count = parts.iter().take_while(is_dots).count();
    let span = parts.first()?.span.start..parts.get(count.checked_sub(1)?)?.span.end;
    if case.record.text[..span.start].ends_with(|before: char| before.is_ascii_digit()) {
        // With three dots after it a number would be that of a turn.
        return None;
    }
    let (old, pen) = (case.record.slice(span.clone()), case.pen());
    let mut change = change(Kind::Side, Some(old), Some("..."), span.clone());
    change.ply = Some(case.numbers[case.stop]);
    let was = pen.was(old, true);
    let next = parts.get(count).filter(|part| part.kind != PartKind::Break);
    let at = next.map_or(span.end, |next| pen.ply_end(next));
    let told = (!was.is_empty()).then(|| Edit::insert(at, format!(" {was}")));
    Some(Trial::new(change, std::iter::once(Edit::new(span, "...")).chain(told).collect()))
}

/// Cuts off text after the end of the game.
pub(super) fn cut(case: &Case<'_>) -> Option<Trial> {
    // After an end no ply is missing either.
    let ends = case.reach.code == Some(&MISSING_PLY);
    let begins = match case.reach.code {
        _ if ends => case.stop,
        Some(code) if code == &AFTER_END => case.stop,
        // Words that are no plies are no part of the game either.
        Some(code) if code == &BAD_MOVE && case.reach.outcome.is_end() && are_words(case) => case.stop,
        // The ply that was tried has ended the game (C-7, RJ-6).
        Some(_) if case.is_last_special => case.stop + 1,
        _ => return None,
    };
    if begins == 0 {
        return None;
    }
    let parts = case.line.parts.get(begins..)?;
    let words = parts.iter().filter(|part| matches!(part.kind, PartKind::Ply | PartKind::Misplaced));
    let from: Vec<&str> = words.map(|part| case.record.slice(part.span.clone())).collect();
    let span = parts.first()?.span.start..parts.last()?.span.end;
    let mut change = change(Kind::Cut, Some(&from.join(", ")), None, span);
    change.ply = Some(case.numbers[begins]);
    Some(Trial { ends, ..Trial::new(change, case.pen().edits(&Fix::Cut(begins), 0, true)) })
}

/// Whether the parts from the first error on are words, none of them a ply.
fn are_words(case: &Case<'_>) -> bool {
    let is_word = |part: &Part| part.kind != PartKind::Break && !holds_ply(case, case.record.slice(part.span.clone()));
    case.line.parts[case.stop..].iter().all(is_word)
}

/// Whether a word holds a ply, wherever that is on the board.
fn holds_ply(case: &Case<'_>, word: &str) -> bool {
    case.setting.start.fit_word(case.system, word).good > 0
}

/// Cuts off words after the result: `5. a White bella partita`. Plies, numbers and another result may be a part of the
/// game.
pub(super) fn cut_after_result(case: &Case<'_>) -> Option<Trial> {
    let result = case.line.result.clone().filter(|_| case.reach.is_whole())?;
    let text = case.record.text.get(result.end..)?;
    let words = text.trim();
    let is_remark = |word: &str| {
        let is_result = || Claim::read(word, &case.setting.rules).is_some();
        word.chars().all(|letter| letter.is_alphabetic() || letter == '\'') && !is_result() && !holds_ply(case, word)
    };
    if words.is_empty() || !words.split([',', '.', ';', '!', '?']).flat_map(str::split_whitespace).all(is_remark) {
        return None;
    }
    let start = result.end + text.len() - text.trim_start().len();
    let mut change = change(Kind::Cut, Some(words), None, start..start + words.len());
    change.ply = Some(case.error());
    let told = case.pen().was(&format!("{}, {words}", case.record.slice(result.clone())), true);
    let told = if told.is_empty() { told } else { format!(" {told}") };
    Some(Trial::new(change, vec![Edit::new(result.end..start + words.len(), told)]))
}

/// The illegal ply was played, and nobody objected.
pub(super) fn stood(case: &Case<'_>) -> Option<Trial> {
    let part = case.line.parts.get(case.stop).filter(|part| part.kind == PartKind::Ply && !part.stands)?;
    let token = case.record.slice(part.span.clone());
    let mut change = change(Kind::Stood, Some(token), Some(token), part.span.clone());
    change.ply = Some(case.numbers[case.stop]);
    let has_comments = case.pen().has_comments();
    let edits = if has_comments { case.pen().edits(&Fix::Stood(case.stop), 0, true) } else { Vec::new() };
    let stands = change.ply.filter(|_| !has_comments);
    Some(Trial { cost: 2, stands, ..Trial::new(change, edits) })
}

/// The tag `Stands` after a ply has come or gone: the numbers of the plies after it change. A ply that is left out, or joined
/// to the one before, has no number any more.
pub(super) fn moved_stands(case: &Case<'_>, fix: &Fix) -> Option<Edit> {
    let tag = case.record.tag("Stands")?;
    // The numbers that go, and by how much those after them change.
    let (gone, by) = match fix {
        Fix::Insert(index, _) => (case.numbers[*index]..case.numbers[*index], 1),
        Fix::Delete(index) => (case.numbers[*index]..case.numbers[*index] + 1, -1),
        Fix::Join(index, last, _) => {
            let (first, count) = (case.numbers[*index], (last - index) as u32);
            (first + 1..first + 1 + count, -(count as i32))
        }
        _ => return None,
    };
    let value = case.record.value(tag);
    let moved = value.split(',').map(str::trim).filter_map(|number| match number.parse::<u32>() {
        Ok(ply) if gone.contains(&ply) => None,
        Ok(ply) if ply >= gone.end => Some(ply.saturating_add_signed(by).to_string()),
        _ => Some(number.to_owned()),
    });
    let moved: Vec<String> = moved.collect();
    Some(if moved.is_empty() {
        remove(case.record, tag)
    } else {
        Edit::new(to_usize_range(&tag.value), moved.join(","))
    })
}

/// Whether a place of the record stands in its tag `Result`.
pub(super) fn is_of_result(record: &Record<'_>, at: usize) -> bool {
    record.tag("Result").is_some_and(|tag| to_usize_range(&tag.whole).contains(&at))
}
