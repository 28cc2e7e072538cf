//! Laws that hold for every game and every text, tried on random ones.

#[path = "laws/halma.rs"]
mod halma;

use std::io::Read;

use oracles::matches as lefile;
use proptest::prelude::*;
use scoresheet::check::{Checker, audit};
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::{Defaults, Diagnostic, Report, System, Target, convert, report, validate};

/// A random game of Forza 4 as it stands in a record: board, options, beginner, columns.
#[derive(Debug, Clone)]
struct Game {
    columns: u8,
    rows: u8,
    equalizer: bool,
    red: bool,
    plies: Vec<u8>,
}

impl Game {
    /// The game with its illegal plies left out, as a canonical record in columns. Play stops at the end of the game.
    fn record(&self) -> String {
        let mut text = format!("[Game \"forza4\"]\n[Board \"{}x{}\"]\n", self.columns, self.rows);
        if self.equalizer {
            text.insert_str("[Game \"forza4\"]\n".len(), "[Options \"equalizer\"]\n");
        }
        if self.red {
            text.push_str("[Starts \"Red\"]\n");
        }
        text.push('\n');
        let tags = text.clone();
        let mut plies: Vec<String> = Vec::new();
        for ply in &self.plies {
            let letter = char::from(b'a' + ply % self.columns).to_string();
            plies.push(letter);
            let tried = one(&format!("{tags}{}", plies.join(" ")));
            if !tried.valid {
                plies.pop();
            } else if serde_json::to_value(&tried.outcome).expect("JSON")["kind"] != "unfinished" {
                break;
            }
        }
        if plies.is_empty() {
            return canonical(&tags);
        }
        canonical(&format!("{tags}{}\n", plies.join(" ")))
    }
}

fn game() -> impl Strategy<Value = Game> {
    (4..12_u8, 4..10_u8, any::<bool>(), any::<bool>(), prop::collection::vec(0..26_u8, 0..30))
        .prop_map(|(columns, rows, equalizer, red, plies)| Game { columns, rows, equalizer, red, plies })
}

/// The tags that choose a variant of Gomoku and its options, with boards of their own or any.
static RULES: &[(&str, &str, &[&str])] = &[
    ("standard", "", &[]),
    ("standard", "double-three,double-four", &[]),
    ("standard", "double-three-reply", &[]),
    ("standard", "double-three-reply,double-four,swap", &[]),
    ("standard", "swap", &[]),
    ("standard", "pro,double-three", &["15x15", "9x9", "19x19"]),
    ("freestyle", "", &[]),
    ("freestyle", "double-three", &[]),
    ("omok", "", &["19x19"]),
    ("omok", "double-four,swap", &["19x19"]),
    ("caro", "", &[]),
    ("caro", "double-three-reply", &[]),
    ("murray", "", &[]),
    ("murray", "double-three,double-four", &[]),
    ("renju", "", &[]),
    ("renju", "swap", &[]),
    ("renju", "opening-26", &["15x15", "9x9", "7x11"]),
];

static BOARDS: [&str; 8] = ["15x15", "19x19", "9x9", "5x5", "6x5", "7x11", "26x26", "26x5"];

/// What a ply of a random game of Gomoku tries.
#[derive(Debug, Clone, Copy)]
enum Trial {
    /// A piece next to an own one, in a direction, over what stands there: so lines grow.
    Grow {
        from: usize,
        direction: usize,
    },
    /// A piece near the middle of the game.
    Near {
        column: i32,
        row: i32,
    },
    /// Two pieces.
    Pair {
        from: usize,
        direction: usize,
        column: i32,
        row: i32,
    },
    /// A swap and a piece near the middle.
    Swap {
        column: i32,
        row: i32,
    },
    /// A move of an own piece, where pieces move.
    Move {
        from: usize,
        direction: usize,
    },
    Pass,
}

/// A random game of Gomoku: its rules, and plies that cluster, so that lines come about.
#[derive(Debug, Clone)]
struct Gomoku {
    rules: usize,
    board: usize,
    pieces: usize,
    /// Where the game is played on the board, in parts of a hundred.
    middle: (i32, i32),
    trials: Vec<Trial>,
}

static AROUND: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// The pieces on the board of a game that is being made: column and row from 0, side.
#[derive(Default)]
struct Pieces(Vec<(i32, i32, usize)>);

impl Pieces {
    fn holds(&self, (column, row): (i32, i32)) -> bool {
        self.0.iter().any(|piece| (piece.0, piece.1) == (column, row))
    }

    /// One of a side's pieces, mostly a late one.
    fn own(&self, side: usize, from: usize) -> Option<(i32, i32)> {
        let own: Vec<_> = self.0.iter().rev().filter(|piece| piece.2 == side).collect();
        own.get(from % own.len().max(1)).map(|piece| (piece.0, piece.1))
    }

    /// The first empty point in a direction from one of a side's pieces.
    fn beyond(&self, side: usize, from: usize, direction: usize) -> Option<(i32, i32)> {
        let (mut column, mut row) = self.own(side, from)?;
        let (dx, dy) = AROUND[direction];
        while self.holds((column, row)) {
            (column, row) = (column + dx, row + dy);
        }
        Some((column, row))
    }

