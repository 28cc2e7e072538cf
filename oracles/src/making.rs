//! Transcripts made from a few bytes, so that the fuzzer soon gets beyond the header.

use scoresheet::{Defaults, System};

use crate::cards::{Cards, Ply, Point, What};
use crate::leaps::{self, AROUND, Leaps, name};
use crate::points::Points;
use crate::pushes::Pushes;

/// The systems, by the number that chooses one.
pub const SYSTEMS: [System; 6] =
    [System::COLUMNS, System::SQUARES, System::DIGITS, System::DIGITS0, System::SGF, System::DIAGRAM];

/// The systems of Gomoku, by the number that chooses one.
pub const POINT_SYSTEMS: [System; 5] = [System::SQUARES, System::GO, System::SGF, System::XY, System::DIAGRAM];

/// The systems of Halma.
pub const LEAP_SYSTEMS: [System; 2] = [System::PATHS, System::ENDS];

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

/// A header, and what the maker of its movetext must know.
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
    let system = SYSTEMS.get(usize::from(notation % 8)).copied().unwrap_or(System::COLUMNS);
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
        // Allows columns and rows a little beyond the board; a full column is rarely tried.
        let column = byte % if byte > 0xb0 { header.columns + 1 } else { header.columns };
        if heights[usize::from(column)] == header.rows && byte & 7 != 7 {
            continue;
        }
        let row = heights[usize::from(column)] + u8::from(byte == 0xbf);
        heights[usize::from(column)] = heights[usize::from(column)].saturating_add(1).min(header.rows);
        let (letter, system) = (b'a' + column.min(25), header.system);
        match system {
            _ if system == System::SQUARES => {
                out.extend_from_slice(format!("{}{}", char::from(letter), row + 1).as_bytes())
            }
            _ if system == System::DIGITS => out.push(b'1' + column.min(8)),
            _ if system == System::DIGITS0 => out.push(b'0' + column.min(9)),
            _ if system == System::SGF => {
                out.extend_from_slice(&[letter, b'a' + (header.rows - 1).saturating_sub(row)])
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Anything but a plain ply.
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

/// A header of Gomoku: the text, what the caller knows, the system, and the grid before the first ply.
pub fn points_header(choices: &[u8; CHOICES]) -> (String, Defaults, System, Points) {
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
    let option = OPTIONS.get(usize::from(options) % (2 * OPTIONS.len())).copied().unwrap_or_default();
    if !option.is_empty() {
        tag("Options", option);
    }
    if name == "murray" || pieces > 0xf0 {
        tag("Pieces", &(pieces % 8).to_string());
    }
    let position = pick(setup % 24, &POINT_SETUPS);
    position.into_iter().for_each(|position| tag("Setup", position));
    if let Some(stands) = pick(end % 16, &STANDS) {
        tag("Stands", stands);
    }
    let system = POINT_SYSTEMS.get(usize::from(notation % 16)).copied().unwrap_or(System::SQUARES);
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
    let (columns, rows) = (columns.parse().unwrap_or(5), rows.parse().unwrap_or(5));
    let options: Vec<&str> = option.split(',').filter(|option| !option.is_empty()).collect();
    let grid = Points::new(columns, rows, name, &options, usize::from(pieces % 8));
    let grid = position.and_then(|position| grid.clone().set_up(position)).unwrap_or(grid);
    (text, defaults, system, grid)
}

/// Movetext of Gomoku: most bytes are a legal ply near the middle, some an illegal one, some something else.
pub fn points_movetext(mut grid: Points, system: System, bytes: &[u8], numbered: bool) -> Vec<u8> {
    let (columns, rows) = grid.size();
    let (mut out, mut place, mut turn) = (Vec::new(), 0, 1);
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        if (0xc0..0xe0).contains(&byte) {
            out.extend_from_slice(other(byte).as_bytes());
            continue;
        }
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
        let plain = system != System::SQUARES;
        let ply = match byte {
            0xe0..=0xe3 => "--".to_owned(),
            0xe4..=0xe9 if !plain => format!("swap {}", square((column, row))),
            0xea..=0xf2 if !plain => {
                format!("{}+{}", square((column, row)), square(point(bytes.next().unwrap_or(0) % 196)))
            }
            0xf3.. if !plain => {
                let from = point(bytes.next().unwrap_or(0) % 196);
                let to = [(from.0 + 1, from.1), (from.0, from.1 + 1), (from.0.saturating_sub(1), from.1)]
                    [usize::from(byte % 3)];
                format!("{}-{}", square(from), square(to))
            }
            _ => square((column, row)),
        };
        let legal = grid.clone().play(&ply).is_ok();
        if !legal && out.len() & 3 != 0 {
            continue;
        }
        let _ = grid.play(&ply);
        let separator = match (numbered, place) {
            (false, _) => " ".to_owned(),
            (true, 0) if turn == 1 => "1. ".to_owned(),
            (true, 0) => format!("; {turn}. "),
            (true, _) if system == System::XY => " ".to_owned(),
            (true, _) => ", ".to_owned(),
        };
        out.extend_from_slice(separator.as_bytes());
        place = 1 - place;
        turn += u32::from(place == 0);
        let written = match system {
            _ if ply == "--" => ply,
            _ if system == System::GO => {
                let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZI"[usize::from(column.min(25))];
                format!("{}{}", char::from(letter), row + 1)
            }
            _ if system == System::SGF => format!("{}{}", char::from(b'a' + column), char::from(b'a' + rows - 1 - row)),
            _ if system == System::XY => format!("{column},{}", rows - 1 - row),
            _ => ply,
        };
        out.extend_from_slice(written.as_bytes());
    }
    out
}

/// The variants of Halma, with their tags and options; the last ones count turns.
const LEAPS: [(&str, &str, &str); 24] = [
    ("standard", "", ""),
    ("8x8", "", ""),
    ("8x8", "", ""),
    ("10x10", "", ""),
    ("double-colour", "", ""),
    ("number", "", ""),
    ("number-expert", "", ""),
    ("parlett", "", ""),
    ("marked", "", ""),
    ("four", "", ""),
    ("four", "pairs", "[Pairs \"White+Green\"]\n"),
    ("four", "pairs", "[Pairs \"Blue+Green\"]\n"),
    ("number", "four", ""),
    ("number-expert", "pairs,four", "[Pairs \"Red+White\"]\n"),
    ("parlett", "four", ""),
    ("marked", "four", ""),
    ("8x8", "move-limit", "[MoveLimit \"2\"]\n"),
    ("8x8", "vacate,move-limit", "[MoveLimit \"3\"]\n[Vacate \"2/1\"]\n"),
    ("four", "vacate", "[Vacate \"1/2\"]\n"),
    ("standard", "vacate", "[Vacate \"3\"]\n"),
    ("8x8", "vacate", "[Vacate \"1/2\"]\n"),
    ("four", "", "[Order \"White,Red,Blue,Green\"]\n"),
    ("four", "pairs,move-limit", "[MoveLimit \"2\"]\n[Pairs \"Blue+green\"]\n[Order \"Green, white, Red, Blue\"]\n"),
    ("number", "four", "[Order \"Blue,Green,White,Red\"]\n"),
];
const LEAP_SETUPS: [(usize, &str); 5] = [
    (1, "8/8/8/GGGGGGGG/GG4WW/5W1W/5WWW/4WWWW W"),
    (1, "GWGWGWGW/WGWGWGWG/2GW4/8/8/8/8/8 G"),
    (2, "G1GG4/GGG5/GG6/G2WW3/8/5W1W/5W1W/4WWWW G"),
    (3, "3G4WW/GGG5WW/GGG5W1/GGG6/GGGGG5/10/6W3/7WWW/6WW2/7WW1 G"),
    (10, "GGGG12/GGGG12/GGG13/G15/1G14/16/RRRRRRRRRRRRR3/BBBBBBBBBBBBB3/16/16/16/16/14WW/11W1WWW/12WWWW/12WWWW W"),
];

/// A header of Halma: the text, the system, and the grid before the first ply.
pub fn leaps_header(choices: &[u8; CHOICES]) -> (String, System, Leaps) {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{value}\"]\n");
    let [variant, setup, starts, crowd, notation, stands, result, end] = *choices;
    let index = usize::from(variant) % LEAPS.len();
    let (variant, options, tags) = LEAPS[index];
    tag("Game", "halma");
    tag("Variant", variant);
    if !options.is_empty() {
        tag("Options", options);
    }
    let seats = if options.contains("four") || variant == "four" { 4 } else { 2 };
    // Now and then a side begins that does not play.
    let seats = if starts > 0xf0 { 4 } else { seats };
    let side = (starts % 3 == 1).then(|| ["White", "Green", "Red", "Blue"][usize::from(starts >> 4) % seats]);
    let value = |name: &str| {
        let line = tags.lines().find(|line| line.starts_with(&format!("[{name} ")))?;
        line.split('"').nth(1)
    };
    let choices = leaps::Choices {
        four: options.contains("four"),
        pair: value("Pairs"),
        starts: side,
        order: value("Order"),
        limit: value("MoveLimit"),
        vacate: value("Vacate"),
    };
    let mut grid = Leaps::new(variant, choices);
    let position = LEAP_SETUPS.get(usize::from(setup % 12)).filter(|(number, _)| *number == index);
    // Half of the games begin in a crowd or a ply before the end.
    let made = match setup % 4 {
        0 => Some(grid.crowded(u32::from(crowd))),
        1 => Some(grid.nearly_won(usize::from(starts >> 2), usize::from(crowd))),
        _ => None,
    };
    match position.map(|(_, position)| (*position).to_owned()).or(made) {
        Some(position) => {
            tag("Setup", &position);
            grid = grid.clone().set_up(&position).unwrap_or(grid);
        }
        None => side.into_iter().for_each(|side| tag("Starts", side)),
    }
    if let Some(stands) = STANDS.get(usize::from(stands % 32)) {
        tag("Stands", stands);
    }
    let system = LEAP_SYSTEMS[usize::from(notation & 1)];
    if notation < 0x80 || system == System::ENDS {
        tag("Notation", system.name());
    }
    if let Some(result) = ["White", "Green", "Red", "draw", "*", "1-0", "Red+Green"].get(usize::from(result % 16)) {
        tag("Result", result);
    }
    if let Some(termination) = ["illegal", "foul", "resignation", "illegal", "other"].get(usize::from(end >> 4)) {
        tag("Termination", termination);
    }
    text += tags;
    (text, system, grid)
}

