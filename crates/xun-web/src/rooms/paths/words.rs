//! Texts of the path library's faults, warnings and refusals.

use crate::message::Words;
use xun_grid::format::{DocumentError, FaultKind};
use xun_grid::{Guarantee, SolveError, Unsupported, Warning};

/// A fault of a map file.
pub(super) fn fault_in_chinese(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Empty { .. } => "文件是空的".to_owned(),
        FaultKind::NotUtf8 { byte } => format!("字节 0x{byte:02X} 不是 UTF-8 文本"),
        FaultKind::UnknownCell { found, expected } => {
            format!("未知的格子 {found:?}；应为 {expected}")
        }
        FaultKind::ShortRow { expected, found } => {
            format!("此行太短：{found} 格，应有 {expected} 格")
        }
        FaultKind::LongRow { expected, found } => {
            format!("此行太长：{found} 格，应有 {expected} 格")
        }
        FaultKind::MissingRows { expected, found } => {
            format!("应有 {expected} 行，只有 {found} 行")
        }
        FaultKind::ExtraRows { expected, found } => format!("{expected} 行之后还多出 {found} 行"),
        FaultKind::NoStart { mark } => format!("没有起点；应有一格标为 {mark:?}"),
        FaultKind::NoGoal { mark } => format!("没有终点；应有一格标为 {mark:?}"),
        FaultKind::SecondStart { line, column } => {
            format!("第二个起点；第一个在第 {line} 行第 {column} 列")
        }
        FaultKind::SecondGoal { line, column } => {
            format!("第二个终点；第一个在第 {line} 行第 {column} 列")
        }
        FaultKind::NotANumber { found, .. } => format!("{found:?} 不是数字"),
        FaultKind::OutOfRange { found, least, most, .. } => {
            format!("{found} 超出范围；应在 {least} 到 {most} 之间")
        }
        FaultKind::Missing { .. } => "缺少一个数".to_owned(),
        FaultKind::Trailing { found } => format!("多余的内容 {found:?}；此行应到此为止"),
        FaultKind::Unexpected { expected, found } => format!("此处是 {found:?}；应为 {expected}"),
        FaultKind::TooLarge { rows, columns } => format!("{rows}×{columns} 太大"),
        FaultKind::StationWithoutTank => "有补给站却没有油箱；地图前应有一行 tank N".to_owned(),
        FaultKind::NoStation { row, column } => {
            format!("第 {row} 行第 {column} 列（从零数起）没有补给站")
        }
        FaultKind::StationWithoutPrice { letter } => {
            format!("补给站 {letter:?} 没有价格；地图前应有一行 price {letter} N")
        }
        FaultKind::OutsideMap { row, column, rows, columns } => {
            format!("第 {row} 行第 {column} 列在 {rows}×{columns} 的地图之外")
        }
        other => other.to_string(),
    }
}

/// The reason why a map is no problem.
pub(super) fn document(error: &DocumentError) -> Words {
    let chinese = match error {
        DocumentError::NoStart => "没有起点".to_owned(),
        DocumentError::NoGoal => "没有终点".to_owned(),
        _ => format!("起点、终点或补给站不对（{error}）"),
    };
    Words::new(error.to_string(), chinese)
}

/// The reason why a problem is not searched.
pub(super) fn refusal_words(error: &SolveError) -> Words {
    let chinese = match error {
        SolveError::Unsupported { algorithm, what } => match what {
            Unsupported::Supply => format!("{algorithm} 不处理有限补给；请用 labels 或 astar"),
            Unsupported::SupplyMoves(moves) => {
                format!("有限补给只用于四方向移动，不能用于 {moves}")
            }
            Unsupported::Prices => format!("{algorithm} 不处理补给站的价格；请用 auto"),
            Unsupported::NoSupply => format!("{algorithm} 只用于有限补给的问题；请用 auto"),
            Unsupported::WeightedTerrain => format!("{algorithm} 不能用于带权地形；astar 可以"),
            Unsupported::Moves(moves) => {
                format!("{algorithm} 不能用于 {moves} 方向移动；astar 可以")
            }
            _ => error.to_string(),
        },
        SolveError::Heuristic { algorithm, heuristic } => {
            format!("{algorithm} 在此处不用启发函数 {heuristic}")
        }
        SolveError::Weight(weight) => format!("权重是 {weight}；应在 1 到 1000 之间"),
        _ => error.to_string(),
    };
    Words::new(error.to_string(), chinese)
}

/// What to know before believing an answer: what is not guaranteed, and what may take for ever.
pub(super) fn caution(guarantee: Guarantee, warnings: &[Warning]) -> Option<Words> {
    let promise = match guarantee {
        Guarantee::Optimal => None,
        Guarantee::Within(factor) => Some(Words::new(
            format!(
                "Not guaranteed to be cheapest: the path may cost up to {factor:.2} times the least."
            ),
            format!("不保证代价最小：路径代价至多为最小值的 {factor:.2} 倍。"),
        )),
        Guarantee::FewestSteps => Some(Words::new(
            "Fewest steps, but not guaranteed to be cheapest: this search does not look at costs.",
            "步数最少，但不保证代价最小：此算法不看代价。",
        )),
        _ => Some(Words::new(
            "This is some path: nothing is promised about its length.",
            "这只是一条路径：不保证长度。",
        )),
    };
    let reason = warnings.first().map(|warning| match warning {
        Warning::Inadmissible { heuristic, .. } => Words::new(
            format!("The heuristic “{heuristic}” can exceed the true cost with diagonal moves, so it is not admissible."),
            format!("走斜线时，启发函数“{heuristic}”会高估真实代价，因此不可采纳。"),
        ),
        Warning::MayTakeForever => Words::new(
            "Plain IDA* remembers nothing and may take exponential time on open ground.",
            "朴素 IDA* 什么都不记，在空旷处可能需要指数时间。",
        ),
        other => Words::same(other.to_string()),
    });
    match (reason, promise) {
        (Some(reason), Some(promise)) => Some(Words::new(
            format!("{} {}", reason.en, promise.en),
            format!("{}{}", reason.zh, promise.zh),
        )),
        (reason, promise) => reason.or(promise),
    }
}
