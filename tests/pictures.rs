//! Pictures: what SVG says of figures of every game, and laws that all of them keep.

use std::collections::BTreeSet;
use std::process::Command;

use proptest::prelude::*;

use scoresheet::check::Checker;
use scoresheet::diagram::svg::sheet::Sheet;
use scoresheet::diagram::svg::{self, Style};
use scoresheet::diagram::theme::{COLOUR, DARK, PRINT, THEMES, Theme};
use scoresheet::figures::{Frame, Wanted, figures};
use scoresheet::formats::Format;
use scoresheet::report::Report;
use scoresheet::scene::Effect;
use scoresheet::{Defaults, MAX_RECORD, input, page};

#[path = "support/mixed.rs"]
#[expect(dead_code, reason = "a module that tests share")]
mod mixed;

/// Figures of every record of a text.
fn frames(text: &str, wanted: Wanted, numbers: bool) -> Vec<Taken> {
    let mut checker = Checker::new(Defaults::default());
    let mut records = input::records(text.as_bytes(), Format::TRANSCRIPT, MAX_RECORD, &mut checker).expect("text");
    let mut taken = Vec::new();
    while records.advance().expect("text") {
        taken.push(figures("games.txt", &records.record(), &mut checker, wanted, numbers));
    }
    taken
}

/// The last position of a text's only record.
fn last(text: &str, numbers: bool) -> Frame {
    frames(text, Wanted::Last, numbers).remove(0).1.remove(0)
}

fn drawn(frame: &Frame, theme: &Theme) -> String {
    svg::draw(&frame.figure, Style::new(theme))
}

/// A snapshot of the picture of a text's last position.
macro_rules! picture {
    ($name:literal, $text:expr, $theme:expr) => {
        insta::assert_snapshot!($name, drawn(&last($text, false), $theme));
    };
}

/// The illegal ply that was tried in a position: its number, its token and the code.
fn refused(frame: &Frame) -> Option<(u32, &str, &str)> {
    frame.refused.as_ref().map(|refused| (refused.ply, &*refused.token, refused.code.name))
}

#[test]
fn forza4_stands_in_its_frame() {
    let game = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bruno\"]\n\n1. d, c; 2. d, c; 3. d, c; 4. d\n";
    picture!("forza4-print", game, &PRINT);
    picture!("forza4-colour", game, &COLOUR);
    picture!("forza4-dark", game, &DARK);
    insta::assert_snapshot!("forza4-numbers", drawn(&last(game, true), &PRINT));
}

#[test]
fn an_illegal_ply_is_crossed_out_where_it_was_tried() {
    picture!("forza4-full", "[Game \"forza4\"]\n[Board \"4x4\"]\n\n1. a, a; 2. a, a; 3. a\n", &COLOUR);
    // A piece pushed in from elsewhere than the top row is crossed out there, and not above the board.
    let pushed = "[Game \"plus4\"]\n\n1. d1, c1; 2. d2\n";
    for (flipped, cross) in [(false, "M130 50l20 20"), (true, "M10 90l20 20")] {
        let mut frame = last(pushed, false);
        if flipped {
            frame.figure.scene.flip();
        }
        assert!(drawn(&frame, &PRINT).contains(cross), "{}", drawn(&frame, &PRINT));
    }
    picture!("halma-refused", "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. c7-e5\n", &PRINT);
}

#[test]
fn plus4_tells_bonus_pieces_and_where_the_last_one_entered() {
    picture!("plus4-print", "[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"3\"]\n\n1. a, b*; 2. a*, c\n", &PRINT);
    picture!(
        "plus4-colour",
        "[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"3\"]\n\n1. a, b*; 2. a*, c\n",
        &COLOUR
    );
}

#[test]
fn gomoku_stands_on_points_and_its_five_are_ringed() {
    let game = "[Game \"gomoku\"]\n[Board \"9x9\"]\n\n1. e5, a1; 2. e6, a2; 3. e7, a3; 4. e8, a4; 5. e4\n";
    picture!("gomoku-print", game, &PRINT);
    picture!("gomoku-colour", game, &COLOUR);
}

#[test]
fn halma_shows_bases_and_the_way_of_the_last_piece() {
    picture!("halma-print", "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. c7-d6, f2-e3; 2. b6-d8\n", &PRINT);
    picture!("halma-number", "[Game \"halma\"]\n[Variant \"number\"]\n\n1. e15-f14\n", &COLOUR);
    picture!("halma-four", "[Game \"halma\"]\n[Variant \"four\"]\n\n1. d15-e14\n", &PRINT);
}

