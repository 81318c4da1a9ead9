//! The types an instruction works on.

use std::fmt;

use crate::signature::Content;

/// The type suffix of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// One half-precision value.
    F16,
    /// Two half-precision lanes in a 32-bit register.
    F16x2,
    /// One bfloat16 value.
    Bf16,
    /// Two bfloat16 lanes in a 32-bit register.
    Bf16x2,
    /// Single-precision result and `c`; `a` and `b` in half precision.
    F32F16,
    /// Single-precision result and `c`; `a` and `b` in bfloat16.
    F32Bf16,
    /// A comparison of half-precision values that answers with one.
    F16F16,
    /// A comparison of half-precision values that answers with an unsigned integer of 16 bits.
    U16F16,
    /// A comparison of half-precision values that answers with a signed integer of 16 bits.
    S16F16,
    /// A comparison of half-precision values that answers with an unsigned integer of 32 bits.
    U32F16,
    /// A comparison of half-precision values that answers with a signed integer of 32 bits.
    S32F16,
    /// A comparison of two half-precision lanes that answers with two such values.
    F16x2F16x2,
    /// A comparison of two half-precision lanes that answers with two unsigned half-words in 32 bits.
    U32F16x2,
    /// A comparison of two half-precision lanes that answers with two signed half-words in 32 bits.
    S32F16x2,
    /// A comparison of bfloat16 values that answers with one.
    Bf16Bf16,
    /// A comparison of bfloat16 values that answers with an unsigned integer of 16 bits.
    U16Bf16,
    /// A comparison of bfloat16 values that answers with a signed integer of 16 bits.
    S16Bf16,
    /// A comparison of bfloat16 values that answers with an unsigned integer of 32 bits.
    U32Bf16,
    /// A comparison of bfloat16 values that answers with a signed integer of 32 bits.
    S32Bf16,
    /// A comparison of two bfloat16 lanes that answers with two such values.
    Bf16x2Bf16x2,
    /// A comparison of two bfloat16 lanes that answers with two unsigned half-words in 32 bits.
    U32Bf16x2,
    /// A comparison of two bfloat16 lanes that answers with two signed half-words in 32 bits.
    S32Bf16x2,
}

/// What a type says of one lane.
struct Row {
    name: &'static str,
    lanes: u32,
    element: Element,
    result: Content,
}

impl Type {
    /// Every type.
    pub const ALL: [Type; 22] = [
        Type::F16,
        Type::F16x2,
        Type::Bf16,
        Type::Bf16x2,
        Type::F32F16,
        Type::F32Bf16,
        Type::F16F16,
        Type::U16F16,
        Type::S16F16,
        Type::U32F16,
        Type::S32F16,
        Type::F16x2F16x2,
        Type::U32F16x2,
        Type::S32F16x2,
        Type::Bf16Bf16,
        Type::U16Bf16,
        Type::S16Bf16,
        Type::U32Bf16,
        Type::S32Bf16,
        Type::Bf16x2Bf16x2,
        Type::U32Bf16x2,
        Type::S32Bf16x2,
    ];

    const fn row(self) -> Row {
        const fn row(name: &'static str, lanes: u32, element: Element, result: Content) -> Row {
            Row {
                name,
                lanes,
                element,
                result,
            }
        }
        use Content::{Number, Signed, Unsigned};
        use Element::{Bf16, F16, F32};
        match self {
            Type::F16 => row("f16", 1, F16, Number(F16)),
            Type::F16x2 => row("f16x2", 2, F16, Number(F16)),
            Type::Bf16 => row("bf16", 1, Bf16, Number(Bf16)),
            Type::Bf16x2 => row("bf16x2", 2, Bf16, Number(Bf16)),
            Type::F32F16 => row("f32.f16", 1, F16, Number(F32)),
            Type::F32Bf16 => row("f32.bf16", 1, Bf16, Number(F32)),
            Type::F16F16 => row("f16.f16", 1, F16, Number(F16)),
            Type::U16F16 => row("u16.f16", 1, F16, Unsigned(16)),
            Type::S16F16 => row("s16.f16", 1, F16, Signed(16)),
            Type::U32F16 => row("u32.f16", 1, F16, Unsigned(32)),
            Type::S32F16 => row("s32.f16", 1, F16, Signed(32)),
            Type::F16x2F16x2 => row("f16x2.f16x2", 2, F16, Number(F16)),
            Type::U32F16x2 => row("u32.f16x2", 2, F16, Unsigned(16)),
            Type::S32F16x2 => row("s32.f16x2", 2, F16, Signed(16)),
            Type::Bf16Bf16 => row("bf16.bf16", 1, Bf16, Number(Bf16)),
            Type::U16Bf16 => row("u16.bf16", 1, Bf16, Unsigned(16)),
            Type::S16Bf16 => row("s16.bf16", 1, Bf16, Signed(16)),
            Type::U32Bf16 => row("u32.bf16", 1, Bf16, Unsigned(32)),
            Type::S32Bf16 => row("s32.bf16", 1, Bf16, Signed(32)),
            Type::Bf16x2Bf16x2 => row("bf16x2.bf16x2", 2, Bf16, Number(Bf16)),
            Type::U32Bf16x2 => row("u32.bf16x2", 2, Bf16, Unsigned(16)),
            Type::S32Bf16x2 => row("s32.bf16x2", 2, Bf16, Signed(16)),
        }
    }

    /// The suffix without its leading dot, such as `f16x2`, `f32.bf16` or `u32.f16x2`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// How many values a register of operands holds: 2 in the `x2` types, otherwise 1.
    pub const fn lanes(self) -> u32 {
        self.row().lanes
    }

    /// The format of one lane of the operands `a` and `b`.
    pub const fn element(self) -> Element {
        self.row().element
    }

    /// What one lane of a result `d` holds.
    pub const fn result(self) -> Content {
        self.row().result
    }

    /// The format of one lane of the result and of an operand `c` that is a number; that of `a` and `b` where the result is no
    /// number.
    pub const fn result_element(self) -> Element {
        match self.result() {
            Content::Number(element) => element,
            _ => self.element(),
        }
    }

    /// Whether the result is a number of a wider format than `a` and `b`.
    pub const fn is_mixed(self) -> bool {
        self.result_element().bits() > self.element().bits()
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The floating-point format of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// IEEE half precision: 5 exponent bits, 10 fraction bits.
    F16,
    /// bfloat16: 8 exponent bits, 7 fraction bits.
    Bf16,
    /// IEEE single precision: 8 exponent bits, 23 fraction bits.
    F32,
}

impl Element {
    /// The width of one value in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Element::F16 | Element::Bf16 => 16,
            Element::F32 => 32,
        }
    }

    /// The name PTX gives the format, such as `bf16`.
    pub const fn name(self) -> &'static str {
        match self {
            Element::F16 => "f16",
            Element::Bf16 => "bf16",
            Element::F32 => "f32",
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
