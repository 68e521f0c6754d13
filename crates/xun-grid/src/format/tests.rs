//! Texts that the readers accept and refuse, and that written maps read the same.

use super::*;
use crate::{Station, Terrain};

fn kinds(bytes: &[u8], format: Format) -> Vec<(u64, u64, FaultKind)> {
    let faults = read(bytes, Some(format), None).expect_err("this file has faults");
    faults.list().iter().map(|fault| (fault.line, fault.column, fault.kind.clone())).collect()
}

#[test]
fn lab_with_and_without_blanks_and_any_line_ending() {
    let expected = read(b"2 3 7\n3 0 2\n1 4 0\n", None, None).unwrap();
    for text in [
        "2 3 7\r\n302\r\n140",
        "2 3 7 \n3 0 2 \r\n1 4 0\t \n\n \n",
        "\n 2 3 7\n30 2\n 1 4 0",
        "\u{feff}2 3 7\n3 0 2\n1 4 0",
    ] {
        assert_eq!(read(text.as_bytes(), None, None).as_ref(), Ok(&expected), "{text:?}");
    }
    let supply = expected.supply.unwrap();
    assert_eq!(
        (supply.tank, supply.stations),
        (7, vec![Station { cell: Cell::new(0, 2), price: 0 }])
    );
    assert_eq!((expected.start, expected.goal), (Some(Cell::new(0, 0)), Some(Cell::new(1, 1))));
}

#[test]
fn lab_lists_all_faults_with_their_places() {
    let faults = kinds(b"3 3 -1\n3 0\n0 3 0 0\n0 x 0\n0 0 0\n", Format::Lab);
    let tank = FaultKind::OutOfRange {
        field: Field::Tank,
        found: "-1".into(),
        least: 0,
        most: u64::from(MAX_TANK),
    };
    assert_eq!(faults[0], (1, 5, tank));
    assert_eq!(faults[1], (2, 4, FaultKind::ShortRow { expected: 3, found: 2 }));
    assert_eq!(faults[2], (3, 3, FaultKind::SecondStart { line: 2, column: 1 }));
    assert_eq!(faults[3], (3, 7, FaultKind::LongRow { expected: 3, found: 4 }));
    assert!(matches!(faults[4], (4, 3, FaultKind::UnknownCell { found: 'x', .. })));
    assert_eq!(faults[5], (5, 1, FaultKind::ExtraRows { expected: 3, found: 1 }));
    assert!(matches!(faults[6].2, FaultKind::NoGoal { mark: '4' }));
    assert_eq!(faults.len(), 7);
}

#[test]
fn lab_headers() {
    for (text, expected) in [
        ("2 3", "the tank T is missing"),
        ("2 3 9999999999", "the tank T is 9999999999"),
        ("2 3 99999999999999999999999", "the tank T is"),
        ("0 3 1", "the number of rows is 0"),
        ("2 x 1", "no number"),
        ("2 3 1 5", "too much"),
        ("30000 30000 1", "more than the 400000000 cells"),
        ("400000000 400000000 1", "more than the 400000000 cells"),
    ] {
        let faults =
            read(format!("{text}\n3 0 4\n").as_bytes(), Some(Format::Lab), None).unwrap_err();
        assert!(faults.to_string().contains(expected), "{text}: {faults}");
        assert_eq!(faults.list()[0].line, 1);
    }
}

#[test]
fn empty_and_not_text() {
    for format in Format::ALL {
        for text in [&b""[..], b" \r\n\n", b"\xEF\xBB\xBF"] {
            assert!(matches!(kinds(text, format)[0].2, FaultKind::Empty { .. }), "{format}");
        }
        let mut faults = read(b"\xFF\xFE\0\x80", Some(format), None).unwrap_err().to_string();
        faults.push_str(
            &read(b"2 2 1\n3 \xFF\n0 4\n", Some(Format::Lab), None).unwrap_err().to_string(),
        );
        assert!(faults.contains("line 2, column 3: byte 0xFF is not UTF-8"), "{faults}");
    }
}

