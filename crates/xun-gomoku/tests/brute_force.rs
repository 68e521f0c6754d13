//! The fast board against slow, obviously right definitions that share no code with it.

use xun_gomoku::rules::{
    Board, Colour, DIRECTIONS, Forbidden, LineClass, Point, Rule, Shape, Size, forbidden_kind,
};

use xun_gomoku::threat::{Effort, Kind, ThreatResult, solve};

/// A small generator, so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The plain board: characters in rows.
#[derive(Clone)]
struct Plain {
    size: Size,
    rule: Rule,
    stones: Vec<char>,
}

impl Plain {
    fn of(board: &Board) -> Self {
        let stones = board
            .size()
            .points()
            .map(|point| match board.stone(point) {
                Some(Colour::Black) => 'X',
                Some(Colour::White) => 'O',
                None => '.',
            })
            .collect();
        Self { size: board.size(), rule: board.rule(), stones }
    }

    fn get(&self, x: i32, y: i32) -> char {
        let inside = (0..i32::from(self.size.width())).contains(&x)
            && (0..i32::from(self.size.height())).contains(&y);
        if inside { self.stones[(y * i32::from(self.size.width()) + x) as usize] } else { '#' }
    }

    fn set(&mut self, x: i32, y: i32, stone: char) {
        self.stones[(y * i32::from(self.size.width()) + x) as usize] = stone;
    }

