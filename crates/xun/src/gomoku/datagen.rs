//! `xun gomoku datagen`: games against ourselves into a file that can be continued; and `xun gomoku
//! train`: the weights from such files.

use super::evaluation::evaluation_for;
use super::game_files::{self, Action};
use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use xun_gomoku::eval::Weights;
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::training::{SelfPlay, Training, play_game, read_games, train};

/// The rules as command-line values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// Five or more win
    Freestyle,
    /// Exactly five win
    Standard,
    /// Renju, with forbidden points
    Renju,
    /// Five blocked at both ends do not win
    Caro,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Freestyle => Self::Freestyle,
            RuleName::Standard => Self::Standard,
            RuleName::Renju => Self::Renju,
            RuleName::Caro => Self::Caro,
        }
    }
}

/// Arguments of `xun gomoku datagen`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct DatagenArguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// File to write to; an existing one is continued ‖ 输出文件；已有的文件会被续写
    #[arg(long, required = true, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rule ‖ 规则
    #[arg(long, value_enum, default_value = "freestyle")]
    rule: RuleName,
    /// Columns and rows of the board ‖ 棋盘的边长
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: u32,
    /// How many games the file shall hold ‖ 文件中的总局数
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Nodes for each move ‖ 每步的节点数
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Keep openings that the first search scores within this; 200 is odds of e to 1 ‖ 首次搜索评分在此范围内的开局才保留；200 相当于 e 比 1 的胜率比
    #[arg(long, default_value_t = SelfPlay::EVEN, value_parser = clap::value_parser!(i32).range(1..=20_000))]
    even: i32,
    /// Threads; each plays its own games ‖ 线程数，各自对弈
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Decides the openings ‖ 开局的随机种子
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with instead of the program's own ‖ 使用此权重文件代替内置权重
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play with this network, which must be the rule's; `hand` for the pattern evaluation; by default the program's own choice ‖ 使用此网络（须与规则相符）；hand 为棋形评估；默认由程序自选
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Print JSON ‖ 以 JSON 输出
    #[arg(long)]
    json: bool,
}

/// Makes games, or works on files of them.
pub(crate) fn datagen(arguments: &DatagenArguments, context: &mut Context) -> anyhow::Result<Exit> {
    match (&arguments.action, &arguments.out) {
        (Some(action), _) => game_files::run(action, context),
        (None, Some(out)) => generate(arguments, out, context),
        (None, None) => bail!("--out"),
    }
}

/// Plays games until the file holds as many as asked for.
fn generate(
    arguments: &DatagenArguments,
    out: &Path,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let rule = Rule::from(arguments.rule);
    let evaluation = evaluation_for(&arguments.eval_file, rule).map_err(anyhow::Error::msg)?;
    let weights = arguments.weights.as_ref().map(read_weights).transpose()?;
    let how = SelfPlay {
        rule,
        size: Size::new(arguments.size, arguments.size)?,
        nodes: arguments.nodes,
        even: arguments.even,
        seed: arguments.seed,
        weights: weights.map(Arc::new),
        evaluation,
    };
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(out)
        .with_context(|| out.display().to_string())?;
    let bytes = std::fs::read(out)?;
    let (games, whole) = read_games(&bytes).with_context(|| out.display().to_string())?;
    file.set_len(whole as u64)?;
    file.seek(std::io::SeekFrom::End(0))?;
    let done: HashSet<u32> = games.iter().map(|game| game.number).collect();
    let wanted = u64::from(arguments.games).saturating_sub(done.len() as u64);
    let bar = ProgressBar::new(wanted)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta}")?);
    let next = AtomicU32::new(0);
    let (mut plies, mut written) = (0, 0_u64);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let (sender, receiver) = channel();
        for _ in 0..arguments.threads {
            let (sender, how, next, done, stop) =
                (sender.clone(), &how, &next, &done, &context.stop);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    if done.contains(&number) {
                        continue;
                    }
                    let Some(game) = play_game(how, number, stop) else { continue };
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
            file.write_all(&record)?;
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
        let language = context.language;
        writeln!(
            context.out,
            "{}: {total} (+{written}, {plies} {})",
            language.pick("games", "总局数"),
            language.pick("plies", "手")
        )?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// The patterns' weights of a file.
pub(super) fn read_weights(path: &PathBuf) -> anyhow::Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Weights::from_bytes(&bytes).with_context(|| path.display().to_string())
}

/// Arguments of `xun gomoku train`.
#[derive(clap::Args)]
pub(crate) struct TrainArguments {
    /// Files of games from datagen ‖ datagen 生成的对局文件
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Rule ‖ 规则
    #[arg(long, value_enum, default_value = "freestyle")]
    rule: RuleName,
    /// Where to write the weights ‖ 权重输出文件
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over all games ‖ 训练轮数
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Threads ‖ 线程数
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Print JSON lines ‖ 以 JSON 行输出
    #[arg(long)]
    json: bool,
}

/// Trains weights on games.
pub(crate) fn run_training(
    arguments: &TrainArguments,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let mut games = Vec::new();
    for path in &arguments.games {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        games.extend(read_games(&bytes).with_context(|| path.display().to_string())?.0);
    }
    let how = Training {
        epochs: arguments.epochs,
        threads: arguments.threads as usize,
        ..Training::default()
    };
    let out = &mut context.out;
    let mut written = Ok(());
    let weights = train(&games, arguments.rule.into(), how, &mut |progress| {
        let (epoch, loss, hits, positions) =
            (progress.epoch, progress.value_loss, progress.policy_hits, progress.positions);
        let line = if arguments.json {
            format!(
                "{{\"epoch\":{epoch},\"value_loss\":{loss:.5},\"policy_hits\":{hits:.4},\"positions\":{positions}}}"
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
    Ok(Exit::Answered)
}
