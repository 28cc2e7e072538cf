//! Reads games of one Gomoku program (gctl) as JSON: `moves` with entries such as `{"X (AI)": "H7"}`. See
//! `grammar/gctl-json.ebnf`.
//!
//! X is Black. A column is a letter without `I`. Odd case: a row is counted from the top, from 0 in the games of later
//! versions and from 1 in others; `board_state`, the last position, tells which. The first versions wrote row and column
//! as numbers from 0: `{"X (AI)": [7, 7]}`.

use std::ops::Range;

use super::bots_json::square;
use super::json::{Json, Scan, Wrong, has_key, has_keys};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::{Format, FormatInfo, Given};
use crate::codes::{BAD_SYNTAX, UNKNOWN_GAME};
use crate::diagnostic::{Text, quoted};
use crate::record::Spelling;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Games of the program gctl.
    pub const GCTL_JSON: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Gctl;

    const INFO: FormatInfo = FormatInfo {
        name: "gctl-json",
        about: "games of a Gomoku program (gomoku-ansi-c): JSON with moves such as {\"X (AI)\": \"H7\"}",
        grammar: include_str!("../../grammar/gctl-json.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        let has_players = has_keys(head, &["X", "O"]) && has_key(head, "player");
        // A schema of such files is not such a file.
        let is_schema = has_key(head, "properties");
        has_players
            && !is_schema
            && ["board_size", "board_state", "radius", "winner"].iter().any(|key| has_key(head, key))
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct Gctl {
    scan: Scan,
    /// How many rows the board has, if the caller says it.
    rows_given: Option<usize>,
}

impl Dialect for Gctl {
    type Content = str;

    const FORMAT: Format = Format::GCTL_JSON;

    fn given(&mut self, given: &Given) {
        self.rows_given = given.board.map(|board| board.rows.into());
    }

    fn begin(&mut self) {
        self.scan = Scan::default();
    }

    fn has_lost(&mut self, count: usize) {
        self.scan.has_lost(count);
    }

    /// Several games may stand one after the other.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        self.scan.run(bytes)
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut game = Game::default();
        let mut json = Json::new(text, 0);
        let done = game.read(&mut json).and_then(|()| json.end());
        if !game.has_moves && done.is_ok() {
            let said = Text::new("this object holds no game").help("a game has the key `moves`");
            return made.refuse_syntax(said, 0..text.len().min(1));
        }
        game.write(text, self.rows_given, made);
        if let Err(wrong) = done {
            wrong.tell(made);
        }
    }
}

/// What a game says.
#[derive(Debug, Default)]
struct Game {
    size: Option<(usize, Range<usize>)>,
    /// The rules.
    kind: Option<(String, Range<usize>)>,
    /// What plays X and O.
    players: [Option<(String, Range<usize>)>; 2],
    winner: Option<(String, Range<usize>)>,
    /// The rows of the last position, from the top, and where it stands.
    rows: Vec<String>,
    position: Range<usize>,
    /// Whether the list of moves is there.
    has_moves: bool,
    moves: Vec<Move>,
    /// Whether moves are pairs of numbers, which count from 0.
    has_pairs: bool,
    /// The other keys, and where they or their values stand.
    others: Vec<(String, Range<usize>)>,
}

/// A move: its side, its column and the number of its row as written, and its place.
#[derive(Debug)]
struct Move {
    side: usize,
    point: Option<(usize, usize)>,
    text: String,
    place: Range<usize>,
}

impl Game {
    fn read(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "X" | "O" if json.peek() == b'{' => {
                let start = json.at();
                let mut name = String::new();
                json.object(|json, key| {
                    match key {
                        "player" => name.insert_str(0, &json.name()?.0),
                        "depth" => name += &format!(", depth {}", json.scalar()?.0),
                        key => self.other(json, key)?,
                    }
                    Ok(())
                })?;
                self.players[usize::from(key == "O")] = Some((name, start..json.at()));
                Ok(())
            }
            "board_size" => {
                json.peek();
                let start = json.at();
                let size = json.number()?;
                self.size = Some((size, start..json.at()));
                Ok(())
            }
            "game_type" => {
                let (value, place) = json.scalar()?;
                self.kind = Some((value.into_owned(), place));
                Ok(())
            }
            "winner" => {
                let (value, place) = json.scalar()?;
                self.winner = Some((value.into_owned(), place));
                Ok(())
            }
            "board_state" if json.peek() == b'[' => {
                let start = json.at();
                json.array(|json| {
                    self.rows.push(json.scalar()?.0.into_owned());
                    Ok(())
                })?;
                self.position = start..json.at();
                Ok(())
            }
            "moves" => {
                self.has_moves = true;
                json.array(|json| self.entry(json))
            }
            key => self.other(json, key),
        })
    }

    /// Reads an entry of the list of moves.
    fn entry(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.peek();
        let (begun, before) = (json.at(), self.moves.len());
        json.object(|json, key| {
            let side = match key.split(' ').next() {
                Some("X") => 0,
                Some("O") => 1,
                _ => return self.other(json, key),
            };
            let is_pair = json.peek() == b'[';
            self.has_pairs |= is_pair;
            let (text, place) = if is_pair { json.raw()? } else { json.scalar()? };
            let point = if is_pair { pair(&text) } else { point(&text) };
            self.moves.push(Move { side, point, text: text.into_owned(), place });
            Ok(())
        })?;
        // An entry without a move cannot be passed over: the moves after it would be of other turns.
        if self.moves.len() == before {
            self.moves.push(Move { side: 0, point: None, text: String::new(), place: begun..json.at() });
        }
        Ok(())
    }

    /// Passes over the value of a key that has no place in a record.
    fn other(&mut self, json: &mut Json<'_>, key: &str) -> Result<(), Wrong> {
        json.peek();
        let start = json.at();
        json.skip()?;
        self.others.push((key.to_owned(), start..json.at()));
        Ok(())
    }

    /// How many moves the last position shows if `base` is the number of the first row.
    fn shown(&self, size: usize, base: usize) -> usize {
        let stone = |row: usize, column: usize| side(self.rows.get(row)?.split_whitespace().nth(column)?);
        let is_there = |step: &&Move| {
            let Some((column, number)) = step.point else { return false };
            number.checked_sub(base).is_some_and(|row| row < size && stone(row, column) == Some(step.side))
        };
        self.moves.iter().filter(is_there).count()
    }

    /// Whether the last position has stones, but not those of the moves.
    fn contradicts_itself(&self, size: usize, base: usize) -> bool {
        let stones = self.rows.iter().flat_map(|row| row.split_whitespace()).filter_map(side).count();
        stones > 0 && (stones != self.moves.len() || self.shown(size, base) != stones)
    }

    /// The number of the first row, as the last position shows it; `None` if 0 and 1 fit it equally well.
    fn base(&self, size: usize) -> Option<usize> {
        let (from_0, from_1) = (self.shown(size, 0), self.shown(size, 1));
        match from_0.cmp(&from_1) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether a move is in the row of that number.
    fn has_row(&self, wanted: usize) -> bool {
        self.moves.iter().any(|step| step.point.is_some_and(|(_, number)| number == wanted))
    }

    /// Writes the board down, as the file names it or else as its last position shows it; returns how many rows it has. In a
    /// file that has neither, the caller's size counts, or else the one that the program takes if nobody names one.
    fn write_board(&self, rows_given: Option<usize>, made: &mut Made) -> usize {
        const USUAL: usize = 19;
        let shown = (!self.rows.is_empty()).then_some((self.rows.len(), 0..1));
        if let Some((size, place)) = self.size.clone().or(shown) {
            made.tag("Board", &format!("{size}x{size}"), place);
            return size;
        }
        if let Some(rows) = rows_given {
            return rows;
        }
        let size = format!("{USUAL}x{USUAL}");
        made.tag("Board", &size, 0..1);
        made.guessed_board(&size, 0..1);
        USUAL
    }

    fn write(&self, text: &str, rows_given: Option<usize>, made: &mut Made) {
        let all = 0..text.len().min(1);
        let variants = ["standard", "freestyle", "renju", "caro", "omok"];
        let kind = self.kind.as_ref().filter(|(kind, _)| !kind.is_empty());
        if let Some((kind, place)) = kind.filter(|(kind, _)| !variants.contains(&&**kind)) {
            let text = Text::new(format!("this is a game of {}, which this program does not know", quoted(kind)));
            return made.refuse(&UNKNOWN_GAME, text, place.clone());
        }
        made.tag("Game", "gomoku", all.clone());
        if let Some((kind, place)) = kind {
            made.tag("Variant", kind, place.clone());
        }
        let size = self.write_board(rows_given, made);
        for (side, player) in ["Black", "White"].iter().zip(&self.players) {
            if let Some((name, place)) = player {
                made.tag(side, name, place.clone());
            }
        }
        if let Some((winner, place)) = &self.winner {
            let result = match &**winner {
                "X" => "Black",
                "O" => "White",
                "draw" => "draw",
                "" | "null" | "none" | "None" => "*",
                _ => {
                    made.dropped("results that are not known", place.clone());
                    "*"
                }
            };
            made.tag("Result", result, place.clone());
        }
        for (key, place) in &self.others {
            made.dropped_named("values of other keys", key, place.clone());
        }
        let base = self.base(size).or(self.has_pairs.then_some(0)).unwrap_or_else(|| {
            let (base, why) = if self.has_row(size) && !self.has_row(0) {
                ("1", format!("rows are counted from 1: one has the number {size}"))
            } else {
                ("0", "rows are counted from 0, which the last position does not tell".to_owned())
            };
            if !self.moves.is_empty() {
                let text = || Text::new(why).help(
                    "some versions of the program count from 0, others from 1: to have the other, renumber the rows of what \
                     `convert --to lines` writes",
                );
                made.guessed("rows", base, text, all);
            }
            usize::from(base == "1")
        });
        if self.contradicts_itself(size, base) {
            made.dropped("last positions unlike the moves", self.position.clone());
        }
        made.kept_mut().parts.context.spelling = Spelling::Fixed(System::SQUARES);
        let mut ply = String::new();
        for step in &self.moves {
            let Some((column, number)) = step.point else {
                let text = match &*step.text {
                    "" => {
                        Text::new("this entry holds no move of X or O").help("a move is written {\"X (AI)\": \"H7\"}")
                    }
                    text => Text::new(format!("{} is no point of the board", quoted(text))),
                };
                return made.fault(&BAD_SYNTAX, text, step.place.clone());
            };
            if made.plies() as usize % 2 != step.side {
                made.pass_that_stood(step.place.clone());
            }
            let row = number.checked_sub(base).unwrap_or(size);
            square(column, row, size, &mut ply);
            made.ply(&ply, step.place.clone());
        }
    }
}

/// The side whose stone a cell of the last position shows: 0 plays X.
fn side(cell: &str) -> Option<usize> {
    match cell {
        "X" | "x" | "✕" => Some(0),
        "O" | "o" | "○" => Some(1),
        _ => None,
    }
}

/// The column and the number of the row of `[7, 6]`, which names the row first.
fn pair(text: &str) -> Option<(usize, usize)> {
    let [row, column] = serde_json::from_str(text).ok()?;
    Some((column, row))
}

/// The column and the number of `H7`; the letter I is left out.
fn point(text: &str) -> Option<(usize, usize)> {
    let mut letters = text.chars();
    let letter = letters.next()?.to_ascii_uppercase();
    let column = match letter {
        'A'..='H' => letter as usize - 'A' as usize,
        'J'..='Z' => letter as usize - 'A' as usize - 1,
        _ => return None,
    };
    let number = letters.as_str();
    (number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(())?;
    Some((column, number.parse().ok()?))
}
