//! Functions of one operand that PTX does not have on halves.

use halfpipe_isa::{FloatFormat, Operation};

use crate::datapath::outcome::Outcome;
use crate::datapath::{encoded, exp, log, rsqrt, sine};
use crate::net::{Net, Scope};

/// Computes a function of a number in f16 or bf16.
///
/// # Panics
///
/// Panics if the operation is none of these functions.
pub fn elementary<'n>(
    n: Scope<'n>,
    operation: Operation,
    format: FloatFormat,
    a: Net<'n>,
    with_flags: bool,
) -> Outcome<'n> {
    match operation {
        Operation::Rsqrt => rsqrt::rsqrt(n, format, a, with_flags),
        Operation::Exp => exp::exp(n, format, a, with_flags),
        Operation::Lg2 | Operation::Log => log::log(n, operation, format, a, with_flags),
        Operation::Sigmoid | Operation::Silu | Operation::Gelu | Operation::Erf => {
            encoded::encoded(n, operation, format, a, with_flags)
        }
        Operation::Sin | Operation::Cos => {
            let cosine = n.constant(u64::from(operation == Operation::Cos), 1);
            sine::sine(n, cosine, format, a, with_flags)
        }
        _ => panic!("{operation} is not an elementary function"),
    }
}
