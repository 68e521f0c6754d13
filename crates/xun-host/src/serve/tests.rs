//! The event loop with a protocol whose searches follow a script.

use super::*;
use crate::host::{Ends, Job};
use crate::search::Search;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use xun_game::{Bound, Level, OptionError, OptionSpec, Question, Report, Score, Stop, TimePolicy};

/// One step of a search.
enum Step {
    /// Reports a line and an outcome.
    Report(u32),
    /// Reports a line alone.
    Note,
    /// Ends with this outcome.
    End(u32),
    Panic,
}

/// An engine whose searches follow a script. Moves are numbers; a stopped search answers 0. The
/// position says whether it hears a stop.
struct Scripted(Receiver<Step>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hearing {
    Good,
    Deaf,
}

/// A report of this move, or without a move.
fn report(best: Option<u32>) -> Report<u32> {
    Report {
        depth: best.unwrap_or(0),
        selective_depth: 0,
        line: 1,
        score: Score::ZERO,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        fullness: 0,
        pv: best.into_iter().collect(),
    }
}

impl Engine for Scripted {
    type Position = Hearing;
    type Move = u32;

    fn search(
        &mut self,
        position: &Hearing,
        _question: &Question<u32>,
        stop: &Stop,
        listen: &mut dyn FnMut(&xun_game::Event<u32>),
    ) -> Answer<u32> {
        loop {
            match self.0.recv_timeout(Duration::from_millis(1)) {
                Ok(Step::Report(best)) => listen(&xun_game::Event::Line(report(Some(best)))),
                Ok(Step::Note) => listen(&xun_game::Event::Line(report(None))),
                Ok(Step::End(best)) => return Answer::without_search(best),
                Ok(Step::Panic) => panic!("as the script says"),
                Err(_) if stop.is_stopped() && *position == Hearing::Good => {
                    return Answer::without_search(0);
                }
                Err(_) => {}
            }
        }
    }

    fn new_game(&mut self) {}

    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }

    fn set(&mut self, name: &str, _: &str) -> Result<&'static str, OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    fn levels(&self) -> &'static [Level] {
        &[]
    }

    fn is_full_strength(&self) -> bool {
        true
    }

    fn time_policy(_: &Hearing, overhead: Duration) -> TimePolicy {
        TimePolicy::with_overhead(overhead)
    }
}

/// The move of an answer.
struct Outcome(u32);

impl From<Answer<u32>> for Outcome {
    fn from(answer: Answer<u32>) -> Self {
        Self(answer.best.expect("every answer has a move"))
    }
}

/// A protocol of a few words.
struct Words;

impl Protocol for Words {
    type Engine = Scripted;
    type Command = String;
    type Reply = Outcome;

    const QUIT_ENDS_SEARCH: bool = true;

    fn parse(line: &str) -> String {
        line.trim().to_owned()
    }

    fn timing(command: &String) -> Timing {
        match command.as_str() {
            "isready" => Timing::Immediate,
            "stop" => Timing::Control { stops: true },
            "ponderhit" => Timing::Control { stops: false },
            "quit" => Timing::Quit,
            "option" => Timing::EngineFree,
            word if word.starts_with("go") => Timing::AfterAnswer,
            _ => Timing::InOrder,
        }
    }

    fn execute(&mut self, command: String, arrived: Instant, host: &mut Host<Self>) {
        let word = command.as_str();
        match word {
            "stop" => host.stop(),
            "ponderhit" => host.ponder_hit(),
            _ if word.starts_with("go") => {
                let deaf = word.contains("deaf");
                let position = if deaf { Hearing::Deaf } else { Hearing::Good };
                let time = word.split(' ').find_map(|word| word.parse().ok());
                let deadline = time.map(|time| arrived + Duration::from_millis(time));
                let ends = match word {
                    _ if word.contains("infinite") => Ends::WhenStopped,
                    _ if word.contains("ponder") => Ends::AfterPonderHit,
                    _ => Ends::ByItself,
                };
                if word.contains("text") {
                    let question = Question::default();
                    let work: Box<crate::Work<Self>> = Box::new(move |engine, stop, _| {
                        engine.search(&position, &question, stop, &mut |_| {}).into()
                    });
                    let job = Job { fallback: None, deadline, ends, must_answer: false, work };
                    return host.start(job).unwrap();
                }
                let question = Question::default();
                let search = Search { position, question, fallback: None, deadline, ends };
                let format = |event: &xun_game::Event<u32>| match event
                    .report()
                    .and_then(|report| report.pv.first())
                {
                    Some(best) => format!("depth {best}"),
                    None => "note".to_owned(),
                };
                host.start_search(search, format).unwrap();
            }
            word => host.say(format!("{word} done")),
        }
    }

