//! `xun tree`: minimax and alpha-beta on the small tree of the blackboard.

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::textbook::{self, DrawOptions, algorithm_names, draw};
use anyhow::anyhow;
use serde_json::json;
use std::io::Write;
use xun_game::textbook::trace::Recorder;
use xun_game::textbook::{Algorithm, CompiledSearch, Limits, Refinements, Settings};
use xun_game::toys::{LeafNumbers, TeachingTree};

/// Arguments of `xun tree`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The tree: brackets are choices, numbers are leaves, the root wants large ones (default: the
    /// textbooks' own)
    #[arg(value_name = "TREE", default_value = "((3 12 8) (2 4 6) (14 5 2))", num_args = 1..)]
    tree: Vec<String>,
    /// The algorithm
    #[arg(long, value_parser = algorithm_names(), default_value_t, value_name = "ALGORITHM")]
    algorithm: Algorithm,
    /// Refinements, as for `xun xiangqi search`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "none")]
    refinements: Refinements,
    /// Answer in JSON: the tree with every window, value, reason and step
    #[arg(long)]
    json: bool,
}

/// Searches the tree and draws what happened.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let tree =
        TeachingTree::parse(&arguments.tree.join(" ")).map_err(|error| anyhow!("{error}"))?;
    let settings = Settings {
        algorithm: arguments.algorithm,
        refinements: arguments.refinements,
        threads: 1,
        table_mebibytes: 1,
        ..Settings::default()
    };
    let mut recorder = Recorder::new(TeachingTree::MOST_NODES * 4, TeachingTree::MOST_LEVELS);
    let limits = Limits::depth(tree.height().max(1));
    let answer =
        tree.search_with(&LeafNumbers, &settings, &limits, &context.stop, Some(&mut recorder));
    let trace = recorder.into_trace();
    let all = tree.leaves().len();
    let looked_at = answer.statistics.evaluations;
    if arguments.json {
        let value = json!({
            "tree": tree.to_string(), "value": answer.score,
            "best": answer.best.map(|best| best + 1),
            "leaves": all, "evaluated": looked_at, "trace": trace,
        });
        writeln!(context.out, "{value}")?;
        return Ok(Exit::Answered);
    }
    let options = DrawOptions {
        most_children: usize::MAX,
        most_plies: usize::MAX,
        most_lines: 20_000,
        language: context.language,
    };
    write!(context.out, "{}", draw(&trace, &options))?;
    let value = textbook::score_text(answer.score, limits.depth, context.language);
    match context.language {
        Language::English => {
            writeln!(context.out, "value {value}; {looked_at} of {all} leaves were looked at")?;
        }
        Language::Chinese => writeln!(context.out, "值 {value}；{all} 个叶中看了 {looked_at} 个")?,
    }
    Ok(Exit::Answered)
}
