//! Exhaustive operands.

use halfpipe_isa::{ElementType, Operand, Rounding, Signature};

use super::lanes::permuted_index;
use super::VectorSource;
use crate::Vector;

/// The maximum total width of one lane's operands, in bits, for which the vectors cover every value.
const MOST_BITS_OF_EVERY_VALUE: u32 = 16;

/// True if the vectors of a signature cover every operand value in each lane.
pub fn has_every_value(signature: &Signature) -> bool {
    signature.lane_operand_width() <= MOST_BITS_OF_EVERY_VALUE
}

/// The maximum total width of one lane's operands in bits, without predicates and roundings.
const MOST_BITS: u32 = 32;

/// One operand among the inputs of a module.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// The width of one value in bits.
    width: u32,
    /// The number of values of a predicate or a rounding. `None` for an operand with a value in each lane.
    selections: Option<u64>,
}

/// Every input of a module: the values of each lane, and those of predicates and roundings, which all lanes share.
///
/// A rounding has its five codes. The result of any other code is unspecified.
#[derive(Clone, Debug)]
pub struct InputSpace {
    fields: Vec<Field>,
    lanes: u32,
}

impl InputSpace {
    /// Returns the inputs of a signature.
    pub fn new(signature: &Signature) -> InputSpace {
        let lanes = signature.separate_lanes();
        let field = |operand: &Operand| match (operand.element_type, operand.lanes) {
            (ElementType::Rounding, _) => Field {
                width: operand.width(),
                selections: Some(Rounding::ALL.len() as u64),
            },
            (ElementType::Predicate, 1) => Field {
                width: 1,
                selections: Some(2),
            },
            _ => Field {
                width: operand.width() / lanes,
                selections: None,
            },
        };
        let fields = signature.operands().iter().map(field).collect();
        InputSpace { fields, lanes }
    }

    /// Returns the number of lanes.
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Returns the width of each operand with a value for each lane.
    pub fn lane_widths(&self) -> impl Iterator<Item = u32> + '_ {
        let fields = self.fields.iter().filter(|field| field.selections.is_none());
        fields.map(|field| field.width)
    }

    /// Returns the number of combinations of predicates and roundings; 1 if there is none.
    pub fn selections(&self) -> u64 {
        self.fields.iter().filter_map(|field| field.selections).product()
    }

    /// Returns the vector of these values. `lane` returns the operands of a lane side by side, the first one lowest.
    /// `selection` is the number of a combination of predicates and roundings.
    pub fn vector(&self, lane: impl Fn(u32) -> u64, mut selection: u64) -> Vector {
        let mut registers = Vector::zeros(self.fields.len());
        for index in 0..self.lanes {
            let mut values = lane(index);
            for (register, Field { width, selections }) in registers.iter_mut().zip(&self.fields) {
                if selections.is_none() {
                    *register |= (values & ((1 << width) - 1)) << (index * width);
                    values >>= width;
                }
            }
        }
        for (register, field) in registers.iter_mut().zip(&self.fields) {
            if let Some(count) = field.selections {
                *register = selection % count;
                selection /= count;
            }
        }
        registers
    }
}

/// Every combination of operand values; with several lanes, every combination in each lane.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    space: InputSpace,
    /// The number of combinations in one lane.
    lane_count: u64,
    next: u64,
    count: u64,
}

/// Returns every vector of a signature with at most 32 operand bits per lane, predicates and roundings aside. `None`
/// for a wider one.
pub fn exhaustive(signature: &Signature) -> Option<Exhaustive> {
    let space = InputSpace::new(signature);
    let bits: u32 = space.lane_widths().sum();
    let lane_count = 1_u64.checked_shl(bits).filter(|_| bits <= MOST_BITS)?;
    Some(Exhaustive {
        lane_count,
        next: 0,
        count: lane_count.checked_mul(space.selections())?,
        space,
    })
}

impl Exhaustive {
    /// Returns the number of vectors.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the next `count` vectors, or as many as are left.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let end = self.count.min(self.next + count as u64);
        let indices = self.next..end;
        self.next = end;
        indices.map(|index| self.get(index)).collect()
    }

    fn get(&self, index: u64) -> Vector {
        let (selection, index) = (index / self.lane_count, index % self.lane_count);
        let lane = |lane| permuted_index(index, lane, self.lane_count);
        self.space.vector(lane, selection)
    }
}

impl VectorSource for Exhaustive {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        Exhaustive::fill(self, count)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/exhaustive.rs"]
mod tests;
