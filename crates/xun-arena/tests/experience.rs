//! The purpose of experience: not to lose twice the same way. Our own engine, weak by few nodes,
//! plays itself with many.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use xun_arena::experience::Book;
use xun_arena::{
    Adjudication, Game, GameRecord, Opening, Player, Seat, Setting, Terms, TimeControl, play_game,
};
use xun_game::Stop;

fn engine(setting: Setting, book: Option<&Path>) -> Box<dyn Player> {
    let book = book.map(|path| format!("; experience={}", path.display())).unwrap_or_default();
    setting.player(&format!("xun; Hash=1{book}").parse().unwrap(), 1).unwrap()
}

/// The opening of the games. In Gomoku two of black's stones stand in corners, two of white's in
/// the middle: from the empty board even a few nodes make a strong black.
fn beginning(game: Game) -> Opening {
    let moves: &[&str] = match game {
        Game::Gomoku => &["a1", "h8", "o1", "i9"],
        Game::Xiangqi => &[],
    };
    Opening { moves: moves.iter().map(ToString::to_string).collect(), ..Opening::default() }
}

/// Games from one beginning, the weak player always in the first seat, learnt one after the other
/// if there is a book.
fn series(setting: Setting, games: u64, nodes: [u64; 2], book: Option<&Path>) -> Vec<GameRecord> {
    let opening = beginning(setting.game());
    let mut players = [engine(setting, book), engine(setting, None)];
    let terms = Terms {
        controls: nodes.map(|nodes| TimeControl { nodes: Some(nodes), ..TimeControl::default() }),
        grace: Duration::from_secs(60),
        adjudication: Adjudication {
            win_score: Some(1500),
            longest: 160,
            ..Adjudication::default()
        },
        stop: &Stop::new(),
    };
    (0..games)
        .map(|index| {
            let mut referee = setting.referee(&opening).unwrap();
            let played = play_game(&mut *referee, &opening, &mut players, &terms, |_| {}).unwrap();
            let record = GameRecord {
                index,
                players: [0, 1],
                opening: opening.clone(),
                moves: played.moves,
                winner: played.end.winner,
                ending: played.end.ending,
                note: played.end.note,
            };
            if let Some(path) = book {
                assert!(Book::open(path).unwrap().learn_once(setting, &record, "series").unwrap());
            }
            record
        })
        .collect()
}

fn moves(game: &GameRecord) -> Vec<&str> {
    game.moves.iter().map(|made| made.text.as_str()).collect()
}

fn lost(games: &[GameRecord]) -> Vec<Vec<&str>> {
    games.iter().filter(|game| game.winner == Some(Seat::Second)).map(moves).collect()
}

fn is_not_lost_twice(setting: Setting, games: u64, nodes: [u64; 2]) {
    let without = series(setting, 3, nodes, None);
    assert_eq!(lost(&without).len(), 3, "the weak player loses, every time");
    assert!(
        without.iter().all(|game| moves(game) == moves(&without[0])),
        "and every time the same way"
    );

    let folder = tempfile::tempdir().unwrap();
    let with = series(setting, games, nodes, Some(&folder.path().join("book.db")));
    assert_eq!(moves(&with[0]), moves(&without[0]), "an empty book changes nothing");
    assert_ne!(moves(&with[1]), moves(&with[0]), "the winning line, once played, is avoided");
    let lost = lost(&with);
    let ways: BTreeSet<_> = lost.iter().collect();
    assert_eq!(ways.len(), lost.len(), "no game is lost twice the same way");
}

#[test]
fn gomoku_is_not_lost_twice_the_same_way() {
    is_not_lost_twice("gomoku".parse().unwrap(), 12, [30, 3000]);
}

#[test]
fn xiangqi_is_not_lost_twice_the_same_way() {
    is_not_lost_twice("xiangqi".parse().unwrap(), 6, [60, 3000]);
}
