//! Halma's and Le File's own rules, and results that name pairs.

use std::path::Path;

use serde_json::Value;

use super::program;

/// What is said of the one record of a text, and the record's object.
fn check(text: &str) -> (Vec<String>, Value) {
    let mut objects = program::objects(&[], text);
    assert_eq!(objects.len(), 1, "{text}");
    let object = objects.remove(0);
    (program::said(&object), object)
}

/// What is said of a text that is one record, nothing but canonical text being accepted.
fn check_strict(text: &str) -> Vec<String> {
    program::said(&program::objects(&["--strict"], text)[0])
}

/// The text that a command writes for a text on standard input.
fn written(arguments: &[&str], text: &str) -> String {
    let output = program::run(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, text.as_bytes());
    String::from_utf8(output.stdout).expect("output is text")
}

// -- Ends by HA-7 and HA-8 that are void (C-6) ------------------------------------------------------------------------

#[test]
fn a_void_end_by_the_move_limit_lets_the_other_side_lose() {
    let text = "[Game \"halma\"]\n[Variant \"8x8\"]\n[Options \"move-limit\"]\n\
        [Setup \"W4GGG/5GGG/5GGG/7G/8/WWW5/WWW5/WWW5 W\"]\n[MoveLimit \"1\"]\n[Stands \"3,4,5\"]\n\n\
        1. c3-d3, f6-e6; 2. a8-b7, e6-e7; 3. b7-c6, h5-h4; 4. c6-d5, e7-e6; 5. d5-c5\n";
    let (said, object) = check(text);
    // With ply 6 Green is back in its base, and White has left its own.
    let expected = ["warning stands 3", "note stands-unneeded 4", "note stands-unneeded 5", "error after-end 7"];
    assert_eq!(said[..4], expected);
    assert_eq!((&object["outcome"]["winner"], &object["plies"]), (&Value::from("White"), &Value::from(6)));
}

#[test]
fn a_void_end_by_vacate_lets_the_other_side_lose() {
    let text = "[Game \"halma\"]\n[Variant \"8x8\"]\n[Options \"vacate\"]\n\
        [Setup \"WW3GGG/5GGG/7G/G7/8/WWW5/WWW5/W3W1GG W\"]\n[Vacate \"1/1\"]\n[Stands \"2\"]\n\n\
        1. c3-d3, f7-f6; 2. d3-d4\n";
    let (said, object) = check(text);
    assert_eq!(said, ["warning stands 2", "error after-end 3"]);
    assert_eq!(object["outcome"]["winner"], "White");
}

/// Four sides of which White alone has left its base. Each of them can go back, or leave, with one step.
const LEFT: &str = "16/16/16/15R/W15/16/WWWWWWWWWWWW4/16/RRRRRRRRRRRR4/16/GGGGGGGGGGGG4/16/B1BBBBBBBBBBBB1G/16/16/16 W";

/// A record of four sides that begins from [`LEFT`], with a limit of moves.
fn left(options: &str, tags: &str, body: &str) -> String {
    format!(
        "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"{options}\"]\n[Setup \"{LEFT}\"]\n[MoveLimit \"1\"]\n{tags}\n{body}\n"
    )
}

#[test]
fn a_void_end_by_the_move_limit_is_that_of_the_side_that_alone_had_left() {
    let begun = "1. a10-a11, a8-a9, a6-a7, e4-e5; 2. b10-b11, b8-b9, b6-b7, f4-f5;";
    for (options, pairs) in [("move-limit", ""), ("move-limit,pairs", "[Pairs \"White+Green\"]\n")] {
        let tags = format!("{pairs}[Stands \"5\"]\n");
        // The end after the first turn does not come again as long as White alone has left.
        let (said, object) = check(&left(options, &tags, &format!("{begun} 3. c10-c11")));
        assert_eq!((said, &object["outcome"]["kind"]), (vec!["warning stands 5".to_owned()], &"unfinished".into()));
        // Nor when it has been back meanwhile.
        let back = "3. a12-a13, c8-c9, c6-c7, g4-g5; 4. a13-a12, d8-d9, d6-d7, h4-h5; 5. c10-c11";
        assert_eq!(check(&left(options, &tags, &format!("{begun} {back}"))).0, ["warning stands 5"]);
        // White goes back, and another side leaves. White's partner is another side, too.
        for (turn, alone, pair) in [
            ("a12-a13, p13-p12, c6-c7, g4-g5", "Red", "Red+Blue"),
            ("a12-a13, c8-c9, p4-p5, g4-g5", "Green", "White+Green"),
            ("a12-a13, c8-c9, c6-c7, a4-a5", "Blue", "Red+Blue"),
        ] {
            let (said, object) = check(&left(options, &tags, &format!("{begun} 3. {turn}; 4. e10-e11")));
            assert_eq!(said, ["warning stands 5", "error after-end 13"], "{turn}");
            assert_eq!(object["outcome"]["winner"], if pairs.is_empty() { alone } else { pair });
        }
    }
}

