//! A player's folder: `puzzles.json` has the progress, `puzzles.txt` the imported problems. The
//! terminal and the page share it; a lock keeps two programs from writing at once.

use crate::progress::Progress;
use crate::puzzle::{Puzzle, read_puzzles};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xun_game::files::{MOST_TEXT_BYTES, read_at_most, read_text};

/// The format of the progress that is written. A newer one is refused, so that nothing it says is
/// lost; a file without one is of the first.
const FORMAT: u32 = 1;

/// The part of the progress file that every format has.
#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    format: u32,
}

/// The progress file as it is written.
#[derive(Serialize)]
struct Kept<'a> {
    format: u32,
    #[serde(flatten)]
    progress: &'a Progress,
}

/// A player's folder.
#[derive(Clone, Debug)]
pub struct PuzzleFolder {
    folder: PathBuf,
}

impl PuzzleFolder {
    /// The files in this folder; it is made when something is written.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The progress; a new player's if there is no file.
    ///
    /// # Errors
    /// A file that cannot be read or is no progress; it is left as it is.
    pub fn progress(&self) -> io::Result<Progress> {
        let path = self.path("puzzles.json");
        let bytes = match read_at_most(&path, MOST_TEXT_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Progress::default()),
            read => read.map_err(|error| named(&path, &error))?,
        };
        let wrong = |error| named(&path, &io::Error::new(io::ErrorKind::InvalidData, error));
        let Format { format } = serde_json::from_slice(&bytes).map_err(wrong)?;
        if format > FORMAT {
            let newer = format!(
                "written by a newer version of Xun (format {format}, this program knows {FORMAT})"
            );
            return Err(named(&path, &io::Error::new(io::ErrorKind::InvalidData, newer)));
        }
        let read: Progress = serde_json::from_slice(&bytes).map_err(wrong)?;
        Ok(read.sound())
    }

    /// Changes the progress: reads, changes and writes while no other program does.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub fn change(&self, change: impl FnOnce(&mut Progress)) -> io::Result<Progress> {
        let _lock = self.lock()?;
        let mut progress = self.progress()?;
        change(&mut progress);
        let kept = Kept { format: FORMAT, progress: &progress };
        let text = serde_json::to_vec(&kept).map_err(io::Error::other)?;
        replace(&self.path("puzzles.json"), &text)?;
        Ok(progress)
    }

    /// The imported problems. Lines that are no puzzles are left out.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn own(&self) -> io::Result<Vec<Puzzle>> {
        let path = self.path("puzzles.txt");
        match read_text(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => Ok(read_puzzles(&read.map_err(|error| named(&path, &error))?).0),
        }
    }

    /// Adds problems that are not there yet; answers how many were added.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub fn add(&self, puzzles: &[Puzzle]) -> io::Result<usize> {
        let _lock = self.lock()?;
        let mut known: HashSet<_> = self.own()?.iter().map(Puzzle::id).collect();
        let path = self.path("puzzles.txt");
        let mut text = match read_text(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| named(&path, &error))?,
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut added = 0;
        for puzzle in puzzles {
            if known.insert(puzzle.id()) {
                text.push_str(&puzzle.to_string());
                text.push('\n');
                added += 1;
            }
        }
        replace(&path, text.as_bytes())?;
        Ok(added)
    }

    fn lock(&self) -> io::Result<File> {
        fs::create_dir_all(&self.folder).map_err(|error| named(&self.folder, &error))?;
        let path = self.path("puzzles.lock");
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| named(&path, &error))?;
        file.lock().map_err(|error| named(&path, &error))?;
        Ok(file)
    }
}

/// Writes a file whole: either the old or the new contents are there.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&new, path)).map_err(|error| named(path, &error))
}

/// The error with the name of its file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
