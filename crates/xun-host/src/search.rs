//! A search as a job of the host. Every protocol starts its searches here, by the [`Engine`] trait.

use crate::host::{Ends, Host, Job, Progress};
use crate::serve::{MoveOf, PositionOf, Protocol};
use std::io;
use std::time::Instant;
use xun_game::{Answer, Engine, Event, Limits, Question, Stop};

/// One search: the question with its time plan, and the deadline of its answer.
pub struct Search<P: Protocol> {
    /// The position.
    pub position: PositionOf<P>,
    /// The question.
    pub question: Question<MoveOf<P>>,
    /// The outcome to answer with until the search reports a better one.
    pub fallback: Option<P::Reply>,
    /// Deadline for answering with the best outcome so far.
    pub deadline: Option<Instant>,
    /// End condition.
    pub ends: Ends,
}

impl<P: Protocol> Host<P> {
    /// Starts a search. `format` makes lines of each event; empty for none.
    pub fn start_search(
        &mut self,
        search: Search<P>,
        format: impl Fn(&Event<MoveOf<P>>) -> String + Send + 'static,
    ) -> io::Result<()> {
        let Search { position, question, fallback, deadline, ends } = search;
        self.start(Job {
            fallback,
            deadline,
            ends,
            must_answer: true,
            work: Box::new(move |engine, stop, report| {
                run::<P>(engine, &position, &question, stop, &format, report)
            }),
        })
    }
}

fn run<P: Protocol>(
    engine: &mut P::Engine,
    position: &PositionOf<P>,
    question: &Question<MoveOf<P>>,
    stop: &Stop,
    format: &dyn Fn(&Event<MoveOf<P>>) -> String,
    report: &mut dyn FnMut(Progress<P::Reply>),
) -> P::Reply {
    // A weakened player does not choose the best move that it finds.
    let full_strength = engine.is_full_strength();
    let mut on_event = |event: &Event<MoveOf<P>>| {
        let best = event.report().filter(|_| full_strength).and_then(Answer::from_report);
        report(Progress { text: format(event), best: best.map(P::Reply::from) });
    };
    engine.search(position, question, stop, &mut on_event).into()
}

impl Ends {
    /// End condition of a search with these limits, whose iterations end at `deepest` at the
    /// latest. A depth beyond it counts as no limit.
    pub fn of(limits: &Limits, deepest: u32) -> Self {
        let depth = limits.depth.filter(|&depth| depth < deepest);
        if (Limits { depth, ponder: false, ..limits.clone() }).is_unlimited() {
            Self::WhenStopped
        } else if limits.ponder {
            Self::AfterPonderHit
        } else {
            Self::ByItself
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_limits_within_reach_end_a_search() {
        let infinite = Limits { infinite: true, ..Limits::depth(3) };
        for limits in [Limits::default(), Limits::depth(200), infinite] {
            assert_eq!(Ends::of(&limits, 127), Ends::WhenStopped, "{limits:?}");
        }
        let time = Limits::move_time(Duration::from_millis(5));
        for limits in [Limits::depth(30), Limits::nodes(5), time] {
            assert_eq!(Ends::of(&limits, 127), Ends::ByItself, "{limits:?}");
        }
        let pondering = Limits { ponder: true, ..Limits::depth(5) };
        assert_eq!(Ends::of(&pondering, 127), Ends::AfterPonderHit);
    }
}
