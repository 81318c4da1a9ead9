//! The NaN of elements outside a tensor, which `.oob` turns into zero.

use crate::format::FloatFormat;

impl FloatFormat {
    /// Returns the magnitude of the NaN that marks an element outside a tensor, which `.oob` turns into zero.
    ///
    /// It is the canonical NaN with fraction bit 3 clear: 0x7FF7 in f16 and bf16. If the fraction is too narrow for that
    /// bit, its top bit is clear instead.
    pub const fn out_of_bounds_nan(self) -> u32 {
        let cleared = if self.fraction_bits > 3 {
            3
        } else {
            self.fraction_bits - 1
        };
        self.magnitude_mask() - (1 << cleared)
    }

    /// True if `bits` is the out-of-bounds NaN, of either sign.
    pub const fn is_out_of_bounds_nan(self, bits: u32) -> bool {
        bits & self.magnitude_mask() == self.out_of_bounds_nan()
    }
}
