//! `xun puzzles train`: one puzzle after another.

use super::show::{next, nothing_left};
use super::stats::summary;
use super::{Filter, FolderOption, find, now, text};
use crate::context::Context;
use crate::exit::Exit;
use std::io::{self, BufRead, Write};
use xun_arena::GameMove;
use xun_puzzles::{Analyst, Judgement, Puzzle, PuzzleFolder};

/// Arguments of `xun puzzles train`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the first puzzle (default: the next one)
    #[arg(value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    folder: FolderOption,
}

/// Longest line that is read.
const MOST_LINE: u64 = 4096;

/// Trains until `quit` or the end of the input.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let folder = arguments.folder.open(language)?;
    let mut analyst = Analyst::with_stop(context.stop.clone());
    let mut wanted = arguments.id.as_deref();
    loop {
        let puzzle = match wanted.take() {
            Some(id) => Some(find(id, &folder, language)?),
            None => next(&arguments.filter, &folder)?,
        };
        let Some(puzzle) = puzzle else {
            writeln!(context.out, "{}", nothing_left(language))?;
            return Ok(Exit::Answered);
        };
        let mut lesson = Lesson::new(&puzzle, &folder);
        if !lesson.run(&mut analyst, context)? {
            return Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered });
        }
    }
}

/// One puzzle in front of the player.
struct Lesson<'a> {
    puzzle: &'a Puzzle,
    folder: &'a PuzzleFolder,
    /// Moves of both sides so far.
    played: Vec<GameMove>,
    /// Whether the result is noted; what follows is practice.
    noted: bool,
    hinted: bool,
}

impl<'a> Lesson<'a> {
    fn new(puzzle: &'a Puzzle, folder: &'a PuzzleFolder) -> Self {
        Self { puzzle, folder, played: Vec::new(), noted: false, hinted: false }
    }

    /// Runs until the puzzle is done; `false` if the player leaves.
    fn run(&mut self, analyst: &mut Analyst, context: &mut Context) -> anyhow::Result<bool> {
        let language = context.language;
        writeln!(context.out, "\n{}", text::heading(self.puzzle, language))?;
        self.draw(context)?;
        loop {
            write!(context.out, "> ")?;
            context.out.flush()?;
            let Some(line) = read_line()? else { return Ok(false) };
            if context.stopped() {
                return Ok(false);
            }
            let (place, rest) = self.puzzle.follow(&self.played)?;
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(false),
                "skip" | "next" => {
                    // Skipped: it comes back like a missed one.
                    self.note(false, context)?;
                    return Ok(true);
                }
                "hint" => {
                    self.hinted = true;
                    writeln!(context.out, "{}", text::hint(&place, rest.best, language))?;
                }
                "solution" => {
                    let line = text::line(&place, &rest.main_line(), language);
                    writeln!(context.out, "{line}")?;
                    self.note(false, context)?;
                    return Ok(true);
                }
                "board" => self.draw(context)?,
                "stats" => {
                    writeln!(context.out, "{}", summary(&self.folder.progress()?, language))?;
                }
                tried => match place.parse_move(tried) {
                    Ok(tried) => {
                        if self.try_move(tried, analyst, context)? {
                            return Ok(true);
                        }
                    }
                    Err(fault) => {
                        let help = language.pick(
                            "type a move, hint, solution, skip, board, stats or quit",
                            "请输入着法，或 hint 提示、solution 答案、skip 跳过、board 棋盘、\
                             stats 统计、quit 离开",
                        );
                        writeln!(context.out, "{fault}\n{help}")?;
                    }
                },
            }
        }
    }

    /// Judges a move; `true` if the puzzle is done.
    fn try_move(
        &mut self,
        tried: GameMove,
        analyst: &mut Analyst,
        context: &mut Context,
    ) -> anyhow::Result<bool> {
        let language = context.language;
        let (place, _) = self.puzzle.follow(&self.played)?;
        let after = place.after(tried).unwrap_or_else(|| place.clone());
        match self.puzzle.judge(&self.played, tried, analyst)? {
            Judgement::Right { defence } => {
                let reply = text::move_name(&after, defence, language);
                let right = language.pick("right; the answer is", "正确；对方应");
                writeln!(context.out, "{right} {reply}")?;
                self.played.extend([tried, defence]);
                self.draw(context)?;
                Ok(false)
            }
            Judgement::Solved => {
                writeln!(context.out, "{}", language.pick("right: solved", "正确，解题成功"))?;
                self.note(!self.hinted, context)?;
                Ok(true)
            }
            Judgement::AlsoGood => {
                let words = language.pick(
                    "not the solution's move, but as good: solved",
                    "与答案不同，但同样成立，解题成功",
                );
                writeln!(context.out, "{words}")?;
                self.note(!self.hinted, context)?;
                Ok(true)
            }
            Judgement::Wrong(refutation) => {
                if context.stopped() {
                    return Ok(false);
                }
                let why = text::refutation(&after, self.puzzle, &refutation, language);
                let again = language.pick("Try again.", "请再试。");
                writeln!(context.out, "{}{why}\n{again}", language.pick("wrong: ", "不对："))?;
                self.note(false, context)?;
                Ok(false)
            }
        }
    }

    fn draw(&self, context: &mut Context) -> anyhow::Result<()> {
        let (place, _) = self.puzzle.follow(&self.played)?;
        writeln!(context.out, "{}", text::board(&place, context.language, context.colour))?;
        Ok(())
    }

    /// Notes the first result of the puzzle and shows the progress.
    fn note(&mut self, solved: bool, context: &mut Context) -> anyhow::Result<()> {
        if !self.noted {
            self.noted = true;
            let progress = self.folder.change(|one| one.note(self.puzzle, solved, now()))?;
            writeln!(context.out, "{}", summary(&progress, context.language))?;
        }
        Ok(())
    }
}

/// A line of standard input; `None` at its end.
fn read_line() -> io::Result<Option<String>> {
    let (mut line, _waiting) = (Vec::new(), xun_game::files::wait_for_input());
    let mut input = io::Read::take(io::stdin().lock(), MOST_LINE);
    let read = input.read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
