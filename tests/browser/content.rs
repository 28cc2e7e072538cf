//! What a page shows: positions, texts, diagnoses.

use std::collections::HashMap;

use super::*;
use scoresheet::engine::{Step, Visitor};

/// The position string after every ply: by `ply` or `ply@way`.
#[derive(Default)]
struct Positions {
    after: HashMap<String, String>,
}

impl Positions {
    fn note(&mut self, step: &dyn Step, number: u32) {
        let way: Vec<_> = step.variation().iter().map(|(ply, index)| format!("{ply}.{index}")).collect();
        if number == 1 {
            self.after.entry("0".to_owned()).or_insert_with(|| step.before().string());
        }
        let way = if way.is_empty() { String::new() } else { format!("&in={}", way.join(",")) };
        self.after.insert(format!("{number}{way}"), step.after().string());
    }
}

impl Visitor for Positions {
    fn restart(&mut self) {
        *self = Positions::default();
    }

    fn ply(&mut self, step: &dyn Step) {
        self.note(step, step.number());
    }

    fn tried(&mut self, step: &dyn Step) {
        self.note(step, step.number());
    }

    fn refused(&mut self, step: &dyn Step, _: &'static scoresheet::Code) {
        self.note(step, step.number());
    }
}

/// Goes to every ply of every record and tells what is shown there: record, address, position.
static WALK: &str = "
    const seen = [];
    const count = Number(document.getElementById('which').textContent.split(' of ')[1].replace('\u{202f}', ''));
    for (let record = 1; record <= count; record += 1) {
        if (record > 1) document.getElementById('next-record').click();
        if (!document.getElementById('stage').checkVisibility()) continue;
        document.getElementById('first').click();
        const note = (mark) => seen.push([record, mark, document.getElementById('position').textContent]);
        note('#record&ply=0');
        for (const ply of document.querySelectorAll('#moves .ply')) {
            ply.click();
            note(ply.getAttribute('href'));
        }
    }
    return seen;";

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn every_position_is_the_librarys() {
    let desk = Desk::new();
    let mut plies = 0;
    for name in [
        "catalogue.txt",
        "forza4/boards.txt",
        "forza4/notations.txt",
        "forza4/invalid.txt",
        "forza4/stands.txt",
        "gomoku/valid.txt",
        "gomoku/stood.txt",
        "gomoku/invalid.txt",
        "halma/four.txt",
        "halma/valid.txt",
        "halma/stood.txt",
        "halma/invalid.txt",
        "lefile/valid.txt",
        "lefile/stood.txt",
        "lefile/invalid.txt",
        "plus4/valid.txt",
        "plus4/invalid.txt",
    ] {
        plies += compare(&desk, &sample(name));
    }
    // A page with one record has other addresses, so single records stand beside another one.
    let second = "\n\n[Game \"forza4\"]\n\n1. d\n";
    for name in
        ["forza4/variations.txt", "forza4/lenient.txt", "halma/game.txt", "lefile/match.txt", "plus4/manche.txt"]
    {
        plies += compare(&desk, &(sample(name) + second));
    }
    assert!(plies > 1000, "{plies} plies are few");
}

