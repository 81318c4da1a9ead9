//! Operations of a core that compute no number: sign injection and moves, minimum and maximum, comparisons and classes.

use halfpipe_isa::FloatFormat;

use super::boxes::OperandBox;
use super::encoding::{CLASSIFY, CMP, MINMAX, SGNJ};
use super::half::HALF_BITS;
use super::order::compare;
use crate::datapath::riscv::class;
use crate::format::HardwareFormat;
use crate::net::{hidden, Builder, Net, Scope};
use crate::stage::{step, unpack, Flags};

/// The bits of a half below its sign.
const MAGNITUDE_BITS: u32 = HALF_BITS - 1;

/// Builds the datapath. `fill` is the value of all bits above the result: 1 boxes a number. The result is 0 for an `op` of
/// another group. Without arithmetic the datapath has only SGNJ.
///
/// One carry chain compares the magnitudes for MINMAX and CMP.
pub fn noncomp(builder: &Builder, format: FloatFormat, has_boxes: bool, has_arithmetic: bool) {
    let n = builder.scope();
    let op = builder.input("op", 4);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 2);
    let [a, b] = ["a", "b"].map(|name| builder.input(format.number(name), HALF_BITS));
    let [of_a, of_b] = ["a", "b"].map(|name| OperandBox::from_input(builder, has_boxes, name));
    let injection = inject(n, op_mod, rm, [a, b], [of_a, of_b]);
    let nan = n.constant(format.canonical_nan().into(), MAGNITUDE_BITS);
    let has_injected = injection.of_moved.only_in(n.constant(1, 1));
    if !has_arithmetic {
        let is_injection = op.equals_constant(SGNJ);
        let kept = a.low(MAGNITUDE_BITS).only_if(has_injected) | nan.only_if(!has_injected);
        let result = injection.sign.join(kept).only_if(is_injection);
        builder.output("result", result.named("result"));
        builder.output("fill", injection.fill & is_injection);
        builder.output("flags", Flags::from_invalid(n, n.zero()).word(n));
        return;
    }
    let selection = Selection::decode(n, op);
    let [a_unpacked, b_unpacked] = [("a", a), ("b", b)].map(|(name, operand)| unpack(n, name, format, operand));
    let first = of_a.classify(n, a_unpacked);
    let second = of_b.classify(n, b_unpacked);
    let order = compare(n, op_mod, rm, first, second);

    let stage = n.stage(step::CHOOSE_OPERAND);
    // rm: 0 min, 1 max. Of two numbers of the same bits either is the result.
    let takes_a = (order.less ^ rm.bit(0)).named(hidden("takes_a"));
    let takes_a = (second.nan | (takes_a & !first.nan)).named("takes_a_or_number");
    let both_nan = (first.nan & second.nan).named("both_nan");
    // Each bit of the result is one of a, b and the canonical NaN.
    let Selection {
        is_injection,
        is_extremum,
        ..
    } = selection;
    let takes_number = is_extremum & !both_nan;
    let selects_a = (is_injection & has_injected) | (takes_number & takes_a);
    let selects_a = selects_a.named("selects_a");
    let selects_b = (takes_number & !takes_a).named("selects_b");
    let selects_nan = (is_extremum & both_nan) | (is_injection & !has_injected);
    let selects_nan = selects_nan.named("selects_nan");
    let chosen = a.low(MAGNITUDE_BITS).only_if(selects_a) | b.low(MAGNITUDE_BITS).only_if(selects_b);
    let chosen = (chosen | nan.only_if(selects_nan)).named("chosen");
    let sign_of_number = takes_a.select(a.top_bit(), b.top_bit()) & takes_number;
    let sign = ((injection.sign & is_injection) | sign_of_number).named("sign_of_result");
    drop(stage);

    let signals_a = of_a.signals(n, a_unpacked);
    let signalling = signals_a | of_b.signals(n, b_unpacked);
    let class = class(n, first, signals_a);
    let _stage = n.stage(step::CHOOSE_RESULT);
    let answer = order.answer.zero_extend(HALF_BITS).only_if(selection.is_cmp);
    let others = answer | class.zero_extend(HALF_BITS).only_if(selection.is_class);
    let result = sign.join(chosen) | others;
    let fill = is_extremum | (is_injection & injection.fill);
    // lt and le are invalid for any NaN.
    let of_order = selection.is_cmp & order.any_nan & !order.is_equality;
    let invalid = (of_order | (signalling & (selection.is_cmp | is_extremum))).named(hidden("invalid"));
    builder.output("result", result.named("result"));
    builder.output("fill", fill.named("fill"));
    builder.output("flags", Flags::from_invalid(n, invalid).word(n));
}

/// The operations.
#[derive(Clone, Copy)]
struct Selection<'n> {
    is_cmp: Net<'n>,
    is_class: Net<'n>,
    is_injection: Net<'n>,
    /// 1 for the minimum and the maximum.
    is_extremum: Net<'n>,
}

impl<'n> Selection<'n> {
    fn decode(n: Scope<'n>, op: Net<'n>) -> Selection<'n> {
        let _stage = n.stage(step::DECODE);
        Selection {
            is_cmp: op.equals_constant(CMP).named("is_cmp"),
            is_class: op.equals_constant(CLASSIFY).named("is_class"),
            is_injection: op.equals_constant(SGNJ).named("is_injection"),
            is_extremum: op.equals_constant(MINMAX).named("is_extremum"),
        }
    }
}

/// A sign injection or a move.
struct Injection<'n> {
    /// The sign of the result.
    sign: Net<'n>,
    /// The bits above the result.
    fill: Net<'n>,
    /// The box of the first operand, at which a move does not look.
    of_moved: OperandBox<'n>,
}

/// Returns the sign of an injection or a move.
fn inject<'n>(
    n: Scope<'n>,
    op_mod: Net<'n>,
    rm: Net<'n>,
    [a, b]: [Net<'n>; 2],
    [of_a, of_b]: [OperandBox<'n>; 2],
) -> Injection<'n> {
    let _stage = n.stage(step::TRANSFER);
    // 0: the sign of b, 1: its complement, 2: the exclusive or of both, 3: the sign of a.
    let moves = (rm.bit(1) & rm.bit(0)).named("moves");
    let of_moved = OperandBox {
        is_there: of_a.is_there.map(|is_there| is_there | moves),
    };
    let own = of_moved.only_in(a.top_bit()) & rm.bit(1);
    let other = (of_b.only_in(b.top_bit()) ^ rm.bit(0)) & !moves;
    let sign = (own ^ other).named("sign");
    Injection {
        sign,
        fill: (sign | !op_mod).named("fill_of_injected"),
        of_moved,
    }
}
