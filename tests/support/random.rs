//! Random games of Forza 4 and Gomoku, for measurements.

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

/// The points of a game on 15x15 that ends with the first line of exactly five or a full board.
pub(crate) fn random_gomoku(rng: &mut fastrand::Rng) -> Vec<(u8, u8)> {
    let mut points: Vec<(u8, u8)> = (0..15).flat_map(|x| (0..15).map(move |y| (x, y))).collect();
    rng.shuffle(&mut points);
    let mut board = [[2_usize; 15]; 15];
    for (index, &(x, y)) in points.iter().enumerate() {
        let side = index % 2;
        board[usize::from(x)][usize::from(y)] = side;
        let length = |dx: i8, dy: i8| {
            let reach = |sign: i8| {
                (1..15_i8)
                    .take_while(|step| {
                        let column = usize::try_from(x as i8 + sign * dx * step);
                        let row = usize::try_from(y as i8 + sign * dy * step);
                        let cell = column.ok().zip(row.ok()).and_then(|(x, y)| board.get(x)?.get(y));
                        cell == Some(&side)
                    })
                    .count()
            };
            1 + reach(1) + reach(-1)
        };
        if [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| length(dx, dy) == 5) {
            points.truncate(index + 1);
            break;
        }
    }
    points
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
pub(crate) fn write_turns(plies: &[String], out: &mut String) {
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
