//! A map as SVG. Neighbouring cells of one ink become one rectangle, so a large map stays readable
//! by browsers.

use super::palette::Ink;
use super::scene::{Scene, Shape};
use crate::Cell;
use std::fmt::Write;

/// Pixels a cell, where the whole picture stays below [`LARGEST_SIDE`].
const CELL: f64 = 24.0;
const LARGEST_SIDE: f64 = 1600.0;

/// Maps of more cells than this are better drawn as PNG.
pub const MAX_SVG_CELLS: usize = 4_000_000;

/// The picture as an SVG document. `title` is what a reader of the picture is told; any text will
/// do.
#[must_use]
pub fn svg(scene: &Scene<'_>, title: &str) -> String {
    let map = scene.problem().map();
    let (rows, columns) = (map.rows(), map.columns());
    let cell = CELL.min(LARGEST_SIDE / f64::from(rows.max(columns)));
    let (width, height) = (f64::from(columns) * cell, f64::from(rows) * cell);
    let mut text = String::new();
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {columns} {rows}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{columns}\" height=\"{rows}\" fill=\"{}\"/>\n",
        escape(title),
        Ink::Ground.hex()
    );
    grounds(&mut text, scene);
    if cell >= 6.0 {
        lines(&mut text, rows, columns);
    }
    path(&mut text, scene.path());
    shapes(&mut text, scene);
    text.push_str("</svg>\n");
    text
}

/// One path element per ink, made of horizontal runs.
fn grounds(text: &mut String, scene: &Scene<'_>) {
    let map = scene.problem().map();
    let inks = [
        Ink::Rough,
        Ink::Heavy,
        Ink::Wall,
        Ink::Earlier,
        Ink::Frontier,
        Ink::Expanded,
        Ink::DeadEnd,
        Ink::Unseen,
    ];
    let mut runs: Vec<String> = vec![String::new(); Ink::ALL.len()];
    for row in 0..map.rows() {
        let mut column = 0;
        while column < map.columns() {
            let ink = scene.look(Cell::new(row, column)).ground;
            let first = column;
            while column < map.columns() && scene.look(Cell::new(row, column)).ground == ink {
                column += 1;
            }
            if ink != Ink::Ground {
                let length = column - first;
                let _ = write!(runs[ink as usize], "M{first} {row}h{length}v1h-{length}z");
            }
        }
    }
    for ink in inks {
        let run = &runs[ink as usize];
        if !run.is_empty() {
            let _ = writeln!(text, "<path fill=\"{}\" d=\"{run}\"/>", ink.hex());
        }
    }
}

fn lines(text: &mut String, rows: u32, columns: u32) {
    let _ = write!(text, "<path stroke=\"{}\" stroke-width=\"0.04\" d=\"", Ink::Line.hex());
    for row in 1..rows {
        let _ = write!(text, "M0 {row}h{columns}");
    }
    for column in 1..columns {
        let _ = write!(text, "M{column} 0v{rows}");
    }
    text.push_str("\"/>\n");
}

fn path(text: &mut String, cells: &[Cell]) {
    if cells.len() < 2 {
        return;
    }
    let _ = write!(
        text,
        "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"0.28\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\" points=\"",
        Ink::Path.hex()
    );
    for cell in cells {
        let _ = write!(text, "{},{} ", f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5);
    }
    text.push_str("\"/>\n");
}

fn shapes(text: &mut String, scene: &Scene<'_>) {
    let problem = scene.problem();
    let stations = problem.supply().into_iter().flat_map(|supply| &supply.stations);
    let marked = stations
        .map(|station| (station.cell, station.price))
        .chain([(problem.start(), 0), (problem.goal(), 0)]);
    for (cell, price) in marked {
        let (x, y) = (f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5);
        let (ink, letter) = match scene.look(cell).shape {
            Shape::Start => (Ink::Start, "S".to_owned()),
            Shape::Goal => (Ink::Goal, "G".to_owned()),
            Shape::Station if price > 0 => (Ink::Station, price.to_string()),
            _ => (Ink::Station, "*".to_owned()),
        };
        let outline = match ink {
            Ink::Station => format!("<path d=\"M{x} {}l.42 .42l-.42 .42l-.42 -.42z\"", y - 0.42),
            _ => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"0.4\""),
        };
        let _ = writeln!(
            text,
            "{outline} fill=\"{}\"/><text x=\"{x}\" y=\"{}\" font-size=\"0.5\" \
             font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{}\">{letter}</text>",
            ink.hex(),
            y + 0.18,
            Ink::Sign.hex()
        );
    }
}

/// Text as it may stand in markup, between tags and in quoted attributes. Control characters become
/// blanks.
fn escape(plain: &str) -> String {
    let mut text = String::new();
    for symbol in plain.chars() {
        match symbol {
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '&' => text.push_str("&amp;"),
            '"' => text.push_str("&quot;"),
            control if control < ' ' && !"\n\t".contains(control) => text.push(' '),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Problem, Station, Supply, Terrain};

    #[test]
    fn a_picture_has_walls_path_and_signs() {
        let mut map = Map::open(2, 3).expect("small");
        map.set(Cell::new(1, 0), Terrain::WALL);
        map.set(Cell::new(1, 1), Terrain::WALL);
        let supply =
            Supply { tank: 2, stations: vec![Station { cell: Cell::new(0, 1), price: 7 }] };
        let problem = Problem::with_supply(map, Cell::new(0, 0), Cell::new(1, 2), Some(supply))
            .expect("open");
        let cells = [(0, 0), (0, 1), (0, 2), (1, 2)].map(|(row, column)| Cell::new(row, column));
        let text = svg(&Scene::new(&problem, &cells, None), "a < b");
        assert!(text.contains("<title>a &lt; b</title>"));
        assert!(text.contains("M0 1h2v1h-2z"), "two walls side by side are one rectangle");
        assert!(text.contains("0.5,0.5 1.5,0.5 2.5,0.5 2.5,1.5 "));
        for sign in [">S</text>", ">G</text>", ">7</text>"] {
            assert!(text.contains(sign), "{sign} is missing");
        }
    }
}
