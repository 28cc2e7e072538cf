//! A sheet of several figures.
