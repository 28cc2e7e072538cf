//! The fields of a record that an expression may ask for: facts by their names, and tags.

use std::ops::Range;

use super::fault::Fault;
use crate::names::same_tag;
use crate::record::looks::is_tag_name;
use crate::tags;

/// What an expression asks of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// The value of a tag.
    Tag(String),
    /// The points of a side, by the name of the side.
    Points(&'static str),
    /// Anything else.
    Fact(Fact),
}

/// A fact about a record that is not one of its tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table FACTS describes each")]
pub enum Fact {
    Game,
    Variant,
    Option,
    Board,
    Notation,
    Format,
    Encoding,
    Starts,
    Plies,
    Turns,
    Valid,
    Claimed,
    Outcome,
    Winner,
    Reason,
    Opening,
    Errors,
    Warnings,
    File,
    Record,
    Line,
    Bytes,
    Player,
    WonBy,
    Comment,
}

/// The description of a fact.
#[derive(Debug)]
pub struct FactInfo {
    /// The fact.
    pub fact: Fact,
    /// Its name in expressions.
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// What must be done to know it.
    pub needs: Needs,
}

/// What a record needs before an expression can be decided. Nothing else is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// The rules that the tags ask for.
    pub rules: bool,
    /// The verdict of a replay.
    pub verdict: bool,
    /// More of the replay than the verdict: the sides to move, the claimed result, the points.
    pub course: bool,
    /// Some positions of the replay: those at which a search looks.
    pub positions: bool,
    /// Every ply of the replay.
    pub steps: bool,
    /// The numbers of the record, which are known only when all parts before are.
    pub number: bool,
}

impl Needs {
    const NOTHING: Needs =
        Needs { rules: false, verdict: false, course: false, positions: false, steps: false, number: false };
    const RULES: Needs = Needs { rules: true, ..Needs::NOTHING };
    const VERDICT: Needs = Needs { verdict: true, ..Needs::RULES };
    const COURSE: Needs = Needs { course: true, ..Needs::VERDICT };
    /// What `reaches` needs.
    pub(super) const POSITIONS: Needs = Needs { positions: true, ..Needs::VERDICT };
    /// What `plays` needs.
    pub(super) const STEPS: Needs = Needs { steps: true, ..Needs::COURSE };
    pub(super) const NUMBER: Needs = Needs { number: true, ..Needs::NOTHING };

    /// What either of the two needs.
    pub fn and(self, other: Needs) -> Needs {
        Needs {
            rules: self.rules || other.rules,
            verdict: self.verdict || other.verdict,
            course: self.course || other.course,
            positions: self.positions || other.positions,
            steps: self.steps || other.steps,
            number: self.number || other.number,
        }
    }
}

const fn fact(fact: Fact, name: &'static str, needs: Needs, about: &'static str) -> FactInfo {
    FactInfo { fact, name, about, needs }
}

/// Every fact, but for the points of the sides.
pub static FACTS: &[FactInfo] = &[
    fact(Fact::Game, "game", Needs::RULES, "the game, by its id (`scoresheet games` lists them)"),
    fact(Fact::Variant, "variant", Needs::RULES, "the variant, standard where no tag names one"),
    fact(Fact::Option, "option", Needs::RULES, "the options; a comparison is true if it is true of one of them"),
    fact(Fact::Board, "board", Needs::RULES, "the size of the board, 7x6"),
    fact(Fact::Notation, "notation", Needs::VERDICT, "the notation system, named or found"),
    fact(Fact::Format, "format", Needs::NOTHING, "the format of the file: transcript, csv, sgf"),
    fact(Fact::Encoding, "encoding", Needs::NOTHING, "the encoding of the file, mostly UTF-8"),
    fact(Fact::Starts, "starts", Needs::RULES, "the side that begins"),
    fact(Fact::Plies, "plies", Needs::VERDICT, "how many plies of the main line were carried out"),
    fact(Fact::Turns, "turns", Needs::COURSE, "how many turns were begun"),
    fact(Fact::Valid, "valid", Needs::VERDICT, "whether the record has no error"),
    fact(
        Fact::Claimed,
        "claimed",
        Needs::COURSE,
        "the result that the record claims: a side or draw; `*` claims nothing",
    ),
    fact(Fact::Outcome, "outcome", Needs::VERDICT, "what the board proves: win, draw or unfinished"),
    fact(Fact::Winner, "winner", Needs::VERDICT, "the side that has won on the board"),
    fact(Fact::Reason, "reason", Needs::VERDICT, "how the game has ended on the board: line, board-full, illegal"),
    fact(Fact::Opening, "opening", Needs::COURSE, "the name of the opening, in games that name openings"),
    fact(Fact::Errors, "errors", Needs::VERDICT, "how many errors there are"),
    fact(Fact::Warnings, "warnings", Needs::VERDICT, "how many warnings there are"),
    fact(Fact::File, "file", Needs::NOTHING, "the name of the file, as the call gives it"),
    fact(Fact::Record, "record", Needs::NUMBER, "the number of the record in its file, from 1"),
    fact(Fact::Line, "line", Needs::NOTHING, "the line on which the record begins, from 1"),
    fact(Fact::Bytes, "bytes", Needs::NOTHING, "how many bytes the record has, without the blank line after it"),
    fact(Fact::Player, "player", Needs::NOTHING, "the name of a player of any side"),
    fact(Fact::WonBy, "wonby", Needs::COURSE, "the name of the player who has won: as claimed, else as proven"),
    fact(Fact::Comment, "comment", Needs::NOTHING, "the text of any comment"),
];

