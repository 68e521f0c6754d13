//! An engine of a student's in a match: no fault as a program, and enough points.

use super::{GameArguments, GameName, Protocol};
use crate::context::Context;
use crate::exit::Exit;
use anyhow::bail;
use serde_json::json;

/// Plays the match and says whether the engine passes.
pub(super) fn run(
    arguments: &GameArguments,
    game: GameName,
    protocol: Protocol,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let (game, speaks) = match (game, protocol) {
        (GameName::Xiangqi, Protocol::Uci) => ("xiangqi", "uci"),
        (GameName::Xiangqi, Protocol::Ucci) => ("xiangqi", "ucci"),
        (GameName::Gomoku, Protocol::Gomocup) => ("gomoku", "gomocup"),
        _ => bail!(
            "--engine: {}",
            language.pick(
                "Xiangqi engines speak uci or ucci, Gomoku engines gomocup",
                "象棋引擎用 uci 或 ucci，五子棋引擎用 gomocup"
            )
        ),
    };
    let running = &arguments.running;
    let limits = running.limits(language)?;
    let player =
        format!("{speaks} {}; name=student", command_line(&running.command, limits.address_space)?);
    let words = [
        "--game",
        game,
        "-p",
        &player,
        "-p",
        &arguments.against,
        "-n",
        &arguments.games.to_string(),
        "-t",
        &arguments.control,
        "--seed",
        &running.seed.to_string(),
    ]
    .map(str::to_owned);
    let played = crate::matches::play_line(&words, context)?;
    let row = &played.rows[0];
    let faults: u64 = row.faults.values().sum();
    let passed = faults == 0 && row.total.games() > 0 && row.total.score() >= arguments.pass;
    if running.json {
        let answer = json!({
            "command": running.command, "passed": passed, "faults": row.faults, "score": row.total.score(),
            "match": played.json,
        });
        writeln!(context.out, "{answer}")?;
    } else {
        let said = match (passed, faults) {
            (true, _) => language.pick("passed", "通过"),
            (false, 0) => language.pick("not passed: too few points", "未通过：得分不足"),
            (false, _) => language.pick(
                "not passed: games lost by faults of the program",
                "未通过：有因程序故障而负的对局",
            ),
        };
        write!(context.out, "{}\n{said}\n", played.text)?;
    }
    Ok(match (played.exit, passed) {
        (Exit::Interrupted, _) => Exit::Interrupted,
        (_, true) => Exit::Answered,
        (_, false) => Exit::CheckFailed,
    })
}

/// The command as one line, under a limit on its memory. The shell sets the limit and becomes the
/// program.
fn command_line(words: &[String], address_space: Option<u64>) -> anyhow::Result<String> {
    let mut quoted = Vec::new();
    for word in words {
        match (word.contains('\''), word.contains('"')) {
            _ if word.contains([';', '\n']) => {
                bail!("{word:?}: an engine's command cannot contain ; or a new line")
            }
            (false, _) => quoted.push(format!("'{word}'")),
            (true, false) => quoted.push(format!("\"{word}\"")),
            (true, true) => {
                bail!("{word:?}: an engine's command cannot contain both kinds of quotes")
            }
        }
    }
    let command = quoted.join(" ");
    Ok(match address_space {
        Some(most) if cfg!(unix) => {
            format!("sh -c 'ulimit -v {} && exec \"$@\"' sh {command}", most >> 10)
        }
        _ => command,
    })
}
