//! Grammars in the EBNF notation of the XML 1.0 recommendation (section 6): reading them,
//! recognising whole inputs with them, drawing random sentences from them, and damaging texts.
//!
//! What the recommendation leaves open is settled as follows:
//! - A postfix operator binds tightest, then `-`, then sequence, then `|`; `A - B - C` is
//!   `(A - B) - C`.
//! - A name may hold `-` and `.` between letters, digits and `_`, so an exclusion of two names
//!   needs blanks around its `-`.
//! - `[^...]` means every Unicode scalar value but those listed, and `''` the empty string;
//!   an alternative without any symbol is refused.
//! - Strings and classes end on the line they begin on. Production numbers (`[1]`) and
//!   constraint notes (`[wfc: ...]`) are not read, as they look like classes.

#![allow(dead_code, reason = "each test binary uses a part of this module")]

use fastrand::Rng;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{char, hex_digit1, multispace1, none_of, one_of, satisfy};
use nom::combinator::{map, map_opt, not, opt, peek, recognize, value};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0, many0_count, many1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// The productions of one or more EBNF texts, ready to recognise and to draw sentences.
#[derive(Debug)]
pub struct Grammar {
    productions: Vec<Production>,
    arena: Arena,
}

#[derive(Debug)]
struct Production {
    name: String,
    line: usize,
    body: Expr,
}

impl Grammar {
    /// Reads one EBNF text. A fault of notation or a name defined twice is an error that names
    /// its line; references may stay open until [`Grammar::check`].
    pub fn read(text: &str) -> Result<Self, String> {
        let line = |at: &str| 1 + text[..text.len() - at.len()].matches('\n').count();
        let fault = |fault: Fault<'_>| {
            let near: String = fault.at.trim_start().chars().take(20).collect();
            let near = near.lines().next().unwrap_or("the end of the text");
            format!("line {}: expected {} at {near}", line(fault.at), fault.wanted)
        };
        let found = match file(text) {
            Ok(("", found)) => found,
            Ok((at, _)) => {
                return Err(fault(Fault { at, wanted: "a production or a symbol" }));
            }
            Err(nom::Err::Error(at) | nom::Err::Failure(at)) => return Err(fault(at)),
            Err(nom::Err::Incomplete(_)) => return Err("the text breaks off".to_owned()),
        };
        let mut productions: Vec<Production> = Vec::new();
        for (at, name, body) in found {
            let line = line(at);
            if let Some(other) = productions.iter().find(|p| p.name == name) {
                return Err(format!("line {line}: `{name}` is defined on line {} already", other.line));
            }
            productions.push(Production { name: name.to_owned(), line, body });
        }
        let arena = Arena::compile(&productions);
        Ok(Self { productions, arena })
    }

    /// Joins the productions of another text. A name defined in both is a fault that
    /// [`Grammar::check`] reports; until then the earlier definition holds.
    pub fn extend(&mut self, other: Self) {
        self.productions.extend(other.productions);
        self.arena = Arena::compile(&self.productions);
    }

    /// Closes the grammar: every name is defined once, no production is left recursive, and each
    /// derives some finite string. All faults are reported, one a line.
    ///
    /// Without this check an undefined name, and a left recursive use of a production, match
    /// nothing. `A - B` counts as nullable here whenever `A` is.
    pub fn check(&self) -> Result<(), String> {
        let mut faults = Vec::new();
        for (index, production) in self.productions.iter().enumerate() {
            let Production { name, line, .. } = production;
            let mut fault = |what: &str| faults.push(format!("production `{name}` (line {line}) {what}"));
            if self.find(name) != Some(index) {
                fault("is defined already");
            }
            for (_, missing) in self.arena.missing.iter().filter(|(by, _)| *by == index) {
                fault(&format!("refers to `{missing}`, which is not defined"));
            }
            if self.arena.is_left_recursive(index) {
                fault("is left recursive");
            }
            if self.arena.missing.is_empty() && self.arena.shortest[index] == ENDLESS {
                fault("derives no finite string");
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// The names of the productions, in the order of the text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.productions.iter().map(|production| production.name.as_str())
    }

    /// The name of the first production, which is the start symbol.
    pub fn first(&self) -> &str {
        self.names().next().unwrap_or_default()
    }

    /// Whether the whole input is derived from `start`; false if there is no such production.
    pub fn recognises(&self, start: &str, input: &str) -> bool {
        self.find(start).is_some_and(|node| self.arena.recognises(node, input))
    }

    /// A random sentence of `start`, of roughly at most `size` characters unless its shortest
    /// sentences are longer.
    ///
    /// The result is the empty string where no draw succeeds: `start` is not defined, or its
    /// exclusions refuse (nearly) everything.
    pub fn sentence(&self, start: &str, rng: &mut Rng, size: usize) -> String {
        let Some(node) = self.find(start) else {
            return String::new();
        };
        for _ in 0..100 {
            let (arena, out) = (&self.arena, String::new());
            // Ample for a derivation of the size; what needs more runs into exclusions.
            let steps = size.saturating_mul(100).saturating_add(2000);
            let mut writer = Writer { arena, rng, out, steps };
            if writer.write(node, size, 0).is_some() {
                return writer.out;
            }
        }
        String::new()
    }

    /// The index of a production, which is its node in the arena, too.
    fn find(&self, name: &str) -> Option<usize> {
        self.names().position(|other| other == name)
    }
}

/// Damages a text by one to three random edits at character boundaries: a short run of characters
/// is deleted, duplicated, swapped with the next run or replaced by a piece of the alphabet, or a
/// piece is inserted. Now and then the edits cancel out, and the text comes back as it was.
pub fn mutate(text: &str, rng: &mut Rng, alphabet: &[&str]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..=3) {
        let count = chars.len();
        let mut run = || if rng.bool() { 1 } else { rng.usize(1..=8) };
        let (width, next) = (run(), run());
        let from = rng.usize(0..count.max(1));
        let to = count.min(from + width);
        let piece = rng.choice(alphabet).map_or("", |piece| piece).chars();
        // An empty text leaves nothing to do but to insert.
        match if count == 0 { 4 } else { rng.u8(0..5) } {
            0 => drop(chars.drain(from..to)),
            1 => {
                let copy = chars[from..to].to_vec();
                drop(chars.splice(to..to, copy));
            }
            2 => chars[from..count.min(to + next)].rotate_left(to - from),
            3 => drop(chars.splice(from..to, piece)),
            _ => {
                let at = rng.usize(0..=count);
                drop(chars.splice(at..at, piece));
            }
        }
    }
    chars.into_iter().collect()
}

