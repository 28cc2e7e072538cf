//! Halma's and Le File's own rules, and results that name pairs.
