//! Twice the text takes twice the work, whatever it looks like.
//!
//! Work is counted in instructions, by valgrind, so that the same text always counts the same, however busy the
//! machine. Each text is read at a length and at twice that length; what nearly nothing takes is taken off both.
//! Where every byte or token looks at all those before it, the second count is four times the first. Run it with
//! `cargo test --test growth -- --ignored --nocapture` to see the counts. `TEXT` chooses texts by a part of their names.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use scoresheet::audit::{Feeder, Options, Products, Progress, ReportForm, run};
use scoresheet::collate::{self, Archive, Matching};
use scoresheet::convert::convert;
use scoresheet::diagnostic::Shortlist;
use scoresheet::formats::Format;
use scoresheet::mend::identify::Identifier;
use scoresheet::mend::repair::{self, Mender};
use scoresheet::parallel::{self, Event, Plan};
use scoresheet::record::Record;
use scoresheet::report::{human, report};
use scoresheet::{Checker, Defaults, MAX_RECORD, Target, input};

/// The shorter length of most texts. Blocks of input are longer, so what happens once a block counts, too.
const LENGTH: usize = 64 * 1024;

/// The shorter length of a record that goes through many blocks.
const LONG: usize = 2 * 1024 * 1024;

/// How many times the work of a text is that of half of it, at most: twice and a little for what grows in steps.
const MOST: f64 = 2.3;

/// Work that is too little to tell how it grows.
const SMALL: u64 = 200_000;

/// A text of about a length, in a file with an ending that tells its format.
struct Text {
    name: &'static str,
    ending: &'static str,
    length: usize,
    make: fn(usize) -> Vec<u8>,
}

/// `head`, then pieces by their numbers until there are `length` bytes, then `tail`.
fn pieces(length: usize, head: &str, piece: impl Fn(usize) -> String, tail: &str) -> Vec<u8> {
    let mut text = head.to_owned();
    let mut number = 0;
    while text.len() < length {
        text.push_str(&piece(number));
        number += 1;
    }
    text.push_str(tail);
    text.into_bytes()
}

fn repeated(length: usize, head: &str, piece: &str, tail: &str) -> Vec<u8> {
    pieces(length, head, |_| piece.to_owned(), tail)
}

/// A game of Halma that goes on for ever: each side steps out of its base and back. `after` stands after White's plies.
fn shuttle(length: usize, after: &str) -> Vec<u8> {
    let turn = |number: usize| {
        let (white, green) = if number.is_multiple_of(2) { ("a12-a11", "p5-p6") } else { ("a11-a12", "p6-p5") };
        format!("{}. {white}{after}, {green};\n", number + 1)
    };
    pieces(length, "[Game \"halma\"]\n\n", turn, "\n")
}

/// The beginning of a record of Forza 4 that goes on with anything.
const HEAD: &str = "[Game \"forza4\"]\n\n1. c, e; ";

const fn text(name: &'static str, make: fn(usize) -> Vec<u8>) -> Text {
    Text { name, ending: "txt", length: LENGTH, make }
}

const fn long(name: &'static str, make: fn(usize) -> Vec<u8>) -> Text {
    Text { name, ending: "txt", length: LONG, make }
}

const fn of(ending: &'static str, name: &'static str, make: fn(usize) -> Vec<u8>) -> Text {
    Text { name, ending, length: LENGTH, make }
}