// ---------------------------------------------------------------------------------------------
// Reading

/// An expression as written.
#[derive(Debug)]
enum Expr {
    Text(String),
    Class(Class),
    Name(String),
    Seq(Vec<Expr>),
    Alt(Vec<Expr>),
    Opt(Box<Expr>),
    Star(Box<Expr>),
    Plus(Box<Expr>),
    Except(Box<Expr>, Box<Expr>),
}

/// What was wanted, and the rest of the text where it was missed.
#[derive(Debug)]
struct Fault<'a> {
    at: &'a str,
    wanted: &'static str,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Fault { at, wanted: "a production" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Read<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Once it is clear what has to follow, a miss is final: backtracking would only blur the line.
fn expect<'a, T>(
    wanted: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a str) -> Read<'a, T> {
    move |at| match parser.parse(at) {
        Err(nom::Err::Error(_)) => Err(nom::Err::Failure(Fault { at, wanted })),
        other => other,
    }
}

fn file(i: &str) -> Read<'_, Vec<(&str, &str, Expr)>> {
    terminated(many1(production), gap).parse(i)
}

fn production(i: &str) -> Read<'_, (&str, &str, Expr)> {
    let (at, ()) = gap(i)?;
    let (i, name) = terminated(name, pair(gap, tag("::="))).parse(at)?;
    let (i, body) = expect("an expression", choice)(i)?;
    Ok((i, (at, name, body)))
}

/// Blanks and comments.
fn gap(i: &str) -> Read<'_, ()> {
    let rest = expect("a comment closed by `*/`", terminated(take_until("*/"), tag("*/")));
    let comment = preceded(peek(tag("/*")), preceded(tag("/*"), rest));
    value((), many0_count(alt((multispace1, comment)))).parse(i)
}

fn name(i: &str) -> Read<'_, &str> {
    let word = || take_while1(|c: char| c.is_alphanumeric() || c == '_');
    let start = peek(satisfy(|c| c.is_alphabetic() || c == '_'));
    recognize((start, word(), many0_count(pair(one_of("-."), word())))).parse(i)
}

fn choice(i: &str) -> Read<'_, Expr> {
    let (mut i, first) = sequence(i)?;
    let mut all = vec![first];
    while let (rest, Some(_)) = opt(pair(gap, char('|'))).parse(i)? {
        let (rest, next) = expect("an alternative", sequence)(rest)?;
        all.push(next);
        i = rest;
    }
    Ok((i, single_or(all, Expr::Alt)))
}

fn sequence(i: &str) -> Read<'_, Expr> {
    map(many1(difference), |all| single_or(all, Expr::Seq)).parse(i)
}

fn single_or(mut all: Vec<Expr>, many: fn(Vec<Expr>) -> Expr) -> Expr {
    match all.pop() {
        Some(only) if all.is_empty() => only,
        last => {
            all.extend(last);
            many(all)
        }
    }
}

fn difference(i: &str) -> Read<'_, Expr> {
    let (i, first) = repeated(i)?;
    let minus = preceded(pair(gap, char('-')), expect("what to exclude", repeated));
    let (i, others) = many0(minus).parse(i)?;
    let except = |from, what| Expr::Except(Box::new(from), Box::new(what));
    Ok((i, others.into_iter().fold(first, except)))
}

fn repeated(i: &str) -> Read<'_, Expr> {
    let (i, inner) = preceded(gap, primary).parse(i)?;
    let (i, sign) = opt(preceded(gap, one_of("?*+"))).parse(i)?;
    let node = match sign {
        Some('?') => Expr::Opt(Box::new(inner)),
        Some('*') => Expr::Star(Box::new(inner)),
        Some(_) => Expr::Plus(Box::new(inner)),
        None => inner,
    };
    Ok((i, node))
}

fn primary(i: &str) -> Read<'_, Expr> {
    // A name before `::=` begins the next production.
    let reference = terminated(name, not(pair(gap, tag("::="))));
    let group = delimited(char('('), expect("an expression", choice), expect("`)`", pair(gap, char(')'))));
    alt((
        map(string, |text| Expr::Text(text.to_owned())),
        map(code_point, |c| Expr::Text(c.to_string())),
        map(class, Expr::Class),
        group,
        map(reference, |name| Expr::Name(name.to_owned())),
    ))
    .parse(i)
}

