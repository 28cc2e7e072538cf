//! How tags become the parameters of Plus 4.

use super::params::{Kind, Params};
use super::{SIZE, setup, table};
use crate::board::Size;
use crate::codes::{BAD_POSITION, BAD_TAG, BAD_VARIANT};
use crate::diagnostic::{Text, quoted};
use crate::game::{Request, RuleSet, TagFaults};

/// The points that win without a tag `Target`.
const DEFAULT_TARGET: u32 = 11;

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let name = request.variant(info, tag_faults);
    let options = request.options(info, tag_faults);
    let (name, options) = (name?, options?);
    let kind = match name {
        "continua" => Kind::Continua,
        "manche" => Kind::Manche,
        _ => Kind::Standard,
    };
    let mover_first = options.contains(&"mover-first");
    if mover_first && kind != Kind::Standard {
        let text = Text::new(format!("mover-first may not be used with {name}"))
            .help("where lines score, a ply scores for both sides (P4-6); remove the option or the variant");
        tag_faults.add(&BAD_VARIANT, "Options", text);
        return None;
    }
    board(request, tag_faults);
    let starts = request.starts(info, info.sides, tag_faults);
    let target = if kind == Kind::Standard { DEFAULT_TARGET } else { target(request, tag_faults) };
    let (mut setup, mut playable) = (None, true);
    if let Some(text) = request.get("Setup") {
        match setup::read(&text, kind).and_then(|setup| Ok((setup::check(&setup, kind, target)?, setup))) {
            Ok((unusual, found)) => {
                unusual.iter().for_each(|why| tag_faults.unusual_position(why));
                setup = Some(found);
            }
            Err(fault) => {
                let form = match kind {
                    Kind::Standard => "then the side to move: R3/B3/4/4 R",
                    _ => "the side to move, points, pieces in hand: r3/B3/4/4 R 3:2 R8r0B7b1",
                };
                let text = Text::new(format!("{} (byte {} of the position string)", fault.message, fault.offset))
                    .help(format!(
                    "a position is rows from the top, pieces R and B (bonus r and b), empty squares as numbers, {form}"
                ));
                tag_faults.add(&BAD_POSITION, "Setup", text);
                playable = false;
            }
        }
    }
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let params = Box::new(Params { kind, mover_first, target, first, setup });
    Some(RuleSet {
        variant: name,
        options,
        board: SIZE,
        default_board: SIZE,
        sides: info.sides,
        pairing: None,
        first,
        foul: None,
        playable,
        params,
    })
}

/// Complains about a board that is not the one of the game (P4-1).
fn board(request: &Request<'_>, tag_faults: &mut TagFaults) {
    if let Some(text) = request.get("Board")
        && Size::read(&text) != Some(SIZE)
    {
        let text = Text::new(format!("Le File has no board {}", quoted(&text)))
            .help(format!("Plus 4 is played on {SIZE}; the tag Board is not needed"));
        tag_faults.add(&BAD_TAG, "Board", text);
    }
}

/// The points that win.
fn target(request: &Request<'_>, tag_faults: &mut TagFaults) -> u32 {
    let Some(text) = request.get("Target") else {
        return DEFAULT_TARGET;
    };
    let plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain).unwrap_or_else(|| {
        let text = Text::new(format!("{} is not a number of points", quoted(&text)))
            .help(format!("Target is the number of points that wins, for instance {DEFAULT_TARGET}"));
        tag_faults.add(&BAD_TAG, "Target", text);
        DEFAULT_TARGET
    })
}