#[test]
fn le_file_shows_cards_and_relocations() {
    let valid = std::fs::read_to_string("samples/lefile/match.txt").expect("the sample");
    picture!("lefile-placed", "[Game \"lefile\"]\n\n1. 2h4c Pb4, 18 Rh1\n", &PRINT);
    let (_, taken) = frames(&valid, Wanted::Every(1), false).remove(0);
    let relocation = taken.iter().find(|frame| frame.figure.last.ways.len() > 1).expect("a relocation in the sample");
    insta::assert_snapshot!("lefile-relocated", drawn(relocation, &COLOUR));
}

#[test]
fn rings_and_paths_lie_below_pieces_and_hide_nothing_of_them() {
    let valid = std::fs::read_to_string("samples/lefile/match.txt").expect("the sample");
    let (_, taken) = frames(&valid, Wanted::After(30), false).remove(0);
    let picture = drawn(&taken[0], &PRINT);
    let (ring, pawn) = (picture.find("r=\"18\""), picture.find("m-11 16h22"));
    assert!(ring.is_some() && ring < pawn, "{picture}");
    // The move is a plain arrow, the relocation that it brought about a dashed one.
    let (path, dashed) = (picture.find("stroke-width=\"3\""), picture.find("stroke-dasharray"));
    assert!(path.is_some() && path < dashed && dashed < pawn, "{picture}");
}

#[test]
fn a_sheet_holds_its_figures_and_their_captions() {
    let game = "[Game \"forza4\"]\n[Board \"4x4\"]\n[Event \"Spring <Open>\"]\n\n1. a, b; 2. c, d; 3. a, b\n";
    let (_, taken) = frames(game, Wanted::Every(4), true).remove(0);
    let sheet = Sheet {
        title: "A & B".to_owned(),
        lines: vec!["Spring <Open>".to_owned()],
        figures: taken.iter().map(|frame| (&frame.figure, frame.caption())).collect(),
    };
    let style = Style { width: Some(600), ..Style::new(&PRINT) };
    insta::assert_snapshot!("sheet", sheet.draw(style));
    let html = sheet.html(style);
    assert_eq!(html.matches("<figure>").count(), 2);
    assert!(html.contains("overflow-wrap: anywhere"), "a path of Halma may be longer than a line");
    assert!(html.contains("<h1>A &amp; B</h1>") && html.contains("Spring &lt;Open&gt;"), "{html}");
}

#[test]
fn coordinates_of_a_wide_sheet_are_larger_than_those_of_a_single_picture() {
    let game = "[Game \"gomoku\"]\n[Board \"19x19\"]\n\na1 c1 a2 c2 a3 c3 a4 c4\n";
    let (_, taken) = frames(game, Wanted::Every(1), false).remove(0);
    let drawn = |count: usize| {
        let figures = taken[..count].iter().map(|frame| (&frame.figure, frame.caption())).collect();
        Sheet { title: String::new(), lines: Vec::new(), figures }.draw(Style::new(&PRINT))
    };
    assert!(drawn(1).contains("<g font-size=\"15\""));
    let wide = drawn(8);
    assert!(wide.contains("<g font-size=\"26\"") && !wide.contains("<g font-size=\"15\""), "{wide}");
    // A sheet that is made so narrow that nobody could read them has none.
    let figures = taken.iter().map(|frame| (&frame.figure, frame.caption())).collect();
    let narrow = Sheet { title: String::new(), lines: Vec::new(), figures };
    assert!(!narrow.draw(Style { width: Some(300), ..Style::new(&PRINT) }).contains("<g font-size"));
}

#[test]
fn titles_that_are_too_long_are_squeezed_a_little_and_cut() {
    // One board of four columns has room for twelve letters.
    let frame = last("[Game \"forza4\"]\n[Board \"4x4\"]\n\n1. a\n", false);
    let sheet = |title| Sheet { title, lines: Vec::new(), figures: vec![(&frame.figure, String::new())] };
    let drawn = |words: &str, count: usize| {
        let picture = sheet(words.repeat(count)).draw(Style::new(&PRINT));
        let tree = roxmltree::Document::parse(&picture).expect("well formed");
        let text = tree.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
        let text = text.expect("the title");
        (text.attribute("textLength").is_some(), text.text().unwrap_or_default().to_owned())
    };
    assert_eq!(drawn("a", 12), (false, "a".repeat(12)));
    assert_eq!(drawn("a", 17), (true, "a".repeat(17)));
    assert_eq!(drawn("a", 10_000), (true, format!("{}…", "a".repeat(17))));
    assert!(drawn("王", 12).0, "an ideograph is wider than a letter");
}

