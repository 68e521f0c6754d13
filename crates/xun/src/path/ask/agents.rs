//! `xun path agents`: several agents that do not meet.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, pair, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::input;
use crate::usage_error::BadValue;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use xun_grid::agents::{Agent, AgentMethod, plan};
use xun_grid::{Cell, Moves, Step, format};

/// Methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    Cbs,
    Prioritised,
}

/// Arguments of `xun path agents`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    /// Method: cbs (conflict-based search, the least sum of arrival times) or prioritised (one
    /// agent after the other)
    #[arg(long, short, value_enum, default_value = "cbs", value_name = "NAME")]
    algorithm: MethodName,
    /// Number of agents: the first problems of the .scen file
    #[arg(
        long, short = 'k', default_value = "2", conflicts_with = "agent",
        value_parser = clap::value_parser!(u32).range(1..=10_000), value_name = "COUNT"
    )]
    count: u32,
    /// Scenario file (default: FILE.scen)
    #[arg(long, conflicts_with = "agent", value_name = "FILE")]
    scen: Option<PathBuf>,
    /// Agents instead of a scenario file: start and goal of each
    #[arg(long, value_parser = agent, num_args = 1.., value_name = "ROW,COL:ROW,COL")]
    agent: Vec<Agent>,
    #[command(flatten)]
    watch: WatchOption,
}

fn agent(text: &str) -> Result<Agent, BadValue> {
    let ends = text.split_once(':').map(|(start, goal)| (input::cell(start), input::cell(goal)));
    match ends {
        Some((Ok(start), Ok(goal))) => Ok(Agent { start, goal }),
        _ => Err(BadValue::new(
            "expected start and goal such as 1,1:3,5",
            "应为起点与终点，例如 1,1:3,5",
        )),
    }
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    if ask.moves() != Moves::Four {
        let why = language
            .pick("error: several agents take four moves", "错误：多个体规划只用四方向走法");
        eprintln!("{why}");
        return Ok(Exit::Usage);
    }
    let question = ask.read(language)?;
    let agents = match &arguments.agent[..] {
        [] => of_scenario(arguments, &question.map, language)?,
        given => given.to_vec(),
    };
    let method = match arguments.algorithm {
        MethodName::Cbs => AgentMethod::ConflictBased,
        MethodName::Prioritised => AgentMethod::Prioritised,
    };
    if arguments.watch.watch {
        let ends = (agents[0].start, agents[0].goal);
        return show::play(ask, &question, &Asked::Agents { agents, method }, ends, context);
    }
    let reply = plan(&question.map, &agents, method, &ask.limits(context))
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |plan| {
            let one = |(way, agent): (&Vec<Cell>, &Agent)| {
                let cells: Vec<[u32; 2]> = way.iter().map(|&cell| pair(cell)).collect();
                json!({
                    "start": pair(agent.start), "goal": pair(agent.goal),
                    "arrival": way.len() - 1, "moves": moves(way), "cells": cells,
                })
            };
            let ways: Vec<_> = plan.ways.iter().zip(&agents).map(one).collect();
            let (cost, makespan, conflicts) = (plan.cost, plan.makespan, plan.conflicts);
            json!({"cost": cost, "makespan": makespan, "conflicts": conflicts, "agents": ways})
        },
        |out, plan| {
            writeln!(out, "{}", plan.cost)?;
            for way in &plan.ways {
                writeln!(out, "{}", moves(way))?;
            }
            Ok(())
        },
    )
}

/// The moves as `U D L R`, and `W` where the agent waits.
fn moves(way: &[Cell]) -> String {
    let letter = |pair: &[Cell]| {
        let step = Step::between(pair[0], pair[1]);
        step.and_then(Step::letter).unwrap_or('W')
    };
    way.windows(2).map(letter).collect()
}

/// The first problems of the scenario file.
fn of_scenario(
    arguments: &Arguments,
    map: &xun_grid::Map,
    language: Language,
) -> anyhow::Result<Vec<Agent>> {
    let beside = || input::beside(&arguments.ask.file, "scen");
    let file = arguments.scen.clone().unwrap_or_else(beside);
    let scenarios = format::read_scenarios(&input::bytes(&file, language)?)
        .map_err(|faults| input::faulty(&file, &faults, language))?;
    let (name, count) = (file.display(), arguments.count as usize);
    if let Some(wrong) = scenarios
        .iter()
        .take(count)
        .find(|one| (one.rows, one.columns) != (map.rows(), map.columns()))
    {
        let (rows, columns) = (wrong.rows, wrong.columns);
        match language {
            Language::English => bail!(
                "{name}: it is for a map of {rows}×{columns} cells, this one has {}×{}",
                map.rows(),
                map.columns()
            ),
            Language::Chinese => {
                bail!(
                    "{name}：适用于 {rows}×{columns} 的地图，此地图为 {}×{}",
                    map.rows(),
                    map.columns()
                )
            }
        }
    }
    if scenarios.len() < count {
        let found = scenarios.len();
        return Err(match language {
            Language::English => anyhow!("{name}: it has {found} problems, fewer than {count}"),
            Language::Chinese => anyhow!("{name}：只有 {found} 个问题，不足 {count} 个"),
        });
    }
    let agent = |one: &format::Scenario| Agent { start: one.start, goal: one.goal };
    Ok(scenarios.iter().take(count).map(agent).collect())
}
