//! The table of algorithms in `docs/paths.md` says what the library says.

use xun_grid::{Algorithm, Moves};

#[test]
fn the_table_of_algorithms_is_the_library_s_list() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/paths.md");
    let Ok(text) = std::fs::read_to_string(page) else {
        println!("skipped: {page} is absent");
        return;
    };
    let table = text.split("\n## Algorithms\n").nth(1).expect("a section on algorithms");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip_while(|line| !line.starts_with("| `"))
        .take_while(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let names: Vec<String> = rows.iter().map(|row| row[1].replace('`', "")).collect();
    let expected: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
    assert_eq!(names, expected);
    for (row, &algorithm) in rows.iter().zip(Algorithm::ALL) {
        let known = algorithm.capabilities();
        assert_eq!(row[2].replace('`', ""), algorithm.aliases().join(", "), "{algorithm}");
        let supply = match (known.supply, known.prices, known.plain) {
            (true, true, true) => "yes, prices too",
            (true, true, false) => "prices",
            (true, false, _) => "yes",
            (false, ..) => "no",
        };
        assert_eq!(row[4], supply, "{algorithm}");
        assert_eq!(row[5], if known.terrain { "yes" } else { "no" }, "{algorithm}");
        let moves = match known.moves {
            [one] => one.name(),
            all => {
                assert_eq!(all, Moves::ALL);
                "all"
            }
        };
        assert_eq!(row[6], moves, "{algorithm}");
    }
}
