#![no_main]
#[path = "../bodies/selfplay.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::games(data));
