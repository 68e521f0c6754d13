//! `--explain`: the library's findings in plain sentences of either language, and as JSON.

use super::text;
use crate::language::Language;
use serde_json::{Value, json};
use std::fmt::Write;
use xun_grid::supply::{
    self, Explanation, Feasibility, Hindrance, Journey, Purchase, Reason, TankState,
};
use xun_grid::{Answer, Cell, Limits, Path, Problem};

/// Lists longer than this are cut in sentences; JSON has them whole.
const LISTED: usize = 12;

/// The width at which the supplies of the steps are broken into lines.
const WIDTH: usize = 96;

/// An explanation in both forms.
pub(super) struct Explained {
    pub(super) text: String,
    pub(super) json: Value,
}

/// Explains the answer of a search.
pub(super) fn explain(
    problem: &Problem,
    answer: &Answer,
    limits: &Limits<'_>,
    language: Language,
) -> Explained {
    match answer.path() {
        Some(path) if problem.supply().is_none() => plain(problem, path, language),
        Some(path) if problem.has_prices() => priced(problem, path, &answer.purchases, language),
        // Without a way prices do not matter: a station that cannot be reached sells nothing.
        path => {
            let mut found = supply::explain(problem, limits);
            if let Feasibility::Possible(journey) = &mut found.verdict
                && !problem.map().is_uniform()
            {
                // They count steps, which is not the cost here.
                journey.larger_tanks.clear();
            }
            let stops = path.and_then(|path| supply::replay(problem, &path.cells).ok());
            Explained {
                text: supply_text(problem, &found, stops.as_deref(), language),
                json: supply_json(&found, stops.as_deref()),
            }
        }
    }
}

fn plain(problem: &Problem, path: &Path, language: Language) -> Explained {
    let (start, goal) = (problem.start(), problem.goal());
    let apart = start.row.abs_diff(goal.row) + start.column.abs_diff(goal.column);
    let (steps, cost) = (path.steps(), text::number(path.cost));
    let text = match language {
        Language::English => format!(
            "The path takes {} and costs {cost}. Start and goal are {apart} rows and columns \
             apart.\n",
            text::steps(steps, language)
        ),
        Language::Chinese => format!(
            "路径共 {}，代价 {cost}。起点与终点的行列差之和为 {apart}。\n",
            text::steps(steps, language)
        ),
    };
    Explained {
        text,
        json: json!({
            "possible": true, "steps": steps, "cost": path.cost, "rows_and_columns_apart": apart
        }),
    }
}

fn priced(problem: &Problem, path: &Path, purchases: &[Purchase], language: Language) -> Explained {
    let tank = problem.supply().map_or(0, |supply| supply.tank);
    let cost = text::number(path.cost);
    let steps = text::steps(path.steps(), language);
    let mut text = match language {
        Language::English => {
            format!("The cheapest way costs {cost} and takes {steps} with a tank of {tank}.\n")
        }
        Language::Chinese => format!("容量为 {tank} 时，最省的走法花费 {cost}，共 {steps}。\n"),
    };
    if purchases.is_empty() {
        text.push_str(
            language.pick("Nothing has to be bought on the way.\n", "途中无需购买补给。\n"),
        );
    }
    for bought in purchases {
        let Purchase { step, cell, arrival, units, price } = bought;
        let paid = bought.money();
        let _ = match language {
            Language::English => writeln!(
                text,
                "After step {step}, at {cell} with {arrival} left: buys {units} at {price} each \
                 for {paid}."
            ),
            Language::Chinese => writeln!(
                text,
                "第 {step} 步后到达 {cell}，余 {arrival}：以单价 {price} 购买 {units}，花费 {paid}。"
            ),
        };
    }
    let json = json!({
        "possible": true, "steps": path.steps(), "cost": path.cost,
        "purchases": purchases_json(purchases)
    });
    Explained { text, json }
}

/// The purchases as JSON.
pub(super) fn purchases_json(purchases: &[Purchase]) -> Value {
    let list = purchases.iter().map(|bought| {
        json!({
            "step": bought.step,
            "cell": cell_json(bought.cell),
            "arrival": bought.arrival,
            "units": bought.units,
            "price": bought.price,
        })
    });
    Value::Array(list.collect())
}

fn supply_text(
    problem: &Problem,
    found: &Explanation,
    stops: Option<&[TankState]>,
    language: Language,
) -> String {
    let mut text = String::new();
    let tank = problem.supply().map(|supply| supply.tank);
    match &found.verdict {
        Feasibility::Possible(journey) => {
            possible(&mut text, tank.unwrap_or(0), journey, stops, language);
        }
        Feasibility::Impossible(hindrance) => impossible(&mut text, tank, hindrance, language),
        Feasibility::Stopped => {
            text.push_str(
                language.pick("Stopped before that was known.\n", "在弄清之前已停止。\n"),
            );
        }
    }
    if tank.is_some() {
        smallest(&mut text, found, language);
    }
    text
}

