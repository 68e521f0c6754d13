//! The body of the fuzz target for files of self-play games. Panics are the findings.

use xun_gomoku::rules::{Colour, Rule, Size};
use xun_selfplay::gomoku::{self, Game, GomokuResult};
use xun_selfplay::xiangqi::{GameRecord, Games};

/// Reads files of games of both kinds. What was read is written and read again; a changed byte is
/// never taken for a sound game.
pub(crate) fn games(data: &[u8]) {
    if let Ok(games) = Games::of(data) {
        for game in games.map_while(Result::ok) {
            let mut written = Vec::new();
            game.write(&mut written);
            let again =
                GameRecord::read(&written).expect("whole").expect("what is written is read");
            assert_eq!(again.1, written.len());
            let _ = game.replay(|_, _| {});
        }
    }
    match gomoku::read_games(data) {
        Ok((games, whole)) => {
            assert!(whole <= data.len());
            let mut written = Vec::new();
            for game in &games {
                game.write(&mut written);
            }
            assert_eq!(gomoku::read_games(&written).expect("our own"), (games, written.len()));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    changed_game(data);
}

/// Writes three games made of the input, changes one byte, and reads: the games before it are
/// there, none is altered, and none is left out silently but the last.
fn changed_game(data: &[u8]) {
    let [rule, outcome, at, at_high, change, points @ ..] = data else { return };
    let moves = points.chunks_exact(2).take(40).map(|pair| {
        let point = Size::STANDARD.point((pair[0] % 15).into(), (pair[0] / 18).into());
        (point.expect("on the board"), i16::from(pair[1]))
    });
    let outcome =
        [GomokuResult::Won(Colour::Black), GomokuResult::Won(Colour::White), GomokuResult::Draw]
            [usize::from(outcome % 3)];
    let mut game = Game {
        number: 0,
        rule: Rule::ALL[usize::from(*rule) % Rule::ALL.len()],
        size: Size::STANDARD,
        opening: 0,
        moves: moves.collect(),
        outcome,
    };
    let mut file = Vec::new();
    let mut games = Vec::new();
    for number in 0..3 {
        game.number = number;
        game.write(&mut file);
        games.push(game.clone());
    }
    let length = file.len() / 3;
    let at = usize::from(u16::from_le_bytes([*at, *at_high])) % file.len();
    file[at] ^= change.max(&1);
    match gomoku::read_games(&file) {
        Ok((read, whole)) => {
            assert_eq!(read, games[..read.len()], "an altered game was read");
            // The length of the last game may say that it was cut short; of others it may not.
            assert!(read.len() >= 2 && whole == 2 * length, "byte {at}: {} games", read.len());
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
