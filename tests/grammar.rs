//! Holds the grammars of `grammar/` against the parsers, so that neither can drift from the other.
//!
//! For each file: every sentence drawn from it is accepted by the parser, and texts near to such sentences are judged
//! alike by the parser and by a recogniser that the file drives. Sizes and seeds are fixed; a failure prints the text
//! and both judgements.
//!
//! What a file leaves to the program is judged in a narrower grammar that a test derives from it (the diagram of a
//! board of a known size), or not at all (what only a game can tell).

#[path = "support/ebnf.rs"]
#[expect(unreachable_pub, reason = "a module that several test binaries share")]
mod ebnf;

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ebnf::{Grammar, mutate};
use fastrand::Rng;
use scoresheet::engine::Claim;
use scoresheet::formats::csv::Csv;
use scoresheet::formats::jsonl::JsonLines;
use scoresheet::formats::lines::Lines;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::formats::{FORMATS, Format, Given, Records};
use scoresheet::record::{Fault, Record, TokenKind, to_usize_range};
use scoresheet::system::SYSTEMS;
use scoresheet::{Checker, Defaults, MAX_RECORD, System, validate};

/// Each grammar and the test that holds it.
static HELD: &[(&str, fn())] = &[
    ("record", records_are_read_as_their_grammar_says),
    ("lines", lines_are_read_as_their_grammar_says),
    ("csv", tables_are_read_as_their_grammar_says),
    ("jsonl", json_lines_are_read_as_their_grammar_says),
    ("columns", columns_are_read_as_their_grammar_says),
    ("squares", squares_are_read_as_their_grammar_says),
    ("digits", digits_are_read_as_their_grammar_says),
    ("digits0", digits0_are_read_as_their_grammar_says),
    ("sgf", sgf_is_read_as_its_grammar_says),
    ("go", go_is_read_as_its_grammar_says),
    ("xy", xy_is_read_as_its_grammar_says),
    ("paths", paths_are_read_as_their_grammar_says),
    ("ends", ends_are_read_as_their_grammar_says),
    ("diagram", diagrams_are_read_as_their_grammar_says),
    ("cards", cards_are_read_as_their_grammar_says),
    ("sgf-format", files_of_other_programs_are_read_as_their_grammars_say),
    ("psq", files_of_other_programs_are_read_as_their_grammars_say),
    ("ban", files_of_other_programs_are_read_as_their_grammars_say),
    ("dt5", files_of_other_programs_are_read_as_their_grammars_say),
    ("kif", files_of_other_programs_are_read_as_their_grammars_say),
    ("lws", files_of_other_programs_are_read_as_their_grammars_say),
    ("nrf", files_of_other_programs_are_read_as_their_grammars_say),
    ("offsets", files_of_other_programs_are_read_as_their_grammars_say),
    ("piskvork-rec", files_of_other_programs_are_read_as_their_grammars_say),
    ("rnj", files_of_other_programs_are_read_as_their_grammars_say),
    ("sav", files_of_other_programs_are_read_as_their_grammars_say),
    ("pos", stones_of_pos_are_read_as_its_grammar_says),
    ("halma-log", halma_logs_are_read_as_their_grammar_says),
    ("ludii", ludii_trials_are_read_as_their_grammar_says),
    ("openspiel", openspiel_playthroughs_are_read_as_their_grammar_says),
    ("kaggle", kaggle_episodes_are_read_as_their_grammar_says),
    ("bots-json", bot_reports_are_read_as_their_grammar_says),
    ("gctl-json", gctl_games_are_read_as_their_grammar_says),
    ("rseq-json", rseq_trees_are_read_as_their_grammar_says),
    ("playok", games_of_playok_are_read_as_their_grammar_says),
    ("renlib", libraries_are_read_as_their_grammar_says),
    ("select", expressions_are_read_as_their_grammar_says),
    ("rif", games_of_renjunet_are_read_as_their_grammar_says),
];

/// The grammars of files of other programs.
static FOREIGN: &[&str] =
    &["sgf-format", "psq", "ban", "dt5", "kif", "lws", "nrf", "offsets", "piskvork-rec", "rnj", "sav"];

/// Every sentence of such a grammar is read without a fault of the text. What is not a sentence is told, but such files are
/// read more leniently than any grammar says.
#[test]
fn files_of_other_programs_are_read_as_their_grammars_say() {
    for name in FOREIGN {
        let grammar = grammar(name);
        let format = Format::named(name.trim_end_matches("-format")).expect("a format");
        let mut rng = Rng::with_seed(0x5c0e_5eed);
        for _ in 0..500 {
            let size = rng.usize(0..=60);
            let text = grammar.sentence(grammar.first(), &mut rng, size);
            let given = Given { game: Some("gomoku".to_owned()), ..Given::default() };
            let mut records = format.open(Box::new(text.as_bytes()), MAX_RECORD, &given).expect("a slice can be read");
            let mut count = 0;
            while let Some(record) = records.next().expect("a slice can be read") {
                let faults = record.parts.faults.iter().filter(|fault| fault.code.name == "bad-syntax").count();
                // No grammar counts.
                let counts = |fault: &Fault| {
                    ["two moves", "announced", "by its third line"].iter().any(|what| fault.text.message.contains(what))
                };
                assert!(
                    faults == 0 || record.parts.faults.iter().any(counts),
                    "{name}: {text:?}: {:?}",
                    record.parts.faults
                );
                count += 1;
            }
            assert!(count > 0 || text.trim().is_empty(), "{name}: {text:?}");
        }
    }
}

