//! A drawing as PNG, twice as fine as its units, with a font of our own: it looks the same on every
//! machine.

use super::drawing::{Anchor, Drawing, Form, Mark};
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use std::sync::LazyLock;

const SCALE: f64 = 2.0;

/// The letters of our plots; `fonts/README.md` says where they come from.
static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../fonts/plots.otf"))
        .expect("the font that ships is checked by a test")
});

/// Pixels, three bytes each.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// The picture as a PNG file.
pub(super) fn png(drawing: &Drawing) -> Vec<u8> {
    let side = |length: f64| (length * SCALE).ceil().clamp(1.0, 8192.0) as usize;
    let (width, height) = (side(drawing.width), side(drawing.height));
    let mut canvas = Canvas { width, height, pixels: vec![255; width * height * 3] };
    for mark in &drawing.marks {
        canvas.mark(mark);
    }
    encode(&canvas)
}

impl Canvas {
    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Line { points, ink, width } => self.line(points, width * SCALE / 2.0, ink.rgb()),
            Mark::Box { x, y, width, height, ink } => {
                let corners =
                    [(*x, *y), (x + width, *y), (x + width, y + height), (*x, y + height)];
                self.polygon(&corners, ink.rgb());
            }
            Mark::Point { x, y, radius, form: Form::Circle, ink } => {
                self.line(&[(*x, *y)], radius * SCALE, ink.rgb());
            }
            Mark::Point { x, y, radius, form, ink } => {
                let corners: Vec<(f64, f64)> =
                    form.corners(*radius).into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
                self.polygon(&corners, ink.rgb());
            }
            Mark::Text { x, y, text, size, anchor, ink, bold } => {
                self.text((*x, *y), text, *size, *anchor, ink.rgb(), *bold);
            }
        }
    }

    fn blend(&mut self, x: usize, y: usize, colour: (u8, u8, u8), share: f64) {
        if x >= self.width || y >= self.height || share <= 0.0 {
            return;
        }
        let at = (y * self.width + x) * 3;
        for (byte, new) in self.pixels[at..at + 3].iter_mut().zip([colour.0, colour.1, colour.2]) {
            let mixed = f64::from(*byte) + (f64::from(new) - f64::from(*byte)) * share.min(1.0);
            *byte = mixed.round() as u8;
        }
    }

    /// Colours every pixel in the box by how much of it is inside.
    fn cover(
        &mut self,
        points: &[(f64, f64)],
        margin: f64,
        colour: (u8, u8, u8),
        inside: impl Fn(f64, f64) -> f64,
    ) {
        let range = |values: &mut dyn Iterator<Item = f64>, limit: usize| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for value in values {
                (low, high) = (low.min(value), high.max(value));
            }
            let first = (low - margin).floor().clamp(0.0, limit as f64) as usize;
            first..(high + margin).ceil().clamp(0.0, limit as f64) as usize
        };
        let columns = range(&mut points.iter().map(|point| point.0), self.width);
        for y in range(&mut points.iter().map(|point| point.1), self.height) {
            for x in columns.clone() {
                let share = inside(x as f64 + 0.5, y as f64 + 0.5);
                self.blend(x, y, colour, share);
            }
        }
    }

    /// A line of this half width through the points: a pixel is covered as far as it is near
    /// enough.
    fn line(&mut self, points: &[(f64, f64)], half: f64, colour: (u8, u8, u8)) {
        let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x * SCALE, y * SCALE)).collect();
        let alone = [(points[0], points[0])];
        let segments: Vec<_> = points.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let segments = if segments.is_empty() { &alone[..] } else { &segments };
        // Each segment covers its own pixels only; a long line would else ask every segment at
        // every pixel.
        let mut covered = std::collections::HashMap::new();
        for (from, to) in segments {
            self.visit(&[*from, *to], half + 1.0, |x, y| {
                let share = half + 0.5 - distance((x as f64 + 0.5, y as f64 + 0.5), *from, *to);
                if share > 0.0 {
                    let known: &mut f64 = covered.entry((x, y)).or_default();
                    *known = known.max(share.min(1.0));
                }
            });
        }
        for ((x, y), share) in covered {
            self.blend(x, y, colour, share);
        }
    }

    /// Calls with every pixel in the box around the points.
    fn visit(&self, points: &[(f64, f64)], margin: f64, mut call: impl FnMut(usize, usize)) {
        let low = points
            .iter()
            .fold((f64::INFINITY, f64::INFINITY), |low, p| (low.0.min(p.0), low.1.min(p.1)));
        let high =
            points.iter().fold((0.0_f64, 0.0_f64), |high, p| (high.0.max(p.0), high.1.max(p.1)));
        let at = |value: f64, limit: usize| value.clamp(0.0, limit as f64) as usize;
        for y in at(low.1 - margin, self.height)..at(high.1 + margin + 1.0, self.height) {
            for x in at(low.0 - margin, self.width)..at(high.0 + margin + 1.0, self.width) {
                call(x, y);
            }
        }
    }

    /// A filled convex polygon: the distance to the nearest edge tells how much of a pixel is
    /// inside.
    fn polygon(&mut self, corners: &[(f64, f64)], colour: (u8, u8, u8)) {
        let corners: Vec<(f64, f64)> =
            corners.iter().map(|(x, y)| (x * SCALE, y * SCALE)).collect();
        let inside = |x: f64, y: f64| {
            let edge = |index: usize| {
                let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let length = dx.hypot(dy).max(1e-9);
                (dx * (y - from.1) - dy * (x - from.0)) / length
            };
            let nearest = (0..corners.len()).map(edge).fold(f64::INFINITY, f64::min);
            (nearest + 0.5).clamp(0.0, 1.0)
        };
        self.cover(&corners, 1.0, colour, inside);
    }

    fn text(
        &mut self,
        (x, y): (f64, f64),
        text: &str,
        size: f64,
        anchor: Anchor,
        colour: (u8, u8, u8),
        bold: bool,
    ) {
        // A scale is the font's height, which is more than the em that plots count in.
        let height = FONT.height_unscaled() / FONT.units_per_em().unwrap_or(1000.0);
        let font = FONT.as_scaled(PxScale::from((size * SCALE) as f32 * height));
        let mut glyphs: Vec<Glyph> = Vec::new();
        let mut pen = 0.0;
        for letter in text.chars() {
            let id = FONT.glyph_id(letter);
            glyphs.push(id.with_scale_and_position(font.scale(), point(pen, 0.0)));
            pen += font.h_advance(id);
        }
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -f64::from(pen) / 2.0,
            Anchor::End => -f64::from(pen),
        };
        let origin = (x * SCALE + start, y * SCALE);
        // Drawn twice, half a unit apart, is bold enough for a heading.
        let strokes: &[f64] = if bold { &[0.0, 0.7] } else { &[0.0] };
        for glyph in glyphs {
            let Some(outline) = FONT.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            for shift in strokes {
                let (left, top) = (
                    origin.0 + f64::from(bounds.min.x) + shift,
                    origin.1 + f64::from(bounds.min.y),
                );
                outline.draw(|dx, dy, share| {
                    let (x, y) = (left.round() + f64::from(dx), top.round() + f64::from(dy));
                    if x >= 0.0 && y >= 0.0 {
                        self.blend(x as usize, y as usize, colour, f64::from(share));
                    }
                });
            }
        }
    }
}

fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length.max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&canvas.pixels)?;
        writer.finish()
    });
    written.expect("writing a picture of the stated size into memory cannot fail");
    file
}

/// Whether the font has every letter of a text.
#[cfg(test)]
pub(super) fn has_letters(text: &str) -> bool {
    text.chars().all(|letter| letter == ' ' || FONT.glyph_id(letter).0 != 0)
}
