//! Games against ourselves, and what is made of them: records for training networks, and the
//! pattern evaluation's weights by logistic regression.

mod openings;
mod puzzles;
mod record;
mod records;
mod selfplay;

pub use openings::EvenOpenings;
pub use puzzles::puzzles_of_game;
pub use record::{Game, GameFault, GomokuResult, LARGEST_SCORE, open_games, read_games};
pub use records::records_of;
pub use selfplay::{SelfPlay, play_game};