#[test]
fn a_void_end_by_vacate_lets_other_sides_lose_of_four() {
    // Green stands in White's base and Blue in Red's.
    let setup = "WG12BR/16/16/16/16/16/WWWWWWWWWWWW4/16/RRRRRRRRRRRR4/16/GGGGGGGGGGGG4/16/2BBBBBBBBBBBB2/16/16/16 W";
    for (options, pairs, winner) in [("vacate", "", "Blue"), ("vacate,pairs", "[Pairs \"White+Red\"]\n", "Green+Blue")]
    {
        let text = format!(
            "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"{options}\"]\n[Setup \"{setup}\"]\n[Vacate \"1/1\"]\n{pairs}\
             [Stands \"2\"]\n\n1. a10-a11, a8-a9, a6-a7\n"
        );
        let (said, object) = check(&text);
        assert_eq!(said, ["warning stands 2", "error after-end 3"]);
        assert_eq!(object["outcome"]["winner"], winner);
    }
}

// -- The tag Order (HA-10) --------------------------------------------------------------------------------------------

/// A record of four sides who play in an order of their own.
fn ordered(order: &str, tags: &str, body: &str) -> String {
    format!("[Game \"halma\"]\n[Variant \"four\"]\n{tags}[Order \"{order}\"]\n\n{body}\n")
}

#[test]
fn four_sides_play_in_the_order_that_the_tag_names() {
    let turn = "1. a13-a12, p13-p12, a4-a5, p4-p5; 2. a12-a11, p12-p11, a5-a6";
    let (said, object) = check(&ordered("White,Red,Blue,Green", "", turn));
    assert!(said.is_empty(), "{said:?}");
    assert!(object["position"].as_str().is_some_and(|position| position.ends_with(" G")), "{object}");
    // Clockwise it is Green's turn, and blanks are none of the names' business.
    assert_eq!(check(&ordered("White,Red,Green,Blue", "", turn)).0[0], "error not-own-piece 3");
    assert!(check(&ordered(" White, Red ,Blue,  Green ", "", turn)).0.is_empty());
    // The first of the order begins unless Starts names another; dots stand for those before it.
    let late = "1. ..., ..., a13-a12, p13-p12; 2. a4-a5, p4-p5";
    assert!(check(&ordered("Blue,Green,White,Red", "[Starts \"White\"]\n", late)).0.is_empty());
    assert!(check(&ordered("Blue,Green,White,Red", "", "1. a4-a5, p4-p5, a13-a12, p13-p12; 2. a5-a6")).0.is_empty());
    let early = "1. a4-a5, ..., a13-a12";
    let (said, _) = check(&ordered("Blue,Green,White,Red", "[Starts \"White\"]\n", early));
    assert_eq!(said[0], "error wrong-side 1");
    // A ply that is missing is that of the side whose place it is.
    let (said, object) = check(&ordered("White,Red,Blue,Green", "", "1. a13-a12, p13-p12, ..., p4-p5"));
    assert_eq!(said[0], "error missing-ply 3");
    assert!(object["diagnostics"][0]["message"].as_str().is_some_and(|text| text.contains("Blue")), "{object}");
}

