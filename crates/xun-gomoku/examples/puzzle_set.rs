//! Measures the threat solver on a set of problems: how many are solved, and how fast.
//!
//! A line of the set is `KIND TAB SIDE TAB STONES`; the stones alternate black and white and are a
//! diagram, in no order of play. The first line is the heading.
//!
//! ```text
//! cargo run --release -p xun-gomoku --example puzzle_set -- FILE RULE LIMIT [KIND [LINE]]
//! ```
//!
//! `LIMIT` is in seconds, or in positions with an `n` behind it. Times are of the processor where
//! the system tells them (Linux), so that a busy machine does not distort them.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use xun_gomoku::notation::parse_moves;
use xun_gomoku::rules::{Board, Colour, Position, Rule, Size};
use xun_gomoku::threat::{Effort, ThreatResult, solve, verify};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [file, rule, limit, rest @ ..] = arguments else {
        return Err("arguments: FILE RULE LIMIT [KIND [LINE]]".to_owned());
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let rule: Rule = rule.parse().map_err(|error| format!("{rule}: {error}"))?;
    let effort = effort_of(limit)?;
    let (wanted, line_number) = (rest.first().map(String::as_str), rest.get(1));
    let mut kinds: Vec<(&str, Vec<Option<f64>>)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let [kind, side, stones] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        if wanted.is_some_and(|wanted| wanted != kind && wanted != "all")
            || line_number.is_some_and(|line| *line != number.to_string())
        {
            continue;
        }
        let time = solve_one(number, kind, &board_of(rule, side, stones)?, &effort)?;
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, times)) => times.push(time),
            None => kinds.push((kind, vec![time])),
        }
    }
    for (kind, times) in kinds {
        let mut solved: Vec<f64> = times.iter().copied().flatten().collect();
        solved.sort_by(f64::total_cmp);
        let (count, all, total) = (solved.len(), times.len(), solved.iter().sum::<f64>());
        let share = 100.0 * count as f64 / all as f64;
        let at =
            |part: f64| solved.get((count as f64 * part) as usize).copied().unwrap_or(f64::NAN);
        let (median, most) = (at(0.5), at(0.9));
        println!(
            "{kind}: {count} of {all} ({share:.1} %) within {limit}; \
             median {median:.4} s, 90 % {most:.4} s, total {total:.2} s"
        );
    }
    Ok(())
}

/// Solves one problem, prints a line about it, and returns the time if it is solved.
fn solve_one(
    number: usize,
    kind: &str,
    board: &Board,
    effort: &Effort,
) -> Result<Option<f64>, String> {
    let (began, processor) = (Instant::now(), processor_time());
    let solution = solve(board, effort, None);
    let wall = began.elapsed();
    let time = processor_time()
        .zip(processor)
        .map_or(wall, |(now, before)| now.saturating_sub(before))
        .as_secs_f64();
    let (solved, answer) = match &solution.verdict {
        ThreatResult::Win { proof, .. } => {
            verify(board, proof).map_err(|fault| format!("line {number}: {fault}"))?;
            (Some(time), format!("win in {} with {} moves", proof.length(), proof.size()))
        }
        other => (None, format!("{other:?}")),
    };
    let wall = wall.as_secs_f64();
    println!(
        "{number:4} {kind:5} {time:9.4} s ({wall:.3} s) {:9} positions: {answer}",
        solution.nodes
    );
    Ok(solved)
}

fn effort_of(limit: &str) -> Result<Effort, String> {
    let fault = || format!("{limit}: expected seconds such as 5, or positions such as 1000000n");
    if let Some(nodes) = limit.strip_suffix('n') {
        return Ok(Effort { nodes: nodes.parse().map_err(|_| fault())?, ..Effort::default() });
    }
    let seconds: f64 = limit.parse().map_err(|_| fault())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| fault())?;
    Ok(Effort { time: Some(time), nodes: u64::MAX, ..Effort::default() })
}

/// The time that this process has had a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn board_of(rule: Rule, side: &str, stones: &str) -> Result<Board, String> {
    let points = parse_moves(stones, Size::STANDARD).map_err(|error| error.to_string())?;
    let stones: Vec<_> = points
        .into_iter()
        .enumerate()
        .map(|(number, point)| (point, Colour::to_move_after(number)))
        .collect();
    let position = Position::from_stones(Size::STANDARD, rule, &stones, None)
        .map_err(|error| error.to_string())?;
    let mut board = position.into_board();
    board.set_side(if side == "black" { Colour::Black } else { Colour::White });
    Ok(board)
}
