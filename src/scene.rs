//! A drawing of a position as data: a board with what stands on it, and what a ply did there. Each writer only spells it.

pub use crate::board::Paint;
use crate::board::{Side, SideInfo, Size, Square};

/// A board with what stands on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The board's size.
    pub size: Size,
    /// How the empty board looks.
    pub ground: Ground,
    /// The cells from the top left of the picture, row by row.
    pub cells: Vec<Cell>,
    /// The label of each row from the top.
    pub labels: Vec<u8>,
    /// Each column from the left of the picture, from 0.
    pub columns: Vec<u8>,
    /// Whether letters show more than discs would: there are more than two sides, or pieces of several kinds.
    pub letters: bool,
    /// Whether they are needed where there are no colours: of red and blue pieces nobody knows which one is drawn black.
    pub letters_in_print: bool,
}

/// How an empty board looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ground {
    /// A standing frame with holes, into which pieces fall.
    Frame,
    /// Squares into which pieces are pushed from above.
    Chutes,
    /// Crossing lines, on whose points pieces stand.
    Points,
    /// Squares all alike.
    Squares,
    /// Light and dark squares, a1 dark.
    Checkered,
}

/// One square of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// The side whose piece stands there, and the piece's letter.
    pub piece: Option<(Side, char)>,
    /// What the piece looks like.
    pub shape: Shape,
    /// The colour of the piece.
    pub paint: Paint,
    /// Whether the piece is of its side's second kind, or belongs to a third or fourth side: without colours its form
    /// shows it.
    pub second: bool,
    /// Whether it belongs to a line that decides the game, or is highlighted for another reason.
    pub marked: bool,
    /// The number of the ply that put the piece there, if it is known.
    pub number: Option<u32>,
    /// What distinguishes the piece from others of its side and letter.
    pub sign: Sign,
    /// The side whose base holds the square, and that side's colour.
    pub base: Option<(Side, Paint)>,
}

/// What distinguishes a piece from others of its side and letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Sign {
    /// Nothing.
    #[default]
    Plain,
    /// A number of its own: `W(12)` in position strings.
    Number(u8),
    /// A mark: `W!` in position strings.
    Mark,
}

impl Sign {
    /// What position strings write after the piece's letter.
    pub(crate) fn write(self, out: &mut String) {
        match self {
            Sign::Plain => {}
            Sign::Number(number) => out.push_str(&format!("({number})")),
            Sign::Mark => out.push('!'),
        }
    }
}

/// What a piece looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Shape {
    /// A disc.
    #[default]
    Disc,
    /// A disc that counts for more.
    Bonus,
    /// A pawn as in chess.
    Pawn,
    /// A rook as in chess.
    Rook,
}

/// What a ply does on the board: the paths of its pieces, in their order.
///
/// A path of one square is a piece put there. A path of several squares is a piece that went from the first to the
/// last, over all squares between. The paths of an illegal ply may lead to squares outside the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// The paths.
    pub ways: Vec<Vec<Square>>,
    /// The cards that were drawn for it.
    pub cards: Vec<PlayingCard>,
    /// Whether pieces stay where they were put until they move themselves, so that the numbers of plies can be shown
    /// there.
    pub stays: bool,
}

impl Effect {
    /// A piece put on a square.
    pub fn put(square: Square) -> Effect {
        Effect { ways: vec![vec![square]], ..Effect::default() }
    }

    /// A piece that goes from the first square to the last.
    pub fn way(squares: Vec<Square>) -> Effect {
        Effect { ways: vec![squares], ..Effect::default() }
    }
}

/// A card, as much of it as a record gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayingCard {
    /// Its value.
    pub value: u8,
    /// Whether it is red, if that is known.
    pub red: Option<bool>,
    /// The letter of its suit, if that is known: `h`, `d`, `c`, `s`.
    pub suit: Option<char>,
}

impl std::fmt::Display for PlayingCard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let suit = match (self.suit, self.red) {
            (Some('h'), _) => "♥",
            (Some('d'), _) => "♦",
            (Some('c'), _) => "♣",
            (Some(_), _) => "♠",
            (None, Some(true)) => " red",
            (None, Some(false)) => " black",
            (None, None) => "",
        };
        write!(out, "{}{suit}", self.value)
    }
}

impl Scene {
    /// A board with rows numbered from the bottom; `at` gives the side whose piece stands on a square.
    pub fn of_rows(
        size: Size,
        ground: Ground,
        sides: &[SideInfo],
        at: impl Fn(Square) -> Option<Side>,
        marked: Vec<Square>,
    ) -> Scene {
        Scene::new(size, ground, |square| {
            let side = at(square);
            let info = side.and_then(|side| sides.get(side.index()));
            Cell {
                piece: side.zip(info).map(|(side, info)| (side, info.letter)),
                paint: info.map_or(Paint::default(), |info| info.paint),
                marked: marked.contains(&square),
                ..Cell::default()
            }
        })
    }

