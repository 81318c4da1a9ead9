//! Short proofs before a module is written, of modules that the ledger does not have.

use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_isa::{Instruction, Operation};
use halfpipe_lemmas::lemma::{decide, Lemma};
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_prove::ledger::digest_of_theorem;
use halfpipe_tools::cache::{self, Cache, CacheError, Name};

use crate::error::Error;

/// The largest number of lemmas that are proven without a request. They suffice for an fma in f16, which takes some
/// seconds.
const FEW_LEMMAS: usize = 100;

/// The largest number of lemmas, times the square of the significand's width in bits, that take some ten seconds in any
/// format. A rounding port takes several times as long.
const FEW_LEMMA_BITS: usize = 16_000;
const FEW_LEMMA_BITS_WITH_PORT: usize = 2_800;

/// True for a proof of so many lemmas that takes more than some seconds.
fn is_long(instruction: Option<Instruction>, lemmas: usize) -> bool {
    let Some(instruction) = instruction.filter(|instruction| instruction.form().types().is_empty()) else {
        return lemmas > FEW_LEMMAS;
    };
    let bits = instruction.ty().result_format().significand_bits() as usize;
    let few = if instruction.has_rounding_port() {
        FEW_LEMMA_BITS_WITH_PORT
    } else {
        FEW_LEMMA_BITS
    };
    lemmas * bits * bits > few
}

/// The outcome for a design.
pub enum QuickProof {
    /// The ledger has the theorem about the design.
    Recorded,
    /// The design is right for every operand.
    Proven,
    /// A lemma is refuted. The field has its name.
    Refuted(String),
    /// A lemma could not be proven. The fields have its name and the reason.
    Unproven(String, String),
    /// The proof would take too long.
    Skipped,
}

/// Proves a design if the ledger has no theorem about it and the proof takes little time. The cache remembers earlier
/// proofs.
pub fn quick(design: &Design) -> Result<QuickProof, Error> {
    let interface = design.interface();
    // The formulas of a core take a minute.
    if interface.is_core() {
        return Ok(QuickProof::Skipped);
    }
    let mut lemmas = ProofSubject::from_design(design).lemmas().map_err(Error::failure)?;
    let module = theorem::module_lemmas(design).map_err(Error::failure)?;
    let digest = digest_of_theorem(&lemmas, &module);
    if halfpipe_ledger::is_recorded(&digest) {
        return Ok(QuickProof::Recorded);
    }
    lemmas.extend(module);
    // An iterative quotient takes half a minute or more.
    let is_quotient = interface.is_iterative() && design.instruction().operation() == Operation::Div;
    let is_long_dot = interface.instruction().is_some_and(is_long_dot);
    if is_quotient || is_long_dot || is_long(interface.instruction(), lemmas.len()) {
        return Ok(QuickProof::Skipped);
    }
    let key = cache::key(&[HOLDS, &digest]);
    let decided = || -> Result<(), Unrecorded> {
        let decided = decide(&lemmas, &|_, _| {});
        let verdicts = decided.into_iter().map(|decided| decided.verdict);
        first_wrong(lemmas.iter().map(Lemma::name).zip(verdicts))
    };
    Ok(match remembered(&key, decided) {
        Ok(()) => QuickProof::Proven,
        Err(Unrecorded::Failure(proof)) => proof,
        // A module can be written even without a cache.
        Err(Unrecorded::Cache) => match decided() {
            Err(Unrecorded::Failure(proof)) => proof,
            _ => QuickProof::Proven,
        },
    })
}

/// The most products of a dot product that is proven without a request.
const FEW_PRODUCTS: u32 = 8;
/// The most products of elements with a wide exponent.
const FEW_WIDE_PRODUCTS: u32 = 4;
/// The exponent bits from which the exact sum of products is wide. bf16 and f32 have 8.
const WIDE_EXPONENT_BITS: u32 = 7;

