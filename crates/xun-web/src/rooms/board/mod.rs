//! The board room: Xiangqi and Gomoku alike. Every question loads the game from the store, does one
//! thing, and answers the whole game, so that nothing lives only in memory.

mod engine_search;
mod exercises;
mod explorer;
mod export;
mod external;
mod follow;
mod game_board;
mod gomoku;
mod line_sender;
mod menu;
mod pgn;
mod puzzles;
mod remarks;
mod review;
mod saved;
mod sgf;
mod solve;
mod state;
mod swap2;
mod think;
mod winning_line;
mod xiangqi;

use crate::message::board::{BoardQuestion, Checked, Ending, GameKind, Over, Setup};
use crate::message::undo::UndoKind;
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use crate::rooms::undo;
use crate::shared::Shared;
use crate::store::StoreError;
use saved::Saved;
use xun_arena::{Game, Setting};
use xun_game::Level;
use xun_gomoku::rules::Size;

pub(crate) use explorer::CollectionFile;
pub(crate) use export::export_all;
pub(crate) use follow::Changes;
pub(crate) use game_board::GameBoard;
pub(crate) use puzzles::{PuzzleKeeper, answer as answer_puzzle};

/// Answers a question about boards.
pub(crate) async fn answer(question: BoardQuestion, responder: Responder) {
    match question {
        BoardQuestion::Think { id, node, play } => think::play(id, node, play, responder).await,
        BoardQuestion::Analyse { id, node, lines, threat } => {
            think::analyse(id, node, lines, threat, responder).await;
        }
        BoardQuestion::Review { id, milliseconds } => {
            review::review(id, milliseconds, responder).await;
        }
        BoardQuestion::Try { id, node, text } => {
            review::try_instead(id, node, text, responder).await;
        }
        BoardQuestion::Solve { id, node } => solve::answer(id, node, responder).await,
        BoardQuestion::Follow { id } => follow::follow(id, responder).await,
        BoardQuestion::AnswerExercise { exercise, text } => {
            exercises::answer(exercise, text, responder).await;
        }
        quick => {
            let changed = changed_by(&quick);
            responder.answer_with(move |shared| at_once(quick, shared)).await;
            if let Some(game) = changed {
                responder.changed(game);
            }
        }
    }
}

/// The game whose record a question changes.
fn changed_by(question: &BoardQuestion) -> Option<i64> {
    match question {
        BoardQuestion::Play { id, .. }
        | BoardQuestion::Prune { id, .. }
        | BoardQuestion::Remark { id, .. }
        | BoardQuestion::End { id, .. }
        | BoardQuestion::Choose { id, .. } => Some(*id),
        _ => None,
    }
}