    /// A board of cells, its rows numbered from the bottom; without letters.
    pub fn new(size: Size, ground: Ground, cell: impl FnMut(Square) -> Cell) -> Scene {
        Scene::from_rows(size, ground, (0..size.rows).rev(), cell)
    }

    /// A board of cells, its rows numbered from the top; without letters.
    pub fn from_top(size: Size, ground: Ground, cell: impl FnMut(Square) -> Cell) -> Scene {
        Scene::from_rows(size, ground, 0..size.rows, cell)
    }

    /// A board of cells with these rows from the top; without letters.
    fn from_rows(
        size: Size,
        ground: Ground,
        rows: impl Iterator<Item = u8> + Clone,
        mut cell: impl FnMut(Square) -> Cell,
    ) -> Scene {
        let mut cells = Vec::with_capacity(size.squares() as usize);
        for row in rows.clone() {
            cells.extend((0..size.columns).map(|column| cell(Square::new(column, row))));
        }
        let labels = rows.map(|row| row + 1).collect();
        Scene {
            size,
            ground,
            cells,
            labels,
            columns: (0..size.columns).collect(),
            letters: false,
            letters_in_print: false,
        }
    }

    /// Whether a piece is filled in drawings that show the sides by their form. The pieces of the second side are
    /// filled; on points, where Black begins, those of the first side.
    pub fn is_solid(&self, cell: &Cell) -> bool {
        cell.piece.is_some_and(|(side, _)| (side.0 & 1 == 1) != (self.ground == Ground::Points))
    }

    /// The rows from the top, each with its label.
    pub fn rows(&self) -> impl Iterator<Item = (u8, &[Cell])> {
        self.labels.iter().copied().zip(self.cells.chunks(usize::from(self.size.columns).max(1)))
    }

    /// Where a square stands in the picture: columns from the left, rows from the top. A square outside the board
    /// lies beyond its border.
    pub fn place(&self, square: Square) -> (i32, i32) {
        // Columns and rows run evenly, so the first one and the direction determine all.
        let along = |first: u8, second: Option<&u8>, at: i32| {
            let rises = second.is_none_or(|second| *second > first);
            let distance = at - i32::from(first);
            if rises { distance } else { -distance }
        };
        let first = |labels: &[u8]| labels.first().copied().unwrap_or_default();
        (
            along(first(&self.columns), self.columns.get(1), i32::from(square.column)),
            along(first(&self.labels), self.labels.get(1), i32::from(square.row) + 1),
        )
    }

    /// The index of a square's cell, if the board has it.
    pub fn index(&self, square: Square) -> Option<usize> {
        if square.column >= self.size.columns || square.row >= self.size.rows {
            return None;
        }
        let (column, row) = self.place(square);
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        Some(row * usize::from(self.size.columns) + column)
    }

    /// The cell of a square; `None` if the board has no such square.
    ///
    /// ```
    /// use scoresheet::{Position, Side, Square};
    ///
    /// let mut position = Position::new("forza4")?;
    /// position.play("c")?;
    /// let scene = position.scene();
    /// let piece = |square| scene.cell(square).and_then(|cell| cell.piece);
    /// assert_eq!(piece(Square::new(2, 0)), Some((Side(0), 'W')));
    /// assert_eq!((piece(Square::new(2, 1)), piece(Square::new(99, 0))), (None, None));
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        self.cells.get(self.index(square)?)
    }

    /// The cell of a square, to be changed; `None` if the board has no such square.
    pub fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        let index = self.index(square)?;
        self.cells.get_mut(index)
    }

    /// The square of a cell.
    pub fn square(&self, index: usize) -> Square {
        let columns = usize::from(self.size.columns).max(1);
        let column = self.columns.get(index % columns).copied().unwrap_or_default();
        Square::new(column, self.labels.get(index / columns).map_or(0, |label| label.saturating_sub(1)))
    }

    /// Turns the board to the view of the player opposite; a standing frame is seen from the back.
    pub fn flip(&mut self) {
        self.columns.reverse();
        match self.ground {
            Ground::Frame => {
                let columns = usize::from(self.size.columns).max(1);
                self.cells.chunks_mut(columns).for_each(<[Cell]>::reverse);
            }
            _ => {
                self.labels.reverse();
                self.cells.reverse();
            }
        }
    }
}

impl Cell {
    /// Whether a number stands on its piece: that of its ply, or its own.
    pub(crate) fn has_number(&self) -> bool {
        self.number.is_some() || matches!(self.sign, Sign::Number(_))
    }

    /// The cell without the numbers on its piece, for pictures too small to read them.
    pub(crate) fn without_number(self) -> Cell {
        let sign = if matches!(self.sign, Sign::Number(_)) { Sign::Plain } else { self.sign };
        Cell { number: None, sign, ..self }
    }

    /// What position strings write for the piece: `W`, `W(12)`, `W!`; nothing for an empty square.
    pub fn write_code(&self, out: &mut String) {
        let Some((_, letter)) = self.piece else { return };
        out.push(letter);
        self.sign.write(out);
    }
}
