//! Games of Piskvork (PSQ). What must hold stands in `oracles/src/targets/foreign.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracles::targets::psq(data));
