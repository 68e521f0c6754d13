//! Tables of results, as cells of text: the documents only frame them.

use crate::experiment::{Experiment, Layout, Measure, TableSpec, Unit};
use crate::number;
use crate::results::Results;
use crate::summary::{Value, tally};
use crate::text::Language;

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
        let title = spec.title.pick(language);
        let (head, rows) = match spec.layout {
            Layout::Measures => by_variant(results, experiment, spec, group, language),
            Layout::ByX | Layout::ByProblem => by_case(results, experiment, spec, group, language),
        };
        let title = if several {
            format!("{title} · {}", experiment.group_name(group).pick(language))
        } else {
            title.to_owned()
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
    language: Language,
) -> Cells {
    let measures: Vec<&Measure> = spec.measures.iter().filter_map(|id| experiment.measure(id)).collect();
    let mut head = vec![String::new()];
    for measure in &measures {
        if measure.unit == Unit::Elo {
            head.push(match language {
                Language::En => "+ = −".to_owned(),
                Language::Zh => "胜 和 负".to_owned(),
            });
        }
        head.push(measure.name.pick(language).to_owned());
    }
    let mut rows = Vec::new();
    for variant in &experiment.variants {
        let mut cells = vec![variant.name.pick(language).to_owned()];
        for measure in &measures {
            if measure.unit == Unit::Elo {
                let (games, count) = tally(results.rows_of(group, variant.id));
                cells.push(match count {
                    0 => "–".to_owned(),
                    _ => format!("{} {} {}", games.wins, games.draws, games.losses),
                });
            }
            cells.push(cell(results.value(measure, group, variant.id), measure.unit));
        }
        if cells[1..].iter().any(|cell| cell != "–") {
            rows.push(cells);
        }
    }
    (head, rows)
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
        .filter(|variant| results.value(measure, group, variant.id).is_some())
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
                row(number::short(x, Unit::Count), &|variant| results.value_at(measure, group, variant, x))
            })
            .collect(),
        _ => results
            .problems(group)
            .into_iter()
            .map(|problem| {
                row(problem.to_owned(), &|variant| {
                    Value::of(measure, results.rows_of(group, variant).filter(|row| row.problem == problem))
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
