//! Answers as plain text: the lab's two lines, compass words, or cells.

use crate::language::Language;
use clap::ValueEnum;
use std::io::{self, Write};
use std::time::Duration;
use xun_grid::{Path, Step};

/// Output format of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    Lab,
    Compass,
    Cells,
}

/// Writes an answer: the steps on the first line, the way after it, and what it costs where that is
/// money or not the number of steps. Nothing follows `-1`. In the lab's style a diagonal step has
/// no letter, so a path with diagonal steps is written by compass.
pub(super) fn answer(
    out: &mut dyn Write,
    path: Option<&Path>,
    style: Style,
    priced: bool,
) -> io::Result<()> {
    let Some(path) = path else { return writeln!(out, "-1") };
    writeln!(out, "{}", path.steps())?;
    match (style, path.letters()) {
        (Style::Lab, Some(letters)) => writeln!(out, "{letters}")?,
        (Style::Lab | Style::Compass, _) => writeln!(out, "{}", compass(path))?,
        (Style::Cells, _) => {
            for cell in &path.cells {
                writeln!(out, "{} {}", cell.row, cell.column)?;
            }
        }
    }
    if priced || (path.cost - path.steps() as f64).abs() > 1e-9 {
        writeln!(out, "cost {}", number(path.cost))?;
    }
    Ok(())
}

/// The moves as N NE E SE S SW W NW with blanks between.
pub(super) fn compass(path: &Path) -> String {
    let words: Vec<&str> = path
        .moves()
        .map(|step| match step {
            Step::Up => "N",
            Step::Down => "S",
            Step::Left => "W",
            Step::Right => "E",
            Step::UpLeft => "NW",
            Step::UpRight => "NE",
            Step::DownLeft => "SW",
            Step::DownRight => "SE",
        })
        .collect();
    words.join(" ")
}

/// A cost: whole numbers without a point, others with six places.
pub(super) fn number(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.6}") }
}

/// A time in the unit that reads best.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..1e-3 => format!("{:.1} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// A number of bytes in the unit that reads best.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1_024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// So many steps, in words.
pub(super) fn steps(count: usize, language: Language) -> String {
    match (language, count) {
        (Language::English, 1) => "1 step".to_owned(),
        (Language::English, _) => format!("{count} steps"),
        (Language::Chinese, _) => format!("{count} 步"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::Cell;

    fn written(cells: &[(u32, u32)], cost: f64, style: Style) -> String {
        let cells = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
        let mut out = Vec::new();
        answer(&mut out, Some(&Path { cells, cost }), style, false).expect("memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn answers_in_every_style() {
        let straight = [(0, 0), (0, 1), (1, 1)];
        assert_eq!(written(&straight, 2.0, Style::Lab), "2\nRD\n");
        assert_eq!(written(&straight, 2.0, Style::Compass), "2\nE S\n");
        assert_eq!(written(&straight, 7.0, Style::Lab), "2\nRD\ncost 7\n");
        assert_eq!(written(&straight, 2.0, Style::Cells), "2\n0 0\n0 1\n1 1\n");
        assert_eq!(written(&[(0, 0), (1, 1)], 2_f64.sqrt(), Style::Lab), "1\nSE\ncost 1.414214\n");
        assert_eq!(written(&[(3, 3)], 0.0, Style::Lab), "0\n\n", "start equals goal: no moves");
        let mut out = Vec::new();
        answer(&mut out, None, Style::Lab, false).expect("memory");
        assert_eq!(out, b"-1\n");
    }

    #[test]
    fn times_and_sizes_read_well() {
        assert_eq!(time(Duration::from_nanos(12_340)), "12.3 µs");
        assert_eq!(time(Duration::from_micros(12_340)), "12.34 ms");
        assert_eq!(time(Duration::from_millis(12_340)), "12.34 s");
        assert_eq!(size(900), "900 B");
        assert_eq!(size(3_000_000), "2.9 MiB");
    }
}
