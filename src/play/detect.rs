//! Finds the notation system of a record or a list that names none: the one in which the most plies are well formed,
//! at equal numbers the first of the table, the game's default before all.

use super::lexemes::whole_of;
use crate::board::numbered;
use crate::record::{NO_PARTNER, Record, TokenKind};
use crate::settings::{Claim, Setting};
use crate::system::{SYSTEMS, System};

/// A system, and whether the plies fit another one as well in which they mean something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Detected {
    pub(crate) system: System,
    pub(crate) rival: Option<System>,
}

/// The system of a record of movetext.
pub(crate) fn detect(record: &Record<'_>, setting: &Setting) -> Detected {
    let words = main_words(record, setting, System::Columns);
    if setting.info().systems.contains(&System::Diagram) && !words.is_empty() {
        let tokens = &record.parts.tokens;
        let end = tokens.iter().rposition(|token| words.last().is_some_and(|word| is_at(record, word, token.span())));
        if end.is_some_and(|end| numbered::is_diagram(record, &tokens[..=end], setting.rules.board)) {
            return Detected { system: System::Diagram, rival: None };
        }
    }
    choose(setting, &words, |system, _| setting.game.fit(setting, system, &main_words(record, setting, system)))
}

/// The system of a list, from its first lines.
pub(crate) fn detect_list(lines: &[&str], setting: &Setting) -> Detected {
    choose(setting, lines, |system, lines| setting.game.fit_lines(setting, system, lines))
}

fn is_at(record: &Record<'_>, word: &str, span: std::ops::Range<usize>) -> bool {
    std::ptr::eq(record.slice(span), word)
}

/// The plies of the main line as words, or groups of words, of `system`.
fn main_words<'r>(record: &Record<'r>, setting: &Setting, system: System) -> Vec<&'r str> {
    let tokens = &record.parts.tokens;
    let mut words = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        match token.kind {
            TokenKind::Word => {
                let word = record.token(token);
                if Claim::read(word, &setting.rules).is_some() {
                    break;
                }
                let (span, count) = whole_of(record, &tokens[index..], setting.info(), system);
                words.push(record.slice(span));
                index += count - 1;
            }
            TokenKind::Open(partner) if partner != NO_PARTNER => index = partner as usize,
            _ => {}
        }
        index += 1;
    }
    words
}

fn choose<'t>(setting: &Setting, texts: &[&'t str], fit: impl Fn(System, &[&'t str]) -> (usize, usize)) -> Detected {
    let known = setting.info().systems;
    let default = known[0];
    if texts.is_empty() {
        return Detected { system: default, rival: None };
    }
    let in_order = SYSTEMS.iter().map(|info| info.system).filter(|system| known.contains(system));
    let mut best = (default, fit(default, texts));
    let mut whole = Vec::new();
    for system in in_order.filter(|&system| system != System::Diagram && system != default) {
        let (good, total) = fit(system, texts);
        if good == total {
            whole.push((system, good));
        }
        if good > best.1.0 {
            best = (system, (good, total));
        }
    }
    let (system, (good, total)) = best;
    let differs = |rival: System| setting.game.differ(setting, system, rival, texts);
    let rival = (good == total)
        .then(|| whole.iter().find(|(rival, count)| *rival != system && *count == good && differs(*rival)))
        .flatten();
    Detected { system, rival: rival.map(|(rival, _)| *rival) }
}
