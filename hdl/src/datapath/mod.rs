//! Datapaths: one file per operation or kind of operation, each a list of stages.

pub(crate) mod add;
mod behaviour;
pub(crate) mod comparison;
pub(crate) mod conversion;
pub(crate) mod ex2;
mod finish;
pub(crate) mod fma;
pub(crate) mod half;
pub(crate) mod min_max;
pub(crate) mod mul;
pub(crate) mod outcome;
pub(crate) mod sign;
pub(crate) mod tanh;

use halfpipe_isa::{ElementType, Operand, Operation, Signature};

use crate::format::HardwareFormat;
use crate::net::{signed, unsigned, Builder, Label, Net, Netlist, Scope};
use crate::stage::{flush_subnormal, step};

pub use behaviour::Behaviour;
use half::Half;
use outcome::Outcome;

/// Builds one lane of an instruction. A comparison, a conversion or an instruction with flags is built with all lanes,
/// because they share a predicate or the flags. The operands are the inputs of the netlist and the results its outputs,
/// under the names and in the order of the instruction's signature.
pub fn build(behaviour: &Behaviour) -> Netlist {
    let signature = behaviour.signature();
    if let Some(comparison) = behaviour.comparison {
        return of_signature(signature, |n, operands| comparison.results(n, behaviour, operands));
    }
    if let Some(conversion) = behaviour.conversion {
        return of_signature(signature, |n, operands| {
            conversion.outcome(n, behaviour, operands).results()
        });
    }
    let lanes = match behaviour.flags {
        // One output has the flags of all lanes, so the lanes form one netlist.
        true => behaviour.lanes,
        false => 1,
    };
    let input = |operand: &Operand| {
        let format = behaviour.format(operand);
        match lanes {
            1 => (format.number(operand.name), format.width()),
            _ => (operand.name.into(), lanes * format.width()),
        }
    };
    connect(signature, input, |n, operands| match lanes {
        1 => lane(n, behaviour, operands).results(),
        _ => all_lanes(n, behaviour, lanes, operands),
    })
}

/// Builds one lane of arithmetic.
fn lane<'n>(n: Scope<'n>, behaviour: &Behaviour, operands: &[Net<'n>]) -> Outcome<'n> {
    let format = behaviour.formats.operand;
    match behaviour.operation {
        Operation::Add | Operation::Sub => {
            let addend = behaviour.signature().operands()[1].name;
            add::add(n, behaviour, operands[0], (addend, operands[1]))
        }
        Operation::Mul => mul::mul(n, behaviour, operands[0], operands[1]),
        Operation::Fma => fma::fma(n, behaviour, operands[0], operands[1], operands[2]),
        Operation::Min | Operation::Max => min_max::min_max(n, behaviour, operands[0], operands[1]),
        Operation::Neg | Operation::Abs => Outcome {
            value: sign::sign(n, behaviour, operands[0]),
            flags: None,
        },
        Operation::Tanh => tanh::tanh(n, Half::known(format, operands[0]), behaviour.flags),
        Operation::Ex2 => ex2::ex2(n, Half::known(format, operands[0]), behaviour.flags),
        Operation::Set | Operation::Setp | Operation::Cvt => unreachable!("those are built otherwise"),
    }
}

/// Builds all lanes of arithmetic side by side, and the flags that any of them raises.
fn all_lanes<'n>(n: Scope<'n>, behaviour: &Behaviour, lanes: u32, operands: &[Net<'n>]) -> Vec<Net<'n>> {
    let of_lane = |number: u32| {
        let share = |operand: &Net<'n>| {
            let bits = operand.width() / lanes;
            operand.slice(number * bits, bits)
        };
        let operands: Vec<Net> = operands.iter().map(share).collect();
        lane(n.scope(&format!("lane{number}")), behaviour, &operands)
    };
    let outcomes: Vec<Outcome> = (0..lanes).map(of_lane).collect();
    let _stage = n.stage(step::RESULT_OF_LANES);
    let values = outcomes.iter().map(|outcome| outcome.value);
    let flags = outcomes.iter().filter_map(|outcome| outcome.flags);
    let value = values.reduce(|low, high| high.join(low));
    let flags = flags.reduce(|one, other| one | other);
    let value = value.expect("there is a lane").named("result");
    [Some(value), flags.map(|flags| flags.named("flags"))]
        .into_iter()
        .flatten()
        .collect()
}

/// Builds a function of this signature. Its operands are the inputs of the netlist, and the results of `datapath` are
/// the outputs. Both have the order and names of the signature.
pub fn of_signature(
    signature: &Signature,
    datapath: impl for<'n> FnOnce(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>,
) -> Netlist {
    connect(signature, |operand| (label(operand), operand.width()), datapath)
}

/// Connects a datapath to inputs and to the results of a signature. `input` gives the label and width of each operand's
/// input.
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

/// Returns the name of an operand, and how it is displayed.
fn label(operand: &Operand) -> Label {
    match operand.element_type {
        ElementType::Number(format) => format.number(operand.name),
        ElementType::Unsigned(_) => unsigned(operand.name),
        ElementType::Signed(_) => signed(operand.name),
        ElementType::Small(_) | ElementType::Bits(_) | ElementType::Predicate | ElementType::Flags => {
            operand.name.into()
        }
    }
}

/// Flushes the operand of an arithmetic operation under `.ftz`.
fn flushed<'n>(n: Scope<'n>, behaviour: &Behaviour, name: &str, value: Net<'n>) -> Net<'n> {
    if behaviour.flush {
        flush_subnormal(n, name, behaviour.formats.operand, value)
    } else {
        value
    }
}
