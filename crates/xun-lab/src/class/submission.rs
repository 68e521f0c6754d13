//! Submissions: a folder with one entry a student, or a CSV file with a name and a folder a line.

use super::assignment::Assignment;
use crate::Text;
use crate::grade::plain;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use xun_arena::isolation::Isolation;
use xun_arena::{RunLimits, RunOutcome, run_limited};
use xun_game::files::{read_at_most, read_text};
use xun_game::{Stop, fingerprint};

/// Bytes of a submission's files together.
const MOST_BYTES: u64 = 64 << 20;

/// A student's submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The student: the name of the folder, or the first column.
    pub student: String,
    /// The folder, or a single file.
    pub place: PathBuf,
}

/// Submissions that cannot be read.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct SubmissionError {
    /// The file or folder.
    pub path: PathBuf,
    /// The reason.
    pub reason: String,
}

/// All submissions of a folder or a CSV file, by name.
///
/// # Errors
/// A file that cannot be read, a name that is there twice, or no submission at all.
pub fn find_submissions(path: &Path) -> Result<Vec<Submission>, SubmissionError> {
    let fault = |reason: String| SubmissionError { path: path.to_owned(), reason };
    let mut found = if path.is_dir() { of_folder(path) } else { of_table(path) }.map_err(fault)?;
    for submission in &mut found {
        submission.student = submission.student.replace(char::is_control, "\u{fffd}");
    }
    found.sort_by(|one, other| one.student.cmp(&other.student));
    if found.is_empty() {
        return Err(fault("no submissions".to_owned()));
    }
    for pair in found.windows(2) {
        if pair[0].student == pair[1].student {
            return Err(fault(format!("{:?} is there twice", pair[0].student)));
        }
    }
    Ok(found)
}

fn of_folder(path: &Path) -> Result<Vec<Submission>, String> {
    let entries = std::fs::read_dir(path).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for entry in entries {
        let place = entry.map_err(|error| error.to_string())?.path();
        let name = if place.is_dir() { place.file_name() } else { place.file_stem() };
        let student = name.unwrap_or_default().to_string_lossy().into_owned();
        if !student.starts_with('.') {
            found.push(Submission { student, place });
        }
    }
    Ok(found)
}

/// Lines `student,folder`; a first line `student,…` is a heading. Fields may be in quotes.
fn of_table(path: &Path) -> Result<Vec<Submission>, String> {
    let text = read_text(path).map_err(|error| error.to_string())?;
    let here = path.parent().unwrap_or(Path::new("."));
    let mut found = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let fields = fields_of(line);
        match fields.as_slice() {
            [] => {}
            [first, ..] if number == 0 && first.eq_ignore_ascii_case("student") => {}
            [student, place, ..] if !student.is_empty() && !place.is_empty() => {
                found.push(Submission { student: student.clone(), place: here.join(place) });
            }
            _ => return Err(format!("line {}: expected student,folder", number + 1)),
        }
    }
    Ok(found)
}

fn fields_of(line: &str) -> Vec<String> {
    if line.trim().is_empty() {
        return Vec::new();
    }
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in line.trim_end_matches('\r').chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().expect("never empty").push(other),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

/// A submission that can be run.
pub(super) struct Program {
    pub(super) command: Vec<String>,
    /// Where the built program is, if one was built.
    _built: Option<tempfile::TempDir>,
}

/// The reason why a submission cannot be run; the student's fault or the grader's.
pub(super) enum NotRunnable {
    /// No main file, or it does not compile.
    Student(Text),
    /// The compiler is missing, or a layer failed.
    Grader(String),
}

impl Submission {
    /// The hash of all its files, with their names.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut files = Vec::new();
        list(&self.place, &mut files);
        files.sort();
        let (mut bytes, mut left) = (Vec::new(), MOST_BYTES);
        for file in files {
            bytes.extend(
                file.strip_prefix(&self.place).unwrap_or(&file).as_os_str().as_encoded_bytes(),
            );
            // A file that is too long counts with its length.
            let length = file.metadata().map_or(0, |data| data.len());
            bytes.extend(length.to_le_bytes());
            let content = read_at_most(&file, left).unwrap_or_default();
            left -= content.len() as u64;
            bytes.extend(content);
        }
        fingerprint(&bytes)
    }

    /// Finds the main file and builds it, isolated as the program will be.
    pub(super) fn prepare(
        &self,
        assignment: &Assignment,
        isolation: &Isolation,
        stop: &Stop,
    ) -> Result<Program, NotRunnable> {
        let place = unwrapped(self.place.clone());
        let found = assignment.languages.iter().find_map(|language| {
            let extension = Path::new(&language.file).extension();
            let file = if place.is_dir() {
                place.join(&language.file)
            } else {
                // A single file is known by its ending.
                (place.extension() == extension).then(|| place.clone())?
            };
            // A link would be graded with the program of another, and made readable.
            let is_own = file.symlink_metadata().is_ok_and(|data| data.is_file());
            is_own.then_some((language, file))
        });
        let Some((language, file)) = found else {
            let names: Vec<&str> =
                assignment.languages.iter().map(|language| language.file.as_str()).collect();
            let links: Vec<&str> =
                names.iter().copied().filter(|name| place.join(name).is_symlink()).collect();
            if let [link, ..] = links[..] {
                return Err(NotRunnable::Student(Text::new(
                    format!("{link} is a link: hand in the file itself"),
                    format!("{link} 是链接：请提交文件本身"),
                )));
            }
            let names = names.join(", ");
            return Err(NotRunnable::Student(Text::new(
                format!("no main file: {names}"),
                format!("没有主文件：{names}"),
            )));
        };
        let file = std::path::absolute(&file).unwrap_or(file);
        let built = match &language.build {
            None => None,
            Some(command) => Some(build(command, &file, isolation, stop)?),
        };
        let program = built.as_ref().map(|built| built.path().join("program"));
        let command = language.run.iter().map(|word| {
            let word = word.replace("{file}", &file.display().to_string());
            match &program {
                Some(program) => word.replace("{built}", &program.display().to_string()),
                None => word,
            }
        });
        Ok(Program { command: command.collect(), _built: built })
    }
}

