//! The network's file: a header that says what it is, a hash, and the integers. The layout is written down in
//! `training/xun_training/gomoku_export.py`. A file that is wrong in any way is refused with the reason.

use super::Network;
use super::kernel::{Kernel, LANES};
use super::lines::FORMS;
use crate::rules::Rule;
use xun_game::network::{NetworkFile, NetworkFileError};

const MAGIC: &str = "XUNGMNET";
const VERSION: u32 = 1;

impl Network {
    /// Reads a network from a file's bytes and chooses the fastest kernel of this processor.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let mut file = NetworkFile::open(bytes, MAGIC, 6)?;
        file.checked(0, "the version", |version| version == VERSION, "1")?;
        let rule_of = |number: u32| Rule::ALL.into_iter().find(|&rule| rule as u32 == number);
        let rule = file.checked(1, "the rule", |number| rule_of(number).is_some(), "0 to 3")?;
        let fits = |channels: u32| matches!(channels, 32 | 64 | 96 | 128);
        let channels = file.checked(2, "the number of channels", fits, "32, 64, 96 or 128")? as usize;
        let hidden =
            file.checked(3, "the hidden layer", |units| (1..=256).contains(&units), "1 to 256 units")?
                as usize;
        let tables = |forms: u32| [FORMS, 2 * FORMS].contains(&(forms as usize));
        let forms = file.checked(4, "the number of forms", tables, "22143, or twice that")? as usize;
        let heads = forms / FORMS;
        let scale = file.checked(5, "the scale", |scale| (1..=10_000).contains(&scale), "1 to 10000")?;
        let shorts = forms * channels + heads * (hidden * 2 * channels + hidden + channels);
        let hash = file.verify(shorts, heads * (hidden + 2))?;
        Ok(Self {
            rule: rule_of(rule).unwrap_or(Rule::Freestyle),
            blocks: channels / LANES,
            by_colour: heads == 2,
            table: file.blocks(forms * channels, 8000)?,
            hidden: file.blocks(heads * hidden * 2 * channels, 1000)?,
            hidden_bias: (0..heads * hidden).map(|_| file.long()).collect(),
            value: file.shorts(heads * hidden, 8000)?,
            value_bias: (0..heads).map(|_| file.long()).collect(),
            policy: file.blocks(heads * channels, 16_000)?,
            policy_bias: (0..heads).map(|_| file.long() % (1 << 28)).collect(),
            scale: scale as i32,
            hash,
            kernel: Kernel::detect(),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use xun_game::fnv1a;

    const HEADER: usize = 40;

    /// A network of random small weights, as a file.
    pub(crate) fn random_file(channels: usize, hidden: usize, seed: u64) -> Vec<u8> {
        random_file_of(Rule::Freestyle, 1, channels, hidden, seed)
    }

    /// The same for any rule, with one or two sets of tables and heads.
    pub(crate) fn random_file_of(
        rule: Rule,
        heads: usize,
        channels: usize,
        hidden: usize,
        seed: u64,
    ) -> Vec<u8> {
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
        short(heads * FORMS * channels, 120, &mut body);
        short(heads * hidden * 2 * channels, 300, &mut body);
        (0..heads * hidden).for_each(|unit| body.extend((unit as i32 * 1000).to_le_bytes()));
        short(heads * hidden, 4000, &mut body);
        (0..heads).for_each(|_| body.extend(70_000_i32.to_le_bytes()));
        short(heads * channels, 3000, &mut body);
        (0..heads).for_each(|_| body.extend((-5_i32).to_le_bytes()));
        let mut file = MAGIC.as_bytes().to_vec();
        for field in [VERSION, rule as u32, channels as u32, hidden as u32, (heads * FORMS) as u32, 400] {
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
        assert_eq!(refused(&|file| file[0] = b'Y'), NetworkFileError::Magic(MAGIC));
        assert_eq!(
            refused(&|file| file.truncate(20)),
            NetworkFileError::Truncated { found: 20, header: HEADER }
        );
        assert_eq!(refused(&Vec::clear), NetworkFileError::Truncated { found: 0, header: HEADER });
        for field in 0..6 {
            assert!(
                matches!(refused(&|file| file[8 + 4 * field + 2] = 77), NetworkFileError::Field { .. }),
                "{field}"
            );
        }
        assert!(matches!(refused(&|file| file.push(0)), NetworkFileError::Length { .. }));
        assert!(matches!(refused(&|file| file[100] ^= 1), NetworkFileError::Hash { .. }));
    }
}
