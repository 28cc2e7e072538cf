//! Transcripts made of a few bytes, so that the fuzzer soon gets beyond the header.

use scoresheet::{Defaults, System};

/// The systems in the order in which a choice counts them.
pub const SYSTEMS: [System; 6] =
    [System::Columns, System::Squares, System::Digits, System::Digits0, System::Sgf, System::Diagram];

/// How many bytes at the end of an input [`header`] takes.
pub const CHOICES: usize = 8;

const BOARDS: [&str; 12] = ["7x6", "4x4", "5x4", "8x8", "9x7", "10x7", "11x5", "26x26", "4x26", "26x4", "3x3", "07x6"];
const SETUPS: [&str; 8] = [
    "7/7/7/7/7/7 R",
    "7/7/7/2R4/2WR3/1WWWR2 R",
    "4/4/RWRW/WRWR W",
    "4/4/4/WWWW R",
    "4/4/RRR1/WWWW R",
    "WRWR/WRWR/RWRW/WRWR W",
    "7/7/7/7/7/W6 W",
    "7/7/7/7/RRR4/WWWW3 R",
];
const RESULTS: [&str; 8] = ["White", "Red", "draw", "*", "1-0", "0-1", "1/2–1/2", "nobody"];
const TERMINATIONS: [&str; 5] = ["illegal", "resignation", "foul", "time", "other"];
const STANDS: [&str; 6] = ["1", "5", "7,8", "8,9,10,11,12", "1,2,3,4,5,6,7,8,9,10", "0"];

/// A header, and what its movetext should know of it.
#[derive(Debug)]
pub struct Header {
    pub text: String,
    pub defaults: Defaults,
    pub columns: u8,
    pub rows: u8,
    pub system: System,
    pub red_begins: bool,
}

/// A header of tags chosen by `choices`.
pub fn header(choices: &[u8; CHOICES]) -> Header {
    let mut text = String::new();
    let mut defaults = Defaults::default();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{value}\"]\n");
    let pick = |byte: u8, list: &[&'static str]| list.get(usize::from(byte)).copied();
    let [game, board, options, starts, notation, setup, result, end] = *choices;
    match game % 8 {
        0 => defaults.game = Some("connect4".to_owned()),
        1 => tag("Game", "connect-four"),
        2 if game > 200 => tag("Game", "othello"),
        _ => tag("Game", "forza4"),
    }
    if let Some(board) = pick(board % 32, &BOARDS) {
        if board.len() % 2 == 1 && game % 16 == 9 {
            defaults.board = Some(board.to_owned());
        } else {
            tag("Board", board);
        }
    }
    let known = pick(board % 32, &BOARDS[..10]).unwrap_or("7x6");
    let (columns, rows) = known.split_once('x').expect("a board has two numbers");
    let (columns, rows) = (columns.parse().unwrap_or(7), rows.parse().unwrap_or(6));
    match options % 8 {
        0..4 => {}
        4 if options > 200 => tag("Options", "pop"),
        5 => tag("Options", " equalizer, equalizer,"),
        6 => defaults.options = Some("equalizer".to_owned()),
        _ => tag("Options", "equalizer"),
    }
    let red_begins = starts % 4 == 1;
    match starts % 8 {
        1 => tag("Starts", "Red"),
        2 => tag("Starts", "White"),
        3 if starts > 200 => tag("Starts", "Green"),
        5 => defaults.starts = Some("Red".to_owned()),
        _ => {}
    }
    if let Some(setup) = pick(setup % 32, &SETUPS) {
        tag("Setup", setup);
    }
    if let Some(stands) = pick(end % 16, &STANDS) {
        tag("Stands", stands);
    }
    let system = SYSTEMS.get(usize::from(notation % 8)).copied().unwrap_or(System::Columns);
    match notation >> 3 & 3 {
        0 => tag("Notation", system.name()),
        1 => defaults.notation = Some(system),
        2 if notation > 240 => tag("Notation", "xy"),
        _ => {}
    }
    if let Some(result) = pick(result % 16, &RESULTS) {
        tag("Result", result);
    }
    if let Some(termination) = pick(end >> 4, &TERMINATIONS) {
        tag("Termination", termination);
    }
    Header { text, defaults, columns, rows, system, red_begins }
}

/// Movetext: most bytes are a ply in the next place of its turn, some are something else.
pub fn movetext(header: &Header, bytes: &[u8], numbered: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut heights = [0_u8; 256];
    let (mut turn, mut place) = (1, 0);
    for &byte in bytes {
        if byte >= 0xc0 {
            out.extend_from_slice(other(byte).as_bytes());
            continue;
        }
        if header.system.runs_together() || !numbered {
            out.extend_from_slice(if header.system.runs_together() { b"" } else { b" " });
        } else if place == 0 {
            out.extend_from_slice(if turn > 1 { b"; " } else { b"" });
            out.extend_from_slice(format!("{turn}. ").as_bytes());
            if turn == 1 && header.red_begins {
                out.extend_from_slice(b"..., ");
                place = 1;
            }
        } else {
            out.extend_from_slice(b", ");
        }
        place = if place == 1 { 0 } else { 1 };
        turn += u32::from(place == 0);
        // A few columns and rows beyond the board.
        let column = byte % if byte > 0xb0 { header.columns + 1 } else { header.columns };
        let row = heights[usize::from(column)] + u8::from(byte == 0xbf);
        heights[usize::from(column)] = heights[usize::from(column)].saturating_add(1).min(header.rows);
        let letter = b'a' + column.min(25);
        match header.system {
            System::Columns | System::Diagram => out.push(letter),
            System::Squares => out.extend_from_slice(format!("{}{}", char::from(letter), row + 1).as_bytes()),
            System::Digits => out.push(b'1' + column.min(8)),
            System::Digits0 => out.push(b'0' + column.min(9)),
            System::Sgf => out.extend_from_slice(&[letter, b'a' + (header.rows - 1).saturating_sub(row)]),
        }
    }
    out
}

/// What is no plain ply.
fn other(byte: u8) -> &'static str {
    const OTHERS: [&str; 32] = [
        " {x}",
        " {[%stands]}",
        " #y\n",
        "!",
        " ?!",
        " (",
        ")",
        " ...",
        ",",
        ";",
        " / ",
        " --",
        " 1-0",
        " draw",
        " White",
        " *",
        " 3.",
        "\n",
        " ––",
        " (c)",
        " (1. c, d; 2. e)",
        " (2. ..., d)",
        " {a\nb}",
        "\n\n",
        " 2...",
        " c",
        " {",
        "}",
        " 0-1",
        ", -- {[%stands]}",
        " {}",
        "\n[Game \"forza4\"]\n",
    ];
    OTHERS[usize::from(byte & 31)]
}
