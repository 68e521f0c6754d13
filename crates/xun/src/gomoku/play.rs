//! `xun gomoku play`: a game in the terminal.

use super::input::{Side, forbidden_points};
use super::names::{level_names, opening_names, rule_names};
use super::opening::play_opening;
use crate::context::Context;
use crate::exit::Exit;
use std::time::Duration;
use xun_game::{Level, Limits, Stop};
use xun_gomoku::notation::{Record, draw, parse_point, write_psq};
use xun_gomoku::openings::OpeningRule;
use xun_gomoku::rules::{Board, Colour, Point, Rule, Size, Status};
use xun_gomoku::search::{GomokuEngine, Question, Settings};

/// Arguments of `xun gomoku play`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Rule
    #[arg(long, value_parser = rule_names(), default_value = "freestyle")]
    rule: Rule,
    /// Columns and rows of the board
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: u32,
    /// Opening rule; Black begins it
    #[arg(long, value_parser = opening_names(), value_name = "RULE", default_value = "free")]
    opening: OpeningRule,
    /// Your colour
    #[arg(long, value_enum, default_value = "black")]
    colour: Side,
    /// The engine's level
    #[arg(long, value_parser = level_names(), default_value = "strong")]
    level: &'static Level,
    /// Seconds per move of the engine
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    time: f64,
    /// Print JSON lines instead of drawing
    #[arg(long)]
    json: bool,
}

/// Time of a hint.
const HINT_SECONDS: f64 = 1.0;

/// Plays until the game ends, `quit`, or the end of the input.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let size = Size::new(arguments.size, arguments.size)?;
    let mut game = Board::new(size, arguments.rule);
    let mut person = Colour::from(arguments.colour);
    let mut engine = GomokuEngine::new(Settings::default());
    let handicap = arguments.level.handicap;
    let stop = context.stop.clone();
    let mut lines = crate::context::input_lines();
    let language = context.language;
    let help = language.pick(
        "moves such as h8; undo, hint, record, quit",
        "输入着法（如 h8）；undo 悔棋，hint 提示，record 棋谱，quit 退出",
    );
    if !arguments.json {
        writeln!(context.out, "{help}")?;
    }
    let rule = arguments.opening;
    match play_opening(rule, &mut game, person, &mut engine, &mut lines, context)? {
        Some(colour) => person = colour,
        None => return Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered }),
    }
    let opening = game.ply();
    loop {
        show(&game, arguments, context)?;
        match game.status() {
            Status::Ongoing => {}
            ended => return finish(ended, arguments, context),
        }
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
        if game.to_move() != person {
            engine.set_handicap(handicap);
            let Some(point) = best(&mut engine, &game, arguments.time, &stop) else {
                return Ok(Exit::Answered);
            };
            say_move(point, arguments, context)?;
            game.play(point);
            continue;
        }
        if !arguments.json {
            write!(context.out, "{} ", language.pick("your move:", "请走："))?;
        }
        context.out.flush()?;
        let Some(line) = lines.next() else { return Ok(Exit::Answered) };
        let line = line?;
        match line.trim().to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => return Ok(Exit::Answered),
            // The opening stays as it was agreed.
            "undo" | "u" if game.ply() >= opening + 2 => {
                game.undo();
                game.undo();
            }
            "undo" | "u" => {}
            "hint" => {
                engine.set_handicap(None);
                if let Some(point) = best(&mut engine, &game, HINT_SECONDS, &stop) {
                    writeln!(context.out, "{point}")?;
                }
            }
            "record" => write!(context.out, "{}", write_psq(&record(&game)))?,
            "" | "help" => writeln!(context.out, "{help}")?,
            text => match parse_point(text, size) {
                Ok(point) if game.is_legal(point) => game.play(point),
                Ok(point) if game.is_empty(point) => {
                    writeln!(context.out, "{point} {}", language.pick("is forbidden", "是禁手"))?;
                }
                Ok(point) => {
                    writeln!(context.out, "{point} {}", language.pick("is taken", "已有棋子"))?;
                }
                Err(error) => writeln!(context.out, "{error}")?,
            },
        }
    }
}

fn best(engine: &mut GomokuEngine, game: &Board, seconds: f64, stop: &Stop) -> Option<Point> {
    let limits = Limits::move_time(Duration::from_secs_f64(seconds.clamp(0.01, 1e6)));
    engine.search(game, &Question::new(limits), stop, &mut |_| {}).best
}

fn record(game: &Board) -> Record {
    let mut record = Record::new(game.size());
    record.rule = Some(game.rule());
    record.moves = game.history().map(|(point, _)| point).collect();
    record
}

fn show(game: &Board, arguments: &Arguments, context: &mut Context) -> anyhow::Result<()> {
    if arguments.json {
        return Ok(());
    }
    let mut picture = draw(game);
    if context.colour {
        picture =
            picture.replace('X', "\u{1b}[1;33mX\u{1b}[0m").replace('O', "\u{1b}[1;36mO\u{1b}[0m");
    }
    write!(context.out, "{picture}")?;
    let forbidden = forbidden_points(game);
    if !forbidden.is_empty() {
        let list: Vec<String> = forbidden.iter().map(|(point, _)| point.to_string()).collect();
        writeln!(
            context.out,
            "{}: {}",
            context.language.pick("forbidden", "禁手"),
            list.join(" ")
        )?;
    }
    Ok(())
}

fn say_move(point: Point, arguments: &Arguments, context: &mut Context) -> anyhow::Result<()> {
    if arguments.json {
        writeln!(context.out, "{{\"move\":\"{point}\"}}")?;
    } else {
        writeln!(context.out, "{} {point}", context.language.pick("Xun plays", "寻落子"))?;
    }
    context.out.flush()?;
    Ok(())
}

fn finish(status: Status, arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let (word, text) = match status {
        Status::Won(Colour::Black) => ("black", language.pick("black wins", "黑方胜")),
        Status::Won(Colour::White) => ("white", language.pick("white wins", "白方胜")),
        _ => ("draw", language.pick("draw", "和棋")),
    };
    if arguments.json {
        writeln!(context.out, "{{\"result\":\"{word}\"}}")?;
    } else {
        writeln!(context.out, "{text}")?;
    }
    Ok(Exit::Answered)
}
