//! The private folder of a program that has no files in memory: counted while the program runs,
//! removed afterwards, whatever the program made in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file takes some room, however small.
const ENTRY: u64 = 4096;

/// A folder for one program, removed with this value.
pub(crate) struct PrivateFolder(TempDir);

impl PrivateFolder {
    pub(super) fn new() -> io::Result<Self> {
        tempfile::Builder::new().prefix("xun-run-").tempdir().map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Whether the files in it, and the deleted ones that these processes hold open, are larger
    /// than `most` bytes. A folder that cannot be listed, as it is too deep or its rights were taken
    /// off, could hide any number: it counts as too large.
    pub(crate) fn is_larger_than(&self, most: u64, processes: impl Iterator<Item = u32>) -> bool {
        let mut size = 0;
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = match fs::read_dir(folder) {
                Ok(entries) => entries,
                // Removed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(_) => return true,
            };
            for entry in entries.flatten() {
                let Ok(data) = entry.metadata() else { continue };
                if data.is_dir() {
                    folders.push(entry.path());
                }
                size += ENTRY.max(data.len());
                if size > most {
                    return true;
                }
            }
        }
        size + deleted_files(processes) > most
    }
}

/// Bytes on the disk of files that have no name any more and are held open.
#[cfg(target_os = "linux")]
fn deleted_files(processes: impl Iterator<Item = u32>) -> u64 {
    use std::collections::HashSet;
    use std::os::unix::fs::MetadataExt;
    let mut seen = HashSet::new();
    let mut size = 0;
    for process in processes {
        let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        for data in open.filter_map(|entry| fs::metadata(entry.path()).ok()) {
            if data.is_file() && data.nlink() == 0 && seen.insert((data.dev(), data.ino())) {
                size += 512 * data.blocks();
            }
        }
    }
    size
}

#[cfg(not(target_os = "linux"))]
fn deleted_files(_: impl Iterator<Item = u32>) -> u64 {
    0
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // A fault of the disk leaves the rest where it is.
        let _ = remove_contents(self.path());
    }
}

/// Empties a folder. Folders in folders are first moved up, so that neither the length of a path nor
/// the number of open folders grows with their depth.
fn remove_contents(top: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        let inner = remove_files(&folder)?;
        for path in inner {
            if folder == top {
                folders.push(path);
                continue;
            }
            let place = loop {
                moved += 1;
                let place = top.join(format!("moved-{moved}"));
                if place.symlink_metadata().is_err() {
                    break place;
                }
            };
            fs::rename(&path, &place)?;
            folders.push(place);
        }
        if folder != top {
            fs::remove_dir(&folder)?;
        }
    }
    Ok(())
}

/// Removes the files of a folder, and names the folders in it. Rights that were taken off are given
/// back.
fn remove_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    make_writable(folder)?;
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            // Moving a folder writes to it.
            make_writable(&entry.path())?;
            folders.push(entry.path());
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(folders)
}

#[cfg(unix)]
fn make_writable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn make_writable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// Folders one in another, so many that no path to the last one can be written: from the
    /// inside out.
    fn make_deep(top: &Path, depth: u32) {
        let place = |number| top.join(format!("{number:010}"));
        fs::create_dir(place(0)).unwrap();
        fs::write(place(0).join("file"), "").unwrap();
        for number in 1..depth {
            fs::create_dir(place(number)).unwrap();
            fs::rename(place(number - 1), place(number).join("0123456789")).unwrap();
        }
    }

    #[test]
    fn deep_folders_links_and_folders_without_rights_are_removed() {
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("kept"), "").unwrap();
        let folder = PrivateFolder::new().unwrap();
        let path = folder.path().to_owned();
        make_deep(&path, 3000);
        fs::create_dir(path.join("moved-1")).unwrap();
        symlink(other.path(), path.join("moved-1/link")).unwrap();
        fs::create_dir(path.join("closed")).unwrap();
        fs::write(path.join("closed/f"), "").unwrap();
        fs::set_permissions(path.join("closed"), fs::Permissions::from_mode(0)).unwrap();
        drop(folder);
        assert!(!path.exists());
        assert!(other.path().join("kept").exists(), "a link is removed, not followed");
    }

    #[test]
    fn hidden_files_are_counted() {
        let none = || std::iter::empty();
        let folder = PrivateFolder::new().unwrap();
        fs::write(folder.path().join("file"), [0; 20_000]).unwrap();
        assert!(!folder.is_larger_than(20_000, none()) && folder.is_larger_than(19_999, none()));
        // Deleted, and still written to.
        let mut file = fs::File::create(folder.path().join("deleted")).unwrap();
        file.write_all(&[1; 100_000]).unwrap();
        fs::remove_file(folder.path().join("deleted")).unwrap();
        let own = || std::iter::once(std::process::id());
        assert!(!folder.is_larger_than(100_000, none()) && folder.is_larger_than(100_000, own()));
        drop(file);
        assert!(!folder.is_larger_than(100_000, own()));
        // Deeper than a path can be.
        make_deep(folder.path(), 600);
        assert!(folder.is_larger_than(u64::MAX, none()));
    }
}
