//! A map as rows of characters with inks. The program turns inks into colours, or leaves them away:
//! the characters alone are readable too.

use super::palette::Ink;
use super::scene::{Look, Scene, Shape};
use crate::Cell;

/// One character and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character, one column wide.
    pub symbol: char,
    /// Ink of the character.
    pub ink: Ink,
    /// Ink behind it.
    pub ground: Ink,
}

/// The scale at which a map fits into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Two characters a cell: nearly square, the path as a line.
    Wide,
    /// One character a cell.
    Narrow,
    /// One character for this many columns of cells (and twice as many rows).
    Shrunk(u32),
}

/// The part of a map that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First row.
    pub row: u32,
    /// First column.
    pub column: u32,
    /// Number of rows of cells.
    pub rows: u32,
    /// Number of columns of cells.
    pub columns: u32,
}

impl Fit {
    /// The largest form in which so many columns of cells fit into a terminal so wide.
    #[must_use]
    pub fn into_width(cells: u32, width: u32) -> Self {
        let width = width.max(1);
        if cells.saturating_mul(2) <= width {
            Self::Wide
        } else if cells <= width {
            Self::Narrow
        } else {
            Self::Shrunk(cells.div_ceil(width))
        }
    }
}

impl Window {
    /// The whole map of a scene.
    #[must_use]
    pub fn whole(scene: &Scene<'_>) -> Self {
        let map = scene.problem().map();
        Self { row: 0, column: 0, rows: map.rows(), columns: map.columns() }
    }
}

/// Draws a window of the scene, a line of glyphs per row. The window is cut off at the map's edge.
#[must_use]
pub fn draw(scene: &Scene<'_>, window: Window, fit: Fit) -> Vec<Vec<Glyph>> {
    let map = scene.problem().map();
    let rows = window.row..window.row.saturating_add(window.rows).min(map.rows());
    let columns = window.column..window.column.saturating_add(window.columns).min(map.columns());
    match fit {
        Fit::Wide => rows
            .map(|row| {
                columns
                    .clone()
                    .flat_map(|column| wide(scene.look(Cell::new(row, column))))
                    .collect()
            })
            .collect(),
        Fit::Narrow => rows
            .map(|row| {
                columns.clone().map(|column| narrow(scene.look(Cell::new(row, column)))).collect()
            })
            .collect(),
        Fit::Shrunk(scale) => {
            let scale = scale.max(1);
            let block = |row, column| {
                let ink = scene.ink_of_block(Cell::new(row, column), scale * 2, scale);
                Glyph { symbol: symbol_of(ink), ink, ground: ink }
            };
            rows.step_by(scale as usize * 2)
                .map(|row| {
                    columns
                        .clone()
                        .step_by(scale as usize)
                        .map(|column| block(row, column))
                        .collect()
                })
                .collect()
        }
    }
}

fn wide(look: Look) -> [Glyph; 2] {
    let ground = look.ground;
    let path = |symbol| Glyph { symbol, ink: Ink::Path, ground };
    let right = if look.ways & 0b1000 != 0 { path('─') } else { path(' ') };
    match (look.shape, look.on_path) {
        (Shape::None, false) => {
            let [first, second] = ground_symbols(ground);
            [
                Glyph { symbol: first, ink: ground, ground },
                Glyph { symbol: second, ink: ground, ground },
            ]
        }
        (Shape::None, true) => [path(line(look.ways)), right],
        (shape, _) => [sign(shape, ground), right],
    }
}

fn narrow(look: Look) -> Glyph {
    let ground = look.ground;
    match (look.shape, look.on_path) {
        (Shape::None, false) => Glyph { symbol: ground_symbols(ground)[0], ink: ground, ground },
        (Shape::None, true) => Glyph { symbol: line(look.ways), ink: Ink::Path, ground },
        (shape, _) => sign(shape, ground),
    }
}

fn sign(shape: Shape, ground: Ink) -> Glyph {
    let (symbol, ink) = match shape {
        Shape::Start => ('S', Ink::Start),
        Shape::Goal => ('G', Ink::Goal),
        Shape::Station => ('*', Ink::Station),
        Shape::None => (' ', ground),
    };
    Glyph { symbol, ink, ground }
}

/// The characters of a cell with nothing on it.
fn ground_symbols(ground: Ink) -> [char; 2] {
    match ground {
        Ink::Wall => ['█', '█'],
        Ink::Unseen => ['░', '░'],
        Ink::Expanded => ['∘', ' '],
        Ink::Frontier => ['+', ' '],
        Ink::DeadEnd => ['×', ' '],
        Ink::Earlier => ['\'', ' '],
        Ink::Rough => ['~', ' '],
        Ink::Heavy => ['≈', ' '],
        _ => ['·', ' '],
    }
}

/// The character of a whole block of cells.
fn symbol_of(ink: Ink) -> char {
    match ink {
        Ink::Start => 'S',
        Ink::Goal => 'G',
        Ink::Station => '*',
        Ink::Path => '●',
        other => ground_symbols(other)[0],
    }
}

/// The line that joins these directions: up 1, down 2, left 4, right 8; diagonals are drawn as a
/// dot.
fn line(ways: u8) -> char {
    if ways & 0b1111_0000 != 0 {
        return '●';
    }
    match ways & 0b1111 {
        0b0001..=0b0011 => '│',
        0b0100 | 0b1000 | 0b1100 => '─',
        0b0101 => '╯',
        0b1001 => '╰',
        0b0110 => '╮',
        0b1010 => '╭',
        0b0111 => '┤',
        0b1011 => '├',
        0b1101 => '┴',
        0b1110 => '┬',
        0b1111 => '┼',
        _ => '●',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Problem, Terrain};

    fn text(scene: &Scene<'_>, fit: Fit) -> Vec<String> {
        let lines = draw(scene, Window::whole(scene), fit);
        lines.iter().map(|line| line.iter().map(|glyph| glyph.symbol).collect()).collect()
    }

    #[test]
    fn the_path_is_a_line() {
        let mut map = Map::open(3, 3).expect("small");
        map.set(Cell::new(1, 0), Terrain::WALL);
        let problem = Problem::new(map, Cell::new(0, 0), Cell::new(2, 0)).expect("open");
        let path =
            [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)].map(|(row, column)| Cell::new(row, column));
        let scene = Scene::new(&problem, &path, None);
        assert_eq!(text(&scene, Fit::Wide), ["S─╮ · ", "██│ · ", "G─╯ · "]);
        assert_eq!(text(&scene, Fit::Narrow), ["S╮·", "█│·", "G╯·"]);
        assert_eq!(text(&scene, Fit::Shrunk(2)), ["S·"], "a block is four rows high");
        assert_eq!(Fit::into_width(10, 20), Fit::Wide);
        assert_eq!(Fit::into_width(10, 12), Fit::Narrow);
        assert_eq!(Fit::into_width(100, 30), Fit::Shrunk(4));
    }
}
