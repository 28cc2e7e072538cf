//! Replays a numbered diagram: the whole body is one picture, and its numbers are the plies.

use std::ops::Range;

use super::Driver;
use super::numbered::{self, Cell};
use super::ply::WrittenPly;
use super::walk::Walk;
use crate::board::Square;
use crate::codes::{DIAGRAM_FLOATING, OCCUPIED};
use crate::diagnostic::{Diagnostic, Text};
use crate::engine::Claim;
use crate::game::FullGame;
use crate::record::{Token, TokenKind};
use crate::system::System;

impl<G: FullGame> Driver<'_, G> {
    /// Replays a numbered diagram.
    pub(super) fn diagram(&mut self, walk: &mut Walk<G>) {
        let record = self.job.record;
        let all = self.tokens_of_body();
        let (tokens, result) = self.body(&all);
        walk.result = result;
        let end = tokens.iter().rfind(|token| token.kind == TokenKind::Word).map_or(0, |token| token.end as usize);
        self.faults_up_to(end, 1);
        if self.halted {
            walk.stopped = true;
            return;
        }
        let cells = match numbered::read(record, tokens, walk.position.size()) {
            Ok(cells) => cells,
            Err((code, span, text)) => return self.refuse(walk, Diagnostic::new(code, span, text)),
        };
        // In a diagram no piece moves, and no number comes twice.
        let scene = walk.position.scene();
        let squares: Vec<Square> = cells.iter().map(|cell| cell.square).collect();
        if let Some(index) = walk.position.floating(&squares) {
            let square = squares[index];
            let text = Text::new(format!("{square} is filled at ply {}, before the square below it", index + 1))
                .help("pieces fall: the square below must hold a smaller number");
            return self.refuse(walk, Diagnostic::new(&DIAGRAM_FLOATING, cells[index].span.clone(), text));
        }
        self.look(&walk.position, 0);
        let marked = marked(&all, &cells, end);
        let said = self.said_of_last();
        for (index, cell) in cells.iter().enumerate() {
            let last = index + 1 == cells.len();
            walk.number += 1;
            let written = WrittenPly {
                token: record.slice(cell.span.clone()),
                system: System::DIAGRAM,
                span: cell.span.clone(),
                marked: self.tag_stands(walk.number) || marked.contains(&index),
                last: said.filter(|_| last),
            };
            if walk.stopped {
                self.skip(walk, &written);
                continue;
            }
            if scene.index(cell.square).is_some_and(|index| scene.cells[index].piece.is_some()) {
                // No number comes twice, so the piece belongs to the `Setup`.
                let text = self.text(|| {
                    Text::new(format!("a piece of the Setup stands on {}", cell.square))
                        .help("a diagram numbers the plies after the Setup, on squares that the Setup leaves empty")
                });
                // The game's own code names its rule.
                let own = G::info().codes.iter().find(|code| **code == &OCCUPIED).copied();
                self.report(Diagnostic::new(own.unwrap_or(&OCCUPIED), cell.span.clone(), text).at_ply(walk.number));
                walk.stopped = true;
                continue;
            }
            if let Some(ply) = walk.position.placing(cell.square) {
                self.carry_out(walk, ply, &written);
            }
        }
    }

    /// Reports why the body is no diagram. Nothing is replayed.
    fn refuse(&mut self, walk: &mut Walk<G>, diagnostic: Diagnostic) {
        self.report(diagnostic);
        self.refused = true;
        walk.stopped = true;
    }

    /// All tokens of the body. The faults of the text are reported later.
    fn tokens_of_body(&mut self) -> Vec<Token> {
        let mut all = self.job.record.parts.leading.clone();
        while let Some(token) = self.pull() {
            all.push(token);
        }
        all
    }

    /// The tokens of the diagram, and the result after it.
    fn body<'t>(&self, tokens: &'t [Token]) -> (&'t [Token], Option<(Claim, Range<usize>)>) {
        let Some(last) = tokens.iter().rposition(|token| token.kind == TokenKind::Word) else {
            return (tokens, None);
        };
        let word = self.job.record.token(&tokens[last]);
        match Claim::of_word(word, &self.job.setting.rules) {
            Some(claim) => (&tokens[..last], Some((claim, tokens[last].span()))),
            None => (tokens, None),
        }
    }
}

/// Which plies are marked as ones that stood: each whose cell such a mark follows. A mark that follows the whole diagram,
/// which ends at byte `end`, or an empty cell, is about the last ply.
fn marked(tokens: &[Token], cells: &[Cell], end: usize) -> Vec<usize> {
    let mut marked = Vec::new();
    let mut before = None;
    for token in tokens {
        match token.kind {
            TokenKind::Word => before = Some(token.span()),
            TokenKind::Comment { stands: true } => {
                let within = before.as_ref().filter(|_| (token.start as usize) < end);
                let own = within.and_then(|word| cells.iter().position(|cell| cell.span == *word));
                marked.extend(own.or(cells.len().checked_sub(1)));
            }
            _ => {}
        }
    }
    marked
}
