//! A drawing as SVG.

use super::drawing::{Anchor, Drawing, Form, Ink, Mark};
use maud::{Markup, html};

const FONTS: &str = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', \
                     sans-serif";

/// The picture as one `<svg>` element. Every mark has the class of its ink, through which a
/// document around it can change the colour; without one it is dark on white.
pub(super) fn svg(drawing: &Drawing) -> String {
    let (width, height) = (format!("{:.0}", drawing.width), format!("{:.0}", drawing.height));
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="lab-plot"
            viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            role="img" aria-label=(drawing.title) font-family=(FONTS) {
            title { (drawing.title) }
            @for mark in &drawing.marks {
                (markup(mark))
                "\n"
            }
        }
    };
    picture.into_string()
}

fn markup(mark: &Mark) -> Markup {
    match mark {
        Mark::Line { points, ink, width } => html! {
            polyline class=(ink.class()) color=(colour(*ink)) fill="none" stroke="currentColor"
                stroke-width=(width) stroke-linejoin="round" points=(corners(points)) {}
        },
        Mark::Box { x, y, width, height, ink } => html! {
            rect class=(ink.class()) color=(colour(*ink)) fill="currentColor" x=(tenths(*x))
                y=(tenths(*y)) width=(tenths(*width)) height=(tenths(*height)) {}
        },
        Mark::Point { x, y, radius, form: Form::Circle, ink } => html! {
            circle class=(ink.class()) color=(colour(*ink)) fill="currentColor" cx=(tenths(*x))
                cy=(tenths(*y)) r=(radius) {}
        },
        Mark::Point { x, y, radius, form, ink } => {
            let moved: Vec<(f64, f64)> =
                form.corners(*radius).into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            html! {
                polygon class=(ink.class()) color=(colour(*ink)) fill="currentColor"
                    points=(corners(&moved)) {}
            }
        }
        Mark::Text { x, y, text, size, anchor, ink, bold } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            html! {
                text class=(ink.class()) color=(colour(*ink)) fill="currentColor" x=(tenths(*x))
                    y=(tenths(*y)) font-size=(size) text-anchor=(anchor)
                    font-weight=[bold.then_some("600")] { (text) }
            }
        }
    }
}

fn colour(ink: Ink) -> String {
    let (red, green, blue) = ink.rgb();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

fn corners(points: &[(f64, f64)]) -> String {
    let pairs: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    pairs.join(" ")
}
