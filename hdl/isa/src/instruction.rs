//! Legal instructions, and the list of all of them.

use std::fmt;
use std::sync::LazyLock;

use crate::entry::{is_eight_bit_arithmetic, Entry, EntryRef};
use crate::form::Form;
use crate::format::FloatFormat;
use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::operation::Operation;
use crate::signature::Signature;
use crate::table::{InstructionSource, Introduced};
use crate::types::Type;

/// A legal instruction: an operation, its modifiers and a type.
///
/// It prints as its canonical name, with the rounding if it has several (`add.rn.f16`). It parses from every spelling
/// that PTX allows. Instructions order as in [`Instruction::all`], which those in any format follow.
///
/// It may have flags beside its results, which PTX does not have: the IEEE 754 exceptions that it raises. It then
/// prints with the option that requests them, `add.rn.f16 --flags`. It may take its rounding as an operand in place of
/// the suffix, and then prints as `add.f16 --rounding port`. An instruction of RISC-V always has flags. `fadd.h` has its
/// rounding as an operand, and `fadd.h.rne` has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instruction {
    entry: EntryRef,
    /// True if the rounding is an operand.
    rounding_port: bool,
    /// True if the flags are a result too.
    flags: bool,
}

/// The mark behind the name of an instruction [with a rounding port](Instruction::with_rounding_port), in reports and
/// ledgers.
pub const ROUNDING_MARK: &str = "--rounding port";

/// The mark behind the name of an instruction [with flags](Instruction::with_flags), in reports and ledgers.
pub const FLAGS_MARK: &str = "--flags";

static ALL: LazyLock<Vec<Instruction>> = LazyLock::new(|| Entry::all().iter().map(Instruction::from_entry).collect());

