//! One file per operation or kind of operation, each a list of stages.

pub(crate) mod add;
mod behaviour;
pub(crate) mod comparison;
pub(crate) mod conversion;
pub(crate) mod ex2;
mod finish;
pub(crate) mod fma;
pub(crate) mod min_max;
pub(crate) mod mul;
pub(crate) mod sign;
pub(crate) mod tanh;

use halfpipe_isa::{Content, Operand, Operation, Signature};

use crate::net::{encoded, signed, unsigned, Builder, Label, Net, Netlist, Scope};
use crate::stage::flush_subnormal;

pub use behaviour::Behaviour;

/// Builds one lane of an instruction, or all lanes of a comparison, which share a predicate, or of a conversion: its operands are the netlist's
/// inputs and its results the outputs, under the names and in the order of the instruction's signature.
pub fn build(behaviour: &Behaviour) -> Netlist {
    let signature = behaviour.signature();
    if let Some(comparison) = behaviour.comparison {
        return of_signature(signature, |n, operands| comparison.results(n, behaviour, operands));
    }
    if let Some(conversion) = behaviour.conversion {
        return of_signature(signature, |n, operands| vec![conversion.result(n, behaviour, operands)]);
    }
    let input = |operand: &Operand| {
        let format = behaviour.format(operand);
        (format.number(operand.name), format.width())
    };
    connect(signature, input, |n, operands| {
        let format = behaviour.formats.operand;
        let result = match behaviour.operation {
            Operation::Add | Operation::Sub => {
                let addend = signature.operands()[1].name;
                add::add(n, behaviour, operands[0], (addend, operands[1]))
            }
            Operation::Mul => mul::mul(n, behaviour, operands[0], operands[1]),
            Operation::Fma => fma::fma(n, behaviour, operands[0], operands[1], operands[2]),
            Operation::Min | Operation::Max => min_max::min_max(n, behaviour, operands[0], operands[1]),
            Operation::Neg | Operation::Abs => sign::sign(n, behaviour, operands[0]),
            Operation::Tanh => tanh::tanh(n, format, operands[0]),
            Operation::Ex2 => ex2::ex2(n, format, operands[0]),
            Operation::Set | Operation::Setp | Operation::Cvt => unreachable!("those were built above"),
        };
        vec![result]
    })
}

/// Builds a function of this signature: its operands are the netlist's inputs, and what `datapath` makes of them its
/// outputs, both in the order and under the names of the signature.
pub fn of_signature(
    signature: &Signature,
    datapath: impl for<'n> FnOnce(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>,
) -> Netlist {
    connect(signature, |operand| (label(operand), operand.width()), datapath)
}

/// Puts a datapath between inputs, each of which has the label and the width that `input` gives the operand, and the
/// results of a signature.
fn connect(
    signature: &Signature,
    input: impl Fn(&Operand) -> (Label, u32),
    datapath: impl for<'n> FnOnce(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>,
) -> Netlist {
    let builder = Builder::new();
    let inputs = signature.operands().iter().map(input);
    let operands: Vec<Net> = inputs.map(|(label, width)| builder.input(label, width)).collect();
    let results = datapath(builder.scope(), &operands);
    assert_eq!(
        results.len(),
        signature.results().len(),
        "a net for each result of {signature}"
    );
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
        Content::Small(_) | Content::Bits(_) | Content::Predicate => operand.name.into(),
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