#[test]
fn names_written_from_the_right_turn_nothing_around_them() {
    let title = |white: &str| {
        last(&format!("[Game \"forza4\"]\n[White \"{white}\"]\n[Red \"Bea\"]\n\n1. a\n"), false).figure.title
    };
    assert_eq!(title("محمد"), "\u{2068}محمد\u{2069} – Bea, after ply 1: a");
    assert_eq!(title("Ada\u{202e}\u{2069}"), "Ada – Bea, after ply 1: a");
    assert_eq!(title(&"A".repeat(10_000)).chars().count(), 80 + " – Bea, after ply 1: a".chars().count());
}

#[test]
fn descriptions_tell_points_and_sheets_that_a_record_is_invalid() {
    let game = "[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"3\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a\n";
    let frame = last(game, false);
    assert!(frame.figure.description.contains("Points: Red 1, Blue 0. Blue to move."), "{}", frame.figure.description);
    let (status, sheet, _) = shown(&["--as", "svg", "--every", "2", "samples/forza4/invalid.txt"]);
    assert_eq!((status, String::from_utf8_lossy(&sheet).contains(">invalid</text>")), (Some(1), true));
}

/// What is said of a record, and its figures.
type Taken = (Report, Vec<Frame>);

/// Every record of the samples, by files.
fn samples() -> Vec<(String, Vec<Taken>)> {
    mixed::samples(|path| path.extension().is_some_and(|end| end == "txt") && !path.starts_with("samples/archive"))
        .into_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path.display().to_string(), frames(&text, Wanted::Every(1), false)))
        })
        .collect()
}

#[test]
fn every_picture_of_the_samples_is_sound() {
    let mut games = BTreeSet::new();
    for (path, records) in samples() {
        for (report, taken) in records {
            for frame in &taken {
                games.insert(report.game);
                for theme in THEMES {
                    let picture = drawn(frame, theme);
                    let tree = roxmltree::Document::parse(&picture)
                        .unwrap_or_else(|error| panic!("{path} record {} ply {}: {error}", report.record, frame.ply));
                    let root = tree.root_element();
                    let (first, second) =
                        (root.first_element_child(), root.children().filter(|node| node.is_element()).nth(1));
                    assert_eq!(first.map(|node| node.tag_name().name()), Some("title"), "{path}");
                    assert_eq!(second.map(|node| node.tag_name().name()), Some("desc"), "{path}");
                    assert!(
                        root.descendants().all(|node| node.attribute("id").is_none()),
                        "pictures may stand together on a page"
                    );
                    // Every number in the picture is one.
                    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{path}");
                }
                // Every piece is told to those who do not see it.
                for (index, cell) in
                    frame.figure.scene.cells.iter().enumerate().filter(|(_, cell)| cell.piece.is_some())
                {
                    let square = frame.figure.scene.square(index).to_string();
                    let told = |word: &str| {
                        let word = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
                        word.strip_prefix(&square)
                            .is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_ascii_digit()))
                    };
                    let description = &frame.figure.description;
                    assert!(description.split(' ').any(told), "{path}: {cell:?} on {square}: {description}");
                }
            }
        }
    }
    assert_eq!(games.len(), 5, "{games:?}");
}

#[test]
fn flipping_twice_changes_nothing_and_squares_keep_their_cells() {
    for (path, records) in samples() {
        for (_, taken) in records {
            let Some(frame) = taken.last() else { continue };
            let scene = &frame.figure.scene;
            let mut flipped = scene.clone();
            flipped.flip();
            for (index, cell) in scene.cells.iter().enumerate() {
                let square = scene.square(index);
                assert_eq!(scene.index(square), Some(index), "{path}: {square}");
                let there = flipped.index(square).and_then(|index| flipped.cells.get(index));
                assert_eq!(there, Some(cell), "{path}: {square}");
            }
            flipped.flip();
            assert_eq!(&flipped, scene, "{path}");
        }
    }
}

/// The codes of cells are what position strings write: rows from the top, empty squares as numbers.
#[test]
fn cells_make_up_the_position_string() {
    for (path, records) in samples() {
        for (report, taken) in records {
            for frame in taken {
                let rows: Vec<String> = frame.figure.scene.rows().map(|(_, cells)| row(cells)).collect();
                let board = frame.position.split(' ').next();
                assert_eq!(Some(rows.join("/").as_str()), board, "{path} record {} ply {}", report.record, frame.ply);
            }
        }
    }
}

fn row(cells: &[scoresheet::scene::Cell]) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for cell in cells {
        let mut code = String::new();
        cell.write_code(&mut code);
        if code.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push_str(&std::mem::take(&mut empty).to_string());
        }
        out.push_str(&code);
    }
    if empty > 0 {
        out.push_str(&empty.to_string());
    }
    out
}

