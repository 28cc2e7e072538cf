//! How tags become the parameters of Forza 4.

use super::params::Params;
use super::{setup, table};
use crate::board::Size;
use crate::game::{Request, RuleSet, TagFaults};

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let (variant, options) = request.choices(info, tag_faults)?;
    let default_board = Size { columns: 7, rows: 6 };
    let size = request.board(4, 26, tag_faults).unwrap_or(default_board);
    let starts = request.starts(info, info.sides, tag_faults);
    let equalizer = options.contains(&"equalizer");
    let form = || {
        let Size { columns, rows } = size;
        let empty = format!("{columns}/").repeat(usize::from(rows) - 1);
        format!(
            "a position is rows from the top, pieces W and R, empty squares as numbers, then the side to move: \
             {empty}2W{} R",
            columns - 3
        )
    };
    let setup = request.setup(form, tag_faults, |text| {
        let setup = setup::read(text, size)?;
        Ok((setup::check(&setup, size, equalizer)?, setup))
    });
    let playable = setup.is_ok();
    let setup = setup.ok().flatten();
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let params = Params { size, equalizer, first, setup };
    Some(RuleSet { variant, options, default_board, first, playable, ..RuleSet::usual(info, size, params) })
}
