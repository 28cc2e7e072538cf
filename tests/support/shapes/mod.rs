//! Archives shaped as people keep them, of every game: each record has a header of its own, and no game comes twice.

#![allow(dead_code, reason = "each program uses a part of it")]

mod games;
mod halma;

use std::fmt::Write as _;

use fastrand::Rng;
use scoresheet::formats::Format;

pub(crate) use games::{GAMES, Game, Played};

/// How the records of an archive are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The game's tags alone, canonical movetext.
    Bare,
    /// Event, site, date, round, players and result, as tournaments keep them.
    Roster,
    /// Six ways of writing, comments, annotations, variations, results behind the movetext, CRLF in places, one record in
    /// 50 broken.
    Wild,
    /// Tournament headers, and the time that is left behind each ply, as servers of chess write it:
    /// `1. c {[%clk 0:03:00]} 1... e {[%clk 0:02:58]}`.
    Clocks,
    /// One game a line with names and result behind it.
    Lines,
    /// A table with names, date and result.
    Csv,
    /// One object a line, moves as an array.
    JsonLines,
}

/// All shapes.
pub(crate) static SHAPES: [Shape; 7] =
    [Shape::Bare, Shape::Roster, Shape::Wild, Shape::Clocks, Shape::Lines, Shape::Csv, Shape::JsonLines];

impl Shape {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Shape::Bare => "bare",
            Shape::Roster => "roster",
            Shape::Wild => "wild",
            Shape::Clocks => "clocks",
            Shape::Lines => "lines",
            Shape::Csv => "csv",
            Shape::JsonLines => "jsonl",
        }
    }

    /// How the name of a file ends, by which the program knows its format.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Shape::Bare | Shape::Roster | Shape::Wild | Shape::Clocks => "txt",
            _ => self.name(),
        }
    }

    pub(crate) fn format(self) -> Format {
        match self {
            Shape::Bare | Shape::Roster | Shape::Wild | Shape::Clocks => Format::TRANSCRIPT,
            Shape::Lines => Format::LINES,
            Shape::Csv => Format::CSV,
            Shape::JsonLines => Format::JSON_LINES,
        }
    }

    /// What stands above the first record.
    pub(crate) fn head(self, game: &Game) -> String {
        match self {
            Shape::Lines => {
                let tags: Vec<String> = game.tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
                let run = game.run_together.map(|system| format!(" [Notation \"{system}\"]"));
                format!("#: {}{}\n", tags.join(" "), run.unwrap_or_default())
            }
            Shape::Csv => {
                let tags: Vec<String> = game.tags.iter().map(|(name, _)| name.to_lowercase()).collect();
                let sides = if game.sides.len() == 2 { "first,second".to_owned() } else { game.sides.join(",") };
                format!("id,{},{sides},date,result,moves\n", tags.join(","))
            }
            _ => String::new(),
        }
    }

    /// Appends a record. In a list a game ends with its first manche, as a line holds no break.
    pub(crate) fn write(self, game: &Game, number: usize, played: &Played, rng: &mut Rng, out: &mut String) {
        let people: Vec<String> = game.sides.iter().map(|_| person(rng)).collect();
        let date = format!("{}.{:02}.{:02}", rng.u32(1960..=2026), rng.u32(1..=12), rng.u32(1..=28));
        match self {
            Shape::Bare => {
                tags(game.tags, out);
                out.push('\n');
                let turns = turns(game, &played.plies, &[], rng.bool());
                canonical(&turns, out);
                out.push('\n');
            }
            Shape::Roster | Shape::Wild | Shape::Clocks => {
                tags(game.tags, out);
                let years = format!("{} {}", choice(EVENTS, rng), &date[..4]);
                let round = rng.u32(1..=11).to_string();
                tags(&[("Event", &years), ("Site", choice(SITES, rng)), ("Date", &date), ("Round", &round)], out);
                for (side, person) in game.sides.iter().zip(&people) {
                    tags(&[(side, person)], out);
                }
                if self == Shape::Wild {
                    wild(game, played, rng, out);
                    return;
                }
                tags(&[("Result", played.result)], out);
                out.push('\n');
                let turns = turns(game, &played.plies, &[], self == Shape::Roster && rng.bool());
                match self {
                    Shape::Clocks => clocks(&turns, rng, out),
                    _ => canonical(&turns, out),
                }
                out.push('\n');
            }
            Shape::Lines => {
                let plies = played.plies.split(|ply| ply == "/").next().unwrap_or_default();
                let is_whole = plies.len() == played.plies.len();
                match game.run_together {
                    Some("digits") => {
                        out.extend(plies.iter().flat_map(|ply| ply.bytes()).map(|byte| char::from(byte - b'a' + b'1')))
                    }
                    Some(_) => out.push_str(&plies.concat()),
                    None => out.push_str(&plies.join(" ")),
                }
                let result = if is_whole { played.result } else { "*" };
                let _ = writeln!(out, " {} {result}", people.join(" - "));
            }
            Shape::Csv => {
                let _ = write!(out, "{number},");
                for (_, value) in game.tags {
                    let _ = write!(out, "{value},");
                }
                for person in &people {
                    let _ = write!(out, "\"{person}\",");
                }
                let _ = if game.has_words {
                    writeln!(out, "{date},{},\"{}\"", played.result, played.plies.join(", ").replace(", /, ", " / "))
                } else {
                    writeln!(out, "{date},{},{}", played.result, played.plies.join(" "))
                };
            }
            Shape::JsonLines => {
                out.push('{');
                for (name, value) in game.tags {
                    let _ = write!(out, "\"{}\": \"{value}\", ", name.to_lowercase());
                }
                for (side, person) in game.sides.iter().zip(&people) {
                    let _ = write!(out, "\"{side}\": \"{person}\", ");
                }
                let plies = played.plies.join("\", \"");
                let _ = writeln!(
                    out,
                    "\"Date\": \"{date}\", \"Result\": \"{}\", \"moves\": [\"{plies}\"]}}",
                    played.result
                );
            }
        }
    }

    /// An archive of at least `length` bytes.
    pub(crate) fn archive(self, game: &'static Game, length: usize) -> String {
        let (mut out, mut rng) = (self.head(game), Rng::with_seed(8));
        for (number, played) in game.distinct().enumerate() {
            self.write(game, number, &played, &mut rng, &mut out);
            if out.len() >= length {
                break;
            }
        }
        out
    }
}