/// Texts that mean harm.
static TEXTS: &[Text] = &[
    // Tags.
    text("different tags", |length| {
        pieces(length, "[Game \"forza4\"]\n", |number| format!("[T{number} \"x\"]\n"), "\n1. c\n")
    }),
    text("tags of PlayOK", |length| {
        let head = "[Event \"?\"]\n[Site \"PlayOK\"]\n[GameType \"60,15\"]\n";
        pieces(length, head, |number| format!("[T{number} \"x\"]\n"), "\n1. h8 i9\n")
    }),
    text("one tag again and again", |length| repeated(length, "[Game \"forza4\"]\n", "[T \"x\"]\n", "\n1. c\n")),
    text("tags that are nearly known", |length| {
        let name = |number: usize| format!("[Whte{} \"x\"]\n", char::from(b'a' + (number % 26) as u8));
        pieces(length, "[Game \"forza4\"]\n", name, "\n1. c\n")
    }),
    text("lines that are no tags", |length| repeated(length, "[Game \"forza4\"]\n\n1. c\n", "[T \"x\n", "\n")),
    text("lines of names and values", |length| repeated(length, "[Game \"forza4\"]\n", "White: Ada\n", "\n1. c\n")),
    text("a tag of escapes", |length| repeated(length, "[Game \"forza4\"]\n[T \"", "\\\"", "\"]\n\n1. c\n")),
    text("options", |length| {
        repeated(length, "[Game \"forza4\"]\n[Options \"equalizer", ",equalizer", "\"]\n\n1. c\n")
    }),
    text("numbers of plies that stood", |length| {
        pieces(
            length,
            "[Game \"halma\"]\n[Stands \"1",
            |number| format!(",{}", number + 2),
            "\"]\n\n1. a12-a11, p5-p6\n",
        )
    }),
    text("draws for the colours", |length| {
        repeated(length, "[Game \"lefile\"]\n[Cut \"7h 7c", ", 7h 7c", ", 5d 3s\"]\n\n1. 83 Ph3, 65 Pe6\n")
    }),
    // Movetext of one record.
    text("a long legal game", |length| shuttle(length, "")),
    text("a long legal game with comments", |length| shuttle(length, " {so it goes}")),
    text("a long legal game with variations", |length| shuttle(length, " (b12-b11)")),
    text("a long legal game with nested variations", |length| shuttle(length, " (b12-b11 (c13-c12 (c13-d12)))")),
    text("a long legal game with marks", |length| shuttle(length, " {[%stands]}")),
    text("many manches", |length| {
        let manche = |number: usize| {
            let two = ["1. d, a; 2. d, b; 3. d, b; 4. d", "1. ..., a; 2. b, a; 3. c, a; 4. c, a"];
            format!("{}{}\n", if number == 0 { "" } else { "/ " }, two[number % 2])
        };
        pieces(length, "[Game \"plus4\"]\n[Variant \"manche\"]\n[Target \"99999\"]\n\n", manche, "\n")
    }),
    text("a chain of jumps", |length| repeated(length, "[Game \"halma\"]\n\n1. a13-a11", "-a13-a11", ", p4-p6\n")),
    text("a long way by its ends", |length| {
        repeated(length, "[Game \"halma\"]\n[Notation \"ends\"]\n\n", "a13-a11 p4-p6 a11-a13 p6-p4 ", "\n")
    }),
    text("claims of files", |length| repeated(length, "[Game \"lefile\"]\n\n1. 83 Ph3", " =a2-d5", ", 65 Pe6\n")),
    text("variations of one ply", |length| repeated(length, HEAD, "d (e) ", "\n")),
    text("variations behind one another", |length| repeated(length, "[Game \"forza4\"]\n\n1. c ", "(d) ", "\n")),
    text("open parentheses", |length| repeated(length, HEAD, "(d ", "\n")),
    text("parentheses as deep as may be", |length| {
        repeated(length, HEAD, &format!("{}{}", "(d ".repeat(60), ")".repeat(60)), "\n")
    }),
    text("closed parentheses", |length| repeated(length, HEAD, ")", "\n")),
    text("comments", |length| repeated(length, HEAD, "{x} ", "d\n")),
    text("comments to the end of the line", |length| repeated(length, HEAD, "# x\n", "d\n")),
    text("open braces", |length| repeated(length, HEAD, "{", "\n")),
    text("closed braces", |length| repeated(length, HEAD, "}", "\n")),
    text("annotations", |length| repeated(length, HEAD, "!?", "\n")),
    text("plies that are not there", |length| repeated(length, HEAD, "..., ", "\n")),
    text("turn numbers", |length| repeated(length, HEAD, "9. ", "d\n")),
    text("digits", |length| repeated(length, HEAD, "3", "\n")),
    text("digits apart", |length| repeated(length, "[Game \"forza4\"]\n\n", "3 ", "\n")),
    text("letters", |length| repeated(length, "[Game \"forza4\"]\n\n", "c", "\n")),
    text("squares run together", |length| repeated(length, "[Game \"gomoku\"]\n\n", "h8", "\n")),
    text("a word without an end", |length| repeated(length, HEAD, "x", "\n")),
    text("results", |length| repeated(length, HEAD, "1-0 ", "\n")),
    text("breaks", |length| repeated(length, HEAD, "/ ", "\n")),
    text("semicolons", |length| repeated(length, HEAD, ";", "\n")),
    text("a diagram without an end", |length| repeated(length, "[Game \"forza4\"]\n\n", "1 2 3 4 5 6 7\n", "\n")),
    text("blank lines before a ply", |length| repeated(length, HEAD, "\n", "d\n")),
    text("carriage returns", |length| repeated(length, HEAD, "\r", "d\n")),
    text("bytes that are no UTF-8", |length| {
        let mut text = repeated(length, HEAD, "~ ", "\n");
        text.iter_mut().filter(|byte| **byte == b'~').for_each(|byte| *byte = 0xff);
        text
    }),
    text("letters of three bytes", |length| repeated(length, HEAD, "€", "\n")),
    // Databases, in which games name what stands before them.
    of("rif", "a database with players between its games", |length| {
        let game = |number| {
            format!(
                "<player id=\"{number}\" name=\"P\"/>\n<game rule=\"1\" black=\"{number}\"><move>h8</move></game>\n"
            )
        };
        pieces(length, "<database><rules><rule id=\"1\" name=\"RIF\"/></rules><games>\n", game, "</games></database>\n")
    }),
    of("rif", "a database of players without games", |length| {
        pieces(
            length,
            "<database><players>\n",
            |number| format!("<player id=\"{number}\" name=\"P\"/>\n"),
            "</players></database>\n",
        )
    }),
    of("rif", "a database in one line", |length| {
        repeated(length, "<database><games>", "<game rule=\"1\"><move>h8</move></game>", "</games></database>\n")
    }),
    // Many records.
    text("blank lines between records", |length| {
        repeated(length, "[Game \"forza4\"]\n\n1. c\n", "\n", "[Game \"forza4\"]\n\n1. c\n")
    }),
    text("valid records", |length| repeated(length, "", "[Game \"forza4\"]\n\n1. c, e\n\n", "")),
    text("invalid records", |length| repeated(length, "", "[Game \"forza4\"]\n\n1. c, z\n\n", "")),
    text("records with a game of their own", |length| {
        pieces(length, "", |number| format!("[Game \"g{number}\"]\n\n1. c\n\n"), "")
    }),
    text("records with a setting of their own", |length| {
        let board = |number: usize| format!("{}x{}", 4 + number % 20, 4 + number / 20 % 20);
        pieces(length, "", |number| format!("[Game \"forza4\"]\n[Board \"{}\"]\n\n1. c\n\n", board(number)), "")
    }),
    text("records with players of their own", |length| {
        pieces(length, "", |number| format!("[Game \"forza4\"]\n[White \"P{number}\"]\n\n1. c\n\n"), "")
    }),
    text("records that are glued", |length| repeated(length, HEAD, "1-0[Game \"forza4\"] 1. z ", "\n")),
    text("comments that are never closed", |length| repeated(length, "", "[Game \"forza4\"]\n\n1. c {x\n\n", "")),
    text("tags that are never closed", |length| repeated(length, "", "[Game \"forza4\n", "")),
    text("brackets", |length| repeated(length, "", "[", "\n")),
    text("text that is no record", |length| repeated(length, "", "so it was played\n", "")),
    // Lists.
    of("lines", "short lines", |length| repeated(length, "#: [Game \"forza4\"]\n", "33543\n", "")),
    of("lines", "squares run together in lines", |length| {
        repeated(length, "#: [Game \"gomoku\"]\n", "h8g10j6 Ada\n", "")
    }),
    of("lines", "lines with remarks", |length| {
        repeated(length, "#: [Game \"forza4\"]\n", "c e c Ada - Bruno, an evening\n", "")
    }),
    of("lines", "a list below a line of many tags", |length| {
        let tags = pieces(length / 2, "#: [Game \"forza4\"]", |number| format!(" [T{number} \"x\"]"), "\n");
        [tags, repeated(length / 2, "", "c\n", "")].concat()
    }),
    of("lines", "lines of tags", |length| repeated(length, "", "#: [Game \"forza4\"]\nc e\n", "")),
    of("lines", "one line of digits", |length| repeated(length, "#: [Game \"forza4\"]\n", "3", "\n")),
    of("lines", "one line of words", |length| repeated(length, "#: [Game \"forza4\"]\nc e ", "so ", "\n")),
    of("lines", "one line of tags", |length| repeated(length, "#: [Game \"forza4\"]", " [T \"x\"]", "\nc e\n")),
    of("lines", "lines that are no games", |length| repeated(length, "#: [Game \"forza4\"]\n", "zz\n", "")),
    of("lines", "blank lines of a list", |length| repeated(length, "#: [Game \"forza4\"]\nc e\n", "\n", "c e\n")),
    of("lines", "lines that are no UTF-8", |length| {
        let mut text = repeated(length, "#: [Game \"forza4\"]\n", "c e ~\n", "");
        text.iter_mut().filter(|byte| **byte == b'~').for_each(|byte| *byte = 0xff);
        text
    }),
    // Tables.
    of("csv", "rows", |length| repeated(length, "game,White,moves\n", "forza4,Ada,c e\n", "")),
    of("csv", "quoted cells", |length| repeated(length, "game,White,moves\n", "forza4,\"A \"\"da\"\"\",\"c e\"\n", "")),
    of("csv", "a row of illegal variations", |length| repeated(length, "game,moves\nforza4,d ", "(zz) ", "\n")),
    of("csv", "quotes that are never closed", |length| {
        repeated(length, "game,White,moves\n", "forza4,\"Ada,c e\n", "")
    }),
    of("csv", "a cell of quotes", |length| repeated(length, "game,White,moves\nforza4,\"", "\"\"", "\",c e\n")),
    of("csv", "a cell of lines", |length| repeated(length, "game,White,moves\nforza4,\"", "x\n", "\",c e\n")),
    of("csv", "columns", |length| pieces(length, "game,moves", |number| format!(",c{number}"), "\nforza4,c e\n")),
    of("csv", "cells of one row", |length| repeated(length, "game,moves\nforza4,c e", ",x", "\n")),
    of("csv", "blank rows", |length| repeated(length, "game,moves\nforza4,c e\n", "\n", "forza4,c e\n")),
    of("csv", "a cell of plies", |length| {
        repeated(length, "game,moves\nhalma,\"a12-a11", " p5-p6 a11-a12 p6-p5 a12-a11", "\"\n")
    }),
    // JSON Lines.
    of("jsonl", "objects", |length| repeated(length, "", "{\"game\":\"forza4\",\"moves\":[\"c\",\"e\"]}\n", "")),
    of("jsonl", "an array of plies", |length| {
        repeated(
            length,
            "{\"game\":\"halma\",\"moves\":[",
            "\"a12-a11\",\"p5-p6\",\"a11-a12\",\"p6-p5\",",
            "\"a12-a11\"]}\n",
        )
    }),
    of("jsonl", "an array of empty words", |length| {
        repeated(length, "{\"game\":\"forza4\",\"moves\":[", "\"\",", "\"c\"]}\n")
    }),
    of("jsonl", "an array of numbers", |length| repeated(length, "{\"game\":\"forza4\",\"moves\":[", "3,", "3]}\n")),
    of("jsonl", "keys", |length| {
        pieces(length, "{\"game\":\"forza4\",", |number| format!("\"k{number}\":1,"), "\"moves\":\"c\"}\n")
    }),
    of("jsonl", "one key again and again", |length| {
        repeated(length, "{\"game\":\"forza4\",", "\"k\":1,", "\"moves\":\"c\"}\n")
    }),
    of("jsonl", "moves again and again", |length| {
        repeated(length, "{\"game\":\"forza4\",", "\"moves\":\"c\",", "\"moves\":\"c\"}\n")
    }),
    of("jsonl", "arrays in arrays", |length| repeated(length, "{\"game\":\"forza4\",\"k\":", "[", "\n")),
    of("jsonl", "a text of escapes", |length| {
        repeated(length, "{\"game\":\"forza4\",\"moves\":\"", "\\u0063 ", "\"}\n")
    }),
    of("jsonl", "lone surrogates", |length| {
        repeated(length, "{\"game\":\"forza4\",\"White\":\"", "\\ud800", "\",\"moves\":\"c\"}\n")
    }),
    of("jsonl", "lines that are no objects", |length| repeated(length, "", "{\"moves\":\n", "")),
    // One record through many blocks.
    long("a long comment", |length| {
        repeated(length, "[Game \"forza4\"]\n\n1. c {", "so it was played and so it goes on\n", "} e\n")
    }),
    long("a long comment of brackets", |length| repeated(length, "[Game \"forza4\"]\n\n1. c {", "[Alas\n[\n", "} e\n")),
    long("a long tag", |length| repeated(length, "[Game \"forza4\"]\n[Event \"", "so it was played ", "\"]\n\n1. c\n")),
    long("a long blank", |length| repeated(length, HEAD, "                                 \n", "d\n")),
    Text {
        ending: "csv",
        ..long("a long cell", |length| {
            repeated(length, "game,White,moves\nforza4,\"", "so it was played\n", "\",c e\n")
        })
    },
    Text {
        ending: "jsonl",
        ..long("a long text", |length| {
            repeated(length, "{\"game\":\"forza4\",\"k\":\"", "so it was played ", "\",\"moves\":\"c\"}\n")
        })
    },
    Text {
        ending: "lines",
        ..long("a long remark", |length| repeated(length, "#: [Game \"forza4\"]\nc e ", "so it was played ", "\n"))
    },
];

