//! Warnings about options and refusals of problems, in the language of the interface.

use super::faults;
use crate::language::Language;
use xun_grid::{Options, Problem, SolveError, Unsupported, Warning};

/// The warnings about these options on this problem.
pub(super) fn warnings(options: &Options, problem: &Problem, language: Language) -> Vec<String> {
    options.warnings(problem).iter().map(|warning| warning_text(warning, language)).collect()
}

fn warning_text(warning: &Warning, language: Language) -> String {
    match (language, warning) {
        (Language::Zh, Warning::Inadmissible { heuristic, moves, factor }) => format!(
            "{heuristic} 在 {moves} 方向移动下可能高估真实代价：所得路径的代价可能达到最小值的 {factor:.3} 倍"
        ),
        (Language::Zh, Warning::MayTakeForever) => {
            "ida 什么都不记，可能需要指数时间；ida-table 与 fringe 则不会".to_owned()
        }
        (_, warning) => warning.to_string(),
    }
}

/// The reason why a problem is not searched, with the options that help.
pub(super) fn text(error: &SolveError, language: Language) -> String {
    let text = match language {
        Language::En => error.to_string(),
        Language::Zh => chinese(error),
    };
    let by_supply = matches!(
        error,
        SolveError::Unsupported { what: Unsupported::Supply | Unsupported::SupplyMoves(_), .. }
    );
    let hint = if by_supply {
        language.pick(", or --ignore-supply", "，或加 --ignore-supply")
    } else {
        ""
    };
    format!("{text}{hint}")
}

fn chinese(error: &SolveError) -> String {
    match error {
        SolveError::Unsupported { algorithm, what } => match what {
            Unsupported::Supply => format!("{algorithm} 不处理有限补给；请用 labels 或 astar"),
            Unsupported::SupplyMoves(moves) => {
                format!("有限补给只用于四方向移动，不能用于 {moves}；请去掉 --moves")
            }
            Unsupported::Prices => format!("{algorithm} 不处理补给站的价格；请用 auto"),
            Unsupported::NoSupply => format!("{algorithm} 只用于有限补给的问题；请用 auto"),
            Unsupported::WeightedTerrain => format!("{algorithm} 不能用于带权地形；astar 可以"),
            Unsupported::Moves(moves) => {
                format!("{algorithm} 不能用于 {moves} 方向移动；astar 可以")
            }
            Unsupported::TooLong => {
                format!("{algorithm} 不能用于超过 32767 行或列的地图；jps 可以")
            }
            Unsupported::ManyQueries => format!("{algorithm} 不能用于同一地图上的多次查询"),
            _ => error.to_string(),
        },
        SolveError::Heuristic { algorithm, heuristic } => {
            format!("{algorithm} 在此处不用启发函数 {heuristic}")
        }
        SolveError::Weight(weight) => format!("权重是 {weight}；应在 1 到 1000 之间"),
        SolveError::Problem(error) => faults::problem(*error, Language::Zh),
        _ => error.to_string(),
    }
}