/// Appends tag lines.
fn tags(tags: &[(&str, &str)], out: &mut String) {
    for (name, value) in tags {
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
}

/// The turns of each manche: `1. c, e`. Places of sides that do not begin are `...`, and so is the first place that lacks
/// in the last turn, if `is_closed`. `after` holds what stands after each ply.
fn turns(game: &Game, plies: &[String], after: &[String], is_closed: bool) -> Vec<Vec<String>> {
    let all = plies.len();
    let (mut index, mut manches) = (0, Vec::new());
    for (manche, plies) in plies.split(|ply| ply == "/").enumerate() {
        let mut places = vec!["...".to_owned(); usize::from(game.beginner_changes) * (manche % 2)];
        for ply in plies {
            places.push(format!("{ply}{}", after.get(index).map_or("", String::as_str)));
            index += 1;
        }
        // The break.
        index += 1;
        let turns = places.chunks(game.sides.len()).enumerate();
        manches.push(turns.map(|(turn, places)| format!("{}. {}", turn + 1, places.join(", "))).collect::<Vec<_>>());
        let is_last = index > all;
        if is_closed && is_last && !places.len().is_multiple_of(game.sides.len()) {
            let turn = manches.last_mut().and_then(|turns| turns.last_mut());
            turn.expect("a turn that lacks a ply").push_str(", ...");
        }
    }
    manches
}

/// Appends turns, broken at 80 columns.
fn canonical(manches: &[Vec<String>], out: &mut String) {
    let mut column = 0;
    for (manche, turns) in manches.iter().enumerate() {
        let is_last_manche = manche + 1 == manches.len();
        for (index, turn) in turns.iter().enumerate() {
            let is_last = index + 1 == turns.len();
            let sign = match (is_last, is_last_manche) {
                (false, _) => ";",
                (true, false) => " /",
                (true, true) => "",
            };
            let width = turn.len() + sign.len();
            if column > 0 {
                let fits = column + 1 + width <= 80;
                out.push(if fits { ' ' } else { '\n' });
                column = if fits { column + 1 } else { 0 };
            }
            out.push_str(turn);
            out.push_str(sign);
            column += width;
        }
    }
    out.push('\n');
}

/// Appends turns, two on a line, with the time that is left behind each ply.
fn clocks(manches: &[Vec<String>], rng: &mut Rng, out: &mut String) {
    for (manche, turns) in manches.iter().enumerate() {
        if manche > 0 {
            out.push_str("/\n");
        }
        for (index, turn) in turns.iter().enumerate() {
            let (number, places) = turn.split_once(". ").expect("a turn number");
            let _ = write!(out, "{number}.");
            let mut is_after_dots = false;
            for (place, ply) in places.split(", ").enumerate() {
                match place {
                    0 => out.push(' '),
                    _ if is_after_dots => out.push_str(", "),
                    _ => {
                        let _ = write!(out, " {number}... ");
                    }
                }
                out.push_str(ply);
                is_after_dots = ply == "...";
                if !is_after_dots {
                    let _ = write!(out, " {{[%clk 0:{:02}:{:02}]}}", rng.u32(0..10), rng.u32(0..60));
                }
            }
            out.push(if index % 2 == 0 && index + 1 < turns.len() { ' ' } else { '\n' });
        }
    }
}

/// Appends movetext as people write it, and ends the record.
fn wild(game: &Game, played: &Played, rng: &mut Rng, out: &mut String) {
    let mut plies = played.plies.clone();
    if rng.u8(..50) == 0 {
        let broken = rng.usize(..plies.len());
        plies[broken] = match rng.u8(..5) {
            0 => "q".to_owned(),
            1 => "a99".to_owned(),
            2 => "ab".to_owned(),
            3 => plies[0].repeat(2),
            _ => "%".to_owned(),
        };
    }
    let mut after = vec![String::new(); plies.len()];
    for (index, _) in plies.iter().enumerate().filter(|(_, ply)| *ply != "/") {
        match rng.u16(..1000) {
            0..20 => after[index] = choice(&["!", "?", "!?", "??"], rng).to_owned(),
            20..60 => after[index] = format!(" {{{}}}", choice(REMARKS, rng)),
            _ => {}
        }
    }
    for (index, other) in &played.others {
        let _ = write!(after[*index], " ({other})");
    }
    // Commas stay where plies are several words.
    let way = if game.has_words { [0, 0, 5][rng.usize(..3)] } else { rng.u8(..6) };
    let manches = turns(game, &plies, &after, way < 2 && rng.bool());
    let text = |end: &str| manches.iter().map(|turns| turns.join(end)).collect::<Vec<_>>().join(" / ");
    let mut body = match way {
        0 => text("; "),
        1 => text(" "),
        2 => text(" ").replace(", ", " "),
        3 => plies.iter().zip(&after).map(|(ply, after)| format!("{ply}{after}")).collect::<Vec<_>>().join(" "),
        4 => text("; ").replace(". ", "."),
        _ => text("\n").replace(", ", ",  "),
    };
    if played.result != "*" && rng.bool() {
        let is_side = |side: usize| game.sides.len() == 2 && game.sides[side] == played.result;
        body.push_str(if is_side(0) {
            " 1-0"
        } else if is_side(1) {
            " 0-1"
        } else if played.result == "draw" {
            " draw"
        } else {
            ""
        });
    }
    if way != 5 {
        body = wrapped(&body);
    }
    if rng.u8(..10) == 0 {
        let start = out.rfind("[Game ").unwrap_or_default();
        let record = format!("{}\n{body}\n\n", &out[start..]).replace('\n', "\r\n");
        out.truncate(start);
        out.push_str(&record);
    } else {
        let _ = write!(out, "\n{body}\n\n");
    }
}

/// The text in lines of at most 80 bytes, broken at any space.
fn wrapped(text: &str) -> String {
    let (mut out, mut column) = (String::with_capacity(text.len() + 1), 0);
    for word in text.split(' ') {
        if column > 0 {
            let fits = column + 1 + word.len() <= 80;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        out.push_str(word);
        column += word.len();
    }
    out
}

fn person(rng: &mut Rng) -> String {
    format!("{} {}", choice(FORENAMES, rng), choice(SURNAMES, rng))
}

fn choice<'t>(texts: &[&'t str], rng: &mut Rng) -> &'t str {
    texts[rng.usize(..texts.len())]
}

static FORENAMES: &[&str] =
    &["Anna", "Björn", "Chloé", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jule", "Kai", "Lev", "Mia", "Ned", "Ole"];
static SURNAMES: &[&str] =
    &["Abt", "Bauer", "Cruz", "Dietz", "Evers", "Fabbri", "Gatti", "Hahn", "Ito", "Jansen", "Kos", "Löwe", "Moreau"];
static EVENTS: &[&str] = &["Cup", "Liga", "Torneo di Natale", "Casual"];
static SITES: &[&str] = &["Bergamo", "Graz", "Online", "?"];
static REMARKS: &[&str] =
    &["the only defence", "12:31", "both wanted this", "è forzata", "a trap: see below", "clock stopped"];
