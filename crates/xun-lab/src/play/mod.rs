//! Games in this process: textbook players, positions and openings to play from, and pairs of games
//! with exchanged seats. Everything is bound by depth or nodes, never by time, so that the seed
//! repeats every game.

mod openings;
mod pair;
mod players;
mod positions;

pub(crate) use openings::{gomoku_openings, xiangqi_openings};
pub(crate) use pair::Meeting;
pub(crate) use players::{gomoku_player, xiangqi_player};
pub(crate) use positions::{Stage, gomoku_boards, xiangqi_boards};