fn possible(
    text: &mut String,
    tank: u32,
    journey: &Journey,
    stops: Option<&[TankState]>,
    language: Language,
) {
    let stops = stops.unwrap_or(&journey.stops);
    let steps = text::steps(stops.len().saturating_sub(1), language);
    let _ = match language {
        Language::English => writeln!(text, "The path takes {steps} with a tank of {tank}."),
        Language::Chinese => writeln!(text, "容量为 {tank} 时，路径共 {steps}。"),
    };
    let refills: Vec<(usize, &TankState)> =
        stops.iter().enumerate().skip(1).filter(|(_, stop)| stop.supply > stop.arrival).collect();
    if refills.is_empty() {
        text.push_str(language.pick("It uses no station.\n", "途中不用补给站。\n"));
    }
    if refills.len() > LISTED {
        let words = refills.iter().map(|(step, stop)| format!("{step} {}", stop.cell));
        let count = refills.len();
        let _ = match language {
            Language::English => {
                writeln!(text, "It refills {count} times (after which step, and where):")
            }
            Language::Chinese => writeln!(text, "共补给 {count} 次（第几步后，在何处）："),
        };
        broken(text, words, "  ");
    } else {
        for (step, stop) in &refills {
            let (cell, left) = (stop.cell, stop.arrival);
            let _ = match language {
                Language::English => {
                    writeln!(text, "After step {step} it refills at {cell} with {left} left.")
                }
                Language::Chinese => {
                    writeln!(text, "第 {step} 步后在 {cell} 补给，到达时余 {left}。")
                }
            };
        }
    }
    supplies(text, stops, language);
    larger(text, journey, language);
}

/// The supply after each step, broken into lines.
fn supplies(text: &mut String, stops: &[TankState], language: Language) {
    text.push_str(
        language.pick("Supply at the start and after each step:\n", "起点及每一步后的余量：\n"),
    );
    let words = stops.iter().map(|stop| {
        if stop.supply > stop.arrival {
            format!("{}→{}", stop.arrival, stop.supply)
        } else {
            stop.supply.to_string()
        }
    });
    broken(text, words, " ");
}

/// Words in indented lines of the usual width.
fn broken(text: &mut String, words: impl Iterator<Item = String>, between: &str) {
    let (mut line, mut width) = (String::new(), 0);
    for word in words {
        let long = word.chars().count();
        if !line.is_empty() && width + between.len() + long > WIDTH {
            let _ = writeln!(text, "  {line}");
            line.clear();
            width = 0;
        }
        if !line.is_empty() {
            line.push_str(between);
            width += between.len();
        }
        line.push_str(&word);
        width += long;
    }
    let _ = writeln!(text, "  {line}");
}

fn larger(text: &mut String, journey: &Journey, language: Language) {
    let Some((now, better)) = journey.larger_tanks.split_first() else { return };
    let Some(last) = better.last() else {
        let _ = match language {
            Language::English => {
                writeln!(text, "No larger tank makes it shorter than {} steps.", now.steps)
            }
            Language::Chinese => writeln!(text, "更大的容量也不会少于 {} 步。", now.steps),
        };
        return;
    };
    for row in better {
        let (tank, steps) = (row.tank, row.steps);
        let _ = match (language, row.smallest) {
            (Language::English, true) => {
                writeln!(text, "From a tank of {tank} on it would take {steps} steps.")
            }
            (Language::English, false) => {
                writeln!(
                    text,
                    "With a tank of {tank}, or already with a smaller one, it would take {steps} \
                     steps."
                )
            }
            (Language::Chinese, true) => writeln!(text, "容量达到 {tank} 时只需 {steps} 步。"),
            (Language::Chinese, false) => {
                writeln!(text, "容量为 {tank}（或更小）时只需 {steps} 步。")
            }
        };
    }
    let _ = match language {
        Language::English => writeln!(text, "No tank does better than {} steps.", last.steps),
        Language::Chinese => writeln!(text, "任何容量都不会少于 {} 步。", last.steps),
    };
}

