//! Options that `run` and `report` share: the experiments, their size, and the tables.

use crate::language::Language;
use anyhow::bail;
use std::path::PathBuf;
use xun_lab::{CourseData, Experiment, Options, Size, catalogue, find};

/// Options of an experiment run.
#[derive(clap::Args)]
pub(super) struct RunOptions {
    /// Seed of problems and openings; counts repeat with the same seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,
    /// Small problems and few games: seconds, not minutes
    #[arg(long)]
    pub(super) quick: bool,
    /// Measurements at one time (0: one per core)
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=256)
    )]
    pub(super) threads: u16,
    /// A course's folder: its tables.json instead of the tables that ship
    #[arg(long, value_name = "DIR")]
    pub(super) course: Option<PathBuf>,
}

impl RunOptions {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        Ok(Options {
            seed: self.seed,
            size: if self.quick { Size::Quick } else { Size::Full },
            threads: self.threads.into(),
            course: self.course.as_deref().map(CourseData::read).transpose()?,
        })
    }
}

/// The experiments of these names; `all` stands for all of them.
pub(super) fn chosen(
    names: &[String],
    language: Language,
) -> anyhow::Result<Vec<&'static Experiment>> {
    let mut chosen: Vec<&'static Experiment> = Vec::new();
    for name in names {
        let found: Vec<&'static Experiment> = match name.as_str() {
            "all" => catalogue().iter().collect(),
            name => find(name).into_iter().collect(),
        };
        if found.is_empty() {
            let known = catalogue().iter().map(|one| one.id).collect::<Vec<_>>().join(", ");
            match language {
                Language::English => {
                    bail!("there is no experiment {name:?}; there are: {known}, or `all`")
                }
                Language::Chinese => bail!("没有名为 {name:?} 的实验；现有：{known}，或 all"),
            }
        }
        for one in found {
            if !chosen.iter().any(|known| known.id == one.id) {
                chosen.push(one);
            }
        }
    }
    Ok(chosen)
}
