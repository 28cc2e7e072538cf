//! Makes tags of the header, the stones and the lines after them.

use std::borrow::Cow;

use super::Header;
use super::stones::{Stones, Third};
use super::trailer::Trailer;
use super::way::Way;
use crate::board::Size;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::formats::made::{ENDED_OTHERWISE, Made};
use crate::formats::{bare_name, points};

/// The remark on a game of Renju that White has won although the board does not show it.
pub(crate) const SAID_OF_FOUL: &str =
    "White has won here: the judge leaves out the stone of a foul, or Black ran out of time or broke off";

/// The rules that the name of a tournament implies.
pub(crate) fn variant(event: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 5] =
        [("renju", "renju"), ("standard", "standard"), ("caro", "caro"), ("free", "freestyle"), ("fast", "freestyle")];
    let event = event.as_bytes();
    let begins = |at: usize| {
        // Most letters begin none of these names.
        if !matches!(event[at] | 0x20, b'r' | b's' | b'c' | b'f') {
            return None;
        }
        let is = |(word, _): &(&str, &str)| {
            event.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        };
        NAMES.iter().position(is)
    };
    (0..event.len()).filter_map(begins).min().map(|first| NAMES[first].1)
}

/// Whether the judge ends a game of Renju as a draw here: all points but 25 have stones.
pub(crate) fn is_full_of_renju(stones: usize, columns: i32, rows: i32) -> bool {
    stones as i64 == i64::from(columns) * i64::from(rows) - 25
}

/// The colour that won, by the name of a file of the judge: `round_id_id_C.psq`, C being 0, 1 or 2.
fn colour_of_file(name: &str) -> Option<i32> {
    let mut parts = bare_name(name, "psq")?.split('_');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = [parts.next()?, parts.next()?, parts.next()?];
    let colour = parts.next()?;
    let is_name = numbers.into_iter().all(is_number) && parts.next().is_none();
    ["0", "1", "2"].iter().position(|known| *known == colour && is_name).map(|colour| colour as i32)
}

const SIDES: [&str; 2] = ["Black", "White"];

/// A game of a file, from which the tags are made.
pub(super) struct Played<'f> {
    pub(super) text: &'f str,
    pub(super) header: &'f Header,
    pub(super) stones: &'f Stones,
    pub(super) trailer: &'f Trailer<'f>,
    pub(super) way: Way,
    /// The name of the file, if this is its first game: it may name the winner.
    pub(super) file: Option<&'f str>,
}

/// Whether the number after the names says that a side ran out of time.
pub(crate) fn is_time(code: i32) -> bool {
    matches!(code, 9 | 15)
}

