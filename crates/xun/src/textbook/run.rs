//! Runs a textbook search of any game and prints what came out: the answer with its statistics, a
//! ladder of refinements, or the tree.

use super::report::{self, Row};
use super::{DrawOptions, SearchOptions, draw, score_text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use indicatif::ProgressBar;
use serde_json::json;
use std::io::Write;
use std::time::Duration;
use xun_game::textbook::trace::{Recorder, Trace};
use xun_game::textbook::{
    Answer, CompiledSearch, Precision, Refinement, Refinements, Settings, Tie,
};
use xun_game::{Evaluation, Game};

/// Options that print more than the answer.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct TraceOptions {
    /// Draw the tree with every window, value and reason for a cut-off
    #[arg(long)]
    pub(crate) trace: bool,
    /// Limit of recorded nodes of the tree
    #[arg(
        long = "trace-nodes", default_value_t = 20_000, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub(crate) trace_nodes: u32,
    /// Depth of the drawn tree
    #[arg(
        long = "trace-plies", default_value_t = 3, value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=100)
    )]
    pub(crate) trace_plies: u8,
    /// Limit of drawn moves per node
    #[arg(
        long = "trace-moves", default_value_t = 8, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    pub(crate) trace_moves: u16,
    /// Compare: minimax, alpha-beta, then each refinement added in turn
    #[arg(long, conflicts_with = "trace")]
    pub(crate) ladder: bool,
    /// List every root move with its exact score
    #[arg(long)]
    pub(crate) scores: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// One question to the textbook searches.
pub(crate) struct Request<'a> {
    pub(crate) depth: u32,
    pub(crate) tie: Tie,
    pub(crate) search: &'a SearchOptions,
    pub(crate) show: &'a TraceOptions,
}

/// Searches and prints.
pub(crate) fn run<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    request: &Request<'_>,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(200));
    if request.show.ladder {
        ladder(game, judge, request, context, &progress)?;
    } else {
        once(game, judge, request, context, &progress)?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

fn once<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    request: &Request<'_>,
    context: &mut Context,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    let show = request.show;
    let mut settings = request.search.settings(request.tie, show.scores);
    let limits = request.search.limits(request.depth);
    let (answer, trace) = if show.trace {
        // One thread's search is one tree; that of several is not.
        settings.refinements = settings
            .refinements
            .without(Refinement::ParallelRoot)
            .without(Refinement::ParallelTable);
        let mut recorder = Recorder::new(show.trace_nodes as usize, usize::MAX);
        let answer =
            game.search_with(judge, &settings, &limits, &context.stop, Some(&mut recorder));
        (answer, Some(recorder.into_trace()))
    } else {
        (game.search_with(judge, &settings, &limits, &context.stop, None), None)
    };
    progress.finish_and_clear();
    if show.json {
        let mut value = report::answer_json(game, &answer);
        value["algorithm"] = json!(settings.algorithm);
        value["refinements"] = json!(settings.refinements.iter().collect::<Vec<_>>());
        if let Some(trace) = &trace {
            value["trace"] = json!(trace);
        }
        writeln!(context.out, "{value}")?;
        return Ok(());
    }
    if let Some(trace) = &trace {
        write_trace(trace, show, context)?;
    }
    write_answer(game, &answer, &settings, context)
}

fn write_trace(trace: &Trace, show: &TraceOptions, context: &mut Context) -> anyhow::Result<()> {
    let options = DrawOptions {
        most_children: show.trace_moves.into(),
        most_plies: show.trace_plies.into(),
        most_lines: 5000,
        language: context.language,
    };
    writeln!(context.out, "{}", draw(trace, &options))?;
    Ok(())
}

fn write_answer<G: Game>(
    game: &G,
    answer: &Answer<G::Move>,
    settings: &Settings,
    context: &mut Context,
) -> anyhow::Result<()> {
    let (language, out) = (context.language, &mut context.out);
    let depth = answer.statistics.depth;
    if settings.score_every_move {
        for (chosen, score, precision) in report::ranked_moves(answer) {
            let text = game.move_text(chosen);
            match precision {
                Precision::Unknown => writeln!(out, "  {text}  –")?,
                _ => writeln!(out, "  {text}  {}", score_text(score, depth, language))?,
            }
        }
    }
    write!(
        out,
        "{}",
        report::table(&[row(game, &settings_name(settings), answer, language)], language)
    )?;
    let line = report::line_text(game, &answer.line).join(", ");
    writeln!(out, "{} {line}", language.pick("line:", "主变例："))?;
    if answer.stopped {
        writeln!(out, "{}", language.pick("stopped by a limit", "因限制而停止"))?;
    }
    Ok(())
}

fn settings_name(settings: &Settings) -> String {
    match (settings.algorithm, settings.refinements) {
        (algorithm, Refinements::NONE) => algorithm.to_string(),
        (algorithm, with) => format!("{algorithm} {with}"),
    }
}

fn row<G: Game>(game: &G, name: &str, answer: &Answer<G::Move>, language: Language) -> Row {
    Row {
        name: name.to_owned(),
        best: answer.best.map_or_else(|| "–".to_owned(), |best| game.move_text(best)),
        score: score_text(answer.score, answer.statistics.depth, language),
        stopped: answer.stopped,
        statistics: answer.statistics.clone(),
    }
}

/// The rungs: minimax, alpha-beta, each refinement of one thread added to those before, and the two
/// parallel ones.
fn rungs(request: &Request<'_>) -> Vec<(String, Settings)> {
    let base = request.search.settings(request.tie, false);
    let with = |refinements| Settings {
        algorithm: xun_game::textbook::Algorithm::AlphaBeta,
        refinements,
        ..base.clone()
    };
    let minimax = Settings {
        algorithm: xun_game::textbook::Algorithm::Minimax,
        refinements: Refinements::NONE,
        ..base.clone()
    };
    let mut rungs =
        vec![("minimax".to_owned(), minimax), ("alpha-beta".to_owned(), with(Refinements::NONE))];
    let mut so_far = Refinements::NONE;
    for one in Refinements::ALL.iter() {
        so_far = so_far.with(one);
        rungs.push((format!("+ {one}"), with(so_far)));
    }
    for one in [Refinement::ParallelRoot, Refinement::ParallelTable] {
        rungs.push((format!("exact + {one}"), with(Refinements::EXACT.with(one))));
    }
    rungs
}

fn ladder<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    request: &Request<'_>,
    context: &mut Context,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    let limits = request.search.limits(request.depth);
    let mut rows = Vec::new();
    for (name, settings) in rungs(request) {
        progress.set_message(name.clone());
        let answer = game.search_with(judge, &settings, &limits, &context.stop, None);
        rows.push(row(game, &name, &answer, context.language));
        if context.stopped() {
            break;
        }
    }
    progress.finish_and_clear();
    if request.show.json {
        let runs: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "search": row.name, "best": row.best, "score": row.score,
                    "stopped": row.stopped, "statistics": report::statistics_json(&row.statistics),
                })
            })
            .collect();
        writeln!(context.out, "{}", json!({ "depth": request.depth, "runs": runs }))?;
    } else {
        write!(context.out, "{}", report::table(&rows, context.language))?;
    }
    Ok(())
}
