//! The rules of plies: steps, jumps, and what variants make of them.

use super::field::{Piece, Point, Spot};
use super::kind::Kind;
use super::violation::Violation;
use super::{Halma, Ply, path};
use crate::game::Overlook;

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
    /// Judges a whole path, and returns where it begins and ends.
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

    /// The piece that a ply begins with.
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

    /// Judges a path by Parlett's rule (HA-15), which depends on its first square.
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
        if !path::exists(self, origin, target) {
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
                    let after = from.step(direction, 2, size).filter(|&spot| self.board.is_empty(spot));
                    let strong = match self.play.kind {
                        Kind::Number { expert: true } => self.cost(piece, jumped) <= piece.tag(),
                        _ => true,
                    };
                    targets.extend(after.filter(|_| strong));
                }
                _ => {}
            }
        }
        targets
    }
}
