//! The JSON schema of what `validate --format json` prints.

use serde_json::{Value, json};

use crate::engine::registry;
use crate::formats::FORMATS;
use crate::game::{GameInfo, Outcome};

/// The schema (draft 2020-12) of one report.
pub fn schema() -> Value {
    let games: Vec<&'static GameInfo> = registry::GAMES.iter().map(|game| game.info()).collect();
    let ids: Vec<Value> = games.iter().map(|info| json!(info.id)).chain([Value::Null]).collect();
    let codes: Vec<&str> = registry::codes().iter().map(|code| code.name).collect();
    // Games share names of endings: each name is listed once.
    let mut endings: Vec<&str> = registry::endings().map(|ending| ending.code).collect();
    endings.sort_unstable();
    endings.dedup();
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
    let text_or_null = json!({"type": ["string", "null"]});
    let count = json!({"type": "integer", "minimum": 0});
    let number = json!({"type": "integer", "minimum": 1});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
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
            "outcome": {
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
            },
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
                    "span": {"type": "array", "items": count, "minItems": 2, "maxItems": 2,
                             "description": "bytes of the file, from 0: the first, and the one after the last"},
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
