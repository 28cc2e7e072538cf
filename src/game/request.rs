//! The request for a game: the tags of a record, the caller's settings, and what is wrong with them.

use std::borrow::Cow;

use super::{Choice, GameInfo};
use crate::board::rows::{RowFault, Unusual};
use crate::board::{Side, SideInfo, Size};
use crate::codes::{BAD_POSITION, BAD_TAG, BAD_VARIANT, UNUSUAL_POSITION};
use crate::diagnostic::{Code, Text, quoted};
use crate::names::{did_you_mean, same, with_meant};
use crate::record::Record;

/// What is wrong with tags: the code, the tag's name and the sentence.
#[derive(Debug, Default)]
pub struct TagFaults(pub(crate) Vec<(&'static Code, &'static str, Text)>);

impl TagFaults {
    /// Complains about a tag.
    pub fn add(&mut self, code: &'static Code, tag: &'static str, text: Text) {
        self.0.push((code, tag, text));
    }

    /// Notes that only illegal plies that stood (C-6) can have made the position of the tag `Setup`, and why.
    fn unusual_position(&mut self, why: &str) {
        let text = Text::new(format!("{why}; only illegal plies that stood can have made this position"))
            .help("it is accepted, and the record is replayed from it");
        self.add(&UNUSUAL_POSITION, "Setup", text);
    }
}

/// The tag `Setup` holds no position that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused;

/// A request for a game.
#[derive(Debug)]
pub struct Request<'r> {
    /// The record; `None` if only the caller asks.
    pub record: Option<&'r Record<'r>>,
    /// The caller's values for tags, each by the name of its tag; they override those of the record.
    pub given: &'r [(&'static str, Option<&'r str>)],
}

