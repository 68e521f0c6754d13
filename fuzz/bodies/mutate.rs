//! Runs a fuzz body without a fuzzer: on every file of its corpus, then on as many changed ones as
//! are asked for, always the same. `XUN_FUZZ_SECONDS=60` goes on for so long and prints the number
//! of executions.

use std::path::Path;
use std::time::{Duration, Instant};

/// Longest input: more of the same finds nothing new and takes longer.
const MAX_BYTES: usize = 1 << 16;

/// Runs `body` on the corpus of `target` and on `times` changed inputs.
pub(crate) fn run(target: &str, times: u32, mut body: impl FnMut(&[u8])) {
    let seeds = corpus(target);
    let mut random =
        Random(target.bytes().fold(18, |sum: u64, byte| sum.rotate_left(7) ^ u64::from(byte)));
    let mut body = |input: &[u8]| {
        let mut shown = Shown(input, true);
        body(input);
        shown.1 = false;
    };
    for seed in &seeds {
        body(seed);
    }
    let begun = Instant::now();
    let seconds = std::env::var("XUN_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let limit = seconds.map(Duration::from_secs);
    let mut done = 0_u64;
    while limit.map_or(done < u64::from(times), |limit| begun.elapsed() < limit) {
        body(&mutated(&seeds, &mut random));
        done += 1;
    }
    if limit.is_some() {
        println!("{target}: {done} executions in {:.0} s", begun.elapsed().as_secs_f64());
    }
}

/// Prints an input whose body panicked.
struct Shown<'a>(&'a [u8], bool);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if self.1 {
            println!("input: {}", self.0.escape_ascii());
        }
    }
}

/// The files of a corpus, by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|_| panic!("{}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.iter().map(|file| std::fs::read(file).expect("a file")).collect()
}

/// `SplitMix64`: the body's own crate may have no random numbers.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }
}

/// One of the seeds with up to seven changes: bytes set, flipped, added or removed; parts doubled,
/// swapped, or taken from another seed; numbers replaced by extreme ones.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const NUMBERS: [&[u8]; 8] =
        [b"0", b"-1", b"1", b"255", b"65536", b"2147483648", b"18446744073709551616", b"1e999"];
    const SIGNS: &[u8] = b" \n\t\0/()[]{};:,\"\\+-*=%#";
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..random.below(8) {
        let (one, other) = (random.below(data.len() + 1), random.below(data.len() + 1));
        let (from, to) = (one.min(other), one.max(other));
        match random.below(10) {
            0 => data.insert(one, random.bits() as u8),
            1 if one < data.len() => data[one] = random.bits() as u8,
            2 if one < data.len() => data[one] ^= 1 << random.below(8),
            3 => data.truncate(one),
            4 => drop(data.drain(from..to.min(from + 40))),
            5 => {
                let part = data[from..to.min(from + 200)].to_vec();
                data.splice(one..one, part);
            }
            6 => {
                let donor = &seeds[random.below(seeds.len())];
                let start = random.below(donor.len() + 1);
                let length = random.below(60).min(donor.len() - start);
                data.splice(one..one, donor[start..start + length].iter().copied());
            }
            7 => {
                let number = NUMBERS[random.below(NUMBERS.len())];
                let digits = data[one..].iter().position(u8::is_ascii_digit).map(|at| one + at);
                if let Some(start) = digits {
                    let rest = data[start..].iter().position(|byte| !byte.is_ascii_digit());
                    let end = rest.map_or(data.len(), |length| start + length);
                    data.splice(start..end, number.iter().copied());
                }
            }
            8 => data.insert(one, SIGNS[random.below(SIGNS.len())]),
            _ => {
                let lines: Vec<&[u8]> = data.split_inclusive(|&byte| byte == b'\n').collect();
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                let mut lines = lines;
                if !lines.is_empty() {
                    lines.swap(one, other);
                }
                data = lines.concat();
            }
        }
    }
    data.truncate(MAX_BYTES);
    data
}