    fn answer(&mut self, outcome: Option<Outcome>, host: &mut Host<Self>) {
        host.say(format!("answer {:?}", outcome.map(|outcome| outcome.0)));
    }

    fn farewell(&mut self, host: &mut Host<Self>) {
        host.say("bye");
    }
}

/// Sends each line to a channel.
struct Lines(Sender<String>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(bytes).lines() {
            self.0.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation with the loop on another thread.
struct Talk {
    input: Option<io::PipeWriter>,
    steps: Sender<Step>,
    said: Receiver<String>,
    thread: std::thread::JoinHandle<()>,
}

impl Talk {
    fn new() -> Self {
        let (reader, input) = io::pipe().unwrap();
        let (steps, script) = mpsc::channel();
        let (lines, said) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve(Words, Scripted(script), reader, Lines(lines)).unwrap();
        });
        Self { input: Some(input), steps, said, thread }
    }

    fn write(&mut self, lines: &str) {
        self.input.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    }

    fn step(&self, step: Step) {
        self.steps.send(step).unwrap();
    }

    /// The next lines are these.
    fn expect(&self, lines: &[&str]) {
        for line in lines {
            let said = self.said.recv_timeout(Duration::from_secs(30));
            assert_eq!(said.as_deref(), Ok(*line));
        }
    }

    /// The input ends, and after these lines the loop.
    fn end(mut self, lines: &[&str]) {
        drop(self.input.take());
        self.expect(lines);
        self.thread.join().unwrap();
        assert_eq!(self.said.try_iter().next(), None);
    }
}

#[test]
fn a_search_that_does_not_end_is_answered_for() {
    let mut talk = Talk::new();
    talk.write("go deaf 40\n");
    talk.step(Step::Report(3));
    talk.step(Step::Note);
    talk.expect(&["depth 3", "note", "answer Some(3)"]);
    // A new search waits for the engine, not for the old answer; later reports of the old search
    // are dropped.
    talk.write("go\n");
    talk.step(Step::Report(4));
    talk.step(Step::End(4));
    talk.step(Step::End(5));
    talk.expect(&["answer Some(5)"]);
    talk.end(&[]);
}

#[test]
fn a_search_that_was_late_to_begin_is_answered_with_its_first_move() {
    let mut talk = Talk::new();
    talk.write("go deaf 1\n");
    std::thread::sleep(Duration::from_millis(20));
    talk.write("hello\n");
    talk.expect(&["hello done"]);
    talk.step(Step::Report(1));
    talk.step(Step::End(2));
    talk.expect(&["depth 1", "answer Some(1)"]);
    talk.end(&[]);
}

#[test]
fn a_search_that_ends_in_time_answers_itself() {
    let mut talk = Talk::new();
    talk.write("go 3600000\nhello\n");
    talk.expect(&["hello done"]);
    talk.step(Step::End(7));
    talk.expect(&["answer Some(7)"]);
    talk.end(&[]);
}

#[test]
fn a_search_that_panics_is_answered_with_its_best_report() {
    let mut talk = Talk::new();
    talk.write("go\n");
    talk.step(Step::Report(2));
    talk.step(Step::Panic);
    talk.expect(&["depth 2", "answer Some(2)"]);
    talk.write("go\n");
    talk.step(Step::Panic);
    talk.expect(&["answer None"]);
    talk.write("option\n");
    talk.expect(&["option done"]);
    talk.end(&[]);
}

