//! The sections of the page: the instructions of each, and operands that show their edge cases.

use halfpipe_isa::{Form, Operation};
use serde::{Deserialize, Deserializer};

use crate::docs::pages;

/// Instructions that one section describes.
#[derive(Deserialize)]
pub struct Family {
    /// The heading.
    pub title: String,
    /// A description of their function.
    pub text: String,
    /// The operations of its instructions.
    #[serde(deserialize_with = "operations")]
    pub operations: Vec<Operation>,
    /// The kind of its instructions.
    pub kind: FamilyKind,
    /// Operands of edge cases.
    pub cases: Vec<Cases>,
    /// An example.
    pub example: Example,
}

/// A kind of instructions, which has one section for an operation.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FamilyKind {
    /// Instructions of PTX, without arithmetic in mixed precision.
    Ptx,
    /// Arithmetic of PTX in mixed precision.
    PtxMixed,
    /// Dot products whose elements have scales.
    Scaled,
    /// Other instructions that PTX does not have, without arithmetic in eight bits.
    BeyondPtx,
    /// Arithmetic in eight bits, which PTX does not have.
    EightBits,
    /// Instructions of RISC-V.
    Riscv,
}

/// Operands for each of some instructions of one type.
#[derive(Deserialize)]
pub struct Cases {
    /// Canonical mnemonics.
    pub instructions: Vec<String>,
    /// Encodings in the order of the instructions' operands.
    pub operands: Vec<Vec<u32>>,
}

/// An instruction with operands.
#[derive(Deserialize)]
pub struct Example {
    /// The canonical mnemonic.
    pub instruction: String,
    /// Encodings in the order of the instruction's operands.
    pub operands: Vec<u32>,
    /// An explanation of the result.
    pub text: String,
}

impl Family {
    /// Returns the sections. Together they have every instruction.
    pub fn all() -> Vec<Family> {
        #[derive(Deserialize)]
        struct Families {
            family: Vec<Family>,
        }
        pages::rows::<Families>(include_str!("../../pages/families.toml")).family
    }

    /// True if the section describes the instructions of a syntax line. For conversions, mixed precision is ignored.
    pub fn has_form(&self, form: Form) -> bool {
        let operation = form.operation();
        let is_mixed = form.types().iter().all(|ty| ty.is_mixed()) && !operation.is_conversion();
        let has_eight_bits = form.types().iter().all(|ty| ty.operand_format().register_bits() == 8);
        let kind = if form.is_riscv() {
            FamilyKind::Riscv
        } else if form.types().iter().all(|ty| ty.scale_format().is_some()) {
            FamilyKind::Scaled
        } else if form.is_ptx() && is_mixed {
            FamilyKind::PtxMixed
        } else if form.is_ptx() {
            FamilyKind::Ptx
        } else if has_eight_bits && operation.is_arithmetic() && !operation.is_dot() {
            FamilyKind::EightBits
        } else {
            FamilyKind::BeyondPtx
        };
        self.operations.contains(&operation) && kind == self.kind
    }
}

/// Reads operations by their names.
fn operations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Operation>, D::Error> {
    let operation = |name: String| {
        let found = Operation::ALL.into_iter().find(|operation| operation.name() == name);
        found.ok_or_else(|| serde::de::Error::custom(format!("{name} is no operation")))
    };
    Vec::deserialize(deserializer)?.into_iter().map(operation).collect()
}
