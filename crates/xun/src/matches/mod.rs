//! `xun match`: players against each other, counted honestly.

mod learning;
mod person;
mod players;
mod report;
mod save;

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::{Context as _, bail};
use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use learning::Learning;
use person::Person;
use players::Table;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use xun_arena::{
    Adjudication, Finish, Format, Journal, JournalError, News, Plan, PlayerSpec, Schedule, Sprt,
    Standing, TimeControl, read_openings, run_match, standings,
};

/// Arguments of `xun match`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A player: `xun; level=club; experience=BOOK`, `textbook; depth=3; evaluation=a`, `random`, `human`, `uci COMMAND; Hash=16`, `ucci COMMAND`, `gomocup COMMAND` ‖ 棋手：`xun; level=club; experience=经验库`、`textbook; depth=3; evaluation=a`（教科书搜索）、`random`、`human`、`uci 命令; Hash=16`、`ucci 命令`、`gomocup 命令`
    #[arg(long = "player", short = 'p', value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Which game ‖ 哪种棋
    #[arg(long, value_enum, default_value_t = GameName::Xiangqi)]
    game: GameName,
    /// Rules: asian, chinese, simple; or freestyle, standard, renju, caro ‖ 规则：asian、chinese、simple；或 freestyle、standard、renju、caro
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Board of Gomoku, like 15 or 20x15 ‖ 五子棋棋盘大小，如 15 或 20x15
    #[arg(long, default_value = "15", value_name = "SIZE")]
    size: String,
    /// Number of games ‖ 局数
    #[arg(long, short = 'n', default_value_t = 100)]
    games: u64,
    /// Limit of every player: 100ms a move, 60s+0.5s a game, depth=6, nodes=5000 ‖ 每方的限制：每步 100ms、每局 60s+0.5s、depth=6、nodes=5000
    #[arg(long, short = 't', default_value = "100ms", value_name = "CONTROL")]
    time: TimeControl,
    /// File of openings, one a line; each is played with both colours ‖ 开局文件，每行一个；每个开局双方各执一次先
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Without a file: so many random plies before the players begin ‖ 无文件时：先随机走多少步
    #[arg(long, default_value_t = 4, value_name = "PLIES")]
    random_plies: usize,
    /// Random openings that our engine scores beyond this are thrown away ‖ 随机开局中我方引擎评分超过此值的弃用
    #[arg(long, default_value_t = 150, value_name = "SCORE")]
    balance: i32,
    /// Seed of everything random ‖ 随机种子
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at one time ‖ 同时进行的局数
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Who meets whom ‖ 赛制
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Stop when the first player is shown to be ELO1 rather than ELO0 stronger than the second, or the reverse ‖ 序贯检验：一旦能断定第一位棋手强 ELO1 还是 ELO0 即停
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Risk of either wrong decision in the sequential test ‖ 序贯检验两类错误的概率
    #[arg(long, default_value_t = 0.05)]
    risk: f64,
    /// Milliseconds by which an answer may be late ‖ 允许超时的毫秒数
    #[arg(long, default_value_t = 100, value_name = "MS")]
    grace: u64,
    /// Both scores beyond this for four moves: the game is won ‖ 双方评分连续四步超过此值即判胜
    #[arg(long, value_name = "SCORE")]
    win_score: Option<i32>,
    /// Both scores within this for eight moves, after move 40: the game is drawn ‖ 第 40 回合后双方评分连续八步在此值内即判和
    #[arg(long, value_name = "SCORE")]
    draw_score: Option<i32>,
    /// Longest game, in plies ‖ 最长步数
    #[arg(long, default_value_t = 600, value_name = "PLIES")]
    longest: u32,
    /// Journal: an interrupted match goes on from it, nothing lost ‖ 日志文件：中断的比赛可由此继续，不丢一局
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the games: .pgn (Xiangqi), .sgf (Gomoku), or a folder for .psq files ‖ 保存棋谱：.pgn（象棋）、.sgf（五子棋），或存放 .psq 的文件夹
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GameName {
    /// Chinese chess ‖ 象棋
    Xiangqi,
    /// Five in a row ‖ 五子棋
    Gomoku,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Everyone against everyone ‖ 循环赛
    RoundRobin,
    /// The first against the others ‖ 擂台赛
    Gauntlet,
}

/// What a match gave.
pub(crate) struct Outcome {
    pub(crate) exit: Exit,
    pub(crate) rows: Vec<Standing>,
    /// Everything, for programs.
    pub(crate) json: Value,
    /// The table, for people.
    pub(crate) text: String,
}

