//! Writes SGF: FF[4], GM[4], for Gomoku and its variants.
//!
//! In SGF the first child of a node is the main line and variations stand after its whole subtree: where a node has several
//! children, each begins a subtree.

use super::day::Day;
use super::stones::{claim, refuse_rules};
use super::tree::{Node, ROOT, Tree};
use super::writer::{Out, Writer, Written};
use crate::board::{Size, rows};
use crate::canonical::body::{Body, comments_of_header};
use crate::canonical::header::NewTag;
use crate::canonical::{Renamed, Unsaid, header, unsaid};
use crate::diagnostic::Text;
use crate::engine::script::ItemKind;
use crate::engine::{Claim, Reason, Setting, Termination};
use crate::formats::{Format, sgf};
use crate::game::GameInfo;
use crate::record::to_usize_range;
use crate::system::{PASS, System};

/// Writes SGF.
pub(super) struct Sgf;

impl Writer for Sgf {
    fn format(&self) -> Format {
        Format::SGF
    }

    fn system(&self, _: System, _: &'static GameInfo) -> System {
        System::SGF
    }

    fn takes(&self, system: System) -> bool {
        system == System::SGF
    }

    /// Other games have no SGF: they are written as transcripts in the notation system of that name.
    fn instead(&self, info: &'static GameInfo) -> Option<Format> {
        if info.id == "gomoku" { None } else { Some(Format::TRANSCRIPT) }
    }

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        let Out { text: out, lost, .. } = out;
        let Written { record, setting, systems: [source, system], outcome, .. } = *record;
        unsaid(record, renamed, system)?;
        let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
        let root = Root { tags: &header::amended(&body, system, outcome), setting };
        root.unsaid()?;
        let options = &setting.rules.options;
        if !options.is_empty() {
            let span = record.tag("Options").map_or(0..0, |tag| to_usize_range(&tag.whole));
            lost.only(&format!("the options {}", options.join(", ")), span);
        }
        out.push_str("(;FF[4]GM[4]CA[UTF-8]");
        // A file that another program made still says so (formats.md A-3).
        property("AP", root.value("SGF-AP").unwrap_or(concat!("scoresheet:", env!("CARGO_PKG_VERSION"))), out);
        let size = setting.rules.board;
        if size.columns == size.rows {
            property("SZ", &size.columns.to_string(), out)
        } else {
            property("SZ", &format!("{}:{}", size.columns, size.rows), out)
        }
        root.plain(&PLAYERS, out);
        root.date(out);
        root.plain(&EVENT, out);
        root.rule(out);
        if root.loses_rules() {
            lost.tag("SGF-RU", record.tag("SGF-RU").map_or(0..0, |tag| to_usize_range(&tag.whole)));
        }
        let claimed = claim(&body, root.tags).and_then(|result| Claim::read(&result, &setting.rules));
        let has_reason = root.result(claimed, out);
        root.plain(&OTHERS, out);
        if let Some(setup) = root.value("Setup") {
            stones(setup, size, out);
        }
        root.others(has_reason, out);
        let comments: Vec<_> = comments_of_header(record).map(|(_, comment)| comment).collect();
        if !comments.is_empty() {
            property("GC", &comments.join("\n"), out);
        }
        tree(&body, out)?;
        out.push_str(")\n");
        Ok(())
    }
}

/// What the first node says.
struct Root<'r> {
    tags: &'r [NewTag<'r>],
    setting: &'r Setting,
}