/// Records of tokens that make no game, to be mended and identified.
static DAMAGED: &[Text] = &[
    short("breaks without plies", |length| repeated(length, "[Game \"forza4\"]\n\n", "/ ", "\n")),
    short("a token that is no ply", |length| repeated(length, "[Game \"gomoku\"]\n\nh8 i9 ", "x", "\n")),
    short("a run of squares", |length| repeated(length, "[Game \"gomoku\"]\n\n", "h8", "\n")),
    short("an annotation without an end", |length| repeated(length, "[Game \"forza4\"]\n\n1. c", "!", "\n")),
    short("words that are no plies", |length| repeated(length, "[Game \"forza4\"]\n\n", "zz ", "\n")),
    short("one square again and again", |length| repeated(length, "[Game \"gomoku\"]\n\n", "h8 ", "\n")),
    short("dots behind an error", |length| repeated(length, "[Game \"forza4\"]\n\n1. c, z; ", "..., ", "d\n")),
    short("one tag twice and more", |length| {
        repeated(length, "[Game \"forza4\"]\n", "[Starts \"x\"]\n", "\n1. c, z\n")
    }),
];

/// A text that is read dozens of times for each thing that is tried.
const fn short(name: &'static str, make: fn(usize) -> Vec<u8>) -> Text {
    Text { name, ending: "txt", length: LENGTH / 4, make }
}

