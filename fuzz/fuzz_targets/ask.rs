#![no_main]
#[path = "../bodies/grid.rs"]
#[expect(dead_code, reason = "each target uses one of the bodies")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::ask(data));
