//! A student's engine in a match: no fault as a program, and enough points.

use super::GameArguments;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::matches::Match;
use anyhow::{Context as _, anyhow, bail};
use serde_json::json;
use std::time::Duration;
use xun_arena::isolation::Isolation;
use xun_arena::{
    Adjudication, EngineCommand, EngineProtocol, Format, Game, MatchSpec, OpeningSource,
    PlayerSpec, Setting,
};
use xun_gomoku::rules::Size;
use xun_messages::Message as _;

/// Plays the match and says whether the engine passes.
pub(super) fn run(
    arguments: &GameArguments,
    game: Game,
    protocol: EngineProtocol,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let running = &arguments.running;
    let chosen = running.isolation.choose(&running.command, &[], language)?;
    chosen.announce(language);
    let played =
        match_of(arguments, game, protocol, chosen.isolation(), language)?.play(context)?;
    let row = &played.rows[0];
    let faults: u64 = row.faults.values().sum();
    let passed = faults == 0 && row.total.games() > 0 && row.total.score() >= arguments.pass;
    if running.json {
        let answer = json!({
            "command": running.command, "isolation": chosen.to_json(), "passed": passed,
            "faults": row.faults, "score": row.total.score(), "match": played.json,
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

/// The match of the student's engine against its opponent.
fn match_of(
    arguments: &GameArguments,
    game: Game,
    protocol: EngineProtocol,
    isolation: &Isolation,
    language: Language,
) -> anyhow::Result<Match> {
    let running = &arguments.running;
    let limits = running.limits(language)?;
    let command = EngineCommand {
        words: running.command.clone(),
        isolation: isolation.clone(),
        address_space: limits.address_space,
        ..EngineCommand::default()
    };
    let student = PlayerSpec {
        name: "student".to_owned(),
        kind: protocol.player(command),
        options: Vec::new(),
        control: None,
    };
    let setting = Setting::new(game, None, Size::STANDARD)?;
    if setting.check(&student).is_err() {
        bail!(
            "--engine: {}",
            language.pick(
                "Xiangqi engines speak uci or ucci, Gomoku engines gomocup",
                "象棋引擎用 uci 或 ucci，五子棋引擎用 gomocup"
            )
        );
    }
    let against = &arguments.against;
    let opponent: PlayerSpec = against.parse().with_context(|| format!("--against {against:?}"))?;
    let checked = setting.check(&opponent);
    checked.map_err(|error| anyhow!("--against {against:?}: {}", error.text().pick(language)))?;
    let spec = MatchSpec {
        setting,
        rules: None,
        size: "15".to_owned(),
        players: vec![(student.to_string(), student), (against.clone(), opponent)],
        games: u64::from(arguments.games),
        time: arguments.control,
        openings: OpeningSource::default(),
        seed: running.seed,
        format: Format::RoundRobin,
        adjudication: Adjudication::default(),
    };
    Ok(Match {
        spec,
        concurrency: 1,
        sprt: None,
        grace: Duration::from_millis(100),
        journal: None,
        save: None,
    })
}