#[test]
fn names_are_data_never_markup() {
    let hostile = "</title><script>alert(1)</script>&\u{1}\u{fffe}\" onload=\"x";
    let text = format!("[Game \"forza4\"]\n[White \"{}\"]\n[Red \"B\"]\n\n1. a\n", hostile.replace('"', "\\\""));
    let frame = last(&text, false);
    let picture = drawn(&frame, &PRINT);
    let tree = roxmltree::Document::parse(&picture).expect("well formed");
    assert!(tree.descendants().all(|node| node.tag_name().name() != "script"));
    let title = tree.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    let title = title.and_then(|node| node.text()).unwrap_or_default();
    assert!(title.starts_with("</title><script>alert(1)</script>&\" onload=\"x – B"), "{title}");
}

#[test]
fn a_ply_that_is_illegal_may_be_asked_for() {
    let text = "[Game \"forza4\"]\n[Board \"4x4\"]\n\n1. a, a; 2. a, a; 3. a, b\n";
    for wanted in [Wanted::Last, Wanted::After(5), Wanted::After(4), Wanted::Every(3)] {
        let (_, taken) = frames(text, wanted, false).remove(0);
        let frame = taken.last().expect("a figure");
        assert_eq!(frame.ply, 4, "{wanted:?}");
        assert_eq!(frame.token.as_deref(), Some("a"), "{wanted:?}");
        assert_eq!(refused(frame), Some((5, "a", "column-full")), "{wanted:?}");
    }
    assert!(frames(text, Wanted::After(6), false).remove(0).1.is_empty());
    assert_eq!(refused(&frames(text, Wanted::After(2), false).remove(0).1[0]), None);
    assert_eq!(frames(text, Wanted::After(0), false).remove(0).1[0].caption(), "the start");
}

#[test]
fn an_illegal_ply_is_named_as_the_record_writes_it_where_nothing_else_can() {
    // Columns have no word for a square that a piece does not fall to.
    let (_, taken) = frames("[Game \"forza4\"]\n\n1. c1, e1; 2. c3\n", Wanted::Last, false).remove(0);
    let figure = &taken[0].figure;
    assert_eq!(figure.title, "Forza 4, after ply 2: e; ply 3, c3, is illegal");
    assert!(figure.description.ends_with("Ply 3, c3, is illegal: wrong-square."), "{}", figure.description);
}

#[test]
fn descriptions_tell_who_has_won_and_of_a_ply_that_lost_the_game() {
    let lost = last("[Game \"forza4\"]\n[Board \"4x4\"]\n[Termination \"illegal\"]\n\n1. a, a; 2. a, a; 3. a\n", false);
    let told = "Red has won. Ply 5, a, was illegal and lost the game.";
    assert!(lost.figure.description.ends_with(told), "{}", lost.figure.description);
    let four = std::fs::read_to_string("samples/halma/four.txt").expect("the sample");
    let told = |(_, taken): &Taken| taken[0].figure.description.contains("White+Green has won (");
    assert!(frames(&four, Wanted::Last, false).iter().any(told));
}

#[test]
fn a_ply_refused_after_a_break_is_shown_on_the_cleared_board() {
    let whole = std::fs::read_to_string("samples/lefile/match.txt").expect("the sample");
    let (manche, _) = whole.split_once('/').expect("a break");
    let (_, taken) = frames(&format!("{manche}/ 1. 12 Pa8\n"), Wanted::Every(40), false).remove(0);
    assert_eq!(taken.iter().map(|frame| frame.ply).collect::<Vec<_>>(), [40, 48]);
    assert_eq!(refused(&taken[1]), Some((49, "12 Pa8", "not-drawn")));
    let pieces = taken[1].figure.scene.cells.iter().filter(|cell| cell.piece.is_some()).count();
    assert_eq!((pieces, &taken[1].figure.last), (0, &Effect::default()));
}

#[test]
fn what_is_no_ply_may_be_asked_for_like_an_illegal_one() {
    let text = "[Game \"forza4\"]\n\n1. a, pawn; 2. b\n";
    for wanted in [Wanted::Last, Wanted::After(2), Wanted::After(1), Wanted::Every(5)] {
        let (_, taken) = frames(text, wanted, false).remove(0);
        assert_eq!(taken.len(), 1, "{wanted:?}");
        assert_eq!((taken[0].ply, taken[0].unread), (1, Some((2, "bad-move"))), "{wanted:?}");
        assert_eq!(taken[0].caption(), "after ply 1: a; ply 2: bad-move");
        assert!(taken[0].figure.description.ends_with("Ply 2 could not be played: bad-move."));
    }
    assert!(frames(text, Wanted::After(3), false).remove(0).1.is_empty());
}

