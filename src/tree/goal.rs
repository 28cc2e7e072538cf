//! Where counting begins: the start, a line of plies or a position.

use std::sync::Arc;

use crate::board::symmetry::{SAME, Symmetry};
use crate::board::{Side, Size, rows};
use crate::diagnostic::{Diagnostic, quoted};
use crate::engine::{Claims, Setting, Start, Step, Visitor, play_undecided};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::game::Position;
use crate::select::{Opening, Pattern, Search, Sight};
use crate::source::MAX_RECORD;
use crate::system::Kind;

/// Where counting begins.
#[derive(Debug, Clone, Default)]
pub enum Goal {
    /// At the start of every game.
    #[default]
    Start,
    /// After these plies, movetext in any notation system of the game.
    Line(String),
    /// At a position, whatever plies lead to it: a position string, with or without the fields after the picture.
    Position(String),
}

/// A goal in a game of certain rules.
#[derive(Debug)]
pub(super) struct Prepared {
    /// The start by the rules: every setting has its own.
    start: Arc<dyn Start>,
    /// The picture of the position that games begin from.
    pub(super) picture: String,
    pub(super) target: Target,
    /// Why no game of these rules can have it.
    pub(super) impossible: Option<String>,
    /// The symmetries to try on each game.
    pub(super) symmetries: Vec<Symmetry>,
    /// The board's size.
    pub(super) size: Size,
    /// Whether to reflect a ply by the squares in its text. Its effect is not enough: several paths may have the same
    /// effect, and the effect names no card.
    pub(super) reflects_text: bool,
    /// The names of those who can win.
    parties: Vec<&'static str>,
}

/// What a game is compared with.
#[derive(Debug)]
pub(super) enum Target {
    Start,
    /// What each ply does.
    Line(Vec<Vec<u8>>),
    /// For each symmetry that a game is seen through, the position that it has to pass.
    Position(Vec<Place>),
    Nowhere,
}

impl Prepared {
    pub(super) fn new(goal: &Goal, setting: &Setting, mirrored: bool) -> Prepared {
        let mut symmetries = vec![SAME];
        if mirrored {
            symmetries.extend(setting.start.symmetries());
        }
        let target = match goal {
            Goal::Start => Ok(Target::Start),
            Goal::Line(text) => line(text, setting).map(Target::Line),
            Goal::Position(text) => positions(text, setting, &symmetries).map(Target::Position),
        };
        let (target, impossible) = match target {
            Ok(target) => (target, None),
            Err(why) => (Target::Nowhere, Some(why)),
        };
        Prepared {
            start: setting.start.clone(),
            picture: setting.start.string().split(' ').next().unwrap_or_default().to_owned(),
            target,
            impossible,
            symmetries,
            size: setting.rules.board,
            reflects_text: matches!(setting.default_system().kind(), Kind::Path | Kind::Cards),
            parties: parties(setting).collect(),
        }
    }

    /// The winner with this name among those who can win.
    pub(super) fn party(&self, name: &str) -> Option<&'static str> {
        self.parties.iter().copied().find(|party| *party == name)
    }

    /// Whether it was made for games of that setting.
    pub(super) fn is_for(&self, setting: &Setting) -> bool {
        Arc::ptr_eq(&self.start, &setting.start)
    }
}

/// The names of those who can win, in the order of the sides; of a pair the name of the pair.
pub(super) fn parties(setting: &Setting) -> impl Iterator<Item = &'static str> {
    (0..setting.rules.sides.len()).map(|side| setting.rules.party_name(Side(side as u8)))
}

/// What the plies of a line do.
fn line(text: &str, setting: &Setting) -> Result<Vec<Vec<u8>>, String> {
    let wrong = |why: &str| format!("the line {} cannot be played: {why}", quoted(text));
    let mut records = Transcripts::new(text.as_bytes(), MAX_RECORD).map_err(|error| wrong(&error.to_string()))?;
    let record = records.next().map_err(|error| wrong(&error.to_string()))?;
    let Some(record) = record else { return Ok(Vec::new()) };
    // As in `plays` a line has no tags and no variations.
    let opening = Opening::read(text).map_err(|fault| wrong(&fault.message))?;
    let (mut actions, mut faults) = (Actions::default(), Vec::<Diagnostic>::new());
    play_undecided(&record, setting, &Claims::default(), &mut faults, Some(&mut actions));
    let Some(fault) = faults.into_iter().find(Diagnostic::is_error) else { return Ok(actions.0) };
    // Turn numbers may be those of a game that the other side began, and plies may have stood, as for `plays`.
    opening.readings(setting).into_iter().next().ok_or_else(|| wrong(&fault.text.message))
}

