//! Checks a proof with nothing but the rules: a plain board, rows counted stone by stone, every
//! answer of the other side tried. It shares no pattern, table or search with the solver.

use super::proof::{Proof, Replies};
use crate::rules::{Board, Colour, Point, Rule, Size};
use thiserror::Error;

/// A fault of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refuted {
    /// A move that cannot be made.
    #[error("{0} cannot be played")]
    Illegal(Point),
    /// It was said to make five.
    #[error("{0} does not make five")]
    NoFive(Point),
    /// It was said to threaten five.
    #[error("{0} threatens nothing")]
    NoThreat(Point),
    /// The other side makes five first.
    #[error("after {after} the other side makes five at {five}")]
    Overtaken {
        /// The winner's move.
        after: Point,
        /// The point.
        five: Point,
    },
    /// An answer that the proof does not know.
    #[error("after {after} the answer {answer} is not dealt with")]
    Missing {
        /// The winner's move.
        after: Point,
        /// The answer.
        answer: Point,
    },
}

/// Whether the proof wins for the side to move of this board against every defence.
///
/// # Errors
/// The first line of the proof that does not win.
pub fn verify(board: &Board, proof: &Proof) -> Result<(), Refuted> {
    let size = board.size();
    let mut plain = Plain {
        size,
        rule: board.rule(),
        stones: vec![None; size.area()],
        windows: Windows::new(size),
        black: board.rule().forbids(Colour::Black),
    };
    for point in size.points() {
        if let Some(colour) = board.stone(point) {
            plain.put(point, Some(colour));
        }
    }
    attack(&mut plain, board.to_move(), proof)
}

fn attack(plain: &mut Plain, own: Colour, proof: &Proof) -> Result<(), Refuted> {
    let point = proof.point;
    if !plain.may_play(point, own) {
        return Err(Refuted::Illegal(point));
    }
    plain.put(point, Some(own));
    let result = answer_all(plain, own, proof);
    plain.put(point, None);
    result
}

fn answer_all(plain: &mut Plain, own: Colour, proof: &Proof) -> Result<(), Refuted> {
    let point = proof.point;
    match &proof.replies {
        Replies::Five => {
            plain.has_five_through(point, own).then_some(()).ok_or(Refuted::NoFive(point))
        }
        Replies::Four(answers) => after_four(plain, own, point, |plain, answer| {
            match answers.iter().find(|(known, _)| *known == answer) {
                Some((_, proof)) => attack(plain, own, proof),
                None => Err(Refuted::Missing { after: point, answer }),
            }
        }),
        Replies::Three { threat, answers } => {
            if let Some(five) = plain.five_points(!own).first() {
                return Err(Refuted::Overtaken { after: point, five: *five });
            }
            for answer in plain.empty_points() {
                let known = answers.iter().find(|(known, _)| *known == answer);
                plain.put(answer, Some(!own));
                let result = match known {
                    Some((_, proof)) => attack(plain, own, proof),
                    None => follow(plain, own, threat),
                };
                plain.put(answer, None);
                // Only a legal move can refute the proof.
                if let Err(fault) = result
                    && plain.may_play(answer, !own)
                {
                    return Err(known.map_or(Refuted::Missing { after: point, answer }, |_| fault));
                }
            }
            // Passing is not allowed, but the threat must be real all the same.
            follow(plain, own, threat)
        }
    }
}

/// Follows a line of fours; any answer but the line's must lose to five at once.
fn follow(plain: &mut Plain, own: Colour, line: &[Point]) -> Result<(), Refuted> {
    let Some((&point, rest)) = line.split_first() else {
        return Err(Refuted::Illegal(Point::new(0, 0)));
    };
    if !plain.may_play(point, own) {
        return Err(Refuted::Illegal(point));
    }
    plain.put(point, Some(own));
    let result = if plain.has_five_through(point, own) {
        Ok(())
    } else {
        after_four(plain, own, point, |plain, answer| match rest.split_first() {
            Some((&expected, further)) if expected == answer => follow(plain, own, further),
            _ => Err(Refuted::Missing { after: point, answer }),
        })
    };
    plain.put(point, None);
    result
}