#[test]
fn columns_are_characters() {
    let faults = kinds("1 4 1\n3 寻 x 4\n".as_bytes(), Format::Lab);
    assert!(matches!(faults[0], (2, 3, FaultKind::UnknownCell { found: '寻', .. })));
    assert!(matches!(faults[1], (2, 5, FaultKind::UnknownCell { found: 'x', .. })));
    assert_eq!(faults.len(), 2);
}

#[test]
fn many_faults_are_counted() {
    let text = format!("1 100 1\n{}", "x".repeat(100));
    let faults = read(text.as_bytes(), None, None).unwrap_err();
    // 100 cells, no start, no goal
    assert_eq!((faults.list().len(), faults.more()), (MAX_FAULTS, 82));
    assert!(faults.to_string().ends_with("and 82 more"));
}

#[test]
fn matrices() {
    let document = read(b"0 1 0\r\n0 0 0 \r\n1 1 0", None, None).unwrap();
    assert_eq!(document.format, Format::Matrix);
    assert_eq!(document.map, read(b"010\n000\n110", None, None).unwrap().map);
    assert_eq!(document.clone().into_problem(None, None), Err(DocumentError::NoStart));
    let problem = document.clone().into_problem(Some(Cell::new(0, 0)), Some(Cell::new(2, 2)));
    assert!(problem.is_ok());
    assert!(document.into_problem(Some(Cell::new(0, 1)), Some(Cell::new(2, 2))).is_err());
    let faults = kinds(b"010\n00\n2100\n", Format::Matrix);
    assert_eq!(faults[0], (2, 3, FaultKind::ShortRow { expected: 3, found: 2 }));
    assert!(matches!(faults[1], (3, 1, FaultKind::UnknownCell { found: '2', .. })));
    assert_eq!(faults[2], (3, 4, FaultKind::LongRow { expected: 3, found: 4 }));
}

#[test]
fn moving_ai() {
    let document =
        read(b"type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.G@\r\nTS.\r\n", None, None).unwrap();
    assert_eq!(document.format, Format::MovingAi);
    assert_eq!(document.map.costs(), [1, 1, 0, 0, 1, 1]);
    let faults = kinds(b"type tile\nheight 3\nwidth\nmap\n..x\n..\n", Format::MovingAi);
    assert!(matches!(&faults[0], (1, 6, FaultKind::Unexpected { found, .. }) if found == "tile"));
    assert_eq!(faults[1], (3, 6, FaultKind::Missing { field: Field::Columns }));
    assert!(matches!(faults[2], (5, 3, FaultKind::UnknownCell { found: 'x', .. })));
    assert_eq!(faults[3], (6, 3, FaultKind::ShortRow { expected: 3, found: 2 }));
    assert_eq!(faults[4], (7, 1, FaultKind::MissingRows { expected: 3, found: 2 }));
    assert!(!kinds(b"..#\n", Format::MovingAi).is_empty());
}

#[test]
fn ascii_blanks_terrain_and_prices() {
    let document = read(b"tank 9\nprice a 5\n#S a#\n#.9*  \n  #G \n", None, None).unwrap();
    assert_eq!(document.format, Format::Ascii);
    assert_eq!(document.map.costs(), [0, 1, 1, 1, 0, 0, 1, 9, 1, 1, 1, 1, 0, 1, 1]);
    assert_eq!((document.start, document.goal), (Some(Cell::new(0, 1)), Some(Cell::new(2, 3))));
    let supply = document.supply.unwrap();
    assert_eq!(supply.tank, 9);
    assert_eq!(supply.stations[0], Station { cell: Cell::new(0, 3), price: 5 });
    assert_eq!(supply.stations[1], Station { cell: Cell::new(1, 3), price: 0 });
    let faults = kinds(b"S.b\nG\n.?*\n", Format::Ascii);
    assert_eq!(faults[0], (2, 2, FaultKind::ShortRow { expected: 3, found: 1 }));
    assert!(matches!(faults[1], (3, 2, FaultKind::UnknownCell { found: '?', .. })));
    let faults = kinds(b"S.b\nGx*\n", Format::Ascii);
    assert_eq!(faults[0], (1, 3, FaultKind::StationWithoutPrice { letter: 'b' }));
    assert_eq!(faults[1], (2, 2, FaultKind::StationWithoutPrice { letter: 'x' }));
    assert_eq!(faults[2], (2, 3, FaultKind::StationWithoutTank));
}