#[test]
fn urgent_commands_overtake_those_that_wait_for_a_search() {
    let mut talk = Talk::new();
    talk.write("go\n");
    talk.write("hello\n");
    talk.expect(&["hello done"]);
    talk.write("option\nhello\nisready\n");
    talk.expect(&["isready done"]);
    talk.write("stop\n");
    talk.expect(&["answer Some(0)", "option done", "hello done"]);
    talk.end(&[]);
}

#[test]
fn a_stop_belongs_to_the_search_before_it() {
    let mut talk = Talk::new();
    talk.write("go infinite\nstop\ngo infinite\nstop\nhello\n");
    talk.expect(&["answer Some(0)", "hello done", "answer Some(0)"]);
    talk.write("go\n");
    talk.write("hello\n");
    talk.expect(&["hello done"]);
    talk.write("go\nstop\n");
    talk.expect(&["answer Some(0)", "answer Some(0)"]);
    talk.end(&[]);
}

#[test]
fn a_search_without_an_end_gives_way_to_a_command_that_needs_the_engine() {
    let mut talk = Talk::new();
    talk.write("go infinite\n");
    // Only a pondering search is hit.
    talk.write("ponderhit\noption\n");
    talk.expect(&["answer Some(0)", "option done"]);
    talk.write("go ponder\nponderhit\noption\nisready\n");
    talk.expect(&["isready done"]);
    talk.step(Step::End(6));
    talk.expect(&["answer Some(6)", "option done"]);
    talk.end(&[]);
}

#[test]
fn quit_ends_the_running_search_and_those_that_wait() {
    let mut talk = Talk::new();
    talk.write("go\n");
    talk.write("hello\n");
    talk.expect(&["hello done"]);
    talk.write("go\noption\nquit\n");
    talk.expect(&["answer Some(0)", "answer Some(0)", "option done", "bye"]);
    talk.thread.join().unwrap();
}

/// As boards that write several commands at once do: the search has not begun when they arrive.
#[test]
fn stop_and_quit_are_heard_behind_commands_that_wait() {
    for (commands, answers) in [
        ("go\noption\nquit\n", &["answer Some(0)", "option done", "bye"][..]),
        ("go\ngo\nquit\n", &["answer Some(0)", "answer Some(0)", "bye"]),
        (
            "go\ngo\nstop\nisready\nquit\n",
            &["isready done", "answer Some(0)", "answer Some(0)", "bye"],
        ),
    ] {
        let mut talk = Talk::new();
        talk.write(commands);
        talk.expect(answers);
        talk.thread.join().unwrap();
    }
    let mut talk = Talk::new();
    talk.write("go\ngo\nstop\n");
    talk.expect(&["answer Some(0)", "answer Some(0)"]);
    talk.end(&[]);
}

#[test]
fn quit_does_not_wait_for_a_job_without_an_answer() {
    let mut talk = Talk::new();
    talk.write("go deaf text\n");
    talk.write("hello\nquit\n");
    talk.expect(&["hello done", "bye"]);
    talk.thread.join().unwrap();
    talk.steps.send(Step::End(0)).unwrap();
}

#[test]
fn the_end_of_input_lets_a_bounded_search_finish_and_ends_others() {
    let mut talk = Talk::new();
    talk.write("go\nhello\n");
    talk.expect(&["hello done"]);
    drop(talk.input.take());
    talk.step(Step::End(9));
    talk.end(&["answer Some(9)"]);
    let mut talk = Talk::new();
    talk.write("go infinite\ngo ponder\n");
    talk.end(&["answer Some(0)", "answer Some(0)"]);
}

#[test]
fn a_closed_output_ends_the_loop_during_a_search() {
    let mut talk = Talk::new();
    talk.write("go\n");
    talk.step(Step::Report(1));
    talk.expect(&["depth 1"]);
    let (_, nothing) = mpsc::channel();
    drop(std::mem::replace(&mut talk.said, nothing));
    talk.write("hello\n");
    talk.thread.join().unwrap();
}
