//! The codes that every game shares, and the rules `C-1` to `C-7` that hold in every game.
//!
//! A game's own codes stand in its folder. `explain`, the README's table and the catalogue of samples are made from
//! these tables, and tests walk them.

use crate::diagnostic::{Code, Rule, Severity};

/// Makes a static of each code and keeps the tables below readable.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $severity:ident $code:literal $id:expr, $title:literal, $explain:literal, $example:literal;)*) => {
        $($(#[$doc])*
        #[allow(unreachable_pub, reason = "the codes of a game stand in a private module")]
        pub static $name: Code = Code {
            name: $code, rule: $id, severity: Severity::$severity, title: $title, explain: $explain, example: $example,
        };)*
    };
}
pub(crate) use codes;

codes! {
    /// Bytes that are not valid UTF-8.
    BAD_ENCODING = Error "bad-encoding" None, "bytes that are not valid UTF-8",
        "Transcripts are UTF-8 text. The replay ends at the first byte that is not valid, and a tag line with such a byte sets no tag. Files from older programs are often Latin-1 or GBK: `--encoding windows-1252` or `--encoding gbk` reads them. A file in UTF-16 is read if it begins with a byte-order mark or `--encoding` names it; otherwise it is reported once, and so is a file in UTF-32.",
        "";
    /// A malformed tag line, an unmatched parenthesis, too many plies or `...`, text after the result.
    BAD_SYNTAX = Error "bad-syntax" None, "text that has no place in a record",
        "For instance a malformed tag line, a line `Game: forza4` before the first ply, a parenthesis without its partner, a turn with more plies or `...` than the game has sides, or text after the result. The replay stops there, because the text that follows may not belong to the game.",
        "1. c, e; 2. c, c, d";
    /// A comment that nothing closes.
    UNCLOSED_COMMENT = Error "unclosed-comment" None, "a comment that is not closed",
        "A comment begins with `{` and ends at the next `}`. This one has no `}`. The program ends it before the next line that begins a tag, so that no other record is lost. The replay ends where the comment begins.",
        "1. c, e {White thinks; 2. c, c";
    /// Variations nested more than 64 deep.
    TOO_DEEP = Error "too-deep" None, "variations nested more than 64 deep",
        "A variation may contain variations, up to 64 deep. The replay ends at the first one that is nested deeper.",
        "";
    /// A tag with a value that is not allowed.
    BAD_TAG = Error "bad-tag" None, "a tag has a value that is not allowed",
        "Some tags have a meaning and accept only certain values: `Board` a size, `Starts` a side, `Result` a side, `draw` or `*`, and so on. The record is replayed as if the tag were absent, and is invalid.",
        "[Game \"forza4\"]\n[Starts \"Green\"]\n\n1. c, e";
    /// A tag given twice.
    DUPLICATE_TAG = Error "duplicate-tag" None, "a tag is given twice",
        "A record may give each tag once. The first value counts; the record is invalid.",
        "[Game \"forza4\"]\n[Date \"2024.01.01\"]\n[Date \"2024.01.02\"]\n\n1. c, e";
    /// An unknown variant or option, or a clash of them.
    BAD_VARIANT = Error "bad-variant" None, "unknown variant or option, or options that clash",
        "The game has no such variant or option, or they cannot be used together. Without the right rules nothing can be replayed.",
        "[Game \"forza4\"]\n[Options \"pop\"]\n\n1. c, e";
    /// The game is unknown, or the record does not name it.
    UNKNOWN_GAME = Error "unknown-game" None, "the game is unknown or not named",
        "The tag `Game` (or the option `--game`) names the game. Without it nothing can be replayed. `scoresheet games` lists the games.",
        "[Game \"othello\"]\n\n1. d3, c3";
    /// An unknown tag that looks like a known one.
    UNKNOWN_TAG = Note "unknown-tag" None, "an unknown tag looks like a known one",
        "A record may have any tag, and the program keeps a tag that it does not know. This one differs by a letter from a known tag, or is its name in another language, so the known tag was probably meant. As it is written, the tag has no effect. Names of tags are English; capitals do not matter.",
        "[Game \"forza4\"]\n[Whte \"Ada\"]\n\n1. c, e";
    /// A token that is not a move in the notation.
    BAD_MOVE = Error "bad-move" None, "a token that is not a move in this notation",
        "A ply is due here, but this token cannot be read in the record's notation system. The replay stops: it never goes on after a ply that it could not read.",
        "1. c, e; 2. pawn, c";
    /// A side's ply is missing in the middle of the record.
    MISSING_PLY = Error "missing-ply" Some("C-4"), "a side's ply is missing",
        "Sides play in turn. Here one side has no ply though the record goes on. A fragment may end early, but no ply may be missing in the middle. A pass is written `--`.",
        "1. c, e; 2. ..., c";
    /// A wrong turn number.
    TURN_NUMBER = Warning "turn-number" None, "a wrong turn number",
        "Turns are numbered from 1, and again from 1 after a break. A wrong number is a slip of the pen: the replay goes on and counts as if it were right.",
        "1. c, e; 3. c, c";
    /// A position string that is malformed or impossible.
    BAD_POSITION = Error "bad-position" None, "a position string that is malformed or impossible",
        "The tag `Setup` holds a position string: rows from the top separated by `/`, pieces as letters, empty squares as numbers, then the side to move. A position that the rules of the game make impossible is refused too, unless illegal plies that stood can have made it: then it is accepted with the note unusual-position.",
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/W6/7 R\"]\n\n1. c";
    /// A ply after the end of the game.
    AFTER_END = Error "after-end" Some("C-2"), "a ply after the end of the game",
        "The game had ended before this ply. Over a real board both players may have overlooked the end: then mark the ply with {[%stands]} or the tag `Stands`, and the replay goes on.",
        "1. c, d; 2. c, d; 3. c, d; 4. c, d";
    /// A pass that no rule allows.
    PASS_NOT_ALLOWED = Error "pass-not-allowed" Some("C-3"), "a pass that no rule allows",
        "Nobody may pass unless a rule of the game says so. Where a side really moved twice in a row and it stood, write `--` for the other side's ply and mark it with {[%stands]}.",
        "1. c, --";
    /// A square or column outside the board.
    OFF_BOARD = Error "off-board" Some("C-1"), "the board has no such square",
        "The ply names a square or a column outside the board. Perhaps the tag `Board` is missing, or the columns are counted from another side.",
        "1. c, e; 2. h";
    /// A square that is filled.
    OCCUPIED = Error "occupied" Some("C-1"), "the square is filled",
        "The ply needs an empty square, but a piece stands on this one.",
        "[Game \"forza4\"]\n[Board \"4x4\"]\n[Setup \"4/4/4/W3 R\"]\n\n.  .  .  .\n.  .  .  .\n2  .  .  .\n1  3  .  .";
    /// A ply in the place of a side that does not begin.
    WRONG_SIDE = Error "wrong-side" Some("C-4"), "a ply in the place of a side that is not to move",
        "In the first turn `...` stands for the sides that do not begin. Here a ply stands in such a place. Either the tag `Starts` is wrong or the ply belongs to the next side.",
        "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. f, d; 2. f";
    /// A break where no manche ends, or no break where a manche ends.
    BAD_BREAK = Error "bad-break" Some("C-5"), "a break `/` is missing or out of place",
        "A break stands exactly where a manche ends, and nowhere else; a game without manches has none.",
        "1. c, e / 1. c";
    /// A result that contradicts the board or the other claim.
    RESULT_MISMATCH = Error "result-mismatch" None, "the claimed result is not the result on the board",
        "The game has ended on the board with another result than the record claims, or the tag `Result` and the end of the movetext differ. `*` claims no result, so it is never wrong.",
        "[Game \"forza4\"]\n[Result \"Red\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. c";
    /// A result that the board does not prove.
    RESULT_UNPROVEN = Note "result-unproven" None, "the board does not prove the result",
        "The record claims a result, but the game has not ended on the board. The tag `Termination` can say why: resignation, time, forfeit, agreement or adjudication.",
        "[Game \"forza4\"]\n[Result \"White\"]\n\n1. c, e";
    /// An illegal ply that stood.
    STANDS = Warning "stands" Some("C-6"), "an illegal ply that stood",
        "The ply is illegal, but the record says that both players overlooked it, and the replay goes on with it.",
        "1. c, -- {[%stands]}; 2. c";
    /// A mark that a ply stood which is not needed.
    STANDS_UNNEEDED = Note "stands-unneeded" Some("C-6"), "the mark that a ply stood is not needed",
        "The ply is legal, or the record has no ply of that number.",
        "1. c {[%stands]}, e";
    /// A notation system or a file format cannot express something.
    NOT_REPRESENTABLE = Error "not-representable" None, "the notation or format cannot express this",
        "The record holds something that the chosen notation system or file format cannot express. Digits, for instance, name at most nine columns, and a diagram has no place for a pass or a variation. Nothing is dropped silently: the record is not written. `convert --lossy` writes it without comments, tags and the like, where a file format has no place for them.",
        "";
    /// A file that is no known format.
    UNKNOWN_FORMAT = Error "unknown-format" None, "the file is in no format that this program knows",
        "Neither the content nor the name of the file tells what it is. `--from` names the format; `scoresheet games --formats` lists those that are read.",
        "";
    /// Something that was taken for granted.
    GUESSED = Note "guessed" None, "something was taken for granted",
        "The file does not say something that the program has to know: the game, the variant, the size of the board, the encoding, who began, or from which side rows are counted. The message says what was assumed and how to say otherwise. With `--strict` a guess is an error.",
        "";
    /// Something that a record of this program cannot hold.
    DROPPED = Note "dropped" None, "something was left out",
        "The file holds something that a record of this program has no place for, such as marks that an editor has put on the board; or `convert --lossy` writes a record in a format that has no place for all of it. The message says what and how many.",
        "";
    /// Plies that were read but not replayed.
    NOT_PLAYED = Note "not-played" Some("C-5"), "plies that were not replayed",
        "The replay stopped at the first error. The plies of the main line after it were not judged; the message counts them.",
        "1. c, e; 2. h, c; 3. d";
    /// A number is missing in a diagram.
    DIAGRAM_GAP = Error "diagram-gap" None, "a number is missing in the diagram",
        "A diagram numbers its plies 1, 2, 3 and so on, without a gap.",
        "6  .  .  .  .  .  .  .\n5  .  .  .  .  .  .  .\n4  .  .  .  .  .  .  .\n3  .  .  .  .  .  .  .\n2  .  .  4  .  .  .  .\n1  .  .  1  .  2  .  .\n   a  b  c  d  e  f  g";
    /// A number stands twice in a diagram.
    DIAGRAM_REPEAT = Error "diagram-repeat" None, "a number stands twice in the diagram",
        "Each ply fills one square, so each number appears once.",
        "6  .  .  .  .  .  .  .\n5  .  .  .  .  .  .  .\n4  .  .  .  .  .  .  .\n3  .  .  .  .  .  .  .\n2  .  .  2  .  .  .  .\n1  .  .  1  .  2  .  .\n   a  b  c  d  e  f  g";
    /// The rows or columns of a diagram do not fit the board.
    DIAGRAM_SHAPE = Error "diagram-shape" None, "the diagram does not fit the board",
        "A diagram has one line of text for each row of the board, and in it one cell for each column: a number or a dot. Row labels in front are optional, but either every row has one or no row has. A row of column letters above or below is optional too.",
        "[Game \"forza4\"]\n[Notation \"diagram\"]\n\n.  .  .  .  .  .  .\n.  .  1  .  2  .  .";
    /// A piece in a diagram has no earlier piece below it.
    DIAGRAM_FLOATING = Error "diagram-floating" Some("F4-2"), "a piece in the diagram has no earlier piece below it",
        "Pieces fall. A square can be filled only after the one below it, so its number must be larger.",
        "6  .  .  .  .  .  .  .\n5  .  .  .  .  .  .  .\n4  .  .  .  .  .  .  .\n3  .  .  .  .  .  .  .\n2  .  .  1  .  .  .  .\n1  .  .  3  .  2  .  .\n   a  b  c  d  e  f  g";
    /// A position that only illegal plies can have made.
    UNUSUAL_POSITION = Note "unusual-position" Some("C-6"), "a position that only illegal plies can have made",
        "Legal play cannot lead to this position: one side has moved twice, say, or the game went on after its end. Illegal plies that stood can have made it, so it is accepted and the record is replayed from it.",
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/2W1W2 R\"]\n\n1. ..., c";
    /// Under `--strict`: text that is not in canonical form.
    NOT_CANONICAL = Error "not-canonical" None, "the text is not in canonical form",
        "Under `--strict` a record must be written exactly as this program writes it: one tag a line, numbered turns, commas between plies, semicolons between turns, lines of at most 80 columns. `scoresheet convert` writes it so.",
        "";
    /// The plies read differently in two systems that fit equally well.
    NOTATION_AMBIGUOUS = Note "notation-ambiguous" None, "the plies fit two notation systems",
        "The record does not name its notation system. The plies fit two systems, and mean something else in each. The tag `Notation` or the option `--notation` settles it.",
        "32164625";
    /// A record that begins in the middle of a line.
    GLUED_RECORD = Warning "glued-record" None, "a record begins in the middle of a line",
        "A complete tag appears in the middle of a line of movetext; a line end was probably lost. A new record begins there.",
        "1. c, e 1/2-1/2[Game \"forza4\"]\n\n1. d, d";
    /// A record over the limit.
    RECORD_TOO_LONG = Error "record-too-long" None, "the record is longer than the limit",
        "A record over 16 MiB is skipped, and reading goes on with the next one. `--max-record` raises the limit.",
        "";
    /// An illegal ply that lost the game.
    ATTEMPTED = Warning "attempted" Some("C-7"), "the last ply was illegal and lost the game",
        "`Termination \"illegal\"` says that a side tried the record's last ply and lost the game by it. The ply is not carried out.",
        "[Game \"forza4\"]\n[Termination \"illegal\"]\n\n1. c, e; 2. h";
}

