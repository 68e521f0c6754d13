//! `xun match`: players against each other, with Elo and SPRT. `xun lab grade` plays its matches
//! with the same [`Match`].

mod learning;
mod person;
mod play;
mod report;
mod save;
mod terminal_board;

pub(crate) use play::Match;
pub(crate) use terminal_board::TerminalBoard;

use crate::context::Context;
use crate::exit::Exit;
use crate::isolation::EngineIsolation;
use crate::language::Language;
use anyhow::{Context as _, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use xun_arena::{
    Adjudication, Format, Game, MatchSpec, OpeningSource, PlayerKind, PlayerSpec, Setting, Sprt,
    TimeControl,
};
use xun_messages::Message as _;

/// Arguments of `xun match`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A player: `xun; level=club; experience=BOOK`, `textbook; depth=3; evaluation=a`, `random`,
    /// `human`, `uci COMMAND; Hash=16`, `ucci COMMAND`, `gomocup COMMAND`
    #[arg(long = "player", short = 'p', value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Game
    #[arg(long, value_parser = game_names(), default_value_t = Game::Xiangqi)]
    game: Game,
    /// Rules: asian, chinese, simple; or freestyle, standard, renju, caro, caro-exact
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Board of Gomoku, like 15 or 20x15
    #[arg(long, default_value = "15", value_name = "SIZE")]
    size: String,
    /// Number of games
    #[arg(long, short = 'n', default_value_t = 100)]
    games: u64,
    /// Limit of every player: 100ms a move, 60s+0.5s a game, depth=6, nodes=5000
    #[arg(long, short = 't', default_value = "100ms", value_name = "CONTROL")]
    time: TimeControl,
    /// File of openings, one a line; each is played with both colours
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Without a file: number of random plies before the players begin
    #[arg(long, default_value_t = 4, value_name = "PLIES")]
    random_plies: usize,
    /// Largest score of a random opening; others are discarded
    #[arg(long, default_value_t = 150, value_name = "SCORE")]
    balance: i32,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at one time
    #[arg(
        long, short = 'c', default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    concurrency: u16,
    /// Pairing system
    #[arg(long, value_parser = format_names(), default_value = "round-robin")]
    format: Format,
    /// Stop when the first player is shown to be ELO1 rather than ELO0 stronger than the second, or
    /// the reverse
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Risk of either wrong decision in the sequential test
    #[arg(long, default_value_t = 0.05)]
    risk: f64,
    /// Tolerance for late answers in milliseconds
    #[arg(long, default_value_t = 100, value_name = "MS")]
    grace: u64,
    /// Adjudicate a win when both scores exceed this for four moves
    #[arg(long, value_name = "SCORE")]
    win_score: Option<i32>,
    /// Adjudicate a draw when both scores stay within this for eight moves after move 40
    #[arg(long, value_name = "SCORE")]
    draw_score: Option<i32>,
    /// Longest game, in plies
    #[arg(long, default_value_t = 600, value_name = "PLIES")]
    longest: u32,
    #[command(flatten)]
    isolation: EngineIsolation,
    /// Journal file, from which an interrupted match is continued
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the games: .pgn (Xiangqi), .sgf (Gomoku), or a folder for .psq files
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Reads a pairing system by its name; the help lists both.
fn format_names() -> impl TypedValueParser<Value = Format> {
    let about = |format: Format| match format {
        Format::RoundRobin => "Everyone against everyone",
        Format::Gauntlet => "The first against the others",
    };
    let value = |format: Format| PossibleValue::new(format.name()).help(about(format));
    PossibleValuesParser::new(Format::ALL.map(value)).map(|name| {
        let named = Format::ALL.into_iter().find(|format| format.name() == name);
        named.expect("the name is one of the list")
    })
}

/// Reads a game by its name; the help lists all of them.
pub(crate) fn game_names() -> impl TypedValueParser<Value = Game> {
    let about = |game: Game| match game {
        Game::Xiangqi => "Chinese chess",
        Game::Gomoku => "Five in a row",
    };
    let value = |game: Game| PossibleValue::new(game.name()).help(about(game));
    PossibleValuesParser::new(Game::ALL.map(value)).try_map(|name| name.parse::<Game>())
}

/// The setting that `--game`, `--rules` (or `--rule`) and `--size` ask for.
pub(crate) fn setting_of(
    game: Game,
    option: &str,
    rules: Option<&str>,
    size: &str,
    language: Language,
) -> anyhow::Result<Setting> {
    let size = size.parse().map_err(|error| anyhow!("--size {size}: {error}"))?;
    Setting::new(game, rules, size).map_err(|error| match language {
        Language::English => anyhow!("{option} {}: {error}", rules.unwrap_or_default()),
        Language::Chinese => {
            let names = game.rule_names().join("、");
            anyhow!("{option} {}：应为 {names} 之一", rules.unwrap_or_default())
        }
    })
}

/// Runs a match and prints its table.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let report = arguments.to_match(context.language)?.play(context)?;
    if arguments.json {
        writeln!(context.out, "{}", report.json)?;
    } else {
        write!(context.out, "{}", report.text)?;
    }
    Ok(report.exit)
}

