//! How tags become the parameters of Halma.

use std::sync::Arc;

use super::bases;
use super::kind::Kind;
use super::params::{Params, Play};
use super::setup;
use super::table::{self, FOUR, TWO};
use crate::board::Size;
use crate::codes::{BAD_TAG, BAD_VARIANT};
use crate::counted::plain_number;
use crate::diagnostic::{Code, Text, quoted};
use crate::game::{Pairing, Request, RuleSet, Side, SideInfo, TagFaults};
use crate::names::same;

/// What a pair is called, by its sides in playing order.
static PAIRS: [&str; 12] = [
    "White+Red",
    "White+Green",
    "White+Blue",
    "Red+White",
    "Red+Green",
    "Red+Blue",
    "Green+White",
    "Green+Red",
    "Green+Blue",
    "Blue+White",
    "Blue+Red",
    "Blue+Green",
];

/// An option, the tag that gives its value, and what that is.
static VALUES: [(&str, &str, &str); 3] = [
    ("move-limit", "MoveLimit", "the number of a turn, for instance 70"),
    (
        "vacate",
        "Vacate",
        "pieces and plies, for instance 3/10: once three pieces have entered a base, its owner has ten plies to leave it",
    ),
    ("pairs", "Pairs", "two of the four sides, for instance Red+Green"),
];

/// Turns the tags and the caller's settings into parameters.
pub(super) fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
    let info = &table::INFO;
    let (name, options) = request.choices(info, tag_faults)?;
    let kind = match name {
        "double-colour" => Kind::Colour,
        "number" => Kind::Number { expert: false },
        "number-expert" => Kind::Number { expert: true },
        "parlett" => Kind::Parlett,
        "marked" => Kind::Marked,
        _ => Kind::Plain,
    };
    let size = match name {
        "8x8" => 8,
        "10x10" => 10,
        _ => 16,
    };
    let usual: &'static [SideInfo] = if is_four(name, &options) { &FOUR } else { &TWO };
    let pieces = bases::pieces(size, usual.len() > 2);
    if let Some((tag, text)) = clash(name, &options, pieces, request) {
        tag_faults.add(&BAD_VARIANT, tag, text);
        return None;
    }
    let sides = order(request, usual, tag_faults);
    let board = Size { columns: size, rows: size };
    check_board(request, board, name, tag_faults);
    let mut play = Play::new(kind, size, sides);
    let has = |option: &str| options.contains(&option);
    // A forbidden value is reported whether or not its option is used, and no other fault with it (HA-8).
    let limit = value(request, "MoveLimit", number, tag_faults);
    let vacate = value(request, "Vacate", |text| share(text, pieces), tag_faults);
    let pairs = value(request, "Pairs", |text| pairing(text, if has("pairs") { sides } else { &FOUR }), tag_faults);
    play.limit = limit.filter(|_| has("move-limit"));
    play.vacate = vacate.filter(|_| has("vacate"));
    play.pairing = pairs.filter(|_| has("pairs"));
    let starts = request.starts(info, sides, tag_faults);
    let kind = play.kind;
    let setup = request.setup(
        || setup::form(kind),
        tag_faults,
        |text| {
            let setup = setup::read(text, &play)?;
            setup::check(&setup, &play)?;
            setup::set_goals(&setup, &mut play);
            Ok((setup::unusual(&setup, &play), setup))
        },
    );
    let playable = setup.is_ok();
    let setup = setup.ok().flatten();
    let first = request.first(setup.as_ref().map(|setup| setup.turn), starts, tag_faults);
    let pairing = play.pairing;
    let params = Params { play: Arc::new(play), first, setup };
    let usual = RuleSet::usual(info, board, params);
    Some(RuleSet { variant: name, options, sides, pairing, first, playable, ..usual })
}

/// Whether four sides play.
fn is_four(variant: &str, options: &[&str]) -> bool {
    variant == "four" || options.contains(&"four")
}