#[test]
fn detection() {
    for (text, name, expected) in [
        ("2 3 9\n3 0 4\n", None, Format::Lab),
        ("1 1 1\n3\n", None, Format::Lab),
        ("10 10 10\n000\n", None, Format::Lab),
        ("5 4 x\n", None, Format::Lab),
        ("5 4 -1\n", None, Format::Lab),
        ("10 10 10\n0 0 0\n", None, Format::Lab),
        ("1 0 1\n1 0 1\n", None, Format::Matrix),
        ("0 1 0\n0 2 0\n1 0 0\n", None, Format::Matrix),
        ("101\n001\n", None, Format::Matrix),
        ("0 0 0 0 1\n", None, Format::Matrix),
        ("type octile\n", None, Format::MovingAi),
        ("height 3\n", Some("a.map"), Format::MovingAi),
        ("S.G\n", None, Format::Ascii),
        ("tank 4\n222\n#S#\n", None, Format::Ascii),
        ("222\n2S#\n", None, Format::Ascii),
    ] {
        assert_eq!(detect(text.as_bytes(), name), expected, "{text:?}");
    }
}

#[test]
fn scenarios() {
    let text = b"version 1\n3\tmaps/a b.map\t8\t9\t1\t2\t3\t4\t5.65685\r\n";
    let scenarios = read_scenarios(text).unwrap();
    assert_eq!(scenarios.len(), 1);
    assert_eq!(
        (scenarios[0].rows, scenarios[0].columns, scenarios[0].map.as_str()),
        (9, 8, "maps/a b.map")
    );
    assert_eq!((scenarios[0].start, scenarios[0].goal), (Cell::new(2, 1), Cell::new(4, 3)));
    let mut written = Vec::new();
    write_scenarios(&scenarios, &mut written).unwrap();
    assert_eq!(read_scenarios(&written).unwrap(), scenarios);
    let faults = read_scenarios(b"1 m 8 9 8 2 3 4 5\n1 m 8 9\n1 m 8 9 1 2 3 4 nan\n").unwrap_err();
    assert_eq!(faults.list().len(), 4, "{faults}");
}

#[test]
fn ends() {
    assert!(read_ends(b"from 1,0\r\nto 16 24").is_ok());
    let faults = read_ends(b"from 1\nat 3,4\n").unwrap_err();
    assert_eq!(faults.list().len(), 3, "{faults}"); // no column, unknown word, no `to`
}

#[test]
fn what_is_written_reads_the_same() {
    let map = Map::from_costs(3, 3, vec![1, 0, 1, 1, 1, 1, 0, 1, 1]).unwrap();
    let plain = Problem::new(map.clone(), Cell::new(0, 0), Cell::new(2, 2)).unwrap();
    let supply = Supply { tank: 5, stations: vec![Station { cell: Cell::new(1, 1), price: 0 }] };
    let lab =
        Problem::with_supply(map.clone(), Cell::new(0, 0), Cell::new(2, 2), Some(supply)).unwrap();
    let stations = vec![
        Station { cell: Cell::new(1, 1), price: 7 },
        Station { cell: Cell::new(1, 2), price: 3 },
    ];
    let mut weighted = map.clone();
    weighted.set(Cell::new(2, 1), Terrain::new(6));
    let supply = Supply { tank: 5, stations };
    let priced =
        Problem::with_supply(weighted, Cell::new(0, 0), Cell::new(2, 2), Some(supply)).unwrap();
    for (problem, format) in [
        (&lab, Format::Lab),
        (&lab, Format::Ascii),
        (&priced, Format::Ascii),
        (&plain, Format::Ascii),
        (&plain, Format::Matrix),
        (&plain, Format::MovingAi),
    ] {
        let mut document = Document::of(problem, format);
        let mut text = Vec::new();
        write(&document, &mut text).unwrap();
        if matches!(format, Format::Matrix | Format::MovingAi) {
            (document.start, document.goal) = (None, None);
        }
        assert_eq!(
            read(&text, None, None).unwrap(),
            document,
            "{}",
            String::from_utf8_lossy(&text)
        );
    }
    for (problem, format) in
        [(&plain, Format::Lab), (&priced, Format::Lab), (&lab, Format::MovingAi)]
    {
        assert!(matches!(
            write(&Document::of(problem, format), &mut Vec::new()),
            Err(WriteError::Inexpressible { .. })
        ));
    }
}

