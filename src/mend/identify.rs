//! x
use crate::game::GameInfo;
/// The boards on which a game is usually played.
pub(super) fn boards(info: &GameInfo) -> &'static [&'static str] {
    info.usual_boards
}
