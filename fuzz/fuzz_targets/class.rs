#![no_main]
#[path = "../bodies/class.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::class(data));
