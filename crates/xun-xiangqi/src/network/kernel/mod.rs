//! The arithmetic on accumulators, chosen once for the processor at hand. Every kernel gives the
//! same integers; a property test compares them.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
use xun_game::Vectors;
pub(super) use xun_game::network::{Block, LANES};

/// A block's inputs to the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Bytes(pub(super) [u8; LANES]);

/// Sixteen units' weights of four inputs each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Group(pub(super) [i8; 64]);

/// Instruction set of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kernel {
    /// Plain Rust, on any processor.
    Portable,
    /// 256-bit integers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit integers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 512-bit integers with multiply-and-add in one.
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

impl Kernel {
    /// The fastest of [`Kernel::available`].
    #[expect(clippy::missing_panics_doc, reason = "the portable kernel is always available")]
    #[must_use]
    pub fn detect() -> Self {
        *Self::available().last().expect("the portable kernel is always there")
    }

    /// All that this processor has and [`xun_game::Vectors::allowed`] lets be used, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "only x86-64 has more than one")
        )]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let allowed = Vectors::allowed();
            if allowed >= Vectors::Avx2 {
                kernels.push(Self::Avx2);
            }
            if allowed >= Vectors::Avx512 {
                kernels.push(Self::Avx512);
                if is_x86_feature_detected!("avx512vnni") {
                    kernels.push(Self::Avx512Vnni);
                }
            }
        }
        kernels
    }

    /// The sum of `clamp(value, 0, 255)² × weight`.
    #[inline]
    pub(super) fn dot(self, values: &[Block], weights: &[Block]) -> i64 {
        match self {
            Self::Portable => portable::dot(values, weights),
            #[cfg(target_arch = "x86_64")]
            other => x86::dot(other, values, weights),
        }
    }

    /// `(clamp(value, 0, 255)² + 256) >> 9`: the inputs of the units.
    #[inline]
    pub(super) fn activate(self, values: &[Block], to: &mut [Bytes]) {
        match self {
            Self::Portable => portable::activate(values, to),
            #[cfg(target_arch = "x86_64")]
            other => x86::activate(other, values, to),
        }
    }

    /// The sums of sixteen units over inputs of at most 127.
    #[inline]
    pub(super) fn first(self, inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
        match self {
            Self::Portable => portable::first(inputs, weights),
            #[cfg(target_arch = "x86_64")]
            other => x86::first(other, inputs, weights),
        }
    }

    /// The sums of thirty-two units over thirty-two inputs of at most 127.
    #[inline]
    pub(super) fn second(self, inputs: &[i16; 32], weights: &[Block]) -> [i32; 32] {
        match self {
            Self::Portable => portable::second(inputs, weights),
            #[cfg(target_arch = "x86_64")]
            other => x86::second(other, inputs, weights),
        }
    }

    /// `to = from + Σ added − Σ removed`. All slices have the length of `to`.
    #[inline]
    pub(super) fn update(
        self,
        to: &mut [Block],
        from: &[Block],
        added: &[Block],
        removed: [&[Block]; 2],
        both: bool,
    ) {
        match self {
            Self::Portable => portable::update(to, from, added, removed, both),
            #[cfg(target_arch = "x86_64")]
            other => x86::update(other, to, from, added, removed, both),
        }
    }

    /// `to += row`.
    #[inline]
    pub(super) fn add(self, to: &mut [Block], row: &[Block]) {
        match self {
            Self::Portable => portable::add(to, row),
            #[cfg(target_arch = "x86_64")]
            other => x86::add(other, to, row),
        }
    }

    /// `to -= row`.
    #[inline]
    pub(super) fn subtract(self, to: &mut [Block], row: &[Block]) {
        match self {
            Self::Portable => portable::subtract(to, row),
            #[cfg(target_arch = "x86_64")]
            other => x86::subtract(other, to, row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn blocks(numbers: &[i16]) -> Vec<Block> {
        numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect()
    }

    proptest! {
        #[test]
        fn all_kernels_agree(
            a in prop::collection::vec(any::<i16>(), 512),
            b in prop::collection::vec(-900_i16..=900, 512),
            c in prop::collection::vec(-900_i16..=900, 512),
            weights in prop::collection::vec(-127_i16..=127, 512),
            first in prop::collection::vec(-127_i8..=127, 512 * 16),
            second in prop::collection::vec(any::<i16>(), 32 * 32),
            both: bool,
        ) {
            let first: Vec<Group> =
                first.as_chunks::<64>().0.iter().map(|&chunk| Group(chunk)).collect();
            let second = blocks(&second);
            let (a, b, c, weights) = (blocks(&a), blocks(&b), blocks(&c), blocks(&weights));
            let results = |kernel: Kernel| {
                let mut updated = vec![Block::default(); a.len()];
                kernel.update(&mut updated, &a, &b, [&c, &b], both);
                let mut added = a.clone();
                kernel.add(&mut added, &b);
                kernel.subtract(&mut added, &c);
                let mut inputs = vec![Bytes([0; LANES]); 16];
                kernel.activate(&b, &mut inputs);
                let sums = kernel.first(&inputs, &first);
                let units = kernel.second(
                    &std::array::from_fn(|unit| (sums[unit % 16] >> 6 & 127) as i16),
                    &second,
                );
                (kernel.dot(&a, &weights), updated, added, inputs, sums, units)
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        let values = vec![Block([255; LANES]); 1024 / LANES];
        let weights = vec![Block([127; LANES]); 1024 / LANES];
        for kernel in Kernel::available() {
            assert_eq!(kernel.dot(&values, &weights), 1024 * 255 * 255 * 127, "{kernel:?}");
        }
    }
}
