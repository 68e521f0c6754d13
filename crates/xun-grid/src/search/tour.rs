//! Paths through way-points, in the given order or in the best one (Held and Karp 1962).

use super::questions::check;
use super::searcher::Searcher;
use crate::{
    Cell, Event, Finding, Limits, Moves, Observer, Outcome, Path, QueryError, Reply, Silent,
};
use std::time::Instant;

/// The most way-points whose best order is searched.
pub const MOST_STOPS: usize = 15;

/// The order in which way-points are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopOrder {
    /// As they are given.
    Given,
    /// The cheapest of all orders; for at most [`MOST_STOPS`].
    Best,
}

/// The end of a path through way-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// At the last way-point, whichever that is.
    LastStop,
    /// At this cell.
    At(Cell),
    /// Where it began.
    Start,
}

/// A path through way-points.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tour {
    /// The way-points in the order in which they are visited, as places in the given list.
    pub order: Vec<usize>,
    /// The whole path.
    pub path: Path,
    /// The cost of each leg: to each way-point in turn and, where there is one, to the end.
    pub legs: Vec<f64>,
}

impl Searcher<'_> {
    /// The cheapest path from the start through all way-points, in the given or in the best order,
    /// to the finish.
    ///
    /// ```
    /// use xun_grid::{Cell, Finish, Limits, Map, Moves, Searcher, StopOrder};
    ///
    /// let map = Map::open(1, 10)?;
    /// let stops = [Cell::new(0, 9), Cell::new(0, 2), Cell::new(0, 6)];
    /// let mut searcher = Searcher::new(&map);
    /// let reply = searcher.tour(
    ///     Cell::new(0, 4),
    ///     &stops,
    ///     Finish::LastStop,
    ///     StopOrder::Best,
    ///     Moves::Four,
    ///     &Limits::default(),
    /// )?;
    /// let tour = reply.found().unwrap();
    /// assert_eq!((&tour.order[..], tour.path.cost), (&[1, 2, 0][..], 9.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a cell is outside the map or in a wall, or if there are more than [`MOST_STOPS`]
    /// way-points to bring into the best order.
    pub fn tour(
        &mut self,
        start: Cell,
        stops: &[Cell],
        finish: Finish,
        order: StopOrder,
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<Tour>, QueryError> {
        self.tour_seen(start, stops, finish, order, moves, limits, &mut Silent)
    }

    /// The same, with an observer.
    #[expect(clippy::too_many_arguments, reason = "those of the public function and an observer")]
    pub(crate) fn tour_seen(
        &mut self,
        start: Cell,
        stops: &[Cell],
        finish: Finish,
        order: StopOrder,
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Tour>, QueryError> {
        let began = Instant::now();
        check(self.map(), "start", &[start])?;
        if !stops.is_empty() {
            check(self.map(), "way-point", stops)?;
        }
        let end = match finish {
            Finish::LastStop => None,
            Finish::At(cell) => Some(cell),
            Finish::Start => Some(start),
        };
        if let Some(end) = end {
            check(self.map(), "goal", &[end])?;
        }
        let mut statistics = crate::Statistics::default();
        let order = match order {
            StopOrder::Given => (0..stops.len()).collect(),
            StopOrder::Best if stops.len() > MOST_STOPS => {
                let (found, most) = (stops.len(), MOST_STOPS);
                return Err(QueryError::TooManyStops { found, most });
            }
            StopOrder::Best => {
                let mut points = vec![start];
                points.extend(stops);
                points.extend(end);
                let reply = self.ticks_between(&points, &points, moves, limits, observer)?;
                statistics = reply.statistics;
                let best = match reply.finding {
                    Finding::Found(between) => best_order(&between, stops.len(), end.is_some()),
                    _ => return Ok(Reply::new(Finding::Stopped, statistics)),
                };
                let Some(best) = best else {
                    return Ok(Reply::new(Finding::Impossible, statistics));
                };
                best
            }
        };
        let (mut cells, mut legs, mut at) = (vec![start], Vec::new(), start);
        let targets = order.iter().map(|&stop| stops[stop]).chain(end);
        for target in targets {
            observer.event(Event::NewSearch { cell: at });
            let answer = self.cheapest(at, target, moves, limits, observer)?;
            statistics.expanded += answer.statistics.expanded;
            statistics.generated += answer.statistics.generated;
            statistics.memory = statistics.memory.max(answer.statistics.memory);
            statistics.time = began.elapsed();
            match answer.outcome {
                Outcome::Found(path) => {
                    cells.extend(&path.cells[1..]);
                    legs.push(path.cost);
                }
                Outcome::Impossible => return Ok(Reply::new(Finding::Impossible, statistics)),
                Outcome::Stopped => return Ok(Reply::new(Finding::Stopped, statistics)),
            }
            at = target;
        }
        let (_, grid, _) = self.flood_parts();
        let tour = Tour { order, path: grid.path(cells), legs };
        statistics.time = began.elapsed();
        Ok(Reply::new(Finding::Found(tour), statistics))
    }
}

/// The cheapest order of the way-points, given the costs between start, way-points and end.
fn best_order(between: &[Vec<Option<u64>>], stops: usize, has_end: bool) -> Option<Vec<usize>> {
    if stops == 0 {
        return Some(Vec::new());
    }
    let all = (1_usize << stops) - 1;
    // The least cost of visiting a set of way-points, ending at one of them; and the one before.
    let mut least = vec![None::<u64>; (all + 1) * stops];
    let mut before = vec![0_u8; (all + 1) * stops];
    for stop in 0..stops {
        least[(1 << stop) * stops + stop] = between[0][stop + 1];
    }
    for visited in 1..=all {
        for last in (0..stops).filter(|last| visited & 1 << last != 0) {
            let Some(cost) = least[visited * stops + last] else { continue };
            for next in (0..stops).filter(|next| visited & 1 << next == 0) {
                let Some(leg) = between[last + 1][next + 1] else { continue };
                let entry = (visited | 1 << next) * stops + next;
                if least[entry].is_none_or(|known| cost + leg < known) {
                    least[entry] = Some(cost + leg);
                    before[entry] = last as u8;
                }
            }
        }
    }
    let whole = |last: usize| {
        let to_end = if has_end { between[last + 1][stops + 1]? } else { 0 };
        Some((least[all * stops + last]? + to_end, last))
    };
    let (_, mut last) = (0..stops).filter_map(whole).min()?;
    let (mut visited, mut order) = (all, Vec::with_capacity(stops));
    loop {
        order.push(last);
        let previous = usize::from(before[visited * stops + last]);
        visited &= !(1 << last);
        if visited == 0 {
            break;
        }
        last = previous;
    }
    order.reverse();
    Some(order)
}