/// The pictures that the guide shows, and the arguments of `show` that it names.
const SHOWN: [(&str, &[&str]); 6] = [
    ("forza4.svg", &["samples/forza4/invalid.txt"]),
    ("plus4.svg", &["--record", "5", "samples/plus4/valid.txt"]),
    ("gomoku.svg", &["--numbers", "--theme", "print", "samples/gomoku/game.txt"]),
    ("halma.svg", &["--ply", "1", "samples/halma/valid.txt"]),
    ("lefile.svg", &["--ply", "30", "samples/lefile/match.txt"]),
    ("sheet.svg", &["--every", "10", "--theme", "print", "samples/halma/valid.txt", "--record", "3"]),
];

/// `UPDATE=1` draws them anew.
#[test]
fn the_guide_shows_what_the_program_draws() {
    let guide = std::fs::read_to_string("docs/guide/pictures.md").expect("the guide");
    for (file, arguments) in SHOWN {
        let call = format!("show --as svg {}", arguments.join(" "));
        assert!(guide.contains(&call), "the guide names {call}");
        let drawn = Command::new(env!("CARGO_BIN_EXE_scoresheet")).args(call.split(' ')).output().expect("it runs");
        let path = format!("docs/guide/pictures/{file}");
        assert!(guide.contains(&format!("pictures/{file}")), "the guide shows {path}");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &drawn.stdout).expect("a picture");
        }
        let kept = std::fs::read(&path).expect("a picture");
        assert!(kept == drawn.stdout, "{path} is drawn otherwise now: UPDATE=1 draws it anew");
    }
}

#[test]
fn the_page_of_the_guide_is_written() {
    let guide = std::fs::read_to_string("docs/guide/pictures.md").expect("the guide");
    assert!(guide.contains("scoresheet show --as html -o games.html samples/halma/valid.txt"));
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("games.html");
    let (status, out, said) = shown(&["--as", "html", "-o", &page.to_string_lossy(), "samples/halma/valid.txt"]);
    assert_eq!((status, out.len(), said.as_str()), (Some(0), 0, ""));
    assert!(std::fs::read_to_string(page).expect("a page").starts_with("<!DOCTYPE html>"));
}

