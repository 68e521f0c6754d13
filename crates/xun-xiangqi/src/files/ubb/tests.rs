//! `DhtmlXQ` as the site writes it, written and read again, and damaged.

use crate::files::{FileFormat, GameFile, Problem, ReadOptions, read_games, write_ubb};
use crate::notation::GameResult;
use crate::notation::pgn::Line;
use crate::notation::pgn::tests::{STARTS, record};
use crate::rules::Colour;
use proptest::prelude::*;

fn read(text: &str) -> GameFile {
    read_games(text.as_bytes(), &ReadOptions::default()).expect("games")
}

const SITE: &str = "[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_title]某局[/DhtmlXQ_title]
[DhtmlXQ_place]北京[/DhtmlXQ_place]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]72427967[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_move_1_3_2]1727[/DhtmlXQ_move_1_3_2]
[DhtmlXQ_comment0]开始[/DhtmlXQ_comment0]
[DhtmlXQ_comment2]正着||第二行[/DhtmlXQ_comment2]
[DhtmlXQ_comment1_3]变着[/DhtmlXQ_comment1_3]
[/DhtmlXQ]";

fn names(line: &Line) -> Vec<String> {
    line.moves.iter().map(|made| made.chosen.to_string()).collect()
}

#[test]
fn a_game_of_the_site_is_read() {
    let file = read(SITE);
    assert_eq!((file.format, file.games.len()), (FileFormat::Ubb, 1));
    let game = &file.games[0];
    assert_eq!(game.faults, []);
    let record = &game.record;
    assert_eq!((record.tag("Title"), record.tag("Site")), (Some("某局"), Some("北京")));
    assert_eq!(record.result, GameResult::Won(Colour::Red));
    assert_eq!(names(&record.line), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert_eq!(record.line.comment, "开始");
    assert_eq!(record.line.moves[1].comment, "正着\n第二行");
    let variation = &record.line.moves[1].variations[0];
    assert_eq!(names(variation), ["h7e7", "h0g2"]);
    assert_eq!(variation.moves[1].comment, "变着");
    assert_eq!(names(&variation.moves[1].variations[0]), ["b2c2"]);
    let twice = format!("{SITE}\n{SITE}");
    assert_eq!(read(&twice).games.len(), 2);
}

#[test]
fn faults_are_named() {
    let problems = |text: &str| -> Vec<Problem> {
        read(text).games[0].faults.iter().map(|fault| fault.problem.clone()).collect()
    };
    let broken = SITE.replace("move_0_2_1", "move_0_9_1");
    assert_eq!(
        problems(&broken),
        [Problem::NoParent("1".to_owned()), Problem::NoParent("2".to_owned())]
    );
    let broken = SITE.replace("[/DhtmlXQ_title]", "");
    assert_eq!(problems(&broken), [Problem::Unfinished("title".to_owned())]);
    let broken = SITE.replace("7747706279678070", "774770627967807");
    assert_eq!(problems(&broken), [Problem::NoPoints]);
    let broken = SITE.replace("红胜", "赢");
    assert_eq!(problems(&broken), [Problem::Result("赢".to_owned())]);
    let broken = SITE.replace("move_1_3_2", "move_2_3_2");
    assert_eq!(problems(&broken), [Problem::NoParent("2".to_owned())]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn what_is_written_is_read(
        start in 0..2usize,
        choices in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..60),
    ) {
        let record = record(STARTS[start], &choices);
        let text = String::from_utf8(write_ubb(&record).bytes).expect("UTF-8");
        let file = read(&text);
        prop_assert_eq!(&file.games[0].faults, &[]);
        prop_assert_eq!(&file.games[0].record.line, &crate::files::xqf::plain(&record.line));
        prop_assert_eq!(&file.games[0].record.start, &record.start);
        prop_assert_eq!(file.games[0].record.tag("Red"), record.tag("Red"));
    }
}
