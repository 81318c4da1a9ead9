//! Stages of the datapaths, one file each.
//!
//! A stage is a function from named bundles of nets to a named bundle. Widths derive from the format.

mod align;
mod carry;
mod denormalise;
mod flags;
mod flush;
mod leading_one;
mod leading_zeros;
mod modifiers;
mod multiply;
mod normalise;
mod one_hot_shift;
mod order;
mod pack;
mod polynomial;
mod raw;
mod round;
mod round_at_random;
mod round_to;
mod rounding_mode;
mod shift;
pub mod step;
mod trailing_zeros;
mod unpack;
mod widen;

pub use align::{align, Aligned, EXTRA_BITS};
pub use carry::add_with_both;
pub use denormalise::denormalise;
pub use flags::{round_to_with_flags, Flags};
pub use flush::flush_subnormal;
pub use leading_one::{shift_to_leading_one, LeadingOne};
pub use leading_zeros::count_leading_zeros;
pub use modifiers::{force_out_of_bounds, is_out_of_bounds, relu, saturate};
pub use multiply::{product, small_product, sum_of_rows, Multiplier};
pub use normalise::{is_nonzero, normalise, Normalised, UnnormalisedSum};
pub use one_hot_shift::OneHotShift;
pub use order::{compare_pairs, order, Ordered};
pub use pack::{overflows_to_infinity, pack, Limits, Special};
pub use polynomial::{add_base, look_up, look_up_known, multiply_offset, oriented, slope_at, Coefficients};
pub use raw::{signed_width, Exponent, Raw};
pub use round::{round, round_unless, Carry, Rounded, Unrounded};
pub use round_at_random::{round_at_random, Lost};
pub use round_to::round_to;
pub use rounding_mode::{RoundingMode, SelectedRounding};
pub use shift::{is_above, shift_left_to_top, shift_right_cut, shift_right_sticky, StickyLeftShift, Top};
pub use trailing_zeros::count_trailing_zeros;
pub use unpack::{unpack, Unpacked};
pub use widen::widen;
