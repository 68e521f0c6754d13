//! Answers to questions about a map in words: one line for each, and the limits of a trip.

use xun_grid::trip::{MAX_UNITS, TICKS, Trip, TripExplanation};
use xun_grid::{Discovery, Path, Response};
use xun_text::Text;

/// A number with at most six decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Steps and cost of a path.
fn of_path(path: &Path) -> [String; 2] {
    let (steps, cost) = (path.steps(), number(path.cost));
    let plural = if steps == 1 { "" } else { "s" };
    [format!("{steps} step{plural}, cost {cost}"), format!("{steps} 步，代价 {cost}")]
}

/// The robot's way in one line.
fn discovery(found: &Discovery) -> Text {
    let (replans, changes) = (found.replans, found.changes);
    let times = if replans == 1 { "time" } else { "times" };
    let [english, chinese] = of_path(&found.path);
    let begin = if found.reached {
        ["Goal reached", "到达终点"]
    } else {
        ["No way to the goal, as it learned", "机器人得知没有通往终点的路"]
    };
    Text::new(
        format!(
            "{}: {english}. It planned again {replans} {times}; cells other than it \
             believed: {changes}.",
            begin[0]
        ),
        format!("{}：{chinese}。重新规划 {replans} 次；{changes} 格与所想不同。", begin[1]),
    )
}

/// The answer in one line.
#[must_use]
pub fn answer(response: &Response) -> Text {
    match response {
        Response::Nearest(found) => {
            let (cell, distance) = (found.cell, number(found.distance));
            let [english, chinese] = of_path(&found.path);
            if found.distance == 0.0 {
                Text::new(
                    format!("The goal is reached: {english}."),
                    format!("可到达终点：{chinese}。"),
                )
            } else {
                Text::new(
                    format!(
                        "The goal cannot be reached. The nearest cell is {cell}, {distance} away \
                         from it: {english}."
                    ),
                    format!("终点无法到达。最近的格子是 {cell}，距终点 {distance}：{chinese}。"),
                )
            }
        }
        Response::Path(path) => {
            let [english, chinese] = of_path(path);
            let (Some(from), Some(to)) = (path.cells.first(), path.cells.last()) else {
                return Text::default();
            };
            Text::new(
                format!("The nearest is {to}, from {from}: {english}."),
                format!("最近的是 {to}，从 {from} 出发：{chinese}。"),
            )
        }
        Response::Paths(paths) => {
            let (reached, all) = (paths.iter().flatten().count(), paths.len());
            Text::new(
                format!("{reached} of {all} goals can be reached."),
                format!("{all} 个终点中可到达 {reached} 个。"),
            )
        }
        Response::Tour(tour) => {
            let [english, chinese] = of_path(&tour.path);
            let order: Vec<String> = tour.order.iter().map(|stop| (stop + 1).to_string()).collect();
            let order = order.join(" ");
            Text::new(
                format!("Way-points in the order {order}: {english}."),
                format!("途经顺序 {order}：{chinese}。"),
            )
        }
        Response::Field(field) => {
            let reached = field.costs().iter().filter(|cost| cost.is_finite()).count();
            Text::new(format!("Costs of {reached} cells."), format!("共 {reached} 格的代价。"))
        }
        Response::Line(line) => {
            let (length, turns) = (number(line.length), line.points.len().saturating_sub(2));
            Text::new(
                format!("Length {length}, turns: {turns}."),
                format!("长度 {length}，转折 {turns} 处。"),
            )
        }
        Response::Discovery(found) => discovery(found),
        Response::Plan(plan) => {
            let units = |ticks: u64| number(ticks as f64 / TICKS as f64);
            let (distance, time) = (units(plan.distance), units(plan.time));
            let (money, left) = (plan.money, plan.left);
            let stops = plan.stops.len();
            Text::new(
                format!(
                    "Distance {distance}, time {time}, money {money}, stops {stops}; {left} units \
                     are left."
                ),
                format!(
                    "距离 {distance}，时间 {time}，花费 {money}，停站 {stops} 次；剩余 {left} 单位。"
                ),
            )
        }
        Response::Agents(plan) => {
            let (cost, makespan, conflicts) = (plan.cost, plan.makespan, plan.conflicts);
            Text::new(
                format!(
                    "Sum of arrival times {cost}, last arrival at {makespan}; conflicts resolved: \
                     {conflicts}."
                ),
                format!("到达时刻之和 {cost}，最后到达于 {makespan}；解决冲突 {conflicts} 次。"),
            )
        }
        _ => Text::default(),
    }
}

/// The limits of a trip as sentences: whether there is a plan, if not why, and what would help.
#[must_use]
pub fn trip_limits(explanation: &TripExplanation, trip: &Trip) -> Vec<Text> {
    let mut lines = vec![reason(explanation, trip)];
    if explanation.has_way {
        lines.extend(numbers(explanation, trip));
    }
    if !explanation.is_possible && trip.returns && explanation.possible_without_return {
        lines.push(Text::new("Without the return there is a plan.", "不返回则可行。"));
    }
    lines
}

/// Whether there is a plan, and if not, why.
fn reason(explanation: &TripExplanation, trip: &Trip) -> Text {
    let (nodes, stations) = (explanation.reached_nodes, explanation.reached_stations);
    if explanation.is_possible {
        return Text::new("Limits of the trip, each alone:", "此行程的极限（各自单独而言）：");
    }
    match (explanation.has_way, trip.returns) {
        (false, true) => Text::new(
            "No roads lead to the goal and back, whatever the supply.",
            "无论补给多少，都没有往返终点的路。",
        ),
        (false, false) => Text::new(
            "No roads lead to the goal, whatever the supply.",
            "无论补给多少，都没有通往终点的路。",
        ),
        (true, _) => Text::new(
            format!(
                "There are roads, but the supply ends before: {nodes} places and {stations} \
                 stations can be reached. Each of these alone would help:"
            ),
            format!(
                "有路可走，但补给不够：只能到达 {nodes} 处，其中补给站 {stations} 处。以下各项单独即可解决："
            ),
        ),
    }
}

/// The numbers that matter for this trip.
fn numbers(explanation: &TripExplanation, trip: &Trip) -> Vec<Text> {
    let number = |english: &str, chinese: &str, value: Option<u32>, most: u32| match value {
        Some(value) => Text::new(format!("  {english} {value}"), format!("  {chinese} {value}")),
        None => Text::new(
            format!("  {english} none up to {most}"),
            format!("  {chinese} 到 {most} 为止都不行"),
        ),
    };
    let mut lines = Vec::new();
    let tank = explanation.smallest_tank;
    lines.push(if trip.supply == trip.tank {
        number("smallest tank, full at the start:", "最小容量（出发时加满）：", tank, MAX_UNITS)
    } else {
        number("smallest tank:", "最小容量：", tank, MAX_UNITS)
    });
    let supply = explanation.smallest_supply;
    lines.push(number("least supply at the start:", "出发时最少的补给：", supply, trip.tank));
    // Without a plan for any number of stops or any reserve the line would say nothing.
    if let Some(stops) = explanation.fewest_stops.filter(|_| trip.stops.is_some()) {
        lines.push(number("fewest stops:", "最少停站次数：", Some(stops), 0));
    }
    if let Some(reserve) = explanation.largest_reserve.filter(|_| trip.reserve > 0) {
        lines.push(number("largest reserve:", "最大余量：", Some(reserve), 0));
    }
    lines
}
