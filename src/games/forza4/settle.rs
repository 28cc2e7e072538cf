//! How tags become the parameters of Forza 4.

use super::params::Params;
use super::{setup, table};
use crate::board::Size;
use crate::codes::BAD_POSITION;
use crate::diagnostic::Text;
use crate::game::{Request, RuleSet, TagFaults};

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let name = request.variant(info, tag_faults);
    let options = request.options(info, tag_faults);
    let (name, options) = (name?, options?);
    let default_board = Size { columns: 7, rows: 6 };
    let size = request.board(4, 26, tag_faults).unwrap_or(default_board);
    let starts = request.starts(info, info.sides, tag_faults);
    let equalizer = options.contains(&"equalizer");
    let (mut setup, mut playable) = (None, true);
    if let Some(text) = request.get("Setup") {
        let read = setup::read(&text, size).and_then(|setup| Ok((setup::check(&setup, size, equalizer)?, setup)));
        match read {
            Ok((unusual, found)) => {
                unusual.iter().for_each(|why| tag_faults.unusual_position(why));
                setup = Some(found);
            }
            Err(fault) => {
                let text = Text::new(format!("{} (byte {} of the position string)", fault.message, fault.offset))
                    .help("a position is rows from the top, pieces W and R, empty squares as numbers, then the side to \
                           move: 7/7/7/7/7/2W4 R");
                tag_faults.add(&BAD_POSITION, "Setup", text);
                playable = false;
            }
        }
    }
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let params = Box::new(Params { size, equalizer, first, setup });
    Some(RuleSet {
        variant: name,
        options,
        board: size,
        default_board,
        sides: info.sides,
        pairing: None,
        first,
        foul: None,
        playable,
        params,
    })
}
