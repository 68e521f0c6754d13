//! `xun xiangqi datagen …`: games of the engine against itself: make them, look at them, check them, and unpack
//! their positions for the trainer.

use super::driver::{PlayingEngine, evaluator_of};
use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use xun_game::game_file::{GameFileError, GameReader, GameWriter, StoredGame, StoredResult};
use xun_xiangqi::datagen::{Filter, KIND, Replay, SelfPlay, SelfPlaySettings, write_records};

/// The commands of `xun xiangqi datagen`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play games and add them to a file; goes on where the file ends ‖ 自对弈并追加到文件；可接着已有文件继续
    Generate(Generate),
    /// Count what files of games hold ‖ 统计对局文件
    Stats(Files),
    /// Replay every game and look for damage ‖ 重放每一局并查找损坏
    Check(Files),
    /// Write the positions as records for the trainer, filtered ‖ 过滤后把局面写成训练记录
    Unpack(Unpack),
}

/// Arguments of `generate`.
#[derive(clap::Args)]
pub(crate) struct Generate {
    /// The file of games ‖ 对局文件
    out: PathBuf,
    /// Games in the file when done ‖ 完成时文件中的总局数
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Stop after so many seconds ‖ 若干秒后停止
    #[arg(long)]
    seconds: Option<f64>,
    /// Threads, each playing its own games (default: all) ‖ 线程数，各下各的（默认全部）
    #[arg(long)]
    threads: Option<usize>,
    /// Nodes a move ‖ 每步节点数
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Fewest random plies at the start ‖ 开局随机步数下限
    #[arg(long, default_value_t = 5)]
    opening: u8,
    /// Seed ‖ 随机种子
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Evaluation: a network's file, or `hand` ‖ 评估：网络文件，或 hand
    #[arg(long, default_value = "", value_name = "FILE")]
    eval_file: String,
}

/// Files to read.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// Files of games ‖ 对局文件
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Arguments of `unpack`.
#[derive(clap::Args)]
pub(crate) struct Unpack {
    /// Files of games ‖ 对局文件
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the records go ‖ 记录文件
    #[arg(long)]
    out: PathBuf,
    /// Plies after the opening to leave out ‖ 开局后略去的步数
    #[arg(long, default_value_t = 2)]
    skip: usize,
    /// Leave out scores beyond this ‖ 略去评分超过此值的局面
    #[arg(long, default_value_t = 3000)]
    decided: i16,
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Generate(arguments) => generate(arguments, context),
        Command::Stats(arguments) => stats(arguments, context),
        Command::Check(arguments) => check(arguments, context),
        Command::Unpack(arguments) => unpack(arguments, context),
    }
}

