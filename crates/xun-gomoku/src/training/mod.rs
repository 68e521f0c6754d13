//! Games against ourselves, and what is made of them: records for training networks, and the
//! pattern evaluation's weights by logistic regression.

mod games;
mod openings;
mod records;
mod samples;
mod selfplay;
mod trainer;

pub use games::{Game, GameFault, Outcome, read_games};
pub use openings::EvenOpenings;
pub use records::{Records, ReplayFault, TAKEN, records_of};
pub use selfplay::{SelfPlay, play_game, play_pair};
pub use trainer::{Progress, Training, train};
