//! Numbered diagrams: labels of rows and columns may stand there or not, and whoever leaves the system unsaid is understood.

use scoresheet::System;

use super::games::each;
use super::text::{converted, fate, one, parts, sound};

#[test]
fn labels_of_a_diagram_do_not_matter() {
    let (mut said, mut full, mut alike) = (0, 0, 0);
    each(|game, rng| {
        let Ok(text) = converted(&game.text, Some(System::DIAGRAM)) else { return };
        let (head, body) = parts(&text);
        let lines: Vec<&str> = body.lines().collect();
        let (letters, rows) = lines.split_last().expect("rows and the letters of the columns");
        let bare: Vec<&str> = rows.iter().map(|row| row.trim_start().split_once(' ').expect("a label").1).collect();
        let tags: String =
            head.lines().filter(|line| !line.starts_with("[Notation")).map(|line| format!("{line}\n")).collect();
        let (labelled, cells) = (rows.join("\n"), bare.join("\n"));
        for rows in [cells.clone(), labelled.clone(), format!("{cells}\n{letters}"), format!("{letters}\n{labelled}")] {
            for tags in [head, &tags] {
                let text = format!("{tags}{rows}\n");
                assert_eq!(fate(&sound(&text)), fate(&game.report), "{text}");
                assert_eq!(one(&text).notation, Some(System::DIAGRAM.name()), "{text}");
            }
        }
        // Labels are all or none.
        let lacks = rng.usize(..rows.len());
        let some: Vec<&str> = (0..rows.len()).map(|at| if at == lacks { bare[at] } else { rows[at] }).collect();
        let text = format!("{head}{}\n", some.join("\n"));
        assert_eq!(one(&text).first_error().map(|error| error.code), Some("diagram-shape"), "{text}");
        said += 1;
        full += usize::from(!cells.contains('.'));
        // A ply whose number is that of its row, in the first column, is no label.
        let first = |row: &str| row.split_whitespace().next().and_then(|cell| cell.parse::<usize>().ok());
        alike += (0..bare.len()).filter(|at| first(bare[*at]) == Some(bare.len() - at)).count();
    });
    assert!(said > 100 && full > 0 && alike > 0, "{said} {full} {alike}");
}