/// Movetext of Halma: most bytes choose a piece of the side to move and the directions of its jumps; some choose
/// something else.
pub fn leaps_movetext(mut grid: Leaps, system: System, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        out.push(b' ');
        if byte >= 0xf0 {
            out.extend_from_slice(other(byte).as_bytes());
            continue;
        }
        let movable = grid.movable();
        let Some(&from) = movable.get(usize::from(byte) % movable.len().max(1)) else { break };
        let (first, more) = (bytes.next().unwrap_or(0), bytes.next().unwrap_or(0));
        let mut path = vec![from];
        let directions = [first, first >> 3, more, more >> 3];
        for direction in directions.into_iter().cycle().take(usize::from(first >> 6) * 4 + 1) {
            let ((x, y), (dx, dy)) = (path[path.len() - 1], AROUND[usize::from(direction & 7)]);
            let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
            // Now and then something is jumped that is not there.
            if grid.is_filled(over) && !grid.is_filled(to) || more & 0x1f == 0x1f {
                path.push(to);
            }
        }
        if path.len() == 1 {
            let (dx, dy) = AROUND[usize::from(first & 7)];
            path.push((from.0 + dx, from.1 + dy));
        }
        if path.iter().any(|&(x, y)| !(0..26).contains(&x) || y < 0) {
            continue;
        }
        let names: Vec<String> = path.iter().map(|&at| name(at)).collect();
        // Illegal plies are rarely written.
        let marked = more & 0x3f == 0x1f;
        if grid.clone().play(&names.join("-"), false).is_err() && more & 0x0f != 0x0f {
            continue;
        }
        let _ = grid.play(&names.join("-"), marked);
        let said = if system == System::ENDS { vec![names[0].clone(), names[names.len() - 1].clone()] } else { names };
        out.extend_from_slice(said.join("-").as_bytes());
        out.extend_from_slice(if marked { b" {[%stands]}" } else { b"" });
    }
    out
}