impl Instruction {
    /// Returns every instruction, in the order of the PTX text: arithmetic instructions, comparisons, conversions; then
    /// those outside PTX: conversions, arithmetic in other roundings, arithmetic in eight bits, functions, the
    /// instructions of RISC-V, and dot products.
    pub fn all() -> &'static [Instruction] {
        &ALL
    }

    /// Returns the generation of tensor cores that a dot product computes like. None for any other instruction, for a dot
    /// product that is exact until one rounding, and for a [bulk-normalised](Instruction::is_bulk) one.
    pub fn tensor_core(self) -> Option<Modifier> {
        self.modifiers()
            .find(|modifier| Modifier::TENSOR_CORES.contains(modifier))
    }

    /// True if it is a bulk-normalised dot product of RISC-V.
    pub fn is_bulk(self) -> bool {
        self.has(Modifier::Bulk)
    }

    /// True if it is arithmetic in a format of eight bits.
    pub fn has_eight_bits(self) -> bool {
        is_eight_bit_arithmetic(self.operation(), self.ty())
    }

    /// Returns its source.
    pub fn source(self) -> InstructionSource {
        self.form().source()
    }

    /// True if PTX has it.
    pub fn is_ptx(self) -> bool {
        self.source().is_ptx()
    }

    /// True if it is an instruction of RISC-V.
    pub fn is_riscv(self) -> bool {
        self.source().is_riscv()
    }

    /// Returns the operation.
    pub fn operation(self) -> Operation {
        self.entry().form.operation()
    }

    /// Returns the type of its operands and result.
    pub fn ty(self) -> Type {
        self.entry().ty
    }

    /// Returns the number of lanes that are computed apart: all lanes of arithmetic, whose flags are those of any lane.
    /// The lanes of a comparison share a predicate, and those of a conversion may have other lanes as operands. They
    /// count as one.
    pub fn independent_lanes(self) -> u32 {
        if self.operation().is_arithmetic() {
            self.ty().lanes()
        } else {
            1
        }
    }

    /// Returns the rounding of the result: to nearest even if the name has no rounding, but toward zero if tensor cores
    /// compute it in single precision. Under `.rs`, which is none of these, random bits decide.
    pub fn rounding(self) -> Rounding {
        let named = self.modifiers().find_map(Modifier::rounding);
        named.unwrap_or_else(|| match self.tensor_core() {
            Some(_) if self.ty().result_format() == FloatFormat::F32 => Rounding::TowardZero,
            _ => Rounding::NearestEven,
        })
    }

    /// Returns the relation of a comparison: its `.CmpOp`.
    pub fn cmp_op(self) -> Option<Modifier> {
        self.modifiers().find(|modifier| Modifier::CMP_OPS.contains(modifier))
    }

    /// Returns the operation that joins a comparison's answer with the predicate `c`, if it has one: its `.BoolOp`.
    pub fn bool_op(self) -> Option<Modifier> {
        self.modifiers().find(|modifier| Modifier::BOOL_OPS.contains(modifier))
    }

    /// True if the canonical name has the modifier.
    pub fn has(self, modifier: Modifier) -> bool {
        self.entry().modifiers.contains(modifier)
    }

    /// Returns the modifiers of the canonical name, in the order of the syntax line.
    pub fn modifiers(self) -> impl Iterator<Item = Modifier> + Clone {
        let entry = self.entry();
        let all = entry.form.sort_modifiers(entry.modifiers);
        all.filter(move |modifier| !self.rounding_port || modifier.rounding().is_none())
    }

    /// Returns its operands and results.
    pub fn signature(self) -> &'static Signature {
        let entry = self.entry();
        let (plain, with_flags) = match &entry.with_rounding {
            Some((plain, with_flags)) if self.rounding_port => (plain, with_flags),
            _ => (&entry.signature, &entry.with_flags),
        };
        with_flags.as_ref().filter(|_| self.flags).unwrap_or(plain)
    }

    /// Returns the same instruction with its rounding as an additional operand in place of the suffix. None for
    /// instructions that do not have all roundings.
    ///
    /// ```
    /// let add: halfpipe_isa::Instruction = "add.f16".parse()?;
    /// let any = add.with_rounding_port().unwrap();
    /// assert_eq!(any.signature().to_string(), "d:f16, a:f16, b:f16, rounding:rounding");
    /// assert_eq!((any.mnemonic(), any.to_string()), ("add.f16".to_owned(), "add.f16 --rounding port".to_owned()));
    /// # Ok::<(), halfpipe_isa::ParseError>(())
    /// ```
    pub fn with_rounding_port(self) -> Option<Instruction> {
        let [nearest, ..] = self.roundings()?;
        Some(Instruction {
            rounding_port: true,
            flags: self.flags,
            ..nearest
        })
    }

    /// True if its rounding is an operand.
    pub fn has_rounding_port(self) -> bool {
        self.rounding_port
    }

    /// Returns the instruction that an instruction with a rounding port computes for a rounding. Any other one is
    /// returned unchanged.
    pub fn with_fixed_rounding(self, rounding: Rounding) -> Instruction {
        match self.roundings() {
            Some(all) if self.rounding_port => Instruction {
                flags: self.flags,
                ..all[rounding.code() as usize]
            },
            _ => self,
        }
    }

    /// Returns the same instruction in every rounding of [`Rounding::ALL`], if it has all of them.
    pub(crate) fn roundings(self) -> Option<[Instruction; 5]> {
        let all = self.entry().in_roundings()?;
        Some(all.map(|entry| Instruction::from_entry(entry.0)))
    }

    /// Returns the same instruction with its exceptions as an additional result. None for neg and abs, which raise
    /// none, and for arithmetic in eight bits.
    ///
    /// ```
    /// let add: halfpipe_isa::Instruction = "add.f16x2".parse()?;
    /// let flagged = add.with_flags().unwrap();
    /// assert_eq!(flagged.signature().to_string(), "d:f16x2, flags:flags, a:f16x2, b:f16x2");
    /// assert_eq!((flagged.mnemonic(), flagged.to_string()), ("add.rn.f16x2".to_owned(), "add.rn.f16x2 --flags".to_owned()));
    /// # Ok::<(), halfpipe_isa::ParseError>(())
    /// ```
    pub fn with_flags(self) -> Option<Instruction> {
        let has_some = self.entry().with_flags.is_some();
        has_some.then_some(Instruction { flags: true, ..self })
    }

    /// Returns the same instruction with the results that PTX gives it. An instruction of RISC-V keeps its flags.
    pub fn without_flags(self) -> Instruction {
        let flags = self.is_riscv();
        Instruction { flags, ..self }
    }

    /// True if its exceptions are a result.
    pub fn has_flags(self) -> bool {
        self.flags
    }

    /// Returns the canonical name, such as `fma.rn.oob.relu.bf16x2` or `fadd.h.rne`; without the rounding if that is an
    /// operand.
    pub fn mnemonic(self) -> String {
        if let (true, Some(name)) = (self.is_riscv(), self.operation().riscv_name()) {
            let rounding = self.modifiers().find_map(Modifier::rounding);
            let rounding = rounding.map_or_else(String::new, |rounding| format!(".{}", rounding.riscv_name()));
            return format!("{name}.{}{rounding}", self.ty());
        }
        let modifiers: String = self.modifiers().map(|m| format!(".{m}")).collect();
        format!("{}{modifiers}.{}", self.operation(), self.ty())
    }

    /// Returns the name of the hardware module: the canonical name with `_` for `.`.
    pub fn module_name(self) -> String {
        self.mnemonic().replace('.', "_")
    }

    /// Returns the syntax line of the instruction.
    pub fn form(self) -> Form {
        self.entry().form
    }

    /// Returns the PTX section that defines the instruction, such as `9.7.5.1`; `not PTX` if none does.
    pub fn section(self) -> &'static str {
        self.form().section()
    }

    /// Returns the first PTX version and target with the instruction.
    pub fn introduced(self) -> Introduced {
        let entry = self.entry();
        entry.form.introduced_with(entry.modifiers)
    }

    /// Returns the instruction with exactly these parts, if there is one.
    pub(crate) fn find(operation: Operation, ty: Type, modifiers: Modifiers) -> Option<Self> {
        let found = EntryRef::find((operation, ty, modifiers))?;
        Some(Instruction::from_entry(found.0))
    }

    fn from_entry(entry: &'static Entry) -> Instruction {
        Instruction {
            entry: EntryRef(entry),
            rounding_port: false,
            flags: entry.form.source().is_riscv(),
        }
    }

    fn entry(self) -> &'static Entry {
        self.entry.0
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In RISC-V the rounding is an operand unless the name has one, and there are always flags.
        let is_marked = !self.is_riscv();
        let marks = [
            (self.rounding_port && is_marked, ROUNDING_MARK),
            (self.flags && is_marked, FLAGS_MARK),
        ];
        let marks = marks.into_iter().filter(|(is_set, _)| *is_set);
        let marks: String = marks.map(|(_, mark)| format!(" {mark}")).collect();
        formatter.pad(&(self.mnemonic() + &marks))
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Instruction({self})")
    }
}
