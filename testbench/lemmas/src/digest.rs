//! Digests, and their text form.

use sha2::{Digest, Sha256};

/// Returns a digest of texts.
pub fn digest_texts<'d>(texts: impl IntoIterator<Item = &'d str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    short(hasher.finalize())
}

/// Formats the first 16 bytes of a digest as hexadecimal digits.
pub fn short(digest: impl AsRef<[u8]>) -> String {
    digest
        .as_ref()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
