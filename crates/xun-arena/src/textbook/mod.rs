//! The textbook searches as players: minimax or alpha-beta with any refinements, to a depth, with
//! the evaluations of the courses. They play by the real rules, so a course program's idea can be
//! measured against an engine's.

mod gomoku;
mod xiangqi;

pub use gomoku::TextbookGomoku;
pub use xiangqi::TextbookXiangqi;

use crate::player::{Choice, Turn};
use crate::player_error::PlayerError;
use crate::setting::GameMove;
use std::io::Read;
use std::path::Path;
use std::time::Duration;
use xun_game::textbook::{Answer, Limits, MOST_DEPTH, Refinements, Settings, Tie};

/// Time that a textbook player leaves unused: between two looks at the clock it may visit many
/// nodes.
const MARGIN: Duration = Duration::from_millis(10);
/// A finished game counts as this many hundredths, less one for each ply that it is away.
const DECIDED: i32 = 30_000;
/// A file of tables larger than this is none.
const MOST_BYTES: u64 = 16 << 20;

/// Settings that the textbook players of both games share.
#[derive(Clone, Debug)]
struct Common {
    /// Depth of its own, whatever the time control says.
    depth: Option<u32>,
    settings: Settings,
}

impl Default for Common {
    fn default() -> Self {
        let settings = Settings { threads: 1, ..Settings::alpha_beta(Refinements::EXACT) };
        Self { depth: None, settings }
    }
}

impl Common {
    /// Takes a setting; false if it is none that both games share.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, PlayerError> {
        let number = |least: u32, most: u32| {
            let number = value.parse::<u32>().ok().filter(|number| (least..=most).contains(number));
            let (name, value) = (name.to_owned(), value.to_owned());
            number.ok_or(PlayerError::Range { name, value, least, most })
        };
        match name {
            "depth" => self.depth = Some(number(1, MOST_DEPTH)?),
            "algorithm" => {
                self.settings.algorithm = value.parse().map_err(PlayerError::Algorithm)?;
            }
            "refinements" => {
                self.settings.refinements = value.parse().map_err(PlayerError::Refinement)?;
            }
            "ties" => {
                self.settings.tie = match value {
                    "first" => Tie::First,
                    "last" => Tie::Last,
                    _ => return Err(choice_error("ties", value, &["first", "last"])),
                }
            }
            "hash" => self.settings.table_mebibytes = number(1, 4096)?,
            "threads" => self.settings.threads = number(1, 256)? as usize,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The limits of this turn: the player's own depth, or as deep as the time control lets it.
    fn limits(&self, turn: &Turn<'_>) -> Limits {
        let control = turn.control;
        let left = turn.clocks[turn.seat as usize];
        let share = control.per_game.map(|_| (left / 30 + control.increment * 3 / 4).min(left));
        let time = control.per_move.or(share);
        let bounded = time.is_some() || control.nodes.is_some();
        let depth = self.depth.or(control.depth).unwrap_or(if bounded { MOST_DEPTH } else { 3 });
        Limits {
            depth,
            nodes: control.nodes,
            time: time.map(|time| time.saturating_sub(MARGIN).max(Duration::from_millis(1))),
        }
    }

    fn settings(&self, limits: &Limits) -> Settings {
        let mut settings = self.settings.clone();
        if limits.depth <= 5 {
            // A small table is cleared sooner than a shallow search takes.
            settings.table_mebibytes = settings.table_mebibytes.min(1);
        }
        settings
    }
}

fn choice<M: Copy>(of: fn(M) -> GameMove, answer: &Answer<M>) -> Choice {
    let depth = answer.statistics.depth;
    let score = match answer.score.plies_to_end(depth) {
        Some(plies) if plies >= 0 => DECIDED - plies,
        Some(plies) => -DECIDED - plies,
        None => answer.score.get().clamp(-DECIDED + 1000, DECIDED - 1000),
    };
    Choice {
        chosen: answer.best.map(of),
        score: Some(score),
        // Stopped before the first depth was finished.
        depth: Some(depth),
    }
}

/// A value that is none of a setting's choices.
fn choice_error(name: &'static str, value: &str, choices: &'static [&'static str]) -> PlayerError {
    PlayerError::Choice { name, value: value.to_owned(), choices }
}

/// Settings that the textbook players of both games share.
const SETTINGS: [&str; 6] = ["depth", "algorithm", "refinements", "ties", "hash", "threads"];

/// A setting that a textbook player does not have; `own` are those of its game.
fn unknown_setting(name: String, own: &[&'static str]) -> PlayerError {
    PlayerError::UnknownSetting { name, known: SETTINGS.iter().chain(own).copied().collect() }
}

fn read(path: &Path) -> Result<String, PlayerError> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| PlayerError::file(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(PlayerError::file(path, &"larger than 16 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| PlayerError::file(path, &"not UTF-8 text"))
}
