//! Which file is open: the one at its path, or one that was removed or replaced since.

use std::io;
use std::path::PathBuf;

/// A file that was opened by its path.
pub(crate) struct OpenedFile {
    path: PathBuf,
    identity: Identity,
}

/// Device and number of a file.
#[cfg(unix)]
type Identity = (u64, u64);

/// Windows does not let an open file be removed.
#[cfg(not(unix))]
type Identity = ();

fn identity(path: &PathBuf) -> io::Result<Identity> {
    let data = std::fs::metadata(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Ok((data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        Ok(())
    }
}

impl OpenedFile {
    pub(crate) fn of(path: PathBuf) -> io::Result<Self> {
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    /// Whether the path still leads to the file that was opened.
    pub(crate) fn is_there(&self) -> bool {
        identity(&self.path).is_ok_and(|found| found == self.identity)
    }
}
