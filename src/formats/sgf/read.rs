//! Makes a record of a game tree.

use std::cell::LazyCell;
use std::ops::Range;

use super::super::made::Made;
use super::Sgf;
use super::markup::{is_markup, markup};
use super::name::{Name, names};
use super::node::{Board, begin, coordinate, first_node, name_at, points, properties};
use super::root::{Moves, Root};
use super::scan::{Shape, node};
use super::tree::{Part, Walk, after_text};
use super::values::free;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::Text;
use crate::record::Spelling;
use crate::system::{PASS, System};

/// Makes a record of the first tree in `text`.
pub(super) fn read(sgf: &mut Sgf, text: &str, made: &mut Made) {
    if !read_as(sgf, text, made, false) {
        made.begin_again();
        read_as(sgf, text, made, true);
    }
}

/// Makes a record of the first tree in `text`, with points as two letters, or as numbers if `in_numbers`. Returns
/// `false` if letters cannot name one of its points.
fn read_as(sgf: &mut Sgf, text: &str, made: &mut Made, in_numbers: bool) -> bool {
    let bytes = text.as_bytes();
    let Some(open) = begin(bytes) else {
        made.refuse_syntax(
            Text::new("no game tree begins here").help("a game is written (;GM[4]SZ[15];B[hh]…)"),
            0..bytes.len().min(1),
        );
        return true;
    };
    sgf.root.clear();
    let root = first_node(bytes, open);
    let mut is_damaged = false;
    let add = |name, at, value| sgf.root.add(name, at, value);
    let after = properties(bytes, root, add, |_| is_damaged = true);
    let set_up_until = set_up(bytes, after, &mut sgf.root);
    // What the first node does not say, the moves show.
    let has = |name| sgf.root.get(name).is_some();
    let is_told = has(Name::of("SZ")) && has(Name::of("GM")) && !has(Name::of("PL"));
    let moves = LazyCell::new(|| if is_told { Moves::default() } else { look(bytes, text, root) });
    let Some(board) = sgf.root.tags(text, sgf.is_known, &moves, made) else { return true };
    made.kept_mut().parts.context.spelling =
        if in_numbers { Spelling::Points(Some(System::SGF)) } else { Spelling::Fixed(System::SGF) };
    let before = text[..open].trim_start_matches('\u{feff}');
    if !before.trim().is_empty() {
        made.dropped(passage(before), open - before.len()..text[..open].trim_end().len());
    }
    // The side that begins: the side to move in a set-up position, or Black.
    let begins = usize::from(made.get("Setup").is_some_and(|setup| setup.ends_with('W')));
    let is_open = |part: &[u8]| memchr::memchr(b'(', part).is_some();
    let is_tree = is_open(&bytes[after..]) || is_open(&bytes[open + 1..root.max(open + 1)]);
    sgf.ends_or_none(bytes, open, is_tree);
    let mut walk = Walk::new(bytes, &sgf.ends, open, std::mem::take(&mut sgf.lines));
    // What the first node says has become tags, but for its moves and comments.
    let is_told = !is_damaged && ![&MOVES[..], &COMMENTS, &JUDGEMENTS].into_iter().any(|names| sgf.root.has_any(names));
    let root_end = is_told.then_some(after);
    let mut player = Player {
        made,
        root: &sgf.root,
        text,
        board,
        turn: begins,
        turns: Vec::new(),
        before: begins,
        is_root: true,
        root_end,
        set_up_until,
        in_numbers,
        lacks_letters: false,
    };
    player.walk(&mut walk);
    if player.lacks_letters {
        sgf.lines = walk.into_lines();
        return false;
    }
    let lost = walk.lost();
    for _ in 0..lost {
        made.dropped("variations that replace no ply", open..open + 1);
    }
    let end = if is_tree { sgf.ends.of(open) } else { walk.end() };
    sgf.lines = walk.into_lines();
    if let Some(place) = sgf.root.left_out.take() {
        made.comment("this stone did not lose the game: the one that did is left out of the file", place);
    }
    tell_damage(sgf.ends.damage, (text, end), made);
    true
}

/// Reports faults in the brackets of a tree that ends at byte `end`, and text after it. `damage` is where text follows
/// a subtree.
fn tell_damage(damage: Option<usize>, (text, end): (&str, usize), made: &mut Made) {
    let bytes = text.as_bytes();
    if let Some(at) = damage.filter(|at| *at < end) {
        let text =
            Text::new("this text follows a subtree").help("after a subtree only another subtree or a `)` may follow");
        made.fault(&BAD_SYNTAX, text, at..after_text(bytes, at + 1));
    }
    if let Some(after) = text.get(end + 1..) {
        outside(after.trim_ascii_end(), end + 1, made);
    }
    if end >= bytes.len() {
        let text = Text::new("the game tree is not closed").help("close it with `)`");
        made.fault(&BAD_SYNTAX, text, bytes.len().saturating_sub(1)..bytes.len());
    }
}

