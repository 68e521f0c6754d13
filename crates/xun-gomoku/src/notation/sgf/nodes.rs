//! The nodes of an SGF text with their properties, parents before children.

use super::super::record::Unreadable;

/// Letters of a property's name that are kept.
const LONGEST_NAME: usize = 32;

/// A node.
pub(super) struct Node {
    /// Index of the node before it; `None` for a root.
    pub(super) parent: Option<usize>,
    /// Its properties, one for each value.
    pub(super) properties: Vec<Property>,
}

/// A value of a property.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Node {
    /// The first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.property(name).map(|property| property.value.as_str())
    }

    /// The first property of this name.
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// All values of a property.
    pub(super) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.properties.iter().filter(move |property| property.name == name);
        named.map(|property| property.value.as_str())
    }
}

/// The nodes of the first game of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, Unreadable> {
    let mut nodes: Vec<Node> = Vec::new();
    // The node that open parentheses go back to, and the node that is read.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut current = None;
    let mut name = String::new();
    let mut name_ended = false;
    let mut letters = Letters { rest: text.chars(), line: 1, column: 0 };
    while let Some(letter) = letters.next() {
        match letter {
            '(' => open.push(current),
            ')' => {
                current = open.pop().flatten();
                if open.is_empty() {
                    return Ok(nodes);
                }
            }
            ';' => {
                nodes.push(Node { parent: current, properties: Vec::new() });
                current = Some(nodes.len() - 1);
                name.clear();
            }
            '[' => {
                let (line, column) = (letters.line, letters.column);
                let value = letters
                    .value()
                    .ok_or_else(|| Unreadable::one(line, column, "this bracket is never closed"))?;
                name_ended = true;
                if let Some(node) = current.and_then(|index| nodes.get_mut(index)) {
                    node.properties.push(Property { name: name.clone(), value, line, column });
                }
            }
            letter if letter.is_ascii_uppercase() => {
                if std::mem::take(&mut name_ended) {
                    name.clear();
                }
                // Names have two letters; a long one is not kept for each of its values.
                if name.len() < LONGEST_NAME {
                    name.push(letter);
                }
            }
            _ => {}
        }
    }
    let problem = if open.is_empty() {
        "SGF begins with ("
    } else {
        "the game's parenthesis is never closed"
    };
    Err(Unreadable::one(letters.line, letters.column.max(1), problem))
}

/// The letters of a text with their place.
struct Letters<'a> {
    rest: std::str::Chars<'a>,
    line: usize,
    column: usize,
}

impl Letters<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 0);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    /// The value up to the closing bracket.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.next()? {
                ']' => return Some(value),
                '\\' => value.extend(self.next()),
                other => value.push(other),
            }
        }
    }
}
