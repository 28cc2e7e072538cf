//! A word that is no ply, and the slips of hand or eye that make one.

use crate::diagnostic::quoted;
use crate::engine::letters;
use crate::names::same;
use crate::system::System;

/// How people write a pass who do not know `--`.
const PASSES: [&str; 6] = ["pass", "passe", "passa", "passo", "passt", "skip"];

/// What people put between the squares of a ply, or between plies, instead of a hyphen or a comma.
const DASHES: [&str; 9] = ["-", "–", "—", "−", "->", "→", "=>", "to", "/"];

/// A word that is no ply.
pub(super) struct Word<'w> {
    pub(super) token: &'w str,
    pub(super) system: System,
    /// How many columns the board has.
    pub(super) columns: u8,
    /// The word before it, if only blanks stand between.
    pub(super) previous: &'w str,
    /// The rest of its line, or the start of it.
    pub(super) after: &'w str,
    /// Whether it stands in a list, where what stands after the moves is a remark anyway.
    pub(super) is_list: bool,
    /// Whether it is the first of the movetext.
    pub(super) is_first: bool,
    /// Whether no blank stands before it.
    pub(super) is_glued: bool,
    /// Whether the side to move may pass.
    pub(super) may_pass: bool,
    /// The number of the turn that may begin here, if turns have numbers.
    pub(super) due_turn: Option<u32>,
    /// Another notation system of the game, in which it is a legal ply.
    pub(super) another: Option<System>,
    /// Whether a text is a ply in a notation system, and stands on the board.
    pub(super) reads: &'w dyn Fn(&str, System) -> bool,
}

