//! The pictures that `solve` writes beside its answer.

use super::Arguments;
use crate::language::Language;
use crate::path::input;
use anyhow::{anyhow, bail};
use std::fs;
use std::path::Path;
use xun_grid::render::{Scene, png, svg};
use xun_grid::trace::Touched;
use xun_grid::{Answer, Problem};

/// Writes the pictures that were asked for.
pub(super) fn write(
    arguments: &Arguments,
    file: &Path,
    problem: &Problem,
    (answer, touched): (&Answer, Option<&Touched>),
    language: Language,
) -> anyhow::Result<()> {
    let cells = answer.path().map_or(&[][..], |path| &path.cells);
    let scene = Scene::new(problem, cells, touched);
    if let Some(path) = &arguments.svg {
        if problem.map().cells() > svg::MAX_SVG_CELLS {
            bail!(
                "{}",
                language.pick(
                    "the map is too large for an SVG; take --png",
                    "地图太大，不宜画成 SVG；请用 --png"
                )
            );
        }
        let title = format!("{}: {}", input::shown(file, language), answer.algorithm);
        fs::write(path, svg::svg(&scene, &title))
            .map_err(|error| unwritable(Some(path), &error, language))?;
    }
    if let Some(path) = &arguments.png {
        fs::write(path, png::png(&scene))
            .map_err(|error| unwritable(Some(path), &error, language))?;
    }
    Ok(())
}

/// A file that cannot be written, as an error that names it.
pub(super) fn unwritable(
    path: Option<&Path>,
    error: &std::io::Error,
    language: Language,
) -> anyhow::Error {
    let path = path.map(|path| path.display().to_string()).unwrap_or_default();
    match language {
        Language::English => anyhow!("{path}: cannot be written ({error})"),
        Language::Chinese => anyhow!("{path}：无法写入（{error}）"),
    }
}
