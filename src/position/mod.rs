//! A position to play ply by ply, for programs that play, analyse or draw a game.
//!
//! [`Position::new`] starts a game by its usual rules; a [`Builder`] chooses variant, options, board and more, by the
//! names and values that tags have. The game's own rules decide what is legal; nothing here knows a game.

mod builder;
mod line;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use builder::Builder;
pub(crate) use line::Line;

use crate::board::Size;
use crate::diagnostic::{Code, Text};
use crate::diagram::{Figure, lines_of, svg, text, theme};
use crate::engine::Setting;
use crate::figures::Frame;
use crate::game::{Outcome, Played, Side, State};
use crate::scene::Scene;
use crate::system::System;

/// A position of a game, with the plies that led to it.
///
/// ```
/// use scoresheet::Position;
///
/// let mut position = Position::new("forza4")?;
/// for ply in ["c", "e", "c", "c", "d", "d", "b", "e", "a"] {
///     position.play(ply)?;
/// }
/// assert_eq!(position.winner(), Some("White"));
/// assert!(position.legal().is_empty());
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
///
/// Two positions are equal if the same plies can follow and lead to the same outcomes, even if different
/// plies or notations led to them; [`Hash`] agrees with that. What a game remembers of its last ply counts too: in Le
/// File, which files it has scored.
///
/// ```
/// use scoresheet::Position;
///
/// let (mut one, mut other) = (Position::new("forza4")?, Position::new("Connect Four")?);
/// for ply in ["a", "b", "c"] {
///     one.play(ply)?;
/// }
/// for ply in ["c", "b", "a"] {
///     other.play(ply)?;
/// }
/// assert_eq!(one, other);
/// assert_ne!(one.plies().collect::<Vec<_>>(), other.plies().collect::<Vec<_>>());
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
#[derive(Clone)]
pub struct Position {
    setting: Arc<Setting>,
    start: Arc<dyn State>,
    /// The plies that were played, each with the position after it.
    played: Vec<Played>,
}

/// Why a ply cannot be played, or why a game cannot start with the given settings.
///
/// ```
/// use scoresheet::Position;
///
/// let illegal = Position::new("forza4")?.play("h").unwrap_err();
/// assert_eq!((illegal.code, illegal.rule), ("off-board", Some("F4-2")));
/// assert_eq!(illegal.to_string(), "the board has no column h: it is 7x6, columns a to g, rows 1 to 6");
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Illegal {
    /// The stable code, as diagnostics have it: `column-full`, `bad-move`, `unknown-game`.
    pub code: &'static str,
    /// The rule of the game that is broken, if there is one: `F4-2`.
    pub rule: Option<&'static str>,
    /// What was found, in one sentence.
    pub message: String,
    /// What would have been legal or expected.
    pub help: Option<String>,
}

impl Illegal {
    fn new(code: &'static Code, text: Text) -> Illegal {
        Illegal { code: code.name, rule: code.rule, message: text.message, help: text.help }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Illegal {}

impl Position {
    /// The start of a game by its usual rules. `game` is its id or another name of it: `forza4`, `Connect Four`, `renju`.
    ///
    /// # Errors
    /// `unknown-game`
    pub fn new(game: &str) -> Result<Position, Illegal> {
        Position::builder(game).start()
    }

    /// The settings of a game, to choose its variant, board and more.
    pub fn builder(game: &str) -> Builder {
        Builder::default().tag("Game", game)
    }

    /// The plies that are legal here, in the notation that [`Position::play`] reads; none after the end of the game.
    ///
    /// Each ply is listed once. In Le File plies are written without cards, and in Halma only one path is given between
    /// two squares; [`Position::play`] accepts cards and other paths too. After the end of a manche only `/`, the
    /// break, is listed.
    ///
    /// ```
    /// let position = scoresheet::Position::new("forza4")?;
    /// assert_eq!(position.legal(), ["a", "b", "c", "d", "e", "f", "g"]);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn legal(&self) -> Vec<String> {
        self.state().legal(self.notation())
    }

    /// Plays a ply, written as in movetext: `c`, `h8`, `swap k11`, `--` for a pass, `/` for the break between manches.
    /// The game's default notation is read too, even if you have chosen another one: in `go`, `K9` and `k9` are two points,
    /// because only `go` leaves out the letter I.
    ///
    /// # Errors
    /// Says why the ply cannot be played; the position stays as it was.
    ///
    /// ```
    /// let mut position = scoresheet::Position::builder("forza4").board("5x4").start()?;
    /// for _ in 0..4 {
    ///     position.play("c")?;
    /// }
    /// let illegal = position.play("c").unwrap_err();
    /// assert_eq!((illegal.code, illegal.rule), ("column-full", Some("F4-2")));
    /// assert_eq!(illegal.message, "c is full: four pieces stand in it");
    /// assert_eq!(illegal.help.as_deref(), Some("legal columns here: a, b, d, e"));
    /// assert_eq!(position.plies().count(), 4);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn play(&mut self, ply: &str) -> Result<(), Illegal> {
        let played = self.state().played(ply.trim_ascii(), self.notation());
        self.played.push(played.map_err(|refusal| Illegal::new(refusal.code, refusal.text))?);
        Ok(())
    }