#[test]
fn the_other_forms_of_four_sides_have_an_order_too() {
    let turn = "1. a13-a12, p4-p5, p13-p12, a4-a5; 2. a12-a11";
    for variant in ["number", "number-expert"] {
        let text = format!(
            "[Game \"halma\"]\n[Variant \"{variant}\"]\n[Options \"four\"]\n[Order \"White,Green,Red,Blue\"]\n\n{turn}\n"
        );
        assert!(check(&text).0.is_empty(), "{variant}");
    }
    // Red's marked piece goes to the corner of Blue, which plays before it.
    let text = "[Game \"halma\"]\n[Variant \"marked\"]\n[Options \"four\"]\n[Order \"White,Green,Blue,Red\"]\n\
        [Setup \"W!WWW8RRR1/WWWW8RRRR/WWW10RRR/WW12RR/16/16/16/16/16/16/6B9/7B!8/BB12GG/BBR!10GGG/BBBB8GGGG/1BBB8GGGG! R\"]\n\
        [Result \"Red\"]\n\n1. ..., ..., ..., c3-a1\n";
    let (said, object) = check(text);
    assert_eq!((said.len(), &object["outcome"]["reason"]), (0, &"marked-corner".into()));
}

#[test]
fn an_order_names_each_of_four_sides_once() {
    for order in [
        "",
        "White",
        "White,Red,Blue",
        "White,Red,Blue,Blue",
        "White,Red,Blue,Green,White",
        "White;Red;Blue;Green",
        "W,R,B,G",
    ] {
        let (said, _) = check(&ordered(order, "", "1. a13-a12, p13-p12, p4-p5, a4-a5"));
        assert_eq!(said, ["error bad-tag null"], "{order}");
    }
    let (said, _) = check("[Game \"halma\"]\n[Order \"Green,White\"]\n\n1. a12-a11, p5-p6\n");
    assert_eq!(said, ["error bad-tag null"]);
    assert_eq!(check("[Game \"halma\"]\n[Order \"White,Red,Blue,Green\"]\n\n1. a12-a11\n").0, ["error bad-tag null"]);
    // Other games know no such tag, and keep it.
    assert!(check("[Game \"forza4\"]\n[Order \"9\"]\n\n1. c\n").0.is_empty());
}

#[test]
fn bases_lie_opposite_whoever_plays_after_whom() {
    let body = "1. ..., p5-p4";
    let setup = "16/16/16/16/16/16/GGGGGGGGGGGGG3/16/RRRRRRRRRRRRR3/16/BBBBBBBBBBBBB3/15W/14W1/13WWW/12WWWW/12WWWW W";
    let text = ordered("Green,White,Red,Blue", &format!("[Setup \"{setup}\"]\n"), body);
    let (said, object) = check(&text);
    assert_eq!((said, &object["outcome"]["winner"]), (vec![], &"White".into()), "{object}");
    assert_eq!(object["outcome"]["reason"], "base-occupied");
}

#[test]
fn the_turn_that_the_move_limit_judges_ends_with_the_last_of_the_order() {
    let tags = format!("[Options \"move-limit\"]\n[Setup \"{LEFT}\"]\n[MoveLimit \"1\"]\n");
    let (said, object) = check(&ordered("White,Red,Blue,Green", &tags, "1. a10-a11, a8-a9, e4-e5, a6-a7; 2. b10-b11"));
    assert_eq!((said, &object["outcome"]["winner"]), (vec!["error after-end 5".to_owned()], &"White".into()));
    // White is the last one here, so the first turn ends with its ply.
    let (said, _) = check(&ordered("Red,Blue,Green,White", &tags, "1. ..., ..., ..., a10-a11; 2. a8-a9"));
    assert_eq!(said, ["error after-end 2"]);
}

#[test]
fn vacate_asks_the_opposite_side_whoever_plays_after_whom() {
    let setup = "WG14/16/16/16/16/16/WWWWWWWWWWWW4/16/RRRRRRRRRRRRR3/16/GGGGGGGGGGGG4/16/2BBBBBBBBBBBBB1/16/16/16 R";
    let tags = format!("[Options \"vacate\"]\n[Setup \"{setup}\"]\n[Vacate \"1/1\"]\n");
    let (said, object) = check(&ordered("Red,Green,White,Blue", &tags, "1. a8-a9, a6-a7, a10-a11, c4-c5"));
    assert_eq!(said, ["error after-end 4"]);
    assert_eq!(object["outcome"]["winner"], "Green");
}

