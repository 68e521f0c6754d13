//! The Paths room: maps in and out, and searches with their events.

mod ask;
mod kept;
mod menu;
mod run;
mod text;
mod words;

use crate::message::paths::{Generate, GridMap};
use crate::message::{Answer, Fault, Refusal, Text};
use crate::responder::Responder;
use xun_grid::Problem;
use xun_grid::format::{self, Format};
use xun_grid::generate::{Kind, Recipe};
use xun_messages::Message as _;

pub(crate) use ask::ask;
pub(crate) use kept::{keep, open};
pub(crate) use menu::menu;
pub(crate) use run::run;
pub(crate) use text::{read, scenarios, write};

/// Maps of the page have at most so many cells; the command line takes larger ones.
const MOST_CELLS: u64 = 1 << 20;

/// Makes a map.
pub(crate) async fn generate(wanted: Generate, responder: Responder) {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == wanted.family);
    let Some(kind) = kind else {
        let words = Text::new(
            format!("There is no generator named {:?}", wanted.family),
            format!("没有名为 {:?} 的生成器", wanted.family),
        );
        return responder.refuse(Refusal::missing(words)).await;
    };
    if u64::from(wanted.rows) * u64::from(wanted.columns) > MOST_CELLS {
        return responder.refuse(too_large(wanted.rows, wanted.columns)).await;
    }
    let recipe = Recipe {
        kind,
        rows: wanted.rows,
        columns: wanted.columns,
        seed: u64::from(wanted.seed),
        ..Recipe::default()
    };
    let made = tokio::task::spawn_blocking(move || xun_grid::generate::generate(&recipe)).await;
    match made {
        Ok(Ok(problem)) => responder.last(Answer::PathMap(map_of(&problem))).await,
        Ok(Err(error)) => {
            let Text { en, zh } = error.text();
            let words =
                Text::new(format!("This map cannot be made: {en}"), format!("无法生成：{zh}"));
            responder.refuse(Refusal::input(words)).await;
        }
        Err(_) => {
            responder.refuse(crate::responder::missing("The generator failed", "生成失败")).await;
        }
    }
}

/// The problem of a page's map, or everything that is wrong with it.
fn problem_of(map: &GridMap) -> Result<Problem, Refusal> {
    let wrong = || Text::new("This map cannot be used", "这张地图无法使用");
    let document = format::read(map.text.as_bytes(), Some(Format::Ascii), None)
        .map_err(|faults| Refusal::faults(wrong(), text::list_of(&faults)))?;
    let (rows, columns) = (document.map.rows(), document.map.columns());
    if u64::from(rows) * u64::from(columns) > MOST_CELLS {
        return Err(too_large(rows, columns));
    }
    document
        .into_problem(None, None)
        .map_err(|error| Refusal::faults(wrong(), vec![Fault::new(error.text())]))
}

/// A problem as the page sees it.
fn map_of(problem: &Problem) -> GridMap {
    GridMap { text: problem.to_string() }
}

