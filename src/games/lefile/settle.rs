//! How tags become the parameters of Le File.

use super::codes::CUT;
use super::params::Params;
use super::{SIZE, notation, setup, table};
use crate::diagnostic::{Text, quoted};
use crate::game::{Request, RuleSet, TagFaults};

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let (variant, options) = request.choices(info, tag_faults)?;
    // LF-1
    request.only_board(info, SIZE, tag_faults);
    cut(request, tag_faults);
    let starts = request.starts(info, info.sides, tag_faults);
    let form = "a position is rows from the top, pieces P and R (Black's p and r), empty squares as numbers, the side to \
                move, the phase, points, scored files: … W 2 1:0 a1-d1:-";
    let setup = request.setup(
        || form,
        tag_faults,
        |text| {
            let setup = setup::read(text)?;
            Ok((setup::check(&setup)?, setup))
        },
    );
    let playable = setup.is_ok();
    let setup = setup.ok().flatten();
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    Some(RuleSet { variant, options, first, playable, ..RuleSet::usual(info, SIZE, Params { setup }) })
}

/// Complains about a tag `Cut` that does not hold the draws for the choice of colours (LF-13). Each draw has two cards
/// of equal value, except the last draw, whose values differ. A card may come twice, because both players cut the whole
/// deck.
fn cut(request: &Request<'_>, tag_faults: &mut TagFaults) {
    let Some(text) = request.get("Cut") else {
        return;
    };
    if text.trim().is_empty() {
        return bad_cut("it holds no draw".to_owned(), tag_faults);
    }
    let mut draws = text.split(',').peekable();
    while let Some(draw) = draws.next() {
        let mut cards = draw.split_ascii_whitespace().map(notation::cut_card);
        let values = match (cards.next(), cards.next(), cards.next()) {
            (Some(Some(white)), Some(Some(black)), None) => (white.value, black.value),
            (None, ..) => return bad_cut("a comma parts two draws, but one of them is missing".to_owned(), tag_faults),
            _ => return bad_cut(format!("{} is not two cards", quoted(draw.trim())), tag_faults),
        };
        match (values, draws.peek()) {
            ((white, black), None) if white == black => {
                let message = format!("two cards of value {white} decide nothing, so another cut must follow");
                return bad_cut(message, tag_faults);
            }
            ((white, black), Some(next)) if white != black && !next.trim().is_empty() => {
                let message = format!("{} decides the cut, so no other cut follows", quoted(draw.trim()));
                return bad_cut(message, tag_faults);
            }
            _ => {}
        }
    }
}

fn bad_cut(message: String, tag_faults: &mut TagFaults) {
    let text = Text::new(message).help(
        "Cut holds the cards of White's player and of Black's in the first manche, for instance 7 4 or 7h 4c; after \
         equal cards write a comma and the next cut: 7h 7c, 5d 3s",
    );
    tag_faults.add(&CUT, "Cut", text);
}
