//! Specifications of a core of RISC-V.

use halfpipe_isa::FloatFormat;

use super::choices::{Divider, Extension, Group, Sharing, ZfhError, MAX_LATENCY};
use super::small_divider::most_cycles;
use crate::stage::Multiplier;

/// The name of the module, unless another is given.
pub const NAME: &str = "halfpipe_zfh";

/// The keyword that replaces a mnemonic on the command line.
pub const KEYWORD: &str = "zfh";

/// The specification of a core. Equal specifications give equal modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZfhSpec {
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
    /// The extensions.
    pub extensions: Vec<Extension>,
    /// Formats with arithmetic and conversions beyond those of the extensions: h and bf16 in place of theirs, and s.
    pub formats: Option<Vec<FloatFormat>>,
    /// The width of an integer register, 32 or 64 bits.
    pub xlen: u32,
    /// The width of a floating-point register, 16, 32 or 64 bits.
    pub flen: u32,
    /// The latencies of addmul, noncomp and conv in clock cycles.
    pub latencies: [u32; 3],
    /// The hardware of division and square root.
    pub divider: Divider,
    /// The datapaths of a core with single precision and halves.
    pub sharing: Sharing,
    /// The implementation of products.
    pub multiplier: Multiplier,
}

impl Default for ZfhSpec {
    fn default() -> ZfhSpec {
        ZfhSpec {
            name: None,
            extensions: vec![Extension::Zfh],
            formats: None,
            xlen: 32,
            flen: 32,
            latencies: [3, 1, 2],
            divider: Divider::None,
            sharing: Sharing::default(),
            multiplier: Multiplier::default(),
        }
    }
}