fn string(i: &str) -> Read<'_, &str> {
    let (i, quote) = one_of("\"'").parse(i)?;
    let text = take_while(move |c| c != quote && c != '\n');
    terminated(text, expect("the closing quote", char(quote))).parse(i)
}

fn code_point(i: &str) -> Read<'_, char> {
    let (i, _) = terminated(tag("#x"), peek(hex_digit1)).parse(i)?;
    let parse = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    expect("a code point of Unicode", map_opt(hex_digit1, parse))(i)
}

fn class(i: &str) -> Read<'_, Class> {
    let (start, negated) = preceded(char('['), opt(char('^'))).parse(i)?;
    let mut ranges = Vec::new();
    let mut i = start;
    loop {
        let (rest, low) = expect("a character of a class", alt((code_point, none_of("]\n"))))(i)?;
        let wanted = "`-` first or last in a class, or in a rising range";
        let misplaced = nom::Err::Failure(Fault { at: i, wanted });
        let last = |at: &str| at.starts_with(']');
        match rest.strip_prefix('-') {
            Some(end) if !last(end) => {
                let (rest, high) = expect("the end of a range", alt((code_point, none_of("]\n"))))(end)?;
                if low > high {
                    return Err(misplaced);
                }
                ranges.push((low, high));
                i = rest;
            }
            _ if i.starts_with('-') && i.len() < start.len() && !last(rest) => {
                return Err(misplaced);
            }
            _ => {
                ranges.push((low, low));
                i = rest;
            }
        }
        if let Some(rest) = i.strip_prefix(']') {
            return Ok((rest, Class::new(negated.is_some(), ranges)));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Character classes

/// A set of characters; the ASCII part is spelt out as bits, for speed and for fair draws.
#[derive(Clone, Debug)]
struct Class {
    ascii: u128,
    /// The ranges beyond ASCII, none of them empty.
    wide: Vec<(char, char)>,
}

const PRINTABLE: u128 = ((1 << 95) - 1) << 32;
const LETTERS: [char; 10] = ['é', 'ß', 'Ø', 'ł', 'λ', 'Ж', 'א', '中', 'あ', '𝒜'];

impl Class {
    fn new(negated: bool, mut listed: Vec<(char, char)>) -> Self {
        let is_listed = |c: char| listed.iter().any(|&(low, high)| (low..=high).contains(&c));
        let ascii = ('\0'..='\x7F').filter(|&c| is_listed(c) != negated);
        let ascii = ascii.fold(0, |set, c| set | lead(c));
        listed.retain(|(_, high)| !high.is_ascii());
        for (low, _) in &mut listed {
            *low = '\u{80}'.max(*low);
        }
        let wide = if negated { complement(listed) } else { listed };
        Self { ascii, wide }
    }

    fn is_empty(&self) -> bool {
        self.ascii == 0 && self.wide.is_empty()
    }

    fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            self.ascii & lead(c) != 0
        } else {
            self.wide.iter().any(|&(low, high)| (low..=high).contains(&c))
        }
    }

    /// Mostly a printable ASCII character, now and then another one; none if the class is empty.
    fn draw(&self, rng: &mut Rng) -> Option<char> {
        let wide = |rng: &mut Rng| {
            let letters: Vec<char> = LETTERS.into_iter().filter(|&c| self.contains(c)).collect();
            let range = rng.choice(&self.wide)?;
            rng.choice(letters).or_else(|| Some(rng.char(range.0..=range.1)))
        };
        match rng.u8(0..16) {
            0 => wide(rng).or_else(|| draw_bit(self.ascii, rng)),
            1 => draw_bit(self.ascii, rng).or_else(|| wide(rng)),
            _ => draw_bit(self.ascii & PRINTABLE, rng).or_else(|| draw_bit(self.ascii, rng)).or_else(|| wide(rng)),
        }
    }
}

/// The ranges beyond ASCII between the given ones.
fn complement(mut ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    ranges.sort_unstable();
    let mut gaps = Vec::new();
    let mut free = 0x80;
    for (low, high) in ranges {
        gaps.push((free, u32::from(low) - 1));
        free = free.max(u32::from(high) + 1);
    }
    gaps.push((free, u32::from(char::MAX)));
    // A gap may begin or end, or even lie, between the two parts of Unicode's scalar values.
    let up = |c| {
        if (0xD800..0xE000).contains(&c) { 0xE000 } else { c }
    };
    let down = |c| {
        if (0xD800..0xE000).contains(&c) { 0xD7FF } else { c }
    };
    let gaps = gaps.into_iter().map(|(low, high)| (up(low), down(high)));
    let gaps = gaps.filter(|(low, high)| low <= high);
    gaps.filter_map(|(low, high)| char::from_u32(low).zip(char::from_u32(high))).collect()
}

fn draw_bit(set: u128, rng: &mut Rng) -> Option<char> {
    let nth = rng.u32(0..set.count_ones().max(1));
    // Clearing the lowest bit leaves the set without its least member.
    let rest = (0..nth).fold(set, |set, _| set & set.wrapping_sub(1));
    if rest == 0 { None } else { char::from_u32(rest.trailing_zeros()) }
}

// ---------------------------------------------------------------------------------------------
// Nodes

/// All productions as nodes that refer to each other by index.
#[derive(Debug)]
struct Arena {
    /// The production of index `n` is node `n`; inner nodes follow.
    nodes: Vec<Node>,
    /// The least length of a string of each node, or [`ENDLESS`]. Zero means nullable.
    shortest: Vec<u32>,
    /// The ASCII characters a string of each node can begin with; bit 127 stands for all above.
    leads: Vec<u128>,
    /// Undefined names with the production that refers to them.
    missing: Vec<(usize, String)>,
}

