//! Reads reports of a tournament of Gomoku programs as JSON: an array `matches` with the cells of each game. See
//! `grammar/bots-json.ebnf`.
//!
//! Each match is a record. The first one also has the bytes before it, which name the board, the rules and the code of
//! the moves, the last one the bytes after it. Cells are numbered from 0, row by row. The file does not say from which
//! side it counts rows: this reader counts them from the top.
//!
//! `extent` finds where matches begin and end, whatever is wrong in them. `rules` reads the board and the rules, which may
//! also stand after the matches.

mod extent;
mod rules;

use std::io::{self, Read};
use std::ops::Range;

use super::json::{Json, Wrong, has_key, has_keys};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat, Pieces};
use super::points::ROWS_OTHERWISE;
use super::{Format, FormatInfo, Given, Records};
use crate::board::Size;
use crate::codes::{UNKNOWN_FORMAT, UNKNOWN_GAME};
use crate::diagnostic::{Text, quoted};
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;
use crate::system::System;
use extent::{Extent, holds_matches};
use rules::Rules;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Reports of a tournament of Gomoku programs.
    pub const BOTS_JSON: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Bots;

    const INFO: FormatInfo = FormatInfo {
        name: "bots-json",
        about: "reports of a tournament of Gomoku programs (gomoku2d): JSON with an array `matches` of games as cells",
        grammar: include_str!("../../../grammar/bots-json.ebnf"),
        stands_alone: false,
        // The board and the rules stand once, for all matches.
        says_all: false,
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        has_keys(head, &["move_codec"]) && has_key(head, "report_kind")
    }

    /// The records of one file share what stands before the first, so one thread reads them all.
    fn open<'r>(reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        let mut source = Source::new(reader);
        let later = Rules::after_matches(&mut source, most)?;
        Ok(Box::new(Pieces::over(source, Bots { later, ..Bots::default() }, most, given)))
    }

    /// The board stands in the report around the matches.
    fn restorer(record: &KeptRecord) -> Bots {
        let board = record.parts.context.lacking.iter().find(|(name, _)| name == "Board");
        let size = board.and_then(|(_, board)| Size::read(board)).map(|board| usize::from(board.columns));
        Bots { rules: Rules { size, ..Rules::default() }, ..Bots::default() }
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct Bots {
    extent: Extent,
    rules: Rules,
    /// Those that stand after the matches of the first report of the file.
    later: Option<Rules>,
    /// Whether the report at hand has its rules after its matches, and they are known.
    has_later: bool,
    /// How many rows the board has, if the caller names it.
    rows: Option<usize>,
}

impl Dialect for Bots {
    type Content = str;

    const FORMAT: Format = Format::BOTS_JSON;

    fn given(&mut self, given: &Given) {
        self.rows = given.board.map(|board| usize::from(board.rows));
    }

    fn begin(&mut self) {
        self.extent = Extent::default();
    }

    /// A comma at the end of the file. The match before it reports that the end of the list is missing.
    fn beside(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        (last && bytes.trim_ascii() == b",").then_some(bytes.len())
    }

    fn has_lost(&mut self, count: usize) {
        self.extent.has_lost(count);
    }

    fn extent(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        self.extent.run(bytes, last)
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut json = Json::new(text, 0);
        let mut game = Game::default();
        let is_report = holds_matches(text.as_bytes());
        let done = match json.peek() {
            b'{' if is_report => self.report(&mut json, &mut game),
            b'{' => {
                let done = json.object(|json, key| game.member(json, key));
                done.and_then(|()| end(&mut json, text, self.has_later, &mut game.of_report))
            }
            _ => Err(json.expected("a match")),
        };
        if let Some((length, place)) = self.rules.win_length.as_ref().filter(|(length, _)| length != "5") {
            let game = Text::new(format!("in this game {} in a row win, not five", quoted(length)));
            let place = if is_report { place.clone() } else { 0..1 };
            return made.refuse(
                &UNKNOWN_GAME,
                game.help("Gomoku is the only game of such reports that is known"),
                place,
            );
        }
        if let Some((codec, place)) = self.rules.codec.as_ref().filter(|(codec, _)| codec != CODEC) {
            let text = Text::new(format!("the moves are written in the code {}", quoted(codec)));
            let place = if is_report { place.clone() } else { 0..1 };
            return made.refuse(
                &UNKNOWN_FORMAT,
                text.help(format!("only `{CODEC}` is known: the number of a cell")),
                place,
            );
        }
        if game.plies.is_empty() && game.result.is_none() && done.is_ok() {
            return made.refuse_syntax(Text::new("this report holds no match"), 0..text.len().min(1));
        }
        self.write(&game, text, made);
        if let Err(wrong) = done {
            wrong.tell(made);
        }
    }
}

/// What a report calls moves that are numbers of cells.
const CODEC: &str = "cell_index_v1";

/// How many columns and rows the board has if nothing says it.
const USUAL_SIZE: usize = 15;

impl Bots {
    /// Reads all up to the end of the first match, or of the report if it has no other.
    fn report(&mut self, json: &mut Json<'_>, game: &mut Game) -> Result<(), Wrong> {
        let later = self.later.take();
        self.has_later = later.is_some();
        self.rules = Rules::default();
        let Bots { rules, has_later, .. } = self;
        let mut is_after = false;
        let mut goes_on = false;
        let done = json.object(|json, key| match key {
            key if Rules::KEYS.contains(&key) && !(*has_later && is_after) => {
                rules.member(json, key, &mut game.of_report)
            }
            "matches" if json.peek() == b'[' => {
                is_after = true;
                let mut first = true;
                json.array(|json| {
                    if std::mem::take(&mut first) {
                        return json.object(|json, key| game.member(json, key));
                    }
                    goes_on = json.peek() == 0;
                    game.further.push(json.skip()?);
                    Ok(())
                })
            }
            _ => rules::skip(json, key, *has_later, &mut game.of_report),
        });
        rules.complete(later.unwrap_or_default());
        // The array goes on in the next piece.
        if goes_on { Ok(()) } else { done.and_then(|()| json.end()) }
    }

    fn write(&self, game: &Game, text: &str, made: &mut Made) {
        let all = 0..text.len().min(1);
        made.tag("Game", "gomoku", all.clone());
        let size = self.rules.size.unwrap_or(USUAL_SIZE);
        if let Some(variant) = &self.rules.variant {
            made.tag("Variant", variant, all.clone());
        } else if !made.has_variant {
            let text = || {
                Text::new("the report does not say by which rules: read as standard").help("name them with --variant")
            };
            made.guessed("variant", "standard", text, all.clone());
        }
        let board = format!("{size}x{size}");
        made.tag("Board", &board, all.clone());
        if self.rules.size.is_none() && self.rows.is_none() {
            made.guessed_board(&board, all.clone());
        }
        for (name, value) in [("Black", &game.black), ("White", &game.white), ("Round", &game.number)] {
            if let Some((value, place)) = value {
                made.tag(name, value, place.clone());
            }
        }
        if let Some((result, place)) = &game.result {
            let result = match &**result {
                "black_won" => "Black",
                "white_won" => "White",
                "draw" | "drawn" => "draw",
                _ => {
                    made.dropped("results that are not known", place.clone());
                    "*"
                }
            };
            made.tag("Result", result, place.clone());
        } else if let Some((winner, place)) = game.winner.as_ref().filter(|(winner, _)| !winner.is_empty()) {
            let has_won = |player: &Placed| player.as_ref().is_some_and(|(name, _)| name == winner);
            match (has_won(&game.black), has_won(&game.white)) {
                (true, false) => made.tag("Result", "Black", place.clone()),
                (false, true) => made.tag("Result", "White", place.clone()),
                (true, true) => made.dropped("winners that may be either player", place.clone()),
                (false, false) => made.dropped("winners that did not play", place.clone()),
            }
        }
        if let Some((reason, place)) = game.reason.as_ref().filter(|(reason, _)| reason != "natural") {
            let reason = match &**reason {
                "timeout" | "time" => "time",
                "resign" | "resignation" => "resignation",
                "illegal_move" | "illegal" if game.shows_what_was_illegal(size) => "illegal",
                "illegal_move" | "illegal" | "forfeit" => "forfeit",
                reason => reason,
            };
            made.tag("Termination", reason, place.clone());
        }
        game.compare(made);
        let text = || Text::new("rows are counted from the top, which the file does not say").help(ROWS_OTHERWISE);
        made.guessed("rows", "top", text, all);
        made.kept_mut().parts.context.spelling = Spelling::Fixed(System::SQUARES);
        let size = size.max(1);
        let mut ply = String::new();
        for (cell, place) in &game.plies {
            square(cell % size, cell / size, self.rows.unwrap_or(size), &mut ply);
            made.ply(&ply, place.clone());
        }
        for (what, places) in [
            ("further matches", &game.further),
            ("values of a match that are not known", &game.others),
            ("values of the report in no match", &game.of_report),
        ] {
            for place in places {
                made.dropped(what, place.clone());
            }
        }
    }
}

/// Reads what stands after a match: the comma before the next one, which is another record, or the end of the array,
/// the members after it, and the end of the report.
fn end<'t>(json: &mut Json<'t>, text: &'t str, has_later: bool, members: &mut Vec<Range<usize>>) -> Result<(), Wrong> {
    if json.peek() == b',' {
        *json = Json::new(text, json.at() + 1);
        return json.end();
    }
    if json.peek() != b']' {
        return Err(json.expected("`,` or `]`"));
    }
    loop {
        *json = Json::new(text, json.at() + 1);
        match json.peek() {
            b',' => {
                *json = Json::new(text, json.at() + 1);
                let key = json.string()?;
                if json.peek() != b':' {
                    return Err(json.expected("`:`"));
                }
                *json = Json::new(text, json.at() + 1);
                rules::skip(json, &key, has_later, members)?;
                *json = Json::new(text, json.at().saturating_sub(1));
            }
            b'}' => {
                *json = Json::new(text, json.at() + 1);
                return json.end();
            }
            _ => return Err(json.expected("`,` or `}`")),
        }
    }
}

