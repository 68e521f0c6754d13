//! Bars that lie, so that names of any length can be read: one a variant, or one a variant at each
//! problem.

use super::axis::{Axis, tick_name};
use super::data::{Chart, Panel};
use super::drawing::{Anchor, Drawing, Ink, text_width};
use super::layout::{Area, SMALL};
use crate::experiment::FigureKind;
use crate::number;
use crate::summary::Value;

const ROW: f64 = 22.0;
const THIN_ROW: f64 = 13.0;
const BETWEEN: f64 = 12.0;
const FOOT: f64 = 36.0;

/// A bar: its label where it begins a case, its value, its colour.
struct Bar {
    y: f64,
    value: Value,
    series: usize,
}

/// Height of the panel.
pub(super) fn height(chart: &Chart, panel: &Panel) -> f64 {
    let rows = match chart.kind {
        FigureKind::Cases => {
            panel.cases.len() as f64 * (panel.series.len() as f64 * THIN_ROW + BETWEEN)
        }
        _ => panel.series.len() as f64 * ROW,
    };
    rows + FOOT + 8.0
}

pub(super) fn draw(drawing: &mut Drawing, chart: &Chart, panel: &Panel, area: Area) {
    let (bars, labels) = arrange(chart, panel, area.top + 6.0);
    let axis = Axis::covering(&Chart::values(panel), chart.log_y, true);
    let widest =
        labels.iter().map(|(name, _)| text_width(name, SMALL)).fold(0.0, f64::max).min(230.0);
    let (left, right) = (area.left + 18.0 + widest, area.left + area.width - 86.0);
    let bottom = area.top + area.height - FOOT;
    let axis = axis.laid(left, right);
    for tick in axis.ticks(&[]) {
        let x = axis.place(tick);
        drawing.line(&[(x, area.top), (x, bottom)], Ink::Grid, 1.0);
        let name = tick_name(tick, chart.unit);
        drawing.text((x, bottom + 14.0), &name, SMALL, Anchor::Middle, Ink::Soft);
    }
    let middle = f64::midpoint(left, right);
    drawing.text((middle, bottom + 30.0), &chart.measure, SMALL, Anchor::Middle, Ink::Soft);
    for (name, y) in &labels {
        drawing.text((left - 8.0, y + 4.0), name, SMALL, Anchor::End, Ink::Text);
    }
    // Bars begin at zero, or where a logarithmic axis begins.
    let foot = axis.place(0.0);
    let thick = if chart.kind == FigureKind::Cases { THIN_ROW - 3.0 } else { ROW - 7.0 };
    for bar in bars {
        let end = axis.place(bar.value.value);
        let (from, to) = (foot.min(end), foot.max(end));
        drawing.area((from, bar.y - thick / 2.0), (to - from, thick), Ink::Series(bar.series));
        let mut reach = to;
        let text = number::short(bar.value.value, chart.unit);
        if let Some((low, high)) = bar.value.interval {
            let (low_x, high_x) = (axis.place(low), axis.place(high));
            drawing.line(&[(low_x, bar.y), (high_x, bar.y)], Ink::Text, 1.2);
            for x in [low_x, high_x] {
                drawing.line(&[(x, bar.y - 4.0), (x, bar.y + 4.0)], Ink::Text, 1.2);
            }
            reach = reach.max(high_x);
        }
        drawing.text((reach + 6.0, bar.y + 4.0), &text, SMALL - 1.0, Anchor::Start, Ink::Text);
    }
    drawing.line(&[(foot, area.top), (foot, bottom)], Ink::Soft, 1.0);
}

/// Places of the bars and the labels.
fn arrange(chart: &Chart, panel: &Panel, top: f64) -> (Vec<Bar>, Vec<(String, f64)>) {
    let (mut bars, mut labels, mut y) = (Vec::new(), Vec::new(), top);
    if chart.kind == FigureKind::Cases {
        for (place, case) in (0_u32..).zip(&panel.cases) {
            let begin = y;
            for series in &panel.series {
                let found = series.data.iter().find(|datum| datum.x as u32 == place);
                bars.extend(found.map(|datum| Bar {
                    y: y + THIN_ROW / 2.0,
                    value: datum.value,
                    series: series.number,
                }));
                y += THIN_ROW;
            }
            labels.push((case.clone(), f64::midpoint(begin, y)));
            y += BETWEEN;
        }
    } else {
        for series in &panel.series {
            // One colour for all: the names tell them apart, colours would only distract.
            bars.extend(series.data.iter().map(|datum| Bar {
                y: y + ROW / 2.0,
                value: datum.value,
                series: 0,
            }));
            labels.push((series.name.clone(), y + ROW / 2.0));
            y += ROW;
        }
    }
    (bars, labels)
}
