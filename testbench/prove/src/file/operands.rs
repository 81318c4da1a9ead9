//! Random operands that are aimed at the hard cases of sums and products.

use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::plane::Plane;
use halfpipe_aig::sweep::{drawn, FIRST_RANDOM};
use halfpipe_spec::Format;

/// An operand's place in the inputs of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct OperandPlace {
    /// The number of its first input.
    pub first: usize,
    /// Its format.
    pub format: Format,
}

impl OperandPlace {
    /// Returns the numbers of the inputs of its fraction.
    fn fraction(self) -> std::ops::Range<usize> {
        self.first..self.first + self.format.fraction_bits
    }

    /// Returns the numbers of the inputs of its exponent field.
    fn exponent(self) -> std::ops::Range<usize> {
        let first = self.first + self.format.fraction_bits;
        first..first + self.format.exponent_bits
    }
}

/// A source of operands, many vectors side by side.
pub struct AimedOperands {
    state: u64,
}

impl AimedOperands {
    /// Creates a source. Each number gives other operands.
    pub fn new(number: u64) -> AimedOperands {
        AimedOperands {
            state: FIRST_RANDOM ^ (number + 1).wrapping_mul(0xD134_2543_DE82_EF95),
        }
    }

    fn random(&mut self) -> u64 {
        // A multiplication hides that the low bits of successive states are similar.
        drawn(&mut self.state).wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn plane(&mut self) -> Plane {
        Plane::of_words(|| self.random())
    }

    /// Draws all inputs. `operands` are those of one lane after the other, three at most in each.
    pub fn draw(&mut self, inputs: &mut [Plane], lanes: &[Vec<OperandPlace>]) {
        for input in inputs.iter_mut() {
            *input = self.plane();
        }
        for operands in lanes {
            let choice = self.random();
            for (number, operand) in operands.iter().enumerate() {
                self.shape(inputs, *operand, choice >> (12 * number));
            }
            if let ([a, b, c], true) = (&operands[..], choice >> 40 & 3 != 0) {
                self.align(inputs, [*a, *b], *c);
            }
        }
    }

    /// Gives an operand a sparse or dense fraction, a low exponent field, or zeros at the end.
    fn shape(&mut self, inputs: &mut [Plane], operand: OperandPlace, choice: u64) {
        match choice & 7 {
            0 => {
                for place in operand.fraction() {
                    inputs[place] = inputs[place].and(self.plane());
                }
            }
            1 => {
                for place in operand.fraction() {
                    let zero = inputs[place].inverted_if(true).and(self.plane());
                    inputs[place] = zero.inverted_if(true);
                }
            }
            2 => operand.exponent().for_each(|place| inputs[place] = Plane::ZERO),
            3 => {
                let zeros = (choice >> 3) as usize % (operand.format.fraction_bits + 1);
                operand
                    .fraction()
                    .take(zeros)
                    .for_each(|place| inputs[place] = Plane::ZERO);
            }
            _ => {}
        }
    }

    /// Gives an addend an exponent near that of the product, where there is one.
    fn align(&mut self, inputs: &mut [Plane], factors: [OperandPlace; 2], addend: OperandPlace) {
        let [from, to] = [factors[0].format, addend.format];
        let reach = from.fraction_bits + to.fraction_bits;
        let distance = (self.random() % (reach as u64 + 6)) as i64 - (reach as i64 / 2 + 3);
        // The biases of both factors go, and that of the addend comes.
        let offset = distance - 2 * from.bias() + to.bias();
        let width = to.exponent_bits;
        let [mut carry, mut carry_of_offset] = [Plane::ZERO; 2];
        let mut sum = Vec::new();
        for place in 0..width + 2 {
            let field = |factor: OperandPlace| factor.exponent().nth(place).map_or(Plane::ZERO, |input| inputs[input]);
            let [first, second] = factors.map(field);
            let (partial, next) = add(first, second, carry);
            carry = next;
            let constant = Plane::filled(offset >> place.min(63) & 1 == 1);
            let (total, next) = add(partial, constant, carry_of_offset);
            carry_of_offset = next;
            sum.push(total);
        }
        let [high, sign] = [sum[width], sum[width + 1]];
        let fits = high.inverted_if(true).and(sign.inverted_if(true));
        for (input, aimed) in addend.exponent().zip(sum) {
            let change = inputs[input].xor(aimed).and(fits);
            inputs[input] = inputs[input].xor(change);
        }
    }
}

/// Returns sum and carry of three bits.
fn add(first: Plane, second: Plane, carry: Plane) -> (Plane, Plane) {
    let either = first.xor(second);
    (either.xor(carry), first.and(second).xor(either.and(carry)))
}