impl Sgf {
    /// Finds the ends of the subtrees, if there are any.
    fn ends_or_none(&mut self, bytes: &[u8], open: usize, is_tree: bool) {
        if is_tree { self.ends.find(bytes, open) } else { self.ends.find(b"", 0) }
    }
}

/// Adds the setup of the nodes before the first move to the first node, and facts about the game that it lacks; returns
/// where the last of these nodes ends.
fn set_up(bytes: &[u8], mut at: usize, root: &mut Root) -> usize {
    const PL: Name = Name::of("PL");
    let mut until = at;
    loop {
        let Some(node) = without_blanks(bytes.get(at..).unwrap_or_default()).strip_prefix(b";") else { return until };
        let start = bytes.len() - node.len();
        let (mut is_move, mut is_of_game) = (plain_move(node).is_some(), false);
        if is_move {
            return until;
        }
        let look = |name: Name, _, _| {
            is_move |= name.is_any_of(&MOVES);
            is_of_game |= name.is_any_of(&STONES) || name.is_any_of(&INFORMATION);
        };
        let end = properties(bytes, start, look, |_| {});
        if is_move {
            return until;
        }
        if is_of_game {
            let add = |name: Name, start, value| {
                let is_taken = match name {
                    PL => root.get(PL).is_none(),
                    name if name.is_any_of(&STONES) => true,
                    name => {
                        let is_new = root.get(name).is_none_or(|(_, place)| place.start == start);
                        is_new && name.is_any_of(&INFORMATION)
                    }
                };
                if is_taken {
                    root.add(name, start, value);
                }
            };
            properties(bytes, start, add, |_| {});
            until = end;
        }
        at = end;
    }
}

/// Reports text in place of a node or a property.
fn stray(bytes: &[u8], place: Range<usize>, made: &mut Made) {
    let text = bytes.get(place.clone()).unwrap_or_default().trim_ascii_end();
    let first = std::str::from_utf8(text).ok().and_then(|text| text.chars().next());
    let said = match first.and_then(|letter| Some((letter, narrow(letter)?))) {
        Some((wide, meant)) => Text::new(format!("`{wide}` stands here in place of `{meant}`")),
        None if first.is_some_and(|letter| letter.is_ascii_lowercase()) && text.ends_with(b"]") => {
            Text::new("the name of this property has no capital letter").help("a move is written B[hh] or W[ig]")
        }
        None => Text::new("this is no property with a value").help("a node is written ;B[hh] or ;W[ig]C[a comment]"),
    };
    made.fault(&BAD_SYNTAX, said, place.start..place.start + text.len());
}

/// What text outside of any tree is. It may be a game that has lost its `(;`.
fn passage(text: &str) -> &'static str {
    if [";B[", ";W["].iter().any(|node| text.contains(node)) {
        "games outside the game tree"
    } else {
        "passages of text outside the game tree"
    }
}

/// The sign of SGF that this wide form was meant as: Chinese and Japanese keyboards write `；` for `;`.
fn narrow(letter: char) -> Option<char> {
    const WIDE: u32 = '！' as u32 - '!' as u32;
    let narrow = u32::from(letter).checked_sub(WIDE).and_then(char::from_u32)?;
    matches!(narrow, ';' | '(' | ')' | '[' | ']').then_some(narrow)
}

/// Reports text after a tree, from `at` on. If there are nodes in it, a `)` has ended the tree too early.
fn outside(after: &str, at: usize, made: &mut Made) {
    // Files that were put together have several byte-order marks.
    let after = after.trim_end_matches('\u{feff}').trim_ascii_end();
    let text = after.trim_ascii_start();
    let (start, end) = (at + after.len() - text.len(), at + after.len());
    match text.as_bytes() {
        [] => {}
        // A node, or a property of the node that a `)` stands in.
        [b')' | b';', ..] | [b'B' | b'W', b'[', ..] => {
            let text = Text::new("the game tree has ended before this").help("remove the `)` that is one too many");
            made.fault(&BAD_SYNTAX, text, start..end);
        }
        _ => made.dropped(passage(text), start..end),
    }
}

