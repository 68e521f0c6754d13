//! How soon a thread runs again after it was woken.
//!
//! Where more threads want to run than there are cores, Linux (since 6.12) lets one that asks for
//! short slices of time run sooner after it wakes, but not longer in all. The threads that hear the
//! manager and that answer when the time is over do nearly nothing and must be in time; the ones
//! that think want what everybody gets.

/// What a thread asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeSlice {
    /// The least there is, to run soon after waking.
    Short,
    /// The system's own choice.
    Default,
}

/// Asks for such slices for the calling thread; those it starts later inherit it. Whether the
/// system agreed: other systems, and older ones, do not, and nothing depends on it but how late an
/// answer may be on a busy machine.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the scheduler is asked by a system call")]
pub(crate) fn request_time_slice(slice: TimeSlice) -> bool {
    /// The first version of the kernel's `struct sched_attr`.
    #[repr(C)]
    struct Attributes {
        size: u32,
        policy: u32,
        flags: u64,
        nice: i32,
        priority: u32,
        runtime: u64,
        deadline: u64,
        period: u64,
    }
    const THIS_THREAD: libc::pid_t = 0;
    /// The kernel's own least, in nanoseconds.
    const SHORTEST: u64 = 100_000;
    let size = size_of::<Attributes>() as u32;
    let mut attributes = Attributes {
        size,
        policy: 0,
        flags: 0,
        nice: 0,
        priority: 0,
        runtime: 0,
        deadline: 0,
        period: 0,
    };
    // SAFETY: the kernel writes at most `size` bytes to the structure, which has that size and is
    // all integers.
    let known = unsafe {
        libc::syscall(libc::SYS_sched_getattr, THIS_THREAD, &raw mut attributes, attributes.size, 0)
    };
    // Only the usual policy has slices; whoever runs us in another knows why.
    if known != 0 || attributes.policy != libc::SCHED_OTHER as u32 {
        return false;
    }
    attributes.size = size;
    attributes.runtime = match slice {
        TimeSlice::Short => SHORTEST,
        TimeSlice::Default => 0,
    };
    // SAFETY: the kernel only reads the structure.
    unsafe { libc::syscall(libc::SYS_sched_setattr, THIS_THREAD, &raw const attributes, 0) == 0 }
}

/// As on Linux, of which other systems know nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn request_time_slice(_slice: TimeSlice) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_is_harmless_and_can_be_taken_back() {
        // Whether the system agrees depends on the system; that it says the same to both is what
        // counts.
        assert_eq!(request_time_slice(TimeSlice::Short), request_time_slice(TimeSlice::Default));
    }
}
