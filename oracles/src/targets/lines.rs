//! Lists to verdicts: one game a line, one notation system for all.
//!
//! The last byte of the input chooses what the caller knows of the list and how the bytes arrive.

use scoresheet::formats::Format;
use scoresheet::formats::lines::Lines;
use scoresheet::{Checker, Defaults, System, input};

use crate::judging::judge;
use crate::making::{POINT_SYSTEMS, SYSTEMS};
use crate::reading::{Trickle, check_extents, check_places, read_all};
use crate::rewriting::rewrite;

/// Judges a list.
pub fn lines(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_last() else { return };
    let mut defaults = Defaults { game: Some("forza4".to_owned()), ..Defaults::default() };
    defaults.notation = SYSTEMS.get(usize::from(choice & 15)).copied();
    defaults.board = ["5x4", "10x7"].get(usize::from(choice >> 4 & 3)).map(|board| (*board).to_owned());
    match choice >> 6 {
        1 => defaults.starts = Some("Red".to_owned()),
        2 => defaults.options = Some("equalizer".to_owned()),
        _ => {}
    }
    let gomoku = (8..15).contains(&(choice & 15));
    if gomoku {
        // Without a system two times in seven.
        defaults = Defaults { game: Some("gomoku".to_owned()), ..Defaults::default() };
        defaults.notation = POINT_SYSTEMS.get(usize::from(choice & 7)).copied();
        defaults.board = ["5x5", "26x26"].get(usize::from(choice >> 4 & 3)).map(|board| (*board).to_owned());
        match choice >> 6 {
            1 => defaults.variant = Some("renju".to_owned()),
            2 => defaults.options = Some("double-three-reply".to_owned()),
            3 => defaults.variant = Some("freestyle".to_owned()),
            _ => {}
        }
    }
    let lefile = choice & 15 == 7;
    if lefile {
        defaults = Defaults { game: Some("lefile".to_owned()), ..Defaults::default() };
    }
    let systems = match (gomoku, lefile) {
        (true, _) => &POINT_SYSTEMS[..],
        (_, true) => &[System::CARDS],
        _ => &SYSTEMS[..],
    };
    let most = if choice & 0x0f == 15 { 16 } else { 4096 };

    let whole = read_all(&mut Lines::new(bytes, most).expect("a slice can be read"));
    let pieces = read_all(&mut Lines::new(Trickle::new(bytes, 7), most).expect("this reader never fails"));
    assert_eq!(whole, pieces, "read in pieces");
    whole.iter().for_each(check_places);
    check_extents(bytes, &whole, |gap| {
        gap.split(|&byte| byte == b'\n').all(|line| {
            let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
            first.is_none_or(|&byte| byte == b'#')
        })
    });

    // One checker only counts, the other judges every line in every way; both know the list.
    let mut quick_checker = Checker::new(defaults.clone());
    let mut quick = input::records(bytes, Format::LINES, most, &mut quick_checker).expect("a slice can be read");
    let mut checker = Checker::new(defaults.clone());
    let mut lines = input::records(bytes, Format::LINES, most, &mut checker).expect("a slice can be read");
    let other = systems[bytes.len() % systems.len()];
    while lines.advance().expect("a slice can be read") {
        assert!(quick.advance().expect("a slice can be read"));
        let seen = quick_checker.check(&quick.record(), &mut (), None).verdict;
        let record = lines.record();
        let report = judge(&record, &mut checker, &defaults);
        assert_eq!((seen.valid, seen.plies, seen.outcome), (report.valid, report.plies, report.outcome.outcome));
        rewrite(&record, &mut checker, &report, other, true);
    }
}