/// A look at the moves of the main line and all others.
fn look(bytes: &[u8], text: &str, from: usize) -> Moves {
    let mut moves = Moves::default();
    let mut at = from;
    while at < bytes.len() {
        let each = |name: Name, _, value: Range<usize>| {
            let value = text.get(value).unwrap_or_default();
            if name.is_any_of(&STONES) {
                let needed = points(value).map_or(0, |[columns, rows]| columns.end.max(rows.end));
                moves.needs(needed);
            }
            if !name.is_any_of(&MOVES) {
                return;
            }
            moves.begins.get_or_insert(name == MOVES[1]);
            match value.as_bytes() {
                [] | b"tt" => moves.has_pass = true,
                [column, row] => {
                    for letter in [column, row] {
                        moves.needs(coordinate(*letter).map_or(0, |index| index + 1));
                    }
                }
                _ => {}
            }
        };
        at = properties(bytes, at, each, |_| {}) + 1;
    }
    moves
}

const MOVES: [Name; 2] = names(["B", "W"]);

/// Properties that say something to people.
const COMMENTS: [Name; 3] = names(["C", "GC", "N"]);

/// Properties that judge the position with a number, `GB[1]`: as comments they keep their names.
const JUDGEMENTS: [Name; 5] = names(["GB", "GW", "DM", "UC", "HO"]);

const STONES: [Name; 4] = names(["AB", "AW", "AE", "PL"]);

/// Properties that say something of the whole game. They belong to the first node.
const INFORMATION: [Name; 24] = names([
    "PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "RE", "RU", "GN", "TM", "ON", "SZ", "GM", "FF", "AP", "ST", "SO",
    "US", "AN", "CP", "OT", "KM",
]);

/// Writes down what the nodes say.
struct Player<'m, 't> {
    made: &'m mut Made,
    root: &'m Root,
    text: &'t str,
    board: Board,
    /// The side to move: 0 for Black.
    turn: usize,
    /// The turns of the lines that go on after this variation.
    turns: Vec<(usize, usize)>,
    /// The side of the last ply of this line.
    before: usize,
    is_root: bool,
    /// Where the first node ends, if nothing more in it is to be written.
    root_end: Option<usize>,
    /// Where the last node ends whose stones are set up before the first move.
    set_up_until: usize,
    /// Whether points are written as two numbers, and whether one was met that needs it.
    in_numbers: bool,
    lacks_letters: bool,
}

/// What a node holds beside what is written down at once.
struct Found {
    is_root: bool,
    has_ply: bool,
    /// Where its ply stands, or the node if it has none.
    ply: usize,
    /// A second move.
    doubled: Option<Range<usize>>,
    comments: Vec<Range<usize>>,
    /// Its annotations, and where they stand.
    signs: Vec<(&'static str, Range<usize>)>,
}

impl Player<'_, '_> {
    /// Writes down a node; returns where it ends, and whether it holds a ply.
    fn node(&mut self, at: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let is_root = std::mem::take(&mut self.is_root);
        if let Some((side, point, rest)) = bytes.get(at..).and_then(plain_move) {
            self.point(side, point, at..at + 5);
            return (bytes.len() - rest.len(), true);
        }
        if let Some(end) = self.root_end.filter(|_| is_root) {
            return (end, false);
        }
        let mut found =
            Found { is_root, has_ply: false, ply: at, doubled: None, comments: Vec::new(), signs: Vec::new() };
        let mut damage = None;
        let each = |name, start, value| self.property(name, start, value, &mut found);
        let end = properties(bytes, at, each, |place| {
            damage.get_or_insert(place);
        });
        let has_ply = found.has_ply;
        self.end_node(found, damage);
        (end, has_ply)
    }

