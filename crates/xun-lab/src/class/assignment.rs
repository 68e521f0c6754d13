//! An assignment: what the programs must do, and what each test is worth.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use xun_arena::RunLimits;
use xun_game::files::read_text;
use xun_text::Language;

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Words {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

impl Words {
    /// In a language.
    pub fn pick(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Chinese => &self.zh,
        }
    }
}

/// The task of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A shortest path under limited supply.
    Path,
    /// A move of Xiangqi.
    Xiangqi,
    /// A move of Gomoku.
    Gomoku,
}

/// A test: instances, limits and points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Its name.
    pub name: Words,
    /// Points for all instances; each is worth the same part.
    pub points: f64,
    /// Instances that are generated.
    #[serde(default = "six")]
    pub count: u32,
    /// Rows of the largest generated map.
    #[serde(default = "twenty")]
    pub size: u32,
    /// Map files instead, relative to the assignment; the programs cannot read them.
    #[serde(default)]
    pub maps: Vec<PathBuf>,
    /// Seconds for each instance.
    #[serde(default = "ten")]
    pub time: f64,
    /// MiB of memory.
    #[serde(default = "half_a_gibibyte")]
    pub memory: u64,
    /// Search depth that judges a move.
    #[serde(default = "four")]
    pub depth: u32,
    /// Loss, in hundredths of a pawn, that a move may have.
    #[serde(default = "one_and_a_half")]
    pub allow: i32,
    /// Whether the student sees this test's instances in their result.
    #[serde(default = "yes")]
    pub visible: bool,
}

fn six() -> u32 {
    6
}

fn twenty() -> u32 {
    20
}

fn ten() -> f64 {
    10.0
}

fn half_a_gibibyte() -> u64 {
    512
}

fn four() -> u32 {
    4
}

fn one_and_a_half() -> i32 {
    150
}

fn yes() -> bool {
    true
}

impl Test {
    /// Limits of each run.
    pub fn limits(&self) -> RunLimits {
        let memory = self.memory << 20;
        RunLimits {
            time: Duration::from_secs_f64(self.time),
            memory,
            address_space: Some(memory + (1 << 30)),
            ..RunLimits::default()
        }
    }
}

/// The build and run commands of one language. `{file}` stands for the source, `{built}` for
/// the built program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramLanguage {
    /// The file by which a submission is known to be of this language.
    pub file: String,
    /// Shell command that writes the program to `$OUT`; none if there is nothing to build.
    #[serde(default)]
    pub build: Option<String>,
    /// The command.
    pub run: Vec<String>,
}

/// Languages that need no word in the assignment.
fn usual_languages() -> Vec<ProgramLanguage> {
    let language = |file: &str, build: Option<&str>, run: &[&str]| ProgramLanguage {
        file: file.to_owned(),
        build: build.map(str::to_owned),
        run: run.iter().map(|&word| word.to_owned()).collect(),
    };
    vec![
        language("main.py", None, &["python3", "{file}"]),
        language("main.cpp", Some("g++ -std=c++17 -O2 -o \"$OUT\" {file}"), &["{built}"]),
        language("main.c", Some("gcc -std=c11 -O2 -o \"$OUT\" {file} -lm"), &["{built}"]),
        language("main.sh", None, &["sh", "{file}"]),
        language("main", None, &["{file}"]),
    ]
}

/// An assignment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Its name.
    pub name: Words,
    /// The task.
    pub kind: Kind,
    /// Seed of the instances.
    #[serde(default)]
    pub seed: u64,
    /// Tests, in order.
    pub tests: Vec<Test>,
    /// Languages of submissions; Python, C++, C and shell if none are named.
    #[serde(default = "usual_languages")]
    pub languages: Vec<ProgramLanguage>,
    /// The text of the file and of its maps, on which a result depends.
    #[serde(skip)]
    pub(super) text: String,
}

/// A fault of an assignment.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct AssignmentError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub reason: String,
}

impl Assignment {
    /// Reads `assignment.json`, or the given file; paths in it become those from here.
    ///
    /// # Errors
    /// A file that cannot be read, or whose numbers make no sense.
    pub fn read(path: &Path) -> Result<Self, AssignmentError> {
        let path = if path.is_dir() { path.join("assignment.json") } else { path.to_owned() };
        let fault = |reason: String| AssignmentError { path: path.clone(), reason };
        let text = read_text(&path).map_err(|error| fault(error.to_string()))?;
        let mut assignment: Self =
            serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
        assignment.check().map_err(fault)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        for map in assignment.tests.iter_mut().flat_map(|test| &mut test.maps) {
            *map = folder.join(&*map);
        }
        assignment.text = text;
        // The maps are part of what a result depends on.
        for map in assignment.tests.iter().flat_map(|test| &test.maps) {
            let content =
                read_text(map).map_err(|error| fault(format!("{}: {error}", map.display())))?;
            assignment.text.push_str(&content);
        }
        Ok(assignment)
    }

    fn check(&self) -> Result<(), String> {
        if self.tests.is_empty() {
            return Err("there are no tests".to_owned());
        }
        for test in &self.tests {
            let name = &test.name.en;
            let sound = test.points.is_finite()
                && (0.0..=1e6).contains(&test.points)
                && (0.001..=86_400.0).contains(&test.time)
                && (1..=1_048_576).contains(&test.memory)
                && (1..=10_000).contains(&test.count)
                && (5..=1000).contains(&test.size)
                && (1..=30).contains(&test.depth);
            if !sound {
                return Err(format!(
                    "test {name:?}: expected points 0–1000000, time 0.001–86400 s, memory \
                     1–1048576 MiB, count 1–10000, size 5–1000, depth 1–30"
                ));
            }
        }
        Ok(())
    }

    /// The points that can be had.
    pub fn points(&self) -> f64 {
        self.tests.iter().map(|test| test.points).sum()
    }
}
