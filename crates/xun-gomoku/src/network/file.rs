//! The network's file format: a header, a hash, and the integers. The layout is documented in
//! `training/xun_training/gomoku_export.py`. A damaged file is refused with the reason.

use super::kernel::{Block, Kernel, LANES, UNITS};
use super::last_moves::{LastMoveBias, OFFSETS};
use super::layers::{Head, Layer, MAX_HIDDEN, MAX_SECOND};
use super::region::KINDS;
use super::{Network, ROWS, TAKEN_WEIGHT};
use crate::eval::THREATS;
use crate::rules::{CODES, Rule};
use xun_game::network::{NetworkFile, NetworkFileError};

const MAGIC: &str = "XUNGMNET";
const VERSION: u32 = 3;

impl Network {
    /// Reads a network from a file's bytes and chooses the fastest kernel of this processor.
    ///
    /// # Errors
    /// Bytes that are not a network for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let mut file = NetworkFile::open(bytes, MAGIC, 8)?;
        file.checked(0, "the version", |version| version == VERSION, "3")?;
        let rule_of = |number: u32| Rule::ALL.into_iter().find(|&rule| rule as u32 == number);
        let rule = file.checked(1, "the rule", |number| rule_of(number).is_some(), "0 to 3")?;
        let fits = |channels: u32| matches!(channels, 32 | 64 | 96 | 128);
        let channels =
            file.checked(2, "the number of channels", fits, "32, 64, 96 or 128")? as usize;
        let sixteens = |units: u32, most: usize| {
            units > 0 && units.is_multiple_of(16) && units as usize <= most
        };
        let hidden = |units: u32| sixteens(units, MAX_HIDDEN);
        let hidden = file.checked(3, "the hidden layer", hidden, "16, 32, … 128 units")? as usize;
        let second = |units: u32| sixteens(units, MAX_SECOND);
        let second =
            file.checked(4, "the second layer", second, "16, 32, 48 or 64 units")? as usize;
        let heads =
            file.checked(5, "the number of heads", |heads| (1..=2).contains(&heads), "1 or 2")?
                as usize;
        let fits = |units: u32| units == 0 || units as usize == UNITS;
        let regions = file.checked(6, "the regions' units", fits, "0 or 16")? as usize;
        let scale =
            file.checked(7, "the scale", |scale| (1..=10_000).contains(&scale), "1 to 10000")?;
        let table = heads * CODES * 2 * channels;
        let units = KINDS * regions;
        let inputs = 2 * channels + units;
        let head = units * 2 * channels
            + hidden * inputs
            + THREATS * hidden
            + second * hidden
            + second
            + channels
            + 2 * OFFSETS;
        let hash = file.verify(table + heads * head, heads * (units + hidden + second + 2))?;
        let blocks = channels / LANES;
        let table = with_taken(&file.blocks(table, 8000)?, heads, blocks);
        let (mut all, mut policy, mut policy_bias, mut near) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..heads {
            all.push(Head {
                regions: Layer::read_all(&mut file, 2 * channels, units / UNITS)?,
                hidden: Layer::read(&mut file, inputs, hidden, 2000)?,
                threats: file.shorts(THREATS * hidden, 20_000)?,
                second: Layer::read(&mut file, hidden, second, 4000)?,
                value: file.shorts(second, 8000)?,
                value_bias: file.long(),
            });
            policy.extend(file.blocks(channels, 16_000)?);
            policy_bias.push(file.long() % (1 << 28));
            let ways = file.shorts(2 * OFFSETS, 16_000)?;
            let (ways, _) = ways.as_chunks::<OFFSETS>();
            near.push(LastMoveBias::new([&ways[0], &ways[1]]));
        }
        Ok(Self {
            rule: rule_of(rule).unwrap_or(Rule::Freestyle),
            blocks,
            has_regions: regions > 0,
            by_colour: heads == 2,
            table,
            heads: all,
            policy,
            policy_bias,
            near,
            scale: scale as i32,
            hash,
            kernel: Kernel::detect(),
        })
    }
}

/// The tables with a row for taken points behind each.
fn with_taken(table: &[Block], heads: usize, blocks: usize) -> Vec<Block> {
    let mut all = Vec::with_capacity(heads * ROWS * 2 * blocks);
    for rows in table.chunks(CODES * 2 * blocks) {
        all.extend_from_slice(rows);
        all.resize(all.len() + 2 * blocks, Block([TAKEN_WEIGHT; LANES]));
    }
    all
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use xun_game::fingerprint;

    const HEADER: usize = 48;
    const SECOND: usize = 16;

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
        short(heads * CODES * 2 * channels, 250, &mut body);
        for _ in 0..heads {
            short(KINDS * UNITS * 2 * channels, 400, &mut body);
            (0..KINDS * UNITS).for_each(|unit| body.extend((unit as i32 * 9000).to_le_bytes()));
            short(hidden * (2 * channels + KINDS * UNITS), 300, &mut body);
            (0..hidden).for_each(|unit| body.extend((unit as i32 * 1000).to_le_bytes()));
            short(THREATS * hidden, 900, &mut body);
            short(SECOND * hidden, 400, &mut body);
            (0..SECOND).for_each(|unit| body.extend((unit as i32 * 500).to_le_bytes()));
            short(SECOND, 4000, &mut body);
            body.extend(70_000_i32.to_le_bytes());
            short(channels, 3000, &mut body);
            body.extend((-5_i32).to_le_bytes());
            short(2 * OFFSETS, 500, &mut body);
        }
        let mut file = MAGIC.as_bytes().to_vec();
        let units = [channels, hidden, SECOND, heads, UNITS].map(|units| units as u32);
        for field in [VERSION, rule as u32].into_iter().chain(units).chain([400]) {
            file.extend(field.to_le_bytes());
        }
        file.extend(fingerprint(&body).to_le_bytes());
        file.extend(body);
        file
    }

    #[test]
    fn every_damage_is_named() {
        let good = random_file(32, 16, 3);
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
        for field in 0..8 {
            assert!(
                matches!(
                    refused(&|file| file[8 + 4 * field + 2] = 77),
                    NetworkFileError::Field { .. }
                ),
                "{field}"
            );
        }
        assert!(matches!(refused(&|file| file.push(0)), NetworkFileError::Length { .. }));
        assert!(matches!(refused(&|file| file[100] ^= 1), NetworkFileError::Hash { .. }));
    }
}