/// True for a dot product whose proof takes more than some seconds: one of many products, or one whose exact sum is as
/// wide as that of f32.
fn is_long_dot(instruction: Instruction) -> bool {
    let (operand, result) = (instruction.ty().operand_format(), instruction.ty().result_format());
    let few = if operand.exponent_bits >= WIDE_EXPONENT_BITS {
        FEW_WIDE_PRODUCTS
    } else {
        FEW_PRODUCTS
    };
    let is_wide_sum = instruction.tensor_core().is_none() && result.exponent_bits >= WIDE_EXPONENT_BITS;
    let products = instruction.operation().products();
    products.is_some_and(|products| products > few || is_wide_sum)
}

/// Returns the first lemma that fails. A refuted lemma takes precedence over an unproven one.
fn first_wrong(lemmas: impl Iterator<Item = (String, LemmaVerdict)>) -> Result<(), Unrecorded> {
    let mut unproven = None;
    for (name, verdict) in lemmas {
        match verdict {
            LemmaVerdict::Holds => {}
            LemmaVerdict::Fails(_) => return Err(Unrecorded::Failure(QuickProof::Refuted(name))),
            LemmaVerdict::Unproven(why) => {
                unproven.get_or_insert((name, why.to_string()));
            }
        }
    }
    unproven.map_or(Ok(()), |(name, why)| {
        Err(Unrecorded::Failure(QuickProof::Unproven(name, why)))
    })
}

/// The contents of a cache file for lemmas that hold.
const HOLDS: &str = "these lemmas hold";

/// The reason why the cache records no proof.
enum Unrecorded {
    Failure(QuickProof),
    Cache,
}

impl From<CacheError> for Unrecorded {
    fn from(_: CacheError) -> Unrecorded {
        Unrecorded::Cache
    }
}

/// Does the work, unless the cache records that it succeeded before.
fn remembered(key: &str, work: impl Fn() -> Result<(), Unrecorded>) -> Result<(), Unrecorded> {
    let name = Name {
        kind: "proof",
        key,
        ending: ".txt",
    };
    let make = |folder: &Path| {
        work()?;
        let file = folder.join("holds.txt");
        std::fs::write(&file, HOLDS).map_err(|_| Unrecorded::Cache)?;
        Ok(file)
    };
    let read = |_: &Path, bytes: &[u8]| {
        if bytes == HOLDS.as_bytes() {
            Ok(())
        } else {
            Err(Unrecorded::Cache)
        }
    };
    Cache::open()?.entry(name, make, read).map(|_| ())
}

#[cfg(test)]
mod tests {
    use halfpipe_lemmas::verdict::UnprovenReason;

    use super::*;

    #[test]
    fn a_lemma_that_could_not_be_proven_is_not_told_as_wrong_hardware() {
        let unproven = || LemmaVerdict::Unproven(UnprovenReason::Vacuous);
        let fails = || LemmaVerdict::Fails(Vec::new());
        let first = |verdicts: [LemmaVerdict; 3]| match first_wrong(
            ["one", "two", "three"].map(str::to_owned).into_iter().zip(verdicts),
        ) {
            Ok(()) => "holds".to_owned(),
            Err(Unrecorded::Failure(QuickProof::Unproven(name, why))) => format!("{name} could not be proven: {why}"),
            Err(Unrecorded::Failure(QuickProof::Refuted(name))) => format!("{name} is wrong"),
            Err(_) => "other".to_owned(),
        };
        assert_eq!(
            first([LemmaVerdict::Holds, LemmaVerdict::Holds, LemmaVerdict::Holds]),
            "holds"
        );
        assert_eq!(
            first([LemmaVerdict::Holds, unproven(), LemmaVerdict::Holds]),
            "two could not be proven: the assumptions are unsatisfiable (vacuous)"
        );
        assert_eq!(first([unproven(), fails(), LemmaVerdict::Holds]), "two is wrong");
    }
}
