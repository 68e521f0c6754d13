//! The network's file: a header that says what it is, a hash, and the integers. The layout is
//! written down in `training/xun_training/export.py`. A file that is wrong in any way is refused
//! with the reason.

use super::feature_transformer::FeatureTransformer;
use super::features::{BUCKETS, INPUTS};
use super::kernel::{Kernel, LANES};
use super::{HEADS, MAX_WIDTH, Network, units};
use xun_game::network::{NetworkFile, NetworkFileError};

const MAGIC: &str = "XUNXQNET";
const VERSION: u32 = 2;
/// Larger input weights could overflow an accumulator of 33 summands.
const MAX_INPUT_WEIGHT: i16 = i16::MAX / 33;
const MAX_OUTPUT_WEIGHT: i16 = 127;

impl Network {
    /// Reads a network from a file's bytes and chooses the fastest kernel of this processor.
    ///
    /// # Errors
    /// Bytes that are not a network for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let mut file = NetworkFile::open(bytes, MAGIC, 5)?;
        file.checked(0, "the version", |version| version == VERSION, "2")?;
        let fits = |width: u32| {
            width >= LANES as u32 && width <= MAX_WIDTH && width.is_multiple_of(LANES as u32)
        };
        let width = file.checked(1, "the width", fits, "a multiple of 32 up to 1024")? as usize;
        file.checked(
            2,
            "the number of inputs",
            |inputs| inputs as usize == BUCKETS * INPUTS,
            "4152",
        )?;
        file.checked(3, "the number of heads", |heads| heads as usize == HEADS, "8")?;
        let scale =
            file.checked(4, "the scale", |scale| (1..=10_000).contains(&scale), "1 to 10000")?;
        let counts = [BUCKETS * INPUTS * width, width, HEADS * 2 * width];
        let (shorts, longs) = units::numbers(width);
        let hash = file.verify(counts.iter().sum::<usize>() + shorts, HEADS + longs)?;
        Ok(Self {
            transformer: FeatureTransformer {
                blocks: width / LANES,
                weights: file.blocks(counts[0], MAX_INPUT_WEIGHT)?,
                bias: file.blocks(counts[1], MAX_INPUT_WEIGHT)?,
            },
            output: file.blocks(counts[2], MAX_OUTPUT_WEIGHT)?,
            output_bias: std::array::from_fn(|_| file.long()),
            units: units::read(&mut file, width)?,
            scale: scale as i32,
            hash,
            kernel: Kernel::detect(),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::units::{FIRST, SECOND};
    use super::*;
    use xun_game::fingerprint;

    const HEADER: usize = 36;

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
        for _ in 0..HEADS * FIRST * 2 * width {
            body.extend((next(127) as i16).to_le_bytes());
        }
        for _ in 0..HEADS * FIRST {
            body.extend((next(8000) as i32).to_le_bytes());
        }
        for _ in 0..HEADS * SECOND * 2 * FIRST {
            body.extend((next(500) as i16).to_le_bytes());
        }
        for _ in 0..HEADS * SECOND {
            body.extend((next(60_000) as i32).to_le_bytes());
        }
        for _ in 0..HEADS * SECOND {
            body.extend((next(2000) as i16).to_le_bytes());
        }
        let mut file = MAGIC.as_bytes().to_vec();
        for field in [VERSION, width as u32, (BUCKETS * INPUTS) as u32, HEADS as u32, 400] {
            file.extend(field.to_le_bytes());
        }
        file.extend(fingerprint(&body).to_le_bytes());
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
        assert_eq!(refused(&|file| file[0] = b'Y'), NetworkFileError::Magic(MAGIC));
        assert_eq!(
            refused(&|file| file.truncate(20)),
            NetworkFileError::Truncated { found: 20, header: HEADER }
        );
        assert_eq!(refused(&Vec::clear), NetworkFileError::Truncated { found: 0, header: HEADER });
        assert!(matches!(refused(&|file| file[8] = 9), NetworkFileError::Field { found: 9, .. }));
        assert!(matches!(refused(&|file| file[12] = 33), NetworkFileError::Field { .. }));
        assert!(matches!(refused(&|file| file[15] = 255), NetworkFileError::Field { .. }));
        assert!(matches!(
            refused(&|file| file.truncate(file.len() - 1)),
            NetworkFileError::Length { .. }
        ));
        assert!(matches!(refused(&|file| file.push(0)), NetworkFileError::Length { .. }));
        assert!(matches!(refused(&|file| file[100] ^= 1), NetworkFileError::Hash { .. }));
    }

    #[test]
    fn a_weight_that_would_overflow_is_refused() {
        let mut file = random_file(32, 3);
        file[HEADER..HEADER + 2].copy_from_slice(&i16::MAX.to_le_bytes());
        let digest = fingerprint(&file[HEADER..]);
        file[28..36].copy_from_slice(&digest.to_le_bytes());
        assert_eq!(Network::from_bytes(&file).unwrap_err(), NetworkFileError::Weight(32767));
    }
}