/// Archives that hold copies of the same games.
static COPIES: &[Text] = &[
    Text {
        length: 2 * LENGTH,
        ..text("copies of one game", |length| pieces(length, "", |number| miscopied(GAME, number), ""))
    },
    Text {
        length: 2 * LENGTH,
        ..text("copies of many games", |length| {
            pieces(length, "", |number| miscopied(&game_of_its_own(number / 40), number), "")
        })
    },
    Text {
        length: 2 * LENGTH,
        ..text("games of their own", |length| pieces(length, "", |number| record_of(&game_of_its_own(number)), ""))
    },
];

/// A game in columns a to g.
const GAME: &[u8] = b"dcdcedfbgaaebffgcabe";

/// A game without a copy: its plies look random and are not always legal.
fn game_of_its_own(number: usize) -> Vec<u8> {
    let mut state = number as u64 + 1;
    let mut column = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b'a' + (state >> 33) as u8 % 7
    };
    (0..20).map(|_| column()).collect()
}

/// A copy of a game in which every second one has a wrong ply.
fn miscopied(game: &[u8], number: usize) -> String {
    let mut plies = game.to_vec();
    if number.is_multiple_of(2) {
        plies[number / 2 % GAME.len()] = b'a' + (number / 40 % 7) as u8;
    }
    record_of(&plies)
}