#[test]
fn pairs_are_named_in_the_order_of_play() {
    let setup = LEFT.replace(" W", " G");
    let tags = |result: &str| {
        format!(
            "[Options \"move-limit,pairs\"]\n[Setup \"{setup}\"]\n[MoveLimit \"1\"]\n[Pairs \"White+Green\"]\n{result}"
        )
    };
    let body = "1. a6-a7, a10-a11, a8-a9, e4-e5";
    for result in ["", "[Result \"Green+White\"]\n", "[Result \"White+Green\"]\n", "[Result \"White\"]\n"] {
        let (said, object) = check(&ordered("Green,White,Red,Blue", &tags(result), body));
        assert_eq!((said, &object["outcome"]["winner"]), (vec![], &"Green+White".into()));
    }
    let out = written(&["convert", "--to", "transcript", "-"], &ordered("Green,White,Red,Blue", &tags(""), body));
    assert!(out.contains("[Result \"Green+White\"]\n"), "{out}");
    // An illegal ply loses for the pair of whoever played it.
    let lost = format!("{}[Termination \"illegal\"]\n", tags(""));
    let (said, object) = check(&ordered("Green,White,Red,Blue", &lost, "1. a6-a7, a10-a11, a8-a10"));
    assert_eq!((said, &object["outcome"]["winner"]), (vec!["warning attempted 3".to_owned()], &"Green+White".into()));
}

#[test]
fn the_order_is_kept_and_makes_a_game_another() {
    let text = ordered("White,Red,Blue,Green", "[Starts \"Red\"]\n", "1. ..., p13-p12, a4-a5, p4-p5; 2. a13-a12");
    assert_eq!(written(&["convert", "--to", "transcript", "-"], &text), text);
    assert!(check_strict(&text).is_empty());
    let ends = written(&["convert", "--to", "ends", "-"], &text);
    assert!(ends.contains("[Order \"White,Red,Blue,Green\"]\n") && ends.contains("1. ..., p13-p12, a4-a5"), "{ends}");
    // The first of the order begins, so no tag Starts is added.
    let text = ordered("Red,White,Blue,Green", "", "1. p13-p12, a13-a12, a4-a5, p4-p5");
    assert_eq!(written(&["convert", "--to", "transcript", "-"], &text), text);

    // Clockwise is the order where none is named: the first two are one game, the third is another.
    let ply = "1. a13-a12";
    let plain = format!("[Game \"halma\"]\n[Variant \"four\"]\n\n{ply}\n");
    let text = [ordered("White,Red,Green,Blue", "", ply), plain, ordered("White,Red,Blue,Green", "", ply)].join("\n");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("r.txt"), text).expect("a file");
    let output = program::run(folder.path(), &["audit", "r.txt", "--duplicates", "--summary", "json"], b"");
    let out: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found = &out["duplicates"];
    assert_eq!(
        (&found["games"], &found["same"]["groups"], &found["same"]["records"]),
        (&3.into(), &1.into(), &2.into())
    );
}

// -- Results of pairs (HA-11) -----------------------------------------------------------------------------------------