/// A `pos` file of stones on the board is read without a fault; a stone beside the board is told.
#[test]
fn stones_of_pos_are_read_as_its_grammar_says() {
    let grammar = grammar("pos");
    let mut rng = Rng::with_seed(0x5c0e_5eed);
    for _ in 0..500 {
        let mut stones: Vec<u8> = (0..=224).collect();
        rng.shuffle(&mut stones);
        stones.truncate(rng.usize(1..=224));
        let is_sound = rng.bool();
        if !is_sound {
            stones[0] = rng.u8(225..=255);
        }
        let bytes = [&[stones.len() as u8], &stones[..]].concat();
        let letters: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        assert!(grammar.recognises(grammar.first(), &letters), "{bytes:?}");
        let record = scoresheet::records(&bytes[..]).file("x.pos").next().expect("a record");
        let said = record.expect("a slice can be read").report().diagnostics;
        assert!(said.iter().all(|said| said.code != "bad-syntax"), "{bytes:?}: {said:?}");
        assert_eq!(said.iter().all(|said| said.code != "off-board"), is_sound, "{bytes:?}: {said:?}");
    }
}

#[test]
fn every_grammar_is_held() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .expect("the folder of grammars")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    let mut held: Vec<String> = HELD.iter().map(|(name, _)| format!("{name}.ebnf")).collect();
    files.sort();
    held.sort();
    assert_eq!(files, held);
}

#[test]
fn the_program_shows_these_very_files() {
    let formats = FORMATS.iter().map(|format| format.info().grammar);
    let systems = SYSTEMS.iter().map(|system| system.info().grammar);
    let shown: Vec<&str> = formats.chain(systems).chain([scoresheet::select::GRAMMAR]).collect();
    for (name, _) in HELD {
        assert!(shown.contains(&text(name).as_str()), "{name}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.ebnf"))).expect("a grammar")
}

fn grammar(name: &str) -> Grammar {
    closed(name, &text(name))
}

fn closed(name: &str, text: &str) -> Grammar {
    let grammar = Grammar::read(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    grammar.check().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    grammar
}

/// How a grammar is tried: how many sentences, of up to which length; how many mutants of them, with which pieces.
#[derive(Clone, Copy)]
struct Trial<'a> {
    sentences: usize,
    mutants: usize,
    longest: usize,
    pieces: &'a [&'a str],
}

/// Asserts that `accepts`, the parser, says yes to sentences of `start`, and says of mutants what the grammar says;
/// and that yes and no are both said often.
fn hold(grammar: &Grammar, start: &str, trial: Trial<'_>, accepts: impl Fn(&str) -> bool) {
    let mut rng = Rng::with_seed(0x5c0e_5eed);
    let mut sentences = Vec::new();
    while sentences.len() < trial.sentences {
        let size = rng.usize(0..=trial.longest);
        let sentence = grammar.sentence(start, &mut rng, size);
        assert!(grammar.recognises(start, &sentence), "`{start}` derives {sentence:?} and does not recognise it");
        assert!(accepts(&sentence), "`{start}` derives {sentence:?}; the parser refuses it");
        sentences.push(sentence);
    }
    let (mut yes, mut no) = (0, 0);
    while yes + no < trial.mutants {
        let sentence = &sentences[rng.usize(..sentences.len())];
        let mutant = mutate(sentence, &mut rng, trial.pieces);
        let (by_grammar, by_parser) = (grammar.recognises(start, &mutant), accepts(&mutant));
        assert_eq!(by_grammar, by_parser, "`{start}`, by the grammar and by the parser: {mutant:?}");
        *(if by_grammar { &mut yes } else { &mut no }) += 1;
    }
    let least = trial.mutants / 40;
    assert!(yes >= least && no >= least, "`{start}`: of the mutants {yes} were accepted and {no} refused");
}

/// Asserts that a format reads each sentence of `start` as one record without a fault. Readers of other programs' files go on
/// at whatever they do not know, so that only the sentences tell.
fn hold_format(name: &str, start: &str, sentences: usize, bytes: impl Fn(&str) -> Vec<u8>) {
    let (grammar, mut rng) = (grammar(name), Rng::with_seed(0x5c0e_5eed));
    let format = Format::named(name).expect("a format");
    for _ in 0..sentences {
        let size = rng.usize(0..=60);
        let sentence = grammar.sentence(start, &mut rng, size);
        let bytes = bytes(&sentence);
        let mut records = format.open(Box::new(&bytes[..]), MAX_RECORD, &Given::default()).expect("a reader");
        assert!(records.advance().expect("a record"), "{sentence:?}");
        let faults: Vec<_> = records.header().parts.faults.iter().map(|fault| fault.text.message.clone()).collect();
        assert!(faults.is_empty(), "{sentence:?}: {faults:?}");
        assert!(!records.advance().expect("the end"), "{sentence:?}");
    }
}