fn compare(desk: &Desk, transcript: &str) -> usize {
    desk.open(transcript, "");
    let seen = desk.browser.run(WALK);
    let mut shown: HashMap<(u64, String), String> = HashMap::new();
    for row in seen.as_array().expect("rows") {
        let mark = row[1].as_str().and_then(|mark| mark.split_once("&ply=")).expect("a ply in the address").1;
        shown.insert((row[0].as_u64().expect("a number"), mark.to_owned()), row[2].as_str().expect("text").to_owned());
    }
    let mut records = Transcripts::new(transcript.as_bytes(), MAX_RECORD).expect("text");
    let mut checker = Checker::new(Defaults::default());
    let (mut number, mut compared) = (0, 0);
    while let Some(record) = records.next().expect("text") {
        number += 1;
        let mut positions = Positions::default();
        checker.check(&record, &mut (), Some(&mut positions));
        for (mark, expected) in positions.after {
            assert_eq!(shown.get(&(number, mark.clone())), Some(&expected), "record {number}, ply {mark}");
            compared += 1;
        }
    }
    compared
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn texts_are_shown_as_they_are() {
    let desk = Desk::new();
    let name = "<script>document.title='taken'</script></script><!--<script>";
    let event = "<img src=x onerror=document.title='taken'>&amp;";
    let comment = "</template><b>bold</b> <style>body * </style>";
    let transcript = format!(
        "[Game \"forza4\"]\n[White \"{name}\"]\n[Red \"R\"]\n[Event \"{event}\"]\n\n1. c {{{comment}}}, <i>x\n\n[Game \"{name}\"]\n[Event \"{event}\"]\n\n1. c\n"
    );
    desk.open(&transcript, "#ply=1");
    let browser = &desk.browser;
    assert_eq!(browser.text("document.querySelector('.player .name').textContent"), name);
    assert_eq!(browser.text("document.getElementById('heading').textContent"), format!("{name} – R"));
    assert_eq!(browser.text("document.querySelector('#moves .comment').textContent"), comment);
    assert_eq!(browser.text("document.getElementById('remark').textContent"), comment);
    assert!(browser.text("document.getElementById('event').textContent").contains(event));
    assert!(browser.text("document.querySelector('#notes').textContent").contains("<i>x"));
    assert!(browser.text("document.querySelector('.row .title').textContent").contains(name));
    assert!(browser.text("document.title").starts_with(name));
    browser.press(&["n"]);
    assert_eq!(browser.text("document.getElementById('heading').textContent"), event);
    let strange = "document.querySelectorAll('b, i, img, body style, body script:not([id]):not(:last-of-type)').length";
    assert_eq!(browser.text(strange), "0");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_page_begins_at_the_first_illegal_ply_and_says_why() {
    let desk = Desk::new();
    desk.open(&sample("gomoku/forbidden.txt"), "");
    let browser = &desk.browser;
    assert_eq!(desk.said(), "Ply 9, Black: g6, not carried out");
    let note = browser.text("document.querySelector('#notes .error').textContent");
    for part in ["forbidden", "double three", "rule RJ-3", "line 7, column 48", "if White pointed it out"] {
        assert!(note.contains(part), "{note}");
    }
    assert_eq!(browser.text("document.querySelectorAll('#board .cross').length"), "1");
    let below = browser.text("document.getElementById('remark').textContent");
    assert!(below.starts_with("forbidden: forbidden to Black: double three"), "{below}");
    browser.click("#first");
    assert_eq!(desk.said(), "Start");
    browser.click("#notes .go");
    assert_eq!(desk.said(), "Ply 9, Black: g6, not carried out");
    browser.press(&["Home", "e"]);
    assert_eq!(desk.said(), "Ply 9, Black: g6, not carried out");
    // One in a variation, and tokens that are no plies at all.
    desk.open("[Game \"forza4\"]\n\n1. c, e (d, c (h)); 2. c\n", "");
    assert_eq!(desk.shown().1, "");
    assert_eq!(desk.said(), "Ply 3, White: h, in variation 2.1,3.1, not carried out");
    desk.open("[Game \"forza4\"]\n\n1. c, pawn; 2. d\n", "");
    assert_eq!(desk.said(), "Ply 2, Red: pawn, not carried out");
    assert_eq!(desk.shown().0, "7/7/7/7/7/2W4 R");
    // A place beyond the border.
    desk.open("[Game \"gomoku\"]\n[Board \"5x5\"]\n\n1. a1, f2\n", "");
    let cross = "const [drawing, board, cross] = ['#board svg', '#board svg path', '#board .cross'].map((name) => document.querySelector(name).getBoundingClientRect()); return cross.left > board.right && cross.right <= drawing.right;";
    assert_eq!(browser.run(cross), true);
    // What nobody can play is told without a board.
    desk.open("[Game \"othello\"]\n\n1. c\n", "");
    assert!(!desk.is_shown("#stage") && desk.is_shown("#notes .error"));
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn plies_that_stood_lines_and_points_are_marked() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(&sample("forza4/stands.txt"), "#record=1");
    browser.press(&["e"]);
    assert!(desk.said().ends_with("stood though illegal"), "{}", desk.said());
    desk.open("[Game \"forza4\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, b\n", "");
    assert!(desk.said().ends_with("not carried out"), "{}", desk.said());
    assert_eq!(browser.text("document.querySelectorAll('#board .ring').length"), "4");
    desk.open(&sample("forza4/game.txt"), "#ply=9");
    assert_eq!(browser.text("document.querySelectorAll('#board .ring').length"), "4");
    assert!(browser.text("document.getElementById('outcome').textContent").contains("White has won"));
    desk.open(&sample("lefile/match.txt"), "#ply=30");
    assert_eq!(desk.browser.text("document.getElementById('cards').textContent"), "5 black");
    assert!(desk.said().ends_with("White 0, Black 1"), "{}", desk.said());
    assert_eq!(browser.text("document.querySelectorAll('#board .way').length"), "2");
    assert_eq!(browser.text("document.querySelectorAll('#moves .break').length"), "1");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn names_of_any_length_and_direction_leave_the_board_in_sight() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let game = |white: &str| format!("[Game \"forza4\"]\n[White \"{white}\"]\n[Red \"Bea\"]\n\n1. a\n");
    desk.open(&game(&"A long name ".repeat(1000)), "");
    let inside = "(() => { const box = document.getElementById('board').getBoundingClientRect(); return box.top >= 0 && box.top < 300; })()";
    assert_eq!(browser.text(inside), "true");
    assert_eq!(browser.text("document.getElementById('heading').getBoundingClientRect().height < 150"), "true");
    desk.open(&game("محمد"), "");
    let heading = "document.getElementById('heading').textContent";
    assert_eq!(browser.text(heading), "\u{2068}محمد\u{2069} – Bea");
    desk.open(&game("Ada\u{202e}"), "");
    assert_eq!(browser.text(heading), "Ada – Bea");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn variations_within_variations_leave_room_to_write_on_a_phone() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let inner = (1..=64).fold(String::new(), |inner, _| format!(" (b{inner})"));
    let phone = json!({"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true});
    browser.protocol("Emulation.setDeviceMetricsOverride", phone);
    desk.open(&format!("[Game \"forza4\"]\n\n1. a{inner}\n"), "");
    assert_eq!(browser.text("document.querySelectorAll('#moves .variation').length"), "64");
    let last = "[...document.querySelectorAll('#moves .variation')].at(-1).getBoundingClientRect()";
    assert_eq!(browser.text(&format!("{last}.width > 40 && {last}.right <= 360")), "true");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn paper_is_light_whatever_the_screen_is() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open("[Game \"forza4\"]\n\n1. a {a comment}\n", "");
    let colours = "['--ink', '--comment', '--label', '--frame'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)).join()";
    let media = |media: &str, scheme: &str| {
        let scheme = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        browser.protocol("Emulation.setEmulatedMedia", json!({"media": media, "features": scheme}));
        browser.text(colours)
    };
    let paper = media("print", "light");
    assert_ne!(media("screen", "dark"), media("screen", "light"));
    assert_eq!(media("print", "dark"), paper);
    browser.run("document.documentElement.dataset.theme = 'dark'");
    assert_eq!(media("print", "light"), paper);
}
