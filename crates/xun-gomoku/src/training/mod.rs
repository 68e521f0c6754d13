//! Making the evaluation's weights: games against ourselves, and logistic regression over them.

mod games;
mod samples;
mod selfplay;
mod trainer;

pub use games::{Game, GameFault, Outcome, read_games};
pub use selfplay::{SelfPlay, play_game};
pub use trainer::{Progress, Training, train};
