//! Our Xiangqi engine under a stop flag that is not its own: a match's, or a page's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Answer, Engine, Question, Report};

/// How often the flag is looked at.
const LOOK: Duration = Duration::from_millis(4);

/// Ends the watching thread however the search ends; otherwise a panic would wait for it forever.
struct Done<'a>(&'a AtomicBool, thread::Thread);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// Searches until the engine is done or `stop` is raised; then it answers with the best that it
/// has.
pub fn search_until(
    engine: &mut Engine<PlayingEvaluator>,
    position: &Position,
    question: &Question,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    let control = engine.control();
    // A stop that comes from here on counts.
    engine.arm(&question.limits);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    control.stop();
                }
                thread::park_timeout(LOOK);
            }
        });
        let _done = Done(&done, watcher.thread().clone());
        engine.search_armed(position, question, report)
    })
}
