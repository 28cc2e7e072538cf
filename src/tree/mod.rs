//! Counts the plies that were played from a position on: how often, with which results, when.
//!
//! A [`Counter`] takes one record after the other and keeps a [`Tally`], in memory that does not grow with the archive.
//! Tallies of parts of an archive are merged in its order. `goal` is the position to count from, `passage` watches a
//! replay for it, [`index`] answers without a replay, `rows` turns counts into rows, `write` and `picture` spell them.
//!
//! - A game that passes through the position more than once counts from the first time.
//! - Plies are the same if they do the same: a chain of Halma is its first and last square. The first game that has a
//!   ply decides its spelling.
//! - With symmetries, a game counts as its image that passes through the position. If several images do, because the
//!   position is symmetric itself, the image whose plies come first in the order of squares counts, so that equal games
//!   meet.
//! - Breaks between manches are no plies, and neither is an illegal ply that lost the game.

mod count;
mod date;
mod goal;
pub mod index;
mod passage;
mod picture;
mod rows;
mod schema;
mod write;

use std::io;

use crate::board::Size;
use crate::check::Checker;
use crate::counted::counted;
use crate::engine::Setting;
use crate::formats::Records;
use crate::parallel::{At, Task, Worker};
use crate::record::Record;
use crate::select::{Decision, Evaluator, Numbers, Questions, Subject, bytes_of};
pub use count::Root;
use count::{GameResult, Node};
pub use date::Date;
pub use goal::Goal;
use goal::Prepared;
use passage::Passage;
pub use picture::picture;
pub use rows::{Row, Tree};
pub use schema::schema;
pub use write::{csv, json, text};

/// The manual of counting: that section of the guide, heading first.
pub fn manual() -> &'static str {
    const GUIDE: &str = include_str!("../../docs/guide/tags.md");
    const HEADING: &str = "\n## ";
    let counting = GUIDE.find(HEADING).and_then(|at| GUIDE.get(at + 1..)).unwrap_or(GUIDE);
    counting.find(HEADING).map_or(counting, |end| &counting[..end])
}

/// What to count.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// Where counting begins.
    pub goal: Goal,
    /// How many plies are counted from there on.
    pub depth: usize,
    /// Whether mirrored and rotated games count as the same.
    pub mirrored: bool,
    /// Which records are counted.
    pub questions: Questions,
}

/// Games that can be counted together: of one game, variant and board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The game's id.
    pub game: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The board's size.
    pub board: Size,
}

impl Kind {
    fn of(setting: &Setting) -> Kind {
        let info = setting.info();
        Kind { game: info.id, name: info.name, variant: setting.rules.variant, board: setting.rules.board }
    }
}

/// What was counted.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Every kind of game that was read, and how many there are.
    pub kinds: Vec<(Kind, u64)>,
    /// How many records were left out because they are not valid.
    pub invalid: u64,
    /// The names of those that win, in the order of the sides.
    pub parties: Vec<&'static str>,
    /// The position where counting begins, once a game has passed through it.
    pub root: Option<Root>,
    /// The picture of the start of the first game, and whether another game has another start.
    start: Option<String>,
    starts_differ: bool,
    /// Whether some game's rules allow the goal, and why others do not.
    is_possible: bool,
    impossible: Option<String>,
    /// The counts for games of the first kind.
    top: Node,
}

impl Tally {
    /// Adds the tally of the next part of the input.
    pub fn add(&mut self, next: Tally) {
        let is_first = self.kinds.is_empty();
        for (kind, count) in next.kinds {
            self.count(kind, count);
        }
        self.invalid += next.invalid;
        self.starts_differ |= next.starts_differ;
        if let Some(start) = next.start {
            self.begins(&start);
        }
        self.is_possible |= next.is_possible;
        self.impossible = self.impossible.take().or(next.impossible);
        for party in next.parties {
            if !self.parties.contains(&party) {
                self.parties.push(party);
            }
        }
        if is_first || self.kinds.len() == 1 {
            self.root = self.root.take().or(next.root);
            self.top.add(next.top);
        }
    }

