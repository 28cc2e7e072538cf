//! Reads an expression: each function reads the production of `grammar/select.ebnf` that stands above it.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::{Expression, Node, Test};
use crate::engine::Games;
use crate::names::same;
use crate::select::doubt;
use crate::select::fault::Fault;
use crate::select::field::Field;
use crate::select::opening::Opening;
use crate::select::pattern::Pattern;
use crate::select::value::{Order, Value};
use crate::select::words::{Comparison, Kind, Piece, pieces, unquoted};

/// The longest expression, in bytes.
const LONGEST: usize = 256 * 1024;

/// How deep parentheses and `not` may be nested.
const DEEPEST: usize = 200;

/// The most regular expressions of an expression, and the most memory that each may take.
const REGEXES: usize = 100;
const REGEX_BYTES: usize = 1024 * 1024;

impl Expression {
    /// Reads an expression. The codes after `has` are those of these games.
    ///
    /// # Errors
    /// Says what is wrong, where, and what was expected there.
    ///
    /// ```
    /// use scoresheet::engine::Games;
    /// use scoresheet::select::Expression;
    ///
    /// assert!(Expression::read("game = forza4 and plies > 30", Games::default()).is_ok());
    /// let fault = Expression::read("White = Ada Neri", Games::default()).unwrap_err();
    /// assert_eq!((&*fault.message, fault.span), ("expected `and`, `or` or the end, found `Neri`", 12..16));
    /// ```
    pub fn read(text: &str, games: Games) -> Result<Expression, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::new(0..0, format!("the expression has {} bytes; {LONGEST} are the most", text.len())));
        }
        let pieces = pieces(text)?;
        let mut parser = Parser {
            pieces: &pieces,
            games,
            depth: 0,
            regexes: 0,
            patterns: Vec::new(),
            openings: Vec::new(),
            doubts: Vec::new(),
            misfits: Vec::new(),
            meaningless: None,
            last: None,
        };
        let root = parser.or()?;
        if parser.kind() != Kind::End {
            return Err(parser.expected("`and`, `or` or the end"));
        }
        let Parser { patterns, openings, doubts, misfits, meaningless, .. } = parser;
        if let Some(fault) = meaningless {
            return Err(fault);
        }
        let (needs, answers) = (root.needs(&[]), vec![None; patterns.len()]);
        Ok(Expression { root, patterns, answers, openings, needs, doubts, misfits })
    }
}

struct Parser<'p, 'e> {
    pieces: &'p [Piece<'e>],
    games: Games,
    depth: usize,
    regexes: usize,
    patterns: Vec<Pattern>,
    openings: Vec<Opening>,
    doubts: Vec<String>,
    misfits: Vec<String>,
    /// The first value that means nothing where it stands. Faults of the form are reported before it.
    meaningless: Option<Fault>,
    /// The last word that a field or value was read from, where a name may be misspelt.
    last: Option<(&'e str, Range<usize>)>,
}

