//! What every game shares: the [`Game`] trait.
//!
//! This crate knows no particular game, prints nothing and reads no command line.

mod game;

pub use game::Game;
