//! A folder of the server's own: inside the data folder, or one that goes with the server when
//! nothing is to be kept.

use crate::store::StoreError;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

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
        fs::create_dir_all(&path).map_err(|cause| failed(&path, cause))?;
        Ok(Self { path, _scratch: None })
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