/// Arguments and what the program says, with its exit status.
fn shown(arguments: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_scoresheet")).arg("show").args(arguments).output().expect("it runs");
    (output.status.code(), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_option_that_says_nothing_to_a_form_is_refused() {
    let game = "samples/forza4/game.txt";
    for (arguments, said) in [
        (&["--theme", "dark"][..], "--theme can be used only for svg, png, gif, pdf and html"),
        (&["--as", "json", "--size", "300"], "--size can be used only for svg, png and gif"),
        (&["--as", "svg", "--scale", "2"], "--scale can be used only for png and gif"),
        (&["--as", "text", "--title", "A"], "--title can be used only for svg, png, gif, pdf and html"),
        (&["--as", "html", "--no-coordinates"], "--no-coordinates cannot be used for a page that replays"),
        (&["--as", "html", "--numbers"], "--numbers cannot be used for a page that replays"),
    ] {
        let (status, out, message) = shown(&[arguments, &[game]].concat());
        assert_eq!((status, out.len()), (Some(2), 0), "{arguments:?}");
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn the_name_of_the_output_tells_the_form() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, start) in
        [("a.svg", "<svg"), ("a.HTML", "<!DOCTYPE html>"), ("a.json", "{"), ("a.ascii", "6  ."), ("a", "6 │")]
    {
        let path = folder.path().join(name);
        let (status, out, said) = shown(&["samples/forza4/game.txt", "-o", &path.to_string_lossy()]);
        assert_eq!((status, out.len(), said.as_str()), (Some(0), 0, ""), "{name}");
        assert!(std::fs::read_to_string(&path).expect("a picture").starts_with(start), "{name}");
    }
    // What is asked for goes before.
    let path = folder.path().join("b.svg");
    shown(&["--as", "ascii", "samples/forza4/game.txt", "-o", &path.to_string_lossy()]);
    assert!(std::fs::read_to_string(&path).expect("a picture").starts_with("6  ."));
}

#[test]
fn an_ending_that_names_no_format_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jpg");
    let (status, out, said) = shown(&["samples/forza4/game.txt", "-o", &path.to_string_lossy()]);
    assert_eq!((status, out.len(), path.exists()), (Some(2), 0, false));
    let known = "no picture is written to .jpg; the known endings are .txt .ascii .svg .png .gif .pdf .html .json";
    assert!(said.contains(known), "{said}");
    // Whoever names a format gets it in whatever file.
    let (status, ..) = shown(&["--as", "svg", "samples/forza4/game.txt", "-o", &path.to_string_lossy()]);
    assert_eq!((status, path.exists()), (Some(0), true));
}

#[test]
fn moving_pictures_begin_at_the_start_and_end_where_they_are_asked_to() {
    let frames = |arguments: &[&str]| {
        let (status, out, said) =
            shown(&[arguments, &["--as", "gif", "--size", "64", "samples/forza4/game.txt"]].concat());
        assert_eq!((status, said.as_str()), (Some(0), ""));
        // Each frame has a block with how long it is seen.
        out.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count()
    };
    assert_eq!(
        (frames(&[]), frames(&["--ply", "4"]), frames(&["--ply", "0"]), frames(&["--every", "4"])),
        (10, 5, 1, 4)
    );
    assert_eq!(shown(&["--as", "gif", "--ply", "10", "samples/forza4/game.txt"]).0, Some(2));
}

#[test]
fn pages_for_print_hold_twelve_positions_each() {
    let pages = |arguments: &[&str]| {
        let (status, out, _) = shown(&[arguments, &["--as", "pdf", "samples/halma/game.txt"]].concat());
        assert_eq!((status, &out[..5]), (Some(0), b"%PDF-".as_slice()));
        String::from_utf8_lossy(&out).matches("/MediaBox").count()
    };
    assert_eq!((pages(&[]), pages(&["--every", "14"]), pages(&["--every", "10"])), (1, 1, 2));
}

#[test]
fn small_pictures_leave_out_what_could_not_be_read() {
    let letters = |arguments: &[&str]| {
        let (_, out, _) = shown(&[arguments, &["--as", "svg", "--numbers", "samples/gomoku/game.txt"]].concat());
        let picture = String::from_utf8_lossy(&out).into_owned();
        (picture.contains(">a</text>"), picture.contains(">10</text>"))
    };
    assert_eq!(letters(&[]), (true, true));
    assert_eq!(letters(&["--no-coordinates"]), (false, true));
    assert_eq!(letters(&["--size", "210"]), (true, true));
    assert_eq!(letters(&["--size", "190"]), (true, false));
    assert_eq!(letters(&["--size", "100"]), (false, false));
    // It is said, and the size that is named is enough; what counts is the size in pixels.
    let said = |arguments: &[&str]| {
        let (_, _, said) = shown(&[arguments, &["--numbers", "samples/gomoku/game.txt"]].concat());
        said
    };
    let told = said(&["--as", "svg", "--size", "190"]);
    let size = told.split("--size ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a size");
    assert_eq!(said(&["--as", "svg", "--size", size]), "");
    assert!(letters(&["--size", size]).1, "{told}");
    assert_eq!(said(&["--as", "png", "--size", "190", "--scale", "2"]), "");
    assert!(said(&["--as", "png", "--scale", "0.3"]).contains("no numbers are shown"));
}

#[test]
fn a_title_stands_above_the_board() {
    let (_, out, _) = shown(&["--as", "svg", "--title", "A & B", "samples/forza4/game.txt"]);
    assert!(String::from_utf8_lossy(&out).contains(">A &amp; B</text>"));
    let (_, out, _) = shown(&["--as", "svg", "--every", "3", "--title", "A & B", "samples/forza4/game.txt"]);
    assert!(String::from_utf8_lossy(&out).contains(">A &amp; B</text>"));
    let (_, out, _) = shown(&["--as", "html", "--title", "A & B", "samples/forza4/game.txt"]);
    assert!(String::from_utf8_lossy(&out).contains("<title>A &amp; B</title>"));
}

#[test]
fn a_long_title_stands_in_several_lines() {
    let title = "Aleksandra Wiśniewska-Kowalczyk – Bartholomäus Oberhuber";
    for more in [&[][..], &["--every", "3"]] {
        let (_, out, _) = shown(&[&["--as", "svg", "--title", title, "samples/plus4/valid.txt"], more].concat());
        let picture = String::from_utf8(out).expect("text");
        let tree = roxmltree::Document::parse(&picture).expect("well formed");
        let texts = tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
        let bold = |node: &roxmltree::Node<'_, '_>| node.attribute("font-weight") == Some("bold");
        let mut lines: Vec<(i32, &str)> = texts
            .filter(|node| bold(node) && node.text().is_some_and(|text| title.contains(text)))
            .map(|node| {
                (node.attribute("y").and_then(|y| y.parse().ok()).expect("a place"), node.text().expect("a line"))
            })
            .collect();
        lines.sort_unstable();
        let lines: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
        assert!(lines.len() > 1 && lines.join(" ") == title, "{more:?}: {lines:?}");
    }
}

/// The lines of a forbidden ply lie below the pieces, whose numbers are ringed.
#[test]
fn no_line_hides_a_number() {
    let text = std::fs::read_to_string("samples/gomoku/forbidden.txt").expect("the sample");
    let drawn = |numbers: bool| drawn(&last(&text, numbers), &COLOUR);
    let at = |picture: &str, what: &str| picture.find(what).expect("it is drawn");
    let (plain, numbered) = (drawn(false), drawn(true));
    let line = "M260 300L260 260L260 220M180 220L220 220L260 220";
    let piece = "r=\"18.2\"";
    assert!(at(&plain, line) > at(&plain, piece) && at(&numbered, line) < at(&numbered, piece));
    let ring = format!("fill=\"none\" stroke=\"{}\"", COLOUR.fault);
    assert!(numbered.contains(&ring) && !plain.contains(&format!("{ring} stroke-width=\"2.5\"><circle")));
}

/// In black and white nobody knows which of a red and a blue piece is drawn black.
#[test]
fn letters_tell_red_from_blue_in_print() {
    let picture = |record: &str| {
        let (_, out, _) = shown(&["--as", "svg", "--theme", "print", "--no-coordinates", record]);
        String::from_utf8(out).expect("text")
    };
    let plus4 = picture("samples/plus4/valid.txt");
    assert!(plus4.contains(">R</text>") && plus4.contains(">B</text>"), "{plus4}");
    assert!(!picture("samples/forza4/game.txt").contains("</text>"));
    // Nor does the first piece of a game have one.
    let frame = last("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. ..., e\n", false);
    assert!(!drawn(&frame, &PRINT).contains(">R</text>"));
}

/// A result that only the record claims is no outcome of the board, but no sheet hides it.
#[test]
fn sheets_and_pages_tell_the_result_that_a_record_claims() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.txt");
    let record = "[Game \"forza4\"]\n[Result \"Red\"]\n[Termination \"resignation\"]\n\n1. c, e\n";
    std::fs::write(&file, record).expect("a file");
    let said = "Red has won (resignation, as the record claims)";
    let (_, out, _) = shown(&["--as", "html", &file.to_string_lossy()]);
    assert!(String::from_utf8_lossy(&out).contains(said));
    // On a sheet of one small board it takes two lines.
    let (_, out, _) = shown(&["--as", "svg", "--every", "1", &file.to_string_lossy()]);
    let picture = String::from_utf8(out).expect("text");
    let tree = roxmltree::Document::parse(&picture).expect("well formed");
    let lines: Vec<&str> = tree.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    assert!(lines.join(" ").replace(" \n ", " ").contains(said), "{lines:?}");
    std::fs::write(&file, record.replace("\"Red\"", "\"*\"").replace("[Termination \"resignation\"]\n", ""))
        .expect("a file");
    let (_, out, _) = shown(&["--as", "svg", "--every", "1", &file.to_string_lossy()]);
    assert!(String::from_utf8_lossy(&out).contains("unfinished"));
}

