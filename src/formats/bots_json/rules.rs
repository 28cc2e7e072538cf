//! The board and the rules of a report: `"board_size": 15` and `"run": {"rules": {"variant": "renju", "win_length": 5}}`.
//!
//! They hold for all matches, and nearly always stand before them. A program that sorts the keys of objects puts them after.

use std::io::{self, Read};
use std::ops::Range;

use super::extent::matches_begin;
use crate::formats::json::{Json, Wrong, has_key};
use crate::source::Source;

/// How much of a file is looked at to find out where its matches begin.
const HEAD: usize = 64 * 1024;

/// What a report says of the game.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// How many columns and rows the board has.
    pub(super) size: Option<usize>,
    pub(super) variant: Option<String>,
    /// How many stones in a row win, and where the report says so, if that is in the piece at hand.
    pub(super) win_length: Option<(String, Range<usize>)>,
}

impl Rules {
    /// The rules that stand after the matches with which a file begins, if they end within its first `most` bytes. `None`
    /// also if rules stand before the matches.
    pub(super) fn after_matches(source: &mut Source<impl Read>, most: usize) -> io::Result<Option<Rules>> {
        source.look(HEAD.min(most))?;
        let data = source.data();
        let Some(head) = matches_begin(data).and_then(|at| data.get(..at)) else { return Ok(None) };
        if ["board_size", "run"].iter().any(|key| has_key(head, key)) {
            return Ok(None);
        }
        source.look(most)?;
        let Some(text) = source.data().utf8_chunks().next() else { return Ok(None) };
        let mut rules = Rules::default();
        // What is wrong in the report is told where it is read.
        let _ = Json::new(text.valid().trim_start_matches('\u{feff}'), 0).object(|json, key| match key {
            "board_size" | "run" => rules.member(json, key, &mut Vec::new()),
            _ => json.skip().map(drop),
        });
        if let Some((_, place)) = &mut rules.win_length {
            *place = 0..1;
        }
        Ok((rules.size.is_some() || rules.variant.is_some() || rules.win_length.is_some()).then_some(rules))
    }

    /// Reads the value of `board_size` or `run`; `others` are the places of values that are not known.
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
        "board_size" | "run" if has_rules => Rules::default().member(json, key, others),
        "schema_version" | "source_schema_version" | "report_kind" | "move_codec" => json.skip().map(drop),
        _ => {
            others.push(json.skip()?);
            Ok(())
        }
    }
}
