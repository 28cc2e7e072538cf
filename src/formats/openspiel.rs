//! Reads playthroughs of OpenSpiel, a collection of games for research: Connect Four and Gomoku. See
//! `grammar/openspiel.ebnf`.
//!
//! A playthrough describes each state of a game at length; an action is a line `action: 3` below `# Apply action "x3"`. In
//! Connect Four it is a column, in Gomoku a cell row by row from the top left, both from 0. Odd cases first:
//! - a game that starts at a state of another one (`start_at`) is shown only by the diagram of its first state;
//! - old versions write `## Apply action`, and diagrams in one line with `\n`;
//! - the returns of the last state count, and only if it is terminal.

use std::ops::Range;

use super::by_line::{ends_line, has_line, lines};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::points::column_letter;
use super::{Format, FormatInfo};
use crate::codes::{BAD_SYNTAX, UNKNOWN_GAME};
use crate::diagnostic::{Text, quoted};
use crate::record::Spelling;
use crate::source::without_mark;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Playthroughs of OpenSpiel.
    pub const OPENSPIEL: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = OpenSpiel;

    const INFO: FormatInfo = FormatInfo {
        name: "openspiel",
        about: "playthroughs of OpenSpiel: Connect Four and Gomoku, with every state described",
        grammar: include_str!("../../grammar/openspiel.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        let head = without_mark(head).trim_ascii_start();
        const LINES: [&[u8]; 3] = [b"GameType.", b"GetParameters() =", b"action: "];
        head.starts_with(b"game: ") && LINES.iter().any(|line| has_line(head, line))
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct OpenSpiel {
    /// How far the record at hand has been searched for the next one.
    searched: usize,
}

impl Dialect for OpenSpiel {
    type Content = str;

    const FORMAT: Format = Format::OPENSPIEL;

    fn begin(&mut self) {
        self.searched = 0;
    }

    fn has_lost(&mut self, count: usize) {
        self.searched = self.searched.saturating_sub(count);
    }

    /// A playthrough ends before the line that names the game of the next one.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        const WORD: &[u8] = b"game:";
        let mut found = memchr::memmem::find_iter(bytes.get(self.searched..)?, WORD).map(|at| self.searched + at);
        let next = found.find(|&at| at > 0 && ends_line(bytes[at - 1]));
        // The word may be cut off here.
        self.searched = bytes.len().saturating_sub(WORD.len());
        next
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let Some(game) = header(text, made) else { return };
        made.kept_mut().parts.context.spelling = match game {
            Game::ConnectFour { .. } => Spelling::Default,
            Game::Gomoku { .. } => Spelling::Fixed(System::SQUARES),
        };
        let mut ply = String::new();
        let mut missing = None;
        for (line, place) in lines(text) {
            let Some(value) = line.strip_prefix("action:") else {
                if line.starts_with('#') && line.trim_start_matches('#').starts_with(" Apply action") {
                    if let Some((what @ ANNOUNCED, place)) = missing.take() {
                        return made.fault(&BAD_SYNTAX, Text::new(what), place);
                    }
                    missing = Some((ANNOUNCED, place));
                } else if is_cut_off(line) {
                    missing = Some(("what both players get breaks off here", place));
                }
                continue;
            };
            missing = None;
            let value = value.trim_ascii();
            let Some(action) = action(value) else {
                let text = Text::new(format!("{} is not the number of an action", quoted(value)));
                return made.fault(&BAD_SYNTAX, text, place);
            };
            ply.clear();
            let (column, columns, row) = match game {
                Game::ConnectFour { columns } => (action, columns, None),
                // A cell after the last one is in a row that the board lacks.
                Game::Gomoku { size } => {
                    let row = action / size;
                    (action % size, size, Some(if row < size { size - row } else { size + 1 }))
                }
            };
            ply.push(column_letter(column, columns).unwrap_or('_'));
            if let Some(row) = row {
                ply += itoa::Buffer::new().format(row);
            }
            made.ply(&ply, place);
        }
        if let Some((what, place)) = missing {
            let text = Text::new(format!("{what}: the end of the file is missing"));
            made.fault(&BAD_SYNTAX, text, place);
        }
    }
}

/// What is wrong where no `action:` follows `# Apply action "x3"`.
const ANNOUNCED: &str = "the action that is announced here does not follow";

/// Whether a line begins a list of returns but does not end it: `Returns() = [1, -`.
fn is_cut_off(line: &str) -> bool {
    line.starts_with("Returns()") && !line.trim_ascii_end().ends_with(']')
}

/// The number of an action.
fn action(text: &str) -> Option<usize> {
    let add = |number: usize, digit: u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.bytes().fold(0, add))
}

