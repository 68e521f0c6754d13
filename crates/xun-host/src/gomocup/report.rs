//! Lines about a search: progress and the answer.

use super::about;
use super::search::GomocupReply;
use crate::xiangqi::fewer_threads;
use std::fmt::Write;
use xun_gomoku::protocol::Reply;
use xun_gomoku::rules::Point;
use xun_gomoku::search::{Event, Report, win_permille};

/// Several replies as lines of one text.
fn lines(replies: &[Reply]) -> String {
    let mut text = String::new();
    for reply in replies {
        let end = if text.is_empty() { "" } else { "\n" };
        // Writing to a string does not fail.
        let _ = write!(text, "{end}{reply}");
    }
    text
}

/// The reply to `YXSHOWINFO`.
pub(super) fn capabilities() -> String {
    let about = about();
    let texts = [
        format!("{} {}", about.name, about.version),
        "INFO MAX_THREAD_NUM 256".into(),
        "INFO MAX_HASH_SIZE 30".into(),
    ];
    lines(&texts.map(Reply::Message))
}

/// The answer to a command that asks for moves.
pub(super) fn answer(outcome: &GomocupReply) -> String {
    if outcome.swap {
        return Reply::Swap.to_string();
    }
    if outcome.moves.is_empty() {
        return Reply::Error("there is no move".into()).to_string();
    }
    let moves = Reply::Moves(outcome.moves.clone());
    let Some(answer) = &outcome.answer else { return moves.to_string() };
    let milliseconds = answer.time.as_millis();
    let speed = answer.nodes / (milliseconds as u64).max(1);
    let summary = format!(
        "depth {} score {} nodes {} time {milliseconds} ms speed {speed}k",
        answer.depth, answer.score, answer.nodes,
    );
    lines(&[Reply::Message(summary), moves])
}

/// Lines about an event of the search, by the bits of `show_detail`; empty for none.
pub(super) fn progress(event: &Event, detail: u32) -> String {
    let realtime = |word: &str, point: Point| {
        Reply::Message(format!("REALTIME {word} {},{}", point.x(), point.y()))
    };
    let mut replies = Vec::new();
    match event {
        Event::Line(report) => {
            if detail & 2 != 0 {
                replies.extend(details(report));
            }
            if detail & 1 != 0 && report.line == 1 {
                replies.push(Reply::Message("REALTIME REFRESH".into()));
                replies.extend(report.pv.first().map(|&point| realtime("BEST", point)));
            }
        }
        Event::RootMove { root_move, depth } if detail & 1 != 0 && *depth > 6 => {
            replies.push(realtime("POS", *root_move));
        }
        Event::RootMoveDone { root_move, is_loss, is_best } if detail & 1 != 0 => {
            replies.push(realtime("DONE", *root_move));
            if *is_loss {
                replies.push(realtime("LOST", *root_move));
            } else if *is_best {
                replies.push(realtime("BEST", *root_move));
            }
        }
        Event::FewerThreads { wanted, running } => {
            replies.push(Reply::Message(fewer_threads(*wanted, *running)));
        }
        _ => {}
    }
    lines(&replies)
}

fn details(report: &Report) -> [Reply; 10] {
    let (nodes, milliseconds) = (report.nodes, report.time.as_millis() as u64);
    let moves: Vec<String> =
        report.pv.iter().map(|point| format!("{},{}", point.x(), point.y())).collect();
    [
        format!("PV {}", report.line - 1),
        format!("DEPTH {}", report.depth),
        format!("SELDEPTH {}", report.selective_depth),
        format!("TOTALNODES {nodes}"),
        format!("TOTALTIME {milliseconds}"),
        format!("SPEED {}", nodes * 1000 / milliseconds.max(1)),
        format!("EVAL {}", report.score),
        format!("WINRATE {:.3}", f64::from(win_permille(report.score)) / 1000.0),
        format!("BESTLINE {}", moves.join(" ")),
        "PV DONE".to_owned(),
    ]
    .map(Reply::Info)
}
