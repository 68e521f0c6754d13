//! A channel whose receiver holds no lock while it waits.
//!
//! The standard channel takes a lock around waking its receiver. On a busy machine the woken
//! receiver preempts the sender at that moment and then waits for the lock; the sender is a search
//! thread that has used up its time slice, so it runs again only after all other threads: 20 ms
//! later with four threads a core. The receiver here never waits inside the channel: it looks for a
//! message, then parks its thread until a sender unparks it, which needs no lock.

#[cfg(loom)]
use crate::model_thread as thread;
use crate::wake_delay::WakeDelays;
#[cfg(loom)]
use loom::{
    sync::{atomic::AtomicUsize, mpsc},
    thread::Thread,
};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
#[cfg(not(loom))]
use std::{
    sync::{atomic::AtomicUsize, mpsc},
    thread::{self, Thread},
};

/// From so many waiting messages on, a sender of outside input waits too.
const CROWDED: usize = if cfg!(loom) { 1 } else { 1024 };
/// Pause of such a sender between two looks.
const REST: Duration = Duration::from_millis(1);

/// The sending end; cloned for each sender.
pub(crate) struct Sender<T> {
    channel: mpsc::Sender<(Instant, T)>,
    waiting: Arc<AtomicUsize>,
    reader: Thread,
}

/// The receiving end. It stays with the thread that made it, because senders wake that thread.
pub(crate) struct Mailbox<T> {
    channel: mpsc::Receiver<(Instant, T)>,
    waiting: Arc<AtomicUsize>,
    delays: WakeDelays,
    stays_here: PhantomData<*const ()>,
}

/// A mailbox of the calling thread.
pub(crate) fn mailbox<T>() -> (Sender<T>, Mailbox<T>) {
    let (sender, receiver) = mpsc::channel();
    let waiting = Arc::<AtomicUsize>::default();
    let sender =
        Sender { channel: sender, waiting: Arc::clone(&waiting), reader: thread::current() };
    (
        sender,
        Mailbox {
            channel: receiver,
            waiting,
            delays: WakeDelays::default(),
            stays_here: PhantomData,
        },
    )
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        let Self { channel, waiting, reader } = self;
        Self { channel: channel.clone(), waiting: Arc::clone(waiting), reader: reader.clone() }
    }
}

impl<T> Sender<T> {
    /// Sends a message of outside input once there is room, so that input does not fill the memory
    /// while its answers are not read. False if the mailbox is gone.
    pub(crate) fn send_when_there_is_room(&self, message: T) -> bool {
        while self.waiting.load(Relaxed) >= CROWDED {
            thread::sleep(REST);
        }
        self.send(message)
    }

    /// Sends a message without waiting. False if the mailbox is gone.
    pub(crate) fn send(&self, message: T) -> bool {
        self.waiting.fetch_add(1, Relaxed);
        let sent = self.channel.send((Instant::now(), message)).is_ok();
        self.reader.unpark();
        sent
    }
}

impl<T> Mailbox<T> {
    /// The next message. With a time: `None` if none has come by then.
    pub(crate) fn next(&mut self, until: Option<Instant>) -> Option<T> {
        let mut slept = None;
        loop {
            if let Ok((sent, message)) = self.channel.try_recv() {
                self.waiting.fetch_sub(1, Relaxed);
                self.woken(slept, sent);
                return Some(message);
            }
            let now = Instant::now();
            let Some(until) = until else {
                slept.get_or_insert(now);
                thread::park();
                continue;
            };
            let rest = until.saturating_duration_since(now);
            if rest.is_zero() {
                self.woken(slept, until);
                return None;
            }
            slept.get_or_insert(now);
            thread::park_timeout(rest);
        }
    }

    /// Notes how late this thread runs, if it slept until the event was due.
    fn woken(&mut self, slept: Option<Instant>, due: Instant) {
        if slept.is_some_and(|since| since <= due) {
            let now = Instant::now();
            self.delays.note(now.saturating_duration_since(due), now);
        }
    }

    /// Expected wake-up delay of this thread.
    pub(crate) fn expected_delay(&self) -> Duration {
        self.delays.expected(Instant::now())
    }
}

impl<T> Drop for Mailbox<T> {
    /// Lets senders go that wait for room.
    fn drop(&mut self) {
        self.waiting.store(0, Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn outside_input_waits_for_room() {
        let (sender, mut mailbox) = mailbox();
        let outside = sender.clone();
        let flood = std::thread::spawn(move || {
            (0..usize::MAX).take_while(|&number| outside.send_when_there_is_room(number)).count()
        });
        for expected in 0..10 * CROWDED {
            assert!(mailbox.waiting.load(Relaxed) <= CROWDED);
            assert_eq!(mailbox.next(None), Some(expected));
        }
        // A plain send never waits.
        while mailbox.waiting.load(Relaxed) < CROWDED {
            std::thread::yield_now();
        }
        assert!(sender.send(7));
        drop(mailbox);
        assert!(flood.join().unwrap() >= 10 * CROWDED, "it ends with its reader");
    }

    #[test]
    fn messages_come_in_order_and_none_after_the_time() {
        let (sender, mut mailbox) = mailbox();
        assert!(sender.send(1) && sender.clone().send(2));
        let soon = || Some(Instant::now() + Duration::from_millis(2));
        assert_eq!(
            [mailbox.next(None), mailbox.next(soon()), mailbox.next(soon())],
            [Some(1), Some(2), None]
        );
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5));
                sender.send(3)
            });
            assert_eq!(mailbox.next(None), Some(3));
        });
        drop(mailbox);
        assert!(!sender.send(4), "the mailbox is gone");
    }

    #[test]
    fn only_a_sleeping_thread_is_woken_late() {
        let (sender, mut mailbox) = mailbox();
        sender.send(());
        std::thread::sleep(Duration::from_millis(30));
        mailbox.next(None);
        assert_eq!(mailbox.expected_delay(), Duration::ZERO, "it was awake, only busy");
        let due = Instant::now() + Duration::from_millis(2);
        mailbox.next(Some(due));
        assert!(mailbox.expected_delay() > Duration::ZERO);
    }
}