/// What its actions mean.
#[derive(Debug, Clone, Copy)]
enum Game {
    ConnectFour { columns: usize },
    Gomoku { size: usize },
}

/// What stands in a playthrough before and beside its actions.
struct Header<'t> {
    /// The game, as the first line names it.
    game: &'t str,
    /// Its parameters, as a later line lists them.
    parameters: &'t str,
    diagram: Diagram<'t>,
    /// What each side has won in the last state, and where it stands.
    returns: Option<(&'t str, Range<usize>)>,
}

impl<'t> Header<'t> {
    fn read(text: &'t str) -> Header<'t> {
        let (first, _) = lines(text).next().unwrap_or_default();
        let game = first.strip_prefix("game:").unwrap_or_default().trim();
        let mut header = Header { game, parameters: "", diagram: Diagram::default(), returns: None };
        let mut is_terminal = false;
        for (line, place) in lines(text) {
            header.diagram.line(line, &place);
            if let Some(value) = line.strip_prefix("GetParameters() =") {
                header.parameters = value;
            } else if let Some(value) = line.strip_prefix("IsTerminal() =") {
                // Each state has returns of its own, which come after this line.
                (is_terminal, header.returns) = (value.trim() == "True", None);
            } else if let Some(value) = line.strip_prefix("Returns() =").filter(|_| !is_cut_off(line)) {
                header.returns = Some((value, place));
            }
        }
        header.returns = header.returns.filter(|_| is_terminal);
        header
    }

    /// The game within one that changes nothing but how it is played: `turn_based_simultaneous_game(game=…)`.
    fn inner(&self) -> &'t str {
        self.game.split_once("game=").map_or(self.game, |(_, inner)| inner)
    }

    /// The value of a parameter.
    fn parameter(&self, name: &str) -> Option<&'t str> {
        let within = |text: &'t str| {
            let from = text.find(&format!("{name}=")).filter(|at| {
                text[..*at].bytes().next_back().is_none_or(|before| matches!(before, b'{' | b',' | b'(' | b' '))
            })?;
            let value = &text[from + name.len() + 1..];
            Some(&value[..value.find([',', '}', ')']).unwrap_or(value.len())])
        };
        within(self.parameters).or_else(|| within(self.inner()))
    }

    fn number(&self, name: &str, usual: usize) -> usize {
        self.parameter(name).and_then(|value| value.parse().ok()).unwrap_or(usual)
    }

    fn is_true(&self, name: &str) -> bool {
        self.parameter(name).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// The game.
    ///
    /// # Errors
    /// What the playthrough calls a game that we do not know.
    fn game(&self) -> Result<Game, String> {
        let is_gomoku = || {
            let plays_five = self.number("connect", 5) == 5 && self.number("dims", 2) == 2;
            plays_five && !self.is_true("anti") && !self.is_true("wrap") && self.number("size", 15) > 0
        };
        match self.inner().split(['(', ')', ',']).next().unwrap_or_default() {
            "connect_four" if self.number("x_in_row", 4) == 4 => {
                Ok(Game::ConnectFour { columns: self.number("columns", 7) })
            }
            "gomoku" if is_gomoku() => Ok(Game::Gomoku { size: self.number("size", 15) }),
            "connect_four" | "gomoku" => Err(format!("{}{}", self.game, self.parameters)),
            name => Err(name.to_owned()),
        }
    }
}