/// The folder inside a folder that holds nothing else, as unpacked archives often do. What
/// archivers and systems add does not count.
fn unwrapped(mut place: PathBuf) -> PathBuf {
    const MOST: usize = 4;
    for _ in 0..MOST {
        let Ok(entries) = std::fs::read_dir(&place) else { break };
        let counts = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.') && name != "__MACOSX"
        };
        let paths = entries.flatten().map(|entry| entry.path()).filter(counts);
        let [only] = &paths.collect::<Vec<_>>()[..] else { break };
        // Not by a link, which may lead to another's folder.
        if !only.symlink_metadata().is_ok_and(|data| data.is_dir()) {
            break;
        }
        place.clone_from(only);
    }
    place
}

/// The regular files of a submission. A link may lead anywhere, and around; a pipe has no end.
fn list(place: &Path, files: &mut Vec<PathBuf>) {
    if place.is_file() {
        files.push(place.to_owned());
    }
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_file()) {
            list(&entry.path(), files);
        }
    }
}

/// Builds in the program's own isolation. It can write nowhere else, so that the built program
/// comes back as its output.
fn build(
    command: &str,
    file: &Path,
    isolation: &Isolation,
    stop: &Stop,
) -> Result<tempfile::TempDir, NotRunnable> {
    let command = command.replace("{file}", "\"$1\"");
    let script = format!("OUT=$TMPDIR/program; export OUT; {command} >&2 && cat \"$OUT\"");
    let words = ["sh", "-c", &script, "sh", &file.display().to_string()].map(str::to_owned);
    let limits = RunLimits {
        time: Duration::from_secs(120),
        memory: 2 << 30,
        output: 64 << 20,
        disk: 256 << 20,
        ..RunLimits::default()
    };
    let run = run_limited(&words, b"", &limits, isolation, stop.flag());
    let complaint: String = run.complaint.chars().take(2000).collect();
    match run.outcome {
        RunOutcome::Exited(0) => {}
        RunOutcome::Exited(127) => return Err(NotRunnable::Grader(complaint)),
        RunOutcome::Failed(reason) | RunOutcome::NotStarted(reason) => {
            return Err(NotRunnable::Grader(reason));
        }
        RunOutcome::Stopped => return Err(NotRunnable::Grader("stopped".to_owned())),
        other => return Err(NotRunnable::Student(not_built(&other, &complaint, file, &limits))),
    }
    store(&run.output).map_err(|error| NotRunnable::Grader(error.to_string()))
}

/// The reason why a program was not built, without the folder in which it lies here.
fn not_built(outcome: &RunOutcome, complaint: &str, file: &Path, limits: &RunLimits) -> Text {
    let folder = file.parent().map_or(String::new(), |folder| format!("{}/", folder.display()));
    let complaint = plain(&complaint.replace(&folder, ""));
    let seconds = limits.time.as_secs();
    let (en, zh) = match outcome {
        RunOutcome::OutOfTime => (
            format!("the compiler was still running after {seconds} s"),
            format!("编译超过 {seconds} 秒"),
        ),
        RunOutcome::OutOfMemory => {
            ("the compiler took too much memory".into(), "编译内存超限".into())
        }
        RunOutcome::Flooded | RunOutcome::OutOfDisk => {
            ("the compiled program is too large".into(), "编译结果过大".into())
        }
        _ => ("does not compile".into(), "编译失败".into()),
    };
    if complaint.trim().is_empty() {
        return Text::new(en, zh);
    }
    Text::new(format!("{en}: {complaint}"), format!("{zh}：{complaint}"))
}

fn store(program: &[u8]) -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::Builder::new().prefix("xun-built-").tempdir()?;
    let path = folder.path().join("program");
    std::fs::write(&path, program)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_a_folder_is_entered_alone() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("hw1/code");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::create_dir(folder.path().join("__MACOSX")).unwrap();
        std::fs::write(inner.join("main.py"), "").unwrap();
        assert_eq!(unwrapped(folder.path().to_owned()), inner);
        std::fs::write(folder.path().join("hw1/other.txt"), "").unwrap();
        assert_eq!(unwrapped(folder.path().to_owned()), folder.path().join("hw1"));
    }

    #[test]
    fn folders_files_and_tables_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("bob")).unwrap();
        std::fs::write(path("alice.py"), "print(-1)").unwrap();
        let students = |place: &Path| -> Vec<String> {
            find_submissions(place).unwrap().into_iter().map(|one| one.student).collect()
        };
        assert_eq!(students(folder.path()), ["alice", "bob"]);
        let table = tempfile::tempdir().unwrap();
        let list = table.path().join("list.csv");
        std::fs::write(&list, "student,folder\n\"Doe, J\",b\n\nann,a\r\n").unwrap();
        assert_eq!(students(&list), ["Doe, J", "ann"]);
        std::fs::write(&list, "ann,a\nann,b\n").unwrap();
        assert!(find_submissions(&list).unwrap_err().reason.contains("twice"));
        std::fs::write(&list, "ann\n").unwrap();
        assert!(find_submissions(&list).unwrap_err().reason.contains("line 1"));
    }
}
