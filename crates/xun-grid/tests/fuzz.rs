//! The fuzz targets' bodies on a fixed number of inputs: seeds, changed at random, always the same.

#[path = "../../../fuzz/bodies/grid.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use xun_grid::generate::Random;
use xun_grid::{Limits, Map, Oracle, OracleOptions};

/// Maps of every format, good and bad.
const MAPS: [&[u8]; 11] = [
    b"3 4 7\n3 0 1 0\n0 2 1 0\n0 0 0 4\n",
    b"2 2 1\r\n34 \r\n00",
    b"0 1 0\n0 0 0\n1 1 0\n",
    b"010\n000\n",
    b"type octile\nheight 3\nwidth 4\nmap\n..@T\nG.SW\nO...\n",
    b"#####\n#S.G#\n#####\n",
    b"tank 9\nprice a 5\nprice z 12\n#S.a*\n..9.G\nz 2 #\n",
    b"\xEF\xBB\xBFS.G",
    b"tank 3\nprice b 2\nterrain A 40\nterrain Z 200\nstation 0,1 7\nfrom 0,1\nto 1,1\n\
      terrain 1,1 12\nAZ#\n5.b\n",
    b"1 400000000 1\n3 4\n",
    b"99999 99999 -5\n\xFF\xFE 3 x\n",
];

const SCENARIOS: [&[u8]; 2] = [
    b"version 1\n0\tmaps/a.map\t8\t9\t1\t2\t3\t4\t5.65685\n1 b c.map 8 9 0 0 7 8 10\n",
    b"version 1.0\r\n4\tx\t1\t1\t0\t0\t0\t0\t0\r\n",
];

const ENDS: [&[u8]; 2] = [b"from 1,0\nto 16,24\n", b"to 3 4\r\nfrom 0 , 1"];

/// One of the seeds with a few bytes changed, added, removed, doubled or swapped.
fn mutated(seeds: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut data = seeds[random.below(seeds.len() as u32) as usize].to_vec();
    for _ in 0..random.below(6) {
        let length = data.len() as u32;
        let at = random.below(length + 1) as usize;
        let other = random.below(length + 1) as usize;
        match random.below(6) {
            0 => data.insert(at, random.bits() as u8),
            1 => data.insert(at, b" \n\r\t0123456789-#.@SG*,atx"[random.below(25) as usize]),
            2 if at < data.len() => drop(data.remove(at)),
            3 if at < data.len() => data[at] = random.bits() as u8,
            4 => {
                let part = data[at.min(other)..at.max(other)].to_vec();
                data.splice(at..at, part);
            }
            5 => data.truncate(at),
            _ => {}
        }
    }
    data
}

#[test]
fn maps() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        bodies::map(&mutated(&MAPS, &mut random));
    }
}

#[test]
fn scenarios() {
    let mut random = Random::new(2);
    for _ in 0..50_000 {
        bodies::scenarios(&mutated(&SCENARIOS, &mut random));
    }
}

#[test]
fn ends() {
    let mut random = Random::new(3);
    for _ in 0..50_000 {
        bodies::ends(&mutated(&ENDS, &mut random));
    }
}

/// Files of the map that the body knows, and of none.
#[test]
fn oracles() {
    let map = Map::from_costs(3, 3, vec![1, 0, 1, 1, 0, 1, 1, 1, 1]).unwrap();
    let oracle = Oracle::build(&map, &OracleOptions::default(), &Limits::default()).unwrap();
    let bytes = oracle.to_bytes();
    bodies::oracle(&bytes);
    let mut random = Random::new(5);
    for _ in 0..50_000 {
        bodies::oracle(&mutated(&[&bytes, b"XUNORACL\x01\0\0\0"], &mut random));
    }
}

#[test]
fn solve() {
    let mut random = Random::new(4);
    for _ in 0..10_000 {
        let walls = random.below(60);
        let weighted = random.below(3) == 0;
        let data: Vec<u8> = (0..6 + random.below(260))
            .map(|index| match random.below(100) {
                _ if index < 6 => random.bits() as u8,
                wall if wall < walls => 0,
                95.. => 10,
                _ if weighted => random.below(10) as u8,
                _ => 255,
            })
            .collect();
        bodies::solve(&data);
    }
}

#[test]
fn ask() {
    let mut random = Random::new(5);
    for _ in 0..5_000 {
        let walls = random.below(60);
        let weighted = random.below(3) == 0;
        let data: Vec<u8> = (0..8 + random.below(100))
            .map(|index| match random.below(100) {
                _ if index < 4 => random.bits() as u8,
                wall if wall < walls => 0,
                _ if weighted => random.bits() as u8,
                _ => 10 + random.below(240) as u8,
            })
            .collect();
        bodies::ask(&data);
    }
}

/// The corpora that fuzzing has left, and a few changed inputs of each.
#[test]
fn corpora() {
    mutate::run("map", 1_000, bodies::map);
    mutate::run("scenarios", 1_000, bodies::scenarios);
    mutate::run("ends", 1_000, bodies::ends);
    mutate::run("solve", 100, bodies::solve);
    mutate::run("graph", 10_000, bodies::graph);
}