/// The winner just made a four at `point`: every answer that does not stop five loses; the others
/// are handed on.
fn after_four(
    plain: &mut Plain,
    own: Colour,
    point: Point,
    mut handle: impl FnMut(&mut Plain, Point) -> Result<(), Refuted>,
) -> Result<(), Refuted> {
    let fives = plain.five_points(own);
    if fives.is_empty() {
        return Err(Refuted::NoThreat(point));
    }
    if let Some(&five) = plain.five_points(!own).first() {
        return Err(Refuted::Overtaken { after: point, five });
    }
    let answers = match fives.first() {
        // A stone just beyond the row's end stops it too; that is at most five steps from where
        // five would be made.
        Some(five) if plain.rule.is_caro() => {
            plain.empty_points().into_iter().filter(|answer| answer.distance(*five) <= 5).collect()
        }
        _ => fives,
    };
    for answer in answers {
        if !plain.may_play(answer, !own) {
            continue;
        }
        plain.put(answer, Some(!own));
        let result = if plain.five_points(own).is_empty() { handle(plain, answer) } else { Ok(()) };
        plain.put(answer, None);
        result?;
    }
    Ok(())
}

/// Every five points in a row that the board has, and how many stones of either colour stand on
/// them, counted stone by stone. A five fills one of them.
struct Windows {
    /// By point, the windows that it lies in.
    of_point: Vec<Vec<usize>>,
    points: Vec<[Point; 5]>,
    counts: Vec<[u8; 2]>,
    /// Windows with four stones of a colour and nothing else.
    fours: [Vec<usize>; 2],
}

impl Windows {
    fn new(size: Size) -> Self {
        let mut windows = Self {
            of_point: vec![Vec::new(); size.area()],
            points: Vec::new(),
            counts: Vec::new(),
            fours: [vec![], vec![]],
        };
        for start in size.points() {
            for (dx, dy) in WAYS {
                let at = |steps: i32| {
                    let (x, y) =
                        (i32::from(start.x()) + steps * dx, i32::from(start.y()) + steps * dy);
                    size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
                };
                // If the last point is on the board, all are.
                if at(4).is_none() {
                    continue;
                }
                let row = [0, 1, 2, 3, 4].map(|steps| at(steps).unwrap_or(start));
                for point in row {
                    windows.of_point[number(size, point)].push(windows.points.len());
                }
                windows.points.push(row);
                windows.counts.push([0; 2]);
            }
        }
        windows
    }

    /// A stone of this colour comes to a point or goes from it.
    fn count(&mut self, point: usize, colour: Colour, comes: bool) {
        for &window in &self.of_point[point] {
            let before = four_of(self.counts[window]);
            let count = &mut self.counts[window][colour as usize];
            *count = if comes { *count + 1 } else { count.saturating_sub(1) };
            let after = four_of(self.counts[window]);
            if before != after {
                if let Some(colour) = before {
                    self.fours[colour as usize].retain(|&other| other != window);
                }
                if let Some(colour) = after {
                    self.fours[colour as usize].push(window);
                }
            }
        }
    }
}

fn four_of(counts: [u8; 2]) -> Option<Colour> {
    match counts {
        [4, 0] => Some(Colour::Black),
        [0, 4] => Some(Colour::White),
        _ => None,
    }
}

/// A point's number, row by row.
fn number(size: Size, point: Point) -> usize {
    usize::from(point.y()) * usize::from(size.width()) + usize::from(point.x())
}

