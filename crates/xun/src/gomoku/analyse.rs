//! `xun gomoku analyse`: the best lines of a position, what both sides threaten, and black's
//! forbidden points.

use super::analyse_opening::Next;
use super::evaluation::evaluation_of;
use super::input::{PositionArguments, colour_name, forbidden_points};
use super::names::opening_names;
use crate::context::Context;
use crate::exit::Exit;
use serde_json::json;
use std::time::Duration;
use xun_game::Limits;
use xun_gomoku::notation::draw;
use xun_gomoku::openings::OpeningRule;
use xun_gomoku::rules::{Board, Colour, Point, Shape, Span};
use xun_gomoku::search::{Answer, GomokuEngine, Question, Settings, win_permille};

/// Arguments of `xun gomoku analyse`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Number of best lines
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=50))]
    lines: u32,
    /// Seconds (default 2 unless another limit is given)
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Depth
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Network for the evaluation, if it fits the rule; `hand` for the pattern evaluation (default:
    /// the embedded network of the rule)
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Opening rule: considers only moves that it allows, and advises on the choice of colour
    #[arg(long, value_parser = opening_names(), default_value = "free")]
    opening: OpeningRule,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const THREATS: [(Shape, &str, &str); 5] = [
    (Shape::Five, "five", "成五"),
    (Shape::OpenFour, "open or double four", "活四或双四"),
    (Shape::FourThree, "four and three", "四三"),
    (Shape::FourPlus, "four", "冲四"),
    (Shape::DoubleThree, "double three", "双三"),
];

/// A depth that no search reaches.
const DEEPEST: u32 = 200;

/// Searches and prints.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let board = arguments.position.board(context)?;
    let evaluation = evaluation_of(&arguments.eval_file).map_err(anyhow::Error::msg)?;
    let next = Next::of(arguments.opening, &board)?;
    let default = arguments.depth.is_none() && arguments.nodes.is_none();
    let seconds = arguments.time.or_else(|| default.then_some(2.0));
    let limits = Limits {
        // A limit of depth makes the search use all of its time even where the move is clear.
        depth: Some(arguments.depth.unwrap_or(DEEPEST)),
        nodes: arguments.nodes,
        move_time: seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e7))),
        ..Limits::default()
    };
    let only = next.allowed(&board);
    let question = Question { only, lines: arguments.lines as usize, ..Question::new(limits) };
    let settings = Settings {
        threads: arguments.threads as usize,
        table_bytes: (arguments.hash as usize) << 20,
    };
    let bar = indicatif::ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut engine = GomokuEngine::new(settings);
    engine.set_evaluation(evaluation);
    let answer = engine.search(&board, &question, &context.stop, &mut |_| bar.tick());
    bar.finish_and_clear();
    if arguments.json {
        writeln!(context.out, "{}", as_json(&board, &answer, &next))?;
    } else {
        as_text(&board, &answer, &next, context)?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

fn threats(board: &Board, colour: Colour, shape: Shape) -> Vec<Point> {
    board.empty_points().filter(|&point| board.cell(point).shape(colour) == shape).collect()
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

fn as_json(board: &Board, answer: &Answer, next: &Next) -> serde_json::Value {
    let lines: Vec<_> = answer
        .lines
        .iter()
        .map(|line| {
            json!({
                "score": line.score.get(),
                "text": line.score.to_string(),
                "plies_to_five": line.score.plies_to_end(),
                "winning_chance": f64::from(win_permille(line.score)) / 1000.0,
                "depth": line.depth,
                "moves": names(&line.pv),
            })
        })
        .collect();
    let side = |colour: Colour| {
        THREATS
            .iter()
            .map(|&(shape, name, _)| {
                (name.replace(' ', "_"), names(&threats(board, colour, shape)).into())
            })
            .collect::<serde_json::Map<_, _>>()
    };
    let forbidden: serde_json::Map<_, _> = forbidden_points(board)
        .into_iter()
        .map(|(point, kind)| (point.to_string(), kind.to_string().into()))
        .collect();
    json!({
        "rule": board.rule().name(),
        "side": format!("{:?}", board.to_move()).to_lowercase(),
        "best": answer.best.map(|point| point.to_string()),
        "lines": lines,
        "threats": { "black": side(Colour::Black), "white": side(Colour::White) },
        "forbidden": forbidden,
        "opening": next.json(board, answer.score),
        "nodes": answer.nodes,
        "depth": answer.depth,
        "milliseconds": answer.time.as_millis() as u64,
    })
}

fn as_text(
    board: &Board,
    answer: &Answer,
    next: &Next,
    context: &mut Context,
) -> anyhow::Result<()> {
    let language = context.language;
    write!(context.out, "{}", draw(board))?;
    let side = colour_name(board.to_move(), context);
    writeln!(context.out, "{} {side}", language.pick("to move:", "轮到："))?;
    if let Some(line) = next.text(board, answer.score, language) {
        writeln!(context.out, "{line}")?;
    }
    for (number, line) in answer.lines.iter().enumerate() {
        writeln!(
            context.out,
            "{}. {:>6} {:>5.1}% {} {:>2}  {}",
            number + 1,
            line.score,
            f64::from(win_permille(line.score)) / 10.0,
            language.pick("depth", "深度"),
            line.depth,
            Span(&line.pv)
        )?;
    }
    for colour in Colour::BOTH {
        for (shape, english, chinese) in THREATS {
            let points = threats(board, colour, shape);
            if !points.is_empty() {
                let side = colour_name(colour, context);
                writeln!(
                    context.out,
                    "{side}, {}: {}",
                    language.pick(english, chinese),
                    names(&points).join(" ")
                )?;
            }
        }
    }
    let forbidden = forbidden_points(board);
    if !forbidden.is_empty() {
        let list: Vec<String> =
            forbidden.iter().map(|(point, kind)| format!("{point} ({kind})")).collect();
        writeln!(context.out, "{}: {}", language.pick("forbidden", "禁手"), list.join(", "))?;
    }
    writeln!(
        context.out,
        "{} {}, {} ms",
        answer.nodes,
        language.pick("nodes", "节点"),
        answer.time.as_millis()
    )?;
    Ok(())
}
