//! Grades a program that reads a board and prints a move: legal by our referee, and how much it
//! loses by our engine.

use super::{Examination, Graded, Judged, Verdict};
use std::fmt::Write;
use xun_arena::{GameMove, GomokuReferee, Opening, Referee, XiangqiReferee};
use xun_game::{Limits, SplitMix64, Stop};
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Board, Colour as Stone, Point, Rule, Size};
use xun_gomoku::search as gomoku;
use xun_xiangqi::eval::HandEvaluator;
use xun_xiangqi::notation::{MoveTextError, format_board, parse_move};
use xun_xiangqi::rules::{Colour, Move, Position, Rules, Square};
use xun_xiangqi::search::{Question, Searcher};

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

/// A position of Xiangqi, red to move.
#[derive(Clone, Debug)]
pub struct XiangqiInstance {
    /// Its name in the table.
    pub name: String,
    /// The position.
    pub position: Position,
}

/// A position of Gomoku.
#[derive(Clone)]
pub struct GomokuInstance {
    /// Its name in the table.
    pub name: String,
    /// The board.
    pub board: Board,
}

impl XiangqiInstance {
    /// Input of the program: ten lines of nine characters.
    pub fn input(&self) -> String {
        format_board(&self.position.to_setup()) + "\n"
    }
}

impl GomokuInstance {
    /// Input of the program: the side's length and whose turn it is (`X` or `O`), then the rows
    /// from the top.
    pub fn input(&self) -> String {
        let size = self.board.size();
        let turn = if self.board.to_move() == Stone::Black { 'X' } else { 'O' };
        let mut text = format!("{} {turn}\n", size.width());
        for y in (0..size.height()).rev() {
            for x in 0..size.width() {
                text.push(match self.board.stone(Point::new(x, y)) {
                    Some(Stone::Black) => 'X',
                    Some(Stone::White) => 'O',
                    None => '.',
                });
            }
            text.push('\n');
        }
        text
    }
}

/// Positions after random moves from the start, red to move and not decided.
pub fn xiangqi_instances(count: u32, seed: u64) -> Vec<XiangqiInstance> {
    let mut random = SplitMix64::new(seed);
    let mut instances = Vec::new();
    // A line that ends early is thrown away; the bound keeps this finite whatever the rules.
    for _ in 0..u64::from(count) * 20 {
        if instances.len() as u32 == count {
            break;
        }
        let Ok(mut board) = XiangqiReferee::new(Rules::default(), &Opening::default()) else {
            break;
        };
        let plies = 6 + 2 * random.below(18);
        let played = (0..plies).all(|_| step(&mut board, &mut random, |_| true));
        if played && board.end().is_none() && board.position().turn() == Colour::Red {
            let name = format!("{:03} {plies} plies", instances.len());
            instances.push(XiangqiInstance { name, position: board.position().clone() });
        }
    }
    instances
}

/// Positions after random moves near the middle, not decided.
pub fn gomoku_instances(count: u32, seed: u64) -> Vec<GomokuInstance> {
    let mut random = SplitMix64::new(seed);
    let mut instances = Vec::new();
    for _ in 0..u64::from(count) * 20 {
        if instances.len() as u32 == count {
            break;
        }
        let Ok(mut board) =
            GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &Opening::default())
        else {
            break;
        };
        let plies = 4 + random.below(14);
        let near = |played: &GameMove| {
            matches!(played, GameMove::Gomoku(point)
                if point.x().abs_diff(7) <= 3 && point.y().abs_diff(7) <= 3)
        };
        let played = (0..plies).all(|_| step(&mut board, &mut random, near));
        if played && board.end().is_none() {
            let name = format!("{:03} {plies} stones", instances.len());
            instances.push(GomokuInstance { name, board: board.board().clone() });
        }
    }
    instances
}

