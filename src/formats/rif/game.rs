//! Makes a record of a game: in RenjuNet its attributes say who played, in Renju Offline its elements.

use std::borrow::Cow;
use std::ops::Range;

use super::super::made::{Made, trimmed};
use super::tables::{Entry, Tables};
use super::xml::{self, Found, Tag, line, plain};
use crate::codes::{BAD_ENCODING, BAD_SYNTAX};
use crate::diagnostic::{Severity, Text};
use crate::record::Spelling;
use crate::system::System;

/// Room for what a game says. It is used again for the next game.
#[derive(Debug, Clone, Default)]
pub(super) struct Room {
    /// The elements and where their texts stand.
    elements: Vec<Named<Element>>,
    /// The attributes and where their values stand.
    attributes: Vec<Named<Attribute>>,
    /// What the tables say of a value.
    meaning: String,
}

/// An element or an attribute.
#[derive(Debug, Clone)]
struct Named<N> {
    /// Where its name stands.
    name: Range<usize>,
    known: Option<N>,
    /// Where its text or its value stands.
    place: Range<usize>,
}

/// The first one of that known name.
fn first_of<N: Known>(found: &[Named<N>], known: N) -> Option<&Named<N>> {
    found.iter().find(|named| named.known == Some(known))
}

/// Makes a record of the game that begins with this tag. Of the elements of the tables before it, `stray` hold bytes that
/// are not valid.
pub(super) fn read(text: &str, tag: &Tag, (tables, stray): (&Tables, usize), room: &mut Room, made: &mut Made) {
    let Room { elements, attributes, meaning } = room;
    let elements = Elements::of(text, tag, elements);
    made.tag("Game", "gomoku", tag.name.clone());
    let moves = match elements.get(Element::Board).or_else(|| elements.get(Element::Moves)) {
        Some(_) => offline(&elements, tag, made),
        None => {
            let attributes = Attributes::of(text, tag, attributes);
            renjunet(tag, &attributes, &elements, tables, meaning, made)
        }
    };
    if stray > 0 {
        let text = Text::new(format!("{stray} elements before the game are not valid UTF-8"))
            .help("single bytes are read as windows-1252");
        made.note(&BAD_ENCODING, Severity::Warning, text, tag.whole.clone());
    }
    elements.tell(made);
    made.kept_mut().parts.context.spelling = Spelling::Named(System::SQUARES);
    for (info, place) in elements.all(Element::Info) {
        made.comment(&plain(info), place);
    }
    let from = text.as_ptr() as usize;
    let moves = &text[moves];
    for moves in xml::sections(moves).map(|(part, _)| &moves[part]) {
        made.tokens(moves, moves.as_ptr() as usize - from);
    }
    if !elements.is_closed {
        let text = Text::new("this game has no end").help("close it with </game>");
        made.fault(&BAD_SYNTAX, text, tag.whole.clone());
    } else if let Some(name) = &elements.unclosed {
        let said = Text::new("this element has no end").help(format!("close it with </{}>", &text[name.clone()]));
        made.fault(&BAD_SYNTAX, said, name.clone());
    }
}

/// The elements within a game.
struct Elements<'t> {
    text: &'t str,
    found: &'t [Named<Element>],
    is_closed: bool,
    /// The name of an element that has no end.
    unclosed: Option<Range<usize>>,
    /// The first text that stands in no element, and how many such texts there are.
    beside: Option<Range<usize>>,
    texts_beside: u64,
}

