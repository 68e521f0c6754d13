#![no_main]
#[path = "../bodies/tree.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::tree(data));
