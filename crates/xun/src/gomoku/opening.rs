//! The opening of a game in the terminal, under any opening rule: a person and the engine place,
//! swap, offer and keep.

use crate::context::Context;
use crate::language::Language;
use std::time::Duration;
use xun_gomoku::notation::{parse_moves, parse_point};
use xun_gomoku::openings::{Choice, Opening, OpeningRule, Player, Stage, Zone};
use xun_gomoku::rules::{Board, Colour, Point};
use xun_gomoku::search::{Engine, Limits, Line};

/// Opening rules as command-line values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OpeningName {
    /// No rule
    Free,
    /// The third stone outside the central 5×5
    Pro,
    /// The third stone outside the central 7×7
    Longpro,
    /// Three stones and a choice of colours
    Swap,
    /// Three stones, a choice of colours, or two more stones
    Swap2,
    /// The 26 openings of renju, a swap, two fifth stones
    Rif,
    /// The 26 openings, a number of fifth stones, a swap
    Yamaguchi,
    /// The 26 openings, a swap, a number of fifth stones, a swap
    Soosorv8,
    /// A swap after each of the first stones, or ten fifth stones
    Taraguchi10,
}

impl From<OpeningName> for OpeningRule {
    fn from(name: OpeningName) -> Self {
        match name {
            OpeningName::Free => Self::Free,
            OpeningName::Pro => Self::Pro,
            OpeningName::Longpro => Self::LongPro,
            OpeningName::Swap => Self::Swap,
            OpeningName::Swap2 => Self::Swap2,
            OpeningName::Rif => Self::Rif,
            OpeningName::Yamaguchi => Self::Yamaguchi,
            OpeningName::Soosorv8 => Self::Soosorv8,
            OpeningName::Taraguchi10 => Self::Taraguchi10,
        }
    }
}

/// Within this the sides count as even.
pub(super) const EVEN: i32 = 60;

