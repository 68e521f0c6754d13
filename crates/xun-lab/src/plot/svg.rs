//! A drawing as SVG.

use super::drawing::{Anchor, Drawing, Form, Ink, Mark};
use std::fmt::Write;
use xun_grid::render::svg::escape;

/// The picture as one `<svg>` element. Every mark has the class of its ink, through which a
/// document around it can change the colour; without one it is dark on white.
pub(super) fn svg(drawing: &Drawing) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let title = escape(&drawing.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lab-plot\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', sans-serif\">\n\
         <title>{title}</title>\n"
    );
    for mark in &drawing.marks {
        mark_svg(&mut text, mark);
    }
    text.push_str("</svg>");
    text
}

fn mark_svg(to: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Line { points, ink, width } => {
            let points = corners(points);
            writeln!(
                to,
                "<polyline {} fill=\"none\" stroke=\"currentColor\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\" points=\"{points}\"/>",
                coloured(*ink)
            )
        }
        Mark::Box { x, y, width, height, ink } => writeln!(
            to,
            "<rect {} fill=\"currentColor\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
            coloured(*ink)
        ),
        Mark::Point { x, y, radius, form: Form::Circle, ink } => writeln!(
            to,
            "<circle {} fill=\"currentColor\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>",
            coloured(*ink)
        ),
        Mark::Point { x, y, radius, form, ink } => {
            let moved: Vec<(f64, f64)> =
                form.corners(*radius).into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            writeln!(
                to,
                "<polygon {} fill=\"currentColor\" points=\"{}\"/>",
                coloured(*ink),
                corners(&moved)
            )
        }
        Mark::Text { x, y, text, size, anchor, ink, bold } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *bold { " font-weight=\"600\"" } else { "" };
            writeln!(
                to,
                "<text {} fill=\"currentColor\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" \
                 text-anchor=\"{anchor}\"{weight}>{}</text>",
                coloured(*ink),
                escape(text)
            )
        }
    };
}

fn coloured(ink: Ink) -> String {
    let (red, green, blue) = ink.rgb();
    format!("class=\"{}\" color=\"#{red:02x}{green:02x}{blue:02x}\"", ink.class())
}

fn corners(points: &[(f64, f64)]) -> String {
    let pairs: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    pairs.join(" ")
}
