//! A game that nobody has heard of, told in this file alone and handed over by the caller: Cowards, noughts and crosses in
//! which a line of three loses, and which may not begin in the middle.
//!
//! Records of it are read, judged, converted, listed, audited and drawn without a line of the library being changed. A game
//! of the library is written in the same way, and has besides a line in the list by which names are looked up.

use scoresheet::audit::page::Page;
use scoresheet::audit::{Feeder, Options, Products, Progress, ReportForm, run};
use scoresheet::board::{DecidingLines, Paint, SideInfo};
use scoresheet::codes::{AFTER_END, BAD_POSITION, OCCUPIED, OFF_BOARD, PASS_NOT_ALLOWED};
use scoresheet::diagnostic::{Rule, Text};
use scoresheet::engine::Games;
use scoresheet::formats::Format;
use scoresheet::game::{
    Choice, Deferral, Entry, Game, GameInfo, Likeness, Match, NotAPly, NotRepresentable, Numbered, Overlook, Remarks,
    Request, RuleSet, TagFaults, Task, View, Violates,
};
use scoresheet::report::json;
use scoresheet::scene::{Effect, Ground, Scene};
use scoresheet::system::{FirstRow, Grid, Kind, Named, is_pass};
use scoresheet::{
    Checker, Code, Converter, Defaults, Ending, Outcome, Position, Report, Side, Size, Square, System, Target, input,
    records, registry, template, validate,
};

// -- The table --------------------------------------------------------------------------------------------------------

static INFO: GameInfo = GameInfo {
    id: "cowards",
    aliases: &["Eot Cat Cit"],
    name: "Cowards",
    about: "three in a line lose",
    sides: &[
        SideInfo { name: "White", letter: 'W', paint: Paint::White },
        SideInfo { name: "Black", letter: 'B', paint: Paint::Black },
    ],
    boards: "3x3",
    variants: &[Choice::new("standard", "CO-1", "three in a line lose")],
    options: &[Choice::new("free", "CO-2", "the first ply may take the middle")],
    kinds: &[Kind::Square, Kind::Diagram],
    rules: &[
        Rule::new("CO-1", "the end", "Who makes a line of three loses; a full board without a line is a draw."),
        Rule::new("CO-2", "the first ply", "The first ply does not take the middle."),
    ],
    codes: &[&MIDDLE],
    endings: &[&LINE, &FULL],
    may_stand: &[&MIDDLE],
    ..GameInfo::PLAIN
};

static MIDDLE: Code = Code::error("middle", "CO-2", "the first ply takes the middle", "It takes another square.");
static LINE: Ending = Ending { code: "coward", rule: "CO-1", about: "the other side has made a line" };
static FULL: Ending = Ending { code: "full", rule: "CO-1", about: "the board is full and has no line" };

const SIZE: Size = Size { columns: 3, rows: 3 };
const GRID: Grid = Grid { columns: 3, rows: 3, first_row: FirstRow::Bottom };
const CENTRE: usize = 4;

/// The lines, as squares counted row by row from the bottom.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

// -- The rules --------------------------------------------------------------------------------------------------------

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Cowards {
    is_free: bool,
    turn: Side,
    pieces: [Option<Side>; 9],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ply {
    Put { column: u8, row: i16 },
    Pass,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Violation {
    AfterEnd,
    Pass,
    OffBoard,
    Occupied(Side),
    Middle,
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::AfterEnd => &AFTER_END,
            Violation::Pass => &PASS_NOT_ALLOWED,
            Violation::OffBoard => &OFF_BOARD,
            Violation::Occupied(_) => &OCCUPIED,
            Violation::Middle => &MIDDLE,
        }
    }
}

impl Cowards {
    fn square(index: usize) -> Square {
        Square::new(index as u8 % 3, index as u8 / 3)
    }

    /// The index of the square that a ply names, if the board has it.
    fn index(ply: Ply) -> Option<usize> {
        match ply {
            Ply::Put { column: column @ 0..3, row: row @ 0..3 } => Some(row as usize * 3 + usize::from(column)),
            _ => None,
        }
    }

