//! Operands and results of an instruction.

use crate::element_type::ElementType;
use crate::modifier::Rounding;

/// The widest operand or result, in bits.
pub const WIDEST: u32 = 64;

/// The place of an operand in a register of more than [`WIDEST`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterPart {
    /// The name of the register, such as `a`.
    pub register: &'static str,
    /// The lowest of its bits that the operand has.
    pub low: u32,
    /// The width of the register in bits.
    pub width: u32,
}

/// The names of the parts of a register, the lowest bits first.
const PART_NAMES: [(&str, [&str; 16]); 2] = [
    (
        "a",
        [
            "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14", "a15",
        ],
    ),
    (
        "b",
        [
            "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13", "b14", "b15",
        ],
    ),
];

/// One register: an operand that an instruction reads, or a result that it writes. A register of more than [`WIDEST`]
/// bits is several operands, one for each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Its name in PTX, such as `a` or `d`.
    pub name: &'static str,
    /// The type of one lane.
    pub element_type: ElementType,
    /// The number of lanes side by side in the register, lane 0 in the lowest bits.
    pub lanes: u32,
    /// The register that it is a part of, if it is not a whole one.
    pub part: Option<RegisterPart>,
}

impl Operand {
    /// Returns a register of one lane.
    pub const fn new(name: &'static str, element_type: ElementType) -> Operand {
        Operand {
            name,
            element_type,
            lanes: 1,
            part: None,
        }
    }

    /// Returns the register as operands of whole lanes and at most [`WIDEST`] bits, the lowest bits first.
    ///
    /// # Panics
    ///
    /// Panics if a register other than `a` or `b`, or one of more than 16 such operands, is too wide.
    pub(crate) fn parts(self) -> Vec<Operand> {
        let width = self.width();
        if width <= WIDEST {
            return vec![self];
        }
        let (_, names) = PART_NAMES
            .iter()
            .find(|(name, _)| *name == self.name)
            .expect("only a and b are wide");
        let lanes = WIDEST / self.element_type.bits();
        let part = |place: u32| Operand {
            name: names[place as usize],
            lanes: lanes.min(self.lanes - place * lanes),
            part: Some(RegisterPart {
                register: self.name,
                low: place * lanes * self.element_type.bits(),
                width,
            }),
            ..self
        };
        (0..self.lanes.div_ceil(lanes)).map(part).collect()
    }

    /// Returns the whole register that it is, or is a part of. It may have more than [`WIDEST`] bits.
    pub const fn register(self) -> Operand {
        match self.part {
            Some(part) => Operand {
                name: part.register,
                lanes: part.width / self.element_type.bits(),
                part: None,
                ..self
            },
            None => self,
        }
    }

    /// True if it has the lowest bits of its register.
    pub const fn is_first_part(&self) -> bool {
        match self.part {
            Some(part) => part.low == 0,
            None => true,
        }
    }

    /// The exceptions that an instruction raised, in all its lanes.
    pub const FLAGS: Operand = Operand::new("flags", ElementType::Flags);

    /// The rounding of all lanes.
    pub const ROUNDING: Operand = Operand::new("rounding", ElementType::Rounding);

    /// The rounding of an instruction of RISC-V.
    pub const RM: Operand = Operand::new("rm", ElementType::Rounding);

    /// Returns the name of a rounding in this register: that of RISC-V in `rm`, such as `rtz`, otherwise that of the
    /// modifier, such as `rz`.
    pub fn rounding_name(&self, rounding: Rounding) -> &'static str {
        if self.name == Operand::RM.name {
            rounding.riscv_name()
        } else {
            rounding.modifier().name()
        }
    }

    /// Returns the name of a rounding's code in this register. None for 5 and above.
    pub fn name_of_code(&self, code: u64) -> Option<&'static str> {
        let rounding = Rounding::ALL.get(usize::try_from(code).ok()?)?;
        Some(self.rounding_name(*rounding))
    }

    /// True if all lanes share the register: flags, and a rounding.
    pub const fn is_shared(&self) -> bool {
        matches!(self.element_type, ElementType::Flags | ElementType::Rounding)
    }

    /// Returns the width in bits: 1 to 64, except for the result of [`Operand::register`].
    #[inline]
    pub const fn width(&self) -> u32 {
        self.element_type.bits() * self.lanes
    }

    /// Returns the bits of one lane of a register's value.
    #[inline]
    pub const fn lane(&self, register: u64, lane: u32) -> u64 {
        let bits = self.element_type.bits();
        register >> (lane * bits) & (u64::MAX >> (u64::BITS - bits))
    }
}
