//! Explains an illegal ply to the reader of its record: a game names squares in its own way, and knows neither the
//! notation nor the layout.

use super::Driver;
use super::ply::WrittenPly;
use crate::codes::OFF_BOARD;
use crate::diagnostic::Text;
use crate::game::{FullGame, OVERLOOKED, POINTED_OUT, Strict, Violates, spelt};
use crate::record::Layout;
use crate::system::{Kind, PASS, System};

impl<G: FullGame> Driver<'_, G> {
    /// What the game says of a ply that it does not allow.
    pub(super) fn explained(
        &self,
        before: &G,
        ply: G::Ply<'_>,
        violation: G::Violation,
        written: &WrittenPly<'_>,
    ) -> Text {
        let mut text = before.explain(violation, ply);
        if self.job.record.parts.layout == Layout::Line && text.help.as_deref() == Some(OVERLOOKED) {
            // What follows the plies of a line is a remark.
            let help = "a list has no place to say that nobody noticed the end; a transcript can, with \
                        {[%stands]} after this ply";
            text.help = Some(help.to_owned());
        }
        if text.help.as_deref() == Some(POINTED_OUT) && !self.may_be_foul(written) {
            text.help = Some("if White overlooked it, mark the ply with {[%stands]}".to_owned());
        }
        if violation.code() == &OFF_BOARD && is_go_notation(before, written) {
            add(&mut text, "Go players leave the letter I out: [Notation \"go\"]".to_owned());
        }
        if let Some(named) = other_name(before, ply, written) {
            add(&mut text, format!("squares are named here as in the notation squares, where this ply is {named}"));
        }
        text
    }

    /// Whether the tag Termination may still say that this ply lost the game: it is the last one of the main line (RJ-6).
    fn may_be_foul(&self, written: &WrittenPly<'_>) -> bool {
        let is_last = || self.words_end() <= written.span.end;
        self.path.is_empty() && self.job.claims.termination.is_none() && is_last()
    }
}

/// Whether a ply that is off the board as a square is legal in the notation of Go.
fn is_go_notation<G: FullGame>(before: &G, written: &WrittenPly<'_>) -> bool {
    let (token, mut scratch) = (written.token.to_ascii_uppercase(), G::Scratch::default());
    let takes_it = written.system == System::SQUARES && G::info().takes(System::GO);
    let ply = takes_it.then(|| before.read_ply(&token, System::GO, &mut scratch));
    ply.and_then(Result::ok).is_some_and(|ply| before.clone().apply(ply, &mut Strict).is_ok())
}

/// What a ply is called in the notation `squares`, if it is written in another one that names squares in its own way. A
/// point below the board has no name there.
fn other_name<G: FullGame>(before: &G, ply: G::Ply<'_>, written: &WrittenPly<'_>) -> Option<String> {
    let names_squares = matches!(written.system.kind(), Kind::Square | Kind::Point);
    if !names_squares || written.system == System::SQUARES {
        return None;
    }
    Some(spelt(before, ply, System::SQUARES)).filter(|name| !name.is_empty() && name != PASS)
}

/// Adds a sentence to the help.
fn add(text: &mut Text, sentence: String) {
    text.help = Some(match text.help.take() {
        Some(help) => format!("{help}; {sentence}"),
        None => sentence,
    });
}
