//! Where a game begins, and position strings.

use super::Halma;
use super::bases;
use super::ending::Count;
use super::field::{Board, Piece, Spot};
use super::kind::Kind;
use super::params::{Params, Play, Setup};
use crate::board::Size;
use crate::board::rows::{self, RowFault, Unusual};
use crate::counted::{counted, plain_number};
use crate::game::{Outcome, Side};

/// What a position string is, for people.
pub(super) fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain | Kind::Parlett => {
            "a position is rows from the top, pieces by the letters of their sides, empty squares as numbers, then the side to move"
        }
        Kind::Colour => {
            "a position is rows from the top, pieces A and G (White's), R and W (Green's), empty squares as numbers, then the side to move, W or G"
        }
        Kind::Number { .. } => {
            "a position is rows from the top, pieces with their numbers, W(12), empty squares as numbers, then the side to move"
        }
        Kind::Marked => {
            "a position is rows from the top, pieces by the letters of their sides, each side's marked one as W!, empty squares as numbers, then the side to move"
        }
    }
}

/// Reads a piece from the front of a text: the piece and how many bytes it is.
fn piece(text: &str, play: &Play) -> Option<(Piece, usize)> {
    let letter = text.chars().next()?;
    if play.kind == Kind::Colour {
        let (side, tag) = match letter {
            'A' => (0, 0),
            'G' => (0, 1),
            'R' => (1, 0),
            'W' => (1, 1),
            _ => return None,
        };
        return Some((Piece::new(Side(side), tag), 1));
    }
    let side = Side(play.sides.iter().position(|info| info.letter == letter)? as u8);
    match play.kind {
        Kind::Number { .. } => {
            let (number, _) = text[1..].strip_prefix('(')?.split_once(')')?;
            let tag = plain_number(number).filter(|tag| (1..=play.pieces).contains(tag))?;
            Some((Piece::new(side, tag), 3 + number.len()))
        }
        Kind::Marked if text[1..].starts_with('!') => Some((Piece::new(side, 1), 2)),
        _ => Some((Piece::new(side, 0), 1)),
    }
}

/// Reads a position string by its form.
pub(super) fn read(text: &str, play: &Play) -> Result<Setup, RowFault> {
    let (rows, turn) = text.split_once(' ').unwrap_or((text, ""));
    let size = Size { columns: play.size, rows: play.size };
    let cells = rows::read_words(rows, size, |rest| piece(rest, play))?;
    let letters: Vec<String> = play.sides.iter().map(|side| side.letter.to_string()).collect();
    let Some(turn) = letters.iter().position(|letter| letter == turn) else {
        let place = (rows.len() + 1).min(text.len());
        return Err(RowFault::new(place, format!("expected the side to move, {}", letters.join(" or "))));
    };
    let mut board = Board::EMPTY;
    for (index, piece) in cells.into_iter().enumerate().filter_map(|(index, cell)| Some((index, cell?))) {
        let (column, row) = (index % usize::from(play.size), index / usize::from(play.size));
        board.put(Spot::new(column as u8, play.size - 1 - row as u8), piece);
    }
    Ok(Setup { board, turn: Side(turn as u8) })
}

/// Refuses pieces that the variant does not have (HA-18).
pub(super) fn check(setup: &Setup, play: &Play) -> Result<(), RowFault> {
    let expected = tags(&bases::start(play.kind, play.size, play.seats), play);
    let found = tags(&setup.board, play);
    for ((expected, found), info) in expected.iter().zip(&found).zip(play.sides) {
        if expected == found {
            continue;
        }
        let (name, pieces) = (info.name, play.pieces);
        let message = if found.len() != expected.len() {
            format!("{name} has {}, not {pieces}", counted(found.len() as u64, "piece"))
        } else {
            match play.kind {
                Kind::Number { .. } => {
                    let twice = found.windows(2).find(|pair| pair[0] == pair[1]).map_or(0, |pair| pair[0]);
                    format!("{name}'s number {twice} appears twice: each number from 1 to {pieces} appears once")
                }
                Kind::Colour => {
                    let count = |tags: &[u8]| tags.iter().filter(|tag| **tag == 0).count();
                    let letter = play.letter(Piece::new(Side(0), 0));
                    let letter = if info.name == play.sides[0].name { letter } else { 'R' };
                    format!("{name} has {} {letter}, not {}", counted(count(found) as u64, "piece"), count(expected))
                }
                _ => format!("{name} needs one marked piece"),
            }
        };
        return Err(RowFault::of_all(message));
    }
    Ok(())
}

