//! Draws results: a figure becomes numbers ([`data`]), marks on paper ([`layout`]), and then SVG or
//! PNG.

mod axis;
mod bars;
mod data;
pub(crate) mod drawing;
mod layout;
mod lines;
mod raster;
mod svg;

use crate::catalogue::find;
use crate::results::Results;
use data::Chart;
use drawing::Drawing;
use xun_text::Language;

/// A drawn figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The figure's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The picture: a whole `<svg>` element, dark on white. A document around it can give other
    /// colours to the classes `lab-back`, `lab-ink`, `lab-soft`, `lab-grid` and `lab-s0` to
    /// `lab-s7` through their CSS `color`.
    pub svg: String,
    drawing: Drawing,
}

impl Plot {
    /// The picture as a PNG file, with a font of the system; `None` where no installed font has all
    /// the letters.
    pub fn png(&self) -> Option<Vec<u8>> {
        raster::png(&self.drawing)
    }
}

/// Every figure of an experiment's results that has something to show; none if no such experiment
/// ships.
pub fn plots(results: &Results, language: Language) -> Vec<Plot> {
    let Some(experiment) = find(&results.experiment) else { return Vec::new() };
    let draw = |figure| {
        let chart = Chart::new(results, experiment, figure, language)?;
        let drawing = layout::draw(&chart);
        Some(Plot {
            id: figure.id.to_owned(),
            title: figure.title.pick(language).to_owned(),
            svg: svg::svg(&drawing),
            drawing,
        })
    };
    experiment.figures.iter().filter_map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, Size};
    use drawing::Mark;
    use xun_game::Stop;

    #[test]
    fn a_png_has_two_pixels_to_a_unit_and_shows_its_text() {
        if !raster::can_draw("步数 steps") {
            println!("skipped: no font with Latin and Chinese letters is installed");
            return;
        }
        let mut drawing =
            Drawing { title: String::new(), width: 80.0, height: 30.0, marks: Vec::new() };
        let empty = raster::png(&drawing).expect("a picture");
        drawing.heading((5.0, 20.0), "步数 steps", 12.0);
        let written = raster::png(&drawing).expect("a picture");
        assert_eq!(&written[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(written[16..20].try_into().expect("four bytes")), 160);
        assert!(written.len() > empty.len() + 500, "the letters are in the picture");
        assert_eq!(raster::png(&drawing), Some(written), "the same picture each time");
    }

    #[test]
    fn what_is_drawn_stays_on_the_paper() {
        let options = Options { size: Size::Quick, ..Options::default() };
        for id in ["heuristics", "evaluations"] {
            let experiment = find(id).expect("it ships");
            let results = crate::run(experiment, &options, &Stop::new(), &mut |_| {});
            for plot in plots(&results, Language::Chinese) {
                let paper = &plot.drawing;
                for mark in &paper.marks {
                    let points = match mark {
                        Mark::Line { points, .. } => points.clone(),
                        Mark::Box { x, y, width, height, .. } => {
                            vec![(*x, *y), (x + width, y + height)]
                        }
                        Mark::Point { x, y, .. } | Mark::Text { x, y, .. } => vec![(*x, *y)],
                    };
                    for (x, y) in points {
                        let inside =
                            (0.0..=paper.width).contains(&x) && (0.0..=paper.height).contains(&y);
                        assert!(inside, "{id} {}: {mark:?}", plot.id);
                    }
                }
            }
        }
    }
}