impl<'e> Parser<'_, 'e> {
    /// The piece at hand; the last one is the end.
    fn piece(&self) -> &Piece<'e> {
        &self.pieces[0]
    }

    fn kind(&self) -> Kind<'e> {
        self.piece().kind
    }

    fn step(&mut self) {
        if self.pieces.len() > 1 {
            self.pieces = &self.pieces[1..];
        }
    }

    fn takes(&mut self, kind: Kind<'_>) -> bool {
        let takes = self.kind() == kind;
        if takes {
            self.step();
        }
        takes
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.takes(Kind::Word(word))
    }

    /// Complains about the piece at hand.
    fn expected(&self, what: &str) -> Fault {
        let piece = self.piece();
        let found = match piece.kind {
            Kind::End => "the end".to_owned(),
            Kind::Word(word) => format!("`{}`", short(word)),
            Kind::Quoted(text) => format!("\"{}\"", short(text)),
            Kind::Open => "`(`".to_owned(),
            Kind::Close => "`)`".to_owned(),
            Kind::Comma => "`,`".to_owned(),
            Kind::Compare(comparison) => format!("`{comparison}`"),
        };
        let fault = Fault::new(piece.span.clone(), format!("expected {what}, found {found}"));
        let word = match piece.kind {
            Kind::Word(word) => word,
            _ => "",
        };
        if ["and", "or", "not"].contains(&word) {
            return fault;
        }
        if ["AND", "OR", "NOT"].iter().any(|known| word.eq_ignore_ascii_case(known)) {
            return fault.help(format!("write `{}` in small letters", word.to_ascii_lowercase()));
        }
        if word == "&&" || word == "||" {
            return fault.help("write `and` or `or`");
        }
        // A word too many mostly belongs to a value of several words.
        match &self.last {
            Some((last, _)) if !word.is_empty() => match crate::select::fault::nearest(word, ["and", "or"]) {
                Some(name) => fault.help(format!("did you mean `{name}`?")),
                None => fault.help(format!(
                    "a text with spaces stands in quotation marks: \"{} {}\"",
                    short(last),
                    short(word)
                )),
            },
            _ => fault,
        }
    }

    /// The value that was read. A fault in a value alone is kept, and `instead` takes its place while the rest is read.
    fn or_else<T>(&mut self, read: Result<T, Fault>, instead: impl FnOnce() -> T) -> Result<T, Fault> {
        match read {
            Err(fault) if fault.is_formed => {
                self.meaningless.get_or_insert(fault);
                Ok(instead())
            }
            read => read,
        }
    }

    /// Goes one level deeper.
    fn deeper(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = self.piece().span.clone();
            return Err(Fault::new(span, format!("the expression is nested more than {DEEPEST} deep")));
        }
        Ok(())
    }

    /// `or ::= and ( 'or' and )*`
    fn or(&mut self) -> Result<Node, Fault> {
        let mut nodes = vec![self.and()?];
        while self.takes_word("or") {
            nodes.push(self.and()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Or(nodes) })
    }

    /// `and ::= not ( 'and' not )*`
    fn and(&mut self) -> Result<Node, Fault> {
        let mut nodes = vec![self.not()?];
        while self.takes_word("and") {
            nodes.push(self.not()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::And(nodes) })
    }

    /// `not ::= 'not' not | '(' or ')' | test`
    fn not(&mut self) -> Result<Node, Fault> {
        self.last = None;
        if self.takes_word("not") {
            self.deeper()?;
            let node = self.not()?;
            self.depth -= 1;
            return Ok(Node::Not(Box::new(node)));
        }
        if self.kind() == Kind::Open {
            self.deeper()?;
            let open = self.piece().span.clone();
            self.step();
            let node = self.or()?;
            self.depth -= 1;
            if !self.takes(Kind::Close) {
                let fault = self.expected("`and`, `or` or `)`");
                return Err(match self.kind() {
                    Kind::End => Fault { span: open, ..fault }.help("this parenthesis is not closed"),
                    _ => fault,
                });
            }
            self.last = None;
            return Ok(node);
        }
        self.test()
    }

    /// `test ::= field compare value | field 'in' '(' value ( ',' value )* ')' | field | 'has' word | 'reaches' value
    /// 'mirrored'? | 'plays' value`
    fn test(&mut self) -> Result<Node, Fault> {
        let test = self.any_test();
        self.or_else(test, || Node::And(Vec::new()))
    }

    fn any_test(&mut self) -> Result<Node, Fault> {
        let (Kind::Word(word), span) = (self.kind(), self.piece().span.clone()) else {
            return Err(self.expected("a test, such as `plies > 30`"));
        };
        match word {
            "and" | "or" => return Err(self.expected("a test, such as `plies > 30`")),
            "in" | "mirrored" => {
                let fault = self.expected("a test, such as `plies > 30`");
                return Err(fault.help(format!("`tag:{word}` is the tag of that name")));
            }
            "has" | "reaches" | "plays" => {
                self.step();
                if let Kind::Compare(_) = self.kind() {
                    let fault = self.expected("a value without a sign");
                    return Err(fault.help(format!("`tag:{word}` is the tag of that name")));
                }
                return match word {
                    "has" => self.has(),
                    "reaches" => self.reaches(),
                    _ => self.plays(),
                };
            }
            _ => {}
        }
        let field = self.or_else(Field::named(word, span.start), || Field::Tag(String::new()))?;
        self.step();
        self.last = Some((word, span));
        self.doubts.extend(doubt::of_name(&field, word));
        let test = match self.kind() {
            Kind::Compare(comparison) => {
                self.step();
                return self.compare(field, word, comparison);
            }
            Kind::Word("in") => {
                self.step();
                let values = self.list(field.is_date())?;
                let misfit = |value: &Value| doubt::of_value(&field, word, Order::Equal, value, self.games);
                self.misfits.extend(values.iter().filter_map(misfit));
                Test::In(field, values)
            }
            Kind::Word(next) if !["and", "or"].contains(&next) => {
                self.last = None;
                return Err(self.no_comparison(word));
            }
            Kind::Quoted(_) => return Err(self.no_comparison(word)),
            _ => Test::Is(field),
        };
        Ok(Node::of(test))
    }

    /// Complains about what stands after a field. The field may be a misspelt word of the grammar.
    fn no_comparison(&self, field: &str) -> Fault {
        let fault = self.expected("a comparison such as `=`, `and`, `or` or the end");
        match (&fault.help, self.kind()) {
            (_, Kind::Word("is" | "equals")) => fault.help("write `=`; `~` finds a part of a text"),
            (Some(_), _) => fault,
            (None, _) => fault.nearest(field, ["has", "reaches", "plays", "not"]),
        }
    }

    fn compare(&mut self, field: Field, name: &str, comparison: Comparison) -> Result<Node, Fault> {
        let is_regex = matches!(comparison, Comparison::Matches | Comparison::Differs);
        let is_unquoted = is_regex && self.kind() == Kind::Open;
        let value = self.value(if is_regex { "a regular expression" } else { "a value" });
        let (text, span) = value.map_err(|fault| {
            if is_unquoted { fault.help("a text with signs stands in quotation marks: \"(a|x)\"") } else { fault }
        })?;
        let order = match comparison {
            Comparison::Matches | Comparison::Differs => {
                let regex = self.regex(&text, span)?;
                let node = Node::of(Test::Matches(field, regex));
                return Ok(negated(node, comparison == Comparison::Differs));
            }
            Comparison::Equal | Comparison::Unequal => Order::Equal,
            Comparison::Less => Order::Less,
            Comparison::AtMost => Order::AtMost,
            Comparison::More => Order::More,
            Comparison::AtLeast => Order::AtLeast,
        };
        let value = Value::of(text, field.is_date());
        self.misfits.extend(doubt::of_value(&field, name, order, &value, self.games));
        let node = Node::of(Test::Compare(field, order, value));
        Ok(negated(node, comparison == Comparison::Unequal))
    }

    /// `value ::= word | quoted`: its text, and where that stands.
    fn value(&mut self, what: &str) -> Result<(String, Range<usize>), Fault> {
        let span = self.piece().span.clone();
        match self.kind() {
            Kind::Word(word) => {
                self.step();
                self.last = Some((word, span.clone()));
                Ok((word.to_owned(), span))
            }
            Kind::Quoted(raw) => {
                self.step();
                self.last = None;
                Ok((unquoted(raw).into_owned(), span.start + 1..span.end - 1))
            }
            Kind::Compare(_) => {
                Err(self.expected(what).help("one sign compares: `=`, `!=`, `<`, `<=`, `>`, `>=`, `~` or `!~`"))
            }
            _ => {
                self.last = None;
                Err(self.expected(what))
            }
        }
    }

    fn list(&mut self, is_of_dates: bool) -> Result<Vec<Value>, Fault> {
        self.last = None;
        if !self.takes(Kind::Open) {
            return Err(self.expected("`(` and a list of values"));
        }
        let mut values = Vec::new();
        loop {
            values.push(Value::of(self.value("a value")?.0, is_of_dates));
            if self.takes(Kind::Close) {
                self.last = None;
                return Ok(values);
            }
            if !self.takes(Kind::Comma) {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn regex(&mut self, text: &str, span: Range<usize>) -> Result<Regex, Fault> {
        self.regexes += 1;
        if self.regexes > REGEXES {
            return Err(Fault::of_value(span, format!("more than {REGEXES} regular expressions")));
        }
        RegexBuilder::new(text).size_limit(REGEX_BYTES).dfa_size_limit(REGEX_BYTES).nest_limit(100).build().map_err(
            |error| {
                let told = error.to_string();
                // The crate draws the regular expression over several lines; the last one says what is wrong.
                let reason = told.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
                Fault::of_value(span, format!("not a regular expression: {reason}"))
            },
        )
    }

    fn has(&mut self) -> Result<Node, Fault> {
        let (name, span) = self.value("the code of a diagnostic")?;
        let codes = self.games.codes();
        let Some(code) = codes.iter().find(|code| same(code.name, &name)) else {
            let fault = Fault::of_value(span, format!("no diagnostic has the code `{}`", short(&name)));
            return Err(fault.nearest(&name, codes.iter().map(|code| code.name)));
        };
        Ok(Node::of(Test::Has(code)))
    }

    fn reaches(&mut self) -> Result<Node, Fault> {
        let (text, span) = self.value("a position")?;
        let mirrored = self.takes_word("mirrored");
        if let Kind::Word(next) = self.kind()
            && !["and", "or"].contains(&next)
        {
            return Err(self.expected("`mirrored`, `and`, `or` or the end").nearest(next, ["mirrored", "and", "or"]));
        }
        let pattern = Pattern::read(&text, mirrored).map_err(|fault| within(fault, &span))?;
        self.misfits.extend(pattern.misfit().map(|why| format!("no position is `{}`: {why}", short(&text))));
        self.patterns.push(pattern);
        let node = Test::Reaches(self.patterns.len() - 1);
        Ok(Node::of(node))
    }

    fn plays(&mut self) -> Result<Node, Fault> {
        let (text, span) = self.value("plies")?;
        let opening = Opening::read(&text).map_err(|fault| within(fault, &span))?;
        self.openings.push(opening);
        let node = Test::Plays(self.openings.len() - 1);
        Ok(Node::of(node))
    }
}

fn negated(node: Node, is_negated: bool) -> Node {
    if is_negated { Node::Not(Box::new(node)) } else { node }
}

/// A fault of a text that stands at `span` of the expression.
fn within(fault: Fault, span: &Range<usize>) -> Fault {
    let at = |at: usize| (span.start + at).min(span.end);
    Fault { span: at(fault.span.start)..at(fault.span.end), ..fault }
}

/// A text that may be long, for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}
