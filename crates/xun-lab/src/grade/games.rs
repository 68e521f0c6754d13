//! Grades a program that reads a board and prints a move: legal by our rules, and how much it loses
//! by our engine. Each game says how its boards and moves are written ([`GradedBoard`]).

use super::{Examination, Grade, Graded, Judged};
use xun_arena::{GameMove, Referee};
use xun_game::{Answer, Engine, Limits, Question, SplitMix64};

/// The most that a single move can lose in the table; a mate is not a number of pawns.
const MOST_LOSS: i32 = 9999;

/// Order of the two numbers of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardSystem {
    /// Row and column, both from 0 at the top left.
    #[default]
    RowColumn,
    /// Column from the left, row from the bottom, both from 0.
    ColumnRow,
}

/// Standard by which a move is judged.
#[derive(Clone, Copy, Debug)]
pub struct GradeGame {
    /// Search depth of our engine.
    pub depth: u32,
    /// A move that loses no more than this, in hundredths, is good.
    pub allowed_loss: i32,
    /// Order of the numbers of a point.
    pub system: BoardSystem,
}

/// A position with its name in the table.
#[derive(Clone, Debug)]
pub struct BoardInstance<B> {
    /// The name.
    pub name: String,
    /// The position.
    pub board: B,
}

/// A position of a game, as students' programs read it.
pub trait GradedBoard: Sized {
    /// Our engine of the game.
    type Engine: Engine<Position = Self>;

    /// Moves as a program may write them, for the note on an unreadable one.
    const EXAMPLES: &'static str;

    /// The engine that judges moves.
    ///
    /// # Errors
    /// No memory for its table, in words.
    fn judge() -> Result<Self::Engine, String>;

    /// Input of the program.
    fn input(&self) -> String;

    /// The move that a line means.
    ///
    /// # Errors
    /// A line that is no move, or not a legal one.
    fn read_move(&self, line: &str, system: BoardSystem) -> Result<MoveOf<Self>, WrongMove>;

    /// The move as the table shows it.
    fn show_move(chosen: MoveOf<Self>) -> String;
}

/// A move of the game of a board.
pub type MoveOf<B> = <<B as GradedBoard>::Engine as Engine>::Move;

/// A line that is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongMove {
    /// It is not written as a move.
    Unreadable,
    /// The rules forbid the move.
    Illegal,
}

/// Plays a random legal move of those that fit; false if there is none.
pub(super) fn step(
    board: &mut dyn Referee,
    random: &mut SplitMix64,
    fits: impl Fn(&GameMove) -> bool,
) -> bool {
    let moves: Vec<GameMove> = board.legal_moves().into_iter().filter(fits).collect();
    !moves.is_empty()
        && board.end().is_none()
        && board.play(moves[random.below(moves.len() as u64) as usize]).is_ok()
}

/// The first line of an output that says anything.
pub(crate) fn first_line(output: &str) -> &str {
    output.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// All whole numbers in a line.
pub(super) fn numbers(line: &str) -> Vec<u8> {
    line.split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect()
}

fn unreadable(line: &str, wanted: &str) -> Judged {
    let shown: String = line.chars().take(40).collect();
    let (english, chinese) =
        (format!("expected a move like {wanted}"), format!("应为 {wanted} 这样的着法"));
    Judged::new(Grade::Garbage, shown, english, chinese)
}

fn illegal(line: &str) -> Judged {
    let shown: String = line.chars().take(40).collect();
    Judged::new(Grade::IllegalMove, shown, "the rules forbid it", "规则不允许")
}

/// Runs the program on every position; each result is told as it is known. Ends early when stopped.
///
/// # Errors
/// No memory for the engine that judges, in words.
pub fn grade_boards<B: GradedBoard>(
    examination: &Examination<'_>,
    instances: &[BoardInstance<B>],
    game: GradeGame,
    listen: &mut dyn FnMut(&Graded),
) -> Result<Vec<Graded>, String> {
    let mut engine = B::judge()?;
    let mut ask = |board: &B, only: Vec<MoveOf<B>>| -> Option<Answer<MoveOf<B>>> {
        engine.new_game();
        let question = Question { only, ..Question::new(Limits::depth(game.depth)) };
        let answer = engine.search(board, &question, examination.stop, &mut |_| {});
        // A search that was stopped judges nothing.
        (!examination.stop.is_stopped()).then_some(answer)
    };
    let mut done = Vec::new();
    for BoardInstance { name, board } in instances {
        let mut chosen = None;
        let judged = examination.run(name, board.input().as_bytes(), |output| {
            let line = first_line(output);
            match board.read_move(line, game.system) {
                Ok(found) => {
                    chosen = Some(found);
                    Judged::new(Grade::Good, B::show_move(found), "", "")
                }
                Err(WrongMove::Unreadable) => unreadable(line, B::EXAMPLES),
                Err(WrongMove::Illegal) => illegal(line),
            }
        });
        let (Some(mut graded), Some(best)) = (judged, ask(board, Vec::new())) else { break };
        graded.expected = best.best.map(B::show_move).unwrap_or_default();
        if let Some(chosen) = chosen {
            let own = if best.best == Some(chosen) {
                best.score
            } else {
                let Some(own) = ask(board, vec![chosen]) else { break };
                own.score
            };
            weigh(&mut graded, best.score.get() - own.get(), game.allowed_loss);
        }
        listen(&graded);
        done.push(graded);
    }
    Ok(done)
}

fn weigh(graded: &mut Graded, loss: i32, allowed: i32) {
    let loss = loss.clamp(0, MOST_LOSS);
    graded.loss = Some(loss);
    graded.verdict = match loss {
        0 => Grade::Correct,
        loss if loss <= allowed => Grade::Good,
        _ => Grade::Suboptimal,
    };
}
