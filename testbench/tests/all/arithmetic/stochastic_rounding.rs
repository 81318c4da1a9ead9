//! Exhaustive tests of the random bits of `.rs`. Each tried operand gets every value of the bits that changes the
//! result. The mean of its results must be the operand, exactly.

use expect_test::expect;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::{Builder, Net};
use halfpipe_model::value::results;
use halfpipe_simulation::{vector, Vector};
use halfpipe_testbench::engine::{self, EngineKind};
use num_bigint::BigInt;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The sign bit in single precision.
const SIGN: u32 = 1 << 31;

/// An instruction with stochastic rounding, and the parameters of its results.
struct Rounding {
    mnemonic: &'static str,
    /// The number of random bits that a lane takes from its 16.
    random_bits: u32,
    /// The number of fraction bits of a result.
    fraction_bits: u32,
    /// The exponent of the unit of subnormal results, relative to single precision's -149.
    unit: u32,
    /// The single-precision exponent fields of the smallest normal result and of the largest results.
    fields: [u32; 2],
}

const ROUNDINGS: [Rounding; 2] = [
    Rounding {
        mnemonic: "cvt.rs.f16x2.f32",
        random_bits: 13,
        fraction_bits: 10,
        unit: 149 - 24,
        fields: [127 - 14, 127 + 15],
    },
    Rounding {
        mnemonic: "cvt.rs.bf16x2.f32",
        random_bits: 16,
        fraction_bits: 7,
        unit: 149 - 133,
        fields: [1, 254],
    },
];

impl Rounding {
    fn design(&self) -> Design {
        Design::unit(self.mnemonic.parse().unwrap(), 0).unwrap()
    }

    /// Returns the unit with a faulty net at its port of random bits.
    fn with_random_bits(&self, wrong: impl for<'n> Fn(&'n Builder, Net<'n>) -> Net<'n>) -> Design {
        let right = self.design();
        let builder = Builder::new();
        let [a, b, random] = ["a", "b", "rbits"].map(|name| builder.input(name, 32));
        let operands = [a, b, wrong(&builder, random)];
        builder.output("d", instantiate(&builder, right.lane(), &operands)[0]);
        Design::from_lane(right.instruction(), 0, builder.finish())
    }

    fn values_of_random_bits(&self) -> u64 {
        1 << self.random_bits
    }

    /// Returns the greatest operand that no random bits make infinite.
    fn greatest(&self) -> u32 {
        self.fields[1] << 23 | ((1 << self.fraction_bits) - 1) << (23 - self.fraction_bits)
    }

    /// Returns magnitudes from subnormal results to the largest. Each tried stretch between two powers of two has its
    /// ends, values just above a result, halfway between two and just below one, and random ones.
    fn magnitudes(&self) -> Vec<u32> {
        let below = 23 - self.fraction_bits;
        let [normal, last] = self.fields;
        // All subnormal results are made of these; smaller magnitudes are truncated.
        let first = normal.saturating_sub(self.fraction_bits + self.random_bits + 2);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut magnitudes = vec![0, 1, self.greatest()];
        for field in [first, normal.saturating_sub(3), normal, 127, last - 1] {
            let fraction: u32 = random.random_range(0..1 << self.fraction_bits) << below;
            let of = [0, 1, 1 << (below - 1), (1 << below) - 1, (1 << 23) - 1];
            magnitudes.extend(of.map(|tail| field << 23 | fraction | tail));
            magnitudes.push(field << 23 | random.random_range(0..1 << 23));
        }
        magnitudes
    }

    /// Returns the magnitudes, with every other one negative.
    fn operands(&self) -> Vec<u32> {
        let signed = |(place, magnitude): (usize, u32)| magnitude | (place as u32 % 2) << 31;
        self.magnitudes().into_iter().enumerate().map(signed).collect()
    }

    /// Returns the operands in pairs, for the two lanes.
    fn pairs(&self) -> Vec<[u32; 2]> {
        let of = |chunk: &[u32]| [chunk[0], chunk[chunk.len() - 1]];
        self.operands().chunks(2).map(of).collect()
    }

    /// Returns two operands with each value of the random bits. The bits of the upper lane are the complement of the
    /// lower lane's. The bits above them are ignored.
    fn vectors(&self, [upper, lower]: [u32; 2]) -> Vec<Vector> {
        let values = self.values_of_random_bits();
        let ignored = 0xFFFF & !(values - 1);
        let of = |bits: u64| {
            let random = (ignored | (values - 1 - bits)) << 16 | bits;
            vector([upper.into(), lower.into(), random])
        };
        (0..values).map(of).collect()
    }

    /// Returns a result's value in units of 2^-149.
    fn of_result(&self, result: u64) -> BigInt {
        let field = result >> self.fraction_bits & ((1 << (15 - self.fraction_bits)) - 1);
        let fraction = result & ((1 << self.fraction_bits) - 1);
        let hidden = u64::from(field > 0) << self.fraction_bits;
        let magnitude = BigInt::from(hidden | fraction) << (field.max(1) as u32 - 1 + self.unit);
        if result >> 15 == 1 {
            -magnitude
        } else {
            magnitude
        }
    }

