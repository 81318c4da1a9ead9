//! How digests are written down.

/// The first 16 bytes of a digest, in hexadecimal digits.
pub(crate) fn short(digest: impl AsRef<[u8]>) -> String {
    digest
        .as_ref()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
