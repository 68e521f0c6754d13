//! The network's file: a header that says what it is, a hash, and the integers. The layout is written down in
//! `training/xun_training/gomoku_export.py`. A file that is wrong in any way is refused with the reason.

use super::Network;
use super::kernel::{Block, Kernel, LANES};
use super::lines::FORMS;
use crate::rules::Rule;
use thiserror::Error;
use xun_game::fnv1a;

/// No network file is larger.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

const MAGIC: &[u8; 8] = b"XUNGMNET";
const VERSION: u32 = 1;
const HEADER: usize = 40;

/// Why a file is no network for this engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The first eight bytes are others.
    #[error("not a Gomoku network: the file must begin with XUNGMNET")]
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
            return Err(if MAGIC.starts_with(&bytes[..bytes.len().min(8)]) {
                FileError::Truncated(bytes.len())
            } else {
                FileError::Magic
            });
        };
        if !header.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        let field =
            |index: usize| u32::from_le_bytes(header[8 + 4 * index..][..4].try_into().expect("four bytes"));
        check("the version", field(0), field(0) == VERSION, "1")?;
        let rule = Rule::ALL.into_iter().find(|&rule| rule as u32 == field(1));
        check("the rule", field(1), rule.is_some(), "0 to 3")?;
        let channels = field(2) as usize;
        check(
            "the number of channels",
            field(2),
            matches!(channels, 32 | 64 | 96 | 128),
            "32, 64, 96 or 128",
        )?;
        let hidden = field(3) as usize;
        check("the hidden layer", field(3), (1..=256).contains(&hidden), "1 to 256 units")?;
        check("the number of forms", field(4), field(4) as usize == FORMS, "22143")?;
        check("the scale", field(5), (1..=10_000).contains(&field(5)), "1 to 10000")?;
        let expected =
            HEADER + 2 * (FORMS * channels + hidden * 2 * channels + hidden + channels) + 4 * (hidden + 2);
        if bytes.len() != expected {
            return Err(FileError::Length { expected, found: bytes.len() });
        }
        let stated = u64::from_le_bytes(header[32..40].try_into().expect("eight bytes"));
        let found = fnv1a(body);
        if stated != found {
            return Err(FileError::Hash { expected: stated, found });
        }
        let mut rest = body;
        Ok(Self {
            rule: rule.unwrap_or(Rule::Freestyle),
            blocks: channels / LANES,
            table: blocks(&shorts(&mut rest, FORMS * channels, 8000)?),
            hidden: blocks(&shorts(&mut rest, hidden * 2 * channels, 1000)?),
            hidden_bias: (0..hidden).map(|_| long(&mut rest)).collect(),
            value: shorts(&mut rest, hidden, 8000)?,
            value_bias: long(&mut rest),
            policy: blocks(&shorts(&mut rest, channels, 16_000)?),
            policy_bias: long(&mut rest) % (1 << 28),
            scale: field(5) as i32,
            hash: stated,
            kernel: Kernel::detect(),
        })
    }
}

fn check(field: &'static str, found: u32, right: bool, expected: &'static str) -> Result<(), FileError> {
    if right { Ok(()) } else { Err(FileError::Field { field, found, expected }) }
}

/// Takes numbers from the front; the length has been checked.
fn shorts(rest: &mut &[u8], count: usize, limit: i16) -> Result<Vec<i16>, FileError> {
    let (part, after) = rest.split_at(2 * count);
    *rest = after;
    let numbers = part.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
    numbers
        .map(|number| {
            if (-limit..=limit).contains(&number) {
                Ok(number)
            } else {
                Err(FileError::Weight(number.into()))
            }
        })
        .collect()
}

fn long(rest: &mut &[u8]) -> i32 {
    let (part, after) = rest.split_at(4);
    *rest = after;
    i32::from_le_bytes(part.try_into().expect("four bytes"))
}

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A network of random small weights, as a file.
    pub(crate) fn random_file(channels: usize, hidden: usize, seed: u64) -> Vec<u8> {
        let mut state = seed | 1;
        let mut next = |limit: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % (2 * limit as u64 + 1)) as i64 - limit
        };
        let mut body = Vec::new();
        let mut short = |count: usize, limit: i64, body: &mut Vec<u8>| {
            (0..count).for_each(|_| body.extend((next(limit) as i16).to_le_bytes()));
        };
        short(FORMS * channels, 120, &mut body);
        short(hidden * 2 * channels, 300, &mut body);
        (0..hidden).for_each(|unit| body.extend((unit as i32 * 1000).to_le_bytes()));
        short(hidden, 4000, &mut body);
        body.extend(70_000_i32.to_le_bytes());
        short(channels, 3000, &mut body);
        body.extend((-5_i32).to_le_bytes());
        let mut file = MAGIC.to_vec();
        for field in [VERSION, 0, channels as u32, hidden as u32, FORMS as u32, 400] {
            file.extend(field.to_le_bytes());
        }
        file.extend(fnv1a(&body).to_le_bytes());
        file.extend(body);
        file
    }

    #[test]
    fn every_damage_is_named() {
        let good = random_file(32, 4, 3);
        assert!(Network::from_bytes(&good).is_ok());
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut file = good.clone();
            change(&mut file);
            Network::from_bytes(&file).unwrap_err()
        };
        assert_eq!(refused(&|file| file[0] = b'Y'), FileError::Magic);
        assert_eq!(refused(&|file| file.truncate(20)), FileError::Truncated(20));
        assert_eq!(refused(&Vec::clear), FileError::Truncated(0));
        for field in 0..6 {
            assert!(
                matches!(refused(&|file| file[8 + 4 * field + 2] = 77), FileError::Field { .. }),
                "{field}"
            );
        }
        assert!(matches!(refused(&|file| file.push(0)), FileError::Length { .. }));
        assert!(matches!(refused(&|file| file[100] ^= 1), FileError::Hash { .. }));
    }
}