impl<'t> Elements<'t> {
    /// Those of the game that begins with this tag.
    fn of(text: &'t str, tag: &Tag, found: &'t mut Vec<Named<Element>>) -> Elements<'t> {
        found.clear();
        let named =
            |name: Range<usize>, place| Named { known: Element::of(&text.as_bytes()[name.clone()]), name, place };
        let (bytes, mut at, mut is_closed) = (text.as_bytes(), tag.whole.end, tag.is_empty);
        let mut open: Option<(Range<usize>, usize)> = None;
        let (mut beside, mut texts_beside) = (None, 0);
        while let Some(length) = memchr::memchr(b'<', &bytes[at..]) {
            let said = trimmed(&text[at..at + length]);
            if open.is_none() && !said.is_empty() {
                texts_beside += 1;
                let start = said.as_ptr() as usize - text.as_ptr() as usize;
                beside.get_or_insert(start..start + said.len());
            }
            match xml::at(bytes, at + length) {
                Found::Tag(next) => {
                    at = next.whole.end;
                    let name = &text[next.name.clone()];
                    if name == "game" && next.closes {
                        is_closed = true;
                        break;
                    }
                    match &open {
                        Some((known, start)) if next.closes && text[known.clone()] == *name => {
                            found.push(named(next.name, *start..next.whole.start));
                            open = None;
                        }
                        None if next.is_empty => found.push(named(next.name, next.whole.end..next.whole.end)),
                        None if !next.closes => open = Some((next.name, next.whole.end)),
                        // Elements within an element are part of its text.
                        _ => {}
                    }
                }
                Found::Beside(end) => at = end,
                Found::Unfinished => break,
            }
        }
        let unclosed = open.as_ref().map(|(name, _)| name.clone());
        if let Some((name, start)) = open {
            // An element without an end ends with its line.
            let length = memchr::memchr3(b'\n', b'\r', b'<', &bytes[start..]).unwrap_or(bytes.len() - start);
            found.push(named(name, start..start + length));
        }
        Elements { text, found, is_closed, unclosed, beside, texts_beside }
    }

    /// The text of an element, and where it stands.
    fn get(&self, known: Element) -> Option<(&'t str, Range<usize>)> {
        first_of(self.found, known).map(|element| (&self.text[element.place.clone()], element.place.clone()))
    }

    /// The texts of all elements of that name.
    fn all(&self, known: Element) -> impl Iterator<Item = (&'t str, Range<usize>)> {
        let named = self.found.iter().filter(move |element| element.known == Some(known));
        named.map(|element| (&self.text[element.place.clone()], element.place.clone()))
    }

    /// Keeps what elements say that are not known as tags, and tells what is left out.
    fn tell(&self, made: &mut Made) {
        if let Some(place) = &self.beside {
            made.dropped_times("passages of text in no element", self.texts_beside, place.clone());
        }
        keep(self.text, self.found, Some(Element::Info), "elements that stand twice", made);
    }
}

/// Keeps as tags what has another name than those that are known; tells of those that stand twice, but for the one that
/// `may` do so.
fn keep<N: Known>(text: &str, found: &[Named<N>], may: Option<N>, twice: &'static str, made: &mut Made) {
    // Each name that is not known is compared with all before it.
    const MOST: usize = 200;
    let mut seen = 0_u32;
    for (index, Named { name, known, place }) in found.iter().enumerate() {
        let bit = known.map_or(0, Known::bit);
        // Nearly always it is known and stands here alone.
        if known.is_some() && (seen & bit == 0 || *known == may) {
            seen |= bit;
            continue;
        }
        let value = line(&text[place.clone()]);
        if value.is_empty() {
            continue;
        }
        let name = &text[name.clone()];
        if index >= MOST {
            made.dropped("values that are not known", place.clone());
        } else if known.is_some() || found[..index].iter().any(|before| text[before.name.clone()] == *name) {
            made.dropped(twice, place.clone());
        } else {
            made.tag_of_file(&format!("RIF_{name}"), &value, place.clone());
        }
    }
}

/// Names that are known.
trait Known: Copy + PartialEq {
    /// The one that is spelt so.
    fn of(name: &[u8]) -> Option<Self>;

    /// A bit that no other one has.
    fn bit(self) -> u32;
}

