#![no_main]
#[path = "../bodies/puzzles.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::puzzles(data));
