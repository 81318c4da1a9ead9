//! Signatures: all operands and results of an instruction.

use std::fmt;

use crate::element_type::ElementType;
use crate::operand::{Operand, WIDEST};

/// An error in the operands or results of a signature.
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
    /// Two registers have the same name.
    #[error("duplicate name {0} among the operands and results")]
    Twice(&'static str),
}

/// The operands and results of an instruction, in the order of PTX.
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
    /// Returns a signature of these operands and results.
    ///
    /// # Errors
    ///
    /// Fails if there is no operand or no result, if one has not 1 to 64 bits, or if two have the same name.
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

    /// Returns the operands, which are read.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the registers that the operands are, or are parts of.
    pub fn operand_registers(&self) -> impl Iterator<Item = Operand> + '_ {
        let first = self.operands.iter().filter(|operand| operand.is_first_part());
        first.map(|operand| operand.register())
    }

    /// Returns the results, which are written.
    pub fn results(&self) -> &[Operand] {
        &self.results
    }

    /// Returns the width of all results together, in bits.
    pub fn result_width(&self) -> u32 {
        self.results.iter().map(Operand::width).sum()
    }

    /// Returns the width of all operands of one lane together, in bits.
    pub fn lane_operand_width(&self) -> u32 {
        let lanes = self.lanes();
        let of_lane = |operand: &Operand| operand.width() / if operand.is_shared() { 1 } else { lanes };
        self.operands.iter().map(of_lane).sum()
    }

    /// Returns the number of lanes of every operand and result; 1 if they differ. Flags and a rounding, which belong to
    /// all lanes, do not count.
    pub fn lanes(&self) -> u32 {
        let lanes = self.results[0].lanes;
        let mut all = self.operands.iter().chain(&self.results);
        if all.all(|operand| operand.lanes == lanes || operand.is_shared()) {
            lanes
        } else {
            1
        }
    }

    /// Returns the number of lanes that compute independently. Unlike [`Signature::lanes`], it also counts the lanes of a
    /// comparison: they share an operand of one predicate, and may answer with one predicate each.
    pub fn separate_lanes(&self) -> u32 {
        let lanes = self.operands.iter().map(|operand| operand.lanes).max().unwrap_or(1);
        let is_predicate = |operand: &Operand| operand.lanes == 1 && operand.element_type == ElementType::Predicate;
        let mut operands = self.operands.iter();
        let has_lanes = |operand: &Operand| operand.lanes == lanes || operand.is_shared();
        let predicates = self.results.iter().filter(|result| is_predicate(result)).count();
        let answers = self.results.iter().all(has_lanes) || predicates == lanes as usize;
        if answers && operands.all(|operand| has_lanes(operand) || is_predicate(operand)) {
            lanes
        } else {
            1
        }
    }

    /// Returns the position of the flags among the results, if there are any.
    pub fn flags(&self) -> Option<usize> {
        self.results
            .iter()
            .position(|result| result.element_type == ElementType::Flags)
    }

    /// Returns the position of the rounding among the operands, if it is one.
    pub fn rounding(&self) -> Option<usize> {
        self.operands
            .iter()
            .position(|operand| operand.element_type == ElementType::Rounding)
    }

    /// Returns the same signature with [`Operand::ROUNDING`] behind the operands.
    pub(crate) fn with_rounding(&self, rounding: Operand) -> Signature {
        let mut operands = self.operands.clone();
        operands.push(rounding);
        Signature::new(&operands, &self.results).expect("no register of an instruction is called rounding or rm")
    }

    /// Returns the same signature with [`Operand::FLAGS`] behind the results.
    pub(crate) fn with_flags(&self) -> Signature {
        let mut results = self.results.clone();
        results.push(Operand::FLAGS);
        Signature::new(&self.operands, &results).expect("no register of PTX is called flags")
    }
}

/// Prints results first, as PTX does: `d:f16x2, a:f16x2`.
impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |operand: Operand| match operand.lanes {
            1 => format!("{}:{}", operand.name, operand.element_type),
            lanes => format!("{}:{}x{lanes}", operand.name, operand.element_type),
        };
        let results = self.results.iter().copied();
        let all: Vec<String> = results.chain(self.operand_registers()).map(written).collect();
        formatter.write_str(&all.join(", "))
    }
}

#[cfg(test)]
#[path = "../tests/unit/signature.rs"]
mod tests;
