//! Decides expressions about records, and gives the values of fields. It replays a record at most once, at the first
//! question that needs a replay.

use std::sync::Arc;

use super::answer::Answer;
use super::expression::{Expression, Node, Test};
use super::field::{Fact, Field, Needs};
use super::item::{Item, accepts};
use super::opening::{Opening, Readings};
use super::rest::Decision;
use super::watch::Watch;
use crate::board::{SideInfo, Size};
use crate::check::Checker;
use crate::codes::UNKNOWN_GAME;
use crate::diagnostic::{CodeCounts, Severity};
use crate::engine::{Claim, Setting, Verdict};
use crate::formats::Format;
use crate::game::{GameInfo, Outcome, Pairing, Side, party, side_at_start};
use crate::game_key::{Key, KeyMaker, Sameness};
use crate::record::{Layout, Record, TokenKind};
use crate::tags;

/// The questions to ask about every record.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// The expression; without one every record matches.
    pub expression: Option<Expression>,
    /// The fields whose values the caller wants too.
    pub fields: Vec<Field>,
    /// Which games have the same key; `None`: no keys are wanted.
    pub keys: Option<Sameness>,
}

impl Questions {
    fn needs(&self) -> Needs {
        let asked = self.expression.as_ref().map(Expression::needs).unwrap_or_default();
        let steps = if self.keys.is_some() { Needs::STEPS } else { Needs::default() };
        self.fields.iter().fold(asked.and(steps), |needs, field| needs.and(field.needs()))
    }
}

/// A record to evaluate.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'r> {
    /// The record.
    pub record: &'r Record<'r>,
    /// The name of its file.
    pub file: &'r str,
    /// The format of its file.
    pub format: Format,
    /// How many bytes it has, without the blank line after it.
    pub bytes: u64,
}

/// Asks records one after the other.
#[derive(Debug)]
pub struct Evaluator<'q> {
    questions: &'q Questions,
    /// Per pattern: the records that reach it, if an index knows.
    answers: &'q [Option<Arc<Answer>>],
    openings: &'q [Opening],
    needs: Needs,
    watch: Watch<'q>,
    readings: Readings,
    codes: CodeCounts,
    /// The rules of the record at hand, once they are known.
    rules: Option<Rules>,
    judged: Option<Judged>,
    board: (Option<Size>, String),
}

/// What the tags of a record mean.
#[derive(Debug, Clone, Default)]
struct Rules {
    game: Option<&'static GameInfo>,
    setting: Option<Set>,
}

#[derive(Debug, Clone)]
struct Set {
    variant: &'static str,
    options: Vec<&'static str>,
    board: Size,
    starts: &'static str,
    sides: &'static [SideInfo],
    pairing: Option<Pairing>,
}

/// The result of a replay.
#[derive(Debug, Clone, Copy)]
struct Judged {
    verdict: Verdict,
    notation: Option<&'static str>,
    claimed: Option<&'static str>,
    winner: Option<&'static str>,
    opening: Option<&'static str>,
    key: Option<Key>,
}

