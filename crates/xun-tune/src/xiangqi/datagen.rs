//! `xun-tune xiangqi datagen`: self-play games into a file, and what to do with such files. See
//! `docs/datagen.md`.

use super::vary::{self, Vary};
use crate::context::{Context, Exit};
use anyhow::{Context as _, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use serde_json::json;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use xun_selfplay::xiangqi::{
    Chances, GameRecord, Games, PlaySettings, SelfPlay, open_games, records_of,
};
use xun_xiangqi::eval::PlayingEvaluator;

/// Arguments of `xun-tune xiangqi datagen`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// The file of games; an existing one is continued
    #[arg(required = true, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_name = "N")]
    games: u32,
    /// Positions searched a move, varied by a quarter
    #[arg(
        long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Games at one time (0: one per core)
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Play with this network instead of the usual evaluation; `hand` for the hand-written one
    #[arg(long, default_value = "", value_name = "FILE")]
    eval_file: String,
}

/// Commands on files of games.
#[derive(Subcommand)]
enum Action {
    /// Count games, results, lengths and scores
    Stats(Files),
    /// Replay every game: are all moves legal, all checksums right?
    Check(Files),
    /// Write the quiet positions as flat training records
    Unpack(Unpack),
    /// Write quiet positions beside the games, as a search meets them
    Vary(Vary),
}

/// Files of games.
#[derive(clap::Args)]
struct Files {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `datagen unpack`.
#[derive(clap::Args)]
struct Unpack {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file of the records
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Makes games, or works on files of them.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    match &arguments.action {
        None => generate(arguments, context),
        Some(Action::Stats(files)) => stats(files, context),
        Some(Action::Check(files)) => check(files, context),
        Some(Action::Unpack(unpacking)) => unpack(unpacking, context),
        Some(Action::Vary(varying)) => vary::run(varying, context),
    }
}

/// Reads a whole file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    crate::files::read_regular(path)
}

fn generate(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let Some(path) = &arguments.file else { bail!("no file") };
    let evaluator = Mutex::new(PlayingEvaluator::from_file(&arguments.eval_file)?);
    let file = open_games(path).with_context(|| path.display().to_string())?;
    let done = file.numbers().clone();
    let threads = match arguments.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(1024),
    };
    let settings = PlaySettings { nodes: arguments.nodes, ..PlaySettings::default() };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} ({eta}) {msg}");
    let bar =
        ProgressBar::new(u64::from(arguments.games)).with_style(style.expect("a valid template"));
    bar.set_position(done.len() as u64);
    let next = AtomicU32::new(0);
    let stop = context.stop_handle();
    let writer = Mutex::new((file, 0u64, None::<std::io::Error>));
    let work = || {
        let own = evaluator.lock().clone();
        let Ok(mut player) = SelfPlay::new(&own, settings, arguments.seed) else { return };
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= arguments.games || stop.is_stopped() {
                return;
            }
            if done.contains(&number) {
                continue;
            }
            let Some(game) = player.game(number, &stop) else { return };
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let mut writer = writer.lock();
            if let Err(error) = writer.0.add(number, &bytes) {
                writer.2 = Some(error);
                return;
            }
            writer.1 += game.moves.len() as u64;
            bar.inc(1);
            bar.set_message(format!("{} positions", writer.1));
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let started =
                std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, work);
            // Fewer threads than asked for still do the work.
            if started.is_err() {
                break;
            }
        }
    });
    bar.finish_and_clear();
    let (file, positions, error) = writer.into_inner();
    if let Some(error) = error {
        return Err(error).with_context(|| path.display().to_string());
    }
    file.sync()?;
    writeln!(context.out, "positions {positions}")?;
    Ok(context.exit())
}

/// Reads every game of the files, handing each to `visit`.
pub(super) fn for_each_game(
    files: &[PathBuf],
    context: &Context,
    mut visit: impl FnMut(&GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        let bytes = read(path)?;
        for (index, game) in
            Games::of(&bytes).with_context(|| path.display().to_string())?.enumerate()
        {
            if context.stopped() {
                return Ok(());
            }
            let game = game.with_context(|| path.display().to_string())?;
            visit(&game).with_context(|| format!("{}: game {index}", path.display()))?;
        }
    }
    Ok(())
}