#[test]
fn the_lines_that_a_message_names_are_drawn() {
    let frame = last(&std::fs::read_to_string("samples/gomoku/forbidden.txt").expect("the sample"), false);
    let lines: Vec<String> =
        frame.figure.offending.0.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(lines, ["g4g5g6", "e6f6g6"]);
    assert!(
        drawn(&frame, &COLOUR).contains("M260 300L260 260L260 220M180 220L220 220L260 220"),
        "{}",
        drawn(&frame, &COLOUR)
    );
    assert!(last("[Game \"forza4\"]\n\n1. a\n", false).figure.offending.0.is_empty());
}

#[test]
fn of_a_record_that_is_not_there_nothing_is_written() {
    for form in ["html", "svg", "text"] {
        let (status, out, said) = shown(&["--as", form, "--record", "9", "samples/forza4/game.txt"]);
        assert_eq!((status, out.len()), (Some(2), 0), "{form}");
        assert!(said.contains("there is no record 9: the file has only 1 record"), "{said}");
    }
}

#[test]
fn where_no_numbers_can_stand_it_is_said() {
    let (status, out, said) = shown(&["--as", "ascii", "--numbers", "samples/halma/game.txt"]);
    assert_eq!(status, Some(0));
    assert!(!out.is_empty() && said.contains("no numbers are shown"), "{said}");
    let (_, _, said) = shown(&["--as", "ascii", "--numbers", "samples/gomoku/game.txt"]);
    assert_eq!(said, "");
}

#[test]
fn a_file_without_records_is_no_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, "").expect("a file");
    for form in ["html", "svg", "text"] {
        let (status, out, _) = shown(&["--as", form, &empty.to_string_lossy()]);
        assert_eq!((status, out.len()), (Some(2), 0), "{form}");
    }
}

#[test]
fn a_png_has_the_size_asked_for() {
    let (status, png, _) = shown(&["--as", "png", "--size", "200", "--scale", "1.5", "samples/forza4/game.txt"]);
    assert_eq!((status, &png[..8]), (Some(0), b"\x89PNG\r\n\x1a\n".as_slice()));
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((size(16), size(20)), (300, 275));
    let (status, out, message) = shown(&["--as", "png", "--scale", "1e9", "samples/forza4/game.txt"]);
    assert_eq!((status, out.len()), (Some(2), 0));
    assert!(message.contains("too large"), "{message}");
}

