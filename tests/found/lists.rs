//! Lists: which notation system they are in, their `#:` lines, their limits.
