//! Writes the games of a match: PGN for Xiangqi; for Gomoku one SGF file or a folder of `.psq` files.

use super::players::Table;
use anyhow::{Context as _, bail};
use std::fs;
use std::path::Path;
use xun_arena::{GameRecord, Seat};
use xun_gomoku::rules::text::{Record, parse_point, write_psq, write_sgf};
use xun_xiangqi::notation::{
    GameRecord as PgnGame, GameResult, Notation, Ranks, format_pgn, parse_coordinates,
};
use xun_xiangqi::rules::{Colour, Position};

/// Writes all games.
pub(super) fn save<'a>(
    path: &Path,
    table: Table,
    names: &[String],
    games: impl Iterator<Item = &'a GameRecord>,
) -> anyhow::Result<()> {
    match table {
        Table::Xiangqi(_) => {
            let mut text = String::new();
            for game in games {
                text.push_str(&pgn(game, names)?);
                text.push('\n');
            }
            fs::write(path, text)?;
        }
        Table::Gomoku(size, rule) => {
            let record = |game: &GameRecord| {
                let mut record = Record::new(size);
                record.rule = Some(rule);
                record.players = game.players.map(|number| names[number].clone());
                for text in game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text)) {
                    record.moves.push(parse_point(text, size)?);
                }
                record.times = vec![0; game.opening.moves.len()];
                record.times.extend(game.moves.iter().map(|made| made.milliseconds));
                anyhow::Ok(record)
            };
            if path.extension().is_some_and(|extension| extension == "sgf") {
                let texts =
                    games.map(|game| Ok(write_sgf(&record(game)?))).collect::<anyhow::Result<Vec<_>>>()?;
                fs::write(path, texts.join("\n"))?;
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                bail!("PGN is for Xiangqi; Gomoku games go into a .sgf file or a folder of .psq files");
            } else {
                fs::create_dir_all(path)?;
                for game in games {
                    let file = path.join(format!("game{:05}.psq", game.index));
                    fs::write(&file, write_psq(&record(game)?))
                        .with_context(|| file.display().to_string())?;
                }
            }
        }
    }
    Ok(())
}

fn pgn(game: &GameRecord, names: &[String]) -> anyhow::Result<String> {
    let start = match &game.opening.start {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen)?,
    };
    let texts = game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text));
    let moves = texts.map(|text| parse_coordinates(text, Ranks::FromZero)).collect::<Result<Vec<_>, _>>()?;
    let result = match game.winner {
        None => GameResult::Drawn,
        Some(Seat::First) => GameResult::Won(Colour::Red),
        Some(Seat::Second) => GameResult::Won(Colour::Black),
    };
    let mut record = PgnGame::new(start.to_setup(), moves, result);
    record.set_tag("Game", "Chinese Chess");
    record.set_tag("Round", &(game.index + 1).to_string());
    record.set_tag("Red", &names[game.players[0]]);
    record.set_tag("Black", &names[game.players[1]]);
    record.set_tag("Termination", &game.note);
    Ok(format_pgn(&record, Notation::Iccs))
}
