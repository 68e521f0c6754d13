//! The network's file: a header that says what it is, a hash, and the integers. The layout is written down in
//! `training/xun_training/export.py`. A file that is wrong in any way is refused with the reason.

use super::features::{BUCKETS, INPUTS};
use super::kernel::{Block, Kernel, LANES};
use super::{HEADS, Network};
use thiserror::Error;
use xun_game::fnv1a;

/// No network file is larger.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

const MAGIC: &[u8; 8] = b"XUNXQNET";
const VERSION: u32 = 1;
const HEADER: usize = 36;
/// Wider accumulators could overflow a lane of the kernels' 32-bit sums.
const MAX_WIDTH: u32 = 1024;
/// Larger input weights could overflow an accumulator of 33 summands.
const MAX_INPUT_WEIGHT: i16 = i16::MAX / 33;
const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Why a file is no network for this engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The first eight bytes are others.
    #[error("not a Xiangqi network: the file must begin with XUNXQNET")]
    Magic,
    /// Shorter than a header.
    #[error("the file ends within its header: {0} bytes, of which the header alone has {HEADER}")]
    Truncated(usize),
    /// A header field has a value that this engine cannot use.
    #[error("{field} is {found}, where this engine needs {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// What would do.
        expected: &'static str,
    },
    /// The file's length does not fit its header.
    #[error("the header promises {expected} bytes in all, the file has {found}")]
    Length {
        /// By the header.
        expected: usize,
        /// In fact.
        found: usize,
    },
    /// The content was changed or damaged.
    #[error("the content's hash is {found:016x}, the header says {expected:016x}: the file is damaged")]
    Hash {
        /// By the header.
        expected: u64,
        /// In fact.
        found: u64,
    },
    /// A weight would overflow the integer arithmetic.
    #[error("a weight of {0} is out of range")]
    Weight(i32),
}

impl Network {
    /// Reads a network from a file's bytes and chooses the fastest kernel of this processor.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            return Err(if bytes.starts_with(MAGIC) || MAGIC.starts_with(bytes) {
                FileError::Truncated(bytes.len())
            } else {
                FileError::Magic
            });
        };
        if !header.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        let field = |index: usize| u32_at(header, 8 + 4 * index);
        check("the version", field(0), field(0) == VERSION, "1")?;
        let width = field(1);
        let fits = width >= LANES as u32 && width <= MAX_WIDTH && width.is_multiple_of(LANES as u32);
        check("the width", width, fits, "a multiple of 32 up to 1024")?;
        check("the number of inputs", field(2), field(2) as usize == BUCKETS * INPUTS, "4152")?;
        check("the number of heads", field(3), field(3) as usize == HEADS, "8")?;
        check("the scale", field(4), (1..=10_000).contains(&field(4)), "1 to 10000")?;
        let width = width as usize;
        let counts = [BUCKETS * INPUTS * width, width, HEADS * 2 * width];
        let expected = HEADER + 2 * counts.iter().sum::<usize>() + 4 * HEADS;
        if bytes.len() != expected {
            return Err(FileError::Length { expected, found: bytes.len() });
        }
        let stated = u64::from_le_bytes(header[28..36].try_into().expect("eight bytes"));
        let found = fnv1a(body);
        if stated != found {
            return Err(FileError::Hash { expected: stated, found });
        }
        let (weights, rest) = body.split_at(2 * counts[0]);
        let (bias, rest) = rest.split_at(2 * counts[1]);
        let (output, biases) = rest.split_at(2 * counts[2]);
        let mut output_bias = [0; HEADS];
        for (head, value) in output_bias.iter_mut().enumerate() {
            *value = u32_at(biases, 4 * head) as i32;
        }
        Ok(Self {
            blocks: width / LANES,
            weights: blocks(weights, MAX_INPUT_WEIGHT)?,
            bias: blocks(bias, MAX_INPUT_WEIGHT)?,
            output: blocks(output, MAX_OUTPUT_WEIGHT)?,
            output_bias,
            scale: field(4) as i32,
            hash: stated,
            kernel: Kernel::detect(),
        })
    }
}

fn check(field: &'static str, found: u32, right: bool, expected: &'static str) -> Result<(), FileError> {
    if right { Ok(()) } else { Err(FileError::Field { field, found, expected }) }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn blocks(bytes: &[u8], limit: i16) -> Result<Vec<Block>, FileError> {
    let block = |chunk: &[u8]| {
        let mut block = Block::default();
        for (lane, pair) in block.0.iter_mut().zip(chunk.chunks_exact(2)) {
            let value = i16::from_le_bytes([pair[0], pair[1]]);
            if !(-limit..=limit).contains(&value) {
                return Err(FileError::Weight(i32::from(value)));
            }
            *lane = value;
        }
        Ok(block)
    };
    bytes.chunks_exact(2 * LANES).map(block).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A network of random small weights, as a file.
    pub(crate) fn random_file(width: usize, seed: u64) -> Vec<u8> {
        let mut state = seed | 1;
        let mut next = |limit: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % (2 * limit as u64 + 1)) as i64 - limit
        };
        let mut body = Vec::new();
        for _ in 0..BUCKETS * INPUTS * width {
            body.extend((next(60) as i16).to_le_bytes());
        }
        for _ in 0..width {
            body.extend((next(200) as i16).to_le_bytes());
        }
        for _ in 0..HEADS * 2 * width {
            body.extend((next(127) as i16).to_le_bytes());
        }
        for _ in 0..HEADS {
            body.extend((next(100_000) as i32).to_le_bytes());
        }
        let mut file = MAGIC.to_vec();
        for field in [VERSION, width as u32, (BUCKETS * INPUTS) as u32, HEADS as u32, 400] {
            file.extend(field.to_le_bytes());
        }
        file.extend(fnv1a(&body).to_le_bytes());
        file.extend(body);
        file
    }

    #[test]
    fn a_good_file_is_read() {
        let network = Network::from_bytes(&random_file(64, 7)).unwrap();
        assert_eq!(network.width(), 64);
    }

    #[test]
    fn every_damage_is_named() {
        let good = random_file(32, 3);
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut file = good.clone();
            change(&mut file);
            Network::from_bytes(&file).unwrap_err()
        };
        assert_eq!(refused(&|file| file[0] = b'Y'), FileError::Magic);
        assert_eq!(refused(&|file| file.truncate(20)), FileError::Truncated(20));
        assert_eq!(refused(&Vec::clear), FileError::Truncated(0));
        assert!(matches!(refused(&|file| file[8] = 9), FileError::Field { found: 9, .. }));
        assert!(matches!(refused(&|file| file[12] = 33), FileError::Field { .. }));
        assert!(matches!(refused(&|file| file[15] = 255), FileError::Field { .. }));
        assert!(matches!(refused(&|file| file.truncate(file.len() - 1)), FileError::Length { .. }));
        assert!(matches!(refused(&|file| file.push(0)), FileError::Length { .. }));
        assert!(matches!(refused(&|file| file[100] ^= 1), FileError::Hash { .. }));
    }

    #[test]
    fn a_weight_that_would_overflow_is_refused() {
        let mut file = random_file(32, 3);
        file[HEADER..HEADER + 2].copy_from_slice(&i16::MAX.to_le_bytes());
        let digest = fnv1a(&file[HEADER..]);
        file[28..36].copy_from_slice(&digest.to_le_bytes());
        assert_eq!(Network::from_bytes(&file).unwrap_err(), FileError::Weight(32767));
    }
}
