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

/// Inputs of a lane.
#[derive(Clone, Copy)]
pub struct LaneInputs<'n> {
    /// The first operand.
    pub a: Net<'n>,
    /// The second operand.
    pub b: Net<'n>,
    /// The addend in half precision.
    pub c: Net<'n>,
    /// The addend of mixed precision, in the lane that has one.
    pub c_wide: Option<Net<'n>>,
    /// The predicate of set and setp, the same in all lanes.
    pub predicate: Net<'n>,
}

/// Builds the datapaths that these instructions need, side by side. The result has 32 bits, with flags if any
/// instruction has some.
pub fn lane<'n>(
    n: Scope<'n>,
    instructions: &[Instruction],
    controls: Controls<'n>,
    multiplier: Multiplier,
    inputs: LaneInputs<'n>,
) -> Outcome<'n> {
    let unpacked = |name: &str, value| unpack_half(n, name, controls.bf16, controls.flush, value);
    let lane = Lane {
        n,
        instructions,
        controls,
        inputs,
        a: unpacked("a", inputs.a),
        b: unpacked("b", inputs.b),
        with_flags: have_flags(instructions),
    };
    let of_arithmetic = lane.arithmetic(multiplier);
    let needed = DATAPATHS.iter().filter(|datapath| lane.has(datapath.operations));
    let others = needed.map(|datapath| {
        let result = (datapath.build)(&lane);
        offered(n, datapath.name, (datapath.select)(controls), result)
    });
    let candidates: Vec<ResultCandidate> = of_arithmetic.into_iter().chain(others).collect();
    choose_result(n, &candidates, lane.with_flags)
}

/// A datapath of a lane beside its arithmetic.
struct Datapath {
    /// The name in the selection.
    name: &'static str,
    /// The operations that it computes.
    operations: &'static [Operation],
    /// The control that selects it.
    select: for<'n> fn(Controls<'n>) -> Net<'n>,
    build: for<'n> fn(&Lane<'n, '_>) -> Outcome<'n>,
}

/// Defines the datapaths: for each the name, the operations, the control that selects it and the function that builds it.
macro_rules! datapaths {
    ($($name:literal: $($operation:ident)|+, $control:ident, $build:expr;)*) => {
        /// The datapaths beside arithmetic, in the order of their results.
        const DATAPATHS: &[Datapath] = &[$(Datapath {
            name: $name,
            operations: &[$(Operation::$operation),+],
            select: |controls| controls.$control,
            build: $build,
        },)*];
    };
}

datapaths! {
    "min_max": Min | Max, choice, |lane| lane.min_max();
    "sign": Neg | Abs, sign, |lane| lane.sign();
    "comparison": Set | Setp, compare, |lane| lane.comparison();
    "div": Div | Rcp, divide, |lane| lane.division();
    "sqrt": Sqrt, root, |lane| lane.root();
    "tanh": Tanh, tanh, |lane| tanh::tanh(lane.n.scope("tanh"), lane.half_operand(Operation::Tanh), lane.with_flags);
    "ex2": Ex2, ex2, |lane| ex2::ex2(lane.n.scope("ex2"), lane.half_operand(Operation::Ex2), lane.with_flags);
    "rsqrt": Rsqrt, rsqrt, |lane| lane.elementary(Operation::Rsqrt);
    "lg2": Lg2, lg2, |lane| lane.elementary(Operation::Lg2);
    "exp": Exp, exp, |lane| lane.elementary(Operation::Exp);
    "log": Log, log, |lane| lane.elementary(Operation::Log);
    "sigmoid": Sigmoid, sigmoid, |lane| lane.elementary(Operation::Sigmoid);
    "silu": Silu, silu, |lane| lane.elementary(Operation::Silu);
    "gelu": Gelu, gelu, |lane| lane.elementary(Operation::Gelu);
    "erf": Erf, erf, |lane| lane.elementary(Operation::Erf);
    "sine": Sin | Cos, sine, |lane| lane.sine();
}

/// A lane under construction.
struct Lane<'n, 'i> {
    n: Scope<'n>,
    instructions: &'i [Instruction],
    controls: Controls<'n>,
    inputs: LaneInputs<'n>,
    /// The unpacked first operand.
    a: Unpacked<'n>,
    /// The unpacked second operand.
    b: Unpacked<'n>,
    with_flags: bool,
}