/// Answers the questions that need no search.
fn at_once(question: BoardQuestion, shared: &Shared) -> Result<Answer, Refusal> {
    match question {
        BoardQuestion::Menu { game } => Ok(Answer::BoardMenu(menu::menu(game.into(), shared))),
        BoardQuestion::New { setup } => begin(&setup, shared),
        BoardQuestion::Open { id, game } => {
            let saved = Saved::load(id, shared)?;
            match game {
                Some(game) if game != saved.setup.game => Err(other_game(&saved)),
                _ => show(&saved, shared),
            }
        }
        BoardQuestion::Remark { id, node, remarks } => {
            let mut saved = Saved::load(id, shared)?;
            remarks::set(&mut saved, node, remarks, shared)?;
            show(&saved, shared)
        }
        BoardQuestion::Turn { id, flipped } => {
            shared.store.turn(id, flipped).map_err(|error| broken(&error))?;
            show(&Saved::load(id, shared)?, shared)
        }
        BoardQuestion::Explore { id, node } => explorer::answer(id, node, shared),
        BoardQuestion::Exercise { game } => exercises::next(game, shared),
        BoardQuestion::ForgetExercise { exercise } => exercises::forget(exercise, shared),
        BoardQuestion::Play { id, at, text, spent } => {
            let mut saved = Saved::load(id, shared)?;
            saved.play(at, &text, spent, shared)?;
            show(&saved, shared)
        }
        BoardQuestion::Go { id, node } => {
            let mut saved = Saved::load(id, shared)?;
            if saved.line_to(node).is_none() {
                return Err(saved::no_node(node));
            }
            saved.go_to(node, shared)?;
            show(&saved, shared)
        }
        BoardQuestion::Prune { id, node, take_back } => {
            let words = |removed| removed_words(removed, take_back);
            shared.store.prune(id, node, words).map_err(|error| broken(&error))?;
            show(&Saved::load(id, shared)?, shared)
        }
        BoardQuestion::End { id, winner, code } => end(id, winner, code, shared),
        BoardQuestion::Choose { id, choice } => {
            let mut saved = Saved::load(id, shared)?;
            let current = saved.record.current;
            swap2::choose(&mut saved, current, choice, shared)?;
            show(&saved, shared)
        }
        BoardQuestion::List { game, words } => {
            let game = game.map(|game| Game::from(game).name());
            let found =
                shared.store.list(game, words.trim(), 200).map_err(|error| broken(&error))?;
            Ok(Answer::BoardList { games: found.iter().filter_map(state::listed).collect() })
        }
        BoardQuestion::Delete { id } => {
            let words = deleted_words(&Saved::load(id, shared)?);
            let removed = shared.store.delete(id, words).map_err(|error| broken(&error))?;
            Ok(Answer::Removed { undo: removed.and_then(undo::entry) })
        }
        BoardQuestion::Export { id, format } => export::export(&Saved::load(id, shared)?, &format),
        BoardQuestion::Import { setup, text, partial } => {
            export::import(&setup, &text, partial, shared)
        }
        BoardQuestion::Check { setup } => Ok(Answer::BoardChecked(check(&setup))),
        BoardQuestion::Peek { id, node, moves } => {
            let mut board = Saved::load(id, shared)?.board_at(node)?;
            for text in moves.iter().take(64) {
                if !board.play(text) {
                    break;
                }
            }
            Ok(Answer::BoardView(board.view()))
        }
        // Answered over time, not at once.
        BoardQuestion::Think { .. }
        | BoardQuestion::Analyse { .. }
        | BoardQuestion::Review { .. }
        | BoardQuestion::Try { .. }
        | BoardQuestion::Solve { .. }
        | BoardQuestion::Follow { .. }
        | BoardQuestion::AnswerExercise { .. } => Ok(Answer::Done),
    }
}

fn begin(setup: &Setup, shared: &Shared) -> Result<Answer, Refusal> {
    game_board::open(setup)?;
    let text = saved::text_of(setup)?;
    let id = shared
        .store
        .create(Game::from(setup.game).name(), &text, &[], 0)
        .map_err(|error| broken(&error))?;
    show(&Saved::load(id, shared)?, shared)
}

fn show(saved: &Saved, shared: &Shared) -> Result<Answer, Refusal> {
    let object = saved.record.id.to_string();
    let offers = shared.store.offers(UndoKind::Game.name(), Some(&object));
    let offers = offers.map_err(|error| broken(&error))?;
    let mut state = state::state_of(saved)?;
    state.undo = offers.undo.and_then(undo::entry);
    state.redo = offers.redo.and_then(undo::entry);
    Ok(Answer::BoardState(Box::new(state)))
}

/// The refusal of a game in the room of another one.
fn other_game(saved: &Saved) -> Refusal {
    let id = saved.record.id;
    let name = match saved.setup.game {
        GameKind::Xiangqi => Text::fixed("Xiangqi", "象棋"),
        GameKind::Gomoku => Text::fixed("Gomoku", "五子棋"),
    };
    Refusal::missing(Text::new(
        format!("Game {id} is a game of {}", name.en),
        format!("第 {id} 局是{}对局", name.zh),
    ))
}

/// "Removed 28 moves".
fn removed_words(removed: usize, take_back: bool) -> Text {
    let moves = if removed == 1 { "move" } else { "moves" };
    if take_back {
        return Text::new(format!("Took back {removed} {moves}"), format!("已悔 {removed} 步"));
    }
    Text::new(format!("Removed {removed} {moves}"), format!("已删除 {removed} 步"))
}

