//! Turns, diagrams, and positions that only plies which stood can make.
