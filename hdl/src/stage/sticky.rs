//! Sticky: what a right shift loses, kept as one bit.

use crate::net::Net;

/// Shifts right and sets the lowest bit of the result where any bit that was shifted out, or stood there, was 1.
///
/// Rounding and the sign of a difference need to know of the lost bits only whether they were all zero.
pub fn shift_right_sticky<'n>(value: Net<'n>, amount: Net<'n>) -> Net<'n> {
    let builder = value.builder();
    let width = value.width();
    // As many bits of the amount as shift by less than the width; any higher one shifts everything out.
    let near_bits = (u32::BITS - (width - 1).leading_zeros()).min(amount.width());
    let mut shifted = value;
    let mut lost = builder.zero();
    for position in 0..near_bits {
        let by = amount.bit(position);
        let distance = 1 << position;
        lost = lost | (by & shifted.low(distance).any());
        shifted = by.select(shifted.high(width - distance).zero_extend(width), shifted);
    }
    if amount.width() > near_bits {
        let far = amount.high(amount.width() - near_bits).any();
        lost = lost | (far & value.any());
        shifted = shifted.only_if(!far);
    }
    shifted.high(width - 1).join(shifted.bit(0) | lost)
}
