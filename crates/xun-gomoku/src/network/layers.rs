//! The layers after the sums over the board: regions, two hidden layers and the value.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions compiled for AVX2 and AVX-512 are called only where these exist"
    )
)]

#[cfg(target_arch = "x86_64")]
use super::kernel::x86;
use super::kernel::{Block, Kernel, LANES, MultiplyAdd, Portable, TOGETHER, UNITS};
use super::region::{CENTRE, CORNERS, EDGES, KINDS, REGIONS};
use super::{
    HIDDEN_MOST, HIDDEN_SHIFT, MAX_BLOCKS, POOL_SHIFT, REGION_MOST, REGION_SHIFT, SECOND_SHIFT,
    THREAT_SHIFT,
};
use xun_game::network::{NetworkFile, NetworkFileError};

/// Most units of the hidden layers.
pub(super) const MAX_HIDDEN: usize = 128;
pub(super) const MAX_SECOND: usize = 64;

/// A fully connected layer. The number of units is a multiple of sixteen, that of inputs even.
pub(super) struct Layer {
    /// In the order in which the kernels read them: by groups computed together, then by pairs of
    /// inputs, then by group of sixteen units; a block holds both inputs' weights of each unit.
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
        Ok(Self::new(&rows, biases, inputs))
    }

    /// From the weights, unit by unit, and the biases.
    fn new(rows: &[i16], biases: Vec<i32>, inputs: usize) -> Self {
        let units = biases.len();
        let mut weights = Vec::with_capacity(units / UNITS * (inputs / 2));
        let sixteens: Vec<usize> = (0..units).step_by(UNITS).collect();
        for group in sixteens.chunks(TOGETHER) {
            for (input, &first) in (0..inputs)
                .step_by(2)
                .flat_map(|input| group.iter().map(move |first| (input, first)))
            {
                let mut block = Block::default();
                for (lane, weight) in block.0.iter_mut().enumerate() {
                    *weight = rows[(first + lane / 2) * inputs + input + lane % 2];
                }
                weights.push(block);
            }
        }
        Self { weights, biases }
    }

    /// Reads as many layers of sixteen units, all their weights before their biases.
    pub(super) fn read_all(
        file: &mut NetworkFile,
        inputs: usize,
        layers: usize,
    ) -> Result<Vec<Self>, NetworkFileError> {
        let rows = file.shorts(inputs * UNITS * layers, 1000)?;
        let biases: Vec<i32> = (0..UNITS * layers).map(|_| file.long()).collect();
        let parts = rows.chunks(inputs * UNITS).zip(biases.chunks(UNITS));
        Ok(parts.map(|(rows, biases)| Self::new(rows, biases.to_vec(), inputs)).collect())
    }

    fn units(&self) -> usize {
        self.biases.len()
    }

    /// Computes the units' outputs: sums and biases, shifted and clamped. `threats` may add to each
    /// sum.
    #[inline(always)]
    fn run(
        &self,
        kernel: impl MultiplyAdd,
        inputs: &[[i16; 2]],
        threats: &[i16],
        shift: u32,
        out: &mut [i16],
    ) {
        let mut from = 0;
        while from < self.units() {
            let out = &mut out[from..];
            from += match (self.units() - from) / UNITS {
                1 => self.run_groups::<1>(kernel, inputs, threats, (from, shift), out),
                2 => self.run_groups::<2>(kernel, inputs, threats, (from, shift), out),
                3 => self.run_groups::<3>(kernel, inputs, threats, (from, shift), out),
                _ => self.run_groups::<TOGETHER>(kernel, inputs, threats, (from, shift), out),
            };
        }
    }

    /// The same for this many groups of units from unit `from` on; returns the number of units.
    #[inline(always)]
    fn run_groups<const GROUPS: usize>(
        &self,
        kernel: impl MultiplyAdd,
        inputs: &[[i16; 2]],
        threats: &[i16],
        (from, shift): (usize, u32),
        out: &mut [i16],
    ) -> usize {
        let weights = &self.weights[from / UNITS * inputs.len()..][..GROUPS * inputs.len()];
        let mut sums = [[0_i32; UNITS]; GROUPS];
        let flat = sums.as_flattened_mut();
        flat.copy_from_slice(&self.biases[from..from + GROUPS * UNITS]);
        if let Some(threats) = threats.get(from..from + GROUPS * UNITS) {
            for unit in 0..GROUPS * UNITS {
                flat[unit] = flat[unit].wrapping_add(i32::from(threats[unit]) << THREAT_SHIFT);
            }
        }
        kernel.multiply_add(inputs, weights, &mut sums);
        let (out, flat) = (&mut out[..GROUPS * UNITS], sums.as_flattened());
        for unit in 0..GROUPS * UNITS {
            out[unit] = (flat[unit] >> shift).clamp(0, HIDDEN_MOST) as i16;
        }
        GROUPS * UNITS
    }
}

