//! Pages of many records: size, speed, list, filter.

use super::*;

#[path = "../support/random.rs"]
mod random;

/// So many games of Forza 4, a few of them wrong.
fn games(count: usize) -> String {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut text = String::new();
    for number in 0..count {
        let game = random::random_game(&mut rng);
        let mut plies: Vec<String> = game.iter().map(|ply| char::from(b'a' + ply).to_string()).collect();
        if number % 50 == 7 {
            plies.push("z".to_owned());
        }
        let tags = format!(
            "[Game \"forza4\"]\n[Event \"Club evening {}\"]\n[Date \"2024.{:02}.16\"]\n[White \"Player {}\"]\n[Red \"Rival {}\"]\n",
            number / 20,
            number % 12 + 1,
            number % 37,
            number % 41,
        );
        random::write_game(&tags, &plies, &mut text);
    }
    text
}

/// How long a page took to be ready, for those who run this with `--nocapture`: machines differ too much to be held to it.
#[expect(clippy::print_stderr, reason = "it is measured, not tested")]
fn tell(what: &str, browser: &Browser) {
    eprintln!("{what}, ready after {} ms", browser.text("document.body.dataset.ready"));
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_thousand_games_are_small() {
    let desk = Desk::new();
    let path = desk.write(&games(1000));
    let size = std::fs::metadata(&path).expect("a page").len();
    assert!(size < 2_000_000, "{size} bytes");
    // The first page of a browser pays for the browser.
    desk.visit(&path, "");
    desk.visit(&path, "#record=500&ply=5");
    tell(&format!("1,000 games: {size} bytes"), &desk.browser);
    assert_eq!(desk.browser.text("document.getElementById('which').textContent"), "500 of 1\u{202f}000");
    assert!(desk.said().starts_with("Ply 5, White: "));
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn ten_thousand_records_are_drawn_in_slices_and_filtered() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = desk.write(&games(10_000));
    desk.visit(&path, "");
    let rows = || browser.text("document.querySelectorAll('#rows li').length").parse::<usize>().expect("a number");
    let found = || browser.text("document.getElementById('found').textContent");
    tell("10,000 games", browser);
    assert_eq!(found(), "10\u{202f}000 records");
    assert!(rows() <= 400, "{} rows", rows());
    let before = rows();
    browser.run("const rows = document.getElementById('rows'); rows.scrollTop = rows.scrollHeight;");
    browser.wait(&format!("document.querySelectorAll('#rows li').length > {before}"));
    browser.click("#invalid-only");
    assert_eq!(found(), "200 of 10\u{202f}000 records");
    browser.click("#invalid-only");
    browser.write("#filter", "player 36 EVENING 1");
    browser.wait("document.getElementById('found').textContent !== '10\u{202f}000 records'");
    let text = browser.text("document.querySelector('#rows .row').textContent");
    assert!(text.contains("Player 36") && text.contains("Club evening 1"), "{text}");
    // Keys are letters while one types.
    let address = browser.text("location.hash");
    browser.write("#filter", "n");
    assert_eq!(browser.text("location.hash"), address);
    for (words, expected) in
        [("after-end", "200 of 10\u{202f}000 records"), ("nobody at all", "0 of 10\u{202f}000 records")]
    {
        browser.run(&format!(
            "const filter = document.getElementById('filter'); filter.value = '{words}'; filter.dispatchEvent(new Event('input'));"
        ));
        assert_eq!(found(), expected);
    }
    browser.run("const filter = document.getElementById('filter'); filter.value = 'after-end'; filter.dispatchEvent(new Event('input'));");
    browser.click("#rows .row");
    browser.wait("location.hash.startsWith('#record=8&ply=')");
    assert!(desk.said().ends_with("z, not carried out"), "{}", desk.said());
    // The neighbours are those that the filter lets through.
    browser.click("#next-record");
    assert!(browser.text("location.hash").starts_with("#record=58&ply="));
    browser.click("#previous-record");
    assert!(browser.text("location.hash").starts_with("#record=8&ply="));
    // A record far down is marked in the list.
    browser.run("const filter = document.getElementById('filter'); filter.value = ''; filter.dispatchEvent(new Event('input')); location.hash = '#record=5000';");
    browser.wait("document.querySelector('#rows [aria-current]')?.dataset.record === '4999'");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn back_goes_to_the_record_before_and_valid_is_a_word() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = desk.write(&games(100));
    desk.visit(&path, "");
    let which = || browser.text("document.getElementById('which').textContent");
    browser.press(&["n", "n", "n"]);
    assert_eq!(which(), "4 of 100");
    browser.run("history.back()");
    browser.wait("document.getElementById('which').textContent === '3 of 100'");
    browser.run("history.go(-2)");
    browser.wait("document.getElementById('which').textContent === '1 of 100'");
    for (word, found) in [("valid", "98 of 100 records"), ("invalid", "2 of 100 records")] {
        browser.run(&format!(
            "const filter = document.getElementById('filter'); filter.value = '{word}'; filter.dispatchEvent(new Event('input'))"
        ));
        assert_eq!(browser.text("document.getElementById('found').textContent"), found, "{word}");
    }
}
