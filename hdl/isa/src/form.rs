//! A syntax line of the instruction set, and the spellings that it allows.

use std::collections::HashMap;
use std::fmt;
use std::slice;
use std::sync::LazyLock;

use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::operand::Operand;
use crate::operation::Operation;
use crate::signature::Signature;
use crate::table::{sections, sections_of_any_format, InstructionSource, Introduced, RegisterSlot, Row, Section, Slot};
use crate::types::Type;

/// One syntax line of the PTX text; prints as `add{.rn}{.ftz}{.sat}.{f16,f16x2}`.
///
/// `{.x}` is optional, `.{x,y}` is a choice.
#[derive(Clone, Copy)]
pub struct Form {
    section: &'static Section,
    row: &'static Row,
}

/// Returns every syntax line in the order of the PTX text, followed by those outside PTX.
///
/// ```
/// let first = halfpipe_isa::syntax_lines().next().unwrap();
/// assert_eq!(first.to_string(), "add{.rn}{.ftz}{.sat}.{f16,f16x2}");
/// assert_eq!(first.operands().collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub fn syntax_lines() -> impl Iterator<Item = Form> {
    sections().flat_map(|section| section.rows.iter().map(move |row| Form { section, row }))
}

/// Returns the syntax lines of an operation in any format, which [`syntax_lines`] does not have.
pub(crate) fn lines_of_any_format(operation: Operation) -> impl Iterator<Item = Form> {
    let own = sections_of_any_format()
        .iter()
        .filter(move |section| section.operation == operation);
    own.flat_map(|section| section.rows.iter().map(move |row| Form { section, row }))
}

impl Form {
    /// True if the line is one of any format and can end with the type.
    pub(crate) fn accepts(&self, ty: Type) -> bool {
        (self.row.accepts)(ty)
    }

    /// Returns the operation of the line.
    pub fn operation(&self) -> Operation {
        self.section.operation
    }

    /// Returns the source of the line.
    pub fn source(&self) -> InstructionSource {
        self.section.source
    }

    /// Returns the PTX section of the line, such as `9.7.5.1`, or the extension of RISC-V; `not PTX` if it has neither.
    pub fn section(&self) -> &'static str {
        self.section.source.section()
    }

    /// True if PTX has the line.
    pub fn is_ptx(&self) -> bool {
        self.source().is_ptx()
    }

    /// True if the line is one of RISC-V.
    pub fn is_riscv(&self) -> bool {
        self.source().is_riscv()
    }

    /// Returns the function of the section's operation, in one line.
    pub fn summary(&self) -> &'static str {
        self.section.summary
    }

    /// Returns the types with which the line can end. A line of any format has none.
    pub fn types(&self) -> &'static [Type] {
        self.row.types
    }

    /// Returns the names of the source operands, in the order of the syntax.
    pub fn operands(&self) -> impl Iterator<Item = &'static str> {
        self.section.operands.iter().map(|place| place.name)
    }

    /// Returns the names of the results, in the order of the syntax.
    pub fn results(&self) -> impl Iterator<Item = &'static str> {
        self.section.results.iter().map(|place| place.name)
    }

    /// Returns the operands and results of an instruction of the line with this type.
    pub(crate) fn signature(&self, ty: Type) -> Signature {
        let registers = |place: &RegisterSlot| place.registers(ty);
        let operands: Vec<Operand> = self.section.operands.iter().flat_map(registers).collect();
        let results: Vec<Operand> = self.section.results.iter().flat_map(registers).collect();
        Signature::new(&operands, &results).expect("the table has registers of 8 to 64 bits, each with its name")
    }

    /// Returns the first PTX version and target with the line; an instruction with a newer modifier may be [more
    /// recent](crate::Instruction::introduced).
    pub fn introduced(&self) -> Introduced {
        self.row.introduced
    }

    /// Returns the line for one type only, such as `add{.rn}{.ftz}{.sat}.f16`.
    pub(crate) fn written_for(&self, ty: Type) -> String {
        format!("{}.{ty}", self.prefix())
    }

    /// Returns the line up to its types.
    fn prefix(&self) -> String {
        let slots: String = self.row.slots.iter().map(Slot::to_string).collect();
        format!("{}{slots}", self.operation())
    }

    /// Returns every modifier that the line allows.
    pub(crate) fn modifiers(&self) -> Modifiers {
        let choices = self.row.slots.iter().flat_map(Slot::choices);
        choices.copied().collect()
    }

    /// Returns the modifiers of an instruction of the line, in the order of its places.
    pub(crate) fn sort_modifiers(&self, modifiers: Modifiers) -> impl Iterator<Item = Modifier> + Clone {
        let choices = self.row.slots.iter().flat_map(Slot::choices);
        choices.copied().filter(move |modifier| modifiers.contains(*modifier))
    }

    /// Returns every set of modifiers that a canonical name of the line may have.
    pub(crate) fn spellings(&self) -> Vec<Modifiers> {
        self.row.slots.iter().fold(vec![Modifiers::NONE], |shorter, slot| {
            let extend = |&set: &Modifiers| {
                let left_out = slot.is_optional().then_some(set);
                let written = slot.choices().iter().map(move |&choice| set.with_modifier(choice));
                left_out.into_iter().chain(written)
            };
            shorter.iter().flat_map(extend).collect()
        })
    }

    /// Returns the modifiers of the canonical name for `written`, a subset of [`Form::modifiers`].
    pub(crate) fn complete(&self, written: Modifiers) -> Result<Modifiers, Incomplete> {
        let mut complete = written;
        for slot in self.row.slots {
            let mut chosen = slot.choices().iter().filter(|&&m| written.contains(m));
            match (chosen.next(), chosen.next()) {
                (Some(&first), Some(&second)) => return Err(Incomplete::TwoOf(first, second, slot.choices())),
                (Some(_), None) => {}
                (None, _) => match slot {
                    Slot::Optional(_) | Slot::OptionalSince(..) => {}
                    Slot::Default(choices) => complete = complete.with_modifier(choices[0]),
                    Slot::Assumed(modifier) => complete = complete.with_modifier(*modifier),
                    Slot::Mandatory(choices) => return Err(Incomplete::NoneOf(choices)),
                },
            }
        }
        Ok(complete)
    }

    /// Returns the first PTX version and target with an instruction of the line with these modifiers.
    pub(crate) fn introduced_with(&self, modifiers: Modifiers) -> Introduced {
        let newer = self.row.slots.iter().find_map(|slot| match slot {
            Slot::OptionalSince(modifier, introduced) if modifiers.contains(*modifier) => Some(*introduced),
            _ => None,
        });
        newer.unwrap_or(self.row.introduced)
    }
}

