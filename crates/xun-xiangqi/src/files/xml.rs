//! Just enough XML for CBF files: tags with attributes, text, CDATA and the named entities.

use std::borrow::Cow;

/// A part of an XML text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// `<name attributes>`, or `<name attributes/>`, which is `empty`.
    Open { name: &'a str, attributes: &'a str, empty: bool },
    /// `</name>`.
    Close(&'a str),
    /// Text between tags.
    Text(Cow<'a, str>),
    /// A tag, comment or CDATA that does not end.
    Unfinished(&'a str),
}

/// The parts of a text, with their places in bytes.
pub(super) struct Xml<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Xml<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The text up to an end that is looked for from here, and passes it.
    fn take_through(&mut self, end: &str) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let length = rest.find(end)?;
        self.at += length + end.len();
        Some(&rest[..length])
    }
}

impl<'a> Iterator for Xml<'a> {
    type Item = (usize, Part<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            if rest.is_empty() {
                return None;
            }
            let (end, skip, cdata) = if rest.starts_with("<!--") {
                ("-->", true, false)
            } else if rest.starts_with("<?") || rest.starts_with("<!D") {
                (">", true, false)
            } else if rest.starts_with("<![CDATA[") {
                ("]]>", false, true)
            } else if rest.starts_with('<') {
                (">", false, false)
            } else {
                let length = rest.find('<').unwrap_or(rest.len());
                self.at += length;
                return Some((start, Part::Text(unescaped(&rest[..length]))));
            };
            let Some(inside) = self.take_through(end) else {
                self.at = self.text.len();
                let shown: usize = rest.chars().take(20).map(char::len_utf8).sum();
                return Some((start, Part::Unfinished(&rest[..shown])));
            };
            if skip {
                continue;
            }
            if cdata {
                return Some((start, Part::Text(Cow::Borrowed(&inside["<![CDATA[".len()..]))));
            }
            return Some((start, tag(&inside[1..])));
        }
    }
}

fn tag(inside: &str) -> Part<'_> {
    if let Some(name) = inside.strip_prefix('/') {
        return Part::Close(name.trim());
    }
    let body = inside.strip_suffix('/');
    let empty = body.is_some();
    let body = body.unwrap_or(inside);
    let (name, attributes) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    Part::Open { name, attributes, empty }
}

/// The names and values of attributes, up to the first that is not well formed.
pub(super) fn attributes(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, behind) = after[1..].split_once(quote)?;
        rest = behind;
        Some((name.trim(), value))
    })
}

/// The text with entities resolved; unknown ones stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // Names are short; looking further would take long in a text without semicolons.
        let end = after.bytes().take(10).position(|byte| byte == b';');
        let letter = end.and_then(|end| character(&after[..end]));
        if let (Some(letter), Some(end)) = (letter, end) {
            plain.push(letter);
            rest = &after[end + 1..];
        } else {
            plain.push('&');
            rest = after;
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_record_are_found() {
        let text = "<?xml?><!-- x --><A b=\"1\" c='2'><![CDATA[<&>]]>x&lt;&#65;&no;</A><E/><F";
        let parts: Vec<Part<'_>> = Xml::of(text).map(|(_, part)| part).collect();
        assert_eq!(
            parts,
            [
                Part::Open { name: "A", attributes: "b=\"1\" c='2'", empty: false },
                Part::Text("<&>".into()),
                Part::Text("x<A&no;".into()),
                Part::Close("A"),
                Part::Open { name: "E", attributes: "", empty: true },
                Part::Unfinished("<F"),
            ]
        );
        assert!(attributes("b=\"1\" c = '2' d=3").eq([("b", "1"), ("c", "2")]));
        assert_eq!(unescaped("&&amp;&"), "&&&");
    }
}