/// Plays the opening on the board; the person's colour afterwards, or nothing if the input ended.
pub(crate) fn play_opening(
    rule: OpeningRule,
    board: &mut Board,
    person: Colour,
    engine: &mut Engine,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<Option<Colour>> {
    let who = if person == Colour::Black { Player::First } else { Player::Second };
    let mut opening = Opening::new(rule, board.size());
    while let Some(stage) = opening.stage() {
        if context.stopped() {
            return Ok(None);
        }
        if stage.player() == who {
            let Some(line) = ask(stage, board, lines, context)? else { return Ok(None) };
            if let Err(reason) = person_does(&line, stage, &mut opening, board, engine, context)? {
                writeln!(context.out, "{reason}")?;
            }
        } else if !engine_does(stage, &mut opening, board, engine, lines, context)? {
            return Ok(None);
        }
    }
    Ok(Some(opening.colour_of(who)))
}

/// Says what is wanted and reads a line of the person.
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
            format!("{} {number} ({place}):", language.pick("stone", "第几子："))
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
    opening: &mut Opening,
    board: &mut Board,
    engine: &mut Engine,
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
                    let kept = worst_for_black(&offered, board, engine, context);
                    keep(kept, opening, board, context)?;
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

/// What the engine does at a stage of its own; false if the input ended meanwhile.
fn engine_does(
    stage: Stage,
    opening: &mut Opening,
    board: &mut Board,
    engine: &mut Engine,
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    context: &mut Context,
) -> anyhow::Result<bool> {
    let me = stage.player();
    match stage {
        Stage::Place { zone, .. } => {
            let points: Vec<Point> =
                board.empty_points().filter(|&point| zone.contains(point, board.size())).collect();
            let followed_by_swap = {
                let mut after = opening.clone();
                points.first().is_some_and(|&point| after.place(point).is_ok())
                    && !matches!(
                        after.stage(),
                        None | Some(Stage::Place { .. } | Stage::Offer { .. })
                    )
            };
            let candidates = best_lines(points, 12, board, engine, context);
            // What the other may take over should be even; what stays ours should be good.
            let chosen = if followed_by_swap {
                candidates.iter().min_by_key(|line| line.score.raw().abs())
            } else {
                candidates.first()
            };
            let Some(&point) = chosen.and_then(|line| line.moves.first()) else { return Ok(false) };
            opening.place(point)?;
            board.play(point);
            writeln!(context.out, "{} {point}", context.language.pick("Xun places", "寻放置"))?;
        }
        Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. } => {
            let score = best_lines(Vec::new(), 1, board, engine, context)
                .first()
                .map_or(0, |line| line.score.raw());
            let mine = if opening.colour_of(me) == board.to_move() { score } else { -score };
            let choice = match stage {
                Stage::MaySwapOrAddTwo { .. } if mine.abs() <= EVEN => Choice::AddTwo,
                _ => Choice::Swap(mine < 0),
            };
            opening.choose(choice)?;
            let said = match choice {
                Choice::AddTwo => context.language.pick("Xun places two more", "寻再放两子"),
                Choice::Swap(true) => context.language.pick("Xun swaps", "寻交换黑白"),
                _ => context.language.pick("Xun does not swap", "寻不交换"),
            };
            writeln!(context.out, "{said}")?;
        }
        Stage::SayFifths { most, .. } => {
            let count = most.min(4);
            opening.choose(Choice::Fifths(count))?;
            writeln!(
                context.out,
                "{}: {count}",
                context.language.pick("fifth stones", "第五手打点数")
            )?;
        }
        Stage::MayOfferTen { .. } => opening.choose(Choice::OfferTen(false))?,
        Stage::Offer { count, .. } => {
            let mut offered: Vec<Point> = Vec::new();
            for line in best_lines(Vec::new(), 8 * usize::from(count), board, engine, context) {
                let Some(&point) = line.moves.first() else { continue };
                if offered.len() < usize::from(count) && opening.may_offer(&offered, point) {
                    offered.push(point);
                }
            }
            // Far from the stones there is always another.
            for point in board.empty_points() {
                if offered.len() < usize::from(count) && opening.may_offer(&offered, point) {
                    offered.push(point);
                }
            }
            opening.offer(&offered)?;
            let list: Vec<String> = offered.iter().map(ToString::to_string).collect();
            loop {
                write!(
                    context.out,
                    "{}: {} ",
                    context.language.pick("keep one of", "请选留一点"),
                    list.join(" ")
                )?;
                context.out.flush()?;
                let Some(line) = lines.next().transpose()? else { return Ok(false) };
                match parse_point(line.trim(), board.size()) {
                    Ok(point) if offered.contains(&point) => {
                        keep(point, opening, board, context)?;
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(true)
}

fn keep(
    point: Point,
    opening: &mut Opening,
    board: &mut Board,
    context: &mut Context,
) -> anyhow::Result<()> {
    opening.keep(point);
    board.play(point);
    writeln!(context.out, "{} {point}", context.language.pick("stone 5 is", "第五手为"))?;
    Ok(())
}

/// The best lines of a short search, from these points or all.
fn best_lines(
    only: Vec<Point>,
    lines: usize,
    board: &Board,
    engine: &mut Engine,
    context: &Context,
) -> Vec<Line> {
    let limits = Limits {
        nodes: Some(60_000),
        hard_time: Some(Duration::from_secs(3)),
        lines,
        only,
        ..Limits::default()
    };
    engine.search(board, &limits, Some(&context.stop), &mut |_| {}).lines
}

/// The offered stone that leaves white best off.
fn worst_for_black(
    offered: &[Point],
    board: &mut Board,
    engine: &mut Engine,
    context: &Context,
) -> Point {
    let mut best = (i32::MIN, offered[0]);
    for &point in offered {
        board.play(point);
        let score = best_lines(Vec::new(), 1, board, engine, context)
            .first()
            .map_or(0, |line| line.score.raw());
        board.undo();
        best = best.max((score, point));
    }
    best.1
}
