//! Names of algorithms, warnings about options, and refusals of problems.

use crate::Message;
use xun_grid::{Algorithm, Guarantee, SolveError, Unsupported, Warning};
use xun_text::Text;

/// The name of an algorithm for people.
#[must_use]
pub fn title(algorithm: Algorithm) -> Text {
    Text::new(algorithm.title(), algorithm_in_chinese(algorithm).0)
}

/// A sentence about an algorithm.
#[must_use]
pub fn description(algorithm: Algorithm) -> Text {
    Text::new(algorithm.description(), algorithm_in_chinese(algorithm).1)
}

/// Title and description.
fn algorithm_in_chinese(algorithm: Algorithm) -> (&'static str, &'static str) {
    match algorithm {
        Algorithm::Auto => ("自动选择", "对这个问题最快的精确算法。"),
        Algorithm::Bfs => ("广度优先", "步数最少；按离起点的远近依次扩展。"),
        Algorithm::Dfs => ("深度优先", "能找到一条路径，但往往很长。"),
        Algorithm::Ucs => ("一致代价（Dijkstra）", "不用启发函数的最小代价路径。"),
        Algorithm::Greedy => ("贪心最佳优先", "只看启发值：快，但路径可能很长。"),
        Algorithm::AStar => ("A*", "只要启发值不高估，就得到代价最小的路径。"),
        Algorithm::WeightedAStar => ("加权 A*", "启发值乘以权重的 A*：代价至多为最小值乘以权重。"),
        Algorithm::Bidirectional => ("双向 A*", "从两端同时搜索的最小代价路径。"),
        Algorithm::Ida => ("IDA*", "只需一条路径的内存，得到最小代价；每个界都从头再来。"),
        Algorithm::IdaTable => ("带置换表的 IDA*", "记住到每格最省走法的 IDA*。"),
        Algorithm::Fringe => ("边缘搜索", "有 IDA* 的界，却不从头再来。"),
        Algorithm::Jps => ("跳点搜索", "八方向的最小代价路径；跳过跳点之间的格子。"),
        Algorithm::JpsTable => ("带表的跳点搜索", "预先算好跳跃的跳点搜索（JPS+）。"),
        Algorithm::JpsWeighted => {
            ("带权地形的跳点搜索", "代价不同的地面上的跳点搜索：八方向的最小代价路径（JPSW）。")
        }
        Algorithm::Labels => ("双向标号法", "补给受限时的最少步数，也是最快的算法。"),
        Algorithm::Priced => ("花费最少", "补给站按单位出售时花费最少，其次步数最少。"),
        other => (other.title(), ""),
    }
}

impl Message for Warning {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Inadmissible { heuristic, moves, factor } => format!(
                "{heuristic} 在 {moves} 方向移动下可能高估真实代价：所得路径的代价可能达到最小值的 {factor:.3} 倍"
            ),
            Self::MayTakeForever => {
                "ida 什么都不记，可能需要指数时间；ida-table 与 fringe 则不会".to_owned()
            }
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for SolveError {
    fn text(&self) -> Text {
        Text::new(self.to_string(), refusal_in_chinese(self))
    }
}

fn refusal_in_chinese(error: &SolveError) -> String {
    match error {
        SolveError::Unsupported { algorithm, what } => match what {
            Unsupported::Supply => format!("{algorithm} 不处理有限补给；请用 labels 或 astar"),
            Unsupported::SupplyMoves(moves) => {
                format!("有限补给只用于四方向移动，不能用于 {moves} 方向")
            }
            Unsupported::Prices => format!("{algorithm} 不处理补给站的价格；请用 auto"),
            Unsupported::PricesWithTerrain => "没有算法能同时处理补给站的价格与带权地形".to_owned(),
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
        SolveError::Problem(error) => error.text().zh.into_owned(),
        _ => error.to_string(),
    }
}

/// The lack of a guarantee: that a path may not be a cheapest one. None where it is one.
#[must_use]
pub fn caution(guarantee: Guarantee) -> Option<Text> {
    match guarantee {
        Guarantee::Optimal => None,
        Guarantee::Within(factor) => Some(Text::new(
            format!(
                "Not guaranteed to be cheapest: the path may cost up to {factor:.2} times the \
                 least."
            ),
            format!("不保证代价最小：路径代价至多为最小值的 {factor:.2} 倍。"),
        )),
        Guarantee::FewestSteps => Some(Text::new(
            "Fewest steps, but not guaranteed to be cheapest: this search does not look at costs.",
            "步数最少，但不保证代价最小：此算法不看代价。",
        )),
        _ => Some(Text::new(
            "This is some path: nothing is promised about its length.",
            "这只是一条路径：不保证长度。",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::{Moves, Options, Problem};

    #[test]
    fn every_algorithm_has_a_chinese_description() {
        for &algorithm in Algorithm::ALL {
            assert!(description(algorithm).zh.ends_with('。'), "{algorithm}");
        }
    }

    /// Every refusal of every algorithm has a text of its own in Chinese.
    #[test]
    fn every_refusal_is_translated() {
        let mut refusals = 0;
        for text in [
            "S.G\n",
            "S5G\n",
            "tank 2\nS*G\n",
            "tank 2\nS5G\n",
            "tank 2\nprice a 1\nSaG\n",
            "tank 2\nprice a 1\nSa5G\n",
        ] {
            let problem: Problem = text.parse().expect("a problem");
            for &algorithm in Algorithm::ALL {
                for moves in Moves::ALL {
                    let options = Options { algorithm, moves, ..Options::default() };
                    if let Err(error) = options.effective(&problem) {
                        let Text { en, zh } = error.text();
                        assert!(en != zh && !zh.contains("cannot"), "{en}: {zh}");
                        refusals += 1;
                    }
                }
            }
        }
        assert!(refusals > 100);
    }
}
