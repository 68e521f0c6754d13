//! The body of the fuzz target for trees written by people. Panics are the findings.

use xun_game::toys::TeachingTree;

/// Reads a tree. What can be read is written and read again.
pub(crate) fn tree(data: &[u8]) {
    match TeachingTree::parse(&String::from_utf8_lossy(data)) {
        Ok(tree) => {
            let text = tree.to_string();
            let again = TeachingTree::parse(&text).expect("what is written is read");
            assert_eq!(again.to_string(), text);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
