//! All that is not a move: which game it is, its options, its board and its set-up.

use std::ops::Range;

use super::moves::Move;
use super::{Ludii, of_nobody};
use crate::codes::{BAD_SYNTAX, UNKNOWN_FORMAT, UNKNOWN_GAME};
use crate::diagnostic::{Text, quoted};
use crate::formats::by_line::lines;
use crate::formats::made::Made;

/// A game of Ludii that this program knows.
#[derive(Debug)]
pub(super) struct Known {
    /// The name of its rules, and ours.
    rules: &'static str,
    game: &'static str,
    /// The sides of its players 1 and 2.
    sides: [&'static str; 2],
    /// The columns and rows of its board, if no option names others.
    board: Size,
    pub(super) kind: Kind,
}

/// What a site is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Column,
    Square,
    /// The moves lead from site to site.
    Path,
}

const KNOWN: [Known; 3] = [
    Known {
        rules: "Connect Four",
        game: "forza4",
        sides: ["White", "Red"],
        board: Size::new(7, 6),
        kind: Kind::Column,
    },
    Known { rules: "Gomoku", game: "gomoku", sides: ["Black", "White"], board: Size::new(15, 15), kind: Kind::Square },
    Known { rules: "Halma", game: "halma", sides: ["Green", "White"], board: Size::new(16, 16), kind: Kind::Path },
];

impl Known {
    /// The game that the first line names, which stands at `place`. Any other game is refused.
    fn of(first: &str, place: &Range<usize>, made: &mut Made) -> Option<&'static Known> {
        let Some(rules) = first.strip_prefix("game=") else {
            let help = "the first line of a trial is the game: `game=/games/Gomoku.lud`";
            made.refuse(&UNKNOWN_FORMAT, Text::new("this is no Ludii trial").help(help), place.clone());
            return None;
        };
        let rules = rules.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".lud");
        let known = KNOWN.iter().find(|known| known.rules == rules);
        if known.is_none() {
            let text = format!("this is a Ludii trial of {}, a game that this program does not know", quoted(rules));
            let help = "of Ludii's games it reads Connect Four, Gomoku and Halma";
            made.refuse(&UNKNOWN_GAME, Text::new(text).help(help), place.clone());
        }
        known
    }
}

/// What the lines before and after the moves say.
pub(super) struct Begun {
    pub(super) known: &'static Known,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Where the first move stands that is no set-up.
    pub(super) first_move: usize,
    /// Which player makes it: 1 or 2.
    pub(super) turn: usize,
    /// Whether the site of a piece of Connect Four is where it falls from, a square of the top row, and not its column.
    pub(super) falls_from_top: bool,
}

/// The option of Gomoku by which five or more win.
const FREESTYLE: &str = "End Rules/Free-style";

/// The option by which the board of Connect Four has a site for each square, and not one for each column.
const SITES_ARE_SQUARES: &str = "Modelisation/2D";

/// The option by which four play Halma.
const FOUR_PLAYERS: &str = "Players/4";

/// A text of the trial, and where it stands.
type Value<'t> = (&'t str, Range<usize>);

/// A board of so many columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    columns: usize,
    rows: usize,
}

impl Size {
    const fn new(columns: usize, rows: usize) -> Size {
        Size { columns, rows }
    }

    /// The board that an option names: `Board Size/19x19`.
    fn of(option: &str) -> Option<Size> {
        let size = option.rsplit('/').next()?;
        let (columns, rows) = size.split_once('x')?;
        Some(Size::new(columns.trim().parse().ok()?, rows.trim().parse().ok()?))
    }
}

/// A piece that stands on the board before the first move.
struct Placed {
    site: usize,
    /// The number of its player.
    player: usize,
    place: Range<usize>,
}

/// What the lines of a trial say that are no moves.
struct Said<'t> {
    options: Vec<Value<'t>>,
    placed: Vec<Placed>,
    winner: Option<Value<'t>>,
    /// Why the trial has ended.
    end: Option<Value<'t>>,
    first_move: usize,
    /// Whether player 2 makes it.
    does_second_begin: bool,
}

