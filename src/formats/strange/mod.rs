//! Inputs that are certainly no records of this program: files of games that it does not know, pictures, web pages, JSON
//! that is none of its formats.
//!
//! Read as transcripts they would have a fault at every word. Here such an input is one record with one diagnostic, which
//! says what it is. Whatever is not certain is left to the transcript: bare plies, lists, comments that look like JSON.
//!
//! `games` knows games, `files` pictures and other files, `prose` text for people.

mod files;
mod games;
mod prose;

use std::io::{self, Read};

use super::foreign::{Encoding, Foreign};
use super::{FileFormat, Format, FormatInfo, Given, Records};
use crate::codes::{UNKNOWN_FORMAT, UNKNOWN_GAME};
use crate::diagnostic::{Code, Text};
use crate::source::without_mark;

pub(super) use games::is_chess_or_draughts;

pub use files::{BASELINE, POSITIONS};
use files::{NAME, another_format, text_of_programs};
use games::{another_game, has_tag};
use prose::{WordCount, begins_movetext, is_about_others, is_named_as_prose, is_named_as_settings, is_named_as_source};

/// How many bytes at the start of an input are checked.
const HEAD: u64 = 4096;

/// The description of what is no format of this program.
#[derive(Debug)]
struct Says {
    /// The code of the diagnostic for such a file, if nothing more is known.
    code: &'static Code,
    info: FormatInfo,
}

impl Says {
    const fn new(code: &'static Code) -> Says {
        let about = "no format of this program";
        Says { code, info: FormatInfo { name: code.name, about, ..FormatInfo::FOREIGN } }
    }
}

static GAME: Says = Says::new(&UNKNOWN_GAME);
static FORMAT: Says = Says::new(&UNKNOWN_FORMAT);

impl Format {
    /// A file of a game that this program does not know. It is in no list of formats.
    pub const STRANGE_GAME: Format = Format::new(&GAME);

    /// A file that holds no records of any game, as far as this program knows. It is in no list of formats.
    pub const STRANGE_FORMAT: Format = Format::new(&FORMAT);

    /// One of these two, if an input that begins with `head` is certainly no record of this program.
    pub fn strange(head: &[u8]) -> Option<Format> {
        let (code, _) = told(head)?;
        Some(if code == &UNKNOWN_GAME { Format::STRANGE_GAME } else { Format::STRANGE_FORMAT })
    }
}

impl Format {
    /// The transcript, if an input that no format recognises begins with tags and names a game.
    pub fn of_tags(head: &[u8]) -> Option<Format> {
        let text = without_mark(head).trim_ascii_start();
        (text.first() == Some(&b'[') && has_tag(text, "game")).then(Format::default)
    }

    /// The second of these two, if an input is text of other programs that holds no game, whatever its file is called: the data
    /// set of UCI is often called `.csv`.
    pub fn of_other_programs(head: &[u8]) -> Option<Format> {
        text_of_programs(without_mark(head)).map(|_| Format::STRANGE_FORMAT)
    }

    /// The second of these two, if an input that no format recognises is called like text about others, for instance
    /// `README.txt`, or like the settings of a program, and few of its words may be plies, or like the source of a program.
    pub fn strange_by_name(head: &[u8], name: &str) -> Option<Format> {
        let is_text = |words: WordCount| words.all > 0 && words.of_game * 4 <= words.all;
        // Arrays and texts of JSON are in no format of their own.
        let is_json = || {
            head.len() < HEAD as usize
                && name.to_ascii_lowercase().ends_with(".json")
                && serde_json::from_slice::<serde::de::IgnoredAny>(head).is_ok()
        };
        let is_prose =
            || (is_named_as_prose(name) || is_named_as_settings(name)) && WordCount::of(head).is_some_and(is_text);
        let is_source = || is_named_as_source(name) && !head.is_empty() && !begins_movetext(head);
        (is_json() || is_prose() || is_source()).then_some(Format::STRANGE_FORMAT)
    }
}

impl FileFormat for Says {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, _: usize, _: &Given) -> io::Result<Box<dyn Records + 'r>> {
        let mut head = Vec::new();
        reader.take(HEAD).read_to_end(&mut head)?;
        let (code, text) = told(&head).unwrap_or_else(|| (self.code, Text::new("this file holds no records of games")));
        Ok(Box::new(Foreign::told(code, text, head.len())))
    }
}

