//! The choices of a core of RISC-V, and those that are invalid.

use std::fmt;
use std::str::FromStr;

/// The longest latency of a group in clock cycles.
pub const MAX_LATENCY: u32 = 16;

/// An extension of RISC-V.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extension {
    /// Half-precision arithmetic in floating-point registers.
    Zfh,
    /// Moves and conversions of half precision.
    Zfhmin,
    /// Moves and conversions of bfloat16.
    Zfbfmin,
    /// Half-precision arithmetic in integer registers.
    Zhinx,
    /// Conversions of half precision in integer registers.
    Zhinxmin,
    /// Single precision in floating-point registers.
    F,
    /// Single precision in integer registers.
    Zfinx,
    /// Additional operations on the formats with arithmetic.
    Zfa,
}

impl Extension {
    /// Every extension.
    pub const ALL: [Extension; 8] = [
        Extension::F,
        Extension::Zfh,
        Extension::Zfhmin,
        Extension::Zfbfmin,
        Extension::Zfa,
        Extension::Zfinx,
        Extension::Zhinx,
        Extension::Zhinxmin,
    ];

    /// The extensions on halves alone: all but those on single precision.
    pub const OF_HALVES: [Extension; 5] = [
        Extension::Zfh,
        Extension::Zfhmin,
        Extension::Zfbfmin,
        Extension::Zhinx,
        Extension::Zhinxmin,
    ];

    /// Returns the name, such as `zfh`.
    pub const fn name(self) -> &'static str {
        match self {
            Extension::Zfh => "zfh",
            Extension::Zfhmin => "zfhmin",
            Extension::Zfbfmin => "zfbfmin",
            Extension::Zhinx => "zhinx",
            Extension::Zhinxmin => "zhinxmin",
            Extension::F => "f",
            Extension::Zfinx => "zfinx",
            Extension::Zfa => "zfa",
        }
    }

    /// True if the operands are in integer registers.
    pub const fn is_in_integer_registers(self) -> bool {
        matches!(self, Extension::Zfinx | Extension::Zhinx | Extension::Zhinxmin)
    }
}

impl FromStr for Extension {
    type Err = ZfhError;

    fn from_str(text: &str) -> Result<Extension, ZfhError> {
        let mut all = Extension::ALL.into_iter();
        let found = all.find(|extension| extension.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ZfhError::Extension(text.to_owned()))
    }
}

/// A group of operations with a latency of its own, as in CVFPU.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// FMADD, FNMSUB, ADD and MUL.
    Addmul,
    /// DIV and SQRT.
    Divsqrt,
    /// SGNJ, MINMAX, CMP and CLASSIFY.
    Noncomp,
    /// F2F, F2I and I2F.
    Conv,
}

impl Group {
    /// Every group, in CVFPU's order.
    pub const ALL: [Group; 4] = [Group::Addmul, Group::Divsqrt, Group::Noncomp, Group::Conv];

    /// Returns the name, such as `addmul`.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Addmul => "addmul",
            Group::Divsqrt => "divsqrt",
            Group::Noncomp => "noncomp",
            Group::Conv => "conv",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The hardware of division and square root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Divider {
    /// None: the core refuses DIV and SQRT.
    #[default]
    None,
    /// A digit in each clock cycle, one operation at a time.
    Small,
    /// A pipeline of this latency.
    Fast(u32),
}

impl Divider {
    /// Returns the name: `none`, `small` or `fast`.
    pub const fn name(self) -> &'static str {
        match self {
            Divider::None => "none",
            Divider::Small => "small",
            Divider::Fast(_) => "fast",
        }
    }
}

/// The datapaths of a core with single precision and halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sharing {
    /// One datapath for each format.
    None,
    /// One datapath for all formats, in which a half has the place of a single-precision number.
    #[default]
    Formats,
}

impl Sharing {
    /// Returns the name: `none` or `formats`.
    pub const fn name(self) -> &'static str {
        match self {
            Sharing::None => "none",
            Sharing::Formats => "formats",
        }
    }
}

/// An invalid specification of a core.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ZfhError {
    /// The extension is unknown.
    #[error("unknown extension `{0}`; zfh takes --isa {names}", names = Extension::ALL.map(Extension::name).join(", "))]
    Extension(String),
    /// Extensions with floating-point registers and with integer registers are mixed.
    #[error("--isa has extensions with floating-point registers and with integer registers; name those of one kind")]
    MixedRegisters,
    /// No extension is named.
    #[error("--isa names no extension; write --isa zfh")]
    NoExtension,
    /// The width of integer registers is neither 32 nor 64.
    #[error("invalid width {0} of integer registers; write --xlen 32 or --xlen 64")]
    Xlen(u32),
    /// An extension needs wider floating-point registers.
    #[error("--isa f has registers of 32 bits or more; write --flen 32 or --flen 64")]
    SinglePrecision,
    /// An extension adds to formats with arithmetic, of which there are none.
    #[error("--isa zfa adds to f or zfh; name one of them too, as in --isa f,zfa")]
    NoArithmetic,
    /// The width of floating-point registers is not 16, 32 or 64.
    #[error("invalid width {0} of floating-point registers; write --flen 16, --flen 32 or --flen 64")]
    Flen(u32),
    /// A group has too long a latency.
    #[error("latency {latency} of {group} is too long; a group takes 0 to {MAX_LATENCY} cycles")]
    Latency {
        /// The group.
        group: Group,
        /// The latency in clock cycles.
        latency: u32,
    },
    /// A format is unknown, or has no arithmetic.
    #[error("unknown format `{0}`; zfh takes --formats h, bf16 or both, and s for conversions with single precision")]
    Format(String),
    /// No half-precision format is named.
    #[error("--formats names no half-precision format; write --formats h,s")]
    NoFormat,
    /// The name is invalid for a module.
    #[error("invalid module name `{0}`; a name has letters, digits and `_`, and no digit at its beginning")]
    Name(String),
}
