//! The collection that a command works on.

use super::fault::told;
use crate::language::Language;
use crate::serve::data_folder;
use anyhow::{Context as _, bail};
use std::fs;
use std::path::PathBuf;
use xun_collection::Collection;

/// The collection's file.
#[derive(clap::Args)]
pub(crate) struct CollectionOption {
    /// The collection's file (default: collection.sqlite in the user's data folder)
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
}

impl CollectionOption {
    fn path(&self, language: Language) -> anyhow::Result<PathBuf> {
        let usual = || Some(data_folder()?.join("collection.sqlite"));
        self.collection.clone().or_else(usual).context(language.pick(
            "no data folder is known here: name a file with --collection",
            "找不到用户数据目录：请用 --collection 指定文件",
        ))
    }

    /// Opens the collection to read; one that is not there is an error.
    pub(crate) fn open(&self, language: Language) -> anyhow::Result<Collection> {
        let path = self.path(language)?;
        if !path.is_file() {
            bail!(
                "{}: {}",
                path.display(),
                language.pick(
                    "there is no collection yet; make one with xun collection import",
                    "还没有棋谱库；请先用 xun collection import 导入"
                )
            );
        }
        told(Collection::open(&path), language).with_context(|| path.display().to_string())
    }

    /// Opens the collection to write, made if it is not there.
    pub(crate) fn create(&self, language: Language) -> anyhow::Result<Collection> {
        let path = self.path(language)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        told(Collection::open(&path), language).with_context(|| path.display().to_string())
    }
}
