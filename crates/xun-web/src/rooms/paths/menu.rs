//! The choices of the Paths room, each with a sentence about it.

use crate::message::Text;
use crate::message::paths::{Choice, Menu};
use xun_grid::Algorithm;
use xun_messages::grid;

/// Everything that can be chosen.
pub(crate) fn menu() -> Menu {
    Menu {
        questions: QUESTIONS.iter().map(choice).collect(),
        algorithms: algorithms(),
        heuristics: HEURISTICS.iter().map(choice).collect(),
        families: FAMILIES.iter().map(choice).collect(),
        formats: FORMATS.iter().map(choice).collect(),
    }
}

/// Name, titles, sentences, and whether it is for plain problems, for supply problems, and uses a
/// heuristic.
type Row = (&'static str, [&'static str; 2], [&'static str; 2], [bool; 3]);

fn choice(&(name, title, about, [plain, supply, informed]): &Row) -> Choice {
    Choice {
        name: name.to_owned(),
        title: Text::new(title[0], title[1]),
        about: Text::new(about[0], about[1]),
        supply,
        prices: supply && PRICED.contains(&name),
        plain,
        informed,
    }
}

/// Questions that are for stations with prices too.
const PRICED: [&str; 2] = ["path", "trip"];

const PLAIN: [bool; 3] = [true, false, false];
const INFORMED: [bool; 3] = [true, false, true];

/// The order of the page's menu: common choices first.
const FIRST: [Algorithm; 2] = [Algorithm::AStar, Algorithm::Labels];

/// The library's algorithms, `auto` last.
fn algorithms() -> Vec<Choice> {
    let rest = Algorithm::ALL.iter().filter(|one| !FIRST.contains(one) && **one != Algorithm::Auto);
    FIRST.iter().chain(rest).chain(&[Algorithm::Auto]).map(|&one| algorithm(one)).collect()
}

fn algorithm(algorithm: Algorithm) -> Choice {
    let known = algorithm.capabilities();
    Choice {
        name: algorithm.name().to_owned(),
        title: grid::title(algorithm),
        about: grid::description(algorithm),
        // Without prices every purchase is free, and the least money says nothing.
        supply: known.supply && algorithm != Algorithm::Priced,
        prices: known.prices,
        plain: known.plain,
        informed: algorithm.uses_heuristic(),
    }
}

/// The questions, each with its guarantee.
const QUESTIONS: &[Row] = &[
    (
        "path",
        ["Path from S to G", "从 S 到 G 的路径"],
        ["The algorithm says what it guarantees.", "保证由算法说明。"],
        [true, true, false],
    ),
    (
        "nearest",
        ["Nearest reachable point", "最近的可到达点"],
        [
            "The reachable cell nearest to G by a straight line, and a cheapest path to it. Exact.",
            "离 G 直线距离最近的可到达格子，及到它的最便宜路径。精确。",
        ],
        PLAIN,
    ),
    (
        "nearest-goal",
        ["Nearest of several goals", "多个终点中最近的"],
        [
            "The cheapest of all paths from S to G or a marked cell. Exact.",
            "从 S 到 G 或任一标记格的路径中最便宜的。精确。",
        ],
        PLAIN,
    ),
    (
        "all-goals",
        ["Path to each goal", "到每个终点的路径"],
        [
            "A cheapest path from S to G and to each marked cell. Exact.",
            "从 S 到 G 及每个标记格的最便宜路径。精确。",
        ],
        PLAIN,
    ),
    (
        "tour",
        ["Path through way-points", "经过途经点的路径"],
        [
            "A cheapest path from S through all marked cells; the best order is exact for up to 15.",
            "从 S 经过所有标记格的最便宜路径；15 个以内可求精确的最优顺序。",
        ],
        PLAIN,
    ),
    (
        "field",
        ["Distance and flow field", "距离场与流场"],
        [
            "The cost from every cell to G or the nearest marked cell, and the step to take. Exact.",
            "每格到 G 或最近标记格的代价，以及应走的一步。精确。",
        ],
        PLAIN,
    ),
    (
        "anya",
        ["Any angle (Anya)", "任意角度（Anya）"],
        ["The shortest line around the walls. Exact.", "绕过墙的最短线。精确。"],
        PLAIN,
    ),
    (
        "theta",
        ["Any angle (Theta*)", "任意角度（Theta*）"],
        [
            "The textbook's search; its line is valid but may be longer than the shortest.",
            "教科书的搜索；得到的线有效，但可能不是最短。",
        ],
        PLAIN,
    ),
    (
        "discover",
        ["Robot on an unknown map (D* Lite)", "未知地图上的机器人（D* Lite）"],
        [
            "Each plan is a cheapest one on the map as believed; the whole way may be longer than on \
             the true map.",
            "每次规划在已知地图上都是最便宜的；全程可能比真实地图的最短路长。",
        ],
        PLAIN,
    ),
    (
        "trip",
        ["Trip with supplies", "有补给的行程"],
        [
            "Partial filling, reserve, limited stops, return. The least distance, time or money. \
             Exact.",
            "可部分补给、保留余量、限制停站、要求返回。距离、时间或花费最小。精确。",
        ],
        [false, true, false],
    ),
    (
        "cbs",
        ["Several agents (conflict-based search)", "多个体（基于冲突的搜索）"],
        [
            "S to G is the first agent; marked cells are start and goal of the others in turn. The \
             least sum of arrival times.",
            "第一个个体从 S 到 G；标记格依次为其余个体的起点与终点。到达时刻之和最小。",
        ],
        PLAIN,
    ),
    (
        "prioritised",
        ["Several agents (prioritised)", "多个体（逐个规划）"],
        [
            "Each agent around those before it. Not always the least sum; may find no plan where \
             there is one.",
            "每个个体避开先规划的。总和不一定最小；有解时也可能找不到。",
        ],
        PLAIN,
    ),
];

const HEURISTICS: &[Row] = &[
    (
        "manhattan",
        ["Manhattan", "曼哈顿"],
        ["h: rows plus columns to go.", "h：还差的行数加列数。"],
        [true, true, true],
    ),
    ("zero", ["Zero", "零"], ["h: nothing.", "h：恒为零。"], [true, true, true]),
    (
        "octile",
        ["Octile", "八方向"],
        [
            "h: diagonal steps as far as they help, then straight ones.",
            "h：尽量走斜线，其余走直线。",
        ],
        INFORMED,
    ),
    (
        "chebyshev",
        ["Chebyshev", "切比雪夫"],
        ["h: the larger of rows and columns to go.", "h：行差与列差的较大者。"],
        INFORMED,
    ),
    ("euclid", ["Straight line", "欧几里得"], ["h: the straight line.", "h：直线距离。"], INFORMED),
    (
        "supply-region",
        ["Supply region", "补给区域"],
        [
            "h: to the goal if it is within reach, else over the best station that is.",
            "h：够得到终点就到终点，否则经由最好的补给站。",
        ],
        [false, true, true],
    ),
    (
        "exact",
        ["Exact distance", "精确距离"],
        ["h: the true distance to the goal without regard to supply.", "h：不计补给的真实距离。"],
        [false, true, true],
    ),
];

const FAMILIES: &[Row] = &[
    (
        "maze",
        ["Perfect maze", "完美迷宫"],
        ["One way between any two cells.", "任两格间恰有一条路。"],
        PLAIN,
    ),
    ("braided", ["Braided maze", "环路迷宫"], ["A maze with loops.", "有环的迷宫。"], PLAIN),
    (
        "random",
        ["Random walls", "随机障碍"],
        ["A quarter of all cells are walls.", "四分之一是墙。"],
        PLAIN,
    ),
    ("rooms", ["Rooms", "房间"], ["Rooms with doors.", "带门的房间。"], PLAIN),
    ("caves", ["Caves", "洞穴"], ["Grown like caves.", "像洞穴一样长成。"], PLAIN),
    (
        "comb",
        ["Supply: comb", "补给：梳齿"],
        ["A station at the end of each tooth; all are needed.", "每个齿端一个补给站，缺一不可。"],
        [false, true, false],
    ),
    (
        "ladder",
        ["Supply: ladder", "补给：梯子"],
        ["Cells worth entering with many amounts of supply.", "同一格以不同补给进入都有意义。"],
        [false, true, false],
    ),
    (
        "dead-end",
        ["Supply: dead end", "补给：死胡同"],
        ["The station lies in a dead end off the way.", "补给站在路旁的死胡同里。"],
        [false, true, false],
    ),
    (
        "corridor",
        ["Supply: corridor", "补给：长廊"],
        ["Stations exactly one tank apart.", "补给站之间恰好一箱油。"],
        [false, true, false],
    ),
];

const FORMATS: &[Row] = &[
    (
        "ascii",
        ["Text (#.S G*)", "文本（#.S G*）"],
        ["One character a cell.", "一格一个字符。"],
        [true, true, false],
    ),
    (
        "lab",
        ["Lab (M N T)", "实验（M N T）"],
        ["Sizes and tank, then 0–4.", "大小与油箱，然后是 0–4。"],
        [false, true, false],
    ),
    ("matrix", ["0/1 matrix", "0/1 矩阵"], ["0 free, 1 wall.", "0 空地，1 墙。"], PLAIN),
    (
        "movingai",
        ["Moving AI .map", "Moving AI .map"],
        ["The benchmark format.", "基准测试的格式。"],
        PLAIN,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The page offers everything that the library has, under its own names.
    #[test]
    fn the_menu_is_complete() {
        let names = |rows: &[Row]| rows.iter().map(|row| row.0).collect::<Vec<_>>();
        let algorithms = algorithms();
        for algorithm in Algorithm::ALL {
            let choice = algorithms.iter().find(|one| one.name == algorithm.name());
            assert!(choice.is_some_and(|one| !one.about.zh.is_empty()), "{algorithm}");
        }
        assert_eq!(algorithms.len(), Algorithm::ALL.len());
        for heuristic in xun_grid::Heuristic::ALL {
            assert!(names(HEURISTICS).contains(&heuristic.name()), "{heuristic}");
        }
        for kind in xun_grid::generate::Kind::ALL {
            assert!(names(FAMILIES).contains(&kind.name()), "{kind}");
        }
        for format in xun_grid::format::Format::ALL {
            assert!(names(FORMATS).contains(&format.name()), "{format}");
        }
    }
}
