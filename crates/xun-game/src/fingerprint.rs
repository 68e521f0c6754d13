//! The hash in network files and experience books, which detects damage and names positions.

/// A 64-bit hash of bytes: folds little-endian words of eight bytes (the last one padded with
/// zeros) with the constants of FNV-1a. It is not FNV-1a, which folds single bytes.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325, |value, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (value ^ u64::from_le_bytes(word)).wrapping_mul(0x100_0000_01B3)
    })
}
