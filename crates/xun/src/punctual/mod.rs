//! Answering in time on a busy machine: what the loops of the protocols share.
//!
//! A thread that must answer by a certain moment sleeps until then ([`Mailbox::next`]), asks the
//! system to be woken soon ([`ask_for`]), waits for nobody meanwhile, and knows how late it was
//! woken before ([`Mailbox::expected_delay`]).

#[cfg(all(test, target_os = "linux"))]
mod busy_core;
mod delays;
mod mailbox;
mod wake;

pub(crate) use delays::Delays;
pub(crate) use mailbox::{Mailbox, Sender, mailbox};
pub(crate) use wake::{Slice, ask_for};