impl ZfhSpec {
    /// Checks that there is such a core.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn check(&self) -> Result<(), ZfhError> {
        if let Some(name) = &self.name {
            crate::design::check_name(name).map_err(|_| ZfhError::Name(name.clone()))?;
        }
        if self.extensions.is_empty() {
            return Err(ZfhError::NoExtension);
        }
        let in_integer = self
            .extensions
            .iter()
            .filter(|extension| extension.is_in_integer_registers());
        if ![0, self.extensions.len()].contains(&in_integer.count()) {
            return Err(ZfhError::MixedRegisters);
        }
        if ![32, 64].contains(&self.xlen) {
            return Err(ZfhError::Xlen(self.xlen));
        }
        if ![16, 32, 64].contains(&self.flen) {
            return Err(ZfhError::Flen(self.flen));
        }
        if self.extensions.contains(&Extension::F) && self.flen < FloatFormat::RISCV_S.width() {
            return Err(ZfhError::SinglePrecision);
        }
        if self.arithmetic().is_empty() && self.extensions.contains(&Extension::Zfa) {
            return Err(ZfhError::NoArithmetic);
        }
        if self.convertible().is_empty() && self.arithmetic().is_empty() {
            return Err(ZfhError::NoFormat);
        }
        let too_long = Group::ALL
            .into_iter()
            .find(|group| !self.is_iterative(*group) && self.latency(*group) > MAX_LATENCY);
        match too_long {
            Some(group) => Err(ZfhError::Latency {
                group,
                latency: self.latency(group),
            }),
            None => Ok(()),
        }
    }

    /// Describes what the core computes, whatever its latencies: `zfh; xlen 32; flen 32; divider none`. Equal cores have equal
    /// texts.
    pub fn describe_function(&self) -> String {
        let extensions: Vec<&str> = self.extensions.iter().map(|extension| extension.name()).collect();
        let formats = self.formats.iter().map(|formats| {
            let names: Vec<String> = formats.iter().map(FloatFormat::to_string).collect();
            format!("; formats {}", names.join(","))
        });
        let sharing = if self.can_share() && self.sharing == Sharing::None {
            "; share none"
        } else {
            ""
        };
        format!(
            "{}{}; xlen {}; flen {}; divider {}{sharing}",
            extensions.join(","),
            formats.collect::<String>(),
            self.xlen,
            self.flen,
            self.divider.name()
        )
    }

    /// Describes the latencies of the groups that have a choice: `addmul=3,noncomp=1,conv=2`.
    pub fn describe_latencies(&self) -> String {
        let has_latency = |group: &Group| *group != Group::Divsqrt || matches!(self.divider, Divider::Fast(_));
        let groups = Group::ALL.into_iter().filter(has_latency);
        let latencies: Vec<String> = groups.map(|group| format!("{group}={}", self.latency(group))).collect();
        latencies.join(",")
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(NAME)
    }

    /// True if operands are in integer registers, without a box.
    pub fn is_in_integer_registers(&self) -> bool {
        self.extensions
            .iter()
            .any(|extension| extension.is_in_integer_registers())
    }

    /// True if the core's Verilog has a message in simulation on operations that the core lacks. Cores of halves alone have none.
    pub fn reports_lacking(&self) -> bool {
        self.extensions
            .iter()
            .any(|extension| !Extension::OF_HALVES.contains(extension))
    }

    /// Returns the width of operands and results in bits.
    pub fn width(&self) -> u32 {
        if self.is_in_integer_registers() {
            self.xlen
        } else {
            self.xlen.max(self.flen)
        }
    }

    /// Returns the width of the register that holds a number, in bits.
    pub fn register_bits(&self) -> u32 {
        if self.is_in_integer_registers() {
            self.xlen
        } else {
            self.flen
        }
    }

    /// Returns the width of an operand in bits as a datapath of formats up to this one reads it.
    pub fn operand_bits(&self, widest: FloatFormat) -> u32 {
        if self.boxes() {
            self.register_bits()
        } else {
            widest.width()
        }
    }

    /// True if a number in a wider register has ones above it.
    pub fn boxes(&self) -> bool {
        !self.is_in_integer_registers()
    }

    /// True if numbers of a format are in wider registers, with ones above them.
    pub fn has_boxes(&self, format: FloatFormat) -> bool {
        self.boxes() && self.register_bits() > format.width()
    }

    fn has_extension(&self, any: &[Extension]) -> bool {
        any.iter().any(|extension| self.extensions.contains(extension))
    }

    /// True if the core has operations that cores of halves lacked before: single precision, or those of Zfa.
    pub fn is_extended(&self) -> bool {
        self.has_extension(&[Extension::F, Extension::Zfinx, Extension::Zfa])
    }

    /// True if the core has the operations of Zfa.
    pub fn has_zfa(&self) -> bool {
        self.has_extension(&[Extension::Zfa])
    }

    /// True if single precision and a half can have one datapath.
    pub fn can_share(&self) -> bool {
        let arithmetic = self.arithmetic();
        arithmetic.len() > 1 && arithmetic.contains(&FloatFormat::RISCV_S)
    }

    /// True if the formats have one datapath.
    pub fn shares(&self) -> bool {
        self.can_share() && self.sharing == Sharing::Formats
    }

    fn has_format(&self, format: FloatFormat) -> Option<bool> {
        self.formats.as_ref().map(|formats| formats.contains(&format))
    }

    /// True if the core adds, multiplies, compares and divides in a format.
    pub fn has_arithmetic(&self, format: FloatFormat) -> bool {
        if format == FloatFormat::RISCV_S {
            return self.has_extension(&[Extension::F, Extension::Zfinx]);
        }
        self.has_format(format).unwrap_or_else(|| {
            format == FloatFormat::RISCV_H && self.has_extension(&[Extension::Zfh, Extension::Zhinx])
        })
    }

    /// Returns the formats with arithmetic.
    pub fn arithmetic(&self) -> Vec<FloatFormat> {
        let halves = self.convertible().into_iter();
        let all = halves.chain([FloatFormat::RISCV_S]);
        all.filter(|format| self.has_arithmetic(*format)).collect()
    }

    /// Returns the half-precision formats of the core.
    pub fn convertible(&self) -> Vec<FloatFormat> {
        let is_there = |format: &FloatFormat| {
            let by_extension = self.extensions.iter().any(|extension| match extension {
                Extension::F | Extension::Zfinx | Extension::Zfa => false,
                Extension::Zfbfmin => *format == FloatFormat::RISCV_BF16,
                Extension::Zfh | Extension::Zfhmin | Extension::Zhinx | Extension::Zhinxmin => {
                    *format == FloatFormat::RISCV_H
                }
            });
            self.has_format(*format).unwrap_or(by_extension)
        };
        [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16]
            .into_iter()
            .filter(is_there)
            .collect()
    }

    /// True if the core converts from and to single precision.
    pub fn has_single(&self) -> bool {
        let fits = self.register_bits() >= FloatFormat::RISCV_S.width();
        let is_asked = || self.has_format(FloatFormat::RISCV_S).unwrap_or(true);
        fits && (self.has_arithmetic(FloatFormat::RISCV_S) || is_asked())
    }

    /// Returns the formats with operations in a group: the halves, then single precision if the core computes in it.
    pub fn formats_of(&self, group: Group) -> Vec<FloatFormat> {
        let all = self.convertible().into_iter();
        let single = [FloatFormat::RISCV_S].into_iter();
        let single = single.filter(|format| self.has_arithmetic(*format));
        match group {
            Group::Divsqrt if self.divider == Divider::None => Vec::new(),
            Group::Addmul | Group::Divsqrt => self.arithmetic(),
            // Moves are the same in both half-precision formats.
            Group::Noncomp => {
                let arithmetic: Vec<FloatFormat> = all.clone().filter(|format| self.has_arithmetic(*format)).collect();
                let halves = if arithmetic.is_empty() && !self.is_in_integer_registers() {
                    all.take(1).collect()
                } else {
                    arithmetic
                };
                halves.into_iter().chain(single).collect()
            }
            Group::Conv => all.chain(single).collect(),
        }
    }

    /// True if the core has conversions.
    pub fn converts(&self) -> bool {
        self.has_arithmetic(FloatFormat::RISCV_S) || !self.converted_halves().is_empty()
    }

    /// Returns the half-precision formats that are converted from and to integers or single precision.
    pub fn converted_halves(&self) -> Vec<FloatFormat> {
        let all = self.convertible().into_iter();
        all.filter(|format| self.has_single() || self.has_arithmetic(*format))
            .collect()
    }

    /// True if halves are converted from one format to the other.
    pub fn converts_between_halves(&self) -> bool {
        let halves = [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16];
        halves.into_iter().all(|format| self.has_arithmetic(format))
    }

    /// Returns the hardware of division and square root.
    pub fn divider(&self) -> Divider {
        self.divider
    }

    /// True if a group works on one operation at a time.
    pub fn is_iterative(&self, group: Group) -> bool {
        group == Group::Divsqrt && self.divider == Divider::Small
    }

    /// Returns the latency of a group in clock cycles, or the most cycles of the small divider.
    pub fn latency(&self, group: Group) -> u32 {
        let [addmul, noncomp, conv] = self.latencies;
        match (group, self.divider) {
            (Group::Addmul, _) => addmul,
            (Group::Noncomp, _) => noncomp,
            (Group::Conv, _) => conv,
            (Group::Divsqrt, Divider::Fast(latency)) => latency,
            (Group::Divsqrt, Divider::None) => 0,
            (Group::Divsqrt, Divider::Small) => {
                let arithmetic = self.arithmetic().into_iter();
                arithmetic.map(most_cycles).max().unwrap_or(0)
            }
        }
    }
}