impl<'r> Request<'r> {
    /// The value that the caller or else the record gives for a tag.
    pub fn get(&self, tag: &str) -> Option<Cow<'r, str>> {
        let given = self.given.iter().find(|(name, _)| *name == tag).and_then(|(_, value)| *value);
        given.map(Cow::Borrowed).or_else(|| self.record?.known(tag))
    }

    /// The requested variant and options. Faults of both are reported before `None` says that one is wrong.
    pub fn choices(
        &self,
        info: &'static GameInfo,
        tag_faults: &mut TagFaults,
    ) -> Option<(&'static str, Vec<&'static str>)> {
        let variant = self.variant(info, tag_faults);
        let options = self.options(info, tag_faults);
        Some((variant?, options?))
    }

    /// The requested variant, by default the first one.
    fn variant(&self, info: &'static GameInfo, tag_faults: &mut TagFaults) -> Option<&'static str> {
        let game = self.get("Game").unwrap_or_default();
        let implied = info.variant_called(&game);
        let Some(name) = self.get("Variant") else {
            return Some(implied.unwrap_or(info.variants[0].name));
        };
        let variant = choose(info.variants, &name, "Variant", info, tag_faults)?;
        if let Some(implied) = implied.filter(|implied| *implied != variant) {
            let text = Text::new(format!("the game {} is the variant {implied}, not {variant}", quoted(&game)))
                .help(format!("remove the tag Variant, or name the game {}", info.id));
            tag_faults.add(&BAD_VARIANT, "Variant", text);
            return None;
        }
        Some(variant)
    }

    /// The requested options, each once, in their order.
    fn options(&self, info: &'static GameInfo, tag_faults: &mut TagFaults) -> Option<Vec<&'static str>> {
        let text = self.get("Options").unwrap_or_default();
        let mut names = Vec::new();
        let mut known = true;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match choose(info.options, name, "Options", info, tag_faults) {
                Some(name) if names.contains(&name) => {}
                Some(name) => names.push(name),
                None => known = false,
            }
        }
        known.then_some(names)
    }

    /// The requested board. A board with fewer than `least` or more than `most` columns or rows is a complaint.
    pub fn board(&self, least: u8, most: u8, tag_faults: &mut TagFaults) -> Option<Size> {
        let text = self.get("Board")?;
        let size = Size::read(&text).filter(|size| {
            let fits = least..=most;
            fits.contains(&size.columns) && fits.contains(&size.rows)
        });
        if size.is_none() {
            let text = Text::new(format!("this game has no board {}", quoted(&text)))
                .help(format!("a board is columns x rows, from {least}x{least} to {most}x{most}, for instance 8x8"));
            tag_faults.add(&BAD_TAG, "Board", text);
        }
        size
    }

    /// Complains about a board that is not `size`, the only one of the game.
    pub fn only_board(&self, info: &GameInfo, size: Size, tag_faults: &mut TagFaults) {
        if let Some(text) = self.get("Board")
            && Size::read(&text) != Some(size)
        {
            let text = Text::new(format!("{} has no board {}", info.name, quoted(&text)))
                .help(format!("{} is played on {size}; the tag Board is not needed", info.name));
            tag_faults.add(&BAD_TAG, "Board", text);
        }
    }

    /// The side that the tag `Starts` names.
    pub fn starts(&self, info: &'static GameInfo, sides: &[SideInfo], tag_faults: &mut TagFaults) -> Option<Side> {
        let text = self.get("Starts")?;
        let side = sides.iter().position(|side| same(side.name, &text)).map(|index| Side(index as u8));
        let names: Vec<_> = sides.iter().map(|side| side.name).collect();
        match side {
            None => {
                let text = Text::new(format!("this game has no side {}", quoted(&text))).help(with_meant(
                    &text,
                    names.iter().copied(),
                    &format!("the sides are {}", names.join(", ")),
                ));
                tag_faults.add(&BAD_TAG, "Starts", text);
                None
            }
            Some(side) if side.0 > 0 && !info.any_side_begins => {
                tag_faults.add(&BAD_TAG, "Starts", Text::new(format!("{} always begins", names[0])));
                None
            }
            side => side,
        }
    }

    /// The position of the tag `Setup`, if there is one. `read` reads the position string and says what is unusual about
    /// the position, and `form` says to people what a position string is.
    ///
    /// # Errors
    /// [`Refused`] if there is no such position: then nothing can be replayed. The complaint is made.
    pub(crate) fn setup<S, F: Into<String>>(
        &self,
        form: impl FnOnce() -> F,
        tag_faults: &mut TagFaults,
        read: impl FnOnce(&str) -> Result<(Unusual, S), RowFault>,
    ) -> Result<Option<S>, Refused> {
        let Some(text) = self.get("Setup") else { return Ok(None) };
        match read(&text) {
            Ok((unusual, setup)) => {
                unusual.iter().for_each(|why| tag_faults.unusual_position(why));
                Ok(Some(setup))
            }
            Err(fault) => {
                let place = fault.offset(&text).map(|byte| format!(" (byte {byte} of the position string)"));
                let message = fault.message + &place.unwrap_or_default();
                tag_faults.add(&BAD_POSITION, "Setup", Text::new(message).help(form()));
                Err(Refused)
            }
        }
    }

    /// The side that makes the first ply (C-4). With a `Setup` it is the side to move there, and `Starts` must not name
    /// another. Without a `Setup` it is the side that `Starts` names, or else the first.
    pub fn first(&self, setup: Option<Side>, starts: Option<Side>, tag_faults: &mut TagFaults) -> Side {
        if let (Some(turn), Some(side)) = (setup, starts)
            && turn != side
        {
            tag_faults.add(&BAD_TAG, "Starts", Text::new("in the Setup the other side is to move"));
        }
        setup.or(starts).unwrap_or(Side(0))
    }
}

/// The entry of that name among `choices`, or a complaint that lists them.
fn choose(
    choices: &'static [Choice],
    name: &str,
    tag: &'static str,
    info: &'static GameInfo,
    tag_faults: &mut TagFaults,
) -> Option<&'static str> {
    let found = choices.iter().find(|choice| same(choice.name, name)).map(|choice| choice.name);
    if found.is_none() {
        let (kind, others) = match tag {
            "Variant" => ("variant", info.options),
            _ => ("option", info.variants),
        };
        let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
        let meant = did_you_mean(name, names.iter().copied()).map_or(String::new(), |meant| format!("{meant} "));
        let all = match &*names {
            [] => format!("it has no {kind}s"),
            [only] => format!("its only {kind} is {only}"),
            names => format!("its {kind}s are {}", names.join(", ")),
        };
        let help = match others.iter().find(|other| same(other.name, name)) {
            Some(other) if kind == "variant" => format!("{} is an option: [Options \"{0}\"]", other.name),
            Some(other) => format!("{} is a variant: [Variant \"{0}\"]", other.name),
            None => format!("{meant}{all}"),
        };
        let text = Text::new(format!("{} has no {kind} {}", info.name, quoted(name))).help(help);
        tag_faults.add(&BAD_VARIANT, tag, text);
    }
    found
}
