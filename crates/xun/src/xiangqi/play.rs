//! `xun xiangqi play`: a game against the engine in the terminal.

use super::analyse::{notation_of, score_text};
use super::judge::explain;
use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use clap::ValueEnum;
use std::io::{BufRead, Write};
use std::time::Duration;
use xun_game::files::wait_for_input;
use xun_game::{Engine as _, Level, Limits, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{parse_move, piece_name};
use xun_xiangqi::rules::{Colour, Position, Rules, Square, Verdict};
use xun_xiangqi::search::{EngineOptions, LEVELS, Question, XiangqiEngine};

/// Arguments of `xun xiangqi play`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The engine's level
    #[arg(
        long, default_value = "club", value_name = "LEVEL",
        value_parser = LEVELS.map(|level| level.name)
    )]
    level: String,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::Red, value_name = "SIDE")]
    side: Side,
    /// Starting position
    #[arg(long, default_value = "startpos", value_name = "FEN")]
    from: String,
    /// Milliseconds per move of the engine
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    time: u64,
    /// Seed of the engine's errors
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
}

/// A side by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Red, who moves first
    Red,
    /// Black
    Black,
    /// None: the engine plays both sides
    None,
}

/// Plays until the game is over, or the player leaves.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    converse(arguments, context, &mut std::io::stdin().lock())
}

fn converse(
    arguments: &Arguments,
    context: &mut Context,
    input: &mut dyn BufRead,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let mut position = read_position(&arguments.from, language)?;
    let options = EngineOptions { hash: 64, ..EngineOptions::default() };
    let mut engine = XiangqiEngine::new(options, PlayingEvaluator::default())?;
    engine.set_seed(arguments.seed);
    let limits = Limits::move_time(Duration::from_millis(arguments.time.clamp(1, 3_600_000)));
    let own = match arguments.side {
        Side::Red => Some(Colour::Red),
        Side::Black => Some(Colour::Black),
        Side::None => None,
    };
    let level = Level::named(&LEVELS, &arguments.level);
    let title = level.map(|level| xun_messages::xiangqi::level(level.name)).unwrap_or_default();
    let title = title.pick(language);
    writeln!(context.out, "{}: {title}. {}", language.pick("Level", "棋力"), help(language))?;
    loop {
        writeln!(context.out, "{}", draw(&position, language, context.colour))?;
        let outcome = position.outcome(&Rules::default());
        if outcome.is_some() {
            writeln!(context.out, "{}", explain(outcome, position.turn(), language))?;
            let winner = outcome.and_then(|outcome| match outcome.verdict {
                Verdict::Draw => None,
                verdict => verdict.winner(position.turn()),
            });
            let said = match winner {
                None => language.pick("A draw.", "和棋。"),
                Some(Colour::Red) => language.pick("Red wins.", "红胜。"),
                Some(Colour::Black) => language.pick("Black wins.", "黑胜。"),
            };
            writeln!(context.out, "{said}")?;
            return Ok(Exit::Answered);
        }
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
        if own == Some(position.turn()) {
            if !ask(&mut position, &mut engine, &limits, context, input)? {
                return Ok(Exit::Answered);
            }
            continue;
        }
        engine.set("Level", &arguments.level)?;
        let answer =
            engine.search(&position, &Question::from(limits.clone()), &Stop::new(), &mut |_| {});
        let Some(best) = answer.best else { return Ok(Exit::Answered) };
        let text = notation_of(language).format(&position, best);
        writeln!(context.out, "{} {text}", language.pick("Xun plays", "寻走"))?;
        position.play(best);
    }
}

fn help(language: Language) -> &'static str {
    match language {
        Language::English => {
            "Write a move (h2e2, C2=5, 炮二平五), or: hint, undo, moves, fen, resign, quit."
        }
        Language::Chinese => {
            "输入着法（h2e2、C2=5、炮二平五），或 hint 提示、undo 悔棋、moves 着法表、fen、resign 认输、quit 退出。"
        }
    }
}

/// Asks the player for a move; false when the player leaves.
fn ask(
    position: &mut Position,
    engine: &mut XiangqiEngine,
    limits: &Limits,
    context: &mut Context,
    input: &mut dyn BufRead,
) -> anyhow::Result<bool> {
    let language = context.language;
    loop {
        write!(context.out, "> ")?;
        context.out.flush()?;
        let mut line = Vec::new();
        let read = {
            let _waiting = wait_for_input();
            input.read_until(b'\n', &mut line)?
        };
        if read == 0 || context.stopped() {
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "resign" => {
                writeln!(context.out, "{}", language.pick("You resign.", "你认输了。"))?;
                return Ok(false);
            }
            "undo" => {
                // Both the engine's move and the player's.
                position.undo();
                position.undo();
                return Ok(true);
            }
            "fen" => writeln!(context.out, "{}", position.to_fen())?,
            "help" => writeln!(context.out, "{}", help(language))?,
            "moves" => {
                let moves = position.legal_moves();
                let texts: Vec<String> = moves
                    .iter()
                    .map(|&chosen| notation_of(language).format(position, chosen))
                    .collect();
                writeln!(context.out, "{}", texts.join(" "))?;
            }
            "hint" => {
                engine.set("Level", "full")?;
                let answer = engine.search(
                    position,
                    &Question::from(limits.clone()),
                    &Stop::new(),
                    &mut |_| {},
                );
                if let Some(best) = answer.best {
                    let text = notation_of(language).format(position, best);
                    writeln!(context.out, "{text} ({})", score_text(answer.score, language))?;
                }
            }
            text => match parse_move(position, text) {
                Ok(chosen) => {
                    position.play(chosen);
                    return Ok(true);
                }
                Err(error) => writeln!(context.out, "{error}")?,
            },
        }
    }
}

/// The board with its coordinates, Black's home above; the last move's target is marked.
pub(crate) fn draw(position: &Position, language: Language, colour: bool) -> String {
    let last = position.last_move().map(xun_xiangqi::rules::Move::to);
    let mut text = String::new();
    for rank in (0..Square::RANKS).rev() {
        text.push(char::from(b'0' + rank));
        text.push(' ');
        for file in 0..Square::FILES {
            let Some(square) = Square::new(file, rank) else { continue };
            let mark = if last == Some(square) { '·' } else { ' ' };
            text.push(mark);
            text.push_str(&point(position, square, language, colour));
        }
        text.push('\n');
        if rank == 5 {
            let river =
                language.pick("  ---------- river ----------", "   ────── 楚河 汉界 ──────");
            text.push_str(river);
            text.push('\n');
        }
    }
    let gap = if language == Language::Chinese { "  " } else { " " };
    text.push_str("  ");
    text.push_str(gap);
    text.push_str(
        &"abcdefghi".chars().map(String::from).collect::<Vec<_>>().join(&format!(" {}", &gap[1..])),
    );
    text
}

fn point(position: &Position, square: Square, language: Language, colour: bool) -> String {
    let Some(piece) = position.piece_on(square) else {
        return language.pick(".", "＋").to_owned();
    };
    let letter = match language {
        Language::English => piece.letter().to_string(),
        Language::Chinese => piece_name(piece.kind(), piece.colour(), false).to_string(),
    };
    if !colour {
        return letter;
    }
    let ink = match piece.colour() {
        Colour::Red => anstyle::AnsiColor::Red,
        Colour::Black => anstyle::AnsiColor::Green,
    };
    let style = ink.on_default().bold();
    format!("{style}{letter}{style:#}")
}
