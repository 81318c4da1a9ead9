//! Modifiers of an operation: rounding, relations, flushing, clamping and the treatment of NaN.

use crate::named_enum::named_enum;

named_enum! {
    /// A modifier of an instruction. The variants are in the order of canonical names.
    enum Modifier;
    /// Returns the spelling without its leading dot, such as `ftz` or `xorsign.abs`.
    name;

    /// Round to nearest, ties to even.
    Rn "rn";
    /// Round towards zero.
    Rz "rz";
    /// Round towards negative infinity.
    Rm "rm";
    /// Round towards positive infinity.
    Rp "rp";
    /// Round to nearest, ties away from zero. PTX does not have it for halves; RISC-V calls it RMM.
    Rna "rna";
    /// Round to the nearest integer, ties to even.
    Rni "rni";
    /// Round to an integer, towards zero.
    Rzi "rzi";
    /// Round to an integer, towards negative infinity.
    Rmi "rmi";
    /// Round to an integer, towards positive infinity.
    Rpi "rpi";
    /// Round to the nearest integer, ties away from zero.
    Rnai "rnai";
    /// Round away from zero with a probability equal to the fraction that is cut off; random bits decide.
    Rs "rs";
    /// Approximate, within an error bound that PTX states.
    Approx "approx";
    /// a = b.
    Eq "eq";
    /// a ≠ b, and neither is NaN.
    Ne "ne";
    /// a < b.
    Lt "lt";
    /// a ≤ b.
    Le "le";
    /// a > b.
    Gt "gt";
    /// a ≥ b.
    Ge "ge";
    /// a = b, or one is NaN.
    Equ "equ";
    /// a ≠ b, or one is NaN.
    Neu "neu";
    /// a < b, or one is NaN.
    Ltu "ltu";
    /// a ≤ b, or one is NaN.
    Leu "leu";
    /// a > b, or one is NaN.
    Gtu "gtu";
    /// a ≥ b, or one is NaN.
    Geu "geu";
    /// Neither a nor b is NaN.
    Num "num";
    /// a or b is NaN.
    AnyNan "nan";
    /// Both the relation holds and the predicate c is true.
    And "and";
    /// The relation holds, or the predicate c is true.
    Or "or";
    /// Either the relation holds or the predicate c is true.
    Xor "xor";
    /// Flush subnormal operands and results to zero of their sign.
    Ftz "ftz";
    /// The result is NaN if any operand is.
    Nan "NaN";
    /// Compare magnitudes; the result's sign is the exclusive or of the operands' signs.
    XorsignAbs "xorsign.abs";
    /// The result is +0 when `a` or `b` is the out-of-bounds NaN.
    Oob "oob";
    /// Clamp the result to [0, 1]; NaN becomes +0.
    Sat "sat";
    /// Clamp negative results to +0; NaN becomes canonical NaN.
    Relu "relu";
    /// Clamp magnitudes to the largest finite number.
    Satfinite "satfinite";
    /// Compute as the tensor cores of NVIDIA's Volta.
    Volta "volta";
    /// Compute as the tensor cores of NVIDIA's Turing.
    Turing "turing";
    /// Compute as the tensor cores of NVIDIA's Ampere.
    Ampere "ampere";
    /// Compute as the tensor cores of NVIDIA's Ada Lovelace.
    Ada "ada";
    /// Compute as the tensor cores of NVIDIA's Hopper.
    Hopper "hopper";
    /// Compute as the tensor cores of NVIDIA's Blackwell.
    Blackwell "blackwell";
    /// Compute as RISC-V's bulk-normalised dot products.
    Bulk "bulk";
}

impl Modifier {
    /// The generations of tensor cores that a dot product can compute like, oldest first.
    pub const TENSOR_CORES: [Modifier; 6] = {
        use Modifier::{Ada, Ampere, Blackwell, Hopper, Turing, Volta};
        [Volta, Turing, Ampere, Ada, Hopper, Blackwell]
    };

    /// The relations of comparisons: `.CmpOp` in PTX.
    pub const CMP_OPS: [Modifier; 14] = {
        use Modifier::{AnyNan, Eq, Equ, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Ne, Neu, Num};
        [Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, AnyNan]
    };

    /// The operations that join an answer with a predicate: `.BoolOp` in PTX.
    pub const BOOL_OPS: [Modifier; 3] = [Modifier::And, Modifier::Or, Modifier::Xor];

