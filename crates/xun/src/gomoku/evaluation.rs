//! Which evaluation an `EvalFile` option asks for.

use std::sync::Arc;
use xun_game::network::MAX_NETWORK_BYTES;
use xun_gomoku::network::Network;
use xun_gomoku::rules::Rule;
use xun_gomoku::search::Evaluation;

/// The network of a file; of `hand`, the pattern evaluation; of nothing, the program's own choice.
/// A file that is no network is refused with the reason.
pub(crate) fn evaluation_of(file: &str) -> Result<Evaluation, String> {
    match file {
        "" => return Ok(Evaluation::Shipped),
        "hand" => return Ok(Evaluation::Patterns),
        _ => {}
    }
    let wrong = |reason: String| format!("{file}: {reason}");
    let length = std::fs::metadata(file).map_err(|error| wrong(error.to_string()))?.len();
    if length > MAX_NETWORK_BYTES {
        return Err(wrong(format!("{length} bytes; no network has more than {MAX_NETWORK_BYTES}")));
    }
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Evaluation::Network(Arc::new(network)))
}

/// The same where all boards are of one rule: a network for another is refused, since the patterns
/// would step in.
pub(crate) fn evaluation_for(file: &str, rule: Rule) -> Result<Evaluation, String> {
    match evaluation_of(file)? {
        Evaluation::Network(network) if network.rule() != rule => {
            Err(format!("{file}: a network for {}, not for {rule}", network.rule()))
        }
        evaluation => Ok(evaluation),
    }
}
