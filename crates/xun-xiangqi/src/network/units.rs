//! The layers behind the accumulators: 16 units over both sides, their squares, 32 units over
//! those, and one sum. There are as many copies as heads. 127 stands for one; the arithmetic is
//! written down in `training/xun_training/export.py`.

use super::kernel::{Block, Bytes, Group, Kernel, LANES};
use super::{HEADS, INPUT_ONE, MAX_WIDTH};
use xun_game::network::{NetworkFile, NetworkFileError};

pub(super) const FIRST: usize = 16;
pub(super) const SECOND: usize = 32;

const UNIT_ONE: i64 = 127;
/// Third weights are finer than the straight ones by this.
const THIRD_FINER: i64 = 16;
/// Larger biases could overflow a sum of 32 bits.
const MAX_BIAS: i32 = 1 << 24;

/// One head's layers.
pub(super) struct Units {
    /// For each four inputs, each unit's four weights.
    first: Vec<Group>,
    first_bias: [i32; FIRST],
    /// For each two inputs, each unit's two weights.
    second: Vec<Block>,
    second_bias: [i32; SECOND],
    third: [i32; SECOND],
}

/// Count of the 16-bit and of the 32-bit numbers of all heads in a file.
pub(super) fn numbers(width: usize) -> (usize, usize) {
    (HEADS * (FIRST * 2 * width + SECOND * 2 * FIRST + SECOND), HEADS * (FIRST + SECOND))
}

/// All heads' layers, as the file has them: part by part.
pub(super) fn read(file: &mut NetworkFile, width: usize) -> Result<Vec<Units>, NetworkFileError> {
    let inputs = 2 * width;
    let first = file.shorts(HEADS * FIRST * inputs, 127)?;
    let first_bias = biases(file, HEADS * FIRST)?;
    let second = file.shorts(HEADS * SECOND * 2 * FIRST, i16::MAX)?;
    let second_bias = biases(file, HEADS * SECOND)?;
    let third = file.shorts(HEADS * SECOND, i16::MAX)?;
    let head = |head: usize| Units {
        first: in_fours(&first[head * FIRST * inputs..][..FIRST * inputs], inputs),
        first_bias: std::array::from_fn(|unit| first_bias[head * FIRST + unit]),
        second: in_twos(&second[head * SECOND * 2 * FIRST..][..SECOND * 2 * FIRST]),
        second_bias: std::array::from_fn(|unit| second_bias[head * SECOND + unit]),
        third: std::array::from_fn(|unit| third[head * SECOND + unit].into()),
    };
    Ok((0..HEADS).map(head).collect())
}

fn biases(file: &mut NetworkFile, count: usize) -> Result<Vec<i32>, NetworkFileError> {
    let fits = |bias: i32| {
        if (-MAX_BIAS..=MAX_BIAS).contains(&bias) {
            Ok(bias)
        } else {
            Err(NetworkFileError::Weight(bias))
        }
    };
    (0..count).map(|_| fits(file.long())).collect()
}

/// Rows of units as groups of four inputs, so that one register holds every unit's sum.
fn in_fours(rows: &[i16], inputs: usize) -> Vec<Group> {
    let weight = |four: usize, at: usize| rows[at / 4 * inputs + 4 * four + at % 4] as i8;
    (0..inputs / 4).map(|four| Group(std::array::from_fn(|at| weight(four, at)))).collect()
}

/// The same by two inputs; two blocks hold the units.
fn in_twos(rows: &[i16]) -> Vec<Block> {
    let weight = |block: usize, at: usize| {
        rows[(block % 2 * 16 + at / 2) * 2 * FIRST + block / 2 * 2 + at % 2]
    };
    (0..SECOND * FIRST / 16)
        .map(|block| Block(std::array::from_fn(|at| weight(block, at))))
        .collect()
}

impl Units {
    /// The output of these layers, added to the straight sum.
    #[inline]
    pub(super) fn sum(&self, kernel: Kernel, own: &[Block], other: &[Block]) -> i64 {
        // Room for the widest network: the heap would be asked at every position.
        let mut inputs = [Bytes([0; LANES]); 2 * MAX_WIDTH as usize / LANES];
        let inputs = &mut inputs[..2 * own.len()];
        let (first, second) = inputs.split_at_mut(own.len());
        kernel.activate(own, first);
        kernel.activate(other, second);
        let sums = kernel.first(inputs, &self.first);
        let mut units = [0_i16; 2 * FIRST];
        for (unit, (sum, bias)) in sums.iter().zip(&self.first_bias).enumerate() {
            let value = ((sum + bias + 32) >> 6).clamp(0, 127) as i16;
            units[unit] = value;
            units[FIRST + unit] = (value * value + 64) >> 7;
        }
        let sums = kernel.second(&units, &self.second);
        let mut total = 0;
        for ((sum, bias), weight) in sums.iter().zip(&self.second_bias).zip(&self.third) {
            total += ((sum + bias + 256) >> 9).clamp(0, 127) * weight;
        }
        i64::from(total) * INPUT_ONE / (UNIT_ONE * THIRD_FINER)
    }
}
