//! `xun path trip --explain`: the limits of a trip in words and as JSON.

use crate::language::Language;
use serde_json::{Value, json};
use xun_grid::trip::{Trip, TripExplanation};
use xun_messages::grid;

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
    let lines = grid::trip_limits(explanation, trip);
    lines.iter().flat_map(|line| [line.pick(language), "\n"]).collect()
}
