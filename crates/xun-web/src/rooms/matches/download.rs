//! The games of a match as files: PGN for Xiangqi, SGF or `.psq` for Gomoku, or the records as JSON.

use super::running::Running;
use super::terms::Rulebook;
use crate::message::{Answer, Refusal, Words};
use xun_arena::{GameRecord, Seat};
use xun_gomoku::rules::text::{Record, parse_point, write_psq, write_sgf};
use xun_gomoku::rules::{Rule, Size};
use xun_xiangqi::notation::{
    GameRecord as PgnGame, GameResult, Notation, Ranks, format_pgn, parse_coordinates,
};
use xun_xiangqi::rules::{Colour, Position};

/// All games, or one of them.
pub(super) fn download(running: &Running, format: &str, only: Option<u32>) -> Result<Answer, Refusal> {
    let inner = running.lock();
    let games: Vec<&GameRecord> =
        inner.games.values().filter(|game| only.is_none_or(|only| game.index == u64::from(only))).collect();
    if games.is_empty() {
        return Err(Refusal::new("missing", Words::new("No such game is finished", "没有这样的已结束对局")));
    }
    let names: Vec<&str> = running.terms.names.iter().map(|name| name.en.as_str()).collect();
    let number = only.map_or_else(String::new, |only| format!("-game-{}", only + 1));
    let name = |end: &str| format!("match-{}{number}.{end}", running.id);
    let (name, text) = match (format, running.terms.rulebook) {
        ("json", _) => {
            let text = serde_json::to_string_pretty(&games).unwrap_or_default();
            (name("json"), text)
        }
        ("pgn", Rulebook::Xiangqi(_)) => {
            let games: Option<Vec<String>> = games.iter().map(|game| pgn(game, &names)).collect();
            (name("pgn"), games.ok_or_else(damaged)?.join("\n"))
        }
        ("sgf", Rulebook::Gomoku(size, rule)) => {
            let games = records(&games, &names, size, rule)?;
            (name("sgf"), games.iter().map(|(_, game)| write_sgf(game)).collect::<Vec<_>>().join("\n"))
        }
        ("psq", Rulebook::Gomoku(size, rule)) => {
            let games = records(&games, &names, size, rule)?;
            match &games[..] {
                [(_, game)] if only.is_some() => (name("psq"), write_psq(game)),
                // A `.psq` file holds one game, so many go into an archive.
                games => {
                    let file = |(index, game): &(u64, Record)| {
                        (format!("game{:05}.psq", index + 1), write_psq(game))
                    };
                    (name("psq.tar"), archive(games.iter().map(file)))
                }
            }
        }
        _ => {
            let words = Words::new(
                format!("{format:?}: expected pgn for Xiangqi, sgf or psq for Gomoku, or json"),
                format!("{format:?}：象棋应为 pgn，五子棋应为 sgf 或 psq，或 json"),
            );
            return Err(Refusal::new("input", words));
        }
    };
    Ok(Answer::Text { name, text })
}

fn damaged() -> Refusal {
    Refusal::new("input", Words::new("A game of this match is damaged", "比赛中有一局已损坏"))
}

fn pgn(game: &GameRecord, names: &[&str]) -> Option<String> {
    let start = match &game.opening.start {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).ok()?,
    };
    let texts = game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text));
    let moves: Vec<_> =
        texts.map(|text| parse_coordinates(text, Ranks::FromZero)).collect::<Result<_, _>>().ok()?;
    let result = match game.winner {
        None => GameResult::Drawn,
        Some(Seat::First) => GameResult::Won(Colour::Red),
        Some(Seat::Second) => GameResult::Won(Colour::Black),
    };
    let mut record = PgnGame::new(start.to_setup(), moves, result);
    record.set_tag("Game", "Chinese Chess");
    record.set_tag("Round", &(game.index + 1).to_string());
    record.set_tag("Red", names.get(game.players[0])?);
    record.set_tag("Black", names.get(game.players[1])?);
    record.set_tag("Termination", &game.note);
    Some(format_pgn(&record, Notation::Iccs))
}

fn records(
    games: &[&GameRecord],
    names: &[&str],
    size: Size,
    rule: Rule,
) -> Result<Vec<(u64, Record)>, Refusal> {
    let one = |game: &&GameRecord| {
        let mut record = Record::new(size);
        record.rule = Some(rule);
        for (seat, &number) in game.players.iter().enumerate() {
            (*names.get(number)?).clone_into(&mut record.players[seat]);
        }
        let texts = game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text));
        record.moves = texts.map(|text| parse_point(text, size)).collect::<Result<_, _>>().ok()?;
        record.times = vec![0; game.opening.moves.len()];
        record.times.extend(game.moves.iter().map(|made| made.milliseconds));
        Some((game.index, record))
    };
    games.iter().map(one).collect::<Option<_>>().ok_or_else(damaged)
}

/// A `tar` archive (POSIX ustar) of small text files. Its blocks are text and zeros, so it travels as text.
fn archive(files: impl Iterator<Item = (String, String)>) -> String {
    let mut whole = String::new();
    for (name, text) in files {
        let mut header = [0_u8; 512];
        let mut put = |at: usize, field: &str| header[at..at + field.len()].copy_from_slice(field.as_bytes());
        put(0, &name);
        put(100, "0000644\0");
        put(108, "0000000\0");
        put(116, "0000000\0");
        put(124, &format!("{:011o}\0", text.len()));
        put(136, "00000000000\0");
        put(148, "        ");
        put(156, "0");
        put(257, "ustar\u{0}00");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        whole.push_str(&String::from_utf8_lossy(&header));
        whole.push_str(&text);
        let rest = text.len().next_multiple_of(512) - text.len();
        whole.extend(std::iter::repeat_n('\0', rest));
    }
    whole.extend(std::iter::repeat_n('\0', 1024));
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_is_one_that_tar_reads() {
        let files = [("one.psq".to_owned(), "abc\n".to_owned()), ("two.psq".to_owned(), "x".repeat(600))];
        let text = archive(files.clone().into_iter());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.tar");
        std::fs::write(&path, &text).expect("writes");
        let done = std::process::Command::new("tar")
            .args(["-xf", "games.tar"])
            .current_dir(folder.path())
            .status()
            .expect("tar is there");
        assert!(done.success());
        for (name, content) in files {
            assert_eq!(std::fs::read_to_string(folder.path().join(name)).expect("a file"), content);
        }
    }
}
