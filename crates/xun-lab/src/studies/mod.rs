//! The experiments, one a file.

mod ablation;
mod alphabeta;
mod depth;
mod evaluations;
mod heuristics;
mod memory;
mod ordering;
mod patterns;
mod threads;

use crate::experiment::{
    Experiment, Figure, FigureKind, Item, Layout, Mean, Measure, TableSpec, Unit,
};
use xun_game::textbook::Statistics;
use xun_text::Text;

/// All of them, in the order of the report.
pub(crate) fn all() -> Vec<Experiment> {
    vec![
        heuristics::experiment(),
        memory::experiment(),
        alphabeta::experiment(),
        ordering::experiment(),
        ablation::experiment(),
        threads::experiment(),
        depth::experiment(),
        evaluations::experiment(),
        patterns::experiment(),
    ]
}

/// A named thing.
const fn item(id: &'static str, en: &'static str, zh: &'static str) -> Item {
    Item { id, name: Text::fixed(en, zh) }
}

/// A count that the seed repeats, averaged geometrically.
const fn counted(id: &'static str, en: &'static str, zh: &'static str) -> Measure {
    Measure { id, name: Text::fixed(en, zh), unit: Unit::Count, mean: Mean::Geometric, exact: true }
}

/// A share of one that the seed repeats.
const fn share(id: &'static str, en: &'static str, zh: &'static str) -> Measure {
    Measure {
        id,
        name: Text::fixed(en, zh),
        unit: Unit::Share,
        mean: Mean::Arithmetic,
        exact: true,
    }
}

/// Wall time in milliseconds.
const fn time() -> Measure {
    Measure {
        id: "time",
        name: Text::fixed("time", "用时"),
        unit: Unit::Milliseconds,
        mean: Mean::Geometric,
        exact: false,
    }
}

/// Elo of pairs of games, from summed results.
fn match_measures() -> Vec<Measure> {
    let games = |id, en, zh| Measure {
        id,
        name: Text::fixed(en, zh),
        unit: Unit::Count,
        mean: Mean::Sum,
        exact: true,
    };
    vec![
        Measure {
            id: "elo",
            name: Text::fixed("Elo", "Elo 差"),
            unit: Unit::Elo,
            mean: Mean::Elo,
            exact: true,
        },
        games("wins", "wins", "胜"),
        games("draws", "draws", "和"),
        games("losses", "losses", "负"),
        games("pair", "half points of the pair", "一对局的半分数"),
        Measure { mean: Mean::Arithmetic, ..games("plies", "plies of a game", "一局的步数") },
    ]
}

/// A figure of lines over x, both axes logarithmic; change what is not so.
fn lines(
    id: &'static str,
    title: Text,
    groups: &[&'static str],
    measure: &'static str,
    x: Text,
) -> Figure {
    let kind = FigureKind::Lines;
    Figure { id, title, kind, groups: groups.to_vec(), measure, x, log_x: false, log_y: true }
}

/// A figure of bars.
fn bars(
    id: &'static str,
    title: Text,
    kind: FigureKind,
    groups: &[&'static str],
    measure: &'static str,
) -> Figure {
    Figure {
        id,
        title,
        kind,
        groups: groups.to_vec(),
        measure,
        x: Text::default(),
        log_x: false,
        log_y: true,
    }
}

/// A table with a row for each variant.
fn table(title: Text, groups: &[&'static str], measures: &[&'static str]) -> TableSpec {
    let layout = Layout::Measures;
    TableSpec {
        title,
        layout,
        groups: groups.to_vec(),
        measures: measures.to_vec(),
        x: Text::default(),
    }
}

/// A table with a row for each place on the horizontal axis.
fn table_by_x(title: Text, groups: &[&'static str], measure: &'static str, x: Text) -> TableSpec {
    TableSpec { title, layout: Layout::ByX, groups: groups.to_vec(), measures: vec![measure], x }
}

/// Counters of the textbook searches.
fn search_values(counted: &Statistics) -> Vec<(&'static str, f64)> {
    let mut values = vec![
        ("nodes", counted.nodes as f64),
        ("time", counted.time.as_secs_f64() * 1000.0),
        ("cutoffs", counted.cutoffs as f64),
    ];
    values.extend(counted.first_move_cutoff_rate().map(|rate| ("first", rate)));
    values.extend(counted.effective_branching_factor().map(|factor| ("branching", factor)));
    values
}

/// The measures of [`search_values`].
fn search_measures() -> Vec<Measure> {
    vec![
        counted("nodes", "nodes", "节点"),
        time(),
        counted("cutoffs", "cut-offs", "剪枝"),
        share("first", "cut off by the first move", "首着剪枝率"),
        Measure {
            id: "branching",
            name: Text::fixed("effective branching", "有效分支"),
            unit: Unit::Count,
            mean: Mean::Geometric,
            exact: true,
        },
    ]
}
