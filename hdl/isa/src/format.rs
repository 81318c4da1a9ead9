//! Floating-point formats, one row each.

use std::fmt;
use std::ops::RangeInclusive;

use crate::interned::intern;

/// A binary floating-point format: sign, biased exponent and fraction, from the top down.
///
/// All other facts follow from the widths and the special values. The bias is half the exponent range. The lowest
/// exponent field holds zeros and subnormals, except in a format without a fraction. An encoding has 32 bits at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FloatFormat {
    /// Width of the exponent field in bits.
    pub exponent_bits: u32,
    /// Width of the fraction field in bits. Without any, each encoding is a power of two.
    pub fraction_bits: u32,
    /// The encodings that are no numbers.
    pub special_values: SpecialValues,
    /// True if the highest bit is a sign.
    pub has_sign: bool,
    /// True if a register has the value in its upper part, as 32 bits have TF32.
    pub is_upper_part: bool,
}

/// Encodings of a format that are no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpecialValues {
    /// As in IEEE 754: the highest exponent field holds infinities, where the fraction is 0, and NaNs.
    Ieee,
    /// As in IEEE 754, with RISC-V's canonical NaN: positive, and of the fraction only the top bit is 1 (The RISC-V
    /// Instruction Set Manual, "NaN Generation and Propagation").
    Riscv,
    /// One NaN of each sign, exponent and fraction all ones. The rest of the highest exponent field holds numbers, and
    /// there is no infinity (OCP 8-bit Floating Point Specification 1.0, E4M3). A format without a sign has one NaN.
    NanOnly,
    /// None: every encoding is a number (OCP Microscaling Formats Specification 1.0, FP6 and FP4).
    None,
}