/// Every code that is not a game's own, in the order of the documentation.
pub static SHARED: &[&Code] = &[
    &BAD_ENCODING,
    &BAD_TAG,
    &DUPLICATE_TAG,
    &BAD_VARIANT,
    &UNKNOWN_GAME,
    &UNKNOWN_TAG,
    &BAD_MOVE,
    &UNCLOSED_COMMENT,
    &TOO_DEEP,
    &MISSING_PLY,
    &TURN_NUMBER,
    &BAD_POSITION,
    &AFTER_END,
    &PASS_NOT_ALLOWED,
    &OFF_BOARD,
    &OCCUPIED,
    &WRONG_SIDE,
    &RESULT_MISMATCH,
    &RESULT_UNPROVEN,
    &STANDS,
    &STANDS_UNNEEDED,
    &NOT_REPRESENTABLE,
    &UNKNOWN_FORMAT,
    &GUESSED,
    &DROPPED,
    &NOT_PLAYED,
    &DIAGRAM_GAP,
    &DIAGRAM_REPEAT,
    &DIAGRAM_SHAPE,
    &DIAGRAM_FLOATING,
    &BAD_SYNTAX,
    &UNUSUAL_POSITION,
    &NOT_CANONICAL,
    &NOTATION_AMBIGUOUS,
    &GLUED_RECORD,
    &RECORD_TOO_LONG,
    &ATTEMPTED,
    &BAD_BREAK,
];