/// The variants of Plus 4 with their options and tags.
const PUSHES: [(&str, &str, u32); 8] = [
    ("standard", "", 11),
    ("standard", "mover-first", 11),
    ("continua", "", 11),
    ("continua", "", 3),
    ("continua", "", 1),
    ("manche", "", 11),
    ("manche", "", 3),
    ("manche", "", 1),
];
const PUSH_SETUPS: [(usize, &str); 6] = [
    (0, "R3/4/4/4 B"),
    (0, "RBRB/RBRB/BRBR/1R1B B"),
    (1, "1BB1/1RB1/1RR1/1R2 R"),
    (2, "Rb2/RB2/4/4 R 3:2 R6r1B7b0"),
    (3, "rBB1/RRB1/R3/4 B 2:2 R5r0B5b1"),
    (5, "RB2/4/4/4 R 4:0 R7r1B7b1"),
];

/// The systems of Plus 4 that can write bonus pieces, and the others.
pub const PUSH_SYSTEMS: [System; 5] = [System::COLUMNS, System::SQUARES, System::DIGITS, System::DIGITS0, System::SGF];

/// A header of Plus 4: the text, the system, and the board before the first ply.
pub fn pushes_header(choices: &[u8; CHOICES]) -> (String, System, Pushes) {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{value}\"]\n");
    let [variant, setup, starts, notation, stands, result, end, game] = *choices;
    let index = usize::from(variant) % PUSHES.len();
    let (name, options, target) = PUSHES[index];
    tag("Game", if game & 7 == 0 { "Plus 4" } else { "plus4" });
    tag("Variant", &if game & 8 == 0 { name.to_owned() } else { name.to_uppercase() });
    if !options.is_empty() {
        tag("Options", options);
    }
    if target != 11 {
        tag("Target", &target.to_string());
    }
    let side = [None, Some(0), Some(1), None][usize::from(starts & 3)];
    let mut board = Pushes::new(name, options == "mover-first", target, side.unwrap_or(0));
    match PUSH_SETUPS.get(usize::from(setup % 12)).filter(|(number, _)| *number == index) {
        Some((_, position)) => {
            tag("Setup", position);
            board = board.clone().set_up(position).unwrap_or(board);
        }
        None => side.into_iter().for_each(|side| tag("Starts", ["Red", "Blue"][side])),
    }
    if let Some(stands) = STANDS.get(usize::from(stands % 24)) {
        tag("Stands", stands);
    }
    // Only columns can write bonus pieces.
    let system = match PUSH_SYSTEMS.get(usize::from(notation % 16)) {
        Some(system) if name == "standard" => *system,
        _ => System::COLUMNS,
    };
    if notation < 0x80 {
        tag("Notation", system.name());
    }
    if let Some(result) = ["Red", "Blue", "draw", "*", "1-0", "0-1", "white"].get(usize::from(result % 24)) {
        tag("Result", result);
    }
    if let Some(termination) = ["illegal", "foul", "resignation", "illegal", "other"].get(usize::from(end >> 4)) {
        tag("Termination", termination);
    }
    (text, system, board)
}

