//! Expressions: what they are; `parser` reads them from text.

mod parser;

use std::sync::Arc;

use regex::Regex;

use super::answer::Answer;
use super::field::{Field, Needs};
use super::opening::Opening;
use super::pattern::Pattern;
use super::value::{Order, Value};
use crate::diagnostic::Code;

/// The grammar of expressions.
pub static GRAMMAR: &str = include_str!("../../../grammar/select.ebnf");

/// A question about a record, which is true or false.
#[derive(Debug, Clone)]
pub struct Expression {
    pub(super) root: Node,
    /// The positions that it asks for; [`Test::Reaches`] holds their places here.
    pub(super) patterns: Vec<Pattern>,
    /// Per position: the records that reach it, if an index knows.
    pub(super) answers: Vec<Option<Arc<Answer>>>,
    /// The openings that it asks for; [`Test::Plays`] holds their places here.
    pub(super) openings: Vec<Opening>,
    needs: Needs,
    /// What is most likely not meant, in sentences.
    doubts: Vec<String>,
    /// Which values no record has, in sentences.
    misfits: Vec<String>,
}

#[derive(Debug, Clone)]
pub(super) enum Node {
    Or(Vec<Node>),
    And(Vec<Node>),
    Not(Box<Node>),
    Test(Arc<Test>),
}

/// A test of one thing.
#[derive(Debug)]
pub(super) enum Test {
    /// Whether one of the field's values compares so with the value.
    Compare(Field, Order, Value),
    /// Whether one of the field's values is one of these.
    In(Field, Vec<Value>),
    /// Whether the regular expression is found in one of the field's values.
    Matches(Field, Regex),
    /// Whether it is there and not empty, or true.
    Is(Field),
    /// Whether a diagnostic of that code is reported.
    Has(&'static Code),
    Reaches(usize),
    Plays(usize),
}

impl Node {
    /// What its tests need. `answers` are known beforehand.
    fn needs(&self, answers: &[Option<Arc<Answer>>]) -> Needs {
        match self {
            Node::Or(nodes) | Node::And(nodes) => {
                nodes.iter().fold(Needs::default(), |needs, node| needs.and(node.needs(answers)))
            }
            Node::Not(node) => node.needs(answers),
            Node::Test(test) => test.needs(answers),
        }
    }

    fn of(test: Test) -> Node {
        Node::Test(Arc::new(test))
    }
}

impl Test {
    fn needs(&self, answers: &[Option<Arc<Answer>>]) -> Needs {
        match self {
            Test::Compare(field, ..) | Test::In(field, _) | Test::Matches(field, _) | Test::Is(field) => field.needs(),
            Test::Has(_) => Needs { rules: true, verdict: true, ..Needs::default() },
            Test::Reaches(pattern) => match answers.get(*pattern) {
                Some(Some(_)) => Needs::NUMBER,
                _ => Needs::POSITIONS,
            },
            Test::Plays(_) => Needs::STEPS,
        }
    }
}

impl Expression {
    /// The positions that it asks for.
    pub fn positions(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Sets which records reach each of its [positions](Expression::positions), so that no replay is needed; `None`
    /// leaves a position to the replay.
    pub fn answered(mut self, answers: impl IntoIterator<Item = Option<Answer>>) -> Expression {
        self.answers = answers.into_iter().map(|answer| answer.map(Arc::new)).collect();
        self.needs = self.root.needs(&self.answers);
        self
    }

    /// What must be done with a record before the expression can be decided.
    pub fn needs(&self) -> Needs {
        self.needs
    }

    /// Its doubtful parts, a sentence each: for instance a name that nobody knows, which is read as a tag.
    pub fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// The values that no record can have, a sentence each: `variant = klingon` is true of none, `not variant = klingon` of
    /// all.
    pub fn misfits(&self) -> &[String] {
        &self.misfits
    }
}
