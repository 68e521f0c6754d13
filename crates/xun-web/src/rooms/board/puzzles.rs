//! The puzzle trainer: shipped and imported puzzles, and the reader's own mistakes, in one queue.

use super::game_board::{self, GameBoard};
use super::{broken, exercises};
use crate::message::board::{GameKind, OpeningState, Player, Setup};
use crate::message::puzzles::{
    NextPuzzle, PuzzleQuestion, PuzzleResult, PuzzleStats, PuzzleStep, PuzzleTheme, ShownPuzzle,
    TriedPuzzle,
};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use crate::shared::Shared;
use parking_lot::Mutex;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use xun_arena::{Game, GameMove};
use xun_game::Stop;
use xun_puzzles::{
    Analyst, Judgement, Place, Progress, Puzzle, PuzzleFolder, Refutation, Theme, TryFault, shipped,
};

/// Most moves that a question may name.
const MOST_MOVES: usize = 120;

/// The progress of the player: in a folder that the terminal shares, or in memory.
pub(crate) enum PuzzleKeeper {
    Folder(PuzzleFolder),
    Memory(Mutex<Progress>),
}

impl PuzzleKeeper {
    pub(crate) fn open(data: Option<&Path>) -> Self {
        match data {
            Some(folder) => Self::Folder(PuzzleFolder::new(folder)),
            None => Self::Memory(Mutex::default()),
        }
    }

    fn progress(&self) -> io::Result<Progress> {
        match self {
            Self::Folder(folder) => folder.progress(),
            Self::Memory(progress) => Ok(progress.lock().clone()),
        }
    }

    fn note(&self, puzzle: &Puzzle, solved: bool) -> io::Result<Progress> {
        match self {
            Self::Folder(folder) => folder.change(|one| one.note(puzzle, solved, now())),
            Self::Memory(progress) => {
                let mut progress = progress.lock();
                progress.note(puzzle, solved, now());
                Ok(progress.clone())
            }
        }
    }

    /// Every puzzle of a game, shipped and imported, that this page can show.
    fn puzzles(&self, game: Game) -> io::Result<Vec<Puzzle>> {
        let mut puzzles = shipped(game).to_vec();
        if let Self::Folder(folder) = self {
            puzzles.extend(folder.own()?.into_iter().filter(|one| one.game() == game));
        }
        puzzles.retain(|puzzle| match &puzzle.place {
            Place::Xiangqi(_) => true,
            Place::Gomoku(board) => board.size().width() == board.size().height(),
        });
        Ok(puzzles)
    }
}

/// Answers a question about puzzles.
pub(crate) async fn answer(question: PuzzleQuestion, responder: Responder) {
    match question {
        PuzzleQuestion::Try { puzzle, moves, text, counts } => {
            let tried = try_move(&puzzle, &moves, &text, counts, &responder).await;
            match tried {
                Ok(tried) => responder.last(Answer::PuzzleTried(Box::new(tried))).await,
                Err(refusal) => responder.refuse(refusal).await,
            }
        }
        quick => responder.answer_with(move |shared| at_once(quick, shared)).await,
    }
}

fn at_once(question: PuzzleQuestion, shared: &Shared) -> Result<Answer, Refusal> {
    match question {
        PuzzleQuestion::Next { game, theme, after } => {
            next(game, theme.as_deref(), after.as_deref(), shared)
        }
        PuzzleQuestion::Hint { puzzle, moves } => {
            let (puzzle, moves) = find(&puzzle, &moves, shared)?;
            let (_, rest) = puzzle.follow(&moves).map_err(|fault| off(&fault))?;
            Ok(Answer::PuzzleHint { text: rest.best.to_string() })
        }
        PuzzleQuestion::Solution { puzzle, moves, counts } => {
            let (puzzle, moves) = find(&puzzle, &moves, shared)?;
            let (_, rest) = puzzle.follow(&moves).map_err(|fault| off(&fault))?;
            let steps = steps(board_after(&puzzle, &moves)?, &rest.main_line());
            let stats = noted(&puzzle, counts.then_some(false), shared)?;
            let result = PuzzleResult::Shown;
            Ok(Answer::PuzzleTried(Box::new(TriedPuzzle { result, steps, reason: None, stats })))
        }
        // Answered over time, not at once.
        PuzzleQuestion::Try { .. } => Ok(Answer::Done),
    }
}

