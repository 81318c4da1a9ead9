//! The theorems of the ledger, in a program itself.
//!
//! `build.rs` collects their digests, because an installed program has no files of the ledger. A digest is that of formulas with
//! hardware and specification both, so a line of another version of the generator matches no module of this one.

/// The length of a digest in bytes.
const DIGEST_BYTES: usize = 16;

/// The digests of all theorems, in ascending order.
const DIGESTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/theorems"));

/// True if the ledger has a theorem with this digest of formulas, in hexadecimal digits.
pub fn is_recorded(formulas: &str) -> bool {
    let digest = u128::from_str_radix(formulas, 16).map(u128::to_be_bytes);
    let (digests, _) = DIGESTS.as_chunks::<DIGEST_BYTES>();
    digest.is_ok_and(|digest| digests.binary_search(&digest).is_ok())
}

/// Returns the number of theorems.
pub fn theorem_count() -> usize {
    DIGESTS.len() / DIGEST_BYTES
}
