//! 2^x in bf16. Written by `cargo run --release -p halfpipe-tables`.

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
        base_fraction: 6,
        slope_bits: 8,
        slope_fraction: 13,
        curvature: None,
    },
    segments: &SEGMENTS,
};

/// First address, last address, base, slope, curvature.
const SEGMENTS: [Segment; 21] = [
    Segment::new(0, 3, 15498, 89, 0),
    Segment::new(4, 7, 15501, 91, 0),
    Segment::new(8, 15, 16248, 95, 0),
    Segment::new(16, 23, 644, 99, 0),
    Segment::new(24, 31, 1452, 101, 0),
    Segment::new(32, 39, 2311, 109, 0),
    Segment::new(40, 47, 3193, 113, 0),
    Segment::new(48, 55, 4116, 115, 0),
    Segment::new(56, 63, 5107, 127, 0),
    Segment::new(64, 67, 6088, 124, 0),
    Segment::new(68, 71, 6088, 152, 0),
    Segment::new(72, 79, 7159, 134, 0),
    Segment::new(80, 87, 8258, 138, 0),
    Segment::new(88, 95, 9423, 148, 0),
    Segment::new(96, 103, 10616, 152, 0),
    Segment::new(104, 111, 11873, 160, 0),
    Segment::new(112, 119, 13184, 166, 0),
    Segment::new(120, 121, 14550, 172, 0),
    Segment::new(122, 123, 14550, 173, 0),
    Segment::new(124, 125, 14550, 173, 0),
    Segment::new(126, 127, 14550, 176, 0),
];
