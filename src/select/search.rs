//! Looks for a pattern among the positions of a game, and compares few of them.
//!
//! A position is written and compared only if every square of the pattern has the right letter. Where pieces never move
//! or leave, most positions are skipped: if a ply puts one piece, a pattern with five pieces more than the board needs
//! five more plies, and one with another piece on an occupied square never fits.

use super::pattern::Pattern;
use crate::board::Size;
use crate::board::symmetry::{SAME, Symmetry};
use crate::game::{Growth, Position};

/// The search for one pattern in one game after the other.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// The board that `images` are for, with its symmetries.
    board: Option<(Size, &'static [Symmetry])>,
    images: Vec<Image>,
    /// Whether the board of the game at hand is known.
    has_begun: bool,
}

/// What a look has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// The position fits.
    Fits,
    /// No position fits before this number of plies; `u32::MAX`: none of this game.
    NotBefore(u32),
}

/// The pattern seen through a symmetry of the board.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    /// The squares with a piece and those without, each in the order of the checks.
    pieces: Vec<Cell>,
    empty: Vec<Cell>,
    /// Whether no later position of the game at hand can fit.
    is_lost: bool,
}

/// A square, by its column and its row from the top, and the letter of its piece.
#[derive(Debug, Clone, Copy)]
struct Cell {
    column: u8,
    from_top: u8,
    letter: Option<char>,
}

impl Search {
    /// Begins with another game.
    pub(crate) fn begin(&mut self) {
        self.has_begun = false;
    }

    /// Looks at a position after `plies` plies. `text` is a buffer.
    pub(crate) fn look(&mut self, pattern: &Pattern, position: &dyn Position, plies: u32, text: &mut String) -> Sight {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.set_out(pattern, position);
        }
        let growth = position.growth();
        let mut next = u32::MAX;
        for image in self.images.iter_mut().filter(|image| !image.is_lost) {
            let sight = match growth {
                Some(growth) => image.look_where_pieces_stay(pattern, position, growth, plies, text),
                None => image.look(pattern, position, plies, text),
            };
            match sight {
                Sight::Fits => return Sight::Fits,
                Sight::NotBefore(plies) => next = next.min(plies),
            }
        }
        Sight::NotBefore(next)
    }

    /// Makes the images for the board of this position, unless they are there.
    fn set_out(&mut self, pattern: &Pattern, position: &dyn Position) {
        let board = (position.board(), position.symmetries());
        if self.board != Some(board) {
            self.board = Some(board);
            self.images.clear();
            let through: &[Symmetry] = if pattern.mirrored { board.1 } else { &[] };
            let through = through.iter().copied().filter(|symmetry| *symmetry != SAME);
            self.images.extend([SAME].into_iter().chain(through).filter_map(|symmetry| {
                let mut image = Image { symmetry, pieces: Vec::new(), empty: Vec::new(), is_lost: false };
                let size = board.0;
                let fits = pattern.squares(size, |column, from_top, letter| {
                    let row = i16::from(size.rows - 1 - from_top);
                    let (column, row) = symmetry.inverse().reflected(column.into(), row, size);
                    let from_top = size.rows - 1 - row as u8;
                    let cells = if letter.is_some() { &mut image.pieces } else { &mut image.empty };
                    cells.push(Cell { column: column as u8, from_top, letter });
                });
                fits.then_some(image)
            }));
        }
        self.images.iter_mut().for_each(|image| image.is_lost = false);
    }
}

impl Cell {
    fn is_in(self, position: &dyn Position) -> bool {
        position.letter(self.column, self.from_top) == self.letter
    }
}

impl Image {
    /// Looks at a position of a game whose pieces move. The square that differed is checked first the next time.
    fn look(&mut self, pattern: &Pattern, position: &dyn Position, plies: u32, text: &mut String) -> Sight {
        for cells in [&mut self.pieces, &mut self.empty] {
            if let Some(place) = cells.iter().position(|cell| !cell.is_in(position)) {
                cells.swap(0, place);
                return Sight::NotBefore(plies.saturating_add(1));
            }
        }
        self.compare(pattern, position, plies, text)
    }

    /// Looks at a position of a game whose pieces never move or leave.
    fn look_where_pieces_stay(
        &mut self,
        pattern: &Pattern,
        position: &dyn Position,
        growth: Growth,
        plies: u32,
        text: &mut String,
    ) -> Sight {
        let never = Sight::NotBefore(u32::MAX);
        // How many more pieces the pattern can take.
        let spare = u32::try_from(pattern.most).unwrap_or(u32::MAX).checked_sub(growth.pieces);
        let missing = spare.and_then(|spare| self.missing(position, growth, spare));
        match missing {
            None => {
                self.is_lost = true;
                never
            }
            Some(0) => {
                self.is_lost = !self.empty.iter().all(|cell| cell.is_in(position));
                match self.is_lost {
                    true => never,
                    false if pattern.is_of_letters => Sight::Fits,
                    false => self.compare(pattern, position, plies, text),
                }
            }
            Some(missing) => Sight::NotBefore(plies.saturating_add(missing.div_ceil(growth.most.max(1)))),
        }
    }

