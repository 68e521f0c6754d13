//! The host's mailbox and the stop flag: no message is lost, no thread sleeps for ever.

use crate::engine::stop::Stop;
use crate::mailbox::mailbox;
use loom::thread;

/// Two senders and a receiver that sleeps: both messages come, each once.
#[test]
fn no_wake_up_is_lost() {
    loom::model(|| {
        let (sender, mut mailbox) = mailbox();
        let other = sender.clone();
        let threads = [
            thread::spawn(move || assert!(sender.send(1))),
            thread::spawn(move || assert!(other.send(2))),
        ];
        let mut came = [mailbox.next(None), mailbox.next(None)];
        came.sort_unstable();
        assert_eq!(came, [Some(1), Some(2)]);
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// A sender that waits for room goes on when the receiver has taken a message.
#[test]
fn a_sender_that_waits_for_room_goes_on() {
    loom::model(|| {
        let (sender, mut mailbox) = mailbox();
        let thread = thread::spawn(move || {
            assert!(sender.send_when_there_is_room(1) && sender.send_when_there_is_room(2));
        });
        assert_eq!([mailbox.next(None), mailbox.next(None)], [Some(1), Some(2)]);
        thread.join().unwrap();
    });
}

/// A stop that is raised before a message is seen by the thread that receives the message.
#[test]
fn a_stop_before_a_message_is_seen_after_it() {
    loom::model(|| {
        let (sender, mut mailbox) = mailbox();
        let stop = Stop::new();
        let handle = stop.clone();
        let thread = thread::spawn(move || {
            handle.ponder_hit();
            handle.stop();
            assert!(sender.send(()));
        });
        assert_eq!(mailbox.next(None), Some(()));
        assert!(stop.is_stopped() && stop.is_ponder_hit());
        thread.join().unwrap();
    });
}