fn stats(files: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let (mut games, mut plies, mut results, mut quiet) = (0u64, 0u64, [0u64; 3], 0u64);
    let mut score_sum = 0u64;
    let mut scored = 0u64;
    let mut chances = Chances::default();
    for_each_game(&files.files, context, |game| {
        games += 1;
        plies += game.moves.len() as u64;
        results[game.result as usize] += 1;
        for score in game.moves.iter().filter_map(|played| played.score) {
            scored += 1;
            score_sum += u64::from(score.unsigned_abs().min(3000));
        }
        quiet += records_of(game).map_err(anyhow::Error::msg)?.len() as u64;
        chances.count(game).map_err(anyhow::Error::msg)
    })?;
    let bytes: u64 =
        files.files.iter().filter_map(|path| fs::metadata(path).ok()).map(|data| data.len()).sum();
    let [black, draws, red] = results;
    let share = |count: u64| count as f64 * 100.0 / games.max(1) as f64;
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    if files.json {
        let answer = json!({
            "games": games, "positions": plies, "quiet": quiet,
            "red": red, "draws": draws, "black": black, "bytes": bytes,
            "mean_plies": mean(plies, games), "mean_score": mean(score_sum, scored),
            "even_chance_at": chances.fit().map(|model| model.half),
            "spread": chances.fit().map(|model| model.spread),
        });
        writeln!(context.out, "{answer}")?;
        return Ok(Exit::Done);
    }
    let lines = [
        format!("games: {games}"),
        format!("positions: {plies} ({:.1} a game)", mean(plies, games)),
        format!("quiet positions: {quiet}"),
        format!("Red wins: {red} ({:.1}%)", share(red)),
        format!("draws: {draws} ({:.1}%)", share(draws)),
        format!("Black wins: {black} ({:.1}%)", share(black)),
        format!("mean absolute score: {:.0}", mean(score_sum, scored)),
        format!("bytes a position: {:.2}", mean(bytes, plies)),
    ];
    for line in lines {
        writeln!(context.out, "{line}")?;
    }
    if let Some(model) = chances.fit() {
        let (half, spread) = (model.half, model.spread);
        writeln!(context.out, "winning as likely as not at, spread: {half:.0} {spread:.0}")?;
    }
    Ok(Exit::Done)
}

fn check(files: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let mut games = 0u64;
    let mut numbers = HashSet::new();
    let mut twice = 0u64;
    let result = for_each_game(&files.files, context, |game| {
        games += 1;
        twice += u64::from(files.files.len() == 1 && !numbers.insert(game.number));
        game.replay(|_, _| {}).map_err(anyhow::Error::msg)?;
        Ok(())
    });
    let sound = result.is_ok() && twice == 0;
    if files.json {
        let fault = result.err().map(|error| format!("{error:#}"));
        writeln!(
            context.out,
            "{}",
            json!({"sound": sound, "games": games, "twice": twice, "fault": fault})
        )?;
    } else {
        if let Err(error) = result {
            writeln!(context.out, "{error:#}")?;
        }
        if twice > 0 {
            writeln!(context.out, "{twice} games are there twice")?;
        }
        let word = if sound { "sound" } else { "damaged" };
        writeln!(context.out, "{games} games: {word}")?;
    }
    Ok(if sound { Exit::Done } else { Exit::CheckFailed })
}

fn unpack(unpacking: &Unpack, context: &mut Context) -> anyhow::Result<Exit> {
    let file = File::create(&unpacking.out).with_context(|| unpacking.out.display().to_string())?;
    let mut out = BufWriter::new(file);
    let mut count = 0u64;
    for_each_game(&unpacking.files, context, |game| {
        for record in records_of(game).map_err(anyhow::Error::msg)? {
            out.write_all(&record.to_bytes())?;
            count += 1;
        }
        Ok(())
    })?;
    out.flush()?;
    writeln!(context.out, "records {count}")?;
    Ok(context.exit())
}
