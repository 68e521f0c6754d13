//! The mazes: fewest steps by A\* and by IDA\*, how many shortest paths there are, times.

use super::reported::{MAZES, MazeCase};
use super::{Course, Line, Lines, ReplicateError, shortest, time_text};
use crate::Text;
use std::collections::VecDeque;
use xun_grid::format::{self, Format};
use xun_grid::{Algorithm, Answer, Cell, Limits, Options, Outcome, Problem, Silent, Step, solve};

pub(super) fn measure(course: &Course<'_>, lines: &mut Lines<'_>) -> Result<(), ReplicateError> {
    for case in &MAZES {
        one(course, case, lines)?;
    }
    Ok(())
}

fn one(course: &Course<'_>, case: &MazeCase, lines: &mut Lines<'_>) -> Result<(), ReplicateError> {
    let (path, bytes) = course.read(&format!("maze/{}", case.file))?;
    let wrong = |reason: String| ReplicateError::Wrong { path: path.clone(), reason };
    let cell = |(row, column)| Some(Cell::new(row, column));
    let problem = format::read(&bytes, Some(Format::Matrix), None)
        .map_err(|faults| wrong(faults.to_string()))?
        .into_problem(cell(case.from), cell(case.to))
        .map_err(|error| wrong(error.to_string()))?;
    let run = |algorithm| -> Result<Answer, ReplicateError> {
        let options = Options { algorithm, ..Options::default() };
        let limits = Limits { stop: Some(course.stop.flag()), ..Limits::default() };
        let answer = solve(&problem, &options, &limits, &mut Silent)
            .map_err(|error| wrong(error.to_string()))?;
        if answer.outcome == Outcome::Stopped { Err(ReplicateError::Stopped) } else { Ok(answer) }
    };
    let searches = [
        (Algorithm::AStar, Text::new("steps, A*", "步数，A*"), Text::new("A*", "A*")),
        (Algorithm::Ida, Text::new("steps, IDA*", "步数，IDA*"), Text::new("IDA*", "IDA*")),
    ];
    for (index, (algorithm, name, time_name)) in searches.into_iter().enumerate() {
        let answer = run(algorithm)?;
        let (steps, letters) = match &answer.outcome {
            Outcome::Found(path) => (path.steps().to_string(), path.letters().unwrap_or_default()),
            _ => ("–".to_owned(), String::new()),
        };
        let line = Line::compared(case.file, name, case.steps.to_string(), steps);
        lines.add(if letters.len() <= 40 { line.noted(letters.clone(), letters) } else { line });
        let mut time = answer.statistics.time;
        if time.as_millis() < 50 {
            time = time
                .min(shortest(9, || run(algorithm).map_or(time, |answer| answer.statistics.time)));
        }
        lines.add(Line::beside(
            case.file,
            time_name,
            time_text(case.times[index]),
            time_text(time),
        ));
    }
    if let Some(ways) = case.ways {
        lines.add(Line::compared(
            case.file,
            Text::new("shortest paths", "最短路径条数"),
            ways.to_string(),
            shortest_paths(&problem).to_string(),
        ));
    }
    Ok(())
}

/// Number of shortest paths from the start to the goal: each cell has as many as its neighbours
/// one step nearer have together.
fn shortest_paths(problem: &Problem) -> u128 {
    let map = problem.map();
    let mut distance = vec![u32::MAX; map.cells()];
    let mut ways = vec![0_u128; map.cells()];
    let start = map.index(problem.start());
    (distance[start], ways[start]) = (0, 1);
    let mut queue = VecDeque::from([problem.start()]);
    while let Some(cell) = queue.pop_front() {
        let here = map.index(cell);
        for next in Step::STRAIGHT.into_iter().filter_map(|step| cell.step(step)) {
            if !map.contains(next) || !map.is_open(next) {
                continue;
            }
            let there = map.index(next);
            if distance[there] == u32::MAX {
                distance[there] = distance[here] + 1;
                queue.push_back(next);
            }
            if distance[there] == distance[here] + 1 {
                ways[there] = ways[there].saturating_add(ways[here]);
            }
        }
    }
    ways[map.index(problem.goal())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_square_has_binomially_many_ways() {
        let document = format::read(b"S...\n....\n....\n...G\n", None, None).unwrap();
        assert_eq!(shortest_paths(&document.into_problem(None, None).unwrap()), 20);
        let document = format::read(b"S#G\n.#.\n...\n", None, None).unwrap();
        assert_eq!(shortest_paths(&document.into_problem(None, None).unwrap()), 1);
        let document = format::read(b"S#G\n", None, None).unwrap();
        assert_eq!(shortest_paths(&document.into_problem(None, None).unwrap()), 0);
    }
}
