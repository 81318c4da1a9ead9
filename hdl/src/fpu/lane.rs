//! One lane of the core: its datapaths side by side, and the selection among their results.

use halfpipe_isa::{FloatFormat, Instruction, Operation};

use crate::datapath::elementary::elementary;
use crate::datapath::half_operand::HalfOperand;
use crate::datapath::min_max::{choose, compare, Choice};
use crate::datapath::outcome::{flags_of_signalling, Outcome};
use crate::datapath::sign::with_sign;
use crate::datapath::sine::sine;
use crate::datapath::{ex2, tanh};
use crate::fpu::arithmetic::{arithmetic, Operands, Results};
use crate::fpu::comparison::{comparison, flags_of_comparison};
use crate::fpu::control::Controls;
use crate::fpu::operand::unpack_half;
use crate::fpu::port::{have_flags, FLAG_BITS};
use crate::fpu::quotient::{division, function, root, FunctionFormats};
use crate::net::{hidden, Label, Net, Scope};
use crate::stage::{is_out_of_bounds, step, Multiplier, Unpacked};

/// Builds the datapaths that these instructions need, side by side. The result has 32 bits, with flags if any
/// instruction has some. A lane has its own `c`, but all lanes have the same `predicate`.
pub fn lane<'n>(
    n: Scope<'n>,
    instructions: &[Instruction],
    controls: Controls<'n>,
    multiplier: Multiplier,
    [a, b, c]: [Net<'n>; 3],
    c_wide: Option<Net<'n>>,
    predicate: Net<'n>,
) -> Outcome<'n> {
    let with_flags = have_flags(instructions);
    let has = |operations: &[Operation]| {
        instructions
            .iter()
            .any(|instruction| operations.contains(&instruction.operation()))
    };
    let unpacked = |name: &str, value| unpack_half(n, name, controls.bf16, controls.flush, value);
    let unpacked_a = unpacked("a", a);
    let unpacked_b = unpacked("b", b);
    let mut results: Vec<ResultCandidate<'n>> = Vec::new();
    let signalling = |operands: &[Unpacked<'n>]| with_flags.then(|| flags_of_signalling(n, operands));

    let formats = Results::from_instructions(instructions);
    if formats.any() {
        // The OOB NaN is the same in both formats.
        let found = is_out_of_bounds(n, FloatFormat::F16, a, b);
        let stage = n.stage(step::OUT_OF_BOUNDS);
        let out_of_bounds = (found & controls.out_of_bounds).named(hidden("forced"));
        drop(stage);
        let c_wide = c_wide.filter(|_| formats.f32.is_some());
        let operands = Operands {
            a: unpacked_a,
            b: unpacked_b,
            c: unpacked("c", c),
            c_wide,
            out_of_bounds,
        };
        let result = arithmetic(n, &formats, controls, multiplier, operands, with_flags);
        let others =
            controls.choice | controls.sign | controls.tanh | controls.ex2 | controls.compare | controls.convert;
        let others = others | controls.divide | controls.root | controls.elementary;
        results.push(offered(n, "arithmetic", !others, result));
    }
    if has(&[Operation::Min, Operation::Max]) {
        let choice = Choice {
            larger: controls.larger,
            propagate_nan: controls.propagate_nan,
            xor_sign: controls.xor_sign,
        };
        let take_a = compare(n, choice, unpacked_a, unpacked_b);
        // The canonical NaN is the same in both formats.
        let format = FloatFormat::F16;
        let result = Outcome {
            value: choose(
                n,
                format,
                choice,
                take_a,
                [unpacked_a, unpacked_b],
                Label::from("result"),
            ),
            flags: signalling(&[unpacked_a, unpacked_b]),
        };
        results.push(offered(n, "min_max", controls.choice, result));
    }
    if has(&[Operation::Neg, Operation::Abs]) {
        let result = Outcome {
            value: with_sign(n, controls.negate, unpacked_a, Label::from("result")),
            flags: None,
        };
        results.push(offered(n, "sign", controls.sign, result));
    }
    if has(&[Operation::Set, Operation::Setp]) {
        let result = Outcome {
            value: comparison(n, controls, predicate, unpacked_a, unpacked_b),
            flags: with_flags.then(|| flags_of_comparison(n, controls, unpacked_a, unpacked_b)),
        };
        results.push(offered(n, "comparison", controls.compare, result));
    }
    if let Some(formats) = FunctionFormats::of_operations(instructions, &[Operation::Div, Operation::Rcp]) {
        let result = division(n.scope("div"), formats, controls, [unpacked_a, unpacked_b], with_flags);
        results.push(offered(n, "div", controls.divide, result));
    }
    if let Some(formats) = FunctionFormats::of_operations(instructions, &[Operation::Sqrt]) {
        let result = root(n.scope("sqrt"), formats, controls, unpacked_a, with_flags);
        results.push(offered(n, "sqrt", controls.root, result));
    }
    type HalfFunction = for<'m> fn(Scope<'m>, HalfOperand<'m>, bool) -> Outcome<'m>;
    let functions: [(Operation, Net<'n>, HalfFunction); 2] = [
        (Operation::Tanh, controls.tanh, tanh::tanh),
        (Operation::Ex2, controls.ex2, ex2::ex2),
    ];
    for (operation, asked, function) in functions {
        let needed = |element: &FloatFormat| {
            instructions.iter().any(|instruction| {
                instruction.operation() == operation && instruction.ty().operand_format() == *element
            })
        };
        let formats: Vec<FloatFormat> = [FloatFormat::F16, FloatFormat::BF16]
            .into_iter()
            .filter(needed)
            .collect();
        let operand = match formats[..] {
            [] => continue,
            [only] => HalfOperand::fixed(only, a),
            _ => HalfOperand::selected(controls.bf16, a, unpacked_a),
        };
        let name = operation.to_string();
        let result = function(n.scope(&name), operand, with_flags);
        results.push(offered(n, &name, asked, result));
    }
    let functions = [
        (Operation::Rsqrt, controls.rsqrt),
        (Operation::Lg2, controls.lg2),
        (Operation::Exp, controls.exp),
        (Operation::Log, controls.log),
        (Operation::Sigmoid, controls.sigmoid),
        (Operation::Silu, controls.silu),
        (Operation::Gelu, controls.gelu),
        (Operation::Erf, controls.erf),
    ];
    for (operation, asked) in functions {
        if let Some(formats) = FunctionFormats::of_operations(instructions, &[operation]) {
            let name = operation.to_string();
            let result = function(n.scope(&name), formats, controls, |n, format| {
                elementary(n, operation, format, a, with_flags)
            });
            results.push(offered(n, &name, asked, result));
        }
    }
    if let Some(formats) = FunctionFormats::of_operations(instructions, &[Operation::Sin, Operation::Cos]) {
        let result = function(n.scope("sine"), formats, controls, |n, format| {
            sine(n, controls.cosine, format, a, with_flags)
        });
        results.push(offered(n, "sine", controls.sine, result));
    }
    let _stage = n.stage(step::CHOOSE_RESULT);
    let nothing = n.constant(0, 32);
    let value = results.iter().fold(nothing, |sum, offered| {
        (sum | offered.value.only_if(offered.asked)).named(hidden("chosen_so_far"))
    });
    let value = value.named("result");
    let flags = results
        .iter()
        .filter_map(|offered| Some(offered.flags?.only_if(offered.asked)));
    let flags = flags.fold(n.constant(0, FLAG_BITS), |all, flags| all | flags);
    Outcome {
        value,
        flags: with_flags.then(|| flags.named("flags")),
    }
}

/// A candidate for the result of a lane, in 32 bits.
struct ResultCandidate<'n> {
    /// 1 if this datapath is selected.
    asked: Net<'n>,
    value: Net<'n>,
    flags: Option<Net<'n>>,
}

/// Returns a datapath's result in 32 bits, with its select bit. `name` is the datapath's.
fn offered<'n>(n: Scope<'n>, name: &str, asked: Net<'n>, result: Outcome<'n>) -> ResultCandidate<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let asked = asked.named(hidden(format!("asks_{name}")));
    // The multiplexer masks the result with this net. Equal nets are made once, so it gets its name here.
    asked.repeat(32).named(hidden(format!("all_of_{name}")));
    ResultCandidate {
        asked,
        value: result.value.zero_extend(32).named(hidden(format!("of_{name}"))),
        flags: result.flags,
    }
}
