//! Charts as SVG: bars of shares, and how long games are. Every chart has its numbers or a sentence beside it, and
//! never distinguishes things only by colour.

use std::fmt::Write as _;

use crate::audit::number::number;
use crate::audit::tally::LONGEST;
use crate::counted::noun;

/// A bar of parts, each a share in percent with the name of its look; the numbers stand beside it for people who cannot
/// see it.
pub(super) fn bar(parts: &[(f64, &str)]) -> String {
    let mut out = "<svg class=\"bar\" aria-hidden=\"true\" focusable=\"false\">".to_owned();
    let mut from = 0.0;
    for (percent, look) in parts.iter().filter(|(percent, _)| *percent > 0.0) {
        // Even the smallest share can be seen.
        let width = percent.max(0.6).min(100.0 - from);
        // Writing to a string cannot fail.
        let _ = write!(out, "<rect class=\"{look}\" x=\"{from:.2}%\" width=\"{width:.2}%\" height=\"100%\"/>");
        from += width;
    }
    out.push_str("</svg>");
    out
}

/// Games from one length to another, in plies.
struct Bin {
    from: usize,
    to: usize,
    count: u64,
}

impl Bin {
    fn range(&self) -> String {
        match (self.from == self.to, self.to >= LONGEST) {
            (_, true) => format!("{} and more", self.from),
            (true, _) => self.from.to_string(),
            (false, _) => format!("{}–{}", self.from, self.to),
        }
    }
}

/// Groups lengths into at most `BINS` bins that begin at round numbers.
fn bins(lengths: &[u64], first: usize, last: usize) -> (usize, Vec<Bin>) {
    const BINS: usize = 24;
    let fits = |step: &usize| last / step - first / step < BINS;
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(fits).unwrap_or(100);
    let bins = (first / step..=last / step).map(|index| {
        let (from, to) = (index * step, (index * step + step - 1).min(last.max(index * step)));
        let count = lengths.iter().take(to + 1).skip(from).sum();
        Bin { from, to, count }
    });
    (step, bins.collect())
}

/// The distribution of lengths: a picture, its words and its numbers; nothing without games. `number` makes names unique.
pub(super) fn lengths(lengths: &[u64], number: usize) -> String {
    const LEFT: f64 = 34.0;
    const RIGHT: f64 = 354.0;
    const TOP: f64 = 14.0;
    const BASE: f64 = 120.0;
    let (Some(first), Some(last)) =
        (lengths.iter().position(|count| *count > 0), lengths.iter().rposition(|count| *count > 0))
    else {
        return String::new();
    };
    let (step, bins) = bins(lengths, first, last);
    let most = round_up(bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1));
    let words = in_words(lengths, first, last);
    let mut out = format!(
        "<figure class=\"lengths\"><svg viewBox=\"0 0 360 152\" role=\"img\" aria-labelledby=\"lengths-{number} \
         words-{number}\"><title id=\"lengths-{number}\">Lengths of games</title><desc \
         id=\"words-{number}\">{words}</desc>"
    );
    let halves: &[u64] = if most.is_multiple_of(2) { &[0, 1, 2] } else { &[0, 2] };
    for half in halves {
        let y = BASE - (BASE - TOP) * *half as f64 / 2.0;
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {y}H{RIGHT}\"/><text class=\"count\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 5.0,
            y + 4.0,
            short(most * half / 2)
        );
    }
    let pitch = (RIGHT - LEFT) / bins.len() as f64;
    let width = (pitch * 0.84).min(36.0);
    // As many labels as do not run into each other.
    let every = bins.len().div_ceil(8);
    for (index, bin) in bins.iter().enumerate() {
        let left = LEFT + pitch * index as f64;
        if bin.count > 0 {
            let height = ((BASE - TOP) * bin.count as f64 / most as f64).max(1.5);
            let x = left + (pitch - width) / 2.0;
            let _ = write!(
                out,
                "<rect class=\"games\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">\
                 <title>{}</title></rect>",
                BASE - height,
                told(bin)
            );
        }
        if index % every == 0 {
            // A bin of several lengths has its first at its left edge.
            let (x, anchor) = if step == 1 { (left + pitch / 2.0, "middle") } else { (left, "start") };
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}{}</text>",
                BASE + 14.0,
                bin.from,
                if bin.to >= LONGEST { "+" } else { "" }
            );
        }
    }
    let _ = write!(
        out,
        "<path class=\"axis\" d=\"M{LEFT} {BASE}H{RIGHT}\"/><text x=\"{RIGHT}\" y=\"{}\" \
         text-anchor=\"end\">plies</text></svg><figcaption>{words}</figcaption><details><summary>As a \
         table</summary><table><thead><tr><th scope=\"col\">plies</th><th scope=\"col\">games</th></tr></thead><tbody>",
        BASE + 29.0
    );
    for bin in bins.iter().filter(|bin| bin.count > 0) {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th><td>{}</td></tr>", bin.range(), figure(bin.count));
    }
    out.push_str("</tbody></table></details></figure>");
    out
}