    /// Carries out a legal ply, given in squares.
    fn apply(&mut self, side: usize, ply: &str) {
        let point = |square: &str| {
            let row: i32 = square[1..].parse().expect("a row");
            (i32::from(square.as_bytes()[0] - b'a'), row - 1)
        };
        if ply == "--" {
            return;
        }
        if let Some((from, to)) = ply.split_once('-') {
            self.0.retain(|piece| (piece.0, piece.1) != point(from));
            let to = point(to);
            self.0.push((to.0, to.1, side));
            return;
        }
        for square in ply.strip_prefix("swap ").unwrap_or(ply).split('+') {
            let (column, row) = point(square);
            self.0.push((column, row, side));
        }
    }
}

impl Gomoku {
    fn board(&self) -> &'static str {
        let own = RULES[self.rules].2;
        if own.is_empty() { BOARDS[self.board] } else { own[self.board % own.len()] }
    }

    /// The tags of the game, without the blank line behind them.
    fn tags(&self) -> String {
        let (variant, options, _) = RULES[self.rules];
        let mut tags = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n");
        if !options.is_empty() {
            tags += &format!("[Options \"{options}\"]\n");
        }
        tags += &format!("[Board \"{}\"]\n", self.board());
        if variant == "murray" {
            tags += &format!("[Pieces \"{}\"]\n", self.pieces);
        }
        tags
    }

    /// A ply in squares, if the point it is about is one that has a name.
    fn ply(&self, trial: Trial, pieces: &Pieces, side: usize) -> Option<String> {
        let (columns, rows) = self.board().split_once('x').expect("a board");
        let (columns, rows): (i32, i32) = (columns.parse().expect("a number"), rows.parse().expect("a number"));
        // The middle of a board that has one, or elsewhere on it.
        let at = |size: i32, part: i32| if part < 50 { size / 2 } else { size * (part - 50) / 50 };
        let near = |column: i32, row: i32| (at(columns, self.middle.0) + column, at(rows, self.middle.1) + row);
        let name = |(column, row): (i32, i32)| {
            let fits = (0..columns).contains(&column) && (0..rows).contains(&row);
            fits.then(|| format!("{}{}", char::from(b'a' + column as u8), row + 1))
        };
        match trial {
            Trial::Grow { from, direction } => name(pieces.beyond(side, from, direction)?),
            Trial::Near { column, row } => name(near(column, row)),
            Trial::Pair { from, direction, column, row } => {
                Some(format!("{}+{}", name(pieces.beyond(side, from, direction)?)?, name(near(column, row))?))
            }
            Trial::Swap { column, row } => Some(format!("swap {}", name(near(column, row))?)),
            Trial::Move { from, direction } => {
                let (column, row) = pieces.own(side, from)?;
                let (dx, dy) = AROUND[direction];
                Some(format!("{}-{}", name((column, row))?, name((column + dx, row + dy))?))
            }
            Trial::Pass => Some("--".to_owned()),
        }
    }

    /// The game with its illegal plies left out, as a canonical record in squares. Play stops at the end of the game.
    fn record(&self) -> String {
        let tags = self.tags();
        let (mut plies, mut pieces) = (Vec::new(), Pieces::default());
        for trial in &self.trials {
            let side = plies.len() % 2;
            let Some(ply) = self.ply(*trial, &pieces, side) else { continue };
            plies.push(ply);
            let tried = one(&format!("{tags}\n{}", plies.join(" ")));
            if !tried.valid {
                plies.pop();
                continue;
            }
            pieces.apply(side, plies.last().expect("a ply"));
            if tried.outcome.outcome.is_end() {
                break;
            }
        }
        if plies.is_empty() {
            return canonical(&tags);
        }
        canonical(&format!("{tags}\n{}\n", plies.join(" ")))
    }
}

/// Plies that make a double three of Black's, and two pieces against it.
static DOUBLE_THREE: [(i32, i32); 9] = [(0, 0), (-1, -2), (1, 0), (-2, -1), (2, 1), (-2, 1), (2, 2), (1, -2), (2, 0)];

fn gomoku() -> impl Strategy<Value = Gomoku> {
    let middle = (0..100, 0..100);
    let trials = (0..4, prop::collection::vec(trial(), 0..70)).prop_map(|(start, mut trials)| {
        if start == 0 {
            let near = |&(column, row): &(i32, i32)| Trial::Near { column, row };
            let pair = Trial::Pair { from: 0, direction: 1, column: -1, row: 0 };
            trials.splice(0..0, DOUBLE_THREE.iter().map(near).chain([pair]));
        }
        trials
    });
    (0..RULES.len(), 0..BOARDS.len(), 2..13_usize, middle, trials)
        .prop_map(|(rules, board, pieces, middle, trials)| Gomoku { rules, board, pieces, middle, trials })
}

fn trial() -> impl Strategy<Value = Trial> {
    let near = || (-2..=2, -2..=2);
    // Few directions, and so long lines.
    let grow = || (0..3_usize, prop::sample::select(vec![0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7]));
    prop_oneof![
        12 => grow().prop_map(|(from, direction)| Trial::Grow { from, direction }),
        5 => near().prop_map(|(column, row)| Trial::Near { column, row }),
        1 => (grow(), near()).prop_map(|((from, direction), (column, row))| Trial::Pair { from, direction, column, row }),
        1 => near().prop_map(|(column, row)| Trial::Swap { column, row }),
        4 => (0..12_usize, 0..8_usize).prop_map(|(from, direction)| Trial::Move { from, direction }),
        1 => Just(Trial::Pass),
    ]
}

