//! Definition of an experiment: problems × variants × measures, and the form of its results.

use crate::options::Options;
use crate::results::Results;
use crate::task::Task;
use serde::Serialize;
use xun_text::{Language, Text};

/// A named thing: a family of problems, or a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Its id in the rows.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
}

/// The unit of a measure, which decides how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Whole things: nodes, steps, games.
    Count,
    /// Milliseconds.
    Milliseconds,
    /// Bytes.
    Bytes,
    /// A share of one, written in per cent.
    Share,
    /// A ratio.
    Factor,
    /// Elo points.
    Elo,
}

/// Aggregation of several values of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mean {
    /// The arithmetic mean.
    Arithmetic,
    /// The geometric mean: for nodes and times that differ by orders of magnitude.
    Geometric,
    /// Their sum.
    Sum,
    /// The Elo difference with its 95 % interval, from `wins`, `draws`, `losses` and `pair` of the
    /// rows.
    Elo,
}

/// Something that is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// Its id in the rows.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// Its unit.
    pub unit: Unit,
    /// Aggregation of several values.
    pub mean: Mean,
    /// Whether the same seed gives the same value: true for counts, false for times.
    pub exact: bool,
}

/// Kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    /// A line for each variant over x.
    Lines,
    /// A bar for each variant, with its error where it has one.
    Bars,
    /// A bar for each variant at each problem.
    Cases,
}

/// A figure: one panel for each of its groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its id, a part of file names.
    pub id: &'static str,
    /// Its title.
    pub title: Text,
    /// Kind of figure.
    pub kind: FigureKind,
    /// The groups, a panel each.
    pub groups: Vec<&'static str>,
    /// The measure.
    pub measure: &'static str,
    /// The name of the horizontal axis, for lines.
    pub x: Text,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// Whether the measure's axis is logarithmic.
    pub log_y: bool,
}

/// Rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A row for each variant, a column for each of the measures.
    Measures,
    /// A row for each x, a column for each variant, of the first measure.
    ByX,
    /// A row for each problem, a column for each variant, of the first measure.
    ByProblem,
}

/// A table: one for each of its groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSpec {
    /// Its title.
    pub title: Text,
    /// Its rows.
    pub layout: Layout,
    /// The groups, a table each.
    pub groups: Vec<&'static str>,
    /// The measures shown.
    pub measures: Vec<&'static str>,
    /// The heading of x, where that makes the rows.
    pub x: Text,
}

/// An experiment that ships: its description is all there is to it, besides the functions that
/// measure.
#[derive(Clone, Debug, Serialize)]
pub struct Experiment {
    /// The name by which it is asked for.
    pub id: &'static str,
    /// Its title.
    pub title: Text,
    /// The question.
    pub question: Text,
    /// The method: problems, what is held fixed, meaning of the numbers.
    pub method: Text,
    /// The families of problems.
    pub groups: Vec<Item>,
    /// Names for the first word of problems' names, where that is no proper name.
    pub problems: Vec<Item>,
    /// The variants compared.
    pub variants: Vec<Item>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// Its tables.
    pub tables: Vec<TableSpec>,
    /// Whether measurements run one by one, because they are about threads or time.
    pub alone: bool,
    /// The measurements to be made.
    #[serde(skip)]
    pub(crate) tasks: fn(&Options) -> Vec<Task>,
    /// Derives the findings: sentences with their numbers.
    #[serde(skip)]
    pub(crate) findings: fn(&Results) -> Vec<Text>,
}

impl Experiment {
    /// The findings of these results: sentences with their numbers.
    pub fn findings(&self, results: &Results) -> Vec<Text> {
        (self.findings)(results)
    }

    /// The measure of this id.
    pub fn measure(&self, id: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.id == id)
    }

    /// The name of this variant.
    pub fn variant_name(&self, id: &str) -> Text {
        name_in(&self.variants, id)
    }

    /// The name of this problem in a language.
    pub fn problem_name(&self, problem: &str, language: Language) -> String {
        let (first, rest) = problem.split_once(' ').unwrap_or((problem, ""));
        match self.problems.iter().find(|item| item.id == first) {
            Some(item) => format!("{} {rest}", item.name.pick(language)).trim_end().to_owned(),
            None => problem.to_owned(),
        }
    }

    /// The name of this group.
    pub fn group_name(&self, id: &str) -> Text {
        name_in(&self.groups, id)
    }
}

fn name_in(items: &[Item], id: &str) -> Text {
    let known = items.iter().find(|item| item.id == id).map(|item| item.name.clone());
    known.unwrap_or_else(|| Text::new(id.to_owned(), id.to_owned()))
}