/// Due puzzles first, then due mistakes of one's own, then a new puzzle near the rating. The puzzle
/// of before comes again only where there is no other.
fn next(
    kind: GameKind,
    theme: Option<&str>,
    after: Option<&str>,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let game = Game::from(kind);
    let all = shared.puzzles.puzzles(game).map_err(|error| unkept(&error))?;
    let progress = shared.puzzles.progress().map_err(|error| unkept(&error))?;
    let wanted = all.iter().filter(|one| theme.is_none_or(|theme| one.theme.name() == theme));
    let others = wanted.clone().filter(|one| after != Some(one.id().0.as_str()));
    let found = progress.next(others, now()).or_else(|| progress.next(wanted, now()));
    let is_due =
        |puzzle: &Puzzle| progress.cards.get(&puzzle.id()).is_some_and(|card| card.is_due(now()));
    let repeated = found.is_some_and(is_due);
    let exercise = if repeated || theme.is_some() { None } else { exercises::due(kind, shared)? };
    let puzzle = match found.filter(|_| exercise.is_none()) {
        Some(puzzle) => Some(ShownPuzzle {
            id: puzzle.id().0,
            task: puzzle.task(),
            difficulty: puzzle.difficulty,
            view: board_after(puzzle, &[])?.view(),
            repeated,
        }),
        None => None,
    };
    let mut stats = stats(&progress);
    let name = game.name();
    stats.due += shared.store.count_exercises(name).map_err(|error| broken(&error))?.0;
    Ok(Answer::PuzzleNext(Box::new(NextPuzzle { puzzle, exercise, stats, themes: themes(&all) })))
}

/// The themes of these puzzles, most puzzles first.
fn themes(all: &[Puzzle]) -> Vec<PuzzleTheme> {
    let mut themes: Vec<PuzzleTheme> = Vec::new();
    for puzzle in all {
        let name = puzzle.theme.name();
        if let Some(theme) = themes.iter_mut().find(|theme| theme.name == name) {
            theme.count += 1;
        } else {
            let title = match puzzle.theme {
                Theme::Mate(_) => Text::fixed("Mate", "杀法"),
                theme => theme.title(),
            };
            themes.push(PuzzleTheme { name: name.to_owned(), title, count: 1 });
        }
    }
    themes.sort_by_key(|theme| std::cmp::Reverse(theme.count));
    themes
}

async fn try_move(
    id: &str,
    moves: &[String],
    text: &str,
    counts: bool,
    responder: &Responder,
) -> Result<TriedPuzzle, Refusal> {
    let shared = Arc::clone(&responder.shared);
    let (puzzle, moves) = find(id, moves, &shared)?;
    let (place, _) = puzzle.follow(&moves).map_err(|fault| off(&fault))?;
    let board = board_after(&puzzle, &moves)?;
    let tried = place.parse_move(text).map_err(|_| Refusal::input(board.why_not(text)))?;
    let turn = shared.budget.turn(responder.session).await;
    let stop = Stop::from(Arc::clone(&responder.stop));
    let judging = (puzzle.clone(), moves);
    let judged = turn.work(move |_| {
        let (puzzle, moves) = judging;
        puzzle.judge(&moves, tried, &mut Analyst::with_stop(stop))
    });
    let failed = || crate::responder::missing("The engine failed", "引擎出错");
    let judgement = judged.await.ok_or_else(failed)?.map_err(|fault| off(&fault))?;
    if responder.stopped() {
        return Err(failed());
    }
    let mut line = vec![tried];
    let (result, done, reason) = match judgement {
        Judgement::Solved => (PuzzleResult::Solved, Some(true), None),
        Judgement::AlsoGood => (PuzzleResult::AlsoGood, Some(true), None),
        Judgement::Right { defence } => {
            line.push(defence);
            (PuzzleResult::Right, None, None)
        }
        Judgement::Wrong(refutation) => {
            let reason = refutation.reason(puzzle.theme);
            let Refutation { line: refutation, .. } = refutation;
            line.extend(refutation);
            (PuzzleResult::Wrong, Some(false), Some(reason))
        }
    };
    let steps = steps(board, &line);
    let noting =
        tokio::task::spawn_blocking(move || noted(&puzzle, done.filter(|_| counts), &shared));
    let stats = noting.await.map_err(|_| failed())??;
    Ok(TriedPuzzle { result, steps, reason, stats })
}

