//! Bytes to records. What must hold stands in `oracles/src/targets/record.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracles::targets::record(data));
