//! `xun gomoku bench`: a signature of the search (total nodes to fixed depths) and its speed.

use super::evaluation::evaluation_of;
use crate::context::Context;
use crate::exit::Exit;
use std::time::Duration;
use xun_gomoku::rules::text::parse_moves;
use xun_gomoku::rules::{Position, Rule, Size};
use xun_gomoku::search::{Engine, Limits, Settings};

/// Positions from many phases of the game.
const POSITIONS: [&str; 12] = [
    "h8",
    "h8i9",
    "h8i8g10",
    "h8h9j8g9",
    "h8g9i9j10g7",
    "j10m10l6l7j11l9n13j9",
    "j8i6h5h9g9h7i7g8",
    "f10d8e11g11g8f11a5g9",
    "h8i9h7j8f8h9g9h10g11f10i10g10i8j9",
    "h8i7i8g8g9h7j7f9f10j6e9h10i6h5",
    "c3d4c4c5d5e6e5b6f4g3g4e4f6",
    "l3k4m4l5k3m5n5j4j3i3l6k6",
];

/// Arguments of `xun gomoku bench`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Depth of each search ‖ 每次搜索的深度
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Search threads; more than one make the count vary ‖ 搜索线程数，多于一个时节点数不固定
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Megabytes of the transposition table ‖ 置换表大小（MB）
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Value positions of its rule by this network; `hand` for the pattern evaluation; by default the program's own choice ‖ 以此网络评估同规则的局面；hand 为棋形评估；默认由程序自选
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Print JSON ‖ 以 JSON 输出
    #[arg(long)]
    json: bool,
}

/// Searches the positions under each rule.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let settings = Settings {
        threads: arguments.threads as usize,
        table_bytes: (arguments.hash as usize) << 20,
    };
    let evaluation = evaluation_of(&arguments.eval_file).map_err(anyhow::Error::msg)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let (mut rule_nodes, mut rule_time) = (0, Duration::ZERO);
        for text in POSITIONS {
            let position =
                Position::from_moves(Size::STANDARD, rule, &parse_moves(text, Size::STANDARD)?)?;
            let limits = Limits { depth: Some(arguments.depth), ..Limits::default() };
            // A fresh table for each, so that the order of positions does not matter.
            let mut engine = Engine::new(settings);
            engine.set_evaluation(evaluation.clone());
            let answer = engine.search(position.board(), &limits, Some(&context.stop), &mut |_| {});
            if context.stopped() {
                return Ok(Exit::Interrupted);
            }
            rule_nodes += answer.nodes;
            rule_time += answer.time;
        }
        if !arguments.json {
            writeln!(
                context.out,
                "{rule:>10} {rule_nodes:>12} nodes {:>8} ms",
                rule_time.as_millis()
            )?;
        }
        nodes += rule_nodes;
        time += rule_time;
    }
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    if arguments.json {
        writeln!(
            context.out,
            "{{\"bench\":{nodes},\"milliseconds\":{},\"nodes_per_second\":{speed},\"depth\":{},\"threads\":{}}}",
            time.as_millis(),
            arguments.depth,
            arguments.threads
        )?;
    } else {
        let language = context.language;
        writeln!(context.out, "{}: {speed}", language.pick("Nodes per second", "每秒节点数"))?;
        writeln!(context.out, "Bench: {nodes}")?;
    }
    Ok(Exit::Answered)
}
