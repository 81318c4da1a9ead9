//! What is proven of a module: that it computes its instruction for every operand.

use std::fmt::{self, Display, Formatter};

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_isa::Instruction;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::Mapping;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::core::{self, CoreError};
use crate::digest::short;
use crate::function::OtherFactors;
use crate::lemma::{Decided, Lemma};
use crate::mapped::{self, MappedError};
use crate::unit;

/// Which theorem about an instruction it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The instruction, or the core; see [`name`].
    pub theorem: String,
    /// Enabled clock cycles from operands to result.
    pub latency: u32,
    /// What products are made of.
    pub multiplier: String,
    /// Whose cells the netlist has that Yosys makes of the Verilog; none for the generator's own netlist.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<String>,
}

impl Key {
    /// The theorem about a design, or about the netlist that Yosys makes of it.
    pub fn of(design: &Design, target: Option<Mapping>) -> Key {
        Key {
            theorem: name(design),
            latency: design.latency(),
            multiplier: design.multiplier().name().to_owned(),
            target: target.map(|mapping| mapping.name().to_owned()),
        }
    }
}

/// Why there is no theorem.
#[derive(Debug, thiserror::Error)]
pub enum TheoremError {
    /// The multiplier is not where it is looked for.
    #[error(transparent)]
    Factors(#[from] OtherFactors),
    /// There is nothing to prove of the core.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// There is no netlist.
    #[error(transparent)]
    Mapped(#[from] MappedError),
}

/// What a function's lemmas are about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'d> {
    /// One lane of an instruction, the same in all its modules.
    Lane(Instruction),
    /// A core of many.
    Core(&'d Design),
}

impl<'d> Subject<'d> {
    /// That which a design is of.
    pub fn of(design: &'d Design) -> Subject<'d> {
        match design.interface().instruction() {
            Some(instruction) => Subject::Lane(lane_of(instruction)),
            None => Subject::Core(design),
        }
    }

    /// The lemmas that say that it computes what it should.
    ///
    /// # Errors
    ///
    /// [`TheoremError`] where its datapath is none that these lemmas are about.
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

/// What theorems about a design are filed under: its instruction, or `fpu`, and with only some instructions a digest of which.
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

/// The hexadecimal digits of which cores of some instructions are known apart.
const DIGITS_OF_A_CORE: usize = 8;

/// The instruction whose module is one lane of another's: that of the same modifiers, without x2 or x4. The lanes of a comparison, which
/// share a predicate, and of a conversion are proven together.
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
            && (other.ty().element(), other.ty().result_element()) == (ty.element(), ty.result_element())
            && other.operation() == instruction.operation()
            && other.modifiers().eq(instruction.modifiers())
    };
    let lane = all.copied().find(|other| is_lane(&other)).unwrap_or(instruction);
    lane.with_flags().filter(|_| instruction.has_flags()).unwrap_or(lane)
}

/// How many lanes a module has that are proven as one of them is.
pub fn lanes_apart(interface: &Interface) -> u32 {
    let instruction = interface.instruction();
    let instruction = instruction.filter(|instruction| instruction.operation().is_arithmetic());
    instruction.map_or(1, |instruction| instruction.ty().lanes())
}

/// The lemmas about a design, beside those of its function.
///
/// # Errors
///
/// [`TheoremError`] where there is nothing to prove of a core.
pub fn module(design: &Design) -> Result<Vec<Lemma>, TheoremError> {
    Ok(match design.interface().is_core() {
        false => unit::module(design),
        true => core::module(design)?,
    })
}

/// The lemmas about the netlist that Yosys makes of a device's Verilog: that it keeps the contract and computes what the design
/// does. Of a file they are about its own netlist, in which nothing is optimised, and where a family of FPGAs is named, about the one
/// that is mapped to its cells too: an optimiser makes of an undefined value what suits it.
///
/// # Errors
///
/// [`TheoremError`] where there is no netlist.
pub fn netlist(design: &Design, device: &dyn Device, mapping: Mapping) -> Result<Vec<Lemma>, TheoremError> {
    let named = |mapping: Mapping, mut lemmas: Vec<Lemma>| {
        for lemma in &mut lemmas {
            lemma.name = format!("{mapping} {}", lemma.name);
        }
        lemmas
    };
    let mut lemmas = Vec::new();
    if device.elaborated().is_some() {
        lemmas = named(Mapping::Generic, mapped::file(device, design)?);
    }
    if lemmas.is_empty() || mapping != Mapping::Generic {
        lemmas.extend(named(mapping, mapped::netlist(device, design, mapping)?));
    }
    Ok(lemmas)
}

/// Decides lemmas, as many at once as there are processors. `on_decided` hears of each.
pub fn decide(lemmas: &[Lemma], on_decided: &(dyn Fn(&Lemma, &Decided) + Sync)) -> Vec<Decided> {
    let decided = lemmas.par_iter().with_max_len(1).map(|lemma| {
        let decided = lemma.decide();
        on_decided(lemma, &decided);
        decided
    });
    decided.collect()
}

/// The digest of each lemma's formula, made on all processors.
pub fn digests(lemmas: &[Lemma]) -> Vec<String> {
    lemmas.par_iter().with_max_len(1).map(Lemma::digest).collect()
}

/// A digest of texts.
pub fn digest_of<'d>(texts: impl IntoIterator<Item = &'d str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    short(hasher.finalize())
}
