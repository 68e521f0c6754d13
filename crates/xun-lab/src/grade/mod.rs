//! A teacher's kit: a student's program against instances, each with a verdict and its reason.
//!
//! The program is a command that reads a map or a board on its input and prints its answer. It runs
//! within limits of time, memory and output, isolated as far as the system allows, and is ended
//! with everything that it started; whatever it does, the grading goes on.

mod games;
mod gomoku;
mod instances;
mod judge;
mod path;
mod report;
mod xiangqi;

pub(crate) use games::first_line;
pub use games::{
    BoardInstance, BoardSystem, GradeGame, GradedBoard, MoveOf, WrongMove, grade_boards,
};
pub use gomoku::{GomokuInstance, gomoku_instances};
pub use instances::{PathInstance, generated, read_instance};
pub use judge::{Judged, judge_path};
pub use path::grade_paths;
pub use report::{markdown, summary};
pub use xiangqi::{XiangqiInstance, xiangqi_instances};

use crate::Text;
use serde::{Deserialize, Serialize};
use xun_arena::isolation::Isolation;
use xun_arena::{LimitedRun, RunLimits, RunOutcome, run_limited};
use xun_game::Stop;

/// Grade of a program's answer to one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Right, and as good as can be.
    Correct,
    /// A legal move that loses no more than allowed.
    Good,
    /// A path that is valid, but not the shortest; a legal move that loses too much.
    Suboptimal,
    /// The number of steps is right, but no path is printed.
    StepsOnly,
    /// The number of steps is not that of the path printed.
    WrongCount,
    /// It says there is no way, and there is one.
    MissesWay,
    /// It gives a way, and there is none.
    InventsWay,
    /// The path runs out of supply.
    Starves,
    /// The path goes through a wall or off the map.
    HitsWall,
    /// The path does not lead from the start to the goal.
    WrongEnds,
    /// The move breaks the rules of the game.
    IllegalMove,
    /// The output has another form than asked for.
    Garbage,
    /// It did not end in time.
    TimeLimit,
    /// It took too much memory.
    MemoryLimit,
    /// It wrote too much.
    OutputLimit,
    /// It had too many processes.
    ProcessLimit,
    /// It wrote too much into files.
    DiskLimit,
    /// It ended with an error.
    Crash,
    /// It could not be started.
    NotStarted,
    /// It was not graded, by a fault that is not the program's.
    NotGraded,
}

impl Grade {
    /// Whether the instance counts as solved.
    pub fn passes(self) -> bool {
        matches!(self, Self::Correct | Self::Good)
    }

    /// In words.
    pub fn text(self) -> Text {
        let (english, chinese) = match self {
            Self::Correct => ("correct", "正确"),
            Self::Good => ("good", "良好"),
            Self::Suboptimal => ("not the best", "非最优"),
            Self::StepsOnly => ("steps without a path", "只有步数，没有路径"),
            Self::WrongCount => ("steps and path disagree", "步数与路径不符"),
            Self::MissesWay => ("misses a way", "有路却说无路"),
            Self::InventsWay => ("invents a way", "无路却给出路"),
            Self::Starves => ("starves", "补给耗尽"),
            Self::HitsWall => ("leaves the free cells", "穿墙或出界"),
            Self::WrongEnds => ("wrong ends", "起终点不对"),
            Self::IllegalMove => ("illegal move", "着法不合规则"),
            Self::Garbage => ("no answer in the output", "输出无法理解"),
            Self::TimeLimit => ("time limit", "超时"),
            Self::MemoryLimit => ("memory limit", "内存超限"),
            Self::OutputLimit => ("output limit", "输出超限"),
            Self::ProcessLimit => ("process limit", "进程数超限"),
            Self::DiskLimit => ("disk limit", "文件写入超限"),
            Self::Crash => ("crash", "崩溃"),
            Self::NotStarted => ("cannot be started", "无法启动"),
            Self::NotGraded => ("not graded: fault of the grader", "未评分：评分程序故障"),
        };
        Text::new(english, chinese)
    }
}