impl Word<'_> {
    /// What to write instead of the word, by the first slip that explains it.
    pub(super) fn slip(&self) -> Option<String> {
        let slips = [
            Word::dots,
            Word::closing_brace,
            Word::odd_sign,
            Word::comma_within,
            Word::turn_number,
            Word::full_width,
            Word::letter_for_digit,
            Word::foreign_letter,
            Word::annotation_within,
            Word::lone_dash,
            Word::squares_of_a_ply,
            Word::pass,
            Word::sentence,
            Word::moves_of_pieces,
            Word::run_together,
            Word::card,
            Word::swap,
            Word::square_in_pieces,
            Word::annotation,
            Word::sign_after,
            Word::label,
            Word::row_apart,
            Word::another_system,
        ];
        slips.iter().find_map(|slip| slip(self))
    }

    fn reads(&self, text: &str) -> bool {
        (self.reads)(text, self.system)
    }

    /// Whether digits may be the number of a turn that begins here.
    fn may_begin_turn(&self, digits: &str) -> bool {
        self.is_first || self.due_turn.is_some_and(|due| digits.parse() == Ok(due))
    }

    /// The word that comes `number` words after this one, without the comma at its end.
    fn next(&self, number: usize) -> &str {
        self.after.split_whitespace().nth(number).unwrap_or_default().trim_end_matches([',', ';'])
    }

    /// The word after the commas, dashes and blanks that follow this one.
    fn after_sign(&self) -> &str {
        let is_sign = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '-');
        self.after.split(is_sign).find(|part| !part.is_empty()).unwrap_or_default()
    }

    /// `…` and `..` for `...`, also after the number of a turn, and a dot apart from its number.
    fn dots(&self) -> Option<String> {
        let sign = self.token.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &self.token[..self.token.len() - sign.len()];
        let is_turn = !number.is_empty() && !self.is_list && !self.system.runs_together();
        if is_turn && sign.starts_with('…') {
            let ply = sign.trim_start_matches(['…', '.']);
            let ply = if ply.is_empty() { String::new() } else { format!(", {ply}") };
            return Some(format!("three dots stand for a ply that is not there: write `{number}. ...{ply}`"));
        }
        are_dots(self.token).then(|| match self.token {
            "." => {
                "a dot ends the number of a turn, `1.`; three dots, `...`, stand for a ply that is not there".to_owned()
            }
            _ => "three dots stand for a ply that is not there: write `...`".to_owned(),
        })
    }

    /// `24, Pb4` for `24 Pb4`, and `swap, j10` for `swap j10`.
    fn comma_within(&self) -> Option<String> {
        let meant = format!("{} {}", self.token, self.after_sign());
        (self.after.trim_start().starts_with(',') && self.reads(&meant))
            .then(|| format!("a comma ends a ply, and this is one ply: write `{meant}`"))
    }

    /// `swapj10` for `swap j10`, and `swap` in a notation that does not write it.
    fn swap(&self) -> Option<String> {
        let after = self.token.get(4..).filter(|_| same(&self.token[..4], "swap"))?;
        let ply = if after.is_empty() { self.after_sign() } else { after };
        let meant = format!("swap {ply}");
        if self.reads(&meant) {
            return Some(format!("write `{meant}`"));
        }
        if !(self.reads)("swap a1", System::SQUARES) {
            return None;
        }
        let help = if self.system == System::SQUARES {
            "`swap` stands before the ply of the side that swaps: `swap j10`"
        } else {
            "only the notation squares writes `swap`, before the ply of the side that swaps: `swap j10`"
        };
        Some(help.to_owned())
    }

    /// A `}` left over by a comment within a comment: `{a {b} c}`.
    fn closing_brace(&self) -> Option<String> {
        self.token
            .contains('}')
            .then(|| "a comment ends at its first `}`: comments do not stand within comments".to_owned())
    }

    /// Blanks that do not part words, dashes and marks that look like others.
    fn odd_sign(&self) -> Option<String> {
        let mut odd = None;
        let plain = self.token.chars().filter_map(|letter| {
            if !is_blank(letter) && !letters::is_odd_sign(letter) {
                return Some(letter);
            }
            odd = odd.or(Some(letter));
            letters::of_dash(letter)
        });
        let meant: String = plain.collect();
        let letter = odd?;
        if is_blank(letter) {
            return self.odd_blank(letter);
        }
        if !meant.is_empty() && !self.reads(&meant) {
            return None;
        }
        let name = match letter {
            '\u{feff}' => "a byte-order mark",
            '\u{200b}'..='\u{200d}' | '\u{2060}' => "a sign without width",
            '\u{ad}' => "a hyphen that shows only at the end of a line",
            '\u{2028}' | '\u{2029}' => "a line end of a word processor",
            '\u{2010}'..='\u{2012}' | '\u{2212}' => "another dash than `-`",
            _ => "an apostrophe",
        };
        let code = u32::from(letter);
        Some(if meant.is_empty() {
            format!("delete {name} (U+{code:04X})")
        } else {
            format!("{name} (U+{code:04X}) stands here: write `{meant}`")
        })
    }

    /// A blank that does not part words: the hint leaves it out at an end, and writes a common blank anywhere else.
    fn odd_blank(&self, letter: char) -> Option<String> {
        let spaced: String = self.token.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).collect();
        let meant = spaced.trim();
        let is_good = meant.is_empty() || self.reads(meant) || meant.split(' ').all(|part| self.reads(part));
        let code = u32::from(letter);
        is_good.then(|| match meant {
            "" => format!("delete the blank that does not part words (U+{code:04X})"),
            meant => format!("a blank that does not part words (U+{code:04X}) stands here: write `{meant}`"),
        })
    }

    /// `1)`, `1:`, `1-` or `1` for `1.`, `l.` too.
    fn turn_number(&self) -> Option<String> {
        if matches!(self.token, "l." | "I." | "l" | "I") && (self.token.len() > 1 || self.after.starts_with('.')) {
            return Some("a digit begins the number of a turn: write `1.`".to_owned());
        }
        let number = self.token.trim_end_matches([':', '-']);
        let is_number = (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let goes_on = self.reads(self.next(0)) || self.is_first && self.reads(self.after_sign());
        let has_sign = self.after.starts_with(')') || self.after.trim_start().starts_with('.');
        let is_meant = has_sign || number != self.token || goes_on;
        (is_number && is_meant && self.may_begin_turn(number))
            .then(|| format!("a dot ends the number of a turn: write `{number}.`"))
    }

    /// Full-width letters and digits, as keyboards of China and Japan type them.
    fn full_width(&self) -> Option<String> {
        let meant: String = self.token.chars().map(letters::of_usual_width).collect();
        (meant != self.token).then(|| {
            format!("write plain letters, digits and signs instead of those of full width: {}", quoted(&meant))
        })
    }

    /// `jlO` for `j10`.
    fn letter_for_digit(&self) -> Option<String> {
        let digits = self.token.replace(['l', 'I', '|'], "1").replace(['O', 'o'], "0");
        if digits == self.token {
            return None;
        }
        // The first letter names a column, whatever it looks like.
        let first = self.token.chars().next().map_or(0, char::len_utf8);
        let kept = format!("{}{}", &self.token[..first], digits.get(first..).unwrap_or_default());
        let meant = [kept, digits].into_iter().find(|text| self.reads(text))?;
        Some(format!(
            "{} looks like `{meant}` with a letter in place of a digit: l for 1, or O for 0",
            quoted(self.token)
        ))
    }

    /// `с` of another alphabet for `c`, and letters with accents.
    fn foreign_letter(&self) -> Option<String> {
        let (mut is_accent, mut is_other) = (false, false);
        let mut plain = |letter: char| match (letters::of_other_script(letter), letters::with_accent(letter)) {
            (Some(plain), _) => {
                is_other = true;
                plain
            }
            (None, Some(plain)) => {
                is_accent = true;
                plain
            }
            (None, None) => letter,
        };
        let meant: String = self.token.chars().map(&mut plain).collect();
        if !(is_accent || is_other) || !self.reads(&meant) {
            return None;
        }
        let why = if is_other { "a letter of another alphabet" } else { "a letter with an accent" };
        Some(format!("{} has {why}: write `{meant}`", quoted(self.token)))
    }

    /// `b14 d12`, `b14 - d12` and `b14d12` for `b14-d12`, `3r a2 b3` for `3r a2-b3`.
    fn squares_of_a_ply(&self) -> Option<String> {
        let first = self.next(0);
        let trimmed = DASHES.iter().find_map(|dash| first.strip_prefix(dash)).unwrap_or(first);
        let second = if trimmed.is_empty() || DASHES.contains(&first) { self.next(1) } else { trimmed };
        let joined = format!("{}-{}", self.previous, self.token);
        if !self.previous.is_empty() && !self.reads(self.previous) && self.reads(&joined) {
            return Some(format!("join the squares of a ply with `-`: {joined}"));
        }
        let is_apart = self.after.starts_with([' ', '\t', '/']) || first != trimmed;
        let joined = format!("{}-{second}", self.token);
        if is_apart && !second.is_empty() && self.reads(&joined) {
            return Some(format!("join the squares of a ply with `-`: {joined}"));
        }
        // Where cards stand before the squares, blanks part no plies: `3r a2 b3`.
        let apart = self.token.rsplit_once(' ');
        let parts = self.token.char_indices().skip(1).map(|(at, _)| self.token.split_at(at)).chain(apart);
        let joined = parts.map(|(one, other)| format!("{one}-{other}")).find(|joined| self.reads(joined))?;
        Some(format!("join the squares of a ply with `-`: {joined}"))
    }

    /// What to write where somebody played nothing.
    fn no_ply(&self) -> String {
        let help = if self.may_pass {
            "a pass is written `--`"
        } else {
            "`...` stands for a ply that is not there; nobody may pass here"
        };
        help.to_owned()
    }

    /// `-` between plies.
    fn lone_dash(&self) -> Option<String> {
        let is_dash = ["-", "–", "—", "−"].contains(&self.token);
        if is_dash && self.system.runs_together() && self.after.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Some(format!("plies run together in the notation {}: leave the dashes out", self.system));
        }
        if is_dash && !self.reads(self.next(0)) {
            return Some(self.no_ply());
        }
        (DASHES.contains(&self.token) && self.reads(self.next(0)))
            .then(|| format!("a comma or a space parts plies, not `{}`", self.token))
    }

    /// `33!543`: what follows is taken for more of the annotation.
    fn annotation_within(&self) -> Option<String> {
        let marks = self.token.trim_end_matches(|letter: char| !matches!(letter, '!' | '?'));
        let is_within = self.is_glued && !marks.is_empty() && marks.trim_start_matches(['!', '?']).is_empty();
        (self.system.runs_together() && is_within).then(|| format!("put a space after `{marks}`"))
    }

    /// `H8-H9` for `h8-h9`: a move of a piece in a notation that writes none.
    fn moves_of_pieces(&self) -> Option<String> {
        let (one, other) = self.token.split_once('-')?;
        let is_move = self.system != System::SQUARES && (self.reads)("a1-a2", System::SQUARES);
        (is_move && self.reads(one) && self.reads(other)).then(|| {
            "only the notation squares writes moves of pieces, `a1-a2`: name it with [Notation \"squares\"]".to_owned()
        })
    }

    /// `ddce` for `d d c e`, and `h8-i8` for `h8 i8`.
    pub(super) fn run_together(&self) -> Option<String> {
        const SHOWN: usize = 6;
        let parts: Vec<&str> = self.token.split(['-', '–', '—', '/', ';', '.']).collect();
        let on_board = |byte: u8| (b'a'..b'a' + self.columns).contains(&byte.to_ascii_lowercase());
        let is_plain = self.token.bytes().all(|byte| byte.is_ascii_lowercase() && on_board(byte))
            || self.token.bytes().all(|byte| byte.is_ascii_uppercase() && on_board(byte));
        let letters: Vec<&str> =
            if is_plain { self.token.split_inclusive(|_: char| true).collect() } else { Vec::new() };
        let has_digit = self.token.contains(|letter: char| letter.is_ascii_digit());
        let squares: Vec<&str> = if has_digit { squares(self.token).collect() } else { Vec::new() };
        let plies = [parts, letters, squares]
            .into_iter()
            .find(|plies| plies.len() > 1 && plies.iter().all(|ply| self.reads(ply)));
        if let Some(plies) = plies {
            let more = if plies.len() > SHOWN { " …" } else { "" };
            // So engines write games, one a line.
            let list =
                if self.is_first && !self.is_list { "; a list of such lines is read with --from lines" } else { "" };
            let shown: Vec<_> = plies.into_iter().take(SHOWN).collect();
            return Some(format!(
                "these are several plies: put a space or a comma between them, `{}{more}`{list}",
                shown.join(" ")
            ));
        }
        let pair = self.token.replace('-', ",");
        (pair != self.token && self.system == System::SQUARES && (self.reads)(&pair, System::XY))
            .then(|| format!("a comma parts column and row: write `{pair}`"))
    }

    /// `h 8`, `8h`, `1h8`, `h08` and `h0`.
    fn square_in_pieces(&self) -> Option<String> {
        let (letters, digits) =
            self.token.split_at(self.token.find(|letter: char| letter.is_ascii_digit()).unwrap_or(self.token.len()));
        let write = |meant: String| self.reads(&meant).then_some(meant);
        if digits.is_empty() {
            let meant = write(format!("{letters}{}", self.next(0)))?;
            return Some(format!("write a square without a space: `{meant}`"));
        }
        if letters.is_empty() {
            let (row, column) = digits.split_at(digits.find(|letter: char| !letter.is_ascii_digit())?);
            if self.reads(column) && self.may_begin_turn(row) {
                return Some(format!("a dot ends the number of a turn: write `{row}. {column}`"));
            }
            let meant = write(format!("{column}{row}"))?;
            return Some(format!("the letter of the column comes first: `{meant}`"));
        }
        let short = digits.trim_start_matches('0');
        if short.is_empty() {
            return self.reads(&format!("{letters}1")).then(|| "rows are counted from 1".to_owned());
        }
        let meant = write(format!("{letters}{short}")).filter(|_| short != digits)?;
        Some(format!("a row has no zero in front: write `{meant}`"))
    }

    /// `h8!!!`
    fn annotation(&self) -> Option<String> {
        let ply = self.token.trim_end_matches(['!', '?']);
        (ply != self.token && self.reads(ply))
            .then(|| "the annotations are `!`, `?`, `!!`, `??`, `!?` and `?!`".to_owned())
    }

    /// `e*` for `e *`, `d1*` for a bonus piece, which only columns write, and signs that tell of a victory.
    fn sign_after(&self) -> Option<String> {
        let sign = self.token.chars().next_back()?;
        let ply = self.token.strip_suffix(sign)?;
        match sign {
            '*' if ply.ends_with('*') && self.reads(ply) => Some(format!("one `*` marks a bonus piece: write `{ply}`")),
            '*' if ply.is_empty() || self.reads(ply) => Some(match (self.reads)("a*", System::COLUMNS) {
                true => "a bonus piece is written in the notation columns alone: `d*`".to_owned(),
                false if ply.is_empty() && !self.is_glued => {
                    "`*` is the result of a game that was not finished: it stands after the last ply of the main line"
                        .to_owned()
                }
                false => "`*` is the result of a game that was not finished: put a space before it".to_owned(),
            }),
            '+' | '=' if self.reads(ply) => Some(format!(
                "write `{ply}` without the `{sign}`: how a game ends is said by its result and by the tag Termination"
            )),
            _ => None,
        }
    }

    /// `X: h8`
    fn label(&self) -> Option<String> {
        let is_label = self.token.len() > 1 && self.token.ends_with(':') && self.reads(self.next(0));
        is_label.then(|| format!("leave {} out: the order of the plies tells whose they are", quoted(self.token)))
    }

    fn pass(&self) -> Option<String> {
        PASSES.iter().any(|pass| same(pass, self.token)).then(|| self.no_ply())
    }

    /// `24Pb4`, `24 pb4`, `24 P b4`, `2-4 Pb4` and `2 4 Pb4` for `24 Pb4`.
    fn card(&self) -> Option<String> {
        let pieces = self.token.match_indices(|letter: char| letter.is_ascii_uppercase() && letter != 'A');
        let mut apart = pieces.map(|(at, _)| format!("{} {}", &self.token[..at], &self.token[at..]));
        if let Some(meant) = apart.find(|meant| !meant.starts_with(' ') && self.reads(meant)) {
            return Some(format!("there is a space between the cards and the ply: write `{meant}`"));
        }
        let (cards, ply) = self.token.split_once(' ').unwrap_or_default();
        let together = format!("{} {ply}", cards.replace(['-', '+', '&'], ""));
        if together.len() < self.token.len() && self.reads(&together) {
            return Some(format!("no sign stands between two cards: write `{together}`"));
        }
        let spaces =
            self.token.match_indices(' ').map(|(at, _)| format!("{}{}", &self.token[..at], &self.token[at + 1..]));
        if let Some(meant) = spaces.into_iter().find(|meant| self.reads(meant)) {
            return Some(format!("there is a space too many: write `{meant}`"));
        }
        let at = self.token.find(|letter: char| letter.is_ascii_lowercase())?;
        let (before, piece) = (&self.token[..at], &self.token[at..=at]);
        let meant = format!("{before}{}{}", piece.to_ascii_uppercase(), &self.token[at + 1..]);
        let named = match piece {
            _ if self.system == System::GO => "a column",
            "a" if at == 0 => "the ace",
            _ => "a piece",
        };
        self.reads(&meant).then(|| format!("a capital letter names {named}: write `{meant}`"))
    }

    /// `c 1` for `c1`, of which the letter alone was a ply.
    fn row_apart(&self) -> Option<String> {
        let is_row = self.token.bytes().all(|byte| byte.is_ascii_digit());
        let meant = format!("{}{}", self.previous, self.token);
        let is_square = || (self.reads)(&meant, System::SQUARES) && self.reads(self.previous);
        (self.system == System::COLUMNS && is_row && is_square())
            .then(|| format!("if this is the row of a square, write it without a space: `{meant}`"))
    }

    /// `d` among squares.
    fn another_system(&self) -> Option<String> {
        let (here, there) = (self.system.info().name, self.another?.info().name);
        let token = quoted(self.token);
        Some(format!(
            "{token} is a ply in the notation {there}, but a record has one notation, and this one is in {here}"
        ))
    }

    /// A sentence before the moves, or among them.
    fn sentence(&self) -> Option<String> {
        let words: Vec<&str> = self.token.split_whitespace().chain(self.after.split_whitespace()).take(3).collect();
        (!self.is_list && words.len() == 3 && words.iter().all(|word| is_word(word)))
            .then(|| "this looks like a sentence, not like moves: put it into braces, `{…}`".to_owned())
    }

    /// Whether it is a single word, a time or a quotation.
    pub(super) fn is_remark(&self) -> bool {
        let is_quotation = self.token.starts_with(['[', '"', '“', '„', '«', '<']);
        let is_name = is_word(self.token) && self.token.chars().count() > 2;
        let is_time = self.token.contains(':')
            && self.token.starts_with(|first: char| first.is_ascii_digit())
            && self.token.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
        !self.is_list && (is_quotation || is_name || is_time)
    }
}

/// The squares of `h8i9j10`: each begins with a letter.
fn squares(word: &str) -> impl Iterator<Item = &str> {
    let begins = word.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).map(|(at, _)| at);
    let ends = begins.clone().skip(1).chain([word.len()]);
    begins.zip(ends).map(|(begin, end)| &word[begin..end])
}

/// Whether a word is nothing but dots.
pub(crate) fn are_dots(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| matches!(letter, '.' | '…'))
}

/// Whether a sign is a blank that parts no words.
fn is_blank(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Whether a word has two letters or more, and nothing else but punctuation at its end.
fn is_word(word: &str) -> bool {
    word.chars().filter(|letter| letter.is_alphabetic()).count() > 1
        && word.trim_end_matches(['.', ',', ';', ':', '!', '?']).chars().all(char::is_alphabetic)
}
