//! `xun xiangqi analyse`: the best lines of a position, or what each move of a game was worth.

use super::game_file::{self, EncodingOption};
use super::info;
use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use xun_game::{Engine as _, Limits, Score, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{GameRecord, Notation, Ranks, Script};
use xun_xiangqi::rules::{Colour, Move, Position};
use xun_xiangqi::search::{Answer, EngineOptions, Question, Report, XiangqiEngine, win_draw_loss};

/// Arguments of `xun xiangqi analyse`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A position (FEN or `startpos`), or a game file (PGN, XQF, CBR, CBL, CBF, UBB)
    #[arg(required = true, num_args = 1.., value_name = "FEN|FILE")]
    what: Vec<String>,
    /// Number of best lines
    #[arg(
        long, visible_alias = "multipv", default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=128)
    )]
    lines: u16,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Limit of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search time in milliseconds (default 1000, or 200 per move of a game)
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Search threads
    #[arg(
        long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    threads: u16,
    /// Table size in MiB
    #[arg(
        long, default_value_t = 64, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=65_536)
    )]
    hash: u32,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn limits(&self, usual: u64) -> Limits {
        let bounded = self.depth.is_some() || self.nodes.is_some();
        let time = self.time.or((!bounded).then_some(usual));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: time.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// Analyses a position or a file of games.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let options = EngineOptions {
        hash: arguments.hash.into(),
        threads: arguments.threads.into(),
        ..EngineOptions::default()
    };
    let mut engine = XiangqiEngine::new(options, PlayingEvaluator::default())?;
    let result = match &arguments.what[..] {
        [path] if Path::new(path).is_file() => analyse_games(arguments, path, &mut engine, context),
        words => analyse_position(arguments, &words.join(" "), &mut engine, context),
    };
    result?;
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// A score in words: pawns, or moves to mate.
pub(super) fn score_text(score: Score, language: Language) -> String {
    match score.mate_distance() {
        Some(0) => language.pick("mated", "被将死").to_owned(),
        Some(moves) if moves > 0 => format!("{} {moves}", language.pick("mates in", "杀，步数")),
        Some(moves) => format!("{} {}", language.pick("is mated in", "被杀，步数"), -moves),
        None => format!("{:+.2}", f64::from(score.get()) / 100.0),
    }
}

/// The notation of a language.
pub(super) fn notation_of(language: Language) -> Notation {
    match language {
        Language::English => Notation::Coordinates(Ranks::FromZero),
        Language::Chinese => Notation::Chinese(Script::Simplified),
    }
}

/// A line of play in the user's notation.
fn line_text(position: &Position, line: &[Move], language: Language) -> String {
    let mut after = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &chosen in line {
        words.push(notation_of(language).format(&after, chosen));
        after.play(chosen);
    }
    words.join(" ")
}