    /// How many pieces the position still lacks; `None` if another piece occupies one of their squares, or if they are
    /// more than `spare`.
    fn missing(&self, position: &dyn Position, growth: Growth, spare: u32) -> Option<u32> {
        if growth.pieces == 0 {
            return u32::try_from(self.pieces.len()).ok();
        }
        let mut missing = 0;
        for cell in &self.pieces {
            match position.letter(cell.column, cell.from_top) {
                None if missing < spare => missing += 1,
                letter if letter == cell.letter => {}
                _ => return None,
            }
        }
        Some(missing)
    }

    /// Compares the position with the pattern.
    fn compare(&self, pattern: &Pattern, position: &dyn Position, plies: u32, text: &mut String) -> Sight {
        let fits = if self.symmetry == SAME {
            text.clear();
            position.write_string(text);
            pattern.fits(text)
        } else {
            pattern.fits(&position.reflected(self.symmetry))
        };
        if fits { Sight::Fits } else { Sight::NotBefore(plies.saturating_add(1)) }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::Checker;
    use crate::engine::{Defaults, Games, Resolver, Setting};
    use crate::formats::{Format, Records, lines::Lines, transcript::Transcripts};
    use crate::game::State;
    use crate::select::{Evaluator, Expression, Numbers, Questions, Subject};

    const HEADERS: [&str; 20] = [
        "[Game \"forza4\"]",
        "[Game \"forza4\"]\n[Board \"4x4\"]",
        "[Game \"forza4\"]\n[Board \"9x8\"]\n[Options \"equalizer\"]",
        "[Game \"forza4\"]\n[Setup \"7/7/7/3R3/3W3/WRWR3 W\"]",
        "[Game \"gomoku\"]\n[Board \"5x5\"]",
        "[Game \"gomoku\"]\n[Variant \"freestyle\"]\n[Board \"6x5\"]",
        "[Game \"gomoku\"]\n[Board \"5x5\"]\n[Options \"swap\"]",
        "[Game \"gomoku\"]\n[Board \"5x5\"]\n[Options \"double-three-reply\"]",
        "[Game \"gomoku\"]\n[Variant \"renju\"]",
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"5x5\"]\n[Pieces \"5\"]",
        "[Game \"plus4\"]",
        "[Game \"plus4\"]\n[Variant \"continua\"]",
        "[Game \"plus4\"]\n[Variant \"manche\"]",
        "[Game \"lefile\"]",
        "[Game \"halma\"]",
        "[Game \"halma\"]\n[Variant \"8x8\"]",
        "[Game \"halma\"]\n[Variant \"four\"]",
        "[Game \"halma\"]\n[Variant \"number\"]",
        "[Game \"halma\"]\n[Variant \"double-colour\"]",
        "[Game \"forza4\"]\n[Board \"12x11\"]",
    ];

    fn setting(header: &str) -> Option<Setting> {
        let text = format!("{header}\n\n");
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut resolver = Resolver::new(Defaults::default());
        resolver.settle(&record, &mut ());
        resolver.into_setting().filter(|setting| setting.rules.playable)
    }

    /// A random game: its plies and breaks, and every position that it passes.
    fn game(setting: &Setting, plies: usize, rng: &mut Rng) -> (Vec<String>, Vec<std::sync::Arc<dyn State>>) {
        let mut position: std::sync::Arc<dyn State> = setting.start.clone();
        let system = setting.default_system();
        let (mut words, mut positions) = (Vec::new(), vec![position.clone()]);
        for _ in 0..plies {
            let legal = position.legal(system);
            let Some(ply) = rng.choice(&legal) else { break };
            position = position.played(ply, system).expect("a legal ply").state;
            words.push(ply.clone());
            positions.push(position.clone());
        }
        (words, positions)
    }

    /// A pattern that is a position with something left open, changed or seen through a symmetry.
    fn pattern(position: &dyn State, rng: &mut Rng) -> String {
        let seen =
            position.symmetries().iter().filter(|_| rng.u32(0..4) == 0).map(|&symmetry| position.reflected(symmetry));
        let text = seen.last().unwrap_or_else(|| position.string());
        let (picture, fields) = text.split_once(' ').expect("a side to move");
        let mut rows: Vec<String> = picture.split('/').map(str::to_owned).collect();
        let open = rng.u32(0..4);
        for row in rows.iter_mut().filter(|_| open == 0) {
            if rng.u32(0..3) == 0 {
                *row = "*".to_owned();
            }
        }
        if open == 1
            && let Some(row) = rng.choice(0..rows.len())
        {
            rows[row] = rows[row]
                .replacen(|letter: char| letter.is_ascii_uppercase(), "?", 1)
                .replace("?(", "W(")
                .replace("?!", "W!");
        }
        let fields: Vec<&str> = fields.split(' ').collect();
        let kept = rng.usize(0..=fields.len());
        [&[rows.join("/").as_str()][..], &fields[..kept]].concat().join(" ")
    }

    fn answer(text: &str, format: Format, expression: &str) -> bool {
        let expression = Expression::read(expression, Games::default()).expect(expression);
        let questions = Questions { expression: Some(expression), ..Questions::default() };
        let (mut evaluator, mut checker) = (Evaluator::new(&questions), Checker::new(Defaults::default()));
        let mut records: Box<dyn Records> = if format == Format::LINES {
            Box::new(Lines::new(text.as_bytes(), 1 << 20).expect("a slice can be read"))
        } else {
            Box::new(Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read"))
        };
        assert!(records.advance().expect("a slice can be read"), "{text}");
        let record = records.header();
        let subject = Subject { record: &record, file: "", format, bytes: 0 };
        evaluator.begin();
        evaluator.decide(&subject, &mut checker).with(Numbers::of_only_file(1))
    }

    /// Every position of a game, written out and compared with the pattern, is the evaluator that this one replaces.
    #[test]
    fn a_game_reaches_what_one_of_its_positions_fits() {
        let mut rng = Rng::with_seed(0x5ea6);
        let mut told = [0, 0];
        for header in HEADERS {
            let Some(setting) = setting(header) else { panic!("{header}") };
            for round in 0..40 {
                let plies = if round % 4 == 0 { rng.usize(0..8) } else { rng.usize(0..60) };
                let (words, positions) = game(&setting, plies, &mut rng);
                let (_, others) = game(&setting, plies, &mut rng);
                let from = if rng.u32(0..3) == 0 { &others } else { &positions };
                let wanted = pattern(&**rng.choice(from).expect("a position"), &mut rng);
                let movetext = words.join(", ");
                let text = format!("{header}\n\n{movetext}\n");
                for mirrored in [false, true] {
                    let naive = Pattern::read(&wanted, mirrored).expect(&wanted);
                    let fits = |position: &&std::sync::Arc<dyn State>| {
                        let through = position.symmetries().iter().filter(|_| mirrored);
                        let mut seen = through.map(|&symmetry| position.reflected(symmetry));
                        naive.fits(&position.string()) || seen.any(|text| naive.fits(&text))
                    };
                    let expected = positions.iter().find(fits).is_some();
                    told[usize::from(expected)] += 1;
                    let reaches = format!("reaches \"{wanted}\"{}", if mirrored { " mirrored" } else { "" });
                    assert_eq!(answer(&text, Format::TRANSCRIPT, &reaches), expected, "{reaches}: {text}");
                    // With these, a script is written, or every ply is watched, while positions are looked at.
                    for beside in ["turns < 0", "plays \"zz\""] {
                        let both = format!("{reaches} or {beside}");
                        assert_eq!(answer(&text, Format::TRANSCRIPT, &both), expected, "{both}: {text}");
                    }
                }
            }
        }
        assert!(told.iter().all(|count| *count > 300), "{told:?}");
    }

    #[test]
    fn variations_and_refused_plies_reach_nothing() {
        let header = "[Game \"forza4\"]\n\n";
        for (movetext, pattern, expected) in [
            ("1. c (d), e; 2. c", "7/7/7/7/7/3W3", false),
            ("1. c (d), e; 2. c", "7/7/7/7/2W4/2W1R2 R", true),
            ("1. c, e (d); 2. z", "7/7/7/7/7/2WR3", false),
            ("1. c, z", "7/7/7/7/7/2W4 R", true),
            ("", "7/7/7/7/7/7 W", true),
            ("1. a, b; 2. a, b; 3. a, b; 4. a, b; 5. a", "7/7/WR5/WR5/WR5/WR5", false),
            ("1. a, b; 2. a, b; 3. a, b; 4. a, b {[%stands]}; 5. a", "7/7/WR5/WR5/WR5/WR5", true),
        ] {
            let text = format!("{header}{movetext}\n");
            assert_eq!(answer(&text, Format::TRANSCRIPT, &format!("reaches \"{pattern}\"")), expected, "{movetext}");
        }
    }

    /// Plies that run together are put quickly, too.
    #[test]
    fn lists_are_searched() {
        for (line, pattern, expected) in [
            ("33543", "7/7/7/7/2R4/2WRW2 W", true),
            ("33543", "7/7/7/7/2R4/2W1W2 R", true),
            ("33543", "7/7/7/2W4/2R4/2WRW2 R", true),
            ("33543", "7/7/7/7/7/2WRW2", false),
        ] {
            let text = format!("#: [Game \"forza4\"] [Notation \"digits\"]\n{line}\n");
            assert_eq!(answer(&text, Format::LINES, &format!("reaches \"{pattern}\"")), expected, "{line} {pattern}");
        }
    }
}
