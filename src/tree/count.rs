//! Counts the games that continued with a ply.

use std::sync::Arc;

use super::Date;
use super::goal::Prepared;
use crate::board::symmetry::{SAME, Symmetry};
use crate::board::{Size, Square};
use crate::engine::{Claim, Setting, Start, Verdict};
use crate::record::Record;
use crate::scene::Scene;
use crate::system::squares;

/// How a game ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameResult {
    /// The side or pair that has won.
    pub(super) winner: Option<&'static str>,
    pub(super) drawn: bool,
    /// How many plies the whole game has.
    pub(super) plies: u32,
    pub(super) date: Option<Date>,
}

impl GameResult {
    /// How a valid game ended: as the record claims, or else as the board proves.
    pub(super) fn of(claim: Option<Claim>, verdict: Verdict, setting: &Setting, record: &Record<'_>) -> GameResult {
        let (winner, drawn) = match Claim::result(claim, verdict.outcome) {
            Claim::Win(side) => (Some(setting.winner(side)), false),
            Claim::Draw => (None, true),
            Claim::Open => (None, false),
        };
        let date = record.get("Date").and_then(|date| Date::read(&date));
        GameResult { winner, drawn, plies: verdict.plies, date }
    }
}

/// A ply of a game after the position, as its image has it.
#[derive(Debug, Clone, Default)]
pub(super) struct Done {
    pub(super) action: Vec<u8>,
    /// How the ply is written: as in the game seen through the symmetry, or if `is_own` is `false` as in the game itself.
    pub(super) text: String,
    /// Whether the text comes from the image itself.
    pub(super) is_own: bool,
    /// The squares where its pieces end.
    pub(super) squares: Vec<Square>,
}

impl Done {
    /// A ply with this text, which does `action` once the game is seen through `symmetry`.
    pub(super) fn seen(
        symmetry: Symmetry,
        prepared: &Prepared,
        (action, text): (Vec<u8>, String),
        squares: impl IntoIterator<Item = Square>,
    ) -> Done {
        let size = prepared.size;
        let (text, is_own) = if prepared.reflects_text && symmetry != SAME {
            (reflected(&text, symmetry, size), true)
        } else {
            (text, symmetry == SAME)
        };
        let squares = squares.into_iter().map(|square| symmetry.square(square, size)).collect();
        Done { action, text, is_own, squares }
    }
}

/// The text of a ply, `a6-a4-c6` or `2h4c Pb4`, with its squares reflected by a symmetry. The letter of a suit follows
/// a digit, the letter of a square does not.
fn reflected(ply: &str, symmetry: Symmetry, size: Size) -> String {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = ply.as_bytes();
    let is_square = |at: usize| {
        bytes[at].is_ascii_lowercase()
            && is_digit(bytes.get(at + 1))
            && !is_digit(at.checked_sub(1).map(|at| &bytes[at]))
    };
    let (mut out, mut copied) = (String::with_capacity(ply.len()), 0);
    for start in (0..bytes.len()).filter(|&at| is_square(at)) {
        let end = start + 1 + bytes[start + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let square =
            squares::read(&ply[start..end]).and_then(|(column, row)| Some(Square::new(column, row.try_into().ok()?)));
        if let Some(square) = square.filter(|square| square.column < size.columns && square.row < size.rows) {
            let square = symmetry.square(square, size);
            out.push_str(&ply[copied..start]);
            squares::write(square.column, square.row.into(), &mut out);
            copied = end;
        }
    }
    out + &ply[copied..]
}

/// The games that went on with a ply, or all that passed through the position.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    pub(super) count: u64,
    /// The sides or pairs that have won, each with how often.
    wins: Vec<(&'static str, u64)>,
    pub(super) draws: u64,
    /// The plies of all games.
    pub(super) plies: u64,
    pub(super) first: Option<Date>,
    pub(super) last: Option<Date>,
    pub(super) ply: Done,
    then: Then,
}

/// How games went on.
#[derive(Debug, Clone)]
enum Then {
    /// All of them with these plies, as most do after a few plies, where each is alone. So a game costs no node for each
    /// of its plies.
    Alike(Vec<Done>),
    /// Each with one of these, in the order of their effects; some may have ended.
    Apart(Vec<Node>),
}

impl Default for Then {
    fn default() -> Then {
        Then::Alike(Vec::new())
    }
}

impl Node {
    /// Counts a game that continues with these plies.
    pub(super) fn count(&mut self, plies: &[Done], result: &GameResult) {
        let mut sum = Node::default();
        sum.game(result);
        self.count_many(plies, &sum);
    }

    /// Counts games that continue with these plies; `sum` holds their results.
    pub(super) fn count_many(&mut self, mut plies: &[Done], sum: &Node) {
        let mut node = self;
        while node.count > 0 {
            node.part();
            node.results(sum);
            let [done, rest @ ..] = plies else { return };
            node = node.next(&done.action);
            node.spell(done);
            plies = rest;
        }
        node.results(sum);
        node.then = Then::Alike(plies.to_vec());
    }

    /// Parts the games after their next ply, if all went on alike so far.
    fn part(&mut self) {
        let Then::Alike(plies) = &mut self.then else { return };
        let mut plies = std::mem::take(plies).into_iter();
        let next = plies.next().map(|ply| {
            let then = Then::Alike(plies.collect());
            Node { ply, then, wins: self.wins.clone(), ..*self }
        });
        self.then = Then::Apart(next.into_iter().collect());
    }

    /// The node of the ply that does this, after the games have [parted](Node::part).
    fn next(&mut self, action: &[u8]) -> &mut Node {
        self.part();
        let Then::Apart(nodes) = &mut self.then else { unreachable!("the games have parted") };
        let at = nodes.binary_search_by(|node| node.ply.action.as_slice().cmp(action));
        let at = at.unwrap_or_else(|at| {
            if nodes.len() == nodes.capacity() {
                // Most nodes have one or two.
                nodes.reserve_exact(nodes.len().max(1));
            }
            nodes.insert(at, Node::default());
            at
        });
        &mut nodes[at]
    }

    /// How many of the games went on.
    pub(super) fn went_on(&self) -> u64 {
        match &self.then {
            Then::Alike(plies) if plies.is_empty() => 0,
            Then::Alike(_) => self.count,
            Then::Apart(nodes) => nodes.iter().map(|node| node.count).sum(),
        }
    }

    /// The plies that came next, in the order of their effects.
    pub(super) fn branches(&self) -> Vec<Branch<'_>> {
        match &self.then {
            Then::Apart(nodes) => nodes.iter().map(Branch::of).collect(),
            Then::Alike(plies) => Branch::alone(self, plies).into_iter().collect(),
        }
    }

    /// How often a side or pair has won.
    pub(super) fn wins(&self, party: &str) -> u64 {
        self.wins.iter().find(|(winner, _)| *winner == party).map_or(0, |(_, count)| *count)
    }

    /// Spells the ply as the first game does, but prefers the first game whose own text it is.
    fn spell(&mut self, done: &Done) {
        if self.count == 0 || done.is_own && !self.ply.is_own {
            self.ply.clone_from(done);
        }
    }

    /// Counts a game without its further plies.
    pub(super) fn game(&mut self, result: &GameResult) {
        self.count += 1;
        if let Some(winner) = result.winner {
            self.add_wins(winner, 1);
        }
        self.draws += u64::from(result.drawn);
        self.plies += u64::from(result.plies);
        self.dates(result.date, result.date);
    }

    fn add_wins(&mut self, party: &'static str, count: u64) {
        match self.wins.iter_mut().find(|(winner, _)| *winner == party) {
            Some((_, known)) => *known += count,
            None => self.wins.push((party, count)),
        }
    }

    fn dates(&mut self, first: Option<Date>, last: Option<Date>) {
        self.first = self.first.into_iter().chain(first).min();
        self.last = self.last.into_iter().chain(last).max();
    }

    /// Adds the results of games without their further plies.
    fn results(&mut self, games: &Node) {
        self.count += games.count;
        games.wins.iter().for_each(|(winner, count)| self.add_wins(winner, *count));
        self.draws += games.draws;
        self.plies += games.plies;
        self.dates(games.first, games.last);
    }

    /// Adds the count after the same plies in the next part of the input. The recursion is only as deep as the tree
    /// that the caller asked for.
    pub(super) fn add(&mut self, mut next: Node) {
        if self.count == 0 {
            *self = next;
            return;
        }
        self.part();
        next.part();
        self.spell(&next.ply);
        self.results(&next);
        if let Then::Apart(nodes) = next.then {
            nodes.into_iter().for_each(|node| self.next(&node.ply.action).add(node));
        }
    }
}