#[derive(Debug)]
enum Node {
    Text(Vec<char>),
    Class(Class),
    Any(Vec<usize>),
    Pair(usize, usize),
    Star(usize),
    Except(usize, usize),
}

const ENDLESS: u32 = u32::MAX;

fn lead(c: char) -> u128 {
    1 << u32::from(c).min(127)
}

impl Arena {
    fn compile(productions: &[Production]) -> Self {
        let nodes = productions.iter().map(|_| Node::Any(Vec::new())).collect();
        let mut arena = Self { nodes, shortest: Vec::new(), leads: Vec::new(), missing: Vec::new() };
        for (index, production) in productions.iter().enumerate() {
            arena.nodes[index] = arena.lower(&production.body, index, productions);
        }
        arena.measure();
        arena
    }

    fn lower(&mut self, expr: &Expr, by: usize, productions: &[Production]) -> Node {
        match expr {
            Expr::Text(text) => Node::Text(text.chars().collect()),
            Expr::Class(class) => Node::Class(class.clone()),
            Expr::Name(name) => {
                let found = productions.iter().position(|other| other.name == *name);
                if found.is_none() {
                    self.missing.push((by, name.clone()));
                }
                Node::Any(found.into_iter().collect())
            }
            Expr::Seq(all) => match all.split_first() {
                Some((first, rest)) => {
                    let mut first = self.place(first, by, productions);
                    let mut nodes = Vec::new();
                    for next in rest {
                        nodes.push(first);
                        first = self.place(next, by, productions);
                    }
                    // Pairs nest to the right, so that a tail is shared by all ways to reach it.
                    let tail = nodes.into_iter().rev().fold(first, |tail, node| self.add(Node::Pair(node, tail)));
                    Node::Any(vec![tail])
                }
                None => Node::Text(Vec::new()),
            },
            Expr::Alt(all) => Node::Any(all.iter().map(|one| self.place(one, by, productions)).collect()),
            Expr::Opt(inner) => {
                let inner = self.place(inner, by, productions);
                Node::Any(vec![inner, self.add(Node::Text(Vec::new()))])
            }
            Expr::Star(inner) => Node::Star(self.place(inner, by, productions)),
            Expr::Plus(inner) => {
                let inner = self.place(inner, by, productions);
                Node::Pair(inner, self.add(Node::Star(inner)))
            }
            Expr::Except(from, what) => {
                Node::Except(self.place(from, by, productions), self.place(what, by, productions))
            }
        }
    }

    /// The node of an expression: no new one where an existing one does.
    fn place(&mut self, expr: &Expr, by: usize, productions: &[Production]) -> usize {
        match self.lower(expr, by, productions) {
            Node::Any(only) if only.len() == 1 => only[0],
            node => self.add(node),
        }
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Computes `shortest` and `leads` as fixpoints.
    fn measure(&mut self) {
        self.shortest = vec![ENDLESS; self.nodes.len()];
        self.leads = vec![0; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let shortest = |node: usize| self.shortest[node];
                let least = match node {
                    Node::Text(text) => u32::try_from(text.len()).unwrap_or(ENDLESS),
                    Node::Class(class) => {
                        if class.is_empty() {
                            ENDLESS
                        } else {
                            1
                        }
                    }
                    Node::Any(all) => all.iter().map(|&one| shortest(one)).min().unwrap_or(ENDLESS),
                    Node::Pair(a, b) => shortest(*a).saturating_add(shortest(*b)),
                    Node::Star(_) => 0,
                    Node::Except(from, _) => shortest(*from),
                };
                let leads = match node {
                    Node::Text(text) => text.first().map_or(0, |&c| lead(c)),
                    Node::Class(class) => class.ascii | if class.wide.is_empty() { 0 } else { 1 << 127 },
                    _ => self.left(index).into_iter().fold(0, |set, child| set | self.leads[child]),
                };
                changed |= (least, leads) != (self.shortest[index], self.leads[index]);
                self.shortest[index] = least;
                self.leads[index] = leads;
            }
        }
    }

    /// The children that are matched where the node itself begins.
    fn left(&self, node: usize) -> Vec<usize> {
        match &self.nodes[node] {
            Node::Text(_) | Node::Class(_) => Vec::new(),
            Node::Any(all) => all.clone(),
            Node::Pair(a, b) if self.shortest[*a] == 0 => vec![*a, *b],
            Node::Pair(only, _) | Node::Star(only) => vec![*only],
            Node::Except(from, what) => vec![*from, *what],
        }
    }

    fn is_left_recursive(&self, node: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = self.left(node);
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(self.left(next));
            }
        }
        seen[node]
    }

    fn recognises(&self, node: usize, input: &str) -> bool {
        Chart::new(self, input).derives_all(node)
    }
}

// ---------------------------------------------------------------------------------------------
// Recognising

/// The memo of one recognition: for a node and a start position, the set of end positions.
///
/// Pending work is kept on a stack of its own, as the nesting of an input would overflow the
/// stack of a test thread. A set never changes once made, so equal results share one.
struct Chart<'g> {
    arena: &'g Arena,
    input: Vec<char>,
    /// The words of a set.
    width: usize,
    /// By node and position: [`UNSEEN`], [`OPEN`] or the number of a set.
    memo: Vec<u32>,
    sets: Vec<u64>,
    pending: Vec<(usize, usize)>,
    /// The sets whose union is the result in hand.
    found: Vec<u32>,
}

