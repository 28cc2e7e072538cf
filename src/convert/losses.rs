//! Losses: what a record has but a format cannot hold.
//!
//! Writers only note losses and continue. Here is decided whether a record that loses something is written, and what to
//! report: `not-representable` unless the caller accepts losses, which are then reported as `dropped`.

use std::ops::Range;

use crate::codes::{DROPPED, NOT_REPRESENTABLE};
use crate::diagnostic::{Diagnostic, Sink, Text};

/// What a record loses, each kind once with its number.
#[derive(Debug, Default)]
pub(super) struct Losses {
    found: Vec<Loss>,
    /// What a reader of the file has to know beside it, because the file does not say it.
    unsaid: Vec<Text>,
}

#[derive(Debug)]
struct Loss {
    /// The singular and the plural, `comment` and `comments`. Something uncountable has the same name twice.
    names: [String; 2],
    count: u64,
    /// Their own names, if they have any.
    own_names: Vec<String>,
    span: Range<usize>,
}

impl Losses {
    /// Notes the loss of one of a kind: `["comment", "comments"]`.
    pub(super) fn one(&mut self, names: [&str; 2], span: Range<usize>) {
        self.add(names, None, span);
    }

    /// Notes the loss of something that there is once: `the result`.
    pub(super) fn only(&mut self, name: &str, span: Range<usize>) {
        self.one([name; 2], span);
    }

    /// Notes the loss of a tag.
    pub(super) fn tag(&mut self, name: &str, span: Range<usize>) {
        self.add(["the tag", "the tags"], Some(name), span);
    }

    fn add(&mut self, names: [&str; 2], own_name: Option<&str>, span: Range<usize>) {
        let own_name = own_name.map(str::to_owned);
        match self.found.iter_mut().find(|loss| loss.names == names) {
            Some(loss) => {
                loss.count += 1;
                loss.own_names.extend(own_name);
            }
            None => {
                let names = names.map(str::to_owned);
                self.found.push(Loss { names, count: 1, own_names: Vec::from_iter(own_name), span });
            }
        }
    }

    /// Notes what the format never says, so that it is no fault of the record: the caller says it when the file is read.
    pub(super) fn unsaid(&mut self, what: &str, option: &str) {
        self.unsaid.push(Text::new(format!("the file does not say {what}")).help(format!("read it with {option}")));
    }

    /// Whether the record is not written, because the caller does not agree to losses.
    pub(super) fn refuse(&self, is_lossy: bool) -> bool {
        !is_lossy && !self.found.is_empty()
    }

    /// Reports the losses and forgets them. `name`: the format or notation system that cannot hold them. `false`: the
    /// record is not written, because the caller does not accept losses.
    pub(super) fn settle(&mut self, name: &str, is_lossy: bool, sink: &mut dyn Sink) -> bool {
        let is_written = !self.refuse(is_lossy);
        for Loss { names: [one, many], count, own_names, span } in self.found.drain(..) {
            let many_or_one = if count == 1 { &one } else { &many };
            let what = match (own_names.is_empty(), one == many) {
                (false, _) => format!("{many_or_one} {}", own_names.join(", ")),
                (true, true) => one,
                (true, false) => format!("{count} {many_or_one}"),
            };
            let (code, text) = if is_lossy {
                (&DROPPED, Text::new(format!("{what}: {name} has no place for this, so it was left out")))
            } else {
                (
                    &NOT_REPRESENTABLE,
                    Text::new(format!("{name} has no place for {what}")).help("`--lossy` writes the record without"),
                )
            };
            sink.report(Diagnostic::new(code, span, text));
        }
        for text in self.unsaid.drain(..).filter(|_| is_written) {
            sink.report(Diagnostic::new(&DROPPED, 0..0, text));
        }
        is_written
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.unsaid.clear();
    }
}
