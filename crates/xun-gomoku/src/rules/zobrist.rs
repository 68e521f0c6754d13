//! Zobrist keys: random numbers for position keys, made by the compiler from one seed.

use super::colour::Colour;
use super::point::{FIELD, Point};
use xun_game::SplitMix64;

/// A key for each colour and point.
static STONES: [[u64; FIELD]; 2] = {
    let mut random = SplitMix64::new(0x5875_6e20_e5af_bb00);
    let mut keys = [[0; FIELD]; 2];
    let mut colour = 0;
    while colour < 2 {
        let mut index = 0;
        while index < FIELD {
            keys[colour][index] = random.next_u64();
            index += 1;
        }
        colour += 1;
    }
    keys
};

/// The key of the side to move.
pub(crate) const SIDE_KEY: u64 = 0x9d39_247e_3377_6d41;

/// The key of a stone.
#[inline]
pub(crate) fn stone_key(point: Point, colour: Colour) -> u64 {
    STONES[colour as usize][point.index()]
}
