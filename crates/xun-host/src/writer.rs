//! Who speaks: one thread writes every line, and answers in time whatever the searching thread
//! does.
//!
//! A busy machine may keep the searching thread from noticing that its time is over. The one that
//! speaks, which sleeps meanwhile and so is woken soon, watches the clock too: shortly before the
//! limit it says the best move so far and stops the search, and what that says later is dropped. It
//! shares no lock with the search (see [`crate::mailbox`]).

use crate::mailbox::{Mailbox, Sender, mailbox};
use crate::time_slice::{TimeSlice, request_time_slice};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};
use xun_game::{Limits, Stop, TimePlan, TimePolicy};
use xun_xiangqi::search::Answer;

/// The longest that a search on a clock may be late.
const PATIENCE: Duration = Duration::from_millis(50);

/// When to say the best move so far, counted from the command; none where only a stop ends the
/// search. `delay` is how late a thread may be woken: twice, once to hear the command and once to
/// answer it.
fn watch_time(limits: &Limits, overhead: Duration, delay: Duration) -> Option<Duration> {
    if limits.infinite || limits.ponder {
        return None;
    }
    let hard =
        TimePlan::new(limits, &TimePolicy::with_overhead(overhead), Instant::now()).hard()?;
    let end = limits.move_time.or(limits.clock.map(|clock| clock.remaining))?;
    // The search has until `hard`, and a little for noticing it.
    let usual = hard + (end.saturating_sub(hard) / 8).min(PATIENCE);
    Some(usual.min(end.saturating_sub(delay * 2).max(end / 4)))
}

/// What the speaking thread hears.
enum Message {
    /// A line to say.
    Line(String),
    /// A search is about to begin.
    Asked(Box<Asked>),
    /// The search of this number found something: the line about it, and what would be answered
    /// now.
    Found(u64, String, Option<Box<Answer>>),
    /// It has ended.
    Answered(u64, Box<Answer>),
    /// Somebody waits until all of the above is said.
    Wait(SyncSender<()>),
}

/// A question that is to be answered.
pub(crate) struct Asked {
    /// Its number; later ones have higher ones, from one.
    pub(crate) number: u64,
    /// When it came.
    pub(crate) came: Instant,
    /// What limits the search.
    pub(crate) limits: Limits,
    /// What each move loses outside the engine.
    pub(crate) overhead: Duration,
    /// By which the search is stopped.
    pub(crate) control: Stop,
    /// How the answer is put into words.
    pub(crate) words: Box<dyn FnOnce(&Answer) -> String + Send>,
}

/// Where replies go; shared between the loop and the search. A reader that went away is remembered,
/// not mourned.
#[derive(Clone)]
pub(crate) struct Voice {
    speaker: Sender<Message>,
    closed: Arc<AtomicBool>,
    answered: Arc<AtomicU64>,
}

impl Voice {
    /// A voice that is heard there. Its thread ends with the process.
    pub(crate) fn new(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (closed, answered) = (Arc::default(), Arc::default());
        let (tell, told) = sync_channel(1);
        let (is_closed, last) = (Arc::clone(&closed), Arc::clone(&answered));
        std::thread::Builder::new().name("voice".to_owned()).spawn(move || {
            request_time_slice(TimeSlice::Short);
            let (sender, mailbox) = mailbox();
            if tell.send(sender).is_ok() {
                Speaker { out: Box::new(out), closed: is_closed, answered: last, open: None }
                    .speak(mailbox);
            }
        })?;
        let speaker = told.recv().map_err(io::Error::other)?;
        Ok(Self { speaker, closed, answered })
    }

    /// Writes a line that a command asked for and sends it off.
    pub(crate) fn say(&self, line: impl std::fmt::Display) {
        self.speaker.send_when_there_is_room(Message::Line(line.to_string()));
    }

    /// A question came that is to be answered in time.
    pub(crate) fn ask(&self, asked: Asked) {
        self.speaker.send_when_there_is_room(Message::Asked(Box::new(asked)));
    }

    /// The search of this number has news, and this to answer with if its time is over.
    pub(crate) fn found(&self, number: u64, line: String, answer: Option<Answer>) {
        self.speaker.send(Message::Found(number, line, answer.map(Box::new)));
    }

    /// The search of this number has ended.
    pub(crate) fn answer(&self, number: u64, answer: Answer) {
        self.speaker.send(Message::Answered(number, Box::new(answer)));
    }

    /// Whether the question of this number was answered.
    pub(crate) fn has_answered(&self, number: u64) -> bool {
        self.answered.load(Acquire) >= number
    }

    /// Waits until everything is said.
    pub(crate) fn finish(&self) {
        let (done, wait) = sync_channel(1);
        self.speaker.send(Message::Wait(done));
        // A speaker that is no more has nothing to say.
        let _ = wait.recv();
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }
}

/// A question without an answer so far.
struct Open {
    asked: Asked,
    deadline: Option<Instant>,
    best: Option<Box<Answer>>,
    /// Its time is over, and there was nothing to say: a move that nobody looked at is worse than a
    /// late one.
    overdue: bool,
}

/// The thread that speaks.
struct Speaker {
    out: Box<dyn Write + Send>,
    closed: Arc<AtomicBool>,
    answered: Arc<AtomicU64>,
    open: Option<Open>,
}

