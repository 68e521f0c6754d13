//! Lays a figure out: title, legend, panels.

use super::data::{Chart, Series};
use super::drawing::{Anchor, Drawing, Ink, Mark, text_width};
use super::{bars, lines};
use crate::experiment::FigureKind;

/// The width of every figure.
pub(super) const WIDTH: f64 = 760.0;
pub(super) const SMALL: f64 = 11.0;
const TITLE: f64 = 14.0;

/// A place on the paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The figure as marks on paper.
pub(super) fn draw(chart: &Chart) -> Drawing {
    let mut drawing =
        Drawing { title: chart.title.clone(), width: WIDTH, height: 0.0, marks: Vec::new() };
    drawing.area((0.0, 0.0), (WIDTH, 0.0), Ink::Back);
    drawing.heading((8.0, 22.0), &chart.title, TITLE);
    let mut y = 34.0;
    if chart.kind != FigureKind::Bars {
        y = legend(&mut drawing, chart, y);
    }
    let side_by_side = chart.kind == FigureKind::Lines && chart.panels.len() > 1;
    let columns = if side_by_side { 2 } else { 1 };
    let gap = 16.0;
    let width = (WIDTH - gap * f64::from(columns - 1)) / f64::from(columns);
    for row in chart.panels.chunks(columns as usize) {
        let mut tallest: f64 = 0.0;
        for (column, panel) in (0_u32..).zip(row) {
            let left = f64::from(column) * (width + gap);
            let mut top = y;
            if chart.panels.len() > 1 {
                drawing.heading((left + 8.0, top + 14.0), &panel.title, 12.0);
                top += 20.0;
            }
            let height = match chart.kind {
                // Two figures of four panels fit on one page of paper.
                FigureKind::Lines if chart.panels.len() > 2 => 205.0,
                FigureKind::Lines => 270.0,
                FigureKind::Bars | FigureKind::Cases => bars::height(chart, panel),
            };
            let area = Area { left, top, width, height };
            match chart.kind {
                FigureKind::Lines => lines::draw(&mut drawing, chart, panel, area),
                FigureKind::Bars | FigureKind::Cases => {
                    bars::draw(&mut drawing, chart, panel, area);
                }
            }
            tallest = tallest.max(top + height - y);
        }
        y += tallest + 10.0;
    }
    drawing.height = y;
    if let Some(Mark::Box { height, .. }) = drawing.marks.first_mut() {
        *height = y;
    }
    drawing
}

/// The names of the variants with their marks, in as many lines as they need.
fn legend(drawing: &mut Drawing, chart: &Chart, top: f64) -> f64 {
    let mut shown: Vec<&Series> = Vec::new();
    for series in chart.panels.iter().flat_map(|panel| &panel.series) {
        if !shown.iter().any(|known| known.number == series.number) {
            shown.push(series);
        }
    }
    shown.sort_by_key(|series| series.number);
    let (mut x, mut y) = (8.0, top + 10.0);
    for series in shown {
        let width = 22.0 + text_width(&series.name, SMALL) + 16.0;
        if x + width > WIDTH && x > 8.0 {
            (x, y) = (8.0, y + 17.0);
        }
        let ink = Ink::Series(series.number);
        if chart.kind == FigureKind::Lines {
            drawing.line(&[(x, y - 4.0), (x + 18.0, y - 4.0)], ink, 2.0);
            drawing.point((x + 9.0, y - 4.0), series.number);
        } else {
            drawing.area((x + 4.0, y - 9.0), (11.0, 10.0), ink);
        }
        drawing.text((x + 22.0, y), &series.name, SMALL, Anchor::Start, Ink::Text);
        x += width;
    }
    y + 10.0
}
