//! Reads episodes of ConnectX, the Connect Four of Kaggle, as JSON. See `grammar/kaggle.ebnf`.
//!
//! Each step holds what both players did; the one who was `ACTIVE` in the step before has moved, and the action of the
//! other means nothing. Odd cases first:
//! - the action of a player who has run out of time, or whose program has failed, is no move;
//! - one that is `INVALID` was tried and lost the game;
//! - a page for replays wraps an episode: `{"environment": {…}, "logs": […]}`;
//! - an episode of OpenSpiel's Connect Four has its actions in `info.actionHistory`.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::json::{Json, Scan, Wrong, has_key, has_keys};
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::whole::whole;
use super::{FileFormat, Format, Given, Partition, Records};
use crate::codes::UNKNOWN_GAME;
use crate::diagnostic::{Text, quoted};
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Episodes of ConnectX.
    pub const KAGGLE: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "kaggle"
    }

    fn about(&self) -> &'static str {
        "episodes of ConnectX, the Connect Four of Kaggle: JSON with the actions of both players step by step"
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/kaggle.ebnf")
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let has_any = |keys: &[&str]| keys.iter().any(|key| has_key(head, key));
        has_keys(head, &["configuration"]) && has_any(&["inarow", "episodeSteps", "openSpielGameString"])
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Kaggle::default(), most, given)))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(whole::<Kaggle>(most, given))
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut Kaggle::default(), bytes, record);
        Ok(true)
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct Kaggle {
    scan: Scan,
}

impl Dialect for Kaggle {
    const FORMAT: Format = Format::KAGGLE;

    fn begin(&mut self) {
        self.scan = Scan::default();
    }

    /// Several episodes may stand one after the other.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        self.scan.run(bytes)
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut episode = Episode::default();
        let mut json = Json::new(text, 0);
        let done = episode.read(&mut json).and_then(|()| json.end());
        episode.write(text, made);
        if let Err(wrong) = done {
            wrong.tell(made);
        }
    }
}

/// What an episode says.
#[derive(Debug, Default)]
struct Episode {
    /// Whether the settings of an episode were read.
    is_there: bool,
    /// The name of the environment, and where it stands.
    name: Option<(String, Range<usize>)>,
    columns: Option<(usize, Range<usize>)>,
    rows: Option<(usize, Range<usize>)>,
    in_a_row: Option<usize>,
    /// The game of OpenSpiel with its parameters.
    open_spiel: Option<String>,
    number: Option<(String, Range<usize>)>,
    players: Vec<(String, Range<usize>)>,
    rewards: Vec<Option<f64>>,
    rewards_at: Range<usize>,
    plies: Vec<(usize, Range<usize>)>,
    /// How many steps were read, and who moves in the next one.
    steps: usize,
    active: Option<usize>,
    /// How the game ended before its time: the status of a player.
    status: Option<(Status, Range<usize>)>,
    /// The statuses of both players at the end, which count where no step tells them.
    statuses: Vec<(Status, Range<usize>)>,
    is_done: bool,
    /// Where steps stand behind the end of the game.
    behind: Vec<Range<usize>>,
}

/// What a status says of the player's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Status {
    Active,
    #[default]
    Inactive,
    Done,
    Timeout,
    Error,
    Invalid,
}

impl Status {
    fn of(name: &str) -> Status {
        match name {
            "ACTIVE" => Status::Active,
            "DONE" => Status::Done,
            "TIMEOUT" => Status::Timeout,
            "ERROR" => Status::Error,
            "INVALID" => Status::Invalid,
            _ => Status::Inactive,
        }
    }
}

