//! The opening of a game in the terminal, under any opening rule: a person and the engine place,
//! swap, offer and keep.

use crate::context::Context;
use crate::language::Language;
use std::time::Duration;
use xun_game::{Limits, Stop};
use xun_gomoku::notation::{parse_moves, parse_point};
use xun_gomoku::openings::{
    Choice, Decision, OpeningPolicy, OpeningRule, OpeningSide, Stage, StagedOpening, Zone,
};
use xun_gomoku::rules::{Board, Colour, Point};
use xun_gomoku::search::GomokuEngine;

/// Limits of each search in the opening.
const SEARCH_NODES: u64 = 60_000;
const SEARCH_TIME: Duration = Duration::from_secs(3);

/// Plays the opening on the board; the person's colour afterwards, or nothing if the input ended.
pub(crate) fn play_opening(
    rule: OpeningRule,
    board: &mut Board,
    person: Colour,
    engine: &mut GomokuEngine,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<Option<Colour>> {
    let who = if person == Colour::Black { OpeningSide::First } else { OpeningSide::Second };
    let mut opening = StagedOpening::new(rule, board.size());
    while let Some(stage) = opening.stage() {
        if context.stopped() {
            return Ok(None);
        }
        if stage.player() == who {
            let Some(line) = ask(stage, board, lines, context)? else { return Ok(None) };
            if let Err(reason) = person_does(&line, stage, &mut opening, board, engine, context)? {
                writeln!(context.out, "{reason}")?;
            }
        } else if !engine_does(&mut opening, board, engine, lines, context)? {
            return Ok(None);
        }
    }
    Ok(Some(opening.colour_of(who)))
}

/// Prints a prompt and reads a line of the person.
fn ask(
    stage: Stage,
    board: &Board,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<Option<String>> {
    let number = board.stones() + 1;
    let question = question(stage, number, context.language);
    write!(context.out, "{question} ")?;
    context.out.flush()?;
    Ok(lines.next().transpose()?.map(|line| line.trim().to_ascii_lowercase()))
}

pub(super) fn question(stage: Stage, number: usize, language: Language) -> String {
    match stage {
        Stage::Place { zone, .. } => {
            let place = match zone {
                Zone::Anywhere => language.pick("anywhere", "任意位置").to_owned(),
                Zone::Central(side) => {
                    format!("{} {side}×{side}", language.pick("in the central", "中央"))
                }
                Zone::Outside(side) => {
                    format!("{} {side}×{side}", language.pick("outside the central", "中央以外"))
                }
            };
            match language {
                Language::English => format!("stone {number} ({place}):"),
                Language::Chinese => format!("第 {number} 子（{place}）："),
            }
        }
        Stage::MaySwap { .. } => {
            language.pick("swap colours? (yes, no)", "是否交换黑白？（yes、no）").to_owned()
        }
        Stage::MaySwapOrAddTwo { .. } => language
            .pick(
                "swap colours, or place two more? (yes, no, two)",
                "交换黑白，还是再放两子？（yes、no、two）",
            )
            .to_owned(),
        Stage::SayFifths { most, .. } => {
            format!("{} (1–{most}):", language.pick("how many fifth stones?", "第五手打点数？"))
        }
        Stage::MayOfferTen { .. } => language
            .pick("offer ten fifth stones? (yes, no)", "是否提供十个第五手打点？（yes、no）")
            .to_owned(),
        Stage::Offer { count, .. } => {
            format!("{count} {}:", language.pick("fifth stones", "个第五手打点"))
        }
    }
}

/// Carries out what the person typed, or says why not.
fn person_does(
    line: &str,
    stage: Stage,
    opening: &mut StagedOpening,
    board: &mut Board,
    engine: &mut GomokuEngine,
    context: &mut Context,
) -> anyhow::Result<Result<(), String>> {
    let size = board.size();
    let say = |fault: &dyn std::fmt::Display| fault.to_string();
    Ok(match stage {
        Stage::Place { .. } => {
            parse_point(line, size).map_err(|fault| say(&fault)).and_then(|point| {
                opening.place(point).map(|()| board.play(point)).map_err(|fault| say(&fault))
            })
        }
        Stage::Offer { .. } => {
            let offered = match parse_moves(line, size) {
                Ok(points) => points,
                Err(fault) => return Ok(Err(fault.to_string())),
            };
            match opening.offer(&offered) {
                Ok(()) => {
                    let stop = context.stop.clone();
                    if let Some(kept) = policy(engine, &stop).keep(&offered, board) {
                        keep(kept, opening, board, context)?;
                    }
                    Ok(())
                }
                Err(fault) => Err(fault.to_string()),
            }
        }
        Stage::MaySwap { .. }
        | Stage::MaySwapOrAddTwo { .. }
        | Stage::SayFifths { .. }
        | Stage::MayOfferTen { .. } => {
            let choice = match (stage, line) {
                (Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }, "yes" | "y" | "是") => {
                    Choice::Swap(true)
                }
                (Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }, "no" | "n" | "否") => {
                    Choice::Swap(false)
                }
                (_, "two") => Choice::AddTwo,
                (Stage::MayOfferTen { .. }, "yes" | "y" | "是") => Choice::OfferTen(true),
                (Stage::MayOfferTen { .. }, "no" | "n" | "否") => Choice::OfferTen(false),
                (_, text) => match text.parse() {
                    Ok(count) => Choice::Fifths(count),
                    Err(_) => {
                        return Ok(Err(question(stage, board.stones() + 1, context.language)));
                    }
                },
            };
            opening.choose(choice).map_err(|fault| say(&fault))
        }
    })
}

