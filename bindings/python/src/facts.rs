//! What there is to know: games, notation systems, file formats, codes, rules.

use pyo3::prelude::*;
use scoresheet::convert::is_written;
use scoresheet::diagnostic::Code;
use scoresheet::engine::registry;
use scoresheet::formats::FORMATS;
use scoresheet::system::SYSTEMS;
use serde_json::{Value, json};

/// Every game, notation system and file format, as JSON.
#[pyfunction]
pub(crate) fn facts() -> String {
    let choice = |choice: &scoresheet::game::Choice| json!({"name": choice.name, "about": choice.about});
    let games: Vec<Value> = registry::GAMES
        .iter()
        .map(|game| game.info())
        .map(|info| {
            json!({
                "id": info.id,
                "name": info.name,
                "about": info.about,
                "boards": info.boards,
                "sides": info.sides.iter().map(|side| side.name).collect::<Vec<_>>(),
                "variants": info.variants.iter().map(choice).collect::<Vec<_>>(),
                "options": info.options.iter().map(choice).collect::<Vec<_>>(),
                "notations": info.systems().map(|system| system.name()).collect::<Vec<_>>(),
            })
        })
        .collect();
    let formats: Vec<Value> = FORMATS
        .iter()
        .map(|format| {
            json!({"name": format.name(), "about": format.info().about, "endings": format.info().endings, "written": is_written(*format)})
        })
        .collect();
    let notations: Vec<&str> = SYSTEMS.iter().map(|system| system.name()).collect();
    json!({"games": games, "formats": formats, "notations": notations}).to_string()
}

/// What a code or a rule means, as JSON; `None` if there is none of that name.
#[pyfunction]
pub(crate) fn explain(name: &str) -> Option<String> {
    let of_code = |(game, code): (Option<&'static str>, &'static Code)| {
        json!({"name": code.name, "game": game, "severity": code.severity.name(), "rule": code.rule, "title": code.title,
               "text": code.explain, "example": code.example})
    };
    let mut found: Vec<Value> = registry::meanings(name).into_iter().map(of_code).collect();
    if found.is_empty() {
        let rule = registry::rules().find(|rule| rule.id.eq_ignore_ascii_case(name))?;
        found.push(json!({"name": rule.id, "game": null, "severity": null, "rule": rule.id, "title": rule.title,
                          "text": rule.text, "example": ""}));
    }
    Some(Value::Array(found).to_string())
}

/// The manual of expressions, which `where=` takes.
#[pyfunction]
pub(crate) fn guide() -> &'static str {
    scoresheet::select::GUIDE
}
