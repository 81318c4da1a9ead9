//! Names, registers and formats of a type.

use std::fmt;

use crate::element_type::ElementType;
use crate::format::FloatFormat;
use crate::interned::intern;
use crate::types::{ComposedType, Type, TypeRow};

impl Type {
    /// Returns the suffix without its leading dot, such as `f16x2`, `f32.bf16` or `u32.f16x2`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the number of values in a register of operands: 2 in the `x2` types, 4 in the `x4` ones, otherwise 1.
    pub const fn lanes(self) -> u32 {
        self.row().lanes
    }

    /// Returns the type of one lane of the operands `a` and `b`; of `a` where the two differ.
    pub const fn operand(self) -> ElementType {
        self.row().operand
    }

    /// Returns the type of one lane of the operand `b`. It differs from that of `a` in dot products of two formats only.
    pub const fn second_operand(self) -> ElementType {
        self.row().second
    }

    /// Returns the format of one lane of the operands `a` and `b`. If they are integers or small, it is the format of
    /// the result where that has arithmetic.
    pub const fn operand_format(self) -> FloatFormat {
        match (self.operand(), self.result()) {
            (ElementType::Number(format), _) | (_, ElementType::Number(format)) => format,
            (ElementType::Small(format), _) | (_, ElementType::Small(format)) => format,
            _ => panic!("each type has a number"),
        }
    }

    /// Returns the formats of the elements of `a` and `b` in a dot product.
    pub const fn element_formats(self) -> [FloatFormat; 2] {
        let second = match self.second_operand() {
            ElementType::Number(format) => format,
            _ => self.operand_format(),
        };
        [self.operand_format(), second]
    }

    /// Returns the type of one lane of a result `d`.
    pub const fn result(self) -> ElementType {
        self.row().result
    }

    /// Returns the number of values in the register of a result `d`.
    pub const fn result_lanes(self) -> u32 {
        self.row().result_lanes
    }

    /// Returns the format of one lane of the result and of a numeric operand `c`. If the result is no number, it is the
    /// format of `a` and `b`.
    pub const fn result_format(self) -> FloatFormat {
        match self.result() {
            ElementType::Number(format) => format,
            _ => self.operand_format(),
        }
    }

    /// Returns the type of single values in a format.
    pub fn scalar(format: FloatFormat) -> Type {
        let number = ElementType::Number(format);
        let is_scalar = |ty: &Type| ty.lanes() == 1 && ty.operand() == number && ty.result() == number;
        let mut all = Type::ALL.into_iter();
        all.find(is_scalar)
            .unwrap_or_else(|| Type::compose(format.to_string(), 1, number, number))
    }

    /// Returns the type of that name with the element types of an operand and a result, and so many lanes of both: that of
    /// the table, or a new one.
    pub fn compose(name: String, lanes: u32, operand: ElementType, result: ElementType) -> Type {
        let row = TypeRow {
            name: intern(name),
            lanes,
            operand,
            second: operand,
            result_lanes: lanes,
            result,
        };
        let mut all = Type::ALL.into_iter();
        all.find(|ty| ty.row() == row)
            .unwrap_or_else(|| Type::Composed(ComposedType::intern(row)))
    }

    /// True for a type of RISC-V.
    pub const fn is_riscv(self) -> bool {
        self.operand_format().is_riscv()
    }

    /// True for a type that the table does not have.
    pub const fn is_composed(self) -> bool {
        matches!(self, Type::Composed(_))
    }

    /// True if the result is a number in single precision, and `a` and `b` are narrower.
    pub const fn is_mixed(self) -> bool {
        matches!(self, Type::F32F16 | Type::F32Bf16)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