#[test]
fn games_of_playok_are_read_as_their_grammar_says() {
    hold_format("playok", "game", 500, |text| format!("[GameType \"60,15\"]\n{text}").into_bytes());
}

#[test]
fn libraries_are_read_as_their_grammar_says() {
    hold_format("renlib", "library", 500, |text| text.chars().map(|letter| letter as u8).collect());
}

#[test]
fn games_of_renjunet_are_read_as_their_grammar_says() {
    hold_format("rif", "game", 500, |text| format!("<database><games>{text}</games></database>").into_bytes());
}

// -- Expressions ----------------------------------------------------------------------------------------------------

static EXPRESSION_PIECES: &[&str] = &[
    "a",
    "plies",
    "tag:",
    "points.",
    "in",
    "has",
    "not",
    "and",
    "or",
    "reaches",
    "plays",
    "mirrored",
    " ",
    "  ",
    "\t",
    "\n",
    "\"",
    "\\",
    "\\\"",
    "(",
    ")",
    ",",
    "=",
    "!",
    "!=",
    "~",
    "<",
    ">",
    "<=",
    ".",
    "é",
    " and a",
    " or ( a )",
    " not ",
    "\"x\"",
];

#[test]
fn expressions_are_read_as_their_grammar_says() {
    let trial = Trial { sentences: 1500, mutants: 12_000, longest: 60, pieces: EXPRESSION_PIECES };
    // The grammar writes a blank around every sign; where the program needs none, the text is not one of the grammar.
    hold(&grammar("select"), "expression", trial, |text| is_spaced(text) && is_formed(text));
}

/// Whether an expression is well formed. What its values mean, only the program knows.
fn is_formed(text: &str) -> bool {
    scoresheet::select::Expression::read(text, Default::default()).map_or_else(|fault| fault.is_formed, |_| true)
}

/// Whether a blank stands around every sign and every text in quotation marks.
fn is_spaced(text: &str) -> bool {
    let is_blank = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c');
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|letter| {
                    let ends = letter == '"' && !escaped;
                    escaped = letter == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            '!' | '<' | '>' if rest[1..].starts_with('=') || first == '!' && rest[1..].starts_with('~') => 2,
            '(' | ')' | ',' | '=' | '<' | '>' | '~' | '!' => 1,
            letter if is_blank(letter) => {
                rest = &rest[letter.len_utf8()..];
                continue;
            }
            _ => rest.find(|letter| is_blank(letter) || "\"(),=<>~!".contains(letter)).unwrap_or(rest.len()),
        };
        rest = &rest[length..];
        if !rest.is_empty() && !rest.starts_with(is_blank) {
            return false;
        }
    }
    true
}

// -- Formats of other programs --------------------------------------------------------------------------------------

fn folder_of_samples(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/foreign").join(format)
}

#[test]
fn samples_of_small_formats_are_sentences_unless_they_are_broken() {
    for name in FOREIGN.iter().chain(&["pos"]).filter(|name| **name != "sgf-format") {
        let grammar = grammar(name);
        hold_samples(name, grammar.first());
    }
}

/// Asserts that the grammar says of each sample of a format, or of each line if `start` is an opening, what the reader
/// says: whether its text has a fault.
fn hold_samples(name: &str, start: &str) {
    let grammar = grammar(name);
    let format = Format::named(name).expect("a format");
    let (mut yes, mut no) = (0, 0);
    for entry in fs::read_dir(folder_of_samples(name)).expect("samples") {
        let path = entry.expect("a sample").path();
        let bytes = fs::read(&path).expect("a sample");
        let text = match name {
            // A letter for each byte.
            "pos" => bytes.iter().copied().map(char::from).collect(),
            "kif" => encoding_rs::SHIFT_JIS.decode(&bytes).0.into_owned(),
            _ => encoding_rs::UTF_8.decode(&bytes).0.into_owned(),
        };
        let by_grammar = match start {
            "opening" => text.lines().all(|line| grammar.recognises(start, line)),
            _ => grammar.recognises(start, &text),
        };
        let mut records =
            format.open(Box::new(&bytes[..]), MAX_RECORD, &Given::default()).expect("a slice can be read");
        let mut by_reader = true;
        while let Some(record) = records.next().expect("a slice can be read") {
            by_reader &= record.parts.faults.is_empty();
        }
        assert_eq!(by_grammar, by_reader, "by the grammar and by the reader: {}", path.display());
        *(if by_grammar { &mut yes } else { &mut no }) += 1;
    }
    // Any bytes are a game in bytes.
    assert!(yes > 0 && (no > 0 || name == "pos"), "{name}: {yes} accepted, {no} refused");
}

// -- The record -----------------------------------------------------------------------------------------------------