impl Root<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| &*tag.value)
    }

    /// Why SGF cannot hold such a game.
    fn unsaid(&self) -> Result<(), Unsaid> {
        let rules = &self.setting.rules;
        // Without a set-up stone the side to move has no effect: White's first stone would follow a pass of Black.
        let has_stones = |setup: &str| setup.split(' ').next().is_some_and(|board| board.contains(['B', 'W']));
        refuse_rules(Format::SGF, rules, self.value("Setup").is_some_and(has_stones))
    }

    /// Writes tags with unchanged values.
    fn plain(&self, tags: &[(&str, &str)], out: &mut String) {
        for (tag, name) in tags {
            if let Some(value) = self.value(tag) {
                property(name, value, out);
            }
        }
    }

    /// The original date of the SGF file, if the tag made from it is still the same: the original may say more.
    fn date_as_it_was(&self) -> Option<&str> {
        self.value("SGF-DT").filter(|date| self.value("Date") == Some(&*sgf::date(date)))
    }

    fn date(&self, out: &mut String) {
        let (Some(date), None) = (self.value("Date"), self.date_as_it_was()) else { return };
        // A date of another form stays unchanged: in some countries the day comes first.
        let whole = date.to_owned() + [".??.??", ".??"].get(date.matches('.').count()).unwrap_or(&"");
        property("DT", &Day::read(&whole).map_or_else(|| date.to_owned(), |day| day.with_hyphens()), out);
    }

    /// The rules of the SGF file, if they are read as the variant of this game: `Taraguchi-10`. For rules that it does not
    /// know the reader assumes the usual ones.
    fn rules_as_they_were(&self) -> Option<&str> {
        let variant = |rules: &str| sgf::variant_of(rules).map(|variant| variant.unwrap_or("standard"));
        self.value("SGF-RU").filter(|rules| variant(rules) == Ok(self.setting.rules.variant))
    }

    /// Whether the rules of the SGF file cannot be written: the reader would know them, and they are others. The mere name
    /// of the game is no loss beside a variant.
    fn loses_rules(&self) -> bool {
        self.value("SGF-RU").is_some_and(|rules| !sgf::names_game(rules)) && self.rules_as_they_were().is_none()
    }

    fn rule(&self, out: &mut String) {
        let variant = self.setting.rules.variant;
        let known = RULES.iter().find(|(known, _)| *known == variant).map(|(_, rule)| *rule);
        property("RU", self.rules_as_they_were().or(known).unwrap_or(variant), out);
    }

    /// Writes the result; returns whether it includes the reason.
    fn result(&self, claimed: Option<Claim>, out: &mut String) -> bool {
        // Only a win includes the reason.
        let reason = match self.value("Termination").map(Termination::read) {
            Some(Termination::Reason(reason)) if matches!(claimed, Some(Claim::Win(_))) => letter_of(reason),
            _ => None,
        };
        if claimed.is_some() || self.value("Result").is_some() {
            property("RE", &written_result(claimed, reason), out);
        }
        reason.is_some()
    }

    /// Writes the other tags: those that were properties as these, the rest in one property.
    fn others(&self, has_reason: bool, out: &mut String) {
        let mut others = Vec::new();
        for tag in self.tags {
            let is_told_anew = match tag.name {
                // They stand at the start.
                "SGF-AP" | "SGF-RU" => true,
                "SGF-DT" => self.date_as_it_was().is_none(),
                _ => false,
            };
            if is_told_anew {
                continue;
            }
            if let Some(name) = name_of_property(tag.name) {
                out.push_str(name);
                // Only of the fifth stones that Black offers there may be several.
                let is_list = matches!(name, "5A" | "FA");
                tag.value.split(|letter| is_list && letter == ',').for_each(|value| value_of_property(value, out));
            } else if !is_told(tag.name, has_reason) {
                others.push(format!("{}:{}", tag.name, tag.value));
            }
        }
        if !others.is_empty() {
            out.push_str("TAG");
            others.iter().for_each(|other| value_of_property(other, out));
        }
    }
}

/// Tags that are properties under another name: those before the date, those after it, and those after the result.
static PLAYERS: [(&str, &str); 2] = [("Black", "PB"), ("White", "PW")];
static EVENT: [(&str, &str); 3] = [("Event", "EV"), ("Round", "RO"), ("Site", "PC")];
static OTHERS: [(&str, &str); 4] =
    [("GameName", "GN"), ("BlackRank", "BR"), ("WhiteRank", "WR"), ("TimeControl", "TM")];

/// What the rules of the variants are called.
static RULES: [(&str, &str); 5] =
    [("standard", "Standard"), ("freestyle", "Freestyle"), ("renju", "Renju"), ("caro", "Caro"), ("omok", "Omok")];

/// The name of the property that a tag keeps: `AP` of `SGF-AP`. A property that would say something else, such as the
/// stone of `SGF-B`, keeps none.
fn name_of_property(tag: &str) -> Option<&str> {
    let is_name = |name: &&str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    tag.strip_prefix("SGF-").filter(is_name).filter(|name| !name.is_empty() && sgf::is_kept(name))
}

/// Whether another property already says what the tag says, or none can say it; `has_reason`: the result gives the
/// reason for the end.
fn is_told(name: &str, has_reason: bool) -> bool {
    const TOLD: [&str; 8] = ["Game", "Variant", "Options", "Board", "Notation", "Result", "Date", "Setup"];
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    TOLD.iter().any(is)
        || PLAYERS.iter().chain(&EVENT).chain(&OTHERS).any(|(known, _)| is(known))
        || is(&"Starts")
        || is(&"Termination") && has_reason
}

