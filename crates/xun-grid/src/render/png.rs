//! A map as PNG with a palette: one byte a pixel, so that even the largest maps fit into memory.

use super::palette::Ink;
use super::scene::{Scene, Shape};
use crate::Cell;

/// The longer side aimed at, and the most that it may have.
const USUAL_SIDE: u32 = 1200;
const LARGEST_SIDE: u32 = 4096;
const LARGEST_CELL: u32 = 32;

/// A picture in memory: one ink a pixel, row by row.
struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// The picture as a PNG file. Small maps get large cells; maps wider than 4096 cells are shrunk.
#[must_use]
pub fn png(scene: &Scene<'_>) -> Vec<u8> {
    let map = scene.problem().map();
    let longer = map.rows().max(map.columns());
    let canvas = if longer > LARGEST_SIDE {
        shrunk(scene, longer.div_ceil(LARGEST_SIDE))
    } else {
        enlarged(scene, (USUAL_SIDE / longer).clamp(1, LARGEST_CELL))
    };
    encode(&canvas)
}

fn shrunk(scene: &Scene<'_>, scale: u32) -> Canvas {
    let map = scene.problem().map();
    let (width, height) = (map.columns().div_ceil(scale), map.rows().div_ceil(scale));
    let points =
        (0..height).flat_map(|row| (0..width).map(move |column| (row * scale, column * scale)));
    let pixels =
        points.map(|(row, column)| scene.ink_of_block(Cell::new(row, column), scale, scale) as u8);
    Canvas { width, height, pixels: pixels.collect() }
}

fn enlarged(scene: &Scene<'_>, size: u32) -> Canvas {
    let map = scene.problem().map();
    let (width, height) = (map.columns() * size, map.rows() * size);
    let mut canvas = Canvas { width, height, pixels: vec![0; width as usize * height as usize] };
    for index in 0..map.cells() {
        let cell = map.cell(index);
        let ink = if size < 6 { scene.ink(cell) } else { scene.look(cell).ground };
        canvas.rectangle(cell.row * size, cell.column * size, size, size, ink);
    }
    if size >= 6 {
        canvas.grid(size);
        canvas.path(scene.path(), size);
        shapes(&mut canvas, scene, size);
    }
    canvas
}

fn shapes(canvas: &mut Canvas, scene: &Scene<'_>, size: u32) {
    let problem = scene.problem();
    let stations = problem
        .supply()
        .into_iter()
        .flat_map(|supply| &supply.stations)
        .map(|station| station.cell);
    for cell in stations.chain([problem.start(), problem.goal()]) {
        let radius = size as i32 * 2 / 5;
        match scene.look(cell).shape {
            Shape::Station => {
                canvas.stamp(cell, size, Ink::Station, |x, y| x.abs() + y.abs() <= radius);
            }
            Shape::Goal => {
                // A target: the goal is told from the start without its colour too.
                canvas.stamp(cell, size, Ink::Goal, |x, y| x * x + y * y <= radius * radius);
                canvas
                    .stamp(cell, size, Ink::Sign, |x, y| x * x + y * y <= radius * radius * 2 / 5);
                canvas.stamp(cell, size, Ink::Goal, |x, y| x * x + y * y <= radius * radius / 8);
            }
            _ => canvas.stamp(cell, size, Ink::Start, |x, y| x * x + y * y <= radius * radius),
        }
    }
}

impl Canvas {
    fn rectangle(&mut self, top: u32, left: u32, height: u32, width: u32, ink: Ink) {
        let columns =
            left.min(self.width) as usize..left.saturating_add(width).min(self.width) as usize;
        for row in top..top.saturating_add(height).min(self.height) {
            let line = row as usize * self.width as usize;
            self.pixels[line + columns.start..line + columns.end].fill(ink as u8);
        }
    }

    fn grid(&mut self, size: u32) {
        for row in (size..self.height).step_by(size as usize) {
            self.rectangle(row, 0, 1, self.width, Ink::Line);
        }
        for column in (size..self.width).step_by(size as usize) {
            self.rectangle(0, column, self.height, 1, Ink::Line);
        }
    }

    /// A thick line through the centres of cells.
    fn path(&mut self, cells: &[Cell], size: u32) {
        let thick = (size / 4).max(2);
        for pair in cells.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            for part in 0..=size {
                let between =
                    |a: u32, b: u32| (a * size * (size - part) + b * size * part) / size + size / 2;
                let (row, column) = (between(from.row, to.row), between(from.column, to.column));
                self.rectangle(row - thick / 2, column - thick / 2, thick, thick, Ink::Path);
            }
        }
    }

    /// Fills the pixels of a cell whose place, counted from the centre, is inside.
    fn stamp(&mut self, cell: Cell, size: u32, ink: Ink, inside: impl Fn(i32, i32) -> bool) {
        let half = size as i32 / 2;
        for y in 0..size {
            for x in 0..size {
                if inside(x as i32 - half, y as i32 - half) {
                    self.rectangle(cell.row * size + y, cell.column * size + x, 1, 1, ink);
                }
            }
        }
    }
}

fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, canvas.width, canvas.height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(Ink::ALL.iter().flat_map(|ink| ink.rgb()).collect::<Vec<u8>>());
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&canvas.pixels)?;
        writer.finish()
    });
    written.expect("writing a picture of the stated size into memory cannot fail");
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Problem, Terrain};

    fn size(file: &[u8]) -> (u32, u32) {
        let number =
            |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        (number(16), number(20))
    }

    #[test]
    fn small_maps_are_enlarged_and_large_ones_shrunk() {
        let mut small = Map::open(3, 4).expect("small");
        small.set(Cell::new(1, 1), Terrain::WALL);
        let problem = Problem::new(small, Cell::new(0, 0), Cell::new(2, 3)).expect("open");
        let path =
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 3)].map(|(row, column)| Cell::new(row, column));
        assert_eq!(size(&png(&Scene::new(&problem, &path, None))), (128, 96));
        let large = Map::open(2, 9000).expect("allowed");
        let problem = Problem::new(large, Cell::new(0, 0), Cell::new(1, 8999)).expect("open");
        assert_eq!(size(&png(&Scene::new(&problem, &[], None))), (3000, 1));
    }
}
