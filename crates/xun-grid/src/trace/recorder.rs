//! A search's events in memory, up to a limit.

use crate::{Event, Observer};

/// Keeps events in order until its limit; counts what came after.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
    limit: usize,
    dropped: u64,
}

impl Recorder {
    /// A recorder of at most this many events.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { events: Vec::new(), limit, dropped: 0 }
    }

    /// The events in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events, without the recorder.
    #[must_use]
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// The number of events after the limit.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: Event) {
        if self.events.len() < self.limit {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_up_to_its_limit_and_counts_the_rest() {
        let mut recorder = Recorder::new(2);
        for bound in 0..5 {
            recorder.event(Event::NewBound { bound: f64::from(bound) });
        }
        assert_eq!(
            recorder.events(),
            [Event::NewBound { bound: 0.0 }, Event::NewBound { bound: 1.0 }]
        );
        assert_eq!(recorder.dropped(), 3);
    }
}
