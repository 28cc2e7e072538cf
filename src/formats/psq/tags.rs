//! Makes tags of the header, the stones and the lines after them.

use std::borrow::Cow;

use super::stones::{Stones, Third};
use super::trailer::Trailer;
use super::way::Way;
use super::{Header, Psq, WORD};
use crate::board::Size;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::formats::made::Made;
use crate::formats::{Given, bare_name, points};

/// What the reader says of a game of Renju that White has won though the board does not show it.
pub(crate) const SAID_OF_FOUL: &str =
    "White has won here: the judge leaves out the stone of a foul, or Black ran out of time or broke off";

/// The rules that the name of a tournament tells.
pub(crate) fn variant(event: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 5] =
        [("renju", "renju"), ("standard", "standard"), ("caro", "caro"), ("free", "freestyle"), ("fast", "freestyle")];
    let event = event.as_bytes();
    let begins = |at: usize| {
        // Most letters begin none of them.
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

impl Psq {
    #[expect(clippy::too_many_arguments, reason = "each is one part of the file")]
    pub(super) fn tags(
        &self,
        text: &str,
        header: &Header,
        trailer: &Trailer<'_>,
        way: Way,
        given: &Given,
        is_first: bool,
        made: &mut Made,
    ) {
        let event = trailer.result.as_ref().map_or("", |(_, event, _)| event);
        let event_place = trailer.result.as_ref().map_or(0..WORD.len(), |(.., place)| place.clone());
        let rule = variant(event);
        if rule.is_some() || !made.has_variant {
            made.tag("Variant", rule.unwrap_or("freestyle"), event_place.clone());
        }
        made.tag("Board", &text[header.size.clone()], header.size.clone());
        made.tag("Event", event, event_place.clone());
        if rule.is_none() {
            let text = || {
                Text::new("the file does not say by which rules: read as freestyle").help("name them with --variant")
            };
            made.guessed("variant", "freestyle", text, event_place);
        }
        let is_of_judge = trailer.result.is_some();
        let won = trailer.result.as_ref().map(|(winner, ..)| *winner);
        let last = self.stones.points.len();
        // Whether the first name is White, as the five that ends the game says: the one who moved last has won.
        let by_board = || {
            let winner = won.filter(|winner| (1..=2).contains(winner))?;
            let has_five = points::ends_with_five(&self.stones.points, header.columns, header.rows)
                && !(rule == Some("renju") && last % 2 == 1 && self.last_is_foul(header));
            has_five.then_some((winner == 1) == last.is_multiple_of(2))
        };
        // Whether the first name is the player of the white stones.
        let swapped = if is_of_judge {
            let of_file = given.file.as_deref().filter(|_| is_first).and_then(colour_of_file);
            match (of_file, won) {
                (Some(colour @ 1..), Some(winner @ 1..=2)) => colour != winner,
                _ => {
                    // The player who moves first after the opening, whose stones took no time.
                    let is_timed = !way.has_colours;
                    let opening =
                        self.stones.thirds.iter().take_while(|third| is_timed && **third == Third::Zero).count();
                    let by_opening = opening % 2 == 1;
                    let by_board = by_board();
                    let is_by_board = by_board.is_some_and(|is_white| is_white != by_opening);
                    if way.has_colours && !is_by_board {
                        let text = || {
                            Text::new(
                                "the file has no times, which would tell the opening: the first name is read as Black",
                            )
                            .help("the judge's own file name tells who won, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", SIDES[0], text, header.rest.clone());
                    }
                    if is_by_board {
                        let side = SIDES[usize::from(!by_opening)];
                        let text = || {
                            Text::new(format!("the five at the end tells who has won: the first name is {side}"))
                                .help("the judge's own file name tells it, too, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", side, text, header.rest.clone());
                    } else if opening > 0 {
                        let side = SIDES[opening % 2];
                        let text = || {
                            Text::new(format!(
                            "the stones without a time at the start ({opening}) are read as the opening: the first name is {side}"
                        ))
                        .help("an engine may also answer in no time; the judge's own file name tells who won, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", side, text, header.rest.clone());
                    }
                    by_opening != is_by_board
                }
            }
        } else {
            header.second_began
        };
        if let Some(names) = &trailer.names {
            for (side, index) in SIDES.iter().zip(if swapped { [1, 0] } else { [0, 1] }) {
                let (name, place) = &names[index];
                made.tag(side, name.trim(), place.clone());
            }
        }
        // Stones alternate, Black first: whose turn it is at the end.
        let (mover, other) = (SIDES[last % 2], SIDES[(last + 1) % 2]);
        if let Some((winner, _, place)) = &trailer.result {
            let result = match winner {
                0 => "draw",
                1 => SIDES[usize::from(swapped)],
                2 => SIDES[usize::from(!swapped)],
                _ => "*",
            };
            made.tag("Result", result, place.clone());
            // The last stone is the one that was tried and lost.
            let is_foul = || rule == Some("renju") && last % 2 == 1 && self.last_is_foul(header);
            if result == mover && (self.last_is_illegal(header) || is_foul()) {
                made.tag("Termination", "illegal", place.clone());
            } else if *winner == 0 && rule == Some("renju") && is_full_of_renju(last, header.columns, header.rows) {
                made.tag("Termination", "adjudication", place.clone());
            } else if rule == Some("renju") && self.has_lost_by_foul(header, result) {
                made.tag("Termination", "forfeit", place.clone());
                let text = || {
                    Text::new(
                        "Black has lost, and the board does not show how: perhaps by a foul, whose stone the file leaves out",
                    )
                };
                made.guessed("termination", "forfeit", text, place.clone());
            }
        } else if let Some((code @ 1.., place)) = &trailer.code
            && !points::ends_with_five(&self.stones.points, header.columns, header.rows)
        {
            made.tag("Result", other, place.clone());
            made.tag("Termination", if matches!(code, 9 | 15) { "time" } else { "forfeit" }, place.clone());
        }
        if let Some((levels, place)) = header.levels(text) {
            // Levels change places with the names.
            let levels = match levels.split_once(':').filter(|_| swapped) {
                Some((first, second)) => Cow::Owned(format!("{}:{}", second.trim(), first.trim())),
                None => Cow::Borrowed(levels),
            };
            made.tag("PSQ_Levels", &levels, place);
        }
    }

    /// Tells what was taken for granted, what was left out, and where the file is damaged.
    pub(super) fn tell(&self, text: &str, header: &Header, trailer: &Trailer<'_>, way: Way, made: &mut Made) {
        if made.get("Termination") == Some("forfeit")
            && let Some((.., place)) =
                trailer.result.as_ref().filter(|_| trailer.code.as_ref().is_none_or(|(code, _)| *code < 1))
        {
            made.comment(SAID_OF_FOUL, place.clone());
        }
        let whole = header.rest.clone();
        let help = "the numbers themselves, or the header, tell this";
        if way.base != 1 {
            let text = || Text::new(format!("columns and rows are counted from {}, not from 1", way.base)).help(help);
            made.guessed("base", &way.base.to_string(), text, whole.clone());
        }
        if way.is_from_bottom {
            let text = || Text::new("rows are counted from the bottom, not from the top").help(help);
            made.guessed("rows", "bottom", text, whole.clone());
        }
        if way.has_colours {
            let text = || Text::new("the third numbers are read as colours, not as times").help(help);
            made.guessed("third", "colour", text, whole);
        } else {
            let Stones { points, thirds, .. } = &self.stones;
            if let Some((point, _)) = points.iter().zip(thirds).find(|(_, third)| third.is_time()) {
                let times = thirds.iter().filter(|third| third.is_time()).count() as u64;
                made.dropped_times("times of plies", times, point.start as usize..point.end as usize);
            }
        }
        if let Some(place) = &trailer.odd {
            let text = Text::new(format!(
                "{} is neither a stone nor a line of the end",
                quoted(text[place.clone()].trim())
            ))
            .help("a stone is `8,8,1264`; behind the stones stand two names, a number, and the result as `1,Renju`");
            made.fault(&BAD_SYNTAX, text, place.clone());
        }
    }

    /// Whether the last stone lies on another one or off the board, and no other one does.
    fn last_is_illegal(&self, header: &Header) -> bool {
        let Some((last, others)) = self.stones.points.split_last() else { return false };
        !last.is_on_board(header.columns, header.rows) || others.iter().any(|other| other.is_at(last))
    }

    /// Whether Renju forbids the last stone, a black one.
    fn last_is_foul(&self, header: &Header) -> bool {
        let number = |number: i32| u8::try_from(number).ok();
        let size = number(header.columns).zip(number(header.rows)).map(|(columns, rows)| Size { columns, rows });
        let stones = || self.stones.points.iter().enumerate().map(|(at, point)| (at % 2 == 0, point.column, point.row));
        size.is_some_and(|size| points::ends_with_foul(size, stones()))
    }

    /// Whether the judge says of a game of Renju that White has won it, and it shows no end, with Black to move.
    fn has_lost_by_foul(&self, header: &Header, result: &str) -> bool {
        result == "White"
            && self.stones.points.len().is_multiple_of(2)
            && !points::ends_with_five(&self.stones.points, header.columns, header.rows)
    }
}