/// The report of a text that is one record.
fn one(text: &str) -> Report {
    let mut reports = validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// A record in another system, or what was said instead.
fn converted(text: &str, system: Option<System>) -> Result<String, Vec<Diagnostic>> {
    let mut records = Transcripts::new(text.as_bytes(), 1 << 24).expect("a slice can be read");
    let (mut checker, mut out, mut said) = (Checker::new(Defaults::default()), String::new(), Vec::new());
    let target = Target { system, ..Target::default() };
    while let Some(record) = records.next().expect("a slice can be read") {
        if !convert(&record, &mut checker, target, &mut said, &mut out) {
            return Err(said);
        }
    }
    Ok(out)
}

fn canonical(text: &str) -> String {
    converted(text, None).expect("the record is valid")
}

/// Gives its bytes in pieces of a few at a time.
struct Drip<'t>(&'t [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(self.1).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Whether a record is canonical.
fn is_canonical(text: &str) -> bool {
    let mut records = Transcripts::new(text.as_bytes(), 1 << 24).expect("a slice can be read");
    let mut checker = Checker::new(Defaults::default()).strict(true);
    let record = records.next().expect("a slice can be read").expect("a record");
    report("law", &record, &mut checker, false).valid
}

/// Asserts that a part of the game in `text` replays to a part of its plies.
fn assert_prefix(text: &str, cut: f64) {
    let whole = one(text);
    assert!(whole.valid, "{text}");
    let keep = (whole.moves.len() as f64 * cut) as usize;
    let part = one(&format!("{}\n\n{}", head(text), whole.moves[..keep].join(" ")));
    assert!(part.valid, "{text}: {:?}", part.diagnostics);
    assert_eq!(part.moves, whole.moves[..keep]);
}

/// The tags of a canonical record.
fn head(text: &str) -> &str {
    text.split("\n\n").next().expect("tags").trim_end()
}

/// A text with one more space somewhere in its movetext.
fn with_a_space(text: &str, place: usize) -> String {
    let body = text.find("\n\n").map_or(text.len() - 1, |at| at + 2);
    let at = body + place % (text.len() - body).max(1);
    let (head, tail) = text.split_at(at.min(text.len()));
    format!("{head} {tail}")
}

/// Asserts that the quick look agrees with the whole judgement on every record that it judges, and so does the audit.
/// How many records it judged.
fn assert_glance(text: &str) -> usize {
    let (mut quick, mut slow) = (Checker::new(Defaults::default()), Checker::new(Defaults::default()));
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let (mut judged, mut verdicts) = (0, Vec::new());
    while records.advance().expect("a slice can be read") {
        let mut codes = scoresheet::diagnostic::CodeCounts::default();
        let counted = quick.check(&records.record(), &mut codes, None).verdict;
        let glance = (codes.all() == 0).then_some(counted);
        let mut said: Vec<Diagnostic> = Vec::new();
        let verdict = slow.check(&records.record(), &mut said, None).verdict;
        if let Some(glance) = glance {
            judged += 1;
            assert_eq!(glance, verdict, "{text}");
            assert!(said.is_empty(), "{said:?} of {text}");
        }
        verdicts.push((verdicts.len() as u64 + 1, verdict));
    }
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let (mut audited, mut said) = (Vec::new(), Vec::<Diagnostic>::new());
    audit(&mut records, &mut Checker::new(Defaults::default()), &mut said, |number, verdict| {
        audited.push((number, verdict));
    })
    .expect("a slice can be read");
    assert_eq!(audited, verdicts, "{text}");
    judged
}

/// Text that looks like records, broken in places.
fn transcript_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"forza4\"]\n",
        "[Game \"forza4\"]",
        "[Board \"5x4\"]\n",
        "[Stands \"2,5\"]\n",
        "[Result \"White\"]\n",
        "[Termination \"illegal\"]\n",
        "[Options \"equalizer\"]\n",
        "[White \"Zoë\"]\n",
        "[Bro ken]\n",
        "\n",
        "\n\n",
        " ",
        "1.",
        "2.",
        "3.",
        "1...",
        " ...",
        ",",
        ";",
        "; ",
        ", ",
        "c",
        "d",
        " c",
        " d",
        "c1",
        "d1",
        "h",
        "x9",
        "--",
        "(",
        ")",
        "{",
        "}",
        "{x}",
        "{[%stands]}",
        "# y\n",
        "!",
        "?!",
        "White",
        "1-0",
        "*",
        "/",
        "335",
        "0",
        "é",
        "[",
        "]",
        "\"",
        "\u{1a}",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// The same for Gomoku.
fn gomoku_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"gomoku\"]\n",
        "[Variant \"renju\"]\n",
        "[Variant \"murray\"]\n",
        "[Variant \"caro\"]\n",
        "[Pieces \"2\"]\n",
        "[Pieces \"0\"]\n",
        "[Options \"double-three-reply\"]\n",
        "[Options \"swap,double-three,double-four\"]\n",
        "[Options \"opening-26\"]\n",
        "[Options \"pro\"]\n",
        "[Board \"5x5\"]\n",
        "[Board \"26x26\"]\n",
        "[Setup \"5/5/BBBBB/5/WWWW1 W\"]\n",
        "[Setup \"5/5/5/5/5 B 2:2\"]\n",
        "[Notation \"xy\"]\n",
        "[Notation \"go\"]\n",
        "[Termination \"foul\"]\n",
        "[Termination \"illegal\"]\n",
        "[Stands \"1,2,3\"]\n",
        "[Black \"Ada\"]\n",
        "\n",
        "\n\n",
        " ",
        "1. ",
        "2. ",
        "1...",
        ", ",
        "; ",
        "c3 ",
        "c4 ",
        "d3, ",
        "swap ",
        "swap e1",
        "swap",
        "c3-c4 ",
        "c4–d4",
        "a1+b1 ",
        "a1+",
        "+",
        "-",
        "--",
        "—— ",
        "2,2 ",
        "0,0",
        "C3 ",
        "J10",
        "Z26",
        "z26 ",
        "a99999999999 ",
        "99999999999,1 ",
        "cc ",
        "aa",
        "{[%stands]}",
        "{x}",
        "(",
        ")",
        "(c4 c5)",
        "/",
        "Black",
        "0-1",
        "[",
        "é",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any prefix of a valid game is valid, and its replay is a prefix of the replay.
    #[test]
    fn a_prefix_replays_to_a_prefix(game in game(), cut in 0.0..1.0_f64) {
        assert_prefix(&game.record(), cut);
    }

    /// From every system to every other and back, a record says the same to the byte.
    #[test]
    fn conversion_round_trips(game in game()) {
        let text = game.record();
        let whole = one(&text);
        for name in ["columns", "squares", "digits", "digits0", "sgf", "diagram"] {
            let system = System::named(name);
            let there = match converted(&text, system) {
                Ok(there) => there,
                Err(said) => {
                    prop_assert_eq!(said[0].code.name, "not-representable");
                    let most = if name == "digits" { 9 } else { 10 };
                    prop_assert!(name.starts_with("digits") && game.columns > most);
                    continue;
                }
            };
            let seen = one(&there);
            prop_assert!(seen.valid, "{}", there);
            prop_assert_eq!(&seen.moves, &whole.moves);
            prop_assert_eq!(&seen.position, &whole.position);
            prop_assert_eq!(canonical(&there), there.clone());
            let back = converted(&there, System::named("columns")).expect("columns say everything");
            // The tag Notation stays once it is there.
            prop_assert_eq!(back.replace("[Notation \"columns\"]\n", ""), text.clone());
        }
    }

    /// The position string after n plies is where replaying n plies leads, and a record can go on from it.
    #[test]
    fn a_position_string_is_the_position(game in game(), cut in 0.0..1.0_f64) {
        let text = game.record();
        let whole = one(&text);
        let keep = (whole.moves.len() as f64 * cut) as usize;
        let tags: String = text.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("[Starts"))
            .map(|line| format!("{line}\n")).collect();
        let start = one(&format!("{tags}{}\n{}", if game.red { "[Starts \"Red\"]\n" } else { "" }, whole.moves[..keep].join(" ")));
        let position = start.position.expect("a valid record has a position");
        let setup = format!("{tags}[Setup \"{position}\"]\n\n");
        prop_assert_eq!(one(&setup).position, Some(position.clone()));
        let rest = one(&format!("{setup}{}", whole.moves[keep..].join(" ")));
        prop_assert!(rest.valid, "{} {:?}", setup, rest.diagnostics);
        prop_assert_eq!(rest.position, whole.position);
        prop_assert_eq!(rest.outcome, whole.outcome);
    }

    /// Canonical text is accepted under `--strict`; one more space is not.
    #[test]
    fn canonical_text_is_strict(game in game(), place in 0..1000_usize) {
        let text = game.record();
        prop_assert!(is_canonical(&text), "{}", text);
        let spaced = with_a_space(&text, place);
        prop_assert!(!is_canonical(&spaced), "{}", spaced);
    }

    /// The reader gives the same records however the bytes arrive, and every byte belongs to a record or is white.
    #[test]
    fn reading_depends_on_no_block(text in transcript_like(), step in 1..9_usize) {
        let read = |mut records: Box<dyn Records + '_>| {
            let mut seen = Vec::new();
            while let Some(record) = records.next().expect("a slice can be read") {
                let parts = record.parts;
                seen.push((record.place, record.text.to_owned(), parts.tags.clone(), record.tokens().collect::<Vec<_>>(), record.faults()));
            }
            seen
        };
        let whole = read(Box::new(Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read")));
        let drips = read(Box::new(Transcripts::new(Drip(text.as_bytes(), step), 1 << 20).expect("a slice can be read")));
        prop_assert_eq!(&whole, &drips);
        let mut at = 0;
        for (place, record, ..) in &whole {
            prop_assert!(text[at..place.offset as usize].trim().is_empty());
            at = place.offset as usize + record.len();
            prop_assert_eq!(&text[place.offset as usize..at], record);
        }
        prop_assert!(text[at..].trim().is_empty());
    }

    /// A broken record spoils nothing outside itself.
    #[test]
    fn a_broken_record_spoils_no_other(broken in transcript_like(), game in game()) {
        let sound = game.record();
        let own = one(&sound);
        // The broken text is closed off by nothing but the tags of the record behind it.
        let text = format!("{sound}\n{broken}\n\n{sound}");
        let reports = validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read");
        let last = reports.last().expect("a record");
        prop_assert_eq!(&last.moves, &own.moves);
        prop_assert_eq!(&last.position, &own.position);
        prop_assert_eq!(last.valid, own.valid);
    }

    /// What was replayed is what the text says up to the first fault: no ply is appended behind one that could not be
    /// read, and a valid record has no error.
    #[test]
    fn no_game_is_invented(body in transcript_like()) {
        let text = format!("[Game \"forza4\"]\n[Notation \"columns\"]\n\n1. {}", body.replace('[', "|"));
        for seen in validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read") {
            prop_assert_eq!(seen.valid, seen.diagnostics.iter().all(|said| said.severity != scoresheet::Severity::Error));
            prop_assert_eq!(seen.plies as usize, seen.moves.len());
            let stop = seen.diagnostics.iter().filter(|said| said.code == "bad-move" && said.variation.is_empty()).map(|said| said.ply).next();
            if let Some(Some(ply)) = stop {
                prop_assert!(seen.plies < ply, "a ply was appended behind one that could not be read");
            }
            // Replaying the moves alone gives the same position.
            if seen.diagnostics.is_empty() {
                let again = one(&format!("[Game \"forza4\"]\n[Notation \"columns\"]\n\n{}", seen.moves.join(" ")));
                prop_assert_eq!(again.position, seen.position);
            }
        }
    }

    /// The quick look agrees with the whole judgement on every record that it judges.
    #[test]
    fn the_quick_look_agrees(game in game(), body in transcript_like(), sound in any::<bool>()) {
        let text = if sound { game.record() } else { format!("[Game \"forza4\"]\n\n{body}") };
        let judged = assert_glance(&text);
        let plain = sound && !game.equalizer && !game.red;
        if plain && one(&text).plies > 0 {
            prop_assert_eq!(judged, 1, "a plain game was not judged at a glance: {}", text);
        }
    }
}

