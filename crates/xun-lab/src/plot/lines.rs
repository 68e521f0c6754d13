//! A line for each variant over x.

use super::axis::{Axis, tick_name};
use super::data::{Chart, Datum, Panel, Series};
use super::drawing::{Anchor, Drawing, Ink, text_width};
use super::layout::{Area, SMALL};
use crate::experiment::Unit;

pub(super) fn draw(drawing: &mut Drawing, chart: &Chart, panel: &Panel, area: Area) {
    let values = Chart::values(panel);
    let vertical = Axis::covering(&values, chart.log_y, true);
    let mut places: Vec<f64> =
        panel.series.iter().flat_map(|series| series.data.iter().map(|datum| datum.x)).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let horizontal = Axis::covering(&places, chart.log_x, false);
    let ticks: Vec<(f64, String)> =
        vertical.ticks(&[]).into_iter().map(|tick| (tick, tick_name(tick, chart.unit))).collect();
    let widest = ticks.iter().map(|(_, name)| text_width(name, SMALL)).fold(0.0, f64::max);
    let (left, right) = (area.left + 12.0 + widest, area.left + area.width - 14.0);
    let (top, bottom) = (area.top + 22.0, area.top + area.height - 40.0);
    let (horizontal, vertical) = (horizontal.laid(left, right), vertical.laid(bottom, top));

    // The label of the vertical axis stands above it, so that it reads horizontally.
    let unit = if chart.unit == Unit::Milliseconds { " (ms)" } else { "" };
    let name = format!("{}{unit}", chart.measure);
    drawing.text((area.left + 8.0, area.top + 12.0), &name, SMALL, Anchor::Start, Ink::Soft);
    for (tick, name) in &ticks {
        let y = vertical.place(*tick);
        drawing.line(&[(left, y), (right, y)], Ink::Grid, 1.0);
        drawing.text((left - 6.0, y + 4.0), name, SMALL, Anchor::End, Ink::Soft);
    }
    let mut free = f64::NEG_INFINITY;
    for tick in horizontal.ticks(&places) {
        let (x, name) = (horizontal.place(tick), tick_name(tick, Unit::Count));
        drawing.line(&[(x, bottom), (x, bottom + 4.0)], Ink::Soft, 1.0);
        let half = text_width(&name, SMALL) / 2.0;
        // A name that would run into the one before is left out.
        if x - half > free {
            drawing.text((x, bottom + 16.0), &name, SMALL, Anchor::Middle, Ink::Soft);
            free = x + half + 4.0;
        }
    }
    drawing.line(&[(left, bottom), (right, bottom)], Ink::Soft, 1.0);
    let middle = f64::midpoint(left, right);
    drawing.text((middle, bottom + 33.0), &chart.x, SMALL, Anchor::Middle, Ink::Soft);

    for series in &panel.series {
        let ink = Ink::Series(series.number);
        // Intervals at one place stand side by side, not on top of each other.
        let aside = |datum: &Datum| match datum.value.interval {
            Some(_) => 6.0 * (place_of(panel, series) - (panel.series.len() - 1) as f64 / 2.0),
            None => 0.0,
        };
        let points: Vec<(f64, f64)> = series
            .data
            .iter()
            .map(|datum| {
                (horizontal.place(datum.x) + aside(datum), vertical.place(datum.value.value))
            })
            .collect();
        for (datum, (x, _)) in series.data.iter().zip(&points) {
            if let Some((low, high)) = datum.value.interval {
                let (low, high) = (vertical.place(low), vertical.place(high));
                drawing.line(&[(*x, low), (*x, high)], ink, 1.2);
                drawing.line(&[(x - 3.0, low), (x + 3.0, low)], ink, 1.2);
                drawing.line(&[(x - 3.0, high), (x + 3.0, high)], ink, 1.2);
            }
        }
        if points.len() > 1 {
            drawing.line(&points, ink, 2.0);
        }
        // Very many points would hide their own line.
        if points.len() <= 40 {
            for point in points {
                drawing.point(point, series.number);
            }
        }
    }
}

fn place_of(panel: &Panel, series: &Series) -> f64 {
    panel.series.iter().position(|one| one.number == series.number).unwrap_or(0) as f64
}
