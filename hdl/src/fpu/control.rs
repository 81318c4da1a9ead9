//! Controls that an operation sets in the datapaths.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Operation, Rounding};

use crate::datapath::comparison::{signals_for_every_nan, Outcomes};
use crate::fpu::conversion_kind::{integer, is_apart, shared, Kind};
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, SelectedRounding};

/// Defines the controls: for each its meaning, its name and the instructions that set it.
macro_rules! controls {
    ($($(#[$meaning:meta])* $name:ident = $asks:expr;)*) => {
        /// One bit for each thing that an operation can ask for. A bit on which all operations of a core agree is a constant,
        /// and the hardware for the other case does not exist.
        #[derive(Clone, Copy)]
        pub struct Controls<'n> {
            /// The core has this operation.
            pub op_valid: Net<'n>,
            $($(#[$meaning])* pub $name: Net<'n>,)*
        }

        impl<'n> Controls<'n> {
            /// Decodes `op`, an instruction's position among the operations.
            pub fn decode(n: Scope<'n>, op: Net<'n>, operations: &[Instruction]) -> Controls<'n> {
                let _stage = n.stage(step::DECODE);
                // To the lanes, an instruction in another format is a conversion, which has a datapath of its own.
                let conversion: Instruction = "cvt.f32.f16".parse().expect("PTX has this conversion");
                let of_lanes = |one: &Instruction| if is_apart(*one) { conversion } else { *one };
                let mut word = ControlWord {
                    operations: operations.iter().map(of_lanes).collect(),
                    columns: Vec::new(),
                };
                $(let $name = word.column($asks);)*
                let op_valid = word.op_valid(op.width());
                let bits = word.look_up(n, op);
                Controls {
                    op_valid: bits[op_valid].named("known"),
                    $($name: bits[$name].named(stringify!($name)),)*
                }
            }
        }
    };
}

controls! {
    /// The operands `a` and `b` are bf16, not f16.
    bf16 = |i| i.ty().operand_format() == FloatFormat::BF16;
    /// Mixed precision: `c` and the result are f32.
    wide = |i| i.ty().is_mixed();
    /// The upper lane has a result.
    two_lanes = |i| i.ty().lanes() == 2;
    /// add or sub: the product is a * 1.
    add = is_sum;
    /// The addend is the operand `b`: add and sub in half precision.
    addend_is_b = |i| is_sum(i) && !i.ty().is_mixed();
    /// sub: the addend changes its sign.
    subtract = |i| i.operation() == Operation::Sub;
    /// mul: there is no addend.
    multiply = |i| i.operation() == Operation::Mul;
    /// min or max.
    choice = |i| matches!(i.operation(), Operation::Min | Operation::Max);
    /// max.
    larger = |i| i.operation() == Operation::Max;
    /// neg or abs.
    sign = |i| matches!(i.operation(), Operation::Neg | Operation::Abs);
    /// neg.
    negate = |i| i.operation() == Operation::Neg;
    /// tanh.
    tanh = |i| i.operation() == Operation::Tanh;
    /// ex2.
    ex2 = |i| i.operation() == Operation::Ex2;
    /// div or rcp.
    divide = |i| matches!(i.operation(), Operation::Div | Operation::Rcp);
    /// rcp.
    reciprocal = |i| i.operation() == Operation::Rcp;
    /// sqrt.
    root = |i| i.operation() == Operation::Sqrt;
    /// A function of one operand: those that follow.
    elementary = |i| i.operation().is_elementary();
    /// rsqrt.
    rsqrt = |i| i.operation() == Operation::Rsqrt;
    /// lg2.
    lg2 = |i| i.operation() == Operation::Lg2;
    /// exp.
    exp = |i| i.operation() == Operation::Exp;
    /// log.
    log = |i| i.operation() == Operation::Log;
    /// sigmoid.
    sigmoid = |i| i.operation() == Operation::Sigmoid;
    /// silu.
    silu = |i| i.operation() == Operation::Silu;
    /// gelu.
    gelu = |i| i.operation() == Operation::Gelu;
    /// erf.
    erf = |i| i.operation() == Operation::Erf;
    /// sin or cos.
    sine = |i| matches!(i.operation(), Operation::Sin | Operation::Cos);
    /// cos.
    cosine = |i| i.operation() == Operation::Cos;
    /// `.ftz`, but of ex2, which on bf16 flushes by itself.
    flush = |i| i.has(Modifier::Ftz) && i.operation() != Operation::Ex2;
    /// `.sat`
    saturate = |i| i.has(Modifier::Sat);
    /// `.relu`
    relu = |i| i.has(Modifier::Relu);
    /// `.oob`
    out_of_bounds = |i| i.has(Modifier::Oob);
    /// `.NaN`
    propagate_nan = |i| i.has(Modifier::Nan);
    /// `.xorsign.abs`
    xor_sign = |i| i.has(Modifier::XorsignAbs);
    /// `.rz`
    toward_zero = |i| i.rounding() == Rounding::TowardZero;
    /// `.rm`
    toward_negative = |i| i.rounding() == Rounding::TowardNegative;
    /// set or setp.
    compare = |i| i.operation().is_comparison();
    /// cvt, or an instruction in another format: the lanes have no result.
    convert = |i| i.operation().is_conversion();
    /// The relation holds where a is less than b.
    holds_less = |i| holds(i, |outcomes| outcomes.less);
    /// The relation holds where a equals b.
    holds_equal = |i| holds(i, |outcomes| outcomes.equal);
    /// The relation holds where a is greater than b.
    holds_greater = |i| holds(i, |outcomes| outcomes.greater);
    /// The relation holds with a NaN.
    holds_nan = |i| holds(i, |outcomes| outcomes.nan);
    /// `.and`
    join_and = |i| i.has(Modifier::And);
    /// `.or`
    join_or = |i| i.has(Modifier::Or);
    /// `.xor`
    join_xor = |i| i.has(Modifier::Xor);
    /// set: true is 1 as a number.
    answer_number = |i| matches!(answer(i), Some(ElementType::Number(_)));
    /// set: true is all ones.
    answer_integer = |i| matches!(answer(i), Some(ElementType::Unsigned(_) | ElementType::Signed(_)));
    /// set: true is all ones in 32 bits.
    answer_wide = |i| matches!(answer(i), Some(ElementType::Unsigned(32) | ElementType::Signed(32)));
    /// Flags: any NaN makes the comparison invalid.
    invalid_with_nan = |i| i.has_flags() && i.cmp_op().is_some_and(signals_for_every_nan);
    /// cvt: with the shared datapath of f16.
    shares_f16 = |i| shared(i).is_some_and(|(half, _)| half == FloatFormat::F16);
    /// cvt: with the shared datapath of bf16.
    shares_bf16 = |i| shared(i).is_some_and(|(half, _)| half == FloatFormat::BF16);
    /// cvt: from an integer to half precision, in the shared datapath.
    from_integer = |i| is_shared(i, Kind::FromInteger);
    /// cvt: from half precision to an integer, in the shared datapath.
    to_integer = |i| is_shared(i, Kind::ToInteger);
    /// cvt: from single to half precision, in the shared datapath.
    narrow = |i| is_shared(i, Kind::Narrowing);
    /// cvt: the integer has a sign.
    integer_signed = |i| matches!(integer(i), Some(ElementType::Signed(_)));
    /// cvt: the integer has 8 bits.
    integer_8 = |i| integer(i).is_some_and(|element_type| element_type.bits() == 8);
    /// cvt: the integer has 16 bits.
    integer_16 = |i| integer(i).is_some_and(|element_type| element_type.bits() == 16);
    /// cvt with a shared datapath: `.satfinite`
    saturate_finite = |i| shared(i).is_some() && i.has(Modifier::Satfinite);
    /// `.rp`
    toward_positive = |i| i.rounding() == Rounding::TowardPositive;
    /// The rounding is that of the port.
    selects_rounding = |i| i.has_rounding_port();
    /// `.rna`
    nearest_away = |i| i.rounding() == Rounding::NearestAway;
}

impl<'n> Controls<'n> {
    /// Returns the controls with the rounding of the port, for the operations that take it from there.
    pub fn with_rounding(self, n: Scope<'n>, port: Option<SelectedRounding<'n>>) -> Controls<'n> {
        let Some(port) = port else { return self };
        let _stage = n.stage(step::DECODE);
        let asks_for = |fixed: Net<'n>, rounding: Rounding| {
            let selected = (self.selects_rounding & port.selects(rounding)).named(hidden("selected"));
            (fixed | selected).named(hidden("rounds"))
        };
        Controls {
            toward_zero: asks_for(self.toward_zero, Rounding::TowardZero),
            toward_negative: asks_for(self.toward_negative, Rounding::TowardNegative),
            toward_positive: asks_for(self.toward_positive, Rounding::TowardPositive),
            nearest_away: asks_for(self.nearest_away, Rounding::NearestAway),
            ..self
        }
    }

    /// Returns 1 if the operation is a sum or a product: no other datapath has its result.
    pub fn arithmetic(self) -> Net<'n> {
        let others = self.choice | self.sign | self.tanh | self.ex2 | self.compare | self.convert;
        !(others | self.divide | self.root | self.elementary)
    }

    /// Returns 1 if the operation asks for a rounding.
    ///
    /// # Panics
    ///
    /// Panics for rounding to nearest even, which no other rounding asks for.
    pub fn asks_for(self, rounding: Rounding) -> Net<'n> {
        match rounding {
            Rounding::NearestEven => unreachable!("it applies where no other rounding is asked for"),
            Rounding::TowardZero => self.toward_zero,
            Rounding::TowardNegative => self.toward_negative,
            Rounding::TowardPositive => self.toward_positive,
            Rounding::NearestAway => self.nearest_away,
        }
    }
}