const UNSEEN: u32 = 0;
const OPEN: u32 = 1;
/// The first sets are the empty one and, following it, `{0}`, `{1}` up to the length.
const EMPTY: u32 = 2;

fn single(end: usize) -> u32 {
    EMPTY + 1 + end as u32
}

impl<'g> Chart<'g> {
    fn new(arena: &'g Arena, input: &str) -> Self {
        let input: Vec<char> = input.chars().collect();
        let width = input.len() / 64 + 1;
        let memo = vec![UNSEEN; arena.nodes.len() * (input.len() + 1)];
        let sets = vec![0; (single(input.len()) as usize + 1) * width];
        let mut chart = Self { arena, input, width, memo, sets, pending: Vec::new(), found: Vec::new() };
        for end in 0..=chart.input.len() {
            chart.insert(single(end), end);
        }
        chart
    }

    fn derives_all(&mut self, root: usize) -> bool {
        let mut result = self.want(root, 0);
        while let Some(&(node, at)) = self.pending.last() {
            let cell = self.cell(node, at);
            if self.memo[cell] <= OPEN {
                // A node is tried again once all it wanted is known.
                self.memo[cell] = OPEN;
                let Some(set) = self.ends(node, at) else {
                    continue;
                };
                self.memo[cell] = set;
            }
            self.pending.pop();
        }
        if result.is_none() {
            result = self.known(root, 0);
        }
        let whole = self.input.len();
        result.is_some_and(|set| self.next(set, whole).is_some())
    }

    /// The end positions of a node, or none as long as something it needs is pending.
    fn ends(&mut self, node: usize, at: usize) -> Option<u32> {
        let pending = self.pending.len();
        self.found.clear();
        let arena = self.arena;
        match &arena.nodes[node] {
            Node::Text(_) | Node::Class(_) => return self.known(node, at),
            Node::Any(all) => {
                for &one in all {
                    self.collect(one, at);
                }
            }
            Node::Pair(a, b) => {
                let middle = self.want(*a, at)?;
                let mut from = at;
                while let Some(end) = self.next(middle, from) {
                    self.collect(*b, end);
                    from = end + 1;
                }
            }
            Node::Star(inner) => {
                if let Node::Class(class) = &arena.nodes[*inner] {
                    return Some(self.run(class, at));
                }
                // An empty turn leads nowhere new, and would not end.
                let turn = self.want(*inner, at)?;
                let mut from = at + 1;
                while let Some(end) = self.next(turn, from) {
                    self.collect(node, end);
                    from = end + 1;
                }
                self.found.push(single(at));
            }
            Node::Except(from, what) => {
                let from = self.want(*from, at)?;
                if from == EMPTY {
                    return Some(EMPTY);
                }
                let what = self.want(*what, at)?;
                return Some(self.without(from, what));
            }
        }
        (self.pending.len() == pending).then(|| self.union())
    }

    /// The end positions if they are known or need no memo. A node still open can only be met
    /// here by left recursion.
    fn known(&self, node: usize, at: usize) -> Option<u32> {
        let arena = self.arena;
        let rest = &self.input[at..];
        if arena.shortest[node] > 0 && rest.first().is_none_or(|&c| arena.leads[node] & lead(c) == 0) {
            return Some(EMPTY);
        }
        match &arena.nodes[node] {
            Node::Text(text) => Some(if rest.starts_with(text) { single(at + text.len()) } else { EMPTY }),
            Node::Class(class) => Some(if class.contains(rest[0]) { single(at + 1) } else { EMPTY }),
            _ => match self.memo[self.cell(node, at)] {
                UNSEEN => None,
                OPEN => Some(EMPTY),
                set => Some(set),
            },
        }
    }

    fn want(&mut self, node: usize, at: usize) -> Option<u32> {
        let known = self.known(node, at);
        if known.is_none() {
            self.pending.push((node, at));
        }
        known
    }

    fn collect(&mut self, node: usize, at: usize) {
        if let Some(set) = self.want(node, at)
            && set != EMPTY
            && self.found.last() != Some(&set)
        {
            self.found.push(set);
        }
    }

    fn cell(&self, node: usize, at: usize) -> usize {
        node * (self.input.len() + 1) + at
    }

    /// The union of the sets found.
    fn union(&mut self) -> u32 {
        match self.found[..] {
            [] => EMPTY,
            [only] => only,
            _ => {
                let sum = self.add_set();
                for index in 0..self.found.len() {
                    let (to, from) = (self.words(sum).start, self.words(self.found[index]).start);
                    for word in 0..self.width {
                        self.sets[to + word] |= self.sets[from + word];
                    }
                }
                sum
            }
        }
    }

    fn without(&mut self, from: u32, what: u32) -> u32 {
        let rest = self.add_set();
        let [to, from, what] = [rest, from, what].map(|set| self.words(set).start);
        for word in 0..self.width {
            self.sets[to + word] = self.sets[from + word] & !self.sets[what + word];
        }
        rest
    }

    /// All ends of a run of a class.
    fn run(&mut self, class: &Class, at: usize) -> u32 {
        let length = self.input[at..].iter().take_while(|&&c| class.contains(c)).count();
        if length == 0 {
            return single(at);
        }
        let set = self.add_set();
        for end in at..=at + length {
            self.insert(set, end);
        }
        set
    }

