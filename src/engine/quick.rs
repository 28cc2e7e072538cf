//! Plies of the plainest kind: squares or columns and nothing else, `12. c, e; 13. d, b`, or run together as `ceebd`.
//!
//! This is [`super::usual`], cut shorter still for games that have a [`Deferral`](crate::game::Deferral) and for systems
//! that are read quickly: plies are only put, and one look at the end proves that none of them has ended the game. The last
//! ply before a comment, a result or the end of the text is not put: the walk carries it out.

use std::ops::Range;

use super::Driver;
use super::line::{Level, Went};
use super::script::{LANDINGS, Script, ScriptPlace};
use super::turns::UsualTurns;
use super::usual::{skip_blanks, turn_number};
use super::walk::Walk;
use crate::game::FullGame;
use crate::record::Layout;
use crate::record::tokens::is_blank;
use crate::system::{Quick, QuickToken};

impl<G: FullGame> Driver<'_, G> {
    /// Carries out plies of movetext as long as they are plain.
    #[inline(never)]
    pub(super) fn quick_plies(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        match quick {
            Quick::Columns => self.put_plies(level, Quick::column),
            Quick::Squares => self.put_plies(level, Quick::square),
            Quick::Sgf(rows) => self.put_plies(level, |bytes| Quick::sgf(rows, bytes)),
            // A digit may be a turn number.
            Quick::Digits(_) => Went::Nowhere,
        }
    }

    /// Carries out plies that `read` reads. It is given the bytes from where a ply may begin.
    #[inline(always)]
    fn put_plies(&mut self, level: &mut Level<G>, read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>) -> Went {
        let walk = &mut level.walk;
        let Some(mut turns) = walk.turns.usual().filter(|_| walk.position.may_put()) else { return Went::Nowhere };
        let is_tree = self.job.record.parts.layout == Layout::Tree;
        let before = G::LEAVES_OUTCOME.then(|| walk.position.clone());
        let place = self.script.as_ref().map(Script::place);
        let bytes = self.job.record.text.as_bytes();
        let read_at = |at: usize| read(bytes.get(at..).unwrap_or_default());
        let mut at = skip_blanks(bytes, self.tokens.position());
        let mut number = UsualTurns::UNNUMBERED;
        if let Some((value, end)) = turn_number(bytes, at) {
            (number, at) = (value, skip_blanks(bytes, end));
        }
        // Behind the sign of the last ply that was put.
        let (mut next, mut went, mut is_kept) = (at, Went::On, false);
        let mut known = read_at(at);
        while let Some((token, length)) = known {
            // Behind the ply: a comma, a semicolon or a blank, then the next ply with or without its number.
            let behind = at + length;
            let Some(&sign) = bytes.get(behind) else { break };
            // What is said of a ply stands before a `)`, and in a tree before its variations too.
            let has_variations = is_tree && bytes[behind..].starts_with(b" (");
            if sign == b')' || has_variations {
                let plies = turns.plies();
                if has_variations {
                    level.before_ply.keep(&walk.position, walk.number + plies);
                }
                if turns.is_due(number) && self.put(&mut walk.position, token, at..behind, walk.plies + plies + 1) {
                    turns.pass(number);
                    (next, went, is_kept) = (behind, Went::BehindPly, has_variations);
                }
                break;
            }
            if !is_blank(sign) && sign != b',' && (sign != b';' || !turns.may_end_after(number)) {
                break;
            }
            let mut ahead = skip_blanks(bytes, behind + 1);
            let mut next_number = UsualTurns::UNNUMBERED;
            if bytes.get(ahead).is_some_and(u8::is_ascii_digit) {
                let Some((value, end)) = turn_number(bytes, ahead) else { break };
                (next_number, ahead) = (value, skip_blanks(bytes, end));
            }
            known = read_at(ahead);
            let ply = walk.plies + turns.plies() + 1;
            if known.is_none() || !turns.is_due(number) || !self.put(&mut walk.position, token, at..behind, ply) {
                break;
            }
            turns.pass(number);
            (next, at, number) = (behind + 1, ahead, next_number);
        }
        if turns.plies() == 0 {
            return Went::Nowhere;
        }
        match before {
            Some(before) if !walk.position.is_undecided() => {
                walk.position = before;
                self.unwrite(place);
                Went::Nowhere
            }
            _ => {
                walk.number += turns.plies();
                walk.plies += turns.plies();
                let sign = if went == Went::On { bytes.get(next - 1).copied().unwrap_or(b' ') } else { b' ' };
                walk.turns.go_on_from(turns, sign);
                self.tokens.pass_to(next);
                if !is_kept {
                    level.before_ply.forget();
                }
                went
            }
        }
    }

    /// Carries out the plies that stand at `at` without anything between them, but for the last; returns where that begins.
    pub(super) fn quick_run(&mut self, walk: &mut Walk<G>, quick: Quick, at: usize) -> usize {
        match quick {
            Quick::Columns => self.put_run(walk, Quick::column, at),
            Quick::Squares => self.put_run(walk, Quick::square, at),
            Quick::Digits(zero) => self.put_run(walk, |bytes| Quick::digit(zero, bytes), at),
            Quick::Sgf(rows) => self.put_run(walk, |bytes| Quick::sgf(rows, bytes), at),
        }
    }

    #[inline(always)]
    fn put_run(
        &mut self,
        walk: &mut Walk<G>,
        read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>,
        mut at: usize,
    ) -> usize {
        if !walk.position.may_put() {
            return at;
        }
        let before = G::LEAVES_OUTCOME.then(|| walk.position.clone());
        let place = self.script.as_ref().map(Script::place);
        let (bytes, start, mut plies) = (self.job.record.text.as_bytes(), at, 0);
        let read_at = |at: usize| read(bytes.get(at..).unwrap_or_default());
        let mut known = read_at(at);
        while let Some((token, length)) = known {
            known = read_at(at + length);
            if known.is_none() || !self.put(&mut walk.position, token, at..at + length, walk.plies + plies + 1) {
                break;
            }
            at += length;
            plies += 1;
        }
        match before {
            Some(before) if plies > 0 && !walk.position.is_undecided() => {
                walk.position = before;
                self.unwrite(place);
                start
            }
            _ => {
                walk.number += plies;
                walk.plies += plies;
                at
            }
        }
    }

    /// Puts a ply, and writes it down if there is a script; `number` is the ply's own.
    #[inline(always)]
    fn put(&mut self, position: &mut G, token: QuickToken, span: Range<usize>, number: u32) -> bool {
        let Some(script) = &mut self.script else { return position.put(token) };
        let in_main_line = self.path.is_empty();
        if self.copies && number as usize > LANDINGS {
            let sides = [position.turn(), position.player()];
            let is_put = position.put(token);
            if is_put {
                script.as_written(sides, span, in_main_line);
                script.done(position, number);
            }
            return is_put;
        }
        let place = script.place();
        let text = self.job.record.text.get(span.clone()).unwrap_or_default();
        let Ok(ply) = position.read_ply(text, self.job.system, &mut self.scratch) else { return false };
        script.ply(position, ply, span, number, in_main_line);
        let is_put = position.put(token);
        if is_put {
            script.done(position, number)
        } else {
            script.back_to(place)
        }
        is_put
    }

    /// Forgets plies that were written down, since they are carried out again.
    fn unwrite(&mut self, place: Option<ScriptPlace>) {
        if let (Some(script), Some(place)) = (&mut self.script, place) {
            script.back_to(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Defaults, Resolver, Setting};
    use crate::formats::{Records, transcript::Transcripts};
    use crate::game::{Entry, FullGame, Strict, Task, position_string};
    use crate::games::{forza4, gomoku};
    use crate::system::{QuickToken, System};

    /// Plays random plies, each put and carried out: what `put` accepts `apply` accepts, and both come to the same.
    struct PutIsApply {
        plies: usize,
        seed: u64,
    }

    impl Task for PutIsApply {
        /// How many plies were put.
        type Out = usize;

        fn run<G: FullGame>(self, start: G) -> usize {
            let mut random = fastrand::Rng::with_seed(self.seed);
            let (mut game, mut count, mut scratch) = (start, 0, G::Scratch::default());
            for _ in 0..self.plies {
                let column = random.u8(0..10);
                let (row, system, text) = match random.bool() {
                    true => (QuickToken::NO_ROW, System::COLUMNS, String::new()),
                    false => {
                        let row = random.u8(0..10);
                        (row, System::SQUARES, (row + 1).to_string())
                    }
                };
                let text = format!("{}{text}", char::from(b'a' + column));
                let (mut put, mut applied) = (game.clone(), game.clone());
                let has_put = put.may_put() && put.put(QuickToken { column, row });
                let ply = applied.read_ply(&text, system, &mut scratch);
                // A script takes such a token as it stands.
                let mut written = String::new();
                if ply.is_ok_and(|ply| game.write_ply(ply, system, &mut written).is_ok()) && has_put {
                    assert_eq!(written, text);
                }
                let is_legal = ply.is_ok_and(|ply| applied.apply(ply, &mut Strict).is_ok());
                assert!(is_legal || !has_put, "{text} in {}", position_string(&game));
                if has_put && G::LEAVES_OUTCOME {
                    assert!(!put.is_undecided() || !applied.outcome().is_end(), "{}", position_string(&applied));
                    assert_eq!(position_string(&put), position_string(&applied));
                } else if has_put {
                    assert_eq!(put, applied);
                }
                count += usize::from(has_put);
                if is_legal {
                    game = applied;
                }
            }
            count
        }
    }

    fn setting(tags: &str) -> Setting {
        let text = format!("{tags}\n\n");
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut resolver = Resolver::new(Defaults::default());
        resolver.settle(&record, &mut ());
        resolver.into_setting().expect("a setting")
    }

    fn put<E: Entry>(entry: &E, tags: &str) -> usize {
        let rules = setting(tags).rules;
        let params = rules.params.downcast_ref().expect("rules of this game");
        (0..200).map(|seed| entry.with(params, PutIsApply { plies: 80, seed })).sum()
    }

    #[test]
    fn a_ply_that_is_put_is_one_that_is_carried_out() {
        for board in ["7x6", "4x4", "9x9", "12x10"] {
            assert!(put(&forza4::Entry, &format!("[Game \"forza4\"]\n[Board \"{board}\"]")) > 1000, "{board}");
        }
        let made = "[Game \"forza4\"]\n[Setup \"7/7/7/R5R/R5R/WW3WW W\"]";
        assert!(put(&forza4::Entry, made) > 1000);
        for variant in ["standard", "freestyle", "caro"] {
            let tags = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Board \"9x9\"]");
            assert!(put(&gomoku::Entry, &tags) > 1000, "{variant}");
        }
    }

    /// Rules that look further than the piece at hand have every ply carried out.
    #[test]
    fn where_more_is_to_be_looked_at_nothing_is_put() {
        assert_eq!(put(&forza4::Entry, "[Game \"forza4\"]\n[Options \"equalizer\"]"), 0);
        for tags in ["[Variant \"renju\"]", "[Variant \"murray\"]", "[Options \"pro\"]", "[Options \"double-three\"]"] {
            assert_eq!(put(&gomoku::Entry, &format!("[Game \"gomoku\"]\n{tags}")), 0, "{tags}");
        }
    }
}
