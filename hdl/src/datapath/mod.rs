//! One file per operation, each a list of stages.

mod add;
mod behaviour;
mod finish;
mod fma;
mod mul;

use halfpipe_isa::Operation;

use crate::net::{Builder, Net, Netlist};
use crate::stage::flush_subnormal;

pub use behaviour::{Behaviour, Formats};

/// Builds one lane: its operands are the netlist's inputs `a`, `b`, `c`, as far as the operation has them, and its
/// result is the output `d`.
pub fn build(behaviour: &Behaviour) -> Netlist {
    let builder = Builder::new();
    let n = &builder;
    let operand = |name| n.input(name, behaviour.formats.operand.width());
    let result = match behaviour.operation {
        Operation::Add | Operation::Sub => add::add(n, behaviour, operand("a"), operand("b")),
        Operation::Mul => mul::mul(n, behaviour, operand("a"), operand("b")),
        Operation::Fma => fma::fma(n, behaviour, operand("a"), operand("b"), operand("c")),
        _ => todo!(),
    };
    n.output("d", result);
    builder.finish()
}

/// The operand as the arithmetic sees it: flushed under `.ftz`.
fn flushed<'n>(behaviour: &Behaviour, name: &str, value: Net<'n>) -> Net<'n> {
    if behaviour.flush {
        flush_subnormal(name, behaviour.formats.operand, value)
    } else {
        value
    }
}
