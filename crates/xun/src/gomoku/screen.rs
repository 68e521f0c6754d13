//! `xun gomoku screen`: which of the search's numbers matter, all measured in the same games. See
//! `docs/gomoku-engine.md`.

use super::duel::Games;
use crate::context::Context;
use crate::exit::Exit;
use crate::screening::{ScreenArguments, screen};
use xun_gomoku::search::Tuning;
use xun_gomoku::training::play_pair;

/// Arguments of `xun gomoku screen`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    screen: ScreenArguments,
    #[command(flatten)]
    games: Games,
    /// A number that both sides have, NAME=VALUE ‖ 双方共用的参数
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// Plays and prints what each number's second value is worth against its first.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let how = arguments.games.self_play(arguments.screen.nodes, arguments.screen.seed)?;
    let base = Games::tuning(&how, &arguments.set)?;
    let with = |names: &[&'static str], values: &[i64]| {
        let mut tuning = base.clone();
        for (name, value) in names.iter().zip(values) {
            // The values are within the bounds that the names state, so none is refused.
            let _ = tuning.set(name, &value.to_string());
        }
        tuning
    };
    let stop = std::sync::Arc::clone(&context.stop);
    let player = || Ok((how.engine(), how.engine()));
    screen(&arguments.screen, Tuning::SPECS, context, player, |(first, second), names, trial| {
        first.set_tuning(Some(with(names, &trial.first)));
        second.set_tuning(Some(with(names, &trial.second)));
        play_pair(&how, [first, second], trial.number, &stop)
    })
}
