//! Puzzles in words: boards, moves, JSON.

use crate::language::Language;
use crate::xiangqi::draw_board;
use serde_json::{Value, json};
use xun_arena::GameMove;
use xun_gomoku::notation::draw;
use xun_puzzles::{Place, Puzzle, Refutation};
use xun_xiangqi::notation::{Notation, Script};

/// The board as text.
pub(super) fn board(place: &Place, language: Language, colour: bool) -> String {
    match place {
        Place::Xiangqi(position) => draw_board(position, language, colour),
        Place::Gomoku(board) => draw(board),
    }
}

/// A move in the notation of the language: `h2e2 C2=5`, `h2e2 炮二平五`, `h8`.
pub(super) fn move_name(place: &Place, chosen: GameMove, language: Language) -> String {
    match (place, chosen) {
        (Place::Xiangqi(position), GameMove::Xiangqi(chosen)) => {
            let notation = match language {
                Language::English => Notation::Wxf,
                Language::Chinese => Notation::Chinese(Script::Simplified),
            };
            format!("{chosen} {}", notation.format(position, chosen))
        }
        _ => chosen.to_string(),
    }
}

/// A line of moves from a place.
pub(super) fn line(place: &Place, moves: &[GameMove], language: Language) -> String {
    let mut place = place.clone();
    let mut names = Vec::new();
    for &chosen in moves {
        names.push(move_name(&place, chosen, language));
        if !place.play(chosen) {
            break;
        }
    }
    names.join(language.pick(", ", "，"))
}

/// A puzzle without its solution.
pub(super) fn in_json(puzzle: &Puzzle, language: Language) -> Value {
    json!({
        "id": puzzle.id().0,
        "game": puzzle.game().name(),
        "theme": puzzle.theme.to_string(),
        "task": puzzle.task().pick(language),
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating(),
        "position": puzzle.place.text(),
        "moves": puzzle.solution.depth(),
    })
}

/// The heading of a puzzle: name, task, difficulty.
pub(super) fn heading(puzzle: &Puzzle, language: Language) -> String {
    let (id, task) = (puzzle.id(), puzzle.task());
    let task = task.pick(language);
    match language {
        Language::English => format!("{id}: {task} (difficulty {})", puzzle.difficulty),
        Language::Chinese => format!("{id}：{task}（难度 {}）", puzzle.difficulty),
    }
}

/// A hint: the piece that moves, or the column of the stone.
pub(super) fn hint(place: &Place, best: GameMove, language: Language) -> String {
    match (place, best) {
        (_, GameMove::Xiangqi(best)) => match language {
            Language::English => format!("move the piece on {}", best.from()),
            Language::Chinese => format!("走 {} 上的子", best.from()),
        },
        (_, GameMove::Gomoku(point)) => {
            let column = char::from(b'a' + point.x());
            match language {
                Language::English => format!("the stone goes to column {column}"),
                Language::Chinese => format!("落子在 {column} 列"),
            }
        }
    }
}

/// Why a move fails, with the line that refutes it.
pub(super) fn refutation(
    after: &Place,
    puzzle: &Puzzle,
    refutation: &Refutation,
    language: Language,
) -> String {
    let reason = refutation.reason(puzzle.theme);
    let reason = reason.pick(language);
    if refutation.line.is_empty() {
        return reason.to_owned();
    }
    let line = line(after, &refutation.line, language);
    match language {
        Language::English => format!("{reason}: {line}"),
        Language::Chinese => format!("{reason}：{line}"),
    }
}
