//! The maps and queries of the race.

use std::fs;
use std::path::{Path, PathBuf};
use xun_grid::generate::{Kind, Random, Recipe, generate};
use xun_grid::{Cell, Map, format};

/// A map with queries.
pub(crate) struct Field {
    pub(crate) name: String,
    /// The Moving AI file.
    pub(crate) file: Option<PathBuf>,
    pub(crate) map: Map,
    pub(crate) queries: Vec<(Cell, Cell)>,
    /// Small enough for searches by bounds.
    pub(crate) small: bool,
    /// Few enough ways for the peers' IDA\*, which takes no limits.
    pub(crate) narrow: bool,
}

/// All maps whose names contain one of these (all if there are none), with so many queries each.
pub(crate) fn fields(names: &[String], queries: usize) -> Vec<Field> {
    let wanted =
        |name: &str| names.is_empty() || names.iter().any(|part| name.contains(part.as_str()));
    let mut fields = Vec::new();
    let shared = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/movingai"));
    if !shared.is_dir() {
        println!("no Moving AI maps at {}: generated maps only", shared.display());
    }
    for path in maps_below(shared) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted(&name) {
            let map = format::read(&fs::read(&path).unwrap(), None, None).unwrap().map;
            let scenario = fs::read(path.with_extension("map.scen")).unwrap();
            let all = format::read_scenarios(&scenario).unwrap();
            let every = all.len().div_ceil(queries).max(1);
            let queries =
                all.iter().step_by(every).map(|scenario| (scenario.start, scenario.goal)).collect();
            fields.push(Field {
                name,
                file: Some(path),
                map,
                queries,
                small: false,
                narrow: false,
            });
        }
    }
    for (kind, size) in [
        (Kind::Random, 512),
        (Kind::Maze, 511),
        (Kind::Braided, 511),
        (Kind::Rooms, 512),
        (Kind::Caves, 512),
    ] {
        let name = format!("generated {kind} {size}");
        if wanted(&name) {
            let recipe = Recipe { kind, rows: size, columns: size, seed: 1, ..Recipe::default() };
            let map = generate(&recipe).unwrap().map().clone();
            let open: Vec<Cell> = (0..map.cells())
                .map(|index| map.cell(index))
                .filter(|&cell| map.is_open(cell))
                .collect();
            let mut random = Random::new(7);
            let mut pick = || open[random.below(open.len() as u32) as usize];
            let queries = (0..queries).map(|_| (pick(), pick())).collect();
            fields.push(Field { name, file: None, map, queries, small: false, narrow: false });
        }
    }
    for (kind, size) in [(Kind::Random, 100), (Kind::Maze, 99)] {
        let name = format!("generated {kind} {size}");
        if wanted(&name) {
            let recipe = Recipe { kind, rows: size, columns: size, seed: 1, ..Recipe::default() };
            let problem = generate(&recipe).unwrap();
            let queries = vec![(problem.start(), problem.goal())];
            let narrow = kind == Kind::Maze;
            let map = problem.map().clone();
            fields.push(Field { name, file: None, map, queries, small: true, narrow });
        }
    }
    let lab = shared.with_file_name("lab").join("maze");
    for (file, from, to) in [("input.txt", (1, 0), (16, 24)), ("input2.txt", (1, 0), (28, 59))] {
        let name = format!("lab {file}");
        if let (true, Ok(text)) = (wanted(&name), fs::read(lab.join(file))) {
            let map = format::read(&text, None, None).unwrap().map;
            let queries = vec![(Cell::new(from.0, from.1), Cell::new(to.0, to.1))];
            let narrow = file == "input.txt";
            fields.push(Field { name, file: None, map, queries, small: true, narrow });
        }
    }
    fields
}

fn maps_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(maps_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "map") {
            found.push(path);
        }
    }
    found.sort();
    found
}
