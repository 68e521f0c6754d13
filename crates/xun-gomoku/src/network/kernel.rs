//! The arithmetic of the heads. The loops are plain Rust; on x86-64 they are compiled three times, with wider
//! registers allowed, and the processor at hand decides once which are called. All give the same integers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "functions compiled for wider registers are called only where they exist")
)]

pub(super) use xun_game::network::{Block, LANES};

/// Which registers do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Any processor.
    Portable,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// All that this processor has, slowest first.
    pub(super) fn available() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "only x86-64 has more than one"))]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
            {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }

    /// The fastest.
    pub(super) fn detect() -> Self {
        Self::available().pop().expect("the portable kernel is always there")
    }
}

/// Defines a method of [`Kernel`] from a plain function, compiled for each kind of register.
macro_rules! kernels {
    ($(#[$doc:meta] $name:ident($($argument:ident: $kind:ty),*) -> $result:ty $body:block)*) => {
        impl Kernel {$(
            #[$doc]
            #[inline]
            pub(super) fn $name(self, $($argument: $kind),*) -> $result {
                match self {
                    Self::Portable => plain::$name($($argument),*),
                    // SAFETY: offered only after the processor was found to have AVX2.
                    #[cfg(target_arch = "x86_64")]
                    Self::Avx2 => unsafe { avx2::$name($($argument),*) },
                    // SAFETY: offered only after the processor was found to have AVX-512 F and BW.
                    #[cfg(target_arch = "x86_64")]
                    Self::Avx512 => unsafe { avx512::$name($($argument),*) },
                }
            }
        )*}

        mod plain {
            use super::{Block, LANES};
            use crate::network::{HIDDEN_MOST, HIDDEN_SHIFT, MAX_BLOCKS, POOL_SHIFT};
            $(
                #[inline(always)]
                pub(super) fn $name($($argument: $kind),*) -> $result $body
            )*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::{Block, plain};
            $(
                #[target_feature(enable = "avx2")]
                pub(super) fn $name($($argument: $kind),*) -> $result { plain::$name($($argument),*) }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::{Block, plain};
            $(
                #[target_feature(enable = "avx512f,avx512bw")]
                pub(super) fn $name($($argument: $kind),*) -> $result { plain::$name($($argument),*) }
            )*
        }
    };
}

// Loops by index: calls of iterators stay calls in a function that is compiled for other registers.

#[inline(always)]
fn dot(values: &[Block], weights: &[Block]) -> i32 {
    let mut sum = 0_i32;
    for block in 0..values.len().min(weights.len()) {
        let (values, weights) = (&values[block].0, &weights[block].0);
        for lane in 0..LANES {
            sum = sum.wrapping_add(i32::from(values[lane]) * i32::from(weights[lane]));
        }
    }
    sum
}

kernels! {
    /// The hidden units' outputs times their weights in the value, from the pools of both views.
    hidden_layer(pools: [&[i32]; 2], weights: &[Block], biases: &[i32], values: &[i16]) -> i64 {
        let mut inputs = [Block::default(); 2 * MAX_BLOCKS];
        let blocks = (pools[0].len() / LANES).min(MAX_BLOCKS);
        for view in 0..2 {
            for block in 0..blocks {
                let pool = &pools[view][block * LANES..][..LANES];
                let input = &mut inputs[view * blocks + block].0;
                for lane in 0..LANES {
                    input[lane] = (pool[lane] >> POOL_SHIFT) as i16;
                }
            }
        }
        let inputs = &inputs[..2 * blocks];
        let mut total = 0;
        for unit in 0..values.len() {
            let row = &weights[unit * inputs.len()..][..inputs.len()];
            let sum = super::dot(inputs, row).wrapping_add(biases[unit]);
            total += i64::from((sum >> HIDDEN_SHIFT).clamp(0, HIDDEN_MOST)) * i64::from(values[unit]);
        }
        total
    }

    /// The sum of products of the clamped values.
    clamped_dot(values: &[Block], weights: &[Block]) -> i32 {
        let mut sum = 0_i32;
        for block in 0..values.len().min(weights.len()) {
            let (values, weights) = (&values[block].0, &weights[block].0);
            for lane in 0..LANES {
                sum = sum.wrapping_add(i32::from(values[lane].clamp(0, 255)) * i32::from(weights[lane]));
            }
        }
        sum
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
            pools in prop::collection::vec(-30_000_i32..=30_000, 64),
            numbers in prop::collection::vec(-1500_i16..=1500, 256),
        ) {
            let weights = blocks(&numbers);
            let results = |kernel: Kernel| {
                let pools = [&pools[..32], &pools[32..]];
                let value = kernel.hidden_layer(pools, &weights, &[5, -70_000, 9, 1], &[300, -400, 700, 31]);
                (value, kernel.clamped_dot(&weights[..2], &weights[2..4]))
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }
}