    /// Length of the row of this colour through a point that holds its stone.
    fn row(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> i32 {
        let stone = self.get(x, y);
        let mut length = 1;
        for sign in [1, -1] {
            let mut steps = 1;
            while self.get(x + sign * steps * dx, y + sign * steps * dy) == stone {
                steps += 1;
                length += 1;
            }
        }
        length
    }

    /// Whether the row through a stone wins.
    fn wins(&self, x: i32, y: i32, direction: (i32, i32)) -> bool {
        let stone = self.get(x, y);
        let length = self.row(x, y, direction);
        match (self.rule, stone) {
            (Rule::Freestyle, _) | (Rule::Renju, 'O') => length >= 5,
            (Rule::Standard | Rule::Renju, _) => length == 5,
            (Rule::Caro | Rule::CaroExact, _) => {
                let other = if stone == 'X' { 'O' } else { 'X' };
                let end = |sign: i32| {
                    let mut steps = 1;
                    while self.get(x + sign * steps * direction.0, y + sign * steps * direction.1)
                        == stone
                    {
                        steps += 1;
                    }
                    self.get(x + sign * steps * direction.0, y + sign * steps * direction.1)
                };
                let blocked_twice = end(1) == other && end(-1) == other;
                (length > 5 && self.rule == Rule::Caro) || (length == 5 && !blocked_twice)
            }
        }
    }

    /// The class of one line after a stone at a point, by trying stones on it. Only rows through
    /// the point count.
    fn class(&mut self, at: (i32, i32), direction: (i32, i32), stone: char) -> LineClass {
        self.set(at.0, at.1, stone);
        let class = self.class_of_placed(at, direction, stone, 5);
        self.set(at.0, at.1, '.');
        class
    }

    fn class_of_placed(
        &mut self,
        at: (i32, i32),
        direction: (i32, i32),
        stone: char,
        depth: i32,
    ) -> LineClass {
        use LineClass::{
            ClosedFour, ClosedOne, ClosedThree, ClosedTwo, Dead, DoubleFour, Five, OpenFour,
            OpenOne, OpenThree, OpenThreeSolid, OpenTwo, OpenTwoJump, OpenTwoSolid,
        };
        if self.wins(at.0, at.1, direction) {
            return LineClass::Five;
        }
        if self.row(at.0, at.1, direction) >= 5 {
            return LineClass::Overline;
        }
        if depth == 0 {
            return LineClass::Dead;
        }
        let mut followers = Vec::new();
        for steps in -5..=5 {
            let (x, y) = (at.0 + steps * direction.0, at.1 + steps * direction.1);
            if self.get(x, y) == '.' {
                self.set(x, y, stone);
                followers.push(self.class_of_placed(at, direction, stone, depth - 1));
                self.set(x, y, '.');
            }
        }
        let count =
            |wanted: &[LineClass]| followers.iter().filter(|class| wanted.contains(class)).count();
        let strong: &[LineClass] = if self.rule == Rule::Renju && stone == 'X' {
            &[OpenFour]
        } else {
            &[OpenFour, DoubleFour]
        };
        if count(&[Five]) == 2 {
            return if self.row(at.0, at.1, direction) == 4 { OpenFour } else { DoubleFour };
        }
        if count(&[Five]) == 1 {
            return ClosedFour;
        }
        if count(strong) > 0 {
            return if count(strong) > 1 { OpenThreeSolid } else { OpenThree };
        }
        if count(&[ClosedFour]) > 0 {
            return ClosedThree;
        }
        match count(&[OpenThree, OpenThreeSolid]) {
            0 => {}
            1 | 2 => return OpenTwo,
            3 => return OpenTwoJump,
            _ => return OpenTwoSolid,
        }
        if count(&[ClosedThree]) > 0 {
            return ClosedTwo;
        }
        if count(&[OpenTwo, OpenTwoJump, OpenTwoSolid]) > 0 {
            return OpenOne;
        }
        if count(&[ClosedTwo]) > 0 { ClosedOne } else { Dead }
    }

    /// Fives that black makes by one more stone: the points, on this line, through this point.
    fn five_points(&mut self, at: (i32, i32), direction: (i32, i32)) -> Vec<(i32, i32)> {
        let mut points = Vec::new();
        for steps in -4..=4 {
            let (x, y) = (at.0 + steps * direction.0, at.1 + steps * direction.1);
            if self.get(x, y) == '.' {
                self.set(x, y, 'X');
                if self.row(at.0, at.1, direction) == 5 {
                    points.push((x, y));
                }
                self.set(x, y, '.');
            }
        }
        points
    }

    fn makes_five(&mut self, x: i32, y: i32) -> bool {
        self.set(x, y, 'X');
        let five = DIRECTIONS.iter().any(|&(dx, dy)| self.row(x, y, (dx.into(), dy.into())) == 5);
        self.set(x, y, '.');
        five
    }

    /// The rules of renju word for word.
    fn forbidden(&mut self, x: i32, y: i32) -> Option<Forbidden> {
        if self.makes_five(x, y) {
            return None;
        }
        self.set(x, y, 'X');
        let directions = DIRECTIONS.map(|(dx, dy)| (i32::from(dx), i32::from(dy)));
        let overline = directions.iter().any(|&direction| self.row(x, y, direction) > 5);
        let (mut fours, mut threes) = (0, 0);
        for direction in directions {
            let fives = self.five_points((x, y), direction);
            // Two five points of one unbroken row of four are one (straight) four; else each is a
            // four.
            fours += if self.row(x, y, direction) == 4 { fives.len().min(1) } else { fives.len() };
            if !fives.is_empty() {
                continue;
            }
            let mut three = false;
            for steps in -4..=4 {
                let (fx, fy) = (x + steps * direction.0, y + steps * direction.1);
                if self.get(fx, fy) != '.' || self.makes_five(fx, fy) {
                    continue;
                }
                self.set(fx, fy, 'X');
                let straight = self.row(x, y, direction) == 4
                    && self.five_points((x, y), direction).len() == 2;
                self.set(fx, fy, '.');
                // The straight four must contain the new stone: the row through both is the same
                // row.
                if straight && self.forbidden(fx, fy).is_none() {
                    three = true;
                }
            }
            threes += usize::from(three);
        }
        self.set(x, y, '.');
        if overline {
            Some(Forbidden::Overline)
        } else if fours > 1 {
            Some(Forbidden::DoubleFour)
        } else if threes > 1 {
            Some(Forbidden::DoubleThree)
        } else {
            None
        }
    }
}

/// A random board with many stones close together, so that every pattern occurs.
fn random_board(random: &mut Random, rule: Rule, size: Size) -> Board {
    let mut board = Board::new(size, rule);
    let stones = random.below(size.area() * 2 / 3);
    let blackness = 30 + random.below(60);
    let (left, top) = (random.below(size.width().into()), random.below(size.height().into()));
    for _ in 0..stones {
        let x = (left + random.below(11)) % usize::from(size.width());
        let y = (top + random.below(11)) % usize::from(size.height());
        let point = Point::new(x as u8, y as u8);
        let colour = if random.below(100) < blackness { Colour::Black } else { Colour::White };
        // Rows that would have ended the game are left out, as are black's forbidden rows.
        if board.is_empty(point) && board.cell(point).shape(colour) < Shape::Five {
            board.place(point, colour);
        }
    }
    board
}

fn sizes(random: &mut Random) -> Size {
    match random.below(4) {
        0 => Size::STANDARD,
        1 => Size::new(22, 22).unwrap(),
        _ => Size::new(5 + random.below(18) as u32, 5 + random.below(18) as u32).unwrap(),
    }
}

#[test]
fn line_classes_equal_the_slow_classifier() {
    let mut random = Random(1);
    let mut checked = 0_u64;
    let mut seen = [[0_u64; LineClass::COUNT]; Rule::COUNT];
    for round in 0..500 {
        let rule = Rule::ALL[round % Rule::COUNT];
        let size = sizes(&mut random);
        let board = random_board(&mut random, rule, size);
        let mut plain = Plain::of(&board);
        for point in board.empty_points().filter(|_| random.below(3) == 0).collect::<Vec<_>>() {
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                // The slow way takes long where much is empty; of those a sample will do.
                let at = |steps: i32| {
                    plain.get(
                        i32::from(point.x()) + steps * i32::from(dx),
                        i32::from(point.y()) + steps * i32::from(dy),
                    )
                };
                let empty = (-5..=5).filter(|&steps| at(steps) == '.').count();
                if empty > 6 && random.below(1 << (empty - 5)) > 0 {
                    continue;
                }
                for (colour, stone) in [(Colour::Black, 'X'), (Colour::White, 'O')] {
                    let fast = board.cell(point).line(direction, colour);
                    let slow = plain.class(
                        (point.x().into(), point.y().into()),
                        (dx.into(), dy.into()),
                        stone,
                    );
                    assert_eq!(
                        fast,
                        slow,
                        "{rule} {point} direction {direction} {colour:?}\n{}",
                        drawn(&board)
                    );
                    seen[rule as usize][fast as usize] += 1;
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 20_000, "{checked}");
    for rule in Rule::ALL {
        for class in LineClass::ALL {
            let possible = class != LineClass::Overline || rule != Rule::Freestyle;
            assert_eq!(
                seen[rule as usize][class as usize] > 0,
                possible,
                "{rule} {class:?} {seen:?}"
            );
        }
    }
}

fn drawn(board: &Board) -> String {
    xun_gomoku::notation::draw(board)
}

/// Where this colour makes five, for each judge: the slow one, the board's patterns, the board
/// after the stone, the position read from its stones, and the solver.
#[test]
fn every_judge_of_fives_says_the_same_under_every_rule() {
    let mut random = Random(77);
    let mut found = [[0; 2]; Rule::COUNT];
    for round in 0..150 {
        let rule = Rule::ALL[round % Rule::COUNT];
        let size = sizes(&mut random);
        let mut board = random_board(&mut random, rule, size);
        let mut plain = Plain::of(&board);
        for colour in Colour::BOTH {
            board.set_side(colour);
            let mut fives = Vec::new();
            for point in board.empty_points().collect::<Vec<_>>() {
                let (x, y) = (i32::from(point.x()), i32::from(point.y()));
                plain.set(x, y, if colour == Colour::Black { 'X' } else { 'O' });
                let wins =
                    DIRECTIONS.iter().any(|&(dx, dy)| plain.wins(x, y, (dx.into(), dy.into())));
                let long =
                    DIRECTIONS.iter().any(|&(dx, dy)| plain.row(x, y, (dx.into(), dy.into())) > 5);
                plain.set(x, y, '.');
                let at = || format!("{rule} {colour:?} {point}\n{}", drawn(&board));
                assert_eq!(board.wins_at(point), wins, "{}", at());
                assert_eq!(board.fives(colour).iter().any(|five| five == point), wins, "{}", at());
                let mut after = board.clone();
                after.place(point, colour);
                assert_eq!(after.winner(), wins.then_some(colour), "{}", at());
                found[rule as usize][usize::from(long)] += usize::from(wins);
                if wins {
                    fives.push(point);
                }
            }
            let effort = Effort { nodes: 200, table_bytes: 1 << 16, ..Effort::default() };
            match solve(&board, &effort, None).verdict {
                ThreatResult::Win { proof, kind: Kind::Five, .. } => {
                    assert!(fives.contains(&proof.point), "{rule}\n{}", drawn(&board));
                }
                _ => assert!(fives.is_empty(), "{rule}\n{}", drawn(&board)),
            }
        }
    }
    for rule in Rule::ALL {
        let [five, long] = found[rule as usize];
        let long_wins = matches!(rule, Rule::Freestyle | Rule::Renju | Rule::Caro);
        assert!(five > 20 && (long > 0 || !long_wins), "{rule}: {five} {long}");
    }
}

#[test]
fn forbidden_points_equal_the_brute_force() {
    let mut random = Random(2);
    let mut kinds = [0_u64; 3];
    let (mut points, mut false_threes) = (0_u64, 0_u64);
    for _ in 0..6_000 {
        let size = sizes(&mut random);
        let board = random_board(&mut random, Rule::Renju, size);
        let mut plain = Plain::of(&board);
        for point in board
            .empty_points()
            .filter(|_| size.area() < 60 || random.below(2) == 0)
            .collect::<Vec<_>>()
        {
            if board.candidates().next().is_none() {
                continue;
            }
            let fast = forbidden_kind(&board, point);
            let slow = plain.forbidden(point.x().into(), point.y().into());
            assert_eq!(fast, slow, "{point}\n{}", drawn(&board));
            points += 1;
            if let Some(kind) = fast {
                kinds[kind as usize] += 1;
            } else if board.cell(point).shape(Colour::Black) == Shape::Forbidden {
                false_threes += 1;
            }
        }
    }
    assert!(points > 200_000 && kinds.iter().all(|&count| count > 500), "{points} {kinds:?}");
    assert!(false_threes > 200, "recursive cases were met {false_threes} times");
}

#[test]
fn undo_restores_everything_and_increments_equal_a_fresh_board() {
    let mut random = Random(3);
    for round in 0..40 {
        let rule = Rule::ALL[round % Rule::COUNT];
        let size = sizes(&mut random);
        let board = random_board(&mut random, rule, size);
        let mut fresh = Board::new(size, rule);
        let mut stones: Vec<_> = board.history().collect();
        // Another order of the same stones.
        for index in (1..stones.len()).rev() {
            stones.swap(index, random.below(index + 1));
        }
        for &(point, colour) in &stones {
            fresh.place(point, colour);
        }
        fresh.set_side(board.to_move());
        same(&board, &fresh);
        let before = board.clone();
        let mut changed = board;
        let mut made = 0;
        for _ in 0..20 {
            let empty: Vec<_> = changed.empty_points().collect();
            if empty.is_empty() {
                break;
            }
            if random.below(8) == 0 {
                changed.pass();
            } else {
                changed.play(empty[random.below(empty.len())]);
            }
            made += 1;
        }
        (0..made).for_each(|_| changed.undo());
        same(&changed, &before);
        assert_eq!(changed.winner(), before.winner());
        assert_eq!(changed.ply(), before.ply());
    }
}

fn same(one: &Board, other: &Board) {
    assert_eq!(one.key(), other.key());
    assert_eq!(one.stones(), other.stones());
    for colour in Colour::BOTH {
        assert_eq!(one.fives(colour), other.fives(colour));
        assert_eq!(one.fours(colour), other.fours(colour));
        assert_eq!(one.threes(colour), other.threes(colour));
        for shape in Shape::ALL {
            assert_eq!(
                one.count(colour, shape),
                other.count(colour, shape),
                "{colour:?} {shape:?}"
            );
            let shaped =
                one.empty_points().filter(|&point| one.cell(point).shape(colour) == shape).count();
            assert_eq!(shaped, one.count(colour, shape));
        }
    }
    for point in one.empty_points() {
        assert_eq!(one.cell(point), other.cell(point), "{point}");
    }
    assert_eq!(one.candidates().collect::<Vec<_>>(), other.candidates().collect::<Vec<_>>());
}