/// What a record of Gomoku has that not every system can say.
struct Unusual {
    pass: bool,
    /// Two pieces, a swap, a move.
    other: bool,
    last_column: bool,
}

impl Unusual {
    fn of(moves: &[String]) -> Unusual {
        let pass = |ply: &&String| *ply == "--";
        Unusual {
            pass: moves.iter().any(|ply| pass(&ply)),
            other: moves.iter().filter(|ply| !pass(ply)).any(|ply| ply.contains(['+', '-', ' '])),
            last_column: moves.iter().any(|ply| ply.starts_with('z')),
        }
    }

    fn fits(&self, system: &str) -> bool {
        match system {
            "squares" => true,
            "go" => !self.other && !self.last_column,
            "diagram" => !self.other && !self.pass,
            _ => !self.other,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Any prefix of a valid game of Gomoku is valid, and its replay is a prefix of the replay.
    #[test]
    fn a_prefix_of_gomoku_replays_to_a_prefix(game in gomoku(), cut in 0.0..1.0_f64) {
        assert_prefix(&game.record(), cut);
    }

    /// From every system to every other a record of Gomoku says the same to the byte, or is refused where the system
    /// cannot say it.
    #[test]
    fn conversion_of_gomoku_round_trips(game in gomoku()) {
        let text = game.record();
        let whole = one(&text);
        let unusual = Unusual::of(&whole.moves);
        let plain = |text: &str| text.replace("[Notation \"squares\"]\n", "");
        let mut written: Vec<(&str, String)> = Vec::new();
        for name in ["squares", "go", "sgf", "xy", "diagram"] {
            match converted(&text, System::named(name)) {
                Ok(there) => {
                    prop_assert!(unusual.fits(name), "{} was silent on {}", name, text);
                    written.push((name, there));
                }
                Err(said) => {
                    prop_assert!(said.iter().all(|said| said.code.name == "not-representable"), "{:?}", said);
                    prop_assert!(!unusual.fits(name), "{}: {:?} of {}", name, said, text);
                }
            }
        }
        prop_assert_eq!(plain(&written[0].1), text);
        for (name, there) in &written {
            let seen = one(there);
            prop_assert!(seen.valid, "{}: {:?}", there, seen.diagnostics);
            prop_assert_eq!((&seen.moves, &seen.position, &seen.outcome), (&whole.moves, &whole.position, &whole.outcome));
            prop_assert_eq!(seen.notation, Some(*name));
            prop_assert!(is_canonical(there), "{}", there);
            for (other, expected) in &written {
                let back = converted(there, System::named(other)).expect("a system that could say it");
                prop_assert_eq!(plain(&back), plain(expected), "{} to {}", name, other);
            }
        }
    }

    /// The position string after n plies is where replaying n plies leads, and a record can go on from it, but for what
    /// the string leaves out: the right to two pieces (GM-9) and a pass just made (RJ-7).
    #[test]
    fn a_position_string_of_gomoku_is_the_position(game in gomoku(), cut in 0.0..1.05_f64) {
        let whole = one(&game.record());
        let mut keep = ((whole.moves.len() as f64 * cut) as usize).min(whole.moves.len());
        while whole.moves.get(keep).is_some_and(|next| next.contains('+')) {
            keep += 1;
        }
        while keep > 0 && whole.moves[keep - 1] == "--" {
            keep -= 1;
        }
        let tags = game.tags();
        let start = one(&format!("{tags}\n{}", whole.moves[..keep].join(" ")));
        let position = start.position.expect("a valid record has a position");
        let setup = format!("{tags}[Setup \"{position}\"]\n");
        let again = one(&setup);
        prop_assert!(again.valid, "{} {:?}", setup, again.diagnostics);
        prop_assert_eq!((again.position, again.outcome), (Some(position), start.outcome));
        let rest = one(&format!("{setup}\n{}", whole.moves[keep..].join(" ")));
        prop_assert!(rest.valid, "{} {:?} {:?}", setup, &whole.moves[keep..], rest.diagnostics);
        prop_assert_eq!(&rest.moves[..], &whole.moves[keep..]);
        prop_assert_eq!((rest.position, rest.outcome), (whole.position, whole.outcome));
    }

    /// Canonical text of Gomoku is accepted under `--strict`; one more space is not.
    #[test]
    fn canonical_text_of_gomoku_is_strict(game in gomoku(), place in 0..1000_usize) {
        let text = game.record();
        prop_assert!(is_canonical(&text), "{}", text);
        let spaced = with_a_space(&text, place);
        prop_assert!(!is_canonical(&spaced), "{}", spaced);
    }

    /// The quick look, the audit and the whole judgement agree on records of Gomoku in every system; and a plain one is
    /// judged at a glance.
    #[test]
    fn the_quick_look_at_gomoku_agrees(game in gomoku(), cut in 0.0..1.0_f64, body in gomoku_like()) {
        let text = game.record();
        let judged = assert_glance(&text);
        prop_assert!(judged == 1 || one(&text).plies == 0, "a plain game was not judged at a glance: {}", text);
        for name in ["go", "sgf", "xy", "diagram"] {
            if let Ok(there) = converted(&text, System::named(name)) {
                assert_glance(&there);
            }
        }
        // With something odd in its middle, among others.
        let mut at = (text.len() as f64 * cut) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let odd = format!("{}{body}{}\n\n{text}", &text[..at], &text[at..]);
        assert_glance(&odd);
    }

    /// No text panics the reader of Gomoku; what was replayed is what the moves say, and valid means no error.
    #[test]
    fn no_game_of_gomoku_is_invented(game in gomoku(), body in gomoku_like()) {
        let text = format!("{}{body}", game.tags());
        assert_glance(&text);
        for seen in validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read") {
            prop_assert_eq!(seen.valid, seen.diagnostics.iter().all(|said| said.severity != scoresheet::Severity::Error));
            prop_assert_eq!(seen.plies as usize, seen.moves.len());
        }
        // Without tags in it, the moves alone give the same position.
        let tags = format!("{}[Notation \"squares\"]\n", game.tags());
        let seen = &validate(format!("{tags}\n{}", body.replace('[', "|")).as_bytes(), "law", Defaults::default())
            .expect("a slice can be read")[0];
        if seen.diagnostics.is_empty() {
            let again = one(&format!("{tags}\n{}", seen.moves.join(" ")));
            prop_assert_eq!((&again.position, &again.moves), (&seen.position, &seen.moves));
        }
    }
}

/// The games that the laws of Gomoku are tried on are worth it: lines, draws, swaps, pairs, moves and passes occur.
#[test]
fn random_games_of_gomoku_hold_everything() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..1500 {
        let game = gomoku().new_tree(&mut runner).expect("a game").current();
        let report = one(&game.record());
        let (variant, ..) = RULES[game.rules];
        let outcome = serde_json::to_value(&report.outcome).expect("JSON");
        if let (Some(reason), Some(winner)) = (outcome["reason"].as_str(), outcome["winner"].as_str()) {
            seen.insert(format!("{variant}: {winner} by {reason}"));
        } else if let Some(reason) = outcome["reason"].as_str() {
            seen.insert(format!("draw by {reason}"));
        }
        for ply in &report.moves {
            let kind = [("--", "pass"), ("+", "pair"), ("-", "move"), ("swap", "swap")];
            seen.extend(kind.iter().find(|(sign, _)| ply.contains(sign)).map(|(_, kind)| (*kind).to_owned()));
        }
    }
    let mut wanted = vec!["draw by passes".to_owned()];
    wanted.extend(["pass", "pair", "move", "swap"].map(str::to_owned));
    for variant in ["standard", "freestyle", "omok", "caro", "murray", "renju"] {
        wanted.extend(["Black", "White"].map(|side| format!("{variant}: {side} by line")));
    }
    let missing: Vec<_> = wanted.iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?} never occur; {seen:?} do");
}

