//! Types of the bits in one lane of a register.

use std::fmt;

use crate::format::FloatFormat;

/// The type of the bits in one lane of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementType {
    /// A number of a floating-point format with arithmetic.
    Number(FloatFormat),
    /// A number of a format of eight bits or fewer in an untyped register of PTX, which only conversions use.
    Small(FloatFormat),
    /// A non-negative integer of this many bits.
    Unsigned(u32),
    /// An integer of this many bits in two's complement.
    Signed(u32),
    /// Bits without a numeric meaning, as many as given.
    Bits(u32),
    /// One bit: 1 for true.
    Predicate,
    /// The IEEE 754 exceptions that were raised, one bit each: see [`FLAGS`].
    Flags,
    /// A rounding in RISC-V's encoding: see [`Rounding::ALL`](crate::Rounding::ALL).
    Rounding,
}

/// The IEEE 754 exceptions in the order of their bits, the highest first: invalid operation, division by zero,
/// overflow, underflow and inexact.
pub const FLAGS: [&str; 5] = ["NV", "DZ", "OF", "UF", "NX"];

/// Returns the names of the flags that are 1 in a word, the highest first: `OF|NX`; `none` if no bit is 1.
pub fn flag_names(flags: u64) -> String {
    let is_raised = |place: usize| flags >> (FLAGS.len() - 1 - place) & 1 == 1;
    let names: Vec<&str> = (0..FLAGS.len())
        .filter(|place| is_raised(*place))
        .map(|place| FLAGS[place])
        .collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join("|")
    }
}

impl ElementType {
    /// Returns the width in bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            ElementType::Number(format) | ElementType::Small(format) => format.register_bits(),
            ElementType::Unsigned(bits) | ElementType::Signed(bits) | ElementType::Bits(bits) => bits,
            ElementType::Predicate => 1,
            ElementType::Flags => FLAGS.len() as u32,
            ElementType::Rounding => 3,
        }
    }

    /// Returns the integer that the bits of a lane encode in two's complement.
    pub const fn sign_extended(self, lane: u64) -> i64 {
        let unused = u64::BITS - self.bits();
        (lane << unused) as i64 >> unused
    }

    /// Returns the format of a number with arithmetic; None for any other type.
    pub const fn format(self) -> Option<FloatFormat> {
        match self {
            ElementType::Number(format) => Some(format),
            _ => None,
        }
    }

    /// Returns the format of a number with a fraction; None for ue8m0 and for any other type.
    pub fn format_with_fraction(self) -> Option<FloatFormat> {
        match self {
            ElementType::Number(format) | ElementType::Small(format) => Some(format),
            _ => None,
        }
        .filter(|format| format.fraction_bits > 0)
    }
}

/// Prints the type's name in PTX: `f16`, `u8`, `s32`, `b64` or `pred`; flags and roundings, which PTX does not have,
/// print as `flags` and `rounding`.
impl fmt::Display for ElementType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElementType::Number(format) | ElementType::Small(format) => format.fmt(formatter),
            ElementType::Unsigned(bits) => formatter.pad(&format!("u{bits}")),
            ElementType::Signed(bits) => formatter.pad(&format!("s{bits}")),
            ElementType::Bits(bits) => formatter.pad(&format!("b{bits}")),
            ElementType::Predicate => formatter.pad("pred"),
            ElementType::Flags => formatter.pad("flags"),
            ElementType::Rounding => formatter.pad("rounding"),
        }
    }
}
