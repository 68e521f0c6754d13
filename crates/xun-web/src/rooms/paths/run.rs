//! A search on the page: first with an observer that sends every event, then once more without one,
//! so that the time shown is the search's own.

use super::problem_of;
use super::words::caution;
use crate::message::paths::{EventKind, Events, Run, RunOutcome, RunResult};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xun_grid::supply::{self, Purchase, TankState};
use xun_grid::{
    Answer as Found, Event, Limits, Map, Observer, Options, Outcome, Path, Problem, Silent,
    SolveError, UnknownName, Unsupported, solve,
};
use xun_messages::Message as _;

/// Events that one search may send.
const MOST_EVENTS: usize = 400_000;
/// Events in one message.
const CHUNK: usize = 4_096;
/// The time that a search may take on the page.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Searches, and sends events and result.
pub(crate) async fn run(wanted: Run, responder: Responder) {
    let asked = problem_of(&wanted.map).and_then(|problem| Ok((options_of(&wanted)?, problem)));
    let (options, problem) = match asked {
        Ok(asked) => asked,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    let turn = responder.shared.budget.turn(responder.session).await;
    let sender = responder.clone();
    let result = turn.work(move |_| both(&options, &problem, wanted.trace, &sender)).await;
    match result {
        Some(Ok(result)) => responder.last(Answer::PathResult(result)).await,
        Some(Err(refusal)) => responder.refuse(refusal).await,
        None => responder.refuse(crate::responder::missing("The search failed", "搜索失败")).await,
    }
}

/// The library's options by the names of the menu.
pub(super) fn options_of(wanted: &Run) -> Result<Options, Refusal> {
    let unknown = |error: UnknownName| Refusal::input(Text::same(error.to_string()));
    Ok(Options {
        algorithm: wanted.algorithm.parse().map_err(unknown)?,
        heuristic: Some(wanted.heuristic.parse().map_err(unknown)?),
        moves: wanted.moves.parse().map_err(unknown)?,
        weight: wanted.weight.unwrap_or(Options::default().weight),
    })
}

fn both(
    options: &Options,
    problem: &Problem,
    trace: bool,
    responder: &Responder,
) -> Result<RunResult, Refusal> {
    let mut sender = EventSender::new(problem.map(), responder.clone());
    let ended = Arc::clone(&sender.stop);
    let traced = if trace { Some(search(options, problem, &ended, &mut sender)?) } else { None };
    sender.flush();
    let silent = search(options, problem, &responder.stop, &mut Silent)?;
    // A search that ended while it was observed is shown even if the silent one was stopped.
    let stopped = matches!(silent.outcome, Outcome::Stopped);
    let answer = match traced {
        Some(traced) if stopped => traced,
        _ => silent,
    };
    Ok(result(options, problem, &answer, sender.truncated))
}

pub(super) fn search(
    options: &Options,
    problem: &Problem,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Found, Refusal> {
    let deadline = Some(Instant::now() + TIME_LIMIT);
    let limits = Limits { stop: Some(stop), expansions: None, deadline };
    solve(problem, options, &limits, observer).map_err(|error| Refusal::input(refusal(&error)))
}

/// Why an algorithm does not search a problem; the page shows it beside the algorithm's title.
pub(super) fn refusal(error: &SolveError) -> Text {
    let SolveError::Unsupported { what, .. } = error else { return error.text() };
    match what {
        Unsupported::WeightedTerrain => {
            Text::fixed("not for terrain of different costs", "不处理带权地形")
        }
        Unsupported::Moves(_) => Text::fixed("not for these moves", "不支持这种走法"),
        Unsupported::TooLong | Unsupported::TooManyCells => {
            Text::fixed("not for a map this large", "不支持这么大的地图")
        }
        _ => error.text(),
    }
}

pub(super) fn result(
    options: &Options,
    problem: &Problem,
    answer: &Found,
    truncated: bool,
) -> RunResult {
    let statistics = &answer.statistics;
    let path = answer.path();
    let stops = answer.stops(problem);
    RunResult {
        outcome: match &answer.outcome {
            Outcome::Found(_) => RunOutcome::Found,
            Outcome::Impossible => RunOutcome::Impossible,
            Outcome::Stopped => RunOutcome::Stopped,
        },
        path: path.map_or_else(Vec::new, |path| {
            path.cells.iter().map(|&cell| problem.map().index(cell) as u32).collect()
        }),
        reached: reached(problem, answer),
        supply: stops.iter().map(|stop| stop.supply as i32).collect(),
        cost: path.map(|path| path.cost),
        expanded: statistics.expanded as f64,
        generated: statistics.generated as f64,
        reopened: statistics.reopened as f64,
        largest_frontier: statistics.largest_frontier as f64,
        bounds: statistics
            .bounds
            .iter()
            .take(10_000)
            .map(|bound| [bound.bound, bound.nodes as f64])
            .collect(),
        seconds: statistics.time.as_secs_f64(),
        memory: statistics.memory as f64,
        truncated,
        warning: caution(answer.guarantee, &options.warnings(problem)),
        explanation: explain(problem, answer, &stops),
        picture: None,
    }
}

/// The cost so far on each cell of the path: the terrain entered, or the money of a search for
/// least money.
fn reached(problem: &Problem, answer: &Found) -> Vec<f64> {
    let Some(path) = answer.path() else { return Vec::new() };
    if answer.algorithm.capabilities().prices {
        let mut purchases = answer.purchases.iter().peekable();
        let mut paid = 0;
        let money = |step| {
            while let Some(purchase) = purchases.next_if(|purchase| purchase.step < step) {
                paid += purchase.money();
            }
            paid as f64
        };
        return (0..path.cells.len()).map(money).collect();
    }
    costs_along(problem.map(), path)
}

/// The cost so far on each cell of a path: the terrain entered.
pub(super) fn costs_along(map: &Map, path: &Path) -> Vec<f64> {
    let mut sum = 0.0;
    let mut costs = vec![sum];
    for (step, &cell) in path.moves().zip(&path.cells[1..]) {
        let length = if step.letter().is_some() { 1.0 } else { std::f64::consts::SQRT_2 };
        sum += length * f64::from(map.terrain(cell).cost());
        costs.push(rounded(sum));
    }
    costs
}

/// Without the drift of sums.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn explain(problem: &Problem, answer: &Found, stops: &[TankState]) -> Vec<Text> {
    let Some(carried) = problem.supply() else {
        return match &answer.outcome {
            Outcome::Impossible => {
                vec![Text::new("Walls part the start from the goal.", "墙把起点与终点隔开了。")]
            }
            _ => Vec::new(),
        };
    };
    match &answer.outcome {
        Outcome::Found(_) if problem.has_prices() => purchases(answer),
        Outcome::Found(_) => {
            let refills: Vec<String> = stops
                .iter()
                .skip(1)
                .filter(|stop| stop.supply > stop.arrival)
                .map(|stop| format!("{} ({} → {})", stop.cell, stop.arrival, stop.supply))
                .collect();
            if refills.is_empty() {
                vec![Text::new(
                    "No station is needed: one tank is enough.",
                    "不需要补给站：一箱油就够。",
                )]
            } else {
                let list = refills.join(", ");
                vec![Text::new(format!("Refills at {list}."), format!("在 {list} 补给。"))]
            }
        }
        Outcome::Impossible => match supply::smallest_tank(problem) {
            Some(tank) => vec![Text::new(
                format!(
                    "With a tank of {} there is no way; the smallest tank that suffices is {tank}.",
                    carried.tank
                ),
                format!("油箱为 {} 时无路可走；至少需要 {tank}。", carried.tank),
            )],
            None => vec![Text::new(
                "Walls alone prevent it: no tank is large enough.",
                "墙挡住了去路：油箱再大也没用。",
            )],
        },
        Outcome::Stopped => Vec::new(),
    }
}

/// The purchases on the way.
fn purchases(answer: &Found) -> Vec<Text> {
    if answer.purchases.is_empty() {
        return vec![Text::new("Nothing has to be bought on the way.", "途中无需购买补给。")];
    }
    let one = |bought: &Purchase| {
        let Purchase { cell, units, price, .. } = bought;
        let money = bought.money();
        Text::new(
            format!("At {cell}: buys {units} at {price} each for {money}."),
            format!("在 {cell}：以单价 {price} 购买 {units}，共 {money}。"),
        )
    };
    answer.purchases.iter().map(one).collect()
}

/// Sends events in chunks, and ends the search when there are too many to look at.
pub(super) struct EventSender<'a> {
    map: &'a Map,
    responder: Responder,
    chunk: Events,
    sent: usize,
    pub(super) truncated: bool,
    pub(super) stop: Arc<AtomicBool>,
}

