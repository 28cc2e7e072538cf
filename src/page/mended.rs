//! The proposals that mend a record, on its page: each with the game that it makes.
//!
//! | key | what it is |
//! | --- | --- |
//! | `words` | the changes in words |
//! | `kinds` | their kinds |
//! | `ply` | the ply at which the first change stands, if it is about a ply |
//! | `data` | the mended record, like any other (`record`), without its number and its file |

use serde_json::json;

use super::Recorded;
use crate::check::Checker;
use crate::mend::repair::Proposal;
use crate::report::report;

impl Recorded {
    /// Adds the proposals that mend the record, if all of them take at most `most` bytes. `checker` judges the mended
    /// record.
    pub fn propose(&mut self, proposals: &[Proposal], checker: &mut Checker, most: usize) {
        let mut mends = String::new();
        for proposal in proposals {
            let Some(draft) = proposal.drafts.last() else { continue };
            let record = draft.record();
            let mended = Recorded::new(&report("", &record, checker), &record, checker);
            let kinds: Vec<&str> = proposal.changes.iter().map(|change| change.kind.name()).collect();
            let ply = proposal.changes.iter().filter_map(|change| change.ply).min();
            let about = json!({"words": proposal.in_words(), "kinds": kinds, "ply": ply});
            let about = about.to_string().replace('<', "\\u003c");
            let about = about.strip_suffix('}').unwrap_or(&about);
            let mend = format!("{about},\"data\":{}}}", mended.rest);
            if self.size() + mends.len() + mend.len() > most {
                break;
            }
            mends.push_str(if mends.is_empty() { "" } else { "," });
            mends.push_str(&mend);
            self.looks.extend(mended.looks);
        }
        if !mends.is_empty() && self.rest.ends_with('}') {
            self.rest.pop();
            self.rest.push_str(&format!(",\"mends\":[{mends}]}}"));
        }
    }
}
