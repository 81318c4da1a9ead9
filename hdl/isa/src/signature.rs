//! What an instruction takes and gives.

use std::fmt;

use crate::types::{Element, Small};

/// The widest operand or result, in bits.
pub const WIDEST: u32 = 64;

/// What the bits of one lane of a register are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A number of a floating-point format.
    Number(Element),
    /// A number of a format of eight bits or fewer.
    Small(Small),
    /// An integer of so many bits that is not negative.
    Unsigned(u32),
    /// An integer of so many bits in two's complement.
    Signed(u32),
    /// So many bits without a meaning as a number.
    Bits(u32),
    /// One bit: 1 for true.
    Predicate,
    /// The exceptions of IEEE 754 that were raised, a bit each: see [`FLAGS`].
    Flags,
}

/// The exceptions of IEEE 754 in the order of their bits, the highest first: invalid operation, division by zero, overflow,
/// underflow and inexact.
pub const FLAGS: [&str; 5] = ["NV", "DZ", "OF", "UF", "NX"];

/// The names of the flags that are 1 in a word, the highest first: `OF|NX`; `none` where no bit is.
pub fn raised(flags: u64) -> String {
    let is_raised = |place: usize| flags >> (FLAGS.len() - 1 - place) & 1 == 1;
    let names: Vec<&str> = (0..FLAGS.len())
        .filter(|place| is_raised(*place))
        .map(|place| FLAGS[place])
        .collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join("|"),
    }
}

impl Content {
    /// The width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Content::Number(element) => element.bits(),
            Content::Small(small) => small.bits(),
            Content::Unsigned(bits) | Content::Signed(bits) | Content::Bits(bits) => bits,
            Content::Predicate => 1,
            Content::Flags => FLAGS.len() as u32,
        }
    }

    /// The format of a number that there is arithmetic on; None where it is none.
    pub const fn element(self) -> Option<Element> {
        match self {
            Content::Number(element) => Some(element),
            _ => None,
        }
    }
}

/// Prints as PTX names the type: `f16`, `u8`, `s32`, `b64` or `pred`; flags, which PTX has not, as `flags`.
impl fmt::Display for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Number(element) => element.fmt(formatter),
            Content::Small(small) => small.fmt(formatter),
            Content::Unsigned(bits) => formatter.pad(&format!("u{bits}")),
            Content::Signed(bits) => formatter.pad(&format!("s{bits}")),
            Content::Bits(bits) => formatter.pad(&format!("b{bits}")),
            Content::Predicate => formatter.pad("pred"),
            Content::Flags => formatter.pad("flags"),
        }
    }
}

/// An operand of an instruction, which is read, or one of its results, which is written: one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The name that PTX gives it, such as `a` or `d`.
    pub name: &'static str,
    /// What one lane holds.
    pub content: Content,
    /// How many lanes lie side by side in the register, lane 0 in the lowest bits.
    pub lanes: u32,
}

impl Operand {
    /// A register of one lane.
    pub const fn new(name: &'static str, content: Content) -> Operand {
        Operand {
            name,
            content,
            lanes: 1,
        }
    }

    /// The exceptions that an instruction raised, in all its lanes.
    pub const FLAGS: Operand = Operand::new("flags", Content::Flags);

    /// The width of the register in bits: 1 to 64.
    pub const fn width(&self) -> u32 {
        self.content.bits() * self.lanes
    }

    /// The bits of one lane of a register's value.
    pub const fn lane(&self, register: u64, lane: u32) -> u64 {
        let bits = self.content.bits();
        register >> (lane * bits) & (u64::MAX >> (u64::BITS - bits))
    }
}

/// Operands or results that no instruction can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SignatureError {
    /// There is no operand, or no result.
    #[error("a signature needs at least one operand and one result; this one has no {0}")]
    None(&'static str),
    /// A register has no bit, or too many.
    #[error("{name} has {width} bits; an operand or result has 1 to {WIDEST}")]
    Width {
        /// The operand or result.
        name: &'static str,
        /// Its width in bits.
        width: u32,
    },
    /// Two registers have one name.
    #[error("the name {0} is there twice among the operands and results")]
    Twice(&'static str),
}

/// The operands and results of an instruction, in the order in which PTX writes them.
///
/// ```
/// let add: halfpipe_isa::Instruction = "add.f32.bf16".parse()?;
/// assert_eq!(add.signature().to_string(), "d:f32, a:bf16, c:f32");
/// # Ok::<(), halfpipe_isa::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    operands: Vec<Operand>,
    results: Vec<Operand>,
}