    /// Writes down a property of a node, or keeps it until the node ends.
    #[inline(always)]
    fn property(&mut self, name: Name, start: usize, value: Range<usize>, found: &mut Found) {
        const TE: Name = Name::of("TE");
        const BM: Name = Name::of("BM");
        const DO: Name = Name::of("DO");
        const IT: Name = Name::of("IT");
        const PL: Name = Name::of("PL");
        const AE: Name = Name::of("AE");
        let bytes = self.text.as_bytes();
        let whole = start..value.end + 1;
        match name {
            // A move that the end of the file cuts off is no ply. The missing end is reported.
            name if name.is_any_of(&MOVES) && value.end >= bytes.len() => {}
            name if name.is_any_of(&MOVES) => {
                if found.has_ply {
                    found.doubled.get_or_insert(whole);
                } else {
                    (found.has_ply, found.ply) = (true, start);
                    self.ply(usize::from(name == MOVES[1]), value, whole);
                }
            }
            name if name.is_any_of(&COMMENTS) && self.made.leaves_out(bytes.get(value.clone()).unwrap_or_default()) => {
            }
            name if name.is_any_of(&COMMENTS) => found.comments.push(value),
            name if name.is_any_of(&JUDGEMENTS) => found.comments.push(whole),
            TE if !found.is_root => found.signs.push((if value_is(bytes, &value, b"2") { "!!" } else { "!" }, whole)),
            BM => found.signs.push((if value_is(bytes, &value, b"2") { "??" } else { "?" }, whole)),
            DO => found.signs.push(("?!", whole)),
            IT => found.signs.push(("!?", whole)),
            // What the first node says beside its comments has become tags.
            _ if found.is_root => {}
            name if name.is_any_of(&STONES) && start < self.set_up_until => {}
            name if name.is_any_of(&INFORMATION) => {
                let is_taken = |(_, place): (_, Range<usize>)| place.start == start;
                if !self.root.get(name).is_some_and(is_taken) {
                    self.made.dropped("properties of the game after its first node", whole);
                }
            }
            PL => self.made.dropped("changes of the side to move after the start", whole),
            AE => self.made.dropped("points emptied after the start", whole),
            name if name.is_any_of(&STONES) => self.made.dropped("stones set up after the start", whole),
            name if is_markup(name) => self.made.dropped(markup(name), whole),
            _ => {
                self.made.dropped_named("properties that are not known", name_at(self.text, start), whole);
            }
        }
    }

    /// Writes down what stands after the ply of a node: its annotation and its comments. `damage`: the first text in the
    /// node that is no property.
    #[inline(always)]
    fn end_node(&mut self, found: Found, damage: Option<Range<usize>>) {
        let Found { is_root, has_ply, ply, doubled, comments, signs } = found;
        let count = signs.len();
        for (number, (sign, whole)) in (1..).zip(signs) {
            match (has_ply, is_root) {
                (true, _) if number == count => self.made.annotation(sign),
                (true, _) => self.made.dropped("annotations beside another one of the same ply", whole),
                // Annotations of the first node have become tags.
                (false, true) => {}
                (false, false) => self.made.dropped("annotations that are on no ply", whole),
            }
        }
        for comment in comments {
            let text = free(self.text.get(comment.clone()).unwrap_or_default());
            self.made.comment(&text, comment);
        }
        // What stands between two moves may be what should part their nodes.
        let is_parted =
            |whole: &Range<usize>| damage.as_ref().is_some_and(|damage| (ply..whole.start).contains(&damage.start));
        if let Some(whole) = doubled.filter(|whole| !is_parted(whole)) {
            let text = Text::new("a node has two moves").help("each move is a node of its own: ;B[hh];W[ig]");
            self.made.fault(&BAD_SYNTAX, text, whole);
        }
        if let Some(place) = damage {
            stray(self.text.as_bytes(), place, self.made);
        }
    }

    /// Writes the nodes after `at` that are one move on a point and nothing else; returns where the last of them ends.
    fn plain_nodes(&mut self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            let node = without_blanks(bytes.get(at..).unwrap_or_default());
            let nodes = self.moves_in_turn(node);
            if let [.., [.., last, _, _, _, _]] = nodes {
                let start = bytes.len() - node.len() + 1;
                self.made.pairs_of_letters(nodes, |&[_, _, _, column, row, _]| [column, row], start..start + 5);
                let side = usize::from(*last == b'W');
                (self.before, self.turn) = (side, 1 - side);
                at = start - 1 + nodes.as_flattened().len();
                continue;
            }
            let Some((side, point, rest)) = node.strip_prefix(b";").and_then(plain_move) else { return at };
            let start = bytes.len() - node.len() + 1;
            self.point(side, point, start..start + 5);
            at = bytes.len() - rest.len();
        }
    }