/// An end that only a position after further plies can show: two sides or pairs have won, or one that did not move
/// last.
pub(super) fn unusual(setup: &Setup, play: &Play) -> Unusual {
    let is_full = |side: Side| {
        let home = |piece: &Piece, spot: Spot| piece.side() == side && play.goals.at(spot) == Some(*piece);
        let count = play.spots().filter(|&spot| setup.board.at(spot).is_some_and(|piece| home(&piece, spot))).count();
        count == usize::from(play.needed)
    };
    let sides = || play.seats.sides().filter(|&side| play.party(side) == side);
    let mut winners = sides().filter(|&side| is_full(side) && play.partner(side).is_none_or(is_full));
    let name = |side: Side| play.sides.get(side.index()).map_or("", |info| info.name);
    let winners_name = |side: Side| match play.partner(side) {
        Some(partner) => format!("{}+{}", name(side), name(partner)),
        None => name(side).to_owned(),
    };
    let winner = winners.next()?;
    if let Some(other) = winners.next() {
        return Some(format!("{} and {} have both won", winners_name(winner), winners_name(other)));
    }
    let count = play.sides.len();
    let last = Side(((setup.turn.index() + count - 1) % count) as u8);
    (play.party(last) != winner)
        .then(|| format!("{} had won, but {} moved after that", winners_name(winner), name(last)))
}

/// The tags of each side's pieces, sorted.
fn tags(board: &Board, play: &Play) -> Vec<Vec<u8>> {
    let mut tags = vec![Vec::new(); play.sides.len()];
    for piece in play.spots().filter_map(|spot| board.at(spot)) {
        if let Some(of_side) = tags.get_mut(piece.side().index()) {
            of_side.push(piece.tag());
        }
    }
    tags.iter_mut().for_each(|tags| tags.sort_unstable());
    tags
}

/// If every piece stands in its own base, the position also sets the goals (HA-13, HA-18).
pub(super) fn set_goals(setup: &Setup, play: &mut Play) {
    let at_home = play.spots().all(|spot| {
        let side = setup.board.at(spot).map(Piece::side);
        side.is_none() || side == play.base_at(spot)
    });
    if at_home {
        play.goals = bases::goals(play.kind, play.size, play.seats, &setup.board);
    }
}

/// The position before the first ply of a record.
pub(super) fn start(variant: &Params) -> Halma {
    let play = &variant.play;
    let board = match &variant.setup {
        Some(setup) => setup.board.clone(),
        None => bases::start(play.kind, play.size, play.seats),
    };
    let mut position = Halma {
        play: play.clone(),
        board,
        turn: variant.first,
        number: 1,
        outcome: Outcome::Unfinished,
        home: [0; 4],
        left: [0; 4],
        entered: [0; 4],
        counts: [Count::Waiting; 4],
        limit_void: [false; 4],
    };
    for spot in play.spots() {
        position.tell(spot, |count| *count += 1);
    }
    position.judge_setup();
    position
}

/// The piece on a square of the picture.
#[inline(always)]
fn at(position: &Halma, column: u8, from_top: u8) -> Option<Piece> {
    position.board.at(Spot::new(column, position.play.size - 1 - from_top))
}

/// The letter of a square of the picture.
#[inline(always)]
pub(super) fn letter(position: &Halma, column: u8, from_top: u8) -> Option<char> {
    at(position, column, from_top).map(|piece| position.play.letter(piece))
}

/// Writes the position string.
pub(super) fn write(position: &Halma, out: &mut String) {
    let play = &position.play;
    let size = Size { columns: play.size, rows: play.size };
    rows::write_words(
        size,
        out,
        |column, from_top| at(position, column, from_top),
        |piece, out| {
            out.push(play.letter(piece));
            play.sign(piece).write(out);
        },
    );
    out.push(' ');
    out.extend(play.sides.get(position.turn.index()).map(|info| info.letter));
}
