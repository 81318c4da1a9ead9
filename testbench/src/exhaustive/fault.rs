//! How a record can contradict itself.

use super::digest::Digest;

/// What is wrong with a record by itself.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The text is not that of a record.
    #[error("{0}")]
    Form(String),
    /// It was changed after it had been written.
    #[error("its checksum is not that of its contents")]
    Checksum,
    /// The digest is not the sum of the blocks'.
    #[error("its digest is {digest}, and that of its blocks {of_blocks}")]
    Digest {
        /// The digest that is written.
        digest: String,
        /// The sum of the blocks' digests.
        of_blocks: Digest,
    },
    /// There are no such rows.
    #[error("its rows, {first_row} to {end_row} with {next_row} as the next one, are none")]
    Rows {
        /// The first row.
        first_row: u32,
        /// The row after the last one.
        end_row: u32,
        /// The next row to run.
        next_row: u32,
    },
    /// The blocks are others than those of the rows.
    #[error("its blocks are not those of the rows {first_row} to {next_row}")]
    Blocks {
        /// The first row.
        first_row: u32,
        /// The next row to run.
        next_row: u32,
    },
    /// The name is that of no instruction with so few inputs.
    #[error("there is no run over every input of '{mnemonic}'")]
    Mnemonic {
        /// The name.
        mnemonic: String,
    },
    /// The vectors are not those of the rows.
    #[error("it counts {vectors} vectors in {rows} rows, which have {due}")]
    Vectors {
        /// The vectors that are counted.
        vectors: u64,
        /// The rows that were run.
        rows: u32,
        /// The vectors that they have.
        due: u64,
    },
    /// There are more mismatches than vectors, or a first one where there is none, or none where there is one.
    #[error("it counts {mismatches} mismatches in {vectors} vectors and has {first} first one")]
    Mismatches {
        /// The mismatches that are counted.
        mismatches: u64,
        /// The vectors.
        vectors: u64,
        /// Whether there is a first mismatch: "a" or "no".
        first: &'static str,
    },
}
