//! The files of a class's results, for people and for other programs.

use super::{Assignment, StudentResult, csv, gradescope, junit, markdown, page};
use crate::Language;
use std::io;
use std::path::Path;

/// Whether a student's name can be the name of a folder.
pub fn can_be_folder(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && !name.contains(['/', '\\', ':'])
        && !name.chars().any(char::is_control)
        && name.len() <= 200
}

/// Writes table, spreadsheet, test report (`JUnit`), and the reports of each student into a folder.
///
/// # Errors
/// A file that cannot be written; the message has its path.
pub fn write_results(
    out: &Path,
    assignment: &Assignment,
    results: &[StudentResult],
    language: Language,
) -> io::Result<()> {
    write(&out.join("results.csv"), &csv(assignment, results, language))?;
    write(&out.join("junit.xml"), &junit(assignment, results, language))?;
    write(&out.join("class.md"), &markdown(assignment, results, language))?;
    for result in results {
        let folder = out.join(&result.student);
        std::fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        let json = serde_json::to_string_pretty(&gradescope(assignment, result, language))?;
        write(&folder.join("results.json"), &(json + "\n"))?;
        for (name, language) in
            [("report.en.html", Language::English), ("report.zh.html", Language::Chinese)]
        {
            write(&folder.join(name), &page(assignment, result, language))?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    std::fs::write(path, text).map_err(|error| at(path, &error))
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
