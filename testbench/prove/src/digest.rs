//! The text form of digests.

/// Formats the first 16 bytes of a digest as hexadecimal digits.
pub(crate) fn short(digest: impl AsRef<[u8]>) -> String {
    digest
        .as_ref()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
