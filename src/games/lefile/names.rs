//! What Le File is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id: there are none.
pub(super) static NAMES: &[&str] = &[];