impl<'t> Said<'t> {
    /// Reads all lines but the first.
    fn of(text: &'t str, made: &mut Made) -> Said<'t> {
        let mut said = Said {
            options: Vec::new(),
            placed: Vec::new(),
            winner: None,
            end: None,
            first_move: text.len(),
            does_second_begin: false,
        };
        let mut in_options = None;
        for (line, place) in lines(text).skip(1) {
            if line.starts_with("LEGAL MOVES") {
                made.dropped("lines about the legal moves", place);
            } else if line.starts_with("Move=") {
                if said.first_move == text.len() {
                    said.step(line, place);
                }
            } else if line == "START GAME OPTIONS" {
                in_options = Some(place);
            } else if line == "END GAME OPTIONS" {
                in_options = None;
            } else if in_options.is_some() {
                said.options.push((line, place));
            } else if let Some(value) = line.strip_prefix("winner=") {
                said.winner = Some((value, place));
            } else if let Some(value) = line.strip_prefix("endtype=") {
                said.end = Some((value, place));
            } else if let Some(value) = line.strip_prefix("LUDII_VERSION=") {
                made.tag("LudiiVersion", value, place);
            } else if !line.is_empty() {
                made.dropped("lines about the playout", place);
            }
        }
        if let Some(place) = in_options {
            let text = Text::new("the options of the game have no end").help("the line `END GAME OPTIONS` ends them");
            made.fault(&BAD_SYNTAX, text, place);
        }
        said
    }

    /// Takes a step that sets up a piece. The first of any other kind is the first move.
    fn step(&mut self, line: &str, place: Range<usize>) {
        match Move::read(line) {
            Some(Move { mover: 0, sites: Some((_, site)), what: player, .. }) => {
                self.placed.push(Placed { site, player, place });
            }
            Some(Move { mover: 0, .. }) => {}
            first => {
                self.first_move = place.start;
                self.does_second_begin = first.is_some_and(|first| first.mover == 2);
            }
        }
    }

    /// Where an option of this name stands.
    fn option(&self, name: &str) -> Option<Range<usize>> {
        self.options.iter().find(|(option, _)| *option == name).map(|(_, place)| place.clone())
    }

    /// The board that the first such option names, and where it does.
    fn size(&self) -> Option<(Size, Range<usize>)> {
        self.options.iter().find_map(|(option, place)| Some((Size::of(option)?, place.clone())))
    }

    /// Makes tags of the options other than that of the board.
    fn tell_options(&self, known: &Known, size: Option<Size>, made: &mut Made) {
        let is_told = |option: &str| !option.is_empty() && (size.is_none() || Size::of(option) != size);
        let options: Vec<_> = self.options.iter().filter(|(option, _)| is_told(option)).collect();
        let (Some((_, first)), Some((_, last))) = (options.first(), options.last()) else { return };
        // Otherwise exactly five win, as in the standard game.
        if let Some(place) = self.option(FREESTYLE).filter(|_| known.game == "gomoku") {
            made.tag("Variant", "freestyle", place);
        }
        let all = options.iter().map(|(option, _)| *option).collect::<Vec<_>>().join(",");
        made.tag("LudiiOption", &all, first.start..last.end);
    }

    /// Makes tags of how the trial ended.
    fn tell_end(self, known: &Known, made: &mut Made) {
        let is_natural = self.end.as_ref().is_none_or(|(end, _)| *end == "NaturalEnd");
        if let Some((winner, place)) = self.winner {
            let result = match winner {
                "1" => known.sides[0],
                "2" => known.sides[1],
                "0" if is_natural && self.end.is_some() => "draw",
                _ => "*",
            };
            made.tag("Result", result, place);
        }
        if let Some((end, place)) = self.end.filter(|_| !is_natural) {
            made.tag("Termination", end, place);
        }
    }
}

impl Ludii {
    /// Makes tags of all that is not a move; `None`: it is a game that we do not know.
    pub(super) fn header(&self, text: &str, made: &mut Made) -> Option<Begun> {
        let (first, place) = lines(text).next().unwrap_or_default();
        let known = Known::of(first, &place, made)?;
        made.tag("Game", known.game, place.clone());
        let said = Said::of(text, made);
        if let Some(place) = said.option(FOUR_PLAYERS).filter(|_| known.kind == Kind::Path) {
            let text = Text::new("this is a Ludii trial of Halma with four players, which this program does not read");
            made.refuse(&UNKNOWN_GAME, text.help("of Ludii's Halma it reads the game of two players"), place);
            return None;
        }
        let named = said.size();
        let size = self.board(known, named.as_ref(), &place, made);
        said.tell_options(known, named.map(|(size, _)| size), made);
        // In Forza 4 either side may begin (C-4).
        let turn = if known.kind == Kind::Column && said.does_second_begin { 2 } else { 1 };
        if turn == 2 {
            made.tag("Starts", known.sides[1], place.clone());
        }
        if known.kind == Kind::Path {
            made.tag("Starts", known.sides[0], place);
            set_up(&said.placed, size, known, made);
        }
        let begun = Begun {
            known,
            columns: size.columns,
            rows: size.rows,
            first_move: said.first_move,
            turn,
            falls_from_top: known.kind == Kind::Column && said.option(SITES_ARE_SQUARES).is_some(),
        };
        if let Some(first) = said.placed.first().filter(|_| known.kind != Kind::Path) {
            made.fault(&BAD_SYNTAX, of_nobody(), first.place.clone());
        }
        said.tell_end(known, made);
        Some(begun)
    }

