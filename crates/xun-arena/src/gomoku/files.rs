//! A played Gomoku game as SGF and `.psq`.

use crate::record::{GameRecord, Seat};
use crate::write::{DamagedGame, name, reading, texts};
use xun_gomoku::notation::{Record, parse_point, write_psq, write_sgf};
use xun_gomoku::rules::{Rule, Size};

/// A Gomoku game as a record with its players, rule and times. `names` are the players' names by
/// number.
fn record(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<Record, DamagedGame> {
    reading(game, || {
        let mut written = Record::new(size);
        written.rule = Some(rule);
        for seat in Seat::ALL {
            name(game, seat, names)?.clone_into(&mut written.players[seat as usize]);
        }
        written.moves =
            texts(game).map(|text| parse_point(text, size)).collect::<Result<_, _>>()?;
        written.times = vec![0; game.opening.moves.len()];
        written.times.extend(game.moves.iter().map(|made| made.milliseconds));
        Ok(written)
    })
}

/// A Gomoku game as SGF.
pub(crate) fn sgf(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<String, DamagedGame> {
    Ok(write_sgf(&record(game, names, size, rule)?))
}

/// A Gomoku game as `.psq`.
pub(crate) fn psq(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<String, DamagedGame> {
    Ok(write_psq(&record(game, names, size, rule)?))
}