/// Plays a random legal move of those that fit; false if there is none.
fn step(
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
fn first_line(output: &str) -> &str {
    output.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// All whole numbers in a line.
fn numbers(line: &str) -> Vec<u8> {
    line.split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect()
}

fn unreadable(line: &str, wanted: &str) -> Judged {
    let shown: String = line.chars().take(40).collect();
    let (english, chinese) =
        (format!("expected a move like {wanted}"), format!("应为 {wanted} 这样的着法"));
    Judged::new(Verdict::Garbage, shown, english, chinese)
}

fn illegal(line: &str) -> Judged {
    let shown: String = line.chars().take(40).collect();
    Judged::new(Verdict::IllegalMove, shown, "the rules forbid it", "规则不允许")
}

/// Runs the program on every position; each result is told as it is known. Ends early when stopped.
pub fn grade_xiangqi(
    examination: &Examination<'_>,
    instances: &[XiangqiInstance],
    game: GradeGame,
    listen: &mut dyn FnMut(&Graded),
) -> Result<Vec<Graded>, String> {
    let mut engine: Searcher =
        Searcher::new(16, HandEvaluator::default()).map_err(|error| error.to_string())?;
    let mut ask = |position: &Position, only: Vec<Move>| {
        engine.new_game();
        let limits = xun_game::Limits::depth(game.depth);
        engine.search(
            position,
            &Question { only, ..Question::from(limits) },
            &xun_game::Stop::new(),
            &mut |_| {},
        )
    };
    let mut done = Vec::new();
    for instance in instances {
        let position = &instance.position;
        let mut chosen = None;
        let judged = examination.run(&instance.name, instance.input().as_bytes(), |output| {
            let line = first_line(output);
            match xiangqi_move(position, line, game.system) {
                Ok(found) => {
                    chosen = Some(found);
                    Judged::new(Verdict::Good, found.to_string(), "", "")
                }
                Err(MoveTextError::Malformed { .. }) => {
                    unreadable(line, "R (1,1) (1,4), h2e2, 炮二平五")
                }
                Err(_) => illegal(line),
            }
        });
        let Some(mut graded) = judged else { break };
        let best = ask(position, Vec::new());
        graded.expected = best.best.map(|best| best.to_string()).unwrap_or_default();
        if let Some(chosen) = chosen {
            let same = best.best == Some(chosen);
            let own = if same { best.score.get() } else { ask(position, vec![chosen]).score.get() };
            weigh(&mut graded, best.score.get() - own, game.allowed_loss);
        }
        listen(&graded);
        done.push(graded);
    }
    Ok(done)
}

/// The same for Gomoku.
pub fn grade_gomoku(
    examination: &Examination<'_>,
    instances: &[GomokuInstance],
    game: GradeGame,
    listen: &mut dyn FnMut(&Graded),
) -> Vec<Graded> {
    let mut engine = gomoku::Engine::new(gomoku::Settings { threads: 1, table_bytes: 16 << 20 });
    let mut ask = |board: &Board, only: Vec<Point>| {
        engine.clear();
        let limits = Limits::depth(game.depth);
        let question = gomoku::Question { only, ..gomoku::Question::new(limits) };
        engine.search(board, &question, &Stop::new(), &mut |_| {})
    };
    let mut done = Vec::new();
    for instance in instances {
        let board = &instance.board;
        let mut chosen = None;
        let judged = examination.run(&instance.name, instance.input().as_bytes(), |output| {
            let line = first_line(output);
            match gomoku_point(board, line, game.system) {
                None => unreadable(line, "h8, 7 7"),
                Some(point)
                    if board.size().points().any(|known| known == point)
                        && board.is_legal(point) =>
                {
                    chosen = Some(point);
                    Judged::new(Verdict::Good, point.to_string(), "", "")
                }
                Some(_) => illegal(line),
            }
        });
        let Some(mut graded) = judged else { break };
        let best = ask(board, Vec::new());
        graded.expected = best.best.map(|best| best.to_string()).unwrap_or_default();
        if let Some(chosen) = chosen {
            let same = best.best == Some(chosen);
            let own = if same { best.score.get() } else { ask(board, vec![chosen]).score.get() };
            weigh(&mut graded, best.score.get() - own, game.allowed_loss);
        }
        listen(&graded);
        done.push(graded);
    }
    done
}

fn weigh(graded: &mut Graded, loss: i32, allowed: i32) {
    let loss = loss.clamp(0, MOST_LOSS);
    graded.loss = Some(loss);
    graded.verdict = match loss {
        0 => Verdict::Correct,
        loss if loss <= allowed => Verdict::Good,
        _ => Verdict::Suboptimal,
    };
}

/// A move as `R (1,1) (1,4)` in the given system, or in any notation.
fn xiangqi_move(
    position: &Position,
    line: &str,
    system: BoardSystem,
) -> Result<Move, MoveTextError> {
    let [a, b, c, d] = numbers(line)[..] else { return parse_move(position, line) };
    if !line.contains('(') && !line.starts_with(|letter: char| letter.is_ascii_digit()) {
        return parse_move(position, line);
    }
    let square = |one: u8, other: u8| match system {
        BoardSystem::RowColumn => 9_u8.checked_sub(one).and_then(|rank| Square::new(other, rank)),
        BoardSystem::ColumnRow => Square::new(one, other),
    };
    let mut text = String::new();
    for square in [square(a, b), square(c, d)] {
        let Some(square) = square else { return Err(MoveTextError::Illegal(line.to_owned())) };
        let _ = write!(text, "{square}");
    }
    parse_move(position, &text)
}

/// A point as `h8`, or as two numbers in the given system.
fn gomoku_point(board: &Board, line: &str, system: BoardSystem) -> Option<Point> {
    let size = board.size();
    if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return parse_point(line, size).ok();
    }
    let [one, other] = numbers(line)[..] else { return None };
    let (x, y) = match system {
        BoardSystem::RowColumn => (other, size.height().checked_sub(one.checked_add(1)?)?),
        BoardSystem::ColumnRow => (one, other),
    };
    (x < size.width() && y < size.height()).then(|| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_way() {
        let start = Position::start();
        for (line, system) in [
            ("C (7,7) (7,4)", BoardSystem::RowColumn),
            ("7 7 7 4", BoardSystem::RowColumn),
            ("C (7,2) (4,2)", BoardSystem::ColumnRow),
            ("h2e2", BoardSystem::RowColumn),
            ("C2=5", BoardSystem::ColumnRow),
            ("炮二平五", BoardSystem::RowColumn),
        ] {
            assert_eq!(xiangqi_move(&start, line, system).unwrap().to_string(), "h2e2", "{line}");
        }
        for line in ["C (7,7) (6,6)", "R (99,9) (0,0)", "C (7,7) (17,4)"] {
            assert!(matches!(
                xiangqi_move(&start, line, BoardSystem::RowColumn),
                Err(MoveTextError::Illegal(_))
            ));
        }
        assert!(matches!(
            xiangqi_move(&start, "hello", BoardSystem::RowColumn),
            Err(MoveTextError::Malformed { .. })
        ));
        let empty = Board::new(Size::STANDARD, Rule::Freestyle);
        let point =
            |line, system| gomoku_point(&empty, line, system).map(|point| point.to_string());
        assert_eq!(point("h8", BoardSystem::RowColumn).as_deref(), Some("h8"));
        assert_eq!(point("0 0", BoardSystem::RowColumn).as_deref(), Some("a15"));
        assert_eq!(point("(0, 0)", BoardSystem::ColumnRow).as_deref(), Some("a1"));
        assert_eq!(point("15 0", BoardSystem::RowColumn), None);
        assert_eq!(point("", BoardSystem::RowColumn), None);
    }

    #[test]
    fn positions_are_repeatable_and_open() {
        let positions = xiangqi_instances(12, 3);
        assert_eq!(positions.len(), 12);
        assert!(
            positions
                .iter()
                .all(|one| one.input().lines().filter(|line| line.len() == 9).count() == 10)
        );
        assert_eq!(xiangqi_instances(12, 3)[11].input(), positions[11].input());
        let boards = gomoku_instances(12, 3);
        assert_eq!(boards.len(), 12);
        assert!(boards.iter().all(|one| one.input().lines().count() == 16));
    }
}
