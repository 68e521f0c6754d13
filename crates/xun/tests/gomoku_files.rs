//! `xun gomoku convert` and `info` as a user sees them.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn xun(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("xun")
        .expect("the program is built")
        .current_dir(folder)
        .arg("gomoku")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A `RenLib` file: h8, then i9 a15 with a comment in GBK, or h9.
fn library() -> Vec<u8> {
    let mut bytes = b"\xFFRenLib\xFF\x03\x04".to_vec();
    bytes.resize(20, 0xFF);
    bytes.extend([0x00, 0x00, 0x78, 0x00, 0x69, 0x80, 0x01, 0x48]);
    bytes.extend(b"\xBD\xC7\0\0"); // 角
    bytes.extend([0x68, 0x40]);
    bytes
}

#[test]
fn a_library_becomes_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.lib"), library()).expect("written");
    let (out, errors, code) = xun(path, &["convert", "a.lib", "a.sgf"]);
    assert_eq!((&*out, &*errors, code), ("", "", Some(0)));
    let (out, _, _) = xun(path, &["convert", "a.sgf", "--to", "json"]);
    let game: Value = serde_json::from_str(&out).expect("JSON");
    let leaf = |point: &str, colour: &str, comment: &str| {
        json!({
            "move": point, "colour": colour, "comment": comment, "children": []
        })
    };
    let mut line = leaf("i9", "white", "");
    line["children"] = json!([leaf("a15", "black", "角")]);
    assert_eq!(game["moves"][0]["move"], "h8");
    assert_eq!(game["moves"][0]["children"], json!([line, leaf("h9", "white", "")]));
    // The library and the SGF file hold the same.
    assert_eq!(xun(path, &["convert", "a.lib", "--to", "json"]).0, out);
    let (out, errors, code) = xun(path, &["convert", "a.lib", "a.sgf", "--to", "moves"]);
    assert_eq!((&*out, code), ("h8i9a15\nh8i9a15\n", Some(0)));
    let told = "left out: moves of variations (1)\na: left out: comments (1)\n";
    assert_eq!(errors, format!("a: {told}a: {told}"));
    xun(path, &["convert", "a.lib", "--to", "psq", "-o", "b.psq"]);
    let (out, errors, _) = xun(path, &["convert", "b.psq", "--to", "moves", "--lang", "zh"]);
    assert_eq!((&*out, &*errors), ("h8i9a15\n", ""));
}

#[test]
fn files_are_described_and_faults_told_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let mut damaged = library();
    damaged.truncate(26);
    fs::write(path.join("a.lib"), damaged).expect("written");
    let sgf = "(;GM[4]SZ[19]RU[renju]PB[A]PW[乙]EV[Cup];B[jj])";
    fs::write(path.join("b.sgf"), sgf).expect("written");
    let (out, errors, code) = xun(path, &["info", "a.lib", "b.sgf"]);
    assert_eq!(
        out,
        "a.lib: RenLib, 15×15, 2 plies, 2 nodes in 1 lines, 0 comments\n\
         b.sgf: SGF, 19×19, Renju, A – 乙, Cup, 1 plies, 1 nodes in 1 lines, 0 comments\n"
    );
    let fault = "a.lib: byte 26 (0x1A): the file ends before 1 of its variations\n";
    assert_eq!((&*errors, code), (fault, Some(3)));
    let (out, _, _) = xun(path, &["info", "--json", "a.lib", "--lang", "zh"]);
    let told: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(told[0]["faults"], json!(["第 26 字节（0x1A）：文件结束，还缺 1 条变化"]));
    let (out, _, code) = xun(path, &["convert", "a.lib", "--to", "moves"]);
    assert_eq!((&*out, code), ("h8i9\n", Some(3)));
    let (_, errors, code) = xun(path, &["convert", "a.lib", "b.doc"]);
    assert!(errors.contains("--to sgf, psq, json or moves"), "{errors}");
    assert_eq!(code, Some(3));
    let (_, errors, _) = xun(path, &["convert", "a.lib", "b.sgf", "--to", "sgf"]);
    assert!(errors.contains("-o FOLDER/"), "{errors}");
    fs::write(path.join("c.lib"), "h8i9").expect("written");
    let (_, errors, code) = xun(path, &["info", "c.lib"]);
    assert!(errors.starts_with("c.lib: byte 0 (0x0): not a RenLib file"), "{errors}");
    assert_eq!(code, Some(3));
}
