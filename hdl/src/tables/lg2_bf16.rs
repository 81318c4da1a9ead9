//! log2(x) in bf16. Written by `cargo xtask tables`.

use super::{Logarithm, Polynomial, Segment};

/// log2(x) in bf16: widths, units, limits and coefficients.
pub const TABLE: Logarithm = Logarithm {
    logarithm_of_two: None,
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
static SEGMENTS: [Segment; 21] = [
    Segment::new(0, 1, 519681, 11777, 0),
    Segment::new(2, 3, 519585, 11809, 0),
    Segment::new(4, 7, 519937, 11265, 0),
    Segment::new(8, 11, 40496, 10959, 0),
    Segment::new(12, 15, 40464, 10831, 0),
    Segment::new(16, 23, 83096, 10192, 0),
    Segment::new(24, 31, 123392, 9809, 0),
    Segment::new(32, 35, 161916, 9686, 0),
    Segment::new(36, 39, 161884, 9174, 0),
    Segment::new(40, 47, 198253, 8867, 0),
    Segment::new(48, 55, 233052, 8376, 0),
    Segment::new(56, 63, 266460, 7909, 0),
    Segment::new(64, 71, 298162, 7640, 0),
    Segment::new(72, 79, 328755, 7398, 0),
    Segment::new(80, 87, 358042, 7311, 0),
    Segment::new(88, 95, 386331, 6885, 0),
    Segment::new(96, 103, 413550, 6699, 0),
    Segment::new(104, 111, 439918, 6447, 0),
    Segment::new(112, 119, 465359, 6229, 0),
    Segment::new(120, 123, 489934, 6083, 0),
    Segment::new(124, 127, 490062, 5955, 0),
];
