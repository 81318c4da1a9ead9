//! One file per operation, each a list of stages.

pub(crate) mod add;
mod behaviour;
pub(crate) mod ex2;
mod finish;
pub(crate) mod fma;
pub(crate) mod min_max;
pub(crate) mod mul;
pub(crate) mod sign;
pub(crate) mod tanh;

use halfpipe_isa::{Content, Operand, Operation, Signature};

use crate::format::Format;
use crate::net::{encoded, signed, unsigned, Builder, Label, Net, Netlist, Scope};
use crate::stage::flush_subnormal;

pub use behaviour::Behaviour;

/// Builds one lane: its operands are the netlist's inputs `a`, `b`, `c`, as far as the operation has them, and its
/// result is the output `d`.
pub fn build(behaviour: &Behaviour) -> Netlist {
    let builder = Builder::new();
    let n = builder.scope();
    let input = |name, format: Format| builder.input(format.number(name), format.width());
    let operand = |name| input(name, behaviour.formats.operand);
    let addend = |name| input(name, behaviour.formats.result);
    let result = match behaviour.operation {
        Operation::Add | Operation::Sub => {
            let second = if behaviour.is_mixed() { "c" } else { "b" };
            add::add(n, behaviour, operand("a"), (second, addend(second)))
        }
        Operation::Mul => mul::mul(n, behaviour, operand("a"), operand("b")),
        Operation::Fma => fma::fma(n, behaviour, operand("a"), operand("b"), addend("c")),
        Operation::Min | Operation::Max => min_max::min_max(n, behaviour, operand("a"), operand("b")),
        Operation::Neg | Operation::Abs => sign::sign(n, behaviour, operand("a")),
        Operation::Tanh => tanh::tanh(n, behaviour.formats.operand, operand("a")),
        Operation::Ex2 => ex2::ex2(n, behaviour.formats.operand, operand("a")),
    };
    builder.output("d", result);
    builder.finish()
}

/// Builds a function of this signature: its operands are the netlist's inputs, and what `datapath` makes of them its
/// outputs, both in the order and under the names of the signature.
pub fn of_signature(
    signature: &Signature,
    datapath: impl for<'n> FnOnce(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>,
) -> Netlist {
    let builder = Builder::new();
    let input = |operand: &Operand| builder.input(label(operand), operand.width());
    let operands: Vec<Net> = signature.operands().iter().map(input).collect();
    let results = datapath(builder.scope(), &operands);
    for (register, net) in signature.results().iter().zip(results) {
        builder.output(register.name, net);
    }
    builder.finish()
}

/// The name of an operand, and how it is to be shown.
fn label(operand: &Operand) -> Label {
    match operand.content {
        Content::Number(element) => encoded(operand.name, element.name()),
        Content::Unsigned(_) => unsigned(operand.name),
        Content::Signed(_) => signed(operand.name),
        Content::Bits(_) | Content::Predicate => operand.name.into(),
    }
}

/// The operand as the arithmetic sees it: flushed under `.ftz`.
fn flushed<'n>(n: Scope<'n>, behaviour: &Behaviour, name: &str, value: Net<'n>) -> Net<'n> {
    if behaviour.flush {
        flush_subnormal(n, name, behaviour.formats.operand, value)
    } else {
        value
    }
}
