//! Counts what an episode says beside the game: a record has no place for it.
//!
//! Values that repeat others do not count: the boards after each ply, and the parameters that the name of the game has.
//! Nor do texts about the environment, which are the same in all episodes.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::formats::json::{Json, Wrong};
use crate::formats::made::Made;

/// Keys whose values say nothing about the game, or nothing more.
const OF_ENVIRONMENT: [&str; 11] = [
    "actionString",
    "description",
    "module_version",
    "openSpielGameParameters",
    "reward",
    "schema_version",
    "specification",
    "stateHistory",
    "submission",
    "title",
    "version",
];

/// Passes over the value of a key that is not read.
pub(super) fn other(json: &mut Json<'_>, key: &str, made: &mut Made) -> Result<(), Wrong> {
    let (value, place) = json.raw()?;
    if says_something(&value) && !OF_ENVIRONMENT.contains(&key) {
        made.dropped_named("values of other keys", key, place);
    }
    Ok(())
}

/// Whether a value is more than empty: `[[], []]` says nothing, nor does a flag that is not set.
fn says_something(value: &str) -> bool {
    let is_empty = |byte: u8| matches!(byte, b'[' | b']' | b'{' | b'}' | b'"' | b',') || byte.is_ascii_whitespace();
    !matches!(value, "null" | "false") && !value.bytes().all(is_empty)
}

/// The key of the time that a player has left. Most bytes of a file are observations.
static CLOCK: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"remainingOverageTime\""));

/// What a player sees of the game. Only the time that is left is more than plies and settings say.
pub(super) fn observation(json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
    let (value, place) = json.raw()?;
    if CLOCK.find(value.as_bytes()).is_some() {
        made.dropped("clocks of players", place);
    }
    Ok(())
}

/// The action of a player that asks a language model.
pub(super) fn action(json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
    json.object(|json, key| {
        let what = match key {
            "thoughts" => "thoughts of players",
            "status" => "texts about an action",
            _ => return other(json, key, made),
        };
        let (value, place) = json.raw()?;
        if says_something(&value) && value != "\"OK\"" {
            made.dropped(what, place);
        }
        Ok(())
    })
}

/// How long each ply took.
pub(super) fn durations(json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
    let (mut count, mut first) = (0, None);
    let done = json.array(|json| {
        let place = json.skip()?;
        first.get_or_insert(place);
        count += 1;
        Ok(())
    });
    if let Some(first) = first {
        made.dropped_times("times of plies", count, first);
    }
    done
}

#[cfg(test)]
mod tests {
    use crate::formats::kaggle::Kaggle;
    use crate::formats::made::Made;
    use crate::formats::pieces::Dialect;
    use crate::record::{Foreign, Place};

    /// Who plays, and what is left out, of an episode of OpenSpiel's Connect Four.
    fn read(info: &str, action: &str) -> String {
        let text = format!(
            "{{\"name\": \"open_spiel_connect_four\", \"id\": \"a95\", \"title\": \"Open Spiel\", \
             \"configuration\": {{\"openSpielGameString\": \"connect_four()\", \"useImage\": false}}, \
             \"info\": {{\"actionHistory\": [\"3\"], \"stateHistory\": [\"{{}}\"], \"LiveVideoPath\": null, {info}}}, \
             \"steps\": [[{{\"action\": {action}, \"status\": \"DONE\", \"info\": {{}}}}]]}}"
        );
        let mut made = Made::default();
        made.begin(Place::default(), Foreign::default());
        Kaggle::default().read(&text, &mut made);
        made.end();
        let players = ["White", "Red"].map(|side| made.get(side).unwrap_or("-")).join(" ");
        let told = made.kept().parts.notes.iter().map(|note| note.text.message.split(':').next().unwrap_or_default());
        format!("{players} | {}", told.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn what_has_no_place_in_a_record_is_counted() {
        assert_eq!(read("\"x\": []", "{\"submission\": 3, \"status\": \"OK\"}"), "- - | 1 value of other keys (id)");
        let action = "{\"thoughts\": \"the centre\", \"status\": \"asked twice\", \"generate_returns\": [1]}";
        assert_eq!(
            read("\"moveDurations\": [1.5, 2]", action),
            "- - | 2 values of other keys (id, generate_returns), 2 times of plies, 1 thought of players, \
             1 text about an action"
        );
    }

    #[test]
    fn of_what_players_see_only_their_clocks_count() {
        let seen = |clock: &str| format!("3, \"observation\": {{\"board\": [0, 1], \"mark\": 1{clock}}}");
        assert_eq!(read("\"x\": 0", &seen("")), "- - | 2 values of other keys (id, x)");
        let told = read("\"x\": 0", &seen(", \"remainingOverageTime\": 60"));
        assert_eq!(told, "- - | 2 values of other keys (id, x), 1 clock of players");
    }

    #[test]
    fn programs_have_names_where_teams_have_none() {
        let agents = "\"Agents\": [{\"Name\": \"Ada\"}, {\"Name\": \"Bruno\"}]";
        let read = |info: &str| read(info, "3").replace(" | 1 value of other keys (id)", "");
        assert_eq!(read(agents), "Ada Bruno");
        assert_eq!(read(&format!("{agents}, \"TeamNames\": [\"Ada\", \"Bruno\"]")), "Ada Bruno");
        let other = "1 name of programs unlike those of their teams";
        assert_eq!(read(&format!("{agents}, \"TeamNames\": [\"Ada\", \"Carla\"]")), format!("Ada Carla, {other}"));
    }
}
