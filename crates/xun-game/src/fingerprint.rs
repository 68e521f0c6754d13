//! The hash that our network files carry, to tell a damaged one.

/// FNV-1a over little-endian words of eight bytes, the last one padded with zeros.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325, |value, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (value ^ u64::from_le_bytes(word)).wrapping_mul(0x100_0000_01B3)
    })
}