fn is_shared(instruction: Instruction, kind: Kind) -> bool {
    shared(instruction).is_some_and(|(_, of)| of == kind)
}

fn holds(instruction: Instruction, of: fn(Outcomes) -> bool) -> bool {
    instruction.cmp_op().map(Outcomes::from_relation).is_some_and(of)
}

/// Returns the type of a lane of set's result.
fn answer(instruction: Instruction) -> Option<ElementType> {
    (instruction.operation() == Operation::Set).then(|| instruction.ty().result())
}

fn is_sum(instruction: Instruction) -> bool {
    matches!(instruction.operation(), Operation::Add | Operation::Sub)
}

/// Control bits of every operation, as the columns of a table.
struct ControlWord {
    operations: Vec<Instruction>,
    columns: Vec<Vec<bool>>,
}

impl ControlWord {
    fn column(&mut self, bit: impl Fn(Instruction) -> bool) -> usize {
        self.columns
            .push(self.operations.iter().map(|operation| bit(*operation)).collect());
        self.columns.len() - 1
    }

    /// Adds the column of valid operations, which is 0 in the rows of unassigned numbers.
    fn op_valid(&mut self, op_bits: u32) -> usize {
        let mut rows = vec![true; self.operations.len()];
        rows.resize(1 << op_bits, false);
        self.columns.push(rows);
        self.columns.len() - 1
    }

    /// Looks up the columns' bits of an operation: a constant if all rows agree, else from one table.
    fn look_up<'n>(&self, n: Scope<'n>, op: Net<'n>) -> Vec<Net<'n>> {
        let varying: Vec<&Vec<bool>> = self.columns.iter().filter(|column| varies(column)).collect();
        let width = varying.len() as u32;
        let row = |index: usize| {
            let bit = |column: &Vec<bool>| u128::from(column.get(index).copied().unwrap_or(false));
            varying
                .iter()
                .enumerate()
                .map(|(position, column)| bit(column) << position)
                .sum::<u128>()
        };
        let rows: Vec<u128> = (0..1 << op.width()).map(row).collect();
        let word = (width > 0).then(|| op.look_up(&rows, width).named("controls"));
        let mut position = 0;
        let bit = |column: &Vec<bool>| match word {
            Some(word) if varies(column) => {
                position += 1;
                word.bit(position - 1)
            }
            _ => n.constant(u64::from(column[0]), 1),
        };
        self.columns.iter().map(bit).collect()
    }
}

fn varies(column: &[bool]) -> bool {
    column.iter().any(|bit| *bit != column[0])
}
