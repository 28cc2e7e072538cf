//! Makes a record of a game: in RenjuNet its attributes name the players, in Renju Offline its elements do.
//!
//! `names` knows the names of both, `elements` reads those of a game; `renjunet` and `offline` make its tags.

mod elements;
mod names;
mod offline;
mod renjunet;

use std::ops::Range;

use super::super::made::Made;
use super::tables::Tables;
use super::xml::{self, Tag, plain};
use crate::codes::{BAD_ENCODING, BAD_SYNTAX};
use crate::counted::counted;
use crate::diagnostic::{Severity, Text};
use crate::record::Spelling;
use crate::system::System;
use crate::within::offset_of;

pub(crate) use names::has_attribute;

use elements::Elements;
use names::{Attribute, Element, Named};
use offline::offline;
use renjunet::{Attributes, renjunet};

/// Room for what a game says. It is used again for the next game.
#[derive(Debug, Clone, Default)]
pub(super) struct Room {
    /// The elements and where their texts stand.
    elements: Vec<Named<Element>>,
    /// The attributes and where their values stand.
    attributes: Vec<Named<Attribute>>,
    /// The meaning of a value, from the tables.
    meaning: String,
}

/// Makes a record of the game that begins with this tag. Of the elements of the tables before it, `stray` hold bytes that
/// are not valid.
pub(super) fn read(text: &str, tag: &Tag, (tables, stray): (&Tables, usize), room: &mut Room, made: &mut Made) {
    let Room { elements, attributes, meaning } = room;
    let elements = Elements::of(text, tag, elements);
    made.tag("Game", "gomoku", tag.name.clone());
    let mut damage = None;
    let moves = match elements.get(Element::Board).or_else(|| elements.get(Element::Moves)) {
        Some(_) => offline(&elements, tag, made),
        None => {
            let attributes = Attributes::of(text, tag, attributes);
            damage = attributes.damage(tag);
            renjunet(tag, &attributes, &elements, tables, meaning, made)
        }
    };
    if stray > 0 {
        let are = if stray == 1 { "is" } else { "are" };
        let text = Text::new(format!("{} before the game {are} not valid UTF-8", counted(stray as u64, "element")))
            .help("single bytes are read as windows-1252");
        made.note(&BAD_ENCODING, Severity::Warning, text, tag.whole.clone());
    }
    elements.tell(made);
    made.kept_mut().parts.context.spelling = Spelling::Fixed(System::SQUARES);
    for (info, place) in elements.all(Element::Info) {
        made.comment(&plain(info), place);
    }
    let moves = &text[moves];
    for (part, is_literal) in xml::sections(moves) {
        let part = &moves[part];
        if is_literal || memchr::memchr(b'&', part.as_bytes()).is_none() {
            made.tokens(part, offset_of(part, text));
            continue;
        }
        for word in part.split_whitespace() {
            let start = offset_of(word, text);
            plain(word).split_whitespace().for_each(|ply| made.token(ply, start..start + word.len()));
        }
    }
    if !elements.is_closed {
        let text = Text::new("this game has no end").help("close it with </game>");
        made.fault(&BAD_SYNTAX, text, tag.whole.clone());
    } else if let Some(name) = &elements.damaged {
        let said = Text::new("this tag has no end")
            .help("a tag ends with `>`, and each value stands between two quotation marks");
        made.fault(&BAD_SYNTAX, said, name.clone());
    } else if let Some(name) = &elements.unclosed {
        let said = Text::new("this element has no end").help(format!("close it with </{}>", &text[name.clone()]));
        made.fault(&BAD_SYNTAX, said, name.clone());
    } else if let Some(place) = damage {
        let said =
            Text::new("this is no attribute").help("an attribute is a name, `=` and a value between quotation marks");
        made.fault(&BAD_SYNTAX, said, place);
    }
}

/// Reads a game of an unknown rule as Renju, unless the caller names the variant. `why`: what the file lacks.
fn guess_renju(why: &str, place: Range<usize>, made: &mut Made) {
    if !made.has_variant {
        made.tag("Variant", "renju", place.clone());
    }
    let text = || Text::new(format!("{why}: read as Renju")).help("name the variant with --variant");
    made.guessed("variant", "renju", text, place);
}

/// Why a game that names no rule is read by a guess.
const NO_RULE: &str = "the file does not say by which rule this game was played";

#[cfg(test)]
mod tests {
    use super::super::super::{Format, Given};

    /// The texts of the records, with the codes of their faults and notes.
    fn read(bytes: &[u8]) -> Vec<String> {
        let mut records = Format::RIF.open(Box::new(bytes), 1 << 20, &Given::default()).expect("a reader");
        let mut texts = Vec::new();
        while records.advance().expect("records") {
            let record = records.header();
            let faults = record.parts.faults.iter().map(|fault| fault.code.name);
            let codes: Vec<_> = faults.chain(record.parts.notes.iter().map(|note| note.code.name)).collect();
            texts.push(format!("{} {}", record.text.trim_end(), codes.join(" ")).trim_end().to_owned());
        }
        texts
    }

