//! The JSON schema of what `collate --format json` prints.

use serde_json::{Value, json};

use super::By;
use crate::report::schema::{count, document, number, object, text_or_null};

/// The schema of a line: a game and where its witnesses disagree.
pub fn schema() -> Value {
    let witness = object(
        json!({
            "name": {"type": "string", "description": "A for the first input, B for the second, and so on"},
            "file": {"type": "string"},
            "record": number(),
        }),
        json!({}),
    );
    let rest = object(
        json!({
            "witness": {"type": "string"},
            "played": {"type": "integer", "minimum": 0, "description": "how many of its next plies are legal after this reading"},
            "of": {"type": "integer", "minimum": 0, "description": "how many of them were tried"},
        }),
        json!({}),
    );
    let variant = object(
        json!({
            "text": {"type": ["string", "null"], "description": "the plies; null where these witnesses have none"},
            "witnesses": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            "legal": {"type": "boolean", "description": "whether these plies are legal there"},
            "rest": {"type": "array", "items": rest},
        }),
        json!({}),
    );
    let reading = object(
        json!({
            "ply": count(),
            "variants": {"type": "array", "minItems": 1, "items": variant},
            "chosen": text_or_null(),
            "by": {"enum": By::ALL.map(By::name), "description": "what decided: more legal plies after it, more witnesses, the order of the witnesses"},
        }),
        json!({}),
    );
    let game = object(
        json!({
            "witnesses": {"type": "array", "minItems": 1, "items": witness},
            "readings": {"type": "array", "items": reading, "description": "the places where witnesses disagree"},
        }),
        json!({}),
    );
    document("A game and its copies, by scoresheet collate", game)
}