/// The rules that hold in every game.
pub static SHARED_RULES: &[Rule] = &[
    Rule::new(
        "C-1",
        "legal plies",
        "A ply is legal only if every rule of the game allows it in the position before it.",
    ),
    Rule::new("C-2", "the end", "Once the game has ended, every further ply is illegal (after-end)."),
    Rule::new("C-3", "passing", "Passing is illegal unless a rule of the game allows it (pass-not-allowed)."),
    Rule::new(
        "C-4",
        "order of play",
        "Sides play in the fixed order of the game. Where either side may begin, the tag Starts says who does; \
         otherwise the first side listed. With a Setup, the side to move in it begins, and a Starts that names \
         another side is bad-tag.",
    ),
    Rule::new(
        "C-5",
        "the first error stops the replay",
        "The replay of a record stops at its first illegal, unreadable or missing ply. The position before that ply \
         is the last position, and the outcome is the state of the game there. The program checks the rest of the \
         text for faults of syntax only. Other records are not affected.",
    ),
    Rule::ruled(
        "C-6",
        "an illegal ply that stood",
        "Over a real board both players sometimes overlook an illegal ply. The tag Stands (ply numbers), or \
         {[%stands]} after the ply, says so. If the code of the ply may stand, the ply is carried out and reported as \
         the warning stands; if it may not, the ply remains an error. In every game pass-not-allowed and after-end \
         may stand; each game lists its further codes.",
        "Once a ply after the end of the game has stood, that end is void. The game then ends only if this ply or a \
         later one brings an end about, for instance with a new line.",
    ),
    Rule::new(
        "C-7",
        "an illegal ply that lost",
        "Termination \"illegal\" says that a side tried the record's last ply and lost the game by it. The ply is not \
         carried out: the warning attempted reports its code, and the other side wins (reason illegal). If the last \
         ply is legal, or there is no ply, the tag is bad-tag.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        let mut codes: Vec<_> = SHARED.iter().map(|code| code.name).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), SHARED.len());
        assert!(SHARED.iter().all(|code| !code.title.is_empty() && !code.explain.is_empty()));
    }
}
