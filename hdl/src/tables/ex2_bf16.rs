//! 2^x in bf16. Written by `cargo xtask tables`.

use super::{Ex2, Polynomial, Segment};

/// 2^x in bf16: widths, units, limits and coefficients.
pub const TABLE: Ex2 = Ex2 {
    integer_bits: 7,
    fixed_fraction: 14,
    greatest_shift: 15,
    address_bits: 7,
    one_through_positive: 0x3BB8,
    one_through_negative: 0x3B38,
    polynomial: Polynomial {
        offset_bits: 10,
        sum_bits: 15,
        sum_fraction: 7,
        base_fraction: 5,
        slope_bits: 8,
        slope_fraction: 13,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
    segments: &SEGMENTS,
};

/// First address, last address, base, slope, curvature.
static SEGMENTS: [Segment; 22] = [
    Segment::new(0, 3, 7749, 89, 0),
    Segment::new(4, 5, 7751, 93, 0),
    Segment::new(6, 7, 7749, 93, 0),
    Segment::new(8, 15, 8124, 95, 0),
    Segment::new(16, 23, 321, 98, 0),
    Segment::new(24, 31, 728, 103, 0),
    Segment::new(32, 39, 1155, 108, 0),
    Segment::new(40, 47, 1599, 112, 0),
    Segment::new(48, 55, 2060, 119, 0),
    Segment::new(56, 63, 2554, 127, 0),
    Segment::new(64, 67, 3044, 124, 0),
    Segment::new(68, 71, 3044, 152, 0),
    Segment::new(72, 79, 3579, 130, 0),
    Segment::new(80, 87, 4128, 139, 0),
    Segment::new(88, 95, 4711, 148, 0),
    Segment::new(96, 103, 5307, 152, 0),
    Segment::new(104, 111, 5935, 159, 0),
    Segment::new(112, 119, 6592, 166, 0),
    Segment::new(120, 121, 7275, 172, 0),
    Segment::new(122, 123, 7275, 173, 0),
    Segment::new(124, 125, 7275, 173, 0),
    Segment::new(126, 127, 7275, 176, 0),
];