/// Carries out the engine's decision; false if the input ended meanwhile.
fn engine_does(
    opening: &mut StagedOpening,
    board: &mut Board,
    engine: &mut GomokuEngine,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<bool> {
    let stop = context.stop.clone();
    let Some(decision) = policy(engine, &stop).decide(opening, board, &mut |_| {}) else {
        return Ok(false);
    };
    let language = context.language;
    match decision {
        Decision::Place(stones) => {
            for point in stones {
                opening.place(point)?;
                board.play(point);
                writeln!(context.out, "{} {point}", language.pick("Xun places", "寻落子"))?;
            }
        }
        Decision::Choose(choice) => {
            opening.choose(choice)?;
            match choice {
                Choice::AddTwo => {
                    writeln!(
                        context.out,
                        "{}",
                        language.pick("Xun places two more", "寻再放两子")
                    )?;
                }
                Choice::Swap(true) => {
                    writeln!(context.out, "{}", language.pick("Xun swaps", "寻交换黑白"))?;
                }
                Choice::Swap(false) => {
                    writeln!(context.out, "{}", language.pick("Xun does not swap", "寻不交换"))?;
                }
                Choice::Fifths(count) => {
                    let title = language.pick("fifth stones", "第五手打点数");
                    writeln!(context.out, "{title}: {count}")?;
                }
                Choice::OfferTen(_) => {}
            }
        }
        Decision::Offer(offered) => {
            opening.offer(&offered)?;
            let Some(point) = ask_which_to_keep(&offered, board, lines, context)? else {
                return Ok(false);
            };
            keep(point, opening, board, context)?;
        }
    }
    Ok(true)
}

/// Asks the person which of the offered stones stays.
fn ask_which_to_keep(
    offered: &[Point],
    board: &Board,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<Option<Point>> {
    let list: Vec<String> = offered.iter().map(ToString::to_string).collect();
    loop {
        let question = context.language.pick("keep one of", "请选留一点");
        write!(context.out, "{question}: {} ", list.join(" "))?;
        context.out.flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        match parse_point(line.trim(), board.size()) {
            Ok(point) if offered.contains(&point) => return Ok(Some(point)),
            _ => {}
        }
    }
}

fn keep(
    point: Point,
    opening: &mut StagedOpening,
    board: &mut Board,
    context: &mut Context,
) -> anyhow::Result<()> {
    opening.keep(point);
    board.play(point);
    writeln!(context.out, "{} {point}", context.language.pick("stone 5 is", "第五手为"))?;
    Ok(())
}

/// The engine's opening policy with short searches.
fn policy<'a>(engine: &'a mut GomokuEngine, stop: &'a Stop) -> OpeningPolicy<'a> {
    let limits = Limits { move_time: Some(SEARCH_TIME), ..Limits::nodes(SEARCH_NODES) };
    OpeningPolicy::new(engine, limits, stop)
}
