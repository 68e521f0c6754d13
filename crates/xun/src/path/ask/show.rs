//! `--watch` of the questions: records the events of the searches and plays them.

use super::{AskOptions, Question};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::watch::playback::{cells_between, joined};
use crate::path::watch::recording::Recording;
use crate::path::watch::show;
use clap::Args;
use xun_grid::trace::Recorder;
use xun_grid::{Cell, Finding, Limits, Map, Moves, Outcome, Path, Problem, Response, Supply, ask};
use xun_messages::grid;

/// The question in the library's words.
pub(super) type Asked = xun_grid::Question;

/// Events that are recorded at most.
const MOST_EVENTS: usize = 2_000_000;

/// The option that plays the searches.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct WatchOption {
    /// Play a search in the terminal: run, pause, step forwards and backwards
    #[arg(long, conflicts_with = "json")]
    pub(super) watch: bool,
}

/// Asks, and plays the searches of the answer between these ends.
pub(super) fn play(
    options: &AskOptions,
    question: &Question,
    asked: &Asked,
    ends: (Cell, Cell),
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let scenery = Scenery { map: &question.map, supply: None, ends };
    let limits = options.limits(context);
    let recording = record(&scenery, asked, options.moves(), &limits, context.language)
        .map_err(|error| question.refused(&error, context.language))?;
    show(recording, &question.name, (10, true), context)
}

/// The map that is drawn.
pub(super) struct Scenery<'a> {
    pub(super) map: &'a Map,
    pub(super) supply: Option<Supply>,
    pub(super) ends: (Cell, Cell),
}

/// Asks, and records what the searches do.
pub(super) fn record(
    scenery: &Scenery<'_>,
    asked: &Asked,
    moves: Moves,
    limits: &Limits<'_>,
    language: Language,
) -> Result<Recording, xun_grid::QueryError> {
    let map = scenery.map;
    let mut recorder = Recorder::new(MOST_EVENTS);
    let reply = ask(map, asked, moves, limits, &mut recorder)?;
    let (outcome, ways, words) = match &reply.finding {
        Finding::Found(found) => {
            let ways = match found {
                Response::Line(line) => {
                    line.points.windows(2).map(|pair| cells_between(pair[0], pair[1])).collect()
                }
                other => other.ways(map),
            };
            let path = Path { cells: joined(&ways), cost: 0.0 };
            let all_reached = !matches!(found, Response::Discovery(found) if !found.reached);
            let outcome = if all_reached { Outcome::Found(path) } else { Outcome::Impossible };
            (outcome, ways, Some(grid::answer(found).pick(language).to_owned()))
        }
        Finding::Impossible => (Outcome::Impossible, Vec::new(), None),
        Finding::Stopped => (Outcome::Stopped, Vec::new(), None),
    };
    // A goal in a wall cannot be drawn as one.
    let (start, goal) = scenery.ends;
    let end = ways.last().and_then(|way| way.last()).copied().unwrap_or(start);
    let goal = if map.is_open(goal) { goal } else { end };
    let problem = Problem::with_supply(map.clone(), start, goal, scenery.supply.clone())?;
    let dropped = recorder.dropped();
    let events = recorder.into_events();
    let ways = if matches!(asked, Asked::Agents { .. }) { ways } else { Vec::new() };
    let by = name(asked).to_owned();
    Ok(Recording { problem, outcome, events, dropped, by, ways, words })
}

/// The name of the search.
fn name(asked: &Asked) -> &'static str {
    match asked {
        Asked::Nearest { .. } => "nearest",
        Asked::NearestGoal { .. } | Asked::AllGoals { .. } => "goals",
        Asked::Tour { .. } => "tour",
        Asked::Field { .. } => "field",
        Asked::Angle { method, .. } => method.name(),
        Asked::Discover { .. } => "D* Lite",
        Asked::Trip { .. } => "trip",
        Asked::Agents { method, .. } => method.name(),
        _ => "",
    }
}