    fn words(&self, set: u32) -> std::ops::Range<usize> {
        let start = set as usize * self.width;
        start..start + self.width
    }

    fn add_set(&mut self) -> u32 {
        let set = self.sets.len() / self.width;
        self.sets.resize(self.sets.len() + self.width, 0);
        set as u32
    }

    fn insert(&mut self, set: u32, end: usize) {
        let words = self.words(set);
        self.sets[words.start + end / 64] |= 1 << (end % 64);
    }

    /// The first member from a position on.
    fn next(&self, set: u32, from: usize) -> Option<usize> {
        if set == EMPTY {
            return None;
        }
        let words = &self.sets[self.words(set)];
        let mut mask = u64::MAX << (from % 64);
        for (index, word) in words.iter().enumerate().skip(from / 64) {
            if word & mask != 0 {
                return Some(index * 64 + (word & mask).trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }
}

// ---------------------------------------------------------------------------------------------
// Sentences

/// One draw of a sentence.
struct Writer<'a> {
    arena: &'a Arena,
    rng: &'a mut Rng,
    out: String,
    /// The nodes yet to be written before the draw is given up: tries at nested exclusions
    /// multiply.
    steps: usize,
}

impl Writer<'_> {
    /// Appends a string of a node and returns its length in characters, or gives the draw up.
    ///
    /// As a checked grammar is not left recursive, a shortest derivation holds no cycle: on a
    /// spent budget the nesting ends.
    fn write(&mut self, node: usize, budget: usize, depth: usize) -> Option<usize> {
        self.steps = self.steps.checked_sub(1)?;
        let arena = self.arena;
        let shortest = |node: usize| arena.shortest[node] as usize;
        let budget = match depth {
            0..1000 => budget,
            1000..2000 => 0,
            _ => return None,
        };
        match &arena.nodes[node] {
            Node::Text(text) => {
                self.out.extend(text);
                Some(text.len())
            }
            Node::Class(class) => {
                self.out.push(class.draw(self.rng)?);
                Some(1)
            }
            Node::Any(all) => {
                let limit = budget.max(shortest(node)).min(ENDLESS as usize - 1);
                let fitting: Vec<usize> = all.iter().copied().filter(|&one| shortest(one) <= limit).collect();
                let one = self.rng.choice(fitting)?;
                self.write(one, budget, depth + 1)
            }
            Node::Pair(a, b) => {
                let slack = budget.saturating_sub(shortest(node));
                let share = shortest(*a) + self.rng.usize(0..=slack);
                let used = self.write(*a, share, depth + 1)?;
                Some(used + self.write(*b, budget.saturating_sub(used), depth + 1)?)
            }
            Node::Star(inner) => {
                let least = shortest(*inner);
                // Some loops are to be short and some to use their budget up, yet a run of single
                // characters (say, of blanks) is not to leave too little for everything else.
                let patience = self.rng.u32(1..=64);
                let (mut used, mut turns) = (0, patience);
                while used + least.max(1) <= budget && self.rng.u32(0..=turns) > 0 {
                    let share = self.rng.usize(least..=budget - used);
                    let turn = self.write(*inner, share, depth + 1)?;
                    turns = if turn < 3 { patience / 8 } else { patience };
                    used += turn;
                }
                Some(used)
            }
            Node::Except(from, what) => {
                let start = self.out.len();
                // The shortest strings may be the excluded ones, so each try may be longer.
                for extra in 0..32 {
                    if let Some(used) = self.write(*from, budget + extra / 4, depth + 1)
                        && !arena.recognises(*what, &self.out[start..])
                    {
                        return Some(used);
                    }
                    self.out.truncate(start);
                }
                None
            }
        }
    }
}

mod tests {
    use super::*;

    fn grammar(text: &str) -> Grammar {
        let grammar = Grammar::read(text).expect("a grammar");
        grammar.check().expect("a closed grammar");
        grammar
    }

    /// Asserts which of the texts the first production derives.
    fn assert_language(text: &str, sentences: &[&str], others: &[&str]) {
        let grammar = grammar(text);
        for sentence in sentences {
            assert!(grammar.recognises(grammar.first(), sentence), "{text} derives {sentence:?}");
        }
        for other in others {
            assert!(!grammar.recognises(grammar.first(), other), "{text} does not derive {other:?}");
        }
    }