fn told(bin: &Bin) -> String {
    format!("{} {}: {}", bin.range(), noun(bin.to as u64, "ply"), counted(bin.count, "game"))
}

/// A number for people, which does not break.
pub(super) fn figure(value: u64) -> String {
    number(value).replace(' ', "\u{202f}")
}

/// `3 games`.
pub(super) fn counted(count: u64, word: &str) -> String {
    format!("{} {}", figure(count), noun(count, word))
}

/// The distribution in a sentence.
fn in_words(lengths: &[u64], first: usize, last: usize) -> String {
    let games: u64 = lengths.iter().sum();
    let mut seen = 0;
    let median = lengths.iter().position(|count| {
        seen += count;
        seen * 2 >= games
    });
    let named = |length: usize| if length >= LONGEST { format!("{length} or more") } else { length.to_string() };
    if first == last {
        let plies = noun(first as u64, "ply");
        return format!("{} of {} {plies}", counted(games, "valid game"), named(first));
    }
    format!(
        "{} of {} to {} plies, median {}",
        counted(games, "valid game"),
        first,
        named(last),
        named(median.unwrap_or(first))
    )
}

/// The next number that reads well at an axis.
fn round_up(count: u64) -> u64 {
    let power = 10_u64.pow(count.checked_ilog10().unwrap_or(0));
    [1, 2, 4, 5, 6, 8, 10]
        .into_iter()
        .map(|digit| power.saturating_mul(digit))
        .find(|round| *round >= count)
        .unwrap_or(count)
}

/// A number in four letters or so: `1.2k`, `35M`.
fn short(count: u64) -> String {
    let (unit, letter) = match count {
        0..10_000 => return count.to_string(),
        10_000..1_000_000 => (1_000.0, "k"),
        1_000_000..1_000_000_000 => (1_000_000.0, "M"),
        _ => (1_000_000_000.0, "G"),
    };
    let value = count as f64 / unit;
    if value.fract() < 0.05 || value >= 100.0 { format!("{value:.0}{letter}") } else { format!("{value:.1}{letter}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_every_game_once() {
        for last in [0, 1, 23, 24, 100, 499, LONGEST] {
            for first in [0, 1, 7, last].into_iter().filter(|first| *first <= last) {
                let mut lengths = vec![0; last + 1];
                (lengths[first], lengths[last]) = (3, 4);
                let (_, bins) = bins(&lengths, first, last);
                assert!(bins.len() <= 24, "{first} to {last}: {} bins", bins.len());
                assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), lengths.iter().sum::<u64>());
            }
        }
    }

    #[test]
    fn numbers_at_axes_are_short() {
        assert_eq!([1, 7, 11, 950, 10_001].map(round_up), [1, 8, 20, 1000, 20_000]);
        assert_eq!([9_999, 12_000, 12_345, 999_000, 2_500_000].map(short), ["9999", "12k", "12.3k", "999k", "2.5M"]);
        assert!(round_up(u64::MAX) == u64::MAX);
    }

    #[test]
    fn lengths_are_told_in_words() {
        assert_eq!(in_words(&[0, 3, 0, 0, 0, 1], 1, 5), "4 valid games of 1 to 5 plies, median 1");
        assert_eq!(in_words(&[0, 1], 1, 1), "1 valid game of 1 ply");
        assert_eq!(lengths(&[], 0), "");
    }
}
