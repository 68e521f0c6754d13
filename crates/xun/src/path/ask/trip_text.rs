//! `xun path trip --explain`: the limits of a trip in words and as JSON.

use crate::language::Language;
use serde_json::{Value, json};
use xun_grid::trip::{MAX_UNITS, Trip, TripExplanation};

/// The explanation as JSON.
pub(super) fn json(explanation: &TripExplanation) -> Value {
    json!({
        "possible": explanation.is_possible,
        "has_way": explanation.has_way,
        "reached": explanation.reached_nodes,
        "stations_reached": explanation.reached_stations,
        "smallest_tank": explanation.smallest_tank,
        "smallest_supply": explanation.smallest_supply,
        "fewest_stops": explanation.fewest_stops,
        "largest_reserve": explanation.largest_reserve,
        "possible_without_return": explanation.possible_without_return,
    })
}

/// The explanation as sentences, a line each.
pub(super) fn text(explanation: &TripExplanation, trip: &Trip, language: Language) -> String {
    let mut lines = vec![reason(explanation, trip, language)];
    if explanation.has_way {
        lines.extend(numbers(explanation, trip, language));
    }
    if !explanation.is_possible && trip.returns && explanation.possible_without_return {
        lines.push(
            language.pick("Without the return there is a plan.", "不返回则可行。").to_owned(),
        );
    }
    lines.join("\n") + "\n"
}

/// Whether there is a plan, and if not, why.
fn reason(explanation: &TripExplanation, trip: &Trip, language: Language) -> String {
    let (nodes, stations) = (explanation.reached_nodes, explanation.reached_stations);
    if explanation.is_possible {
        return language
            .pick("Limits of the trip, each alone:", "此行程的极限（各自单独而言）：")
            .to_owned();
    }
    match (explanation.has_way, language) {
        (false, _) if trip.returns => language
            .pick(
                "No roads lead to the goal and back, whatever the supply.",
                "无论补给多少，都没有往返终点的路。",
            )
            .to_owned(),
        (false, _) => language
            .pick(
                "No roads lead to the goal, whatever the supply.",
                "无论补给多少，都没有通往终点的路。",
            )
            .to_owned(),
        (true, Language::English) => format!(
            "There are roads, but the supply ends before: {nodes} places and {stations} stations can be reached. Each of these alone would help:"
        ),
        (true, Language::Chinese) => {
            format!(
                "有路可走，但补给不够：只能到达 {nodes} 处，其中补给站 {stations} 处。以下各项单独即可解决："
            )
        }
    }
}

/// The numbers that matter for this trip.
fn numbers(explanation: &TripExplanation, trip: &Trip, language: Language) -> Vec<String> {
    let number = |english: &str, chinese: &str, value: Option<u32>, most: u32| {
        let label = language.pick(english, chinese);
        match (value, language) {
            (Some(value), _) => format!("  {label} {value}"),
            (None, Language::English) => format!("  {label} none up to {most}"),
            (None, Language::Chinese) => format!("  {label} 到 {most} 为止都不行"),
        }
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
