//! Wins by continuous fours: each attack leaves one answer, so the search is a walk with a memory of dead ends.

use crate::rules::{Board, Colour, Point, Shape};
use std::collections::HashMap;

/// What a search for fours may use.
#[derive(Clone, Copy, Debug)]
pub struct VcfLimits {
    /// Most fours in a row.
    pub fours: u32,
    /// Most positions.
    pub nodes: u64,
}

/// A search for fours. Dead ends are remembered with the number of fours that was left.
pub(crate) struct Vcf {
    dead: HashMap<u64, u32>,
    pub(crate) nodes: u64,
    most_nodes: u64,
    remembered: usize,
}

/// Dead ends kept at most; more are forgotten all at once.
const MEMORY: usize = 1 << 20;

impl Vcf {
    pub(crate) fn new(most_nodes: u64) -> Self {
        Self { dead: HashMap::new(), nodes: 0, most_nodes, remembered: MEMORY }
    }

    /// Whether the search gave up rather than came to an end.
    pub(crate) fn exhausted(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Begins another search with this many more nodes, keeping the memory.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.most_nodes = self.nodes + nodes;
    }

    /// The winning line of the side to move, our moves and the forced answers in turn, ending with five.
    pub(crate) fn find(&mut self, board: &mut Board, fours: u32) -> Option<Vec<Point>> {
        let mut line = Vec::new();
        self.attack(board, fours, &mut line).then_some(line)
    }

    fn attack(&mut self, board: &mut Board, fours: u32, line: &mut Vec<Point>) -> bool {
        self.nodes += 1;
        let own = board.to_move();
        if let Some(five) = board.fives(own).first() {
            line.push(five);
            return true;
        }
        if fours == 0 || self.exhausted() {
            return false;
        }
        let must = match board.count(!own, Shape::Five) {
            0 => None,
            1 => board.fives(!own).first(),
            _ => return false,
        };
        let key = board.key();
        if self.dead.get(&key).is_some_and(|&left| left >= fours) {
            return false;
        }
        let mut moves = ordered_fours(board, own, must);
        moves.retain(|&point| !board.is_forbidden(point));
        for point in moves {
            board.play(point);
            let won = self.answer(board, own, fours - 1, point, line);
            board.undo();
            if won {
                return true;
            }
        }
        if !self.exhausted() {
            if self.dead.len() >= self.remembered {
                self.dead.clear();
            }
            self.dead.insert(key, fours);
        }
        false
    }

    /// The defender's only answer to the four just made; the line grows if it wins.
    fn answer(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        fours: u32,
        point: Point,
        line: &mut Vec<Point>,
    ) -> bool {
        let Some(block) = board.fives(attacker).first() else { return false };
        let from = line.len();
        line.push(point);
        // Two ways to five, or a block that the defender may not play.
        if board.count(attacker, Shape::Five) > 1 || board.is_forbidden(block) {
            let other = board.fives(attacker).iter().nth(1).unwrap_or(block);
            if other != block {
                line.push(block);
            }
            line.push(other);
            return true;
        }
        line.push(block);
        board.play(block);
        let won = self.attack(board, fours, line);
        board.undo();
        if !won {
            line.truncate(from);
        }
        won
    }
}

/// This side's fours, the most promising first; only `must` if five must be stopped there.
fn ordered_fours(board: &Board, own: Colour, must: Option<Point>) -> Vec<Point> {
    if let Some(point) = must {
        return if board.cell(point).makes_four(own) { vec![point] } else { Vec::new() };
    }
    let mut moves: Vec<Point> = board.fours(own).iter().collect();
    let last = board.recent(1);
    moves.sort_by_key(|&point| {
        let near = last.map_or(0, |last| last.distance(point).min(8));
        (std::cmp::Reverse(rank(board.cell(point).shape(own))), near)
    });
    moves
}

fn rank(shape: Shape) -> u8 {
    match shape {
        Shape::OpenFour => 5,
        Shape::FourThree => 4,
        Shape::FourPlus => 3,
        Shape::Forbidden => 1,
        _ => 2,
    }
}

/// A win of the side to move by fours alone, as a line that ends with five; not always the shortest.
pub fn find_vcf(board: &Board, limits: VcfLimits) -> Option<Vec<Point>> {
    Vcf::new(limits.nodes).find(&mut board.clone(), limits.fours)
}

/// The shortest win of the side to move by fours alone, and whether it is certain that none is shorter.
pub fn shortest_vcf(board: &Board, limits: VcfLimits) -> Option<(Vec<Point>, bool)> {
    let mut vcf = Vcf::new(limits.nodes);
    let mut board = board.clone();
    let mut certain = true;
    for fours in 0..=limits.fours {
        if let Some(line) = vcf.find(&mut board, fours) {
            return Some((line, certain));
        }
        if vcf.exhausted() {
            certain = false;
            vcf.allow(limits.nodes);
            return vcf.find(&mut board, limits.fours).map(|line| (line, certain));
        }
    }
    None
}
