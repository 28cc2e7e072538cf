//! Position strings. What must hold stands in `oracles/src/targets/position.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracles::targets::position(data));
