#![no_main]
#[path = "../bodies/xiangqi.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::game_file(data));
