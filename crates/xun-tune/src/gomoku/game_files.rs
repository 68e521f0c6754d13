//! `xun-tune gomoku datagen stats`, `check` and `unpack`: what to do with files of games. See
//! `docs/datagen.md`.

use super::even_openings::{self, Openings};
use crate::context::{Context, Exit};
use crate::files::read_regular;
use anyhow::{Context as _, bail};
use clap::Subcommand;
use serde_json::json;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use xun_gomoku::rules::{Colour, Rule, Size};
use xun_selfplay::gomoku::{Game, GomokuResult, LARGEST_SCORE, read_games, records_of};

/// Commands on files of games.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Count games, results, lengths and scores
    Stats(Files),
    /// Replay every game: are all moves possible, are the results right?
    Check(Files),
    /// Write the quiet positions as flat training records
    Unpack(Unpack),
    /// Find balanced openings for matches
    Openings(Openings),
}

/// Files of games.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `datagen unpack`.
#[derive(clap::Args)]
pub(crate) struct Unpack {
    /// Files of games, all of one rule and one size
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file of the records
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Does it.
pub(crate) fn run(action: &Action, context: &mut Context) -> anyhow::Result<Exit> {
    match action {
        Action::Stats(files) => stats(files, context),
        Action::Check(files) => check(files, context),
        Action::Unpack(unpacking) => unpack(unpacking, context),
        Action::Openings(openings) => even_openings::run(openings, context),
    }
}

/// The games of a file; a game that was cut short at its end is left out, which is said.
pub(super) fn sound_games_of(path: &Path) -> anyhow::Result<Vec<Game>> {
    let (games, rest) = games_of(path)?;
    say_left_out(path, rest);
    Ok(games)
}

/// Says that the file ends in the middle of a game.
pub(super) fn say_left_out(path: &Path, bytes: usize) {
    if bytes > 0 {
        let path = path.display();
        eprintln!("{path}: left out {bytes} bytes of a game that was cut short at the end");
    }
}

/// The games of a file, and how many bytes of a game that was cut short are left.
fn games_of(path: &Path) -> anyhow::Result<(Vec<Game>, usize)> {
    let bytes = read_regular(path)?;
    let (games, whole) = read_games(&bytes).with_context(|| path.display().to_string())?;
    Ok((games, bytes.len() - whole))
}

fn stats(files: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let (mut games, mut plies, mut quiet, mut bytes) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut results, mut scored, mut score_sum) = ([0_u64; 3], 0_u64, 0_u64);
    for path in &files.files {
        bytes += std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
        for game in sound_games_of(path)? {
            games += 1;
            plies += game.moves.len() as u64;
            results[match game.outcome {
                GomokuResult::Won(Colour::Black) => 0,
                GomokuResult::Won(Colour::White) => 1,
                GomokuResult::Draw => 2,
            }] += 1;
            for &(_, score) in game.moves.iter().skip(game.opening) {
                if i32::from(score).abs() <= LARGEST_SCORE {
                    scored += 1;
                    score_sum += u64::from(score.unsigned_abs());
                }
            }
            quiet += records_of(&game)
                .with_context(|| format!("{}: game {}", path.display(), game.number))?
                .count as u64;
        }
    }
    let [black, white, draws] = results;
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    if files.json {
        let answer = json!({
            "games": games, "positions": plies, "quiet": quiet,
            "black": black, "draws": draws, "white": white, "bytes": bytes,
            "mean_plies": mean(plies, games), "mean_score": mean(score_sum, scored),
        });
        writeln!(context.out, "{answer}")?;
        return Ok(Exit::Done);
    }
    let share = |count: u64| count as f64 * 100.0 / games.max(1) as f64;
    let lines = [
        format!("games: {games}"),
        format!("positions: {plies} ({:.1} a game)", mean(plies, games)),
        format!("quiet positions: {quiet}"),
        format!("Black wins: {black} ({:.1}%)", share(black)),
        format!("draws: {draws} ({:.1}%)", share(draws)),
        format!("White wins: {white} ({:.1}%)", share(white)),
        format!("mean absolute score: {:.0}", mean(score_sum, scored)),
        format!("bytes a position: {:.2}", mean(bytes, plies)),
    ];
    for line in lines {
        writeln!(context.out, "{line}")?;
    }
    Ok(Exit::Done)
}

fn check(files: &Files, context: &mut Context) -> anyhow::Result<Exit> {
    let mut games = 0_u64;
    let mut faults = Vec::new();
    for path in &files.files {
        let mut fault = |what: String| faults.push(format!("{}: {what}", path.display()));
        let (found, rest) = match games_of(path) {
            Ok(found) => found,
            Err(error) => {
                faults.push(format!("{error:#}"));
                continue;
            }
        };
        let mut numbers = HashSet::new();
        for game in &found {
            if !numbers.insert(game.number) {
                fault(format!("game {}: there twice", game.number));
            }
            if let Err(reason) = game.replay(|_, _| {}) {
                fault(format!("game {}: {reason}", game.number));
            }
        }
        if rest > 0 {
            fault(format!("{rest} bytes of a game that was cut short at the end"));
        }
        games += found.len() as u64;
    }
    let sound = faults.is_empty();
    if files.json {
        writeln!(context.out, "{}", json!({"sound": sound, "games": games, "faults": faults}))?;
    } else {
        for fault in &faults {
            writeln!(context.out, "{fault}")?;
        }
        let word = if sound { "sound" } else { "damaged" };
        writeln!(context.out, "{games} games: {word}")?;
    }
    Ok(if sound { Exit::Done } else { Exit::CheckFailed })
}

fn unpack(unpacking: &Unpack, context: &mut Context) -> anyhow::Result<Exit> {
    let file = File::create(&unpacking.out).with_context(|| unpacking.out.display().to_string())?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut count = 0_u64;
    // A network is of one rule, and a batch of one size of boards.
    let mut kind: Option<(Rule, Size)> = None;
    for path in &unpacking.files {
        for game in sound_games_of(path)? {
            if context.stopped() {
                return Ok(Exit::Interrupted);
            }
            let place = || format!("{}: game {}", path.display(), game.number);
            let (rule, size) = *kind.get_or_insert((game.rule, game.size));
            if (rule, size) != (game.rule, game.size) {
                let (other_rule, other_size) = (game.rule, game.size);
                bail!("{}: {other_rule} on {other_size}, after games of {rule} on {size}", place());
            }
            let records = records_of(&game).with_context(place)?;
            out.write_all(&records.bytes)?;
            count += records.count as u64;
        }
    }
    out.flush()?;
    writeln!(context.out, "records {count}")?;
    Ok(Exit::Done)
}
