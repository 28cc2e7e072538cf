//! Writes records of Gomoku in a format that knows stones and little else: what all such writers share, so that each
//! only decides how its file looks.

use std::marker::PhantomData;

use super::kept::Whole;
use super::stones::{Game, no_stone};
use super::writer::{Out, Writer, Written};
use crate::canonical::{Renamed, Unsaid};
use crate::formats::Format;
use crate::game::GameInfo;
use crate::system::System;

/// A format of stones.
pub(super) trait OfStones: Sync {
    /// The format.
    const FORMAT: Format;
    /// Whether a file holds one record and no more.
    const HOLDS_ONE: bool = false;
    /// Whether it has a place for variations; where it has none, they are left out or refused as a whole.
    const HAS_VARIATIONS: bool = false;
    /// The notation system of its plies.
    const SYSTEM: System = System::XY;
    /// See [`Writer::whole`].
    const WHOLE: Option<Whole> = None;

    /// Writes a game.
    ///
    /// # Errors
    /// As [`Writer::write`].
    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid>;
}

/// The writer of a format of stones.
pub(super) struct Stones<F>(PhantomData<F>);

impl<F> Stones<F> {
    /// The writer.
    pub(super) const fn new() -> Stones<F> {
        Stones(PhantomData)
    }
}

impl<F: OfStones> Writer for Stones<F> {
    fn format(&self) -> Format {
        F::FORMAT
    }

    fn holds_one(&self) -> bool {
        F::HOLDS_ONE
    }

    fn game(&self) -> Option<&'static str> {
        Some("gomoku")
    }

    fn system(&self, _: System, _: &'static GameInfo) -> System {
        F::SYSTEM
    }

    fn takes(&self, system: System) -> bool {
        system == F::SYSTEM
    }

    fn whole(&self) -> Option<Whole> {
        F::WHOLE
    }

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        let script = &renamed.script;
        let failed = if F::HAS_VARIATIONS { script.failed() } else { script.failed_in_main_line() };
        if let Some((span, ply)) = failed {
            return Err((span.clone(), Some(*ply), no_stone(F::FORMAT, record.record, span.clone())));
        }
        F::write(&Game::of(record, renamed, F::FORMAT)?, out)
    }
}
