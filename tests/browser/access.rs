//! Phones, dark rooms, keyboards without a mouse, screen readers, printers.

use super::*;
use base64::Engine as _;

static GAME: &str = "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"11x11\"]\n[Black \"Ada\"]\n[White \"Bruno\"]\n\n\
    1. f6, h8; 2. e6, d4 (d5); 3. g5 {quiet}, h9; 4. g4, c8; 5. g6\n";

fn screen(desk: &Desk, width: u32, height: u32) {
    let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
    desk.browser.protocol("Emulation.setDeviceMetricsOverride", metrics);
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn it_fits_a_phone() {
    let desk = Desk::new();
    let browser = &desk.browser;
    for (width, height) in [(390, 844), (320, 568)] {
        screen(&desk, width, height);
        for text in
            [GAME.to_owned(), sample("halma/four.txt"), sample("lefile/match.txt"), sample("forza4/variations.txt")]
        {
            desk.open(&text, "#ply=2");
            browser.click("#menu");
            let wide = browser.text("document.documentElement.scrollWidth").parse::<u32>().expect("a number");
            assert!(wide <= width, "{wide} on {width}");
            let small = browser.text(
                "[...document.querySelectorAll('#controls button, #turner button, #extras button, #copy')].filter((button) => button.checkVisibility() && (button.offsetHeight < 44 || button.offsetWidth < 44)).map((button) => button.id).join()",
            );
            assert_eq!(small, "", "too small for fingers");
        }
    }
    // On its side the header stands beside the board, and no button of it is cut off.
    screen(&desk, 844, 390);
    desk.open(&sample("forza4/invalid.txt"), "#ply=3");
    let cut = "[...document.querySelectorAll('#turner button')].filter((button) => button.getBoundingClientRect().top < 0).length";
    assert_eq!(browser.text(cut), "0");
    let moves = "document.querySelector('#moves').getBoundingClientRect()";
    let bar = "document.querySelector('#controls').getBoundingClientRect()";
    assert_eq!(
        browser.text(&format!("{moves}.height > 40 && {moves}.bottom <= {bar}.top")),
        "true",
        "the moves are in sight"
    );
    screen(&desk, 320, 568);
    // Letters twice as large wrap, and nothing leaves the screen.
    for text in [sample("lefile/match.txt"), sample("halma/valid.txt")] {
        desk.open(&text, "#ply=2");
        browser.run("document.documentElement.style.fontSize = '200%'");
        let wide = browser.text("document.documentElement.scrollWidth").parse::<u32>().expect("a number");
        assert!(wide <= 320, "{wide}");
    }
    screen(&desk, 390, 844);
    // Board and buttons are in sight together.
    desk.open(GAME, "#ply=2");
    let bottom = browser.text("document.getElementById('controls').getBoundingClientRect().bottom").parse::<f64>();
    assert!(bottom.expect("a number") < 844.0);
    // So are the moves, right below; on its side the phone shows the whole board.
    let inside = "[...document.querySelectorAll('#board svg, #controls, #moves [aria-current]')].every((part) => { const box = part.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })";
    assert_eq!(browser.text(inside), "true");
    screen(&desk, 844, 390);
    desk.open(GAME, "#ply=2");
    assert_eq!(browser.text(inside), "true");
    assert_eq!(browser.text("document.querySelector('#board svg').getBoundingClientRect().height > 330"), "true");
    screen(&desk, 390, 844);
    // The list of many records opens and closes.
    desk.open(&sample("halma/valid.txt"), "");
    assert!(!desk.is_shown("#list") && desk.is_shown("#stage"));
    browser.click("#list-toggle");
    assert!(desk.is_shown("#list") && !desk.is_shown("#stage"));
    assert_eq!(browser.text("document.getElementById('list-toggle').getAttribute('aria-expanded')"), "true");
    browser.click("#rows li:nth-child(3) .row");
    browser.wait("document.getElementById('which').textContent === '3 of 15'");
    assert!(!desk.is_shown("#list") && desk.is_shown("#stage"));
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn it_is_dark_where_it_should_be() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let prefer = |scheme: &str| {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        browser.protocol("Emulation.setEmulatedMedia", features);
    };
    let brightness = || {
        let colour = browser.text("getComputedStyle(document.body).backgroundColor");
        let numbers = colour.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse::<u32>().ok());
        numbers.take(3).sum::<u32>() / 3
    };
    let choose = |theme: &str| {
        browser.run(&format!(
            "const theme = document.getElementById('theme'); theme.value = '{theme}'; theme.dispatchEvent(new Event('change'));"
        ));
    };
    prefer("light");
    desk.open(GAME, "");
    assert!(brightness() > 200);
    choose("dark");
    assert!(brightness() < 60);
    prefer("dark");
    choose("auto");
    assert!(brightness() < 60);
    choose("light");
    assert!(brightness() > 200);
    // The choice is kept. The browser hands it on in its own time.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    desk.open(GAME, "");
    assert!(brightness() > 200);
    assert_eq!(browser.text("document.getElementById('theme').value"), "light");
    choose("auto");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_keyboard_is_enough() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(&sample("gomoku/invalid.txt"), "");
    let mut reached = Vec::new();
    for _ in 0..40 {
        browser.press(&["Tab"]);
        let at = browser.text(
            "(document.activeElement.id || document.activeElement.className.split(' ')[0] || document.activeElement.localName)",
        );
        let outlined = browser.text("getComputedStyle(document.activeElement).outlineStyle");
        assert!(outlined != "none" || at == "body", "the focus on {at} cannot be seen");
        reached.push(at);
    }
    for place in ["skip", "next-record", "theme", "help-open", "filter", "invalid-only", "row"] {
        assert!(reached.iter().any(|at| at == place), "{place} is not reached: {reached:?}");
    }
    // The list is one stop; arrows go through it.
    browser.run("document.querySelector('#rows [tabindex=\"0\"]').focus()");
    browser.press(&["Down", "Down", "Up", "Enter"]);
    assert_eq!(browser.text("document.getElementById('which').textContent"), "2 of 22");
    assert_eq!(browser.text("document.activeElement.dataset.record"), "1");
    // On from the list: the board's buttons, the position, the moves.
    browser.run("document.getElementById('list').hidden = true;");
    reached.clear();
    browser.run("document.getElementById('help-open').focus()");
    browser.click("#menu");
    browser.run("document.getElementById('help-open').focus()");
    for _ in 0..25 {
        browser.press(&["Tab"]);
        reached.push(browser.text("document.activeElement.id || document.activeElement.className.split(' ')[0]"));
    }
    for place in ["first", "back", "play", "slider", "speed", "flip", "table-toggle", "link", "position", "copy", "ply"]
    {
        assert!(reached.iter().any(|at| at == place), "{place} is not reached: {reached:?}");
    }
    // Only one ply is a stop of the Tab key, and the focus goes with the keys.
    desk.open(GAME, "#ply=3");
    assert_eq!(browser.text("document.querySelectorAll('#moves .ply[tabindex=\"0\"]').length"), "1");
    browser.run("document.querySelector('#moves [aria-current]').focus()");
    browser.press(&["Right"]);
    assert_eq!(browser.text("document.activeElement.textContent"), "d4");
    browser.press(&["Down", "Enter"]);
    assert_eq!(desk.shown().1, "#ply=4&in=4.1");
    // A button does with the space bar what buttons do.
    browser.click("#menu");
    browser.run("document.getElementById('flip').focus()");
    browser.press(&[" "]);
    assert_eq!(browser.text("document.getElementById('flip').getAttribute('aria-pressed')"), "true");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn a_screen_reader_is_told_all() {
    let desk = Desk::new();
    let browser = &desk.browser;
    desk.open(GAME, "#ply=5");
    browser.press(&["t", "m"]);
    browser.protocol("Accessibility.enable", json!({}));
    let tree = browser.protocol("Accessibility.getFullAXTree", json!({}));
    let nodes: Vec<(String, String)> = tree["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter(|node| node["ignored"] == false)
        .map(|node| (node["role"]["value"].to_string(), node["name"]["value"].as_str().unwrap_or_default().to_owned()))
        .collect();
    let is_there = |role: &str, name: &str| {
        let there = nodes.iter().any(|(known, said)| known.trim_matches('"') == role && said == name);
        assert!(there, "{role} {name:?} is not among {nodes:?}");
    };
    is_there("image", "Board after Ply 5, Black: g5; White to move");
    for name in ["Start", "Back one ply", "Play", "Forward one ply", "End", "Flip", "Table", "Copy position", "Help"] {
        is_there("button", name);
    }
    is_there("slider", "Ply");
    is_there("combobox", "Colours");
    is_there("link", "Ply 4, White: d5, in variation 1");
    is_there("heading", "Ada – Bruno");
    is_there("columnheader", "a");
    is_there("rowheader", "11");
    assert!(nodes.iter().any(|(role, name)| role.contains("ell") && name == "Black"), "{nodes:?}");
    let status = "document.getElementById('said')";
    assert_eq!(browser.text(&format!("{status}.getAttribute('aria-live')")), "polite");
    browser.press(&["Right"]);
    assert_eq!(browser.text(&format!("{status}.textContent")), "Ply 6, White: h9");
    let cell = "[...document.querySelectorAll('#table tr')].find((row) => row.textContent.startsWith('9')).children[8].textContent";
    assert!(browser.text(cell).contains("White"));
    let unnamed = "[...document.querySelectorAll('button, input, select, a')].filter((element) => !(element.textContent.trim() || element.labels?.length || element.getAttribute('aria-label'))).length";
    assert_eq!(browser.text(unnamed), "0");
    assert_eq!(browser.text("document.documentElement.lang"), "en");
}

#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn paper_gets_board_and_moves() {
    let desk = Desk::new();
    desk.open(GAME, "#ply=5");
    let browser = &desk.browser;
    let paper = |browser: &Browser| {
        let printed = browser.protocol("Page.printToPDF", json!({"preferCSSPageSize": true}));
        let bytes = base64::engine::general_purpose::STANDARD.decode(printed["data"].as_str().expect("a document"));
        String::from_utf8_lossy(&bytes.expect("base64")).matches("/Type /Page\n").count()
    };
    browser.run("dispatchEvent(new Event('beforeprint'))");
    browser.protocol("Emulation.setEmulatedMedia", json!({"media": "print"}));
    assert!(desk.is_shown("#paper figure svg") && desk.is_shown("#paper .score .ply"));
    assert!(
        !desk.is_shown("#controls") && !desk.is_shown("#copy") && !desk.is_shown("#theme") && !desk.is_shown("#desk")
    );
    assert_eq!(browser.text("document.querySelectorAll('#paper figure').length"), "6");
    assert_eq!(browser.text("document.querySelectorAll('#paper .ply').length"), "9");
    // Long games, and plies with long names, take two pages at most.
    for name in ["halma/game.txt", "lefile/match.txt", "halma/four.txt"] {
        desk.open(&sample(name), "");
        let pages = paper(browser);
        assert!((1..=2).contains(&pages), "{name}: {pages} pages");
    }
}

/// Paper has the main line with all its marks, also where a variation is shown or a ply was not carried out.
#[test]
#[ignore = "needs Chromium and ChromeDriver"]
fn paper_has_the_main_line_and_its_marks() {
    let desk = Desk::new();
    let browser = &desk.browser;
    let print = || {
        browser.protocol("Emulation.setEmulatedMedia", json!({"media": "screen"}));
        browser.run("dispatchEvent(new Event('beforeprint'))");
        browser.protocol("Emulation.setEmulatedMedia", json!({"media": "print"}));
    };
    let plies = || browser.text("[...document.querySelectorAll('#paper .ply')].map((ply) => ply.textContent).join()");
    desk.open("[Game \"forza4\"]\n\n1. a, b (1... c; 2. d); 2. e, f\n", "#ply=3&in=2.1");
    assert_eq!(desk.said(), "Ply 3, White: d, in variation 1");
    print();
    assert_eq!(plies(), "a,b,e,f");
    assert_eq!(
        browser.text("document.querySelector('#paper .left-out').textContent"),
        "Without the variations of the record."
    );
    desk.open("[Game \"forza4\"]\n\n1. a, b; 2. x\n", "");
    print();
    let caption = browser.text("[...document.querySelectorAll('#paper figcaption')].at(-1).textContent");
    assert_eq!(caption, "ply 3: x, not carried out");
    let opacities = "[...document.querySelectorAll('#paper .marks > *')].map((mark) => getComputedStyle(mark).opacity)";
    assert_eq!(browser.text(&format!("{opacities}.filter((opacity) => opacity === '0').length")), "0");
    assert_ne!(browser.text(&format!("{opacities}.length")), "0");
}
