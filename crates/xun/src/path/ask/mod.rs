//! Questions about more than one path, or about paths at any angle: `xun path nearest`, `goals`,
//! `matrix`, `field`, `tour`, `angle`, `trip`, `discover` and `agents`.

pub(super) mod agents;
pub(super) mod angle;
pub(super) mod discover;
pub(super) mod field;
pub(super) mod goals;
pub(super) mod matrix;
pub(super) mod nearest;
mod show;
pub(super) mod tour;
pub(super) mod trip;
mod trip_text;

use super::input::{self, InputOptions};
use super::options::{self, MovesName};
use super::solve::json;
use super::{faults, text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Map as Object, Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use xun_grid::format::DocumentError;
use xun_grid::{Body, Cell, Finding, Limits, Map, Moves, Path, QueryError, Reply};
use xun_messages::Message as _;

/// The options that all questions share.
#[derive(Args, Clone, Debug)]
pub(super) struct AskOptions {
    /// Map file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    input: InputOptions,
    /// Neighbours of a cell: 4, or 8 with diagonal steps of √2
    #[arg(long, short, value_enum, value_name = "COUNT")]
    moves: Option<MovesName>,
    /// With 8 moves, allow diagonal steps past a wall's corner
    #[arg(long)]
    cut_corners: bool,
    /// Side of a square traveller in cells; it passes only where it fits
    #[arg(long, value_name = "CELLS", conflicts_with_all = ["radius", "cut_corners"])]
    body: Option<u32>,
    /// Radius of a round traveller in cells; it passes only where it fits
    #[arg(long, value_name = "CELLS", conflicts_with = "cut_corners")]
    radius: Option<f64>,
    /// Time limit in seconds
    #[arg(long, value_parser = options::seconds, value_name = "SECONDS")]
    time: Option<Duration>,
    /// Limit of expanded nodes
    #[arg(long, value_name = "COUNT")]
    nodes: Option<u64>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// A map with the ends that file and options give.
struct Question {
    map: Map,
    start: Option<Cell>,
    goal: Option<Cell>,
    name: String,
}

impl AskOptions {
    fn moves(&self) -> Moves {
        match (self.moves, self.cut_corners) {
            (Some(MovesName::Four), _) | (None, false) => Moves::Four,
            (_, true) => Moves::EightCutting,
            (Some(MovesName::Eight), false) => Moves::Eight,
        }
    }

    fn limits<'a>(&self, context: &'a Context) -> Limits<'a> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits { stop: Some(context.stop.flag()), expansions: self.nodes, deadline }
    }

    /// Reads the map and fits it to the traveller's body. A map with a limited supply is refused.
    fn read(&self, language: Language) -> anyhow::Result<Question> {
        let (document, from, to) = input::document(&self.file, &self.input, language)?;
        let name = input::shown(&self.file, language);
        if document.supply.is_some() {
            bail!(
                "{name}: {}",
                language.pick(
                    "this question is about paths without limited supplies; add --ignore-supply",
                    "此问题只针对没有补给限制的路径；可加 --ignore-supply"
                )
            );
        }
        let (start, goal) = (from.or(document.start), to.or(document.goal));
        let body = match (self.body, self.radius) {
            (Some(side), _) => Some(Body::Square(side)),
            (None, radius) => radius.map(Body::Round),
        };
        let map = match body {
            None => document.map,
            Some(body) => {
                let fitted = document.map.for_body(body);
                fitted.map_err(|error| anyhow!("{}", error.text().pick(language)))?
            }
        };
        Ok(Question { map, start, goal, name })
    }
}

impl Question {
    fn start(&self, language: Language) -> anyhow::Result<Cell> {
        self.end(self.start, &DocumentError::NoStart, language)
    }

    fn goal(&self, language: Language) -> anyhow::Result<Cell> {
        self.end(self.goal, &DocumentError::NoGoal, language)
    }

    fn end(
        &self,
        cell: Option<Cell>,
        missing: &DocumentError,
        language: Language,
    ) -> anyhow::Result<Cell> {
        cell.ok_or_else(|| anyhow!("{}: {}", self.name, faults::document(missing, language)))
    }

    /// An error of the library, with the file's name.
    fn refused(&self, error: &QueryError, language: Language) -> anyhow::Error {
        anyhow!("{}: {}", self.name, error.text().pick(language))
    }
}

/// Writes a reply: as JSON with what `object` adds to it, or by `lines`; `-1` where there is no
/// way.
fn write<T>(
    form: (bool, &str),
    reply: &Reply<T>,
    context: &mut Context,
    object: impl FnOnce(&T) -> Value,
    lines: impl FnOnce(&mut dyn Write, &T) -> std::io::Result<()>,
) -> anyhow::Result<Exit> {
    write_explained(form, reply, None, context, object, lines)
}

/// Writes a reply with an explanation, as JSON and as text.
fn write_explained<T>(
    (as_json, name): (bool, &str),
    reply: &Reply<T>,
    explanation: Option<(Value, String)>,
    context: &mut Context,
    object: impl FnOnce(&T) -> Value,
    lines: impl FnOnce(&mut dyn Write, &T) -> std::io::Result<()>,
) -> anyhow::Result<Exit> {
    let stopped = matches!(reply.finding, Finding::Stopped);
    if as_json {
        let mut whole = Object::new();
        whole.insert("file".to_owned(), json!(name));
        let outcome = match &reply.finding {
            Finding::Found(_) => "found",
            Finding::Impossible => "impossible",
            Finding::Stopped => "stopped",
        };
        whole.insert("outcome".to_owned(), json!(outcome));
        if let Some(Value::Object(more)) = reply.found().map(object) {
            whole.extend(more);
        }
        if let Some((explanation, _)) = explanation {
            whole.insert("explanation".to_owned(), explanation);
        }
        whole.insert("statistics".to_owned(), json::statistics(&reply.statistics));
        writeln!(context.out, "{}", Value::Object(whole))?;
    } else {
        match &reply.finding {
            Finding::Found(found) => lines(&mut context.out, found)?,
            Finding::Impossible => writeln!(context.out, "-1")?,
            Finding::Stopped => {}
        }
        if let Some((_, text)) = explanation {
            write!(context.out, "\n{text}")?;
        }
    }
    if !stopped {
        return Ok(Exit::Answered);
    }
    let expanded = reply.statistics.expanded;
    match context.language {
        Language::English => eprintln!("stopped before an answer was known: {expanded} expanded"),
        Language::Chinese => eprintln!("在得到答案之前停止：已扩展 {expanded} 个节点"),
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::CheckFailed })
}

/// A path as JSON: steps, cost, moves and cells.
fn path_json(path: &Path) -> Value {
    let moves = path.letters().unwrap_or_else(|| text::compass(path));
    let cells: Vec<[u32; 2]> = path.cells.iter().map(|&cell| pair(cell)).collect();
    json!({"steps": path.steps(), "cost": path.cost, "moves": moves, "cells": cells})
}

fn pair(cell: Cell) -> [u32; 2] {
    [cell.row, cell.column]
}

/// The lines of a path as `xun path solve` writes them.
fn path_lines(out: &mut dyn Write, path: &Path) -> std::io::Result<()> {
    text::answer(out, Some(path), text::Style::Lab, false)
}