fn generate(arguments: &Generate, context: &mut Context) -> anyhow::Result<Exit> {
    let evaluator = evaluator_of(&arguments.eval_file).map_err(|reason| anyhow!(reason))?;
    let path = arguments.out.display().to_string();
    let writer = GameWriter::open(&arguments.out, KIND).with_context(|| path.clone())?;
    let settings = SelfPlaySettings {
        nodes: arguments.nodes.max(1),
        opening: arguments.opening.min(40),
        seed: arguments.seed,
        ..SelfPlaySettings::default()
    };
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let first = writer.next_number();
    let bar = ProgressBar::new(u64::from(arguments.games));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed} / {eta}") {
        bar.set_style(style);
    }
    bar.set_position(u64::from(first));
    let (next, writer, failed) = (AtomicU32::new(first), Mutex::new(writer), Mutex::new(None));
    let positions = std::sync::atomic::AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let began = std::time::Instant::now();
    let time_is_up = || arguments.seconds.is_some_and(|limit| began.elapsed().as_secs_f64() >= limit);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let Ok(engine) = PlayingEngine::new(8, evaluator.clone()) else { return };
                let mut player = SelfPlay::new(engine, settings);
                while !context.stop.load(Ordering::Relaxed) && !over.load(Ordering::Relaxed) && !time_is_up()
                {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let game = player.play(number);
                    positions.fetch_add(game.scores.len() as u64, Ordering::Relaxed);
                    let mut writer = writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    if let Err(error) = writer.add(&game) {
                        *failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                        over.store(true, Ordering::Relaxed);
                        return;
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(anyhow::Error::new(error).context(path));
    }
    let seconds = began.elapsed().as_secs_f64();
    let positions = positions.into_inner();
    writeln!(
        context.out,
        "{}",
        json!({
            "file": path,
            "positions": positions,
            "seconds": seconds,
            "positions_per_second": positions as f64 / seconds.max(1e-9),
        })
    )?;
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// Calls `visit` with every game of every file.
fn each_game(
    files: &[PathBuf],
    context: &Context,
    mut visit: impl FnMut(StoredGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        let name = || path.display().to_string();
        let mut reader = GameReader::open(path).with_context(name)?;
        if reader.kind() != KIND {
            return Err(GameFileError::Kind { found: reader.kind(), expected: KIND }).with_context(name);
        }
        while let Some(game) = reader.next_game().with_context(name)? {
            if context.stopped() {
                return Ok(());
            }
            visit(game).with_context(name)?;
        }
    }
    Ok(())
}

fn stats(arguments: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let (mut games, mut positions, mut results, mut longest) = (0_u64, 0_u64, [0_u64; 3], 0);
    each_game(&arguments.files, context, |game| {
        games += 1;
        positions += game.scores.len() as u64;
        results[game.result as usize] += 1;
        longest = longest.max(game.moves.len());
        Ok(())
    })?;
    let [losses, draws, wins] =
        [StoredResult::Loss, StoredResult::Draw, StoredResult::Win].map(|kind| results[kind as usize]);
    let mean = positions as f64 / (games as f64).max(1.0);
    if arguments.json {
        let answer = json!({
            "games": games, "positions": positions, "red_wins": wins, "draws": draws, "black_wins": losses,
            "mean_plies": mean, "longest": longest,
        });
        writeln!(context.out, "{answer}")?;
    } else {
        let text = context.language.pick(
            "games {g}, positions {p}, Red +{w} ={d} -{l}, mean length {m}, longest {x}",
            "对局 {g}，局面 {p}，红方 胜{w} 和{d} 负{l}，平均步数 {m}，最长 {x}",
        );
        let text = [
            ("{g}", games.to_string()),
            ("{p}", positions.to_string()),
            ("{w}", wins.to_string()),
            ("{d}", draws.to_string()),
            ("{l}", losses.to_string()),
            ("{m}", format!("{mean:.1}")),
            ("{x}", longest.to_string()),
        ]
        .into_iter()
        .fold(text.to_owned(), |text, (mark, value)| text.replace(mark, &value));
        writeln!(context.out, "{text}")?;
    }
    Ok(Exit::Answered)
}

fn check(arguments: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let mut games = 0_u64;
    each_game(&arguments.files, context, |game| {
        games += 1;
        Replay::new(&game).try_for_each(|ply| ply.map(drop)).map_err(Into::into)
    })?;
    if arguments.json {
        writeln!(context.out, "{}", json!({ "games": games, "sound": true }))?;
    } else {
        writeln!(context.out, "{games} {}", context.language.pick("games, all sound", "局，全部完好"))?;
    }
    Ok(Exit::Answered)
}

fn unpack(arguments: &Unpack, context: &mut Context) -> anyhow::Result<Exit> {
    let name = || arguments.out.display().to_string();
    let mut out =
        BufWriter::with_capacity(1 << 20, std::fs::File::create(&arguments.out).with_context(name)?);
    let filter = Filter { skip: arguments.skip, decided: arguments.decided };
    let (mut games, mut records) = (0_u64, 0_u64);
    each_game(&arguments.files, context, |game| {
        games += 1;
        records += write_records(&game, &filter, &mut out)?;
        Ok(())
    })?;
    out.flush().with_context(name)?;
    writeln!(context.out, "{}", json!({ "games": games, "records": records }))?;
    Ok(Exit::Answered)
}
