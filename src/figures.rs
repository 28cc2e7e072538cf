//! Takes figures of positions as a replay passes them.

use std::ops::Range;

use crate::board::Square;
use crate::check::Checker;
use crate::codes::ATTEMPTED;
use crate::diagnostic::{Code, Severity, Shortlist};
use crate::diagram::{Figure, lines_of};
use crate::engine::Setting;
use crate::engine::{Step, Visitor};
use crate::game::{ILLEGAL, Outcome, Position, points_of};
use crate::record::Record;
use crate::report::Report;
use crate::scene::{Cell, Effect, Shape};

/// Judges a record and takes figures of it, with their titles and descriptions. There are none if nothing can be
/// replayed, or if the wanted ply does not exist.
///
/// ```
/// use scoresheet::figures::{Wanted, figures};
/// use scoresheet::diagram::{svg, theme};
/// use scoresheet::formats::Format;
///
/// let text = "[Game \"forza4\"]\n\n1. c, e; 2. c, c\n";
/// let mut checker = scoresheet::Checker::new(scoresheet::Defaults::default());
/// let mut records = scoresheet::input::records(text.as_bytes(), Format::TRANSCRIPT, 1 << 20, &mut checker)?;
/// records.advance()?;
/// let (report, frames) = figures("game.txt", &records.record(), &mut checker, Wanted::Last, false);
/// let style = svg::Style::new(&theme::PRINT);
/// assert!(report.valid);
/// assert!(svg::draw(&frames[0].figure, style).starts_with("<svg"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn figures(
    file: &str,
    record: &Record<'_>,
    checker: &mut Checker,
    wanted: Wanted,
    numbers: bool,
) -> (Report, Vec<Frame>) {
    figures_held(file, record, checker, &mut Shortlist::default(), wanted, numbers)
}

/// Like [`figures`], with as many diagnostics as `held` holds.
pub fn figures_held(
    file: &str,
    record: &Record<'_>,
    checker: &mut Checker,
    held: &mut Shortlist,
    wanted: Wanted,
    numbers: bool,
) -> (Report, Vec<Frame>) {
    let report = crate::report::report_held(file, record, checker, held);
    // A token that is not a ply stops the replay too, and is treated like an illegal ply.
    let fault = report.known().find(|said| {
        said.severity == Severity::Error && said.variation.is_empty() && said.ply == Some(report.plies + 1)
    });
    let wanted = match wanted {
        Wanted::After(ply) if fault.is_some() && ply == report.plies + 1 => Wanted::Last,
        wanted => wanted,
    };
    let mut figures = FrameVisitor::new(wanted, numbers, report.plies);
    checker.check(record, &mut (), Some(&mut figures));
    if let Some(frame) = figures.frames.last_mut().filter(|frame| frame.ply == report.plies) {
        match (&mut frame.refused, fault) {
            (Some(refused), _) => {
                if let Some(span) = figures.unsaid.take() {
                    refused.token = record.excerpt(span);
                }
            }
            (None, Some(fault)) => frame.unread = Some((report.plies + 1, fault.code)),
            (None, None) => {}
        }
    }
    if let Some(setting) = checker.setting(record) {
        figures.frames.iter_mut().for_each(|frame| frame.entitle(&report, setting));
    }
    (report, figures.frames)
}

/// Which positions of the main line are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The last.
    Last,
    /// The one after this ply, 0 for the start. If that ply is illegal, the one before it.
    After(u32),
    /// The positions after every multiple of this number of plies, and the last.
    Every(u32),
}

/// A visitor that takes figures.
#[derive(Debug)]
pub struct FrameVisitor {
    wanted: Wanted,
    numbers: bool,
    /// How many plies the main line has.
    plies: u32,
    /// The frames taken so far, in the order of plies.
    pub frames: Vec<Frame>,
    /// The squares that plies have filled since the last frame, with their numbers.
    numbered: Vec<(Square, u32)>,
    /// The place of the illegal ply, if the default notation system cannot express it.
    unsaid: Option<Range<usize>>,
}

