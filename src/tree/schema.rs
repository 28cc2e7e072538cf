//! The JSON schema of what `tree --format json` prints.

use serde_json::{Value, json};

use crate::report::schema::{count, document, object};

/// The schema of a tree.
pub fn schema() -> Value {
    let day = |which: &str| {
        let about = format!("the date of the {which} of these games that has one: as much of it as is known");
        json!({"type": ["string", "null"], "pattern": "^[0-9]{4}", "description": about})
    };
    let ply = object(
        json!({
            "ply": {"type": "string", "description": "in the game's default notation system"},
            "count": {"type": "integer", "minimum": 1, "description": "in how many games it was played here"},
            "share": {"type": "number", "minimum": 0, "maximum": 1, "description": "of the games that went on here"},
            "wins": {"type": "object", "additionalProperties": count(), "description": "how many of these games each side or partnership has won"},
            "draws": count(),
            "length": {"type": "number", "minimum": 0, "description": "how many plies these games have on average"},
            "first": day("first"),
            "last": day("last"),
        }),
        json!({"then": {"$ref": "#/$defs/plies", "description": "the plies after it; only with --depth above 1"}}),
    );
    let mut whole = object(
        json!({
            "games": {"type": "integer", "minimum": 0, "description": "how many games reach the position"},
            "plies": {"$ref": "#/$defs/plies"},
        }),
        json!({}),
    );
    whole["$defs"] = json!({"plies": {"type": "array", "items": ply}});
    document("What was played in a position, by scoresheet tree", whole)
}