/// A random game of Plus 4 in columns: the variant's tags, and plies of which the illegal ones are left out.
fn plus4() -> impl Strategy<Value = String> {
    let tags = prop::sample::select(vec![
        "",
        "[Options \"mover-first\"]\n",
        "[Variant \"continua\"]\n[Target \"3\"]\n",
        "[Variant \"continua\"]\n",
        "[Variant \"manche\"]\n[Target \"2\"]\n",
        "[Variant \"manche\"]\n",
    ]);
    // A break is tried before each ply: it stands only where one is due.
    let ply = (0..4_u8, 0..8_u8).prop_map(|(column, kind)| {
        let letter = char::from(b'a' + column);
        if kind == 0 { format!("{letter}*") } else { letter.to_string() }
    });
    (tags, any::<bool>(), prop::collection::vec(ply, 1..60)).prop_map(|(tags, blue, trials)| {
        let starts = if blue { "[Starts \"Blue\"]\n" } else { "" };
        let tags = format!("[Game \"plus4\"]\n{tags}{starts}\n");
        let mut text = tags;
        for trial in trials {
            for token in [format!("{trial} "), format!("/ {trial} "), "-- ".to_owned()] {
                let tried = one(&format!("{text}{token}"));
                if tried.valid {
                    text.push_str(&token);
                    break;
                }
            }
        }
        canonical(&text)
    })
}