/// Writes down what plies do.
#[derive(Default)]
struct Actions(Vec<Vec<u8>>);

impl Visitor for Actions {
    fn ply(&mut self, step: &dyn Step) {
        if step.variation().is_empty() {
            let mut action = Vec::new();
            step.write_action(SAME, &mut action);
            self.0.push(action);
        }
    }

    fn restart(&mut self) {
        self.0.clear();
    }
}

/// A position to look for: a position string as games write it, or the beginning of one, the picture and some fields.
#[derive(Debug)]
pub(super) struct Place {
    text: String,
    pattern: Pattern,
    search: Search,
}

impl Place {
    fn new(text: String) -> Result<Place, String> {
        let pattern = Pattern::read(&text, false).map_err(|fault| fault.message)?;
        Ok(Place { text, pattern, search: Search::default() })
    }

    /// What the string of the position begins with.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a position string is of this position.
    pub(super) fn is(&self, position: &str) -> bool {
        self.pattern.fits(position)
    }

    /// Begins with another game.
    pub(super) fn begin(&mut self) {
        self.search.begin();
    }

    /// Looks at a position of the game after `plies` plies. `text` is a buffer.
    pub(super) fn look(&mut self, position: &dyn Position, plies: u32, text: &mut String) -> Sight {
        self.search.look(&self.pattern, position, plies, text)
    }
}

/// What a position string is for a game seen through each symmetry.
fn positions(text: &str, setting: &Setting, symmetries: &[Symmetry]) -> Result<Vec<Place>, String> {
    let size = setting.rules.board;
    let text = text.trim_ascii();
    let given = text.split_ascii_whitespace().count();
    let cut = |position: String| {
        let end = position.match_indices(' ').nth(given.saturating_sub(1)).map_or(position.len(), |(end, _)| end);
        Place::new(position[..end].to_owned())
    };
    let wrong = |why: String| format!("{} is no position of {} on {size}: {why}", quoted(text), setting.info().name);
    let plain = pictured(text, size).map_err(wrong)?;
    let sides: Vec<String> = setting.rules.sides.iter().map(|side| side.letter.to_string()).collect();
    if let Some(turn) = plain.split(' ').nth(1).filter(|turn| !sides.iter().any(|side| side == turn)) {
        return Err(wrong(format!("{} is no letter of a side; those are {}", quoted(turn), sides.join(", "))));
    }
    let set_up = setting.game.set_up(&setting.rules, &plain);
    let image = |symmetry: &Symmetry| {
        // A game that passes through the image of the position, seen through the symmetry, passes through the position.
        let symmetry = symmetry.inverse();
        cut(match &set_up {
            Some(start) => start.reflected(symmetry),
            None => symmetry.of_position(&plain, size),
        })
    };
    symmetries.iter().map(image).collect::<Result<_, _>>().map_err(wrong)
}

/// A position string with its picture in the game's own spelling; its fields stay unchanged.
fn pictured(text: &str, size: Size) -> Result<String, String> {
    let (picture, fields) = text.split_once(' ').unwrap_or((text, ""));
    let cells = rows::read_words(picture, size, |rest| piece(rest).map(|piece| (piece, piece.len())));
    let cells = cells.map_err(|fault| fault.message)?;
    let mut out = String::new();
    let cell = |column: u8, row: u8| cells[usize::from(row) * usize::from(size.columns) + usize::from(column)];
    rows::write_words(size, &mut out, cell, |piece, out| out.push_str(piece));
    for field in fields.split_ascii_whitespace() {
        out.push(' ');
        out.push_str(field);
    }
    Ok(out)
}

/// A piece of any game at the front of a text: `W`, `W(12)`, `W!`.
fn piece(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?;
    let length = match rest.as_bytes().first() {
        Some(b'!') => 1,
        Some(b'(') => rest.find(')')? + 1,
        _ => 0,
    };
    text.get(..1 + length)
}
