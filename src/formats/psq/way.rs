//! How to read the numbers of stones: where columns and rows are counted from, and what the third number is.

use super::Header;
use super::stones::{Stones, Third};
use crate::formats::points::{self, Point};

/// How to read the numbers of the stones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// The number of the first column and that of the first row.
    pub(super) bases: [i32; 2],
    pub(super) is_from_bottom: bool,
    /// Whether the third number is the colour and not a time.
    pub(super) has_colours: bool,
}

impl Way {
    /// The judge also writes the illegal stone that has lost the game. If only that stone has a 0, it is off the board
    /// and does not show that columns and rows are counted from 0. A five shows that it was legal.
    pub(super) fn of(stones: &Stones, header: &Header, is_of_judge: bool) -> Way {
        let Stones { points, thirds, are_spaced } = stones;
        let (mut least, mut farthest) = (i32::MAX, [0; 2]);
        let telling = match points.split_last() {
            Some((last, others)) if is_of_judge && last.column.min(last.row) == 0 && !others.is_empty() => {
                let is_told = others.iter().any(|point| point.column.min(point.row) == 0);
                let is_five = || points::ends_with_five(points, header.columns, header.rows);
                if is_told || is_five() { &points[..] } else { others }
            }
            _ => &points[..],
        };
        for Point { column, row, .. } in telling {
            least = least.min(*column).min(*row);
            farthest = [farthest[0].max(*column), farthest[1].max(*row)];
        }
        let reaches = |most: i32| {
            farthest[0] <= header.columns.saturating_add(most) && farthest[1] <= header.rows.saturating_add(most)
        };
        let base = match least {
            // One program adds 2 to numbers that others count from 0.
            2.. if *are_spaced && stones.have_no_third() && reaches(1) => 2,
            0 if reaches(-1) => 0,
            _ => 1,
        };
        let bases = match () {
            () if points.is_empty() => [1; 2],
            // The editor counts from 0, unless the number of the last column or row shows that they count from 1.
            () if header.is_of_web => [
                base_of(points.iter().map(|point| point.column), header.columns),
                base_of(points.iter().map(|point| point.row), header.rows),
            ],
            () => [base; 2],
        };
        // The third numbers are 0 and 1 in turn.
        let mut before = None;
        let mut in_turn = |third| matches!(third, Third::Zero | Third::One) && before.replace(third) != Some(third);
        let has_colours =
            points.len() >= if header.is_of_web { 1 } else { 4 } && thirds.iter().all(|third| in_turn(*third));
        Way { bases, is_from_bottom: header.is_of_web, has_colours }
    }

    /// Counts columns and rows from 0 at the top left.
    pub(super) fn count_from_0(self, points: &mut [Point], header: &Header) {
        let [first_column, first_row] = self.bases;
        for point in points.iter_mut() {
            // This stays in range: no number is read as `i32::MIN`, and 2 is subtracted only from numbers of 2 and
            // more.
            point.column -= first_column;
            point.row -= first_row;
        }
        if self.is_from_bottom {
            for point in points {
                point.row = header.rows.saturating_sub(1).saturating_sub(point.row);
            }
        }
    }
}

/// Where columns, or rows, are counted from that are usually counted from 0: the number of the last one of `count`
/// shows that it is 1, unless there is a 0, too.
fn base_of(numbers: impl Iterator<Item = i32> + Clone, count: i32) -> i32 {
    i32::from(numbers.clone().any(|number| number == count) && numbers.min() > Some(0))
}