/// Writes a square, counted from the top left and from 0. A point beyond the board gets a row beyond it.
pub(super) fn square(column: usize, row: usize, size: usize, out: &mut String) {
    out.clear();
    out.push(u8::try_from(column).ok().filter(|column| *column < 26).map_or('_', |at| char::from(b'a' + at)));
    *out += itoa::Buffer::new().format(if row < size { size - row } else { size.saturating_add(1) });
}

/// A value and where it stands.
type Placed = Option<(String, Range<usize>)>;

/// A match.
#[derive(Debug, Default)]
struct Game {
    black: Placed,
    white: Placed,
    number: Placed,
    result: Placed,
    reason: Placed,
    winner: Placed,
    count: Placed,
    plies: Vec<(usize, Range<usize>)>,
    /// Where other matches stand in the same piece.
    further: Vec<Range<usize>>,
    /// Where values stand that are not known, and values of the report that no match is about.
    others: Vec<Range<usize>>,
    of_report: Vec<Range<usize>>,
}

impl Game {
    fn member(&mut self, json: &mut Json<'_>, key: &str) -> Result<(), Wrong> {
        let value = match key {
            "black" => &mut self.black,
            "white" => &mut self.white,
            "match_index" => &mut self.number,
            "result" => &mut self.result,
            "end_reason" => &mut self.reason,
            "move_cells" => {
                return json.array(|json| {
                    json.peek();
                    let start = json.at();
                    let cell = json.number()?;
                    self.plies.push((cell, start..json.at()));
                    Ok(())
                });
            }
            // They repeat what the result and the cells say, if all is well.
            "winner" | "move_count" => {
                let (text, place) = json.name()?;
                // An empty name says that nobody has won, an empty number nothing.
                if key == "winner" {
                    self.winner = Some((text.into_owned(), place));
                } else if !text.is_empty() {
                    self.count = Some((text.into_owned(), place));
                }
                return Ok(());
            }
            _ => {
                self.others.push(json.skip()?);
                return Ok(());
            }
        };
        let (text, place) = json.scalar()?;
        *value = Some((text.into_owned(), place));
        Ok(())
    }