    fn count(&mut self, kind: Kind, count: u64) {
        match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known += count,
            None => self.kinds.push((kind, count)),
        }
    }

    /// Notes the start of a game.
    fn begins(&mut self, picture: &str) {
        match &self.start {
            Some(start) => self.starts_differ |= start != picture,
            None => self.start = Some(picture.to_owned()),
        }
    }

    /// Takes note of whether the rules of a game allow the goal, and of where it begins.
    fn judge(&mut self, prepared: &Prepared) {
        self.begins(&prepared.picture);
        match &prepared.impossible {
            Some(why) => _ = self.impossible.get_or_insert_with(|| why.clone()),
            None => self.is_possible = true,
        }
    }

    /// Takes note of who can win a game.
    fn parties(&mut self, setting: &Setting) {
        for party in goal::parties(setting) {
            if !self.parties.contains(&party) {
                self.parties.push(party);
            }
        }
    }

    /// Whether games are counted together that begin from different positions: by a tag `Setup`, and by plies.
    pub fn mixes_starts(&self, goal: &Goal) -> bool {
        self.starts_differ && !matches!(goal, Goal::Position(_))
    }

    /// Why there is no answer: the games are of several kinds, or none of them can have the line or position.
    pub fn complaint(&self) -> Option<String> {
        if self.kinds.len() > 1 {
            let mut text = String::from("the input holds games of several kinds, and only one can be counted:");
            for (Kind { game, variant, board, .. }, count) in &self.kinds {
                let games = counted(*count, "game");
                text.push_str(&format!(
                    "\n  {games}: --where 'game = {game} and variant = {variant} and board = {board}'"
                ));
            }
            return Some(text);
        }
        if self.is_possible { None } else { self.impossible.clone() }
    }
}

/// What was counted in a part of an input.
#[derive(Debug, Default)]
pub struct Counted {
    tally: Tally,
    /// Records that count only if an expression is true of their numbers, which are not known yet: each with its number in
    /// the part.
    open: Vec<(Decision, u64, Tally)>,
}

impl Counted {
    /// The tally of the part, once it is known that `before` records of the input stand before it.
    pub fn after(self, before: u64) -> Tally {
        let mut tally = self.tally;
        let is_true =
            |(decision, number, _): &(Decision, u64, Tally)| decision.with(Numbers::of_only_file(before + number));
        self.open.into_iter().filter(is_true).for_each(|(.., one)| tally.add(one));
        tally
    }
}

/// Counts records one after the other.
#[derive(Debug)]
pub struct Counter<'q> {
    query: &'q Query,
    evaluator: Evaluator<'q>,
    tally: Tally,
    open: Vec<(Decision, u64, Tally)>,
    prepared: Option<Prepared>,
    passage: Passage,
}

impl<'q> Counter<'q> {
    /// A counter that has counted nothing.
    pub fn new(query: &'q Query) -> Counter<'q> {
        Counter {
            query,
            evaluator: Evaluator::new(&query.questions),
            tally: Tally::default(),
            open: Vec::new(),
            prepared: None,
            passage: Passage::new(query.depth, query.mirrored),
        }
    }

    /// Judges a record and counts it.
    pub fn count(&mut self, record: &Record<'_>, checker: &mut Checker) {
        let Counter { query, tally, prepared, passage, .. } = self;
        let Some(setting) = checker.setting(record).filter(|setting| setting.rules.playable) else {
            tally.invalid += 1;
            return;
        };
        if prepared.as_ref().is_none_or(|prepared| !prepared.is_for(setting)) {
            *prepared = Some(Prepared::new(&query.goal, setting, query.mirrored));
        }
        let Some(prepared) = prepared else { return };
        let mut watching = passage.begin(prepared, tally.root.is_none());
        let judged = checker.check(record, &mut (), Some(&mut watching));
        let (true, Some(setting)) = (judged.verdict.valid, judged.setting) else {
            tally.invalid += 1;
            return;
        };
        let kind = Kind::of(setting);
        tally.count(kind, 1);
        tally.judge(prepared);
        if tally.kinds.len() > 1 {
            return;
        }
        tally.parties(setting);
        if tally.root.is_none() {
            tally.root = passage.root(setting);
        }
        let claim = passage.claim();
        let Some(found) = passage.found() else { return };
        tally.top.count(found, &GameResult::of(claim, judged.verdict, setting, record));
    }
}

impl Task for Query {
    type Part = Counted;
    type Worker<'t> = Counter<'t>;

    fn worker(&self) -> Counter<'_> {
        Counter::new(self)
    }
}

impl Worker for Counter<'_> {
    type Part = Counted;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let record = records.header();
        let subject = Subject { record: &record, file: at.name, format: at.format, bytes: bytes_of(records) };
        self.evaluator.begin();
        match self.evaluator.decide(&subject, checker) {
            Decision::Known(false) => {}
            Decision::Known(true) => self.count(&record, checker),
            open => {
                let before = std::mem::take(&mut self.tally);
                self.count(&record, checker);
                let one = std::mem::replace(&mut self.tally, before);
                self.open.push((open, at.number, one));
            }
        }
        Ok(())
    }

    fn part(&mut self) -> Counted {
        Counted { tally: std::mem::take(&mut self.tally), open: std::mem::take(&mut self.open) }
    }
}
