//! The shared part of UCI and UCCI: position, options, search with a deadline.

pub mod ucci;
pub mod uci;

use crate::deadline::answer_time;
use crate::host::{Ends, Host, Job, Progress};
use crate::serve::Protocol;
use std::io;
use std::time::{Duration, Instant};
use xun_game::{
    Answer, Engine, Event, Limits, OptionError, Question, Report, TimePlan, TimePolicy,
};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::{EngineOptions, FULL_SKILL, MAX_PLY, XiangqiEngine};

/// The result of a job.
pub enum Outcome {
    /// The answer of a search.
    Answer(Answer<Move>),
    /// The text of another job (perft, benchmark).
    Text(String),
}

/// The engine with its default options.
fn new_engine() -> io::Result<XiangqiEngine> {
    XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::default())
        .map_err(io::Error::other)
}

/// The state that both protocols keep: the position to search and the options.
#[derive(Default)]
struct Session {
    position: Position,
    options: EngineOptions,
}

impl Session {
    /// Sets an option of the engine; on an error everything stays as it was. The copy of the
    /// options can be read while the engine searches.
    fn set(
        &mut self,
        engine: &mut XiangqiEngine,
        name: &str,
        value: &str,
    ) -> Result<(), OptionError> {
        engine.set(name, value)?;
        self.options.clone_from(engine.settings());
        Ok(())
    }

    /// The legal ones of these moves.
    fn legal_among(&self, texts: &[String], ranks: Ranks) -> Vec<Move> {
        let parsed = texts.iter().filter_map(|text| parse_coordinates(text, ranks).ok());
        parsed.filter(|&chosen| self.position.is_legal_move(chosen)).collect()
    }

    /// Starts a search of the position. `format` makes a line of each report.
    fn start_search<P>(
        &self,
        mut question: Question<Move>,
        arrived: Instant,
        host: &mut Host<P>,
        format: impl Fn(&Report<Move>) -> String + Send + 'static,
    ) -> io::Result<()>
    where
        P: Protocol<Engine = XiangqiEngine, Outcome = Outcome>,
    {
        let start = host.clock_start(arrived);
        question.lines = self.options.multi_pv as usize;
        question.asked = (!question.limits.ponder).then_some(start);
        let overhead = Duration::from_millis(self.options.move_overhead as u64);
        let time = deadline_of(&question.limits, overhead, host.reserve());
        // A weakened player does not choose the best move that it finds.
        let full_strength = self.options.skill() == FULL_SKILL;
        let position = self.position.clone();
        let job = Job {
            fallback: None,
            deadline: time.map(|time| start + time),
            ends: ends_of(&question.limits),
            must_answer: true,
            work: Box::new(move |engine: &mut XiangqiEngine, stop, report| {
                let mut on_event = |event: &Event<Move>| {
                    if let Event::Line(line) = event {
                        let best = Answer::from_report(line).filter(|_| full_strength);
                        report(Progress { text: format(line), best: best.map(Outcome::Answer) });
                    }
                };
                Outcome::Answer(engine.search(&position, &question, stop, &mut on_event))
            }),
        };
        host.start(job)
    }
}

/// The position of a `position` command, and the fault that kept it from being read to its end. A
/// move that is not legal ends it; the moves before stand.
fn read_position(
    fen: Option<&str>,
    moves: &[String],
    ranks: Ranks,
) -> (Option<Position>, Option<String>) {
    let mut position = match fen.map_or_else(|| Ok(Position::start()), Position::from_fen) {
        Ok(position) => position,
        Err(error) => return (None, Some(format!("position not changed: {error}"))),
    };
    for (index, text) in moves.iter().enumerate() {
        let parsed = parse_coordinates(text, ranks).ok();
        let Some(chosen) = parsed.filter(|&chosen| position.is_legal_move(chosen)) else {
            let number = index + 1;
            let fault =
                format!("move {number} '{text}' is not legal here; the moves before it stand");
            return (Some(position), Some(fault));
        };
        position.play(chosen);
    }
    (Some(position), None)
}

/// Deadline for answering with the best move so far, counted from the command; none where only a
/// stop ends the search. `reserve` is the time that a busy machine may take until the answer is
/// read.
fn deadline_of(limits: &Limits, overhead: Duration, reserve: Duration) -> Option<Duration> {
    if limits.infinite || limits.ponder {
        return None;
    }
    let policy = TimePolicy::with_overhead(overhead);
    let hard = TimePlan::new(limits, &policy, Instant::now()).hard()?;
    let end = limits.move_time.or(limits.clock.map(|clock| clock.remaining))?;
    // A sliver of the rest for a search that notices its end late.
    Some(answer_time(hard, end, end.saturating_sub(hard) / 8, reserve))
}

/// End condition of a search. A depth beyond the deepest counts as no limit.
fn ends_of(limits: &Limits) -> Ends {
    let depth = limits.depth.filter(|&depth| (depth as usize) < MAX_PLY);
    if (Limits { depth, ponder: false, ..limits.clone() }).is_unlimited() {
        Ends::WhenStopped
    } else if limits.ponder {
        Ends::AfterPonderHit
    } else {
        Ends::ByItself
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_game::Clock;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_deadline_comes_after_the_search_and_before_the_limit() {
        let after = |limits: &Limits, delay: Duration| deadline_of(limits, ms(10), delay * 2);
        let fixed = Limits::move_time(ms(100));
        assert_eq!(after(&fixed, ms(1)), Some(Duration::from_micros(95_625)));
        assert_eq!(after(&fixed, ms(10)), Some(ms(80)), "wakes were late: twice as much is left");
        assert_eq!(after(&fixed, ms(50)), Some(ms(25)), "something must be left to search");
        let clock = Clock { remaining: ms(60_000), increment: ms(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let policy = TimePolicy::with_overhead(ms(10));
        let hard = TimePlan::new(&limits, &policy, Instant::now()).hard();
        assert_eq!(after(&limits, ms(5)), Some(hard.unwrap() + ms(50)));
        assert_eq!(after(&Limits { ponder: true, ..limits.clone() }, ms(5)), None);
        assert_eq!(after(&Limits::depth(9), ms(5)), None);
    }

    #[test]
    fn only_limits_within_reach_end_a_search() {
        let infinite = Limits { infinite: true, ..Limits::depth(3) };
        for limits in [Limits::default(), Limits::depth(200), infinite] {
            assert_eq!(ends_of(&limits), Ends::WhenStopped, "{limits:?}");
        }
        for limits in [Limits::depth(30), Limits::nodes(5), Limits::move_time(ms(5))] {
            assert_eq!(ends_of(&limits), Ends::ByItself, "{limits:?}");
        }
        let pondering = Limits { ponder: true, ..Limits::depth(5) };
        assert_eq!(ends_of(&pondering), Ends::AfterPonderHit);
    }

    #[test]
    fn a_wrong_move_ends_the_list_of_moves() {
        let moves = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let (position, fault) =
            read_position(None, &moves(&["h2e2", "a0a9", "h9g7"]), Ranks::FromZero);
        assert!(fault.unwrap().starts_with("move 2 'a0a9'"));
        let (expected, none) = read_position(None, &moves(&["h2e2"]), Ranks::FromZero);
        assert_eq!((position.unwrap().to_fen(), none), (expected.unwrap().to_fen(), None));
        assert!(read_position(Some("x"), &[], Ranks::FromZero).0.is_none());
    }
}