fn record_of(plies: &[u8]) -> String {
    let plies: Vec<String> = plies.iter().map(|ply| char::from(*ply).to_string()).collect();
    format!("[Game \"forza4\"]\n\n{}\n\n", plies.join(" "))
}

/// What is done with a text.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Every record is judged and all that is found is told, as `validate` does it.
    Tell,
    /// An archive is judged and every record is reported.
    Audit,
    /// Every record is written as a transcript.
    Convert,
    /// The records are compared with those of a second archive that holds the same.
    Collate,
    /// Every record is mended, with little effort.
    Mend,
    /// What every record is is found out.
    Identify,
}

static WAYS: [Way; 3] = [Way::Tell, Way::Audit, Way::Convert];

impl Way {
    fn go(self, bytes: &[u8], format: Format) {
        match self {
            Way::Tell => each_record(bytes, format, |record, checker| {
                let report = report("x", record, checker);
                black_box(human::full(&report, record, checker.setting(record), false));
            }),
            Way::Audit => {
                let options = Options { form: ReportForm::Jsonl, jobs: 1, ..Options::default() };
                let products = Products { report: &mut Vec::new(), rejects: None, page: None };
                let feed = |feeder: &mut Feeder<'_>| {
                    let _ = feeder.input("x", format, &mut &*bytes);
                };
                black_box(run(&options, &Progress::default(), feed, products).expect("memory can be written"));
            }
            Way::Convert => {
                let mut text = Vec::new();
                each_record(bytes, format, |record, checker| {
                    let mut held = Shortlist::default();
                    black_box(convert(record, checker, Target::default(), &mut held, &mut text).is_written());
                });
                black_box(text);
            }
            Way::Mend => {
                let options = repair::Options { effort: 500, ..repair::Options::default() };
                let mut mender = Mender::new(Defaults::default(), options);
                each_record(bytes, format, |record, _| drop(black_box(mender.mend(record, &Default::default()))));
            }
            Way::Identify => {
                let mut identifier = Identifier::new(&Defaults::default());
                each_record(bytes, format, |record, _| drop(black_box(identifier.identify(record, 5))));
            }
            Way::Collate => {
                let mut archive = Archive::default();
                for _ in 0..2 {
                    archive.source();
                    let plan = Plan { jobs: 1, ..Plan::default() };
                    let feed = |feeder: &mut parallel::Feeder<'_>| {
                        let _ = feeder.input("x", format, &mut &*bytes);
                    };
                    let mut add = |event| {
                        if let Event::Part(part) = event {
                            archive.add(part);
                        }
                        Ok(())
                    };
                    parallel::run(&plan, &Progress::default(), &Archive::task(), feed, &mut add)
                        .expect("memory can be read");
                }
                archive.finish();
                for members in archive.groups(Matching::Alike(0.8)) {
                    black_box(collate::text(&archive, &archive.collate(members)));
                }
            }
        }
    }
}

