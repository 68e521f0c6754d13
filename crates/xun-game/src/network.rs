//! Shared parts of the games' networks: the unit of their arithmetic, and a reader of integer files
//! that trusts no length.
//!
//! A network file is a magic word of eight bytes, header fields of 32 bits, the FNV-1a hash of what
//! follows, and the integers, all little endian. A file that is wrong in any way is refused with
//! the reason.

use crate::files::read_at_most;
use crate::fingerprint;
use std::io;
use thiserror::Error;

/// No network file is larger.
pub const MAX_NETWORK_BYTES: u64 = 16 << 20;

/// Numbers in a block: one 64-byte line of memory.
pub const LANES: usize = 32;

/// The unit of all rows and vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

impl Default for Block {
    fn default() -> Self {
        Self([0; LANES])
    }
}

/// Why a file is no network for this engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkFileError {
    /// The first eight bytes are others.
    #[error("not a network for this game: the file must begin with {0}")]
    Magic(&'static str),
    /// Shorter than a header.
    #[error(
        "the file ends within its header: {found} bytes, of which the header alone has {header}"
    )]
    Truncated {
        /// Bytes in the file.
        found: usize,
        /// Bytes of a header.
        header: usize,
    },
    /// A header field has a value that this engine cannot use.
    #[error("{field} is {found}, where this engine needs {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The accepted values.
        expected: &'static str,
    },
    /// The file's length does not fit its header.
    #[error("the header promises {expected} bytes in all, the file has {found}")]
    Length {
        /// By the header.
        expected: usize,
        /// In fact.
        found: usize,
    },
    /// The content was changed or damaged.
    #[error(
        "the content's hash is {found:016x}, the header says {expected:016x}: the file is damaged"
    )]
    Hash {
        /// By the header.
        expected: u64,
        /// In fact.
        found: u64,
    },
    /// A weight would overflow the integer arithmetic.
    #[error("a weight of {0} is out of range")]
    Weight(i32),
}

/// Error of [`load_network`]: which file, and why it was refused.
#[derive(Debug, Error)]
#[error("{file}: {fault}")]
pub struct NetworkLoadError {
    /// The file's name as it was given.
    pub file: String,
    /// The reason.
    pub fault: NetworkLoadFault,
}

/// Reason of a [`NetworkLoadError`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkLoadFault {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is longer than [`MAX_NETWORK_BYTES`]; it was not read.
    #[error("{0} bytes; no network has more than {MAX_NETWORK_BYTES}")]
    TooLong(u64),
    /// The content is not a network of this game.
    #[error(transparent)]
    Content(#[from] NetworkFileError),
    /// The network was trained for another rule.
    #[error("a network for {found}, not for {wanted}")]
    Rule {
        /// Rule of the network.
        found: String,
        /// Rule of the game.
        wanted: String,
    },
}

/// Reads a network file with a game's `parse` function. A file that is too long is refused unread.
///
/// # Errors
/// A file that cannot be read, is too long, or that `parse` refuses.
pub fn load_network<N>(
    file: &str,
    parse: impl FnOnce(&[u8]) -> Result<N, NetworkFileError>,
) -> Result<N, NetworkLoadError> {
    let load = || {
        let length = std::fs::metadata(file)?.len();
        if length > MAX_NETWORK_BYTES {
            return Err(NetworkLoadFault::TooLong(length));
        }
        // A device says that it is empty.
        Ok(parse(&read_at_most(file, MAX_NETWORK_BYTES)?)?)
    };
    load().map_err(|fault| NetworkLoadError { file: file.to_owned(), fault })
}

/// A network file being read: first its header is checked field by field, then its length and hash,
/// then its numbers are taken from the front.
pub struct NetworkFile<'a> {
    header: &'a [u8],
    body: &'a [u8],
}

impl<'a> NetworkFile<'a> {
    /// A file that begins with this magic word of eight bytes, with so many header fields.
    ///
    /// # Errors
    /// Bytes that do not begin with the magic word or end within the header.
    pub fn open(
        bytes: &'a [u8],
        magic: &'static str,
        fields: usize,
    ) -> Result<Self, NetworkFileError> {
        let known = magic.len().min(bytes.len());
        if bytes[..known] != magic.as_bytes()[..known] {
            return Err(NetworkFileError::Magic(magic));
        }
        let header = magic.len() + 4 * fields + 8;
        let (header, body) = bytes
            .split_at_checked(header)
            .ok_or(NetworkFileError::Truncated { found: bytes.len(), header })?;
        Ok(Self { header: &header[magic.len()..], body })
    }

    /// A header field.
    ///
    /// # Panics
    /// If the header has no field of this number.
    #[must_use]
    pub fn field(&self, index: usize) -> u32 {
        u32::from_le_bytes(self.header[4 * index..][..4].try_into().expect("four bytes"))
    }

    /// A header field that must satisfy something.
    ///
    /// # Errors
    /// A field whose value the engine cannot use.
    pub fn checked(
        &self,
        index: usize,
        field: &'static str,
        is_right: impl FnOnce(u32) -> bool,
        expected: &'static str,
    ) -> Result<u32, NetworkFileError> {
        let found = self.field(index);
        if is_right(found) {
            Ok(found)
        } else {
            Err(NetworkFileError::Field { field, found, expected })
        }
    }

    /// The content's hash as the header states it, once the content is known to have it and to hold
    /// so many numbers of 16 and of 32 bits. After this the numbers can be taken.
    ///
    /// # Errors
    /// A length or a hash that does not fit the header.
    ///
    /// # Panics
    /// If the header is shorter than its hash: eight bytes.
    pub fn verify(&self, shorts: usize, longs: usize) -> Result<u64, NetworkFileError> {
        let outside = self.header.len() + 8;
        let expected = outside + 2 * shorts + 4 * longs;
        let length = outside + self.body.len();
        if length != expected {
            return Err(NetworkFileError::Length { expected, found: length });
        }
        let stated = u64::from_le_bytes(
            self.header[self.header.len() - 8..].try_into().expect("eight bytes"),
        );
        let found = fingerprint(self.body);
        if stated == found {
            Ok(stated)
        } else {
            Err(NetworkFileError::Hash { expected: stated, found })
        }
    }

    fn take(&mut self, bytes: usize) -> &'a [u8] {
        let (part, rest) = self.body.split_at(bytes);
        self.body = rest;
        part
    }

    /// The next numbers of 16 bits, none further from zero than the limit.
    ///
    /// # Errors
    /// A number outside its range.
    pub fn shorts(&mut self, count: usize, limit: i16) -> Result<Vec<i16>, NetworkFileError> {
        let numbers =
            self.take(2 * count).as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
        numbers
            .map(|number| {
                let fits = (-limit..=limit).contains(&number);
                if fits { Ok(number) } else { Err(NetworkFileError::Weight(number.into())) }
            })
            .collect()
    }

    /// The same as whole blocks.
    ///
    /// # Errors
    /// A number outside its range.
    pub fn blocks(&mut self, count: usize, limit: i16) -> Result<Vec<Block>, NetworkFileError> {
        let numbers = self.shorts(count, limit)?;
        Ok(numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect())
    }

    /// The next number of 32 bits.
    ///
    /// # Panics
    /// After the last number; [`NetworkFile::verify`] has checked their count.
    pub fn long(&mut self) -> i32 {
        i32::from_le_bytes(self.take(4).try_into().expect("four bytes"))
    }
}
