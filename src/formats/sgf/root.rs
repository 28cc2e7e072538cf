//! What the first node of a game says of the game: its properties become tags.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::{Deref, Range};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use rustc_hash::FxHashSet;

use super::super::encoding;
use super::super::fields::stands_as_it_is;
use super::super::made::{Made, trimmed};
use super::super::points::{SIZES, unsaid_size};
use super::ending::Told;
use super::node::{Board, Name, names, points};
use crate::board::Size;
use crate::codes::{BAD_ENCODING, UNKNOWN_GAME};
use crate::diagnostic::{Severity, Text, quoted};

/// The properties of the first node: their names without small letters, and where their values stand.
#[derive(Debug, Default)]
pub(super) struct Root {
    properties: Vec<Property>,
    values: Vec<Range<usize>>,
    /// The bits of all names.
    names: u64,
    /// For each bit the number of the first property that has it, if that is below 255.
    firsts: Firsts,
    /// Whether a property has a bit that one before it has, too: if not, none stands twice.
    shares_bits: bool,
    /// By which rules the games are read, if the caller says so.
    pub(super) variant: Option<String>,
    /// The board that the caller names.
    pub(super) board: Option<Size>,
    /// Where the file says that a stone lost the game which it leaves out.
    pub(super) left_out: Option<Range<usize>>,
    seen: FxHashSet<Name>,
    /// Room for the size of the board.
    size: String,
}

/// A property.
#[derive(Debug)]
struct Property {
    name: Name,
    /// Where its values stand in [`Root::values`].
    values: Range<u32>,
    /// Where it stands in the text.
    start: usize,
    end: usize,
}

impl Property {
    fn whole(&self) -> Range<usize> {
        self.start..self.end
    }

    fn values(&self) -> Range<usize> {
        self.values.start as usize..self.values.end as usize
    }
}

/// See [`Root::firsts`].
#[derive(Debug)]
struct Firsts([u8; 64]);

impl Default for Firsts {
    fn default() -> Firsts {
        Firsts([0; 64])
    }
}

/// Names in a table by their slots, of which no two share one.
struct Table([Name; 64]);

impl Table {
    const fn of<const N: usize>(names: [&str; N]) -> Table {
        let (mut table, mut index) = ([Name(0); 64], 0);
        while index < N {
            let name = Name::of(names[index]);
            assert!(table[name.slot()].0 == 0, "names that share a slot");
            table[name.slot()] = name;
            index += 1;
        }
        Table(table)
    }

    #[inline(always)]
    fn has(&self, name: Name) -> bool {
        name.0 != 0 && self.0[name.slot()] == name
    }
}

impl Root {
    pub(super) fn clear(&mut self) {
        self.properties.clear();
        self.values.clear();
        (self.names, self.shares_bits, self.left_out) = (0, false, None);
    }

    /// Adds a value of a property; `at` is where the property begins.
    pub(super) fn add(&mut self, name: Name, at: usize, value: Range<usize>) {
        // A record has fewer bytes than that.
        let index = self.values.len() as u32;
        let end = value.end + 1;
        self.values.push(value);
        match self.properties.last_mut() {
            Some(last) if last.name == name && last.start == at => (last.values.end, last.end) = (index + 1, end),
            _ => {
                let slot = name.slot();
                if self.names >> slot & 1 == 1 {
                    self.shares_bits = true;
                } else {
                    self.firsts.0[slot] = self.properties.len().min(usize::from(u8::MAX)) as u8;
                }
                self.names |= 1 << slot;
                self.properties.push(Property { name, values: index..index + 1, start: at, end });
            }
        }
    }

    /// The values of a property and where it stands.
    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<(&[Range<usize>], Range<usize>)> {
        if self.names & name.bit() == 0 {
            return None;
        }
        let is_named = |known: &&Property| known.name == name;
        let first = self.properties.get(usize::from(self.firsts.0[name.slot()])).filter(is_named);
        let found = first.or_else(|| self.properties.iter().find(is_named))?;
        Some((&self.values[found.values()], found.whole()))
    }

