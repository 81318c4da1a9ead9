//! Sums whose carry in is the AND of two bits.

use crate::net::{hidden, Net};

/// Returns the sum of two numbers of one width, and one more if both bits of `carry` are 1.
///
/// The bits lie side by side below the numbers, in a place of the carry chain that only passes the carry on. They need
/// no lookup table before the chain. `name` is that of the chain in the Verilog.
pub fn add_with_both<'n>(name: &str, left: Net<'n>, right: Net<'n>, carry: Option<[Net<'n>; 2]>) -> Net<'n> {
    match carry {
        Some([of_left, of_right]) => {
            let left_with_bit = left.join(of_left).named(hidden(format!("{name}_left")));
            let chain = left_with_bit + right.join(of_right);
            chain.named(hidden(name)).high(left.width())
        }
        None => (left + right).named(hidden(name)),
    }
}
