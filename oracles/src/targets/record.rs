//! Bytes to records: places, extents, and the same records however the bytes arrive.
//!
//! The last byte of the input chooses the limit and how the bytes arrive, so that samples can be read as they are.

use scoresheet::formats::transcript::Transcripts;

use crate::reading::{Seen, Trickle, check_extents, check_places, read_all};

/// What must always be read as a record of its own, whatever stands before it.
const SENTINEL: &str = "\n\n[Zz \"1\"]\n\n1. c, e\n";

/// Reads the bytes of a file.
pub fn record(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_last() else { return };
    let most = [4096, 4096, 300, 64][usize::from(choice & 3)];
    let step = [1, 2, 3, 5, 16, 64, 1000, 5000][usize::from(choice >> 2 & 7)];
    let long = stretch(bytes);
    // A long text is read in long steps: byte by byte it would take all the time there is.
    let step = if long.is_some() { step.max(64) * 8 } else { step };
    let bytes = long.as_deref().unwrap_or(bytes);

    let whole = read(bytes, bytes.len(), most);
    for record in &whole {
        check_places(record);
    }
    let white = |gap: &[u8]| gap.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    check_extents(bytes, &whole, white);
    let pieces = read(bytes, step, most);
    check_extents(bytes, &pieces, white);
    let texts = |records: &[Seen]| records.iter().map(|seen| seen.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&whole), texts(&pieces), "read in pieces of up to {step} bytes");
    assert_eq!(whole, pieces, "read in pieces of up to {step} bytes");

    if choice & 0x80 != 0 {
        sentinel(bytes);
    }
}

fn read(bytes: &[u8], step: usize, most: usize) -> Vec<Seen> {
    let mut records = if step >= bytes.len() {
        return read_all(&mut Transcripts::new(bytes, most).expect("a slice can be read"));
    } else {
        Transcripts::new(Trickle::new(bytes, step), most).expect("this reader never fails")
    };
    read_all(&mut records)
}

/// The letter after the first control byte 1 stands for 70,000 of it: beyond what is kept of records over the limit.
fn stretch(bytes: &[u8]) -> Option<Vec<u8>> {
    let at = bytes.iter().position(|&byte| byte == 1)?;
    let letter = *bytes.get(at + 1)?;
    let mut long = bytes[..at].to_vec();
    long.resize(at + 70_000, letter);
    long.extend_from_slice(&bytes[at + 2..]);
    Some(long)
}

/// No record takes the next one with it.
fn sentinel(bytes: &[u8]) {
    let mut text = bytes.to_vec();
    text.extend_from_slice(SENTINEL.as_bytes());
    let all = read(&text, text.len(), usize::MAX);
    let last = all.last().expect("there is at least the sentinel");
    assert!(last.text.ends_with("[Zz \"1\"]\n\n1. c, e\n"));
    let tags = last.tags();
    assert_eq!(tags.last(), Some(&("Zz", "1")));
    // An unclosed comment among tags ends before the next tag line, which is one of the same record.
    assert!(tags.len() == 1 || last.unclosed(), "the sentinel was taken by {:?}", last.text);
    assert_eq!(last.tokens.len(), 4);
}
