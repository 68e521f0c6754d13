//! The layers behind the sums over the board: two hidden ones and the value.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "functions compiled for wider registers are called only where they exist")
)]

use super::kernel::{self, Block, Kernel, LANES, UNITS};
use super::{HIDDEN_MOST, HIDDEN_SHIFT, MAX_BLOCKS, POOL_SHIFT, SECOND_SHIFT, THREAT_SHIFT};
use xun_game::network::{NetworkFile, NetworkFileError};

/// Units of the hidden layers at most.
pub(super) const MAX_HIDDEN: usize = 128;
pub(super) const MAX_SECOND: usize = 64;

/// A layer of whole sixteens of units, each with a weight for each of an even number of inputs.
pub(super) struct Layer {
    /// For each sixteen units and each pair of inputs a block: both inputs' weights of each unit.
    weights: Vec<Block>,
    biases: Vec<i32>,
}

impl Layer {
    /// Reads the layer's weights, unit by unit, and its biases.
    pub(super) fn read(
        file: &mut NetworkFile,
        inputs: usize,
        units: usize,
        limit: i16,
    ) -> Result<Self, NetworkFileError> {
        let rows = file.shorts(inputs * units, limit)?;
        let biases = (0..units).map(|_| file.long()).collect();
        let mut weights = Vec::with_capacity(units / UNITS * (inputs / 2));
        for first in (0..units).step_by(UNITS) {
            for input in (0..inputs).step_by(2) {
                let mut block = Block::default();
                for (lane, weight) in block.0.iter_mut().enumerate() {
                    *weight = rows[(first + lane / 2) * inputs + input + lane % 2];
                }
                weights.push(block);
            }
        }
        Ok(Self { weights, biases })
    }

    fn units(&self) -> usize {
        self.biases.len()
    }

    /// The units' outputs: sums and biases, shifted and clamped. `threats` may add to each sum.
    #[inline(always)]
    fn run(&self, weigh: impl Weigh, inputs: &[[i16; 2]], threats: &[i16], shift: u32, out: &mut [i16]) {
        for sixteen in 0..self.units() / UNITS {
            let from = sixteen * UNITS;
            let mut sums = [0_i32; UNITS];
            sums.copy_from_slice(&self.biases[from..from + UNITS]);
            if let Some(threats) = threats.get(from..from + UNITS) {
                for unit in 0..UNITS {
                    sums[unit] = sums[unit].wrapping_add(i32::from(threats[unit]) << THREAT_SHIFT);
                }
            }
            weigh(inputs, &self.weights[sixteen * inputs.len()..][..inputs.len()], &mut sums);
            let out = &mut out[from..from + UNITS];
            for unit in 0..UNITS {
                out[unit] = (sums[unit] >> shift).clamp(0, HIDDEN_MOST) as i16;
            }
        }
    }
}

/// All layers of one head.
pub(super) struct Head {
    pub(super) hidden: Layer,
    /// By combination of threats, what they add to each hidden unit.
    pub(super) threats: Vec<i16>,
    pub(super) second: Layer,
    pub(super) value: Vec<i16>,
    pub(super) value_bias: i32,
}

#[expect(
    clippy::needless_range_loop,
    reason = "calls of iterators stay calls in a function for other registers"
)]
impl Head {
    /// The value's sum from the pools of the own and the other view and the threats on the board.
    #[inline]
    pub(super) fn value(&self, kernel: Kernel, pools: [&[i32]; 2], threats: usize) -> i64 {
        match kernel {
            Kernel::Portable => self.value_by(kernel::weigh, pools, threats),
            // SAFETY: offered only after the processor was found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { self.value_avx2(pools, threats) },
            // SAFETY: offered only after the processor was found to have AVX-512 F, BW and VL.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { self.value_avx512(pools, threats) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn value_avx2(&self, pools: [&[i32]; 2], threats: usize) -> i64 {
        self.value_by(|inputs, weights, sums| kernel::x86::weigh_avx2(inputs, weights, sums), pools, threats)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn value_avx512(&self, pools: [&[i32]; 2], threats: usize) -> i64 {
        self.value_by(
            |inputs, weights, sums| kernel::x86::weigh_avx512(inputs, weights, sums),
            pools,
            threats,
        )
    }

    #[inline(always)]
    fn value_by(&self, weigh: impl Weigh, pools: [&[i32]; 2], threats: usize) -> i64 {
        let mut inputs = [[0_i16; 2]; MAX_BLOCKS * LANES];
        let length = pools[0].len();
        let numbers = inputs.as_flattened_mut();
        for view in 0..2 {
            let pool = pools[view];
            let inputs = &mut numbers[view * length..][..pool.len()];
            for channel in 0..inputs.len() {
                inputs[channel] = (pool[channel] >> POOL_SHIFT) as i16;
            }
        }
        let mut hidden = [[0_i16; 2]; MAX_HIDDEN / 2];
        let units = self.hidden.units();
        let threats = &self.threats[threats * units..][..units];
        let out = &mut hidden.as_flattened_mut()[..units];
        self.hidden.run(weigh, &inputs[..length], threats, HIDDEN_SHIFT, out);
        let mut second = [0_i16; MAX_SECOND];
        self.second.run(weigh, &hidden[..units / 2], &[], SECOND_SHIFT, &mut second);
        let mut total = i64::from(self.value_bias);
        for unit in 0..self.value.len() {
            total += i64::from(second[unit]) * i64::from(self.value[unit]);
        }
        total
    }
}

/// How one sixteen of units is weighed, see [`kernel::weigh`].
trait Weigh: Fn(&[[i16; 2]], &[Block], &mut [i32; UNITS]) + Copy {}
impl<F: Fn(&[[i16; 2]], &[Block], &mut [i32; UNITS]) + Copy> Weigh for F {}
