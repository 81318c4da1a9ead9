//! The types an instruction works on.

use std::fmt;

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
}

impl Type {
    /// Every type.
    pub const ALL: [Type; 6] = [
        Type::F16,
        Type::F16x2,
        Type::Bf16,
        Type::Bf16x2,
        Type::F32F16,
        Type::F32Bf16,
    ];

    /// The suffix without its leading dot, such as `f16x2` or `f32.bf16`.
    pub const fn name(self) -> &'static str {
        match self {
            Type::F16 => "f16",
            Type::F16x2 => "f16x2",
            Type::Bf16 => "bf16",
            Type::Bf16x2 => "bf16x2",
            Type::F32F16 => "f32.f16",
            Type::F32Bf16 => "f32.bf16",
        }
    }

    /// How many values a register holds: 2 in the `x2` types, otherwise 1.
    pub const fn lanes(self) -> u32 {
        match self {
            Type::F16x2 | Type::Bf16x2 => 2,
            Type::F16 | Type::Bf16 | Type::F32F16 | Type::F32Bf16 => 1,
        }
    }

    /// The format of one lane of the operands `a` and `b`.
    pub const fn element(self) -> Element {
        match self {
            Type::F16 | Type::F16x2 | Type::F32F16 => Element::F16,
            Type::Bf16 | Type::Bf16x2 | Type::F32Bf16 => Element::Bf16,
        }
    }

    /// The format of one lane of the result and of the operand `c`.
    pub const fn result_element(self) -> Element {
        if self.is_mixed() {
            Element::F32
        } else {
            self.element()
        }
    }

    /// Whether the result is wider than `a` and `b`.
    pub const fn is_mixed(self) -> bool {
        matches!(self, Type::F32F16 | Type::F32Bf16)
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
