//! Zeroed memory that the system hands out page by page as it is touched.
//!
//! A clock may already be running while a large table is set up. The standard library fills memory
//! with zeros itself where more than the usual alignment is asked for, which touches all of it
//! (64 MiB: 44 ms). So a little more memory is requested with the usual alignment, and the slice
//! begins at the first address that has the alignment of its values.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// A type of which zeros are a value.
///
/// # Safety
/// All bytes zero must be a valid value, and dropping it must do nothing.
#[expect(unsafe_code, reason = "only the type itself can promise it")]
pub(super) unsafe trait Zeroable: Sync + Send {}

/// A slice of values that all begin as zeros.
pub(super) struct ZeroedSlice<T: Zeroable> {
    memory: NonNull<u8>,
    layout: Layout,
    first: NonNull<T>,
    count: usize,
}

#[expect(unsafe_code, reason = "zeroed memory has no safe form for atomics")]
impl<T: Zeroable> ZeroedSlice<T> {
    /// A slice of so many values, at least one; `None` where the system has no room for it.
    pub(super) fn new(count: usize) -> Option<Self> {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<T>())?.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(bytes, align_of::<u64>()).ok()?;
        // SAFETY: the layout is not empty: it has at least one byte of alignment.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = memory.align_offset(align_of::<T>());
        debug_assert!(skipped < align_of::<T>());
        // SAFETY: less than an alignment is skipped, and the allocation is larger than the values
        // by a whole alignment.
        let first = unsafe { memory.add(skipped) }.cast();
        Some(Self { memory, layout, first, count })
    }
}

#[expect(unsafe_code, reason = "see above")]
impl<T: Zeroable> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `first` is aligned, `count` values from there on lie in the memory that this
        // owns, and zeros are values.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

#[expect(unsafe_code, reason = "see above")]
impl<T: Zeroable> Drop for ZeroedSlice<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout by the global allocator, once; the values need no
        // drop.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

// SAFETY: it owns its values as a vector does, and they may be sent and shared.
#[expect(unsafe_code, reason = "pointers are neither by themselves")]
unsafe impl<T: Zeroable> Send for ZeroedSlice<T> {}
// SAFETY: as above; only shared references to the values are given out.
#[expect(unsafe_code, reason = "pointers are neither by themselves")]
unsafe impl<T: Zeroable> Sync for ZeroedSlice<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[repr(align(64))]
    struct Wide([AtomicU64; 8]);
    #[expect(unsafe_code, reason = "integers")]
    // SAFETY: zeros are integers, which need no drop.
    unsafe impl Zeroable for Wide {}

    #[test]
    fn values_are_aligned_zeros_and_keep_what_is_stored() {
        for count in [0, 1, 7, 5000] {
            let values: ZeroedSlice<Wide> = ZeroedSlice::new(count).expect("small");
            assert_eq!(values.len(), count.max(1));
            assert_eq!(values.as_ptr().align_offset(64), 0);
            assert!(
                values
                    .iter()
                    .flat_map(|wide| &wide.0)
                    .all(|word| word.load(Ordering::Relaxed) == 0)
            );
            let last = values.last().unwrap();
            last.0[7].store(9, Ordering::Relaxed);
            assert_eq!(values[values.len() - 1].0[7].load(Ordering::Relaxed), 9);
        }
    }

    /// Resident memory in pages, where the system says so.
    fn resident() -> Option<usize> {
        std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()
    }

    #[test]
    fn a_large_table_costs_nothing_until_it_is_used() {
        let Some(before) = resident() else { return };
        let values: ZeroedSlice<Wide> =
            ZeroedSlice::new((256 << 20) / size_of::<Wide>()).expect("lazy");
        let after = resident().unwrap();
        // A page has at most 64 KiB; other tests of this process may take some meanwhile.
        assert!(after.saturating_sub(before) < (128 << 20) / 4096, "{before} {after}");
        assert_eq!(values[values.len() / 2].0[0].load(Ordering::Relaxed), 0);
    }
}
