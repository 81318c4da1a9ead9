//! Comparison of a lane with the model.

use std::collections::HashMap;

use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, SpecialValues};
use halfpipe_model::value as reference;
use halfpipe_spec::{Arithmetic, Case, Format, GivenProduct, Lane, Words};

use super::words::{number_of, words_of, SIDE_BY_SIDE};

/// The operands of a lane; missing ones are 0.
pub type Operands = [u32; 3];

/// The number of places by which a given product is moved up; none if the lane multiplies itself.
type Moved = Option<u32>;

/// The ways in which a lane gets its product.
const PRODUCTS: [Moved; 4] = [None, Some(0), Some(1), Some(MOST_MOVED)];

const MOST_MOVED: u32 = 6;

/// Width in bits of the number of places by which a product is moved.
const MOVED_BITS: usize = 3;

/// Number of zeros above the digits of a given product.
const ZEROS_ABOVE: usize = 2;

/// A lane, and the instruction that the model computes.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub lane: Lane,
    expected: Instruction,
    formats: LaneFormats,
}

impl Trial {
    /// Returns the trial of an instruction in its own formats.
    pub fn new(instruction: Instruction) -> Trial {
        Trial {
            lane: Lane::from_instruction(instruction).expect("it is arithmetic"),
            expected: instruction,
            formats: instruction.ty().into(),
        }
    }

    /// Returns the trial of an instruction in formats of these exponent and fraction bits: the operands' and the
    /// result's.
    pub fn in_formats(instruction: Instruction, formats: [(u32, u32); 2]) -> Trial {
        let [operand, result] = formats.map(|(exponent, fraction)| Format {
            exponent_bits: exponent as usize,
            fraction_bits: fraction as usize,
            has_infinity: true,
            has_nan: true,
            is_riscv: instruction.is_riscv(),
        });
        let special_values = if instruction.is_riscv() {
            SpecialValues::Riscv
        } else {
            SpecialValues::Ieee
        };
        let [of_operand, of_result] = formats
            .map(|(exponent, fraction)| FloatFormat::new(exponent, fraction).with_special_values(special_values));
        Trial {
            lane: Lane::in_formats(instruction, operand, result).expect("it is arithmetic"),
            expected: instruction,
            formats: LaneFormats {
                operand: of_operand,
                result: of_result,
            },
        }
    }

    /// Returns the same lane compared with another instruction.
    pub fn against(self, expected: Instruction) -> Trial {
        Trial { expected, ..self }
    }

    /// Returns the result of the model.
    pub fn expected(&self, operands: &Operands) -> u32 {
        reference::evaluate_lane(self.expected, self.formats, operands)
    }

    /// Returns the first operands for which the lane's result differs from the model's, or that the lane assigns to
    /// another case.
    pub fn difference(&self, operands: impl IntoIterator<Item = Operands>) -> Option<String> {
        self.in_cases(operands)
            .iter()
            .find_map(|(case, operands)| self.difference_in(*case, operands))
    }

    fn difference_in(&self, case: Case, operands: &[Operands]) -> Option<String> {
        let expected: Vec<u32> = operands.iter().map(|operands| self.expected(operands)).collect();
        self.products().iter().find_map(|moved| {
            let words = self.words(operands);
            let product = self.product(&words, *moved);
            let specified = self
                .lane
                .specify(&mut Words, &words, product.as_ref(), moved_down(case, *moved));
            let place = (0..operands.len()).find(|place| {
                let found = number_of(&specified.result, *place);
                found != expected[*place] || specified.is_case >> place & 1 == 0
            })?;
            let found = number_of(&specified.result, place);
            Some(format!(
                "{} {:X?} in {case:?}, product moved {moved:?}, is {found:X} for {:X}; of its case: {:X}",
                self.expected, operands[place], expected[place], specified.is_case
            ))
        })
    }

    /// Returns the first operands that are of no case, of two, or of another one than [`Lane::case_of`] says.
    pub fn misplaced(&self, operands: impl IntoIterator<Item = Operands>) -> Option<String> {
        let groups = self.in_cases(operands);
        self.products().iter().find_map(|moved| {
            let cases = self.lane.cases(0..=moved.unwrap_or(0).into());
            groups.iter().find_map(|(case, operands)| {
                let words = self.words(operands);
                let product = self.product(&words, *moved);
                let found = cases.iter().flat_map(|case| {
                    let is_case = self.lane.is_case(&mut Words, &words, product.as_ref(), *case);
                    (is_case != 0).then_some((*case, is_case))
                });
                let found: Vec<(Case, u64)> = found.collect();
                let only = [(moved_down(*case, *moved), u64::MAX)];
                (found != only).then(|| {
                    let first = operands[0];
                    format!(
                        "{} {first:X?} and others, product moved {moved:?}: {found:X?}",
                        self.expected
                    )
                })
            })
        })
    }

    fn products(&self) -> &'static [Moved] {
        if self.lane.multiplies() {
            &PRODUCTS
        } else {
            &PRODUCTS[..1]
        }
    }

    /// Groups operands by their case, as many together as are computed side by side.
    fn in_cases(&self, operands: impl IntoIterator<Item = Operands>) -> Vec<(Case, Vec<Operands>)> {
        let count = self.lane.operand_widths().len();
        let mut groups: HashMap<Case, Vec<Operands>> = HashMap::new();
        for operands in operands {
            groups
                .entry(self.lane.case_of(&operands[..count]))
                .or_default()
                .push(operands);
        }
        let of_group = |(case, group): (Case, Vec<Operands>)| {
            let chunks: Vec<Vec<Operands>> = group.chunks(SIDE_BY_SIDE).map(<[_]>::to_vec).collect();
            chunks.into_iter().map(move |chunk| (case, chunk))
        };
        groups.into_iter().flat_map(of_group).collect()
    }

    /// Returns the operands side by side, the first ones again if there are fewer.
    fn words(&self, operands: &[Operands]) -> Vec<Vec<u64>> {
        let widths = self.lane.operand_widths().into_iter().enumerate();
        widths
            .map(|(position, width)| words_of(width, |place| operands[place % operands.len()][position]))
            .collect()
    }

    /// Returns the product that is given.
    fn product(&self, operands: &[Vec<u64>], moved: Moved) -> Option<GivenProduct<u64>> {
        let places = moved?;
        let factors = [0, 1].map(|factor: usize| self.lane.significand(&mut Words, &operands[factor]));
        let digits = Words.multiply(&factors[0], &factors[1]);
        let digits = Words.raised(&digits, places as usize);
        Some(GivenProduct {
            digits: Words.resized(&digits, digits.len() + ZEROS_ABOVE),
            moved: Words.number(places.into(), MOVED_BITS),
        })
    }
}

/// Returns the case of operands whose product is moved up.
fn moved_down(case: Case, moved: Moved) -> Case {
    match case {
        Case::Distance(distance) => Case::Distance(distance - i64::from(moved.unwrap_or(0))),
        other => other,
    }
}
