//! Notation systems that nobody has heard of, told in this file alone and handed over by the caller: games read and write
//! them without a line of the library being changed. A system of the library is written in the same way, and has besides a
//! line in the list by which names are looked up.

use scoresheet::formats::Format;
use scoresheet::system::{
    FirstRow, Grid, Kind, Named, NotRepresentable, Notation, Reader, SYSTEMS, Spacing, SystemInfo,
};
use scoresheet::{Defaults, Position, System, Target, records, registry, validate};

// -- A system of columns ----------------------------------------------------------------------------------------------

/// The columns in Roman numbers: `IV`.
const ROMAN: System = System::new(&SystemInfo {
    name: "roman",
    token: "column in Roman numbers",
    example: "IV",
    kind: Kind::Column,
    capitals: true,
    most_columns: Some(NUMBERS.len() as u8),
    reader: Reader::Own(&Roman),
    ..SystemInfo::PLAIN
});

const NUMBERS: [&str; 9] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

#[derive(Debug)]
struct Roman;

impl Notation for Roman {
    fn read(&self, token: &str, _: Grid) -> Option<Named> {
        NUMBERS.iter().position(|number| *number == token).map(|column| Named::Column(column as u8))
    }

    fn write(&self, named: Named, _: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let Named::Column(column) = named else { return Err(NotRepresentable) };
        out.push_str(NUMBERS.get(usize::from(column)).ok_or(NotRepresentable)?);
        Ok(())
    }
}

// -- A system of squares ----------------------------------------------------------------------------------------------

/// Row and column, both from 1, the row from the top: `r2c3`. Lists run squares together, and games add their signs.
const CELLS: System = System::new(&SystemInfo {
    name: "cells",
    token: "row from the top and column",
    example: "r2c3",
    kind: Kind::Square,
    signs: true,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Own(&Cells),
    ..SystemInfo::PLAIN
});

#[derive(Debug)]
struct Cells;

impl Notation for Cells {
    fn read(&self, token: &str, grid: Grid) -> Option<Named> {
        let (row, column) = token.strip_prefix('r')?.split_once('c')?;
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=99).contains(number));
        Some(Named::Square(number(column)? - 1, grid.from_top(i16::from(number(row)?) - 1)))
    }

    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let Named::Square(column, row) = named else { return Err(NotRepresentable) };
        out.push_str(&format!("r{}c{}", grid.from_top(row) + 1, column + 1));
        Ok(())
    }

    fn first_ply(&self, run: &str) -> usize {
        run.char_indices().skip(1).find(|(_, letter)| matches!(letter, 'r' | '-')).map_or(run.len(), |(at, _)| at)
    }
}

// -- A system of paths ------------------------------------------------------------------------------------------------

/// All squares of a ply as numbers from 0, row by row from the bottom: `0>32`.
const NUMBERED: System = System::new(&SystemInfo {
    name: "numbered",
    token: "numbers of squares",
    example: "0>32",
    kind: Kind::Path,
    reader: Reader::Own(&Numbered),
    ..SystemInfo::PLAIN
});

#[derive(Debug)]
struct Numbered;

impl Notation for Numbered {
    fn read_path(&self, token: &str, grid: Grid, each: &mut dyn FnMut(u8, i16)) -> bool {
        token.split('>').all(|number| match number.parse::<u8>() {
            Ok(number) => {
                each(number % grid.columns, i16::from(number / grid.columns));
                true
            }
            Err(_) => false,
        })
    }

    fn write_path(
        &self,
        squares: &mut dyn Iterator<Item = (u8, i16)>,
        grid: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        let number =
            |(column, row): (u8, i16)| (i32::from(row) * i32::from(grid.columns) + i32::from(column)).to_string();
        out.push_str(&squares.map(number).collect::<Vec<_>>().join(">"));
        Ok(())
    }
}

// -- What games make of them ------------------------------------------------------------------------------------------

fn played(game: &str, system: System, plies: &[&str]) -> Position {
    let mut position = Position::builder(game).notation(system).start().expect("a game with this kind of token");
    for ply in plies {
        position.play(ply).unwrap_or_else(|illegal| panic!("{ply} in {system}: {illegal}"));
    }
    position
}

fn defaults(game: &str, system: System) -> Defaults {
    Defaults { game: Some(game.to_owned()), notation: Some(system), ..Defaults::default() }
}

/// The plies of a transcript in the game's default notation; it must be legal.
fn read(game: &str, system: System, movetext: &str) -> Vec<String> {
    let reports = validate(movetext.as_bytes(), "", defaults(game, system)).expect("a slice can be read");
    assert!(reports[0].valid, "{movetext}: {:?}", reports[0].diagnostics);
    assert_eq!(reports[0].notation, Some(system.name()));
    reports[0].moves.clone()
}

/// A transcript in `target`.
fn written(game: &str, system: System, movetext: &str, target: System) -> String {
    let record = records(movetext.as_bytes()).defaults(defaults(game, system)).next().expect("a record");
    let target = Target { system: Some(target), ..Target::default() };
    record.expect("a slice can be read").convert(target).unwrap_or_else(|report| panic!("{:?}", report.diagnostics))
}

#[test]
fn the_toys_are_in_no_list() {
    for toy in [ROMAN, CELLS, NUMBERED] {
        assert_eq!(System::named(toy.name()), None);
        assert!(!SYSTEMS.contains(&toy));
    }
}

