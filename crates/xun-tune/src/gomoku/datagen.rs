//! `xun-tune gomoku datagen`: self-play games into a file that can be continued.

use super::RuleAndSize;
use super::game_files::{self, Action};
use crate::context::{Context, Exit};
use crate::files::read_regular;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use xun_gomoku::eval::Weights;
use xun_gomoku::search::Evaluation;
use xun_selfplay::gomoku::{SelfPlay, open_games, play_game};

/// Arguments of `xun-tune gomoku datagen`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// File to write to; an existing one is continued
    #[arg(long, required = true, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    game: RuleAndSize,
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Nodes for each move
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Keep openings that the first search scores within this; 200 is odds of e to 1
    #[arg(
        long, default_value_t = SelfPlay::EVEN,
        value_parser = clap::value_parser!(i32).range(1..=20_000)
    )]
    even: i32,
    /// Threads; each plays its own games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Decides the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with instead of the program's own
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play with this network, which must be the rule's; `hand` for the pattern evaluation; by
    /// default the program's own choice
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Makes games, or works on files of them.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    match (&arguments.action, &arguments.out) {
        (Some(action), _) => game_files::run(action, context),
        (None, Some(out)) => generate(arguments, out, context),
        (None, None) => bail!("--out"),
    }
}

/// Plays games until the file holds as many as asked for.
fn generate(arguments: &Arguments, out: &Path, context: &mut Context) -> anyhow::Result<Exit> {
    let rule = arguments.game.rule;
    let evaluation = Evaluation::from_file_for(&arguments.eval_file, rule)?;
    let weights = arguments.weights.as_deref().map(read_weights).transpose()?;
    let how = SelfPlay {
        rule,
        size: arguments.game.size()?,
        nodes: arguments.nodes,
        even: arguments.even,
        seed: arguments.seed,
        weights: weights.map(Arc::new),
        evaluation,
    };
    let mut file = open_games(out).with_context(|| out.display().to_string())?;
    game_files::say_left_out(out, file.cut());
    let done = file.numbers().clone();
    let wanted = u64::from(arguments.games).saturating_sub(done.len() as u64);
    let bar = ProgressBar::new(wanted)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta}")?);
    let next = AtomicU32::new(0);
    let (mut plies, mut written) = (0, 0_u64);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let (sender, receiver) = channel();
        for _ in 0..arguments.threads {
            let (sender, how, next, done, stop) =
                (sender.clone(), &how, &next, &done, context.stop_handle());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games || stop.is_stopped() {
                        return;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    let Some(game) = play_game(how, number, &stop) else { continue };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in receiver {
            let mut record = Vec::new();
            game.write(&mut record);
            file.add(game.number, &record)?;
            plies += game.moves.len();
            written += 1;
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let total = done.len() as u64 + written;
    if arguments.json {
        writeln!(
            context.out,
            "{{\"games\":{total},\"new_games\":{written},\"new_plies\":{plies}}}"
        )?;
    } else {
        writeln!(context.out, "games: {total} (+{written}, {plies} plies)")?;
    }
    Ok(context.exit())
}

/// The patterns' weights of a file.
pub(super) fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let bytes = read_regular(path)?;
    Weights::from_bytes(&bytes).with_context(|| path.display().to_string())
}
