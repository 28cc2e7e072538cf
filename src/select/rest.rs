//! What is undecided about an expression while the number of the record is not known.
//!
//! Files are read in parts on several threads, and the number of a record is known only when all parts before it are.
//! So a thread decides everything else, and the thread that puts the parts together decides the rest.

use std::sync::Arc;

use super::answer::Answer;
use super::expression::Test;
use super::item::{Item, accepts};

/// The numbers of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// Its number in its file, from 1.
    pub in_file: u64,
    /// How many records stand before it in all files.
    pub before: u64,
}

impl Numbers {
    /// The numbers of a record if it is in the only file, or if no other file matters: only an expression with
    /// [answers](super::Expression::answered) needs to know how many records the files before have.
    pub fn of_only_file(number: u64) -> Numbers {
        Numbers { in_file: number, before: number.saturating_sub(1) }
    }
}

/// What is known of an expression's answer for a record.
#[derive(Debug, Clone)]
pub enum Decision {
    /// The answer.
    Known(bool),
    /// It depends on the numbers of the record.
    Open(Rest),
}

/// The part of an expression that depends on the numbers of the record.
#[derive(Debug, Clone)]
pub struct Rest(Part);

#[derive(Debug, Clone)]
enum Part {
    Or(Vec<Part>),
    And(Vec<Part>),
    Not(Box<Part>),
    Test(Arc<Test>),
    Answer(Arc<Answer>),
}

impl Decision {
    /// The answer, once the numbers of the record are known.
    pub fn with(&self, numbers: Numbers) -> bool {
        match self {
            Decision::Known(answer) => *answer,
            Decision::Open(Rest(part)) => part.decide(numbers),
        }
    }

    pub(super) fn of_answer(answer: &Arc<Answer>) -> Decision {
        Decision::Open(Rest(Part::Answer(answer.clone())))
    }

    pub(super) fn of_number(test: &Arc<Test>) -> Decision {
        Decision::Open(Rest(Part::Test(test.clone())))
    }

    pub(super) fn negated(self) -> Decision {
        match self {
            Decision::Known(answer) => Decision::Known(!answer),
            Decision::Open(Rest(part)) => Decision::Open(Rest(Part::Not(Box::new(part)))),
        }
    }

    /// Combines several questions: whether all are true, or with `any` whether one is. It stops at the first question
    /// that decides.
    pub(super) fn of_all(any: bool, questions: impl Iterator<Item = Decision>) -> Decision {
        let mut open = Vec::new();
        for question in questions {
            match question {
                Decision::Known(answer) if answer == any => return Decision::Known(any),
                Decision::Known(_) => {}
                Decision::Open(Rest(part)) => open.push(part),
            }
        }
        if open.is_empty() {
            return Decision::Known(!any);
        }
        Decision::Open(Rest(if any { Part::Or(open) } else { Part::And(open) }))
    }
}

impl Part {
    fn decide(&self, numbers: Numbers) -> bool {
        match self {
            Part::Or(parts) => parts.iter().any(|part| part.decide(numbers)),
            Part::And(parts) => parts.iter().all(|part| part.decide(numbers)),
            Part::Not(part) => !part.decide(numbers),
            Part::Test(test) => accepts(test, Item::Number(numbers.in_file)),
            Part::Answer(answer) => answer.is_true(numbers.before),
        }
    }
}