#[test]
fn a_result_names_a_pair_in_either_order() {
    let tags = |result: &str| format!("[Pairs \"Red+Green\"]\n{result}[Termination \"resignation\"]\n");
    let record =
        |tags: &str, body: &str| format!("[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n{tags}\n{body}\n");
    let body = "1. a13-a12, p13-p12";
    for name in ["Red+Green", "Green+Red", "Green", "Red", "White+Blue", "Blue+White"] {
        let (said, _) = check(&record(&tags(&format!("[Result \"{name}\"]\n")), body));
        assert!(said.is_empty(), "{name}: {said:?}");
        let (said, _) = check(&record(&tags(""), &format!("{body} {name}")));
        assert!(said.is_empty(), "{name}: {said:?}");
    }
    // No pair of this game, and no pair at all.
    for name in ["Red+White", "Red+Red", "Green+", "+Red", "Red+Green+Blue"] {
        let (said, _) = check(&record(&tags(&format!("[Result \"{name}\"]\n")), body));
        assert_eq!(said, ["error bad-tag null"], "{name}");
    }
    // Tag and movetext may name one pair in two ways; what is written is in playing order.
    let both = record(&tags("[Result \"Green+Red\"]\n"), &format!("{body} Green+Red"));
    assert!(check(&both).0.is_empty());
    let canonical = record(&tags("[Result \"Red+Green\"]\n"), &format!("{body} Red+Green"));
    assert_eq!(written(&["convert", "--to", "transcript", "-"], &both), canonical);
    assert!(check_strict(&canonical).is_empty());
    let (said, _) = check(&record(&tags("[Result \"Green+Red\"]\n"), &format!("{body} Blue")));
    assert_eq!(said, ["error result-mismatch null"]);
    assert_eq!(check_strict(&record(&tags(""), &format!("{body} Green+Red"))), ["error not-canonical null"]);
    // Without the option nobody plays in pairs.
    let alone = "[Game \"halma\"]\n[Variant \"four\"]\n[Result \"Green+Red\"]\n\n1. a13-a12\n";
    assert_eq!(check(alone).0, ["error bad-tag null"]);
}

// -- The cut of Le File (LF-13) ---------------------------------------------------------------------------------------

#[test]
fn a_cut_may_have_suits_and_be_repeated() {
    let cut = |cut: &str| check(&format!("[Game \"lefile\"]\n[Cut \"{cut}\"]\n\n1. 24 Pb4\n")).0;
    for right in [
        "7 4",
        "A 8",
        "1 A, 3 2",
        "7h 4c",
        "7♥ 4♣",
        "7h 4",
        "7 4s",
        "7h 7c, 5d 3s",
        "7h 7c,5d 3s",
        "As 1d, 2♦ 2♠, 8 8, 6 5c",
        // The pack is whole again when the second player cuts, so one card may come twice.
        "7h 7h, 5d 3s",
    ] {
        assert!(cut(right).is_empty(), "{right}: {:?}", cut(right));
    }
    for wrong in [
        "",
        "7",
        "7 7",
        "7h 7c",
        "7 4 2",
        "7,4",
        "7 4,",
        ", 7 4",
        "7 4, 5 3",
        "7 7, 5 5",
        "7 7,, 5 3",
        "9 4",
        "0 4",
        "a 4",
        "7r 4b",
        "7x 4",
        "7H 4C",
        "7hh 4c",
        "h7 c4",
        "74",
        "7 4; 5 3",
        "7-4",
    ] {
        assert_eq!(cut(wrong), ["error bad-tag null"], "{wrong}");
    }
}

// -- Cards in words ---------------------------------------------------------------------------------------------------

/// A position of phase 2, White to move, in which many a ply is legal.
const MOVING: &str = "[Game \"lefile\"]\n[Setup \"8/pppppp2/6rr/8/8/8/PPPPPP2/RR6 W 2 0:0 -:-\"]\n";

#[test]
fn cards_of_phase_2_are_read_in_words() {
    let expected = format!("{MOVING}\n1. 3r c2-d3, 5b a7-a5; 2. 4r d2-c3, 5b b7-b5; 3. 1b e2-e3, 1r e7-d6\n");
    assert!(check_strict(&expected).is_empty());
    for body in [
        "1. 3 rosso c2-d3, 5 nero a7-a5; 2. 4 red d2-c3, 5 black b7-b5; 3. A nero e2-e3, A rosso e7-d6",
        "1. 3 ROSSO c2-d3, 5\n\tNero a7-a5; 2. 4 Red d2-c3, 5 Black b7-b5; 3. 1 BLACK e2-e3, 1 reD e7-d6",
        "3 rosso c2-d3, 5 nero a7-a5, 4 red d2-c3, 5 Black b7-b5, A black e2-e3, 1 red e7-d6",
    ] {
        let text = format!("{MOVING}\n{body}\n");
        assert!(check(&text).0.is_empty(), "{body}: {:?}", check(&text).0);
        assert_eq!(written(&["convert", "--to", "transcript", "-"], &text), expected, "{body}");
        let said = check_strict(&text);
        assert!(said.len() == 1 && said[0].starts_with("error not-canonical"), "{said:?}");
    }
}

