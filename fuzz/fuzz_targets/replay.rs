//! Records to verdicts: what is said of a record agrees with the rules, with itself and with what is written of it.
//!
//! The last byte of the input chooses how the rest is read: as it is, behind a header that the bytes before it choose,
//! or as plies, a byte each, behind such a header.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::formats::Records;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::{Checker, Defaults, System};
use oracles::judging::{glance, judge};
use oracles::making::{
    CHOICES, LEAP_SYSTEMS, POINT_SYSTEMS, SYSTEMS, cards_header, cards_movetext, header, leaps_header, leaps_movetext,
    movetext, points_header, points_movetext,
};
use oracles::rewriting::rewrite;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_last() else { return };
    let mut defaults = Defaults::default();
    let gomoku = choice & 0x20 != 0;
    if choice & 0x40 != 0 {
        defaults.game = Some(if gomoku { "gomoku" } else { "forza4" }.to_owned());
    }
    let mut text = Vec::new();
    // Half of the games of Gomoku's choices are games of Halma.
    let halma = gomoku && choice & 0x10 != 0;
    if halma && defaults.game.is_some() {
        defaults.game = Some("halma".to_owned());
    }
    // Half of those of Forza 4's are games of Le File.
    let lefile = !gomoku && choice & 0x10 != 0;
    if lefile && defaults.game.is_some() {
        defaults.game = Some("lefile".to_owned());
    }
    match (choice & 3, rest.split_last_chunk::<CHOICES>()) {
        (mode @ 1.., Some((body, choices))) if lefile => {
            let (header, grid, habit) = cards_header(choices);
            text.extend_from_slice(header.as_bytes());
            text.push(b'\n');
            match mode {
                1 => text.extend_from_slice(body),
                _ => text.extend_from_slice(&cards_movetext(grid, habit, body)),
            }
            defaults = Defaults::default();
        }
        (mode @ 1.., Some((body, choices))) if halma => {
            let (header, system, grid) = leaps_header(choices);
            text.extend_from_slice(header.as_bytes());
            text.push(b'\n');
            match mode {
                1 => text.extend_from_slice(body),
                _ => text.extend_from_slice(&leaps_movetext(grid, system, body)),
            }
            defaults = Defaults::default();
        }
        (mode @ 1.., Some((body, choices))) if gomoku => {
            let (header, known, columns, rows, system) = points_header(choices);
            text.extend_from_slice(header.as_bytes());
            text.push(b'\n');
            match mode {
                1 => text.extend_from_slice(body),
                _ => text.extend_from_slice(&points_movetext(columns, rows, system, body, mode == 2)),
            }
            defaults = known;
        }
        (1.., Some((body, choices))) => {
            let header = header(choices);
            text.extend_from_slice(header.text.as_bytes());
            text.push(b'\n');
            match choice & 3 {
                1 => text.extend_from_slice(body),
                mode => text.extend_from_slice(&movetext(&header, body, mode == 2)),
            }
            defaults = header.defaults;
        }
        _ => text.extend_from_slice(rest),
    }
    let systems = match (halma, gomoku) {
        (true, _) => &LEAP_SYSTEMS[..],
        _ if lefile => &[System::Cards],
        (_, true) => &POINT_SYSTEMS[..],
        _ => &SYSTEMS[..],
    };
    let other = systems[usize::from(choice >> 2 & 7) % systems.len()];
    let list = choice & 0x80 != 0;

    let mut records = Transcripts::new(&text[..], 8192).expect("a slice can be read");
    // What one checker remembers of a record changes nothing for the next.
    let mut kept = Checker::new(defaults.clone());
    while records.advance().expect("a slice can be read") {
        let quick = glance(&records, &mut kept);
        assert_eq!(quick, glance(&records, &mut Checker::new(defaults.clone())));
        let record = records.record();
        let remembered = kept.check(&record, &mut (), None).verdict;
        let mut checker = Checker::new(defaults.clone());
        let report = judge(&record, &mut checker, &defaults, quick);
        assert_eq!((remembered.valid, remembered.plies), (report.valid, report.plies));
        rewrite(&record, &mut checker, &report, other, list);
    }
});
