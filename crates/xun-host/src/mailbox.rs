//! How a loop hears of lines and thoughts, without ever waiting for whoever sends them.
//!
//! The standard channel's own waiting takes a lock around waking the receiver. On a busy machine
//! the receiver, woken, takes the processor from the sender at that very moment; then it waits for
//! the lock, and the sender, which thinks and has had its share of time, is let run again only
//! after everybody else: 20 ms later with four threads a core. So the receiver here never waits
//! inside the channel: it looks, and sleeps until somebody says that there is something, which
//! needs no lock.

use crate::wake_delay::WakeDelays;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::Thread;
use std::time::{Duration, Instant};

/// So many messages may wait before who sends on what comes from outside is made to wait too.
const CROWDED: usize = 1024;
/// How long such a sender rests before it looks again.
const REST: Duration = Duration::from_millis(1);

/// Where messages go.
pub(crate) struct Sender<T> {
    channel: mpsc::Sender<(Instant, T)>,
    waiting: Arc<AtomicUsize>,
    reader: Thread,
}

/// Where messages come from. It stays with the thread that made it, which is the one that is woken.
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
        Sender { channel: sender, waiting: Arc::clone(&waiting), reader: std::thread::current() };
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
    /// Sends a message of which there are as many as somebody outside likes, once there is room:
    /// where nobody reads the answers, what asks for them must not fill the memory. Whether there
    /// is still somebody to read it.
    pub(crate) fn send_when_there_is_room(&self, message: T) -> bool {
        while self.waiting.load(Relaxed) >= CROWDED {
            std::thread::sleep(REST);
        }
        self.send(message)
    }

    /// Sends a message; whether there is still somebody to read it.
    pub(crate) fn send(&self, message: T) -> bool {
        self.waiting.fetch_add(1, Relaxed);
        let sent = self.channel.send((Instant::now(), message)).is_ok();
        self.reader.unpark();
        sent
    }
}

impl<T> Mailbox<T> {
    /// The next message, if one comes before `until`; without a time it is waited for.
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
                std::thread::park();
                continue;
            };
            let rest = until.saturating_duration_since(now);
            if rest.is_zero() {
                self.woken(slept, until);
                return None;
            }
            slept.get_or_insert(now);
            std::thread::park_timeout(rest);
        }
    }

    /// Takes note of how late it runs, if it slept until this was due.
    fn woken(&mut self, slept: Option<Instant>, due: Instant) {
        if slept.is_some_and(|since| since <= due) {
            let now = Instant::now();
            self.delays.note(now.saturating_duration_since(due), now);
        }
    }

    /// How late the mailbox's thread may be the next time it must wake.
    pub(crate) fn expected_delay(&self) -> Duration {
        self.delays.expected(Instant::now())
    }
}

impl<T> Drop for Mailbox<T> {
    /// Nobody need wait for room where nobody reads.
    fn drop(&mut self) {
        self.waiting.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_waits_for_room() {
        let (sender, mut mailbox) = mailbox();
        let outside = sender.clone();
        let flood = std::thread::spawn(move || {
            (0..usize::MAX).take_while(|&number| outside.send_when_there_is_room(number)).count()
        });
        for expected in 0..10 * CROWDED {
            assert!(mailbox.waiting.load(Relaxed) <= CROWDED);
            assert_eq!(mailbox.next(None), Some(expected));
        }
        // Who thinks is never made to wait.
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
        assert!(!sender.send(4), "nobody reads it");
    }

    #[test]
    fn only_a_sleeper_is_woken_late() {
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