impl<'q> Evaluator<'q> {
    /// Asks `questions`.
    pub fn new(questions: &'q Questions) -> Evaluator<'q> {
        let needs = questions.needs();
        let (patterns, answers, openings) = match &questions.expression {
            Some(expression) => (&expression.patterns[..], &expression.answers[..], &expression.openings[..]),
            None => (&[][..], &[][..], &[][..]),
        };
        // If all answers are known, nothing is looked for.
        let patterns = if needs.positions { patterns } else { &[] };
        let keys = questions.keys.map(KeyMaker::new);
        Evaluator {
            questions,
            answers,
            openings,
            needs,
            watch: Watch::new(patterns, needs, keys),
            readings: Readings::default(),
            codes: CodeCounts::default(),
            rules: None,
            judged: None,
            board: (None, String::new()),
        }
    }

    /// Begins with another record.
    pub fn begin(&mut self) {
        self.rules = None;
        self.judged = None;
    }

    /// Whether the expression is true of the record.
    pub fn decide(&mut self, subject: &Subject<'_>, checker: &mut Checker) -> Decision {
        match &self.questions.expression {
            Some(expression) => self.node(&expression.root, subject, checker),
            None => Decision::Known(true),
        }
    }

    fn node(&mut self, node: &'q Node, subject: &Subject<'_>, checker: &mut Checker) -> Decision {
        match node {
            Node::Or(nodes) => Decision::of_all(true, nodes.iter().map(|node| self.node(node, subject, checker))),
            Node::And(nodes) => Decision::of_all(false, nodes.iter().map(|node| self.node(node, subject, checker))),
            Node::Not(node) => self.node(node, subject, checker).negated(),
            Node::Test(test) => {
                let answer = match &**test {
                    Test::Compare(field, ..) | Test::In(field, _) | Test::Matches(field, _) | Test::Is(field) => {
                        if field.needs().number {
                            return Decision::of_number(test);
                        }
                        self.any(field, subject, checker, &mut |item| accepts(test, item))
                    }
                    Test::Has(code) => {
                        self.judge(subject, checker);
                        self.codes.has(code)
                    }
                    Test::Reaches(pattern) => {
                        if let Some(Some(answer)) = self.answers.get(*pattern) {
                            return Decision::of_answer(answer);
                        }
                        self.judge(subject, checker);
                        self.watch.has_reached(*pattern)
                    }
                    Test::Plays(opening) => {
                        self.judge(subject, checker);
                        self.watch.following.has(*opening)
                    }
                };
                Decision::Known(answer)
            }
        }
    }

    /// Whether it has looked for the plies of the record and found that its game is not known.
    pub(crate) fn lacks_game(&self) -> bool {
        self.judged.is_some() && self.codes.has(&UNKNOWN_GAME)
    }

    /// The key of the game, if it is valid and has a ply: two games with the same key are the same.
    pub(crate) fn key(&mut self, subject: &Subject<'_>, checker: &mut Checker) -> Option<Key> {
        self.judge(subject, checker).key
    }

    /// The value of a field, several with commas between; `None` if it has none. Not for the number of the record.
    pub fn value(&mut self, field: &Field, subject: &Subject<'_>, checker: &mut Checker) -> Option<String> {
        let mut found: Option<String> = None;
        self.any(field, subject, checker, &mut |item| {
            item.with_text(|text| match &mut found {
                Some(found) => found.extend([",", text]),
                None => found = Some(text.to_owned()),
            });
            false
        });
        found.filter(|text| !text.is_empty())
    }

    /// Whether `each` holds for a value of the field; it stops at the first.
    fn any(
        &mut self,
        field: &Field,
        subject: &Subject<'_>,
        checker: &mut Checker,
        each: &mut dyn FnMut(Item<'_>) -> bool,
    ) -> bool {
        let record = subject.record;
        let fact = match field {
            Field::Tag(name) => return record.known(name).is_some_and(|value| each(Item::Text(&value))),
            Field::Points(side) => {
                self.judge(subject, checker);
                let Some(set) = self.rules(record, checker).setting.as_ref() else { return false };
                let place = set.sides.iter().position(|known| known.name == *side);
                let points = place.and_then(|place| self.watch.points.get(place));
                return points.is_some_and(|points| each(Item::Number((*points).into())));
            }
            Field::Fact(fact) => *fact,
        };
        match fact {
            Fact::Game => self.rules(record, checker).game.is_some_and(|info| each(Item::Game(info))),
            Fact::Variant | Fact::Option | Fact::Board | Fact::Starts => self.of_rules(fact, record, checker, each),
            Fact::Format => each(Item::Name(subject.format.name())),
            Fact::Encoding => each(Item::Name(record.parts.foreign.encoding.unwrap_or("UTF-8"))),
            Fact::File => each(Item::Text(subject.file)),
            Fact::Record => each(Item::Number(record.place.number)),
            Fact::Line => each(Item::Number(record.place.line)),
            Fact::Bytes => each(Item::Number(subject.bytes)),
            Fact::Player => {
                tags::sides().iter().any(|side| record.known(side).is_some_and(|name| each(Item::Text(&name))))
            }
            Fact::Comment => comments(record, each),
            Fact::WonBy => self.won_by(subject, checker, each),
            Fact::Claimed => self.claimed(subject, checker, each),
            Fact::Notation
            | Fact::Plies
            | Fact::Turns
            | Fact::Valid
            | Fact::Outcome
            | Fact::Winner
            | Fact::Reason
            | Fact::Opening
            | Fact::Errors
            | Fact::Warnings => {
                let judged = self.judge(subject, checker);
                self.of_replay(fact, judged).is_some_and(each)
            }
        }
    }

    fn of_rules(
        &mut self,
        fact: Fact,
        record: &Record<'_>,
        checker: &mut Checker,
        each: &mut dyn FnMut(Item<'_>) -> bool,
    ) -> bool {
        self.rules(record, checker);
        let (known, text) = &mut self.board;
        let Some(set) = self.rules.as_ref().and_then(|rules| rules.setting.as_ref()) else { return false };
        match fact {
            Fact::Variant => each(Item::Name(set.variant)),
            Fact::Option => set.options.iter().any(|name| each(Item::Name(name))),
            Fact::Starts => each(Item::Name(set.starts)),
            _ => {
                if *known != Some(set.board) {
                    (*known, *text) = (Some(set.board), set.board.to_string());
                }
                each(Item::Name(text))
            }
        }
    }

    /// The result that the record claims: by the rules of its game, or as it is written where they are not known.
    fn claimed(
        &mut self,
        subject: &Subject<'_>,
        checker: &mut Checker,
        each: &mut dyn FnMut(Item<'_>) -> bool,
    ) -> bool {
        if let Some(name) = self.judge(subject, checker).claimed {
            return each(Item::Party(name));
        }
        let is_ruled = self.rules(subject.record, checker).setting.is_some();
        let written = subject.record.known("Result").filter(|result| !is_ruled && !matches!(result.trim(), "" | "*"));
        written.is_some_and(|result| each(Item::Party(result.trim())))
    }

    fn of_replay(&self, fact: Fact, judged: Judged) -> Option<Item<'static>> {
        let outcome = judged.verdict.outcome;
        Some(match fact {
            Fact::Notation => Item::Name(judged.notation?),
            Fact::Plies => Item::Number(judged.verdict.plies.into()),
            Fact::Turns => Item::Number(self.watch.turns.count().into()),
            Fact::Valid => Item::Truth(judged.verdict.valid),
            Fact::Outcome => Item::Name(outcome.kind()),
            Fact::Winner => Item::Party(judged.winner?),
            Fact::Reason => Item::Name(outcome.ending()?.code),
            Fact::Opening => Item::Name(judged.opening?),
            Fact::Errors => Item::Number(self.codes.of(Severity::Error)),
            Fact::Warnings => Item::Number(self.codes.of(Severity::Warning)),
            _ => return None,
        })
    }

    /// The players who have won: those of the side that the record claims, or else of the side that the board proves.
    fn won_by(&mut self, subject: &Subject<'_>, checker: &mut Checker, each: &mut dyn FnMut(Item<'_>) -> bool) -> bool {
        let judged = self.judge(subject, checker);
        let swapped = self.watch.swapped;
        let Some(set) = self.rules(subject.record, checker).setting.as_ref() else { return false };
        let Claim::Win(winner) = Claim::result(judged.verdict.claim(), judged.verdict.outcome) else { return false };
        let party = |side: Side| party(set.pairing.as_ref(), side);
        let won = (0..set.sides.len() as u8).map(Side).filter(|side| party(*side) == party(winner));
        let has_swapped = swapped && set.sides.len() == 2;
        won.map(|side| side_at_start(side, has_swapped))
            .any(|side| subject.record.known(set.sides[side.index()].name).is_some_and(|name| each(Item::Text(&name))))
    }

    /// The rules of the record.
    fn rules(&mut self, record: &Record<'_>, checker: &mut Checker) -> &Rules {
        self.rules.get_or_insert_with(|| {
            if record.parts.layout == Layout::Unread {
                return Rules::default();
            }
            let (game, setting) = checker.rules(record);
            Rules { game: game.map(|game| game.info()), setting: setting.map(Set::of) }
        })
    }

    /// Replays the record, if that has not been done.
    fn judge(&mut self, subject: &Subject<'_>, checker: &mut Checker) -> Judged {
        if let Some(judged) = self.judged {
            return judged;
        }
        let record = subject.record;
        self.watch.clear();
        if !self.openings.is_empty() {
            let readings = match checker.setting(record).filter(|setting| setting.rules.playable) {
                Some(setting) => self.readings.of(self.openings, setting),
                None => Default::default(),
            };
            self.watch.following.start(readings);
        }
        self.codes.clear();
        let visitor = (self.needs.course || self.needs.positions).then_some(&mut self.watch as _);
        let found = checker.check(record, &mut self.codes, visitor);
        let name = |setting: &Setting, side: Side| setting.winner(side);
        let winner = match found.verdict.outcome {
            Outcome::Win { winner, .. } => found.setting.map(|setting| name(setting, winner)),
            _ => None,
        };
        let claimed = found.claimed();
        let setting = found.setting;
        let opening = setting.and_then(|setting| setting.game.opening(&setting.rules, self.watch.squares()));
        let keys = self.watch.keys.as_ref().filter(|keys| found.verdict.valid && keys.plies() > 0);
        let key = keys.and_then(|keys| setting.map(|setting| keys.key(setting)));
        let notation = found.system.map(crate::system::System::name);
        let judged = Judged { verdict: found.verdict, notation, claimed, winner, opening, key };
        self.judged = Some(judged);
        judged
    }
}

impl Set {
    fn of(setting: &Setting) -> Set {
        let rules = &setting.rules;
        Set {
            variant: rules.variant,
            options: rules.options.clone(),
            board: rules.board,
            starts: setting.name(rules.first),
            sides: rules.sides,
            pairing: rules.pairing,
        }
    }
}

/// Whether `each` is true of the text of a comment, without its signs.
fn comments(record: &Record<'_>, each: &mut dyn FnMut(Item<'_>) -> bool) -> bool {
    let header = record.parts.header.iter().copied();
    let mut end = record.parts.body;
    for token in header.chain(record.tokens()) {
        let text = record.token(&token);
        let text = match token.kind {
            TokenKind::Comment { .. } => {
                let text = text.strip_prefix('{').unwrap_or(text);
                text.strip_suffix('}').unwrap_or(text)
            }
            TokenKind::LineComment => text.get(1..).unwrap_or_default(),
            _ => {
                end = token.end as usize;
                continue;
            }
        };
        if each(Item::Text(text.trim())) {
            return true;
        }
    }
    // What stands after the game on a line of a list is a comment too.
    record.parts.layout == Layout::Line && each(Item::Text(record.text.get(end..).unwrap_or_default().trim()))
}