fn too_large(rows: u32, columns: u32) -> Refusal {
    let words = Text::new(
        format!(
            "{rows} × {columns} cells are more than the page shows (1024 × 1024); the command line \
             searches larger maps: xun path solve"
        ),
        format!(
            "{rows} × {columns} 格超过页面可显示的 1024 × 1024；更大的地图请用命令行：xun path solve"
        ),
    );
    Refusal::input(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::paths::{Run, RunResult};
    use std::sync::atomic::AtomicBool;
    use xun_grid::generate::Random;
    use xun_grid::{
        Algorithm, Answer, Cell, Map, Moves, Options, Silent, Station, Supply, Terrain,
    };

    fn map(text: &str) -> GridMap {
        GridMap { text: text.to_owned() }
    }

    #[test]
    fn a_map_survives_the_way_there_and_back() {
        for text in [
            "tank 4\nS#5\n*.G\n",
            "tank 4\nprice a 2\nprice b 9\nstation 0,2 9\nterrain A 40\nfrom 1,0\nA#5\nab.\n..G\n",
        ] {
            assert_eq!(map_of(&problem_of(&map(text)).expect("a good map")).text, text);
        }
    }

    #[test]
    fn every_fault_is_named() {
        let refusal = problem_of(&map("S.\n..G\n?..\n")).expect_err("a bad map");
        assert_eq!(refusal.faults.len(), 2);
        assert!(refusal.faults[0].words.en.contains("2 cells where 3 were expected"));
        assert!(problem_of(&map("from 0,0\n#..\n..G\n")).is_err(), "a start in a wall");
        assert!(problem_of(&map("S..\n")).is_err(), "no goal");
        assert!(problem_of(&map("")).is_err(), "no cells");
    }

    fn answer_of(problem: &Problem, options: &Options) -> Result<RunResult, Refusal> {
        let wanted = Run {
            map: map_of(problem),
            algorithm: options.algorithm.name().to_owned(),
            heuristic: "manhattan".to_owned(),
            moves: options.moves.name().to_owned(),
            weight: None,
            trace: false,
        };
        let (problem, options) = (problem_of(&wanted.map)?, run::options_of(&wanted)?);
        let answer = run::search(&options, &problem, &AtomicBool::new(false), &mut Silent)?;
        Ok(run::result(&options, &problem, &answer, false))
    }

    /// The page's answer is the library's, and so the command line's: prices, terrain and supplies
    /// are not lost on the way.
    fn compare(problem: &Problem) {
        for &algorithm in Algorithm::ALL.iter().filter(|one| **one != Algorithm::Ida) {
            for moves in Moves::ALL {
                let heuristic = Some(xun_grid::Heuristic::Manhattan);
                let options = Options { algorithm, heuristic, moves, ..Options::default() };
                match (answer_of(problem, &options), problem.solve_with(&options)) {
                    (Ok(page), Ok(answer)) => same_answer(&page, &answer, problem),
                    (Err(page), Err(error)) => assert_eq!(page.words.en, run::refusal(&error).en),
                    (page, answer) => panic!("{algorithm}: {page:?}, {answer:?} on {problem}"),
                }
            }
        }
    }

    /// Path, cost, supplies, refills and purchases are the same.
    fn same_answer(page: &RunResult, answer: &Answer, problem: &Problem) {
        let path = answer.path();
        assert_eq!(page.cost, path.map(|path| path.cost), "{problem}");
        let index = |cell: &Cell| problem.map().index(*cell) as u32;
        let cells: Vec<u32> =
            path.map_or_else(Vec::new, |path| path.cells.iter().map(index).collect());
        assert_eq!(page.path, cells, "{problem}");
        let supply =
            answer.stops(problem).iter().map(|stop| stop.supply as i32).collect::<Vec<_>>();
        assert_eq!(page.supply, supply, "{problem}");
        if let Some(cost) = page.cost {
            assert_eq!(page.reached.len(), page.path.len());
            let last = page.reached.last().expect("a path has cells");
            assert!((last - cost).abs() < 1e-4, "{last} is not {cost} on {problem}");
            assert!(page.reached.is_sorted(), "{problem}");
        }
        let words: Vec<&str> = page.explanation.iter().map(|words| &*words.en).collect();
        for refill in answer.refills(problem) {
            assert!(words[0].contains(&refill.cell.to_string()), "{words:?}");
        }
        let sold = answer.purchases.iter().filter(|_| problem.has_prices());
        for (bought, words) in sold.zip(&words) {
            let (cell, units, price) = (bought.cell, bought.units, bought.price);
            let money = bought.money();
            assert_eq!(*words, format!("At {cell}: buys {units} at {price} each for {money}."));
        }
    }

    #[test]
    fn the_page_answers_as_the_command_line_on_every_example() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/paths");
        let mut costs = Vec::new();
        for entry in std::fs::read_dir(folder).expect("examples").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let bytes = std::fs::read(entry.path()).expect("readable");
            let Ok(document) = format::read(&bytes, None, Some(&name)) else { continue };
            let [start, goal] = [(1, 1), (13, 29)].map(|(row, column)| Cell::new(row, column));
            let (start, goal) = (document.start.or(Some(start)), document.goal.or(Some(goal)));
            let Ok(problem) = document.into_problem(start, goal) else { continue };
            compare(&problem);
            let auto = Options { algorithm: Algorithm::Auto, ..Options::default() };
            costs.push((name, answer_of(&problem, &auto).expect("auto takes all").cost));
        }
        assert!(costs.len() >= 5, "{costs:?}");
        assert!(costs.contains(&("prices.txt".to_owned(), Some(80.0))), "{costs:?}");
    }

    #[test]
    fn the_page_answers_as_the_command_line_on_random_problems() {
        let mut random = Random::new(20);
        for round in 0..400 {
            let (rows, columns) = (2 + random.below(7), 2 + random.below(7));
            let dearest = [1, 9, 255][round % 3];
            let terrain = (0..rows * columns).map(|_| random.below(dearest + 1) as u8).collect();
            let mut ground = Map::from_costs(rows, columns, terrain).expect("it fits");
            let mut cell = || Cell::new(random.below(rows), random.below(columns));
            let cells: Vec<Cell> = (0..5).map(|_| cell()).collect();
            for &cell in cells.iter().filter(|&&cell| !ground.is_open(cell)).collect::<Vec<_>>() {
                ground.set(cell, Terrain::PLAIN);
            }
            let price = if round % 4 == 3 { random.below(9) } else { 0 };
            let stations = cells[2..].iter().map(|&cell| Station { cell, price }).collect();
            let supply = (round % 4 > 1).then(|| Supply { tank: 1 + random.below(6), stations });
            let problem = Problem::with_supply(ground, cells[0], cells[1], supply).expect("open");
            compare(&problem);
        }
    }
}
