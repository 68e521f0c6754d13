//! The time slice of a thread: how soon it runs after it was woken.
//!
//! With more runnable threads than cores, Linux (since 6.12) runs a thread with a short time slice
//! sooner after it wakes, but not longer in all. The threads that read commands and answer at a
//! deadline do nearly nothing and must be in time; search threads keep the default.

/// A time slice to request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeSlice {
    /// The shortest, to run soon after waking.
    Short,
    /// The system's default.
    Default,
}

/// Requests a time slice for the calling thread; threads that it starts later inherit it. Returns
/// whether the system agreed. Other and older systems do not; then only the lateness of answers on
/// a busy machine differs.
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
    // Only the default policy has time slices; another one was chosen on purpose.
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

/// As on Linux; other systems have no such request.
#[cfg(not(target_os = "linux"))]
pub(crate) fn request_time_slice(_slice: TimeSlice) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_can_be_taken_back() {
        // Systems differ in whether they agree; each must treat both requests alike.
        assert_eq!(request_time_slice(TimeSlice::Short), request_time_slice(TimeSlice::Default));
    }
}