static RECORD_PIECES: &[&str] = &[
    "[",
    "]",
    "[Name \"",
    "\n[Name \"",
    "[A \"b\"]",
    "\n[A \"b\"]\n",
    "\n[",
    "\"",
    "\\",
    "\\\"",
    "{",
    "}",
    "{x}",
    "{\n}",
    "(",
    ")",
    "(1. d)",
    "#",
    "# x\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\t",
    ".",
    "..",
    "...",
    "1.",
    "2...",
    "12",
    "0",
    ",",
    ";",
    "/",
    "1/2-1/2",
    "1–0",
    "draw",
    "*",
    "!",
    "?",
    "!?",
    "!!!",
    "c",
    "h8",
    "--",
    "—",
    "é",
    "中",
    "𝒜",
];

#[test]
fn records_are_read_as_their_grammar_says() {
    let grammar = grammar("record");
    let trial = Trial { sentences: 3000, mutants: 10_000, longest: 120, pieces: RECORD_PIECES };
    hold(&grammar, "record", trial, |text| {
        let mut readable = false;
        let records = each_record(text, |record| {
            readable = record.faults().is_empty();
            if readable {
                assert_pieces(&grammar, record);
            }
        });
        records == 1 && readable
    });
}

/// How many records the reader finds in `text`; `look` sees each.
fn each_record(text: &str, mut look: impl FnMut(&Record<'_>)) -> usize {
    let mut records = Transcripts::new(text.as_bytes(), MAX_RECORD).expect("a slice can be read");
    let mut count = 0;
    while let Some(record) = records.next().expect("a slice can be read") {
        count += 1;
        look(&record);
    }
    count
}

/// Asserts that what the reader takes for a piece of some kind, the production of that kind derives.
fn assert_pieces(grammar: &Grammar, record: &Record<'_>) {
    let assert_piece = |production: &str, piece: &str| {
        assert!(
            grammar.recognises(production, piece),
            "the reader finds the {production} {piece:?} in {:?}",
            record.text
        );
    };
    for tag in &record.parts.tags {
        assert_piece("tag", record.slice(to_usize_range(&tag.whole)));
        assert_piece("name", record.name(tag));
        assert_piece("value", record.slice(to_usize_range(&tag.value)));
    }
    let mut open = Vec::new();
    let tokens: Vec<_> = record.tokens().collect();
    for (index, token) in tokens.iter().chain(&record.parts.header).enumerate() {
        let piece = record.token(token);
        match token.kind {
            TokenKind::Number(_) if !piece.ends_with('.') => {
                let dots = tokens[index + 1];
                assert_piece("turn-number", record.slice(token.start as usize..dots.end as usize));
            }
            TokenKind::Number(_) => assert_piece("turn-number", piece),
            TokenKind::Dots => assert_piece("dots", piece),
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::Break => assert_piece("separator", piece),
            TokenKind::Comment { .. } => assert_piece("comment", piece),
            TokenKind::LineComment => assert_piece("remark", piece),
            TokenKind::Annotation => assert_piece("annotation", piece),
            TokenKind::Word => assert_piece("word", piece),
            TokenKind::Open { .. } => open.push(token.start),
            TokenKind::Close { .. } => {
                let start = open.pop().expect("a sound record's variations are open where they are closed");
                assert_piece("variation", record.slice(start as usize..token.end as usize));
            }
        }
    }
}

/// Which kind of token a production describes.
type OfKind = fn(TokenKind) -> bool;

#[test]
fn pieces_of_records_are_cut_as_their_productions_say() {
    let grammar = grammar("record");
    let kinds: [(&str, OfKind); 4] = [
        ("word", |kind| kind == TokenKind::Word),
        ("annotation", |kind| kind == TokenKind::Annotation),
        ("comment", |kind| matches!(kind, TokenKind::Comment { .. })),
        ("separator", |kind| matches!(kind, TokenKind::Comma | TokenKind::Semicolon | TokenKind::Break)),
    ];
    for (production, of_kind) in kinds {
        let trial = Trial { sentences: 1000, mutants: 3000, longest: 20, pieces: RECORD_PIECES };
        hold(&grammar, production, trial, |piece| {
            let before = "c ";
            let text = format!("{before}{piece}");
            let mut is_one = false;
            let records = each_record(&text, |record| {
                is_one = record.faults().is_empty()
                    && matches!(record.tokens().collect::<Vec<_>>()[..], [_, token]
                        if of_kind(token.kind) && token.span() == (before.len()..text.len()));
            });
            records == 1 && is_one
        });
    }
}

// -- Lists ----------------------------------------------------------------------------------------------------------

static LINE_PIECES: &[&str] = &[
    "#", "# x", "\n", "\r", "\r\n", " ", "  ", "\t", "\u{b}", "\u{c}", "3", "33543", "c", "--", "[Name \"", "{", "é",
    "\u{a0}",
];

static TAG_PIECES: &[&str] =
    &["#:", "#: ", "[A \"b\"]", "[", "]", "\"", "\\", "\\\"", "A", "A_1", " \"", "\"]", "# x", "{x}"];

#[test]
fn lines_are_read_as_their_grammar_says() {
    let grammar = grammar("lines");
    let trial = Trial { sentences: 3000, mutants: 5000, longest: 60, pieces: LINE_PIECES };
    hold(&grammar, "line", trial, |text| {
        let mut lines = Lines::new(text.as_bytes(), MAX_RECORD).expect("a slice can be read");
        let mut found = Vec::new();
        while let Some(record) = lines.next().expect("a slice can be read") {
            for token in record.tokens() {
                assert!(grammar.recognises("word", record.token(&token)), "{:?}", record.token(&token));
            }
            found.push(record.text.to_owned());
        }
        found == [text.strip_suffix('\r').unwrap_or(text)]
    });
    hold(&grammar, "skipped", trial, |text| {
        let mut lines = Lines::new(text.as_bytes(), MAX_RECORD).expect("a slice can be read");
        let tags = text.trim_ascii_start().starts_with("#:");
        !text.contains('\n') && !tags && !lines.advance().expect("a slice can be read")
    });
    let pieces = &[LINE_PIECES, TAG_PIECES].concat();
    hold(&grammar, "tags", Trial { pieces, ..trial }, |text| {
        let list = format!("{text}\nc");
        let mut lines = Lines::new(list.as_bytes(), MAX_RECORD).expect("a slice can be read");
        let tags = text.trim_ascii_start().starts_with("#:");
        let record = lines.next().expect("a slice can be read").expect("a game");
        tags && !text.contains('\n') && record.parts.faults.is_empty()
    });
}

// -- Tables and JSON Lines ------------------------------------------------------------------------------------------

static CSV_PIECES: &[&str] =
    &["\"", "\"\"", "\"a\"", ",", ",,", ",\"", "\",", "\n", "\r", "\r\n", "\"\r", " ", "\t", "c", "33543", ";", "é"];

#[test]
fn tables_are_read_as_their_grammar_says() {
    let given = Given { moves: Some("1".to_owned()), delimiter: Some(b','), no_header: true, ..Given::default() };
    let trial = Trial { sentences: 3000, mutants: 10_000, longest: 60, pieces: CSV_PIECES };
    hold(&grammar("csv"), "row", trial, |text| {
        let mut table = Csv::new(Cursor::new(marked(text)), MAX_RECORD, &given).expect("the moves are found");
        only_record(&mut table, text).is_some_and(|fault| fault.is_empty())
    });
}

static JSON_PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\"a\"",
    "\"a\":",
    "\\",
    "\\n",
    "\\\"",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "1",
    "0",
    "-1.5e3",
    "1.",
    "01",
    "true",
    "null",
    "[1]",
    "{\"a\":[]}",
    " ",
    "\t",
    "\r",
    "\n",
    "\u{1}",
    "é",
];