#[test]
fn a_number_before_a_colour_is_no_turn() {
    // The card's value is that of no turn, and behind a number of two digits.
    let text = format!("{MOVING}\n24. 3 rosso c2-d3, 5 nero a7-a5\n");
    assert_eq!(check(&text).0, ["warning turn-number 1"]);
    // A colour that is a side's name as well claims nothing, wherever it stands in the line.
    for body in ["{x} 1. 3r c2-d3, 5 Black a7-a5; 2. 3 Black c1-c1", "c2-d3, 5 Black a7-a5; 2. 4r d2-c3, 5b b7-b5"] {
        let (said, _) = check(&format!("{MOVING}\n{body}\n"));
        assert!(!said.iter().any(|said| said.contains("bad-syntax") || said.contains("result")), "{said:?}");
    }
    // Behind the last ply it does.
    assert_eq!(check(&format!("{MOVING}\n1. 3r c2-d3, 5 Black a7-a5 Black\n")).0, ["note result-unproven null"]);
}

#[test]
fn cards_in_words_stand_wherever_cards_stand() {
    // In variations, alone and numbered.
    let text = format!("{MOVING}\n1. 3 rosso c2-d3 (4 nero c2-c3, 5 nero a7-a5) (1. 4 nero c2-c3, 5 nero a7-a5)\n");
    assert!(check(&text).0.is_empty(), "{:?}", check(&text).0);
    let expected = format!("{MOVING}\n1. 3r c2-d3 (4b c2-c3, 5b a7-a5) (1. 4b c2-c3, 5b a7-a5)\n");
    assert_eq!(written(&["convert", "--to", "transcript", "-"], &text), expected);
    // In passes, forced or not.
    assert_eq!(check(&format!("{MOVING}\n1. 3 rosso --\n")).0, ["error pass-not-allowed 1"]);
    assert_eq!(check(&format!("{MOVING}\n1. 3 rosso -- {{[%stands]}}, 5 Nero –—{{[%stands]}}\n")).0.len(), 2);
    // Before claims and relocations; the rules see the same cards.
    assert_eq!(check(&format!("{MOVING}\n1. 3 nero c2-d3\n")).0, ["error wrong-direction 1"]);
    assert_eq!(check(&format!("{MOVING}\n1. 3 rosso c2-d3 =a1-d4\n")).0, ["error false-claim 1"]);
    // Two moves behind one card are one fault, as behind a card in letters.
    for card in ["3 rosso", "3r"] {
        assert_eq!(check(&format!("{MOVING}\n1. {card} c2-d3 d2-c3, 5b a7-a5\n")).0[0], "error bad-move 1");
    }
    // Words are for phase 2, for a value, and for a blank between both.
    for ply in ["3rosso c2-d3", "rosso c2-d3", "9 rosso c2-d3", "a rosso c2-d3", "3 verde c2-d3", "3h rosso c2-d3"] {
        assert_eq!(check(&format!("{MOVING}\n1. {ply}\n")).0[0], "error bad-move 1", "{ply}");
    }
    assert_eq!(check("[Game \"lefile\"]\n\n1. 2 rosso 4 nero Pb4\n").0[0], "error bad-move 1");
    assert_eq!(check("[Game \"lefile\"]\n\n1. 2 rosso Pb4\n").0[0], "error bad-move 1");
    assert_eq!(check("[Game \"lefile\"]\n\n1. 3 rosso c4-d5\n").0[0], "error wrong-phase 1");
}

#[test]
fn cards_in_words_are_read_in_lists() {
    let list = "24 Pb4 13 Pa3\n24 Pb4 3 rosso c4-d5\n3 red wins\n";
    let objects = program::objects(&["--game", "lefile", "--from", "lines"], list);
    let said: Vec<Vec<String>> = objects.iter().map(program::said).collect();
    assert_eq!(said[0], Vec::<String>::new());
    assert_eq!(said[1], ["error wrong-phase 2"]);
    assert_eq!(said[2][0], "error bad-move 1");
}