/// Notes a result, if there is one that counts; answers the progress.
fn noted(puzzle: &Puzzle, done: Option<bool>, shared: &Shared) -> Result<PuzzleStats, Refusal> {
    let progress = match done {
        Some(solved) => shared.puzzles.note(puzzle, solved),
        None => shared.puzzles.progress(),
    };
    Ok(stats(&progress.map_err(|error| unkept(&error))?))
}

fn stats(progress: &Progress) -> PuzzleStats {
    PuzzleStats {
        rating: progress.rating,
        deviation: progress.deviation,
        streak: progress.streak,
        best_streak: progress.best_streak,
        solved: progress.solved,
        missed: progress.missed,
        due: progress.due(now()) as u32,
    }
}

/// The puzzle of a name, and the moves so far as moves.
fn find(id: &str, moves: &[String], shared: &Shared) -> Result<(Puzzle, Vec<GameMove>), Refusal> {
    let missing = || {
        let id: String = id.chars().take(40).collect();
        Refusal::missing(Text::new(format!("There is no puzzle {id}"), format!("没有习题 {id}")))
    };
    let game = if id.starts_with('x') { Game::Xiangqi } else { Game::Gomoku };
    let all = shared.puzzles.puzzles(game).map_err(|error| unkept(&error))?;
    let puzzle = all.into_iter().find(|one| one.id().0 == id).ok_or_else(missing)?;
    let mut place = puzzle.place.clone();
    let mut played = Vec::new();
    for text in moves.iter().take(MOST_MOVES) {
        let chosen = place.parse_move(text).map_err(|_| off(&TryFault::OffTheSolution))?;
        place.play(chosen);
        played.push(chosen);
    }
    Ok((puzzle, played))
}

/// The board of a puzzle after these moves.
fn board_after(puzzle: &Puzzle, moves: &[GameMove]) -> Result<Box<dyn GameBoard>, Refusal> {
    let (game, rules, size, position) = match &puzzle.place {
        Place::Xiangqi(position) => {
            (GameKind::Xiangqi, Game::Xiangqi.rule_names()[0], 0, position.to_fen())
        }
        Place::Gomoku(board) => {
            let moves: String = board.history().map(|(point, _)| point.to_string()).collect();
            (GameKind::Gomoku, board.rule().name(), u32::from(board.size().width()), moves)
        }
    };
    let setup = Setup {
        game,
        name: String::new(),
        rules: rules.to_owned(),
        size,
        opening: OpeningState::Free,
        position: Some(position),
        players: [Player::Human, Player::Human],
        clock: None,
        think: None,
        names: Default::default(),
        tags: Vec::new(),
    };
    let mut board = game_board::open(&setup)?;
    for chosen in moves {
        board.play(&chosen.to_string());
    }
    Ok(board)
}

/// The moves of a line with the positions after them.
fn steps(mut board: Box<dyn GameBoard>, line: &[GameMove]) -> Vec<PuzzleStep> {
    let mut steps = Vec::new();
    for chosen in line {
        let text = chosen.to_string();
        let names = board.names(&text);
        if !board.play(&text) {
            break;
        }
        steps.push(PuzzleStep { text, names, view: board.view() });
    }
    steps
}

fn off(fault: &TryFault) -> Refusal {
    let chinese = match fault {
        TryFault::OffTheSolution => "之前的着法不在答案中",
        TryFault::Illegal(_) => "此处不能这样走",
        _ => "引擎出错",
    };
    Refusal::input(Text::new(fault.to_string(), chinese))
}

fn unkept(error: &io::Error) -> Refusal {
    Refusal::store(Text::new(error.to_string(), format!("无法读写习题进度：{error}")))
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