    /// The first value of a property, as a line.
    #[inline]
    fn line<'t>(&self, text: &'t str, name: Name) -> Option<(Cow<'t, str>, Range<usize>)> {
        let (values, whole) = self.get(name)?;
        let value = line(&text[values.first()?.clone()]);
        Some((value, whole)).filter(|(value, _)| !trimmed(value).is_empty())
    }

    /// Whether a property has one of these names.
    #[inline]
    pub(super) fn has_any(&self, names: &[Name]) -> bool {
        let bits = names.iter().fold(0, |bits, name| bits | name.bit());
        self.names & bits != 0 && self.properties.iter().any(|property| property.name.is_any_of(names))
    }

    /// Every property.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Name, &[Range<usize>], Range<usize>)> {
        self.properties.iter().map(|property| (property.name, &self.values[property.values()], property.whole()))
    }
}

/// A value as one line: escapes undone, line breaks as spaces.
pub(super) fn line(value: &str) -> Cow<'_, str> {
    let is_line = || value.bytes().fold(true, |plain, byte| plain & (byte != b'\\') & (byte >= b' '));
    if stands_as_it_is(value.as_bytes()) || is_line() {
        return Cow::Borrowed(trimmed(value));
    }
    let text = free(value);
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A value as a text: escapes undone, soft line breaks removed. A line ends with LF, CR, or both in either order; other
/// white space is a space.
pub(super) fn free(value: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'\\', b'\r', b'\t', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('\r') => drop(letters.next_if_eq(&'\n')),
                Some('\n') => drop(letters.next_if_eq(&'\r')),
                Some('\t') => text.push(' '),
                Some(letter) => text.push(letter),
                None => {}
            },
            '\r' => {
                letters.next_if_eq(&'\n');
                text.push('\n');
            }
            '\n' => {
                letters.next_if_eq(&'\r');
                text.push('\n');
            }
            '\t' => text.push(' '),
            letter => text.push(letter),
        }
    }
    Cow::Owned(text)
}

/// What a game tree is.
enum Game {
    Gomoku(Option<&'static str>),
    /// Something that is told was guessed.
    Guessed(&'static str, &'static str),
    Other(String),
}

/// The names of the games that have a number.
const GAMES: [&str; 40] = [
    "Go",
    "Othello",
    "chess",
    "Gomoku",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatafl",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

/// The variant that a rule name tells as it stands, whatever its capitals.
fn named_variant(rule: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 15] = [
        ("0", "freestyle"),
        ("1", "standard"),
        ("4", "renju"),
        ("8", "caro"),
        ("freestyle", "freestyle"),
        ("free", "freestyle"),
        ("freestyle gomoku", "freestyle"),
        ("standard", "standard"),
        ("gomoku", "standard"),
        ("renju", "renju"),
        ("rif", "renju"),
        ("连珠", "renju"),
        ("連珠", "renju"),
        ("caro", "caro"),
        ("omok", "omok"),
    ];
    KNOWN.iter().find(|(name, _)| name.eq_ignore_ascii_case(rule)).map(|(_, variant)| *variant)
}

/// The variant whose name stands somewhere in a text of small letters.
fn variant_within(rule: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 9] = [
        ("renju", "renju"),
        ("sakata", "renju"),
        ("soos", "renju"),
        ("yamaguchi", "renju"),
        ("tarannikov", "renju"),
        ("taraguchi", "renju"),
        ("freestyle", "freestyle"),
        ("standard", "standard"),
        ("caro", "caro"),
    ];
    KNOWN.iter().find(|(word, _)| rule.contains(word)).map(|(_, variant)| *variant)
}