/// What an input that begins with `head` is, if it is certain.
fn told(head: &[u8]) -> Option<(&'static Code, Text)> {
    // Numbers of a table of positions may look like UTF-16.
    if Encoding::of(head).is_some() && !head.starts_with(POSITIONS.as_bytes()) {
        return None;
    }
    if let Some(what) = another_game(head) {
        let text = Text::new(format!("this is {what}, which this program does not know"));
        return Some((&UNKNOWN_GAME, text.help("`scoresheet games` lists the games")));
    }
    let (what, help) =
        another_format(head).or_else(|| is_about_others(head).then_some(("text about other things", NAME)))?;
    let text = Text::new(format!("this is {what}, not records of games that this program reads"));
    Some((&UNKNOWN_FORMAT, text.help(help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &[u8]) -> Option<&'static str> {
        told(text).map(|(code, _)| code.name)
    }

    #[test]
    fn other_games_and_formats_are_named() {
        for text in [
            "[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
            "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[Event \"x\"]\n[FEN \"8/8\"]\n\n1. e4\n",
            "[Event \"x\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n",
            "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n[White \"a\"]\n\n1. d4 d5 0-1\n",
            "[JoclyGame \"fourinarow\"]\n\n1. A B\n",
            "[Event \"x\"]\n[PlyCount \"40\"]\n[Termination \"time\"]\n[Result \"1-0\"]\n\n1-0\n",
            "VariantName=Chess\nRulesFileName=chess.zrf\n",
        ] {
            assert_eq!(name(text.as_bytes()), Some("unknown-game"), "{text}");
        }
        // Results of games of Gomoku, though moves of chess stand beside them.
        let head = "[Event \"1\"]\n[Result \"0-1\"]\n[PlyCount \"9\"]\n";
        let results = format!("{head}[Termination \"Black win by five connection\"]\n");
        for movetext in ["0-1\n", "\n1. d4 Nf6 2. c4 e6 3. Nf3 d5 0-1\n"] {
            let told = another_game(format!("{results}{movetext}").as_bytes());
            assert!(told.is_some_and(|told| told.contains("c-gomoku-cli")), "{movetext}: {told:?}");
        }
        let chess = format!("{head}[Termination \"time forfeit\"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 d5 0-1\n");
        assert_eq!(another_game(chess.as_bytes()), Some("chess in PGN"));
        let bytes: Vec<u8> = (0..64).map(|number| number % 20).collect();
        let noise: Vec<u8> = (0..512_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let texts: [&[u8]; 21] = [
            b"\x89PNG\r\n\x1a\n",
            b"II*\0\x08\0",
            b"MM\0*\0\0",
            b"BM\x36\x10\0\0\0\0\0\0\x36",
            b"RIFF\x24\x10\0\0WEBPVP8 ",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1",
            b"\0\0\0\x18ftypmif1\0\0\0\0heic",
            b"MZ\x90\0\x03",
            b"\0\x01\x02\x03binary",
            &[0; 8],
            b"%!PS-Adobe-3.0\n",
            b"{\\rtf1\\ansi\\deff0 1. c, e; 2. c, c\\par}",
            b"\xffWPC\x10\0\0\0",
            b"<?xml version=\"1.0\"?><office:document xmlns:office=\"x\">",
            b"<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?>",
            &bytes,
            &noise,
            b" <?xml version=\"1.0\"?><a/>",
            b"<!DOCTYPE html>\n",
            b"{\"a\": [1, 2]}",
            b"[\n {\"a\": 1}]",
        ];
        for text in texts {
            assert_eq!(name(text), Some("unknown-format"), "{text:?}");
        }
    }

    #[test]
    fn a_name_tells_short_prose() {
        let is_strange = |name: &str, text: &str| Format::strange_by_name(text.as_bytes(), name).is_some();
        for name in ["README", "a/README.txt", "a\\LICENSE-MIT", "readme_first.1st", "notes.md"] {
            assert!(is_strange(name, "Games of the club.\n"), "{name}");
            assert!(!is_strange(name, "1. h8, i9; 2. h9, h10\n") && !is_strange(name, ""), "{name}");
            assert!(!is_strange(name, "[White \"Ada\"]\n\n1. h8\n"), "{name}");
        }
        assert!(!is_strange("games.txt", "Games of the club.\n") && !is_strange("", "Games of the club.\n"));
    }

    #[test]
    fn a_name_tells_the_source_of_a_program() {
        let is_strange = |name: &str, text: &str| Format::strange_by_name(text.as_bytes(), name).is_some();
        for text in ["#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n", "import os\n", "# 1\nx = [1]\n"] {
            assert!(is_strange("a/main.c", text) && is_strange("a/main.PY", text) && !is_strange("a/main.txt", text));
        }
        for text in ["", "1. h8, i9\n", "# ours\n[White \"Ada\"]\n\n1. h8\n", "{ours}\nh8, i9\n"] {
            assert!(!is_strange("main.c", text), "{text}");
        }
    }

    #[test]
    fn a_name_tells_the_settings_and_the_source_of_a_program() {
        let is_strange = |name: &str, text: &str| Format::strange_by_name(text.as_bytes(), name).is_some();
        for (name, text) in [
            ("d/Makefile", "all:\n\tgcc x.c\n"),
            ("run.bat", "@echo off\r\ncopy x y\r\n"),
            ("a.INI", "[core]\nname = value\n"),
            ("x.yml", "on: push\njobs: none\n"),
            ("x.log", "started\nstopped\n"),
        ] {
            assert!(is_strange(name, text) && !is_strange("games.txt", text), "{name}");
            for game in ["", "1. h8, i9\n", "[White \"Ada\"]\n\n1. pawn\n"] {
                assert!(!is_strange(name, game), "{name} {game}");
            }
        }
        for list in ["h8, pawn\n", "c, e, pawn\n"] {
            assert!(!is_strange("x.log", list), "{list}");
        }
    }

    #[test]
    fn text_about_other_things_is_no_record() {
        for text in [
            "Archive of games\n================\n\nThese games were collected in 2019 by the club.\n\n1. Download it.\n2. Unpack it!\n",
            "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software\n",
            "# This file is sourced by bash.\nif [ \"$PS1\" ]; then\n  if [ \"$BASH\" ] && [ -f ~/.bashrc ]; then\n    . ~/.bashrc\n  fi\nfi\nexport PATH=$HOME/bin:$PATH\n",
            "1. Download the archive and unpack it.\n2. Open the folder with your editor, and read on there.\n",
            "[Note: this file has not been changed for a long time, so that much of it is out of date.]\n",
            "proc /proc proc defaults 0 0\ntmpfs /tmp tmpfs nosuid,nodev 0 0\nUUID=12-ab / ext4 defaults 0 1\n",
            "sub x {\n  my ($self, $key) = @_;\n  return $self->{$key};\n}\nsub y { my $x = shift; return $x; }\n",
            "# Partite\n\nLe partite di questo archivio sono state giocate dai soci del circolo, in diversi anni.\n",
        ] {
            assert_eq!(name(text.as_bytes()), Some("unknown-format"), "{text}");
        }
        for text in [
            "These are the moves of our game, as far as I remember them, you began: 1. h8 i9 2. h9 h10",
            "[Event \"the first round of our club, played on a rainy evening in the old town hall by candle light\"]",
            "{ the first round of our club, played on a rainy evening in the old town hall by candle light } c",
            "1. swap, pass; 2. White, Black; 3. draw, draw; 4. swap, pass; 5. swap, pass; 6. swap, pass",
            "c e c c d d b a e f g c e c c d d",
            "only a few words",
            "h8 {a remark that goes on and on, with many words about the weather, the town hall and the candles there}",
            "1. h8 {a remark that goes on and on, with many words about the weather, the town hall and the candles there}",
            "Game: gomoku\nBlack: Ada Neri\nWhite: Bruno Sala\nEvent: Coppa della citta\nSite: Milano, Italia\n\n1. h8 h9\n",
            "My game with Bob at the club, which he lost because the hall was about to close:\n\nh8 i9\nh9 h10\n",
            "# These are the openings of the first league, as they were drawn by lot in the club\n33543\n4423\n",
            "These are the openings of the first league, as they were drawn by lot in the club\n33543\n44235\n",
            "dcdecb\nddcebagd\ncabbage\nfeed\ndcd\nddd\ngab\nabc\nabd\nabe\nabf\nabg\ndgb\n",
            "dcdecb Anna Neri\nddceba Bruno Sala\ndccbag Anna Sala\nabdcde Bruno Neri\nabdcde Anna Neri\n",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_record_is_left_to_the_transcript() {
        for text in [
            "",
            "1. c, e; 2. c, c",
            "{\"Quoted\" words of a comment} 1. c, e",
            "{ comment } c",
            "[Game \"gomoku\"]\n\n1. Nf3 Nc6 Bb5",
            "[White \"Ada\"]\n\n1. e4, e5; 2. d4, d5",
            "[White \"Ada\"]\n\n1. a1-b2, p16-o15; 1-0",
            "[[1, 2]]",
            "[1, 2]",
            "33543\n",
            "<b>",
            "BM is no picture",
            "RIFF of ten plies",
            "{rtf} 1. c, e",
            "{\\ } 1. c, e",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }
}
