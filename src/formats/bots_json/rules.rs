//! The board and the rules of a report: `"board_size": 15` and `"run": {"rules": {"variant": "renju", "win_length": 5}}`.
//!
//! They hold for all matches, and nearly always stand before them. In an object whose keys are sorted `board_size` stands
//! before `matches` and `run` after it.

use std::io::{self, Read};
use std::ops::Range;

use super::extent::matches_begin;
use crate::formats::json::{Json, Wrong};
use crate::source::Source;

/// How much of a file is searched for the start of its matches.
const HEAD: usize = 64 * 1024;

/// What a report says about the game.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// How many columns and rows the board has.
    pub(super) size: Option<usize>,
    pub(super) variant: Option<String>,
    /// How many stones in a row win, and where the report says so, if that is in the piece at hand.
    pub(super) win_length: Option<(String, Range<usize>)>,
    /// What the numbers of the moves mean, and where the report says so, if that is in the piece at hand.
    pub(super) codec: Option<(String, Range<usize>)>,
}

impl Rules {
    /// The keys of a report that say something about the game.
    pub(super) const KEYS: [&str; 3] = ["board_size", "run", "move_codec"];

    /// The rules of the report at the start of a file, if some of them stand after its matches and the report ends
    /// within the first `most` bytes.
    pub(super) fn after_matches(source: &mut Source<impl Read>, most: usize) -> io::Result<Option<Rules>> {
        source.look(HEAD.min(most))?;
        let data = source.data();
        let Some(head) = matches_begin(data).and_then(|at| data.get(..at)) else { return Ok(None) };
        let mut before = Rules::default();
        before.read(head);
        // The rules stand in one object.
        if before.size.is_some() && before.variant.is_some() && before.codec.is_some() {
            return Ok(None);
        }
        source.look(most)?;
        let mut rules = Rules::default();
        rules.read(source.data());
        for rules in [&mut before, &mut rules] {
            for (_, place) in [&mut rules.win_length, &mut rules.codec].into_iter().flatten() {
                *place = 0..1;
            }
        }
        Ok((rules != before).then_some(rules))
    }

    /// Reads the rules of the report with which `bytes` begin, as far as it goes.
    fn read(&mut self, bytes: &[u8]) {
        let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        // Faults of the report are reported where its matches are read.
        let _ = Json::new(text.trim_start_matches('\u{feff}'), 0).object(|json, key| match key {
            key if Rules::KEYS.contains(&key) => self.member(json, key, &mut Vec::new()),
            _ => json.skip().map(drop),
        });
    }

    /// Adds what these rules do not say.
    pub(super) fn complete(&mut self, other: Rules) {
        self.size = self.size.or(other.size);
        self.variant = self.variant.take().or(other.variant);
        self.win_length = self.win_length.take().or(other.win_length);
        self.codec = self.codec.take().or(other.codec);
    }

    /// Reads the value of one of the [keys](Rules::KEYS); `others` are the places of values that are not known.
    pub(super) fn member(
        &mut self,
        json: &mut Json<'_>,
        key: &str,
        others: &mut Vec<Range<usize>>,
    ) -> Result<(), Wrong> {
        if key == "board_size" {
            self.size = Some(json.number()?);
            return Ok(());
        }
        if key == "move_codec" {
            let (codec, place) = json.scalar()?;
            self.codec = Some((codec.into_owned(), place));
            return Ok(());
        }
        if json.peek() != b'{' {
            others.push(json.skip()?);
            return Ok(());
        }
        json.object(|json, key| {
            if key != "rules" || json.peek() != b'{' {
                others.push(json.skip()?);
                return Ok(());
            }
            json.object(|json, key| {
                let (value, place) = json.scalar()?;
                match key {
                    "variant" => self.variant = Some(value.into_owned()),
                    "win_length" => self.win_length = Some((value.into_owned(), place)),
                    "board_size" => {}
                    _ => others.push(place),
                }
                Ok(())
            })
        })
    }
}

/// Passes a member of a report; `others` are the places of values that are not known. `has_rules`: whether the rules are,
/// and stand here, too.
pub(super) fn skip(
    json: &mut Json<'_>,
    key: &str,
    has_rules: bool,
    others: &mut Vec<Range<usize>>,
) -> Result<(), Wrong> {
    match key {
        key if has_rules && Rules::KEYS.contains(&key) => Rules::default().member(json, key, others),
        "schema_version" | "source_schema_version" | "report_kind" | "move_codec" => json.skip().map(drop),
        _ => {
            others.push(json.skip()?);
            Ok(())
        }
    }
}
