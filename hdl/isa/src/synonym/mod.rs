//! Names of instructions in other systems: CUDA, SASS, SoftFloat, LLVM, C and RISC-V's vectors.
//!
//! One table, `names.txt`, has a meaning for each name. A name with one meaning is taken. A name that leaves something
//! open, or differs from every instruction, is refused with the instructions to choose from.

mod expand;
mod pattern;
mod roundings;
mod table;

use std::collections::HashMap;
use std::sync::LazyLock;

use expand::expand;
pub use expand::{Synonym, SynonymMeaning};
pub use pattern::{synonym_patterns, SynonymPattern};
pub use table::System;
use table::TABLE;

static ALL: LazyLock<Vec<Synonym>> = LazyLock::new(|| TABLE.rows.iter().flat_map(expand).collect());

static BY_NAME: LazyLock<HashMap<String, &'static Synonym>> =
    LazyLock::new(|| ALL.iter().map(|synonym| (key(synonym), synonym)).collect());

/// Returns every name of other systems, by system.
pub fn synonyms() -> &'static [Synonym] {
    &ALL
}

/// Returns the key of a name. SASS is written in any case.
fn key(synonym: &Synonym) -> String {
    match synonym.system {
        System::Sass => sass_key(&synonym.name),
        _ => synonym.name.clone(),
    }
}

/// Returns the key of a name of SASS, which differs from the names of all other systems.
fn sass_key(name: &str) -> String {
    format!("SASS {}", name.to_ascii_uppercase())
}

/// Looks up a name of another system.
///
/// ```
/// use halfpipe_isa::{synonym, SynonymMeaning};
///
/// let found = synonym("__hfma").unwrap();
/// assert!(matches!(&found.meaning, SynonymMeaning::Instruction { mnemonic, .. } if mnemonic == "fma.rn.f16"));
/// assert!(matches!(synonym("f16_mulAdd").unwrap().meaning, SynonymMeaning::Choice { .. }));
/// assert_eq!(synonym("fma.rn.f16"), None);
/// ```
pub fn synonym(name: &str) -> Option<&'static Synonym> {
    let found = BY_NAME.get(name).or_else(|| BY_NAME.get(&sass_key(name)));
    found.copied()
}

/// Operations that round the product in some systems, and do not in others. PTX has the first one on f32.
pub(crate) const ACCUMULATE: [&str; 3] = ["mad", "mac", "fmac"];

/// Operations of extensions of RISC-V that the table of instructions lacks. Some are spelt almost like others.
const ABSENT: [(&str, &[&str]); 2] = [("Zfa", &["fcvtmod", "fmvh", "fmvp"]), ("Zfhmin", &["flh", "fsh"])];

/// Returns the extension of RISC-V that has an operation, if the table of instructions lacks it.
pub(crate) fn absent_extension(operation: &str) -> Option<&'static str> {
    let found = ABSENT.iter().find(|(_, operations)| operations.contains(&operation));
    found.map(|(extension, _)| *extension)
}

/// True if a word is an operation in another system. It is no misspelt operation then.
pub(crate) fn is_operation_elsewhere(word: &str) -> bool {
    ACCUMULATE.contains(&word) || absent_extension(word).is_some() || synonym(word).is_some()
}
