//! The opening explorer of the Xiangqi room. It reads the collection that `xun collection` writes.

use super::game_board::GameBoard;
use super::saved::Saved;
use super::xiangqi;
use crate::message::board::{ExploredMove, Explorer, GameKind};
use crate::message::{Answer, Refusal, Text};
use crate::shared::Shared;
use crate::store::OpenedFile;
use parking_lot::Mutex;
use std::path::PathBuf;
use xun_collection::{Collection, CollectionError};
use xun_xiangqi::notation::{Ranks, format_coordinates, parse_coordinates};
use xun_xiangqi::openings::opening_of;

/// The collection of a server. Its file is opened by the first question that finds it, so that an
/// import while the server runs is seen.
pub(crate) struct CollectionFile {
    path: Option<PathBuf>,
    open: Mutex<Option<(Collection, OpenedFile)>>,
}

impl CollectionFile {
    /// A collection in this file, which need not exist.
    pub(crate) fn new(path: Option<PathBuf>) -> Self {
        Self { path, open: Mutex::new(None) }
    }

    /// The answer of the collection; none where there is no file.
    fn read<T>(
        &self,
        question: impl FnOnce(&Collection) -> Result<T, CollectionError>,
    ) -> Result<Option<T>, CollectionError> {
        let mut open = self.open.lock();
        if open.as_ref().is_some_and(|(_, file)| !file.is_there()) {
            *open = None;
        }
        if open.is_none() {
            let Some(path) = self.path.as_ref().filter(|path| path.is_file()) else {
                return Ok(None);
            };
            let collection = Collection::open(path)?;
            *open = OpenedFile::of(path.clone()).ok().map(|file| (collection, file));
        }
        open.as_ref().map(|(collection, _)| question(collection)).transpose()
    }
}

/// The moves played from the position at a node of a Xiangqi game.
pub(super) fn answer(id: i64, node: u32, shared: &Shared) -> Result<Answer, Refusal> {
    let saved = Saved::load(id, shared)?;
    if saved.setup.game != GameKind::Xiangqi {
        let words = Text::fixed("The collection has Xiangqi games only", "棋谱库只有象棋对局");
        return Err(Refusal::input(words));
    }
    let board = saved.board_at(node)?;
    let position = xiangqi::position(&board.view().text)?;
    let found = shared
        .collection
        .read(|collection| Ok((collection.len()?, collection.explore(&position)?.moves)));
    let found = found.map_err(|error| {
        let zh = match &error {
            CollectionError::Newer(_) => "棋谱库由更新版本的寻写成".to_owned(),
            other => format!("无法读取棋谱库：{other}"),
        };
        Refusal::store(Text::new(error.to_string(), zh))
    })?;
    let explorer = found.map_or_else(Explorer::default, |(collected, moves)| Explorer {
        collected: collected as u32,
        games: moves.iter().map(|one| one.games as u32).sum(),
        moves: moves.iter().map(|one| explored(board.as_ref(), one)).collect(),
    });
    Ok(Answer::BoardExplorer(explorer))
}

fn explored(board: &dyn GameBoard, one: &xun_collection::ExploredMove) -> ExploredMove {
    let text = format_coordinates(one.chosen, Ranks::FromZero);
    ExploredMove {
        names: board.names(&text),
        text,
        games: one.games as u32,
        red: one.red as u32,
        draws: one.draws as u32,
        black: one.black as u32,
        average_year: one.average_year,
        latest_year: one.latest_year,
    }
}

/// The name of the opening that led to a node; none in Gomoku.
pub(super) fn opening_name(saved: &Saved, node: u32) -> Option<Text> {
    if saved.setup.game != GameKind::Xiangqi {
        return None;
    }
    let made = saved.moves_to(node)?;
    let moves = made.iter().map_while(|made| parse_coordinates(&made.text, Ranks::FromZero).ok());
    let opening = opening_of(&xiangqi::position_of(&saved.setup).ok()?, moves)?;
    Some(Text::fixed(opening.english, opening.chinese))
}
