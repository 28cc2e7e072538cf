//! What mends an invalid game: buttons, each of which plays the game that it makes.

use std::process::Command;

use super::*;

/// A game that one change mends, then one that needs a larger board, then a sound one.
static GAMES: &str = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bea\"]\n\n1. c, e; 2. c, e; 3. c, x; 4. d, d\n\n\
    [Game \"forza4\"]\n[White \"Cid\"]\n[Red \"Dora\"]\n\n1. c, h; 2. d, e; 3. c\n\n\
    [Game \"forza4\"]\n[White \"Eva\"]\n[Red \"Fay\"]\n\n1. c, e\n";

fn page(desk: &Desk, arguments: &[&str]) -> PathBuf {
    let [games, page] = ["games.txt", "page.html"].map(|name| desk.folder.path().join(name));
    std::fs::write(&games, GAMES).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    let done = command.args(arguments).arg(&page).arg(&games).status().expect("the program runs");
    assert_eq!(done.code(), Some(1), "the games are invalid");
    page
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn proposals_are_buttons_that_play_the_mended_game() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = page(&desk, &["show", "--as", "html", "-o"]);
    desk.visit(&path, "");
    assert!(desk.is_shown("#mends") && desk.said().starts_with("Ply 6, Red: x, not carried out"), "{}", desk.said());
    let count = browser.run("return document.querySelectorAll('#mends ol button').length");
    assert!(count.as_u64().is_some_and(|count| count > 1), "{count}");
    let first = browser.text("document.querySelector('#mends ol button').textContent");
    assert!(first.starts_with("ply 6 x misread for "), "{first}");

    // It plays on, from the change to the end.
    browser.run("document.getElementById('speed').value = '500'");
    browser.click("#mends ol button");
    browser.wait("document.querySelector('#play').getAttribute('aria-pressed') === 'false'");
    let (position, address, said) = desk.shown();
    assert!(said.starts_with("Ply 8, Red: d") && !said.contains("not carried out"), "{said}");
    assert_eq!(address, "#record=1&mend=1&ply=8");
    assert!(position.contains('/'), "{position}");
    let pressed = "document.querySelector('#mends [aria-pressed=true]').dataset.mend";
    assert_eq!(browser.text(pressed), "1");
    let outcome = browser.text("document.getElementById('outcome').textContent");
    assert!(outcome.contains("mended") && !outcome.contains("invalid"), "{outcome}");
    let moves = browser.text("document.getElementById('moves').textContent");
    assert!(moves.contains("was x") && !moves.contains("[%"), "{moves}");

    // Its address opens it again; the record as it stands is one button away.
    desk.visit(&path, "#record=1&mend=1&ply=6");
    let there = desk.said();
    assert!(there.starts_with("Ply 6, Red: ") && !there.contains("not carried out"), "{there}");
    browser.click("#mends ul button");
    assert!(desk.said().starts_with("Ply 6, Red: x, not carried out"), "{}", desk.said());
    assert_eq!(desk.shown().1, "#record=1&ply=6");

    // A proposal may be played on another board; the next record begins as it stands, and a sound one has no proposals.
    browser.run("document.getElementById('next-record').click()");
    let at =
        |name: &str| browser.text(&format!("document.querySelectorAll('#board .{name}, #table th[scope=col]').length"));
    browser.run("document.getElementById('table-toggle').click()");
    assert_eq!(at("none"), "7");
    browser.click("#mends ol button");
    browser.wait("document.querySelector('#play').getAttribute('aria-pressed') === 'false'");
    assert_eq!(at("none"), "8");
    browser.run("document.getElementById('next-record').click()");
    assert!(!desk.is_shown("#mends"));
    assert_eq!(desk.shown().1, "#record=3&ply=0");
    // A number that no proposal has is left out.
    desk.visit(&path, "#record=2&mend=99");
    assert_eq!(browser.text(pressed), "0");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn an_audit_leads_from_the_kinds_of_repair_to_their_records() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = page(&desk, &["audit", "--quiet", "--repairs", "--format", "none", "--html"]);
    desk.visit(&path, "");
    let said = browser.text("document.getElementById('audit-repairs').textContent");
    assert!(said.starts_with("a single change mends 2 of 2 invalid records"), "{said}");
    browser.click("a[href='#filter=repair:tag']");
    browser.wait("document.getElementById('found').textContent.startsWith('1 of 2')");
    assert_eq!(browser.text("document.getElementById('heading').textContent"), "Cid – Dora");
    assert!(desk.is_shown("#mends"));
}
