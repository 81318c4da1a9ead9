//! Random values of a format.

use halfpipe_isa::FloatFormat;
use rand::Rng;

use super::number::Number;

/// A random generator for the values of one format.
#[derive(Clone, Debug)]
pub struct Draw {
    pub format: FloatFormat,
    edges: Vec<u32>,
}

impl Draw {
    pub fn from_format(format: FloatFormat) -> Draw {
        Draw {
            format,
            edges: super::edge_values(format, 2),
        }
    }

    /// Returns any encoding.
    pub fn any(&self, random: &mut impl Rng) -> u32 {
        random.random::<u32>() & (self.format.sign_mask() | self.format.magnitude_mask())
    }

    /// Returns an edge value of the format.
    pub fn edge(&self, random: &mut impl Rng) -> u32 {
        self.edges[random.random_range(0..self.edges.len())]
    }

    /// Returns an infinity.
    pub fn infinity(&self, random: &mut impl Rng) -> u32 {
        self.sign(random) | self.format.overflow_encoding()
    }

    /// Returns a zero.
    pub fn zero(&self, random: &mut impl Rng) -> u32 {
        self.sign(random)
    }

    /// Returns a NaN: one with a random or a single-bit payload, one with a meaning, or one beside such a NaN. A format
    /// without one has its largest number instead.
    pub fn nan(&self, random: &mut impl Rng) -> u32 {
        let sign = self.sign(random);
        if !self.format.has_nan() {
            return sign | self.format.largest_finite();
        }
        let payload = match random.random_range(0..5) {
            0 => self.format.out_of_bounds_nan(),
            1 => self.format.canonical_nan(),
            2 => self.format.out_of_bounds_nan() ^ 1 << random.random_range(0..self.format.fraction_bits),
            3 => self.format.overflow_encoding() | 1 << random.random_range(0..self.format.fraction_bits),
            _ => self.format.overflow_encoding() | random.random_range(1..=self.format.fraction_mask()),
        };
        sign | payload
    }

    /// Returns a subnormal number or a zero.
    pub fn subnormal(&self, random: &mut impl Rng) -> u32 {
        // A random number of leading zeros, so that short fractions are as likely as long ones.
        let length = random.random_range(0..=self.format.fraction_bits);
        let fraction = match random.random_range(0..4) {
            0 => (1 << length) >> 1,
            _ => random.random::<u32>() & ((1 << length) - 1),
        };
        self.sign(random) | fraction
    }

    /// Returns a finite number with this power of two, or the nearest that the format has, and a random fraction.
    pub fn with_exponent(&self, exponent: i32, random: &mut impl Rng) -> u32 {
        let format = self.format;
        let lowest = format.min_exponent() as i32 - format.fraction_bits as i32;
        let number = Number {
            negative: random.random(),
            significand: u64::from(1 << format.fraction_bits | self.fraction(random)),
            exponent: exponent.clamp(lowest, format.max_exponent() as i32) - format.fraction_bits as i32,
        };
        number.truncate(format)
    }

    /// Returns the exponent of one of two factors whose exponents have this sum. If possible, that of the other is in the
    /// format of the second factor.
    pub fn first_exponent(&self, sum: i32, second: FloatFormat, random: &mut impl Rng) -> i32 {
        let range = |format: FloatFormat| [format.min_exponent() as i32, format.max_exponent() as i32];
        let [[lowest, highest], [lowest_of_second, highest_of_second]] = [self.format, second].map(range);
        let least = (sum - highest_of_second).max(lowest);
        let most = (sum - lowest_of_second).min(highest);
        if least <= most {
            random.random_range(least..=most)
        } else {
            sum / 2
        }
    }

    /// Returns any finite number, with all exponents equally likely.
    pub fn finite(&self, random: &mut impl Rng) -> u32 {
        let lowest = self.format.min_exponent() as i32 - 2;
        self.with_exponent(random.random_range(lowest..=self.format.max_exponent() as i32), random)
    }

    /// Returns a fraction: random bits, a run of ones, few ones or a single one, or the complement of such a fraction.
    fn fraction(&self, random: &mut impl Rng) -> u32 {
        let bits: u32 = random.random();
        let place = random.random_range(0..=self.format.fraction_bits);
        let fraction = match random.random_range(0..12) {
            0 => u32::MAX << place,
            1 => !(u32::MAX << place),
            2 => bits & random.random::<u32>() & random.random::<u32>(),
            3 => bits | random.random::<u32>() | random.random::<u32>(),
            4..=5 => 1 << place,
            6 => !(1 << place),
            _ => bits,
        };
        fraction & self.format.fraction_mask()
    }

    pub fn sign(&self, random: &mut impl Rng) -> u32 {
        if random.random() {
            self.format.sign_mask()
        } else {
            0
        }
    }
}
