//! Datapaths: one file per operation or kind of operation, each a list of stages.

pub(crate) mod add;
pub(crate) mod comparison;
pub(crate) mod conversion;
pub(crate) mod div;
pub(crate) mod dot;
pub(crate) mod elementary;
mod encoded;
pub(crate) mod ex2;
mod exp;
pub(crate) mod finish;
mod flush;
pub(crate) mod fma;
pub(crate) mod half_operand;
pub mod iterative;
mod lane_config;
mod log;
pub(crate) mod min_max;
pub(crate) mod mul;
pub(crate) mod outcome;
pub(crate) mod riscv;
mod rsqrt;
pub(crate) mod sign;
pub(crate) mod sine;
pub(crate) mod sqrt;
pub(crate) mod tanh;

use halfpipe_isa::{ElementType, Operand, Operation, RegisterPart, Signature};

use crate::format::HardwareFormat;
use crate::net::{signed, unsigned, Builder, Label, Net, Netlist, PortPart, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding};

use half_operand::HalfOperand;
pub use lane_config::{LaneConfig, LaneFunction, Optimisation};
use outcome::Outcome;

/// Builds one lane of an instruction. A comparison, a conversion or an instruction with flags is built with all lanes,
/// because they share a predicate or the flags. The operands are the inputs of the netlist and the results its outputs,
/// under the names and in the order of the instruction's signature.
pub fn build(config: &LaneConfig) -> Netlist {
    let signature = config.signature();
    match &config.function {
        LaneFunction::Arithmetic => arithmetic(signature, config),
        _ => build_function(signature, |n, operands| {
            let (rounding, operands) = split_rounding(n, config, operands);
            results(n, config, rounding, operands)
        }),
    }
}

/// Returns the results of all lanes, and the flags behind them if there are some. The operands are without a rounding.
pub fn results<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    operands: &[Net<'n>],
) -> Vec<Net<'n>> {
    match &config.function {
        LaneFunction::Arithmetic => join_lanes(n, config.lanes, operands, |n, operands| {
            lane(n, config, rounding, operands)
        }),
        LaneFunction::Comparison(comparison) => comparison.results(n, config, operands),
        LaneFunction::Conversion(conversion) => conversion.outcome(n, config, rounding, operands).results(),
        LaneFunction::Dot(dot) => vec![dot.result(n, config, operands)],
    }
}

/// Builds the lanes of arithmetic.
fn arithmetic(signature: &Signature, config: &LaneConfig) -> Netlist {
    let lanes = config.lanes;
    let input = |operand: &Operand| {
        if operand.is_shared() {
            return (label(operand), operand.width());
        }
        if !matches!(operand.element_type, ElementType::Number(_)) {
            return (label(operand), operand.width());
        }
        let format = config.format(operand);
        match lanes {
            1 => (format.number(operand.name), format.width()),
            _ => (operand.name.into(), lanes * format.width()),
        }
    };
    connect(signature, input, |n, operands| {
        let (rounding, operands) = split_rounding(n, config, operands);
        results(n, config, rounding, operands)
    })
}

/// Returns the rounding, which is the last operand if it is a port, and the other operands.
fn split_rounding<'n, 'o>(
    n: Scope<'n>,
    config: &LaneConfig,
    operands: &'o [Net<'n>],
) -> (RoundingMode<'n>, &'o [Net<'n>]) {
    match operands.split_last() {
        Some((port, operands)) if config.rounding_port => {
            let selected = SelectedRounding::from_port(n, *port);
            (RoundingMode::Selected(selected), operands)
        }
        _ => (RoundingMode::Fixed(config.rounding), operands),
    }
}

/// Builds one lane of arithmetic.
fn lane<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, operands: &[Net<'n>]) -> Outcome<'n> {
    let format = config.formats.operand;
    match config.operation {
        Operation::Add | Operation::Sub => {
            let addend = config.signature().operands()[1].name;
            add::add(n, config, rounding, operands[0], (addend, operands[1]))
        }
        Operation::Mul => mul::mul(n, config, rounding, operands[0], operands[1]),
        Operation::Fma => fma::fma(n, config, rounding, operands[0], operands[1], operands[2]),
        Operation::Min | Operation::Max | Operation::Fminm | Operation::Fmaxm => {
            min_max::min_max(n, config, operands[0], operands[1])
        }
        Operation::Neg | Operation::Abs => Outcome {
            value: sign::sign(n, config, operands[0]),
            flags: None,
        },
        Operation::Tanh => tanh::tanh(n, HalfOperand::fixed(format, operands[0]), config.flags),
        Operation::Ex2 => ex2::ex2(n, HalfOperand::fixed(format, operands[0]), config.flags),
        Operation::Div => div::div(n, config, rounding, operands[0], operands[1]),
        Operation::Rcp => div::rcp(n, config, rounding, operands[0]),
        Operation::Sqrt => sqrt::sqrt(n, config, rounding, operands[0]),
        own if own.is_riscv_only() => riscv::lane(n, config, rounding, operands),
        Operation::Set | Operation::Setp | Operation::Cvt => unreachable!("those are built otherwise"),
        operation => elementary::elementary(n, operation, format, operands[0], config.flags),
    }
}

/// Builds all lanes of arithmetic side by side, and the flags that any of them raises.
fn join_lanes<'n>(
    n: Scope<'n>,
    lanes: u32,
    operands: &[Net<'n>],
    lane: impl Fn(Scope<'n>, &[Net<'n>]) -> Outcome<'n>,
) -> Vec<Net<'n>> {
    if lanes == 1 {
        return lane(n, operands).results();
    }
    let of_lane = |number: u32| {
        let share = |operand: &Net<'n>| {
            let bits = operand.width() / lanes;
            operand.slice(number * bits, bits)
        };
        let operands: Vec<Net> = operands.iter().map(share).collect();
        lane(n.scope(&format!("lane{number}")), &operands)
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
pub fn build_function(
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
    let operands = signature.operands().iter().map(|operand| {
        let (label, width) = input(operand);
        match operand.part {
            None => builder.input(label, width),
            Some(part) => builder.input_part(label, width, port_part(part)),
        }
    });
    let operands: Vec<Net> = operands.collect();
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

/// Returns the place of an operand in its port.
fn port_part(part: RegisterPart) -> PortPart {
    PortPart {
        port: part.register.to_owned(),
        low: part.low,
        width: part.width,
    }
}

/// Returns the name of an operand, and how it is displayed.
fn label(operand: &Operand) -> Label {
    match operand.element_type {
        ElementType::Number(format) => format.number(operand.name),
        ElementType::Unsigned(_) => unsigned(operand.name),
        ElementType::Signed(_) => signed(operand.name),
        ElementType::Small(_)
        | ElementType::Bits(_)
        | ElementType::Predicate
        | ElementType::Flags
        | ElementType::Rounding => operand.name.into(),
    }
}
