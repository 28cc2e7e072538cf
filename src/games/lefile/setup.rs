//! The start and position strings of Le File: rows of `P R p r`, the side to move, the phase of the next ply, this
//! manche's points, the files that each side has scored: `… W 2 2:0 a1-d1,b2-b5:-`.

use std::fmt::Write;

use super::files::{self, FileSet, Pieces};
use super::params::{Params, Setup};
use super::{LeFile, PLACEMENTS, Piece, SIZE, table};
use crate::board::rows::{self, RowFault, Unusual};
use crate::counted::{counted, plain_number};
use crate::game::Side;
use crate::system::squares;

/// The side and the kind of the piece that a letter stands for.
fn piece(letter: char) -> Option<(Side, Piece)> {
    let kind = match letter.to_ascii_uppercase() {
        'P' => Piece::Pawn,
        'R' => Piece::Rook,
        _ => return None,
    };
    Some((Side(u8::from(letter.is_ascii_lowercase())), kind))
}

/// `2:0`
fn points(text: &str) -> Option<[u8; 2]> {
    let (white, black) = text.split_once(':')?;
    Some([plain_number(white)?, plain_number(black)?])
}

/// `a1-d1,b2-b5`: files named from their first squares, sorted, each once; `-` for none.
fn files(text: &str) -> Option<FileSet> {
    let mut set = FileSet::default();
    if text == "-" {
        return Some(set);
    }
    let mut least = 0;
    for name in text.split(',') {
        let place = |name: &str| {
            let (column, row) =
                squares::read(name).filter(|_| name.starts_with(|letter| matches!(letter, 'a'..='h')))?;
            u8::try_from(row).ok().filter(|row| *row < 8).map(|row| column * 8 + row)
        };
        let (first, last) = name.split_once('-')?;
        let (first, last) = (place(first)?, place(last)?);
        let file = files::between(first, last).filter(|_| first < last)?;
        if file < least {
            return None;
        }
        set.insert(file);
        least = file + 1;
    }
    Some(set)
}

/// Reads a position string by its form.
pub(super) fn read(text: &str) -> Result<Setup, RowFault> {
    let fields: Vec<&str> = text.split(' ').collect();
    let offset = |field: usize| fields.iter().take(field).map(|field| field.len() + 1).sum::<usize>().min(text.len());
    let cells = rows::read(fields[0], SIZE, piece)?;
    let mut pieces = [Pieces::default(); 2];
    for (index, (side, kind)) in cells.iter().enumerate().filter_map(|(index, cell)| Some((index, (*cell)?))) {
        let bit = 1 << (index % 8 * 8 + (7 - index / 8 % 8));
        let own = &mut pieces[side.index() & 1];
        match kind {
            Piece::Pawn => own.pawns |= bit,
            Piece::Rook => own.rooks |= bit,
        }
    }
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let turn = match field(1) {
        "W" => Side(0),
        "B" => Side(1),
        _ => return Err(RowFault::new(offset(1), "expected the side to move, W or B")),
    };
    let moving = match field(2) {
        "1" => false,
        "2" => true,
        _ => return Err(RowFault::new(offset(2), "expected the phase of the next ply, 1 or 2")),
    };
    let points = points(field(3))
        .ok_or_else(|| RowFault::new(offset(3), "expected the points of White and Black, for instance 2:0"))?;
    let scored = field(4).split_once(':').and_then(|(white, black)| Some([files(white)?, files(black)?]));
    let scored = scored.ok_or_else(|| {
        RowFault::new(offset(4), "expected the files that White and Black have scored, sorted: a1-d1,b2-b5:-")
    })?;
    if fields.len() > 5 {
        return Err(RowFault::new(offset(5), "expected nothing more here"));
    }
    Ok(Setup { pieces, turn, moving, points, scored })
}

