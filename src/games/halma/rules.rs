//! The rules of plies: steps, jumps, and what variants make of them.

use super::field::{Piece, Point, Spot};
use super::params::Kind;
use super::violation::Violation;
use super::{Halma, Ply, path};
use crate::codes::codes;
use crate::diagnostic::{Code, Severity};
use crate::game::Overlook;

codes! {
    /// The board has no such square.
    OFF_BOARD = Error "off-board" Some("HA-4"), "the board has no such square",
        "The ply names a square outside the board. Halma is played on 16x16, 10x10 or 8x8, as the variant says. The letter i is in use: a board of 16 columns ends with p.",
        "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. a5-a4, h4-i5";
    /// No piece where the ply begins.
    NO_PIECE = Error "no-piece" Some("HA-4"), "no piece stands where the ply begins",
        "The first square of the ply is empty. Perhaps an earlier ply of the record is wrong, or the sides are the wrong way round.",
        "[Game \"halma\"]\n\n1. a11-a10";
    /// A piece of another side.
    NOT_OWN_PIECE = Error "not-own-piece" Some("HA-4"), "the piece belongs to another side",
        "A side moves its own pieces; in a game of pairs, a side whose pieces fill the opposite base may move its partner's pieces (HA-11).",
        "[Game \"halma\"]\n\n1. l1-k1";
    /// A landing square that is filled.
    OCCUPIED = Error "occupied" Some("HA-4"), "a square on which the piece lands is filled",
        "Each square on which the piece lands must be empty, also in the middle of a chain. The piece's own first square counts as empty once it has left.",
        "[Game \"halma\"]\n\n1. a16-a15";
    /// A leg that is neither step nor jump.
    BAD_LEG = Error "bad-leg" Some("HA-3"), "a leg that is neither a step nor a jump",
        "Each leg goes to the next square in any of eight directions (a step), or over one piece on the next square to the square just beyond it (a jump). A piece cannot jump over two pieces at once, nor over a piece further away than the next square.",
        "[Game \"halma\"]\n\n1. a12-a9";
    /// A jump over nothing.
    NOTHING_TO_JUMP = Error "nothing-to-jump" Some("HA-3"), "a jump over an empty square",
        "A jump goes over one piece, own or enemy, on the next square. Here that square is empty. Often an earlier ply of the record is wrong.",
        "[Game \"halma\"]\n\n1. a12-a10";
    /// Steps and jumps in one ply, or more than one step.
    MIXED_LEGS = Error "mixed-legs" Some("HA-3"), "steps in a ply of several legs",
        "A ply is one step or a chain of jumps. A step is a whole ply: neither a jump nor a second step may come with it.",
        "[Game \"halma\"]\n\n1. a12-a11-a10";
    /// A pass that is not forced, or a ply back to its own square.
    PASS_REFUSED = Error "pass-not-allowed" Some("HA-5"), "a side passes although it can move",
        "Only a side without any legal ply passes. A chain that ends on the square where it began is a pass too, and illegal.",
        "[Game \"halma\"]\n\n1. a12-a11, --";
    /// A dark piece that does not step diagonally.
    PARLETT_STEP = Error "parlett-step" Some("HA-15"), "a piece on a dark square only steps diagonally",
        "In Parlett's variant a piece that begins its ply on a dark square (a1 is dark) may only step diagonally, one square.",
        "[Game \"halma\"]\n[Variant \"parlett\"]\n\n1. c13-c12";
    /// A light piece that does not jump orthogonally.
    PARLETT_JUMP = Error "parlett-jump" Some("HA-15"), "a piece on a light square only jumps orthogonally",
        "In Parlett's variant a piece that begins its ply on a light square may only jump, along columns and rows.",
        "[Game \"halma\"]\n[Variant \"parlett\"]\n\n1. a12-a11";
    /// Enemy pieces jumped that sum up to more than the jumper's number.
    JUMP_SUM = Error "jump-sum" Some("HA-14"), "the enemy pieces jumped add up to more than the jumping piece",
        "In the variant number-expert a ply of jumps is legal only if the number of the moving piece is at least the sum of the numbers of the enemy pieces it jumps, each counted every time it is jumped.",
        "[Game \"halma\"]\n[Variant \"number-expert\"]\n[Setup \"W(2)W(6)W(11)W(15)W(18)11/W(7)W(12)W(16)13/W(3)W(8)W(13)W(17)12/W(4)W(9)W(14)W(19)12/W(5)W(10)14/16/16/6W(1)9/5G(2)10/16/16/14G(10)G(5)/12G(19)G(14)G(9)G(4)/12G(17)G(13)G(8)G(3)/13G(16)G(12)G(7)/11G(18)G(15)G(11)G(6)G(1) W\"]\n\n1. g9-e7";
    /// No path leads from the first to the last square.
    NO_PATH = Error "no-path" Some("HA-17"), "no step and no chain of jumps leads there",
        "In the notation `ends` a ply gives only its first and its last square. The program looks for a path between them, and the rules of the variant allow none.",
        "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. a12-a10";
}