/// Makes the constants, the list and the names of the formats from a row for each.
macro_rules! formats {
    ($($(#[$meaning:meta])* $format:ident $name:literal: $sign:literal, $exponent:literal, $fraction:literal, $special:ident;)*) => {
        impl FloatFormat {
            $(
                $(#[$meaning])*
                pub const $format: FloatFormat = FloatFormat {
                    exponent_bits: $exponent,
                    fraction_bits: $fraction,
                    special_values: SpecialValues::$special,
                    has_sign: $sign == 1,
                    is_upper_part: false,
                };
            )*

            /// Every format of an instruction.
            pub const ALL: [FloatFormat; [$($name),*].len()] = [$(FloatFormat::$format),*];

            /// Returns the format's name in PTX, such as `bf16`; None for a format that PTX does not have.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(FloatFormat::$format => Some($name),)*
                    FloatFormat::TF32 => Some("tf32"),
                    FloatFormat::UE4M3 => Some("ue4m3"),
                    _ => None,
                }
            }
        }
    };
}

// Sign, exponent and fraction bits, and special values.
formats! {
    /// IEEE binary16, half precision.
    F16 "f16": 1, 5, 10, Ieee;
    /// bfloat16: the upper half of a binary32.
    BF16 "bf16": 1, 8, 7, Ieee;
    /// IEEE binary32, single precision.
    F32 "f32": 1, 8, 23, Ieee;
    /// OCP E4M3: eight bits up to 448.
    E4M3 "e4m3": 1, 4, 3, NanOnly;
    /// OCP E5M2: eight bits, the upper half of a binary16.
    E5M2 "e5m2": 1, 5, 2, Ieee;
    /// OCP E2M3: six bits up to 7.5.
    E2M3 "e2m3": 1, 2, 3, None;
    /// OCP E3M2: six bits up to 28.
    E3M2 "e3m2": 1, 3, 2, None;
    /// OCP E2M1: four bits up to 6.
    E2M1 "e2m1": 1, 2, 1, None;
    /// OCP E8M0: powers of two from 2^-127 to 2^127, and a NaN.
    UE8M0 "ue8m0": 0, 8, 0, NanOnly;
    /// UE5M3: eight bits up to 114688, without a sign.
    UE5M3 "ue5m3": 0, 5, 3, NanOnly;
    /// Half precision in RISC-V.
    RISCV_H "h": 1, 5, 10, Riscv;
    /// bfloat16 in RISC-V.
    RISCV_BF16 "bf16": 1, 8, 7, Riscv;
    /// Single precision in RISC-V.
    RISCV_S "s": 1, 8, 23, Riscv;
}

impl FloatFormat {
    /// TF32 of tensor cores: the upper 19 bits of a binary32 register. It is not in [`FloatFormat::ALL`], because only dot
    /// products have it.
    pub const TF32: FloatFormat = FloatFormat {
        is_upper_part: true,
        ..FloatFormat::new(8, 10)
    };

    /// UE4M3 of tensor cores' scales: E4M3 without a sign. It is not in [`FloatFormat::ALL`], because only dot products have
    /// it.
    pub const UE4M3: FloatFormat = FloatFormat {
        has_sign: false,
        ..FloatFormat::E4M3
    };

    /// An IEEE format of eight bits, small enough for tests to try every triple of operands.
    pub const SMALL: FloatFormat = FloatFormat::new(4, 3);

    /// Returns the format with these field widths, a sign and the special values of IEEE 754.
    ///
    /// # Panics
    ///
    /// Panics below 2 exponent bits or 1 fraction bit, and above 32 bits in all.
    pub const fn new(exponent_bits: u32, fraction_bits: u32) -> FloatFormat {
        assert!(
            2 <= exponent_bits && exponent_bits <= 16 && 1 <= fraction_bits && fraction_bits <= 31 - exponent_bits,
            "a format has 2 to 16 exponent bits, at least 1 fraction bit, and 32 bits at most with its sign"
        );
        FloatFormat {
            exponent_bits,
            fraction_bits,
            special_values: SpecialValues::Ieee,
            has_sign: true,
            is_upper_part: false,
        }
    }

    /// Returns the format with the same fields and other special values.
    pub const fn with_special_values(self, special_values: SpecialValues) -> FloatFormat {
        FloatFormat { special_values, ..self }
    }

    /// Returns the format with `bits` more fraction bits: the same range with a higher precision.
    pub const fn with_extra_fraction_bits(self, bits: u32) -> FloatFormat {
        FloatFormat {
            fraction_bits: self.fraction_bits + bits,
            ..self
        }
    }

    /// Returns the format of a name: one of PTX, `e5m6` for 5 exponent and 6 fraction bits, or `e4m3i` with the special
    /// values of IEEE 754 where PTX has the same widths with others. None for names of RISC-V, and for widths outside
    /// [`FloatFormat::EXPONENT_WIDTHS`] and [`FloatFormat::FRACTION_WIDTHS`].
    pub fn from_name(name: &str) -> Option<FloatFormat> {
        let mut of_ptx = FloatFormat::ALL.into_iter().filter(|format| !format.is_riscv());
        if let Some(format) = of_ptx.find(|format| format.name() == Some(name)) {
            return Some(format);
        }
        let (exponent, fraction) = name.trim_end_matches('i').strip_prefix('e')?.split_once('m')?;
        let number = |digits: &str, allowed: RangeInclusive<u32>| {
            let number: u32 = digits.parse().ok()?;
            (number.to_string() == digits && allowed.contains(&number)).then_some(number)
        };
        let exponent = number(exponent, FloatFormat::EXPONENT_WIDTHS)?;
        let fraction = number(fraction, FloatFormat::FRACTION_WIDTHS)?;
        let format = FloatFormat::new(exponent, fraction);
        let is_plain = name == format!("e{exponent}m{fraction}");
        (is_plain || name == format.to_string()).then_some(format)
    }

    /// Returns the name as it prints.
    pub fn word(self) -> &'static str {
        self.name().unwrap_or_else(|| intern(self.to_string()))
    }

    /// Widths of the exponent field of formats that a name can give, in bits.
    pub const EXPONENT_WIDTHS: RangeInclusive<u32> = 2..=8;

    /// Widths of the fraction field of formats that a name can give, in bits.
    pub const FRACTION_WIDTHS: RangeInclusive<u32> = 1..=23;

    /// Returns every format that a name can give and that has the special values of IEEE 754.
    pub fn ieee() -> impl Iterator<Item = FloatFormat> {
        let with_exponent = |bits| FloatFormat::FRACTION_WIDTHS.map(move |fraction| FloatFormat::new(bits, fraction));
        FloatFormat::EXPONENT_WIDTHS.flat_map(with_exponent)
    }

    /// True if the format can have arithmetic: it has a sign, a fraction and a NaN.
    pub const fn has_arithmetic(self) -> bool {
        self.has_sign && self.fraction_bits > 0 && self.has_nan()
    }

    /// True if another format of PTX has the same widths and other special values.
    fn shares_widths(self) -> bool {
        let widths = |format: FloatFormat| (format.has_sign, format.exponent_bits, format.fraction_bits);
        let mut all = FloatFormat::ALL.into_iter();
        self.has_infinity() && all.any(|other| widths(other) == widths(self) && !other.has_infinity())
    }

    /// Returns the width of an encoding in bits: sign, exponent and fraction.
    #[inline]
    pub const fn width(self) -> u32 {
        self.has_sign as u32 + self.magnitude_bits()
    }

    /// Returns the bits that one value takes in a register. A 6-bit value of OCP has two zeros above it, one of UE4M3 a bit
    /// that does not matter, and one of TF32 has 13 such bits below it.
    #[inline]
    pub const fn register_bits(self) -> u32 {
        match self.special_values {
            SpecialValues::None => self.width().next_power_of_two(),
            _ if !self.has_sign => self.width().next_power_of_two(),
            _ => self.width() + self.ignored_bits(),
        }
    }

    /// Returns the number of a register's bits below the value, which do not matter.
    pub const fn ignored_bits(self) -> u32 {
        if self.is_upper_part {
            u32::BITS - self.width()
        } else {
            0
        }
    }

    /// Returns the width of an encoding without its sign, in bits.
    #[inline]
    pub const fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits
    }

    /// Returns the width of a significand in bits: the fraction and the hidden bit above it.
    #[inline]
    pub const fn significand_bits(self) -> u32 {
        self.fraction_bits + 1
    }

    /// Returns the exponent bias: 2^(exponent_bits - 1) - 1.
    #[inline]
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the exponent of the smallest normal numbers, emin in IEEE 754. Subnormal numbers have it too.
    #[inline]
    pub const fn min_exponent(self) -> i64 {
        match self.fraction_bits {
            0 => -self.bias(),
            _ => 1 - self.bias(),
        }
    }

    /// Returns the exponent of the largest finite numbers, emax in IEEE 754.
    #[inline]
    pub const fn max_exponent(self) -> i64 {
        (self.largest_finite() >> self.fraction_bits) as i64 - self.bias()
    }

    /// Returns the exponent of the smallest number above zero.
    #[inline]
    pub const fn least_exponent(self) -> i64 {
        self.min_exponent() - self.fraction_bits as i64
    }

    /// Returns the exponent field that is all ones.
    #[inline]
    pub const fn special_exponent(self) -> u32 {
        (1 << self.exponent_bits) - 1
    }

    /// Returns the mask of the sign bit; 0 in a format without a sign.
    #[inline]
    pub const fn sign_mask(self) -> u32 {
        (self.has_sign as u32) << self.magnitude_bits()
    }

    /// Returns the mask of the bits below the sign.
    #[inline]
    pub const fn magnitude_mask(self) -> u32 {
        (1 << self.magnitude_bits()) - 1
    }

    /// Returns the mask of the fraction field.
    #[inline]
    pub const fn fraction_mask(self) -> u32 {
        (1 << self.fraction_bits) - 1
    }

    /// True if the format has infinities.
    #[inline]
    pub const fn has_infinity(self) -> bool {
        matches!(self.special_values, SpecialValues::Ieee | SpecialValues::Riscv)
    }

    /// True if the format has NaNs.
    #[inline]
    pub const fn has_nan(self) -> bool {
        !matches!(self.special_values, SpecialValues::None)
    }

    /// True if the out-of-bounds NaN is neither the canonical NaN nor an infinity.
    pub const fn has_out_of_bounds_nan(self) -> bool {
        self.has_signalling_nan()
    }

    /// True if the format has NaNs whose highest fraction bit is 0.
    #[inline]
    pub const fn has_signalling_nan(self) -> bool {
        self.has_infinity() && self.fraction_bits > 1
    }

    /// Returns the magnitude of 1: exponent field equal to the bias, fraction 0.
    pub const fn one(self) -> u32 {
        (self.bias() as u32) << self.fraction_bits
    }

    /// Returns the magnitude of infinity: exponent all ones, fraction 0.
    ///
    /// # Panics
    ///
    /// Panics if the format has none.
    pub const fn infinity(self) -> u32 {
        assert!(self.has_infinity(), "a format with infinities");
        self.special_exponent() << self.fraction_bits
    }

    /// True for a format of RISC-V.
    pub const fn is_riscv(self) -> bool {
        matches!(self.special_values, SpecialValues::Riscv)
    }

    /// Returns the format that has the same numbers in PTX.
    pub const fn ptx_format(self) -> FloatFormat {
        match self.special_values {
            SpecialValues::Riscv => self.with_special_values(SpecialValues::Ieee),
            _ => self,
        }
    }

    /// Returns the magnitude of the canonical NaN: all ones, or in RISC-V the exponent and the top bit of the fraction.
    ///
    /// # Panics
    ///
    /// Panics if the format has none.
    #[inline]
    pub const fn canonical_nan(self) -> u32 {
        assert!(self.has_nan(), "a format with NaNs");
        match self.special_values {
            SpecialValues::Riscv => self.infinity() | 1 << (self.fraction_bits - 1),
            _ => self.magnitude_mask(),
        }
    }

    /// Returns the magnitude of the largest finite number: just below infinity, or below the only NaN, or the highest
    /// encoding.
    #[inline]
    pub const fn largest_finite(self) -> u32 {
        match self.special_values {
            SpecialValues::Ieee | SpecialValues::Riscv => self.infinity() - 1,
            SpecialValues::NanOnly => self.canonical_nan() - 1,
            SpecialValues::None => self.magnitude_mask(),
        }
    }

    /// Returns the magnitude for an infinity or an overflow. A format without infinities uses its NaN, as OCP's
    /// conversions do unless they saturate. Without a NaN it uses its largest number.
    #[inline]
    pub const fn overflow_encoding(self) -> u32 {
        if self.has_infinity() {
            self.infinity()
        } else {
            self.nan_encoding()
        }
    }

    /// Returns the magnitude for a NaN: the canonical NaN, or without any the largest finite number, as PTX specifies.
    pub const fn nan_encoding(self) -> u32 {
        if self.has_nan() {
            self.canonical_nan()
        } else {
            self.largest_finite()
        }
    }
}

/// Prints the name in PTX, or a name of the same kind for a format that PTX does not have, such as `e5m6` or `e4m3i`.
impl fmt::Display for FloatFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => formatter.pad(name),
            None => {
                let mark = if self.shares_widths() { "i" } else { "" };
                formatter.pad(&format!("e{}m{}{mark}", self.exponent_bits, self.fraction_bits))
            }
        }
    }
}
