//! The players of a match on the page: our engines at their levels, textbook searches, external
//! engines of the server's command line, and one that moves at random.

use crate::config::ExternalEngine;
use crate::message::Text;
use crate::message::matches::MatchPlayer;
use crate::rooms::board::level_title;
use xun_arena::{Game, PlayerError, PlayerKind, PlayerSpec};
use xun_game::textbook::{Algorithm, Refinement, UnknownRefinement};
use xun_messages::Message;

/// The deepest textbook search.
const MOST_DEPTH: u32 = 6;

/// Whether there is such a player for this game; its numbers are brought into their range.
pub(super) fn check(
    player: &mut MatchPlayer,
    game: Game,
    engines: &[ExternalEngine],
) -> Result<(), Text> {
    match player {
        MatchPlayer::Random => Ok(()),
        MatchPlayer::Engine { level } => level_title(game, level).map(drop).ok_or_else(|| {
            Text::new(format!("There is no level {level:?}"), format!("没有级别 {level:?}"))
        }),
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            *depth = (*depth).clamp(1, MOST_DEPTH);
            refinements.truncate(16);
            algorithm.parse::<Algorithm>().map_err(|error| error.text())?;
            refinements_of(refinements).map(drop)
        }
        MatchPlayer::External { name } => engines
            .iter()
            .any(|engine| engine.name == *name && engine.plays(game))
            .then_some(())
            .ok_or_else(|| {
                Text::new(
                    format!("There is no engine {name:?} for this game"),
                    format!("没有下这种棋的引擎 {name:?}"),
                )
            }),
    }
}

/// The name of a player.
pub(super) fn name(player: &MatchPlayer, game: Game) -> Text {
    match player {
        MatchPlayer::Random => Text::new("Random", "随机"),
        MatchPlayer::External { name } => Text::same(name.as_str()),
        MatchPlayer::Engine { level } => {
            let title = level_title(game, level);
            let title = title.unwrap_or_else(|| Text::same(level.as_str()));
            Text::new(format!("Xun {}", title.en.to_lowercase()), format!("寻 {}", title.zh))
        }
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            let short = if algorithm == "minimax" { "minimax" } else { "α-β" };
            let whole = |first: String, rest: Vec<String>| {
                std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" + ")
            };
            let en = refinements.clone();
            let zh = refinements.iter().map(|name| in_chinese(name)).collect();
            Text::new(
                whole(format!("{short} {depth}"), en),
                whole(format!("{short} {depth} 层"), zh),
            )
        }
    }
}

/// A refinement in a few Chinese characters, as the page's switches have it.
fn in_chinese(name: &str) -> String {
    name.parse().map_or_else(
        |_| name.to_owned(),
        |refinement: Refinement| refinement.text().zh.into_owned(),
    )
}

/// The refinements that are switched on. A match has one thread a game, so those that need more are
/// off.
fn refinements_of(names: &[String]) -> Result<Vec<&str>, Text> {
    for name in names {
        let known: Result<Refinement, UnknownRefinement> = name.parse();
        known.map_err(|error| Text::same(error.to_string()))?;
    }
    let alone = |name: &&str| {
        !matches!(name.parse(), Ok(Refinement::ParallelRoot | Refinement::ParallelTable))
    };
    Ok(names.iter().map(String::as_str).filter(alone).collect())
}

/// The player as this crate's arena describes it, with so many bytes for its table.
pub(super) fn spec(
    player: &MatchPlayer,
    game: Game,
    engines: &[ExternalEngine],
    memory: u64,
) -> Result<PlayerSpec, PlayerError> {
    let hash = ("Hash", (memory >> 20).clamp(1, 64).to_string());
    let (kind, options) = match player {
        MatchPlayer::Random => (PlayerKind::Random, Vec::new()),
        MatchPlayer::Engine { level } => (PlayerKind::Xun, vec![hash, ("Level", level.clone())]),
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            let refinements = match refinements_of(refinements) {
                Ok(names) if !names.is_empty() => names.join(","),
                _ => "none".to_owned(),
            };
            let options = vec![
                hash,
                ("algorithm", algorithm.clone()),
                ("refinements", refinements),
                ("depth", depth.to_string()),
            ];
            (PlayerKind::Textbook, options)
        }
        MatchPlayer::External { name } => {
            let engine = engines.iter().find(|engine| engine.name == *name);
            let engine = engine.ok_or_else(|| {
                PlayerError::Unavailable(format!("{name} is no longer configured"))
            })?;
            return Ok(engine.player(game));
        }
    };
    let options = options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(PlayerSpec { name: String::new(), kind, options, control: None })
}
