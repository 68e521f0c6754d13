//! `spsa`: tunes the search's numbers by pairs of games at fixed nodes.

mod algorithm;

use crate::context::{Context, Exit};
use crate::threads::on_threads;
use algorithm::{Parameter, Spsa};
use anyhow::bail;
use parking_lot::Mutex;
use serde_json::json;
use std::io::Write;
use std::time::Duration;
use xun_arena::{
    Adjudication, Opening, OpeningError, Player, Referee, Seat, Terms, TimeControl, play_game,
};
use xun_game::{OptionKind, OptionSpec, Stop};

/// The arguments that both games' `spsa` commands share.
#[derive(clap::Args)]
pub(crate) struct SpsaArguments {
    /// The numbers to tune (default: all; `--list` prints them)
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print the search's numbers with their defaults and ranges
    #[arg(long)]
    pub(crate) list: bool,
    /// Start from this value, NAME=VALUE
    #[arg(long = "from", value_name = "NAME=VALUE")]
    from: Vec<String>,
    /// Number of openings, each played with both colours
    #[arg(
        long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pairs: u64,
    /// Nodes of each search
    #[arg(
        long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) nodes: u64,
    /// Games at one time (0: one per core)
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=1024)
    )]
    threads: u16,
    /// Seed of the openings and of the perturbations
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The game that is tuned: makes players, referees and openings.
pub(crate) trait Tuned: Sync {
    /// The search's numbers; a `default` is the value that tuning starts from.
    fn numbers(&self) -> Vec<OptionSpec>;
    /// A player with these numbers set.
    fn player(&self, names: &[&'static str], values: &[i64]) -> anyhow::Result<Box<dyn Player>>;
    /// A referee for a game from an opening.
    fn referee(&self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError>;
    /// A balanced opening that follows from the seed; none if it was stopped.
    fn opening(&self, seed: u64, stop: &Stop) -> anyhow::Result<Option<Opening>>;
    /// Rules for ending a game early.
    fn adjudication(&self) -> Adjudication;
}

/// Plays and prints where the numbers came to stand; an interrupted run prints what it has.
pub(crate) fn run(
    arguments: &SpsaArguments,
    game: &impl Tuned,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    if arguments.list {
        for spec in game.numbers() {
            let help = spec.help;
            writeln!(context.out, "{spec}  # {help}")?;
        }
        return Ok(Exit::Done);
    }
    let start = parameters(arguments, &game.numbers())?;
    let names: Vec<&'static str> = start.iter().map(|parameter| parameter.name).collect();
    let before: Vec<f64> = start.iter().map(|parameter| parameter.value).collect();
    let tuner = Mutex::new(Spsa::new(start, arguments.pairs, arguments.seed));
    let stop = context.stop_handle();
    on_threads(arguments.threads, arguments.pairs, |bar| {
        while !stop.is_stopped() {
            let next = tuner.lock().begin();
            let Some(trial) = next else { break };
            let seed = arguments.seed.rotate_left(32) ^ trial.number();
            let Some(opening) = game.opening(seed, &stop)? else { break };
            let players = [game.player(&names, &trial.first)?, game.player(&names, &trial.second)?];
            let Some(margin) = play_pair(game, players, &opening, arguments.nodes, &stop)? else {
                break;
            };
            tuner.lock().learn(&trial, margin);
            bar.inc(1);
        }
        Ok(())
    })?;
    let tuner = tuner.into_inner();
    if arguments.json {
        let found: serde_json::Map<String, serde_json::Value> = tuner
            .parameters()
            .iter()
            .map(|found| (found.name.to_owned(), json!(found.value)))
            .collect();
        writeln!(context.out, "{}", json!({"pairs": tuner.begun(), "values": found}))?;
    } else {
        for (found, before) in tuner.parameters().iter().zip(before) {
            let (name, value) = (found.name, found.value);
            writeln!(context.out, "{name}={value:.0}  # {before:.0} → {value:.2}")?;
        }
    }
    Ok(context.exit())
}

/// Plays an opening with both colours. Answers the first player's wins less its losses, or none
/// if it was stopped.
fn play_pair(
    game: &impl Tuned,
    mut players: [Box<dyn Player>; 2],
    opening: &Opening,
    nodes: u64,
    stop: &Stop,
) -> anyhow::Result<Option<f64>> {
    let control = TimeControl { nodes: Some(nodes), ..TimeControl::default() };
    let terms = Terms {
        controls: [control; 2],
        grace: Duration::ZERO,
        adjudication: game.adjudication(),
        stop,
    };
    let mut margin = 0.0;
    for first in [Seat::First, Seat::Second] {
        let mut referee = game.referee(opening)?;
        let played = play_game(referee.as_mut(), opening, &mut players, &terms, |_| {});
        let Some(played) = played else { return Ok(None) };
        if let Some(seat) = played.failed {
            bail!("{seat:?} player: {}", played.end.note);
        }
        margin += match played.end.winner {
            None => 0.0,
            Some(winner) if winner == first => 1.0,
            Some(_) => -1.0,
        };
        players.swap(0, 1);
    }
    Ok(Some(margin))
}

/// The numbers to be tuned, with their bounds; a twentieth of the range is the perturbation.
fn parameters(arguments: &SpsaArguments, numbers: &[OptionSpec]) -> anyhow::Result<Vec<Parameter>> {
    let mut found = Vec::new();
    for spec in numbers {
        let OptionKind::Spin { default, min, max } = spec.kind else { continue };
        if arguments.names.is_empty() || arguments.names.iter().any(|name| spec.is_named(name)) {
            let (least, most) = (min as f64, max as f64);
            let nudge = ((most - least) / 20.0).max(0.5);
            found.push(Parameter { name: spec.name, value: default as f64, least, most, nudge });
        }
    }
    for name in &arguments.names {
        if !numbers.iter().any(|spec| spec.is_named(name)) {
            bail!("'{name}' is none of the search's numbers; `spsa --list` prints them");
        }
    }
    for setting in &arguments.from {
        let place = setting.split_once('=').and_then(|(name, value)| {
            let place =
                found.iter_mut().find(|parameter| parameter.name.eq_ignore_ascii_case(name))?;
            Some((place, value.parse::<f64>().ok()?))
        });
        let Some((parameter, value)) = place else {
            bail!("'{setting}' is not NAME=VALUE with a number that is tuned");
        };
        let (name, least, most) = (parameter.name, parameter.least, parameter.most);
        if !(least..=most).contains(&value) {
            bail!("{name}: {value} is not within {least} to {most}");
        }
        parameter.value = value;
    }
    Ok(found)
}
