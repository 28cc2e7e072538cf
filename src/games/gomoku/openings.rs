//! The 26 openings of Renju: the three plies up to the board's symmetries, Black's first on the centre.

use crate::board::{Size, Square};

/// The place of Black's second piece, counted from the centre, when White's piece is right above the centre.
static DIRECT: [((i8, i8), &str); 13] = [
    ((0, 2), "D1 Kansei"),
    ((1, 2), "D2 Keigetsu"),
    ((2, 2), "D3 Sosei"),
    ((1, 1), "D4 Kagetsu"),
    ((2, 1), "D5 Zangetsu"),
    ((1, 0), "D6 Ugetsu"),
    ((2, 0), "D7 Kinsei"),
    ((0, -1), "D8 Shogetsu"),
    ((1, -1), "D9 Kyugetsu"),
    ((2, -1), "D10 Shingetsu"),
    ((0, -2), "D11 Zuisei"),
    ((1, -2), "D12 Sangetsu"),
    ((2, -2), "D13 Yusei"),
];

/// The place of Black's second piece when White's piece is above the centre to the right.
static INDIRECT: [((i8, i8), &str); 13] = [
    ((2, 2), "I1 Chosei"),
    ((2, 1), "I2 Kyogetsu"),
    ((2, 0), "I3 Kosei"),
    ((2, -1), "I4 Suigetsu"),
    ((2, -2), "I5 Ryusei"),
    ((1, 0), "I6 Ungetsu"),
    ((1, -1), "I7 Hogetsu"),
    ((1, -2), "I8 Rangetsu"),
    ((0, -1), "I9 Gingetsu"),
    ((0, -2), "I10 Myojo"),
    ((-1, -1), "I11 Shagetsu"),
    ((-1, -2), "I12 Meigetsu"),
    ((-2, -2), "I13 Suisei"),
];

/// The name of the opening of these plies, if it is one.
pub(super) fn name(size: Size, plies: &[Square]) -> Option<&'static str> {
    let [first, second, third] = plies else {
        return None;
    };
    if super::centre(size) != Some(*first) {
        return None;
    }
    let from_centre = |square: &Square| (square.column as i8 - first.column as i8, square.row as i8 - first.row as i8);
    let (white, black) = (from_centre(second), from_centre(third));
    // The eight symmetries of a square: mirror the columns, mirror the rows, exchange both.
    let symmetries = (0..8_u8).map(|index| {
        move |(x, y): (i8, i8)| {
            let (x, y) = (if index & 1 == 0 { x } else { -x }, if index & 2 == 0 { y } else { -y });
            if index & 4 == 0 { (x, y) } else { (y, x) }
        }
    });
    for turn in symmetries {
        let table = match turn(white) {
            (0, 1) => &DIRECT,
            (1, 1) => &INDIRECT,
            _ => continue,
        };
        if let Some((_, name)) = table.iter().find(|(place, _)| *place == turn(black)) {
            return Some(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;

    const SIZE: Size = Size { columns: 15, rows: 15 };

    /// Every third ply that the opening rule allows has a name, and every name is used: 24 points less two, in pairs.
    #[test]
    fn every_opening_has_one_name() {
        for (white, letter) in [(Square::new(7, 8), 'D'), (Square::new(8, 8), 'I')] {
            let mut names = Vec::new();
            for black in squares(SIZE) {
                let near = black.column.abs_diff(7) <= 2 && black.row.abs_diff(7) <= 2;
                let free = black != Square::new(7, 7) && black != white;
                let found = name(SIZE, &[Square::new(7, 7), white, black]);
                assert_eq!(found.is_some(), near && free, "{black}");
                names.extend(found);
            }
            assert_eq!(names.len(), 23);
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), 13);
            assert!(names.iter().all(|name| name.starts_with(letter)));
        }
    }

    #[test]
    fn openings_are_known_from_every_side() {
        let at = |column, row| Square::new(column, row);
        for (white, black) in [(at(7, 8), at(8, 8)), (at(7, 8), at(6, 8)), (at(6, 7), at(6, 6)), (at(7, 6), at(8, 6))] {
            assert_eq!(name(SIZE, &[at(7, 7), white, black]), Some("D4 Kagetsu"));
        }
        assert_eq!(name(SIZE, &[at(7, 7), at(6, 6), at(6, 8)]), Some("I7 Hogetsu"));
        assert_eq!(name(SIZE, &[at(7, 7), at(7, 9), at(6, 8)]), None);
        assert_eq!(name(SIZE, &[at(6, 7), at(7, 7), at(6, 8)]), None);
    }
}