impl Played<'_> {
    /// Makes its tags.
    pub(super) fn tags(&self, made: &mut Made) {
        let rule = self.rules(made);
        let is_swapped = self.first_is_white(rule, made);
        if let Some(names) = &self.trailer.names {
            for (side, index) in SIDES.iter().zip(if is_swapped { [1, 0] } else { [0, 1] }) {
                let (name, place) = &names[index];
                made.tag(side, name.trim(), place.clone());
            }
        }
        self.result(rule, is_swapped, made);
        if let Some((levels, place)) = self.header.levels(self.text) {
            // Levels change places with the names.
            let levels = match levels.split_once(':').filter(|_| is_swapped) {
                Some((first, second)) => Cow::Owned(format!("{}:{}", second.trim(), first.trim())),
                None => Cow::Borrowed(levels),
            };
            made.tag("PSQ-Levels", &levels, place);
        }
        if let Some((code, place)) = self.trailer.code.clone().filter(|(code, _)| *code > 0) {
            made.tag("PSQ-Code", &code.to_string(), place);
        }
    }

    /// Makes the tags of the rules, the board and the tournament; returns the variant that the tournament's name
    /// implies.
    fn rules(&self, made: &mut Made) -> Option<&'static str> {
        let (event, place) = self.trailer.event();
        let rule = variant(event);
        if rule.is_some() || !made.has_variant {
            made.tag("Variant", rule.unwrap_or("freestyle"), place.clone());
        }
        let size = self.header.size.clone();
        made.tag("Board", &self.text[size.clone()], size);
        made.tag("Event", event, place.clone());
        if rule.is_none() {
            let text = || {
                Text::new("the file does not say by which rules: read as freestyle").help("name them with --variant")
            };
            made.guessed("variant", "freestyle", text, place);
        }
        rule
    }

    /// Whether the first name is the player of the white stones.
    fn first_is_white(&self, rule: Option<&str>, made: &mut Made) -> bool {
        let Some((won, ..)) = &self.trailer.result else { return self.header.second_began };
        match (self.file.and_then(colour_of_file), won) {
            (Some(colour @ 1..), 1..=2) => colour != *won,
            _ => self.first_is_white_by_stones(rule, made),
        }
    }

    /// Whether the stones show that the first name plays White.
    fn first_is_white_by_stones(&self, rule: Option<&str>, made: &mut Made) -> bool {
        let Played { header, way, .. } = self;
        // The first stones, which took no time, are the opening: after it the first name moves.
        let is_timed = !way.has_colours;
        let opening = self.stones.thirds.iter().take_while(|third| is_timed && **third == Third::Zero).count();
        let by_opening = opening % 2 == 1;
        let is_by_board = self.first_is_white_by_five(rule).is_some_and(|is_white| is_white != by_opening);
        let mut guessed =
            |side: &str, text: &dyn Fn() -> Text| made.guessed("first-name", side, text, header.rest.clone());
        if (way.has_colours || self.stones.have_no_third()) && !is_by_board {
            guessed(SIDES[0], &|| {
                Text::new("the file has no times, which would tell the opening: the first name is read as Black")
                    .help("the judge's own file name tells who won, as in 1_2_3_1.psq")
            });
        }
        if is_by_board {
            let side = SIDES[usize::from(!by_opening)];
            guessed(side, &|| {
                Text::new(format!("the five at the end tells who has won: the first name is {side}"))
                    .help("the judge's own file name tells it, too, as in 1_2_3_1.psq")
            });
        } else if opening > 0 {
            let side = SIDES[opening % 2];
            guessed(side, &|| {
                Text::new(format!(
                    "the stones without a time at the start ({opening}) are read as the opening: the first name is {side}"
                ))
                .help("an engine may also answer in no time; the judge's own file name tells who won, as in 1_2_3_1.psq")
            });
        }
        by_opening != is_by_board
    }

    /// Whether the five that ends the game shows that the first name is White: whoever moved last has won.
    fn first_is_white_by_five(&self, rule: Option<&str>) -> Option<bool> {
        let (winner, ..) = self.trailer.result.as_ref().filter(|(winner, ..)| (1..=2).contains(winner))?;
        let white_moved_last = self.stones.points.len().is_multiple_of(2);
        (self.ends_with_five() && !self.is_foul(rule)).then_some((*winner == 1) == white_moved_last)
    }

    /// Makes the tags of the result and its reason.
    fn result(&self, rule: Option<&str>, is_swapped: bool, made: &mut Made) {
        let Played { header, stones, trailer, .. } = self;
        // Stones alternate, Black first: whose turn it is at the end.
        let last = stones.points.len();
        let (mover, other) = (SIDES[last % 2], SIDES[(last + 1) % 2]);
        if let Some((winner, _, place)) = &trailer.result {
            let result = match winner {
                0 => "draw",
                1 => SIDES[usize::from(is_swapped)],
                2 => SIDES[usize::from(!is_swapped)],
                _ => "*",
            };
            made.tag("Result", result, place.clone());
            let is_renju = rule == Some("renju");
            // The last stone was the illegal one that lost.
            if result == mover && (self.last_is_illegal() || self.is_foul(rule)) {
                made.tag("Termination", "illegal", place.clone());
            } else if *winner == 0 && is_renju && is_full_of_renju(last, header.columns, header.rows) {
                made.tag("Termination", "adjudication", place.clone());
            } else if is_renju && self.has_lost_by_foul(result) {
                made.tag("Termination", "forfeit", place.clone());
                let text = || {
                    Text::new(
                        "Black has lost, and the board does not show how: perhaps by a foul, whose stone the file leaves out",
                    )
                    .help(ENDED_OTHERWISE)
                };
                made.guessed("termination", "forfeit", text, place.clone());
            }
        } else if let Some((code @ 1.., place)) = &trailer.code
            && !self.ends_with_five()
        {
            made.tag("Result", other, place.clone());
            made.tag("Termination", if is_time(*code) { "time" } else { "forfeit" }, place.clone());
            // Piskvork writes such a number after a tournament, where programs alone play.
            if !header.is_between_programs(self.text) {
                let text = || {
                    Text::new(format!(
                        "the number {code} after the names is read as the fault of a program: {mover}, to move, has lost"
                    ))
                    .help(
                        "if the game ended in another way, `convert --to transcript` and change the tags Result and \
                         Termination",
                    )
                };
                made.guessed("result", other, text, place.clone());
            }
        }
    }

    /// Notes what was assumed and what was left out, and reports where the file is damaged.
    pub(super) fn tell(&self, made: &mut Made) {
        let Played { text, header, trailer, way, .. } = self;
        if made.get("Termination") == Some("forfeit")
            && let Some((.., place)) =
                trailer.result.as_ref().filter(|_| trailer.code.as_ref().is_none_or(|(code, _)| *code < 1))
        {
            made.comment(SAID_OF_FOUL, place.clone());
        }
        let whole = header.rest.clone();
        let help = "the numbers themselves, or the header, tell this; if they mean something else, `convert --to transcript` \
                    and change the plies";
        match way.bases {
            [1, 1] => {}
            [columns, rows] if columns == rows => {
                let text = || Text::new(format!("columns and rows are counted from {columns}, not from 1")).help(help);
                made.guessed("base", &columns.to_string(), text, whole.clone());
            }
            [columns, rows] => {
                let text = || Text::new(format!("columns are counted from {columns}, and rows from {rows}")).help(help);
                made.guessed("base", &format!("{columns},{rows}"), text, whole.clone());
            }
        }
        if way.is_from_bottom {
            let text = || Text::new("rows are counted from the bottom, not from the top").help(help);
            made.guessed("rows", "bottom", text, whole.clone());
        }
        if way.has_colours {
            let text = || Text::new("the third numbers are read as colours, not as times").help(help);
            made.guessed("third", "colour", text, whole);
        } else {
            let Stones { points, thirds, .. } = self.stones;
            if let Some((point, _)) = points.iter().zip(thirds).find(|(_, third)| third.is_time()) {
                let times = thirds.iter().filter(|third| third.is_time()).count() as u64;
                made.dropped_times("times of plies", times, point.start as usize..point.end as usize);
            }
        }
        if let Some(place) = &trailer.odd {
            let text =
                Text::new(format!("{} is neither a stone nor a line of the end", quoted(text[place.clone()].trim())))
                    .help(
                        "a stone is `8,8,1264`; after the stones come two names, a number, and the result as `1,Renju`",
                    );
            made.fault(&BAD_SYNTAX, text, place.clone());
        }
    }

    /// Whether the last stone lies on another one or off the board, and no other one does.
    fn last_is_illegal(&self) -> bool {
        let Some((last, others)) = self.stones.points.split_last() else { return false };
        !last.is_on_board(self.header.columns, self.header.rows) || others.iter().any(|other| other.is_at(last))
    }

    /// Whether the last stone is a black one that Renju forbids.
    fn is_foul(&self, rule: Option<&str>) -> bool {
        let number = |number: i32| u8::try_from(number).ok();
        let (columns, rows) = (number(self.header.columns), number(self.header.rows));
        let size = columns.zip(rows).map(|(columns, rows)| Size { columns, rows });
        let stones = || self.stones.points.iter().enumerate().map(|(at, point)| (at % 2 == 0, point.column, point.row));
        rule == Some("renju")
            && self.stones.points.len() % 2 == 1
            && size.is_some_and(|size| points::ends_with_foul(size, stones()))
    }

    /// Whether the judge gives White the win in a game of Renju that shows no end, with Black to move.
    fn has_lost_by_foul(&self, result: &str) -> bool {
        result == "White" && self.stones.points.len().is_multiple_of(2) && !self.ends_with_five()
    }

    fn ends_with_five(&self) -> bool {
        points::ends_with_five(&self.stones.points, self.header.columns, self.header.rows)
    }
}
