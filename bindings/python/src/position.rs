//! A position to play ply by ply.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};
use scoresheet::Outcome;
use scoresheet::formats::Format;

use crate::{Said, illegal, known};

/// A position of a game. Its settings are those of the tags of that name; `tags` may hold any other tag that the rules read.
///
/// Two positions are equal if the same plies can follow and lead to the same outcomes, whatever plies have led to them, in
/// whatever notation. So two games that have ended with other pieces on the board are not equal, though no ply can follow in
/// either. What a game remembers of its last ply counts too: in Le File, which files it has scored.
///
/// `play` and `undo` change the position, and its hash with it: put a `copy()` into sets and dictionaries.
///
/// >>> from scoresheet import Position
/// >>> position = Position("forza4", board="8x8")
/// >>> position.play("c")
/// >>> position.turn
/// 'Red'
#[pyclass(module = "scoresheet")]
#[derive(Debug, Clone)]
pub(crate) struct Position {
    position: scoresheet::Position,
    origin: Origin,
}

/// Where a position comes from: `pickle` makes it anew from that.
#[derive(Debug, Clone)]
enum Origin {
    /// Settings.
    Settings { game: String, tags: Vec<(String, String)>, notation: Option<String> },
    /// The record in a report, of which the first so many plies were carried out. Those that were illegal and stood cannot be
    /// played again.
    Record { report: Arc<str>, plies: usize },
}

/// The position after the last ply of the record in a report, a line of JSON; `None` if nothing says by which rules it is
/// played.
#[pyfunction]
pub(crate) fn replayed(py: Python<'_>, report: String) -> PyResult<Option<Position>> {
    let report = Arc::<str>::from(report);
    let position = py.detach(|| {
        let record = scoresheet::records(report.as_bytes()).format(Format::JSON_LINES).next().transpose()?;
        io::Result::Ok(record.and_then(|record| record.replay()))
    })?;
    Ok(position.map(|position| {
        let plies = position.plies().len();
        Position { position, origin: Origin::Record { report, plies } }
    }))
}

fn refused(py: Python<'_>, error: &scoresheet::Illegal) -> PyErr {
    let (code, rule, message, help) = (error.code, error.rule, &error.message, error.help.as_deref());
    illegal(py, Said { code, rule, message, help, span: None })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (
        game, *, variant=None, options=None, board=None, starts=None, setup=None, notation=None, tags=None,
    ))]
    fn new(
        py: Python<'_>,
        game: String,
        variant: Option<String>,
        options: Option<String>,
        board: Option<String>,
        starts: Option<String>,
        setup: Option<String>,
        notation: Option<String>,
        tags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let mut all: Vec<(String, String)> = match tags {
            Some(tags) => {
                tags.iter().map(|(name, value)| Ok((name.extract()?, value.extract()?))).collect::<PyResult<_>>()?
            }
            None => Vec::new(),
        };
        let named =
            [("Variant", variant), ("Options", options), ("Board", board), ("Starts", starts), ("Setup", setup)];
        all.extend(named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        let mut builder = scoresheet::Position::builder(&game);
        for (name, value) in &all {
            builder = builder.tag(name, value);
        }
        if let Some(name) = &notation {
            builder = builder.notation(known::system(name)?);
        }
        let position = builder.start().map_err(|error| refused(py, &error))?;
        Ok(Position { position, origin: Origin::Settings { game, tags: all, notation } })
    }

    /// The plies that are legal here; none after the end of the game.
    fn legal(&self) -> Vec<String> {
        self.position.legal()
    }

    /// Plays a ply, written as in movetext: `c`, `h8`, `swap k11`, `--` for a pass. Raises `Illegal` if it cannot be played;
    /// the position then stays as it was.
    fn play(&mut self, py: Python<'_>, ply: &str) -> PyResult<()> {
        self.position.play(ply).map_err(|error| refused(py, &error))
    }

    /// Takes the last ply back and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String> {
        let undone = self.position.undo();
        self.shorten();
        undone
    }

    /// The position after the first `count` of its `plies`; 0 is the start. Raises `IndexError` if there are fewer.
    fn after(&self, count: isize) -> PyResult<Position> {
        let position = usize::try_from(count).ok().and_then(|count| self.position.after(count));
        let mut after = Position {
            position: position.ok_or_else(|| {
                let plies = self.position.plies().len();
                PyIndexError::new_err(format!("there is no ply {count}; the position has {plies} plies"))
            })?,
            origin: self.origin.clone(),
        };
        after.shorten();
        Ok(after)
    }

    /// The same position, to be played on its own.
    fn copy(&self) -> Position {
        self.clone()
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    /// The outcome so far: `'win'`, `'draw'` or `'unfinished'`.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.position.outcome() {
            Outcome::Win { .. } => "win",
            Outcome::Draw { .. } => "draw",
            Outcome::Unfinished => "unfinished",
        }
    }

    /// How the game has ended: `'line'`, `'board-full'`; `None` if it goes on.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.position.outcome().ending().map(|ending| ending.code)
    }

    /// The side or the pair that has won, if one has.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.position.winner()
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn()
    }

    /// The points of each side; empty in games without points.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let points = PyDict::new(py);
        for (side, count) in self.position.points() {
            points.set_item(side, count)?;
        }
        Ok(points)
    }

    /// The plies that were played here since the start.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.position.plies().map(str::to_owned).collect()
    }

    /// The id of the game: `forza4`.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.game()
    }

    /// The variant: `standard`.
    #[getter]
    fn variant(&self) -> &'static str {
        self.position.variant()
    }

    /// The position string, which `setup=` reads.
    #[getter]
    fn string(&self) -> String {
        self.position.position_string()
    }

    /// The position as an SVG document.
    fn svg(&self) -> String {
        self.position.to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.position.to_svg()
    }

    fn __str__(&self) -> String {
        self.position.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {:?}>", self.position.game(), self.position.position_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let this = slf.borrow();
        let module = py.import("scoresheet._game")?;
        match &this.origin {
            Origin::Settings { game, tags, notation } => {
                let arguments = (game, tags.clone().into_py_dict(py)?, notation, this.plies()).into_pyobject(py)?;
                Ok((module.getattr("_position")?, arguments))
            }
            Origin::Record { report, plies } => {
                let further: Vec<_> = this.plies().split_off(*plies);
                Ok((module.getattr("_position_of_record")?, (&**report, plies, further).into_pyobject(py)?))
            }
        }
    }
}

impl Position {
    /// Plies of the record that were taken back are none of its origin any more.
    fn shorten(&mut self) {
        if let Origin::Record { plies, .. } = &mut self.origin {
            *plies = self.position.plies().len().min(*plies);
        }
    }
}
