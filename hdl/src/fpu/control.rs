//! Control: what an operation asks of the datapaths.

use halfpipe_isa::{Element, Instruction, Modifier, Operation, Rounding};

use crate::net::{Builder, Net};

/// One bit for each thing that an operation can ask for. What all operations of a core agree on is a constant, and the
/// hardware for the other case does not exist.
#[derive(Clone, Copy)]
pub struct Controls<'n> {
    /// The core has this operation.
    pub known: Net<'n>,
    /// The operands `a` and `b` are bf16, not f16.
    pub bf16: Net<'n>,
    /// Mixed precision: `c` and the result are f32.
    pub wide: Net<'n>,
    /// The upper lane has a result.
    pub two_lanes: Net<'n>,
    /// add or sub: the product is a * 1.
    pub add: Net<'n>,
    /// The addend is the operand `b`: add and sub in half precision.
    pub addend_is_b: Net<'n>,
    /// sub: the addend changes its sign.
    pub subtract: Net<'n>,
    /// mul: there is no addend.
    pub multiply: Net<'n>,
    /// min or max.
    pub choice: Net<'n>,
    /// max.
    pub larger: Net<'n>,
    /// neg or abs.
    pub sign: Net<'n>,
    /// neg.
    pub negate: Net<'n>,
    /// tanh.
    pub tanh: Net<'n>,
    /// ex2.
    pub ex2: Net<'n>,
    /// `.ftz`
    pub flush: Net<'n>,
    /// `.sat`
    pub saturate: Net<'n>,
    /// `.relu`
    pub relu: Net<'n>,
    /// `.oob`
    pub out_of_bounds: Net<'n>,
    /// `.NaN`
    pub propagate_nan: Net<'n>,
    /// `.xorsign.abs`
    pub xor_sign: Net<'n>,
    /// `.rz`
    pub toward_zero: Net<'n>,
    /// `.rm`
    pub toward_negative: Net<'n>,
    /// `.rp`
    pub toward_positive: Net<'n>,
}

impl<'n> Controls<'n> {
    /// Decodes `op`, an instruction's position among the operations.
    pub fn decode(n: &'n Builder, op: Net<'n>, operations: &[Instruction]) -> Controls<'n> {
        let _stage = n.stage("decode");
        let mut word = ControlWord {
            operations,
            columns: Vec::new(),
        };
        let is = |operation: Operation| move |i: Instruction| i.operation() == operation;
        let sum = |i: Instruction| matches!(i.operation(), Operation::Add | Operation::Sub);
        let has = |modifier: Modifier| move |i: Instruction| i.has(modifier);
        let rounds = |rounding: Rounding| move |i: Instruction| i.rounding() == rounding;
        let bf16 = word.column(|i| i.ty().element() == Element::Bf16);
        let wide = word.column(|i| i.ty().is_mixed());
        let two_lanes = word.column(|i| i.ty().lanes() == 2);
        let add = word.column(sum);
        let addend_is_b = word.column(|i| sum(i) && !i.ty().is_mixed());
        let subtract = word.column(is(Operation::Sub));
        let multiply = word.column(is(Operation::Mul));
        let choice = word.column(|i| matches!(i.operation(), Operation::Min | Operation::Max));
        let larger = word.column(is(Operation::Max));
        let sign = word.column(|i| matches!(i.operation(), Operation::Neg | Operation::Abs));
        let negate = word.column(is(Operation::Neg));
        let tanh = word.column(is(Operation::Tanh));
        let ex2 = word.column(is(Operation::Ex2));
        // ex2 on bf16 flushes by itself, and no other bf16 instruction does.
        let flush = word.column(|i| i.has(Modifier::Ftz) && i.operation() != Operation::Ex2);
        let saturate = word.column(has(Modifier::Sat));
        let relu = word.column(has(Modifier::Relu));
        let out_of_bounds = word.column(has(Modifier::Oob));
        let propagate_nan = word.column(has(Modifier::Nan));
        let xor_sign = word.column(has(Modifier::XorsignAbs));
        let toward_zero = word.column(rounds(Rounding::TowardZero));
        let toward_negative = word.column(rounds(Rounding::TowardNegative));
        let toward_positive = word.column(rounds(Rounding::TowardPositive));
        let known = word.known(op.width());
        let bits = word.look_up(n, op);
        let bit = |column: usize, name: &str| bits[column].named(name);
        (!bit(bf16, "bf16")).called("f16");
        Controls {
            known: bit(known, "known"),
            bf16: bit(bf16, "bf16"),
            wide: bit(wide, "wide"),
            two_lanes: bit(two_lanes, "two_lanes"),
            add: bit(add, "add"),
            addend_is_b: bit(addend_is_b, "addend_is_b"),
            subtract: bit(subtract, "subtract"),
            multiply: bit(multiply, "multiply"),
            choice: bit(choice, "choice"),
            larger: bit(larger, "larger"),
            sign: bit(sign, "sign"),
            negate: bit(negate, "negate"),
            tanh: bit(tanh, "tanh"),
            ex2: bit(ex2, "ex2"),
            flush: bit(flush, "flush"),
            saturate: bit(saturate, "saturate"),
            relu: bit(relu, "relu"),
            out_of_bounds: bit(out_of_bounds, "out_of_bounds"),
            propagate_nan: bit(propagate_nan, "propagate_nan"),
            xor_sign: bit(xor_sign, "xor_sign"),
            toward_zero: bit(toward_zero, "toward_zero"),
            toward_negative: bit(toward_negative, "toward_negative"),
            toward_positive: bit(toward_positive, "toward_positive"),
        }
    }
}

/// The control bits of every operation, as the columns of a table.
struct ControlWord<'o> {
    operations: &'o [Instruction],
    columns: Vec<Vec<bool>>,
}

impl ControlWord<'_> {
    fn column(&mut self, bit: impl Fn(Instruction) -> bool) -> usize {
        self.columns
            .push(self.operations.iter().map(|operation| bit(*operation)).collect());
        self.columns.len() - 1
    }

    /// Whether there is such an operation: 0 in the rows that no operation has.
    fn known(&mut self, op_bits: u32) -> usize {
        let mut rows = vec![true; self.operations.len()];
        rows.resize(1 << op_bits, false);
        self.columns.push(rows);
        self.columns.len() - 1
    }

    /// The columns' bits for an operation: a constant where all rows agree, else from one table.
    fn look_up<'n>(&self, n: &'n Builder, op: Net<'n>) -> Vec<Net<'n>> {
        let varying: Vec<&Vec<bool>> = self.columns.iter().filter(|column| varies(column)).collect();
        let width = varying.len() as u32;
        let row = |index: usize| {
            let bit = |column: &Vec<bool>| u64::from(column.get(index).copied().unwrap_or(false));
            varying
                .iter()
                .enumerate()
                .map(|(position, column)| bit(column) << position)
                .sum::<u64>()
        };
        let rows: Vec<u64> = (0..1 << op.width()).map(row).collect();
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
