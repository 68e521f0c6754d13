//! Measures the threat solver on a set of problems: how many are solved, and how fast.
//!
//! A line of the set is `KIND TAB SIDE TAB STONES`; the stones alternate black and white and are a
//! diagram, in no order of play. The first line is the heading.
//!
//! ```text
//! cargo run --release -p xun-gomoku --example puzzle_set -- FILE RULE SECONDS [KIND [NUMBER]]
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};
use xun_gomoku::notation::parse_moves;
use xun_gomoku::rules::{Board, Colour, Position, Rule, Size};
use xun_gomoku::threat::{Effort, Verdict, solve, verify};

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
    let [file, rule, seconds, rest @ ..] = arguments else {
        return Err("arguments: FILE RULE SECONDS [KIND [NUMBER]]".to_owned());
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let rule: Rule = rule.parse().map_err(|error| format!("{rule}: {error}"))?;
    let seconds: f64 = seconds.parse().map_err(|error| format!("{seconds}: {error}"))?;
    let number: Option<usize> = rest.get(1).map(|text| text.parse().unwrap_or(0));
    let effort = Effort {
        time: Some(Duration::from_secs_f64(seconds)),
        nodes: u64::MAX,
        ..Effort::default()
    };
    let mut kinds: Vec<(String, Vec<Option<f64>>)> = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let [kind, side, stones] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        if rest.first().is_some_and(|wanted| wanted != kind && wanted != "all")
            || number.is_some_and(|number| number != index + 1)
        {
            continue;
        }
        let board =
            board_of(rule, side, stones).map_err(|fault| format!("line {}: {fault}", index + 1))?;
        let began = Instant::now();
        let solution = solve(&board, &effort, None);
        let time = began.elapsed().as_secs_f64();
        let mut solved = None;
        let answer = match &solution.verdict {
            Verdict::Win { proof, .. } => {
                verify(&board, proof).map_err(|fault| format!("line {}: {fault}", index + 1))?;
                solved = Some(time);
                format!("win in {:3}, {:6} moves", proof.length(), proof.size())
            }
            other => format!("{other:?}"),
        };
        println!("{:4} {kind:5} {time:9.4} s {:10} nodes  {answer}", index + 1, solution.nodes);
        match kinds.iter_mut().find(|(known, _)| known == kind) {
            Some((_, times)) => times.push(solved),
            None => kinds.push((kind.to_owned(), vec![solved])),
        }
    }
    for (kind, times) in kinds {
        let mut solved: Vec<f64> = times.iter().copied().flatten().collect();
        solved.sort_by(f64::total_cmp);
        let (count, all) = (solved.len(), times.len());
        let share = 100.0 * count as f64 / all as f64;
        let at =
            |part: f64| solved.get((count as f64 * part) as usize).copied().unwrap_or(f64::NAN);
        println!(
            "{kind:5} {count} of {all} ({share:.1} %) within {seconds} s; median {:.4} s, 90 % {:.4} s, total {:.1} s",
            at(0.5),
            at(0.9),
            solved.iter().sum::<f64>()
        );
    }
    Ok(())
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