/// Writes an enum of known names.
macro_rules! known {
    ($(#[$doc:meta])* $names:ident { $($known:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum $names { $($known),* }

        impl Known for $names {
            fn of(name: &[u8]) -> Option<$names> {
                match name {
                    $($name => Some($names::$known),)*
                    _ => None,
                }
            }

            fn bit(self) -> u32 {
                1 << self as u32
            }
        }
    };
}

known! {
    /// The elements of a game that are read or told of.
    Element {
        Move b"move",
        Info b"info",
        Id b"id",
        CreationTime b"creation_time",
        StartTime b"start_time",
        EndTime b"end_time",
        Black b"black",
        White b"white",
        TurnColor b"turn_color",
        Board b"board",
        Moves b"moves",
        Alt5 b"alt5",
        Proposition b"proposition",
        Proposer b"proposer",
        Status b"status",
        Rule b"rule",
        Tpm b"tpm",
        Winner b"winner",
        Winby b"winby",
        TimeLeftBlack b"time_left_black",
        TimeLeftWhite b"time_left_white",
        Tid b"tid",
        Time b"time",
    }
}

known! {
    /// The attributes of a game that are read.
    Attribute {
        Id b"id",
        Publisher b"publisher",
        Tournament b"tournament",
        Round b"round",
        Rule b"rule",
        Black b"black",
        White b"white",
        Result b"bresult",
        BlackTime b"btime",
        WhiteTime b"wtime",
        Opening b"opening",
        Alt b"alt",
        Swap b"swap",
    }
}

/// Whether a game may have an attribute of that name.
pub(crate) fn has_attribute(name: &str) -> bool {
    Attribute::of(name.as_bytes()).is_some()
}

/// The attributes of a game.
struct Attributes<'t> {
    text: &'t str,
    found: &'t [Named<Attribute>],
}

impl<'t> Attributes<'t> {
    fn of(text: &'t str, tag: &Tag, found: &'t mut Vec<Named<Attribute>>) -> Attributes<'t> {
        found.clear();
        found.extend(xml::attributes(text, tag.attributes.clone()).map(|(name, _, place)| {
            let start = name.as_ptr() as usize - text.as_ptr() as usize;
            Named { name: start..start + name.len(), known: Attribute::of(name.as_bytes()), place }
        }));
        Attributes { text, found }
    }

    /// The value of an attribute, if it says something, and where it stands.
    fn get(&self, known: Attribute) -> Option<(Cow<'t, str>, Range<usize>)> {
        let place = first_of(self.found, known)?.place.clone();
        Some((line(&self.text[place.clone()]), place)).filter(|(value, _)| !value.is_empty())
    }
}

/// Adds the tags of a game of RenjuNet; where its moves stand. `meaning` is room for what the tables say.
fn renjunet(
    tag: &Tag,
    attributes: &Attributes<'_>,
    elements: &Elements<'_>,
    tables: &Tables,
    meaning: &mut String,
    made: &mut Made,
) -> Range<usize> {
    let get = |known: Attribute| attributes.get(known);
    let tournament = get(Attribute::Tournament);
    let of_tournament = || {
        let (id, place) = tournament.as_ref()?;
        Some((tables.tournament(id)?.rule(), place.clone())).filter(|(rule, _)| !rule.is_empty())
    };
    // A game that names no rule is played by that of its tournament.
    let rule = get(Attribute::Rule).or_else(of_tournament);
    let known = rule.as_ref().and_then(|(id, _)| tables.rule(id));
    if !known.is_some_and(Entry::is_gomoku) {
        let place = rule.as_ref().map_or(tag.name.clone(), |(_, place)| place.clone());
        if known.is_some() || !made.has_variant {
            made.tag("Variant", "renju", place.clone());
        }
        if known.is_none() {
            let text = || {
                Text::new("the file does not say by which rule this game was played: read as Renju")
                    .help("name the variant with --variant")
            };
            made.guessed("variant", "renju", text, place);
        }
    }
    made.tag("Board", "15x15", tag.name.clone());
    let no_entry = "numbers without an entry in their table";
    if let (Some((_, place)), None) = (&rule, known) {
        made.dropped(no_entry, place.clone());
    }
    if let Some((id, place)) = tournament.clone() {
        let tournament = tables.tournament(&id);
        if tournament.is_none() {
            made.dropped(no_entry, place.clone());
        }
        if let Some(tournament) = tournament.filter(|_| made.wants_all()) {
            made.tag("Event", &tournament.name(), place.clone());
            made.tag("Site", tables.site(tournament, meaning).unwrap_or_default(), place.clone());
            made.tag("Date", tournament.date(meaning).unwrap_or_default(), place);
        }
    }
    if made.wants_all() {
        if let Some((round, place)) = get(Attribute::Round) {
            made.tag("Round", &round, place);
        }
        for (name, attribute) in [("Black", Attribute::Black), ("White", Attribute::White)] {
            if let Some((id, place)) = get(attribute) {
                // A number that leads nowhere is better than no name.
                made.tag(name, tables.player(&id, meaning).unwrap_or(&id), place);
            }
        }
    }
    if let Some((points, place)) = get(Attribute::Result) {
        let result = match &*points {
            "1" | "1.0" => "Black",
            "0" | "0.0" => "White",
            "0.5" | "0,5" | ".5" => "draw",
            // What is none is told of the tag.
            other => other,
        };
        made.tag("Result", result, place);
    }
    if made.wants_all() {
        if let (Some((_, place)), Some(rule)) = (rule, known) {
            made.tag("OpeningRule", &rule.name(), place);
        }
        if let Some((id, place)) = get(Attribute::Opening) {
            made.tag("OpeningType", tables.opening(&id).as_deref().unwrap_or(&id), place);
        }
        for (name, attribute) in [
            ("Alt", Attribute::Alt),
            ("Swap", Attribute::Swap),
            ("Publisher", Attribute::Publisher),
            ("GameId", Attribute::Id),
            ("BlackTime", Attribute::BlackTime),
            ("WhiteTime", Attribute::WhiteTime),
        ] {
            if let Some((value, place)) = get(attribute) {
                match attribute {
                    Attribute::Publisher => made.tag(name, tables.player(&value, meaning).unwrap_or(&value), place),
                    _ => made.tag(name, &value, place),
                }
            }
        }
    }
    let found = attributes.found;
    keep(attributes.text, found, None, "attributes that stand twice", made);
    elements.get(Element::Move).map_or(tag.whole.end..tag.whole.end, |(_, place)| place)
}