/// The letter of a reason in a result: `R` in `B+R`.
fn letter_of(reason: Reason) -> Option<char> {
    match reason {
        Reason::Resignation => Some('R'),
        Reason::Time => Some('T'),
        Reason::Forfeit => Some('F'),
        Reason::Agreement | Reason::Adjudication => None,
    }
}

fn written_result(claim: Option<Claim>, reason: Option<char>) -> String {
    match claim {
        Some(Claim::Win(side)) => ["B+", "W+"][side.index() & 1].chars().chain(reason).collect(),
        Some(Claim::Draw) => "Draw".to_owned(),
        Some(Claim::Open) | None => "?".to_owned(),
    }
}

/// Writes a property.
fn property(name: &str, value: &str, out: &mut String) {
    out.push_str(name);
    value_of_property(value, out);
}

/// Writes a value; brackets and backslashes are escaped.
fn value_of_property(value: &str, out: &mut String) {
    out.push('[');
    for letter in value.chars() {
        if matches!(letter, ']' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push(']');
}

/// Writes a position string as stones that are set up.
fn stones(setup: &str, size: Size, out: &mut String) {
    let (board, turn) = setup.split_once(' ').unwrap_or((setup, ""));
    let colour = |letter| matches!(letter, 'B' | 'W').then_some(letter);
    let cells = rows::read(board, size, colour).unwrap_or_default();
    for (colour, name) in [('B', "AB"), ('W', "AW")] {
        let stones = cells.iter().enumerate().filter(|(_, cell)| **cell == Some(colour));
        for (count, (index, _)) in stones.enumerate() {
            if count == 0 {
                out.push_str(name);
            }
            let columns = usize::from(size.columns);
            let [column, row] = [index % columns, index / columns].map(|index| char::from(b'a' + index.min(25) as u8));
            out.extend(['[', column, row, ']']);
        }
    }
    property("PL", if turn.starts_with('W') { "W" } else { "B" }, out);
}

/// The tasks of the writer.
enum Task {
    /// A node, and all that follows it.
    From(usize),
    /// A node and all that follows it, as a game tree of its own: `(;B[hh];W[hg])`.
    Tree(usize),
    Close,
}

/// Writes the plies, with comments and variations.
fn tree(body: &Body<'_>, out: &mut String) -> Result<(), Unsaid> {
    let tree = Tree::of(body)?;
    let mut count = 0;
    let mut tasks = Vec::new();
    texts(tree.node(ROOT), body, out);
    follow(&tree, ROOT, &mut tasks);
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => out.push(')'),
            Task::Tree(index) => {
                out.push_str("\n(");
                tasks.push(Task::Close);
                tasks.push(Task::From(index));
            }
            Task::From(index) => {
                node(tree.node(index), body, &mut count, out)?;
                follow(&tree, index, &mut tasks);
            }
        }
    }
    Ok(())
}

/// Adds what follows a node to `tasks`: if there are several continuations, each becomes a game tree.
fn follow(tree: &Tree, index: usize, tasks: &mut Vec<Task>) {
    let first = tasks.len();
    tasks.extend(tree.children(index).map(Task::Tree));
    if let [Task::Tree(only)] = tasks[first..] {
        tasks[first] = Task::From(only);
    }
    tasks[first..].reverse();
}

/// Writes a node.
fn node(node: &Node, body: &Body<'_>, count: &mut u32, out: &mut String) -> Result<(), Unsaid> {
    if let Some(item) = &node.ply
        && let ItemKind::Ply(ply) = &item.kind
    {
        let text = body.script.text(ply);
        let is_point = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_point && text != PASS {
            let text = Text::new("SGF has no place for a ply that is not one point or a pass");
            return Err((item.span(), None, text));
        }
        *count += 1;
        if *count % 10 == 1 && !out.ends_with('(') {
            out.push('\n');
        }
        out.push_str(if ply.side.index() == 0 { ";B[" } else { ";W[" });
        out.push_str(if text == PASS { "" } else { text });
        out.push(']');
    }
    texts(node, body, out);
    Ok(())
}

/// Writes the annotations and comments of a node. A node has no property twice.
fn texts(node: &Node, body: &Body<'_>, out: &mut String) {
    // Of several annotations the last one counts.
    if let Some(item) = node.annotations.last() {
        out.push_str(match body.annotation(item) {
            "!" => "TE[1]",
            "!!" => "TE[2]",
            "?" => "BM[1]",
            "??" => "BM[2]",
            "?!" => "DO[]",
            _ => "IT[]",
        });
    }
    let comments: Vec<_> = node.comments.iter().map(|item| body.comment(item)).collect();
    if !comments.is_empty() {
        property("C", &comments.join("\n"), out);
    }
}