    fn line(&self) -> Option<(Side, [usize; 3])> {
        LINES.into_iter().find_map(|line| {
            let side = self.pieces[line[0]]?;
            line.iter().all(|&index| self.pieces[index] == Some(side)).then_some((side, line))
        })
    }
}

impl Game for Cowards {
    type Ply<'a> = Ply;
    type Violation = Violation;
    type Scratch = ();

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn read_ply(&self, token: &str, system: System, (): &mut ()) -> Result<Ply, NotAPly> {
        match system.read(token, GRID) {
            Some(Named::Square(column, row)) => Ok(Ply::Put { column, row }),
            _ if is_pass(token) => Ok(Ply::Pass),
            _ => Err(NotAPly),
        }
    }

    fn write_ply(&self, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        match ply {
            Ply::Put { column, row } => system.write(Named::Square(column, row), GRID, out),
            Ply::Pass => {
                out.push_str("--");
                Ok(())
            }
        }
    }

    fn apply<O: Overlook<Violation>>(&mut self, ply: Ply, overlook: &mut O) -> Result<(), Violation> {
        let mut check =
            |broken: bool, violation| if broken && !overlook.overlooks(violation) { Err(violation) } else { Ok(()) };
        check(Game::outcome(self).is_end(), Violation::AfterEnd)?;
        if ply == Ply::Pass {
            check(true, Violation::Pass)?;
        } else {
            let index = Self::index(ply).ok_or(Violation::OffBoard)?;
            if let Some(owner) = self.pieces[index] {
                return Err(Violation::Occupied(owner));
            }
            let is_first = self.pieces.iter().all(Option::is_none);
            check(index == CENTRE && is_first && !self.is_free, Violation::Middle)?;
            self.pieces[index] = Some(self.turn);
        }
        self.turn = self.turn.next(2);
        Ok(())
    }

    fn outcome(&self) -> Outcome {
        match self.line() {
            Some((loser, _)) => Outcome::Win { winner: loser.next(2), ending: &LINE },
            None if self.pieces.iter().all(Option::is_some) => Outcome::Draw { ending: &FULL },
            None => Outcome::Unfinished,
        }
    }

    fn explain(&self, violation: Violation, _: Ply) -> Text {
        match violation {
            Violation::AfterEnd => Text::new("the game is over"),
            Violation::Pass => Text::new("nobody may pass"),
            Violation::OffBoard => Text::new("the board has no such square"),
            Violation::Occupied(owner) => {
                Text::new(format!("a piece of {} stands there", INFO.sides[owner.index()].name))
            }
            Violation::Middle => Text::new("the first ply takes the middle").help("take another square"),
        }
    }

    fn write_position(&self, out: &mut String) {
        for row in (0..3).rev() {
            let pieces = self.pieces[row * 3..][..3].iter();
            out.extend(pieces.map(|piece| piece.map_or('.', |side| INFO.sides[side.index()].letter)));
        }
        out.extend([' ', INFO.sides[self.turn.index()].letter]);
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply)) {
        for square in (0..9).map(Self::square) {
            each(Ply::Put { column: square.column, row: square.row.into() });
        }
    }

    fn size(&self) -> Size {
        SIZE
    }
}

impl Numbered for Cowards {
    fn landing(&self, ply: Ply) -> Option<Square> {
        Self::index(ply).map(Self::square)
    }

    fn placing(&self, square: Square) -> Option<Ply> {
        Some(Ply::Put { column: square.column, row: square.row.into() })
    }
}

impl View for Cowards {
    fn scene(&self) -> Scene {
        let at = |square: Square| self.pieces[usize::from(square.row * 3 + square.column)];
        Scene::of_rows(SIZE, Ground::Squares, INFO.sides, at, self.lines().0.into_iter().flatten().collect())
    }

    fn effect(&self, ply: Ply) -> Effect {
        Self::index(ply).map_or_else(Effect::default, |index| Effect::put(Self::square(index)))
    }

