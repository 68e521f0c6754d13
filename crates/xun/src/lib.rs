//! The program's inside: command line, terminal output and languages.
//!
//! One file per command family. Libraries below never print; this crate turns their typed answers
//! into text, JSON, pictures and exit codes.

mod cli;
mod collection;
mod completions;
mod context;
mod exit;
mod experience;
mod game_output;
mod gomoku;
mod help;
mod isolation;
mod lab;
mod language;
mod man;
mod matches;
mod path;
mod puzzles;
mod serve;
mod textbook;
mod tree;
mod usage_error;
mod version;
mod xiangqi;

pub use cli::run;