/// What cannot be played together: the tag to blame and the sentence.
fn clash(variant: &str, options: &[&str], pieces: u8, request: &Request<'_>) -> Option<(&'static str, Text)> {
    let has = |option: &str| options.contains(&option);
    if has("four") && !matches!(variant, "number" | "number-expert" | "parlett" | "marked") {
        if variant == "four" {
            let text =
                Text::new("four sides play the variant four without any option").help("leave the option four out");
            return Some(("Options", text));
        }
        let text = Text::new(format!("the variant {variant} cannot be played by four sides")).help(
            "the option four belongs to number, number-expert, parlett and marked; the plain game of four is the \
                   variant four",
        );
        return Some(("Options", text));
    }
    if has("pairs") && !is_four(variant, options) {
        let text = Text::new("pairs need four sides, but here two play")
            .help("use the variant four, or the option four with number, number-expert or parlett");
        return Some(("Options", text));
    }
    if variant == "marked"
        && let Some(option) = VALUES.iter().map(|(option, ..)| *option).find(|option| has(option))
    {
        let text = Text::new(format!("the option {option} cannot be used with the variant marked"))
            .help("in that variant only the marked piece on the opposite corner wins (HA-16)");
        return Some(("Options", text));
    }
    let is_value = |tag: &str, text: &str| match tag {
        "MoveLimit" => number(text).is_some(),
        "Vacate" => share(text, pieces).is_some(),
        _ => pairing(text, &FOUR).is_some(),
    };
    for (option, tag, _) in VALUES {
        match (has(option), request.get(tag)) {
            (true, None) => {
                let text = Text::new(format!("the option {option} needs a value: the tag {tag} is missing"));
                return Some(("Options", text));
            }
            (false, Some(text)) if is_value(tag, &text) => {
                let text = Text::new(format!("the tag {tag} belongs to an option that is not used"))
                    .help(format!("add {option} to the tag Options, or remove the tag {tag}"));
                return Some((tag, text));
            }
            _ => {}
        }
    }
    None
}

/// Complains about a board that is not the one of the variant.
fn check_board(request: &Request<'_>, board: Size, variant: &str, tag_faults: &mut TagFaults) {
    if let Some(text) = request.get("Board")
        && Size::read(&text) != Some(board)
    {
        let text = Text::new(format!("{} is not a board of the variant {variant}", quoted(&text)))
            .help(format!("it is played on {board}; boards of 10x10 and 8x8 belong to the variants of that name"));
        tag_faults.add(&BAD_TAG, "Board", text);
    }
}

/// The value of an option. A value that is not allowed is a complaint, and the option then has no effect.
fn value<T>(
    request: &Request<'_>,
    tag: &'static str,
    read: impl Fn(&str) -> Option<T>,
    tag_faults: &mut TagFaults,
) -> Option<T> {
    const RULE: &Code = &BAD_TAG;
    let text = request.get(tag)?;
    let value = read(&text);
    if value.is_none() {
        let form = VALUES.iter().find(|(_, known, _)| *known == tag).map_or("", |(.., form)| form);
        let text = Text::new(format!("{} is not a value of {tag}", quoted(&text))).help(format!("{tag} is {form}"));
        tag_faults.add(RULE, tag, text);
    }
    value
}

/// `3/10`: how many of a side's pieces, and how many plies.
fn share(text: &str, pieces: u8) -> Option<(u8, u32)> {
    let (enough, most) = text.split_once('/')?;
    let enough = number(enough).and_then(|enough| u8::try_from(enough).ok()).filter(|enough| *enough <= pieces)?;
    Some((enough, number(most)?))
}

/// A number from 1 in plain digits.
fn number(text: &str) -> Option<u32> {
    plain_number(text).filter(|number| *number > 0)
}

/// The sides in playing order: clockwise, or as the tag `Order` says (HA-10).
fn order(request: &Request<'_>, usual: &'static [SideInfo], tag_faults: &mut TagFaults) -> &'static [SideInfo] {
    let four = usual.len() > 2;
    let Some(text) = request.get("Order") else {
        return usual;
    };
    let found = table::in_order(&text).filter(|_| four);
    if found.is_none() {
        let text = if four {
            Text::new(format!("{} is not a value of Order", quoted(&text)))
                .help("Order names each of the four sides once, for instance White,Red,Blue,Green")
        } else {
            Text::new("the tag Order is for four sides, but here two play")
                .help("remove the tag; Starts says which of two sides begins")
        };
        tag_faults.add(&BAD_TAG, "Order", text);
    }
    found.unwrap_or(usual)
}

/// `Red+Green`: two of four sides; the other two are then partners.
fn pairing(text: &str, sides: &[SideInfo]) -> Option<Pairing> {
    let (one, other) = text.split_once('+')?;
    let side = |name: &str| sides.iter().position(|side| same(side.name, name));
    let (one, other) = (side(one)?, side(other)?);
    let mut rest = (0..4).filter(|index| ![one, other].contains(index));
    let (third, fourth) = (rest.next()?, rest.next().filter(|_| one != other)?);
    let mut pairing = Pairing { names: [""; 4], partners: [Side(0); 4] };
    for (one, other) in [(one.min(other), one.max(other)), (third, fourth)] {
        let called = |name: &str| name.split_once('+') == Some((sides[one].name, sides[other].name));
        let name = PAIRS.iter().find(|name| called(name))?;
        for (side, partner) in [(one, other), (other, one)] {
            pairing.names[side] = name;
            pairing.partners[side] = Side(partner as u8);
        }
    }
    Some(pairing)
}
