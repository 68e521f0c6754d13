//! Measures what the mailbox is for: one core, a thread that never sleeps, a thread that works and
//! sends, a thread that sends urgent messages, and the receiver.

use crate::mailbox::mailbox;
use crate::time_slice::{TimeSlice, request_time_slice};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Mean delay of urgent messages while a thread of low priority works and sends too.
fn delay_on_a_busy_core<S: Clone + Send>(
    sender: S,
    send: fn(&S, Option<Instant>),
    mut receive: impl FnMut() -> Option<Instant>,
) -> Duration {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    const MESSAGES: u32 = 30;
    let done = AtomicBool::new(false);
    let mut delays = Duration::ZERO;
    let worker = sender.clone();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            request_time_slice(TimeSlice::Default);
            while !done.load(Relaxed) {
                std::hint::spin_loop();
            }
        });
        scope.spawn(|| {
            let sender = worker;
            request_time_slice(TimeSlice::Default);
            lower_priority();
            while !done.load(Relaxed) {
                let began = Instant::now();
                while began.elapsed() < Duration::from_millis(2) {
                    std::hint::spin_loop();
                }
                send(&sender, None);
            }
        });
        scope.spawn(move || {
            for _ in 0..MESSAGES {
                std::thread::sleep(Duration::from_millis(7));
                send(&sender, Some(Instant::now()));
            }
        });
        let mut count = 0;
        while count < MESSAGES {
            if let Some(sent) = receive() {
                delays += sent.elapsed();
                count += 1;
            }
        }
        done.store(true, Relaxed);
    });
    delays / MESSAGES
}

/// Binds the calling thread, and those it starts, to one of its cores.
#[expect(unsafe_code, reason = "the scheduler is asked by system calls")]
fn stay_on_one_core() {
    // SAFETY: a set of cores is all integers; the calls read or write one of just the size that
    // they are told.
    unsafe {
        let mut cores: libc::cpu_set_t = std::mem::zeroed();
        let size = size_of::<libc::cpu_set_t>();
        assert_eq!(libc::sched_getaffinity(0, size, &raw mut cores), 0);
        let core =
            (0..libc::CPU_SETSIZE as usize).rev().find(|&core| libc::CPU_ISSET(core, &cores));
        libc::CPU_ZERO(&mut cores);
        libc::CPU_SET(core.unwrap(), &mut cores);
        assert_eq!(libc::sched_setaffinity(0, size, &raw const cores), 0);
    }
}

#[expect(unsafe_code, reason = "as above")]
fn lower_priority() {
    // SAFETY: takes and returns integers; on Linux it is of the calling thread.
    unsafe { libc::nice(10) };
}

/// Mean delays of the mailbox and of the standard channel.
fn measure() -> (Duration, Duration) {
    let (sender, mut mailbox) = mailbox();
    let ours = delay_on_a_busy_core(
        sender,
        |sender, now| {
            sender.send(now);
        },
        || mailbox.next(None).unwrap(),
    );
    let (sender, receiver) = mpsc::channel();
    let theirs = delay_on_a_busy_core(
        sender,
        |sender, now| {
            let _ = sender.send(now);
        },
        || receiver.recv().unwrap(),
    );
    (ours, theirs)
}

/// A delay that a machine without anything to compare may show.
const SMALL: Duration = Duration::from_millis(5);

/// The property is a delay, so it has to be timed. It is compared with the standard channel on the
/// same core in the same run; other load delays both, and the best of three runs counts.
#[test]
fn the_receiver_does_not_wait_for_a_preempted_sender() {
    stay_on_one_core();
    request_time_slice(TimeSlice::Short);
    let mut measured = Vec::new();
    for _ in 0..3 {
        // 4 µs and 12 ms on a machine with nothing else to do.
        let (ours, theirs) = measure();
        if ours < theirs / 2 || ours < SMALL {
            return;
        }
        measured.push((ours, theirs));
    }
    panic!("mailbox and standard channel: {measured:?}");
}