#[test]
fn json_lines_are_read_as_their_grammar_says() {
    let grammar = grammar("jsonl");
    let fault_of = |text: &str| {
        let mut lines = JsonLines::new(Cursor::new(marked(text)), MAX_RECORD, &Given::default()).expect("a slice");
        only_record(&mut lines, text)
    };
    let trial = Trial { sentences: 3000, mutants: 10_000, longest: 60, pieces: JSON_PIECES };
    hold(&grammar, "line", trial, |text| {
        fault_of(text).is_some_and(|fault| fault.is_empty() || fault.starts_with("this object has no key"))
    });
    hold(&grammar, "moves", trial, |value| {
        value.trim_ascii() == value
            && !value.contains('\n')
            && fault_of(&format!("{{\"moves\":{value}}}")).is_some_and(|fault| fault.is_empty())
    });
}

/// A text behind a byte-order mark, so that one in it is a letter like any other.
fn marked(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").into_bytes()
}

/// What is wrong with the only record of `text` before its moves are looked at (nothing: an empty text); `None` if the
/// text is not one row.
fn only_record(records: &mut dyn Records, text: &str) -> Option<String> {
    let mut said = Vec::new();
    while records.advance().expect("a slice can be read") {
        let record = records.header();
        let begin = record.place.offset;
        let [start, end] = record.place.source.unwrap_or([begin, begin + record.text.len() as u64]);
        let row = text.strip_suffix('\r').unwrap_or(text);
        let whole = [start, end] == [3, 3 + row.len() as u64];
        let fault = record.parts.faults.first().map(|fault| fault.text.message.clone()).unwrap_or_default();
        said.push(whole.then_some(fault));
    }
    if said.len() == 1 { said.pop().flatten() } else { None }
}

// -- Files of other programs ----------------------------------------------------------------------------------------

/// Whether a format reads a text without a fault of the text, and every ply as a ply of the game.
fn reads(format: Format, text: &str) -> bool {
    let found: Vec<_> = scoresheet::records(text.as_bytes()).format(format).collect();
    let [Ok(record)] = &found[..] else { return false };
    !record.report().diagnostics.iter().any(|found| matches!(found.code, "bad-syntax" | "bad-move"))
}

