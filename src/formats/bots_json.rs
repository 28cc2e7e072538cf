//! Reads reports of a tournament of Gomoku programs as JSON: an array `matches` with the cells of each game. See
//! `grammar/bots-json.ebnf`.
//!
//! Each match is a record; the first one has all that stands before it, which says the board and the rules. Cells are
//! numbered from 0, row by row. The file does not say from which side rows are counted: they are taken from the top.

use std::io::{self, Read};
use std::ops::Range;

use super::json::{Json, Scan, Wrong, has_key, has_keys};
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::{FileFormat, Format, Given, Records};
use crate::diagnostic::Text;
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Reports of a tournament of Gomoku programs.
    pub const BOTS_JSON: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "bots-json"
    }

    fn about(&self) -> &'static str {
        "reports of a tournament of Gomoku programs (gomoku2d): JSON with an array `matches` of games as cells"
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/bots-json.ebnf")
    }

    fn recognises(&self, head: &[u8]) -> bool {
        has_keys(head, &["move_codec"]) && has_key(head, "report_kind")
    }

    fn is_utf8(&self) -> bool {
        false
    }

    /// The records of one file share what stands before the first, so one thread reads them all.
    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Bots::default(), most, given)))
    }

    /// The board and the rules stand before all matches.
    fn says_all(&self) -> bool {
        false
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut Bots::default(), bytes, record);
        Ok(true)
    }
}

/// The dialect.
#[derive(Debug)]
struct Bots {
    scan: Scan,
    /// Where the search for the key of the matches goes on, or where the first of them begins.
    at: usize,
    size: usize,
    variant: Option<String>,
}

impl Default for Bots {
    fn default() -> Bots {
        Bots { scan: Scan::default(), at: 0, size: 15, variant: None }
    }
}

/// The key of the array of matches.
const MATCHES: &[u8] = b"\"matches\"";

impl Dialect for Bots {
    const FORMAT: Format = Format::BOTS_JSON;

    fn begin(&mut self) {
        (self.scan, self.at) = (Scan::default(), 0);
    }

    /// The first piece ends with the first match, each other with its match, the last one with the file.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        if bytes.first() == Some(&b'{') && self.at == 0 {
            let key = memchr::memmem::find(bytes, MATCHES)?;
            let open = key + MATCHES.len() + memchr::memchr(b'[', &bytes[key + MATCHES.len()..])? + 1;
            self.at = open;
        }
        // Where the match ends is known at once when it is looked for again.
        let mut scan = self.scan;
        let Some(length) = scan.run(&bytes[self.at..]) else {
            self.scan = scan;
            return None;
        };
        let end = self.at + length;
        // What stands after the last match belongs to it.
        let next = bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace());
        (next == Some(&b',')).then_some(end)
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut json = Json::new(text, 0);
        let mut game = Game::default();
        let done = match json.peek() {
            b'{' => self.report(&mut json, &mut game),
            b',' => Json::new(text, json.at() + 1).object(|json, key| game.member(json, key)),
            _ => Err(json.expected("a match")),
        };
        if game.plies.is_empty() && game.result.is_none() && done.is_ok() {
            return made.refuse_syntax(Text::new("this report holds no match"), 0..text.len().min(1));
        }
        self.write(&game, text, made);
        if let Err(wrong) = done {
            wrong.tell(made);
        }
    }
}

impl Bots {
    /// Reads all up to the end of the first match.
    fn report(&mut self, json: &mut Json<'_>, game: &mut Game) -> Result<(), Wrong> {
        let mut is_over = false;
        let done = json.object(|json, key| match key {
            "board_size" => {
                self.size = json.number()?;
                Ok(())
            }
            "run" if json.peek() == b'{' => json.object(|json, key| match key {
                "rules" if json.peek() == b'{' => json.object(|json, key| {
                    let (value, _) = json.scalar()?;
                    if key == "variant" {
                        self.variant = Some(value.into_owned());
                    }
                    Ok(())
                }),
                _ => json.skip().map(drop),
            }),
            "matches" if json.peek() == b'[' => {
                let mut first = true;
                json.array(|json| {
                    let is_first = std::mem::take(&mut first);
                    if !is_first {
                        return json.skip().map(drop);
                    }
                    let done = json.object(|json, key| game.member(json, key));
                    is_over = done.is_ok();
                    done
                })
            }
            _ => json.skip().map(drop),
        });
        // The array goes on in the next piece.
        if is_over { Ok(()) } else { done }
    }

    fn write(&self, game: &Game, text: &str, made: &mut Made) {
        let all = 0..text.len().min(1);
        made.tag("Game", "gomoku", all.clone());
        if let Some(variant) = &self.variant {
            made.tag("Variant", variant, all.clone());
        }
        made.tag("Board", &format!("{0}x{0}", self.size), all.clone());
        for (name, value) in [("Black", &game.black), ("White", &game.white), ("Round", &game.number)] {
            if let Some((value, place)) = value {
                made.tag(name, value, place.clone());
            }
        }
        if let Some((result, place)) = &game.result {
            let result = match &**result {
                "black_won" => "Black",
                "white_won" => "White",
                "draw" | "drawn" => "draw",
                _ => "*",
            };
            made.tag("Result", result, place.clone());
        }
        if let Some((reason, place)) = game.reason.as_ref().filter(|(reason, _)| reason != "natural") {
            let reason = match &**reason {
                "timeout" | "time" => "time",
                "resign" | "resignation" => "resignation",
                "illegal_move" | "illegal" | "forfeit" => "forfeit",
                reason => reason,
            };
            made.tag("Termination", reason, place.clone());
        }
        let text = Text::new("rows are counted from the top, which the file does not say")
            .help("counted from the bottom the game would be its mirror image");
        made.guessed("rows", "top", text, all);
        made.kept_mut().parts.context.spelling = Spelling::Named(System::SQUARES);
        let size = self.size.max(1);
        let mut ply = String::new();
        for (cell, place) in &game.plies {
            square(cell % size, cell / size, size, &mut ply);
            made.ply(&ply, place.clone());
        }
    }
}

/// Writes a square, counted from the top left and from 0; one beyond the board is in a row beyond it.
pub(super) fn square(column: usize, row: usize, size: usize, out: &mut String) {
    out.clear();
    out.push(u8::try_from(column).ok().filter(|column| *column < 26).map_or('_', |at| char::from(b'a' + at)));
    *out += itoa::Buffer::new().format(if row < size { size - row } else { size.saturating_add(1) });
}

/// A value and where it stands.
type Placed = Option<(String, Range<usize>)>;

/// A match.
#[derive(Debug, Default)]
struct Game {
    black: Placed,
    white: Placed,
    number: Placed,
    result: Placed,
    reason: Placed,
    plies: Vec<(usize, Range<usize>)>,
}

impl Game {
    fn member(&mut self, json: &mut Json<'_>, key: &str) -> Result<(), Wrong> {
        let value = match key {
            "black" => &mut self.black,
            "white" => &mut self.white,
            "match_index" => &mut self.number,
            "result" => &mut self.result,
            "end_reason" => &mut self.reason,
            "move_cells" => {
                return json.array(|json| {
                    json.peek();
                    let start = json.at();
                    let cell = json.number()?;
                    self.plies.push((cell, start..json.at()));
                    Ok(())
                });
            }
            _ => return json.skip().map(drop),
        };
        let (text, place) = json.scalar()?;
        *value = Some((text.into_owned(), place));
        Ok(())
    }
}
