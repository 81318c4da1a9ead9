//! The choice of a conversion.

use halfpipe_isa::FloatFormat;

use crate::datapath::outcome::Outcome;
use crate::net::{hidden, Builder, Net, Scope};
use crate::stage::{step, SelectedRounding};
use crate::zfh::encoding::{F2F, F2I, I2F};
use crate::zfh::half::format_code;
use crate::zfh::spec::ZfhSpec;

/// Inputs that select a conversion.
#[derive(Clone, Copy)]
pub struct Selection<'n> {
    pub to_integer: Net<'n>,
    pub from_integer: Net<'n>,
    pub between_formats: Net<'n>,
    /// 1 for an unsigned integer, and in FROUND for the inexact flag.
    pub unsigned: Net<'n>,
    /// 1 for an integer of 64 bits.
    pub long: Net<'n>,
    pub source: Net<'n>,
    pub target: Net<'n>,
    pub rounding: SelectedRounding<'n>,
}

impl<'n> Selection<'n> {
    /// Makes the inputs of a part of conversions. Returns what they select, then `op` and the operand.
    pub fn from_ports(builder: &'n Builder, spec: &ZfhSpec) -> (Selection<'n>, Net<'n>, Net<'n>) {
        let n = builder.scope();
        let op = builder.input("op", 4);
        let op_mod = builder.input("op_mod", 1);
        let rm = builder.input("rm", 3);
        let source = builder.input("src_fmt", 3);
        let target = builder.input("dst_fmt", 3);
        let int_fmt = builder.input("int_fmt", 2);
        let a = builder.input("a", spec.width());
        let rounding = SelectedRounding::from_port(n, rm);
        let _stage = n.stage(step::DECODE);
        let selection = Selection {
            to_integer: op.equals_constant(F2I).named("to_integer"),
            from_integer: op.equals_constant(I2F).named("from_integer"),
            between_formats: op.equals_constant(F2F).named("between_formats"),
            unsigned: op_mod,
            long: match spec.xlen {
                64 => int_fmt.bit(0),
                _ => n.zero(),
            },
            source,
            target,
            rounding,
        };
        (selection, op, a)
    }

    pub fn has_source(self, format: FloatFormat) -> Net<'n> {
        self.source.equals_constant(format_code(format))
    }

    pub fn has_target(self, format: FloatFormat) -> Net<'n> {
        self.target.equals_constant(format_code(format))
    }
}

/// Returns a number if its conversion is selected, else 0. Above it are ones, or in an integer register its sign.
pub fn offered<'n>(n: Scope<'n>, spec: &ZfhSpec, asked: Net<'n>, outcome: Outcome<'n>) -> Outcome<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let asked = asked.named(hidden("asked"));
    let extended = match spec.width() - outcome.value.width() {
        above @ 1.. if spec.boxes() => n.constant(1, 1).repeat(above).join(outcome.value),
        _ => outcome.value.sign_extend(spec.width()),
    };
    Outcome {
        value: extended.only_if(asked).named(hidden("offered")),
        flags: outcome.flags.map(|flags| flags.only_if(asked)),
    }
}
