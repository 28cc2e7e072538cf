//! What lasts from record to record: the questions on the terminal, and the patch.

use std::io::{self, BufRead, Write};

use crate::commands::mending::Original;
use crate::commands::patch::Patch;
use crate::commands::say;
use crate::formats::Format;
use crate::mend::Draft;
use crate::visible::visible;

/// What lasts from record to record.
pub(super) struct Session {
    /// Whether the session still asks the user.
    pub(super) asks: bool,
    /// Whether a record for which no proposal is chosen is written as it is. With `--to` it is left out.
    pub(super) keeps: bool,
    pub(super) patch: Patch,
    /// The first input whose format cannot be written in its place.
    pub(super) needs: Option<(String, Format)>,
}

impl Session {
    /// Asks which proposal is right.
    pub(super) fn ask(&mut self, name: &str, number: u64, count: usize) -> io::Result<Option<usize>> {
        let stdin = io::stdin();
        loop {
            let which = if count == 1 { "1".to_owned() } else { format!("1 to {count}") };
            let [it, all] = if self.keeps {
                ["leave it as it is", "leave all that follow"]
            } else {
                ["leave it out", "leave out all that follow"]
            };
            say(&format!("{}, record {number}: which one? [{which}, Enter: {it}, q: {all}] ", visible(name)));
            let mut line = Vec::new();
            if stdin.lock().read_until(b'\n', &mut line)? == 0 {
                self.asks = false;
                return Ok(None);
            }
            // A terminal in another encoding is no reason to lose the answers before.
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                "" => return Ok(None),
                "q" => {
                    self.asks = false;
                    return Ok(None);
                }
                answer => match answer.parse::<usize>() {
                    Ok(answer) if (1..=count).contains(&answer) => return Ok(Some(answer - 1)),
                    _ => say(&format!(
                        "`{}` is none of them: type {which}, press Enter or type q.\n",
                        visible(line.trim())
                    )),
                },
            }
        }
    }

    /// Adds a record to the patch.
    pub(super) fn patch(
        &mut self,
        name: &str,
        original: &Original,
        drafts: &[Draft],
        line: u64,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if original.format != Format::TRANSCRIPT {
            if !drafts.is_empty() {
                self.needs.get_or_insert_with(|| (name.to_owned(), original.format));
            }
            return Ok(());
        }
        self.patch.file(name, out)?;
        let edited = original.edited(drafts);
        self.patch.record(original.first_line(line), [original.bytes(), &edited], out)
    }
}