/// Movetext of Plus 4: most bytes are a legal ply, with the break before it where one is due; some are something else.
pub fn pushes_movetext(mut board: Pushes, system: System, bytes: &[u8], numbered: bool) -> Vec<u8> {
    let (mut out, mut turn, mut first) = (Vec::new(), 1, true);
    for &byte in bytes {
        if byte >= 0xe8 {
            out.push(b' ');
            out.extend_from_slice(other(byte).as_bytes());
            continue;
        }
        if board.break_due() && byte != 0xe7 || byte == 0xe6 {
            out.extend_from_slice(b" / ");
            let _ = board.take_break();
            (turn, first) = (1, true);
        }
        let bonus = byte & 0xc0 == 0xc0 && board.has_bonus() || byte == 0xe5;
        // A rare column is beyond the board.
        let column = if byte == 0xe4 { 4 } else { byte >> 2 & 3 };
        let mut ply = format!("{}{}", char::from(b'a' + column), if bonus { "*" } else { "" });
        if board.clone().play(&ply, false) == Err("no-supply") && byte & 0x20 != 0 {
            ply = if board.has_bonus() { format!("{}*", &ply[..1]) } else { "--".to_owned() };
        }
        if board.end != crate::pushes::End::Unfinished && byte & 0x0f != 0 {
            break;
        }
        let marked = byte & 0x1f == 0x10;
        if marked && byte & 0x20 != 0 {
            ply = "--".to_owned();
        }
        let side = board.turn;
        // A side that begins out of turn leaves the places before it empty; in a `Setup` or a manche either may.
        let separator = match (numbered && !system.runs_together(), first) {
            (false, _) if system.runs_together() => String::new(),
            (false, _) => " ".to_owned(),
            (true, true) if side == 1 => "1. ..., ".to_owned(),
            (true, true) => "1. ".to_owned(),
            (true, false) if side == 0 => format!("; {turn}. "),
            (true, false) => ", ".to_owned(),
        };
        turn += u32::from(side == 1);
        first = false;
        out.extend_from_slice(separator.as_bytes());
        let letter = ply.as_bytes()[0];
        let written = match system {
            _ if ply == "--" => ply.clone(),
            _ if system == System::SQUARES => format!("{}{}", char::from(letter), if byte == 0xe3 { 2 } else { 1 }),
            _ if system == System::DIGITS => char::from(b'1' + (letter - b'a')).to_string(),
            _ if system == System::DIGITS0 => char::from(b'0' + (letter - b'a')).to_string(),
            _ if system == System::SGF => format!("{}a", char::from(letter)),
            _ => ply.clone(),
        };
        out.extend_from_slice(written.as_bytes());
        out.extend_from_slice(if marked { b" {[%stands]}" } else { b"" });
        let _ = board.play(&ply, marked);
    }
    out
}