/// A match as one line of a command, for the commands that run one.
#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

/// Plays a match that is described as its command line would be.
pub(crate) fn play_line(words: &[String], context: &mut Context) -> anyhow::Result<Outcome> {
    let line =
        Line::try_parse_from(std::iter::once("match").chain(words.iter().map(String::as_str)))?;
    play(&line.arguments, context)
}

/// Runs a match and prints its table.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let outcome = play(arguments, context)?;
    if arguments.json {
        writeln!(context.out, "{}", outcome.json)?;
    } else {
        write!(context.out, "{}", outcome.text)?;
    }
    Ok(outcome.exit)
}

fn play(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Outcome> {
    let language = context.language;
    let table = Table::new(arguments.game, arguments.rules.as_deref(), &arguments.size, language)?;
    let specs = players_of(arguments, table, language)?;
    let sprt = arguments
        .sprt
        .as_deref()
        .map(|text| parse_sprt(text, arguments.risk, language))
        .transpose()?;
    let names = distinct_names(&specs);
    let openings = openings(arguments, table, language)?;
    let terms = terms(arguments, &names, &openings);
    // Without a journal of its own a match is written into a file that goes when the match ends.
    let scratch = tempfile::NamedTempFile::new()?;
    let path = arguments.journal.as_deref().unwrap_or(scratch.path());
    let name_of_journal = || format!("--journal {}", path.display());
    let mut journal = Journal::open(path, &terms).with_context(name_of_journal)?;
    let learning = Learning::open(&specs, table.setting(), journal.name())?;
    // Games that were finished just before a kill, and not learnt any more.
    journal.games().values().for_each(|game| learning.learn(game));
    let person = Person { table, language, stop: Arc::clone(&context.stop) };
    let with_person = specs.iter().any(players::is_person);
    let plan = Plan {
        controls: specs.iter().map(|spec| control(spec, arguments.time)).collect(),
        schedule: Schedule::new(format_of(arguments.format), specs.len(), arguments.games),
        openings,
        adjudication: Adjudication {
            win_score: arguments.win_score,
            draw_score: arguments.draw_score,
            longest: arguments.longest,
            ..Adjudication::default()
        },
        grace: Duration::from_millis(arguments.grace),
        sprt,
        concurrency: arguments.concurrency.into(),
        make_player: &|number| {
            table.player(&specs[number], arguments.seed.wrapping_add(number as u64), &person)
        },
        make_referee: &|opening| table.referee(opening),
        names: names.clone(),
    };
    let bar = if with_person {
        ProgressBar::hidden()
    } else {
        progress(plan.schedule.len(), journal.games().len())
    };
    let played = Mutex::new(journal.games().values().cloned().collect::<Vec<_>>());
    let listen = |news: News<'_>| match news {
        News::Began(pairing, _) if with_person => {
            let [first, second] = pairing.players.map(|number| names[number].as_str());
            let number = pairing.index + 1;
            match language {
                Language::En => eprintln!("\ngame {number}: {first} – {second}"),
                Language::Zh => eprintln!("\n第 {number} 局：{first} – {second}"),
            }
        }
        News::Ended(game) => {
            learning.learn(game);
            let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
            played.push(game.clone());
            bar.set_message(report::summary(&standings(&names, played.iter())[0]));
            bar.inc(1);
            if with_person {
                eprintln!("{}", report::result(game, &names, language));
            }
        }
        _ => {}
    };
    let finish = run_match(&plan, &mut journal, &context.stop, &listen);
    bar.finish_and_clear();
    let rows = standings(&names, journal.games().values());
    let finish = match finish {
        Ok(finish) => finish,
        Err(error) => {
            // What was played so far is worth a table, whatever ended the match.
            report::print(&rows, sprt.as_ref(), Finish::Stopped, true, language, &mut context.out)?;
            context.out.flush()?;
            return Err(unwritable(error, language)).with_context(name_of_journal);
        }
    };
    if let Some(path) = &arguments.save {
        save::save(path, table, &names, journal.games().values())
            .with_context(|| format!("--save {}", path.display()))?;
    }
    let games: Vec<_> = journal.games().values().collect();
    let json = json!({
        "finish": report::finish_name(finish),
        "terms": terms,
        "standings": report::to_json(&rows),
        "sprt": sprt.map(|test| report::sprt_json(&test, &rows)),
        "learnt": learning.to_json(),
        "games": games,
    });
    let mut text = Vec::new();
    report::print(&rows, sprt.as_ref(), finish, arguments.journal.is_some(), language, &mut text)?;
    for line in learning.report(language) {
        writeln!(text, "\n{line}")?;
    }
    let exit = if finish == Finish::Stopped { Exit::Interrupted } else { Exit::Answered };
    Ok(Outcome { exit, rows, json, text: String::from_utf8_lossy(&text).into_owned() })
}

