//! The result of an examination as a table.

use super::{Grade, Graded};
use crate::Language;
use serde::Serialize;
use std::collections::BTreeMap;

/// An examination in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Instances graded.
    pub instances: usize,
    /// Instances solved.
    pub passed: usize,
    /// Count of each verdict.
    pub verdicts: BTreeMap<Grade, usize>,
    /// Mean loss of the legal moves, in hundredths; in games only.
    pub mean_loss: Option<f64>,
    /// The longest run, milliseconds.
    pub slowest: f64,
}

/// Counts the results.
pub fn summary(graded: &[Graded]) -> Summary {
    let mut verdicts = BTreeMap::new();
    for one in graded {
        *verdicts.entry(one.verdict).or_default() += 1;
    }
    let losses: Vec<f64> = graded.iter().filter_map(|one| one.loss).map(f64::from).collect();
    Summary {
        instances: graded.len(),
        passed: graded.iter().filter(|one| one.verdict.passes()).count(),
        verdicts,
        mean_loss: (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64),
        slowest: graded.iter().map(|one| one.milliseconds).fold(0.0, f64::max),
    }
}

/// The table and its summary, as Markdown.
pub fn markdown(graded: &[Graded], language: Language) -> String {
    let is_game = graded.iter().any(|one| one.loss.is_some());
    let pick = |english: &'static str, chinese: &'static str| match language {
        Language::English => english,
        Language::Chinese => chinese,
    };
    let heading = pick(
        "| instance | verdict | expected | answer | ms | MiB | |",
        "| 题目 | 结论 | 应为 | 回答 | 毫秒 | MiB | |",
    );
    let mut lines = vec![heading.to_owned(), "|---|---|---:|---:|---:|---:|---|".to_owned()];
    for one in graded {
        let mut notes: Vec<String> = vec![cell(one.note.pick(language))];
        if let Some(loss) = one.loss.filter(|&loss| loss > 0) {
            notes.push(format!("{} {loss}", pick("loses", "损失")));
        }
        if one.left_behind > 0 {
            notes.push(format!(
                "{} {}",
                pick("processes left behind:", "遗留进程："),
                one.left_behind
            ));
        }
        notes.retain(|note| !note.is_empty());
        lines.push(format!(
            "| {} | {} | {} | {} | {:.0} | {:.1} | {} |",
            cell(&one.name),
            one.verdict.text().pick(language),
            cell(&one.expected),
            cell(&one.answer),
            one.milliseconds,
            one.memory as f64 / 1_048_576.0,
            notes.join("; ")
        ));
    }
    let counted = summary(graded);
    let verdicts: Vec<String> = counted
        .verdicts
        .iter()
        .map(|(verdict, count)| format!("{} {count}", verdict.text().pick(language)))
        .collect();
    let passed = match language {
        Language::English => {
            format!("{} of {} passed: {}.", counted.passed, counted.instances, verdicts.join(", "))
        }
        Language::Chinese => {
            format!(
                "{} 题中通过 {} 题：{}。",
                counted.instances,
                counted.passed,
                verdicts.join("，")
            )
        }
    };
    lines.extend([String::new(), passed]);
    if let Some(loss) = counted.mean_loss.filter(|_| is_game) {
        lines.push(match language {
            Language::English => {
                format!("Mean loss of a legal move: {loss:.0} hundredths of a pawn.")
            }
            Language::Chinese => format!("合法着法平均损失 {loss:.0}（百分之一兵）。"),
        });
    }
    lines.join("\n") + "\n"
}

/// A text that stays inside its cell.
fn cell(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace('|', "/")
}