const CARD_SETUPS: [&str; 8] = [
    "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-",
    "8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-",
    "8/3p4/ppp2rpp/3r3p/3R4/PPP2PPP/7R/8 B 2 1:2 a3-d3:a5-d8,c6-f6",
    "P1pPRp1P/1rp1pPp1/P1r2R1P/8/8/2p5/8/8 B 2 0:1 -:a1-d4",
    "8/8/8/8/8/8/8/P6p W 1 0:0 -:-",
    "RP1P4/8/8/8/8/8/p1pr4/8 W 1 0:0 -:-",
    "PP1R4/P7/P7/8/8/4p3/3p4/1rp5 B 1 0:0 -:-",
    "PPP1R3/8/8/8/8/8/8/ppp1r3 W 1 0:0 -:-",
];

/// A header of Le File: the text, the grid before the first ply, and how cards are written: 1 with suits, 2 not at all.
pub fn cards_header(choices: &[u8; CHOICES]) -> (String, Cards, u8) {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{value}\"]\n");
    let [game, board, starts, cut, setup, stands, result, end] = *choices;
    tag("Game", if game % 8 == 1 { "le-file" } else { "lefile" });
    if let Some(board) = ["8x8", "8x8", "7x6"].get(usize::from(board % 32)) {
        tag("Board", board);
    }
    match starts % 32 {
        0 => tag("Starts", "White"),
        1 => tag("Starts", "Black"),
        _ => {}
    }
    if let Some(cut) = ["7 4", "4 4", "A 8", "9 1"].get(usize::from(cut % 32)) {
        tag("Cut", cut);
    }
    let mut grid = Cards::default();
    if let Some(position) = CARD_SETUPS.get(usize::from(setup % 16)) {
        tag("Setup", position);
        grid = Cards::set_up(position).unwrap_or(grid);
    }
    if let Some(stands) = STANDS.get(usize::from(stands % 16)) {
        tag("Stands", stands);
    }
    if let Some(result) = ["White", "Black", "draw", "*", "1-0", "0-1", "nobody"].get(usize::from(result % 16)) {
        tag("Result", result);
    }
    if let Some(termination) = ["illegal", "foul", "resignation", "illegal", "other"].get(usize::from(end >> 4)) {
        tag("Termination", termination);
    }
    (text, grid, game >> 4 & 3)
}

/// Bytes, and zeros after their end; a few bytes can be stretched to many.
pub(crate) struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
    seed: u32,
    stretched: u32,
}

