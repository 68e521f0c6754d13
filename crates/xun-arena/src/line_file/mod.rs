//! Append-only files of lines. A line is on the disk before it is acknowledged; a kill, a failed
//! write or a power cut at any moment loses no acknowledged line and leaves a file that can be
//! read.
//!
//! A power cut leaves the beginning of the line being written, or a line with zero bytes
//! where blocks did not reach the disk. Either is cut off when the file is opened. No line may
//! therefore contain a zero byte; JSON does not.

#[cfg(test)]
mod crash_tests;
#[cfg(test)]
pub(crate) mod failing_disk;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Bytes of a line at most.
const LONGEST_LINE: u64 = 64 << 20;

/// An open file of lines, locked against other programs.
pub struct LineFile {
    disk: Box<dyn Disk>,
    /// End of the last acknowledged line.
    end: u64,
    /// Whether something may stand behind `end`.
    is_torn: bool,
}

/// The reason why a file of lines cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineFileError {
    /// The file system refused.
    #[error(transparent)]
    Disk(#[from] io::Error),
    /// A device or a pipe.
    #[error("not a file")]
    NotAFile,
    /// Another program has opened it.
    #[error("another program is using this file")]
    InUse,
    /// A line that is too long.
    #[error("line {0} is too long")]
    TooLong(usize),
}

/// The storage of a [`LineFile`]: a file, or one that fails in a test.
pub(crate) trait Disk: Read + Write + Seek + Send + Sync {
    /// Waits until everything written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts the file to this length.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Lets go of the lock.
    fn unlock(&self) {}
}

impl Disk for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn unlock(&self) {
        let _ = File::unlock(self);
    }
}

impl Drop for LineFile {
    /// Lets go of the lock itself: a program being started at this moment holds a copy of the open
    /// file until it runs its own code, and closing ours alone would leave the file locked until
    /// then.
    fn drop(&mut self) {
        self.disk.unlock();
    }
}

impl LineFile {
    /// Opens a file, or makes an empty one, and hands every whole line to `take` with its number,
    /// from 1, and without its end. A torn line at the end is cut off.
    ///
    /// # Errors
    /// A file that cannot be read or written or is in use, and what `take` refuses.
    pub fn open<E: From<LineFileError>>(
        path: &Path,
        take: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        Self::on(Box::new(open_locked(path)?), take)
    }

    /// As [`open`](Self::open), on any storage.
    pub(crate) fn on<E: From<LineFileError>>(
        mut disk: Box<dyn Disk>,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let end = read_lines(disk.as_mut(), &mut take)?;
        let length = disk.seek(SeekFrom::End(0)).map_err(LineFileError::from)?;
        let mut file = Self { disk, end, is_torn: length != end };
        file.mend().map_err(LineFileError::from)?;
        Ok(file)
    }

    /// Appends a line. When this returns without an error, the line is on the disk; after an error
    /// it is not part of the file.
    ///
    /// # Errors
    /// A disk that is full or gone, and a line that contains a newline or a zero byte.
    pub fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if line.contains(&b'\n') || line.contains(&0) || line.len() as u64 >= LONGEST_LINE {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a line"));
        }
        self.mend()?;
        self.is_torn = true;
        let text = [line, b"\n"].concat();
        if let Err(error) = self.disk.write_all(&text).and_then(|()| self.disk.sync()) {
            // A full disk may have taken half a line.
            let _ = self.mend();
            return Err(error);
        }
        self.is_torn = false;
        self.end += text.len() as u64;
        Ok(())
    }

    /// Cuts off what stands behind the last acknowledged line. It is gone from the disk before
    /// anything is written in its place: no line is a mixture of two.
    fn mend(&mut self) -> io::Result<()> {
        if self.is_torn {
            self.disk.cut(self.end)?;
            self.disk.sync()?;
            self.is_torn = false;
        }
        self.disk.seek(SeekFrom::Start(self.end))?;
        Ok(())
    }
}