#[test]
fn halma_logs_are_read_as_their_grammar_says() {
    let pieces = &[
        "0",
        "1",
        "3",
        "4",
        "15",
        "16",
        "P",
        "Q",
        "(",
        ")",
        ",",
        " ",
        "null",
        "#",
        "GAMEOVER",
        "START Player-",
        "WINNER Player-2",
        "DRAW",
        "\t",
        "é",
    ];
    let trial = Trial { sentences: 2000, mutants: 6000, longest: 40, pieces };
    hold(&grammar("halma-log"), "line", trial, |text| {
        // The players before this one pass. A line of the header stands before all play.
        let player = text.bytes().next().filter(u8::is_ascii_digit).map_or(0, |byte| byte - b'0');
        let passes: String = (0..player.min(4)).map(|number| format!("{number} null null\n")).collect();
        !text.contains(['\n', '\r']) && reads(Format::HALMA_LOG, &format!("START Player-0 a\n{passes}{text}\n"))
    });
}

#[test]
fn ludii_trials_are_read_as_their_grammar_says() {
    let pieces = &["0", "1", "2", "3", "4", "7", ",from=", ",to=", "]", " "];
    let trial = Trial { sentences: 2000, mutants: 6000, longest: 40, pieces };
    hold(&grammar("ludii"), "move", Trial { longest: 60, ..trial }, |text| {
        let line = format!("Move=[Move:mover={text}");
        // Only Halma sets up pieces.
        let game = if text.trim_start_matches('0').starts_with(['1', '2']) { "Gomoku" } else { "Halma" };
        line.trim_ascii_end() == line
            && !text.contains(['\n', '\r'])
            && reads(Format::LUDII, &format!("game={game}.lud\n{line}\n"))
    });
}

#[test]
fn openspiel_playthroughs_are_read_as_their_grammar_says() {
    let pieces = &["action:", "action", " ", "3", "-1", "x", "# State 0", "\t", "é"];
    let trial = Trial { sentences: 2000, mutants: 6000, longest: 20, pieces };
    hold(&grammar("openspiel"), "line", trial, |text| {
        !text.contains(['\n', '\r']) && reads(Format::OPENSPIEL, &format!("game: gomoku\n{text}\n"))
    });
}

static NUMBER_PIECES: &[&str] = &["0", "1", "2", "5", "6", "9", "25", "-", "+", ".", "e", "x"];

#[test]
fn kaggle_episodes_are_read_as_their_grammar_says() {
    let trial = Trial { sentences: 1000, mutants: 3000, longest: 6, pieces: NUMBER_PIECES };
    hold(&grammar("kaggle"), "action", trial, |text| {
        let steps = format!("[[{{\"status\":\"ACTIVE\"}}],[{{\"action\":{text}}}]]");
        reads(Format::KAGGLE, &format!("{{\"name\":\"connectx\",\"steps\":{steps}}}"))
    });
}

#[test]
fn bot_reports_are_read_as_their_grammar_says() {
    let trial = Trial { sentences: 1000, mutants: 3000, longest: 6, pieces: NUMBER_PIECES };
    hold(&grammar("bots-json"), "cell", trial, |text| {
        reads(Format::BOTS_JSON, &format!("{{\"matches\":[{{\"move_cells\":[{text}]}}]}}"))
    });
}

#[test]
fn gctl_games_are_read_as_their_grammar_says() {
    let pieces = &["A", "H", "I", "i", "j", "Z", "0", "1", "19", "é"];
    let trial = Trial { sentences: 1000, mutants: 3000, longest: 6, pieces };
    hold(&grammar("gctl-json"), "point", trial, |text| {
        reads(Format::GCTL_JSON, &format!("{{\"board_size\":19,\"moves\":[{{\"X\":\"{text}\"}}]}}"))
    });
}

#[test]
fn rseq_trees_are_read_as_their_grammar_says() {
    let pieces = &["[", "]", ",", "0", "7", "-1", "-", "[7,7,0,-1,0]"];
    let trial = Trial { sentences: 1000, mutants: 3000, longest: 12, pieces };
    hold(&grammar("rseq-json"), "node", trial, |text| {
        // The tree has no root, so its nodes are only read.
        reads(Format::RSEQ_JSON, &format!("{{\"roots\":[],\"nodes\":[{text}]}}"))
    });
}

// -- Notation systems -----------------------------------------------------------------------------------------------

static TOKEN_PIECES: &[&str] = &[
    "a", "c", "h", "z", "C", "0", "1", "6", "9", "10", "-", "--", "–", "—", "*", "+", "c1", "cf", "h8", " ", "\n", ".",
    ",", "é", "swap ",
];

/// Pieces of plies of Gomoku besides.
static GOMOKU_PIECES: &[&str] = &[
    "a", "h", "i", "z", "H", "I", "J", "Z", "0", "1", "8", "26", "99999", "-", "--", "–", "——", "+", "h8", "+j9",
    "-h9", "swap ", "swap", "swap\t", "\r\n", " ", "\n", ",", "7,7", ",0", ".", "*", "é",
];

/// Pieces of plies of Halma.
static HALMA_PIECES: &[&str] = &[
    "a", "h", "p", "z", "A", "X", "x", ":", "-", "--", "–", "—", "——", "→", "0", "1", "8", "16", "99999", "h8", "-h9",
    "xh10", "→h", "-h9-h7", " ", "\n", ",", "+", "é",
];

