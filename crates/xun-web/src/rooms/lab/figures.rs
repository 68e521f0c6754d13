//! The figures of results, finished or growing, as numbers for the page to draw.

use crate::message::Text;
use crate::message::lab::{LabFigure, LabPanel, LabSeries};
use xun_lab::summary::Value;
use xun_lab::{Experiment, Figure, FigureKind, Language, Measure, Results};

/// A value that serialises as its lower-case name.
fn name_of(value: impl serde::Serialize) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// Every figure of an experiment.
pub(super) fn figures(experiment: &Experiment, results: &Results) -> Vec<LabFigure> {
    experiment.figures.iter().filter_map(|figure| figure_of(experiment, figure, results)).collect()
}

fn figure_of(experiment: &Experiment, figure: &Figure, results: &Results) -> Option<LabFigure> {
    let measure = experiment.measure(figure.measure)?;
    let panel = |group: &&'static str| panel_of(experiment, figure, measure, group, results);
    Some(LabFigure {
        id: figure.id.to_owned(),
        title: figure.title.clone(),
        kind: name_of(figure.kind),
        measure: measure.name.clone(),
        unit: name_of(measure.unit),
        x: figure.x.clone(),
        log_x: figure.log_x,
        log_y: figure.log_y,
        panels: figure.groups.iter().map(panel).filter(|panel| !panel.series.is_empty()).collect(),
    })
}

fn panel_of(
    experiment: &Experiment,
    figure: &Figure,
    measure: &Measure,
    group: &str,
    results: &Results,
) -> LabPanel {
    let places = if figure.kind == FigureKind::Lines { results.places(group) } else { Vec::new() };
    let problems: Vec<&str> = match figure.kind {
        FigureKind::Cases => results.problems(group),
        _ => Vec::new(),
    };
    let values_of = |variant: &str| -> Vec<Option<Value>> {
        match figure.kind {
            FigureKind::Lines => {
                places.iter().map(|&x| results.value_at(measure, group, variant, x)).collect()
            }
            FigureKind::Bars => vec![results.value(measure, group, variant)],
            FigureKind::Cases => problems
                .iter()
                .map(|problem| {
                    let rows =
                        results.rows_of(group, variant).filter(|row| row.problem == **problem);
                    Value::of(measure, rows)
                })
                .collect(),
        }
    };
    let series = (0..).zip(&experiment.variants).filter_map(|(number, variant)| {
        let values = values_of(variant.id);
        values.iter().any(Option::is_some).then(|| LabSeries {
            number,
            name: variant.name.clone(),
            values: values.iter().map(|value| value.map(|value| value.value)).collect(),
            low: values.iter().map(|value| value.as_ref()?.interval.map(|ends| ends.0)).collect(),
            high: values.iter().map(|value| value.as_ref()?.interval.map(|ends| ends.1)).collect(),
        })
    });
    let series = series.collect();
    let name = |problem: &&str| {
        let [en, zh] = [Language::English, Language::Chinese];
        Text::new(experiment.problem_name(problem, en), experiment.problem_name(problem, zh))
    };
    let problems = problems.iter().map(name).collect();
    LabPanel { title: experiment.group_name(group), places, problems, series }
}
