//! A record as seen by formats that know stones and little else: the points of the main line, the players, the result.
//!
//! Such a format lacks two kinds of things. Without comments, variations or tags the game is the same, so these are
//! losses that the caller may accept. Without a pass, a position to start from or the mark of an illegal ply that stood
//! it would be another game, so the record is refused.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::Encoding;

use super::losses::Losses;
use super::writer::Written;
use crate::canonical::body::{Body, comments_of_header};
use crate::canonical::header::{self, NewTag};
use crate::canonical::{Renamed, Unsaid};
use crate::check::{Checker, audit};
use crate::diagnostic::{Text, quoted};
use crate::engine::script::{Item, ItemKind};
use crate::engine::{Claim, Defaults, Termination, Verdict};
use crate::formats::Format;
use crate::formats::sgf;
use crate::formats::transcript::Transcripts;
use crate::game::{Outcome, RuleSet};
use crate::names::same_tag;
use crate::record::tokens::DEEPEST;
use crate::record::{Record, to_usize_range};
use crate::system::PASS;

/// A record of Gomoku that has no more than a format of stones can say, but for losses.
pub(super) struct Game<'w> {
    pub(super) body: Body<'w>,
    /// The tags, with the result that the board proves.
    tags: Vec<NewTag<'w>>,
    pub(super) outcome: Outcome,
    format: Format,
    /// The encoding of its texts, if the caller names it.
    pub(super) encoding: Option<&'static Encoding>,
}

/// A point of the board where a side has placed a stone.
#[derive(Debug, Clone)]
pub(super) struct Stone {
    /// From the left, from 0.
    pub(super) column: usize,
    /// From the top, from 0.
    pub(super) row: usize,
    /// How long it took, in milliseconds.
    pub(super) time: Option<u64>,
    /// Whether it was illegal and lost the game.
    pub(super) was_tried: bool,
    /// Where the record says it.
    pub(super) span: Range<usize>,
}

/// Tags that say how the plies are to be read, which files of stones say in their own way or not at all.
const OF_READING: [&str; 10] =
    ["Game", "Variant", "Options", "Board", "Starts", "Setup", "Stands", "Notation", "Result", "Termination"];

/// The error that a format has no place for something without which it would be another game.
pub(super) fn refusal(format: Format, what: &str) -> Unsaid {
    let text = Text::new(format!("{} has no place for {what}", format.name())).help("convert to a transcript instead");
    (0..0, None, text)
}

/// What no format of stones has a place for: pieces that move, and White as the side that begins unless `may_begin`.
pub(super) fn refuse_rules(format: Format, rules: &RuleSet, may_begin: bool) -> Result<(), Unsaid> {
    if rules.variant == "murray" {
        return Err(refusal(format, "Murray's variant, in which pieces move"));
    }
    if rules.first.index() != 0 && !may_begin {
        return Err(refusal(format, "White as the side that begins"));
    }
    Ok(())
}

