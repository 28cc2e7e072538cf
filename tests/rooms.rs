//! The map in `src/lib.rs` is true: no file knows a room that the map does not allow it, and nothing knows each other in a
//! circle.
//!
//! The table in the documentation of the crate is what is tested. A row is a room: a folder or a file of `src`. The last
//! column names the rooms that it may know; it may know as well whatever these may know. Rows stand from the ground up, so
//! that a circle of rooms cannot be written down. Tests and comments may know everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module, by the names from the crate's root: `["engine", "line"]`. The first is its room.
type Module = Vec<String>;

// -- The map ----------------------------------------------------------------------------------------------------------

/// The rooms in the order of the table, each with all that it may know.
fn map() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string("src/lib.rs").expect("the crate's root");
    let table = text.split("//! | room |").nth(1).expect("a table of rooms");
    let mut rooms: Vec<(String, BTreeSet<String>)> = Vec::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with("//! |")) {
        let cells: Vec<&str> = row.trim_start_matches("//! |").split('|').map(str::trim).collect();
        let [room, _, known, ""] = cells[..] else { panic!("a row has three cells: {row}") };
        let room = room.trim_matches(['[', ']', '`']).trim_start_matches("mod@").to_owned();
        let mut allowed = BTreeSet::new();
        for name in known.split(',').map(|name| name.trim().trim_matches('`')).filter(|name| *name != "nothing") {
            if name == "all" {
                allowed.extend(rooms.iter().map(|(room, _)| room.clone()));
                continue;
            }
            let (_, below) = rooms
                .iter()
                .find(|(below, _)| below == name)
                .unwrap_or_else(|| panic!("{room}: no row above has {name}"));
            allowed.extend(below.iter().cloned().chain([name.to_owned()]));
        }
        assert!(rooms.iter().all(|(known, _)| *known != room), "{room} has two rows");
        rooms.push((room, allowed));
    }
    rooms
}

// -- The files --------------------------------------------------------------------------------------------------------

/// A file without what only tests and readers see, as words and signs.
struct File {
    module: Module,
    tokens: Vec<String>,
}

/// All files of rooms.
fn files() -> Vec<File> {
    let (mut files, mut folders) = (Vec::new(), vec![Path::new("src").to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the crate") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix("src").expect("a path in the folder").with_extension("");
            let mut module: Module = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_face = module == ["lib"] || module == ["main"];
            if path.extension().is_none_or(|ending| ending != "rs") || is_face || inside.ends_with("tests") {
                continue;
            }
            module.pop_if(|name| name == "mod");
            files.push(File { module, tokens: tokens(&fs::read_to_string(&path).expect("a source file")) });
        }
    }
    files.sort_by(|one, other| one.module.cmp(&other.module));
    files
}

/// Words and signs; comments, texts and whatever is only compiled for tests are left out.
fn tokens(source: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), source);
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(hashes) = raw_text(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = rest.find('"').expect("a quotation mark") + 1;
            start + rest[start..].find(&end).expect("an end of the text") + end.len()
        } else if first == '"' {
            1 + end_of(&rest[1..], '"')
        } else if first == '\'' && is_letter(rest) {
            1 + end_of(&rest[1..], '\'')
        } else if word > 0 {
            tokens.push(rest[..word].to_owned());
            word
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    without_tests(tokens)
}

/// The number of signs `#` of a raw text, if one begins here.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// Whether a letter in quotation marks begins here, not a lifetime.
fn is_letter(rest: &str) -> bool {
    let mut letters = rest.chars().skip(1);
    letters.next() == Some('\\') || letters.next() == Some('\'')
}

/// The bytes up to and with the mark that closes a text.
fn end_of(rest: &str, mark: char) -> usize {
    let mut is_escaped = false;
    let end = rest.find(|letter| {
        let closes = letter == mark && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        closes
    });
    end.expect("an end of the text") + 1
}

/// Leaves out each item behind `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let (mut kept, mut rest) = (Vec::new(), tokens.as_slice());
    while let Some(first) = rest.first() {
        if !rest.iter().take(7).eq(["#", "[", "cfg", "(", "test", ")", "]"]) {
            kept.push(first.clone());
            rest = &rest[1..];
            continue;
        }
        let mut depth = 0;
        let end = rest.iter().skip(7).position(|token| {
            match token.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(token.as_str(), "}" | ";")
        });
        rest = &rest[7 + end.expect("an item") + 1..];
    }
    kept
}

// -- What files know --------------------------------------------------------------------------------------------------

/// Every path of a file that begins at the crate's root or at a module above, from the root on.
fn paths(file: &File, is_face_of_folder: bool) -> Vec<Module> {
    let mut paths = Vec::new();
    for (index, token) in file.tokens.iter().enumerate() {
        let follows = index > 0 && file.tokens[index - 1] == "::";
        let leads = file.tokens.get(index + 1).is_some_and(|next| next == "::");
        let is_used = index > 0 && file.tokens[index - 1] == "use" && is_face_of_folder;
        let base = match token.as_str() {
            _ if follows || !leads => continue,
            "crate" => Vec::new(),
            "self" => file.module.clone(),
            "super" => file.module[..file.module.len() - 1].to_vec(),
            // A folder's face names its own files without more ado.
            name if is_used => [&file.module[..], &[name.to_owned()]].concat(),
            _ => continue,
        };
        tree(&file.tokens[index + 2..], base, &mut paths);
    }
    paths
}

