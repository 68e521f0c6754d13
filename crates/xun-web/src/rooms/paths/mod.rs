//! The Paths room: maps in and out, and searches told event by event.

mod menu;
mod run;
mod text;
mod words;

use crate::answerer::Answerer;
use crate::message::paths::{Generate, GridMap};
use crate::message::{Answer, Fault, Refusal, Words};
use xun_grid::generate::{Kind, Recipe};
use xun_grid::{Cell, Map, Problem, Station, Supply, WALL};

pub(crate) use menu::menu;
pub(crate) use run::run;
pub(crate) use text::{read, scenarios, write};

/// Maps of the page have at most so many cells; the command line takes larger ones.
const MOST_CELLS: u64 = 1_000_000;

/// Makes a map.
pub(crate) async fn generate(wanted: Generate, answerer: Answerer) {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == wanted.family);
    let Some(kind) = kind else {
        let words = Words::new(
            format!("There is no generator named {:?}", wanted.family),
            format!("没有名为 {:?} 的生成器", wanted.family),
        );
        return answerer.refuse(Refusal::new("missing", words)).await;
    };
    if u64::from(wanted.rows) * u64::from(wanted.columns) > MOST_CELLS {
        return answerer.refuse(too_large(wanted.rows, wanted.columns)).await;
    }
    let recipe = Recipe {
        kind,
        rows: wanted.rows,
        columns: wanted.columns,
        seed: u64::from(wanted.seed),
        ..Recipe::default()
    };
    let made = tokio::task::spawn_blocking(move || xun_grid::generate::generate(&recipe)).await;
    match made {
        Ok(Ok(problem)) => answerer.last(Answer::PathMap(map_of(&problem))).await,
        Ok(Err(error)) => {
            let words = Words::new(
                format!("This map cannot be made: {error}"),
                format!("无法生成：{error}"),
            );
            answerer.refuse(Refusal::new("input", words)).await;
        }
        Err(_) => {
            answerer.refuse(crate::answerer::missing("The generator failed", "生成失败")).await;
        }
    }
}

/// The problem that a page's map describes, or everything that is wrong with it.
fn problem_of(map: &GridMap) -> Result<Problem, Refusal> {
    let rows = map.rows.len() as u32;
    let columns = map.rows.first().map_or(0, String::len) as u32;
    if u64::from(rows) * u64::from(columns) > MOST_CELLS {
        return Err(too_large(rows, columns));
    }
    let mut faults = Vec::new();
    let mut terrain = Vec::with_capacity(rows as usize * columns as usize);
    let mut stations = Vec::new();
    for (row, text) in map.rows.iter().enumerate() {
        if text.chars().count() != columns as usize {
            faults.push(Fault {
                line: Some(row as u32 + 1),
                column: None,
                words: Words::new(
                    format!(
                        "Row {} has {} cells, the first row has {columns}",
                        row + 1,
                        text.chars().count()
                    ),
                    format!(
                        "第 {} 行有 {} 格，第一行有 {columns} 格",
                        row + 1,
                        text.chars().count()
                    ),
                ),
            });
            continue;
        }
        for (column, character) in text.chars().enumerate() {
            terrain.push(match character {
                '#' => WALL,
                '.' => 1,
                '*' => {
                    stations.push(Station { cell: Cell::new(row as u32, column as u32), price: 0 });
                    1
                }
                '1'..='9' => character as u8 - b'0',
                other => {
                    faults.push(Fault {
                        line: Some(row as u32 + 1),
                        column: Some(column as u32 + 1),
                        words: Words::new(
                            format!("unknown cell {other:?}"),
                            format!("未知的格子 {other:?}"),
                        ),
                    });
                    1
                }
            });
        }
    }
    let wrong = || Words::new("This map cannot be used", "这张地图无法使用");
    if !faults.is_empty() {
        faults.truncate(20);
        return Err(Refusal::faults(wrong(), faults));
    }
    let plain = |error: String| {
        Refusal::faults(
            wrong(),
            vec![Fault { line: None, column: None, words: Words::same(error) }],
        )
    };
    let ground =
        Map::from_terrain(rows, columns, terrain).map_err(|error| plain(error.to_string()))?;
    let cell = |[row, column]: [u32; 2]| Cell::new(row, column);
    let supply = map.tank.map(|tank| Supply { tank, stations });
    Problem::with_supply(ground, cell(map.start), cell(map.goal), supply)
        .map_err(|error| plain(error.to_string()))
}

/// A problem as the page sees it.
fn map_of(problem: &Problem) -> GridMap {
    let map = problem.map();
    let mut cells: Vec<u8> = map
        .terrain()
        .iter()
        .map(|&cost| match cost {
            WALL => b'#',
            1 => b'.',
            cost => b'0' + cost.min(9),
        })
        .collect();
    for station in problem.supply().iter().flat_map(|supply| &supply.stations) {
        cells[map.index(station.cell)] = b'*';
    }
    GridMap {
        rows: cells
            .chunks(map.columns() as usize)
            .map(|row| row.iter().map(|&byte| char::from(byte)).collect())
            .collect(),
        start: [problem.start().row, problem.start().column],
        goal: [problem.goal().row, problem.goal().column],
        tank: problem.supply().map(|supply| supply.tank),
    }
}

fn too_large(rows: u32, columns: u32) -> Refusal {
    let words = Words::new(
        format!(
            "{rows}×{columns} is more than the {MOST_CELLS} cells that the page shows; use `xun path` for larger maps"
        ),
        format!("{rows}×{columns} 超过页面可显示的 {MOST_CELLS} 格；更大的地图请用 `xun path`"),
    );
    Refusal::new("input", words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: &[&str]) -> GridMap {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
        GridMap { rows, start: [0, 0], goal: [1, 2], tank: Some(4) }
    }

    #[test]
    fn a_map_survives_the_way_there_and_back() {
        let sent = map(&[".#5", "*.."]);
        assert_eq!(map_of(&problem_of(&sent).expect("a good map")), sent);
    }

    #[test]
    fn every_fault_is_named() {
        let refusal = problem_of(&map(&["..", "...", "?."])).expect_err("a bad map");
        assert_eq!(refusal.faults.len(), 2);
        assert!(refusal.faults[0].words.en.contains("Row 2 has 3 cells, the first row has 2"));
        assert!(problem_of(&map(&["#..", "..."])).is_err(), "a start in a wall");
        assert!(problem_of(&map(&[])).is_err(), "no cells");
    }
}
