//! The engine's files, with what they use.

pub(crate) use xun_game::{Bound, Score};

#[path = "../../../crates/xun-game/src/engine/stop.rs"]
pub(crate) mod stop;
#[path = "../../../crates/xun-game/src/engine/transposition_table.rs"]
pub(crate) mod transposition_table;

/// Memory of the table; loom's atomics are not zeros.
pub(crate) mod zeroed {
    #[expect(unsafe_code, reason = "as the original, which it stands for")]
    pub(crate) unsafe trait Zeroable {}

    pub(crate) struct ZeroedSlice<T>(Vec<T>);

    impl<T: Default> ZeroedSlice<T> {
        pub(crate) fn new(count: usize) -> Option<Self> {
            Some(Self((0..count.max(1)).map(|_| T::default()).collect()))
        }
    }

    impl<T> std::ops::Deref for ZeroedSlice<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            &self.0
        }
    }
}
