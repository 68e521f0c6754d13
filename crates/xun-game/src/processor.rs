//! The processor's vector instructions, and a limit on those that are used.
//!
//! One program runs on every processor: inner loops exist for each [`Vectors`], and the widest
//! that is there and allowed is chosen when a network is loaded. All give the same integers.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};
use thiserror::Error;

/// A set of vector instructions; a later one includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Vectors {
    /// None beyond those that the program was compiled for.
    Portable,
    /// AVX2: 256 bits.
    Avx2,
    /// AVX-512 F, BW and VL: 512 bits.
    Avx512,
}

/// The widest set that may be used.
static LIMIT: AtomicU8 = AtomicU8::new(Vectors::Avx512 as u8);

impl Vectors {
    /// Every set, narrowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The widest set of this processor.
    #[must_use]
    pub fn of_processor() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            return if wide { Self::Avx512 } else { Self::Avx2 };
        }
        Self::Portable
    }

    /// The widest set of this processor that [`Vectors::limit`] allows.
    ///
    /// ```
    /// use xun_game::Vectors;
    /// assert!(Vectors::Portable <= Vectors::allowed());
    /// assert!(Vectors::allowed() <= Vectors::of_processor());
    /// ```
    #[must_use]
    pub fn allowed() -> Self {
        let limit = Self::ALL.into_iter().rfind(|set| *set as u8 <= LIMIT.load(Ordering::Relaxed));
        Self::of_processor().min(limit.unwrap_or(Self::Portable))
    }

    /// Allows this set and narrower ones for networks that are loaded from now on, so that a test
    /// on a new processor runs the code for an old one.
    pub fn limit(self) {
        LIMIT.store(self as u8, Ordering::Relaxed);
    }

    /// The name: `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Vectors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that is no set of vector instructions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not portable, avx2 or avx512")]
pub struct UnknownVectors(pub String);

impl FromStr for Vectors {
    type Err = UnknownVectors;

    fn from_str(name: &str) -> Result<Self, UnknownVectors> {
        let found = Self::ALL.into_iter().find(|set| set.name() == name);
        found.ok_or_else(|| UnknownVectors(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for set in Vectors::ALL {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        let fault = "sse".parse::<Vectors>().expect_err("no such name");
        assert_eq!(fault.to_string(), "'sse' is not portable, avx2 or avx512");
    }

    #[test]
    fn a_limit_lowers_the_choice_and_never_raises_it() {
        for set in Vectors::ALL {
            set.limit();
            assert_eq!(Vectors::allowed(), set.min(Vectors::of_processor()));
        }
    }
}
