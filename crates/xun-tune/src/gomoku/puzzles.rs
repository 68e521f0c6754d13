//! `xun-tune gomoku puzzles`: forced wins of known length out of games against ourselves.

use super::game_files::sound_games_of;
use crate::context::{Context, Exit};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;
use xun_gomoku::rules::Rule;
use xun_gomoku::threat::{Effort, Kind};
use xun_selfplay::gomoku::puzzles_of_game;

/// Arguments of `xun-tune gomoku puzzles`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games, as datagen writes them
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Fewest plies of a win by fours
    #[arg(long, value_name = "PLIES", default_value_t = 13)]
    vcf: u32,
    /// Fewest plies of a win by threes
    #[arg(long, value_name = "PLIES", default_value_t = 11)]
    vct: u32,
    /// Most seconds for each question
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    time: f64,
    /// Most puzzles
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    most: u32,
    /// Most puzzles of one rule, kind and length
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    each: u32,
}

/// Prints the puzzles of the games, one a line.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let effort = Effort {
        time: Some(Duration::from_secs_f64(arguments.time.clamp(0.0, 1e6))),
        ..Effort::default()
    };
    let mut found = 0;
    let mut alike: HashMap<(Rule, bool, u32), u32> = HashMap::new();
    for path in &arguments.games {
        for game in &sound_games_of(path)? {
            if context.stopped() {
                return Ok(Exit::Interrupted);
            }
            for puzzle in
                puzzles_of_game(game, [arguments.vcf, arguments.vct], &effort, Some(&context.stop))
            {
                if found >= arguments.most {
                    return Ok(Exit::Done);
                }
                let kind = (puzzle.board().rule(), puzzle.kind == Kind::Threes, puzzle.plies);
                let before = alike.entry(kind).or_default();
                if *before >= arguments.each {
                    continue;
                }
                *before += 1;
                found += 1;
                writeln!(context.out, "{puzzle}")?;
                context.out.flush()?;
            }
        }
    }
    Ok(Exit::Done)
}