/// Carries out a ply. Faults are looked for in this order: `after-end`; of a pass `pass-not-allowed`; of a path origin
/// `off-board`, `no-piece`, `not-own-piece`, then leg by leg `off-board`, `bad-leg`, `occupied`, `nothing-to-jump`,
/// then `mixed-legs`, `pass-not-allowed`, `parlett-…`, `jump-sum` (HA-4); of ends `off-board`, `no-piece`,
/// `not-own-piece`, `occupied`, `pass-not-allowed`, `no-path` (HA-17).
#[inline]
pub(super) fn apply<O: Overlook<Violation>>(
    position: &mut Halma,
    ply: Ply<'_>,
    overlook: &mut O,
) -> Result<(), Violation> {
    if position.outcome.is_end() && !overlook.overlooks(Violation::AfterEnd) {
        return Err(Violation::AfterEnd);
    }
    let moved = match ply {
        Ply::Path(path) => Some(position.judge_path(path, overlook)?),
        Ply::Ends(from, to) => Some(position.judge_ends(from, to, overlook)?),
        Ply::Pass => {
            if position.can_move() && !overlook.overlooks(Violation::Pass) {
                return Err(Violation::Pass);
            }
            None
        }
    };
    position.carry_out(moved);
    Ok(())
}

/// What a leg is by its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    /// To a square next to it.
    Step,
    /// Two squares in a straight line.
    Jump,
    /// Anything else.
    Neither,
}

impl Leg {
    #[inline(always)]
    pub(super) fn between(from: Spot, to: Spot) -> Leg {
        match (from.column().abs_diff(to.column()), from.row().abs_diff(to.row())) {
            (0, 0) => Leg::Neither,
            (0 | 1, 0 | 1) => Leg::Step,
            (0 | 2, 0 | 2) => Leg::Jump,
            _ => Leg::Neither,
        }
    }
}

/// The violation if nobody overlooks it.
#[inline]
fn refuse<O: Overlook<Violation>>(overlook: &mut O, violation: Violation) -> Result<(), Violation> {
    if overlook.overlooks(violation) { Ok(()) } else { Err(violation) }
}

impl Halma {
    /// Judges a whole path, and says where it begins and ends.
    #[inline]
    fn judge_path<O: Overlook<Violation>>(&self, path: &[Point], overlook: &mut O) -> Result<(Spot, Spot), Violation> {
        let size = self.play.size;
        let Some((first, rest)) = path.split_first() else {
            return Err(Violation::Nowhere);
        };
        let (origin, piece) = self.judge_origin(*first)?;
        let mut from = origin;
        let (mut steps, mut step, mut sum) = (0, None, 0_u32);
        for point in rest {
            let to = point.spot(size).ok_or(Violation::OffBoard { point: *point })?;
            let leg = Leg::between(from, to);
            if leg == Leg::Neither {
                refuse(overlook, Violation::BadLeg { from, to })?;
            }
            if !self.board.is_empty(to) && to != origin {
                return Err(Violation::Occupied { from, to });
            }
            match leg {
                Leg::Jump => {
                    let over = from.between(to);
                    match self.board.at(over).filter(|_| over != origin) {
                        None => refuse(overlook, Violation::NothingToJump { from, to })?,
                        Some(jumped) => sum = sum.saturating_add(u32::from(self.cost(piece, jumped))),
                    }
                }
                Leg::Step => {
                    steps += 1;
                    step = step.or(Some((from, to)));
                }
                Leg::Neither => {}
            }
            from = to;
        }
        if rest.len() > 1
            && let Some((from, to)) = step
        {
            refuse(overlook, Violation::MixedLegs { from, to, only_steps: steps == rest.len() })?;
        }
        if from == origin {
            refuse(overlook, Violation::BackHome { origin })?;
        }
        match self.play.kind {
            Kind::Parlett => self.judge_parlett(path, origin, overlook)?,
            Kind::Number { expert: true } if sum > u32::from(piece.tag()) => {
                refuse(overlook, Violation::JumpSum { sum, number: piece.tag() })?;
            }
            _ => {}
        }
        Ok((origin, from))
    }