fn unwritable(error: JournalError, language: Language) -> anyhow::Error {
    anyhow::Error::new(error).context(language.pick(
        "the journal cannot be written. The games in it are whole: make room, and run the same command again",
        "无法写入日志。其中的对局完好：腾出空间后用同一命令再次运行即可继续",
    ))
}

/// The players, each checked at its table.
fn players_of(
    arguments: &Arguments,
    table: Table,
    language: Language,
) -> anyhow::Result<Vec<PlayerSpec>> {
    let specs = arguments
        .players
        .iter()
        .map(|text| text.parse::<PlayerSpec>().with_context(|| format!("--player {text:?}")))
        .collect::<anyhow::Result<Vec<_>>>()?;
    if specs.len() < 2 {
        bail!(
            "{}",
            language.pick("a match needs two --player at least", "比赛至少需要两个 --player")
        );
    }
    for spec in &specs {
        table.check(spec)?;
    }
    if arguments.concurrency > 1 && specs.iter().any(players::is_person) {
        bail!("{}", language.pick("a person plays one game at a time", "真人一次只能下一局"));
    }
    Ok(specs)
}

/// A player's limits: its own or the match's. A person takes its time unless told otherwise.
fn control(spec: &PlayerSpec, general: TimeControl) -> TimeControl {
    match spec.control {
        Some(own) => own,
        None if players::is_person(spec) => TimeControl::default(),
        None => general,
    }
}

fn format_of(name: FormatName) -> Format {
    match name {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet,
    }
}

/// What makes a match this match: a journal of other terms is not gone on with.
fn terms(
    arguments: &Arguments,
    names: &[String],
    openings: &[xun_arena::Opening],
) -> serde_json::Value {
    // The file's openings themselves count, not only its name; random ones follow from seed, plies
    // and balance.
    let digest = arguments.openings.is_some().then(|| {
        let text = serde_json::to_vec(openings).unwrap_or_default();
        format!("{:016x}", xun_game::fnv1a(&text))
    });
    json!({
        "game": arguments.game.to_possible_value().map(|value| value.get_name().to_owned()),
        "rules": arguments.rules,
        "size": arguments.size,
        "players": arguments.players,
        "names": names,
        "time": arguments.time.to_string(),
        "seed": arguments.seed,
        "openings": arguments.openings,
        "openings_digest": digest,
        "random_plies": arguments.random_plies,
        "balance": arguments.balance,
        "win_score": arguments.win_score,
        "draw_score": arguments.draw_score,
        "longest": arguments.longest,
        "format": arguments.format.to_possible_value().map(|value| value.get_name().to_owned()),
    })
}

fn openings(
    arguments: &Arguments,
    table: Table,
    language: Language,
) -> anyhow::Result<Vec<xun_arena::Opening>> {
    if let Some(path) = &arguments.openings {
        let text = std::fs::read(path).with_context(|| path.display().to_string())?;
        let text = String::from_utf8(text).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.split(|&byte| byte == b'\n').count();
            let reason = language.pick("not UTF-8 text", "不是 UTF-8 文本");
            anyhow::anyhow!("{}: line {line}: {reason}", path.display())
        })?;
        return read_openings(&text, table.game(), &|opening| table.referee(opening)).with_context(
            || format!("{} {}", language.pick("openings in", "开局文件"), path.display()),
        );
    }
    let pairs = arguments.games.div_ceil(2).min(10_000) as usize;
    Ok(table.random_openings(pairs, arguments.random_plies, arguments.balance, arguments.seed))
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

/// The players' names, the second of two equal ones marked.
fn distinct_names(specs: &[PlayerSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for spec in specs {
        let twins = names
            .iter()
            .filter(|name| **name == spec.name || name.starts_with(&format!("{} #", spec.name)))
            .count();
        names.push(if twins == 0 {
            spec.name.clone()
        } else {
            format!("{} #{}", spec.name, twins + 1)
        });
    }
    names
}

fn progress(games: u64, played: usize) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed} / {eta}")
    {
        bar.set_style(style);
    }
    bar.set_position(played as u64);
    bar
}