fn open_locked(path: &Path) -> Result<File, LineFileError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = open_for_us(&mut options, path)?;
    let data = file.metadata()?;
    // A device would be read without end.
    if !data.is_file() {
        return Err(LineFileError::NotAFile);
    }
    // A file system without locks is no reason to refuse.
    if cfg!(not(windows)) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(LineFileError::InUse);
    }
    if data.len() == 0 {
        sync_folder(path);
    }
    Ok(file)
}

#[cfg(not(windows))]
fn open_for_us(options: &mut OpenOptions, path: &Path) -> Result<File, LineFileError> {
    Ok(options.open(path)?)
}

/// A lock would keep other programs from reading too; here the system itself refuses a second
/// writer.
#[cfg(windows)]
fn open_for_us(options: &mut OpenOptions, path: &Path) -> Result<File, LineFileError> {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARE_READ: u32 = 1;
    const SHARE_DELETE: u32 = 4;
    const SHARING_VIOLATION: i32 = 32;
    options.share_mode(SHARE_READ | SHARE_DELETE).open(path).map_err(|error| {
        match error.raw_os_error() {
            Some(SHARING_VIOLATION) => LineFileError::InUse,
            _ => error.into(),
        }
    })
}

/// Puts the name of a new file on the disk. A system that cannot do this for a folder does it by
/// itself.
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Hands on all whole lines; the end of the last one.
pub(crate) fn read_lines<E: From<LineFileError>>(
    disk: &mut dyn Disk,
    take: &mut impl FnMut(usize, &[u8]) -> Result<(), E>,
) -> Result<u64, E> {
    let failed = LineFileError::from;
    disk.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut reader = BufReader::new(disk);
    let (mut end, mut text) = (0, Vec::new());
    for number in 1.. {
        text.clear();
        let length =
            reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text).map_err(failed)?;
        let Some(line) = text.strip_suffix(b"\n") else {
            // The end, or a torn line. Zeros are blocks that were never written.
            if length as u64 == LONGEST_LINE && !text.contains(&0) {
                return Err(LineFileError::TooLong(number).into());
            }
            break;
        };
        if line.contains(&0) && reader.fill_buf().map_err(failed)?.is_empty() {
            break;
        }
        take(number, line)?;
        end += length as u64;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_a_damaged_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let read = || {
            let mut lines = Vec::new();
            let file = LineFile::open(&path, |_, line| {
                lines.push(String::from_utf8_lossy(line).into_owned());
                Ok::<(), LineFileError>(())
            });
            file.map(|_| lines)
        };
        for torn in ["", "c", "\0\0\0", "c\0\0\n", "\0\n", "c\0\0"] {
            std::fs::write(&path, format!("a\nb\n{torn}")).unwrap();
            assert_eq!(read().unwrap(), ["a", "b"], "{torn:?}");
            assert_eq!(std::fs::read(&path).unwrap(), b"a\nb\n", "{torn:?}");
        }
        // Zeros before the last line are not of a torn line.
        std::fs::write(&path, "a\n\0\nb\n").unwrap();
        assert_eq!(read().unwrap(), ["a", "\0", "b"]);
        let mut file = LineFile::open(&path, |_, _| Ok::<(), LineFileError>(())).unwrap();
        assert!(file.append(b"x\ny").is_err() && file.append(b"x\0y").is_err());
        assert!(matches!(read(), Err(LineFileError::InUse)));
    }

    #[test]
    fn a_copy_of_the_open_file_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let file = open_locked(&path).unwrap();
        let copy = file.try_clone().unwrap();
        let lines = LineFile { disk: Box::new(file), end: 0, is_torn: false };
        assert!(matches!(open_locked(&path), Err(LineFileError::InUse)));
        drop(lines);
        assert!(open_locked(&path).is_ok());
        drop(copy);
    }
}
