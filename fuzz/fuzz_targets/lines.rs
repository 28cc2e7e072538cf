//! Lists to verdicts. What must hold stands in `oracles/src/targets/lines.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracles::targets::lines(data));