impl Episode {
    fn read(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "environment" if json.peek() == b'{' => json.object(|json, key| self.entry(json, key)),
            _ => self.entry(json, key),
        })
    }

    /// Reads what a key of the episode says.
    fn entry(&mut self, json: &mut Json<'_>, key: &str) -> Result<(), Wrong> {
        match key {
            "configuration" if json.peek() == b'{' => self.configuration(json),
            "info" if json.peek() == b'{' => self.info(json),
            "name" => {
                let (name, place) = json.scalar()?;
                self.name = Some((name.into_owned(), place));
                Ok(())
            }
            "rewards" if json.peek() == b'[' => {
                self.rewards.clear();
                let start = json.at();
                let done = json.array(|json| {
                    self.rewards.push(json.scalar()?.0.parse().ok());
                    Ok(())
                });
                self.rewards_at = start..json.at();
                done
            }
            "statuses" if json.peek() == b'[' => json.array(|json| {
                let (name, place) = json.scalar()?;
                self.statuses.push((Status::of(&name), place));
                Ok(())
            }),
            "steps" if json.peek() == b'[' => json.array(|json| self.step(json)),
            _ => json.skip().map(drop),
        }
    }

    fn configuration(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        self.is_there = true;
        json.object(|json, key| {
            match key {
                "columns" | "rows" | "inarow" => {
                    let (value, place) = json.scalar()?;
                    let number = value.parse::<usize>().unwrap_or(0);
                    match key {
                        "columns" => self.columns = Some((number, place)),
                        "rows" => self.rows = Some((number, place)),
                        _ => self.in_a_row = Some(number),
                    }
                }
                "openSpielGameString" => self.open_spiel = Some(json.scalar()?.0.into_owned()),
                "openSpielGameName" => {
                    let name = json.scalar()?.0;
                    self.open_spiel.get_or_insert_with(|| name.into_owned());
                }
                _ => {
                    json.skip()?;
                }
            }
            Ok(())
        })
    }

    fn info(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "EpisodeId" => {
                let (number, place) = json.scalar()?;
                self.number = Some((number.into_owned(), place));
                Ok(())
            }
            "TeamNames" if json.peek() == b'[' => json.array(|json| {
                let (name, place) = json.scalar()?;
                self.players.push((name.into_owned(), place));
                Ok(())
            }),
            "actionHistory" if json.peek() == b'[' => json.array(|json| {
                let (_, place) = json.scalar()?;
                self.plies.push((self.plies.len() % 2, place));
                Ok(())
            }),
            _ => json.skip().map(drop),
        })
    }

    /// Reads what both players did.
    fn step(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        let mut players: [(Option<Range<usize>>, Status, Range<usize>); 2] = Default::default();
        let mut number = 0;
        let begun = json.at();
        json.array(|json| {
            let mut nobody = Default::default();
            let player = players.get_mut(number).unwrap_or(&mut nobody);
            number += 1;
            json.object(|json, key| {
                match key {
                    "action" => player.0 = Some(json.scalar()?.1),
                    "status" => {
                        let (name, place) = json.scalar()?;
                        (player.1, player.2) = (Status::of(&name), place);
                    }
                    _ => {
                        json.skip()?;
                    }
                }
                Ok(())
            })
        })?;
        self.steps += 1;
        if self.is_done {
            self.behind.push(begun..json.at());
            return Ok(());
        }
        // The actions of OpenSpiel's game are known already.
        if self.steps > 1 && self.open_spiel.is_none() {
            let mover = self.active.unwrap_or(self.steps % 2);
            let (action, status, place) = &players[mover];
            if is_failure(*status) {
                self.status = Some((*status, place.clone()));
            } else if let (_, status, place) = &players[1 - mover]
                && is_failure(*status)
            {
                // The other player was asked for nothing that counts here, and has lost all the same.
                self.status = Some((*status, place.clone()));
            }
            if !matches!(status, Status::Timeout | Status::Error) {
                self.plies.push((mover, action.clone().unwrap_or(begun..begun + 1)));
            }
        } else if let Some((_, status, place)) = players.iter().find(|player| is_failure(player.1)) {
            self.status = Some((*status, place.clone()));
        }
        self.active = players.iter().position(|player| player.1 == Status::Active);
        self.is_done |= players.iter().any(|player| player.1 == Status::Done || is_failure(player.1));
        Ok(())
    }

    /// Writes down tags and plies.
    fn write(&self, text: &str, made: &mut Made) {
        let all = 0..text.len().min(1);
        if !self.is_there && self.steps == 0 && self.plies.is_empty() {
            let text = Text::new("this object holds no episode").help("an episode has the key `configuration`");
            return made.refuse_syntax(text, all);
        }
        let (name, place) = match &self.name {
            Some((name, place)) => (&**name, place.clone()),
            None => ("connectx", all.clone()),
        };
        let game = self.open_spiel.as_deref();
        let is_ours = game.map_or(name == "connectx", |game| game.starts_with("connect_four"));
        if !is_ours {
            let text =
                Text::new(format!("this is an episode of {}, a game that this program does not know", quoted(name)))
                    .help("of Kaggle's games it reads ConnectX");
            return made.refuse(&UNKNOWN_GAME, text, place);
        }
        let parameter = |name: &str| {
            let (_, rest) = game?.split_once(&format!("{name}="))?;
            rest.split([',', ')']).next()?.parse::<usize>().ok()
        };
        let in_a_row = self.in_a_row.or_else(|| parameter("x_in_row")).unwrap_or(4);
        if in_a_row != 4 {
            let text = Text::new(format!("this game is won by {in_a_row} in a row, which no game of this program is"));
            return made.refuse(&UNKNOWN_GAME, text, place);
        }
        made.tag("Game", "forza4", place);
        let size = |own: &Option<(usize, Range<usize>)>, name: &str, usual: usize| match own {
            Some((number, place)) => (*number, place.clone()),
            None => (parameter(name).unwrap_or(usual), all.clone()),
        };
        let (columns, at) = size(&self.columns, "columns", 7);
        let (rows, to) = size(&self.rows, "rows", 6);
        made.tag("Board", &format!("{columns}x{rows}"), at.start..to.end.max(at.start + 1));
        for (side, (name, place)) in ["White", "Red"].iter().zip(&self.players) {
            made.tag(side, name, place.clone());
        }
        if let Some((number, place)) = &self.number {
            made.tag("EpisodeId", number, place.clone());
        }
        let first = self.plies.first().map_or(0, |(mover, _)| *mover);
        if first == 1 {
            made.tag("Starts", "Red", all);
        }
        self.result(text, [columns, rows], made);
        made.kept_mut().parts.context.spelling = Spelling::Default;
        for (index, (mover, place)) in self.plies.iter().enumerate() {
            let raw = text.get(place.clone()).unwrap_or_default().trim_matches('"');
            if (made.plies() as usize + first) % 2 != *mover {
                made.pass_that_stood(place.clone());
            }
            match column(raw, columns) {
                Some(letter) => made.ply(letter.encode_utf8(&mut [0; 4]), place.clone()),
                // Such an action ends the game, and `result` has told how.
                None if index + 1 == self.plies.len() && self.has_lost_by_nonsense(text, columns) => {
                    made.comment(&format!("the last action was {}", quoted(raw)), place.clone());
                }
                None => made.no_ply(raw, place.clone()),
            }
        }
        for place in &self.behind {
            made.dropped("steps behind the end of the game", place.clone());
        }
    }

    /// Makes tags of who has won and why.
    fn result(&self, text: &str, [columns, rows]: [usize; 2], made: &mut Made) {
        if let [first, second] = self.rewards[..] {
            // Who has failed has no reward.
            let worth = |reward: Option<f64>| reward.unwrap_or(f64::NEG_INFINITY);
            let result = match worth(first).total_cmp(&worth(second)) {
                std::cmp::Ordering::Greater => "White",
                std::cmp::Ordering::Less => "Red",
                std::cmp::Ordering::Equal if self.is_done && first.is_some() => "draw",
                std::cmp::Ordering::Equal => "*",
            };
            made.tag("Result", result, self.rewards_at.clone());
        }
        let at_end = self.statuses.iter().find(|(status, _)| is_failure(*status));
        if let Some((status, place)) = self.status.as_ref().or(at_end) {
            let termination = match status {
                Status::Timeout => "time",
                Status::Invalid if self.last_has_no_room(text, [columns, rows]) => "illegal",
                _ => "forfeit",
            };
            made.tag("Termination", termination, place.clone());
        }
    }

    /// Whether the last action is a column that the board lacks, or one that as many actions before it have filled as the board
    /// has rows.
    fn last_has_no_room(&self, text: &str, [columns, rows]: [usize; 2]) -> bool {
        let named = |place: &Range<usize>| column(text.get(place.clone())?.trim_matches('"'), columns);
        let Some(last) = self.plies.last().and_then(|(_, place)| named(place)) else { return false };
        let is_on_board = (last as usize).checked_sub('a' as usize).is_some_and(|column| column < columns);
        !is_on_board || self.plies.iter().filter(|(_, place)| named(place) == Some(last)).count() > rows
    }

    /// Whether the game was lost by an action that is no column at all.
    fn has_lost_by_nonsense(&self, text: &str, columns: usize) -> bool {
        let last = self.plies.last().and_then(|(_, place)| text.get(place.clone())).unwrap_or_default();
        self.status.as_ref().is_some_and(|(status, _)| *status == Status::Invalid)
            && column(last.trim_matches('"'), columns).is_none()
    }
}

