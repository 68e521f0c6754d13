//! A drawing as PNG, two pixels to a unit, with a font of the system.

use super::drawing::{Anchor, Drawing, Form, Ink, Mark};
use fontdb::Database;
use std::sync::LazyLock;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

const SCALE: f32 = 2.0;

/// The fonts installed on this system.
static FONTS: LazyLock<Database> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    fonts
});

/// Families that are tried first: sans-serif ones with Latin and Chinese letters.
const PREFERRED: [&str; 5] =
    ["Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "DejaVu Sans"];

/// The picture as a PNG file; `None` where no font of the system has all its letters.
pub(super) fn png(drawing: &Drawing) -> Option<Vec<u8>> {
    let side = |length: f64| (length * f64::from(SCALE)).ceil().clamp(1.0, 8192.0) as u32;
    let mut pixels = Pixmap::new(side(drawing.width), side(drawing.height))?;
    pixels.fill(tiny_skia::Color::WHITE);
    let text: String = drawing.marks.iter().filter_map(Mark::text).collect();
    with_face_for(&text, |face| {
        for mark in &drawing.marks {
            draw(&mut pixels, mark, face);
        }
    })?;
    pixels.encode_png().ok()
}

/// Calls with the first face that has every letter of a text; `None` where there is no such face.
fn with_face_for<T>(text: &str, call: impl FnOnce(&Face<'_>) -> T) -> Option<T> {
    let rank = |family: &str| {
        PREFERRED.iter().position(|known| *known == family).unwrap_or(PREFERRED.len())
    };
    let mut faces: Vec<_> = FONTS
        .faces()
        .filter(|face| face.style == fontdb::Style::Normal && face.weight == fontdb::Weight::NORMAL)
        .filter_map(|face| Some((rank(&face.families.first()?.0), face.monospaced, face.id)))
        .collect();
    faces.sort_by_key(|(rank, monospaced, _)| (*rank, *monospaced));
    let has_all = |data: &[u8], index: u32| {
        Face::parse(data, index).is_ok_and(|face| {
            text.chars().all(|letter| letter == ' ' || face.glyph_index(letter).is_some())
        })
    };
    let (_, _, found) =
        faces.into_iter().find(|(_, _, id)| FONTS.with_face_data(*id, has_all).unwrap_or(false))?;
    FONTS.with_face_data(found, |data, index| Some(call(&Face::parse(data, index).ok()?)))?
}

fn draw(pixels: &mut Pixmap, mark: &Mark, face: &Face<'_>) {
    match mark {
        Mark::Line { points, ink, width } => line(pixels, points, *width as f32, *ink),
        Mark::Box { x, y, width, height, ink } => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(|number| number as f32);
            if let Some(area) = Rect::from_xywh(x, y, width, height) {
                fill(pixels, &PathBuilder::from_rect(area), *ink);
            }
        }
        Mark::Point { x, y, radius, form: Form::Circle, ink } => {
            if let Some(circle) = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32) {
                fill(pixels, &circle, *ink);
            }
        }
        Mark::Point { x, y, radius, form, ink } => {
            let corners: Vec<_> =
                form.corners(*radius).into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            if let Some(polygon) = path(&corners, true) {
                fill(pixels, &polygon, *ink);
            }
        }
        Mark::Text { x, y, text, size, anchor, ink, bold } => {
            let Some(letters) = letters(face, text, *size as f32, *anchor) else { return };
            let at = Transform::from_translate(*x as f32, *y as f32);
            let Some(letters) = letters.transform(at) else { return };
            fill(pixels, &letters, *ink);
            if *bold {
                stroke(pixels, &letters, *size as f32 / 30.0, *ink);
            }
        }
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let (red, green, blue) = ink.rgb();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn fill(pixels: &mut Pixmap, path: &Path, ink: Ink) {
    let scale = Transform::from_scale(SCALE, SCALE);
    pixels.fill_path(path, &paint(ink), FillRule::Winding, scale, None);
}

fn stroke(pixels: &mut Pixmap, path: &Path, width: f32, ink: Ink) {
    let round =
        Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    pixels.stroke_path(path, &paint(ink), &round, Transform::from_scale(SCALE, SCALE), None);
}

fn line(pixels: &mut Pixmap, points: &[(f64, f64)], width: f32, ink: Ink) {
    if let Some(path) = path(points, false) {
        stroke(pixels, &path, width, ink);
    }
}

fn path(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in points.iter().enumerate() {
        match number {
            0 => path.move_to(*x as f32, *y as f32),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The outlines of a text, with the origin at its anchor on the baseline.
fn letters(face: &Face<'_>, text: &str, size: f32, anchor: Anchor) -> Option<Path> {
    let scale = size / f32::from(face.units_per_em());
    let mut outline = Outline { path: PathBuilder::new(), scale, pen: 0.0 };
    for letter in text.chars() {
        let Some(glyph) = face.glyph_index(letter) else { continue };
        face.outline_glyph(glyph, &mut outline);
        outline.pen += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    let start = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -outline.pen / 2.0,
        Anchor::End => -outline.pen,
    };
    outline.path.finish()?.transform(Transform::from_translate(start, 0.0))
}

/// Appends glyphs to a path; a font's y axis points up, the picture's down.
struct Outline {
    path: PathBuilder,
    scale: f32,
    pen: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.pen + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// Whether the system has a font for this text.
#[cfg(test)]
pub(super) fn can_draw(text: &str) -> bool {
    with_face_for(text, |_| ()).is_some()
}
