//! Encodings of texts in game files: found by looking, or named.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// An encoding of Chinese texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// GBK and its superset GB18030, which Windows programs write in China.
    Gbk,
    /// Big5, of Taiwan and Hong Kong.
    Big5,
    /// UTF-16, little end first unless a mark says otherwise.
    Utf16,
}

impl TextEncoding {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Utf8, Self::Gbk, Self::Big5, Self::Utf16];

    /// Its usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Gbk => "GBK",
            Self::Big5 => "Big5",
            Self::Utf16 => "UTF-16",
        }
    }

    /// The encoding of a name, with or without dashes, in either case.
    ///
    /// ```
    /// use xun_xiangqi::files::TextEncoding;
    /// assert_eq!(TextEncoding::from_name("gb18030"), Some(TextEncoding::Gbk));
    /// assert_eq!(TextEncoding::from_name("utf8"), Some(TextEncoding::Utf8));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(match plain.to_ascii_lowercase().as_str() {
            "utf8" => Self::Utf8,
            "gbk" | "gb2312" | "gb18030" | "cp936" => Self::Gbk,
            "big5" | "cp950" => Self::Big5,
            "utf16" | "utf16le" => Self::Utf16,
            _ => return None,
        })
    }

    /// The encoding of one file, judged by all its texts together: UTF-8 if every byte fits and
    /// most characters beyond ASCII are those of East Asia; else GBK, unless only Big5 fits.
    pub(super) fn of_texts(texts: &[&[u8]]) -> Self {
        let (mut all, mut near) = (0_usize, 0_usize);
        let utf8 = texts.iter().all(|text| {
            std::str::from_utf8(text).is_ok_and(|text| {
                for letter in text.chars().filter(|letter| !letter.is_ascii()) {
                    all += 1;
                    // Two bytes of GBK may look like one of these: Latin, Greek, Cyrillic, Arabic.
                    near += usize::from(letter < '\u{2000}');
                }
                true
            })
        });
        if utf8 && near * 2 <= all {
            return Self::Utf8;
        }
        let fits = |encoding: &'static Encoding| {
            texts.iter().all(|text| {
                encoding.decode_without_bom_handling_and_without_replacement(text).is_some()
            })
        };
        if !fits(GB18030) && fits(BIG5) { Self::Big5 } else { Self::Gbk }
    }

    /// The encoding of a text file.
    pub(super) fn of_file(bytes: &[u8]) -> Self {
        match Encoding::for_bom(bytes) {
            Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => Self::Utf16,
            Some(_) => Self::Utf8,
            None => Self::of_texts(&[bytes]),
        }
    }

    /// The text of bytes, and whether all of them fit. A mark of the byte order is left out.
    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let encoding = match self {
            Self::Utf8 => UTF_8,
            Self::Gbk => GB18030,
            Self::Big5 => BIG5,
            Self::Utf16 => match Encoding::for_bom(bytes) {
                Some((marked, _)) if marked == UTF_16BE => UTF_16BE,
                _ => UTF_16LE,
            },
        };
        let (text, bad) = encoding.decode_with_bom_removal(bytes);
        (text, !bad)
    }
}

/// The text in GBK, and the number of characters that it does not have (written as `?`).
pub(super) fn encode_gbk(text: &str) -> (Vec<u8>, usize) {
    let mut bytes = Vec::with_capacity(text.len());
    let mut missing = 0;
    let mut letter = [0; 4];
    for character in text.chars() {
        if character.is_ascii() {
            bytes.push(character as u8);
            continue;
        }
        let (encoded, _, unmappable) = GB18030.encode(character.encode_utf8(&mut letter));
        // Four-byte forms are GB18030, which old programs show as other characters, but nothing is
        // lost.
        if unmappable {
            bytes.push(b'?');
            missing += 1;
        } else {
            bytes.extend_from_slice(&encoded);
        }
    }
    (bytes, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(bytes: &[u8]) -> TextEncoding {
        TextEncoding::of_file(bytes)
    }

    #[test]
    fn encodings_are_told_apart() {
        let text = "炮二平五，马８进７";
        assert_eq!(judged(text.as_bytes()), TextEncoding::Utf8);
        assert_eq!(judged(b"C2=5"), TextEncoding::Utf8);
        assert_eq!(judged(&GB18030.encode(text).0), TextEncoding::Gbk);
        // The bytes of these two in GBK are valid UTF-8.
        assert_eq!(judged(&GB18030.encode("联通").0), TextEncoding::Gbk);
        let mut marked = vec![0xFF, 0xFE];
        marked.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(judged(&marked), TextEncoding::Utf16);
        assert_eq!(TextEncoding::Utf16.decode(&marked), (text.into(), true));
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let text = "红 a 帥\r\n😀";
        let (bytes, missing) = encode_gbk(text);
        assert_eq!((TextEncoding::Gbk.decode(&bytes).0.as_ref(), missing), (text, 0));
    }
}