impl Root {
    fn game<'t>(&self, text: &'t str, is_known: bool, moves: &impl Deref<Target = Moves<'t>>) -> Game {
        let value = |name: Name| self.line(text, name).map(|(value, _)| value);
        let rule = value(Name::of("RU"));
        let mut of_rule = rule.as_deref().and_then(|rule| named_variant(trimmed(rule)));
        if let (None, Some(rule)) = (of_rule, &rule) {
            let rule = rule.to_ascii_lowercase();
            if rule.contains("connect6") {
                return Game::Other("Connect6".to_owned());
            }
            of_rule = variant_within(&rule);
        }
        let number = value(Name::of("GM")).and_then(|number| trimmed(&number).parse::<usize>().ok());
        let is_renju = self.has_any(&const { names(["5A", "SW", "FA"]) });
        if is_known || number == Some(4) {
            return Game::Gomoku(of_rule.or(is_renju.then_some("renju")));
        }
        if is_renju || of_rule == Some("renju") {
            return Game::Gomoku(Some("renju"));
        }
        if of_rule.is_some() {
            return Game::Gomoku(of_rule);
        }
        if value(Name::of("SO"))
            .or(value(Name::of("EV")))
            .is_some_and(|text| text.contains("littlegolem") || text.starts_with("connect6"))
        {
            return Game::Other("a game of littlegolem.net".to_owned());
        }
        let size = value(Name::of("SZ"));
        let size = size.as_deref().map(|size| match size.split_once(':') {
            Some((columns, rows)) if columns.trim() == rows.trim() => rows.trim(),
            _ => trimmed(size),
        });
        match number {
            Some(5) if size == Some("15") => {
                Game::Guessed("renju", "the number of another game, GM[5], stands on a board of 15x15 points")
            }
            Some(1) | None => {
                let is_go = self.has_any(&const { names(["HA", "TB", "TW"]) }) || value(Name::of("KM")).is_some();
                if size == Some("15") && !is_go {
                    return Game::Guessed("", "no game is named, and the board has 15x15 points");
                }
                if number.is_none()
                    && size == Some("13")
                    && self.get(Name::of("KM")).is_some()
                    && !is_go
                    && !moves.has_pass
                {
                    return Game::Guessed("freestyle", "no game is named, and the board has 13x13 points");
                }
                if size == Some("15") && moves.first == Some("hh") {
                    return Game::Guessed(
                        "",
                        "no game is named, and the first stone of a board of 15x15 points is in its centre",
                    );
                }
                if number.is_none() && moves.first.is_none() && !is_go && size.is_none() {
                    return Game::Other("a game that it does not name".to_owned());
                }
                Game::Other("Go".to_owned())
            }
            Some(number) => match number.checked_sub(1).and_then(|index| GAMES.get(index)) {
                Some(name) => Game::Other((*name).to_owned()),
                None => Game::Other(format!("the game with the number {number}")),
            },
        }
    }

    /// Adds the tags of the game; `None` if it is none that is known, and the record is refused. `farthest` is how far from
    /// the top left corner the points of the game lie.
    pub(super) fn tags<'t>(
        &mut self,
        text: &'t str,
        is_known: bool,
        moves: &impl Deref<Target = Moves<'t>>,
        made: &mut Made,
    ) -> Option<Board> {
        let whole = self.properties.first().map_or(0..0, Property::whole);
        let place = |name: Name| self.get(name).map_or(whole.clone(), |(_, whole)| whole);
        let variant = match self.game(text, is_known, moves) {
            Game::Gomoku(variant) => {
                made.tag("Game", "gomoku", place(Name::of("GM")));
                variant
            }
            Game::Guessed(variant, why) => {
                made.tag("Game", "gomoku", place(Name::of("GM")));
                let game = if variant == "renju" { "Renju" } else { "Gomoku" };
                let help = "name the game with --game, and --variant if it is another";
                made.guessed(
                    "game",
                    "gomoku",
                    || Text::new(format!("{why}: read as {game}")).help(help),
                    place(Name::of("GM")),
                );
                if !variant.is_empty() {
                    let text =
                        || Text::new(format!("the variant is taken to be {variant}")).help("name it with --variant");
                    made.guessed("variant", variant, text, place(Name::of("RU")));
                }
                Some(variant).filter(|variant| !variant.is_empty())
            }
            Game::Other(name) => {
                let text = Text::new(format!("this is SGF of {name}, which this program does not know"))
                    .help("if it is a game of Gomoku, say so with --game gomoku");
                made.refuse(&UNKNOWN_GAME, text, place(Name::of("GM")));
                return None;
            }
        };
        match (variant, self.line(text, Name::of("RU"))) {
            // The caller's word counts.
            (Some(variant), _) if self.variant.as_ref().is_some_and(|given| given != variant) => {}
            (Some(variant), _) => made.tag("Variant", variant, place(Name::of("RU"))),
            (None, Some((rule, place))) if self.variant.is_none() => {
                let text = || {
                    Text::new(format!("the rules {} are not known: read by those of standard Gomoku", quoted(&rule)))
                        .help("name the rules with --variant")
                };
                made.guessed("variant", "standard", text, place.clone());
                made.tag("SGF_RU", &rule, place);
            }
            (None, _) => {}
        }
        let mut size = std::mem::take(&mut self.size);
        let board = self.board(text, moves, made, whole, &mut size);
        self.size = size;
        self.kept_tags(text, made);
        self.setup(text, board, made);
        self.players(text, made);
        self.left_out = self.result(text, board, made);
        self.encoding(text, made);
        self.others(text, made);
        Some(board)
    }

    /// Tells the board; `size` is room for the value of its tag.
    fn board<'t>(
        &self,
        text: &'t str,
        moves: &impl Deref<Target = Moves<'t>>,
        made: &mut Made,
        whole: Range<usize>,
        size: &mut String,
    ) -> Board {
        if let Some((value, place)) = self.line(text, Name::of("SZ")) {
            size.clear();
            if value.contains([':', 'x']) {
                size.extend(value.chars().map(|letter| if letter == ':' { 'x' } else { letter }));
            } else {
                [&*value, "x", &*value].into_iter().for_each(|part| size.push_str(part));
            }
            made.tag("Board", size, place);
            // The caller's word counts, also for which points are on the board.
            if let Some(given) = self.board {
                return Board { columns: given.columns, rows: given.rows };
            }
            let number =
                |text: &str| trimmed(text).parse::<u8>().ok().filter(|lines| SIZES.contains(&i32::from(*lines)));
            let (columns, rows) = size.split_once('x').unwrap_or_default();
            // A size that no board has is told, and the game is read as if the file named none.
            let unsaid = || {
                let variant = self.variant.as_deref().or(made.get("Variant")).unwrap_or_default();
                (unsaid_size(variant), unsaid_size(variant))
            };
            let (columns, rows) = number(columns).zip(number(rows)).unwrap_or_else(unsaid);
            return Board { columns, rows };
        }
        if let Some(given) = self.board {
            size.clear();
            // It cannot fail: a text grows.
            _ = write!(size, "{}x{}", given.columns, given.rows);
            made.tag("Board", size, whole);
            return Board { columns: given.columns, rows: given.rows };
        }
        let size = match moves.farthest {
            0..=15 => 15,
            16..=19 => 19,
            more => more,
        };
        let name = format!("{size}x{size}");
        made.tag("Board", &name, whole.clone());
        let text = || {
            Text::new(format!("the file does not say how large the board is: read as {name}"))
                .help("name the board with --board")
        };
        made.guessed("board", &name, text, whole);
        Board { columns: size, rows: size }
    }

    /// Tags that have no property of their own, as this program writes them: `TAG[Annotator:Ada]`.
    fn kept_tags(&self, text: &str, made: &mut Made) {
        const TAG: Name = Name::of("TAG");
        if !self.has_any(&[TAG]) {
            return;
        }
        for (_, values, place) in self.iter().filter(|(name, ..)| *name == TAG) {
            for value in values {
                let value = line(&text[value.clone()]);
                if let Some((name, value)) = value.split_once(':')
                    && !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                {
                    made.tag_of_file(name, value, place.clone());
                }
            }
        }
    }

    /// Stones that stand before the first move.
    fn setup(&self, text: &str, board: Board, made: &mut Made) {
        if !self.has_any(&SETUP) {
            return;
        }
        let first = self.iter().find(|(name, ..)| name.is_any_of(&SETUP));
        let Some((.., first)) = first else { return };
        let (columns, rows) = (usize::from(board.columns.min(26)), usize::from(board.rows.min(26)));
        let mut cells = vec![b'.'; columns * rows];
        for (name, values, _) in self.iter() {
            let Some((letter, _)) = PLACED.into_iter().find(|(_, placed)| *placed == name) else { continue };
            for value in values {
                let points = points(&text[value.clone()]);
                if points.is_empty() {
                    made.dropped("stones that are set up on no point", value.clone());
                }
                for (column, row) in points {
                    if column < columns && row < rows {
                        let before = std::mem::replace(&mut cells[row * columns + column], letter);
                        if name != Name::of("AE") && before != b'.' && before != letter {
                            made.dropped("stones that are set up where one of the other colour follows", value.clone());
                        }
                    } else {
                        made.dropped("stones that are set up off the board", value.clone());
                    }
                }
            }
        }
        let mut setup = String::new();
        for (index, row) in cells.chunks(columns.max(1)).enumerate() {
            if index > 0 {
                setup.push('/');
            }
            let mut empty = 0;
            for cell in row.iter().chain([&b'|']) {
                if *cell == b'.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    setup.push_str(&empty.to_string());
                    empty = 0;
                }
                if *cell != b'|' {
                    setup.push(char::from(*cell));
                }
            }
        }
        let named = self.line(text, Name::of("PL")).map(|(value, _)| value.trim().to_ascii_uppercase());
        let white = match named.as_deref() {
            Some(side) => side.starts_with('W') || side == "2",
            None => {
                let count = |letter: u8| cells.iter().filter(|cell| **cell == letter).count();
                count(b'B') > count(b'W')
            }
        };
        setup.push_str(if white { " W" } else { " B" });
        made.tag("Setup", &setup, first);
    }

    fn players(&self, text: &str, made: &mut Made) {
        const TAGS: [(Name, &str); 8] = [
            (Name::of("EV"), "Event"),
            (Name::of("PC"), "Site"),
            (Name::of("DT"), "Date"),
            (Name::of("RO"), "Round"),
            (Name::of("PB"), "Black"),
            (Name::of("PW"), "White"),
            (Name::of("BR"), "BlackRank"),
            (Name::of("WR"), "WhiteRank"),
        ];
        if !made.wants_all() {
            return;
        }
        for (name, tag) in TAGS {
            let Some((value, place)) = self.line(text, name) else { continue };
            if tag == "Date" {
                let padded = PaddedDate::of(&value);
                let first = padded.as_ref().map_or(&*value, PaddedDate::text);
                // More dates, or the time of day: the property is kept as it is besides.
                if padded.is_some() && value.contains(DATE_ENDS) {
                    made.tag(tag, first, place.clone());
                    made.tag("SGF_DT", &value, place);
                } else {
                    made.tag(tag, first, place);
                }
                continue;
            }
            made.tag(tag, &value, place);
        }
    }

    /// Tells who has won and why; where the file says that a stone lost the game which it leaves out.
    fn result(&self, text: &str, board: Board, made: &mut Made) -> Option<Range<usize>> {
        let Some((values, place)) = self.get(Name::of("RE")) else {
            self.keep_text(text, made);
            return None;
        };
        let value = values.first().map(|value| line(&text[value.clone()])).unwrap_or_default();
        let value = trimmed(&value);
        let (winner, reason) = value.split_once('+').unwrap_or((value, ""));
        let reason = trimmed(reason);
        let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(reason));
        let winner = trimmed(winner);
        let wins = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(winner));
        let side = match () {
            () if wins(["b", "black"]) => Some("Black"),
            () if wins(["w", "white"]) => Some("White"),
            () => None,
        };
        let termination = match () {
            () if is(&["R", "Resign", "Resignation"]) => "resignation",
            () if is(&["T", "Time"]) => "time",
            () if is(&["F", "Forfeit"]) => "forfeit",
            () => "",
        };
        let result = match (value, side) {
            ("黑胜", _) => "Black",
            ("白胜" | "抓禁", _) => "White",
            ("和棋" | "0", _) => "draw",
            (_, None) if value.eq_ignore_ascii_case("draw") => "draw",
            (_, Some(_)) if is(&["Draw"]) => "draw",
            (_, Some(side)) if value.contains('+') => side,
            _ => {
                let says_nothing = ["", "?", "*", "其他"].contains(&value) || value.eq_ignore_ascii_case("void");
                if !says_nothing {
                    made.dropped("results that are not known", place.clone());
                }
                "*"
            }
        };
        made.tag("Result", result, place.clone());
        let (told, place) = match value {
            "抓禁" => {
                self.keep_text(text, made);
                (Told::Foul, place)
            }
            _ if !termination.is_empty() => {
                self.keep_text(text, made);
                made.tag("Termination", termination, place);
                return None;
            }
            _ => self.told_of_end(text, made)?,
        };
        // A record of this program says it itself.
        if made.has("Termination") {
            return None;
        }
        if told.is_last(text.as_bytes(), board) {
            made.tag("Termination", told.word(), place);
            return None;
        }
        made.tag("Termination", "forfeit", place.clone());
        let text = || Text::new("the last stone is not the one that lost the game, which the file leaves out");
        made.guessed("termination", "forfeit", text, place.clone());
        Some(place)
    }

    /// Makes a tag of what the text property says of the end of the game, where c-gomoku-cli writes why it came. Told is
    /// what it says of a stone that lost. The text is kept where the tag does not say all of it.
    fn told_of_end(&self, text: &str, made: &mut Made) -> Option<(Told, Range<usize>)> {
        const KNOWN: [(&str, &str); 6] = [
            ("time", "time"),
            ("forfeit", "forfeit"),
            ("resign", "resignation"),
            ("adjudic", "adjudication"),
            ("agree", "agreement"),
            ("crash", "forfeit"),
        ];
        let (value, place) = self.line(text, REASON)?;
        let words = value.to_ascii_lowercase();
        let known = KNOWN.iter().find(|(word, _)| words.contains(word));
        if known.is_none_or(|(word, _)| *word == "crash") {
            self.keep_text(text, made);
        }
        if let Some((_, reason)) = known {
            made.tag("Termination", reason, place);
            return None;
        }
        match () {
            () if words.contains("illegal") => Some((Told::Illegal, place)),
            () if words.contains("forbidden") => Some((Told::Foul, place)),
            () => None,
        }
    }

    /// Keeps the text property of the first node as it is.
    fn keep_text(&self, text: &str, made: &mut Made) {
        if made.wants_all()
            && let Some((value, place)) = self.line(text, REASON)
        {
            made.tag("SGF_TE", &value, place);
        }
    }

    /// Warns of a text that is not in the encoding which it names.
    fn encoding(&self, text: &str, made: &mut Made) {
        let Some((label, place)) = self.line(text, Name::of("CA")) else { return };
        // Nearly always it is named as it is.
        if label.eq_ignore_ascii_case(made.kept().parts.foreign.encoding.unwrap_or(UTF_8.name())) {
            return;
        }
        let read = made.encoding();
        let named = encoding::named(trimmed(&label));
        let is_wide = |encoding: &&Encoding| [UTF_16LE, UTF_16BE].contains(encoding);
        let is_right = named == Some(read) || named.as_ref().is_some_and(is_wide) && is_wide(&read);
        // ASCII is the same in all of them.
        if is_right || text.is_ascii() {
            return;
        }
        let text = Text::new(format!("the text is {}, not {}, which it names", read.name(), quoted(&label)));
        made.note(&BAD_ENCODING, Severity::Warning, text, place);
    }

    /// Everything else that has a value.
    fn others(&mut self, text: &str, made: &mut Made) {
        const GAME_NAME: Name = Name::of("GN");
        const TIME: Name = Name::of("TM");
        static TAKEN: Table = Table::of([
            "TAG", "GM", "FF", "CA", "SZ", "RU", "PB", "PW", "BR", "WR", "DT", "RE", "EV", "RO", "PC", "AB", "AW",
            "AE", "PL", "B", "W", "C", "GC", "N", "TE",
        ]);
        const OF_MANY: [Name; 9] = names(["TAG", "AB", "AW", "AE", "C", "GC", "N", "B", "W"]);
        self.seen.clear();
        let may_repeat = if self.shares_bits { self.properties.as_slice() } else { &[] };
        for property in may_repeat {
            let name = property.name;
            if !self.seen.insert(name) && !name.is_any_of(&OF_MANY) && !is_markup(name) {
                made.dropped("properties that stand twice", property.whole());
            }
        }
        if self.values.len() > self.properties.len() {
            self.further_values(|name| TAKEN.has(name) && !name.is_any_of(&OF_MANY), made);
        }
        // Each tag is compared with all before it.
        const MOST: usize = 1000;
        for (index, (name, values, place)) in self.iter().filter(|(name, ..)| !TAKEN.has(*name)).enumerate() {
            // A name of small letters alone is none.
            if is_markup(name) || index >= MOST || name == Name::default() {
                let what = if is_markup(name) { markup(name) } else { "properties that are not known" };
                made.dropped(what, place);
                continue;
            }
            if !made.wants_all() {
                continue;
            }
            let value = match values {
                [value] => line(&text[value.clone()]),
                _ => {
                    // Of the fifth stones that Black offers there may be several; they are written as several again.
                    if !name.is_any_of(&const { names(["5A", "FA"]) })
                        && let [_, second, ..] = values
                    {
                        let times = values.len() as u64 - 1;
                        made.dropped_times("values that stand in one tag with the first one", times, second.clone());
                    }
                    Cow::Owned(values.iter().map(|value| line(&text[value.clone()])).collect::<Vec<_>>().join(","))
                }
            };
            match name {
                GAME_NAME => made.tag("GameName", value.trim(), place),
                TIME => made.tag("TimeControl", value.trim(), place),
                _ if name.is_full() => {
                    made.tag_of_file(&long_name(&text[place.clone()]), value.trim(), place);
                }
                _ => made.tag_of_file(name.tag(&mut [0; 12]), value.trim(), place),
            }
        }
    }
}

