//! The description of a match: who plays, what, how often, from which openings. Its terms name the
//! journal, so that every program that runs a match continues the same one.

use crate::game::Adjudication;
use crate::openings::{OpeningsError, read_openings};
use crate::player::Player;
use crate::player_error::PlayerError;
use crate::record::Opening;
use crate::schedule::{Format, Schedule};
use crate::setting::Setting;
use crate::spec::PlayerSpec;
use crate::time_control::TimeControl;
use serde_json::{Value, json};
use std::path::PathBuf;
use xun_game::Stop;

/// Pairs of games that have an opening of their own; further ones repeat them.
const MOST_OPENINGS: u64 = 10_000;

/// The source of a match's openings.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// A file, one opening a line; without it they are random moves.
    pub file: Option<PathBuf>,
    /// Random plies before the players begin.
    pub plies: usize,
    /// Random openings that our engine scores beyond this are thrown away.
    pub balance: i32,
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self { file: None, plies: 4, balance: 150 }
    }
}

/// The description of a match.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// Game, rules and board.
    pub setting: Setting,
    /// The rules as the user wrote them.
    pub rules: Option<String>,
    /// The board as the user wrote it.
    pub size: String,
    /// The players with their texts.
    pub players: Vec<(String, PlayerSpec)>,
    /// Number of games.
    pub games: u64,
    /// Limits of every player that has none of its own.
    pub time: TimeControl,
    /// The openings.
    pub openings: OpeningSource,
    /// Seed of everything random.
    pub seed: u64,
    /// The pairings.
    pub format: Format,
    /// The rules by which games are ended early.
    pub adjudication: Adjudication,
}

impl MatchSpec {
    /// The players' names, the second of two equal ones marked.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (_, spec) in &self.players {
            let is_twin = |name: &&String| {
                **name == spec.name || name.starts_with(&format!("{} #", spec.name))
            };
            let twins = names.iter().filter(is_twin).count();
            names.push(match twins {
                0 => spec.name.clone(),
                _ => format!("{} #{}", spec.name, twins + 1),
            });
        }
        names
    }

    /// The openings: those of `text`, the content of the file, or random ones by the seed, as many
    /// as are found until `stop` is raised.
    ///
    /// # Errors
    /// A text that is no list of openings.
    pub fn read_openings(
        &self,
        text: Option<&str>,
        stop: &Stop,
    ) -> Result<Vec<Opening>, OpeningsError> {
        if let Some(text) = text {
            return read_openings(text, self.setting);
        }
        let OpeningSource { plies, balance, .. } = self.openings;
        let pairs = self.games.div_ceil(2).min(MOST_OPENINGS) as usize;
        Ok(self.setting.balanced_openings_until(pairs, plies, balance, self.seed, stop))
    }

    /// The games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games)
    }

    /// The player of this number.
    ///
    /// # Errors
    /// Options that the player does not have, or a person.
    pub fn player(&self, number: usize) -> Result<Box<dyn Player>, PlayerError> {
        self.setting.player(&self.players[number].1, self.seed.wrapping_add(number as u64))
    }

    /// The terms that name this match: a journal of other terms is not continued.
    #[must_use]
    pub fn terms(&self, openings: &[Opening]) -> Value {
        let OpeningSource { file, plies, balance } = &self.openings;
        // The file's openings themselves count, not only its name; random ones follow from seed,
        // plies and balance.
        let digest = file.as_ref().map(|_| {
            let text = serde_json::to_vec(openings).unwrap_or_default();
            format!("{:016x}", xun_game::fingerprint(&text))
        });
        let players: Vec<&String> = self.players.iter().map(|(text, _)| text).collect();
        json!({
            "game": self.setting.game(),
            "rules": self.rules,
            "size": self.size,
            "players": players,
            "names": self.names(),
            "time": self.time.to_string(),
            "seed": self.seed,
            "openings": file,
            "openings_digest": digest,
            "random_plies": plies,
            "balance": balance,
            "win_score": self.adjudication.win_score,
            "draw_score": self.adjudication.draw_score,
            "longest": self.adjudication.longest,
            "format": self.format.name(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(players: &[&str]) -> MatchSpec {
        let read = |text: &&str| ((*text).to_owned(), text.parse().expect("a player"));
        MatchSpec {
            setting: "gomoku".parse().expect("a game"),
            rules: None,
            size: "15".into(),
            players: players.iter().map(read).collect(),
            games: 4,
            time: "nodes=10".parse().expect("a limit"),
            openings: OpeningSource::default(),
            seed: 1,
            format: Format::RoundRobin,
            adjudication: Adjudication::default(),
        }
    }

    #[test]
    fn twins_have_different_names() {
        let names = spec(&["random", "random", "xun", "random"]).names();
        assert_eq!(names, ["random", "random #2", "xun", "random #3"]);
    }

    #[test]
    fn another_seed_or_player_is_another_match() {
        let terms = |spec: &MatchSpec| spec.terms(&[]);
        let one = spec(&["random", "xun"]);
        assert_eq!(terms(&one), terms(&one.clone()));
        assert_ne!(terms(&one), terms(&MatchSpec { seed: 2, ..one.clone() }));
        assert_ne!(terms(&one), terms(&spec(&["xun", "random"])));
        // More games go on with the same journal.
        assert_eq!(terms(&one), terms(&MatchSpec { games: 400, ..one.clone() }));
    }
}