    fn lines(&self) -> DecidingLines {
        DecidingLines(self.line().into_iter().map(|(_, line)| line.map(Self::square).to_vec()).collect())
    }
}

impl Match for Cowards {}
impl Remarks for Cowards {}
impl Likeness for Cowards {}
impl Deferral for Cowards {}

// -- From tags to the rules -------------------------------------------------------------------------------------------

#[derive(Debug)]
struct Cowardly;

/// The position of a position string: the squares from the top, and who is to move.
fn position(text: &str, is_free: bool) -> Option<Cowards> {
    let (squares, turn) = text.split_once(' ')?;
    let side = |letter| (0..2).map(Side).find(|side| INFO.sides[side.index()].letter == letter);
    let squares: Vec<char> = squares.chars().collect();
    let squares: [char; 9] = squares.try_into().ok()?;
    let mut start = Cowards { is_free, turn: side(turn.parse().ok()?)?, pieces: [None; 9] };
    for (index, letter) in squares.into_iter().enumerate().filter(|(_, letter)| *letter != '.') {
        start.pieces[(2 - index / 3) * 3 + index % 3] = Some(side(letter)?);
    }
    Some(start)
}

impl Entry for Cowardly {
    type Params = Cowards;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
        let (variant, options) = request.choices(&INFO, tag_faults)?;
        let is_free = options.contains(&"free");
        let setup = request.get("Setup");
        let start = setup.as_ref().map(|text| position(text, is_free));
        if let Some(None) = start {
            tag_faults.add(&BAD_POSITION, "Setup", Text::new("no position").help("for instance ....W.... B"));
        }
        let starts = request.starts(&INFO, INFO.sides, tag_faults);
        let first = request.first(start.flatten().map(|start| start.turn), starts, tag_faults);
        let playable = start != Some(None);
        let params = start.flatten().unwrap_or(Cowards { is_free, turn: first, pieces: [None; 9] });
        Some(RuleSet { variant, options, first, playable, ..RuleSet::usual(&INFO, SIZE, params) })
    }

    fn with<T: Task>(&self, start: &Cowards, task: T) -> T::Out {
        task.run(*start)
    }

    fn set_up(&self, start: &Cowards, text: &str) -> Option<Cowards> {
        position(text, start.is_free)
    }
}

// -- What the library makes of it -------------------------------------------------------------------------------------

const GAMES: Games = Games(&[&Cowardly]);

fn defaults() -> Defaults {
    Defaults { games: GAMES, ..Defaults::default() }
}

fn judged(text: &str) -> Vec<Report> {
    validate(text.as_bytes(), "games.txt", defaults()).expect("a slice can be read")
}

/// The code, the ply and the message of everything that is said of one record.
fn said(text: &str) -> Vec<(&'static str, Option<u32>, String)> {
    let diagnostics = judged(text).swap_remove(0).diagnostics;
    diagnostics.into_iter().map(|found| (found.code, found.ply, found.message)).collect()
}

#[test]
fn it_is_in_no_list() {
    assert!(registry::named("cowards").is_none() && registry::GAMES.iter().all(|game| game.info().id != "cowards"));
    let reports = validate(&b"[Game \"cowards\"]\n\n1. a1"[..], "", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports[0].diagnostics[0].code, "unknown-game");
    let unknown = &judged("[Game \"forza4\"]\n\n1. a")[0].diagnostics[0];
    assert_eq!((unknown.code, unknown.help.as_deref()), ("unknown-game", Some("known games: cowards")));
}

