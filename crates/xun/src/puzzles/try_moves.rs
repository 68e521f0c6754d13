//! `xun puzzles try`.

use super::{FolderOption, find, now, text};
use crate::context::Context;
use crate::exit::Exit;
use serde_json::json;
use std::io::Write;
use xun_arena::GameMove;
use xun_puzzles::{Analyst, Judgement, Puzzle};

/// Arguments of `xun puzzles try`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the puzzle
    #[arg(value_name = "ID")]
    id: String,
    /// Your moves, one after another; the defences are played by the program
    #[arg(required = true, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    folder: FolderOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The judgement of the last move tried, with the moves of both sides before it.
struct Tried {
    played: Vec<GameMove>,
    last: GameMove,
    judgement: Judgement,
}

/// Plays the moves until one is wrong or the puzzle is solved.
fn try_all(puzzle: &Puzzle, moves: &[String], analyst: &mut Analyst) -> anyhow::Result<Tried> {
    let mut played = Vec::new();
    let mut moves = moves.iter().peekable();
    loop {
        let (place, rest) = puzzle.follow(&played)?;
        let last = match moves.next() {
            Some(text) => place.parse_move(text)?,
            None => rest.best,
        };
        let judgement = puzzle.judge(&played, last, analyst)?;
        match judgement {
            Judgement::Right { defence } if moves.peek().is_some() => {
                played.extend([last, defence]);
            }
            judgement => return Ok(Tried { played, last, judgement }),
        }
    }
}

/// Tries the moves; a solved or missed puzzle is noted.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let folder = arguments.folder.open(language)?;
    let puzzle = find(&arguments.id, &folder, language)?;
    let mut analyst = Analyst::with_stop(context.stop.clone());
    let Tried { played, last, judgement } = try_all(&puzzle, &arguments.moves, &mut analyst)?;
    if context.stopped() {
        return Ok(Exit::Interrupted);
    }
    let done = match &judgement {
        Judgement::Right { .. } => None,
        Judgement::Solved | Judgement::AlsoGood => Some(true),
        Judgement::Wrong(_) => Some(false),
    };
    if let Some(solved) = done {
        folder.change(|progress| progress.note(&puzzle, solved, now()))?;
    }
    let (place, _) = puzzle.follow(&played)?;
    let after = place.after(last).unwrap_or_else(|| place.clone());
    let name = text::move_name(&place, last, language);
    let (result, words) = match &judgement {
        Judgement::Solved => {
            ("solved", language.pick("right: solved", "正确，解题成功").to_owned())
        }
        Judgement::AlsoGood => (
            "also-good",
            language
                .pick(
                    "not the solution's move, but as good: solved",
                    "与答案不同，但同样成立，解题成功",
                )
                .to_owned(),
        ),
        Judgement::Right { defence } => {
            let reply = text::move_name(&after, *defence, language);
            ("right", format!("{} {reply}", language.pick("right; the answer is", "正确；对方应")))
        }
        Judgement::Wrong(refutation) => {
            let why = text::refutation(&after, &puzzle, refutation, language);
            ("wrong", format!("{}{why}", language.pick("wrong: ", "不对：")))
        }
    };
    if arguments.json {
        let texts =
            |moves: &[GameMove]| -> Vec<String> { moves.iter().map(ToString::to_string).collect() };
        let mut told = json!({
            "id": puzzle.id().0, "result": result, "played": texts(&played),
            "move": last.to_string(),
        });
        match &judgement {
            Judgement::Right { defence } => told["defence"] = defence.to_string().into(),
            Judgement::Wrong(refutation) => {
                told["refutation"] = texts(&refutation.line).into();
                told["reason"] = refutation.reason(puzzle.theme).pick(language).into();
            }
            Judgement::Solved | Judgement::AlsoGood => {}
        }
        writeln!(context.out, "{told}")?;
    } else {
        writeln!(context.out, "{name}{}{words}", language.pick(": ", "："))?;
    }
    Ok(if done == Some(false) { Exit::CheckFailed } else { Exit::Answered })
}