    /// Returns the rounding of the modifier, unless it has none or takes random bits.
    pub fn rounding(self) -> Option<Rounding> {
        let mut all = Rounding::ALL.into_iter();
        all.find(|rounding| [rounding.modifier(), rounding.modifier_to_integer()].contains(&self))
    }

    /// True if the modifier rounds to an integer, even if the result's format can hold fractions.
    pub fn rounds_to_integer(self) -> bool {
        Rounding::ALL
            .iter()
            .any(|rounding| rounding.modifier_to_integer() == self)
    }
}

/// Makes [`Rounding`] from a row for each: its meaning, its identifier, the modifiers that round to a number and to an
/// integer, and its name in RISC-V. The rows are in the order of RISC-V's encoding.
macro_rules! roundings {
    ($($(#[$meaning:meta])* $rounding:ident $modifier:ident $to_integer:ident $riscv_name:literal;)*) => {
        /// Rounding of an exact value to a value of the result's format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rounding {
            $($(#[$meaning])* $rounding,)*
        }

        impl Rounding {
            /// Every rounding, in the order of RISC-V's encoding (The RISC-V Instruction Set Manual, table of `frm`).
            pub const ALL: [Rounding; 5] = [$(Rounding::$rounding),*];

            /// Returns the modifier of an instruction with this rounding.
            pub const fn modifier(self) -> Modifier {
                match self {
                    $(Rounding::$rounding => Modifier::$modifier,)*
                }
            }

            /// Returns the modifier of a conversion that rounds to an integer.
            pub const fn modifier_to_integer(self) -> Modifier {
                match self {
                    $(Rounding::$rounding => Modifier::$to_integer,)*
                }
            }

            /// Returns the name in RISC-V, such as `rne`.
            pub const fn riscv_name(self) -> &'static str {
                match self {
                    $(Rounding::$rounding => $riscv_name,)*
                }
            }
        }
    };
}

roundings! {
    /// To the nearest value; of two equally near, to the one with an even significand.
    NearestEven Rn Rni "rne";
    /// To the nearest value of no greater magnitude.
    TowardZero Rz Rzi "rtz";
    /// To the nearest value that is not greater.
    TowardNegative Rm Rmi "rdn";
    /// To the nearest value that is not less.
    TowardPositive Rp Rpi "rup";
    /// To the nearest value; of two equally near, to the one of greater magnitude.
    NearestAway Rna Rnai "rmm";
}

impl Rounding {
    /// Returns the rounding of a code of RISC-V. The codes 5 to 7 have no meaning there; here they are as 1 to 3.
    pub const fn from_code(code: u64) -> Rounding {
        Rounding::ALL[match code & 7 {
            4 => 4,
            code => code & 3,
        } as usize]
    }

    /// Returns the code in RISC-V: 0 to 4.
    pub const fn code(self) -> u64 {
        self as u64
    }

    /// True if the result is the nearest value.
    pub const fn is_nearest(self) -> bool {
        matches!(self, Rounding::NearestEven | Rounding::NearestAway)
    }
}

/// A set of modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Modifiers(u64);

impl Modifiers {
    /// The empty set.
    pub const NONE: Modifiers = Modifiers(0);

    /// Returns the set with a modifier.
    #[must_use]
    pub fn with_modifier(self, modifier: Modifier) -> Modifiers {
        Modifiers(self.0 | 1 << modifier as u32)
    }

    /// Returns the set without a modifier.
    #[must_use]
    pub fn without_modifier(self, modifier: Modifier) -> Modifiers {
        Modifiers(self.0 & !(1 << modifier as u32))
    }

    /// True if the modifier is in the set.
    pub fn contains(self, modifier: Modifier) -> bool {
        self.0 >> modifier as u32 & 1 == 1
    }

    pub(crate) fn is_subset_of(self, other: Modifiers) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the modifiers of the set in canonical order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Modifier> + Clone {
        Modifier::ALL
            .into_iter()
            .filter(move |&modifier| self.contains(modifier))
    }
}

impl FromIterator<Modifier> for Modifiers {
    fn from_iter<I: IntoIterator<Item = Modifier>>(modifiers: I) -> Modifiers {
        modifiers.into_iter().fold(Modifiers::NONE, Modifiers::with_modifier)
    }
}