impl Root {
    /// Tells of values behind the first one of properties that have one.
    fn further_values(&self, has_one: impl Fn(Name) -> bool, made: &mut Made) {
        for (_, values, _) in self.iter().filter(|(name, ..)| has_one(*name)) {
            for value in values.iter().skip(1) {
                made.dropped("values behind the first one", value.clone());
            }
        }
    }
}

/// What is known of the moves before they are read.
#[derive(Debug, Default)]
pub(super) struct Moves<'t> {
    /// The first of them.
    pub(super) first: Option<&'t str>,
    /// How many columns or rows they need.
    pub(super) farthest: u8,
    pub(super) has_pass: bool,
}

/// A property of moves, which stands in the first node where a program writes there why the game ended.
const REASON: Name = Name::of("TE");

/// Properties that place stones before the first move.
const SETUP: [Name; 2] = names(["AB", "AW"]);

/// What each of them puts on its points, or takes away again.
const PLACED: [(u8, Name); 3] = [(b'B', Name::of("AB")), (b'W', Name::of("AW")), (b'.', Name::of("AE"))];

/// `2009-3-1` as `2009.03.01`: the first date, padded; what is no date stays as it is.
pub(crate) fn date(value: &str) -> String {
    PaddedDate::of(value).as_ref().map_or(value, PaddedDate::text).to_owned()
}

