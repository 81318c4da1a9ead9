//! The theorem about a module: it computes its instruction for every operand.

use std::fmt::{self, Display, Formatter};

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_isa::Instruction;
use halfpipe_yosys::Dut;
use halfpipe_yosys::Mapping;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::core::{self, CoreError};
use crate::digest::short;
use crate::lane_equivalence::MultiplierMismatch;
use crate::lemma::{DecidedLemma, Lemma};
use crate::netlist_equivalence::{self, NetlistError};
use crate::unit;

/// The key of a theorem about an instruction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The instruction, or the core; see [`name`].
    pub theorem: String,
    /// The latency in enabled clock cycles from operands to result.
    pub latency: u32,
    /// The kind of multiplier.
    pub multiplier: String,
    /// The cell library of Yosys' netlist. The generator's own netlist has none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<String>,
}

impl Key {
    /// Returns the key of the theorem about a design, or about the netlist that Yosys makes of it.
    pub fn new(design: &Design, target: Option<Mapping>) -> Key {
        Key {
            theorem: name(design),
            latency: design.latency(),
            multiplier: design.multiplier().name().to_owned(),
            target: target.map(|mapping| mapping.name().to_owned()),
        }
    }
}

/// The reason why there is no theorem.
#[derive(Debug, thiserror::Error)]
pub enum TheoremError {
    /// The multiplier has unexpected factors.
    #[error(transparent)]
    Factors(#[from] MultiplierMismatch),
    /// Nothing can be proven about the core.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// There is no netlist.
    #[error(transparent)]
    Mapped(#[from] NetlistError),
}

/// The subject of a function's lemmas.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'d> {
    /// One lane of an instruction, the same in all its modules.
    Lane(Instruction),
    /// A core of several instructions.
    Core(&'d Design),
}

impl<'d> Subject<'d> {
    /// Returns the subject of a design.
    pub fn from_design(design: &'d Design) -> Subject<'d> {
        match design.interface().instruction() {
            Some(instruction) => Subject::Lane(lane_of(instruction)),
            None => Subject::Core(design),
        }
    }

    /// Returns the lemmas that the subject computes its specified function.
    ///
    /// # Errors
    ///
    /// [`TheoremError`] where these lemmas do not fit its datapath.
    pub fn lemmas(self) -> Result<Vec<Lemma>, TheoremError> {
        Ok(match self {
            Subject::Lane(lane) => unit::function(lane)?,
            Subject::Core(design) => core::function(design)?,
        })
    }
}

impl Display for Subject<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Lane(lane) => write!(formatter, "{lane}"),
            Subject::Core(design) => formatter.write_str(&name(design)),
        }
    }
}

/// Returns the ledger's name of a design: its instruction, or `fpu`. A core with only some instructions has a digest of
/// them in its name.
pub fn name(design: &Design) -> String {
    let interface = design.interface();
    if !interface.is_core() || interface.has_usual_instructions() {
        return interface.mnemonic();
    }
    let names: Vec<String> = interface
        .instructions()
        .map(|instruction| instruction.to_string())
        .collect();
    let digest = digest_of(names.iter().map(String::as_str));
    format!("{}-{}", interface.mnemonic(), &digest[..DIGITS_OF_A_CORE])
}

/// The hexadecimal digits of the digest in the name of a core with only some instructions.
const DIGITS_OF_A_CORE: usize = 8;

/// Returns the instruction whose module is one lane of this one: the same modifiers, without x2 or x4. The lanes of a
/// comparison share a predicate, so they are proven together, and so are those of a conversion.
pub fn lane_of(instruction: Instruction) -> Instruction {
    if !instruction.operation().is_arithmetic() {
        return instruction;
    }
    let all = match instruction.is_ptx() {
        true => Instruction::arithmetic(),
        false => Instruction::eight_bit(),
    };
    let (ty, all) = (instruction.ty(), all.iter());
    let is_lane = |other: &&Instruction| {
        other.ty().lanes() == 1
            && (other.ty().operand_format(), other.ty().result_format()) == (ty.operand_format(), ty.result_format())
            && other.operation() == instruction.operation()
            && other.modifiers().eq(instruction.modifiers())
    };
    let lane = all.copied().find(|other| is_lane(&other)).unwrap_or(instruction);
    lane.with_flags().filter(|_| instruction.has_flags()).unwrap_or(lane)
}

/// Returns the number of a module's lanes that are proven by the proof of one lane.
pub fn independent_lanes(interface: &Interface) -> u32 {
    interface.instruction().map_or(1, Instruction::independent_lanes)
}

/// Returns the lemmas about a design, without those of its function.
///
/// # Errors
///
/// [`TheoremError`] where nothing can be proven about a core.
pub fn module(design: &Design) -> Result<Vec<Lemma>, TheoremError> {
    Ok(match design.interface().is_core() {
        false => unit::module(design),
        true => core::module(design)?,
    })
}

/// Returns the lemmas about the netlist that Yosys makes of a device's Verilog: it keeps the contract and is equivalent
/// to the design. For a Verilog file they are about its own unoptimised netlist, because an optimiser may choose any
/// value for an undefined one. If an FPGA family is named, the netlist mapped to its cells is proven too.
///
/// # Errors
///
/// [`TheoremError`] where there is no netlist.
pub fn netlist(design: &Design, device: &dyn Dut, mapping: Mapping) -> Result<Vec<Lemma>, TheoremError> {
    let named = |mapping: Mapping, mut lemmas: Vec<Lemma>| {
        for lemma in &mut lemmas {
            lemma.name = format!("{mapping} {}", lemma.name);
        }
        lemmas
    };
    let mut lemmas = Vec::new();
    if device.elaborated().is_some() {
        lemmas = named(Mapping::Generic, netlist_equivalence::file(device, design)?);
    }
    if lemmas.is_empty() || mapping != Mapping::Generic {
        lemmas.extend(named(mapping, netlist_equivalence::netlist(device, design, mapping)?));
    }
    Ok(lemmas)
}

/// Decides lemmas on all processors. `on_decided` is called for each.
pub fn decide(lemmas: &[Lemma], on_decided: &(dyn Fn(&Lemma, &DecidedLemma) + Sync)) -> Vec<DecidedLemma> {
    let decided = lemmas.par_iter().with_max_len(1).map(|lemma| {
        let decided = lemma.decide();
        on_decided(lemma, &decided);
        decided
    });
    decided.collect()
}

/// Computes the digest of each lemma's formula, on all processors.
pub fn digests(lemmas: &[Lemma]) -> Vec<String> {
    lemmas.par_iter().with_max_len(1).map(Lemma::digest).collect()
}

/// Returns a digest of texts.
pub fn digest_of<'d>(texts: impl IntoIterator<Item = &'d str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    short(hasher.finalize())
}