    /// Whether the last stone lies on another or off the board.
    fn shows_what_was_illegal(&self, size: usize) -> bool {
        self.plies.split_last().is_some_and(|((last, _), others)| {
            *last >= size.saturating_mul(size) || others.iter().any(|(cell, _)| cell == last)
        })
    }

    /// Tells where the name of the winner and the number of plies are not what the result and the cells say.
    fn compare(&self, made: &mut Made) {
        let player = |player: &Placed| player.as_ref().map_or_else(String::new, |(name, _)| name.clone());
        let expected = match self.result.as_ref().map(|(result, _)| &**result) {
            Some("black_won") => vec!["black".to_owned(), player(&self.black)],
            Some("white_won") => vec!["white".to_owned(), player(&self.white)],
            Some("draw" | "drawn") => ["", "draw", "drawn", "none"].map(str::to_owned).to_vec(),
            _ => Vec::new(),
        };
        let is_unlike = |(name, _): &&(String, _)| !expected.is_empty() && !expected.contains(name);
        if let Some((_, place)) = self.winner.as_ref().filter(is_unlike) {
            made.dropped("winners unlike the result", place.clone());
        }
        let is_unlike = |(count, _): &&(String, _)| count.parse() != Ok(self.plies.len() as f64);
        if let Some((_, place)) = self.count.as_ref().filter(is_unlike) {
            made.dropped("numbers of plies unlike the plies", place.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies of each record, and what is wrong with it.
    fn read(text: &str) -> Vec<String> {
        let given = Given::default();
        let mut records = Format::BOTS_JSON.open(Box::new(text.as_bytes()), 1 << 20, &given).expect("a reader");
        let mut out = Vec::new();
        while records.advance().expect("records") {
            let record = records.header();
            let mut said = record.text[record.parts.body..].trim().to_owned();
            for fault in &record.parts.faults {
                said += &format!(" | {}", fault.text.message);
            }
            out.push(said);
        }
        out
    }

    const ONE: &str = "{\"board_size\": 9, \"matches\": [{\"move_cells\": [0, 80]}";

    #[test]
    fn what_stands_after_the_last_match_is_read() {
        assert_eq!(read(&format!("{ONE}]}}\n")), ["a9, i1"]);
        assert_eq!(
            read(&format!("{ONE}, {{\"move_cells\": [1]}}], \"a\": [{{}}, \"]\\\"\"], \"b\": 1 }}")),
            ["a9, i1", "b9"]
        );
        let end = "found the end of the file";
        assert_eq!(read(ONE), [format!("a9, i1 | expected `,` or `]`, {end}")]);
        assert_eq!(read(&format!("{ONE}]")), [format!("a9, i1 | expected `,` or `}}`, {end}")]);
        let two = format!("{ONE}, {{\"move_cells\": [1]}}");
        assert_eq!(read(&two), ["a9, i1".to_owned(), format!("b9 | expected `,` or `]`, {end}")]);
        assert_eq!(read(&format!("{two}]")), ["a9, i1".to_owned(), format!("b9 | expected `,` or `}}`, {end}")]);
        assert_eq!(read(&format!("{two} [0] foo")), ["a9, i1", "b9 | expected `,` or `]`, found `[`"]);
        assert_eq!(read(&format!("{ONE}]}} foo"))[1..], [" | expected a match, found `f`"]);
    }

    #[test]
    fn values_that_are_not_known_are_told() {
        let text = "{\"board_size\": 9, \"host\": {}, \"run\": {\"seed\": 1, \"rules\": {\"variant\": \"renju\", \"x\": 2}}, \"matches\": \
             [{\"black\": \"a\", \"move_cells\": [0], \"winner\": \"a\", \"elo\": 9}, {\"move_cells\": [1], \"elo\": 9}], \"end\": 0}";
        let mut records =
            Format::BOTS_JSON.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
        let mut told = Vec::new();
        while records.advance().expect("records") {
            let notes = &records.header().parts.notes;
            let dropped = notes.iter().filter(|note| note.code.name == "dropped");
            told.extend(dropped.map(|note| note.text.message.split(':').next().unwrap_or_default().to_owned()));
        }
        let [match_value, report_value] = ["1 value of a match that is not known", "1 value of the report in no match"];
        assert_eq!(told, [match_value, "3 values of the report in no match", match_value, report_value]);
    }

    #[test]
    fn the_winner_and_the_number_of_plies_are_compared() {
        let told = |members: &str| {
            let text = format!(
                "{{\"board_size\": 9, \"matches\": [{{\"black\": \"a\", \"white\": \"b\", \"move_cells\": [0, 1, 0], {members}}}]}}"
            );
            let mut records =
                Format::BOTS_JSON.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
            assert!(records.advance().expect("records"));
            let record = records.header();
            let notes = record.parts.notes.iter().filter(|note| note.code.name == "dropped");
            let mut told: Vec<_> = notes.map(|note| note.text.message.split(':').next().map(str::to_owned)).collect();
            told.push(record.get("Termination").map(|reason| reason.into_owned()));
            told.into_iter().flatten().collect::<Vec<_>>()
        };
        for fine in [
            "\"result\": \"black_won\", \"winner\": \"a\", \"move_count\": 3",
            "\"result\": \"white_won\", \"winner\": \"b\"",
            "\"result\": \"draw\", \"winner\": null, \"move_count\": null",
            "\"result\": \"draw\", \"winner\": \"draw\", \"move_count\": 3.0",
            "\"winner\": \"a\"",
        ] {
            assert!(told(fine).is_empty(), "{fine}: {:?}", told(fine));
        }
        assert_eq!(told("\"result\": \"black_won\", \"winner\": \"b\""), ["1 winner unlike the result"]);
        assert_eq!(told("\"winner\": \"c\""), ["1 winner that did not play"]);
        assert_eq!(told("\"white\": \"a\", \"winner\": \"a\""), ["1 winner that may be either player"]);
        assert_eq!(told("\"move_count\": 4"), ["1 number of plies unlike the plies"]);
        assert_eq!(told("\"end_reason\": \"illegal_move\""), ["illegal"]);
    }

    #[test]
    fn a_match_that_is_too_long_costs_itself_alone() {
        let cells = "112, ".repeat(600_000);
        let told = read(&format!("{ONE}, {{\"move_cells\": [{cells}1]}}, {{\"move_cells\": [1]}}]}}"));
        assert_eq!((told.len(), &*told[2]), (3, "b9"));
        assert!(told[1].ends_with("the limit is 1048576"), "{}", told[1]);
    }

    /// As programs write it that sort the keys of objects.
    #[test]
    fn the_rules_may_stand_after_the_matches() {
        let run = "\"run\": {\"rules\": {\"variant\": \"renju\"}}";
        let size = "\"board_size\": 19";
        let matches = "\"matches\": [{\"move_cells\": [0, 360]}, {\"move_cells\": [1]}]";
        let tags = |text: &str, most: usize| -> Vec<(String, usize)> {
            let mut records =
                Format::BOTS_JSON.open(Box::new(text.as_bytes()), most, &Given::default()).expect("a reader");
            let mut found = Vec::new();
            while records.advance().expect("records") {
                let record = records.header();
                let value = |name| record.get(name).unwrap_or_default().into_owned();
                found.push((format!("{} {}", value("Variant"), value("Board")), record.parts.notes.len()));
            }
            found
        };
        let known = ("renju 19x19".to_owned(), 1);
        for text in [
            format!("{{{size}, {matches}, \"move_codec\": \"cell_index_v1\", {run}}}"),
            format!("{{{run}, {matches}, {size}}}"),
            format!("{{{matches}, {size}, {run}}}"),
            format!("{{{run}, {size}, {matches}}}"),
        ] {
            assert_eq!(read(&text), ["a19, s1", "b19"], "{text}");
            assert_eq!(tags(&text, 1 << 20), [known.clone(), known.clone()], "{text}");
        }
        // The key may also stand in another object.
        let text = format!("{{\"entrants\": [{{\"run\": 1}}], {matches}, {size}, {run}}}");
        assert_eq!(tags(&text, 1 << 20)[1], known);
        // Where the rules stand too far away, each record notes what was assumed.
        let far = format!("{{\"matches\": [{}{{}}], {size}, {run}}}", "{\"move_cells\": [0]}, ".repeat(50_000));
        let told = tags(&far, 1000);
        assert_eq!((told.len(), &told[0], &told[9]), (50_001, &(" 15x15".to_owned(), 3), &(" 15x15".to_owned(), 3)));
        assert_eq!(tags(&format!("{{{matches}}}"), 1 << 20), [(" 15x15".to_owned(), 3), (" 15x15".to_owned(), 3)]);
    }

    #[test]
    fn several_reports_may_stand_in_a_file() {
        let other = ONE.replace("\"board_size\": 9, ", "");
        assert_eq!(read(&format!("{ONE}]}}\n{other}]}}{ONE}]}}")), ["a9, i1", "a15, f10", "a9, i1"]);
    }
}
