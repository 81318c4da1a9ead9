//! 1/√x in bf16. Written by `cargo xtask tables`.

use super::{Polynomial, Rsqrt, Segment};

/// 1/√x in bf16: widths, units, limits and coefficients.
pub const TABLE: Rsqrt = Rsqrt {
    fraction_bits: 5,
    polynomial: Polynomial {
        offset_bits: 4,
        sum_bits: 12,
        sum_fraction: 4,
        base_fraction: 3,
        slope_bits: 6,
        slope_fraction: 6,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
    segments: &SEGMENTS,
};

/// First address, last address, base, slope, curvature.
static SEGMENTS: [Segment; 25] = [
    Segment::new(0, 3, 909, 58, 0),
    Segment::new(4, 5, 798, 52, 0),
    Segment::new(6, 7, 798, 48, 0),
    Segment::new(8, 9, 703, 47, 0),
    Segment::new(10, 11, 701, 39, 0),
    Segment::new(12, 15, 622, 36, 0),
    Segment::new(16, 19, 551, 32, 0),
    Segment::new(20, 20, 487, 31, 0),
    Segment::new(21, 21, 487, 27, 0),
    Segment::new(22, 23, 486, 27, 0),
    Segment::new(24, 24, 431, 29, 0),
    Segment::new(25, 25, 431, 25, 0),
    Segment::new(26, 27, 431, 25, 0),
    Segment::new(28, 29, 380, 25, 0),
    Segment::new(30, 31, 381, 25, 0),
    Segment::new(32, 35, 321, 42, 0),
    Segment::new(36, 37, 242, 36, 0),
    Segment::new(38, 39, 243, 36, 0),
    Segment::new(40, 43, 175, 28, 0),
    Segment::new(44, 45, 118, 27, 0),
    Segment::new(46, 47, 118, 26, 0),
    Segment::new(48, 51, 67, 23, 0),
    Segment::new(52, 55, 22, 21, 0),
    Segment::new(56, 59, 2031, 19, 0),
    Segment::new(60, 63, 1996, 16, 0),
];
