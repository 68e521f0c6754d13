//! What earlier cut-offs teach about moves.

use crate::rules::{Colour, PerColour, Point};

const FIELD: usize = 1024;
const MOST: i32 = 8192;

/// Scores of moves by colour and point, and the usual answers to moves.
#[derive(Clone)]
pub(crate) struct History {
    quiet: PerColour<Box<[i16; FIELD]>>,
    attack: PerColour<Box<[i16; FIELD]>>,
    answers: PerColour<Box<[Option<Point>; FIELD]>>,
}

impl History {
    pub(crate) fn new() -> Self {
        let zero = || PerColour([Box::new([0; FIELD]), Box::new([0; FIELD])]);
        Self {
            quiet: zero(),
            attack: zero(),
            answers: PerColour([Box::new([None; FIELD]), Box::new([None; FIELD])]),
        }
    }

    #[inline]
    pub(crate) fn score(&self, colour: Colour, point: Point, attacking: bool) -> i32 {
        let list = if attacking { &self.attack } else { &self.quiet };
        i32::from(list[colour][point.index()])
    }

    #[inline]
    pub(crate) fn answer(&self, colour: Colour, to: Point) -> Option<Point> {
        self.answers[colour][to.index()]
    }

    pub(crate) fn reward(&mut self, colour: Colour, point: Point, attacking: bool, bonus: i32) {
        let list = if attacking { &mut self.attack } else { &mut self.quiet };
        let score = &mut list[colour][point.index()];
        let bonus = bonus.clamp(-MOST, MOST);
        *score = (i32::from(*score) + bonus - i32::from(*score) * bonus.abs() / MOST) as i16;
    }

    pub(crate) fn set_answer(&mut self, colour: Colour, to: Point, point: Point) {
        self.answers[colour][to.index()] = Some(point);
    }
}
