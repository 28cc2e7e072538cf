//! How tags become the parameters of Gomoku.

use super::codes::FORBIDDEN;
use super::params::Params;
use super::{Play, Variant, centre, setup, table};
use crate::board::{Size, gomoku};
use crate::codes::{BAD_TAG, BAD_VARIANT};
use crate::counted::plain_number;
use crate::diagnostic::{Text, quoted};
use crate::game::{Request, RuleSet, Side, TagFaults};

/// Options that exclude each other.
static CLASHES: [(&str, &str, &str); 2] = [
    ("double-three", "double-three-reply", "one forbids a double three, the other lets the opponent answer it"),
    ("swap", "pro", "both are rules for the opening"),
];

/// Options that a variant does not have.
static REFUSED: [(&str, &[&str]); 2] =
    [("omok", &["double-three"]), ("renju", &["double-three", "double-three-reply", "double-four", "pro"])];

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let (name, options) = request.choices(info, tag_faults)?;
    let side = gomoku::usual_side(name);
    let default_board = Size { columns: side, rows: side };
    let size = request.board(*gomoku::SIZES.start(), *gomoku::SIZES.end(), tag_faults).unwrap_or(default_board);
    let starts = request.starts(info, info.sides, tag_faults);
    if let Some((tag, text)) = clash(name, &options, size) {
        tag_faults.add(&BAD_VARIANT, tag, text);
        return None;
    }
    let has = |name: &str| options.contains(&name);
    let mut playable = true;
    let form = match name {
        "freestyle" => Variant::Freestyle,
        "caro" => Variant::Caro,
        "renju" => Variant::Renju,
        "murray" => match pieces(request, size, tag_faults) {
            Some(pieces) => Variant::Murray { pieces },
            None => {
                playable = false;
                Variant::Murray { pieces: 0 }
            }
        },
        _ => Variant::Standard,
    };
    let play = Play {
        size,
        form,
        double_three: has("double-three"),
        reply: has("double-three-reply"),
        double_four: has("double-four"),
        swap: has("swap"),
        pro: has("pro"),
        opening: has("opening-26"),
    };
    let mut params = Params { play, first: Side(0), setup: None };
    if playable {
        let form = || {
            let to_place = match play.form {
                Variant::Murray { .. } => ", then the pieces still to place, 3:2",
                _ => "",
            };
            format!(
                "a position is rows from the top, pieces B and W, empty points as numbers, then the side to move{to_place}"
            )
        };
        let setup = request.setup(form, tag_faults, |text| {
            let setup = setup::read(text, play)?;
            Ok((setup::check(&setup, &params)?, setup))
        });
        playable = setup.is_ok();
        params.setup = setup.ok().flatten();
    }
    params.first = request.first(params.setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let first = params.first;
    let foul = (form == Variant::Renju).then_some(&FORBIDDEN);
    Some(RuleSet { variant: name, options, default_board, first, foul, playable, ..RuleSet::usual(info, size, params) })
}

/// What cannot be played together: the tag to blame and the sentence.
fn clash(variant: &str, options: &[&str], size: Size) -> Option<(&'static str, Text)> {
    let has = |name: &str| options.contains(&name);
    if let Some((one, other, why)) = CLASHES.iter().find(|(one, other, _)| has(one) && has(other)) {
        return Some(("Options", Text::new(format!("the options {one} and {other} exclude each other: {why}"))));
    }
    let refused = REFUSED.iter().find(|(name, _)| *name == variant).map_or(&[][..], |(_, options)| options);
    if let Some(option) = refused.iter().find(|option| has(option)) {
        return Some(("Options", Text::new(format!("the option {option} cannot be used with the variant {variant}"))));
    }
    if variant == "omok" && size != (Size { columns: 19, rows: 19 }) {
        return Some(("Board", Text::new(format!("omok is played on 19x19, not on {size}"))));
    }
    if has("opening-26") && variant != "renju" {
        let text = Text::new("the option opening-26 belongs to the variant renju");
        return Some(("Options", text));
    }
    let centred = ["pro", "opening-26"].into_iter().find(|option| has(option));
    match centred {
        Some(option) if centre(size).is_none() => {
            let text = Text::new(format!("the option {option} needs a centre, and a board of {size} has none"))
                .help("use a board with an odd number of columns and rows");
            Some(("Options", text))
        }
        _ => None,
    }
}

/// The number of pieces that each side places in `murray`.
fn pieces(request: &Request<'_>, size: Size, tag_faults: &mut TagFaults) -> Option<u16> {
    let Some(text) = request.get("Pieces") else {
        let text = Text::new("the variant murray needs the tag Pieces: how many pieces each side places");
        tag_faults.add(&BAD_TAG, "Pieces", text);
        return None;
    };
    let count = plain_number::<u16>(&text).filter(|count| *count > 0 && u32::from(*count) * 2 <= size.squares());
    if count.is_none() {
        let text = Text::new(format!("{} is not a possible number of pieces for this board", quoted(&text)))
            .help(format!("each side places the same number, and the board has {} points", size.squares()));
        tag_faults.add(&BAD_TAG, "Pieces", text);
    }
    count
}
