//! Files of opening books.
//!
//! Our own, all numbers little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `XUN-BOOK` |
//! | 8–11 | format, 1 |
//! | 12–15 | number of entries |
//!
//! then the entries of 16 bytes, in the order of their keys and moves:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | key of the position, [`SymmetricKey`](super::SymmetricKey) |
//! | 8–9 | move: from + 128 × to, points counted from `a0` = 0 by ranks |
//! | 10–11 | weight, 1 to 65,535 |
//! | 12–15 | games |

use super::elephant_eye;
use super::{Entry, Keys, OpeningBook};
use crate::rules::Move;
use thiserror::Error;

const MARK: &[u8; 8] = b"XUN-BOOK";
const FORMAT: u32 = 1;
const HEADER: usize = 16;
const ENTRY: usize = 16;

/// The reason why a file cannot be used as an opening book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The system's error.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// Neither a book of ours nor a `BOOK.DAT`.
    #[error(
        "not an opening book: neither made by `xun collection book` nor a BOOK.DAT, \
         which has entries of 8 bytes in the order of their keys"
    )]
    NotABook,
    /// The book was written by a newer program.
    #[error("written by a newer version of Xun (format {0}, this program knows 1)")]
    Newer(u32),
    /// The file is too short or too long.
    #[error("{found} bytes where {expected} were expected: the file is not whole")]
    Length {
        /// Bytes that it should have.
        expected: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// An entry is wrong.
    #[error("entry {number} (byte {byte}): {fault}")]
    Entry {
        /// Its number, from 1.
        number: usize,
        /// Its first byte.
        byte: usize,
        /// The fault.
        fault: BookFault,
    },
}

/// The fault of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookFault {
    /// Entries are out of order or repeated.
    #[error("not in the order of keys and moves")]
    Order,
    /// Its move is none.
    #[error("not a move")]
    Move,
    /// Its weight is 0.
    #[error("the weight is 0")]
    Weight,
}

impl OpeningBook {
    /// Reads the bytes of a book of either format.
    ///
    /// # Errors
    /// Bytes that are no book, with the place of the fault.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MARK) {
            let entries = elephant_eye::entries(bytes).ok_or(BookError::NotABook)?;
            return Ok(Self { keys: Keys::ElephantEye, entries });
        }
        let length = |expected: usize| BookError::Length {
            expected: expected as u64,
            found: bytes.len() as u64,
        };
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(|| length(HEADER))?;
        let format = number(&header[8..12]) as u32;
        if format != FORMAT {
            return Err(BookError::Newer(format));
        }
        let count = number(&header[12..16]) as usize;
        let expected = HEADER.saturating_add(count.saturating_mul(ENTRY));
        if bytes.len() != expected {
            return Err(length(expected));
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(count);
        for (index, bytes) in bytes[HEADER..].chunks_exact(ENTRY).enumerate() {
            let wrong =
                |fault| BookError::Entry { number: index + 1, byte: HEADER + index * ENTRY, fault };
            let packed = number(&bytes[8..10]) as u16;
            let entry = Entry {
                key: number(&bytes[..8]),
                chosen: Move::unpack(packed).ok_or_else(|| wrong(BookFault::Move))?,
                weight: number(&bytes[10..12]) as u16,
                games: number(&bytes[12..16]) as u32,
            };
            if entry.weight == 0 {
                return Err(wrong(BookFault::Weight));
            }
            let place = |entry: &Entry| (entry.key, entry.chosen);
            if entries.last().is_some_and(|last| place(last) >= place(&entry)) {
                return Err(wrong(BookFault::Order));
            }
            entries.push(entry);
        }
        Ok(Self { keys: Keys::Symmetric, entries })
    }

    /// The bytes of a file with this book. One that was read from a `BOOK.DAT` is written as such.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.keys {
            Keys::ElephantEye => elephant_eye::to_bytes(&self.entries),
            Keys::Symmetric => {
                let mut bytes = Vec::with_capacity(HEADER + ENTRY * self.entries.len());
                bytes.extend_from_slice(MARK);
                bytes.extend_from_slice(&FORMAT.to_le_bytes());
                bytes.extend_from_slice(&(self.entries.len() as u32).to_le_bytes());
                for entry in &self.entries {
                    bytes.extend_from_slice(&entry.key.to_le_bytes());
                    bytes.extend_from_slice(&entry.chosen.pack().to_le_bytes());
                    bytes.extend_from_slice(&entry.weight.to_le_bytes());
                    bytes.extend_from_slice(&entry.games.to_le_bytes());
                }
                bytes
            }
        }
    }
}

/// The number of at most eight little-endian bytes.
pub(super) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