    /// A record of moves, with every feature of the notation.
    const RECORD: &str = r##"
        /* A record:
           headers, then turns. */
        record   ::= header* gap turns? gap result
        header   ::= '[' key #x20 '"' value '"]' #xA
        key      ::= name - ('end' | "END" [0-9]*)
        name     ::= [A-Za-z_] [A-Za-z0-9_-]*
        value    ::= ([^"\#xA#xD] | '\' ["\])*
        turns    ::= turn (blank gap turn)*
        turn     ::= number '.' '..'? gap move (blank gap move)? note*
        move     ::= piece? [a-h] [1-8] 'x'? [a-h] [1-8] ('=' piece)? [+#]? | 'O-O' '-O'?
        piece    ::= [KQRBN]
        number   ::= [1-9] [0-9]*
        note     ::= gap ('{' text '}' | '(' gap turns gap ')' | ';' [^#xA]* #xA)
        text     ::= [^{}]* - ([^{}]* 'end' [^{}]*)
        blank    ::= #x20 | #xA
        gap      ::= blank*
        result   ::= '1-0' | '0-1' | '1/2-1/2' | '*'
    "##;

    #[test]
    fn names_keep_their_order() {
        let grammar = grammar("b ::= c-1 /* ::= */ c-1 ::= 'x' /* no\nmore */ a.b ::= '' ");
        assert_eq!(grammar.names().collect::<Vec<_>>(), ["b", "c-1", "a.b"]);
        assert_eq!(grammar.first(), "b");
    }

    #[test]
    fn faults_of_notation_name_their_line() {
        for (text, message) in [
            ("", "line 1: expected a production"),
            ("a ::= 'x'\nb := 'y'", "line 2: expected a production"),
            ("a ::= 'x'\n)", "line 2: expected a production or a symbol at )"),
            ("a ::= 'x'\nb ::= c ::= 'y'", "line 2: expected an expression"),
            ("a ::= 'x'\nb ::= 'y' | | 'z'", "line 2: expected an alternative"),
            ("a ::=\n( 'y'", "line 2: expected `)`"),
            ("a ::= ()", "line 1: expected an expression at )"),
            ("a ::= 'x' - ", "line 1: expected what to exclude at the end"),
            ("a ::=\n\n'x\n'", "line 3: expected the closing quote"),
            ("a ::= 'x'\n/* y", "line 2: expected a comment closed by `*/`"),
            ("a ::= #xD800", "line 1: expected a code point"),
            ("a ::= [#x110000]", "line 1: expected a code point"),
            ("a ::= 'x'\n[]", "line 2: expected a character of a class"),
            ("a ::= [a", "line 1: expected a character of a class"),
            ("a ::= [z-a]", "line 1: expected `-` first or last"),
            ("a ::= [a-c-e]", "line 1: expected `-` first or last"),
            ("a ::= 'x'**", "line 1: expected a production or a symbol"),
            ("a ::= 'x'\n\na ::= 'y'", "line 3: `a` is defined on line 1 already"),
        ] {
            let fault = Grammar::read(text).expect_err(text);
            assert!(fault.starts_with(message), "{text:?}: {fault}");
        }
    }

    #[test]
    fn checking_finds_what_reading_leaves_open() {
        for (text, message) in [
            ("a ::= b\nb ::= c", "production `b` (line 2) refers to `c`"),
            ("a ::= 'x' | a 'y'", "production `a` (line 1) is left recursive"),
            ("b ::= a\na ::= 'x'? ('y'* b)", "production `a` (line 2) is left recursive"),
            ("a ::= ('x'? a)*", "is left recursive"),
            ("a ::= 'x' - a", "is left recursive"),
            ("a ::= 'x'\nb ::= 'x' b", "production `b` (line 2) derives no finite string"),
        ] {
            let open = Grammar::read(text).expect("a grammar");
            let fault = open.check().expect_err(text);
            assert!(fault.contains(message), "{text:?}: {fault}");
            // Neither may loop or panic for want of a check.
            assert!(!open.recognises(open.first(), "yyyy"));
            open.sentence(open.first(), &mut Rng::with_seed(1), 20);
        }
    }

    #[test]
    fn extension_closes_a_grammar() {
        let mut record = Grammar::read("record ::= move+").expect("a grammar");
        assert!(record.check().is_err());
        record.extend(Grammar::read("move ::= [a-h] [1-8] end? end ::= '.'").expect("a grammar"));
        record.check().expect("a closed grammar");
        assert_eq!(record.names().collect::<Vec<_>>(), ["record", "move", "end"]);
        assert!(record.recognises("record", "a1b2.") && !record.recognises("record", "a1b"));
        record.extend(Grammar::read("move ::= 'x'").expect("a grammar"));
        let fault = record.check().expect_err("two definitions");
        assert!(fault.contains("`move` (line 1) is defined already"), "{fault}");
    }

    #[test]
    fn classes_hold_what_they_list() {
        assert_language("a ::= [a-c#x30-#x32_]", &["a", "b", "c", "0", "2", "_"], &["", "d", "3", "-", "aa"]);
        assert_language("a ::= [-a]", &["-", "a"], &["b"]);
        assert_language("a ::= [a-]", &["-", "a"], &["b"]);
        assert_language("a ::= [^-a]", &["b", "^"], &["-", "a"]);
        assert_language("a ::= [a^#][+--]", &["^+", "#,", "a-"], &["x+", "a."]);
        assert_language("a ::= [^,;]", &["é", "\n", "\u{10FFFF}", "a"], &[",", ";", "", "ab"]);
        assert_language("a ::= [^à-ý#xD000-#xD7FF#xE000]", &["ÿ", "\u{80}", "\u{E001}"], &["é", "\u{D7FF}"]);
        assert_language("a ::= [à-ý]", &["é"], &["a", "ÿ"]);
        assert_language("a ::= #x4E2D #x22 '\"' \"'\"", &["中\"\"'"], &["中"]);
    }

    #[test]
    fn operators_bind_as_documented() {
        assert_language("a ::= 'x' 'y'* | 'z'", &["x", "xyy", "z"], &["xyxy", "xz", ""]);
        assert_language("a ::= [a-c] [a-c] - 'b' 'x'?", &["ba", "bcx", "aa"], &["ab", "b", "bbx"]);
        assert_language("a ::= [a-d]* - 'a' - 'b'", &["", "c", "ab"], &["a", "b"]);
        assert_language("a ::= [a-d] - ([a-c] - 'b')", &["b", "d"], &["a", "c"]);
    }

    #[test]
    fn nothing_is_greedy() {
        assert_language("a ::= 'x'* 'x' ('x' | 'xx')?", &["x", "xx", "xxxxx"], &["", "xy"]);
        assert_language("a ::= ('a' | 'ab') ('c' | 'bcd')", &["ac", "abc", "abcd", "abbcd"], &["ab", "acd"]);
        assert_language("s ::= 'a' s 'a' | 'a'", &["a", "aaa", "aaaaa"], &["", "aa", "aaaa"]);
        assert_language("s ::= [ab] | 'a' s 'a' | 'b' s 'b'", &["aba", "abbba"], &["abba", "ab"]);
        let dangling = "s ::= 'if ' s (' else ' s)? | 'x'";
        assert_language(dangling, &["if if x else x", "if if x else x else x"], &["if x else", "x else x"]);
        let sums = "e ::= t | t '+' e  t ::= [0-9] | '(' e ')'";
        assert_language(sums, &["1+2+3", "(1+2)+((3))"], &["1+", "(1", "1+2)"]);
    }

    #[test]
    fn nullable_loops_end() {
        for text in ["a ::= ('x'?)*", "a ::= (('x'*)*)*", "a ::= ('x'? | '')+", "a ::= ('' ('x'* '')?)+"] {
            assert_language(text, &["", "x", "xxxxx"], &["y", "xxy"]);
        }
    }

    #[test]
    fn exclusion_is_a_difference_of_languages() {
        let comment = "c ::= '/*' ([^#x0]* - ([^#x0]* '*/' [^#x0]*)) '*/'";
        assert_language(comment, &["/**/", "/* * / */", "/***/"], &["/*/", "/* */ */"]);
        // a^n b^n c^n, which no context-free grammar derives without an exclusion.
        let counting = "s ::= (ab 'c'*) - (('a'* bc) - (ab 'c'*) | unequal)
            ab ::= ('a' ab 'b')?  bc ::= ('b' bc 'c')?
            unequal ::= 'a'* (more | fewer)
            more ::= 'b' more 'c' | 'b'+  fewer ::= 'b' fewer 'c' | 'c'+";
        assert_language(counting, &["", "abc", "aabbcc"], &["abcc", "aabbc", "aabb", "ab"]);
    }

    #[test]
    fn deep_and_long_inputs_are_read() {
        let text = "s ::= '(' s ')' | 'x' s | ''";
        let nested = "(".repeat(2000) + &")".repeat(2000);
        assert_language(text, &[&nested, &"x".repeat(3000)], &[&nested[1..], &nested[..3999]]);
    }

    #[test]
    fn records_are_told_from_others() {
        let sentences =
            ["*", "[Name \"a \\\" b\"]\n1. e2e4 {a} e7", "1.e2e4 e7e5{} (1... O-O {é} 2.O-O-O) 2.g1f3;x\n 1/2-1/2"];
        assert_language(RECORD, &[sentences[0], sentences[2]], &[sentences[1], "1.e2e4", "[end \"\"]\n*"]);
        assert_language(RECORD, &["[END_ \"\"]\n*", "1.e2e4{en d}*"], &["[END1 \"\"]\n*", "1.e2e4{the end}*"]);
    }

    #[test]
    fn sentences_are_recognised() {
        let exclusive = "a ::= ([a-c]* - '') (b - ('b' | 'bb'))  b ::= 'b' b | 'b'";
        for text in [RECORD, exclusive, "s ::= '(' s ')' s | ''", "s ::= 'x' s 'x' | [^a]"] {
            let grammar = grammar(text);
            let mut rng = Rng::with_seed(7);
            for round in 0..300 {
                for start in grammar.names() {
                    let sentence = grammar.sentence(start, &mut rng, round % 80);
                    assert!(grammar.recognises(start, &sentence), "{start}: {sentence:?}");
                }
            }
        }
    }

    #[test]
    fn sentences_vary_within_their_size() {
        let grammar = grammar(RECORD);
        let mut rng = Rng::with_seed(3);
        let all: Vec<String> = (0..500).map(|_| grammar.sentence("record", &mut rng, 100)).collect();
        let lengths = all.iter().map(|sentence| sentence.chars().count());
        assert!(lengths.clone().all(|length| length <= 120), "{:?}", lengths.max());
        assert!(lengths.filter(|length| *length > 60).count() > 50);
        let some = |wanted: &str| all.iter().any(|sentence| sentence.contains(wanted));
        assert!(some("O-O-O") && some("(") && some("é") && some("中") && some("1/2-1/2"));
        assert_eq!(grammar.sentence("turn", &mut rng, 0).chars().count(), 5);
    }

    #[test]
    fn what_cannot_be_drawn_is_empty() {
        let grammar = grammar("a ::= 'x' - 'x'");
        for start in ["a", "b"] {
            assert_eq!(grammar.sentence(start, &mut Rng::with_seed(1), 9), "");
            assert!(!grammar.recognises(start, ""));
        }
    }

    #[test]
    fn mutations_stay_near() {
        let mut rng = Rng::with_seed(5);
        let text = "1. é4 中5";
        let all: Vec<String> = (0..2000).map(|_| mutate(text, &mut rng, &["{", "..", "Ж"])).collect();
        assert!(all.iter().filter(|one| *one != text).count() > 1800);
        assert!(all.iter().all(|one| one.chars().count() <= 64));
        assert!(all.iter().any(|one| one.contains('Ж')));
        assert!((0..100).all(|_| mutate("", &mut rng, &[]).is_empty()));
        assert!((0..100).any(|_| mutate("", &mut rng, &["x"]).starts_with('x')));
    }
}
