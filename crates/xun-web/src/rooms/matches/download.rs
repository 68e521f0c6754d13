//! The games of a match as files: PGN for Xiangqi, SGF or `.psq` for Gomoku, or the records as
//! JSON.

use super::running::Running;
use crate::message::{Answer, Refusal, Text};
use xun_arena::{DamagedGame, FileFormat, GameRecord};

/// All games, or one of them.
pub(super) fn download(
    running: &Running,
    format: &str,
    only: Option<u32>,
) -> Result<Answer, Refusal> {
    let inner = running.lock();
    let games: Vec<&GameRecord> = inner
        .games
        .values()
        .filter(|game| only.is_none_or(|only| game.index == u64::from(only)))
        .collect();
    if games.is_empty() {
        return Err(Refusal::missing(Text::new(
            "No such game is finished",
            "没有这样的已结束对局",
        )));
    }
    let names = running.terms.english_names();
    let setting = running.terms.setting;
    let number = only.map_or_else(String::new, |only| format!("-game-{}", only + 1));
    let name = |end: &str| format!("match-{}{number}.{end}", running.id);
    if format == "json" {
        let text = serde_json::to_string_pretty(&games).unwrap_or_default();
        return Ok(Answer::Text { name: name("json"), text });
    }
    let wanted = FileFormat::from_name(format);
    let Some(wanted) = wanted.filter(|wanted| setting.file_formats().contains(wanted)) else {
        let words = Text::new(
            format!("{format:?}: expected pgn for Xiangqi, sgf or psq for Gomoku, or json"),
            format!("{format:?}：象棋应为 pgn，五子棋应为 sgf 或 psq，或 json"),
        );
        return Err(Refusal::input(words));
    };
    let texts: Result<Vec<String>, DamagedGame> =
        games.iter().map(|game| setting.write_game(wanted, game, &names)).collect();
    let texts = texts.map_err(|error| damaged(&error))?;
    if wanted.holds_many() || only.is_some() {
        return Ok(Answer::Text { name: name(format), text: texts.join("\n") });
    }
    // A file holds one game, so many go into an archive.
    let file = |(game, text): (&&GameRecord, String)| {
        (format!("game{:05}.{format}", game.index + 1), text)
    };
    let text = archive(games.iter().zip(texts).map(file));
    Ok(Answer::Text { name: name(&format!("{format}.tar")), text })
}

fn damaged(error: &DamagedGame) -> Refusal {
    let DamagedGame { number, reason } = error;
    let words = Text::new(
        format!("Game {number} is damaged: {reason}"),
        format!("第 {number} 局已损坏：{reason}"),
    );
    Refusal::input(words)
}

/// A `tar` archive (POSIX ustar) of small text files. Its blocks are text and zeros, so it travels
/// as text.
fn archive(files: impl Iterator<Item = (String, String)>) -> String {
    let mut whole = String::new();
    for (name, text) in files {
        let mut header = [0_u8; 512];
        let mut put =
            |at: usize, field: &str| header[at..at + field.len()].copy_from_slice(field.as_bytes());
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
        let files =
            [("one.psq".to_owned(), "abc\n".to_owned()), ("two.psq".to_owned(), "x".repeat(600))];
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
