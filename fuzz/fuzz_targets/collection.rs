#![no_main]
#[path = "../bodies/collection.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::collection(data));