    /// The piece with which a ply begins.
    #[inline]
    fn judge_origin(&self, point: Point) -> Result<(Spot, Piece), Violation> {
        let origin = point.spot(self.play.size).ok_or(Violation::OffBoard { point })?;
        let piece = self.board.at(origin).ok_or(Violation::NoPiece { origin })?;
        let owner = piece.side();
        if self.may_move(owner) { Ok((origin, piece)) } else { Err(Violation::NotOwnPiece { origin, owner }) }
    }

    /// The legs of a path, up to the first that leaves the board.
    pub(super) fn legs_of<'p>(&self, path: &'p [Point]) -> impl Iterator<Item = (Spot, Spot)> + use<'p> {
        let size = self.play.size;
        path.windows(2).map_while(move |ends| Some((ends[0].spot(size)?, ends[1].spot(size)?)))
    }

    /// Judges a path by Parlett's rule (HA-15): what counts is the square on which it begins.
    fn judge_parlett<O: Overlook<Violation>>(
        &self,
        path: &[Point],
        origin: Spot,
        overlook: &mut O,
    ) -> Result<(), Violation> {
        let mut legs = self.legs_of(path);
        let straight = |from: Spot, to: Spot| from.column() == to.column() || from.row() == to.row();
        if origin.is_dark() {
            let diagonal = |(from, to)| Leg::between(from, to) == Leg::Step && !straight(from, to);
            let legal = path.len() == 2 && legs.all(diagonal);
            return if legal { Ok(()) } else { refuse(overlook, Violation::ParlettStep { origin }) };
        }
        let legal = legs.all(|(from, to)| Leg::between(from, to) == Leg::Jump && straight(from, to));
        if legal { Ok(()) } else { refuse(overlook, Violation::ParlettJump { origin }) }
    }

    /// Judges a ply given by its two ends.
    fn judge_ends<O: Overlook<Violation>>(
        &self,
        from: Point,
        to: Point,
        overlook: &mut O,
    ) -> Result<(Spot, Spot), Violation> {
        let size = self.play.size;
        from.spot(size).ok_or(Violation::OffBoard { point: from })?;
        let target = to.spot(size).ok_or(Violation::OffBoard { point: to })?;
        let (origin, _) = self.judge_origin(from)?;
        if target == origin {
            refuse(overlook, Violation::BackHome { origin })?;
            return Ok((origin, target));
        }
        if !self.board.is_empty(target) {
            return Err(Violation::Occupied { from: origin, to: target });
        }
        if !path::find(self, origin, target, &mut Vec::new()) {
            return Err(Violation::NoPath { from: origin, to: target });
        }
        Ok((origin, target))
    }

    /// The cost of a jump over a piece (HA-14): the number of an enemy piece, in the variant that counts it.
    #[inline]
    pub(super) fn cost(&self, piece: Piece, jumped: Piece) -> u8 {
        let counts = matches!(self.play.kind, Kind::Number { expert: true });
        if counts && self.play.are_enemies(piece.side(), jumped.side()) { jumped.tag() } else { 0 }
    }

    /// Whether the side to move has any legal ply. One leg decides: a chain of jumps begins with a legal jump.
    pub(super) fn can_move(&self) -> bool {
        self.pieces().filter(|(_, piece)| self.may_move(piece.side())).any(|(spot, _)| !self.legs(spot).is_empty())
    }

    /// Where the piece on a square can go with one leg.
    pub(super) fn legs(&self, from: Spot) -> Vec<Spot> {
        let size = self.play.size;
        let mut targets = Vec::new();
        let Some(piece) = self.board.at(from) else {
            return targets;
        };
        for direction in super::field::DIRECTIONS {
            let Some(next) = from.step(direction, 1, size) else { continue };
            let straight = direction.0 * direction.1 == 0;
            let parlett = self.play.kind == Kind::Parlett;
            match self.board.at(next) {
                None if !parlett || from.is_dark() && !straight => targets.push(next),
                Some(jumped) if !parlett || !from.is_dark() && straight => {
                    let behind = from.step(direction, 2, size).filter(|&spot| self.board.is_empty(spot));
                    let strong = match self.play.kind {
                        Kind::Number { expert: true } => self.cost(piece, jumped) <= piece.tag(),
                        _ => true,
                    };
                    targets.extend(behind.filter(|_| strong));
                }
                _ => {}
            }
        }
        targets
    }
}