fn impossible(text: &mut String, tank: Option<u32>, hindrance: &Hindrance, language: Language) {
    let _ = match (language, tank) {
        (Language::English, Some(tank)) => write!(text, "There is no way with a tank of {tank}: "),
        (Language::English, None) => write!(text, "There is no way: "),
        (Language::Chinese, Some(tank)) => write!(text, "容量为 {tank} 时无路可走："),
        (Language::Chinese, None) => write!(text, "无路可走："),
    };
    text.push_str(match hindrance.reason {
        Reason::Walls => {
            language.pick("walls separate start and goal.\n", "起点与终点被墙隔开。\n")
        }
        Reason::NoStationWithinReach => language.pick(
            "the goal is farther than one tank, and so is every station.\n",
            "终点和所有补给站都在一箱之外。\n",
        ),
        Reason::ChainBreaks => language.pick(
            "stations can be reached, but none of them brings the goal within one tank.\n",
            "能到达一些补给站，但从其中任何一个都无法在一箱之内到达终点。\n",
        ),
        _ => language.pick("the supply does not suffice.\n", "补给不足。\n"),
    });
    let (cells, nearest) = (hindrance.cells, hindrance.nearest);
    let reached = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
    let _ = match (language, hindrance.missing) {
        (Language::English, Some(missing)) => {
            writeln!(
                text,
                "{reached} can be reached; the nearest to the goal is {nearest}, still {} from it.",
                text::steps(missing as usize, language)
            )
        }
        (Language::English, None) => {
            writeln!(text, "{reached} can be reached; the nearest to the goal is {nearest}.")
        }
        (Language::Chinese, Some(missing)) => {
            writeln!(text, "可到达 {cells} 格；其中离终点最近的是 {nearest}，还差 {missing} 步。")
        }
        (Language::Chinese, None) => {
            writeln!(text, "可到达 {cells} 格；其中离终点最近的是 {nearest}。")
        }
    };
    if !hindrance.stations.is_empty() {
        let list = cell_list(&hindrance.stations, language);
        let _ = match language {
            Language::English => writeln!(text, "Stations that can be reached: {list}."),
            Language::Chinese => writeln!(text, "可到达的补给站：{list}。"),
        };
    }
    if tank.is_some() && !hindrance.dry.is_empty() {
        let list = cell_list(&hindrance.dry, language);
        let _ = match language {
            Language::English => {
                writeln!(text, "The traveller gets stuck, with nothing left, at: {list}.")
            }
            Language::Chinese => writeln!(text, "旅行者耗尽补给、困在：{list}。"),
        };
    }
}

fn smallest(text: &mut String, found: &Explanation, language: Language) {
    let _ = match (found.smallest_tank, found.longest_leg, language) {
        (Some(tank), Some(leg), Language::English) => writeln!(
            text,
            "The smallest tank that makes it possible is {tank}: the leg between {} and {} takes \
             {} steps.",
            leg.from, leg.to, leg.steps
        ),
        (Some(tank), Some(leg), Language::Chinese) => writeln!(
            text,
            "能走通的最小容量是 {tank}：{} 与 {} 之间的一段需要 {} 步。",
            leg.from, leg.to, leg.steps
        ),
        (Some(tank), None, Language::English) => {
            writeln!(text, "The smallest tank that makes it possible is {tank}.")
        }
        (Some(tank), None, Language::Chinese) => writeln!(text, "能走通的最小容量是 {tank}。"),
        (None, _, Language::English) => writeln!(text, "No tank is large enough."),
        (None, _, Language::Chinese) => writeln!(text, "多大的容量都不够。"),
    };
}

fn cell_list(cells: &[Cell], language: Language) -> String {
    let shown: Vec<String> = cells.iter().take(LISTED).map(Cell::to_string).collect();
    let list = shown.join(language.pick(", ", "、"));
    match (cells.len().saturating_sub(LISTED), language) {
        (0, _) => list,
        (more, Language::English) => format!("{list} and {more} more"),
        (more, Language::Chinese) => format!("{list} 等，另有 {more} 处"),
    }
}

fn cell_json(cell: Cell) -> Value {
    json!([cell.row, cell.column])
}

fn cells_json(cells: &[Cell]) -> Value {
    Value::Array(cells.iter().copied().map(cell_json).collect())
}

fn supply_json(found: &Explanation, stops: Option<&[TankState]>) -> Value {
    let leg = found.longest_leg.map(
        |leg| json!({"from": cell_json(leg.from), "to": cell_json(leg.to), "steps": leg.steps}),
    );
    let mut value = json!({"smallest_tank": found.smallest_tank, "longest_leg": leg});
    match &found.verdict {
        Feasibility::Possible(journey) => {
            let stops = stops.unwrap_or(&journey.stops);
            let refills: Vec<Value> = stops
                .iter()
                .enumerate()
                .skip(1)
                .filter(|(_, stop)| stop.supply > stop.arrival)
                .map(|(step, stop)| {
                    json!({
                        "step": step, "cell": cell_json(stop.cell), "arrival": stop.arrival
                    })
                })
                .collect();
            let supplies: Vec<u32> = stops.iter().map(|stop| stop.supply).collect();
            let tanks: Vec<Value> = journey
                .larger_tanks
                .iter()
                .map(|row| json!({"tank": row.tank, "steps": row.steps, "smallest": row.smallest}))
                .collect();
            value["possible"] = json!(true);
            value["steps"] = json!(stops.len().saturating_sub(1));
            value["refills"] = Value::Array(refills);
            value["supplies"] = json!(supplies);
            value["larger_tanks"] = Value::Array(tanks);
        }
        Feasibility::Impossible(hindrance) => {
            let reason = match hindrance.reason {
                Reason::Walls => "walls",
                Reason::NoStationWithinReach => "no-station-within-reach",
                Reason::ChainBreaks => "chain-breaks",
                _ => "other",
            };
            value["possible"] = json!(false);
            value["reason"] = json!(reason);
            value["reachable_cells"] = json!(hindrance.cells);
            value["reachable_stations"] = cells_json(&hindrance.stations);
            value["nearest"] = cell_json(hindrance.nearest);
            value["missing_steps"] = json!(hindrance.missing);
            value["stuck_at"] = cells_json(&hindrance.dry);
        }
        Feasibility::Stopped => value["possible"] = Value::Null,
    }
    value
}
