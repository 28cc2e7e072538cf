//! Makes plies of moves: in Halma all hops of a turn are one.

use std::ops::Range;

use super::header::{Begun, Kind, Known};
use super::moves::Move;
use crate::diagnostic::Text;
use crate::formats::made::Made;
use crate::formats::points::column_letter;
use crate::system::PASS;

/// Writes down the plies.
pub(super) struct Play<'m> {
    pub(super) made: &'m mut Made,
    known: &'static Known,
    columns: usize,
    rows: usize,
    falls_from_top: bool,
    /// Who moves next: 1 or 2.
    turn: usize,
    path: String,
    /// The site that a player's hops have reached, and their place in the text.
    hops: Option<(usize, Range<usize>)>,
}

impl<'m> Play<'m> {
    /// The play of a game, from its first move on.
    pub(super) fn of(made: &'m mut Made, start: &Begun) -> Play<'m> {
        let &Begun { known, columns, rows, turn, falls_from_top, .. } = start;
        Play { made, known, columns, rows, falls_from_top, turn, path: String::new(), hops: None }
    }

    pub(super) fn step(&mut self, step: &Move, place: Range<usize>) -> Result<(), Text> {
        if step.mover != self.turn {
            self.end_hops();
        }
        if step.mover != self.turn {
            self.made.pass_that_stood(place.clone());
            self.turn = step.mover;
        }
        let Some((from, to)) = step.sites else {
            if self.hops.is_some() {
                self.end_hops();
            } else {
                self.made.ply(PASS, place);
                self.turn = 3 - self.turn;
            }
            return Ok(());
        };
        if self.known.kind != Kind::Path {
            if self.falls_from_top && to / self.columns.max(1) + 1 != self.rows {
                let text = format!("a piece cannot fall from site {to}, which is not in the top row");
                return Err(Text::new(text).help("with the option `Modelisation/2D` a site is a square"));
            }
            self.path.clear();
            self.go_to(to);
            self.made.ply(&self.path, place);
            self.turn = 3 - self.turn;
            return Ok(());
        }
        let begun = match self.hops.take() {
            Some((last, begun)) if last == from => begun.start,
            Some(hops) => {
                self.hops = Some(hops);
                self.end_hops();
                return Err(Text::new("these hops do not go on from where they came to"));
            }
            None => {
                self.path.clear();
                self.go_to(from);
                place.start
            }
        };
        self.go_to(to);
        self.hops = Some((to, begun..place.end));
        if !step.goes_on {
            self.end_hops();
        }
        Ok(())
    }

    /// Adds a site to the path.
    fn go_to(&mut self, site: usize) {
        let columns = self.columns.max(1);
        let (column, row) = match self.known.kind {
            Kind::Column if self.falls_from_top => (site % columns, None),
            Kind::Column => (site, None),
            _ => (site % columns, Some((site / columns).saturating_add(1))),
        };
        if !self.path.is_empty() {
            self.path.push('-');
        }
        self.path.push(column_letter(column, columns).unwrap_or('_'));
        if let Some(row) = row {
            // A site beyond the board gets a row beyond it.
            self.path += itoa::Buffer::new().format(row.min(self.rows.saturating_add(1)));
        }
    }

    /// Turns the hops, if there are any, into a ply.
    pub(super) fn end_hops(&mut self) {
        if let Some((_, place)) = self.hops.take() {
            self.made.ply(&self.path, place);
            self.turn = 3 - self.turn;
        }
    }
}
