//! Replication of the course labs on their own inputs: *reported* beside *ours*,
//! with a verdict for each.
//!
//! The inputs are read from a course's folder (`astar/`, `maze/`, `chess/`, `tables.json`); what
//! was reported for them is in `reported.rs`. Figures that follow from the input alone must come
//! out the same. Times depend on the machine: they are shown beside ours and not judged.
//! Where a report does not say what it counted, the note says so.

mod chess;
mod maze;
mod paths;
mod reported;

use crate::{Language, Text};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use xun_game::Stop;

/// Comparison of our figure with the reported one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// The same.
    Same,
    /// Ours is better: less work for the same answer.
    Better,
    /// Not the same; the note says why.
    Differs,
    /// A time, or a ratio of times: shown, not judged.
    Beside,
}

impl Comparison {
    /// In words.
    pub fn text(self) -> Text {
        match self {
            Self::Same => Text::new("same", "相同"),
            Self::Better => Text::new("better", "更好"),
            Self::Differs => Text::new("differs", "不同"),
            Self::Beside => Text::new("time", "时间"),
        }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Which input.
    pub case: String,
    /// The quantity.
    pub quantity: Text,
    /// The reported figure.
    pub reported: String,
    /// Our figure.
    pub ours: String,
    /// Their comparison.
    pub verdict: Comparison,
    /// Whether it follows from the input and what the report says, so that it must come out the
    /// same.
    pub deterministic: bool,
    /// Why they differ, or how to read them.
    pub note: Option<Text>,
}

impl Line {
    fn compared(case: impl Into<String>, quantity: Text, reported: String, ours: String) -> Self {
        let verdict = if reported == ours { Comparison::Same } else { Comparison::Differs };
        Self {
            case: case.into(),
            quantity,
            reported,
            ours,
            verdict,
            deterministic: true,
            note: None,
        }
    }

    fn beside(case: impl Into<String>, quantity: Text, reported: String, ours: String) -> Self {
        let line = Self::compared(case, quantity, reported, ours);
        Self { verdict: Comparison::Beside, deterministic: false, ..line }
    }

    fn noted(mut self, english: impl Into<String>, chinese: impl Into<String>) -> Self {
        self.note = Some(Text::new(english.into(), chinese.into()));
        self
    }
}

/// The figures of one lab.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// Which lab.
    pub title: Text,
    /// Its figures.
    pub lines: Vec<Line>,
}

/// Why the labs cannot be done again.
#[derive(Debug, Error)]
pub enum ReplicateError {
    /// A file of the course cannot be read.
    #[error(
        "{path}: {error}; expected the course's folder with astar/, maze/, chess/ and tables.json"
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// A file of the course has another content than expected.
    #[error("{path}: {reason}")]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// It was stopped from outside.
    #[error("stopped")]
    Stopped,
}

/// Folder of the inputs, and the stop flag.
struct Course<'a> {
    folder: &'a Path,
    stop: &'a Stop,
}

impl Course<'_> {
    fn read(&self, name: &str) -> Result<(PathBuf, Vec<u8>), ReplicateError> {
        if self.stop.is_stopped() {
            return Err(ReplicateError::Stopped);
        }
        let path = self.folder.join(name);
        match xun_game::files::read_at_most(&path, xun_game::files::MOST_TEXT_BYTES) {
            Ok(bytes) => Ok((path, bytes)),
            Err(error) => Err(ReplicateError::Unreadable { path, error }),
        }
    }

    fn read_text(&self, name: &str) -> Result<(PathBuf, String), ReplicateError> {
        let (path, bytes) = self.read(name)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok((path, text)),
            Err(error) => Err(ReplicateError::Wrong { path, reason: error.to_string() }),
        }
    }
}

/// Function that measures one lab.
type Measure = fn(&Course<'_>, &mut Lines<'_>) -> Result<(), ReplicateError>;

/// Measures everything again. Each line is told as it is known; the sections are in order.
pub fn replicate(
    folder: &Path,
    stop: &Stop,
    listen: &mut dyn FnMut(&Line),
) -> Result<Vec<Section>, ReplicateError> {
    let course = Course { folder, stop };
    // The cheapest file first, so that a wrong folder is told at once.
    course.read("tables.json")?;
    let sections: [(Text, Measure); 3] = [
        (Text::new("Paths with limited supply", "有限补给的路径"), paths::measure),
        (Text::new("Mazes", "迷宫"), maze::measure),
        (Text::new("Xiangqi boards", "象棋棋盘"), chess::measure),
    ];
    let mut done = Vec::new();
    for (title, measure) in sections {
        let mut lines = Lines { lines: Vec::new(), listen };
        measure(&course, &mut lines)?;
        done.push(Section { title, lines: lines.lines });
    }
    Ok(done)
}