/// "Deleted game 12, Autumn".
fn deleted_words(saved: &Saved) -> Text {
    let (id, name) = (saved.record.id, saved.setup.name.trim());
    if name.is_empty() {
        return Text::new(format!("Deleted game {id}"), format!("已删除第 {id} 局"));
    }
    Text::new(format!("Deleted “{name}”"), format!("已删除“{name}”"))
}

/// The first position of a set-up, for rooms that search it by themselves.
pub(crate) enum FirstPosition {
    /// Of Xiangqi.
    Xiangqi(Box<xun_xiangqi::rules::Position>),
    /// Of Gomoku.
    Gomoku(Box<xun_gomoku::rules::Board>),
}

/// The first position of a set-up.
pub(crate) fn first_position(setup: &Setup) -> Result<FirstPosition, Refusal> {
    Ok(match game_board::setting(setup)? {
        Setting::Xiangqi { .. } => FirstPosition::Xiangqi(Box::new(xiangqi::position_of(setup)?)),
        Setting::Gomoku { size, rule } => {
            FirstPosition::Gomoku(Box::new(gomoku::board(setup, size, rule)?))
        }
    })
}

/// The first position of a set-up, for rooms that show boards but save no games.
pub(crate) fn board_of(setup: &Setup) -> Result<Box<dyn GameBoard>, Refusal> {
    game_board::open(setup)
}

/// The setting of a game: its rules by name (the usual ones for an empty name) and, for Gomoku, the
/// side of its board.
pub(crate) fn setting_of(game: GameKind, rules: &str, side: u32) -> Result<Setting, Text> {
    let game = Game::from(game);
    let size = Size::new(side, side);
    let name = Some(rules).filter(|name| !name.is_empty());
    let setting = Setting::new(game, name, size.unwrap_or(Size::STANDARD)).map_err(|error| {
        let names = game.rule_names().join("、");
        Text::new(error.to_string(), format!("未知规则 {rules:?}；应为 {names} 之一"))
    })?;
    match (setting, size) {
        (Setting::Gomoku { .. }, Err(error)) => {
            Err(Text::new(error.to_string(), "棋盘大小应在 5 到 22 之间"))
        }
        _ => Ok(setting),
    }
}

/// The level of this name; none if there is no such level.
fn level(game: Game, name: &str) -> Option<&'static Level> {
    match game {
        Game::Xiangqi => Level::named(&xun_xiangqi::search::LEVELS, name),
        Game::Gomoku => Level::named(&xun_gomoku::search::LEVELS, name),
    }
}

/// The title of a level; none if there is no such level.
pub(crate) fn level_title(game: Game, name: &str) -> Option<Text> {
    let mut levels = menu::levels(game).into_iter();
    levels.find(|level| level.name == name).map(|level| level.title)
}

fn end(id: i64, winner: Option<u8>, code: Ending, shared: &Shared) -> Result<Answer, Refusal> {
    let ends = matches!(code, Ending::Resign | Ending::Draw | Ending::Time);
    if !ends || winner.is_some_and(|side| side > 1) {
        return Err(Refusal::input(Text::new(
            "A game ends by resign, draw or time",
            "对局只能以认输、和棋或超时结束",
        )));
    }
    let mut saved = Saved::load(id, shared)?;
    if saved.ended().is_some() {
        // The clock runs in every window that shows the game.
        if code == Ending::Time {
            return show(&saved, shared);
        }
        return Err(Refusal::input(Text::new("This game is over", "这局棋已经结束")));
    }
    let (node, over) = (saved.record.current, Over { winner, code });
    match code {
        Ending::Time => saved.finish(node, over, shared)?,
        _ => saved.end(node, over, shared)?,
    }
    show(&saved, shared)
}

fn check(setup: &Setup) -> Checked {
    match game_board::open(setup) {
        Ok(board) => {
            let view = board.view();
            Checked { text: view.text.clone(), view: Some(view), faults: Vec::new() }
        }
        Err(refusal) => Checked {
            text: setup.position.clone().unwrap_or_default(),
            view: None,
            faults: refusal.faults,
        },
    }
}

/// The refusal when the store fails.
fn broken(error: &StoreError) -> Refusal {
    Refusal::store(Text::new(error.to_string(), format!("无法读写保存的棋局：{error}")))
}