impl Arguments {
    fn to_match(&self, language: Language) -> anyhow::Result<Match> {
        let setting =
            setting_of(self.game, "--rules", self.rules.as_deref(), &self.size, language)?;
        let mut players = self.players(setting, language)?;
        self.isolation.apply(&mut players, language)?;
        let sprt = self.sprt.as_deref().map(|text| parse_sprt(text, self.risk, language));
        let spec = MatchSpec {
            setting,
            rules: self.rules.clone(),
            size: self.size.clone(),
            players,
            games: self.games,
            time: self.time,
            openings: OpeningSource {
                file: self.openings.clone(),
                plies: self.random_plies,
                balance: self.balance,
            },
            seed: self.seed,
            format: self.format,
            adjudication: Adjudication {
                win_score: self.win_score,
                draw_score: self.draw_score,
                longest: self.longest,
                ..Adjudication::default()
            },
        };
        Ok(Match {
            spec,
            concurrency: self.concurrency.into(),
            sprt: sprt.transpose()?,
            grace: Duration::from_millis(self.grace),
            journal: self.journal.clone(),
            save: self.save.clone(),
        })
    }

    /// The players with their texts, each checked for its game.
    fn players(
        &self,
        setting: Setting,
        language: Language,
    ) -> anyhow::Result<Vec<(String, PlayerSpec)>> {
        let mut players = Vec::with_capacity(self.players.len());
        for text in &self.players {
            let spec: PlayerSpec = text.parse().with_context(|| format!("--player {text:?}"))?;
            players.push((text.clone(), spec));
        }
        if players.len() < 2 {
            bail!(
                "{}",
                language.pick("a match needs two --player at least", "比赛至少需要两个 --player")
            );
        }
        for (_, spec) in &players {
            let checked = setting.check(spec);
            checked.map_err(|error| {
                anyhow!("--player {:?}: {}", spec.name, error.text().pick(language))
            })?;
        }
        let with_person = players.iter().any(|(_, spec)| spec.kind == PlayerKind::Human);
        if self.concurrency > 1 && with_person {
            bail!("{}", language.pick("a person plays one game at a time", "真人一次只能下一局"));
        }
        Ok(players)
    }
}

/// `0,5`
fn parse_sprt(text: &str, risk: f64, language: Language) -> anyhow::Result<Sprt> {
    let parsed = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match parsed {
        Some((elo0, elo1)) if elo0 < elo1 && risk > 0.0 && risk < 0.5 => {
            Ok(Sprt { elo0, elo1, alpha: risk, beta: risk })
        }
        _ => bail!(
            "--sprt {text}: {}",
            language.pick(
                "expected ELO0,ELO1 with ELO0 < ELO1, and a risk below 0.5",
                "应为 ELO0,ELO1，且 ELO0 < ELO1，风险小于 0.5"
            )
        ),
    }
}
