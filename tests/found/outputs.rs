//! Where output goes: nothing that is read is overwritten, nothing is left behind.
