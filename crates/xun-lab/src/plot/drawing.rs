//! The marks that a picture consists of, before it becomes SVG or PNG.

/// A colour by its meaning. Documents may map these to their own colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// The ground of the picture.
    Back,
    /// Titles and values.
    Text,
    /// Names of ticks and axes.
    Soft,
    /// Lines of the grid.
    Grid,
    /// The colour of a variant.
    Series(usize),
}

/// Number of colours of variants before they repeat (with other marks).
pub(crate) const SERIES: usize = 8;

/// The colours on white paper: distinct in print and under colour blindness, together
/// with the marks.
pub(crate) const LIGHT: [(u8, u8, u8); SERIES] = [
    (31, 111, 159),
    (173, 44, 27),
    (47, 122, 79),
    (176, 120, 10),
    (122, 75, 136),
    (29, 138, 138),
    (150, 84, 40),
    (92, 92, 100),
];

/// The same on dark ground.
pub(crate) const DARK: [(u8, u8, u8); SERIES] = [
    (111, 182, 226),
    (245, 129, 104),
    (127, 205, 160),
    (231, 186, 92),
    (199, 152, 214),
    (104, 208, 204),
    (214, 156, 116),
    (176, 176, 186),
];

impl Ink {
    /// The colour on white paper.
    pub(crate) fn rgb(self) -> (u8, u8, u8) {
        match self {
            Self::Back => (255, 255, 255),
            Self::Text => (37, 33, 27),
            Self::Soft => (103, 93, 77),
            Self::Grid => (226, 219, 206),
            Self::Series(number) => LIGHT[number % SERIES],
        }
    }

    /// The class by which a document can change the colour.
    pub(crate) fn class(self) -> String {
        match self {
            Self::Back => "lab-back".to_owned(),
            Self::Text => "lab-ink".to_owned(),
            Self::Soft => "lab-soft".to_owned(),
            Self::Grid => "lab-grid".to_owned(),
            Self::Series(number) => format!("lab-s{}", number % SERIES),
        }
    }
}

/// Which end of a text lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The form of a point, so that lines are told apart without their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Circle,
    Square,
    Diamond,
    Triangle,
}

impl Form {
    pub(crate) fn of(number: usize) -> Self {
        [Self::Circle, Self::Square, Self::Diamond, Self::Triangle][number % 4]
    }

    /// Its corners around the origin; none for the circle.
    pub(crate) fn corners(self, radius: f64) -> Vec<(f64, f64)> {
        let r = radius;
        match self {
            Self::Circle => Vec::new(),
            Self::Square => {
                vec![
                    (-0.9 * r, -0.9 * r),
                    (0.9 * r, -0.9 * r),
                    (0.9 * r, 0.9 * r),
                    (-0.9 * r, 0.9 * r),
                ]
            }
            Self::Diamond => {
                vec![(0.0, -1.25 * r), (1.25 * r, 0.0), (0.0, 1.25 * r), (-1.25 * r, 0.0)]
            }
            Self::Triangle => vec![(0.0, -1.2 * r), (1.1 * r, 0.8 * r), (-1.1 * r, 0.8 * r)],
        }
    }
}

/// One thing drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    Line { points: Vec<(f64, f64)>, ink: Ink, width: f64 },
    Box { x: f64, y: f64, width: f64, height: f64, ink: Ink },
    Point { x: f64, y: f64, radius: f64, form: Form, ink: Ink },
    Text { x: f64, y: f64, text: String, size: f64, anchor: Anchor, ink: Ink, bold: bool },
}

impl Mark {
    /// Its text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// A picture: marks on a ground of this size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) marks: Vec<Mark>,
}

impl Drawing {
    pub(crate) fn line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) {
        self.marks.push(Mark::Line { points: points.to_vec(), ink, width });
    }

    pub(crate) fn area(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), ink: Ink) {
        self.marks.push(Mark::Box { x, y, width: width.max(0.0), height: height.max(0.0), ink });
    }

    pub(crate) fn point(&mut self, (x, y): (f64, f64), series: usize) {
        self.marks.push(Mark::Point {
            x,
            y,
            radius: 3.4,
            form: Form::of(series),
            ink: Ink::Series(series),
        });
    }

    /// A text whose baseline runs through the point.
    pub(crate) fn text(
        &mut self,
        (x, y): (f64, f64),
        text: &str,
        size: f64,
        anchor: Anchor,
        ink: Ink,
    ) {
        let (text, bold) = (text.to_owned(), false);
        self.marks.push(Mark::Text { x, y, text, size, anchor, ink, bold });
    }

    /// The same in bold.
    pub(crate) fn heading(&mut self, (x, y): (f64, f64), text: &str, size: f64) {
        let text = text.to_owned();
        self.marks.push(Mark::Text {
            x,
            y,
            text,
            size,
            anchor: Anchor::Start,
            ink: Ink::Text,
            bold: true,
        });
    }
}

/// About how wide a text is: exact enough to leave room for it, whatever the font.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let em: f64 =
        text.chars()
            .map(|letter| match letter {
                '\u{2e80}'.. => 1.0,
                'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.88,
                'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | ' ' | '·' | '\'' | '(' | ')' | '['
                | ']' => 0.33,
                'A'..='Z' => 0.68,
                _ => 0.56,
            })
            .sum();
    em * size
}
