//! The known tags, and which of them an unknown tag was probably meant to be.
//!
//! A known tag is one with a meaning, one that names a player, or one that people's files often have. Every other tag
//! is kept as well. Only a tag that is one letter away from a known tag, or is its name in another language, gets a
//! note: `[Strats "Red"]`, for instance, does not say who begins.

use crate::names::{is_near, same_tag, tag_bit};
use crate::record::MEANINGFUL;
use crate::record::looks::names_moves;

/// The sides of all games: each has a tag with the name of who plays it.
static SIDES: &[&str] = &["White", "Black", "Red", "Green", "Blue"];

/// What every file of chess games has in its tags, and many of other games.
static ROSTER: &[&str] = &["Event", "Site", "Date", "Round"];

/// Further tags that many files have: those of PGN's supplement and of collections of games, then words that somebody may
/// well choose and that look like a known tag.
static USUAL: &[&str] = &[
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "FEN",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "Annotator",
    "Mode",
    "PlyCount",
    // of collections and programs
    "EventType",
    "EventRounds",
    "EventCountry",
    "EventCategory",
    "Source",
    "SourceTitle",
    "SourceDate",
    "SourceVersion",
    "SourceQuality",
    "Tournament",
    "Match",
    "Place",
    "City",
    "Country",
    "Category",
    "Language",
    "Remark",
    "Comment",
    "Note",
    "Notes",
    "Author",
    "Copyright",
    "License",
    "Link",
    "URL",
    "GameId",
    "GameURL",
    "GameType",
    "StartTime",
    "StartDate",
    "EndTime",
    "EndDate",
    "Timezone",
    "Clock",
    "Duration",
    "Length",
    "Rules",
    "Ruleset",
    "Orientation",
    "StudyName",
    "ChapterName",
    "ChapterURL",
    "BroadcastName",
    "BroadcastURL",
    "CurrentPosition",
    "Winner",
    "Score",
    // words of their own
    "Name",
    "Side",
    "Size",
    "Rate",
    "Rated",
    "Stats",
    "Pair",
    "Block",
];

/// Names of known tags in Italian, German, French and Spanish, as far as the letters of tag names allow.
static TRANSLATED: &[(&str, &[&str])] = &[
    ("Game", &["Gioco", "Partita", "Spiel", "Partie", "Jeu", "Juego", "Partida"]),
    ("Variant", &["Variante"]),
    ("Options", &["Opzioni", "Opzione", "Optionen", "Opciones"]),
    ("Board", &["Tavoliere", "Tavola", "Scacchiera", "Brett", "Spielbrett", "Plateau", "Tablero"]),
    ("Starts", &["Inizia", "Comincia", "Beginnt", "Commence", "Empieza", "Comienza"]),
    ("Setup", &["Posizione", "Stellung", "Posicion"]),
    ("Target", &["Traguardo", "Obiettivo", "Ziel", "Objectif", "Objetivo"]),
    ("Pieces", &["Pezzi", "Pedine", "Steine", "Pions", "Piezas", "Fichas"]),
    ("Pairs", &["Coppie", "Paare", "Paires", "Parejas"]),
    ("Notation", &["Notazione", "Notacion"]),
    ("Result", &["Risultato", "Esito", "Ergebnis", "Resultat", "Resultado"]),
    ("Termination", &["Terminazione", "Conclusione", "Terminaison", "Terminacion"]),
    ("Event", &["Evento", "Torneo", "Turnier", "Tournoi", "Ereignis", "Evenement"]),
    ("Site", &["Luogo", "Sede", "Ort", "Lieu", "Lugar", "Sitio"]),
    ("Date", &["Data", "Datum", "Fecha"]),
    ("Round", &["Turno", "Runde", "Ronde", "Ronda"]),
    ("White", &["Bianco", "Bianchi", "Weiss", "Blanc", "Blancs", "Blanco", "Blancas"]),
    ("Black", &["Nero", "Neri", "Schwarz", "Noir", "Noirs", "Negro", "Negras"]),
    ("Red", &["Rosso", "Rossi", "Rot", "Rouge", "Rouges", "Rojo", "Rojas"]),
    ("Green", &["Verde", "Verdi", "Gruen", "Vert", "Verts"]),
    ("Blue", &["Blau", "Bleu", "Bleus", "Azul", "Azules"]),
];

/// The shortest name that is compared with known tags: most shorter words are one letter away from another word.
const SHORTEST: usize = 4;

/// The shortest name where a letter lacks or is too many, not another one: `Gam` for `Game`, `Cutt` for `Cut`.
const SHORTEST_LACKING: usize = 3;

/// The shortest name that is compared with tags that have no meaning here: losing one of these costs little, so a false
/// alarm would cost more.
const SHORTEST_USUAL: usize = 6;

/// Whether a verdict may depend on a tag of that name: it has a meaning, or looks like a slip.
///
/// ```
/// use scoresheet::tags::is_judged;
/// assert!(is_judged("board") && is_judged("Result") && is_judged("Whte"));
/// assert!(!is_judged("White") && !is_judged("WhiteElo"));
/// ```
pub fn is_judged(name: &str) -> bool {
    MEANINGFUL.iter().any(|known| same_tag(known, name)) || meant(name).is_some() || names_moves(name)
}

