//! The cost of an observer, for an instruction counter (tests/steps/45-observer.sh).
//!
//! `observer_cost VARIANT QUERIES` searches so many times across a generated map, 4-connected, with
//!
//! - `bare`: the search written out here once more without any observer;
//! - `silent`: the library's, with the silent observer;
//! - `counting`: the library's, with one that counts events.

use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{
    Algorithm, Event, Limits, Map, Observer, Options, Outcome, Problem, Searcher, Silent,
};

struct Counting(u64);

impl Observer for Counting {
    fn event(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Expand { .. }));
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_default();
    let queries: u32 = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let recipe =
        Recipe { kind: Kind::Caves, rows: 300, columns: 300, seed: 3, ..Recipe::default() };
    let problem = generate(&recipe).expect("the recipe is good");
    let options = Options { algorithm: Algorithm::AStar, ..Options::default() };
    let mut searcher = Searcher::new(problem.map());
    let mut bare = Bare::new(problem.map());
    let mut counting = Counting(0);
    let mut steps = 0;
    for _ in 0..queries {
        let (start, goal) = (problem.start(), problem.goal());
        let limits = Limits::default();
        let answer = match variant.as_str() {
            "bare" => {
                steps += bare.search(&problem);
                continue;
            }
            "silent" => searcher.search(start, goal, &options, &limits, &mut Silent),
            "counting" => searcher.search(start, goal, &options, &limits, &mut counting),
            _ => panic!("bare, silent or counting?"),
        };
        if let Outcome::Found(path) = answer.expect("four moves are for every map").outcome {
            steps += path.steps();
        }
    }
    println!(
        "{variant}: {} steps, {} expansions seen",
        steps / queries as usize,
        counting.0 / u64::from(queries)
    );
}

/// The library's 4-connected A\* (`search/unit_cost.rs`) without an observer, limits and searcher
/// around it.
struct Bare {
    words: Vec<u16>,
    stride: usize,
    base: u16,
    now: Vec<u64>,
    later: Vec<u64>,
}

impl Bare {
    fn new(map: &Map) -> Self {
        let (columns, stride) = (map.columns() as usize, map.columns() as usize + 1);
        let mut words = vec![u16::MAX; (map.rows() as usize + 2) * stride + 1];
        for (row, terrain) in map.costs().chunks_exact(columns).enumerate() {
            let from = (row + 1) * stride + 1;
            for (word, &cost) in words[from..from + columns].iter_mut().zip(terrain) {
                *word = if cost == 0 { u16::MAX } else { 0 };
            }
        }
        Self { words, stride, base: 1, now: Vec::new(), later: Vec::new() }
    }

    /// The number of steps.
    fn search(&mut self, problem: &Problem) -> usize {
        let Self { words, stride, base, now, later } = self;
        let stride = *stride;
        let place =
            |cell: xun_grid::Cell| (cell.row as usize + 1) * stride + cell.column as usize + 1;
        let (start, goal) = (place(problem.start()), place(problem.goal()));
        let goal_column = u64::from(problem.goal().column) + 1;
        let row_begins = goal - goal_column as usize;
        let row_ends = row_begins + stride;
        *base += 10;
        let base = *base;
        now.clear();
        later.clear();
        words[start] = base + 9;
        now.push(start as u64 | (u64::from(problem.start().column) + 1) << 32);
        let (mut expanded, mut generated, mut largest) = (0_u64, 1_u64, 1);
        let found = 'search: loop {
            while let Some(entry) = now.pop() {
                let place = (entry & 0xFFFF_FFFF) as usize;
                let column = entry >> 32;
                expanded += 1;
                if place == goal {
                    break 'search true;
                }
                let steps = [
                    (0_u16, place - stride, column, place >= row_ends),
                    (1, place + stride, column, place < row_begins),
                    (2, place - 1, column - 1, column > goal_column),
                    (3, place + 1, column + 1, column < goal_column),
                ];
                for (step, to, column, towards) in steps {
                    let word = words[to];
                    if towards {
                        if word <= base {
                            words[to] = base + 1 + step;
                            now.push(to as u64 | column << 32);
                            generated += 1;
                        }
                    } else if word < base {
                        words[to] = base;
                        later.push(to as u64 | column << 32 | u64::from(step) << 62);
                        generated += 1;
                    }
                }
                largest = largest.max(now.len() + later.len());
            }
            if later.is_empty() {
                break false;
            }
            later.retain_mut(|entry| {
                let place = (*entry & 0xFFFF_FFFF) as usize;
                let step = (*entry >> 62) as u16;
                *entry &= (1 << 62) - 1;
                let waiting = words[place] == base;
                if waiting {
                    words[place] = base + 1 + step;
                }
                waiting
            });
            std::mem::swap(now, later);
        };
        std::hint::black_box((expanded, generated, largest));
        let mut at = goal;
        let mut steps = 0;
        while found && at != start {
            at = match words[at] - base - 1 {
                0 => at + stride,
                1 => at - stride,
                2 => at + 1,
                _ => at - 1,
            };
            steps += 1;
        }
        steps
    }
}