/// The same of a game of Renju Offline.
fn offline(elements: &Elements<'_>, tag: &Tag, made: &mut Made) -> Range<usize> {
    let get = |known: Element| {
        let (value, place) = elements.get(known)?;
        Some((line(value), place)).filter(|(value, _)| !value.is_empty())
    };
    let rule = get(Element::Rule);
    if !rule.as_ref().is_some_and(|(rule, _)| rule.to_ascii_lowercase().contains("gomoku")) {
        made.tag("Variant", "renju", rule.as_ref().map_or(tag.name.clone(), |(_, place)| place.clone()));
    }
    made.tag("Board", "15x15", tag.name.clone());
    if let Some((time, place)) = get(Element::StartTime).or_else(|| get(Element::CreationTime))
        && let Ok(seconds) = time.parse::<u64>()
    {
        made.tag("Date", &date(seconds), place);
    }
    for (name, element) in [("Black", Element::Black), ("White", Element::White)] {
        if let Some((value, place)) = get(element) {
            made.tag(name, &value, place);
        }
    }
    let is_finished = get(Element::Status).is_some_and(|(status, _)| status == "finished");
    if let Some((winner, place)) = elements.get(Element::Winner) {
        let result = match (&*line(winner), is_finished) {
            ("black", _) => "Black",
            ("white", _) => "White",
            // A finished game without a winner is a draw.
            ("" | "draw", true) => "draw",
            ("" | "draw" | "unknown", _) => "*",
            _ => {
                made.dropped("results that are not known", place.clone());
                "*"
            }
        };
        made.tag("Result", result, place);
    }
    if let Some((reason, place)) = get(Element::Winby) {
        let termination = match &*reason.to_ascii_lowercase() {
            reason if reason.contains("resign") => "resignation",
            reason if reason.contains("time") => "time",
            reason if reason.contains("agree") => "agreement",
            _ => "",
        };
        made.tag("Termination", termination, place.clone());
        made.tag("WonBy", &reason, place);
    }
    for (name, element) in [
        ("OpeningRule", Element::Rule),
        ("Alt", Element::Alt5),
        ("GameId", Element::Id),
        ("TimeControl", Element::Tpm),
        ("TournamentId", Element::Tid),
    ] {
        if let Some((value, place)) = get(element) {
            made.tag(name, &value, place);
        }
    }
    for (name, what) in [
        (Element::Proposition, "propositions"),
        (Element::TimeLeftBlack, "clocks"),
        (Element::TimeLeftWhite, "clocks"),
        (Element::Time, "clocks"),
        (Element::EndTime, "times of the end"),
        (Element::Proposer, "propositions"),
    ] {
        if let Some((_, place)) = get(name) {
            made.dropped(what, place);
        }
    }
    let words = |known: Element| elements.get(known).map(|(text, place)| (line(text).into_owned(), place));
    if let (Some((board, _)), Some((log, place))) = (words(Element::Board), words(Element::Moves))
        && !board.is_empty()
        && !board.split_whitespace().eq(log.split_whitespace())
    {
        made.dropped("logs unlike the board", place);
    }
    let board = elements.get(Element::Board).filter(|(value, _)| !line(value).is_empty());
    board.or_else(|| elements.get(Element::Moves)).map_or(tag.whole.end..tag.whole.end, |(_, place)| place)
}

