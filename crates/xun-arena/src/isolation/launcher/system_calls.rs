//! The filter of system calls (seccomp): what no program of an examination needs, and what would
//! let it out or hide its memory.
#![expect(unsafe_code, reason = "a filter is installed by a system call")]

use super::system::checked;
use std::io;

/// The layers that the filter completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Local sockets cannot leave the program's own files and network.
    Namespaces,
    /// No socket at all but pairs.
    Landlock {
        /// Signals only to the program itself and its group, because Landlock does not confine
        /// them.
        own_signals_only: bool,
    },
}

/// Refused with "not permitted".
const REFUSED: &[libc::c_long] = &[
    // Other views of files and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // Memory that belongs to no process, and so is not counted.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // Wide interfaces of the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
];

/// Flags of `clone` that make namespaces.
const NEW_NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: u32 = 0;

/// Places in the structure that a filter reads.
const CALL: u32 = 0;
const KIND: u32 = 4;
const fn argument(number: u32) -> u32 {
    // The lower half, on machines that store it first.
    16 + 8 * number
}

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const IF_ANY_BIT: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

fn refuse(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error as u32
}

/// A program for the kernel's filter machine.
struct Filter(Vec<libc::sock_filter>);

impl Filter {
    fn step(&mut self, code: u16, k: u32, jt: u8, jf: u8) {
        self.0.push(libc::sock_filter { code, jt, jf, k });
    }

    fn answer(&mut self, answer: u32) {
        self.step(RETURN, answer, 0, 0);
    }

    /// Answers one call; the number of the call is loaded.
    fn on_call(&mut self, call: libc::c_long, answer: u32) {
        self.step(IF_EQUAL, call as u32, 0, 1);
        self.answer(answer);
    }

    /// Refuses one call unless (or if) an argument fits.
    fn on_argument(
        &mut self,
        call: libc::c_long,
        number: u32,
        test: (u16, &[u32]),
        refuse_if: bool,
    ) {
        let (code, values) = test;
        let length = values.len() as u8;
        // Load, the tests, two answers.
        self.step(IF_EQUAL, call as u32, 0, length + 3);
        self.step(LOAD, argument(number), 0, 0);
        for (index, value) in values.iter().enumerate() {
            // A match jumps over the remaining tests and the first answer.
            self.step(code, *value, length - index as u8, 0);
        }
        let (on_match, otherwise) = if refuse_if {
            (refuse(libc::EPERM), libc::SECCOMP_RET_ALLOW)
        } else {
            (libc::SECCOMP_RET_ALLOW, refuse(libc::EPERM))
        };
        self.answer(otherwise);
        self.answer(on_match);
    }
}

fn filter(scope: Scope) -> Filter {
    let mut filter = Filter(Vec::new());
    filter.step(LOAD, KIND, 0, 0);
    filter.step(IF_EQUAL, ARCHITECTURE, 1, 0);
    filter.answer(libc::SECCOMP_RET_KILL_PROCESS);
    filter.step(LOAD, CALL, 0, 0);
    // The second numbering of x86-64.
    filter.step(IF_AT_LEAST, 0x4000_0000, 0, 1);
    filter.answer(refuse(libc::ENOSYS));
    for call in REFUSED {
        filter.on_call(*call, refuse(libc::EPERM));
    }
    // Its flags lie in memory, which a filter cannot read; libraries then use `clone`.
    filter.on_call(libc::SYS_clone3, refuse(libc::ENOSYS));
    filter.on_argument(libc::SYS_clone, 0, (IF_ANY_BIT, &[NEW_NAMESPACES]), true);
    // Letters put into the input of a terminal.
    filter.on_argument(libc::SYS_ioctl, 1, (IF_EQUAL, &[0x5412, 0x541c]), true);
    match scope {
        Scope::Namespaces => {
            filter.on_argument(libc::SYS_socket, 0, (IF_EQUAL, &[libc::AF_UNIX as u32]), false);
        }
        Scope::Landlock { own_signals_only } => {
            filter.on_call(libc::SYS_socket, refuse(libc::EPERM));
            if own_signals_only {
                confine_signals(&mut filter);
            }
        }
    }
    filter.answer(libc::SECCOMP_RET_ALLOW);
    filter
}

/// Allows signals to this process (which becomes the program) and its group.
fn confine_signals(filter: &mut Filter) {
    let own = std::process::id();
    let (group, own_group) = (0, own.wrapping_neg());
    filter.on_argument(libc::SYS_kill, 0, (IF_EQUAL, &[own, group, own_group]), false);
    for call in [libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        filter.on_argument(call, 0, (IF_EQUAL, &[own]), false);
    }
    for call in [libc::SYS_tkill, libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal] {
        filter.on_call(call, refuse(libc::EPERM));
    }
}

/// Installs the filter in this process, for good.
pub(super) fn restrict(scope: Scope) -> io::Result<()> {
    if ARCHITECTURE == 0 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let mut steps = filter(scope).0;
    let program = libc::sock_fprog { len: steps.len() as u16, filter: steps.as_mut_ptr() };
    // SAFETY: the program points at its steps, and both outlive the call.
    let result = unsafe {
        libc::prctl(
            libc::PR_SET_SECCOMP,
            libc::SECCOMP_MODE_FILTER as libc::c_ulong,
            &raw const program,
        )
    };
    checked(result).map(|_| ())
}