/// Makes tags of all that is no action; `None`: it is a game that we do not know.
fn header(text: &str, made: &mut Made) -> Option<Game> {
    let (_, place) = lines(text).next().unwrap_or_default();
    let header = Header::read(text);
    let game = match header.game() {
        Ok(game) => game,
        Err(name) => {
            let text = Text::new(format!(
                "this is an OpenSpiel playthrough of {}, a game that this program does not know",
                quoted(&name)
            ))
            .help("of OpenSpiel's games it reads connect_four and gomoku");
            made.refuse(&UNKNOWN_GAME, text, place);
            return None;
        }
    };
    let (known, sides, size) = match game {
        Game::ConnectFour { columns } => ("forza4", ["White", "Red"], (columns, header.number("rows", 6))),
        Game::Gomoku { size } => ("gomoku", ["Black", "White"], (size, size)),
    };
    made.tag("Game", known, place.clone());
    made.tag("Board", &format!("{}x{}", size.0, size.1), place.clone());
    if let (Game::ConnectFour { .. }, Some((setup, place))) = (game, header.diagram.position(size.0)) {
        made.tag("Setup", &setup, place);
    }
    if let Some((returns, place)) = header.returns
        && let Some(result) = winner(returns, sides)
    {
        made.tag("Result", result, place);
    }
    if let Game::Gomoku { .. } = game {
        let text = || {
            Text::new("OpenSpiel ends a game at five or more in a line: read as standard, in which six do not win")
                .help("--variant freestyle reads it by the rules of OpenSpiel")
        };
        made.guessed("variant", "standard", text, place);
    }
    Some(game)
}

/// Who has won, by what each side has won: `[1, -1]`.
fn winner(returns: &str, [first, second]: [&'static str; 2]) -> Option<&'static str> {
    let mut values = returns.trim().trim_start_matches('[').trim_end_matches(']').split(',');
    let mut value = || values.next()?.trim().parse::<f64>().ok();
    Some(match value()?.total_cmp(&value()?) {
        std::cmp::Ordering::Greater => first,
        std::cmp::Ordering::Less => second,
        std::cmp::Ordering::Equal => "draw",
    })
}

/// The diagram of the first state.
#[derive(Debug, Default)]
struct Diagram<'t> {
    rows: Vec<&'t str>,
    place: Option<Range<usize>>,
    /// Whether its lines come next, and whether it has ended.
    begun: bool,
    ended: bool,
}

impl<'t> Diagram<'t> {
    fn line(&mut self, line: &'t str, place: &Range<usize>) {
        if self.ended {
            return;
        }
        if !self.begun {
            self.begun = matches!(line, "# State 0" | "## State 0");
            return;
        }
        if let Some(row) = line.strip_prefix("# ") {
            self.rows.push(row.trim());
            let start = self.place.as_ref().map_or(place.start, |known| known.start);
            self.place = Some(start..place.end);
        } else if let Some(text) = line.strip_prefix("ToString() = \"").filter(|_| self.rows.is_empty()) {
            self.rows.extend(text.trim_end_matches('"').split("\\n").filter(|row| !row.is_empty()));
            self.place = Some(place.clone());
        } else if line.starts_with("History") || !self.rows.is_empty() {
            self.ended = true;
        }
    }

    /// The position string of the diagram, unless it shows no piece.
    fn position(&self, columns: usize) -> Option<(String, Range<usize>)> {
        let is_row = |row: &&'t str| row.len() == columns && row.bytes().all(|cell| matches!(cell, b'.' | b'x' | b'o'));
        let count = |piece: u8| self.rows.iter().map(|row| row.bytes().filter(|cell| *cell == piece).count()).sum();
        let (whites, reds): (usize, usize) = (count(b'x'), count(b'o'));
        if whites + reds == 0 || !self.rows.iter().all(is_row) {
            return None;
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut empty = 0;
            for cell in row.bytes().chain([0]) {
                if cell == b'.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                match cell {
                    b'x' => text.push('W'),
                    b'o' => text.push('R'),
                    _ => text.push('/'),
                }
            }
        }
        text.pop();
        text += if whites > reds { " R" } else { " W" };
        Some((text, self.place.clone()?))
    }
}