/// The day of a time, as seconds since 1970: `2008.01.10`.
fn date(seconds: u64) -> String {
    // Days are counted from the first of March of the year 0, so that a leap day is the last of its year.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Format, Given};
    use super::*;

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
    fn days_are_counted() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_200_000_000), "2008.01.10");
        assert_eq!(date(4_102_444_799), "2099.12.31");
    }

    #[test]
    fn games_of_renjunet_name_their_tables() {
        let database = b"<?xml version=\"1.0\"?>\n<database><!-- <game> &copy; --><rules><rule id=\"1\" name=\"RIF\" category=\"1\">a</rule>\
            <rule id=\"2\" name=\"Gomoku\" category=\"2\"/></rules><players><player id=\"1\" name=\"B\xf6\"/></players>\n<games>\n\
            <game id=\"9\" rule=\"1\" black=\"1\" white=\"4\" bresult=\"0.5\" alt=\"i8\"><move>h8 h9 --</move><info>a &lt; b</info></game>\
            <game rule=\"2\" bresult=\"x\"><move/></game><game rule=\"3\"/><game rule=\"2\"><move>h8 z(9\n<game rule=\"2\"></games></database>";
        assert_eq!(
            read(database),
            [
                "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Black \"Bö\"]\n[White \"4\"]\n[Result \"draw\"]\n\
                 [OpeningRule \"RIF\"]\n[Alt \"i8\"]\n[GameId \"9\"]\n \n{a < b}, h8, h9, -- bad-encoding",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[Result \"x\"]\n[OpeningRule \"Gomoku\"]",
                "[Game \"gomoku\"]\n[Variant \"renju\"]\n [Board \"15x15\"] guessed dropped",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[OpeningRule \"Gomoku\"]\n\nh8, z_9 bad-syntax",
                "[Game \"gomoku\"]\n[Board \"15x15\"]\n[OpeningRule \"Gomoku\"] bad-syntax",
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
        for tag in ["[Black \"1\"]", "[RIF_rated \"1\"]", "[RIF_note \"b\"]"] {
            assert!(text.contains(tag), "{text}");
        }
        assert!(text.ends_with("{a} {d}, h8 guessed dropped dropped dropped"), "{text}");
        let text = database("<game rule=\"7\" tournament=\"8\"><move>h8</move></game>");
        assert!(text.ends_with("h8 guessed dropped"), "{text}");
    }

    #[test]
    fn an_empty_element_says_what_one_without_text_says() {
        let result = |winner: &str| {
            let game = format!("<board>h8</board><status>finished</status>{winner}");
            read(format!("<games><game>{game}</game></games>").as_bytes()).remove(0)
        };
        assert_eq!(result("<winner/>"), result("<winner></winner>"));
        assert!(result("<winner/>").contains("[Result \"draw\"]"));
        assert!(result("<winner>ada</winner>").ends_with("[Result \"*\"]\n\nh8 dropped"));
        // The log of moves is the same, or it is told.
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
