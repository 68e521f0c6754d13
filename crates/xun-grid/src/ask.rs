//! Any question about a map, with an observer: one call for the programs that draw the answer.
//! The functions that answer one kind of question each ([`Searcher`], [`AngleSearcher`],
//! [`discover`](crate::discover), [`trip`](crate::trip), [`agents`](crate::agents)) do the same
//! without an observer.

use crate::agents::{Agent, AgentMethod, AgentPlan, plan_seen as plan_agents};
use crate::any_angle::{AngleMethod, AngleSearcher, Polyline};
use crate::discover::discover_seen;
use crate::trip::{Graph, Plan, Trip, plan_seen as plan_trip};
use crate::{
    Cell, Direction, Discovery, Field, Finding, Finish, Limits, Map, Moves, NearestPoint, Observer,
    Path, QueryError, Reply, Searcher, StopOrder, Tour,
};

/// A question about a map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Question {
    /// The reachable cell nearest to the goal: [`Searcher::nearest_reachable`].
    Nearest {
        /// The start.
        start: Cell,
        /// The goal, which may be a wall.
        goal: Cell,
    },
    /// The cheapest of all paths from a start to a goal: [`Searcher::nearest_goal`].
    NearestGoal {
        /// The starts.
        starts: Vec<Cell>,
        /// The goals.
        goals: Vec<Cell>,
    },
    /// The cheapest path to each goal: [`Searcher::all_goals`].
    AllGoals {
        /// The starts.
        starts: Vec<Cell>,
        /// The goals.
        goals: Vec<Cell>,
    },
    /// The cheapest path through way-points: [`Searcher::tour`].
    Tour {
        /// The start.
        start: Cell,
        /// The way-points.
        stops: Vec<Cell>,
        /// The end.
        finish: Finish,
        /// The order of the way-points.
        order: StopOrder,
    },
    /// The cost of every cell from or to the nearest source: [`Searcher::field`].
    Field {
        /// The sources.
        sources: Vec<Cell>,
        /// The direction of the paths.
        direction: Direction,
    },
    /// A path at any angle: [`AngleSearcher::search`].
    Angle {
        /// The start.
        start: Cell,
        /// The goal.
        goal: Cell,
        /// The search.
        method: AngleMethod,
    },
    /// The way of a robot that discovers the map: [`discover`](crate::discover).
    Discover {
        /// The start.
        start: Cell,
        /// The goal.
        goal: Cell,
        /// Rows and columns that it sees around it.
        sight: u32,
    },
    /// A trip with limited supply: [`trip::plan`](crate::trip::plan). The moves are those of the
    /// graph.
    Trip {
        /// The map's graph with its stations.
        graph: Graph,
        /// The trip.
        trip: Trip,
    },
    /// A plan of several agents, which take four moves: [`agents::plan`](crate::agents::plan).
    Agents {
        /// The agents.
        agents: Vec<Agent>,
        /// The search.
        method: AgentMethod,
    },
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// To [`Question::Nearest`].
    Nearest(NearestPoint),
    /// To [`Question::NearestGoal`].
    Path(Path),
    /// To [`Question::AllGoals`]: none where there is no way.
    Paths(Vec<Option<Path>>),
    /// To [`Question::Tour`].
    Tour(Tour),
    /// To [`Question::Field`].
    Field(Field),
    /// To [`Question::Angle`].
    Line(Polyline),
    /// To [`Question::Discover`].
    Discovery(Discovery),
    /// To [`Question::Trip`].
    Plan(Plan),
    /// To [`Question::Agents`].
    Agents(AgentPlan),
}

impl Response {
    /// The cells of the paths to draw, one list for each path.
    #[must_use]
    pub fn ways(&self, map: &Map) -> Vec<Vec<Cell>> {
        match self {
            Self::Nearest(found) => vec![found.path.cells.clone()],
            Self::Path(path) => vec![path.cells.clone()],
            Self::Paths(paths) => paths.iter().flatten().map(|path| path.cells.clone()).collect(),
            Self::Tour(tour) => vec![tour.path.cells.clone()],
            Self::Discovery(found) => vec![found.path.cells.clone()],
            Self::Plan(plan) => vec![plan.nodes.iter().map(|&node| map.cell(node)).collect()],
            Self::Agents(plan) => plan.ways.clone(),
            Self::Field(_) | Self::Line(_) => Vec::new(),
        }
    }
}

/// Answers a question. The observer hears of every event of the searches.
///
/// ```
/// use xun_grid::trace::Recorder;
/// use xun_grid::{Cell, Limits, Map, Moves, Question, Response, ask};
///
/// let map = Map::open(3, 4)?;
/// let question = Question::Nearest { start: Cell::new(0, 0), goal: Cell::new(2, 3) };
/// let mut events = Recorder::new(1000);
/// let reply = ask(&map, &question, Moves::Four, &Limits::default(), &mut events)?;
/// let Some(Response::Nearest(nearest)) = reply.found() else { panic!("there is a way") };
/// assert_eq!(nearest.path.steps(), 5);
/// assert!(events.events().len() > 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As the functions that answer one kind of question each.
pub fn ask(
    map: &Map,
    question: &Question,
    moves: Moves,
    limits: &Limits<'_>,
    observer: &mut dyn Observer,
) -> Result<Reply<Response>, QueryError> {
    let mut searcher = Searcher::new(map);
    Ok(match question {
        &Question::Nearest { start, goal } => {
            let reply = searcher.nearest_reachable_seen(start, goal, moves, limits, observer)?;
            as_response(reply, Response::Nearest)
        }
        Question::NearestGoal { starts, goals } => {
            let reply = searcher.nearest_goal_seen(starts, goals, moves, limits, observer)?;
            as_response(reply, Response::Path)
        }
        Question::AllGoals { starts, goals } => {
            let reply = searcher.all_goals_seen(starts, goals, moves, limits, observer)?;
            as_response(reply, Response::Paths)
        }
        Question::Tour { start, stops, finish, order } => {
            let reply =
                searcher.tour_seen(*start, stops, *finish, *order, moves, limits, observer)?;
            as_response(reply, Response::Tour)
        }
        Question::Field { sources, direction } => {
            let reply = searcher.field_seen(sources, *direction, moves, limits, observer)?;
            as_response(reply, Response::Field)
        }
        &Question::Angle { start, goal, method } => {
            let mut searcher = AngleSearcher::new(map)?;
            let reply = searcher.search_seen((start, goal), method, limits, observer)?;
            as_response(reply, Response::Line)
        }
        &Question::Discover { start, goal, sight } => {
            let reply = discover_seen(map, (start, goal), moves, sight, limits, observer)?;
            as_response(reply, Response::Discovery)
        }
        Question::Trip { graph, trip } => {
            as_response(plan_trip(graph, trip, limits, observer)?, Response::Plan)
        }
        Question::Agents { agents, method } => {
            let reply = plan_agents(map, agents, *method, limits, observer)?;
            as_response(reply, Response::Agents)
        }
    })
}

fn as_response<T>(reply: Reply<T>, form: impl FnOnce(T) -> Response) -> Reply<Response> {
    let finding = match reply.finding {
        Finding::Found(found) => Finding::Found(form(found)),
        Finding::Impossible => Finding::Impossible,
        Finding::Stopped => Finding::Stopped,
    };
    Reply::new(finding, reply.statistics)
}