#[test]
fn a_game_takes_a_system_by_the_kind_of_its_tokens() {
    let takes = |system| -> Vec<&str> {
        registry::GAMES.iter().map(|game| game.info()).filter(|info| info.takes(system)).map(|info| info.id).collect()
    };
    assert_eq!(takes(ROMAN), ["forza4", "plus4"]);
    assert_eq!(takes(CELLS), ["forza4", "plus4", "gomoku"]);
    assert_eq!(takes(NUMBERED), ["halma"]);
    let refused = Position::builder("gomoku").notation(ROMAN).start().expect_err("a system of columns");
    assert_eq!(refused.to_string(), "Gomoku cannot be written in the notation `roman`");
}

#[test]
fn a_position_reads_and_writes_the_plies() {
    let position = played("forza4", ROMAN, &["III", "V", "III", "III"]);
    assert!(position.plies().eq(["III", "V", "III", "III"]));
    assert_eq!(position.legal(), ["I", "II", "III", "IV", "V", "VI", "VII"]);
    assert!(position == played("forza4", System::COLUMNS, &["c", "e", "c", "c"]));

    // The board has 6 rows, and Plus 4 numbers its rows from the top.
    let position = played("forza4", CELLS, &["r6c3", "r6c5", "r5c3"]);
    assert!(position.plies().eq(["r6c3", "r6c5", "r5c3"]));
    assert_eq!(position.legal()[2], "r4c3");
    assert!(position == played("forza4", System::SQUARES, &["c1", "e1", "c2"]));
    assert!(played("plus4", CELLS, &["r1c3"]) == played("plus4", System::SQUARES, &["c1"]));

    let position = played("gomoku", CELLS, &["r4c3", "r1c1", "r5c3"]);
    assert!(position.plies().eq(["r4c3", "r1c1", "r5c3"]));
    assert!(position == played("gomoku", System::SGF, &["cd", "aa", "ce"]));

    let mut position = Position::builder("forza4").notation(ROMAN).start().expect("a position");
    let refused = position.play("XL").expect_err("no column of this system");
    assert_eq!(refused.to_string(), "`XL` is not a move in the notation roman");
    let refused = position.play("VIII").expect_err("a column that the board lacks");
    assert!(refused.to_string().starts_with("the board has no column h"), "{refused}");
}

#[test]
fn a_record_is_judged_and_converted() {
    let roman = "1. III, V; 2. III, III; 3. IV, IV; 4. II, V; 5. I";
    let columns = "1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a";
    assert_eq!(read("forza4", ROMAN, roman), ["c", "e", "c", "c", "d", "d", "b", "e", "a"]);
    let text = written("forza4", ROMAN, roman, System::COLUMNS);
    assert_eq!(text, format!("[Game \"forza4\"]\n[Result \"White\"]\n\n{columns}\n"));
    let text = written("forza4", System::COLUMNS, columns, ROMAN);
    assert_eq!(text, format!("[Game \"forza4\"]\n[Notation \"roman\"]\n[Result \"White\"]\n\n{roman}\n"));

    let cells = "1. r4c3, swap r1c1; 2. r5c3";
    let rules = "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n";
    let reports = validate(format!("{rules}{cells}").as_bytes(), "", defaults("gomoku", CELLS)).expect("a slice");
    let codes: Vec<_> = reports[0].diagnostics.iter().map(|found| (found.code, found.ply)).collect();
    // A swap is read as one ply of two words, and belongs to other rules than these.
    assert_eq!(codes, [("swap-not-allowed", Some(2)), ("not-played", Some(3))]);

    let paths = "1. e16-f16";
    let numbers = written("halma", System::PATHS, paths, NUMBERED);
    assert!(numbers.ends_with("\n\n1. 244>245\n"), "{numbers}");
    assert_eq!(read("halma", NUMBERED, "1. 244>245"), ["e16-f16"]);
}

#[test]
fn a_list_runs_plies_together() {
    let list = records(&b"r6c3r6c5r5c3--\nr6c3 r6c3\n"[..]).format(Format::LINES).defaults(defaults("forza4", CELLS));
    let reports: Vec<_> = list.map(|record| record.expect("a slice can be read").report()).collect();
    assert_eq!(reports[0].moves, ["c", "e", "c"]);
    let codes = reports.iter().map(|report| report.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>());
    assert!(codes.eq([["pass-not-allowed"], ["wrong-square"]]));
}

#[test]
fn a_grid_counts_rows_from_either_edge() {
    let grid = |first_row| Grid { columns: 7, rows: 6, first_row };
    assert_eq!([grid(FirstRow::Bottom).from_top(0), grid(FirstRow::Top).from_top(0)], [5, 0]);
    assert_eq!(grid(FirstRow::Bottom).from_top(i16::MIN), i16::MAX);
}

/// A reader of a toy that answers nonsense hurts nobody.
#[test]
fn a_ply_that_ends_within_a_letter_is_the_whole_run() {
    #[derive(Debug)]
    struct Odd;
    impl Notation for Odd {
        fn first_ply(&self, run: &str) -> usize {
            run.len() + 1
        }
    }
    let info = SystemInfo {
        name: "odd",
        kind: Kind::Column,
        spacing: Spacing::Together,
        reader: Reader::Own(&Odd),
        ..SystemInfo::PLAIN
    };
    let odd = System::new(Box::leak(Box::new(info)));
    let reports = validate("cdé".as_bytes(), "", defaults("forza4", odd)).expect("a slice can be read");
    assert_eq!(reports[0].diagnostics[0].code, "bad-move");
}
