//! `xun gomoku textbook`: a textbook search of a position, or a game against one, with the
//! evaluation by shapes of course programs.

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::textbook::{self, Request, SearchOptions, TraceOptions, score_text};
use crate::xiangqi::read_file;
use anyhow::anyhow;
use clap::ValueEnum;
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_game::Game;
use xun_game::textbook::{CompiledSearch, Tie};
use xun_gomoku::notation::{draw, parse_point, read_any};
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};

/// Which points are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScopeOption {
    All,
    Near,
}

/// Arguments of `xun gomoku textbook`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The moves so far (h8i9…), or a file with a game or a drawn board; nothing is the empty board
    #[arg(value_name = "MOVES|FILE", num_args = 0..)]
    position: Vec<String>,
    /// Search depth in plies
    #[arg(
        long, default_value_t = 3, value_name = "N",
        value_parser = clap::value_parser!(u32).range(textbook::DEPTHS)
    )]
    depth: u32,
    /// Board size
    #[arg(
        long, default_value_t = 15, value_name = "N",
        value_parser = clap::value_parser!(u32).range(5..=22)
    )]
    size: u32,
    /// Rule: freestyle, standard, renju, caro, caro-exact
    #[arg(long, default_value = "freestyle", value_name = "RULE")]
    rule: Rule,
    /// Candidate moves: all points, as in the course programs, or points near a stone
    #[arg(long, value_enum, default_value = "all", value_name = "SCOPE")]
    scope: ScopeOption,
    /// Values of the shapes and the start-up table from a JSON file (default: the set that ships)
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Count five as a shape that does not end the game, as course programs without a test for a
    /// win do
    #[arg(long = "goes-on")]
    goes_on: bool,
    /// Play against it: points on standard input, also `go`, `undo`, `quit`
    #[arg(long, conflicts_with_all = ["trace", "ladder", "scores", "json"])]
    play: bool,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    show: TraceOptions,
}

/// Searches and prints, or plays.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let values = values(arguments, context.language)?;
    let board = board(arguments, context.language)?;
    let scope = match arguments.scope {
        ScopeOption::All => Scope::All,
        ScopeOption::Near => Scope::Near,
    };
    let mut game = GomokuGame::new(board, scope, &values);
    if arguments.goes_on {
        game = game.going_on_after_five();
    }
    let judge = ShapeEvaluation::new(&values);
    if arguments.play {
        return play(&mut game, &judge, arguments, context);
    }
    let request = Request {
        depth: arguments.depth,
        tie: Tie::First,
        search: &arguments.search,
        show: &arguments.show,
    };
    textbook::run(&game, &judge, &request, context)
}

fn values(arguments: &Arguments, language: Language) -> anyhow::Result<ShapeValues> {
    let Some(path) = &arguments.values else { return Ok(ShapeValues::own()) };
    ShapeValues::from_json(&read_file(path, language)?).map_err(|error| {
        anyhow!("{}\n{}", path.display(), xun_messages::list(&error.faults, language))
    })
}

fn board(arguments: &Arguments, language: Language) -> anyhow::Result<Board> {
    let size = Size::new(arguments.size, arguments.size)?;
    let text = match arguments.position.as_slice() {
        [one] if one == "-" || Path::new(one).is_file() => read_file(Path::new(one), language)?,
        moves => moves.join(" "),
    };
    Ok(read_any(&text, size)?.position(arguments.rule)?.into_board())
}

/// A game in lines: the person's point in, the program's answer and the board out.
fn play(
    game: &mut GomokuGame,
    judge: &ShapeEvaluation,
    arguments: &Arguments,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    writeln!(context.out, "{}", draw(game.board()))?;
    context.out.flush()?;
    for line in crate::context::input_lines() {
        let line = line?;
        match line.trim() {
            "" => continue,
            "quit" | "exit" | "q" => break,
            "undo" => {
                game.undo();
                game.undo();
            }
            "go" => answer(game, judge, arguments, context)?,
            text => match parse_point(text, game.board().size()) {
                Ok(point) if game.ending().is_none() && game.board().is_legal(point) => {
                    game.play(point);
                    answer(game, judge, arguments, context)?;
                }
                Ok(point) => {
                    writeln!(
                        context.out,
                        "{point}: {}",
                        language.pick("no legal move", "不能下在这里")
                    )?;
                }
                Err(error) => writeln!(context.out, "{error}")?,
            },
        }
        writeln!(context.out, "{}", draw(game.board()))?;
        context.out.flush()?;
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Answered)
}

fn answer(
    game: &mut GomokuGame,
    judge: &ShapeEvaluation,
    arguments: &Arguments,
    context: &mut Context,
) -> anyhow::Result<()> {
    let language = context.language;
    let settings = arguments.search.settings(Tie::First, false);
    let limits = arguments.search.limits(arguments.depth);
    let found = game.search_with(judge, &settings, &limits, &context.stop, None);
    if let Some(best) = found.best {
        let score = score_text(found.score, found.statistics.depth, language);
        game.play(best);
        writeln!(context.out, "{} {best} ({score})", language.pick("xun plays", "xun 落子"))?;
    }
    if game.ending().is_some() {
        let text = match game.board().winner() {
            Some(xun_gomoku::rules::Colour::Black) => language.pick("black has won", "黑胜"),
            Some(xun_gomoku::rules::Colour::White) => language.pick("white has won", "白胜"),
            None => language.pick("the board is full: a draw", "棋盘已满：和棋"),
        };
        writeln!(context.out, "{text}")?;
    }
    Ok(())
}