impl<'a> EventSender<'a> {
    pub(super) fn new(map: &'a Map, responder: Responder) -> Self {
        Self {
            map,
            responder,
            chunk: Events::default(),
            sent: 0,
            truncated: false,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    pub(super) fn flush(&mut self) {
        if !self.chunk.kind.is_empty() {
            self.sent += self.chunk.kind.len();
            self.responder.tell_from_thread(Answer::PathEvents(std::mem::take(&mut self.chunk)));
        }
        if self.responder.stopped() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl EventSender<'_> {
    /// Kind and place of an event that only the other questions have; sends its numbers.
    fn of_question(&mut self, event: Event) -> Option<(EventKind, i32)> {
        let place = |cell| self.map.index(cell) as i32;
        let (kind, cell, numbers) = match event {
            Event::NewSearch { cell } => (EventKind::NewSearch, place(cell), Vec::new()),
            Event::See { cell } => (EventKind::See, place(cell), Vec::new()),
            Event::Move { cell } => (EventKind::Move, place(cell), Vec::new()),
            Event::Replan { number } => (EventKind::Replan, -1, vec![number as f64]),
            Event::Step { time } => (EventKind::Step, -1, vec![f64::from(time)]),
            Event::Conflict { cell, time, agents: [one, other] } => {
                (EventKind::Conflict, place(cell), [time, one, other].map(f64::from).to_vec())
            }
            Event::Cone { root, left, right } => {
                let points = [root, left, right];
                let numbers = points.iter().flat_map(|point| [point.row, point.column]);
                (EventKind::Cone, -1, numbers.map(rounded).collect())
            }
            _ => return None,
        };
        if !numbers.is_empty() {
            self.chunk.numbers.push(numbers);
        }
        Some((kind, cell))
    }
}

impl Observer for EventSender<'_> {
    fn event(&mut self, event: Event) {
        if self.truncated {
            return;
        }
        let place = |cell| self.map.index(cell) as i32;
        let left = |supply: Option<u32>| supply.map_or(-1, |supply| supply as i32);
        let (kind, cell, parent, g, h, supply) = match event {
            Event::Generate { cell, parent, g, h, supply } => {
                (EventKind::Generate, place(cell), parent.map_or(-1, place), g, h, left(supply))
            }
            Event::Expand { cell, g, h, supply } => {
                (EventKind::Expand, place(cell), -2, g, h, left(supply))
            }
            Event::Reopen { cell, g } => (EventKind::Reopen, place(cell), -2, g, -1.0, -1),
            Event::Close { cell } => (EventKind::Close, place(cell), -2, -1.0, -1.0, -1),
            Event::NewBound { bound } => (EventKind::NewBound, -1, -2, bound, -1.0, -1),
            Event::Refill { cell, supply } => {
                (EventKind::Refill, place(cell), -2, -1.0, -1.0, supply as i32)
            }
            Event::DeadEnd { cell, supply } => {
                (EventKind::DeadEnd, place(cell), -2, -1.0, -1.0, left(supply))
            }
            Event::Found { cell, g } => (EventKind::Found, place(cell), -2, g, -1.0, -1),
            other => match self.of_question(other) {
                Some((kind, cell)) => (kind, cell, -2, -1.0, -1.0, -1),
                None => return,
            },
        };
        // Numbers of JSON are finite.
        let finite = |value: f64| if value.is_finite() { rounded(value) } else { -1.0 };
        self.chunk.kind.push(kind);
        self.chunk.cell.push(cell);
        self.chunk.parent.push(parent);
        self.chunk.g.push(finite(g));
        self.chunk.h.push(finite(h));
        self.chunk.supply.push(supply);
        if self.chunk.kind.len() >= CHUNK {
            self.flush();
            if self.sent >= MOST_EVENTS {
                self.truncated = true;
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
