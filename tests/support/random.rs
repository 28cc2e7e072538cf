//! Random games of Forza 4, for tests that need many records.

/// The columns of a game that ends with the first line of four or a full board.
pub(crate) fn random_game(rng: &mut fastrand::Rng) -> Vec<u8> {
    let (mut sides, mut heights, mut plies) = ([0_u64; 2], [0_u8; 7], Vec::new());
    while plies.len() < 42 {
        let column = rng.u8(0..7);
        let height = heights[usize::from(column)];
        if height == 6 {
            continue;
        }
        heights[usize::from(column)] += 1;
        let side = plies.len() % 2;
        sides[side] |= 1 << (u32::from(column) * 7 + u32::from(height));
        plies.push(column);
        let board = sides[side];
        let line = |step: u32| {
            let pairs = board & board >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if line(1) || line(6) || line(7) || line(8) {
            break;
        }
    }
    plies
}

/// Appends a record in canonical form.
pub(crate) fn write_game(tags: &str, plies: &[String], out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(tags);
    out.push('\n');
    write_turns(plies, out);
}

/// Appends turns, numbered from 1.
fn write_turns(plies: &[String], out: &mut String) {
    let (mut column, last) = (0, plies.len().div_ceil(2) - 1);
    for (index, turn) in plies.chunks(2).enumerate() {
        let text = format!("{}. {}", index + 1, turn.join(", "));
        if index > 0 {
            out.push(';');
            // The last turn has no separator behind it.
            let fits = column + 1 + text.len() + usize::from(index < last) <= 80;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        out.push_str(&text);
        column += text.len() + 1;
    }
    out.push('\n');
}
