//! A folder of the server's own: inside the data folder, or one that goes with the server when
//! nothing is to be kept.

use crate::store::StoreError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Makes a folder and those around it that are not there, for this user alone.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens or makes a file that only this user can read; one that others could read no longer is.
pub(crate) fn private_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Another user's file that may be written to stays as it is.
        let _ = file.set_permissions(fs::Permissions::from_mode(0o600));
    }
    Ok(file)
}

/// A folder that is there as long as the server is.
pub(crate) struct Folder {
    path: PathBuf,
    _scratch: Option<TempDir>,
}

impl Folder {
    /// The folder of this name inside the data folder, made if it is not there; or an empty one for
    /// this server alone.
    pub(crate) fn open(data: Option<&Path>, name: &str) -> Result<Self, StoreError> {
        let failed = |path: &Path, cause| StoreError::Folder { path: path.to_owned(), cause };
        let Some(data) = data else {
            let scratch = TempDir::new().map_err(|cause| failed(Path::new(name), cause))?;
            return Ok(Self { path: scratch.path().to_owned(), _scratch: Some(scratch) });
        };
        let path = data.join(name);
        make_private(&path).map_err(|cause| failed(&path, cause))?;
        Ok(Self { path, _scratch: None })
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