impl<'n> Lane<'n, '_> {
    /// True if there is an instruction with one of these operations.
    fn has(&self, operations: &[Operation]) -> bool {
        let mut instructions = self.instructions.iter();
        instructions.any(|instruction| operations.contains(&instruction.operation()))
    }

    /// Computes sums and products. Returns None if no instruction needs them.
    fn arithmetic(&self, multiplier: Multiplier) -> Option<ResultCandidate<'n>> {
        let (n, controls, inputs) = (self.n, self.controls, self.inputs);
        let results = Results::from_instructions(self.instructions);
        if !results.any() {
            return None;
        }
        // The OOB NaN is the same in both formats.
        let found = is_out_of_bounds(n, FloatFormat::F16, inputs.a, inputs.b);
        let stage = n.stage(step::OUT_OF_BOUNDS);
        let out_of_bounds = (found & controls.out_of_bounds).named(hidden("forced"));
        drop(stage);
        let operands = Operands {
            a: self.a,
            b: self.b,
            c: unpack_half(n, "c", controls.bf16, controls.flush, inputs.c),
            c_wide: inputs.c_wide.filter(|_| results.f32.is_some()),
            out_of_bounds,
        };
        let result = arithmetic(n, &results, controls, multiplier, operands, self.with_flags);
        Some(offered(n, "arithmetic", controls.arithmetic(), result))
    }

    fn min_max(&self) -> Outcome<'n> {
        let operands = [self.a, self.b];
        let choice = Choice {
            larger: self.controls.larger,
            propagate_nan: self.controls.propagate_nan,
            xor_sign: self.controls.xor_sign,
        };
        let take_a = compare(self.n, choice, self.a, self.b);
        // The canonical NaN is the same in both formats.
        let format = FloatFormat::F16;
        Outcome {
            value: choose(self.n, format, choice, take_a, operands, Label::from("result")),
            flags: self.with_flags.then(|| flags_of_signalling(self.n, &operands)),
        }
    }

    fn sign(&self) -> Outcome<'n> {
        Outcome {
            value: with_sign(self.n, self.controls.negate, self.a, Label::from("result")),
            flags: None,
        }
    }

    fn comparison(&self) -> Outcome<'n> {
        let (n, controls) = (self.n, self.controls);
        Outcome {
            value: comparison(n, controls, self.inputs.predicate, self.a, self.b),
            flags: self
                .with_flags
                .then(|| flags_of_comparison(n, controls, self.a, self.b)),
        }
    }

    fn division(&self) -> Outcome<'n> {
        let formats = self.function_formats(&[Operation::Div, Operation::Rcp]);
        let operands = [self.a, self.b];
        division(self.n.scope("div"), formats, self.controls, operands, self.with_flags)
    }

    fn root(&self) -> Outcome<'n> {
        let formats = self.function_formats(&[Operation::Sqrt]);
        root(self.n.scope("sqrt"), formats, self.controls, self.a, self.with_flags)
    }

    /// Computes a function that has a datapath for each format.
    fn elementary(&self, operation: Operation) -> Outcome<'n> {
        let n = self.n.scope(&operation.to_string());
        function(n, self.function_formats(&[operation]), self.controls, |n, format| {
            elementary(n, operation, format, self.inputs.a, self.with_flags)
        })
    }

    fn sine(&self) -> Outcome<'n> {
        let formats = self.function_formats(&[Operation::Sin, Operation::Cos]);
        function(self.n.scope("sine"), formats, self.controls, |n, format| {
            sine(n, self.controls.cosine, format, self.inputs.a, self.with_flags)
        })
    }

    /// Returns the formats of the instructions with one of these operations, of which there are some.
    fn function_formats(&self, operations: &[Operation]) -> FunctionFormats {
        FunctionFormats::from_operations(self.instructions, operations).expect("a datapath has instructions")
    }

    /// Returns the operand of a function that has one datapath for all its formats.
    fn half_operand(&self, operation: Operation) -> HalfOperand<'n> {
        let of_operation = self.instructions.iter().filter(|one| one.operation() == operation);
        let mut formats = of_operation.map(|instruction| instruction.ty().operand_format());
        let first = formats.next().expect("a datapath has instructions");
        if formats.all(|format| format == first) {
            HalfOperand::fixed(first, self.inputs.a)
        } else {
            HalfOperand::selected(self.controls.bf16, self.inputs.a, self.a)
        }
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

/// Returns the result of the selected datapath, or 0 if none is selected.
fn choose_result<'n>(n: Scope<'n>, candidates: &[ResultCandidate<'n>], with_flags: bool) -> Outcome<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let value = candidates.iter().fold(n.constant(0, 32), |sum, offered| {
        (sum | offered.value.only_if(offered.asked)).named(hidden("chosen_so_far"))
    });
    let value = value.named("result");
    let flags = candidates
        .iter()
        .filter_map(|offered| Some(offered.flags?.only_if(offered.asked)));
    let flags = flags.fold(n.constant(0, FLAG_BITS), |all, flags| all | flags);
    Outcome {
        value,
        flags: with_flags.then(|| flags.named("flags")),
    }
}
