//! What Le File is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id: it is known by no other.
pub(super) static NAMES: &[&str] = &[];
