//! Records to verdicts. What must hold stands in `oracles/src/targets/replay.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    oracles::targets::replay(data);
});