/// Refuses what no plies can make: pieces and points that nobody can have. Illegal plies that stood explain the rest: a
/// side that passed in phase 1, or a file completed there.
pub(super) fn check(setup: &Setup) -> Result<Unusual, RowFault> {
    let refuse = |message: String| Err(RowFault::of_all(message));
    let [white, black] = setup.pieces.map(|pieces| pieces.all().count_ones());
    let mut unusual = None;
    for (index, side) in table::SIDES.iter().enumerate() {
        let (pieces, name) = (setup.pieces[index], side.name);
        for (kind, count, what) in
            [(Piece::Pawn, pieces.pawns.count_ones(), "pawns"), (Piece::Rook, pieces.rooks.count_ones(), "rooks")]
        {
            let stock = u32::from(kind.stock());
            let what = if count == 1 { what.trim_end_matches('s') } else { what };
            if count > stock {
                return refuse(format!("{name} has {count} {what}, but there are only {stock}"));
            }
            if setup.moving && count < stock {
                let all = if stock == 2 { "both" } else { "all six" };
                unusual.get_or_insert(format!("{name} has {count} {what}, but in phase 2 {all} stand on the board"));
            }
        }
        let (points, files) = (u32::from(setup.points[index]), setup.scored[index].len());
        if points != files {
            return refuse(format!(
                "{name} has {} for {}, but each file is one point",
                counted(points.into(), "point"),
                counted(files.into(), "scored file")
            ));
        }
        if !setup.moving && points > 0 {
            return refuse(format!("{name} has {}, but nobody scores in phase 1", counted(points.into(), "point")));
        }
        // No piece leaves the board in phase 2, so a side that has scored still has the pieces for a file.
        if points > 0 && (pieces.rooks == 0 || pieces.pawns.count_ones() < 3) {
            return refuse(format!("{name} has scored a file, but has no rook and three pawns to form one"));
        }
        if let (false, Some((first, last))) = (setup.moving, pieces.files().ends().next()) {
            unusual
                .get_or_insert(format!("{name} has the file {first}-{last}, but no file may be completed in phase 1"));
        }
    }
    if !setup.moving {
        if white + black >= u32::from(PLACEMENTS) {
            return refuse("all pieces are placed, so the next ply belongs to phase 2".to_owned());
        }
        if white != black + u32::from(setup.turn.0) {
            let name = table::SIDES[setup.turn.index() & 1].name;
            unusual.get_or_insert(format!(
                "{white} white and {black} black pieces with {name} to move: plies do not alternate"
            ));
        }
    }
    Ok(unusual)
}

/// The position before the first ply of a record.
pub(super) fn start(variant: &Params) -> LeFile {
    let start = LeFile::empty();
    let Some(setup) = &variant.setup else {
        return start;
    };
    let filled = setup.pieces.map(|pieces| pieces.all().count_ones() as u8);
    LeFile {
        pieces: setup.pieces,
        turn: setup.turn,
        made: if setup.moving { PLACEMENTS } else { filled[0] + filled[1] },
        points: [setup.points, [0; 2]],
        scored: setup.scored,
        ..start
    }
}

/// The letter of a square of the picture.
#[inline(always)]
pub(super) fn letter(position: &LeFile, column: u8, from_top: u8) -> Option<char> {
    position.at(column * 8 + (7 - from_top)).map(|(_, letter)| letter)
}

/// Writes the position string.
pub(super) fn write(position: &LeFile, out: &mut String) {
    rows::write(SIZE, out, |column, from_top| letter(position, column, from_top));
    let [white, black] = position.points[position.manche()];
    let letter = table::SIDES[position.turn.index() & 1].letter;
    let phase = if position.made < PLACEMENTS { 1 } else { 2 };
    // Writing to a string cannot fail.
    let _ = write!(out, " {letter} {phase} {white}:{black} ");
    for (index, scored) in position.scored.iter().enumerate() {
        out.push_str(if index > 0 { ":" } else { "" });
        let names: Vec<String> = scored.ends().map(|(first, last)| format!("{first}-{last}")).collect();
        out.push_str(if names.is_empty() { "-" } else { "" });
        out.push_str(&names.join(","));
    }
}
