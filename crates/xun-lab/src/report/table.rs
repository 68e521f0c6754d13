//! Tables of results, as cells of text: the documents only frame them.

use crate::experiment::{Experiment, Layout, Measure, TableSpec, Unit};
use crate::number;
use crate::results::Results;
use crate::summary::{Value, tally};
use xun_text::Language;

/// A table: headings, and rows of a name and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The tables of a specification, one for each group that has rows.
pub(crate) fn tables(
    results: &Results,
    experiment: &Experiment,
    spec: &TableSpec,
    language: Language,
) -> Vec<Table> {
    let several = spec.groups.len() > 1;
    let one = |group: &&'static str| {
        let mut title = spec.title.pick(language).to_owned();
        let place = deepest_common_place(results, experiment, spec, group);
        if let (Layout::Measures, Some(x)) = (spec.layout, place) {
            title = format!("{title} {}", number::short(x, Unit::Count));
        }
        let (head, rows) = match spec.layout {
            Layout::Measures => by_variant(results, experiment, spec, group, place, language),
            Layout::ByX | Layout::ByProblem => by_case(results, experiment, spec, group, language),
        };
        let title = if several {
            format!("{title} · {}", experiment.group_name(group).pick(language))
        } else {
            title
        };
        Table { title, head, rows }
    };
    spec.groups.iter().map(one).filter(|table| !table.rows.is_empty()).collect()
}

type Cells = (Vec<String>, Vec<Vec<String>>);

fn by_variant(
    results: &Results,
    experiment: &Experiment,
    spec: &TableSpec,
    group: &str,
    place: Option<f64>,
    language: Language,
) -> Cells {
    let measures: Vec<&Measure> =
        spec.measures.iter().filter_map(|id| experiment.measure(id)).collect();
    let mut head = vec![String::new()];
    for measure in &measures {
        if measure.unit == Unit::Elo {
            head.push(match language {
                Language::English => "+ = −".to_owned(),
                Language::Chinese => "胜 和 负".to_owned(),
            });
        }
        head.push(measure.name.pick(language).to_owned());
    }
    let rows = |variant: &'static str| {
        results.rows_of(group, variant).filter(move |row| place.is_none() || row.x == place)
    };
    let mut lines = Vec::new();
    for variant in &experiment.variants {
        let mut cells = vec![variant.name.pick(language).to_owned()];
        for measure in &measures {
            if measure.unit == Unit::Elo {
                let (games, count) = tally(rows(variant.id));
                cells.push(match count {
                    0 => "–".to_owned(),
                    _ => format!("{} {} {}", games.wins, games.draws, games.losses),
                });
            }
            cells.push(cell(Value::of(measure, rows(variant.id)), measure.unit));
        }
        if cells[1..].iter().any(|cell| cell != "–") {
            lines.push(cells);
        }
    }
    (head, lines)
}

/// The farthest place that every variant of the group has reached: only there can they be compared.
fn deepest_common_place(
    results: &Results,
    experiment: &Experiment,
    spec: &TableSpec,
    group: &str,
) -> Option<f64> {
    let measure = spec.measures.first().and_then(|id| experiment.measure(id))?;
    let at = |variant: &str, x: f64| results.value_at(measure, group, variant, x).is_some();
    let places = results.places(group);
    let present: Vec<&str> = experiment
        .variants
        .iter()
        .map(|variant| variant.id)
        .filter(|variant| places.iter().any(|x| at(variant, *x)))
        .collect();
    places.into_iter().rev().find(|x| present.iter().all(|variant| at(variant, *x)))
}

fn by_case(
    results: &Results,
    experiment: &Experiment,
    spec: &TableSpec,
    group: &str,
    language: Language,
) -> Cells {
    let Some(measure) = spec.measures.first().and_then(|id| experiment.measure(id)) else {
        return (Vec::new(), Vec::new());
    };
    let present: Vec<_> = experiment
        .variants
        .iter()
        .filter(|variant| {
            results
                .rows_of(group, variant.id)
                .any(|row| Value::of(measure, std::iter::once(row)).is_some())
        })
        .collect();
    let mut head = vec![spec.x.pick(language).to_owned()];
    head.extend(present.iter().map(|variant| variant.name.pick(language).to_owned()));
    let row = |name: String, value: &dyn Fn(&str) -> Option<Value>| {
        let cells = present.iter().map(|variant| cell(value(variant.id), measure.unit));
        std::iter::once(name).chain(cells).collect()
    };
    let rows = match spec.layout {
        Layout::ByX => results
            .places(group)
            .into_iter()
            .map(|x| {
                row(number::short(x, Unit::Count), &|variant| {
                    results.value_at(measure, group, variant, x)
                })
            })
            .collect(),
        _ => results
            .problems(group)
            .into_iter()
            .map(|problem| {
                row(experiment.problem_name(problem, language), &|variant| {
                    Value::of(
                        measure,
                        results.rows_of(group, variant).filter(|row| row.problem == problem),
                    )
                })
            })
            .collect(),
    };
    (head, rows)
}

fn cell(value: Option<Value>, unit: Unit) -> String {
    match value {
        None => "–".to_owned(),
        Some(Value { value, interval: Some((low, high)), .. }) if unit == Unit::Elo => {
            format!("{} [{}, {}]", number::elo(value), number::elo(low), number::elo(high))
        }
        Some(Value { value, .. }) => number::short(value, unit),
    }
}
