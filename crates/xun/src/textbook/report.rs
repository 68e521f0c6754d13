//! Answers of textbook searches as text and JSON.

use crate::language::Language;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use xun_game::textbook::{Answer, Precision, Statistics};
use xun_game::{Game, GameValue};

/// A score for people: points, or in how many plies the game is won or lost.
pub(crate) fn score_text(score: GameValue, depth: u32, language: Language) -> String {
    match score.plies_to_end(depth) {
        Some(plies) if score > GameValue::ZERO => match language {
            Language::English => format!("won in {plies} plies"),
            Language::Chinese => format!("{plies} 步内胜"),
        },
        Some(plies) => match language {
            Language::English => format!("lost in {} plies", -plies),
            Language::Chinese => format!("{} 步内负", -plies),
        },
        None => score.to_string(),
    }
}

/// One run in a table of runs.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) best: String,
    pub(crate) score: String,
    pub(crate) stopped: bool,
    pub(crate) statistics: Statistics,
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// The table of runs: nodes, time, cut-offs and what follows from them.
pub(crate) fn table(rows: &[Row], language: Language) -> String {
    let heads = [
        ("search", "搜索"),
        ("nodes", "节点"),
        ("time", "用时"),
        ("cut-offs", "剪枝"),
        ("by first move", "首着剪枝率"),
        ("branching", "有效分支"),
        ("table hits", "表命中"),
        ("best", "最佳着法"),
        ("score", "得分"),
    ];
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(heads.map(|(english, chinese)| language.pick(english, chinese)));
    for row in rows {
        let counted = &row.statistics;
        let nodes = grouped(counted.nodes) + if row.stopped { "+" } else { "" };
        let branching = counted.effective_branching_factor();
        table.add_row([
            row.name.clone(),
            nodes,
            format!("{:.1} ms", counted.time.as_secs_f64() * 1000.0),
            grouped(counted.cutoffs),
            percent(counted.first_move_cutoff_rate()),
            branching.map_or_else(|| "–".to_owned(), |factor| format!("{factor:.2}")),
            percent(counted.table_hit_rate()),
            row.best.clone(),
            row.score.clone(),
        ]);
    }
    for column in 1..=6 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The statistics as JSON, with the rates worked out.
pub(crate) fn statistics_json(counted: &Statistics) -> Value {
    let mut value = json!(counted);
    value["milliseconds"] = json!(counted.time.as_secs_f64() * 1000.0);
    value["first_move_cutoff_rate"] = json!(counted.first_move_cutoff_rate());
    value["table_hit_rate"] = json!(counted.table_hit_rate());
    value["effective_branching_factor"] = json!(counted.effective_branching_factor());
    value["maximising_moves"] = json!(counted.maximising_moves());
    if let Some(object) = value.as_object_mut() {
        object.remove("time");
    }
    value
}

/// A line of moves, each written in its own position.
pub(crate) fn line_text<G: Game>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut game = game.clone();
    line.iter()
        .map(|chosen| {
            let text = game.move_text(*chosen);
            game.play(*chosen);
            text
        })
        .collect()
}

/// The root moves with their scores: the best first, equals in their natural order.
pub(crate) fn ranked_moves<M: Copy>(answer: &Answer<M>) -> Vec<(M, GameValue, Precision)> {
    let mut moves: Vec<_> =
        answer.moves.iter().map(|one| (one.chosen, one.score, one.precision)).collect();
    moves.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
    moves
}

/// The answer as JSON.
pub(crate) fn answer_json<G: Game>(game: &G, answer: &Answer<G::Move>) -> Value {
    let depth = answer.statistics.depth;
    let number =
        |score: GameValue| json!({ "score": score, "plies_to_end": score.plies_to_end(depth) });
    let moves: Vec<Value> = ranked_moves(answer)
        .into_iter()
        .map(|(chosen, score, precision)| {
            json!({ "move": game.move_text(chosen), "score": score, "precision": precision })
        })
        .collect();
    let iterations: Vec<Value> = answer
        .iterations
        .iter()
        .map(|one| {
            json!({
                "depth": one.depth, "best": game.move_text(one.best), "score": one.score,
                "nodes": one.nodes, "milliseconds": one.time.as_secs_f64() * 1000.0,
                "line": line_text(game, &one.line),
            })
        })
        .collect();
    json!({
        "best": answer.best.map(|best| game.move_text(best)),
        "value": number(answer.score),
        "line": line_text(game, &answer.line),
        "moves": moves,
        "iterations": iterations,
        "stopped": answer.stopped,
        "statistics": statistics_json(&answer.statistics),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
    }

    #[test]
    fn decided_scores_are_words() {
        assert_eq!(score_text(GameValue::won(2), 3, Language::English), "won in 1 plies");
        assert_eq!(score_text(GameValue::lost(1), 3, Language::Chinese), "2 步内负");
        assert_eq!(score_text(GameValue::points(-7), 3, Language::English), "-7");
    }
}