/// Stones and the rules of rows; nothing else.
struct Plain {
    size: Size,
    rule: Rule,
    stones: Vec<Option<Colour>>,
    windows: Windows,
    /// Whether black has forbidden points.
    black: bool,
}

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Plain {
    fn put(&mut self, point: Point, stone: Option<Colour>) {
        let index = number(self.size, point);
        if let Some(colour) = self.stones[index] {
            self.windows.count(index, colour, false);
        }
        if let Some(colour) = stone {
            self.windows.count(index, colour, true);
        }
        self.stones[index] = stone;
    }

    fn at(&self, x: i32, y: i32) -> Option<Colour> {
        let point = self.size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
        self.stones[number(self.size, point)]
    }

    fn is_empty(&self, x: i32, y: i32) -> bool {
        let inside = u32::try_from(x)
            .ok()
            .zip(u32::try_from(y).ok())
            .is_some_and(|(x, y)| self.size.contains(x, y));
        inside && self.at(x, y).is_none()
    }

    /// The row through a stone: its length, and the places just beyond its ends.
    fn row(&self, point: Point, colour: Colour, (dx, dy): (i32, i32)) -> (i32, [(i32, i32); 2]) {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let mut length = 1;
        let ends = [1, -1].map(|sign| {
            let mut steps = 1;
            while self.at(x + sign * steps * dx, y + sign * steps * dy) == Some(colour) {
                steps += 1;
                length += 1;
            }
            (x + sign * steps * dx, y + sign * steps * dy)
        });
        (length, ends)
    }

    fn has_five_through(&self, point: Point, colour: Colour) -> bool {
        WAYS.into_iter().any(|way| {
            let (length, ends) = self.row(point, colour, way);
            let blocked_twice = || ends.iter().all(|&(x, y)| self.at(x, y) == Some(!colour));
            match (self.rule, colour) {
                (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => length >= 5,
                (Rule::Standard, _) | (Rule::Renju, Colour::Black) => length == 5,
                (Rule::Caro, _) => length > 5 || (length == 5 && !blocked_twice()),
                (Rule::CaroExact, _) => length == 5 && !blocked_twice(),
            }
        })
    }

    fn makes_five(&mut self, point: Point, colour: Colour) -> bool {
        self.put(point, Some(colour));
        let five = self.has_five_through(point, colour);
        self.put(point, None);
        five
    }

    fn empty_points(&self) -> Vec<Point> {
        self.size
            .points()
            .filter(|point| self.is_empty(point.x().into(), point.y().into()))
            .collect()
    }

    fn five_points(&mut self, colour: Colour) -> Vec<Point> {
        let mut found: Vec<Point> = self.windows.fours[colour as usize]
            .iter()
            .flat_map(|&window| self.windows.points[window])
            .filter(|point| self.stones[number(self.size, *point)].is_none())
            .collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&point| self.makes_five(point, colour));
        found
    }

    fn may_play(&mut self, point: Point, colour: Colour) -> bool {
        self.is_empty(point.x().into(), point.y().into())
            && !(self.black && colour == Colour::Black && self.is_forbidden(point))
    }

    /// Black's forbidden points, word for word: see `rules::forbidden`.
    fn is_forbidden(&mut self, point: Point) -> bool {
        // The least that is forbidden, two threes, takes four other stones on the lines through the
        // point.
        if self.black_stones_near(point) < 4 || self.makes_five(point, Colour::Black) {
            return false;
        }
        self.put(point, Some(Colour::Black));
        let (mut overline, mut fours, mut threes) = (false, 0, 0);
        for way in WAYS {
            let (length, _) = self.row(point, Colour::Black, way);
            overline |= length > 5;
            let fives = self.fives_on(point, way);
            fours += if length == 4 { fives.len().min(1) } else { fives.len() };
            if fives.is_empty() && !overline {
                threes += usize::from(self.is_three(point, way));
            }
        }
        self.put(point, None);
        overline || fours > 1 || threes > 1
    }

    fn black_stones_near(&self, point: Point) -> usize {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        WAYS.into_iter()
            .flat_map(|(dx, dy)| (-5..=5).map(move |steps| (x + steps * dx, y + steps * dy)))
            .filter(|&(x, y)| self.at(x, y) == Some(Colour::Black))
            .count()
    }

    fn near(&self, point: Point, (dx, dy): (i32, i32)) -> Vec<Point> {
        (-4..=4)
            .filter_map(|steps: i32| {
                let (x, y) = (i32::from(point.x()) + steps * dx, i32::from(point.y()) + steps * dy);
                self.is_empty(x, y).then(|| self.size.point(x as u32, y as u32))?
            })
            .collect()
    }

    /// Points of this line that make exactly five through black's stone.
    fn fives_on(&mut self, point: Point, way: (i32, i32)) -> Vec<Point> {
        let mut found = Vec::new();
        for other in self.near(point, way) {
            self.put(other, Some(Colour::Black));
            if self.row(point, Colour::Black, way).0 == 5 {
                found.push(other);
            }
            self.put(other, None);
        }
        found
    }

    fn is_three(&mut self, point: Point, way: (i32, i32)) -> bool {
        self.near(point, way).into_iter().any(|other| {
            if self.makes_five(other, Colour::Black) {
                return false;
            }
            self.put(other, Some(Colour::Black));
            let straight =
                self.row(point, Colour::Black, way).0 == 4 && self.fives_on(point, way).len() == 2;
            self.put(other, None);
            straight && !self.is_forbidden(other)
        })
    }
}
