//! `xun-tune gomoku train`: fits the pattern evaluation's weights to self-play games.

use super::game_files::sound_games_of;
use super::regression::{Training, train};
use crate::context::{Context, Exit};
use anyhow::Context as _;
use std::io::Write;
use std::path::PathBuf;
use xun_gomoku::rules::Rule;

/// Arguments of `xun-tune gomoku train`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games from datagen
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Output file of the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over all games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// Trains weights on games.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut games = Vec::new();
    for path in &arguments.games {
        games.extend(sound_games_of(path)?);
    }
    let how = Training {
        epochs: arguments.epochs,
        threads: arguments.threads as usize,
        ..Training::default()
    };
    let out = &mut context.out;
    let mut written = Ok(());
    let weights = train(&games, arguments.rule, how, &mut |progress| {
        let (epoch, loss, hits, positions) =
            (progress.epoch, progress.value_loss, progress.policy_hits, progress.positions);
        let line = if arguments.json {
            format!(
                "{{\"epoch\":{epoch},\"value_loss\":{loss:.5},\"policy_hits\":{hits:.4},\
                     \"positions\":{positions}}}"
            )
        } else {
            format!("{epoch:4} {loss:.5} {:.1}% {positions}", 100.0 * hits)
        };
        if written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    written?;
    std::fs::write(&arguments.out, weights.to_bytes())
        .with_context(|| arguments.out.display().to_string())?;
    Ok(Exit::Done)
}