impl Signature {
    /// A signature of these operands and results.
    ///
    /// # Errors
    ///
    /// Where there are none, one has not 1 to 64 bits, or two have the same name.
    pub fn new(operands: &[Operand], results: &[Operand]) -> Result<Signature, SignatureError> {
        for (list, what) in [(operands, "operand"), (results, "result")] {
            if list.is_empty() {
                return Err(SignatureError::None(what));
            }
        }
        let all: Vec<&Operand> = operands.iter().chain(results).collect();
        for (position, operand) in all.iter().enumerate() {
            let (name, width) = (operand.name, operand.width());
            if !(1..=WIDEST).contains(&width) {
                return Err(SignatureError::Width { name, width });
            }
            if all[..position].iter().any(|earlier| earlier.name == name) {
                return Err(SignatureError::Twice(name));
            }
        }
        Ok(Signature {
            operands: operands.to_vec(),
            results: results.to_vec(),
        })
    }

    /// What is read.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// What is written.
    pub fn results(&self) -> &[Operand] {
        &self.results
    }

    /// The width of all results together, in bits.
    pub fn result_width(&self) -> u32 {
        self.results.iter().map(Operand::width).sum()
    }

    /// The width of all operands of one lane together, in bits.
    pub fn lane_operand_width(&self) -> u32 {
        self.operands.iter().map(Operand::width).sum::<u32>() / self.lanes()
    }

    /// How many lanes every operand and result has, flags aside, which are those of all lanes; 1 where they differ in that.
    pub fn lanes(&self) -> u32 {
        let lanes = self.results[0].lanes;
        let mut all = self.operands.iter().chain(&self.results);
        match all.all(|operand| operand.lanes == lanes || operand.content == Content::Flags) {
            true => lanes,
            false => 1,
        }
    }

    /// The position among the results of the flags, where there are some.
    pub fn flags(&self) -> Option<usize> {
        self.results.iter().position(|result| result.content == Content::Flags)
    }

    /// The same with [`Operand::FLAGS`] behind the results.
    pub(crate) fn with_flags(&self) -> Signature {
        let mut results = self.results.clone();
        results.push(Operand::FLAGS);
        Signature::new(&self.operands, &results).expect("no register of PTX is called flags")
    }
}

/// Results first, as PTX writes them: `d:f16x2, a:f16x2`.
impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |operand: &Operand| match operand.lanes {
            1 => format!("{}:{}", operand.name, operand.content),
            lanes => format!("{}:{}x{lanes}", operand.name, operand.content),
        };
        let all: Vec<String> = self.results.iter().chain(&self.operands).map(written).collect();
        formatter.write_str(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Operand = Operand::new("a", Content::Bits(64));
    const P: Operand = Operand::new("p", Content::Predicate);

    #[test]
    fn any_number_of_operands_of_1_to_64_bits() {
        let d = Operand {
            name: "d",
            content: Content::Signed(8),
            lanes: 2,
        };
        let signature = Signature::new(&[A], &[P, d]).unwrap();
        assert_eq!(signature.to_string(), "p:pred, d:s8x2, a:b64");
        assert_eq!((signature.result_width(), signature.lanes()), (17, 1));
        assert_eq!(signature.lane_operand_width(), 64);
        let lanes = Signature::new(&[d], &[Operand { name: "q", ..d }]).unwrap();
        assert_eq!((lanes.lanes(), lanes.lane_operand_width()), (2, 8));
        assert_eq!(
            [d.lane(0x12F3, 0), d.lane(0x12F3, 1), A.lane(u64::MAX, 0)],
            [0xF3, 0x12, u64::MAX]
        );
    }

    #[test]
    fn flags_are_those_of_all_lanes() {
        let lanes = |name| Operand {
            lanes: 2,
            ..Operand::new(name, Content::Unsigned(16))
        };
        let plain = Signature::new(&[lanes("a")], &[lanes("d")]).unwrap();
        let flagged = plain.with_flags();
        assert_eq!(flagged.to_string(), "d:u16x2, flags:flags, a:u16x2");
        assert_eq!((plain.flags(), flagged.flags()), (None, Some(1)));
        assert_eq!((flagged.lanes(), flagged.result_width()), (2, 37));
        assert_eq!([0b00101, 0b11010, 0].map(raised), ["OF|NX", "NV|DZ|UF", "none"]);
    }

    #[test]
    fn what_no_module_can_have_is_refused() {
        let said =
            |operands: &[Operand], results: &[Operand]| Signature::new(operands, results).unwrap_err().to_string();
        assert_eq!(
            said(&[A], &[]),
            "a signature needs at least one operand and one result; this one has no result"
        );
        assert_eq!(
            said(&[Operand::new("b", Content::Bits(65))], &[P]),
            "b has 65 bits; an operand or result has 1 to 64"
        );
        assert_eq!(
            said(&[Operand { lanes: 0, ..A }], &[P]),
            "a has 0 bits; an operand or result has 1 to 64"
        );
        assert_eq!(
            said(&[A, P], &[P]),
            "the name p is there twice among the operands and results"
        );
    }
}