fn each_record(bytes: &[u8], format: Format, mut what: impl FnMut(&Record<'_>, &mut Checker)) {
    let mut checker = Checker::new(Defaults::default());
    let mut records = input::records(bytes, format, MAX_RECORD, &mut checker).expect("a slice can be read");
    while records.advance().expect("a slice can be read") {
        what(&records.record(), &mut checker);
    }
}

/// Every text and what is done with it; `TEXT` chooses by a part of the name.
fn cases() -> Vec<(&'static Text, Way)> {
    let wanted = std::env::var("TEXT").unwrap_or_default();
    let of = |texts: &'static [Text]| texts.iter().filter(|text| text.name.contains(&wanted));
    let alone = of(TEXTS).flat_map(|text| WAYS.map(|way| (text, way)));
    let damaged = of(DAMAGED).flat_map(|text| [Way::Mend, Way::Identify].map(|way| (text, way)));
    alone.chain(damaged).chain(of(COPIES).map(|text| (text, Way::Collate))).collect()
}

/// How many processes share the work.
const PARTS: usize = 2;

/// The lengths of a text: nearly nothing, its length, twice that.
fn lengths(text: &Text) -> [usize; 3] {
    [1, text.length, 2 * text.length]
}

/// Does the work of a part, under valgrind, with a mark before and after each text.
fn work(part: usize) {
    for (text, way) in cases().into_iter().skip(part).step_by(PARTS) {
        let format = Format::of_file(&format!("x.{}", text.ending)).expect("an ending of a format");
        for length in lengths(text) {
            let bytes = (text.make)(length);
            mark();
            way.go(&bytes, format);
            mark();
        }
    }
}

/// Wherever this is called valgrind writes down how many instructions it has counted since the last time.
#[inline(never)]
fn mark() {
    black_box(());
}

/// Has the work of a part done and returns the counts of its texts, in the order of the cases.
fn counts(folder: &Path, part: usize) -> Vec<u64> {
    let file = folder.join(format!("part{part}"));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-before=growth::mark*"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(std::env::current_exe().expect("this test"))
        .args(["--ignored", "--exact", TEST])
        .env(PART, part.to_string())
        .output()
        .expect("valgrind counts the instructions; Debian's package has the same name");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let total = |number: usize| {
        let path = format!("{}.{number}", file.display());
        let profile = fs::read_to_string(path).ok()?;
        profile.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
    };
    // Between two texts their making is counted; the profile with that comes first.
    (1..).map_while(|number| total(2 * number)).collect()
}

/// The test, which runs itself under valgrind, and the variable that says so.
const TEST: &str = "twice_the_text_is_twice_the_work";
const PART: &str = "GROWTH_PART";

#[test]
#[ignore = "needs valgrind and takes a minute or two"]
#[expect(clippy::print_stderr, reason = "the counts are of interest where the test is run by hand")]
fn twice_the_text_is_twice_the_work() {
    if let Ok(part) = std::env::var(PART) {
        work(part.parse().expect("a number"));
        return;
    }
    let folder = &tempfile::tempdir().expect("a folder");
    let parts: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..PARTS).map(|part| scope.spawn(move || counts(folder.path(), part))).collect();
        parts.into_iter().map(|part| part.join().expect("counts")).collect()
    });
    let mut faults = Vec::new();
    for (index, (text, way)) in cases().into_iter().enumerate() {
        let counts: Vec<u64> = parts[index % PARTS].iter().skip(index / PARTS * 3).take(3).copied().collect();
        let [start, one, two] = counts[..] else { panic!("{}: {way:?} has not been counted", text.name) };
        let (one, two) = (one.saturating_sub(start), two.saturating_sub(start));
        let times = two as f64 / one.max(1) as f64;
        let said = format!("{:8} {:45} {one:12} {two:12} {times:6.2}", format!("{way:?}"), text.name);
        eprintln!("{said}");
        if two > SMALL && times > MOST {
            faults.push(said);
        }
    }
    assert!(faults.is_empty(), "more than {MOST} times the work for twice the text:\n{}", faults.join("\n"));
}