    /// The board, for which a tag is made: what an option names, else what the caller names, else what is usual for the
    /// game. `first` is where the first line stands.
    fn board(
        &self,
        known: &Known,
        named: Option<&(Size, Range<usize>)>,
        first: &Range<usize>,
        made: &mut Made,
    ) -> Size {
        let (size, place) = match named {
            Some((size, place)) => (*size, place.clone()),
            None => (self.board.map_or(known.board, |(columns, rows)| Size::new(columns, rows)), first.clone()),
        };
        let value = format!("{}x{}", size.columns, size.rows);
        made.tag("Board", &value, place.clone());
        if named.is_none() && self.board.is_none() && known.kind == Kind::Square {
            let text = || {
                Text::new(format!("the board is taken to be {value}, as it is unless an option says otherwise"))
                    .help("name the board with --board")
            };
            made.guessed("board", &value, text, place);
        }
        size
    }
}

/// Makes a tag for the pieces that were placed before the first move, unless they stand as they always do.
fn set_up(placed: &[Placed], Size { columns, rows }: Size, known: &Known, made: &mut Made) {
    // Where the first column of each row begins in the corner of player 1, from the bottom.
    const CORNER: [usize; 5] = [11, 11, 12, 13, 14];
    let in_corner = |site: usize| CORNER.get(site / 16).is_some_and(|first| site % 16 >= *first);
    let is_usual = |piece: &Placed| match piece.player {
        1 => in_corner(piece.site),
        2 => piece.site < 256 && in_corner(255 - piece.site),
        _ => false,
    };
    let Some(first) = placed.first() else { return };
    if (columns, rows) == (16, 16) && placed.len() == 38 && placed.iter().all(is_usual) {
        return;
    }
    const MOST: usize = 26;
    if columns == 0 || columns > MOST || rows > MOST {
        return;
    }
    let mut board = vec![b'.'; columns * rows];
    for Placed { site, player, .. } in placed {
        if let Some(cell) = board.get_mut(*site) {
            *cell = known.sides.get(player.wrapping_sub(1)).map_or(b'.', |side| side.as_bytes()[0]);
        }
    }
    made.tag("Setup", &position(&board, columns, known.sides[0]), first.place.clone());
}

/// A position string of cells row by row from the bottom; `.` is an empty one.
fn position(cells: &[u8], columns: usize, turn: &str) -> String {
    let mut text = String::new();
    for row in cells.chunks(columns).rev() {
        let mut empty = 0;
        for cell in row {
            if *cell == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(char::from(*cell));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push('/');
    }
    text.pop();
    text.push(' ');
    text += &turn[..1];
    text
}