/// Collects lines and tells of each.
struct Lines<'a> {
    lines: Vec<Line>,
    listen: &'a mut dyn FnMut(&Line),
}

impl Lines<'_> {
    fn add(&mut self, line: Line) {
        (self.listen)(&line);
        self.lines.push(line);
    }
}

/// The figures that should have come out the same and did not.
pub fn broken(sections: &[Section]) -> Vec<&Line> {
    let lines = sections.iter().flat_map(|section| &section.lines);
    lines.filter(|line| line.deterministic && line.verdict == Comparison::Differs).collect()
}

/// The sections as Markdown.
pub fn markdown(sections: &[Section], language: Language) -> String {
    let pick = |english: &'static str, chinese: &'static str| {
        Text::new(english, chinese).pick(language).to_owned()
    };
    let heading = pick(
        "| input | figure | reported | ours | verdict | |",
        "| 输入 | 项目 | 报告值 | 本程序 | 结论 | |",
    );
    let mut parts = Vec::new();
    for section in sections {
        let title = section.title.pick(language);
        parts.push(format!("## {title}\n\n{heading}\n|---|---|---:|---:|---|---|"));
        for line in &section.lines {
            let note = line.note.as_ref().map_or("", |note| note.pick(language));
            let (quantity, verdict) = (line.quantity.pick(language), line.verdict.text());
            let figures =
                format!("| {} | {quantity} | {} | {} |", line.case, line.reported, line.ours);
            parts.push(format!("{figures} {} | {note} |", verdict.pick(language)));
        }
        parts.push(String::new());
    }
    let count = |wanted: Comparison| {
        sections
            .iter()
            .flat_map(|section| &section.lines)
            .filter(|line| line.verdict == wanted)
            .count()
    };
    let [same, better, differ, times] =
        [Comparison::Same, Comparison::Better, Comparison::Differs, Comparison::Beside].map(count);
    parts.push(match language {
        Language::English => format!(
            "{same} figures are the same, {better} better, {differ} differ; {times} times are \
             shown beside ours."
        ),
        Language::Chinese => format!(
            "{same} 项相同，{better} 项更好，{differ} 项不同；另有 {times} 项时间仅作对照。"
        ),
    });
    parts.join("\n") + "\n"
}

/// `58 µs`, `1.27 ms`, `9.66 s`.
fn time_text(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        micros if micros < 100.0 => format!("{micros:.1} µs"),
        micros if micros < 1000.0 => format!("{micros:.0} µs"),
        micros if micros < 1e6 => format!("{:.2} ms", micros / 1e3),
        micros => format!("{:.2} s", micros / 1e6),
    }
}

/// The shortest of several runs of something short: what it takes when nothing disturbs it.
fn shortest(runs: u32, mut run: impl FnMut() -> Duration) -> Duration {
    (0..runs).map(|_| run()).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_fits() {
        let of = |seconds: f64| time_text(Duration::from_secs_f64(seconds));
        assert_eq!(
            [of(5e-6), of(127e-6), of(1.27e-3), of(9.656)],
            ["5.0 µs", "127 µs", "1.27 ms", "9.66 s"]
        );
    }

    #[test]
    fn a_folder_without_the_course_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let stop = Stop::new();
        let error = replicate(folder.path(), &stop, &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("tables.json"), "{error}");
        stop.stop();
        assert!(matches!(
            replicate(folder.path(), &stop, &mut |_| {}),
            Err(ReplicateError::Stopped)
        ));
    }

    #[test]
    fn every_deterministic_figure_of_the_labs_comes_out_again() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/lab"));
        if !folder.is_dir() {
            eprintln!("skipped: {} is not there", folder.display());
            return;
        }
        let mut told = 0;
        let sections = replicate(folder, &Stop::new(), &mut |_| told += 1).unwrap();
        let lines: Vec<&Line> = sections.iter().flat_map(|section| &section.lines).collect();
        assert_eq!(lines.len(), told);
        let same = lines
            .iter()
            .filter(|line| line.deterministic && line.verdict == Comparison::Same)
            .count();
        // 11 lengths, 10 comparisons of estimates, 2 mazes by 2 searches, 1 count of ways; 10
        // boards by 2 moves, 2 counts, 1 score.
        assert_eq!(same, 11 + 10 + 4 + 1 + 50);
        assert_eq!(broken(&sections), Vec::<&Line>::new());
        for line in &lines {
            assert!(
                line.verdict != Comparison::Differs || line.note.is_some(),
                "a difference is explained: {line:?}"
            );
        }
        let english = markdown(&sections, Language::English);
        assert!(english.contains("| 10 | fewest steps | 198 | 198 | same |"), "{english}");
        assert!(
            markdown(&sections, Language::Chinese).contains("| 10 | 最少步数 | 198 | 198 | 相同 |")
        );
    }
}
