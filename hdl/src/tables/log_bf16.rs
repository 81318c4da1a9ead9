//! ln x in bf16. Written by `cargo xtask tables`.

use super::{Logarithm, Polynomial, Segment};

/// ln x in bf16: widths, units, limits and coefficients.
pub const TABLE: Logarithm = Logarithm {
    logarithm_of_two: Some(363409),
    fraction_bits: 7,
    polynomial: Polynomial {
        offset_bits: 3,
        sum_bits: 19,
        sum_fraction: 0,
        base_fraction: 0,
        slope_bits: 14,
        slope_fraction: 1,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
    segments: &SEGMENTS,
};

/// First address, last address, base, slope, curvature.
static SEGMENTS: [Segment; 27] = [
    Segment::new(0, 1, 516073, 8169, 0),
    Segment::new(2, 3, 516025, 8041, 0),
    Segment::new(4, 7, 516089, 7913, 0),
    Segment::new(8, 11, 23072, 7664, 0),
    Segment::new(12, 15, 23200, 7408, 0),
    Segment::new(16, 19, 52557, 7161, 0),
    Segment::new(20, 23, 52493, 7161, 0),
    Segment::new(24, 27, 80567, 6771, 0),
    Segment::new(28, 31, 80567, 6739, 0),
    Segment::new(32, 35, 107088, 6504, 0),
    Segment::new(36, 39, 107376, 6248, 0),
    Segment::new(40, 47, 132358, 6075, 0),
    Segment::new(48, 55, 156471, 5834, 0),
    Segment::new(56, 63, 179578, 5584, 0),
    Segment::new(64, 71, 201597, 5385, 0),
    Segment::new(72, 75, 222735, 5169, 0),
    Segment::new(76, 77, 222735, 5237, 0),
    Segment::new(78, 79, 222735, 5169, 0),
    Segment::new(80, 83, 243074, 4859, 0),
    Segment::new(84, 87, 243330, 4859, 0),
    Segment::new(88, 95, 262740, 4775, 0),
    Segment::new(96, 103, 281689, 4592, 0),
    Segment::new(104, 107, 299931, 4495, 0),
    Segment::new(108, 111, 300027, 4367, 0),
    Segment::new(112, 119, 317572, 4263, 0),
    Segment::new(120, 123, 334593, 4190, 0),
    Segment::new(124, 127, 334657, 4126, 0),
];
