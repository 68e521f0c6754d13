//! `xun-tune xiangqi datagen vary`: positions beside the games, as a search meets them, for
//! training.

use super::datagen::read;
use crate::context::{Context, Exit};
use crate::threads::on_threads;
use anyhow::Context as _;
use parking_lot::Mutex;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use xun_game::{Limits, SplitMix64, Stop};
use xun_selfplay::xiangqi::{GameRecord, Games, PlayedMove, Record, is_quiet, varied};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::Question;
use xun_xiangqi::search::Searcher;

/// Arguments of `datagen vary`.
#[derive(clap::Args)]
pub(crate) struct Vary {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file of the records
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Limit of records
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true, value_name = "N")]
    count: u64,
    /// Records per searched position of a game
    #[arg(
        long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1000)
    )]
    times: u16,
    /// Positions searched for the score of each; 0: none, the score stays unknown
    #[arg(long, default_value_t = 0, value_name = "N")]
    nodes: u64,
    /// Score with this network instead of the usual evaluation; `hand` for the hand-written one
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Threads (0: one a core)
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=1024)
    )]
    threads: u16,
    /// Decides the moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Writes the records. Which positions they are follows from the games and the seed, their order
/// from the threads.
pub(crate) fn run(arguments: &Vary, context: &mut Context) -> anyhow::Result<Exit> {
    let evaluator = Mutex::new(PlayingEvaluator::from_file(&arguments.eval_file)?);
    let file = File::create(&arguments.out).with_context(|| arguments.out.display().to_string())?;
    let writer = Mutex::new((BufWriter::new(file), 0u64));
    for path in &arguments.files {
        let bytes = read(path)?;
        let games = Mutex::new(Games::of(&bytes).with_context(|| path.display().to_string())?);
        on_threads(arguments.threads, bytes.len() as u64, |bar| {
            let own = evaluator.lock().clone();
            let mut engine = Searcher::new(4, own)?;
            let enough = || writer.lock().1 >= arguments.count;
            while !context.stop.load(Relaxed) && !enough() {
                let next = games.lock().next();
                let Some(game) = next else { break };
                let game = game.with_context(|| path.display().to_string())?;
                bar.inc(4 * game.moves.len() as u64);
                let records = beside(&game, &mut engine, arguments).map_err(anyhow::Error::msg)?;
                let (out, count) = &mut *writer.lock();
                for record in records {
                    if *count < arguments.count {
                        out.write_all(&record.to_bytes())?;
                        *count += 1;
                    }
                }
            }
            Ok(())
        })?;
    }
    let (mut out, count) = writer.into_inner();
    out.flush()?;
    writeln!(context.out, "records {count}")?;
    Ok(context.exit())
}

/// The positions beside a game.
fn beside(
    game: &GameRecord,
    engine: &mut Searcher,
    arguments: &Vary,
) -> Result<Vec<Record>, String> {
    let mut random = SplitMix64::new(arguments.seed.rotate_left(32) ^ u64::from(game.number));
    let mut records = Vec::new();
    if arguments.nodes > 0 {
        engine.new_game();
    }
    game.replay(|position, played| {
        if played.score.is_none() {
            return;
        }
        for _ in 0..arguments.times {
            let found = varied(position, &mut random);
            records.extend(found.and_then(|found| scored(&found, engine, arguments.nodes)));
        }
    })?;
    Ok(records)
}

/// The record of a position, if the search finds it quiet too.
fn scored(position: &Position, engine: &mut Searcher, nodes: u64) -> Option<Record> {
    if nodes == 0 {
        return Some(Record::without_result(position, None));
    }
    let answer =
        engine.search(position, &Question::from(Limits::nodes(nodes)), &Stop::new(), &mut |_| {});
    let score = answer.score.get() as i16;
    let played = PlayedMove { chosen: answer.best?, score: Some(score) };
    is_quiet(position, played).then(|| Record::without_result(position, Some(score)))
}