/// The known tag that `name` was probably meant to be, if it is not known itself.
///
/// ```
/// use scoresheet::tags::meant;
/// assert_eq!((meant("Whte"), meant("Spiel")), (Some("White"), Some("Game")));
/// assert_eq!((meant("White"), meant("WhiteElo"), meant("Weather")), (None, None, None));
/// ```
pub fn meant(name: &str) -> Option<&'static str> {
    if name.len() < 3 || is_known(name) {
        return None;
    }
    translated(name).or_else(|| {
        let is_long = |known: &&&str| {
            let shortest = match USUAL.contains(*known) {
                true => SHORTEST_USUAL,
                false if known.len() != name.len() => SHORTEST_LACKING,
                false => SHORTEST,
            };
            known.len().min(name.len()) >= shortest
        };
        // Their length or their first letters rule out nearly all names, which takes less time than a search in the
        // usual ones.
        all().filter(|known| is_near(known, name)).find(is_long).copied()
    })
}

/// The known tag that a name says in another language: `Bianco` is `White`.
pub(crate) fn translated(name: &str) -> Option<&'static str> {
    let translated = TRANSLATED.iter().find(|(_, names)| names.iter().any(|known| same_tag(known, name)));
    translated.map(|(known, _)| *known)
}

/// The tags that nearly every record has for people: the roster, then the sides with the names of those who play them.
#[cfg(feature = "cli")]
pub(crate) fn of_people() -> impl Iterator<Item = &'static str> {
    ROSTER.iter().chain(SIDES).copied()
}

/// The known tag of that name, as it is usually written.
pub fn known(name: &str) -> Option<&'static str> {
    all().find(|known| same_tag(known, name)).copied()
}

/// The place of a name in [`MEANINGFUL`].
pub(crate) fn rank(name: &str) -> Option<usize> {
    /// For the bit of each name its place, counted from 1.
    static PLACES: [u8; 64] = {
        let (mut places, mut index) = ([0; 64], MEANINGFUL.len());
        while index > 0 {
            places[tag_bit(MEANINGFUL[index - 1]).trailing_zeros() as usize] = index as u8;
            index -= 1;
        }
        places
    };
    let first = usize::from(PLACES[tag_bit(name).trailing_zeros() as usize % 64]).checked_sub(1)?;
    let rest = MEANINGFUL[first..].iter();
    rest.enumerate().find_map(|(index, known)| same_tag(known, name).then_some(first + index))
}

/// Where to add a tag among tags of these names: if it has a meaning, after the last one that precedes it in
/// [`MEANINGFUL`].
pub(crate) fn place<'n>(
    names: impl DoubleEndedIterator<Item = &'n str> + ExactSizeIterator,
    name: &str,
) -> Option<usize> {
    let own = rank(name)?;
    let stands_before = |other: &str| rank(other).is_some_and(|rank| rank < own);
    let mut names = names;
    Some(names.rposition(stands_before).map_or(0, |place| place + 1))
}

/// Whether a tag of that name is about a side: then it is known in games that have the side.
pub fn is_side(name: &str) -> bool {
    SIDES.iter().any(|side| same_tag(side, name))
}

/// The sides of all games.
pub(crate) fn sides() -> &'static [&'static str] {
    SIDES
}

/// The names of all known tags.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().copied()
}

fn all() -> impl Iterator<Item = &'static &'static str> {
    MEANINGFUL.iter().chain(SIDES).chain(ROSTER).chain(USUAL)
}

/// Whether a tag is known. A name that begins with a side and goes on with a capital is about a player: `WhiteElo`.
fn is_known(name: &str) -> bool {
    let of_player = |side: &&str| {
        name.get(..side.len()).is_some_and(|start| same_tag(start, side))
            && name[side.len()..].starts_with(|letter: char| letter.is_ascii_uppercase() || letter == '_')
    };
    known(name).is_some() || SIDES.iter().any(of_player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_away() {
        for name in ["Whte", "Whitee", "Wihte", "white1", "Wite", "Qhite"] {
            assert_eq!(meant(name), Some("White"), "{name}");
        }
        for (name, known) in
            [("Gmae", "Game"), ("Resalt", "Result"), ("Starst", "Starts"), ("Anotator", "Annotator"), ("Sit", "Site")]
        {
            assert_eq!(meant(name).unwrap_or_default(), known, "{name}");
        }
        for (name, known) in [("Gam", "Game"), ("Blu", "Blue"), ("Cutt", "Cut"), ("Cuts", "Cut"), ("Rot", "Red")] {
            assert_eq!(meant(name), Some(known), "{name}");
        }
        for name in ["Wiht", "Whtt", "Weight", "Name", "Rde", "Tme", "Bed", "Elo", "BlueTeam", "red_elo", "column1"] {
            assert_eq!(meant(name), None, "{name}");
        }
    }

    #[test]
    fn every_translation_is_of_a_known_tag_and_is_none_itself() {
        for (known, names) in TRANSLATED {
            assert!(is_known(known) && meant(known).is_none(), "{known}");
            for name in *names {
                assert_eq!(meant(name), Some(*known), "{name}");
            }
        }
    }

    #[test]
    fn every_side_has_its_tag() {
        for game in crate::engine::registry::GAMES {
            for side in game.info().sides {
                assert!(is_side(side.name), "{}", side.name);
            }
        }
        assert!(["Red", "Blue"].iter().all(|side| is_side(side)), "sides of four");
    }
}
