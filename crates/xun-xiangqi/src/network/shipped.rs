//! The network that comes with the program, unless it was built without the feature `networks`.

use super::Network;
use std::sync::{Arc, OnceLock};

#[cfg(feature = "networks")]
const BYTES: &[u8] = include_bytes!("../../nets/xiangqi-b2de2ab7.nnue");
#[cfg(not(feature = "networks"))]
const BYTES: &[u8] = &[];

/// The shipped network, read and checked once when it is first asked for.
pub fn shipped() -> Option<Arc<Network>> {
    static SHIPPED: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    SHIPPED.get_or_init(|| Network::from_bytes(BYTES).ok().map(Arc::new)).clone()
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;
    use crate::eval::PlayingEvaluator;
    use crate::network::Kernel;
    use crate::search::bench_to;

    #[test]
    fn the_shipped_network_is_sound_and_named_by_its_hash() {
        let network = Network::from_bytes(BYTES).expect("a sound file");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/nets");
        let path = format!("{folder}/xiangqi-{:08x}.nnue", network.hash() >> 32);
        assert_eq!(std::fs::read(&path).expect(&path), BYTES);
    }

    #[test]
    fn every_kernel_searches_alike() {
        let nodes = |kernel: Kernel| {
            let network = Network::from_bytes(BYTES).expect("a sound file").with_kernel(kernel);
            bench_to(6, 1, PlayingEvaluator::from(Arc::new(network))).nodes
        };
        let expected = nodes(Kernel::Portable);
        for kernel in Kernel::available() {
            assert_eq!(nodes(kernel), expected, "{kernel:?}");
        }
    }
}