impl<'w> Game<'w> {
    /// The record, if both sides place stones in turn, Black first.
    pub(super) fn of(written: &Written<'w>, renamed: &'w mut Renamed, format: Format) -> Result<Game<'w>, Unsaid> {
        let Written { record, setting, systems: [source, system], outcome, encoding, .. } = *written;
        let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
        let tags = header::amended(&body, system, outcome);
        let game = Game { body, tags, outcome, format, encoding };
        if game.value("Setup").is_some() {
            return Err(game.refusal("a position to start from"));
        }
        refuse_rules(format, &setting.rules, false)?;
        if !game.body.script.stands().is_empty() {
            return Err(game.refusal("illegal plies that stood"));
        }
        if setting.rules.foul.is_some() && game.value("Termination").map(Termination::read) == Some(Termination::Foul) {
            return Err(game.refusal("a forbidden ply that White has pointed out"));
        }
        Ok(game)
    }

    /// The [`refusal`] of the format.
    pub(super) fn refusal(&self, what: &str) -> Unsaid {
        refusal(self.format, what)
    }

    /// Refuses a record of another board.
    pub(super) fn needs_15x15(&self) -> Result<(), Unsaid> {
        let board = self.body.setting.rules.board;
        if (board.columns, board.rows) == (15, 15) {
            return Ok(());
        }
        Err(self.refusal(&format!("a board of {board}: it knows only 15x15")))
    }

    /// The value of a tag; nothing if it is empty.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| same_tag(tag.name, name)).map(|tag| &*tag.value).filter(|value| !value.is_empty())
    }

    /// What the record claims as its result, in a tag or in its last word.
    pub(super) fn claim(&self) -> Option<Claim> {
        claim(&self.body, &self.tags).and_then(|claim| Claim::read(&claim, &self.body.setting.rules))
    }

    /// Notes the loss of a tag.
    pub(super) fn lose_tag(&self, name: &str, lost: &mut Losses) {
        let span = self.body.record.tag(name).map_or(0..0, |tag| to_usize_range(&tag.whole));
        lost.tag(name, span);
    }

    /// Notes the loss of all tags but those that the format holds, and of the options.
    pub(super) fn lose_tags(&self, held: &[&str], lost: &mut Losses) {
        let record = self.body.record;
        for tag in &record.parts.tags {
            let name = record.name(tag);
            // The variant says what counts of the rules of an SGF file.
            let variant = self.body.setting.rules.variant;
            let says_no_more = |rules: &str| sgf::names_game(rules) || sgf::variant_of(rules) == Ok(Some(variant));
            let is_rules = same_tag(name, "SGF-RU") && says_no_more(&record.value(tag));
            let is_held = is_rules || OF_READING.iter().chain(held).any(|known| same_tag(known, name));
            if !is_held && !record.value(tag).is_empty() {
                lost.tag(name, to_usize_range(&tag.whole));
            }
        }
        let options = &self.body.setting.rules.options;
        if !options.is_empty() {
            let span = record.tag("Options").map_or(0..0, |tag| to_usize_range(&tag.whole));
            lost.only(&format!("the options {}", options.join(", ")), span);
        }
    }

    /// Notes the loss of the result, if the board does not prove it, and of the reason for it.
    pub(super) fn lose_claim(&self, lost: &mut Losses) {
        let (record, rules) = (self.body.record, &self.body.setting.rules);
        let span = |name: &str| record.tag(name).map_or(0..0, |tag| to_usize_range(&tag.whole));
        let is_proven = |claim: Claim| self.outcome != Outcome::Unfinished && claim.agrees(self.outcome, rules);
        let was_tried = self.body.items.iter().any(|item| matches!(item.kind, ItemKind::Ply(ply) if ply.was_tried));
        if self.claim().is_some_and(|claim| claim != Claim::Open && (was_tried || !is_proven(claim))) {
            lost.only("the result", span("Result"));
        }
        self.lose_termination(lost);
    }

    /// Notes the loss of the reason for the result.
    pub(super) fn lose_termination(&self, lost: &mut Losses) {
        if self.value("Termination").is_some() {
            self.lose_tag("Termination", lost);
        }
    }

    /// The comments before the first ply: they are about the game.
    pub(super) fn comments_of_game(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let first = self.body.items.iter().position(|item| !is_comment(item)).unwrap_or(self.body.items.len());
        let header = comments_of_header(self.body.record).map(|(_, text)| text);
        header.chain(self.body.items[..first].iter().map(|item| self.body.comment(item)))
    }

    /// The point of a ply, which stands as `column,row` in the script.
    pub(super) fn point(&self, item: &Item) -> Result<Option<(usize, usize)>, Unsaid> {
        let ItemKind::Ply(ply) = &item.kind else { return Ok(None) };
        let text = self.body.script.text(ply);
        if text == PASS {
            return Ok(None);
        }
        let numbers = text.split_once(',').and_then(|(column, row)| Some((column.parse().ok()?, row.parse().ok()?)));
        numbers.map(Some).ok_or_else(|| (item.span(), None, no_stone(self.format, self.body.record, item.span())))
    }

    /// The stones of the main line; everything beside them is noted as lost, but for times.
    pub(super) fn stones(&self, lost: &mut Losses) -> Result<Vec<Stone>, Unsaid> {
        self.stones_and(None, lost).map(|(stones, _)| stones)
    }

    /// The stones of the main line, and where the comment `said` stands, if it does. Everything beside the stones is
    /// noted as lost, but for times and for that comment, which the reader of the format adds by itself.
    pub(super) fn stones_and(
        &self,
        said: Option<&str>,
        lost: &mut Losses,
    ) -> Result<(Vec<Stone>, Option<Range<usize>>), Unsaid> {
        let mut found = None;
        let header = &self.body.record.parts.header;
        header.iter().for_each(|token| lost.one(COMMENTS, token.span()));
        let mut stones: Vec<Stone> = Vec::new();
        self.main_line(lost, |item, lost| {
            match item.kind {
                ItemKind::Ply(ply) => {
                    let Some((column, row)) = self.point(item)? else {
                        let text = Text::new(format!("{} has no place for a pass", self.format.name()))
                            .help("convert to a transcript instead");
                        return Err((item.span(), None, text));
                    };
                    stones.push(Stone { column, row, time: None, was_tried: ply.was_tried, span: item.span() });
                }
                _ => match (milliseconds(&self.body.comment(item)), stones.last_mut()) {
                    (Some(time), Some(stone)) => stone.time = Some(time),
                    _ if found.is_none() && said.is_some_and(|said| said == self.body.comment(item)) => {
                        found = Some(item.span());
                    }
                    _ => lost.one(COMMENTS, item.span()),
                },
            }
            Ok(())
        })?;
        Ok((stones, found))
    }

    /// The plies of the main line as their system writes them. Everything beside them is noted as lost, but for comments
    /// about the game.
    pub(super) fn plies(&self, lost: &mut Losses) -> Result<Vec<&str>, Unsaid> {
        let mut plies = Vec::new();
        self.main_line(lost, |item, lost| {
            match &item.kind {
                ItemKind::Ply(ply) if ply.was_tried => lost.only(TRIED, item.span()),
                ItemKind::Ply(ply) => {
                    let text = self.body.script.text(ply);
                    if text != PASS && !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                        return Err((item.span(), None, no_stone(self.format, self.body.record, item.span())));
                    }
                    plies.push(text);
                }
                _ if plies.is_empty() => {}
                _ => lost.one(COMMENTS, item.span()),
            }
            Ok(())
        })?;
        Ok(plies)
    }

    /// Hands over the plies and comments of the main line; everything beside them is noted as lost.
    fn main_line(
        &self,
        lost: &mut Losses,
        mut each: impl FnMut(&Item, &mut Losses) -> Result<(), Unsaid>,
    ) -> Result<(), Unsaid> {
        let mut depth = 0_usize;
        for item in self.body.items {
            match &item.kind {
                ItemKind::Open { .. } => {
                    if depth == 0 {
                        lost.one(["variation", "variations"], item.span());
                    }
                    depth += 1;
                }
                ItemKind::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                ItemKind::Annotation => lost.one(["annotation", "annotations"], item.span()),
                ItemKind::Ply(_) | ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => each(item, lost)?,
                ItemKind::Dots | ItemKind::Result | ItemKind::Break => {}
            }
        }
        Ok(())
    }

    /// The stones of the main line, for a format that knows nothing else.
    pub(super) fn only_stones(&self, lost: &mut Losses) -> Result<Vec<Stone>, Unsaid> {
        self.lose_tags(&[], lost);
        self.lose_claim(lost);
        let mut stones = self.stones(lost)?;
        lose_times(&stones, lost);
        lose_tried(&mut stones, lost);
        Ok(stones)
    }

    /// Reports rules other than the `usual` ones, since nothing in the file names them. If the game would end otherwise
    /// by the usual ones, that is a loss.
    pub(super) fn unsaid_variant(&self, usual: &str, lost: &mut Losses) {
        let variant = self.body.setting.rules.variant;
        if variant == usual {
            return;
        }
        lost.unsaid(&format!("that the game was played by the rules {variant}"), &format!("--variant {variant}"));
        if !self.ends_alike(usual) {
            let span = self.body.record.tag("Variant").map_or(0..0, |tag| to_usize_range(&tag.whole));
            lost.only(&format!("the rules {variant}, without which the game ends otherwise"), span);
        }
    }

    /// Whether the plies that the format holds are also legal by the rules of another variant, with the same outcome.
    fn ends_alike(&self, variant: &str) -> bool {
        let (board, mut plies) = (self.body.setting.rules.board, String::new());
        // Only one of these formats has variations. Those deeper than a transcript allows are skipped.
        let deepest = if self.format == Format::RENLIB { DEEPEST } else { 0 };
        let mut depth = 0_usize;
        for item in self.body.items {
            match &item.kind {
                ItemKind::Open { .. } => {
                    depth += 1;
                    plies.push_str(if depth <= deepest { " (" } else { "" });
                }
                ItemKind::Close => {
                    plies.push_str(if depth <= deepest { ")" } else { "" });
                    depth = depth.saturating_sub(1);
                }
                ItemKind::Ply(ply) if ply.was_tried => return true,
                ItemKind::Ply(ply) if depth <= deepest => plies.extend([" ", self.body.script.text(ply)]),
                _ => {}
            }
        }
        let tags = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Board \"{board}\"]\n[Notation \"xy\"]");
        let text = format!("{tags}\n\n{plies}\n");
        let Ok(mut records) = Transcripts::new(text.as_bytes(), text.len()) else { return false };
        let mut verdict = None;
        let mut checker = Checker::new(Defaults::default());
        let each = |_, found: Verdict| verdict = Some((found.valid, found.outcome));
        audit(&mut records, &mut checker, &mut (), each).is_ok() && verdict == Some((true, self.outcome))
    }
}