impl Choices<'_> {
    /// Choices that a seed makes, without an end.
    pub(crate) fn endless(seed: u32) -> Choices<'static> {
        Choices { bytes: [].iter(), seed, stretched: u32::MAX }
    }

    fn next(&mut self) -> usize {
        if self.stretched == 0 {
            return usize::from(self.bytes.next().copied().unwrap_or(0));
        }
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.seed >> 24) as usize
    }
}

/// Movetext of Le File: most bytes choose a legal ply, or one with a small fault; some choose something else, and some
/// stand for many legal plies.
pub fn cards_movetext(mut grid: Cards, habit: u8, bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut turn) = (Vec::new(), 1);
    let mut first = true;
    let mut choices = Choices { bytes: bytes.iter(), seed: 0, stretched: 0 };
    while choices.stretched > 0 || choices.bytes.len() > 0 {
        let byte = if choices.stretched > 0 { 0 } else { choices.next() };
        if (0xe8..).contains(&byte) {
            out.push(b' ');
            out.extend_from_slice(other(byte as u8).as_bytes());
            continue;
        }
        if byte >= 0xd8 {
            choices.seed = choices.next() as u32;
            choices.stretched = 1 + 8 * (byte as u32 & 7);
        }
        let fault = if (0xb0..0xd8).contains(&byte) { byte - 0xaf } else { 0 };
        if grid.is_over() && fault == 0 {
            break;
        }
        if grid.break_due() && fault != 1 || fault == 2 {
            out.extend_from_slice(b" /");
            (turn, first) = (1, true);
            if grid.break_due() {
                grid.take_break();
            }
        }
        let mut ply = legal(&grid, &mut choices, habit & 1 == 1);
        spoil(&grid, &mut ply, fault, &mut choices);
        if habit & 2 == 2 {
            ply.cards.clear();
        }
        let place = grid.turn;
        let before = match place {
            0 if first => format!(" {turn}. "),
            0 => format!("; {turn}. "),
            _ if first => format!(" {turn}. ..., "),
            _ => ", ".to_owned(),
        };
        turn += place;
        first = false;
        out.extend_from_slice(before.as_bytes());
        let mut written = ply.write();
        if fault == 3 {
            written = written.replace('R', "T").replace('1', "A").replace('b', "n").replace('-', "–");
        }
        if let ([(value, mark @ ('r' | 'b'))], true) = (&ply.cards[..], byte & 3 == 3) {
            let word = match (mark, byte & 4) {
                ('r', 0) => "rosso",
                ('r', _) => "Red",
                (_, 0) => "NERO",
                _ => "black",
            };
            written = written.replacen(&format!("{value}{mark}"), &format!("{value} {word}"), 1);
        }
        out.extend_from_slice(written.as_bytes());
        let marked = (4..8).contains(&fault) || byte & 0x0f == 0x0f && fault > 0;
        if marked {
            out.extend_from_slice(b" {[%stands]}");
        }
        let _ = grid.play(&ply, marked);
        choices.stretched = choices.stretched.saturating_sub(1);
    }
    out
}

