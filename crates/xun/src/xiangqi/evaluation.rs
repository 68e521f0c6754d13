//! Which evaluation an `EvalFile` option asks for.

use std::sync::Arc;
use xun_game::network::MAX_NETWORK_BYTES;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::network::Network;

/// The evaluation of a network's file; of `hand`, the hand-written one; of nothing, the program's
/// own choice. A file that is no network is refused with the reason.
pub(crate) fn evaluator_of(file: &str) -> Result<PlayingEvaluator, String> {
    match file {
        "" => return Ok(PlayingEvaluator::default()),
        "hand" => return Ok(PlayingEvaluator::hand()),
        _ => {}
    }
    let wrong = |reason: String| format!("{file}: {reason}");
    let length = std::fs::metadata(file).map_err(|error| wrong(error.to_string()))?.len();
    if length > MAX_NETWORK_BYTES {
        return Err(wrong(format!("{length} bytes; no network has more than {MAX_NETWORK_BYTES}")));
    }
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(PlayingEvaluator::from(Arc::new(network)))
}