/// What stands before the name of a tag that has the name of a fact.
const TAG: &str = "tag:";

/// What stands before the name of a side.
const POINTS: &str = "points.";

impl Field {
    /// The field that was probably meant, if this is a tag that nobody knows.
    pub fn meant(&self) -> Option<&'static str> {
        match self {
            Field::Tag(name) => meant(name),
            _ => None,
        }
    }

    /// The field of that name; `start` is where the name stands in the expression.
    ///
    /// # Errors
    /// Says why no field has that name.
    pub fn named(name: &str, start: usize) -> Result<Field, Fault> {
        let span = start..start + name.len();
        if let Some(tag) = name.strip_prefix(TAG) {
            return Field::tag(tag, start + TAG.len()..span.end);
        }
        if let Some(side) = strip_prefix(name, POINTS) {
            let known = || tags::sides().iter().copied();
            let found = known().find(|known| same_tag(known, side)).map(Field::Points);
            return found.ok_or_else(|| {
                let names: Vec<_> = known().collect();
                Fault::of_value(
                    start + POINTS.len()..span.end,
                    format!("expected a side after `{POINTS}`: {}", names.join(", ")),
                )
                .nearest(side, known())
            });
        }
        match FACTS.iter().find(|known| same_tag(known.name, name)) {
            Some(known) => Ok(Field::Fact(known.fact)),
            None => Field::tag(name, span),
        }
    }

    fn tag(name: &str, span: Range<usize>) -> Result<Field, Fault> {
        if is_tag_name(name) {
            return Ok(Field::Tag(name.to_owned()));
        }
        let found = if name.is_empty() { "nothing".to_owned() } else { format!("`{name}`") };
        Err(Fault::new(span, format!("expected the name of a field, found {found}"))
            .help("a field is a fact, such as plies, or a tag, whose name has only letters, digits, `_` and `-`")
            .nearest(name, names()))
    }

    /// What must be done to know it.
    pub fn needs(&self) -> Needs {
        match self {
            Field::Tag(_) => Needs::NOTHING,
            Field::Points(_) => Needs::COURSE,
            Field::Fact(fact) => fact.info().needs,
        }
    }

    /// Whether all its values are numbers.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Field::Tag(_) => false,
            Field::Points(_) => true,
            Field::Fact(fact) => matches!(
                fact,
                Fact::Plies | Fact::Turns | Fact::Errors | Fact::Warnings | Fact::Record | Fact::Line | Fact::Bytes
            ),
        }
    }

    /// Whether its values are dates, so that four digits are a year.
    pub(super) fn is_date(&self) -> bool {
        let Field::Tag(name) = self else { return false };
        name.len() >= 4 && name.get(name.len() - 4..).is_some_and(|end| same_tag(end, "Date"))
    }
}

/// The rest of `text` after `prefix`, whatever its capitals.
fn strip_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    text.get(..prefix.len()).filter(|start| same_tag(start, prefix)).map(|_| &text[prefix.len()..])
}

impl Fact {
    fn info(self) -> &'static FactInfo {
        // `every_fact_stands_in_its_place` holds the table to the order of the facts.
        &FACTS[self as usize]
    }
}

/// The names of all facts and known tags.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FACTS.iter().map(|fact| fact.name).chain(tags::names())
}

/// The field that was probably meant by the name of a tag that nobody knows.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    if tags::known(name).is_some() {
        return None;
    }
    // What other programs call the number of plies.
    if ["moves", "length"].iter().any(|other| same_tag(other, name)) {
        return Some("plies");
    }
    super::fault::nearest(name, names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_stands_in_its_place() {
        for (place, fact) in FACTS.iter().enumerate() {
            assert_eq!(fact.fact as usize, place, "{}", fact.name);
        }
    }

    #[test]
    fn fields_are_found_by_their_names() {
        let named = |name: &str| Field::named(name, 0);
        assert_eq!(named("Plies"), Ok(Field::Fact(Fact::Plies)));
        assert_eq!(named("tag:game"), Ok(Field::Tag("game".to_owned())));
        assert_eq!(named("points.white"), Ok(Field::Points("White")));
        assert_eq!(named("Elo_2"), Ok(Field::Tag("Elo_2".to_owned())));
        let fault = named("points.Wite").expect_err("no side");
        assert_eq!((fault.span, fault.help.as_deref()), (7..11, Some("did you mean `White`?")));
        assert_eq!(named("Event-B"), Ok(Field::Tag("Event-B".to_owned())));
        assert_eq!(named("a+b").expect_err("no field").span, 0..3);
        assert_eq!(named("tag:").expect_err("no field").span, 4..4);
    }

    #[test]
    fn tags_alone_need_nothing() {
        let needs = |name: &str| Field::named(name, 0).expect(name).needs();
        assert_eq!([needs("White"), needs("player"), needs("comment")], [Needs::default(); 3]);
        assert!(needs("game").rules && !needs("game").verdict && needs("plies").verdict && !needs("plies").course);
    }
}