/// The inputs of the value head.
#[derive(Clone, Copy)]
pub(super) struct Sums<'s> {
    /// Sums over the board: of the own view and of the other.
    pub(super) views: [&'s [i32]; 2],
    /// Sums over each region, Black's view and White's; empty for a network without regions.
    pub(super) regions: &'s [Block],
    /// The index of the own view in `regions`.
    pub(super) first_view: usize,
}

/// All layers of one head.
pub(super) struct Head {
    /// By kind of region; none for a network without them.
    pub(super) regions: Vec<Layer>,
    pub(super) hidden: Layer,
    /// Bias of each hidden unit by combination of threats.
    pub(super) threats: Vec<i16>,
    pub(super) second: Layer,
    pub(super) value: Vec<i16>,
    pub(super) value_bias: i32,
}

#[expect(
    clippy::needless_range_loop,
    reason = "calls of iterators are not inlined into functions compiled for other instruction sets"
)]
impl Head {
    /// The value, before scaling, from the sums over the board and the threats on it.
    #[inline]
    pub(super) fn value(&self, kernel: Kernel, sums: Sums, threats: usize) -> i64 {
        match kernel {
            Kernel::Portable => self.value_by(Portable, sums, threats),
            // SAFETY: chosen only on processors with AVX2.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { self.value_avx2(sums, threats) },
            // SAFETY: chosen only on processors with AVX-512 F, BW and VL.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { self.value_avx512(sums, threats) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn value_avx2(&self, sums: Sums, threats: usize) -> i64 {
        self.value_by(x86::Avx2::new(), sums, threats)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn value_avx512(&self, sums: Sums, threats: usize) -> i64 {
        self.value_by(x86::Avx512::new(), sums, threats)
    }

    #[inline(always)]
    fn value_by(&self, kernel: impl MultiplyAdd, sums: Sums, threats: usize) -> i64 {
        let mut inputs = [[0_i16; 2]; MAX_BLOCKS * LANES + KINDS * UNITS / 2];
        let mut length = sums.views[0].len();
        let numbers = inputs.as_flattened_mut();
        for view in 0..2 {
            let pool = sums.views[view];
            let inputs = &mut numbers[view * length..][..pool.len()];
            for channel in 0..inputs.len() {
                inputs[channel] = (pool[channel] >> POOL_SHIFT) as i16;
            }
        }
        if !self.regions.is_empty() {
            self.regions_by(kernel, sums, &mut numbers[2 * length..][..KINDS * UNITS]);
            length += KINDS * UNITS / 2;
        }
        let mut hidden = [[0_i16; 2]; MAX_HIDDEN / 2];
        let units = self.hidden.units();
        let threats = &self.threats[threats * units..][..units];
        let out = &mut hidden.as_flattened_mut()[..units];
        self.hidden.run(kernel, &inputs[..length], threats, HIDDEN_SHIFT, out);
        let mut second = [0_i16; MAX_SECOND];
        self.second.run(kernel, &hidden[..units / 2], &[], SECOND_SHIFT, &mut second);
        let mut total = i64::from(self.value_bias);
        for unit in 0..self.value.len() {
            total += i64::from(second[unit]) * i64::from(self.value[unit]);
        }
        total
    }
}

impl Head {
    /// The units of each kind of region, summed over the regions of that kind.
    #[inline(always)]
    fn regions_by(&self, kernel: impl MultiplyAdd, sums: Sums, out: &mut [i16]) {
        let (corners, rest) = out.split_at_mut(UNITS);
        let (edges, centre) = rest.split_at_mut(UNITS);
        self.regions[0].sum_of_regions(kernel, sums, CORNERS, corners);
        self.regions[1].sum_of_regions(kernel, sums, EDGES, edges);
        self.regions[2].sum_of_regions(kernel, sums, CENTRE, centre);
    }
}

impl Layer {
    /// Sixteen units of these regions, summed.
    #[inline(always)]
    fn sum_of_regions<const MANY: usize>(
        &self,
        kernel: impl MultiplyAdd,
        sums: Sums,
        regions: [usize; MANY],
        out: &mut [i16],
    ) {
        let blocks = sums.regions.len() / (2 * REGIONS);
        let mut units = [[0_i32; UNITS]; MANY];
        for region in &mut units {
            region.copy_from_slice(&self.biases[..UNITS]);
        }
        for view in 0..2 {
            for block in 0..blocks {
                let lists = std::array::from_fn(|index| {
                    let place = (2 * regions[index] + (view ^ sums.first_view)) * blocks + block;
                    sums.regions[place].0.as_chunks::<2>().0
                });
                let weights = &self.weights[(view * blocks + block) * UNITS..][..UNITS];
                kernel.multiply_add_lists(lists, weights, &mut units);
            }
        }
        for unit in 0..UNITS {
            let mut total = 0;
            for region in &units {
                total += (region[unit] >> REGION_SHIFT).clamp(0, REGION_MOST);
            }
            out[unit] = total as i16;
        }
    }
}
