//! Buttons, keys, addresses.

use super::*;

static GAME: &str = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bruno\"]\n\n\
    {A lesson.} 1. d {the centre}, d; 2. d, d; 3. d, d (3. ..., c {better}; 4. c (b, b)) (3. ..., a); 4. c!?, b; 5. c, ...\n";

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn buttons_go_through_the_game() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "");
    assert_eq!(desk.shown(), ("7/7/7/7/7/7 W".to_owned(), String::new(), "Start".to_owned()));
    browser.click("#forward");
    assert_eq!(desk.shown(), ("7/7/7/7/7/3W3 R".to_owned(), "#ply=1".to_owned(), "Ply 1, White: d".to_owned()));
    assert_eq!(browser.text("document.getElementById('remark').textContent"), "the centre");
    browser.click("#last");
    assert_eq!((desk.said().as_str(), desk.shown().1.as_str()), ("Ply 9, White: c", "#ply=9"));
    assert_eq!(browser.text("document.getElementById('forward').disabled"), "true");
    browser.click("#back");
    assert_eq!(desk.said(), "Ply 8, Red: b");
    browser.click("#first");
    assert_eq!(desk.said(), "Start");
    assert_eq!(browser.text("document.getElementById('back').disabled"), "true");
    // A ply of the list, also in a variation.
    browser.click("#moves .variation .ply");
    assert_eq!((desk.said().as_str(), desk.shown().1.as_str()), ("Ply 6, Red: c, in variation 1", "#ply=6&in=6.1"));
    assert_eq!(browser.text("document.querySelector('#moves [aria-current=step]').textContent"), "c");
    // The slider keeps to the variation.
    browser.click("#forward");
    let slide = |ply: u32| {
        browser.run(&format!(
            "const slider = document.getElementById('slider'); slider.value = {ply}; slider.dispatchEvent(new Event('input'));"
        ));
    };
    slide(2);
    assert_eq!(desk.said(), "Ply 2, Red: d");
    slide(7);
    assert_eq!(desk.shown().1, "#ply=7&in=6.1");
    // The other plies of the place.
    browser.click("#first");
    slide(0);
    for _ in 0..6 {
        browser.click("#forward");
    }
    assert_eq!(browser.text("document.querySelectorAll('#branches button').length"), "2");
    browser.click("#branches button:last-child");
    assert_eq!(desk.shown().1, "#ply=6&in=6.2");
    browser.click("#branches button");
    assert_eq!(desk.shown().1, "#ply=6");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn keys_do_everything() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "");
    browser.press(&["Right", "Right", "Left"]);
    assert_eq!(desk.shown().1, "#ply=1");
    browser.press(&["End"]);
    assert_eq!(desk.shown().1, "#ply=9");
    browser.press(&["Home", "Home"]);
    assert_eq!(desk.shown().1, "#ply=0");
    browser.press(&["End", "Left", "Home"]);
    browser.press(&["Right"; 6]);
    browser.press(&["Down"]);
    assert_eq!(desk.shown().1, "#ply=6&in=6.1");
    browser.press(&["Right", "Down"]);
    assert_eq!(desk.shown().1, "#ply=7&in=6.1,7.1");
    browser.press(&["Up", "Left", "Down", "Down"]);
    assert_eq!(desk.shown().1, "#ply=6");
    let place = "(() => { const use = document.querySelector('[data-square=d1]'); return use.getAttribute('x') + ',' + use.getAttribute('y'); })()";
    let before = browser.text(place);
    browser.press(&["m"]);
    assert!(desk.is_shown("#extras"));
    browser.press(&["Left", "f"]);
    assert_eq!(browser.text("document.getElementById('flip').getAttribute('aria-pressed')"), "true");
    // The middle column stays where it is; the others change places.
    assert_eq!(browser.text(place), before);
    let labels = "[...document.querySelectorAll('#board svg text')].map((text) => text.textContent).join('')";
    assert_eq!(browser.text(labels), "gfedcba654321");
    browser.press(&["f"]);
    assert_eq!(browser.text(labels), "abcdefg654321");
    browser.press(&["t"]);
    assert!(desk.is_shown("#table table"));
    browser.press(&["t"]);
    assert!(!desk.is_shown("#table table"));
    browser.press(&["?"]);
    assert!(desk.is_shown("#help"));
    // The dialog has the keys now.
    let address = desk.shown().1;
    browser.press(&["Right"]);
    assert_eq!(desk.shown().1, address);
    browser.press(&["Escape"]);
    assert!(!desk.is_shown("#help"));
    browser.click("#help-open");
    browser.click("#help-close");
    assert!(!desk.is_shown("#help"));
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_game_plays_by_itself() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "");
    browser.run("const speed = document.getElementById('speed'); speed.value = '500'; speed.dispatchEvent(new Event('change'));");
    browser.click("#play");
    assert_eq!(browser.text("document.getElementById('play').getAttribute('aria-pressed')"), "true");
    browser.wait("location.hash === '#ply=2'");
    browser.press(&[" "]);
    assert_eq!(browser.text("document.getElementById('play').getAttribute('aria-pressed')"), "false");
    let stopped = desk.shown().1;
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(desk.shown().1, stopped);
    // At the end it stops by itself; at the end it begins anew.
    browser.press(&["End", "Left"]);
    browser.click("#play");
    browser.wait("location.hash === '#ply=9'");
    assert_eq!(browser.text("document.getElementById('play').getAttribute('aria-pressed')"), "false");
    browser.click("#play");
    browser.wait("location.hash === '#ply=1'");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn addresses_name_plies() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "#ply=7&in=6.1,7.1");
    assert_eq!(desk.said(), "Ply 7, White: b, in variation 6.1,7.1");
    let by_hand = |mark: &str| {
        browser.run(&format!("location.hash = '{mark}'"));
    };
    by_hand("#ply=3");
    browser.wait("document.getElementById('said').textContent === 'Ply 3, White: d'");
    // A variation that is not there: the ply of the main line; a ply that is not there: the start.
    by_hand("#ply=4&in=9.9");
    browser.wait("document.getElementById('said').textContent === 'Ply 4, Red: d'");
    by_hand("#ply=99");
    browser.wait("document.getElementById('said').textContent === 'Start'");
    // Links within the page change nothing.
    by_hand("#ply=3");
    browser.wait("document.getElementById('said').textContent === 'Ply 3, White: d'");
    by_hand("#moves");
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(desk.said(), "Ply 3, White: d");
    desk.open(&sample("halma/valid.txt"), "#record=3&ply=1");
    assert_eq!(browser.text("document.getElementById('which').textContent"), "3 of 15");
    assert_eq!(desk.shown().1, "#record=3&ply=1");
    browser.press(&["n"]);
    assert_eq!(desk.shown().1, "#record=4&ply=0");
    browser.click("#previous-record");
    browser.click("#previous-record");
    assert_eq!(desk.shown().1, "#record=2&ply=0");
    by_hand("#record=6&ply=1");
    browser.wait("document.getElementById('which').textContent === '6 of 15'");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn positions_and_addresses_are_copied() {
    let desk = Desk::new();
    let browser = &desk.browser;
    browser.protocol(
        "Browser.grantPermissions",
        json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    );
    desk.open(GAME, "#ply=2");
    assert!(!desk.is_shown("#copy"));
    browser.click("#menu");
    let copied = || browser.run("return navigator.clipboard.readText()").as_str().expect("text").to_owned();
    browser.click("#copy");
    browser.wait("document.getElementById('told').textContent === 'Position copied'");
    assert_eq!(copied(), "7/7/7/7/3R3/3W3 W");
    browser.click("#link");
    browser.wait("document.getElementById('told').textContent === 'Address copied'");
    assert!(copied().ends_with("page.html#ply=2"));
    browser.click("#embed");
    browser.wait("document.getElementById('told').textContent === 'Markup copied'");
    let markup = copied();
    assert!(markup.starts_with("<iframe src=\"file:///") && markup.contains("page.html#ply=2\""), "{markup}");
    browser.press(&["Right", "c"]);
    browser.wait("document.getElementById('told').textContent === 'Position copied'");
    assert_eq!(copied(), "7/7/7/3W3/3R3/3W3 R");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_page_opens_as_its_writer_says_and_addresses_go_before() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let path = desk.folder.path().join("opened.html");
    let game = desk.folder.path().join("game.txt");
    std::fs::write(&game, GAME).expect("a game");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["show", "--as", "html", "--ply", "4", "--flip", "--theme", "dark", "-o"])
        .args([&path, &game])
        .status();
    assert!(status.expect("it runs").success());
    desk.visit(&path, "");
    assert_eq!(desk.said(), "Ply 4, Red: d");
    assert_eq!(browser.text("document.getElementById('flip').getAttribute('aria-pressed')"), "true");
    assert_eq!(browser.text("document.documentElement.dataset.theme"), "dark");
    desk.visit(&path, "#ply=2");
    assert_eq!(desk.said(), "Ply 2, Red: d");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_wheel_and_a_finger_go_through_the_game() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "");
    let wheel = |by: i32| {
        browser.run(&format!(
            "document.getElementById('board').dispatchEvent(new WheelEvent('wheel', {{deltaY: {by}, cancelable: true}}));"
        ));
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    wheel(100);
    wheel(100);
    assert_eq!(desk.said(), "Ply 2, Red: d");
    wheel(-100);
    assert_eq!(desk.said(), "Ply 1, White: d");
    let swipe = |by: i32| {
        browser.run(&format!(
            "const target = document.getElementById('board');
            const touch = (x) => new Touch({{identifier: 1, target, clientX: x, clientY: 100}});
            target.dispatchEvent(new TouchEvent('touchstart', {{touches: [touch(200)], changedTouches: [touch(200)]}}));
            target.dispatchEvent(new TouchEvent('touchend', {{touches: [], changedTouches: [touch(200 + {by})]}}));"
        ));
    };
    swipe(-80);
    assert_eq!(desk.said(), "Ply 2, Red: d");
    swipe(80);
    assert_eq!(desk.said(), "Ply 1, White: d");
    swipe(20);
    assert_eq!(desk.said(), "Ply 1, White: d");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn boards_are_saved_as_drawings_that_need_no_page() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "#ply=9");
    // What would be saved is caught on its way.
    browser.run(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#caught'; };",
    );
    browser.click("#menu");
    browser.click("#save-svg");
    browser.wait("window.saved");
    let drawing = browser.text("window.saved");
    let tree = roxmltree::Document::parse(&drawing).expect("well formed");
    assert_eq!(tree.root_element().tag_name().name(), "svg");
    assert!(!drawing.contains("var(") && !drawing.contains("class="), "{drawing}");
    assert_eq!(drawing.matches("data-square").count(), 9);
    // No transcript came with this page.
    assert!(!desk.is_shown("#save-text") && !desk.is_shown("#save-sgf"));
}
