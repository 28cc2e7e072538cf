//! The JSON schema of what `validate --format json` prints.

use serde_json::{Value, json};

use crate::engine::registry;
use crate::formats::FORMATS;
use crate::game::{GameInfo, Outcome};

/// The dialect of JSON Schema that all schemas are in.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The schema of one report.
pub fn schema() -> Value {
    let games: Vec<&'static GameInfo> = registry::GAMES.iter().map(|game| game.info()).collect();
    let ids: Vec<Value> = games.iter().map(|info| json!(info.id)).chain([Value::Null]).collect();
    let codes: Vec<&str> = registry::codes().iter().map(|code| code.name).collect();
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
    let (count, number, text_or_null) = (count(), number(), text_or_null());
    json!({
        "$schema": DRAFT,
        "title": "A record judged by scoresheet validate",
        "type": "object",
        "required": ["file", "record", "line", "game", "variant", "options", "board", "notation", "tags", "valid",
                     "plies", "moves", "outcome", "position", "diagnostics"],
        "additionalProperties": false,
        "properties": {
            "file": {"type": "string", "description": "name of the file as the caller gave it, - for standard input"},
            "record": {"type": "integer", "minimum": 1, "description": "number of the record in its file"},
            "line": {"type": "integer", "minimum": 1, "description": "line on which the record begins"},
            "game": {"enum": ids},
            "variant": text_or_null,
            "options": {"type": "array", "items": {"type": "string"}},
            "board": {"type": ["string", "null"], "pattern": "^[0-9]+x[0-9]+$", "description": "columns x rows"},
            "notation": text_or_null,
            "tags": {"type": "object", "additionalProperties": {"type": "string"}},
            "valid": {"type": "boolean", "description": "whether no diagnostic is an error"},
            "plies": count,
            "moves": {"type": "array", "items": {"type": "string"},
                      "description": "the replayed plies, in the game's default notation system"},
            "outcome": {"$ref": "#/$defs/outcome"},
            "position": {"type": ["string", "null"], "description": "position string after the last replayed ply"},
            "attempted": {"type": "string",
                          "description": "the ply that was illegal and lost the game, in the game's default notation system"},
            "stands": {"type": "array", "items": number, "minItems": 1,
                       "description": "the numbers of the illegal plies that stood"},
            "text": {"type": "string",
                     "description": "the text of the record, if the other keys alone would not give the same verdict; a lone surrogate \\udc80 to \\udcff is a byte 80 to ff that is not valid UTF-8"},
            "format": {"enum": formats, "description": "the file format of text, if it is not transcript"},
            "given": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1,
                      "description": "the caller's settings as tags, where they differ from the tags of the record or no other key holds them"},
            "encoding": {"type": "string", "description": "the encoding of the file, if it is not UTF-8"},
            "guessed": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1,
                        "description": "what was taken for granted: game, variant, board, encoding and the like"},
            "players": {"type": "object", "additionalProperties": {"type": "string"},
                        "description": "the players and their sides at the end; only after a swap"},
            "opening": {"type": "string", "description": "the name of the opening, where the game has such names"},
            "diagnostics": {"type": "array", "items": {"$ref": "#/$defs/diagnostic"}},
            "not_shown": {"type": "integer", "minimum": 1,
                          "description": "the number of further diagnostics, beyond --max-diagnostics"},
            "repair": {"type": "object", "required": ["found", "complete", "proposals"],
                       "description": "in reports of audit --repairs: how many single changes mend the record, and the cheapest, as repair --format json tells them"},
        },
        "$defs": {
            "outcome": outcome(),
            "diagnostic": {
                "type": "object",
                "required": ["severity", "code", "rule", "ply", "line", "column", "span", "message", "help"],
                "properties": {
                    "severity": {"enum": ["error", "warning", "note"]},
                    "code": {"enum": codes},
                    "rule": text_or_null,
                    "ply": {"type": ["integer", "null"], "minimum": 1},
                    "line": number,
                    "column": {"type": "integer", "minimum": 1, "description": "Unicode scalar values from 1"},
                    "span": span(),
                    "message": {"type": "string", "minLength": 1},
                    "help": text_or_null,
                    "variation": {"type": "array", "minItems": 1, "description": "ply and index, outermost first",
                                  "items": {"type": "array", "items": number, "minItems": 2, "maxItems": 2}},
                },
                "additionalProperties": false,
            },
        },
    })
}

/// A number from 0.
pub(crate) fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// A number from 1.
pub(crate) fn number() -> Value {
    json!({"type": "integer", "minimum": 1})
}

pub(crate) fn text_or_null() -> Value {
    json!({"type": ["string", "null"]})
}

/// A schema with what it means.
pub(crate) fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

pub(crate) fn or_null(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// Where something stands in a file.
pub(crate) fn span() -> Value {
    json!({"type": "array", "items": count(), "minItems": 2, "maxItems": 2,
           "description": "bytes of the file, from 0: the first, and the one after the last"})
}

/// An object that has all of these keys, and no key that is neither among them nor among the others.
pub(crate) fn object(required: Value, others: Value) -> Value {
    let mut keys = required.as_object().cloned().unwrap_or_default();
    let names: Vec<String> = keys.keys().cloned().collect();
    keys.extend(others.as_object().cloned().unwrap_or_default());
    json!({"type": "object", "required": names, "properties": keys, "additionalProperties": false})
}

/// The schema of one line of JSON that the command `title` prints.
pub(crate) fn document(title: &str, mut object: Value) -> Value {
    object["$schema"] = json!(DRAFT);
    object["title"] = json!(title);
    object
}

/// How a game ended, or that it goes on.
pub(crate) fn outcome() -> Value {
    // Games share names of endings: each name is listed once.
    let mut endings: Vec<&str> = registry::endings().map(|ending| ending.code).collect();
    endings.sort_unstable();
    endings.dedup();
    json!({
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {"enum": Outcome::KINDS},
            "winner": {"type": "string"},
            "reason": {"enum": endings},
            "lines": {"type": "array", "items": {
                "type": "array", "minItems": 4, "items": {"type": "string", "pattern": "^[a-z][0-9]+$"}}},
            "points": {"type": "object", "additionalProperties": {"type": "integer"}},
            "manches": {
                "type": "array",
                "items": {"type": "object", "additionalProperties": {"type": "integer"}}
            },
        },
        "additionalProperties": false,
        "allOf": [
            {"if": {"properties": {"kind": {"const": "win"}}}, "then": {"required": ["winner", "reason"]}},
            {"if": {"properties": {"kind": {"const": "draw"}}}, "then": {"required": ["reason"]}},
            {"if": {"properties": {"kind": {"const": "unfinished"}}},
             "then": {"properties": {"winner": false, "reason": false, "lines": false}}},
        ],
    })
}
