//! Makes a record of an episode: its tags, its plies, and how it ended.

use std::ops::Range;

use super::{Episode, Status};
use crate::codes::UNKNOWN_GAME;
use crate::diagnostic::{Text, quoted};
use crate::formats::made::Made;
use crate::formats::points::column_letter;
use crate::record::Spelling;

impl Episode {
    /// Writes down tags and plies.
    pub(super) fn write(&self, text: &str, made: &mut Made) {
        let all = 0..text.len().min(1);
        if !self.is_there && self.steps == 0 && self.plies.is_empty() {
            let text = Text::new("this object holds no episode").help("an episode has the key `configuration`");
            return made.refuse_syntax(text, all);
        }
        let (name, place) = match &self.name {
            Some((name, place)) => (&**name, place.clone()),
            None => ("connectx", all.clone()),
        };
        let game = self.open_spiel.as_deref().or_else(|| name.strip_prefix("open_spiel_"));
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
        let have_names = self.players.iter().any(|(name, _)| !name.is_empty());
        let players = if have_names { &self.players } else { &self.agents };
        for (side, (name, place)) in ["White", "Red"].iter().zip(players) {
            made.tag(side, name, place.clone());
        }
        for ((agent, place), (player, _)) in self.agents.iter().zip(players) {
            if !agent.is_empty() && agent != player {
                made.dropped("names of programs unlike those of their teams", place.clone());
            }
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
                Some(letter) => {
                    made.ply(letter.encode_utf8(&mut [0; 4]), place.clone());
                    // `z` stands for every column that no letter names.
                    if raw.parse() != Ok(letter as usize - 'a' as usize) {
                        made.comment(&format!("the action was {}", quoted(raw)), place.clone());
                    }
                }
                // Such an action ends the game, and the result already says how.
                None if index + 1 == self.plies.len() && self.has_lost_by_nonsense(text, columns) => {
                    made.comment(&format!("the last action was {}", quoted(raw)), place.clone());
                    if raw != "null" {
                        let text = || {
                            Text::new(format!(
                                "{} is no column: it is kept as a comment, and the game is forfeited",
                                quoted(raw)
                            ))
                            .help(OTHERWISE)
                        };
                        made.guessed("termination", "forfeit", text, place.clone());
                    }
                }
                None => made.no_ply(raw, place.clone()),
            }
        }
        for place in &self.after {
            made.dropped("steps after the end of the game", place.clone());
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
            let last = self.plies.last().filter(|_| *status == Status::Invalid && termination == "forfeit");
            if let Some((_, at)) = last.filter(|_| !self.has_lost_by_nonsense(text, columns)) {
                let text = || {
                    Text::new(
                        "an action was `INVALID`, and the last one can be played: it is, and the game is forfeited",
                    )
                    .help(OTHERWISE)
                };
                made.guessed("termination", "forfeit", text, at.clone());
            }
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

/// What to do if a game was lost in another way than it is read.
const OTHERWISE: &str = "if it was otherwise, `convert --to transcript` and change the last ply or the tag Termination";

/// Whether this status means that the player has lost the game.
pub(super) fn is_failure(status: Status) -> bool {
    matches!(status, Status::Timeout | Status::Error | Status::Invalid)
}

/// The letter of a column that is counted from 0. A number left of the board is a column that the board lacks, like one that no
/// letter names.
fn column(number: &str, columns: usize) -> Option<char> {
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    column_letter(number.parse().unwrap_or(usize::MAX), columns)
}

#[cfg(test)]
mod tests {
    use super::super::Kaggle;
    use super::*;
    use crate::formats::pieces::Dialect;

    /// The plies of an episode, how it ended, and what is reported of it.
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
        assert_eq!(invalid("-1"), "z {the action was `-1`} | illegal");
        assert_eq!(invalid("300"), "z {the action was `300`} | illegal");
        let kept = |action: &str| {
            let said = format!("{action} is no column");
            format!("{{the last action was {action}}} | forfeit | {said}")
        };
        assert_eq!(invalid("1.5"), kept("`1.5`"));
        assert_eq!(invalid("\"x\""), kept("`x`"));
        assert_eq!(invalid("null"), "{the last action was `null`} | forfeit");
        // The action that counts was another one, perhaps, and the file leaves it out.
        let played = "an action was `INVALID`, and the last one can be played";
        assert_eq!(invalid("3"), format!("d | forfeit | {played}"));
        assert_eq!((column("-1", 26), column("25", 26), column("-", 7)), (None, Some('z'), None));
    }

    /// OpenSpiel's game keeps its actions elsewhere; the statuses at the end show who has failed.
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
    fn steps_after_the_end_are_told() {
        let done = "[{\"action\": 3, \"status\": \"DONE\"}, {\"status\": \"DONE\"}]";
        assert_eq!(read(done), "d | -");
        assert_eq!(read(&format!("{done}, {done}, {done}")), "d | - | 2 steps after the end of the game");
    }
}