fn json_of(report: &Report) -> Value {
    json!({
        "score": report.score.get(),
        "mate": report.score.mate_distance(),
        "wdl": win_draw_loss(report.score),
        "pv": report.pv.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn search(
    engine: &mut XiangqiEngine,
    position: &Position,
    limits: Limits,
    lines: u16,
    stop: &Stop,
) -> Answer {
    let question = Question { lines: lines.into(), ..Question::from(limits) };
    engine.search(position, &question, stop, &mut |_| {})
}

fn analyse_position(
    arguments: &Arguments,
    fen: &str,
    engine: &mut XiangqiEngine,
    context: &mut Context,
) -> anyhow::Result<()> {
    let position = read_position(fen, context.language)?;
    let answer = search(engine, &position, arguments.limits(1000), arguments.lines, &context.stop);
    if arguments.json {
        let told = json!({
            "fen": position.to_fen(),
            "best": answer.best.map(|best| best.to_string()),
            "score": answer.score.get(),
            "mate": answer.score.mate_distance(),
            "depth": answer.depth,
            "nodes": answer.nodes,
            "seconds": answer.time.as_secs_f64(),
            "lines": answer.lines.iter().map(json_of).collect::<Vec<_>>(),
        });
        writeln!(context.out, "{told}")?;
        return Ok(());
    }
    let language = context.language;
    for (index, line) in answer.lines.iter().enumerate() {
        let score = score_text(line.score, language);
        writeln!(
            context.out,
            "{}. {score:>8}  {}",
            index + 1,
            line_text(&position, &line.pv, language)
        )?;
    }
    let (depth, nodes) = (language.pick("depth", "深度"), language.pick("nodes", "节点"));
    writeln!(
        context.out,
        "{depth} {}, {nodes} {}, {:.2} s",
        answer.depth,
        answer.nodes,
        answer.time.as_secs_f64()
    )?;
    let best = answer.best.map(|best| notation_of(language).format(&position, best));
    let best = best
        .unwrap_or_else(|| language.pick("none: the game is over", "无：棋局已结束").to_owned());
    writeln!(context.out, "{} {best}", language.pick("best", "最佳着法"))?;
    Ok(())
}

fn analyse_games(
    arguments: &Arguments,
    path: &str,
    engine: &mut XiangqiEngine,
    context: &mut Context,
) -> anyhow::Result<()> {
    let path = Path::new(path);
    let file = game_file::read(path, &arguments.encoding, context.language)?;
    game_file::tell_faults(path, &file, context);
    let mut all = Vec::new();
    for game in file.games {
        let game = game.record;
        let opening = info::opening(&game);
        if let (Some(name), false) = (opening, arguments.json) {
            writeln!(context.out, "{}", context.language.pick(name.english, name.chinese))?;
        }
        let moves = analyse_game(arguments, &game, engine, context)?;
        let opening = opening.map(|name| json!({"en": name.english, "zh": name.chinese}));
        all.push(json!({"tags": game.tags, "opening": opening, "moves": moves}));
        if context.stopped() {
            break;
        }
    }
    if arguments.json {
        writeln!(context.out, "{}", Value::Array(all))?;
    }
    Ok(())
}

/// Judges each move of a game by its loss against the best one.
fn analyse_game(
    arguments: &Arguments,
    game: &GameRecord,
    engine: &mut XiangqiEngine,
    context: &mut Context,
) -> anyhow::Result<Vec<Value>> {
    let language = context.language;
    let mut position = Position::from_setup(&game.start)?;
    let mut told = Vec::new();
    let mut before = search(engine, &position, arguments.limits(200), 1, &context.stop);
    for chosen in game.moves() {
        let mover = position.turn();
        let text = notation_of(language).format(&position, chosen);
        let best = before.best.map(|best| notation_of(language).format(&position, best));
        let (number, ideal, preferred) = (position.move_number(), before.score, before.best);
        position.play(chosen);
        let after = search(engine, &position, arguments.limits(200), 1, &context.stop);
        let reached = -after.score;
        let lost = if preferred == Some(chosen) { 0 } else { (ideal.get() - reached.get()).max(0) };
        if arguments.json {
            told.push(json!({
                "move": chosen.to_string(), "score": reached.get(), "mate": reached.mate_distance(),
                "best": preferred.map(|best| best.to_string()), "best_score": ideal.get(),
                "lost": lost,
            }));
        } else {
            let dots = if mover == Colour::Red { "." } else { "…" };
            let mark = match lost {
                0..60 => "",
                60..150 => "?!",
                150..400 => "?",
                _ => "??",
            };
            let better = best.filter(|_| !mark.is_empty()).map_or(String::new(), |best| {
                format!(
                    "  {} {best} ({})",
                    language.pick("better", "更好"),
                    score_text(ideal, language)
                )
            });
            writeln!(
                context.out,
                "{number}{dots} {text}{mark}  {}{better}",
                score_text(reached, language)
            )?;
            context.out.flush()?;
        }
        before = after;
        if context.stopped() {
            break;
        }
    }
    Ok(told)
}