#[test]
fn ascii_lines_name_cells_and_terrain() {
    let text = b"tank 5\nterrain A 40\nterrain Z 200\nstation 0,1 7\nstation 1,0\nfrom 0,1\n\
        to 1,1\nterrain 1,1 12\nAZ#\n5..\n";
    let document = read(text, None, None).unwrap();
    assert_eq!(document.format, Format::Ascii);
    assert_eq!(document.map.costs(), [40, 200, 0, 5, 12, 1]);
    assert_eq!((document.start, document.goal), (Some(Cell::new(0, 1)), Some(Cell::new(1, 1))));
    assert_eq!(
        document.supply.unwrap().stations,
        [Station { cell: Cell::new(0, 1), price: 7 }, Station { cell: Cell::new(1, 0), price: 0 }]
    );
    let faults = kinds(
        b"terrain S 4\nterrain A 256\nterrain\nstation 9,9\nfrom 0,0\nterrain 0,0 0\ntank 1\nS.G\n\
          Q..\n",
        Format::Ascii,
    );
    assert!(matches!(&faults[0], (1, 9, FaultKind::Unexpected { found, .. }) if found == "S"));
    assert!(matches!(faults[1], (2, 11, FaultKind::OutOfRange { field: Field::Terrain, .. })));
    assert_eq!(faults[2], (3, 8, FaultKind::Missing { field: Field::Row }));
    assert_eq!(faults.len(), 9, "{faults:?}");
    assert!(faults.contains(&(
        4,
        9,
        FaultKind::OutsideMap { row: 9, column: 9, rows: 2, columns: 3 }
    )));
    assert!(faults.contains(&(5, 6, FaultKind::SecondStart { line: 8, column: 1 })));
}

/// The ASCII format expresses every problem: stations on dear terrain, ends on stations, more
/// prices and costs than there are letters.
#[test]
fn ascii_expresses_every_problem() {
    let mut random = crate::generate::Random::new(11);
    for round in 0..2_000 {
        let (rows, columns) = (1 + random.below(9), 1 + random.below(40));
        let dearest = [1, 9, 30, 255][round % 4];
        let terrain = (0..rows * columns).map(|_| random.below(dearest + 1) as u8).collect();
        let mut map = Map::from_costs(rows, columns, terrain).unwrap();
        let mut cell = || Cell::new(random.below(rows), random.below(columns));
        let mut cells: Vec<Cell> = (0..10).map(|_| cell()).collect();
        for &cell in &cells {
            if !map.is_open(cell) {
                map.set(cell, Terrain::PLAIN);
            }
        }
        let (start, goal) = (cells[0], cells[1]);
        cells.sort_unstable();
        let stations: Vec<Station> = (0_u32..)
            .zip(&cells)
            .map(|(number, &cell)| Station { cell, price: number % 3 * (number + 1) })
            .collect();
        let supply = (round % 3 > 0).then_some(Supply { tank: 7, stations });
        let problem = Problem::with_supply(map, start, goal, supply).unwrap();
        let mut again: Problem = problem.to_string().parse().unwrap();
        if let Some(supply) = problem.supply() {
            // The order of stations may differ.
            let sorted = |supply: &Supply| {
                let mut stations = supply.stations.clone();
                stations.sort_unstable_by_key(|station| (station.cell, station.price));
                Supply { stations, ..*supply }
            };
            assert_eq!(sorted(again.supply().unwrap()), sorted(supply), "{problem}");
            again = Problem::with_supply(again.map().clone(), start, goal, Some(supply.clone()))
                .unwrap();
        }
        assert_eq!(again, problem, "{problem}");
    }
}