/// A legal ply, if the deck allows one.
pub(crate) fn legal(grid: &Cards, choices: &mut Choices<'_>, suits: bool) -> Ply {
    let placing = grid.made % 48 < 16;
    let marks = match (placing, suits) {
        (true, false) => " ",
        (false, false) => "rb",
        (_, true) => "hdcs",
    };
    let deck: Vec<(u32, char)> = (1..=8)
        .flat_map(|value| marks.chars().map(move |mark| (value, mark)))
        .filter(|card| grid.has_card(*card))
        .collect();
    let pick = |choice: usize| deck.get(choice % deck.len().max(1)).copied().unwrap_or((1, marks.as_bytes()[0].into()));
    let choice = choices.next();
    let card = pick(choice);
    if !placing {
        let mut moves = grid.moves(card);
        let choice = choices.next();
        // Plays a scoring move if there is one, or, at random, any move.
        if choice & 1 == 0 && moves.iter().any(|pair| !grid.scores(*pair).is_empty()) {
            moves.retain(|pair| !grid.scores(*pair).is_empty());
        }
        let Some(&(from, to)) = moves.get((choice >> 1) % moves.len().max(1)) else {
            return Ply { cards: vec![card], what: What::Pass };
        };
        let claims: Vec<_> = grid.scores((from, to)).into_iter().collect();
        let mut relocations = Vec::new();
        for _ in 0..claims.len() {
            let (one, other) = (choices.next(), choices.next());
            let pawns = grid.pieces(1 - grid.turn, 'P');
            let Some(&pawn) = pawns.get(one % pawns.len().max(1)) else { break };
            relocations.push((pawn, point(other)));
        }
        let ply = |claims: &[_], relocations: &[_]| Ply {
            cards: vec![card],
            what: What::Move { from, to, claims: claims.to_vec(), relocations: relocations.to_vec() },
        };
        while grid.clone().play(&ply(&claims, &relocations), false).is_err() && relocations.pop().is_some() {}
        return ply(&claims, &relocations);
    }
    let mut second = pick(choices.next());
    let rest = grid.without(card);
    if !rest.has_card(second) {
        second = deck.iter().copied().find(|other| rest.has_card(*other)).unwrap_or(second);
    }
    let what = choices.next();
    let spent = |kind, stock| grid.pieces(grid.turn, kind).len() >= stock;
    let kind = if (what.is_multiple_of(4) || spent('P', 6)) && !spent('R', 2) { 'R' } else { 'P' };
    let (one, other) = (card.0 as i32 - 1, second.0 as i32 - 1);
    let named = if what & 8 == 0 { [(one, other), (other, one)] } else { [(other, one), (one, other)] };
    let practicable = |at: &Point| grid.is_practicable(kind, *at);
    let own = named.into_iter().find(practicable);
    let at = own.or_else(|| (0..64).map(|step| point(what + step)).find(practicable)).unwrap_or(named[0]);
    Ply { cards: vec![card, second], what: What::Place { kind, star: own.is_none(), at } }
}

fn point(choice: usize) -> Point {
    ((choice % 8) as i32, (choice / 8 % 8) as i32)
}

/// Makes a ply illegal in a small way, or at least another.
fn spoil(grid: &Cards, ply: &mut Ply, fault: usize, choices: &mut Choices<'_>) {
    if fault < 4 {
        return;
    }
    let choice = choices.next();
    let anywhere = point(choice);
    if fault > 36 {
        ply.what = What::Pass;
        ply.cards.truncate(choice & 1);
        return;
    }
    if fault > 34 {
        ply.cards.clear();
        return;
    }
    if fault > 32 {
        ply.cards.iter_mut().for_each(|card| card.0 = 1 + choice as u32 % 8);
        return;
    }
    match &mut ply.what {
        What::Pass => ply.cards.clear(),
        What::Place { kind, star, at } => match fault % 6 {
            0 => *star = !*star,
            1 => *kind = if *kind == 'P' { 'R' } else { 'P' },
            2 => *at = (at.0, 8 + at.1),
            3 => {
                ply.cards.truncate(1);
                ply.cards[0].1 = 'r';
                ply.what = What::Move { from: *at, to: anywhere, claims: Vec::new(), relocations: Vec::new() };
            }
            _ => *at = anywhere,
        },
        What::Move { from, to, claims, relocations } => match fault % 10 {
            0 => *from = anywhere,
            1 => *to = anywhere,
            2 => *to = (to.0, 8 + to.1),
            3 => claims.push((anywhere, (anywhere.0 + 3, anywhere.1))),
            4 => claims.extend(claims.clone()),
            5 => claims.clear(),
            6 => claims.iter_mut().for_each(|claim| *claim = (claim.1, claim.0)),
            7 => {
                let pawns = grid.pieces(1 - grid.turn, if choice & 0x40 == 0 { 'P' } else { 'R' });
                relocations.extend(pawns.get(choice % 8).map(|pawn| (*pawn, point(choice * 5))));
            }
            8 => relocations.push((anywhere, point(choice * 3))),
            _ => *to = (from.0 + 2 * (to.0 - from.0), from.1 + 2 * (to.1 - from.1)),
        },
    }
    // Squares that cannot be named are no faults to try.
    if let What::Move { to, .. } = &mut ply.what {
        *to = (to.0.clamp(0, 25), to.1.max(0));
    }
}