/// Pieces of plies of Le File.
static CARD_PIECES: &[&str] = &[
    "A", "1", "8", "9", "0", "24", "2h4c", "♥", "♣", "h", "s", "r", "b", "n", "P", "R", "T", "*", "Pb4", "c4-d5", "-",
    "–", "—", "--", " =a2-d5", " xe3-h1", "=", "x", "a99999", "Z26", " ", "  ", "\t", "\r\n", ",", ".", "é", "\u{c}",
    "3 rosso ", " rosso ", "Nero", "BLACK ", "red",
];

#[test]
fn columns_are_read_as_their_grammar_says() {
    hold_system(System::COLUMNS, "ply", FORZA4);
    hold_system(System::COLUMNS, "plus4", PLUS4);
}

#[test]
fn squares_are_read_as_their_grammar_says() {
    for played in [FORZA4, PLUS4] {
        hold_system(System::SQUARES, "ply", played);
    }
    for variant in ["standard", "freestyle", "omok", "caro", "renju"] {
        hold_system(System::SQUARES, "gomoku", Played { variant, ..GOMOKU });
    }
    hold_system(System::SQUARES, "murray", MURRAY);
}

#[test]
fn digits_are_read_as_their_grammar_says() {
    hold_system(System::DIGITS, grammar("digits").first(), FORZA4);
}

#[test]
fn digits0_are_read_as_their_grammar_says() {
    hold_system(System::DIGITS0, grammar("digits0").first(), FORZA4);
}

#[test]
fn sgf_is_read_as_its_grammar_says() {
    for played in [FORZA4, PLUS4, GOMOKU, MURRAY] {
        hold_system(System::SGF, "ply", played);
    }
}

#[test]
fn go_is_read_as_its_grammar_says() {
    for played in [GOMOKU, MURRAY] {
        hold_system(System::GO, "ply", played);
    }
}

#[test]
fn xy_is_read_as_its_grammar_says() {
    for played in [GOMOKU, MURRAY] {
        hold_system(System::XY, "ply", played);
    }
}

#[test]
fn paths_are_read_as_their_grammar_says() {
    hold_system(System::PATHS, "ply", HALMA);
}

#[test]
fn ends_are_read_as_their_grammar_says() {
    hold_system(System::ENDS, "ply", HALMA);
}

#[test]
fn cards_are_read_as_their_grammar_says() {
    hold_system(System::CARDS, grammar("cards").first(), LEFILE);
}

/// A game by whose rules plies are read.
#[derive(Clone, Copy)]
struct Played {
    game: &'static str,
    variant: &'static str,
    board: &'static str,
    /// Tags that the caller cannot give.
    tags: &'static str,
    pieces: &'static [&'static str],
}

const FORZA4: Played = Played { game: "forza4", variant: "standard", board: "7x6", tags: "", pieces: TOKEN_PIECES };
const PLUS4: Played = Played { game: "plus4", variant: "continua", board: "4x4", ..FORZA4 };
const GOMOKU: Played = Played { game: "gomoku", variant: "standard", board: "19x19", tags: "", pieces: GOMOKU_PIECES };
const MURRAY: Played = Played { variant: "murray", tags: "[Pieces \"12\"]\n", ..GOMOKU };

const HALMA: Played = Played { game: "halma", variant: "standard", board: "16x16", tags: "", pieces: HALMA_PIECES };
const LEFILE: Played = Played { game: "lefile", variant: "standard", board: "8x8", tags: "", pieces: CARD_PIECES };

impl Played {
    fn defaults(self, system: System) -> Defaults {
        Defaults {
            game: Some(self.game.to_owned()),
            variant: Some(self.variant.to_owned()),
            board: Some(self.board.to_owned()),
            notation: Some(system),
            ..Defaults::default()
        }
    }
}

/// Holds a production for the plies of a system against the words that a game reads in it; and words that stand alone
/// against what is said of them in a record.
fn hold_system(system: System, production: &str, played: Played) {
    let (grammar, words) = (grammar(system.name()), grammar("record"));
    let mut checker = Checker::new(played.defaults(system));
    let header = format!("{}\n", played.tags);
    let sample = format!("{header}c");
    let mut records = Transcripts::new(sample.as_bytes(), MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let setting = checker.setting(&record).expect("a setting");
    let trial = Trial { sentences: 2000, mutants: 6000, longest: 8, pieces: played.pieces };
    hold(&grammar, production, trial, |text| {
        let scoresheet::engine::Fit { good, total } = setting.start.fit_word(system, text);
        // No ply that is cut out of a text begins or ends with white space.
        let accepts = total > 0 && good == total && text.trim_ascii() == text;
        // The replay stops at a ply that is not on the board, so of a run it does not judge all plies.
        if !system.runs_together() && is_text_of_ply(&words, text, &setting.rules, played) {
            // Behind its number, so that no letters and a colon look like a tag.
            let text = format!("{header}1. {text}");
            let reports = validate(text.as_bytes(), "x", played.defaults(system)).expect("a slice can be read");
            let told = reports[0].diagnostics.iter().any(|found| found.code == "bad-move");
            assert_eq!(accepts, !told, "{text:?} as a {system} token and in a record: {:?}", reports[0].diagnostics);
        }
        accepts
    });
}

/// Whether `text` is a word of movetext and no result; `swap` and one behind it, in Gomoku; a ply in Le File.
fn is_text_of_ply(words: &Grammar, text: &str, rules: &scoresheet::game::RuleSet, played: Played) -> bool {
    let parts: Vec<&str> = text.split([' ', '\t', '\r', '\n']).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        // Well-formed words of Le File that make a ply together are read together.
        [_, _, ..] if played.game == "lefile" => {
            grammar("cards").recognises("ply", text) && parts.iter().all(|part| words.recognises("word", part))
        }
        // Of two words that are no swap each is a ply of its own.
        ["swap", square] if played.game == "gomoku" && text.starts_with("swap") && text.ends_with(square) => {
            grammar("squares").recognises("square", square)
        }
        _ => words.recognises("word", text) && !text.starts_with('[') && Claim::read(text, rules).is_none(),
    }
}

