//! Cutting a PGN text into tokens that know where they stand.

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A piece of PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Glyph(u8),
    /// A move, a move number or a result.
    Word(String),
    /// Something that began and did not end: a tag or a comment.
    Unfinished(&'static str),
}

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text.trim_start_matches('\u{feff}'), place: Place { line: 1, column: 1 } }
    }

    /// Takes so many bytes, which end between characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for letter in taken.chars() {
            if letter == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    /// Takes up to and including the character; without it, everything, and says so.
    fn take_through(&mut self, end: char) -> (&'a str, bool) {
        match self.rest.find(end) {
            Some(at) => (&self.take(at + end.len_utf8())[..at], true),
            None => (self.take(self.rest.len()), false),
        }
    }

    /// A comment behind its '{', as it stands. A brace in it is written `\}`, and one blank after
    /// the first brace together with one before the last is not part of it.
    fn comment(&mut self) -> Token {
        let ends = |&(at, _): &(usize, &str)| !self.rest[..at].ends_with('\\');
        let Some((mut end, _)) = self.rest.match_indices('}').find(ends) else {
            self.take(self.rest.len());
            return Token::Unfinished("a comment ends with '}'");
        };
        // Braces within a comment, as some programs write them: where a text is well formed, no
        // brace closes behind the comment before another one opens or a tag begins.
        let braces = |text: &str| text.matches('{').count();
        for _ in 0..braces(&self.rest[..end]) {
            let behind = &self.rest[end + 1..];
            match behind.find(['{', '}', '[']) {
                Some(at) if behind[at..].starts_with('}') => end += 1 + at,
                _ => break,
            }
        }
        let text = &self.take(end + 1)[..end];
        let inner = text.strip_prefix(' ').and_then(|rest| rest.strip_suffix(' '));
        Token::Comment(inner.unwrap_or(text).replace("\\}", "}"))
    }

    fn tag(&mut self) -> Token {
        // A bracket inside the value does not end the tag, so the quotes are looked for first.
        let inside = self.rest.lines().next().unwrap_or_default();
        let mut quoted = false;
        let mut escaped = false;
        let end = inside.char_indices().find(|&(_, letter)| {
            let ends = letter == ']' && !quoted;
            quoted ^= letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        let Some((end, _)) = end else {
            let line = inside.len();
            self.take(line);
            return Token::Unfinished("a tag is written like [Event \"Cup\"], on one line");
        };
        let body = &self.take(end + 1)[..end];
        let body = body.trim();
        // A name has no quotes: they begin the value, also without a blank before them.
        let name_end = body.find(|letter: char| letter.is_whitespace() || letter == '"');
        let (name, value) = body.split_at(name_end.unwrap_or(body.len()));
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        Token::Tag(name.to_owned(), unescaped(value))
    }
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        let plain = if letter == '\\' { letters.next().unwrap_or(letter) } else { letter };
        text.push(plain);
    }
    text
}

impl Iterator for Tokens<'_> {
    type Item = (Place, Token);

    fn next(&mut self) -> Option<Self::Item> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        let place = self.place;
        let first = self.rest.chars().next()?;
        let token = match first {
            '[' => {
                self.take(1);
                self.tag()
            }
            '{' => {
                self.take(1);
                self.comment()
            }
            ';' => {
                self.take(1);
                Token::Comment(self.take_through('\n').0.trim().to_owned())
            }
            '%' if place.column == 1 => {
                self.take_through('\n');
                return self.next_after_escape();
            }
            '(' | ')' => {
                self.take(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "[{;()}".contains(letter);
                let length = self.rest.find(ends).unwrap_or(self.rest.len());
                // A stray '}' is a word of its own, to be complained about.
                let word = self.take(length.max(first.len_utf8()));
                match word.strip_prefix('$').map(|number| (number.parse(), number)) {
                    Some((Ok(glyph), _)) => Token::Glyph(glyph),
                    // A number without a meaning is kept in words.
                    Some((_, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                        Token::Comment(word.to_owned())
                    }
                    _ => Token::Word(word.to_owned()),
                }
            }
        };
        Some((place, token))
    }
}

impl Tokens<'_> {
    /// Lines that begin with `%` are for other programs. Skips any more of them without recursion.
    fn next_after_escape(&mut self) -> Option<(Place, Token)> {
        while self.rest.starts_with('%') && self.place.column == 1 {
            self.take_through('\n');
        }
        self.next()
    }
}