#[test]
fn a_board_is_shown_from_the_other_side() {
    let (_, out, _) = shown(&["--as", "ascii", "--flip", "samples/forza4/game.txt"]);
    insta::assert_snapshot!(String::from_utf8_lossy(&out), @r"
    6  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .
    4  .  .  .  .  .  .  .
    3  .  .  .  .  R  .  .
    2  .  .  R  R  W  .  .
    1  .  .  R  W  W  W  W
       g  f  e  d  c  b  a
    ");
    let (_, out, _) = shown(&["--as", "ascii", "--flip", "--ply", "9", "samples/plus4/manche.txt"]);
    insta::assert_snapshot!(String::from_utf8_lossy(&out), @r"
    4  .  .  .  .
    3  .  .  .  .
    2  .  .  .  .
    1  .  R  .  B
       d  c  b  a
    points: Red 1, Blue 0
    ");
}

/// Transcripts of the samples, damaged in a few places.
fn damaged() -> impl Strategy<Value = String> {
    let texts: Vec<String> = mixed::samples(|path| path.extension().is_some_and(|end| end == "txt"))
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .flat_map(|text| text.split("\n[Game").map(|record| format!("\n[Game{record}")).collect::<Vec<_>>())
        .collect();
    let damage = (0.0..1.0_f64, 0..4_usize, "[a-p0-9 ,;:()*=x/.\\-]{0,3}");
    (prop::sample::select(texts), prop::collection::vec(damage, 0..4)).prop_map(|(text, damages)| {
        damages.into_iter().fold(text, |text, (place, cut, with)| {
            let letters: Vec<char> = text.chars().collect();
            let at = (place * letters.len() as f64) as usize;
            let rest = letters.iter().skip(at + cut);
            letters[..at].iter().copied().chain(with.chars()).chain(rest.copied()).collect()
        })
    })
}

proptest! {
    /// Whatever a record says, its pictures are well formed and its page can be written.
    #[test]
    fn damaged_records_are_drawn_soundly(text in damaged(), every in 1..9_u32, numbers in any::<bool>(), flipped in any::<bool>()) {
        let mut checker = Checker::new(Defaults::default());
        let mut records = input::records(text.as_bytes(), Format::TRANSCRIPT, MAX_RECORD, &mut checker).expect("text");
        while records.advance().expect("text") {
            let record = records.record();
            let (report, mut taken) = figures("games.txt", &record, &mut checker, Wanted::Every(every), numbers);
            prop_assert!(taken.windows(2).all(|frames| frames[0].ply < frames[1].ply));
            prop_assert!(taken.last().is_none_or(|frame| frame.ply == report.plies));
            for frame in &mut taken {
                if flipped {
                    frame.figure.scene.flip();
                }
                let picture = drawn(frame, THEMES[usize::from(flipped) + usize::from(numbers)]);
                prop_assert!(roxmltree::Document::parse(&picture).is_ok(), "{}", picture);
            }
            let figures = taken.iter().map(|frame| (&frame.figure, frame.caption())).collect();
            let sheet = Sheet { title: report.file.clone(), lines: Vec::new(), figures };
            let sheet = sheet.draw(Style::new(&DARK));
            prop_assert!(roxmltree::Document::parse(&sheet).is_ok(), "{}", sheet);
            let mut page = page::Writer::new(Vec::new(), "games").expect("memory");
            page.record(&page::Recorded::new(&report, &record, &checker), None).expect("memory");
            page.finish("").expect("memory");
        }
    }
}

#[test]
fn so_many_positions_are_not_held() {
    let there_and_back = ["a12-a11, p5-p6", "a11-a12, p6-p5"];
    let turns: Vec<_> = (0..6000).map(|turn| format!("{}. {}", turn + 1, there_and_back[turn % 2])).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.txt");
    std::fs::write(&path, format!("[Game \"halma\"]\n\n{}\n", turns.join("; "))).expect("a file");
    let path = path.to_str().expect("a name");
    let (code, drawn, said) = shown(&["--as", "gif", path]);
    assert_eq!((code, drawn.len()), (Some(2), 0));
    assert!(said.ends_with("12000 plies, and at most 10000 positions are drawn; write --every 2\n"), "{said}");
    let (code, drawn, said) = shown(&["--as", "json", "--every", "6000", path]);
    assert_eq!((code, &*said), (Some(0), ""));
    assert_eq!(String::from_utf8_lossy(&drawn).lines().count(), 2);
}
