//! A position to play ply by ply, for programs that play, analyse or draw a game.
//!
//! [`Position::new`] starts a game by its usual rules; a [`Builder`] chooses variant, options, board and more, by the
//! names and values that tags have. The game's own rules decide what is legal; nothing here knows a game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::{DecidingLines, Size};
use crate::diagnostic::{Code, Diagnostic, Severity, Text, quoted};
use crate::diagram::{Figure, lines_of, svg, text, theme};
use crate::engine::{Defaults, Games, Resolver, Setting};
use crate::figures::Frame;
use crate::game::{Outcome, Played, Side, State};
use crate::names::same_tag;
use crate::record::{MEANINGFUL, Original, Parts, Place, Record};
use crate::scene::{Effect, Scene};
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

/// The settings of a game. Each value is written as in the tag of that name.
///
/// ```
/// use scoresheet::{Position, System};
///
/// let mut position = Position::builder("gomoku").variant("renju").notation(System::GO).start()?;
/// position.play("h8")?;
/// assert_eq!(position.variant(), "renju");
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until `start` is called"]
pub struct Builder {
    tags: Vec<(String, String)>,
    notation: Option<System>,
    games: Games,
}

impl Builder {
    /// The variant: `renju`.
    pub fn variant(self, name: &str) -> Builder {
        self.tag("Variant", name)
    }

    /// The options, separated by commas: `swap, pro`.
    pub fn options(self, names: &str) -> Builder {
        self.tag("Options", names)
    }

    /// The board's size, columns x rows: `9x7`.
    ///
    /// ```
    /// let position = scoresheet::Position::builder("forza4").board("5x4").start()?;
    /// assert_eq!(position.legal(), ["a", "b", "c", "d", "e"]);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn board(self, size: &str) -> Builder {
        self.tag("Board", size)
    }

    /// The position to start from, as [`Position::position_string`] writes it.
    ///
    /// ```
    /// use scoresheet::Position;
    ///
    /// let mut position = Position::new("halma")?;
    /// position.play(&position.legal()[0].clone())?;
    /// let again = Position::builder("halma").setup(&position.position_string()).start()?;
    /// assert_eq!(again.turn(), "Green");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn setup(self, position: &str) -> Builder {
        self.tag("Setup", position)
    }

    /// Any other tag that a game's rules read: `Starts`, `Target`, `MoveLimit`. A tag given twice has the value given last.
    ///
    /// ```
    /// let position = scoresheet::Position::builder("forza4").tag("Starts", "Red").start()?;
    /// assert_eq!(position.turn(), "Red");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn tag(mut self, name: &str, value: &str) -> Builder {
        self.tags.retain(|(known, _)| !same_tag(known, name));
        self.tags.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The notation system in which plies are read and written; by default the game's own.
    pub fn notation(mut self, system: System) -> Builder {
        self.notation = Some(system);
        self
    }

    /// The games among which the name is looked up; by default those of this library.
    #[doc(hidden)]
    pub fn games(mut self, games: Games) -> Builder {
        self.games = games;
        self
    }

    /// The position before the first ply.
    ///
    /// # Errors
    /// The first fault in the game's name, a tag or its value.
    pub fn start(mut self) -> Result<Position, Illegal> {
        for (name, _) in &mut self.tags {
            match MEANINGFUL.iter().find(|known| same_tag(known, name)) {
                Some(known) => *name = (*known).to_owned(),
                None => {
                    let text = Text::new(format!("the tag {} does not change the rules", quoted(name)))
                        .help(format!("the tags that do are {}", MEANINGFUL.join(", ")));
                    return Err(Illegal::new(&crate::codes::UNKNOWN_TAG, text));
                }
            }
        }
        let mut parts = Parts::default();
        parts.context.lacking = self.tags;
        let record = Record { text: "", parts: &parts, place: Place::default(), written: Original::default() };
        let mut faults: Vec<Diagnostic> = Vec::new();
        let mut resolver =
            Resolver::new(Defaults { notation: self.notation, games: self.games, ..Defaults::default() });
        resolver.settle(&record, &mut faults);
        if let Some(fault) = faults.into_iter().find(|fault| fault.severity == Severity::Error) {
            return Err(Illegal::new(fault.code, fault.text));
        }
        let Some(setting) = resolver.into_setting().filter(|setting| setting.rules.playable) else {
            let text = Text::new("the rules to play by are not given");
            return Err(Illegal::new(&crate::codes::BAD_VARIANT, text));
        };
        if let Some(system) = setting.system.filter(|&system| !setting.info().takes(system)) {
            let names: Vec<_> = setting.info().systems().map(System::name).collect();
            let text = Text::new(format!("{} cannot be written in the notation {system}", setting.info().name))
                .help(format!("its notation systems are {}", names.join(", ")));
            return Err(Illegal::new(&crate::codes::BAD_TAG, text));
        }
        let start = setting.start.clone();
        Ok(Position { setting: Arc::new(setting), start, played: Vec::new() })
    }
}

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

    /// The outcome so far.
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
                scene: state.scene(),
                title: String::new(),
                description: String::new(),
                last: last.map(|played| played.effect.clone()).unwrap_or_default(),
                refused: Effect::default(),
                stood: false,
                lines: lines_of(state),
                offending: DecidingLines::default(),
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
