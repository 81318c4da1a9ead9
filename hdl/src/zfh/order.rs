//! The order of two operands of a core, and the answers of its comparisons.

use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Unpacked};

/// The order of the operands, and the answer of CMP.
pub struct OperandOrder<'n> {
    /// 1 if the first one is less. -0 is less than +0 here.
    pub less: Net<'n>,
    /// 1 if one of them is a NaN.
    pub any_nan: Net<'n>,
    /// 1 if CMP asks for equality.
    pub is_equality: Net<'n>,
    /// The answer of CMP, which `op_mod` inverts.
    pub answer: Net<'n>,
}

/// Compares two operands of MINMAX and CMP by one carry chain over their magnitudes. `rm` selects the answer.
pub fn compare<'n>(
    n: Scope<'n>,
    op_mod: Net<'n>,
    rm: Net<'n>,
    first: Unpacked<'n>,
    second: Unpacked<'n>,
) -> OperandOrder<'n> {
    let stage = n.stage(step::COMPARE);
    let below = first.magnitude.less_than(second.magnitude).named("below");
    let same = first.magnitude.equals(second.magnitude).named("same");
    let signs_differ = (first.sign ^ second.sign).named(hidden("signs_differ"));
    let less = signs_differ.select(first.sign, below ^ first.sign).named("less");
    let equal = (same & (!signs_differ | first.zero)).named("equal");
    let any_nan = (first.nan | second.nan).named("any_nan");
    drop(stage);

    let _stage = n.stage(step::ANSWER);
    // rm: 0 le, 1 lt, 2 eq; in Zfa 4 leq, 5 ltq.
    let is_equality = rm.bit(1);
    let holds = is_equality.select(equal, (equal & !rm.bit(0)) | (less & !equal));
    let of_nan = (op_mod & is_equality).named(hidden("of_nan"));
    OperandOrder {
        less,
        any_nan,
        is_equality,
        answer: any_nan.select(of_nan, holds ^ op_mod).named("answer"),
    }
}
