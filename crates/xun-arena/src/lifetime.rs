//! Ties another program's life to ours: it runs in a group of its own, dies when we die, and can be
//! ended with everything that it started. This is the only place that speaks to the system about
//! processes.

#[cfg(unix)]
pub(crate) use unix::{bind, end, end_group, end_process};

#[cfg(target_os = "linux")]
pub(crate) use unix::{limit, pass};

#[cfg(not(unix))]
pub(crate) use other::{bind, end, end_group, end_process};

/// Limits of a program.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has these limits"))]
pub(crate) struct Resources {
    /// Bytes of address space.
    pub(crate) address_space: Option<u64>,
    /// Bytes of any file that it writes.
    pub(crate) file: u64,
}

#[cfg(unix)]
mod unix {
    #![expect(unsafe_code, reason = "process groups, limits and death signals are system calls")]

    use super::Resources;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    type Resource = libc::__rlimit_resource_t;
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    type Resource = libc::c_int;

    /// Limits a resource of this process and its descendants, for good.
    pub(crate) fn limit(resource: Resource, most: u64) -> io::Result<()> {
        let most = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: setrlimit reads the one structure that it is given, which outlives the call.
        if unsafe { libc::setrlimit(resource, &raw const most) } == -1 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }

    /// Lets a program inherit a descriptor. It must stay open until the program is started.
    #[cfg(target_os = "linux")]
    pub(crate) fn pass(command: &mut Command, descriptor: &impl std::os::fd::AsRawFd) {
        let number = descriptor.as_raw_fd();
        let keep_open = move || {
            // SAFETY: takes numbers.
            if unsafe { libc::fcntl(number, libc::F_SETFD, 0) } == -1 {
                return Err(io::Error::last_os_error());
            }
            Ok(())
        };
        // SAFETY: between fork and exec only fcntl is called, which is async-signal-safe.
        unsafe { command.pre_exec(keep_open) };
    }

    pub(crate) fn bind(command: &mut Command, resources: Option<Resources>) {
        // Its own group, so that a program's helpers are ended with it, and Ctrl-C reaches us
        // alone.
        command.process_group(0);
        #[cfg(target_os = "linux")]
        let caller = std::process::id();
        let prepare = move || {
            #[cfg(target_os = "linux")]
            // SAFETY: prctl with this option takes a number and touches no memory.
            if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } == -1 {
                return Err(io::Error::last_os_error());
            }
            // The caller may have ended before the signal was asked for.
            #[cfg(target_os = "linux")]
            if std::os::unix::process::parent_id() != caller {
                return Err(io::ErrorKind::NotConnected.into());
            }
            if let Some(resources) = resources {
                if let Some(most) = resources.address_space {
                    limit(libc::RLIMIT_AS, most)?;
                }
                limit(libc::RLIMIT_FSIZE, resources.file)?;
                limit(libc::RLIMIT_CORE, 0)?;
            }
            Ok(())
        };
        // SAFETY: between fork and exec only prctl, getppid and setrlimit are called, which are
        // async-signal-safe and allocate nothing.
        unsafe { command.pre_exec(prepare) };
    }

    /// Ends the program and its group, and waits for it. The program must not have been waited for
    /// by anyone but its own `Child`.
    pub(crate) fn end(child: &mut Child) {
        end_group(child);
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Ends everything in the program's group. The program has not been waited for, so that the
    /// number is still its own.
    pub(crate) fn end_group(child: &Child) {
        if let Ok(group) = i32::try_from(child.id()) {
            // SAFETY: kill takes no pointers; the group is the child's own.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }

    /// Ends one process that is known to descend from a program of ours.
    pub(crate) fn end_process(number: u32) {
        if let Ok(number) = i32::try_from(number)
            && number > 1
        {
            // SAFETY: kill takes no pointers.
            unsafe { libc::kill(number, libc::SIGKILL) };
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::Resources;
    use std::process::{Child, Command};

    /// On Windows the program ends with us, by a job that this process is in too; it has no limits.
    pub(crate) fn bind(_: &mut Command, _: Option<Resources>) {
        #[cfg(windows)]
        super::job::enter();
    }

    pub(crate) fn end(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(crate) fn end_group(_: &Child) {}

    pub(crate) fn end_process(_: u32) {}
}

/// A job of Windows: a set of processes that ends with the last handle to it. Programs that a
/// member starts are members too.
#[cfg(windows)]
mod job {
    #![expect(unsafe_code, reason = "jobs are system calls")]

    use std::sync::Once;
    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_BREAKAWAY_OK,
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
        JobObjectExtendedLimitInformation, SetInformationJobObject,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;

    /// Puts this process into a job of its own, once. The handle is never closed, so that the
    /// system does it when this process ends, however it ends; that ends all that it started.
    pub(super) fn enter() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
            limits.BasicLimitInformation.LimitFlags =
                JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK;
            // SAFETY: null asks for a job without name and with the usual access; the structure
            // outlives the call that reads it, and its length is its own.
            unsafe {
                let job = CreateJobObjectW(std::ptr::null(), std::ptr::null());
                let set = SetInformationJobObject(
                    job,
                    JobObjectExtendedLimitInformation,
                    (&raw const limits).cast(),
                    size_of_val(&limits) as u32,
                );
                // Without a job programs end when their pipes close.
                if set != 0 {
                    AssignProcessToJobObject(job, GetCurrentProcess());
                }
            }
        });
    }
}