/// The movetext of a record as words, breaks among them.
fn words(text: &str) -> Vec<&str> {
    let body = text.split_once("\n\n").map_or("", |(_, body)| body);
    let words = body.split([' ', '\n', ',', ';']).filter(|word| !word.is_empty() && *word != "...");
    words.filter(|word| !word.ends_with('.')).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Any prefix of a valid game of Plus 4, breaks included, is valid, and its replay is a prefix of the replay.
    #[test]
    fn a_prefix_of_plus4_replays_to_a_prefix(text in plus4(), cut in 0.0..1.0_f64) {
        let (whole, words) = (one(&text), words(&text));
        prop_assert!(whole.valid, "{}", text);
        let keep = (words.len() as f64 * cut) as usize;
        let part = one(&format!("{}\n\n{}", head(&text), words[..keep].join(" ")));
        prop_assert!(part.valid, "{}: {:?}", text, part.diagnostics);
        prop_assert_eq!(&part.moves[..], &whole.moves[..part.moves.len()]);
        prop_assert_eq!(part.moves.len(), words[..keep].iter().filter(|word| **word != "/").count());
    }

    /// From every system to every other a record of Plus 4 says the same, or is refused where it has a bonus piece.
    #[test]
    fn conversion_of_plus4_round_trips(text in plus4()) {
        let whole = one(&text);
        let bonus = whole.moves.iter().any(|ply| ply.ends_with('*'));
        for name in ["columns", "squares", "digits", "digits0", "sgf"] {
            match converted(&text, System::named(name)) {
                Ok(there) => {
                    prop_assert!(!bonus || name == "columns", "{} was silent on {}", name, text);
                    let seen = one(&there);
                    prop_assert!(seen.valid, "{}: {:?}", there, seen.diagnostics);
                    prop_assert_eq!((&seen.moves, &seen.position), (&whole.moves, &whole.position));
                    let back = converted(&there, System::named("columns")).expect("columns say everything");
                    prop_assert_eq!(back.replace("[Notation \"columns\"]\n", ""), text.clone());
                }
                Err(said) => {
                    prop_assert!(bonus && name != "columns", "{}: {:?}", name, said);
                    prop_assert_eq!(said[0].code.name, "not-representable");
                }
            }
        }
    }

    /// The last position's string is read back as that position, outcome and all (where nothing has fallen out of the
    /// standard game: P4-4 takes the pieces on the board for all that were played).
    #[test]
    fn a_position_string_of_plus4_is_the_position(text in plus4()) {
        let whole = one(&text);
        let position = whole.position.expect("a valid record has a position");
        let tags: String = head(&text).lines().filter(|line| !line.starts_with("[Starts") && !line.starts_with("[Result"))
            .map(|line| format!("{line}\n")).collect();
        let again = one(&format!("{tags}[Setup \"{position}\"]\n\n"));
        prop_assert!(again.valid, "{}: {:?}", text, again.diagnostics);
        prop_assert_eq!(again.position, Some(position));
    }

    /// The quick look agrees with the whole judgement of Plus 4 too.
    #[test]
    fn the_quick_look_at_plus4_agrees(text in plus4(), place in 0..1000_usize) {
        assert_glance(&text);
        assert_glance(&with_a_space(&text, place));
    }
}

