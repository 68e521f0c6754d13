#![doc = include_str!("../README.md")]
//!
//! This crate prints nothing and reads no command line.

#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]

pub mod experience;
mod external;
mod game;
mod gomoku;
pub mod isolation;
mod journal;
mod lifetime;
mod limited;
mod line_file;
mod match_spec;
mod openings;
mod own;
mod player;
mod player_error;
mod process;
mod random;
mod record;
mod referee;
mod runner;
mod schedule;
mod score;
mod setting;
mod spec;
mod sprt;
mod standing;
mod textbook;
mod time_control;
mod write;
mod xiangqi;

pub use external::{EngineCommand, EngineProtocol, GomocupPlayer, Swap2, UcciPlayer, UciPlayer};
pub use game::{Adjudication, Played, Terms, play_game};
pub use gomoku::GomokuReferee;
pub use journal::{Journal, JournalError};
pub use limited::{LimitedRun, RunLimits, RunOutcome, run_limited};
pub use line_file::{LineFile, LineFileError};
pub use match_spec::{MatchSpec, OpeningSource};
pub use openings::{OpeningError, OpeningJudge, OpeningsError, read_openings};
pub use own::{EngineBoard, EnginePlayer, IN_PROCESS_OVERHEAD};
pub use player::{Choice, Failure, Player, Turn};
pub use player_error::PlayerError;
pub use process::{EngineProcess, ProcessError, split_words};
pub use random::RandomPlayer;
pub use record::{Ending, GameRecord, MoveRecord, Opening, Seat};
pub use referee::{GameEnd, IllegalMove, Referee};
pub use runner::{Finish, MakePlayer, News, Plan, run_games, run_match};
pub use schedule::{Format, Pairing, Schedule};
pub use score::{Elo, Points, Tally, elo, expected_score};
pub use setting::{Game, GameMove, NotAMove, Setting, SettingError};
pub use spec::{PlayerKind, PlayerSpec, SpecError};
pub use sprt::{Decision, Sprt};
pub use standing::{Standing, Standings};
pub use textbook::{TextbookGomoku, TextbookXiangqi};
pub use time_control::{TimeControl, TimeControlError};
pub use write::{DamagedGame, FileFormat};
pub use xiangqi::XiangqiReferee;