    /// The nodes at the start of `bytes` that are one move on a point each, by the sides in turn, and that another node or
    /// the end of the line follows: `;B[hh];W[ig]`.
    fn moves_in_turn<'b>(&self, bytes: &'b [u8]) -> &'b [[u8; 6]] {
        const SIDES: [Shape; 2] = [Shape::of_side(b'B'), Shape::of_side(b'W')];
        // A pass may be written as a point.
        const PASS: u16 = u16::from_le_bytes(*b"tt");
        let is_ply = |word: u64, shape: Shape| shape.is(word) && (word >> 24) as u16 != PASS;
        let (one, other) = (SIDES[self.turn & 1], SIDES[1 - (self.turn & 1)]);
        let (mut rest, mut count) = (bytes, 0_usize);
        while let Some((word, after)) = node(rest)
            && is_ply(word, one)
        {
            (rest, count) = (after, count + 1);
            let Some((_, after)) = node(rest).filter(|(word, _)| is_ply(*word, other)) else { break };
            (rest, count) = (after, count + 1);
        }
        // The last move may have other properties.
        if !matches!(without_blanks(rest), [] | [b';' | b'(' | b')', ..]) {
            count = count.saturating_sub(1);
        }
        bytes.as_chunks().0.get(..count).unwrap_or_default()
    }

    /// Writes down a move: the point it names, or a pass.
    fn ply(&mut self, side: usize, value: Range<usize>, whole: Range<usize>) {
        let text = self.text.get(value).unwrap_or_default();
        if let &[column, row] = text.as_bytes()
            && column.is_ascii_alphabetic()
            && row.is_ascii_alphabetic()
        {
            return self.point(side, [column, row], whole);
        }
        self.begin_ply(side, &whole);
        match text {
            "" => self.made.ply(PASS, whole),
            _ => {
                if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                    self.made.ply(text.get(..16).unwrap_or(text), whole)
                } else {
                    self.made.no_ply(text, whole)
                }
            }
        }
    }

    /// Makes plies and variations of the nodes.
    fn walk(&mut self, walk: &mut Walk<'_>) {
        while let Some(part) = walk.next() {
            match part {
                Part::Node(at) => {
                    let (mut end, has_ply) = self.node(at);
                    if has_ply {
                        walk.has_ply();
                    }
                    // Up to the next variation or comment the nodes follow each other.
                    if walk.is_free() && !self.in_numbers {
                        end = self.plain_nodes(end);
                    }
                    walk.go_on(end);
                }
                Part::Open(at) => {
                    self.turns.push((self.turn, self.before));
                    self.turn = self.before;
                    self.made.open(at..at + 1);
                }
                Part::Close(at) => {
                    (self.turn, self.before) = self.turns.pop().unwrap_or_default();
                    self.made.close(at..at + 1);
                }
                Part::Stray(place) => stray(self.text.as_bytes(), place, self.made),
            }
        }
    }

    /// Writes down a move on a point, which two letters name.
    #[inline(always)]
    fn point(&mut self, side: usize, [column, row]: [u8; 2], whole: Range<usize>) {
        self.begin_ply(side, &whole);
        // Capitals name columns and rows from 27 on: no board has them, and the notation has no letters for them.
        const BEYOND: u8 = b'z';
        match [column, row] {
            [b't', b't'] if self.board.has_pass_point() => self.made.ply(PASS, whole),
            point @ [b'a'..=b'z', b'a'..=b'z'] if !self.in_numbers => self.made.letters(&point, whole),
            [b'A'..=b'Z', _] if self.board.columns < 26 => {
                self.made.letters(&[BEYOND, row.to_ascii_lowercase()], whole)
            }
            [_, b'A'..=b'Z'] if self.board.rows < 26 => {
                self.made.letters(&[column.to_ascii_lowercase(), BEYOND], whole)
            }
            point => self.numbers(point, whole),
        }
    }

    /// Writes down a point as two numbers, on a board whose columns or rows need all letters.
    #[cold]
    fn numbers(&mut self, point: [u8; 2], whole: Range<usize>) {
        self.lacks_letters = !self.in_numbers;
        let [column, row] = point.map(|letter| coordinate(letter).unwrap_or_default());
        self.made.ply(&format!("{column},{row}"), whole);
    }

    /// Counts a move of a side.
    #[inline(always)]
    fn begin_ply(&mut self, side: usize, whole: &Range<usize>) {
        if side != self.turn {
            // The ply of the other side lacks.
            self.made.pass_that_stood(whole.start..whole.start);
        }
        (self.before, self.turn) = (side, 1 - side);
    }
}

/// The side and the letters of a node that is one move on a point, `B[hh]`, and what follows it, blanks apart.
#[inline(always)]
fn plain_move(node: &[u8]) -> Option<(usize, [u8; 2], &[u8])> {
    let (&[side, b'[', column, row, b']'], rest) = node.split_first_chunk()? else { return None };
    let side = match side {
        b'B' => 0,
        b'W' => 1,
        _ => return None,
    };
    if !column.is_ascii_alphabetic() || !row.is_ascii_alphabetic() {
        return None;
    }
    let rest = without_blanks(rest);
    matches!(rest, [] | [b';' | b'(' | b')', ..]).then_some((side, [column, row], rest))
}

#[inline(always)]
fn without_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [byte, rest @ ..] = bytes
        && byte.is_ascii_whitespace()
    {
        bytes = rest;
    }
    bytes
}

fn value_is(bytes: &[u8], value: &Range<usize>, wanted: &[u8]) -> bool {
    bytes.get(value.clone()).is_some_and(|value| value.trim_ascii() == wanted)
}