// -- Diagrams -------------------------------------------------------------------------------------------------------

static DIAGRAM_PIECES: &[&str] = &[
    ".", " .", "..", "...", "1", " 2", "12", "0", "04", "+4", "x", "a", " a b", "a\n", "\n", "\n\n", "\r\n", " ", "\t",
    "{x}", "{\n}", "{", "}", "# x\n", "#", ",", "(", "é",
];

/// Boards as columns and rows.
static BOARDS: [(usize, usize); 3] = [(4, 4), (7, 6), (5, 11)];

#[test]
fn diagrams_are_read_as_their_grammar_says() {
    let general = grammar("diagram");
    for (columns, rows) in BOARDS {
        let fixed = closed("diagram of a board", &(of_board(columns, rows) + &text("diagram")));
        let board = format!("{columns}x{rows}");
        let longest = 6 * columns * rows;
        let trial = Trial { sentences: 700, mutants: 2000, longest, pieces: DIAGRAM_PIECES };
        hold(&fixed, "board", trial, |text| {
            let accepts = has_shape(text, &board);
            assert!(!accepts || general.recognises("diagram", text), "the grammar of any board refuses {text:?}");
            accepts
        });
    }
}

/// Where the numbers of rows and cells are open, a diagram fits the board whose numbers it has, and no other.
#[test]
fn diagrams_of_any_size_fit_one_board() {
    let general = grammar("diagram");
    let mut rng = Rng::with_seed(4);
    let (mut fitting, mut others) = (0, 0);
    for _ in 0..3000 {
        let (columns, rows) = (rng.usize(4..=6), rng.usize(4..=6));
        let gap = |rng: &mut Rng| general.sentence("apart", rng, 4);
        let mut text = general.sentence("gap", &mut rng, 4);
        let labelled = rng.bool();
        for row in (1..=rows).rev() {
            if labelled {
                text += &format!("{row}{}", gap(&mut rng));
            }
            for column in 0..columns {
                text += &(general.sentence("cell", &mut rng, 3)
                    + &if column + 1 < columns { gap(&mut rng) } else { String::new() });
            }
            text += &if row > 1 { general.sentence("turn", &mut rng, 6) } else { String::new() };
        }
        assert!(general.recognises("diagram", &text), "{text:?}");
        for (other_columns, other_rows) in [(columns, rows), (columns + 2, rows), (columns, rows + 1)] {
            let fits = has_shape(&text, &format!("{other_columns}x{other_rows}"));
            assert_eq!(
                fits,
                (columns, rows) == (other_columns, other_rows),
                "{text:?} on {other_columns}x{other_rows}"
            );
            *(if fits { &mut fitting } else { &mut others }) += 1;
        }
    }
    assert_eq!((fitting, others), (3000, 6000));
}

/// Productions for the diagrams of one board, made of those for all.
fn of_board(columns: usize, rows: usize) -> String {
    let cells = ["cell"].repeat(columns).join(" apart ");
    // Either every row has its label or none has.
    let named: Vec<String> = (1..=rows).rev().map(|row| format!("named{row}")).collect();
    let plain = ["plain"].repeat(rows).join(" turn ");
    let named = named.join(" turn ");
    let mut text = format!("board ::= gap ( abc turn )? ( {named} | {plain} ) ( turn abc )? gap remark?\n");
    text += &format!("plain ::= {cells}\n");
    for row in 1..=rows {
        text += &format!("named{row} ::= '0'* '{row}' apart plain\n");
    }
    let letters: Vec<String> = ('a'..='z').take(columns).map(|letter| format!("'{letter}'")).collect();
    text + &format!("abc ::= {}\n", letters.join(" apart "))
}

/// Whether the reader of diagrams finds as many rows and cells as the board has, and nothing else.
fn has_shape(text: &str, board: &str) -> bool {
    let reports = validate(text.as_bytes(), "x", of_forza4(board)).expect("a slice can be read");
    let wrong = ["diagram-shape", "bad-syntax", "unclosed-comment"];
    reports.len() == 1 && !reports[0].diagnostics.iter().any(|found| wrong.contains(&found.code))
}

fn of_forza4(board: &str) -> Defaults {
    Defaults { board: Some(board.to_owned()), ..FORZA4.defaults(System::DIAGRAM) }
}
