//! Which evaluation an `EvalFile` option asks for.

use std::sync::Arc;
use xun_game::network::MAX_NETWORK_BYTES;
use xun_gomoku::network::Network;

/// The network of a file; none for `hand` or nothing, which mean the pattern evaluation. A file that is no network is
/// refused with the reason.
pub(crate) fn network_of(file: &str) -> Result<Option<Arc<Network>>, String> {
    if matches!(file, "" | "hand") {
        return Ok(None);
    }
    let wrong = |reason: String| format!("{file}: {reason}");
    let length = std::fs::metadata(file).map_err(|error| wrong(error.to_string()))?.len();
    if length > MAX_NETWORK_BYTES {
        return Err(wrong(format!("{length} bytes; no network has more than {MAX_NETWORK_BYTES}")));
    }
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(Arc::new(network)))
}
