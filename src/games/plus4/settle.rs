//! How tags become the parameters of Plus 4.

use super::params::{Kind, Params};
use super::{SIZE, setup, table};
use crate::codes::{BAD_TAG, BAD_VARIANT};
use crate::counted::plain_number;
use crate::diagnostic::{Text, quoted};
use crate::game::{Request, RuleSet, TagFaults};

/// The points that win without a tag `Target`.
const DEFAULT_TARGET: u32 = 11;

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let (name, options) = request.choices(info, tag_faults)?;
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
    // P4-1
    request.only_board(info, SIZE, tag_faults);
    let starts = request.starts(info, info.sides, tag_faults);
    let target = if kind == Kind::Standard { DEFAULT_TARGET } else { target(request, tag_faults) };
    let form = match kind {
        Kind::Standard => {
            "a position is rows from the top, pieces R and B (bonus r and b), empty squares as numbers, then the side to \
             move: R3/B3/4/4 R"
        }
        _ => {
            "a position is rows from the top, pieces R and B (bonus r and b), empty squares as numbers, the side to move, \
             points, pieces in hand: r3/B3/4/4 R 3:2 R8r0B7b1"
        }
    };
    let setup = request.setup(
        || form,
        tag_faults,
        |text| {
            let setup = setup::read(text, kind)?;
            Ok((setup::check(&setup, kind, target)?, setup))
        },
    );
    let playable = setup.is_ok();
    let setup = setup.ok().flatten();
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let params = Params { kind, mover_first, target, first, setup };
    Some(RuleSet { variant: name, options, first, playable, ..RuleSet::usual(info, SIZE, params) })
}

/// The points that win.
fn target(request: &Request<'_>, tag_faults: &mut TagFaults) -> u32 {
    let Some(text) = request.get("Target") else {
        return DEFAULT_TARGET;
    };
    plain_number(&text).filter(|target| *target > 0).unwrap_or_else(|| {
        let is_larger = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let what = if is_larger { "is more points than this program counts" } else { "is not a number of points" };
        let text = Text::new(format!("{} {what}", quoted(&text)))
            .help(format!("Target is the number of points that wins, for instance {DEFAULT_TARGET}"));
        tag_faults.add(&BAD_TAG, "Target", text);
        DEFAULT_TARGET
    })
}
