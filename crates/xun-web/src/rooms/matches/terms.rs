//! The terms of a match: what the page asked for, checked once, and everything that follows from
//! it.

use super::players;
use crate::config::ExternalEngine;
use crate::message::board::{OpeningState, Player, Setup};
use crate::message::matches::{MatchControl, MatchSetup};
use crate::message::{Fault, Refusal, Text};
use crate::rooms::board;
use std::time::Duration;
use xun_arena::{
    Adjudication, Format, Opening, OpeningError, OpeningsError, Schedule, Setting, Sprt,
    TimeControl, read_openings,
};
use xun_messages::Message as _;

/// Games of one match.
pub(super) const MOST_GAMES: u32 = 2_000;
/// Players of one match.
const MOST_PLAYERS: usize = 8;
/// Whatever limits a move, it ends after this, so that a match can be stopped.
const LONGEST_MOVE: Duration = Duration::from_secs(10);

/// A match that can be played.
pub(super) struct Terms {
    /// As the page asked for it.
    pub(super) setup: MatchSetup,
    /// The game and its rules.
    pub(super) setting: Setting,
    /// The players' names, all different.
    pub(super) names: Vec<Text>,
    /// The openings that were given; none means random ones.
    pub(super) openings: Vec<Opening>,
}

/// Games of one match that may be played at one time: as many as there are cores.
pub(super) fn most_at_once(searches: usize) -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.min(searches).clamp(1, 16) as u32
}

impl Terms {
    /// Checks the request; every fault is named.
    pub(super) fn check(
        mut setup: MatchSetup,
        engines: &[ExternalEngine],
        searches: usize,
    ) -> Result<Self, Refusal> {
        setup.games = setup.games.clamp(1, MOST_GAMES);
        setup.at_once = setup.at_once.clamp(1, most_at_once(searches));
        setup.random_plies = setup.random_plies.min(20);
        setup
            .name
            .truncate((0..=80).rev().find(|&end| setup.name.is_char_boundary(end)).unwrap_or(0));
        setup.control = bounded(setup.control);
        let mut faults = Vec::new();
        if !(2..=MOST_PLAYERS).contains(&setup.players.len()) {
            faults.push(Text::new(
                format!("{} players; a match has 2 to {MOST_PLAYERS}", setup.players.len()),
                format!("{} 名棋手；比赛应有 2 至 {MOST_PLAYERS} 名", setup.players.len()),
            ));
        }
        if setup
            .sprt
            .is_some_and(|[low, high]| !(low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0))
        {
            faults.push(Text::new(
                "The test needs two Elo values between −1000 and 1000, the smaller first",
                "序贯检验需要两个介于 −1000 与 1000 之间的 Elo 值，小者在前",
            ));
        }
        let setting = setting(&setup).map_err(|words| faults.push(words)).ok();
        for player in &mut setup.players {
            if let Err(words) = players::check(player, setup.game.into(), engines) {
                faults.push(words);
            }
        }
        let Some(setting) = setting.filter(|_| faults.is_empty()) else {
            return Err(refused(faults));
        };
        let openings = match setup.openings.trim() {
            "" => Vec::new(),
            text => read_openings(text, setting).map_err(|error| unplayable(&error))?,
        };
        let names = names(&setup);
        Ok(Self { setup, setting, names, openings })
    }

    /// The players' names in English, as files have them.
    pub(super) fn english_names(&self) -> Vec<String> {
        self.names.iter().map(|name| name.en.to_string()).collect()
    }

    /// The schedule of the games.
    pub(super) fn schedule(&self) -> Schedule {
        let format = if self.setup.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        Schedule::new(format, self.setup.players.len(), u64::from(self.setup.games))
    }

    /// The players' limits.
    pub(super) fn control(&self) -> TimeControl {
        let usual = TimeControl::default();
        let milliseconds = |number: u32| Duration::from_millis(u64::from(number));
        match self.setup.control {
            MatchControl::Move { milliseconds: number } => {
                TimeControl { per_move: Some(milliseconds(number)), ..usual }
            }
            MatchControl::Game { base, increment } => TimeControl {
                per_game: Some(milliseconds(base)),
                increment: milliseconds(increment),
                ..usual
            },
            MatchControl::Depth { plies } => {
                TimeControl { depth: Some(plies), per_move: Some(LONGEST_MOVE), ..usual }
            }
            MatchControl::Nodes { nodes } => {
                TimeControl { nodes: Some(u64::from(nodes)), per_move: Some(LONGEST_MOVE), ..usual }
            }
        }
    }

    /// Conditions for an early end of a game.
    pub(super) fn adjudication(&self) -> Adjudication {
        let longest = 400;
        if self.setup.adjudicate {
            Adjudication {
                win_score: Some(1_000),
                draw_score: Some(15),
                longest,
                ..Adjudication::default()
            }
        } else {
            Adjudication { longest, ..Adjudication::default() }
        }
    }

    /// The sequential test, with the usual risks.
    pub(super) fn test(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.setup.sprt?;
        Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The first position of a game, as the boards of the page are set up.
    pub(super) fn board_setup(&self, opening: &Opening) -> Setup {
        Setup {
            game: self.setup.game,
            name: String::new(),
            rules: self.setup.rules.clone(),
            size: self.setup.size,
            opening: OpeningState::Free,
            position: opening.start.clone(),
            players: [Player::Human, Player::Human],
            clock: None,
            think: None,
            names: [String::new(), String::new()],
            tags: Vec::new(),
        }
    }
}

fn bounded(control: MatchControl) -> MatchControl {
    match control {
        MatchControl::Move { milliseconds } => {
            MatchControl::Move { milliseconds: milliseconds.clamp(5, 10_000) }
        }
        MatchControl::Game { base, increment } => {
            MatchControl::Game { base: base.clamp(100, 600_000), increment: increment.min(10_000) }
        }
        MatchControl::Depth { plies } => MatchControl::Depth { plies: plies.clamp(1, 40) },
        MatchControl::Nodes { nodes } => MatchControl::Nodes { nodes: nodes.clamp(1, 10_000_000) },
    }
}

fn setting(setup: &MatchSetup) -> Result<Setting, Text> {
    board::setting_of(setup.game, &setup.rules, setup.size)
}

fn refused(faults: Vec<Text>) -> Refusal {
    let faults = faults.into_iter().map(Fault::new).collect();
    Refusal::faults(Text::new("This match cannot be played", "无法进行这场比赛"), faults)
}

fn unplayable(error: &OpeningsError) -> Refusal {
    let fault = |(line, error): &(usize, OpeningError)| Fault {
        line: Some(*line as u32),
        ..Fault::new(error.text())
    };
    Refusal::faults(
        Text::new("These openings cannot be played", "这些开局无法使用"),
        error.faults.iter().take(20).map(fault).collect(),
    )
}

/// The names of the players, equal ones numbered.
pub(super) fn names(setup: &MatchSetup) -> Vec<Text> {
    let mut names: Vec<Text> = Vec::new();
    for player in &setup.players {
        let name = players::name(player, setup.game.into());
        let twins = setup.players[..names.len()]
            .iter()
            .filter(|one| players::name(one, setup.game.into()) == name)
            .count();
        names.push(match twins {
            0 => name,
            twins => Text::new(
                format!("{} #{}", name.en, twins + 1),
                format!("{} #{}", name.zh, twins + 1),
            ),
        });
    }
    names
}
