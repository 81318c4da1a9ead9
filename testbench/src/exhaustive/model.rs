//! What the models say today, in short.
//!
//! A record is worth as much as the model that its results were compared with.

use halfpipe_isa::Instruction;
use halfpipe_reference::{evaluate, Format, IntegerModel};

use super::digest::Digest;
use super::{single, ROWS};
use crate::stimulus::edge_values;

/// One value of a single operand in so many is evaluated: the exact model takes its time. It is prime to the number of
/// values.
const SHARE: usize = 61;

/// How many first operands beside the edge values are spread over all values.
const SPREAD: u32 = 32;

/// The digest of the results of the model that an instruction's runs are compared with, on the same operands in every run:
/// a share of the single ones; else each edge value and some others, with every second operand.
pub fn of_model(instruction: Instruction) -> Digest {
    let mut digest = Digest::default();
    let Some(model) = IntegerModel::of(instruction) else {
        for vector in single::vectors(instruction, 0..ROWS).into_iter().step_by(SHARE) {
            single::add(&mut digest, instruction, vector, evaluate(instruction, &vector));
        }
        return digest;
    };
    let b: Vec<u16> = (0..=u16::MAX).collect();
    let mut results = vec![0; b.len()];
    let edges = edge_values(Format::from(instruction.ty().element()), 3);
    let spread = (0..SPREAD).map(|number| number * (ROWS / SPREAD + 1));
    for a in edges.into_iter().chain(spread) {
        let a = a as u16;
        model.fill(a, &b, &mut results);
        digest.add_row(a, &b, &results);
    }
    digest
}

/// The digest that a correct run of an instruction with a single operand has, by the exact model of today; none for other
/// instructions.
pub fn of_single_operands(instruction: Instruction) -> Option<Digest> {
    (instruction.operands().len() == 1).then(|| {
        let mut digest = Digest::default();
        for vector in single::vectors(instruction, 0..ROWS) {
            single::add(&mut digest, instruction, vector, evaluate(instruction, &vector));
        }
        digest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_with_other_results_have_other_digests() {
        let names = [
            "add.rn.f16",
            "add.rn.ftz.f16",
            "sub.rn.f16",
            "add.rn.sat.f16",
            "max.f16",
            "max.NaN.f16",
            "min.bf16",
            "neg.f16",
            "neg.ftz.f16",
            "tanh.approx.f16",
            "ex2.approx.f16",
        ];
        let mut digests: Vec<u64> = names.map(|name| of_model(name.parse().unwrap()).0).to_vec();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), names.len());
    }
}
