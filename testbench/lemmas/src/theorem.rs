//! The theorem about a module: it computes its instruction for every operand.

use std::fmt::{self, Display, Formatter};

use halfpipe_hdl::design::Design;
use halfpipe_hdl::zfh::{ZfhSpec, KEYWORD};
use halfpipe_isa::Instruction;

use crate::core::{self, CoreProofError};
use crate::digest::digest_texts;
use crate::lane_equivalence::MultiplierMismatch;
use crate::lanes::find_lane;
use crate::lemma::Lemma;
use crate::unit;
use crate::zfh::{self, ZfhProofError};

/// The reason why there is no theorem.
#[derive(Debug, thiserror::Error)]
pub enum TheoremError {
    /// The multiplier has unexpected factors.
    #[error(transparent)]
    Factors(#[from] MultiplierMismatch),
    /// Nothing can be proven about the core.
    #[error(transparent)]
    Core(#[from] CoreProofError),
    /// Nothing can be proven about the core of RISC-V.
    #[error(transparent)]
    Riscv(#[from] ZfhProofError),
}

/// A module with a theorem.
#[derive(Clone, Copy, Debug)]
pub enum ProvenModule<'d> {
    /// A module of the contract.
    Design(&'d Design),
    /// A core of RISC-V.
    Riscv(&'d ZfhSpec),
}

impl<'d> From<&'d Design> for ProvenModule<'d> {
    fn from(design: &'d Design) -> ProvenModule<'d> {
        ProvenModule::Design(design)
    }
}

impl<'d> From<&'d ZfhSpec> for ProvenModule<'d> {
    fn from(spec: &'d ZfhSpec) -> ProvenModule<'d> {
        ProvenModule::Riscv(spec)
    }
}

impl<'d> ProvenModule<'d> {
    /// Returns the subject of its function.
    pub fn subject(self) -> ProofSubject<'d> {
        match self {
            ProvenModule::Design(design) => ProofSubject::from_design(design),
            ProvenModule::Riscv(spec) => ProofSubject::Riscv(spec),
        }
    }

    /// Returns its name in the ledger. Cores of RISC-V with the same function have the same name.
    pub fn ledger_name(self) -> String {
        match self {
            ProvenModule::Design(design) => ledger_name(design),
            ProvenModule::Riscv(spec) => ledger_name_of_riscv(spec),
        }
    }

    /// Returns its lemmas, without those of its function.
    ///
    /// # Errors
    ///
    /// [`TheoremError`] where nothing can be proven about it.
    pub fn lemmas(self) -> Result<Vec<Lemma>, TheoremError> {
        match self {
            ProvenModule::Design(design) => module_lemmas(design),
            ProvenModule::Riscv(spec) => Ok(zfh::module_lemmas(spec)?),
        }
    }
}

/// The subject of a function's lemmas.
#[derive(Clone, Copy, Debug)]
pub enum ProofSubject<'d> {
    /// One lane of an instruction, the same in all its modules.
    Lane(Instruction),
    /// A core of several instructions.
    Core(&'d Design),
    /// A core of RISC-V.
    Riscv(&'d ZfhSpec),
}

impl<'d> ProofSubject<'d> {
    /// Returns the subject of a design.
    pub fn from_design(design: &'d Design) -> ProofSubject<'d> {
        match design.interface().instruction() {
            Some(instruction) => ProofSubject::Lane(find_lane(instruction)),
            None => ProofSubject::Core(design),
        }
    }

    /// Returns the lemmas that the subject computes its specified function.
    ///
    /// # Errors
    ///
    /// [`TheoremError`] where these lemmas do not fit its datapath.
    pub fn lemmas(self) -> Result<Vec<Lemma>, TheoremError> {
        Ok(match self {
            ProofSubject::Lane(lane) => unit::function_lemmas(lane)?,
            ProofSubject::Core(design) => core::function_lemmas(design)?,
            ProofSubject::Riscv(spec) => zfh::function_lemmas(spec)?,
        })
    }
}

impl Display for ProofSubject<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ProofSubject::Lane(lane) => write!(formatter, "{lane}"),
            ProofSubject::Core(design) => formatter.write_str(&ledger_name(design)),
            ProofSubject::Riscv(spec) => formatter.write_str(&ledger_name_of_riscv(spec)),
        }
    }
}

/// Returns the ledger's name of a design: its instruction, or `fpu`. A core with only some instructions has a digest of
/// them in its name.
pub fn ledger_name(design: &Design) -> String {
    let interface = design.interface();
    if !interface.is_core() || interface.has_usual_instructions() {
        return interface.mnemonic();
    }
    let names: Vec<String> = interface
        .instructions()
        .map(|instruction| instruction.to_string())
        .collect();
    let digest = digest_texts(names.iter().map(String::as_str));
    format!("{}-{}", interface.mnemonic(), &digest[..DIGITS_OF_A_CORE])
}

/// The hexadecimal digits of the digest in the name of a core with only some instructions.
const DIGITS_OF_A_CORE: usize = 8;

/// Returns the ledger's name of a core of RISC-V: `zfh`, with a digest of its function behind it unless it is the usual one.
fn ledger_name_of_riscv(spec: &ZfhSpec) -> String {
    let own = spec.describe_function();
    if own == ZfhSpec::default().describe_function() {
        return KEYWORD.to_owned();
    }
    format!("{KEYWORD}-{}", &digest_texts([own.as_str()])[..DIGITS_OF_A_CORE])
}

/// Returns the lemmas about a design, without those of its function.
///
/// # Errors
///
/// [`TheoremError`] where nothing can be proven about a core.
pub fn module_lemmas(design: &Design) -> Result<Vec<Lemma>, TheoremError> {
    Ok(if design.interface().is_core() {
        core::module_lemmas(design)?
    } else {
        unit::module_lemmas(design)
    })
}
