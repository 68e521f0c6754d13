#![no_main]
#[path = "../bodies/xiangqi_files.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::game_file(data));
