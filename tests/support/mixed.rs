//! Archives that have everything in them that was ever found difficult, made from the samples.

use std::path::{Path, PathBuf};

use scoresheet::formats::Format;

/// Every transcript among the samples.
pub(crate) fn transcripts() -> Vec<PathBuf> {
    samples(|path| Format::of_file(&path.to_string_lossy()) == Some(Format::TRANSCRIPT))
}

/// Every sample that `wanted` accepts, in order.
pub(crate) fn samples(wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the samples") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Records that are easily cut in the wrong place.
pub(crate) static NASTY: &[&str] = &[
    "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a\n\n",
    "[Game \"forza4\"]\n\n1. c, e; 2. c, c\n",
    "[Game \"forza4\"]\n[Result \"0-1\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c 1-0\n\n",
    "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n1. h8, h9; 2. j8, pawn; 3. k8\n\n",
    "[Game \"gomoku\"]\r\n[Board \"15x15\"]\r\n\r\n1. h8, h9; 2. j8\r\n\r\n",
    "[Game \"forza4\"]\n\n1. c {a comment with a } brace\n[Game \"forza4\"]\n\n1. d\n\n",
    "[Game \"forza4\"]\n\n1. c {a comment\n[Alas, that is no tag\n\n[Nor \"this} d\n\n",
    "[Game \"forza4\"]\n\n1. c {\n[Name \"within a comment\"]\n} d\n\n",
    "[Game \"forza4\"]\n\n1. c # the rest [Game \"plus4\"]\n\n",
    "[Game \"forza4\"]\n\n1. c, d [Game \"forza4\"] 1. c, e\n",
    "[Game \"forza4\"]\n{a comment among tags\n[White \"Ada\"]\n\n1. c\n",
    "{a heading}\n\n{of two\n\nparts}\n[Game \"forza4\"]\n\n1. c, c\n\n",
    "\n\n# a remark\n[Game \"forza4\"]\n1. c, c\n",
    "[Game \"forza4\"]\n[White \"Zo\\\"\n\n1. c, c\n",
    "[Game \"forza4\"]\n[White \"a \\\\\"]\n[Red \"[Game \"]\n\n1. c, c\n[a [b\n[C [d\n\n",
    "[Game \"plus4\"]\n\n1. a, b; 2. a, b\n\n\n\n",
    "[Game \"othello\"]\n\n1. c4\n\n",
    "[Event \"a game without a name\"]\n\n1. c, e\n\n",
    "1. c, e; 2. d\n",
    "[Game \"forza4\"]\n[Stands \"3\"]\n\n1. c, e; 2. {[%stands]} e\n\n",
    "[\n[A\n[Game\n",
    "[Game \"forza4\"]\n\n1. c {so it begins\n[Alas, no tag\n",
    "and goes on and on without anything that looks like a tag, ",
    "[Game \"forza4\"]\n\n1. c, d [Game \"forza4\"] 1. c, {\n[Alas, no tag\n",
    "   [Game \"forza4\"]\n   \n1. c\n\t[Game \"forza4\"]\n\n1. é\n",
    "(((",
    "}",
    "{",
    "\"",
    "\n\n",
    " ",
];

/// A record whose only comment is of about `length` bytes.
pub(crate) fn long_comment(length: usize) -> Vec<u8> {
    let line = "[Alas, no tag begins a line like this one, and {it goes on and on\n\n[Nor \n";
    let mut text = b"[Game \"forza4\"]\n\n1. c {".to_vec();
    while text.len() < length {
        text.extend_from_slice(line.as_bytes());
    }
    text.extend_from_slice(b"} d\n\n");
    text
}

/// A transcript of at least `length` bytes: all samples over and over, with nasty records, Latin-1 and other line ends
/// between, and one comment of several MiB.
pub(crate) fn transcript(length: usize) -> Vec<u8> {
    let samples: Vec<Vec<u8>> =
        transcripts().iter().map(|path| std::fs::read(path).expect("the sample can be read")).collect();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut out = b"\xef\xbb\xbf".to_vec();
    let mut commented = false;
    while out.len() < length {
        match rng.usize(..12) {
            0..4 => {
                let sample = &samples[rng.usize(..samples.len())];
                if rng.bool() {
                    out.extend_from_slice(sample);
                } else {
                    out.extend(sample.iter().flat_map(|byte| match byte {
                        b'\n' => b"\r\n".to_vec(),
                        byte => vec![*byte],
                    }));
                }
            }
            4 => out.extend_from_slice(b"[Game \"forza4\"]\n[White \"Zo\xeb\"]\n\n1. c, \xe9\n\n"),
            5 => out.extend_from_slice(NASTY[0].repeat(rng.usize(1..200)).as_bytes()),
            6 => out.extend_from_slice(NASTY[1].repeat(rng.usize(1..50)).as_bytes()),
            _ => out.extend_from_slice(NASTY[rng.usize(..NASTY.len())].as_bytes()),
        }
        if !commented && out.len() > length / 3 {
            commented = true;
            out.extend_from_slice(&long_comment(5 << 20));
        }
    }
    out
}

/// A list of at least `length` bytes.
pub(crate) fn list(length: usize) -> Vec<u8> {
    let long = [b"3354312212 ", &*b"as it was played ".repeat(50), b"\n"].concat();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut out = Vec::new();
    while out.len() < length {
        let line: &[u8] = match rng.usize(..20) {
            0 => b"33543 and a remark\n",
            1 => b"1111111\n",
            2 => b"\n",
            3 => b"# a remark with [Game \"forza4\"]\n",
            4 => b"3354\xe9\n",
            5 => b"33543\r\n",
            6 => b"9\n",
            7..12 => &long,
            _ => b"3354312212\n",
        };
        out.extend_from_slice(line);
    }
    out
}

/// A table of at least `length` bytes.
pub(crate) fn table(length: usize) -> Vec<u8> {
    let long = [b"Ada,cecc,\"", &*b"two lines,\nor three ".repeat(50), b"\",*\n"].concat();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut out = b"White,moves,Event,Result\n".to_vec();
    while out.len() < length {
        let row: &[u8] = match rng.usize(..20) {
            0 => b"Ada,\"1. c, e; 2. d\",\"two\nlines, \"\"quoted\"\"\",*\n",
            1 => b"Bea,cecc,\"never closed,*\n",
            2 => b"\n",
            3 => b"Zo\xeb,cecc,x\r\n",
            4 => b"Cid,ccccccc,x,1-0\n",
            5 => b"Dot,c e z,[Game \"gomoku\"],\n",
            6..12 => &long,
            _ => b"Eve,cedc,x,\n",
        };
        out.extend_from_slice(row);
    }
    out
}

/// JSON Lines of at least `length` bytes.
pub(crate) fn objects(length: usize) -> Vec<u8> {
    let long = [b"{\"moves\":[\"c\",\"e\"],\"Event\":\"", &*b"as it was played ".repeat(50), b"\"}\n"].concat();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut out = Vec::new();
    while out.len() < length {
        let line: &[u8] = match rng.usize(..20) {
            0 => b"{\"moves\":\"cecc\",\"Event\":\"[Game \\\"x\\\"]\"}\n",
            1 => b"{\"moves\":\n",
            2 => b"\n",
            3 => b"{\"moves\":[\"c\",\"z\"]}\r\n",
            4 => b"{\"moves\":[\"c\"],\"game\":\"gomoku\"}\n",
            5 => b"\xe9\n",
            6..12 => &long,
            _ => b"{\"moves\":[\"c\",\"e\",\"c\"],\"White\":\"Ada\"}\n",
        };
        out.extend_from_slice(line);
    }
    out
}