/// Reads what stands behind `::`: a name and more, or a list of such in braces. Gives the number of tokens read.
fn tree(tokens: &[String], base: Module, paths: &mut Vec<Module>) -> usize {
    let Some(first) = tokens.first() else { return 0 };
    if first == "{" {
        let mut at = 1;
        while tokens[at] != "}" {
            at += if tokens[at] == "," { 1 } else { tree(&tokens[at..], base.clone(), paths) };
        }
        return at + 1;
    }
    let mut path = base;
    match first.as_str() {
        "super" => drop(path.pop()),
        "self" | "*" | "<" => {}
        name => path.push(name.to_owned()),
    }
    match tokens.get(1).map(String::as_str) {
        Some("::") => 2 + tree(&tokens[2..], path, paths),
        Some("as") => {
            paths.push(path);
            3
        }
        _ => {
            paths.push(path);
            1
        }
    }
}

/// What every file knows: the modules in which the names that it takes are at home.
fn known(files: &[File]) -> Vec<(&Module, Module)> {
    let modules: BTreeSet<&Module> = files.iter().map(|file| &file.module).collect();
    let is_folder =
        |file: &File| modules.iter().any(|other| other.len() > file.module.len() && other.starts_with(&file.module));
    let all: Vec<(&Module, Vec<Module>)> =
        files.iter().map(|file| (&file.module, paths(file, is_folder(file)))).collect();
    // The longest beginning of a path that is a module.
    let home = |path: &Module| {
        (0..=path.len()).rev().map(|length| path[..length].to_vec()).find(|path| modules.contains(path))
    };
    // The names that a folder hands on from its files, with the files.
    let mut handed: BTreeMap<Module, Module> = BTreeMap::new();
    for (module, paths) in &all {
        for path in paths {
            if let (Some(home), Some(name)) = (home(path), path.last())
                && home.len() > module.len()
                && home.starts_with(module)
            {
                handed.insert([&module[..], std::slice::from_ref(name)].concat(), home);
            }
        }
    }
    let mut known = Vec::new();
    for (module, paths) in all {
        for path in paths {
            let taken = (1..=path.len()).rev().find_map(|length| handed.get(&path[..length]).cloned());
            match taken.or_else(|| home(&path)) {
                Some(home) => known.push((module, home)),
                // Not a module's name but one of the crate's face.
                None if !path.is_empty() => known.push((module, path)),
                None => {}
            }
        }
    }
    known
}

#[test]
fn every_room_has_its_row() {
    let rows: BTreeSet<String> = map().into_iter().map(|(room, _)| room).collect();
    let rooms: BTreeSet<String> = files().into_iter().map(|file| file.module[0].clone()).collect();
    assert_eq!(rows, rooms);
}

#[test]
fn a_file_knows_only_what_its_room_may_know() {
    let (map, files) = (map(), files());
    let mut faults = BTreeSet::new();
    for (module, home) in known(&files) {
        let (room, allowed) = map.iter().find(|(room, _)| *room == module[0]).expect("a row for every room");
        if home[0] != *room && !allowed.contains(&home[0]) {
            faults.insert(format!("{} knows {}", module.join("::"), home.join("::")));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A folder's own file, `mod.rs`, may know what stands in the folder and be known by it.
#[test]
fn no_files_of_a_folder_know_each_other_in_a_circle() {
    let files = files();
    let mut neighbours: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, home) in known(&files) {
        let shared = module.iter().zip(&home).take_while(|(one, other)| one == other).count();
        if shared > 0 && shared < module.len() && shared < home.len() {
            neighbours.entry(module[..=shared].to_vec()).or_default().insert(home[..=shared].to_vec());
        }
    }
    assert!(neighbours.len() > 50, "only {} files know others of their folder", neighbours.len());
    let mut circles = Vec::new();
    // What knows nothing that is left is taken out again and again, and then what nobody knows; what stays is in a circle,
    // or lies between two.
    loop {
        let ends = |of: &BTreeSet<Module>| of.iter().all(|home| !neighbours.contains_key(home));
        let done: Vec<_> = neighbours.iter().filter(|(_, of)| ends(of)).map(|(module, _)| module.clone()).collect();
        if done.is_empty() {
            break;
        }
        neighbours.retain(|module, _| !done.contains(module));
    }
    loop {
        let named: BTreeSet<Module> = neighbours.values().flatten().cloned().collect();
        if neighbours.keys().all(|module| named.contains(module)) {
            break;
        }
        neighbours.retain(|module, _| named.contains(module));
    }
    for (module, of) in &neighbours {
        let of: Vec<_> = of.iter().filter(|home| neighbours.contains_key(*home)).map(|home| home.join("::")).collect();
        circles.push(format!("{} knows {}", module.join("::"), of.join(", ")));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn what_a_file_knows_is_read_from_its_text() {
    let text = "use crate::a::{self, b::{C, D as E}};\n// crate::comment\nfn f<'a>() -> char { super::g(\"crate::text\"); '\"' }\n\
                #[cfg(test)]\nmod tests { use crate::tests::T; }\nuse super::super::x;";
    let file = File { module: vec!["room".to_owned(), "file".to_owned()], tokens: tokens(text) };
    let paths: Vec<_> = paths(&file, false).into_iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a", "a::b::C", "a::b::D", "room::g", "x"]);
}
