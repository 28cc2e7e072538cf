//! What the plies of a record are called in another notation system, collected as a replay passes.

use crate::engine::script::{Item, Script};
use crate::engine::{Step, Visitor};
use crate::game::GameInfo;
use crate::system::System;

/// The body of a record with its plies in the target's system. It is reused for the next record.
#[derive(Debug, Default)]
pub(crate) struct Renamed {
    pub(crate) script: Script,
    /// Room for the pieces of the body in canonical order.
    pub(crate) order: Vec<Item>,
}

impl Visitor for Renamed {
    fn begin(&mut self, _: &'static GameInfo, system: System) {
        self.script.start(Some(system));
    }

    fn restart(&mut self) {
        self.script.start(None);
    }

    fn script(&mut self) -> Option<&mut Script> {
        Some(&mut self.script)
    }

    /// The script has them.
    fn ply(&mut self, _: &dyn Step) {}
}
