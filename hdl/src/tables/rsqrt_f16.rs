//! 1/√x in f16. Written by `cargo xtask tables`.

use super::{Curvature, Polynomial, Rsqrt, Segment};

/// 1/√x in f16: widths, units, limits and coefficients.
pub const TABLE: Rsqrt = Rsqrt {
    fraction_bits: 6,
    polynomial: Polynomial {
        offset_bits: 6,
        sum_bits: 17,
        sum_fraction: 6,
        base_fraction: 5,
        slope_bits: 12,
        slope_fraction: 11,
        curvature: Some(Curvature {
            bits: 4,
            ignored_bits: 2,
            extra_fraction: 2,
            falling: false,
        }),
        directed: false,
        exponent_bits: 0,
    },
    segments: &SEGMENTS,
};

/// First address, last address, base, slope, curvature.
static SEGMENTS: [Segment; 36] = [
    Segment::new(0, 1, 29438, 1987, 14),
    Segment::new(2, 3, 29430, 1923, 14),
    Segment::new(4, 7, 27535, 1770, 15),
    Segment::new(8, 9, 25793, 1645, 7),
    Segment::new(10, 11, 25793, 1613, 7),
    Segment::new(12, 15, 24187, 1502, 15),
    Segment::new(16, 19, 22703, 1389, 11),
    Segment::new(20, 23, 21322, 1288, 12),
    Segment::new(24, 27, 20037, 1205, 11),
    Segment::new(28, 31, 18836, 1126, 10),
    Segment::new(32, 35, 17709, 1051, 7),
    Segment::new(36, 39, 16644, 982, 7),
    Segment::new(40, 43, 15648, 929, 7),
    Segment::new(44, 47, 14706, 880, 7),
    Segment::new(48, 49, 13811, 841, 9),
    Segment::new(50, 51, 13815, 841, 9),
    Segment::new(52, 55, 12966, 792, 9),
    Segment::new(56, 59, 12161, 745, 4),
    Segment::new(60, 61, 11395, 706, 8),
    Segment::new(62, 63, 11403, 738, 12),
    Segment::new(64, 67, 10433, 1363, 15),
    Segment::new(68, 71, 9090, 1243, 15),
    Segment::new(72, 75, 7858, 1144, 13),
    Segment::new(76, 79, 6723, 1051, 11),
    Segment::new(80, 83, 5672, 970, 9),
    Segment::new(84, 87, 4697, 905, 11),
    Segment::new(88, 91, 3788, 842, 8),
    Segment::new(92, 95, 2938, 786, 9),
    Segment::new(96, 99, 2142, 731, 4),
    Segment::new(100, 103, 1392, 688, 5),
    Segment::new(104, 107, 689, 640, 1),
    Segment::new(108, 111, 18, 611, 5),
    Segment::new(112, 115, 64922, 571, 3),
    Segment::new(116, 119, 64324, 544, 5),
    Segment::new(120, 123, 63755, 514, 2),
    Segment::new(124, 127, 63215, 483, 2),
];
