//! A section of the instruction set: the syntax lines of one operation with the same operands.

use crate::element_type::ElementType;
use crate::modifier::Modifier;
use crate::operand::Operand;
use crate::operation::Operation;
use crate::types::Type;

/// The first appearance of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Introduced {
    /// The version of the PTX ISA, such as `7.8`.
    pub version: &'static str,
    /// The lowest target that has it, such as `sm_90`.
    pub target: &'static str,
}

/// The source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSource {
    /// A section of the PTX text, such as `9.7.4.1`.
    Ptx(&'static str),
    /// The assembler of CUDA 13.5, which accepts it. The PTX text does not have it.
    Assembler,
    /// halfpipe itself.
    Extension,
    /// An extension of RISC-V, such as `Zfh`, or arithmetic in bfloat16 like that of Zfh, which no extension has.
    Riscv(&'static str),
}

impl InstructionSource {
    /// Returns the PTX section, or the extension of RISC-V; `not PTX` for others outside the text.
    pub const fn section(self) -> &'static str {
        match self {
            InstructionSource::Ptx(section) | InstructionSource::Riscv(section) => section,
            InstructionSource::Assembler | InstructionSource::Extension => "not PTX",
        }
    }

    /// True for a section of the PTX text.
    pub const fn is_ptx(self) -> bool {
        matches!(self, InstructionSource::Ptx(_))
    }

    /// True if the mnemonic is one of RISC-V.
    pub const fn is_riscv(self) -> bool {
        matches!(self, InstructionSource::Riscv(_))
    }
}

/// The syntax lines of one operation with the same operands, from one source.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) source: InstructionSource,
    pub(crate) operation: Operation,
    pub(crate) summary: &'static str,
    /// The source operands, in the order of the syntax.
    pub(crate) operands: &'static [RegisterSlot],
    /// The results, in the order of the syntax.
    pub(crate) results: &'static [RegisterSlot],
    pub(crate) rows: &'static [Row],
}

/// An operand or a result: its name, and its element type for a type of the line.
#[derive(Debug)]
pub(crate) struct RegisterSlot {
    pub(crate) name: &'static str,
    element_type: fn(Type) -> ElementType,
    lanes: fn(Type) -> u32,
}

impl RegisterSlot {
    pub(super) const fn new(
        name: &'static str,
        element_type: fn(Type) -> ElementType,
        lanes: fn(Type) -> u32,
    ) -> RegisterSlot {
        RegisterSlot {
            name,
            element_type,
            lanes,
        }
    }

    /// Returns its register for a type of the line. A register of more than 64 bits comes in parts.
    pub(crate) fn registers(&self, ty: Type) -> Vec<Operand> {
        let register = Operand {
            lanes: (self.lanes)(ty),
            ..Operand::new(self.name, (self.element_type)(ty))
        };
        register.parts()
    }
}

/// One syntax line: places for modifiers in canonical order, then one of the types.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) slots: &'static [Slot],
    pub(crate) types: &'static [Type],
    /// True for a type of any format with which the line can end, too.
    pub(crate) accepts: fn(Type) -> bool,
    pub(crate) introduced: Introduced,
}

/// A place for a modifier.
#[derive(Debug)]
pub(crate) enum Slot {
    /// `{.ftz}`: optional.
    Optional(Modifier),
    /// `{.xorsign.abs}`: optional, and more recent than the rest of its line.
    OptionalSince(Modifier, Introduced),
    /// `{.rn}`: one of these, by default the first. Canonical names include it.
    Default(&'static [Modifier]),
    /// `.rn`: mandatory in the syntax line, but the text calls it the default, so it may be left out.
    Assumed(Modifier),
    /// `.approx`: one of these, always written.
    Mandatory(&'static [Modifier]),
}

/// Returns the first appearance in a version of PTX, on a target.
pub(super) const fn ptx(version: &'static str, target: &'static str) -> Introduced {
    Introduced { version, target }
}

/// Instructions outside the PTX text have no version.
pub(super) const NEVER: Introduced = ptx("none", "none");

/// Makes rows: places for modifiers, types and first appearance of each, which rows outside the PTX text leave out.
macro_rules! rows {
    (@introduced) => { NEVER };
    (@introduced $version:literal $target:literal) => { ptx($version, $target) };
    ($($slots:expr, $types:expr $(, $version:literal $target:literal)?;)*) => {
        &[$(Row { slots: $slots, types: $types, accepts: |_| false, introduced: rows!(@introduced $($version $target)?) }),*]
    };
}

/// Returns the row of the types that a function accepts.
pub(super) const fn any(slots: &'static [Slot], accepts: fn(Type) -> bool) -> Row {
    Row {
        slots,
        types: &[],
        accepts,
        introduced: NEVER,
    }
}

/// Makes sections: source, operation, operands, results, summary and rows of each. The rows are a constant, or written
/// in braces as in `rows!`.
macro_rules! sections {
    (@rows $rows:ident) => { $rows };
    (@rows { $($rows:tt)* }) => { rows! { $($rows)* } };
    ($(
        $source:ident $(($section:literal))?:
        $operation:ident($($operand:expr),*) -> $results:expr, $summary:expr, $rows:tt;
    )*) => {
        &[$(Section {
            source: InstructionSource::$source $(($section))?,
            operation: Operation::$operation,
            summary: $summary,
            operands: &[$($operand),*],
            results: $results,
            rows: sections!(@rows $rows),
        }),*]
    };
}

pub(super) use {rows, sections};
