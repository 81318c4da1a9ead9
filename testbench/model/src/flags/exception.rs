//! The IEEE 754 exceptions as bits of a word.

/// NV: the operation has no defined result, or an operand is a signalling NaN.
pub const INVALID: u64 = 1 << 4;
/// DZ: an exact infinity of finite operands.
pub const DIVIDE_BY_ZERO: u64 = 1 << 3;
/// OF: the result, rounded as if exponents had no bound, is above the largest number.
pub const OVERFLOW: u64 = 1 << 2;
/// UF: the result is tiny and inexact.
pub const UNDERFLOW: u64 = 1 << 1;
/// NX: the result is inexact.
pub const INEXACT: u64 = 1;
