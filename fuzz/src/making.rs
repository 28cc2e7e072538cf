//! Transcripts made of a few bytes, so that the fuzzer soon gets beyond the header.

use scoresheet::{Defaults, System};

/// The systems in the order in which a choice counts them.
pub const SYSTEMS: [System; 6] =
    [System::Columns, System::Squares, System::Digits, System::Digits0, System::Sgf, System::Diagram];

/// The systems of Gomoku, likewise.
pub const POINT_SYSTEMS: [System; 5] = [System::Squares, System::Go, System::Sgf, System::Xy, System::Diagram];

/// The variants of Gomoku.
pub const VARIANTS: [&str; 6] = ["standard", "freestyle", "omok", "caro", "murray", "renju"];

/// Options of Gomoku, also some that clash.
pub const OPTIONS: [&str; 8] =
    ["", "double-three", "double-three-reply", "double-four", "double-three,double-four", "swap", "pro", "opening-26"];

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
            System::Columns | System::Diagram | System::Go | System::Xy => out.push(letter),
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

const POINT_BOARDS: [&str; 8] = ["5x5", "7x7", "9x9", "15x15", "6x5", "19x19", "26x26", "4x5"];
const POINT_SETUPS: [&str; 6] = [
    "5/5/1BWB1/5/5 W",
    "5/5/5/5/BBBB1 B",
    "WBWBW/WBWBW/BWBWB/BWBWB/WBWB1 B",
    "5/2B2/2B2/BB3/5 B",
    "5/5/2B2/2W2/5 B 4:4",
    "7/7/2BB3/2B4/7/3WW2/7 B",
];

/// A header of Gomoku: the text and what the movetext should know of it.
pub fn points_header(choices: &[u8; CHOICES]) -> (String, Defaults, u8, u8, System) {
    let mut text = String::new();
    let mut defaults = Defaults::default();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{value}\"]\n");
    let pick = |byte: u8, list: &[&'static str]| list.get(usize::from(byte)).copied();
    let [variant, board, options, pieces, notation, setup, result, end] = *choices;
    tag("Game", "gomoku");
    let name = VARIANTS[usize::from(variant) % VARIANTS.len()];
    if variant >= 0xf0 {
        defaults.variant = Some(name.to_owned());
    } else {
        tag("Variant", name);
    }
    // Most games are played on the smallest boards, where most happens.
    let board = POINT_BOARDS[usize::from(if board & 8 == 0 { board & 1 } else { board & 7 })];
    tag("Board", board);
    let option = OPTIONS[usize::from(options) % OPTIONS.len()];
    if !option.is_empty() {
        tag("Options", option);
    }
    if name == "murray" || pieces > 0xf0 {
        tag("Pieces", &(pieces % 8).to_string());
    }
    if let Some(setup) = pick(setup % 24, &POINT_SETUPS) {
        tag("Setup", setup);
    }
    if let Some(stands) = pick(end % 16, &STANDS) {
        tag("Stands", stands);
    }
    let system = POINT_SYSTEMS.get(usize::from(notation % 16)).copied().unwrap_or(System::Squares);
    if notation < 0x80 {
        tag("Notation", system.name());
    }
    if let Some(result) = pick(result % 16, &["Black", "White", "draw", "*", "1-0", "0-1"]) {
        tag("Result", result);
    }
    if let Some(termination) = pick(end >> 4, &["illegal", "foul", "resignation", "foul", "other"]) {
        tag("Termination", termination);
    }
    let (columns, rows) = board.split_once('x').expect("a board has two numbers");
    (text, defaults, columns.parse().unwrap_or(5), rows.parse().unwrap_or(5), system)
}

/// Movetext of Gomoku: most bytes are a point near those before, some are something else.
pub fn points_movetext(columns: u8, rows: u8, system: System, bytes: &[u8], numbered: bool) -> Vec<u8> {
    let (mut out, mut place, mut turn) = (Vec::new(), 0, 1);
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        if (0xc0..0xe0).contains(&byte) {
            out.extend_from_slice(other(byte).as_bytes());
            continue;
        }
        let separator = match (numbered, place) {
            (false, _) => " ".to_owned(),
            (true, 0) if turn == 1 => "1. ".to_owned(),
            (true, 0) => format!("; {turn}. "),
            (true, _) if system == System::Xy => " ".to_owned(),
            (true, _) => ", ".to_owned(),
        };
        out.extend_from_slice(separator.as_bytes());
        place = 1 - place;
        turn += u32::from(place == 0);
        // The byte is a point of a field of 14 x 14 around the middle; small boards fold it.
        let point = |byte: u8| {
            let (column, row) = (byte % 14, byte / 14);
            if columns < 14 {
                (column % columns, row % rows)
            } else {
                (column + (columns - 14) / 2, row + (rows - 14) / 2)
            }
        };
        let (column, row) = point(byte % 196);
        let square = |(column, row): (u8, u8)| format!("{}{}", char::from(b'a' + column), row + 1);
        let ply = match (system, byte) {
            (_, 0xe0..=0xe3) => "--".to_owned(),
            (System::Squares, 0xe4..=0xe9) => format!("swap {}", square((column, row))),
            (System::Squares, 0xea..=0xf2) => {
                format!("{}+{}", square((column, row)), square(point(bytes.next().unwrap_or(0) % 196)))
            }
            (System::Squares, 0xf3..) => {
                let from = point(bytes.next().unwrap_or(0) % 196);
                let to = [(from.0 + 1, from.1), (from.0, from.1 + 1), (from.0.saturating_sub(1), from.1)]
                    [usize::from(byte % 3)];
                format!("{}-{}", square(from), square(to))
            }
            (System::Go, _) => {
                let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZI"[usize::from(column.min(25))];
                format!("{}{}", char::from(letter), row + 1)
            }
            (System::Sgf, _) => format!("{}{}", char::from(b'a' + column), char::from(b'a' + row)),
            (System::Xy, _) => format!("{column},{row}"),
            _ => square((column, row)),
        };
        out.extend_from_slice(ply.as_bytes());
    }
    out
}