    /// Returns the expected mean of an operand's results in units of 2^-149: the operand. Only digits below the random
    /// bits of the smallest results are truncated.
    fn mean(&self, operand: u32) -> BigInt {
        let finest = self.unit.saturating_sub(self.random_bits);
        let magnitude = of_operand(operand & !SIGN) >> finest << finest;
        if operand & SIGN == 0 {
            magnitude
        } else {
            -magnitude
        }
    }

    /// Returns the results of two operands with each value of the random bits, in the order of their lanes' bits.
    fn results(&self, design: &Design, operands: [u32; 2]) -> [Vec<u64>; 2] {
        let mut simulator = engine::open(EngineKind::Simulator, design).unwrap();
        let mut found = Vec::new();
        simulator.evaluate(&self.vectors(operands), &mut found).unwrap();
        let [upper, lower] = [16, 0].map(|place| found.iter().map(move |d| d.word(0) >> place & 0xFFFF));
        [upper.rev().collect(), lower.collect()]
    }

    /// Finds an operand that is not the mean of its results.
    fn biased(&self, design: &Design) -> Option<u32> {
        self.pairs().into_iter().find_map(|pair| {
            let results = self.results(design, pair);
            let is_biased = |(operand, results): &(u32, Vec<u64>)| {
                let sum: BigInt = results
                    .chunk_by(u64::eq)
                    .map(|alike| self.of_result(alike[0]) * alike.len())
                    .sum();
                sum != self.mean(*operand) << self.random_bits
            };
            pair.into_iter()
                .zip(results)
                .find(is_biased)
                .map(|(operand, _)| operand)
        })
    }
}

/// Returns a single-precision number's value in units of 2^-149.
fn of_operand(operand: u32) -> BigInt {
    let field = operand >> 23 & 0xFF;
    let hidden = u32::from(field > 0) << 23;
    let magnitude = BigInt::from(hidden | operand & 0x7F_FFFF) << (field.max(1) - 1);
    if operand & SIGN == 0 {
        magnitude
    } else {
        -magnitude
    }
}

#[test]
fn the_mean_of_all_results_is_the_operand() {
    let mut counts = String::new();
    for rounding in &ROUNDINGS {
        let biased = rounding.biased(&rounding.design());
        assert_eq!(biased, None, "{}", rounding.mnemonic);
        // For most operands nothing is truncated.
        let operands = rounding.operands();
        let exact = operands
            .iter()
            .filter(|operand| rounding.mean(**operand) == of_operand(**operand));
        counts += &format!("{}: {} of {}\n", rounding.mnemonic, exact.count(), operands.len());
    }
    expect![[r#"
        cvt.rs.f16x2.f32: 22 of 33
        cvt.rs.bf16x2.f32: 33 of 33
    "#]]
    .assert_eq(&counts);
}

#[test]
fn every_value_of_the_random_bits_that_changes_a_result_is_the_models() {
    for rounding in &ROUNDINGS {
        let design = rounding.design();
        let instruction = design.instruction();
        for pair in rounding.pairs() {
            let vectors = rounding.vectors(pair);
            let mut simulator = engine::open(EngineKind::Simulator, &design).unwrap();
            let mut found = Vec::new();
            simulator.evaluate(&vectors, &mut found).unwrap();
            let changes = (1..found.len()).filter(|place| found[*place] != found[place - 1]);
            let changes: Vec<usize> = changes.collect();
            // More than one change in each lane would not be a sum that carries once.
            assert!(changes.len() <= 2, "{} of {pair:08x?}: {changes:?}", rounding.mnemonic);
            let around = changes.iter().flat_map(|change| [change - 1, *change]);
            for place in around.chain([0, found.len() - 1]) {
                let words: Vec<u64> = vectors[place].words(3).collect();
                let expected = results(instruction, &words);
                assert_eq!(found[place].word(0), expected[0], "{instruction} of {words:08x?}");
            }
        }
    }
}

#[test]
fn random_bits_that_are_not_as_they_come_are_found() {
    type Wrong = for<'n> fn(&'n Builder, Net<'n>) -> Net<'n>;
    let faults: [(&str, Wrong); 4] = [
        ("the lowest bit is dropped", |n, random| {
            random & n.constant(0xFFFE_FFFE, 32)
        }),
        ("a bit in the middle is dropped", |n, random| {
            random & n.constant(0xFFDF_FFDF, 32)
        }),
        ("the lowest bit is always 1", |n, random| {
            random | n.constant(0x0001_0001, 32)
        }),
        ("each bit is a place too high", |_, random| {
            random.low(31).append_zeros(1)
        }),
    ];
    for rounding in &ROUNDINGS {
        for (fault, wrong) in faults {
            let biased = rounding.biased(&rounding.with_random_bits(wrong));
            assert!(biased.is_some(), "{}: {fault}", rounding.mnemonic);
        }
    }
}