/// How comments are called that are lost.
pub(super) const COMMENTS: [&str; 2] = ["comment", "comments"];

/// How the ply is called that was illegal and lost the game (C-7).
pub(super) const TRIED: &str = "the ply that was tried and has lost the game";

/// What the record claims as its result: the tag, or its last word if the tag claims nothing.
pub(super) fn claim<'r>(body: &'r Body<'_>, tags: &'r [NewTag<'_>]) -> Option<Cow<'r, str>> {
    let tag = tags.iter().find(|tag| same_tag(tag.name, "Result")).map(|tag| Cow::Borrowed(&*tag.value));
    let word = || body.items.iter().rfind(|item| item.kind == ItemKind::Result).map(|item| body.result(item));
    tag.filter(|claim| claim != "*").or_else(word)
}

/// Notes the loss of times.
pub(super) fn lose_times(stones: &[Stone], lost: &mut Losses) {
    for stone in stones.iter().filter(|stone| stone.time.is_some()) {
        lost.one(["time of a ply", "times of plies"], stone.span.clone());
    }
}

/// Takes away the ply that was tried and has lost the game, which is noted as lost.
pub(super) fn lose_tried(stones: &mut Vec<Stone>, lost: &mut Losses) {
    if let Some(stone) = stones.pop_if(|stone| stone.was_tried) {
        lost.only(TRIED, stone.span);
    }
}

fn is_comment(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark)
}

/// The milliseconds of a comment that holds nothing else: `[%emt 1.264]`.
fn milliseconds(comment: &str) -> Option<u64> {
    let seconds: f64 = comment.trim().strip_prefix("[%emt ")?.strip_suffix(']')?.trim().parse().ok()?;
    (0.0..1e9).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// The refusal of a ply that is not one stone.
pub(super) fn no_stone(format: Format, record: &Record<'_>, span: Range<usize>) -> Text {
    let found = quoted(record.slice(span));
    Text::new(format!("{} has no place for {found}, which is not one stone", format.name()))
        .help("convert to a transcript instead")
}