/// A position and its description.
#[derive(Debug, Clone)]
pub struct Frame {
    /// After how many plies.
    pub ply: u32,
    /// The ply that led here, in the game's default notation.
    pub token: Option<String>,
    /// The drawing, still without title and description.
    pub figure: Figure,
    /// The position string.
    pub position: String,
    /// The index of the side to move.
    pub turn: usize,
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The points of each side; empty in games without points.
    pub points: Vec<u32>,
    /// The illegal ply that was tried here.
    pub refused: Option<Refused>,
    /// A token in the place of the next ply that is not a ply: its number and the code.
    pub unread: Option<(u32, &'static str)>,
}

/// An illegal ply that was not carried out.
#[derive(Debug, Clone)]
pub struct Refused {
    /// Its number.
    pub ply: u32,
    /// The ply in the game's default notation, or else as the record has it.
    pub token: String,
    /// Why it is illegal; `attempted` if it lost the game.
    pub code: &'static Code,
}

impl FrameVisitor {
    /// A visitor for some positions of a record with `plies` plies that can be carried out, perhaps with the numbers of
    /// plies. Of several positions each shows only the numbers of the plies since the one before, as books print long
    /// games.
    pub fn new(wanted: Wanted, numbers: bool, plies: u32) -> FrameVisitor {
        FrameVisitor { wanted, numbers, plies, frames: Vec::new(), numbered: Vec::new(), unsaid: None }
    }

    /// Whether to take the position after a ply.
    fn wants(&self, ply: u32) -> bool {
        match self.wanted {
            Wanted::Last => ply == self.plies,
            Wanted::After(wanted) => ply == wanted,
            Wanted::Every(plies) => ply == self.plies || ply > 0 && ply.is_multiple_of(plies.max(1)),
        }
    }

    /// Takes the position after a ply, which `done` has brought about.
    fn take(&mut self, ply: u32, position: &dyn Position, done: Option<&dyn Step>) {
        let mut scene = position.scene();
        if self.numbers {
            for &(square, number) in &self.numbered {
                if let Some(cell) = scene.cell_mut(square) {
                    cell.number = Some(number);
                }
            }
        }
        if let Wanted::Every(_) = self.wanted {
            self.numbered.clear();
        }
        self.frames.push(Frame {
            ply,
            token: done.map(default_token),
            figure: Figure {
                last: done.map(Step::effect).unwrap_or_default(),
                stood: done.is_some_and(Step::stood),
                lines: lines_of(position),
                ..Figure::of(scene)
            },
            position: position.string(),
            turn: position.turn().index(),
            outcome: position.outcome(),
            points: position.points(),
            refused: None,
            unread: None,
        });
    }

    /// Gives the pieces that a ply has put or moved its number.
    fn number(&mut self, effect: &Effect, number: u32) {
        for way in &effect.ways {
            self.numbered.retain(|(square, _)| way.first() != Some(square));
            self.numbered.extend(way.last().map(|square| (*square, number)));
        }
    }

    /// A ply that was not carried out.
    fn illegal(&mut self, step: &dyn Step, code: &'static Code) {
        let number = step.number();
        if !step.variation().is_empty() || number != self.plies + 1 || !self.wants(self.plies) {
            return;
        }
        // No ply may have come before it, and a break that did has cleared the board.
        if self.frames.last().is_none_or(|frame| frame.ply != self.plies || frame.position != step.before().string()) {
            self.frames.pop_if(|frame| frame.ply == self.plies);
            self.take(self.plies, step.before(), None);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.figure.refused = step.effect();
            frame.figure.offending = step.offending(code);
            let token = default_token(step);
            self.unsaid = token.is_empty().then(|| step.span());
            frame.refused = Some(Refused { ply: number, token, code });
        }
    }
}

fn default_token(step: &dyn Step) -> String {
    let mut token = String::new();
    step.write_default(&mut token);
    token
}

impl Visitor for FrameVisitor {
    fn restart(&mut self) {
        *self = FrameVisitor::new(self.wanted, self.numbers, self.plies);
    }

    fn ply(&mut self, step: &dyn Step) {
        if !step.variation().is_empty() {
            return;
        }
        let number = step.number();
        if number == 1 && self.wants(0) {
            self.take(0, step.before(), None);
        }
        if self.numbers {
            let effect = step.effect();
            if effect.stays {
                self.number(&effect, number);
            }
        }
        if self.wants(number) {
            self.take(number, step.after(), Some(step));
        }
    }

    fn tried(&mut self, step: &dyn Step) {
        self.illegal(step, &ATTEMPTED);
    }

    fn refused(&mut self, step: &dyn Step, code: &'static Code) {
        self.illegal(step, code);
    }

    fn end(&mut self, last: &dyn Position) {
        if self.frames.is_empty() && self.plies == 0 && self.wants(0) {
            self.take(0, last, None);
        }
    }
}

impl Frame {
    /// Gives the figure its title and its description.
    pub fn entitle(&mut self, report: &Report, setting: &Setting) {
        // Here a tag about the last ply decides (RJ-6), and the board does not show it.
        if self.ply == report.plies && self.outcome == Outcome::Unfinished {
            self.outcome = report.outcome.outcome;
        }
        self.figure.title = format!("{}, {}", heading(report, setting), self.caption());
        self.figure.description = self.describe(setting);
    }

