//! `xun gomoku solve`: does the side to move win by force?

use super::input::{PositionArguments, colour_name};
use crate::context::Context;
use crate::exit::Exit;
use serde_json::{Value, json};
use std::time::Duration;
use xun_gomoku::rules::Span;
use xun_gomoku::threat::{Effort, Kind, Proof, Replies, ThreatResult, solve};

/// Arguments of `xun gomoku solve`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Fours only
    #[arg(long)]
    vcf: bool,
    /// Search on until the win is proven shortest of its kind
    #[arg(long)]
    shortest: bool,
    /// Print the whole proof against every defence
    #[arg(long)]
    tree: bool,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    time: f64,
    /// Limit of positions
    #[arg(long, default_value_t = 100_000_000)]
    nodes: u64,
    /// Size of the proof-number table in MB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Solves the position and prints the answer.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let board = arguments.position.board(context)?;
    let effort = Effort {
        nodes: arguments.nodes,
        time: Some(Duration::from_secs_f64(arguments.time.clamp(0.0, 1e7))),
        table_bytes: (arguments.memory as usize) << 20,
        plies: board.size().area(),
        fours_only: arguments.vcf,
        shortest: arguments.shortest,
    };
    let bar = indicatif::ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let solution = solve(&board, &effort, Some(context.stop.flag()));
    bar.finish_and_clear();
    let language = context.language;
    let (verdict, meaning) = match &solution.verdict {
        ThreatResult::Win { .. } => ("win", language.pick("wins", "必胜").to_owned()),
        ThreatResult::Loss => ("loss", language.pick("loses", "必败").to_owned()),
        ThreatResult::NoForcedWin if arguments.vcf => (
            "unknown",
            language.pick("has no win by fours alone", "没有连续冲四的必胜着法").to_owned(),
        ),
        ThreatResult::NoForcedWin => (
            "unknown",
            language.pick("has no win by threats alone", "没有连续进攻的必胜着法").to_owned(),
        ),
        ThreatResult::Unverified { point, .. } => {
            let found = language.pick(
                "unknown within the limits: a win was found, but its proof was not completed and \
                 verified in time; it begins with",
                "在限制内未能确定：找到了必胜着法，但未及写出并验证证明，首着为",
            );
            ("unknown", format!("{found} {point}"))
        }
        ThreatResult::Unknown => {
            ("unknown", language.pick("unknown within the limits", "在限制内未能确定").to_owned())
        }
    };
    let milliseconds = solution.time.as_secs_f64() * 1000.0;
    if arguments.json {
        let mut answer = json!({
            "verdict": verdict,
            "exhausted": solution.verdict == ThreatResult::NoForcedWin,
            "side": format!("{:?}", board.to_move()).to_lowercase(),
            "rule": board.rule().name(),
            "nodes": solution.nodes,
            "milliseconds": milliseconds,
            "memory": solution.memory,
        });
        if let ThreatResult::Win { proof, kind, shortest } = &solution.verdict {
            let line: Vec<String> = proof.line().iter().map(ToString::to_string).collect();
            answer["kind"] = kind_name(*kind).into();
            answer["plies"] = proof.length().into();
            answer["shortest"] = (*shortest).into();
            answer["moves_in_proof"] = proof.size().into();
            answer["line"] = line.into();
            answer["verified"] = true.into();
            if arguments.tree {
                answer["tree"] = tree_json(proof);
            }
        }
        if let ThreatResult::Unverified { point, kind } = &solution.verdict {
            answer["kind"] = kind_name(*kind).into();
            answer["line"] = json!([point.to_string()]);
            answer["verified"] = false.into();
        }
        writeln!(context.out, "{answer}")?;
    } else {
        let side = colour_name(board.to_move(), context);
        let between = language.pick(" ", "");
        writeln!(context.out, "{side}{between}{meaning}")?;
        if let ThreatResult::Win { proof, kind, shortest } = &solution.verdict {
            let exact = if *shortest { language.pick(", shortest", "，最短") } else { "" };
            writeln!(
                context.out,
                "{}: {} {} ({}{exact}): {}",
                kind_name(*kind),
                proof.length(),
                language.pick("plies", "手"),
                language.pick("verified", "已验证"),
                Span(&proof.line())
            )?;
            if arguments.tree {
                write_tree(&mut *context.out, proof, 0)?;
            }
        }
        writeln!(
            context.out,
            "{} {}, {milliseconds:.3} ms",
            solution.nodes,
            language.pick("positions", "个局面")
        )?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Five => "five",
        Kind::Fours => "vcf",
        Kind::Threes => "vct",
    }
}

fn tree_json(proof: &Proof) -> Value {
    let answers = |list: &[(xun_gomoku::rules::Point, Proof)]| -> Value {
        list.iter()
            .map(|(answer, proof)| (answer.to_string(), tree_json(proof)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    match &proof.replies {
        Replies::Five => json!({ "move": proof.point.to_string(), "five": true }),
        Replies::Four(list) => json!({ "move": proof.point.to_string(), "answers": answers(list) }),
        Replies::Three { threat, answers: list } => json!({
            "move": proof.point.to_string(),
            "threat": threat.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "answers": answers(list),
        }),
    }
}

fn write_tree(out: &mut dyn std::io::Write, proof: &Proof, depth: usize) -> std::io::Result<()> {
    let indent = 2 * depth;
    match &proof.replies {
        Replies::Five => writeln!(out, "{:indent$}{} #", "", proof.point),
        Replies::Four(list) => {
            writeln!(out, "{:indent$}{} !", "", proof.point)?;
            write_answers(out, list, depth)
        }
        Replies::Three { threat, answers } => {
            writeln!(out, "{:indent$}{} ({})", "", proof.point, Span(threat))?;
            write_answers(out, answers, depth)
        }
    }
}

fn write_answers(
    out: &mut dyn std::io::Write,
    list: &[(xun_gomoku::rules::Point, Proof)],
    depth: usize,
) -> std::io::Result<()> {
    let indent = 2 * depth + 1;
    for (answer, proof) in list {
        writeln!(out, "{:indent$}{answer}:", "")?;
        write_tree(out, proof, depth + 1)?;
    }
    Ok(())
}