/// A random match of Le File: how its cards are written, and its plies.
fn le_file() -> impl Strategy<Value = (lefile::Cards, Vec<String>)> {
    let cards = prop::sample::select(vec![lefile::Cards::Colours, lefile::Cards::Suits, lefile::Cards::Missing]);
    (cards, any::<u32>()).prop_map(|(cards, seed)| (cards, lefile::random_match(cards, seed)))
}

/// Movetext without numbers, with the break where a match has it.
fn match_text(plies: &[String]) -> String {
    let (first, second) = plies.split_at(plies.len().min(48));
    let text = first.join(", ");
    if second.is_empty() { text } else { format!("{text} / {}", second.join(", ")) }
}

/// A match of Le File as a canonical record.
fn match_record(plies: &[String]) -> String {
    canonical(&format!("[Game \"lefile\"]\n\n{}\n", match_text(plies)))
}

/// Pieces of text of Le File, broken in places.
fn le_file_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"lefile\"]\n",
        "[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n",
        "[Cut \"7 7\"]\n",
        "[Stands \"1,2\"]\n",
        "[Termination \"illegal\"]\n",
        "\n\n",
        "\n",
        " ",
        "1. ",
        "2. ",
        "1...",
        ", ",
        "; ",
        " / ",
        "/",
        "24 Pb4",
        "24",
        "11 P*h8",
        "2h4♣ Rd2",
        "Pb4 ",
        "R*z9",
        "3r c4-d5",
        "3r",
        "3",
        "c3-c4 ",
        "c3–c5",
        "=a3-d3 ",
        " =",
        "xa6-a5",
        " x",
        "xe3-e3",
        "3r --",
        "--",
        "—— ",
        "A",
        "n",
        "{[%stands]}",
        "{x}",
        "(",
        ")",
        "(24 Pd2)",
        "White",
        "0-1",
        "é",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What a plain maker of matches calls legal is legal, ply by ply, and any beginning of it replays to a beginning.
    #[test]
    fn a_prefix_of_lefile_replays_to_a_prefix((cards, plies) in le_file(), cut in 0..=96_usize) {
        let whole = one(&match_record(&plies));
        prop_assert!(whole.valid, "{:?}", whole.diagnostics);
        prop_assert_eq!(&whole.moves, &plies);
        let missing = if cards == lefile::Cards::Missing { plies.len() } else { 0 };
        prop_assert_eq!(whole.diagnostics.iter().filter(|said| said.code == "missing-card").count(), missing);
        prop_assert_eq!(whole.diagnostics.len(), missing);
        let part = one(&format!("[Game \"lefile\"]\n\n{}", match_text(&plies[..cut])));
        prop_assert!(part.valid, "{:?}", part.diagnostics);
        prop_assert_eq!(&part.moves, &plies[..cut]);
    }

    /// Claims left out and long dashes say the same, and conversion writes it canonical.
    #[test]
    fn lenient_text_of_lefile_is_made_canonical((cards, plies) in le_file()) {
        let text = match_record(&plies);
        prop_assert_eq!(canonical(&text), text.clone());
        if cards != lefile::Cards::Missing {
            prop_assert!(is_canonical(&text), "{}", text);
        }
        let loose = plies.iter().map(|ply| {
            let words = ply.split(' ').filter(|word| !word.starts_with('=')).enumerate().map(|(index, word)| {
                let card = index == 0 && word.starts_with(|letter: char| letter.is_ascii_digit());
                let word = if card { word.replace('1', "A").replace('h', "♥").replace('b', "n") } else { word.to_owned() };
                word.replace('-', "–").replace("Rb", "TB")
            });
            words.collect::<Vec<_>>().join("\n ")
        });
        let loose = format!("[Game \"lefile\"]\n\n{}\n", match_text(&loose.collect::<Vec<_>>()));
        prop_assert_eq!(canonical(&loose), text);
    }

    /// One more space is not canonical.
    #[test]
    fn canonical_text_of_lefile_is_strict((_, plies) in le_file(), place in 0..2000_usize) {
        let spaced = with_a_space(&match_record(&plies), place);
        prop_assert!(!is_canonical(&spaced), "{}", spaced);
    }

    /// The position string after n plies is where they lead, and the rest of its phases can go on from it.
    #[test]
    fn a_position_string_of_lefile_is_the_position((_, plies) in le_file(), cut in 0..48_usize) {
        let text = |setup: &str, plies: &[String]| one(&format!("[Game \"lefile\"]\n{setup}\n{}", match_text(plies)));
        let whole = text("", &plies[..48]);
        let start = text("", &plies[..cut]);
        let setup = format!("[Setup \"{}\"]\n", start.position.expect("a valid record has a position"));
        let rest = text(&setup, &plies[cut..48]);
        prop_assert!(rest.valid, "{}: {:?}", setup, rest.diagnostics);
        prop_assert_eq!(&rest.moves, &plies[cut..48]);
        prop_assert_eq!((rest.position, rest.outcome), (whole.position, whole.outcome));
    }

    /// The quick look, the audit and the whole judgement agree on Le File; a plain match is judged at a glance.
    #[test]
    fn the_quick_look_at_lefile_agrees((cards, plies) in le_file(), cut in 0.0..1.0_f64, body in le_file_like()) {
        let text = match_record(&plies);
        prop_assert_eq!(assert_glance(&text), usize::from(cards != lefile::Cards::Missing), "{}", text);
        let at = (text.len() as f64 * cut) as usize;
        assert_glance(&format!("{}{body}{}\n\n{text}", &text[..at], &text[at..]));
        assert_glance(&format!("[Game \"lefile\"]\n\n{body}"));
    }

    /// No text panics the reader of Le File; what was replayed is what the moves say, and valid means no error.
    #[test]
    fn no_game_of_lefile_is_invented(body in le_file_like()) {
        let text = format!("[Game \"lefile\"]\n{body}");
        for seen in validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read") {
            prop_assert_eq!(seen.valid, seen.diagnostics.iter().all(|said| said.severity != scoresheet::Severity::Error));
            prop_assert_eq!(seen.plies as usize, seen.moves.len());
        }
        let seen = &validate(format!("[Game \"lefile\"]\n\n{}", body.replace('[', "|")).as_bytes(), "law", Defaults::default())
            .expect("a slice can be read")[0];
        if seen.valid && seen.diagnostics.iter().all(|said| said.code != "stands") {
            let again = one(&format!("[Game \"lefile\"]\n\n{}", match_text(&seen.moves)));
            prop_assert_eq!((&again.position, &again.moves), (&seen.position, &seen.moves));
        }
    }
}
