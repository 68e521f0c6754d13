//! The networks that come with the program, unless it was built without the feature `networks`.

use super::Network;
use crate::rules::Rule;
use std::sync::{Arc, OnceLock};

/// By the numbers of the rules; empty where the patterns play better.
#[cfg(feature = "networks")]
const FILES: [&[u8]; Rule::COUNT] = [
    include_bytes!("../../nets/gomoku-freestyle-94f32dfc.nnue"),
    include_bytes!("../../nets/gomoku-standard-2f423a05.nnue"),
    include_bytes!("../../nets/gomoku-renju-a30a3590.nnue"),
    &[],
    &[],
];
#[cfg(not(feature = "networks"))]
const FILES: [&[u8]; Rule::COUNT] = [&[]; Rule::COUNT];

/// A rule's shipped network, read and checked once when it is first asked for.
pub fn shipped(rule: Rule) -> Option<&'static Arc<Network>> {
    static SHIPPED: [OnceLock<Option<Arc<Network>>>; Rule::COUNT] =
        [const { OnceLock::new() }; Rule::COUNT];
    let read = || Network::from_bytes(FILES[rule as usize]).ok().map(Arc::new);
    SHIPPED[rule as usize].get_or_init(read).as_ref()
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;
    use crate::network::Kernel;
    use crate::rules::{Board, Point, Size};
    use crate::search::{Evaluation, GomokuEngine, Question, Settings};
    use xun_game::{Limits, Stop};

    fn sound() -> impl Iterator<Item = (Rule, &'static [u8])> {
        Rule::ALL.into_iter().zip(FILES).filter(|(_, bytes)| !bytes.is_empty())
    }

    #[test]
    fn the_shipped_networks_are_sound_and_named_by_their_hashes() {
        for (rule, bytes) in sound() {
            let network = Network::from_bytes(bytes).expect("a sound file");
            assert_eq!(network.rule(), rule);
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/nets");
            let path = format!("{folder}/gomoku-{rule}-{:08x}.nnue", network.hash() >> 32);
            assert_eq!(std::fs::read(&path).expect(&path), bytes);
        }
    }

    #[test]
    fn every_kernel_searches_alike() {
        for (rule, bytes) in sound() {
            let mut board = Board::new(Size::STANDARD, rule);
            for (x, y) in [(7, 7), (8, 8), (7, 8), (6, 7)] {
                board.play(Point::new(x, y));
            }
            let nodes = |kernel: Kernel| {
                let mut network = Network::from_bytes(bytes).expect("a sound file");
                network.kernel = kernel;
                let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
                engine.set_evaluation(Evaluation::Network(Arc::new(network)));
                let question = Question::new(Limits::depth(8));
                engine.search(&board, &question, &Stop::new(), &mut |_| {}).nodes
            };
            let expected = nodes(Kernel::Portable);
            for kernel in Kernel::available() {
                assert_eq!(nodes(kernel), expected, "{kernel:?}");
            }
        }
    }
}
