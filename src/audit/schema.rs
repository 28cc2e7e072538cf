//! The JSON schema of what `audit --summary json` prints.

use serde_json::{Value, json};

use crate::game::Outcome;
use crate::mend::repair::Kind;
use crate::report::schema::{count, described, document, number, object, or_null, text_or_null};

/// The schema of a summary.
pub fn schema() -> Value {
    let count = count();
    let text = json!({"type": "string"});
    let unread = all(json!({"input": text, "message": text, "help": text_or_null()}));
    let mut whole = object(
        json!({
            "inputs": described(count.clone(), "files and members of archives that were opened"),
            "unread": {"type": "array", "items": unread, "description": "what could not be read, wholly or in part"},
            "records": all(json!({"read": count, "valid": count, "invalid": count, "unreadable": count})),
            "bytes": all(json!({"read": count, "records": count, "between": count})),
            "balances": {"type": "boolean", "description": "whether every byte and every record is accounted for"},
            "plies": count,
            "diagnostics": all(json!({"errors": count, "warnings": count, "notes": count, "shown": count,
                "not_shown": count})),
            "games": {"type": "array", "items": group()},
            "codes": {"type": "array", "items": code(), "description": "the most severe and frequent first"},
            "duplicates": or_null(duplicates()),
            "stopped": {"type": "boolean", "description": "whether the audit ended early"},
        }),
        json!({
            "baseline": described(
                all(json!({"known": count, "records": count, "invalid": count, "gone": {"type": ["integer", "null"]}})),
                "only with --baseline: how many findings are known, in how many records, how many of these are invalid, and how many findings are gone",
            ),
            "not_records": {"type": "array", "minItems": 1, "items": text,
                            "description": "inputs of folders and archives that are in no format of the program"},
            "repairs": described(repairs(), "only with --repairs"),
        }),
    );
    whole["$defs"] = json!({"place": all(json!({"file": text, "record": number(), "line": number()}))});
    document("What an archive holds, by scoresheet audit", whole)
}

/// A game and variant, and what its records prove.
fn group() -> Value {
    let outcome = all(json!({"kind": {"enum": Outcome::KINDS}, "winner": text_or_null(), "reason": text_or_null(),
        "count": number()}));
    let claim = all(json!({"claimed": text_or_null(), "proven": text_or_null(), "count": number()}));
    all(json!({
        "game": described(text_or_null(), "null where no game was named"),
        "variant": described(text_or_null(), "null where there were no rules to play by"),
        "valid": count(),
        "invalid": count(),
        "plies": count(),
        "outcomes": {"type": "array", "items": outcome, "description": "what the boards of valid records prove"},
        "claims": {"type": "array", "items": claim,
                   "description": "the results that valid records claim, and what their boards prove; null: none"},
        "beginner": described(all(json!({"won": count(), "lost": count()})), "the games of the side that began"),
        "lengths": {"type": "array", "items": {"type": "array", "items": count(), "minItems": 2, "maxItems": 2},
                    "description": "numbers of plies, and how many valid records have that many"},
    }))
}

/// How often a code was reported, and where first.
fn code() -> Value {
    let first = all(json!({"file": {"type": "string"}, "record": number(), "line": number(), "column": number(),
        "message": {"type": "string"}}));
    all(json!({
        "code": {"type": "string"},
        "severity": {"enum": ["error", "warning", "note"]},
        "count": number(),
        "first": or_null(first),
    }))
}

/// What was found with the options about duplicates.
fn duplicates() -> Value {
    let place = json!({"$ref": "#/$defs/place"});
    let found = |mut counts: Value, shown: Value| {
        counts["not_shown"] = count();
        counts["shown"] = json!({"type": "array", "items": all(shown)});
        or_null(all(counts))
    };
    let copies = json!({"type": "array", "minItems": 1, "items": place});
    let near = all(json!({"file": {"type": "string"}, "record": number(), "line": number(), "plies": count(),
        "differs": count(), "from": {"type": ["integer", "null"]}}));
    let of_groups = || json!({"groups": count(), "records": count()});
    object(
        json!({
            "mirrored": {"type": "boolean"},
            "games": count(),
            "same": found(of_groups(), json!({"count": number(), "plies": count(), "places": copies})),
            "beginnings": found(json!({"games": count()}),
                json!({"place": place, "plies": count(), "others": number(), "first": place})),
            "held": found(json!({"games_there": count(), "records": count()}),
                json!({"place": place, "count": number(), "first": place})),
        }),
        json!({
            "alike": found(of_groups(), json!({"count": number(), "places": {"type": "array", "items": near}})),
        }),
    )
}

/// What single changes mend.
fn repairs() -> Value {
    let alike = all(json!({"change": {"type": "string"}, "records": number()}));
    let kinds: serde_json::Map<String, Value> =
        Kind::ALL.iter().map(|kind| (kind.name().to_owned(), number())).collect();
    all(json!({
        "invalid": count(),
        "mended": count(),
        "single": count(),
        "stopped": count(),
        "kinds": object(json!({}), kinds.into()),
        "alike": {"type": "array", "items": alike},
    }))
}

/// An object with these keys and no others.
fn all(keys: Value) -> Value {
    object(keys, json!({}))
}
