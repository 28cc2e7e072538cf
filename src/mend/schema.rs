//! The JSON schemas of what `repair --format json` and `identify --format json` print.

use serde_json::{Value, json};

use super::identify::Verdict;
use super::repair::Kind;
use crate::report::schema::{count, described, document, number, object, or_null, outcome, span, text_or_null};

/// The schema of a line of `repair`.
pub fn repair() -> Value {
    let error = object(json!({"code": {"type": "string"}, "ply": or_null(number())}), json!({}));
    let mut schema = object(
        json!({
            "file": {"type": "string"},
            "record": number(),
            "line": number(),
            "valid": {"type": "boolean", "description": "whether the record is valid as it stands"},
            "error": described(or_null(error), "its first error; null where the record is valid"),
            "found": described(count(), "how many proposals there are, beyond --limit too"),
            "complete": {"type": "boolean", "description": "whether everything was tried; false if the search ended early (--effort)"},
            "proposals": {"type": "array", "items": {"$ref": "#/$defs/proposal"}, "description": "the best first"},
        }),
        json!({}),
    );
    schema["$defs"] = json!({"proposal": proposal(), "outcome": outcome()});
    document("What may mend a record, by scoresheet repair", schema)
}

/// What makes a record valid.
fn proposal() -> Value {
    object(
        json!({
            "cost": number(),
            "changes": {"type": "array", "minItems": 1, "items": change()},
            "plies": described(count(), "how many plies are legal then"),
            "outcome": {"$ref": "#/$defs/outcome"},
            "agrees": {"enum": [true, null], "description": "whether the board proves the claimed result then; null where nothing is claimed or the game goes on"},
        }),
        json!({}),
    )
}

/// One change of a proposal.
fn change() -> Value {
    let kinds = Kind::ALL.map(Kind::name);
    object(
        json!({
            "kind": {"enum": kinds},
            "ply": described(or_null(number()), "the number of the ply; null for changes of the whole record"),
            "from": described(text_or_null(), "what stands there; null where something is added"),
            "to": described(text_or_null(), "what should stand there; null where something is taken out"),
            "span": span(),
        }),
        json!({
            "tag": {"type": "string", "description": "the name of the tag that changes"},
            "reading": {"type": "string", "description": "how all plies are to be read"},
            "in_variation": {"const": true, "description": "the ply stands in a variation"},
        }),
    )
}

/// The schema of a line of `identify`.
pub fn identify() -> Value {
    let candidate = object(
        json!({
            "game": {"type": "string"},
            "variant": {"type": "string"},
            "board": {"type": "string", "pattern": "^[0-9]+x[0-9]+$", "description": "columns x rows"},
            "notation": {"type": "string"},
            "starts": {"type": "string", "description": "the side that begins"},
            "legal": described(count(), "how many plies of the main line are legal"),
            "agrees": {"enum": [true, false, null], "description": "whether the board proves the claimed result; null where nothing is claimed or the game goes on"},
            "ends": {"type": "boolean", "description": "whether the last ply ends the game"},
            "as_good": {"type": "boolean", "description": "whether it is one of several that are equally good"},
        }),
        json!({}),
    );
    let whole = object(
        json!({
            "file": {"type": "string"},
            "record": number(),
            "line": number(),
            "plies": described(count(), "how many plies the main line has"),
            "candidates": {"type": "array", "items": candidate, "description": "the best first"},
            "verdict": {"enum": [Verdict::Certain, Verdict::Ambiguous, Verdict::None]},
        }),
        json!({}),
    );
    document("What a record may be, by scoresheet identify", whole)
}
