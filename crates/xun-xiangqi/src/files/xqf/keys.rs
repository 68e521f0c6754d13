//! The keys that XQF files from version 11 on are disguised with.

/// Numbers subtracted from each part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keys {
    /// From the points of the pieces; also shifts their order from version 12 on.
    pub(super) pieces: u8,
    /// From the point that a move leaves.
    pub(super) from: u8,
    /// From the point that a move enters.
    pub(super) to: u8,
    /// From the length of a comment.
    pub(super) comment: u32,
    /// From each byte behind the header, again and again.
    pub(super) stream: [u8; 32],
}

const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

impl Keys {
    /// Of files that are not disguised.
    pub(super) const NONE: Self = Self { pieces: 0, from: 0, to: 0, comment: 0, stream: [0; 32] };

    /// The keys of a header: byte 3 is a mask, 8 to 11 and 12 to 15 the two halves of the key.
    pub(super) fn of_header(header: &[u8; 16]) -> Self {
        let stretched = |key: u8, by: u8| {
            let key = u32::from(key);
            ((key * key * 54 + 221) * u32::from(by)) as u8
        };
        let pieces = stretched(header[13], header[13]);
        let from = stretched(header[14], pieces);
        let to = stretched(header[15], from);
        let comment = (u32::from(header[12]) * 256 + u32::from(header[13])) % 32000 + 767;
        let stream = std::array::from_fn(|index| {
            let part = index % 4;
            MASK[index] & (header[8 + part] | header[12 + part] & header[3])
        });
        Self { pieces, from, to, comment, stream }
    }
}
