//! Input that means harm, or was cut by accident: nothing panics, hangs or grows without bound.

use scoresheet::{Defaults, MAX_RECORD, Report, validate};

fn reports(text: &[u8]) -> Vec<Report> {
    validate(text, "hostile", Defaults::default()).expect("a slice can be read")
}

fn codes(report: &Report) -> Vec<&str> {
    report.diagnostics.iter().map(|said| said.code).collect()
}

#[test]
fn a_hundred_thousand_parentheses() {
    let text = format!("[Game \"forza4\"]\n\n1. c {}", "(d ".repeat(100_000));
    assert_eq!(codes(&reports(text.as_bytes())[0]), ["bad-syntax", "too-deep"]);
    let text = format!("[Game \"forza4\"]\n\n1. c {}{}", "(d ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(codes(&reports(text.as_bytes())[0]), ["too-deep"]);
    let text = format!("[Game \"forza4\"]\n\n1. c {}", ")".repeat(100_000));
    let seen = reports(text.as_bytes()).remove(0);
    assert_eq!((seen.diagnostics.len(), seen.not_shown), (100, 99_900));
}

#[test]
fn a_line_of_a_hundred_megabytes() {
    for piece in ["c, e; ", "(", "{", "[", " ", "3", "# ", "1/2-1/2[Game \"", "\\", "[Game \"x"] {
        let mut text = b"[Game \"forza4\"]\n\n1. c, ".to_vec();
        let block = piece.repeat(100_000);
        while text.len() < 100 * 1024 * 1024 {
            text.extend_from_slice(block.as_bytes());
        }
        text.extend(b"\n[Game \"forza4\"]\n\n1. c\n");
        let reports = reports(&text);
        assert_eq!(reports.len(), 2, "{piece}");
        assert_eq!(codes(&reports[0]), ["record-too-long"], "{piece}");
        assert!(reports[1].valid && reports[1].plies == 1, "{piece}");
    }
}

#[test]
fn a_tag_of_fifty_megabytes() {
    let text = format!(
        "[Game \"forza4\"]\n[Event \"{}\"]\n\n1. c\n\n[Game \"forza4\"]\n\n1. d\n",
        "x".repeat(50 * 1024 * 1024)
    );
    let reports = reports(text.as_bytes());
    assert_eq!(codes(&reports[0]), ["record-too-long"]);
    assert!(reports[1].valid && reports[1].line == 6);
}

#[test]
fn a_million_tags() {
    let tags: String = (0..600_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let text = format!("[Game \"forza4\"]\n{tags}\n1. c\n");
    assert!(text.len() < MAX_RECORD);
    let seen = reports(text.as_bytes());
    assert!(seen.len() == 1 && seen[0].valid && seen[0].tags.0.len() == 600_001);
    let text = format!("[Game \"forza4\"]\n{}\n1. c\n", "[T \"\"]\n".repeat(1_000_000));
    let seen = reports(text.as_bytes());
    assert_eq!((seen[0].diagnostics.len(), seen[0].not_shown), (100, 999_899));
}

#[test]
fn the_largest_board_full() {
    // Column after column, two turns of each side's pieces, so that nobody gets four.
    let mut plies = String::new();
    let order: Vec<u8> = (0..26).collect();
    for _ in 0..26 {
        plies.extend(order.iter().map(|column| format!("{} ", char::from(b'a' + column))));
    }
    let text = format!("[Game \"forza4\"]\n[Board \"26x26\"]\n\n{plies}");
    let seen = &reports(text.as_bytes())[0];
    // An even number of columns: each column has pieces of one colour, so the fourth row decides.
    assert_eq!(codes(seen), ["after-end", "not-played"]);
    assert_eq!(seen.plies, 3 * 26 + 1);
}

#[test]
fn half_a_million_wrong_numbers_after_a_missing_ply() {
    let text = format!("[Game \"forza4\"]\n\n1. c; {}", "9. ".repeat(500_000));
    let seen = reports(text.as_bytes()).remove(0);
    assert_eq!((seen.diagnostics.len(), seen.not_shown), (100, 499_899));
    let text = format!("[Game \"forza4\"]\n\n1. c; {} d", "9. ".repeat(500_000));
    assert_eq!(codes(&reports(text.as_bytes())[0]), ["missing-ply", "not-played"]);
}

#[test]
fn numbers_beyond_all_measure() {
    let text =
        format!("[Game \"forza4\"]\n[Stands \"{0}\"]\n[Board \"{0}x{0}\"]\n\n{0}. c, e; 2. c{0}", "9".repeat(40));
    assert_eq!(codes(&reports(text.as_bytes())[0]), ["bad-tag", "turn-number", "bad-move"]);
}

#[test]
fn every_byte_alone_and_in_a_record() {
    for byte in 0..=255_u8 {
        reports(&[byte]);
        for template in [
            &b"[Game \"forza4\"]\n\n1. c, @e; 2. d"[..],
            b"[Game \"forza4\"]\n[Event \"@\"]\n\n1. c",
            b"@[Game \"forza4\"]\n\n1. c",
        ] {
            let text: Vec<u8> = template.iter().map(|&letter| if letter == b'@' { byte } else { letter }).collect();
            assert!(!reports(&text).is_empty());
        }
    }
}
