//! Every dot product against the model on big integers, and against the results of GPUs.

use halfpipe_isa::{DotFormats, DotScales, FloatFormat, Instruction};
use halfpipe_model::value::results;
use halfpipe_spec::{value_of, Arithmetic, Booleans, Dot, DotBlock, ExactDot, Format, TermKind, Words};
use halfpipe_test_support::silicon::SETS;
use halfpipe_test_support::{seed, share};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::common::words::SIDE_BY_SIDE;

/// Operands of an instruction, in the order of its signature.
type Operands = Vec<u64>;

/// Number of operands of a dot product of two products, in groups of 64. Those with more products get fewer.
const GROUPS: usize = 48;

/// Factor by which it grows when everything is tried.
const MORE: usize = 16;

/// Draws operands of dot products.
struct Draw {
    formats: DotFormats,
    products: usize,
    scales: Option<DotScales>,
    random: ChaCha8Rng,
}

impl Draw {
    fn new(instruction: Instruction, seed: u64) -> Draw {
        Draw {
            formats: instruction.ty().into(),
            products: instruction.operation().products().expect("a dot product") as usize,
            scales: DotScales::from_instruction(instruction),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns an encoding: any one, an edge, or a number with an exponent near another.
    fn encoding(&mut self, format: FloatFormat, style: u32, near: u32) -> u32 {
        let bits: u32 = self.random.random();
        let sign = bits & format.sign_mask();
        let fraction = bits & format.fraction_mask();
        let magnitude = match style {
            // Subnormal and least numbers, so that products are at the floor.
            1 => (bits >> 8) % (4 << format.fraction_bits),
            // Exponents close to each other, fractions of few ones.
            2 | 3 => {
                let range = [4, 12][style as usize - 2];
                let field = (near + self.random.random_range(0..range)).saturating_sub(range / 2);
                let few = self.random.random::<u32>() & self.random.random::<u32>() & fraction;
                field << format.fraction_bits | few
            }
            // Largest numbers, infinities and NaNs.
            4 => format.overflow_encoding() - (bits >> 8) % (2 << format.fraction_bits),
            _ => bits & format.magnitude_mask(),
        };
        let magnitude = match self.random.random_range(0..16) {
            0 => 0,
            1 if style == 4 => format.overflow_encoding(),
            _ if style == 4 => magnitude,
            _ => magnitude.min(format.largest_finite()),
        };
        sign | magnitude
    }

    /// Returns the operands of a dot product. Style 0 is any encodings.
    fn operands(&mut self) -> Operands {
        let style = self.random.random_range(0..6);
        let DotFormats { elements, result } = self.formats;
        let [format_of_a, format_of_b] = elements;
        let fields = |format: FloatFormat| format.largest_finite() >> format.fraction_bits;
        // Exponents near 1 are so in both formats.
        let near = self.random.random_range(1..=fields(format_of_a));
        let of_b = i64::from(near) - format_of_a.bias() + format_of_b.bias();
        let near_of_b = of_b.clamp(1, i64::from(fields(format_of_b))) as u32;
        let mut a = Vec::new();
        let mut b = Vec::new();
        for place in 0..self.products {
            let mut pair = [(format_of_a, near), (format_of_b, near_of_b)]
                .map(|(format, near)| self.encoding(format, style, near));
            if place > 0 && self.random.random_range(0..3) == 0 {
                // The negative of another product, or one that is close to it.
                let other = self.random.random_range(0..place);
                let close = self.random.random_range(0..2);
                pair = [a[other] ^ format_of_a.sign_mask(), b[other] ^ close];
            }
            a.push(pair[0]);
            b.push(pair[1]);
        }
        // The exponent of a product of the style.
        let bias = |format: FloatFormat| format.bias();
        let of_product = 2 * (i64::from(near) - bias(format_of_a)) + bias(result);
        let near = of_product.clamp(0, i64::from(fields(result))) as u32;
        let style_of_c = match style {
            // Only operands in range get an addend that is not.
            1 => [1, 2][self.random.random_range(0..2)],
            style => style,
        };
        let c = self.encoding(result, style_of_c, near);
        let parts = [(a, format_of_a), (b, format_of_b)].map(|(register, format)| {
            let width = format.register_bits() as usize;
            let join = |elements: &[u32]| {
                let highest_first = elements.iter().rev();
                highest_first.fold(0, |word, element| word << width | u64::from(*element))
            };
            register.chunks(64 / width).map(join).collect::<Operands>()
        });
        let scales = self.scales();
        let operands = parts.into_iter().flatten().chain([u64::from(c)]);
        operands.chain(scales.into_iter().flatten()).collect()
    }

    /// Returns the registers of scales: often reciprocals of each other, otherwise any encodings, least and largest ones.
    fn scales(&mut self) -> Option<[u64; 2]> {
        let DotScales { format, count, .. } = self.scales?;
        let [one, nan] = [format.one(), format.canonical_nan()];
        let style = self.random.random_range(0..8);
        let mut registers = [0; 2];
        for _ in 0..count {
            let a = match style {
                0 => self.random.random_range(0..=nan),
                1 => self.random.random_range(0..4),
                2 => self.random.random_range(nan - 4..nan),
                _ => self.random.random_range(1..2 * one),
            };
            let b = match style {
                0..3 => self.random.random_range(0..nan),
                _ => 2 * one - a,
            };
            let unused = self.random.random_range(0..2) << format.magnitude_bits() & 0x80;
            for (register, scale) in registers.iter_mut().zip([a | unused, b]) {
                *register = *register << 8 | u64::from(scale);
            }
        }
        Some(registers)
    }
}

/// Returns operands side by side.
fn side_by_side(dot: Dot, group: &[Operands]) -> Vec<Vec<u64>> {
    let widths = dot.operand_widths().into_iter().enumerate();
    widths
        .map(|(position, width)| {
            let bit = |bit: usize| {
                let lanes = group.iter().enumerate();
                lanes.fold(0, |word, (lane, operands)| {
                    word | (operands[position] >> bit & 1) << lane
                })
            };
            (0..width).map(bit).collect()
        })
        .collect()
}

fn number_of(words: &[u64], place: usize) -> u64 {
    words
        .iter()
        .rev()
        .fold(0, |number, word| number << 1 | word >> place & 1)
}

#[test]
fn every_dot_product_at_any_seed() {
    let seed = seed::seed();
    let times = if share::all() { MORE } else { 1 };
    Instruction::dots().par_iter().with_max_len(1).for_each(|instruction| {
        let dot = Dot::from_instruction(*instruction).expect("it is one");
        let mut draw = Draw::new(*instruction, seed);
        for _ in 0..(times * GROUPS * 2).div_ceil(dot.products()) {
            let group: Vec<Operands> = (0..SIDE_BY_SIDE).map(|_| draw.operands()).collect();
            let specified = dot.specify(&mut Words, &side_by_side(dot, &group));
            for (place, operands) in group.iter().enumerate() {
                let found = [number_of(&specified, place)];
                assert_eq!(
                    found[..],
                    results(*instruction, operands),
                    "{instruction} {operands:X?}, seed {seed}"
                );
            }
        }
    });
}

#[test]
fn the_specification_gives_every_measured_result() {
    SETS.par_iter().for_each(|set| {
        let instruction: Instruction = set.mnemonic.parse().unwrap();
        let dot = Dot::from_instruction(instruction).expect("it is one");
        for measurements in set.measurements().chunks(SIDE_BY_SIDE) {
            let group: Vec<Operands> = measurements.iter().map(|measured| set.operands(measured)).collect();
            let specified = dot.specify(&mut Words, &side_by_side(dot, &group));
            for (place, measured) in measurements.iter().enumerate() {
                assert_eq!(
                    number_of(&specified, place),
                    u64::from(measured.d),
                    "{} {measured:x?}",
                    set.name
                );
            }
        }
    });
}

/// Returns the block of volta from f16 to single precision.
fn volta() -> DotBlock {
    let instruction: Instruction = "dot4.volta.f32.f16".parse().unwrap();
    Dot::from_instruction(instruction).unwrap().block().unwrap()
}

fn half(bits: i128) -> Vec<bool> {
    Booleans.number(bits, 16)
}

#[test]
fn steps_of_a_block() {
    let (block, logic) = (volta(), &mut Booleans);
    assert_eq!((block.products(), block.places(), block.floor()), (4, 23, -126 - 5));
    // 1.5 · -1.5 is -2.25 at the exponent 0; 2^-12 · 2^-12 is 2^-24.
    let product = block.product(logic, &[half(0x3E00), half(0xBE00)]);
    assert_eq!(
        (product.sign, value_of(&product.digits), product.fraction_bits),
        (true, 9 << 18, 20)
    );
    assert_eq!(value_of(&product.exponent), 0);
    let small = block.product(logic, &[half(0x0C00), half(0x0C00)]);
    let zero = block.product(logic, &[half(0x0000), half(0x7BFF)]);
    assert!(product.nonzero && small.nonzero && !zero.nonzero);
    let anchor = block.anchor(logic, &[small.clone(), zero.clone()]);
    let of_small = logic.number(-24, block.exponent_bits());
    assert_eq!((anchor.any, anchor.exponent), (true, of_small));
    let anchor = block.anchor(logic, std::slice::from_ref(&zero));
    let floor = logic.number(block.floor().into(), block.exponent_bits());
    assert_eq!((anchor.any, anchor.exponent), (false, floor));
    let anchor = block.anchor(logic, &[small.clone(), product.clone()]);
    let aligned = [&product, &small, &zero].map(|term| block.aligned(logic, term, &anchor.exponent));
    assert_eq!(aligned.each_ref().map(|aligned| value_of(aligned)), [9 << 21, 0, 0]);
    assert!(aligned.iter().all(|aligned| aligned.len() == block.aligned_bits()));
    let signed = block.signed(logic, true, &aligned[0], 2);
    let sum = block.sum(logic, &[signed.clone(), signed]);
    assert_eq!(sum, logic.number(-9 << 22, block.sum_bits(2)));
    // -4.5, in units of 2^-23.
    assert_eq!(value_of(&block.rounded(logic, &sum, &anchor.exponent)), 0xC090_0000);
}

/// Format widths that a sum of four terms of 25 bits needs.
#[test]
fn sums_have_room_for_every_term() {
    let block = volta();
    assert_eq!(block.aligned_bits(), 25);
    assert_eq!([1, 2, 3, 4, 5].map(|terms| block.sum_bits(terms) - 26), [0, 1, 2, 2, 3]);
}

/// Blocks other than those of tensor cores are found out: one place more or less, other products.
#[test]
fn other_blocks_differ_from_the_model_at_any_seed() {
    let seed = seed::seed();
    let instruction: Instruction = "dot4.volta.f32.f16".parse().unwrap();
    let formats = DotFormats::from_instruction(instruction);
    let (elements, result) = (formats.elements.map(Format::from), Format::from(formats.result));
    let dot = Dot::from_instruction(instruction).unwrap();
    let mut draw = Draw::new(instruction, seed);
    let drawn: Vec<Operands> = (0..SIDE_BY_SIDE * 32).map(|_| draw.operands()).collect();
    for (products, places, is_right) in [(4, 23, true), (4, 22, false), (4, 24, false), (2, 23, false)] {
        let block = DotBlock::new(elements, result, products, places);
        let mut wrong = 0;
        for group in drawn.chunks(SIDE_BY_SIDE) {
            let operands = dot.elements(&side_by_side(dot, group));
            let found = block.chain(&mut Words, &operands);
            let differs = |place: &usize| number_of(&found, *place) != results(instruction, &group[*place])[0];
            wrong += (0..SIDE_BY_SIDE).filter(differs).count();
        }
        assert_eq!(
            wrong == 0,
            is_right,
            "{products} products, {places} places: {wrong} wrong, seed {seed}"
        );
    }
}

/// Returns the exact sum of a mnemonic.
fn exact(mnemonic: &str) -> ExactDot {
    let instruction: Instruction = mnemonic.parse().unwrap();
    Dot::from_instruction(instruction).unwrap().exact().unwrap()
}

#[test]
fn steps_of_an_exact_sum() {
    let (sum, logic) = (exact("dot2.rn.f32.f16"), &mut Booleans);
    // c has lower places than products, and larger numbers.
    assert_eq!(sum.unit(), -149);
    assert_eq!(sum.term_bits(TermKind::Product), 149 + 32);
    assert_eq!(sum.term_bits(TermKind::Addend), 149 + 128);
    assert_eq!(sum.sum_bits(), 149 + 128 + 2 + 1);
    let exact = exact("dot2.rn.f32.bf16");
    assert_eq!((exact.unit(), exact.sum_bits()), (-266, 266 + 256 + 2 + 1));
    // 1.5 · -1.5 is -2.25; c is 2^-149.
    let product = sum.product(logic, &[half(0x3E00), half(0xBE00)]);
    let c = sum.addend(logic, &Booleans.number(1, 32));
    let excess = sum.excess(logic, TermKind::Product, &product);
    assert_eq!(value_of(&excess), 28);
    let product_in_units = sum.fixed_point(logic, TermKind::Product, &product.digits, &excess);
    let ones = |word: &[bool]| -> Vec<usize> { (0..word.len()).filter(|place| word[*place]).collect() };
    assert_eq!(ones(&product_in_units), [149 - 2, 149 + 1]);
    let excess = sum.excess(logic, TermKind::Addend, &c);
    let c_in_units = sum.fixed_point(logic, TermKind::Addend, &c.digits, &excess);
    assert_eq!((value_of(&excess), ones(&c_in_units)), (0, vec![0]));
    let signed = [(product.sign, product_in_units), (c.sign, c_in_units)];
    let signed = signed.map(|(sign, word)| sum.signed(logic, sign, &word));
    let total = sum.sum(logic, &signed);
    // -2.25 + 2^-149 is -2.25, rounded to nearest.
    assert_eq!(value_of(&sum.rounded(logic, &total, false)), 0xC010_0000);
    let none = logic.number(0, sum.sum_bits());
    assert_eq!(value_of(&sum.rounded(logic, &none, true)), 0x8000_0000);
}

#[test]
fn signs_of_zero_sums() {
    let zero = |sign: bool| half(i128::from(sign) << 15);
    let one = |sign: bool| half(i128::from(sign) << 15 | 0x3C00);
    for (rounding, of_others) in [("rn", false), ("rz", false), ("rp", false), ("rm", true)] {
        let sum = exact(&format!("dot2.{rounding}.f16.f16"));
        let cases = [
            ([zero(false), zero(false)], zero(false), false),
            ([zero(true), zero(true)], zero(true), true),
            ([zero(false), zero(true)], zero(true), of_others),
            ([one(false), one(true)], zero(false), of_others),
            ([one(false), one(true)], zero(true), of_others),
        ];
        for (elements, c, wanted) in cases {
            let logic = &mut Booleans;
            let factors = elements.map(|element| [element, one(false)]);
            let found = sum.result(logic, &factors, &c);
            assert_eq!(value_of(&found), u128::from(wanted) << 15, "{rounding}");
        }
    }
}
