//! Chooses records: expressions, and whether they are true of a record.
//!
//! - `words` cuts an expression into pieces, [`Expression`] is their meaning, [`Fault`] what is wrong with them;
//! - [`Field`] is a thing to ask about, `value` compares values, `date` reads dates, `item` is one value of a field;
//! - `pattern` is a position to look for, `search` looks for it, `opening` looks for first plies, and `watch` follows
//!   the one replay of a record; an [`Answer`] knows from an index which records reach a position;
//! - [`Evaluator`] asks a record. It does only what the expression needs ([`Needs`]): tags alone are compared without a
//!   replay;
//! - [`Choice`] evaluates all records of many inputs on several threads, [`Picker`] picks among those that it chose,
//!   `sorted` sorts more than memory holds, [`Joined`] puts them one after the other.
//!
//! ```
//! use scoresheet::engine::Games;
//! use scoresheet::formats::{Format, Records, transcript::Transcripts};
//! use scoresheet::select::{Evaluator, Expression, Numbers, Questions, Subject};
//! use scoresheet::{Checker, Defaults};
//!
//! let expression = Expression::read("White = ada and plies > 3", Games::default())?;
//! let questions = Questions { expression: Some(expression), ..Questions::default() };
//! let (mut evaluator, mut checker) = (Evaluator::new(&questions), Checker::new(Defaults::default()));
//! let text = "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e; 2. c, c\n";
//! let mut records = Transcripts::new(text.as_bytes(), 1 << 20)?;
//! let record = Records::next(&mut records)?.expect("a record");
//! let subject = Subject { record: &record, file: "games.txt", format: Format::TRANSCRIPT, bytes: 51 };
//! evaluator.begin();
//! assert!(evaluator.decide(&subject, &mut checker).with(Numbers::of_only_file(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The manual of expressions.
pub static GUIDE: &str = include_str!("../../docs/guide/selecting.md");

mod answer;
mod choose;
pub(crate) mod date;
mod doubt;
mod evaluator;
mod expression;
mod fault;
mod field;
mod item;
mod joined;
mod opening;
mod pattern;
mod pick;
mod rest;
mod search;
mod sorted;
mod value;
mod watch;
mod words;

pub use answer::Answer;
pub use choose::{Choice, Chooser, Found, ListNotation, Rewriting, bytes_of, own_bytes, why_lost};
pub use evaluator::{Evaluator, Questions, Subject};
pub use expression::{Expression, GRAMMAR};
pub use fault::Fault;
pub use field::{FACTS, Fact, FactInfo, Field, Needs};
pub use joined::{CannotJoin, Joined, Mismatch};
pub(crate) use opening::{Opening, rules_key};
pub use pattern::Pattern;
pub use pick::{Content, Held, Picked, Picker, Picking, SortField, Source, Takes};
pub use rest::{Decision, Numbers, Rest};
pub(crate) use search::{Search, Sight};
pub(crate) use sorted::Sorter;
pub use watch::Turns;
