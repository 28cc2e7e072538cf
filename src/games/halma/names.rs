//! What Halma is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id, which is its name in most languages. The star-shaped game (Chinese checkers, Sternhalma,
/// 跳棋) is another one.
pub(super) static NAMES: &[&str] = &["ハルマ", "哈尔马", "哈爾馬"];