#[test]
fn records_are_judged() {
    let reports = judged("[Game \"Eot Cat Cit\"]\n[Result \"Black\"]\n\n1. a1, b2; 2. a2, c3; 3. a3 {alas}");
    let report = &reports[0];
    assert!(report.valid, "{:?}", report.diagnostics);
    assert_eq!((report.game, report.notation, report.plies), (Some("cowards"), Some("squares"), 5));
    assert_eq!(report.outcome_in_words(), "Black has won (the other side has made a line)");
    assert_eq!(report.position.as_deref(), Some("W.BWB.W.. B"));
    let lines: Vec<_> = report.outcome.lines.0.iter().flatten().map(Square::to_string).collect();
    assert_eq!(lines, ["a1", "a2", "a3"]);

    let game = "[Game \"cowards\"]\n";
    assert_eq!(said(&format!("{game}\n1. b2")), [("middle", Some(1), "the first ply takes the middle".to_owned())]);
    assert_eq!(said(&format!("{game}[Options \"free\"]\n\n1. b2")), []);
    assert_eq!(said(&format!("{game}\n1. a1, a1"))[0].2, "a piece of White stands there");
    assert_eq!(said(&format!("{game}\n1. d1"))[0].0, "off-board");
    assert_eq!(said(&format!("{game}[Setup \"nonsense\"]\n\n1. a1"))[0].0, "bad-position");
    assert_eq!(said(&format!("{game}[Setup \"WW.BB.... W\"]\n\n1. c3, a1"))[0].0, "after-end");
    let stood = &judged(&format!("{game}\n1. b2 {{[%stands]}}, --"))[0];
    assert_eq!(stood.stands, [1]);
    let codes: Vec<_> = stood.diagnostics.iter().map(|found| (found.code, found.ply)).collect();
    assert_eq!(codes, [("stands", Some(1)), ("pass-not-allowed", Some(2))]);
}

#[test]
fn a_position_is_played() {
    let mut position = Position::builder("cowards").games(GAMES).start().expect("a game of the list");
    assert_eq!(position.legal(), ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]);
    assert_eq!(position.play("b2").map_err(|illegal| (illegal.code, illegal.rule)), Err(("middle", Some("CO-2"))));
    for ply in ["a1", "b1", "c1", "b2", "c2", "b3"] {
        position.play(ply).unwrap_or_else(|illegal| panic!("{ply}: {illegal}"));
    }
    assert_eq!((position.winner(), position.legal().len()), (Some("White"), 0));
    assert_eq!(position.to_string(), "3 │ · ● · │\n2 │ · ● ○ │\n1 │ ○ ● ○ │\n  └───────┘\n    a b c\n");
    assert!(position.to_svg().contains("<title>Cowards, after ply 6: b3</title>"));
    let again = Position::builder("cowards").games(GAMES).setup(&position.position_string()).start();
    assert_eq!(again.expect("a position"), position);
}

#[test]
fn a_record_is_converted() {
    let text = "[Game \"cowards\"]\n[White \"Ada\"]\n\na1 b2 a2 c3 a3";
    let converted = |system| {
        let record = records(text.as_bytes()).defaults(defaults()).next().expect("a record");
        let target = Target { system, ..Target::default() };
        record.expect("a slice can be read").convert(target).expect("a valid record")
    };
    let head = |notation: &str| format!("[Game \"cowards\"]\n{notation}[Result \"Black\"]\n[White \"Ada\"]\n\n");
    assert_eq!(converted(None), head("") + "1. a1, b2; 2. a2, c3; 3. a3\n");
    assert_eq!(converted(Some(System::SGF)), head("[Notation \"sgf\"]\n") + "1. ac, bb; 2. ab, ca; 3. aa\n");
    let diagram = converted(Some(System::DIAGRAM));
    assert_eq!(diagram, head("[Notation \"diagram\"]\n") + "3  5  .  4\n2  3  2  .\n1  1  .  .\n   a  b  c\n");
    assert_eq!(judged(&diagram)[0].moves, ["a1", "b2", "a2", "c3", "a3"]);
}