/// What ends the first date of a value.
const DATE_ENDS: [char; 3] = [',', ' ', 'T'];

/// A date as `2009.03.01`.
struct PaddedDate([u8; 10]);

impl PaddedDate {
    /// The first date of a value.
    fn of(value: &str) -> Option<PaddedDate> {
        let first = value.split(DATE_ENDS).next()?.as_bytes();
        let mut parts = first.split(|byte| matches!(byte, b'-' | b'.' | b'/'));
        let year: [u8; 4] = parts.next()?.try_into().ok()?;
        let (month, day) = (parts.next(), parts.next());
        if parts.next().is_some() || !year.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let two = |part: Option<&[u8]>| match part {
            None => Some(*b"??"),
            Some(&[ones @ b'0'..=b'9']) => Some([b'0', ones]),
            Some(&[tens @ b'0'..=b'9', ones @ b'0'..=b'9']) => Some([tens, ones]),
            Some(_) => None,
        };
        let mut date = *b"0000.00.00";
        date[..4].copy_from_slice(&year);
        date[5..7].copy_from_slice(&two(month)?);
        date[8..].copy_from_slice(&two(day)?);
        Some(PaddedDate(date))
    }

    fn text(&self) -> &str {
        // All of it is ASCII.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The name of the tag that keeps a property whose name may be longer than a [`Name`] holds.
fn long_name(property: &str) -> String {
    let letters = property.bytes().take_while(|byte| *byte != b'[');
    let letters = letters.filter(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    "SGF_".chars().chain(letters.map(char::from)).collect()
}

/// Whether a property is a mark on the board or on the display.
pub(super) fn is_markup(name: Name) -> bool {
    name.is_any_of(&MARKUP)
}

/// The name of such a property as a note tells it.
pub(super) fn markup(name: Name) -> &'static str {
    let names = [
        "LB properties",
        "TR properties",
        "CR properties",
        "MA properties",
        "SQ properties",
        "SL properties",
        "AR properties",
        "LN properties",
        "DD properties",
        "VW properties",
        "FG properties",
        "PM properties",
        "ST properties",
        "V properties",
        "BL properties",
        "WL properties",
        "OB properties",
        "OW properties",
        "KO properties",
        "MN properties",
    ];
    MARKUP.iter().position(|known| *known == name).and_then(|index| names.get(index)).copied().unwrap_or("properties")
}

const MARKUP: [Name; 20] = names([
    "LB", "TR", "CR", "MA", "SQ", "SL", "AR", "LN", "DD", "VW", "FG", "PM", "ST", "V", "BL", "WL", "OB", "OW", "KO",
    "MN",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_properties_are_told_apart_by_a_bit() {
        let usual = names([
            "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "BR", "WR", "DT", "RE", "EV", "RO", "PC", "SO", "TM", "OT",
            "US", "AN", "GN", "KM", "ON", "CP", "ST", "HA", "TAG", "AB", "AW", "C", "GC", "SY",
        ]);
        let bits = usual.iter().fold(0_u64, |bits, name| bits | name.bit());
        assert_eq!(bits.count_ones() as usize, usual.len());
    }
}