    #[test]
    fn games_of_renjunet_name_their_tables() {
        let database = b"<?xml version=\"1.0\"?>\n<database><!-- <game> &copy; --><rules><rule id=\"1\" name=\"RIF\" category=\"1\">a</rule>\
            <rule id=\"2\" name=\"Gomoku\" category=\"2\"/></rules><players><player id=\"1\" name=\"B\xf6\"/></players>\n<games>\n\
            <game id=\"9\" rule=\"1\" black=\"1\" white=\"4\" bresult=\"0.5\" alt=\"i8\"><move>h8 h9 --</move><info>a &lt; b</info></game>\
            <game rule=\"2\" bresult=\"x\"><move/></game><game rule=\"3\"/><game rule=\"2\"><move>h8 z(9\n<game rule=\"2\"></games><game rule=\"2\"><move h8</move></game></database>";
        assert_eq!(
            read(database),
            [
                "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Black \"Bö\"]\n[White \"4\"]\n[Result \"draw\"]\n\
                 [OpeningRule \"RIF\"]\n[Alt \"i8\"]\n[GameId \"9\"]\n \n{a < b}, h8, h9, -- bad-encoding",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[Result \"x\"]\n[OpeningRule \"Gomoku\"]",
                "[Game \"gomoku\"]\n[Variant \"renju\"]\n [Board \"15x15\"] guessed dropped",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[OpeningRule \"Gomoku\"]\n\nh8, z_9 bad-syntax",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[OpeningRule \"Gomoku\"] bad-syntax",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[OpeningRule \"Gomoku\"] bad-syntax dropped",
            ]
        );
    }

    #[test]
    fn cdata_is_text_in_games_of_renjunet() {
        let game = read(
            b"<database><games><game black=\"<![CDATA[a & b]]>\"><move>h8 <![CDATA[h9 ]]>i9</move>\
              <info>x<![CDATA[ </game> &amp;]]></info></game></games></database>",
        );
        assert_eq!(game.len(), 1);
        assert!(game[0].contains("\n[Black \"a & b\"]\n"), "{game:?}");
        assert!(game[0].contains("\n{x </game> &amp;}, h8, h9, i9"), "{game:?}");
    }

    #[test]
    fn games_of_renju_offline_say_it_in_elements() {
        let game =
            |inner: &str| read(format!("<games><game>{inner}<rule>classic</rule></game></games>").as_bytes()).remove(0);
        assert_eq!(
            game(
                "<id>7</id><creation_time>0</creation_time><black>a &amp; b</black><board>h8 h9</board><moves>h8 i8 h9</moves>\
                  <status>finished</status><winner></winner><winby>resign</winby>"
            ),
            "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Date \"1970.01.01\"]\n[Black \"a & b\"]\n[Result \"draw\"]\n\
             [Termination \"resignation\"]\n[WonBy \"resign\"]\n[OpeningRule \"classic\"]\n[GameId \"7\"]\n \nh8, h9 dropped"
        );
        let cdata =
            "<black><![CDATA[a & b]]></black><board>h8<![CDATA[ h9 ]]></board><winner><![CDATA[black]]></winner>";
        assert_eq!(
            game(cdata),
            "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Black \"a & b\"]\n[Result \"Black\"]\n\
             [OpeningRule \"classic\"]\n\nh8, h9"
        );
        assert!(game("<board></board><moves>h8 i8</moves><winner>unknown</winner>").contains("[Result \"*\"]"));
    }

    #[test]
    fn nothing_of_a_game_is_lost_silently() {
        let database = |game: &str| read(format!("<database><games>{game}</games></database>").as_bytes()).remove(0);
        let text = database(
            "<game rated=\"1\" black=\"1\" black=\"2\" foo-bar=\"\"><move>h8</move> so <move>h9</move>\
             <info>a</info><note>b</note><note>c</note><x/><info>d</info></game>",
        );
        for tag in ["[Black \"1\"]", "[RIF-rated \"1\"]", "[RIF-note \"b\"]"] {
            assert!(text.contains(tag), "{text}");
        }
        assert!(text.ends_with("{a} {d}, h8 guessed dropped dropped dropped"), "{text}");
        let text = database("<game rule=\"7\" tournament=\"8\"><move>h8</move></game>");
        assert!(text.ends_with("h8 guessed dropped"), "{text}");
    }

    #[test]
    fn an_empty_element_says_what_one_without_text_says() {
        let result = |winner: &str| {
            let game = format!("<rule>RIF</rule><board>h8</board><status>finished</status>{winner}");
            read(format!("<games><game>{game}</game></games>").as_bytes()).remove(0)
        };
        assert_eq!(result("<winner/>"), result("<winner></winner>"));
        assert!(result("<winner/>").contains("[Result \"draw\"]"));
        assert!(result("<winner>ada</winner>").ends_with("[Result \"*\"]\n[OpeningRule \"RIF\"]\n\nh8 dropped"));
        let unfinished =
            |winner: &str| read(format!("<games><game><board>h8</board>{winner}</game></games>").as_bytes()).remove(0);
        assert!(unfinished("<winner>draw</winner>").contains("[Result \"draw\"]"));
        assert!(unfinished("<winner></winner>").contains("[Result \"*\"]"));
        // A log of moves that differs is reported.
        let logged = |log: &str| result(&format!("<winner/><moves>{log}</moves>"));
        assert!(!logged("h8").contains("dropped") && logged("h8 h9").contains("dropped"));
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(read(b"<html><body>no</body></html>"), [" unknown-format"]);
        assert_eq!(read(b"<database><games></games></database>"), [""; 0]);
        assert!(read(b"").is_empty());
    }
}
