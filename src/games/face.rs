//! What the object-safe faces of all games share: from a setting to a position, and questions about tokens.

use crate::game::Game;
use crate::play::{self, fit_line, fit_word};
use crate::settings::Setting;
use crate::system::System;

/// The game's own parameters in a setting that the same game has settled.
pub(crate) fn params<V: 'static>(setting: &Setting) -> &V {
    #[expect(clippy::expect_used, reason = "a setting is made by the very game that reads it here")]
    setting.rules.params.downcast_ref().expect("a setting belongs to its game")
}

/// See [`crate::game::AnyGame::fit`].
pub(crate) fn fit<G: Game>(variant: &G::Params, system: System, words: &[&str]) -> (usize, usize) {
    let start = G::start(variant);
    sum(words.iter().map(|word| fit_word(&start, system, word)))
}

/// See [`crate::game::AnyGame::fit_lines`].
pub(crate) fn fit_lines<G: Game>(variant: &G::Params, system: System, lines: &[&str]) -> (usize, usize) {
    let start = G::start(variant);
    sum(lines.iter().map(|line| fit_line(&start, system, line)))
}

fn sum(counts: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
}

/// See [`crate::game::AnyGame::ambiguous_line`].
pub(crate) fn ambiguous_line<G: Game>(variant: &G::Params, systems: [System; 2], line: &str) -> bool {
    play::ambiguous_line(&G::start(variant), systems, line)
}

/// See [`crate::game::AnyGame::differ`]. Looks at the words of each text one by one, and at their letters where the
/// systems run plies together.
pub(crate) fn ambiguous<G: Game>(variant: &G::Params, one: System, other: System, texts: &[&str]) -> bool {
    let start = G::start(variant);
    let means = |token: &str| {
        let (mut first, mut second) = (G::Scratch::default(), G::Scratch::default());
        match (start.read_ply(token, one, &mut first), start.read_ply(token, other, &mut second)) {
            (Ok(one), Ok(other)) => one != other,
            _ => false,
        }
    };
    let together = one.runs_together() && other.runs_together();
    texts.iter().flat_map(|text| text.split_ascii_whitespace()).any(|word| {
        if together {
            word.char_indices().any(|(at, letter)| means(&word[at..at + letter.len_utf8()]))
        } else {
            means(word)
        }
    })
}

/// The part of [`crate::game::AnyGame`] that is the same in every game of one type: from the setting to the start, then
/// what the driver and the questions here do with any game.
macro_rules! plain_face {
    ($game:ty) => {
        fn info(&self) -> &'static $crate::game::GameInfo {
            <$game as $crate::game::Game>::info()
        }

        fn fit(
            &self,
            setting: &$crate::settings::Setting,
            system: $crate::system::System,
            words: &[&str],
        ) -> (usize, usize) {
            $crate::games::face::fit::<$game>($crate::games::face::params(setting), system, words)
        }

        fn fit_lines(
            &self,
            setting: &$crate::settings::Setting,
            system: $crate::system::System,
            lines: &[&str],
        ) -> (usize, usize) {
            $crate::games::face::fit_lines::<$game>($crate::games::face::params(setting), system, lines)
        }

        fn ambiguous(
            &self,
            setting: &$crate::settings::Setting,
            one: $crate::system::System,
            other: $crate::system::System,
            texts: &[&str],
        ) -> bool {
            $crate::games::face::ambiguous::<$game>($crate::games::face::params(setting), one, other, texts)
        }

        fn ambiguous_line(
            &self,
            setting: &$crate::settings::Setting,
            systems: [$crate::system::System; 2],
            line: &str,
        ) -> bool {
            $crate::games::face::ambiguous_line::<$game>($crate::games::face::params(setting), systems, line)
        }

        fn play(
            &self,
            job: &$crate::game::Job<'_>,
            sink: &mut dyn $crate::diagnostic::Sink,
            visitor: Option<&mut dyn $crate::play::Visitor>,
        ) -> $crate::play::Verdict {
            let start = <$game as $crate::game::Game>::start($crate::games::face::params(job.setting));
            $crate::play::play(start, job, sink, visitor)
        }

        fn play_told(
            &self,
            setting: &$crate::settings::Setting,
            system: $crate::system::System,
            text: &str,
            told: &mut $crate::game::Told,
            end: &mut dyn FnMut(&dyn $crate::game::Position),
        ) -> Option<u32> {
            let start = <$game as $crate::game::Game>::start($crate::games::face::params(setting));
            $crate::game::told(start, system, text, told, end)
        }

        fn play_runs(
            &self,
            setting: &$crate::settings::Setting,
            system: $crate::system::System,
            text: &[u8],
            most: usize,
            each: &mut dyn FnMut($crate::play::Verdict),
        ) -> usize {
            $crate::game::runs(self, setting, system, text, most, each)
        }

        fn play_alike(
            &self,
            setting: &$crate::settings::Setting,
            system: $crate::system::System,
            texts: (&[u8], &[u8]),
            each: &mut dyn FnMut($crate::play::Verdict, usize) -> bool,
        ) -> usize {
            $crate::game::alike(self, setting, system, texts, each)
        }

        fn start(&self, setting: &$crate::settings::Setting) -> std::sync::Arc<dyn $crate::game::State> {
            std::sync::Arc::new(<$game as $crate::game::Game>::start($crate::games::face::params(setting)))
        }

        fn perft(&self, setting: &$crate::settings::Setting, depth: u32) -> u64 {
            let start = <$game as $crate::game::Game>::start($crate::games::face::params(setting));
            $crate::game::Game::perft(&start, depth)
        }
    };
}
pub(crate) use plain_face;