    /// What the figure shows, in a few words: `after ply 9: e`.
    pub fn caption(&self) -> String {
        let mut text = match (&self.token, self.ply) {
            (Some(token), ply) => format!("after ply {ply}: {token}"),
            (None, 0) => "the start".to_owned(),
            (None, ply) => format!("after ply {ply}"),
        };
        if let Some(Refused { ply, token, .. }) = &self.refused {
            text.push_str(&format!("; ply {ply}, {token}, is illegal"));
        }
        if let Some((ply, code)) = self.unread {
            text.push_str(&format!("; ply {ply}: {code}"));
        }
        text
    }

    /// The position for people who do not see it: where the pieces stand, and remarks about plies.
    pub(crate) fn describe(&self, setting: &Setting) -> String {
        let sides = setting.rules.sides;
        let scene = &self.figure.scene;
        let mut text = String::new();
        for side in sides {
            let own = |cell: &Cell| {
                cell.piece.is_some_and(|(owner, _)| sides.get(owner.index()).is_some_and(|info| info.name == side.name))
            };
            let mut pieces: Vec<(Square, &Cell)> = scene
                .cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| own(cell))
                .map(|(index, cell)| (scene.square(index), cell))
                .collect();
            pieces.sort_by_key(|(square, _)| *square);
            let named: Vec<String> = pieces.iter().map(|(square, cell)| named(*square, cell, side.letter)).collect();
            text.push_str(&format!(
                "{}: {}. ",
                side.name,
                if named.is_empty() { "no pieces".to_owned() } else { named.join(", ") }
            ));
        }
        if !self.points.is_empty() {
            text.push_str(&format!("Points: {}. ", points_of(sides, &self.points)));
        }
        match self.outcome {
            Outcome::Unfinished => {
                let turn = sides.get(self.turn).map_or("", |side| side.name);
                text.push_str(&format!("{turn} to move."));
            }
            // The ply that lost the game is told below.
            Outcome::Win { winner, ending } if ending == &ILLEGAL => {
                text.push_str(&format!("{} has won.", setting.winner(winner)));
            }
            Outcome::Win { winner, ending } => {
                text.push_str(&format!("{}.", ending.won_by(setting.winner(winner))));
            }
            Outcome::Draw { ending } => text.push_str(&format!("Drawn ({}).", ending.about)),
        }
        for line in &self.figure.lines.0 {
            let squares: Vec<String> = line.iter().map(Square::to_string).collect();
            text.push_str(&format!(" Line: {}.", squares.join("-")));
        }
        match &self.refused {
            Some(Refused { ply, token, code }) if *code == &ATTEMPTED => {
                text.push_str(&format!(" Ply {ply}, {token}, was illegal and lost the game."));
            }
            Some(Refused { ply, token, code }) => {
                text.push_str(&format!(" Ply {ply}, {token}, is illegal: {}.", code.name));
            }
            None => {}
        }
        if let Some((ply, code)) = self.unread {
            text.push_str(&format!(" Ply {ply} could not be played: {code}."));
        }
        if self.figure.stood {
            text.push_str(" The last ply was illegal, but it stood.");
        }
        text
    }
}

/// A piece's square, with what distinguishes the piece from others of its side: `c4`, `Rc4`, `c4(12)`, `c4 (bonus)`.
fn named(square: Square, cell: &Cell, plain: char) -> String {
    let letter = cell.piece.map(|(_, letter)| letter.to_ascii_uppercase()).filter(|letter| *letter != plain);
    let mut text: String = letter.into_iter().collect();
    text.push_str(&square.to_string());
    cell.sign.write(&mut text);
    if cell.shape == Shape::Bonus {
        text.push_str(" (bonus)");
    }
    text
}

/// Who plays, or which game.
pub fn heading(report: &Report, setting: &Setting) -> String {
    let tag = |name: &str| report.tags.get(name).filter(|value| !value.is_empty()).map(titled);
    let players: Vec<String> = setting.rules.sides.iter().filter_map(|side| tag(side.name)).collect();
    if players.len() == setting.rules.sides.len() { players.join(" – ") } else { setting.info().name.to_owned() }
}

/// The longest name that a title has room for.
const LONGEST: usize = 80;

/// The value of a tag for a title, cut if it is very long. Marks that change the direction of writing are left out, and
/// text written from the right is isolated, so that it changes no direction around it.
pub(crate) fn titled(value: &str) -> String {
    let turns = |letter: &char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut letters = value.chars().filter(|letter| !turns(letter));
    let mut text: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        text.pop();
        text.push('…');
    }
    if text.chars().any(is_from_right) { format!("\u{2068}{text}\u{2069}") } else { text }
}

/// Whether a letter is of a script that is written from the right.
fn is_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        || matches!(letter, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