/// One instance, graded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// The instance.
    pub name: String,
    /// Grade of the answer.
    pub verdict: Grade,
    /// The right answer.
    pub expected: String,
    /// The program's answer, shortened.
    pub answer: String,
    /// Place and reason.
    pub note: Text,
    /// Loss against the best move, in hundredths; in games only.
    pub loss: Option<i32>,
    /// Time by the clock, milliseconds.
    pub milliseconds: f64,
    /// The most memory that was seen in use, bytes.
    pub memory: u64,
    /// Processes that the program left behind.
    pub left_behind: usize,
}

/// Command and limits of a program.
#[derive(Clone, Debug)]
pub struct Examination<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// Its limits.
    pub limits: RunLimits,
    /// Its isolation.
    pub isolation: &'a Isolation,
    /// Raised to stop.
    pub stop: &'a Stop,
}

/// A program's words without control characters, which would reach the teacher's terminal.
pub(crate) fn plain(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() && letter != '\n';
    text.replace(is_odd, "\u{fffd}")
}

impl Examination<'_> {
    /// Runs the program on an input, and judges its output if it ended well. `None` if it was
    /// stopped.
    fn run(&self, name: &str, input: &[u8], judge: impl FnOnce(&str) -> Judged) -> Option<Graded> {
        let run = run_limited(self.command, input, &self.limits, self.isolation, self.stop.flag());
        let judged = match &run.outcome {
            RunOutcome::Stopped => return None,
            RunOutcome::Exited(0) => judge(&String::from_utf8_lossy(&run.output)),
            _ => self.failed(&run),
        };
        Some(Graded {
            name: name.to_owned(),
            verdict: judged.verdict,
            expected: String::new(),
            answer: plain(&judged.answer),
            note: Text::new(plain(&judged.note.en), plain(&judged.note.zh)),
            loss: None,
            milliseconds: run.time.as_secs_f64() * 1000.0,
            memory: run.peak_memory,
            left_behind: run.left_behind,
        })
    }

    fn failed(&self, run: &LimitedRun) -> Judged {
        let limits = &self.limits;
        let complaint = run.complaint.trim().lines().next_back().unwrap_or_default();
        let complaint: String = complaint.chars().take(120).collect();
        let said = |what: String, gap: &str| match complaint.as_str() {
            "" => what,
            complaint => what + gap + complaint,
        };
        let (verdict, english, chinese) = match &run.outcome {
            RunOutcome::OutOfTime => {
                let time = limits.time.as_secs_f64();
                (
                    Grade::TimeLimit,
                    format!("still running after {time} s"),
                    format!("{time} 秒后仍在运行"),
                )
            }
            RunOutcome::OutOfMemory => {
                let most = limits.memory >> 20;
                (Grade::MemoryLimit, format!("more than {most} MiB"), format!("超过 {most} MiB"))
            }
            RunOutcome::Flooded => {
                let most = limits.output;
                (Grade::OutputLimit, format!("more than {most} bytes"), format!("超过 {most} 字节"))
            }
            RunOutcome::TooManyProcesses => {
                let most = limits.processes;
                (
                    Grade::ProcessLimit,
                    format!("more than {most} processes"),
                    format!("超过 {most} 个进程"),
                )
            }
            RunOutcome::OutOfDisk => {
                let most = limits.disk >> 20;
                (Grade::DiskLimit, format!("more than {most} MiB"), format!("超过 {most} MiB"))
            }
            RunOutcome::Failed(reason) => (Grade::NotGraded, reason.clone(), reason.clone()),
            RunOutcome::NotStarted(reason) => (Grade::NotStarted, reason.clone(), reason.clone()),
            RunOutcome::Signalled(signal) => (
                Grade::Crash,
                said(format!("signal {signal}"), ": "),
                said(format!("信号 {signal}"), "："),
            ),
            RunOutcome::Exited(code) => (
                Grade::Crash,
                said(format!("exit code {code}"), ": "),
                said(format!("退出码 {code}"), "："),
            ),
            _ => (Grade::Crash, String::new(), String::new()),
        };
        Judged { verdict, answer: String::new(), note: Text::new(english, chinese) }
    }
}
