//! The numbers of a figure, taken from the results.

use crate::experiment::{Experiment, Figure, FigureKind, Mean, Unit};
use crate::results::Results;
use crate::summary::Value;
use xun_text::Language;

/// A value at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Datum {
    pub(super) x: f64,
    pub(super) value: Value,
}

/// The values of one variant.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    /// Its colour: the same in every panel.
    pub(super) number: usize,
    pub(super) data: Vec<Datum>,
}

/// One panel of a figure.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) series: Vec<Series>,
    /// The names of the places, where they are problems.
    pub(super) cases: Vec<String>,
}

/// A figure with its numbers.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) kind: FigureKind,
    pub(super) panels: Vec<Panel>,
    pub(super) unit: Unit,
    pub(super) measure: String,
    pub(super) x: String,
    pub(super) log_x: bool,
    pub(super) log_y: bool,
}

impl Chart {
    pub(super) fn new(
        results: &Results,
        experiment: &Experiment,
        figure: &Figure,
        language: Language,
    ) -> Option<Self> {
        let measure = experiment.measure(figure.measure)?;
        let panels: Vec<Panel> = figure
            .groups
            .iter()
            .map(|group| {
                let cases: Vec<&str> = match figure.kind {
                    FigureKind::Cases => results.problems(group),
                    _ => Vec::new(),
                };
                let series = experiment.variants.iter().enumerate().map(|(number, variant)| {
                    let datum =
                        |x: f64, value: Option<Value>| value.map(|value| Datum { x, value });
                    let data: Vec<Datum> = match figure.kind {
                        FigureKind::Lines => results
                            .places(group)
                            .into_iter()
                            .filter_map(|x| {
                                datum(x, results.value_at(measure, group, variant.id, x))
                            })
                            .collect(),
                        FigureKind::Bars => datum(0.0, results.value(measure, group, variant.id))
                            .into_iter()
                            .collect(),
                        FigureKind::Cases => (0_u32..)
                            .zip(&cases)
                            .filter_map(|(place, case)| {
                                let rows = results.rows_of(group, variant.id);
                                let value =
                                    Value::of(measure, rows.filter(|row| row.problem == **case));
                                datum(f64::from(place), value)
                            })
                            .collect(),
                    };
                    Series { name: variant.name.pick(language).to_owned(), number, data }
                });
                Panel {
                    title: experiment.group_name(group).pick(language).to_owned(),
                    series: series.filter(|series| !series.data.is_empty()).collect(),
                    cases: cases
                        .into_iter()
                        .map(|case| experiment.problem_name(case, language))
                        .collect(),
                }
            })
            .filter(|panel| !panel.series.is_empty())
            .collect();
        (!panels.is_empty()).then(|| Self {
            title: figure.title.pick(language).to_owned(),
            kind: figure.kind,
            panels,
            unit: measure.unit,
            measure: measure.name.pick(language).to_owned(),
            x: figure.x.pick(language).to_owned(),
            log_x: figure.log_x,
            // Elo is above and below zero.
            log_y: figure.log_y && measure.mean != Mean::Elo,
        })
    }

    /// Every value of a panel and the ends of its interval.
    pub(super) fn values(panel: &Panel) -> Vec<f64> {
        let data = panel.series.iter().flat_map(|series| &series.data);
        data.flat_map(|datum| {
            let ends =
                datum.value.interval.map_or([datum.value.value; 2], |(low, high)| [low, high]);
            [datum.value.value, ends[0], ends[1]]
        })
        .collect()
    }
}