    /// Takes the last ply back and says which it was; `None` at the start.
    ///
    /// ```
    /// let mut position = scoresheet::Position::new("gomoku")?;
    /// let start = position.clone();
    /// position.play("h8")?;
    /// assert_eq!(position.undo().as_deref(), Some("h8"));
    /// assert_eq!(position, start);
    /// assert_eq!(position.undo(), None);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn undo(&mut self) -> Option<String> {
        self.played.pop().map(|played| played.ply)
    }

    /// The plies that were played here since the start, breaks included.
    ///
    /// ```
    /// let mut position = scoresheet::Position::builder("forza4").notation(scoresheet::System::SQUARES).start()?;
    /// position.play("c")?;
    /// position.play("c2")?;
    /// assert_eq!(position.plies().collect::<Vec<_>>(), ["c1", "c2"]);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.played.iter().map(|played| played.ply.as_str())
    }

    /// The position after the first `count` of these plies: 0 is the start. `None` if fewer were played.
    ///
    /// ```
    /// let mut position = scoresheet::Position::new("forza4")?;
    /// for ply in ["c", "e", "c"] {
    ///     position.play(ply)?;
    /// }
    /// let strings: Vec<_> = (0..).map_while(|count| position.after(count)).map(|at| at.position_string()).collect();
    /// assert_eq!(strings[..2], ["7/7/7/7/7/7 W", "7/7/7/7/7/2W4 R"]);
    /// assert_eq!(strings.len(), 4);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn after(&self, count: usize) -> Option<Position> {
        let played = self.played.get(..count)?.to_vec();
        Some(Position { setting: self.setting.clone(), start: self.start.clone(), played })
    }

    /// The outcome that the board shows so far. What a record says of its last ply, that it was illegal or a foul and
    /// lost the game (C-7, RJ-6), is no part of a position: [`OwnedRecord::report`](crate::OwnedRecord::report) tells
    /// it.
    ///
    /// ```
    /// use scoresheet::{Outcome, Position};
    ///
    /// let position = Position::new("forza4")?;
    /// assert_eq!(position.outcome(), Outcome::Unfinished);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        self.state().outcome()
    }

    /// The name of the side or the pair that has won, if one has; see [`Position::outcome`] for why.
    ///
    /// ```
    /// let mut position = scoresheet::Position::builder("forza4").setup("7/7/7/7/RRR4/WWW4 W").start()?;
    /// assert_eq!(position.winner(), None);
    /// position.play("d")?;
    /// assert_eq!(position.winner(), Some("White"));
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn winner(&self) -> Option<&'static str> {
        match self.outcome() {
            Outcome::Win { winner, .. } => Some(self.setting.winner(winner)),
            _ => None,
        }
    }

    /// The name of the side to move; after the end, the name of the next side in order.
    ///
    /// ```
    /// let mut position = scoresheet::Position::new("forza4")?;
    /// assert_eq!(position.turn(), "White");
    /// position.play("c")?;
    /// assert_eq!(position.turn(), "Red");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn turn(&self) -> &'static str {
        self.setting.name(self.state().turn())
    }

    /// The points of each side by its name, in the order of the sides; empty in games without points.
    ///
    /// ```
    /// let position = scoresheet::Position::builder("plus4").variant("continua").start()?;
    /// assert_eq!(position.points(), [("Red", 0), ("Blue", 0)]);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn points(&self) -> Vec<(&'static str, u32)> {
        let points = self.state().points();
        points.into_iter().enumerate().map(|(side, points)| (self.setting.name(Side(side as u8)), points)).collect()
    }

    /// The id of the game: `forza4`.
    ///
    /// ```
    /// assert_eq!(scoresheet::Position::new("Connect Four")?.game(), "forza4");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn game(&self) -> &'static str {
        self.setting.info().id
    }

    /// The name of the variant: `standard`.
    ///
    /// ```
    /// assert_eq!(scoresheet::Position::new("renju")?.variant(), "renju");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn variant(&self) -> &'static str {
        self.setting.rules.variant
    }

    /// The names of the options, in the order of the tag.
    pub fn options(&self) -> &[&'static str] {
        &self.setting.rules.options
    }

    /// The size of the board.
    pub fn board(&self) -> Size {
        self.setting.rules.board
    }

    /// The names of the sides in playing order. [`Side::index`] finds the name of a side.
    ///
    /// ```
    /// use scoresheet::{Outcome, Position};
    ///
    /// let mut position = Position::builder("forza4").setup("7/7/7/7/RRR4/WWW4 W").start()?;
    /// position.play("d")?;
    /// let Outcome::Win { winner, .. } = position.outcome() else { panic!("White has won") };
    /// assert_eq!(position.sides()[winner.index()], "White");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn sides(&self) -> Vec<&'static str> {
        self.setting.rules.sides.iter().map(|side| side.name).collect()
    }

    /// What stands on each square: see [`Scene::cell`].
    pub fn scene(&self) -> Scene {
        self.state().scene()
    }

    /// The position string, which a tag `Setup` and [`Builder::setup`] read.
    ///
    /// ```
    /// let mut position = scoresheet::Position::new("forza4")?;
    /// position.play("c")?;
    /// assert_eq!(position.position_string(), "7/7/7/7/7/2W4 R");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn position_string(&self) -> String {
        self.state().string()
    }

    /// The position as an SVG document. It marks the last ply, draws the lines that decide, and has a title and a
    /// description for people who do not see the picture.
    ///
    /// ```
    /// let mut position = scoresheet::Position::new("gomoku")?;
    /// position.play("h8")?;
    /// let svg = position.to_svg();
    /// assert!(svg.starts_with("<svg") && svg.contains("<title>Gomoku, after ply 1: h8</title>"));
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let (state, last) = (self.state(), self.played.last());
        let mut frame = Frame {
            ply: u32::try_from(self.played.len()).unwrap_or(u32::MAX),
            token: last.map(|played| played.ply.clone()),
            figure: Figure {
                last: last.map(|played| played.effect.clone()).unwrap_or_default(),
                lines: lines_of(state),
                ..Figure::of(state.scene())
            },
            position: String::new(),
            turn: state.turn().index(),
            outcome: state.outcome(),
            points: state.points(),
            refused: None,
            unread: None,
        };
        frame.figure.title = format!("{}, {}", self.setting.info().name, frame.caption());
        frame.figure.description = frame.describe(&self.setting);
        svg::draw(&frame.figure, svg::Style::new(&theme::PRINT))
    }

    fn state(&self) -> &dyn State {
        self.played.last().map_or(&*self.start, |played| &*played.state)
    }

    fn notation(&self) -> System {
        self.setting.system.unwrap_or(self.setting.default_system())
    }
}

/// The board as text, as `scoresheet show` draws it.
///
/// ```
/// let mut position = scoresheet::Position::builder("forza4").board("5x4").start()?;
/// position.play("c")?;
/// position.play("d")?;
/// let board = "\
/// 4 │ · · · · · │
/// 3 │ · · · · · │
/// 2 │ · · · · · │
/// 1 │ · · ○ ● · │
///   └───────────┘
///     a b c d e
/// ";
/// assert_eq!(position.to_string(), board);
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&text::draw(&self.state().scene(), text::Style::Boxed))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, position) = (self.game(), self.position_string());
        out.debug_struct("Position").field("game", &game).field("position", &position).finish_non_exhaustive()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.state().is_same(other.state())
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash_with(hasher);
    }
}
