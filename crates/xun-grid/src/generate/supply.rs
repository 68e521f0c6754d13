//! Problems that need their stations. Each comes with the least tank that suffices; the seed varies
//! what is not essential and mirrors the map.

use super::{GenerateError, Kind, Random, Recipe};
use crate::{Cell, Map, Problem, Station, Supply, Terrain};

/// The sheet that the kinds draw on: walls everywhere until dug.
struct Canvas {
    map: Map,
    stations: Vec<Cell>,
}

impl Canvas {
    fn dig(&mut self, row: u32, column: u32) {
        self.map.set(Cell::new(row, column), Terrain::PLAIN);
    }

    /// Digs down from row 0 to this depth.
    fn dig_down(&mut self, column: u32, depth: u32) {
        for row in 0..=depth {
            self.dig(row, column);
        }
    }

    /// Digs row 0.
    fn dig_corridor(&mut self) {
        for column in 0..self.map.columns() {
            self.dig(0, column);
        }
    }

    fn station(&mut self, row: u32, column: u32) {
        self.stations.push(Cell::new(row, column));
    }
}

/// Start and goal of a problem, and the least tank that suffices.
struct Way {
    start: Cell,
    goal: Cell,
    tank: u32,
}

pub(super) fn generate(recipe: &Recipe, random: &mut Random) -> Result<Problem, GenerateError> {
    let Recipe { kind, rows, columns, .. } = *recipe;
    let (least_rows, least_columns) = match kind {
        Kind::Comb => (2, 6),
        Kind::Ladder => (3, 8),
        Kind::DeadEnd => (2, 5),
        _ => (1, 2),
    };
    if rows < least_rows || columns < least_columns {
        return Err(GenerateError::TooSmall { kind, rows: least_rows, columns: least_columns });
    }
    let mut map = Map::open(rows, columns)?;
    for index in 0..map.cells() {
        map.set(map.cell(index), Terrain::WALL);
    }
    let mut canvas = Canvas { map, stations: Vec::new() };
    let way = match kind {
        Kind::Comb => comb(&mut canvas, recipe.spacing, random),
        Kind::Ladder => ladder(&mut canvas),
        Kind::DeadEnd => dead_end(&mut canvas, random),
        _ => corridor(&mut canvas, recipe.spacing),
    };
    Ok(mirrored(&canvas, &way, recipe, random))
}

/// All teeth are equally deep, and start and goal are at the ends of the first and the last, so
/// skipping one never helps: the longest leg decides.
fn comb(canvas: &mut Canvas, spacing: u32, random: &mut Random) -> Way {
    let (depth, last) = (canvas.map.rows() - 1, canvas.map.columns() - 1);
    let spacing = spacing.clamp(2, last / 2);
    canvas.dig_corridor();
    let (mut before, mut widest) = (0, 0);
    canvas.dig_down(0, depth);
    while before < last {
        let gap = 2.max(spacing - random.below(spacing / 2 + 1));
        // No tooth beside the last one.
        let at = if before + gap + 1 >= last { last } else { before + gap };
        widest = widest.max(at - before);
        canvas.dig_down(at, depth);
        if at < last {
            canvas.station(depth, at);
        }
        before = at;
    }
    Way { start: Cell::new(depth, 0), goal: Cell::new(depth, last), tank: 2 * depth + widest }
}

/// Each rung offers one unit more for two steps more, and only the last one offers enough.
fn ladder(canvas: &mut Canvas) -> Way {
    let columns = canvas.map.columns();
    let rungs = (canvas.map.rows() - 1).min((columns - 1) / 3);
    canvas.dig_corridor();
    for rung in 0..rungs {
        canvas.dig_down(1 + 2 * rung, rung + 1);
        canvas.station(rung + 1, 1 + 2 * rung);
    }
    Way { start: Cell::new(0, 0), goal: Cell::new(0, columns - 1), tank: columns - rungs }
}

/// One station at the end of the middle one of several dead ends.
fn dead_end(canvas: &mut Canvas, random: &mut Random) -> Way {
    let last = canvas.map.columns() - 1;
    let middle = last / 2;
    let deepest = canvas.map.rows() - 1;
    let depth = deepest.min(middle - 1);
    canvas.dig_corridor();
    canvas.dig_down(middle, depth);
    canvas.station(depth, middle);
    for column in (middle % 2..=last).step_by(2).filter(|&column| column != middle) {
        canvas.dig_down(column, random.below(deepest + 1));
    }
    let tank = (middle + depth).max(last - middle + depth);
    Way { start: Cell::new(0, 0), goal: Cell::new(0, last), tank }
}

/// To and fro over the whole map, a station every `spacing` steps.
fn corridor(canvas: &mut Canvas, spacing: u32) -> Way {
    let (rows, columns) = (canvas.map.rows() - (canvas.map.rows() + 1) % 2, canvas.map.columns());
    let spacing = u64::from(spacing.max(1));
    let mut steps = 0_u64;
    let mut goal = Cell::new(0, 0);
    for row in 0..rows {
        let to_the_right = row / 2 % 2 == 0;
        let turn = if to_the_right { columns - 1 } else { 0 };
        for column in 0..columns {
            let column = if to_the_right { column } else { columns - 1 - column };
            if row % 2 == 1 && column != turn {
                continue;
            }
            canvas.dig(row, column);
            if steps > 0 && steps.is_multiple_of(spacing) {
                canvas.station(row, column);
            }
            goal = Cell::new(row, column);
            steps += 1;
        }
    }
    canvas.stations.retain(|&station| station != goal);
    Way { start: Cell::new(0, 0), goal, tank: spacing.min(steps - 1) as u32 }
}

/// The problem, upside down or left to right as the seed has it.
fn mirrored(canvas: &Canvas, way: &Way, recipe: &Recipe, random: &mut Random) -> Problem {
    let (upside_down, left_to_right) = (random.chance(0.5), random.chance(0.5));
    let (rows, columns) = (canvas.map.rows(), canvas.map.columns());
    let turned = |cell: Cell| {
        let row = if upside_down { rows - 1 - cell.row } else { cell.row };
        let column = if left_to_right { columns - 1 - cell.column } else { cell.column };
        Cell::new(row, column)
    };
    let mut map = canvas.map.clone();
    for index in 0..map.cells() {
        let cell = map.cell(index);
        map.set(turned(cell), canvas.map.terrain(cell));
    }
    let stations =
        canvas.stations.iter().map(|&cell| Station { cell: turned(cell), price: 0 }).collect();
    let supply = Supply { tank: recipe.tank.unwrap_or(way.tank), stations };
    Problem::with_supply(map, turned(way.start), turned(way.goal), Some(supply))
        .expect("start, goal and stations were put on dug ground")
}
