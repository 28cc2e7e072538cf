//! Turns counts into rows: sorted, with shares, each ply spelt.

use std::sync::Arc;

use super::count::Branch;
use super::{Date, Kind, Tally};
use crate::board::Square;
use crate::game::{BREAK, Played, State};
use crate::scene::Scene;
use crate::system::System;

/// A ply that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// In the game's default notation system.
    pub ply: String,
    /// In how many games.
    pub count: u64,
    /// How many these are of the games that went on.
    pub share: f64,
    /// How often each side or pair has won.
    pub wins: Vec<(&'static str, u64)>,
    /// How many games were drawn.
    pub draws: u64,
    /// How many plies the games have on average.
    pub length: f64,
    /// The first day on which it was played.
    pub first: Option<Date>,
    /// The last day.
    pub last: Option<Date>,
    /// The plies that followed.
    pub then: Vec<Row>,
    /// The squares where its pieces end.
    pub squares: Vec<Square>,
}

/// The plies that were played from a position on.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// The kind of the games; `None` if there was none.
    pub kind: Option<Kind>,
    /// How many games pass through the position.
    pub games: u64,
    /// How many of them end there.
    pub ended: u64,
    /// Who can win.
    pub parties: Vec<&'static str>,
    /// The plies, the most frequent first; equally frequent ones in the order of squares.
    pub plies: Vec<Row>,
    /// How many levels of plies were counted.
    pub depth: usize,
    /// What the position looks like; `None` if no game passes through it.
    pub scene: Option<Scene>,
    /// The position string.
    pub position: Option<String>,
}

impl Tally {
    /// The rows of plies that were played at least `least` times, up to `depth` plies deep.
    pub fn tree(&self, depth: usize, least: u64) -> Tree {
        let start = self.root.as_ref().and_then(|root| root.start.as_deref());
        let making = Making { parties: &self.parties, least };
        let gone_on: u64 = self.top.went_on();
        Tree {
            kind: self.kinds.first().map(|(kind, _)| *kind),
            games: self.top.count,
            ended: self.top.count - gone_on,
            parties: self.parties.clone(),
            plies: making.rows(self.top.branches(), start.map(|start| start as &dyn State)),
            depth,
            scene: self.root.as_ref().map(|root| root.scene.clone()),
            position: self.root.as_ref().map(|root| root.position.clone()),
        }
    }
}

/// What the plies are called that do this.
fn text_of(state: &dyn State, action: &[u8]) -> Option<String> {
    let mut found = None;
    state.actions(&mut |text: &str, done: &[u8]| {
        if done == action && found.is_none() {
            found = Some(text.to_owned());
        }
    });
    found
}

/// The position after a ply and after any break that is due there. The ply may be one that stood.
fn after(state: &dyn State, ply: &str) -> Option<Arc<dyn State>> {
    // The game's own system is always read.
    let played = |stands| state.played_as(ply, [System::SQUARES; 2], stands);
    let Played { state, .. } = played(false).or_else(|_| played(true)).ok()?;
    Some(match state.played(BREAK, System::SQUARES) {
        Ok(after_break) => after_break.state,
        Err(_) => state,
    })
}

struct Making<'m> {
    parties: &'m [&'static str],
    least: u64,
}

impl Making<'_> {
    /// The rows of the plies that came next. The recursion is as deep as the counting.
    fn rows(&self, mut branches: Vec<Branch<'_>>, at: Option<&dyn State>) -> Vec<Row> {
        let all: u64 = branches.iter().map(|branch| branch.games.count).sum();
        branches.retain(|branch| branch.games.count >= self.least);
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.games.count));
        branches.into_iter().map(|branch| self.row(branch, all, at)).collect()
    }

    fn row(&self, branch: Branch<'_>, all: u64, at: Option<&dyn State>) -> Row {
        let Branch { games, ply: done, .. } = branch;
        let spelt = if done.is_own { None } else { at.and_then(|at| text_of(at, &done.action)) };
        let ply = spelt.unwrap_or_else(|| done.text.clone());
        let wins = |party: &&'static str| (*party, games.wins(party));
        let then = branch.branches();
        let after = if then.is_empty() { None } else { at.and_then(|at| after(at, &ply)) };
        Row {
            count: games.count,
            share: games.count as f64 / all as f64,
            wins: self.parties.iter().map(wins).collect(),
            draws: games.draws,
            length: games.plies as f64 / games.count as f64,
            first: games.first,
            last: games.last,
            then: self.rows(then, after.as_deref()),
            squares: done.squares.clone(),
            ply,
        }
    }
}