/// A ply that came next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch<'n> {
    /// The games that went on with it.
    pub(super) games: &'n Node,
    pub(super) ply: &'n Done,
    /// The plies after it, if all these games went on alike from before it.
    rest: Option<&'n [Done]>,
}

impl<'n> Branch<'n> {
    fn of(games: &'n Node) -> Branch<'n> {
        Branch { games, ply: &games.ply, rest: None }
    }

    /// The first of these plies, with which all games went on.
    fn alone(games: &'n Node, plies: &'n [Done]) -> Option<Branch<'n>> {
        plies.split_first().map(|(ply, rest)| Branch { games, ply, rest: Some(rest) })
    }

    /// The plies that came after it.
    pub(super) fn branches(&self) -> Vec<Branch<'n>> {
        match self.rest {
            Some(rest) => Branch::alone(self.games, rest).into_iter().collect(),
            None => self.games.branches(),
        }
    }
}

/// The position where counting begins.
#[derive(Debug, Clone)]
pub struct Root {
    /// The position string.
    pub position: String,
    /// What it looks like.
    pub scene: Scene,
    /// The position itself, to play on from; `None` if it cannot be set up.
    pub(super) start: Option<Arc<dyn Start>>,
}

impl Root {
    /// The position of this string; `None` if it can be neither drawn nor set up.
    pub(super) fn of(position: String, scene: Option<Scene>, setting: &Setting) -> Option<Root> {
        let start = setting.game.set_up(&setting.rules, &position);
        let scene = scene.or_else(|| Some(start.as_ref()?.scene()))?;
        Some(Root { position, scene, start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::symmetry::FALLING_DIAGONAL;

    #[test]
    fn plies_are_reflected_square_by_square() {
        let size = Size { columns: 8, rows: 8 };
        let reflected = |ply: &str| reflected(ply, FALLING_DIAGONAL[0], size);
        assert_eq!(reflected("c8-e8-c6"), "a6-a4-c6");
        assert_eq!(reflected(&reflected("b8-d6")), "b8-d6");
        assert_eq!(reflected("2h4c P*a7"), "2h4c P*b8");
        assert_eq!(reflected("3r c4-d5 =a2-d5 xe3-h1"), "3r e6-d5 =g8-d5 xf4-h1");
        assert_eq!(reflected("--"), "--");
        // Such a ply may have stood.
        assert_eq!(reflected("c9-c8"), "c9-a6");
    }
}
