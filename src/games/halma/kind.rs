//! The kinds of pieces that the variants of Halma are played with.

/// What pieces are, and what they may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// All alike.
    Plain,
    /// Of two colours a side (HA-12).
    Colour,
    /// Numbered (HA-13), and perhaps jumping only over sums that are not larger than their number (HA-14).
    Number { expert: bool },
    /// All alike, and moving by the colour of their squares (HA-15).
    Parlett,
    /// All alike but the one that wins by reaching the opposite corner (HA-16).
    Marked,
}
