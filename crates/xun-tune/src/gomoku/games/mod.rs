//! Games against ourselves, and what is made of them: records for training networks, and the
//! pattern evaluation's weights by logistic regression.

mod openings;
mod puzzles;
mod record;
mod records;
mod selfplay;

pub(crate) use openings::EvenOpenings;
pub(crate) use puzzles::puzzles_of_game;
pub(crate) use record::{Game, LARGEST_SCORE, Outcome, read_games};
pub(crate) use records::records_of;
pub(crate) use selfplay::{SelfPlay, play_game};