/// The table's data on an operation.
impl Operation {
    /// Returns the PTX section that defines the operation in half precision, such as `9.7.4.1`.
    ///
    /// [`Form::section`] and [`Instruction::section`](crate::Instruction::section) give the sections of mixed
    /// precision.
    pub fn section(self) -> &'static str {
        self.half_precision_section().source.section()
    }

    /// Returns the function of the operation, in one line.
    pub fn summary(self) -> &'static str {
        self.half_precision_section().summary
    }

    /// Returns the syntax lines of the operation, half precision before mixed.
    pub fn forms(self) -> impl Iterator<Item = Form> + Clone {
        static FORMS: LazyLock<HashMap<Operation, Vec<Form>>> = LazyLock::new(|| {
            let forms = |operation: Operation| syntax_lines().filter(move |form| form.operation() == operation);
            Operation::ALL
                .map(|operation| (operation, forms(operation).collect()))
                .into()
        });
        FORMS[&self].iter().copied()
    }

    /// Returns the half-precision section, which comes first in the table and exists for every operation.
    fn half_precision_section(self) -> &'static Section {
        sections()
            .find(|section| section.operation == self)
            .expect("the table has a section for every operation")
    }
}

/// A reason why modifiers do not form an instruction of a line.
#[derive(Debug)]
pub(crate) enum Incomplete {
    /// Two modifiers compete for one place, which takes one modifier of the slice.
    TwoOf(Modifier, Modifier, &'static [Modifier]),
    /// A place is empty that requires one of these modifiers.
    NoneOf(&'static [Modifier]),
}

impl Slot {
    fn choices(&self) -> &[Modifier] {
        match self {
            Slot::Optional(modifier) | Slot::OptionalSince(modifier, _) | Slot::Assumed(modifier) => {
                slice::from_ref(modifier)
            }
            Slot::Default(choices) | Slot::Mandatory(choices) => choices,
        }
    }

    /// True if a canonical name may leave the place empty.
    fn is_optional(&self) -> bool {
        matches!(self, Slot::Optional(_) | Slot::OptionalSince(..))
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.choices().iter().map(|m| m.name()).collect();
        match self {
            Slot::Optional(_) | Slot::OptionalSince(..) | Slot::Default(_) => {
                write!(formatter, "{{.{}}}", names.join(",."))
            }
            Slot::Assumed(_) | Slot::Mandatory(_) => formatter.write_str(&choice(&names)),
        }
    }
}

/// Returns `.x` or `.{x,y}`.
fn choice(names: &[&str]) -> String {
    match names {
        [name] => format!(".{name}"),
        _ => format!(".{{{}}}", names.join(",")),
    }
}

impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.types();
        let names: Vec<_> = types.iter().map(|ty| ty.name()).collect();
        if let (true, Some(name)) = (self.is_riscv(), self.operation().riscv_name()) {
            write!(formatter, "{name}{}", choice(&names))?;
            let roundings = self.modifiers().iter().filter_map(Modifier::rounding);
            let roundings: Vec<_> = roundings.map(Rounding::riscv_name).collect();
            if roundings.is_empty() {
                Ok(())
            } else {
                write!(formatter, "{{.{}}}", roundings.join(",."))
            }
        } else if types.is_empty() {
            write!(formatter, "{}.eXmY", self.prefix())
        } else if types.iter().all(|ty| ty.is_mixed()) {
            let formats: Vec<_> = types.iter().filter_map(|ty| ty.operand_format().name()).collect();
            let result = types[0].result_format();
            write!(formatter, "{}.{result}{}", self.prefix(), choice(&formats))
        } else {
            write!(formatter, "{}{}", self.prefix(), choice(&names))
        }
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Form({self})")
    }
}