impl Speaker {
    fn speak(mut self, mut mailbox: Mailbox<Message>) {
        loop {
            let deadline = self.open.as_ref().and_then(|open| open.deadline);
            match mailbox.next(deadline) {
                Some(Message::Line(line)) => self.say(&line),
                Some(Message::Asked(asked)) => {
                    let time = watch_time(&asked.limits, asked.overhead, mailbox.expected_delay());
                    let deadline = time.map(|time| asked.came + time);
                    self.open = Some(Open { asked: *asked, deadline, best: None, overdue: false });
                }
                Some(Message::Found(number, line, answer)) => self.hear(number, &line, answer),
                Some(Message::Answered(number, answer)) => {
                    if let Some(open) = self.open.take_if(|open| open.asked.number == number) {
                        self.answer(open, &answer);
                    }
                }
                Some(Message::Wait(done)) => {
                    // Whoever waited may have gone.
                    let _ = done.send(());
                }
                None => self.time_is_over(),
            }
        }
    }

    fn hear(&mut self, number: u64, line: &str, answer: Option<Box<Answer>>) {
        let Some(open) = self.open.as_mut().filter(|open| open.asked.number == number) else {
            return;
        };
        open.best = answer.or(open.best.take());
        let overdue = open.overdue;
        self.say(line);
        if overdue {
            self.time_is_over();
        }
    }

    fn time_is_over(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        let Some(best) = open.best.take() else {
            self.open = Some(Open { overdue: true, deadline: None, ..open });
            return;
        };
        open.asked.control.stop();
        self.answer(open, &best);
    }

    fn answer(&mut self, open: Open, answer: &Answer) {
        let number = open.asked.number;
        let words = (open.asked.words)(answer);
        // Before it is heard: the next question may follow at once.
        self.answered.store(number, Release);
        self.say(&words);
    }

    fn say(&mut self, line: &str) {
        // One write: between two the listener may run, and others before we do again.
        let text = format!("{line}\n");
        if self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).is_err() {
            self.closed.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, PoisonError};
    use xun_game::Clock;
    use xun_game::Score;
    use xun_xiangqi::rules::Position;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_watch_runs_out_after_the_search_and_before_the_limit() {
        let after = |limits: &Limits, delay| watch_time(limits, ms(10), delay);
        let fixed = Limits::move_time(ms(100));
        assert_eq!(after(&fixed, ms(1)), Some(Duration::from_micros(95_625)));
        assert_eq!(after(&fixed, ms(10)), Some(ms(80)), "wakes were late: twice as much is left");
        assert_eq!(after(&fixed, ms(50)), Some(ms(25)), "something must be left to think");
        let clock = Clock { remaining: ms(60_000), increment: ms(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let policy = TimePolicy::with_overhead(ms(10));
        let hard = TimePlan::new(&limits, &policy, Instant::now()).hard();
        assert_eq!(after(&limits, ms(5)), Some(hard.unwrap() + PATIENCE));
        assert_eq!(after(&Limits { ponder: true, ..limits.clone() }, ms(5)), None);
        assert_eq!(after(&Limits::depth(9), ms(5)), None);
    }

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Paper {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
                .unwrap()
        }
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A voice that was asked for a move within this time, and where it is heard.
    fn asked(number: u64, limits: Limits) -> (Voice, Paper) {
        let paper = Paper::default();
        let voice = Voice::new(paper.clone()).unwrap();
        ask(&voice, number, limits);
        (voice, paper)
    }

    fn ask(voice: &Voice, number: u64, limits: Limits) {
        voice.ask(Asked {
            number,
            came: Instant::now(),
            limits,
            overhead: ms(10),
            control: Stop::new(),
            words: Box::new(|answer| format!("answer of depth {}", answer.depth)),
        });
    }

    fn answer(depth: u32) -> Answer {
        let best = Position::start().legal_moves().first().copied();
        Answer {
            best,
            ponder: None,
            score: Score::ZERO,
            depth,
            nodes: 1,
            time: ms(1),
            lines: Vec::new(),
        }
    }

    fn wait_for_answer(voice: &Voice, number: u64) {
        while !voice.has_answered(number) {
            std::thread::sleep(ms(1));
        }
        voice.finish();
    }

    #[test]
    fn a_search_that_does_not_end_is_answered_for() {
        let (voice, paper) = asked(1, Limits::move_time(ms(40)));
        voice.found(1, "depth 3".into(), Some(answer(3)));
        voice.found(1, "nothing new".into(), None);
        wait_for_answer(&voice, 1);
        assert_eq!(paper.text(), "depth 3\nnothing new\nanswer of depth 3\n");
        // What it says later is of no interest, whatever else was asked since.
        voice.found(1, "depth 4".into(), Some(answer(4)));
        ask(&voice, 2, Limits::depth(5));
        voice.answer(1, answer(4));
        voice.answer(2, answer(5));
        wait_for_answer(&voice, 2);
        assert!(
            paper.text().ends_with("answer of depth 3\nanswer of depth 5\n"),
            "{}",
            paper.text()
        );
    }

    #[test]
    fn a_search_that_was_late_to_begin_is_answered_for_as_soon_as_it_knows_a_move() {
        let (voice, paper) = asked(1, Limits::move_time(ms(1)));
        std::thread::sleep(ms(20));
        voice.finish();
        assert_eq!((paper.text().as_str(), voice.has_answered(1)), ("", false));
        voice.found(1, "depth 1".into(), Some(answer(1)));
        voice.answer(1, answer(2));
        voice.finish();
        assert_eq!(paper.text(), "depth 1\nanswer of depth 1\n");
    }

    #[test]
    fn one_that_ends_in_time_answers_itself() {
        let (voice, paper) = asked(1, Limits::move_time(Duration::from_secs(3600)));
        voice.say("readyok");
        voice.answer(1, answer(7));
        voice.finish();
        assert_eq!(paper.text(), "readyok\nanswer of depth 7\n");
    }
}
