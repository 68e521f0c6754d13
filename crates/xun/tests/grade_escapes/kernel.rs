//! Ways out through interfaces of the kernel: rare system calls, families of sockets, devices,
//! descriptors and the memory of other processes.

use crate::course::{ANSWER, Course, levels};
use std::fs;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

/// Levels that confine what a program can reach.
fn confining() -> impl Iterator<Item = &'static str> {
    levels().into_iter().filter(|level| *level != "limits")
}

/// Grades a Python program that prints the right answer unless `found` holds something.
fn nothing_found(course: &Course, name: &str, code: &str) {
    fs::write(
        course.path("alice/escape.py"),
        format!(
            "import ctypes, os, socket, sys\nfound = []\n{code}\n\
             print('ESCAPED', *found) if found else print('6\\nRRDURR')\n"
        ),
    )
    .unwrap();
    let graded = course.graded("exec python3 alice/escape.py", &["--time", "60"]);
    assert_eq!(graded["verdict"], "correct", "{} {name}: {graded}", course.level);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn rare_system_calls_are_refused() {
    // Numbers of x86-64; the arguments are such that each works for a user without rights, where
    // the system has it.
    let code = "
libc = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(4096)
calls = {
    'userfaultfd': (323, 1), 'bpf': (321, 0, room, 128),
    'perf_event_open': (298, room, 0, -1, -1, 0),
    'keyctl': (250, 0, -3, 1, 0, 0), 'add_key': (248, b'user', b'x', b'y', 1, -2),
    'request_key': (249, b'user', b'x', 0, 0), 'memfd_create': (319, b'x', 0),
    'memfd_secret': (447, 0), 'io_uring_setup': (425, 8, room), 'ptrace': (101, 0, 0, 0, 0),
    'process_vm_readv': (310, os.getpid(), room, 0, room, 0, 0), 'unshare': (272, 0x10000000),
    'clone3': (435, room, 64), 'setns': (308, 0, 0), 'shmget': (29, 0, 4096, 0o1600),
    'semget': (64, 0, 1, 0o1600), 'msgget': (68, 0, 0o1600),
    'mq_open': (240, b'x', 0o102, 0o600, 0),
    'kcmp': (312, os.getpid(), os.getpid(), 0, 0, 0), 'fanotify_init': (300, 0, 0),
    'name_to_handle_at': (303, -100, b'/', room, room, 0), 'iopl': (172, 3),
    'ioperm': (173, 0, 1, 1),
    'sched_setscheduler (real time)': (144, 0, 1, (ctypes.c_int * 1)(1)),
}
found = [name for name, call in calls.items() if libc.syscall(*call) >= 0]";
    for level in confining() {
        nothing_found(&Course::new(level), "system calls", code);
    }
}

#[test]
fn no_family_of_sockets_leads_out() {
    let name = format!("xun-escape-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let abstract_name = UnixListener::bind_addr(&address).unwrap();
    abstract_name.set_nonblocking(true).unwrap();
    for level in confining() {
        let course = Course::new(level);
        let file = course.path("teacher/socket");
        let listener = UnixListener::bind(&file).unwrap();
        listener.set_nonblocking(true).unwrap();
        let code = format!(
            "
for family in ('INET', 'INET6', 'NETLINK', 'PACKET', 'VSOCK', 'ALG', 'BLUETOOTH', 'TIPC', 'CAN',
               'QIPCRTR'):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            made = socket.socket(getattr(socket, 'AF_' + family), kind)
            found.append(family)
        except (OSError, AttributeError):
            pass
for place in ('\\0{name}', '{}'):
    try:
        socket.socket(socket.AF_UNIX).connect(place)
        found.append(place)
    except OSError:
        pass",
            file.display()
        );
        nothing_found(&course, "sockets", &code);
        assert!(abstract_name.accept().is_err() && listener.accept().is_err(), "{level}");
    }
}

/// A program that reads what it should not, by numbers instead of names.
#[test]
fn descriptors_and_memory_of_others_are_not_reached() {
    let own = std::process::id();
    let code = format!(
        "
def listed(path):
    try:
        return os.listdir(path)
    except OSError:
        return []
for number in range(3, 1000):
    try:
        os.fstat(number)
        found.append(str(number))
    except OSError:
        pass
numbers = {{int(name) for name in listed('/proc') if name.isdigit()}}
for process in {{os.getppid(), 1, {own}}} | numbers:
    if process == os.getpid():
        continue
    for name in ('mem', 'environ', 'maps', 'stack', 'syscall'):
        try:
            with open(f'/proc/{{process}}/{{name}}', 'rb') as file:
                if name != 'mem' and file.read(1):
                    found.append(file.name)
                if name == 'mem':
                    found.append(file.name)
        except OSError:
            pass
    for name in ('map_files', 'root/root', 'cwd/teacher'):
        if listed(f'/proc/{{process}}/{{name}}'):
            found.append(f'{{process}} {{name}}')
    for number in range(100):
        for reach in (os.readlink, lambda path: os.open(path, os.O_RDONLY)):
            try:
                reach(f'/proc/{{process}}/fd/{{number}}')
                found.append(f'{{process}} fd {{number}}')
            except OSError:
                pass"
    );
    for level in confining() {
        nothing_found(&Course::new(level), "descriptors", &code);
    }
}

#[test]
fn devices_and_terminals_are_out_of_reach() {
    let code = "
for name in ('tty', 'console', 'kmsg', 'mem', 'port', 'fuse', 'kvm', 'loop-control', 'ptmx',
             'pts/0', 'vda', 'sda', 'nvme0n1', 'net/tun', 'vhost-net', 'vsock', 'uinput',
             'input/event0'):
    for mode in ('rb', 'wb'):
        try:
            open('/dev/' + name, mode, buffering=0)
            found.append(name)
        except OSError:
            pass
for name in ('sysrq-trigger', 'sys/kernel/core_pattern', 'self/oom_score_adj', 'kcore', 'kallsyms'):
    try:
        with open('/proc/' + name, 'r+b', buffering=0) as file:
            file.write(b'-1000')
            found.append(name)
    except OSError:
        pass";
    for level in confining() {
        nothing_found(&Course::new(level), "devices", code);
    }
}

/// Nothing of the system is used up for those who come after it.
#[test]
fn watches_and_limits_of_the_launcher_do_not_outlive_the_run() {
    for level in levels() {
        let course = Course::new(level);
        let code = "
libc = ctypes.CDLL(None)
watches = [libc.inotify_init() for _ in range(5000)]
pipes = []
try:
    while True:
        pipes.append(os.pipe())
except OSError:
    pass";
        nothing_found(&course, "watches", code);
        // Those of the first run are free again.
        nothing_found(
            &course,
            "a watch afterwards",
            "libc = ctypes.CDLL(None)\nfound = [] if libc.inotify_init() >= 0 else ['none']",
        );
        // The launcher's own limits: the run is reported, whatever becomes of it.
        let script = format!(
            "prlimit --pid $PPID --cpu=1:1 --nofile=3:3 --as=1000000:1000000 2>/dev/null; {ANSWER}"
        );
        let graded = course.graded(&script, &["--time", "60"]);
        let verdict = graded["verdict"].as_str().unwrap_or_default();
        assert!(["correct", "crash", "not_graded"].contains(&verdict), "{level}: {graded}");
    }
}

/// Children that have ended and were not waited for are not counted as running, so that the kernel
/// alone can refuse more of them: a fork bomb that is quicker than every look at it.
#[test]
fn the_kernel_refuses_more_processes_than_allowed_or_the_report_says_that_it_does_not() {
    const FORKS: &str = "
try:
    for number in range(3000):
        if os.fork() == 0:
            os._exit(0)
    found.append(3000)
except BlockingIOError:
    pass
";
    for level in confining() {
        let course = Course::new(level);
        let ran = course.grade(ANSWER, &[]);
        if ran.err.contains("many processes for a moment") {
            assert_ne!(level, "namespaces", "only on a system before Linux 6.14: {}", ran.err);
            continue;
        }
        nothing_found(&course, "processes", FORKS);
        // Short-lived ones in any number are none too many.
        let many = "python3 -c 'import os
for number in range(2000):
    child = os.fork() or os._exit(0)
    os.waitpid(child, 0)'";
        let graded = course.graded(&format!("{many} && {ANSWER}"), &["--time", "60"]);
        assert_eq!(graded["verdict"], "correct", "{level}: {graded}");
    }
}