#[test]
fn a_list_is_read_and_written() {
    let list = "a1b2a2c3a3\na1 b1 c1\nb2\n";
    let defaults = Defaults { game: Some("cowards".to_owned()), ..defaults() };
    let mut converter = Converter::new(Target { format: Some(Format::LINES), ..Target::default() });
    let (mut checker, mut out, mut valid) = (Checker::new(defaults), Vec::new(), Vec::new());
    let mut records = input::records(list.as_bytes(), Format::LINES, 100, &mut checker).expect("a slice can be read");
    while let Some(record) = records.next().expect("a slice can be read") {
        valid.push(checker.check(&record, &mut (), None).verdict.valid);
        converter.record(&record, &mut checker, &mut (), &mut out);
    }
    assert_eq!(valid, [true, true, false]);
    assert_eq!(String::from_utf8_lossy(&out), "#: [Game \"cowards\"]\na1b2a2c3a3 Black\na1b1c1\n");
}

#[test]
fn an_audit_says_what_single_verdicts_say() {
    let mut text = String::new();
    for index in 0..300 {
        text += &format!(
            "[Game \"cowards\"]\n[Round \"{index}\"]\n\n1. a1, b2; 2. a2, c3; 3. {}\n\n",
            ["a3", "c1", "b2"][index % 3]
        );
    }
    let mut report = Vec::new();
    let feed = |feeder: &mut Feeder<'_>| {
        let _ = feeder.input("games.txt", Format::TRANSCRIPT, &mut text.as_bytes());
    };
    let options = Options { defaults: defaults(), chunk: 1000, jobs: 2, form: ReportForm::Jsonl, ..Options::default() };
    let products = Products { report: &mut report, rejects: None, page: None };
    let summary = run(&options, &Progress::default(), feed, products).expect("memory can be written");
    assert_eq!((summary.tally.records(), summary.tally.valid), (300, 200));
    let mut expected = Vec::new();
    for report in judged(&text) {
        json::write(&report, &mut expected);
        expected.push(b'\n');
    }
    assert!(report == expected);
}

/// The summary, its page and SARIF know the game's name, its codes and its endings by the list that the caller gives.
#[test]
fn an_audit_tells_people_about_it() {
    let text = "[Game \"cowards\"]\n\na1 b2 a2 c3 a3\n\n[Game \"cowards\"]\n\nb2\n";
    let feed = |feeder: &mut Feeder<'_>| {
        let _ = feeder.input("games.txt", Format::TRANSCRIPT, &mut text.as_bytes());
    };
    let options = Options { defaults: defaults(), form: ReportForm::Sarif, ..Options::default() };
    let mut report = Vec::new();
    let products = Products { report: &mut report, rejects: None, page: None };
    let summary = run(&options, &Progress::default(), feed, products).expect("memory can be written");
    assert!(summary.text().contains("Black has won (the other side has made a line)"), "{}", summary.text());
    let page = Page::new(Vec::new(), "games.txt", 10).expect("a page").finish(&summary).expect("a page");
    let page = String::from_utf8(page).expect("text");
    for part in ["Cowards standard", "Black has won (the other side has made a line)", "the first ply takes the middle"]
    {
        assert!(page.contains(part), "{part}");
    }
    let sarif: serde_json::Value = serde_json::from_slice(&report).expect("SARIF is JSON");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == "middle"));
}

#[test]
fn an_empty_record_of_it_is_written() {
    let text = template::write(GAMES, "Eot Cat Cit", None, Some("free")).expect("a game of the list");
    assert!(text.contains("[Game \"cowards\"]\n") && text.contains("[Options \"free\"]\n"), "{text}");
    assert!(judged(&text)[0].diagnostics.is_empty());
    assert!(template::write(Games::default(), "cowards", None, None).is_err());
}

/// Without the middle eight plies can begin; the ninth square is free for the second.
#[test]
fn its_plies_are_counted() {
    /// Counts the sequences of so many legal plies.
    struct Count(u32);
    impl Task for Count {
        type Out = u64;
        fn run<G: scoresheet::game::FullGame>(self, start: G) -> u64 {
            scoresheet::game::perft(&start, self.0)
        }
    }
    let start = position("......... W", false).expect("a position");
    assert_eq!([1, 2, 3].map(|depth| Cowardly.with(&start, Count(depth))), [8, 64, 8 * 8 * 7]);
}
