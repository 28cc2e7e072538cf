//! Pages of audits: the summary, charts that filter the list, thousands of invalid games.

use std::process::Command;

use super::*;

/// So many games, each wrong in one of three ways.
fn broken(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let plies = match number % 3 {
            0 => "1. a, a; 2. a, a; 3. a, a; 4. a, b",
            1 => "1. c, d; 2. c, pawn; 3. c, d",
            _ => "1. c, d; 2. c, d; 3. c, d; 4. c 0-1",
        };
        let result = if number % 3 == 2 { "[Result \"0-1\"]\n" } else { "" };
        text.push_str(&format!(
            "[Game \"forza4\"]\n[Event \"Club evening {}\"]\n[White \"Player {number}\"]\n[Red \"Rival {}\"]\n{result}\n{plies}\n\n",
            number / 20,
            number % 41,
        ));
    }
    text
}

fn audit(desk: &Desk, text: &str) -> PathBuf {
    let [games, page] = ["games.txt", "page.html"].map(|name| desk.folder.path().join(name));
    std::fs::write(&games, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    let done = command.args(["audit", "--quiet", "--format", "none", "--html"]).arg(&page).arg(&games).status();
    done.expect("the program runs");
    page
}

fn found(desk: &Desk) -> String {
    desk.browser.text("document.getElementById('found').textContent")
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn ten_thousand_invalid_games_are_listed_filtered_and_opened_at_their_faults() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = audit(&desk, &broken(10_500));
    let size = std::fs::metadata(&path).expect("a page").len();
    assert!(size < 5_000_000, "{size} bytes");
    desk.visit(&path, "");
    let ready: f64 = browser.text("document.body.dataset.ready").parse().expect("milliseconds");
    assert!(ready < 5000.0, "{ready} ms");
    assert_eq!(found(&desk), "10\u{202f}000 records");
    let page = browser.text("document.getElementById('audit').textContent").replace('\u{202f}', " ");
    assert!(page.contains("The first 10 000 of 10 500 invalid records"), "{page}");
    assert!(desk.said().starts_with("Ply 7, White: a, not carried out"), "{}", desk.said());

    // A click on a code shows its records, each at the fault.
    browser.click("a[href='#filter=code:bad-move']");
    browser.wait("document.getElementById('found').textContent.startsWith('3\u{202f}333')");
    assert_eq!(found(&desk), "3\u{202f}333 of 10\u{202f}000 records");
    assert!(desk.said().starts_with("Ply 4, Red: pawn, not carried out"), "{}", desk.said());
    assert_eq!(browser.text("scrollY > 0"), "true", "the list is in sight");
    browser.click("#rows li:nth-child(2) a");
    browser.wait("location.hash.startsWith('#record=5')");
    let heading = browser.text("document.getElementById('heading').textContent");
    assert_eq!(heading, "Player 4 – Rival 4");
    let row = browser.text("document.querySelector('#rows li:nth-child(2)').textContent");
    assert!(row.contains("games.txt:") && row.contains("record 5") && row.contains("`pawn` is not a move"), "{row}");

    // A false result is seen at the end.
    browser.click("a[href='#filter=code:result-mismatch']");
    browser.wait("document.getElementById('heading').textContent.startsWith('Player 2 ')");
    assert!(desk.said().starts_with("Ply 7, White: c"), "{}", desk.said());

    // By hand, and by an address from elsewhere.
    browser.run("document.getElementById('filter').value = ''");
    browser.write("#filter", "player 9998");
    browser.wait("document.getElementById('found').textContent.startsWith('1 of')");
    desk.visit(&path, "#record=9999&ply=2");
    assert!(desk.said().starts_with("Ply 2, "), "{}", desk.said());
    assert_eq!(browser.text("document.getElementById('heading').textContent"), "Player 9998 – Rival 35");
    assert_eq!(browser.text("scrollY > 0"), "true", "the record is in sight");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_phone_has_the_list_first_and_a_way_back_to_it() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let phone = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
    browser.protocol("Emulation.setDeviceMetricsOverride", phone);
    let path = audit(&desk, &broken(300));
    desk.visit(&path, "");
    assert!(desk.is_shown("#rows li") && !desk.is_shown("#board"));
    assert_eq!(browser.text("document.documentElement.scrollWidth"), "390", "nothing sticks out");
    browser.run("document.querySelector('#rows li:nth-child(90) a').scrollIntoView({block: 'center'})");
    browser.click("#rows li:nth-child(90) a");
    browser.wait("document.querySelector('#board').checkVisibility()");
    let top = "document.querySelector('#stage').getBoundingClientRect().top";
    assert_eq!(browser.text(&format!("{top} > -1 && {top} < 400")), "true", "the board is in sight");
    browser.click("#list-toggle");
    browser.wait("document.querySelector('#rows li').checkVisibility()");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn an_archive_without_faults_shows_its_summary_alone() {
    let desk = Desk::new();
    let path = audit(&desk, &sample("forza4/game.txt"));
    desk.visit(&path, "");
    assert!(desk.is_shown(".headline") && !desk.is_shown("#desk") && !desk.is_shown("#broken"));
}

/// A code leads to the only record too; and nothing is shown where no record of the page has what is asked for.
#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn links_of_codes_lead_to_their_records_or_say_that_there_is_none() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let top = || browser.text("Math.abs(document.getElementById('desk').getBoundingClientRect().top) < 40");
    desk.visit(&audit(&desk, &broken(1)), "");
    assert_eq!(top(), "false");
    browser.run("document.querySelector(\"a[href^='#filter=code:']\").click()");
    browser.wait("Math.abs(document.getElementById('desk').getBoundingClientRect().top) < 40");
    desk.visit(&audit(&desk, &broken(9)), "#filter=code:double-three");
    assert_eq!(found(&desk), "None of the 9 records on this page");
    assert!(!desk.is_shown("#board"));
    browser.run(
        "const filter = document.getElementById('filter'); filter.value = ''; filter.dispatchEvent(new Event('input'))",
    );
    browser.run("document.querySelector('[data-record=\"0\"]').click()");
    assert!(desk.is_shown("#board"));
    // A page of one record says so and keeps it.
    desk.visit(&audit(&desk, &broken(1)), "#filter=code:double-three");
    assert!(desk.is_shown("#board"));
    assert_eq!(
        browser.text("document.getElementById('told').textContent"),
        "The one record on this page does not have it"
    );
}
