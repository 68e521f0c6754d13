//! The fuzz targets' bodies on a fixed number of inputs: seeds, changed at random, always the same.

#[path = "../../../fuzz/bodies/xiangqi_files.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use xun_game::SplitMix64;
use xun_xiangqi::files::{write_ubb, write_xqf};
use xun_xiangqi::notation::parse_pgn;

const PGN: &str = "[Red \"红\"]\n[Result \"1-0\"]\n1. 炮二平五 {当头\r\n炮} 马８进７ (1... 马２进３ $1 \
    (1... C8=5 2. H2+3) 2. h0g2 {x}) 2. 马二进三 车９平８ 3. R1=2 {} 1-0\n";

const CBF: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord><Head>\
    <Name>a&lt;b</Name><Contest /><RecordResult>3</RecordResult><FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/\
    9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>\
    <MoveList><Move value=\"00-00\"><![CDATA[x]]></Move>\
    <Move value=\"77-47\" /><Move value=\"70-62\" end=\"1\">y</Move></MoveList>\
    </ChineseChessRecord>";

/// A CBR file with two moves, of which the second has a sibling and a comment.
fn cbr() -> Vec<u8> {
    let mut bytes = vec![0; 2214];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    for (index, unit) in "题".encode_utf16().enumerate() {
        bytes[180 + 2 * index..182 + 2 * index].copy_from_slice(&unit.to_le_bytes());
    }
    bytes[2116] = 1;
    let home = [1, 2, 3, 4, 5, 4, 3, 2, 1];
    for (file, kind) in home.into_iter().enumerate() {
        bytes[2120 + file] = 0x20 + kind;
        bytes[2120 + 81 + file] = 0x10 + kind;
    }
    for file in [1, 7] {
        bytes[2120 + 18 + file] = 0x26;
        bytes[2120 + 63 + file] = 0x16;
    }
    for file in [0, 2, 4, 6, 8] {
        bytes[2120 + 27 + file] = 0x27;
        bytes[2120 + 54 + file] = 0x17;
    }
    bytes.extend([0, 0, 0, 0]);
    bytes.extend([0, 0, 70, 67]);
    bytes.extend([7, 0, 7, 24, 2, 0, 0, 0, 0x7D, 0x59]);
    bytes.extend([1, 0, 1, 20]);
    bytes
}

fn seeds() -> Vec<Vec<u8>> {
    let game = parse_pgn(PGN).expect("a game");
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.resize(576, 0);
    library.extend(cbr());
    library.extend(cbr());
    let mut old = write_xqf(&game).bytes;
    old[2] = 10;
    let mut keyed = write_xqf(&game).bytes;
    keyed[3..16].copy_from_slice(&[7, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    vec![
        PGN.as_bytes().to_vec(),
        CBF.as_bytes().to_vec(),
        cbr(),
        library,
        write_xqf(&game).bytes,
        old,
        keyed,
        write_ubb(&game).bytes,
        "1. 炮二平五 马8进7 好棋 马二进三".as_bytes().to_vec(),
        // 炮二平五 马8进7 in GBK.
        b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xC2\xED8\xBD\xF87".to_vec(),
    ]
}

/// Letters that mean something in one of the formats.
const SYNTAX: &[u8] = b" \n[](){}<>/\"'&;=0123456789_|";

/// One of the seeds with a few bytes changed, added, removed, doubled or cut off.
fn mutated(seeds: &[Vec<u8>], random: &mut SplitMix64) -> Vec<u8> {
    let mut below = |most: usize| (random.next_u64() % most.max(1) as u64) as usize;
    let mut data = seeds[below(seeds.len())].clone();
    // Most of a binary file is its header; changes behind it matter more.
    let interesting = if data.starts_with(b"XQ") {
        1024
    } else if data.starts_with(b"CCBridge R") {
        2100
    } else {
        0
    };
    for _ in 0..below(6) {
        let low = if below(3) == 0 { 0 } else { interesting.min(data.len()) };
        let at = low + below(data.len() - low + 1);
        let other = low + below(data.len() - low + 1);
        match below(7) {
            0 => data.insert(at, below(256) as u8),
            1 => data.insert(at, SYNTAX[below(SYNTAX.len())]),
            2 if at < data.len() => drop(data.remove(at)),
            3 | 4 if at < data.len() => data[at] = below(256) as u8,
            5 => {
                let part = data[at.min(other)..at.max(other)].to_vec();
                data.splice(at..at, part);
            }
            6 => data.truncate(at),
            _ => {}
        }
    }
    data
}

#[test]
fn game_files() {
    let seeds = seeds();
    for seed in &seeds {
        bodies::game_file(seed);
    }
    let mut random = SplitMix64::new(21);
    for _ in 0..3_000 {
        bodies::game_file(&mutated(&seeds, &mut random));
    }
}

/// The corpus that fuzzing has left, and a few changed inputs.
#[test]
fn corpus() {
    mutate::run("xiangqi-files", 500, bodies::game_file);
}

/// Variations within variations, long lines and lists of open brackets stay within their bounds.
#[test]
fn large_files_are_read_in_bounded_depth() {
    let mut deep = write_xqf(&parse_pgn("1. C2=5 *").expect("a game")).bytes;
    deep.truncate(1024);
    // Root, then two horses going back and forth, each move with a sibling.
    deep.extend([0x18, 0x20, 0x80, 0]);
    let ways = [(70, 62), (79, 67), (62, 70), (67, 79)];
    for index in 0..40_000 {
        let (from, to) = ways[index % 4];
        deep.extend([from + 24, to + 32, 0xC0, 0]);
    }
    bodies::game_file(&deep);
    let brackets = format!("1. C2=5 {}", "( C2=5 ".repeat(20_000));
    bodies::game_file(brackets.as_bytes());
    bodies::game_file("[DhtmlXQ_a]".repeat(20_000).as_bytes());
    bodies::game_file("&".repeat(20_000).as_bytes());
}