/// Whether the player has lost the game by it.
fn is_failure(status: Status) -> bool {
    matches!(status, Status::Timeout | Status::Error | Status::Invalid)
}

/// The letter of a column that is counted from 0. A number left of the board, or one that no letter names, is a column that
/// the board lacks, too: the last letter stands for it.
fn column(number: &str, columns: usize) -> Option<char> {
    const LETTERS: u8 = 26;
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let known = number.parse::<u8>().ok().filter(|number| *number < LETTERS);
    let beyond = (columns < usize::from(LETTERS)).then_some(LETTERS - 1);
    known.or(beyond).map(|column| char::from(b'a' + column))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies of an episode, how it ended, and what is told of it.
    fn read(steps: &str) -> String {
        let text = format!("{{\"name\": \"connectx\", \"steps\": [[{{\"status\": \"ACTIVE\"}}, {{}}], {steps}]}}");
        let mut made = Made::default();
        made.begin(crate::record::Place::default(), crate::record::Foreign::default());
        Kaggle::default().read(&text, &mut made);
        made.end();
        let kept = made.kept();
        let mut said = kept.text[kept.parts.body..].trim().to_owned();
        said += &format!(" | {}", made.get("Termination").unwrap_or("-"));
        for note in &kept.parts.notes {
            said += &format!(" | {}", note.text.message.split(':').next().unwrap_or_default());
        }
        said
    }

    #[test]
    fn a_column_that_the_board_lacks_is_an_illegal_ply() {
        let invalid = |action: &str| read(&format!("[{{\"action\": {action}, \"status\": \"INVALID\"}}, {{}}]"));
        assert_eq!(invalid("9"), "j | illegal");
        assert_eq!(invalid("-1"), "z | illegal");
        assert_eq!(invalid("300"), "z | illegal");
        assert_eq!(invalid("1.5"), "{the last action was `1.5`} | forfeit");
        assert_eq!(invalid("null"), "{the last action was `null`} | forfeit");
        // The action that counts was none of these, and the file leaves it out.
        assert_eq!(invalid("3"), "d | forfeit");
        assert_eq!((column("-1", 26), column("25", 26), column("-", 7)), (None, Some('z'), None));
    }

    /// OpenSpiel's game tells its actions elsewhere, and the statuses at the end tell who has failed.
    #[test]
    fn statuses_at_the_end_count_where_no_step_tells_them() {
        let read = |actions: &str, status: &str| {
            let text = format!(
                "{{\"name\": \"open_spiel_connect_four\", \"configuration\": {{\"openSpielGameString\": \"connect_four()\"}}, \
                 \"steps\": [], \"statuses\": [\"DONE\", \"{status}\"], \"info\": {{\"actionHistory\": [{actions}]}}}}"
            );
            let mut made = Made::default();
            made.begin(crate::record::Place::default(), crate::record::Foreign::default());
            Kaggle::default().read(&text, &mut made);
            made.get("Termination").unwrap_or("-").to_owned()
        };
        assert_eq!(read("\"0\", \"1\"", "DONE"), "-");
        assert_eq!(read("\"0\", \"7\"", "INVALID"), "illegal");
        assert_eq!(read("0, 1", "INVALID"), "forfeit");
        assert_eq!(read("0, 0, 0, 0, 0, 0, 0", "INVALID"), "illegal");
        assert_eq!(read("0, 1", "TIMEOUT"), "time");
    }

    #[test]
    fn steps_behind_the_end_are_told() {
        let done = "[{\"action\": 3, \"status\": \"DONE\"}, {\"status\": \"DONE\"}]";
        assert_eq!(read(done), "d | -");
        assert_eq!(read(&format!("{done}, {done}, {done}")), "d | - | 2 steps behind the end of the game");
    }
}
