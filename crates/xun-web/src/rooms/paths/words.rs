//! Cautions about an answer.

use crate::message::Text;
use xun_grid::{Guarantee, Warning};
use xun_messages::Message as _;
use xun_messages::grid;

/// A caution about an answer: the lack of a guarantee, and its reason.
pub(super) fn caution(guarantee: Guarantee, warnings: &[Warning]) -> Option<Text> {
    let promise = grid::caution(guarantee);
    let reason = warnings.first().map(|warning| match warning {
        Warning::Inadmissible { heuristic, .. } => Text::new(
            format!(
                "The heuristic “{heuristic}” can exceed the true cost with diagonal moves, so it \
                 is not admissible."
            ),
            format!("走斜线时，启发函数“{heuristic}”会高估真实代价，因此不可采纳。"),
        ),
        Warning::MayTakeForever => Text::new(
            "Plain IDA* remembers nothing and may take exponential time on open ground.",
            "朴素 IDA* 什么都不记，在空旷处可能需要指数时间。",
        ),
        other => other.text(),
    });
    match (reason, promise) {
        (Some(reason), Some(promise)) => Some(Text::new(
            format!("{} {}", reason.en, promise.en),
            format!("{}{}", reason.zh, promise.zh),
        )),
        (reason, promise) => reason.or(promise),
    }
}
