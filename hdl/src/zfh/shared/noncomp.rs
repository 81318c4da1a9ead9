//! Operations of all formats that compute no number: sign injection and moves, minimum and maximum, comparisons, classes and
//! constants.

use halfpipe_isa::FloatFormat;

use super::formats::{boxed, widest, SharedFormats};
use super::result::extend_number;
use crate::datapath::riscv::{class, constants};
use crate::net::{hidden, unsigned, Builder, Net, Scope};
use crate::stage::{step, Flags, Unpacked};
use crate::zfh::encoding::{CLASSIFY, CMP, FLI, MINMAX, SGNJ};
use crate::zfh::spec::ZfhSpec;

/// The width of the number of a constant in bits.
const CONSTANT_BITS: u32 = 5;

/// Builds the datapath. The result is 0 for an `op` of another group.
///
/// The number of a narrower format has the highest places of the widest one's, so that one carry chain compares the magnitudes
/// for MINMAX and CMP.
pub fn noncomp(builder: &Builder, spec: &ZfhSpec, formats: &[FloatFormat]) {
    let n = builder.scope();
    let op = builder.input("op", 4);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 3);
    let wide = widest(formats);
    let has_zfa = spec.has_zfa();
    let formats = SharedFormats::from_port(builder, "src_fmt", wide, formats);
    let bits = spec.operand_bits(wide);
    let registers = ["a", "b"].map(|name| builder.input(name, bits));
    let stage = n.stage(step::DECODE);
    let is = |code: u64, name: &'static str| op.equals_constant(code).named(name);
    let is_injection = is(SGNJ, "is_injection");
    let is_extremum = is(MINMAX, "is_extremum");
    let is_cmp = is(CMP, "is_cmp");
    let is_class = is(CLASSIFY, "is_class");
    let is_constant = if has_zfa { is(FLI, "is_constant") } else { n.zero() };
    // A move looks at no box.
    let moves = (is_injection & rm.bit(1) & rm.bit(0)).named("moves");
    drop(stage);
    let [a, b] = [("a", 0), ("b", 1)].map(|(name, place)| place_high(n, spec, &formats, name, registers[place]));
    let order = compare(n, op_mod, rm, [a, b], has_zfa);

    let stage = n.stage(step::TRANSFER);
    let has_injected = a.boxed.map_or(n.constant(1, 1), |boxed| boxed | moves);
    let own = a.word.top_bit() & has_injected & rm.bit(1);
    let other = (b.in_box(b.word.top_bit()) ^ rm.bit(0)) & !(rm.bit(1) & rm.bit(0));
    let injected_sign = (own ^ other).named("injected_sign");
    drop(stage);

    let stage = n.stage(step::CHOOSE_OPERAND);
    let takes_a = (order.less ^ rm.bit(0)).named(hidden("takes_a"));
    let takes_a = (b.classified.nan | (takes_a & !a.classified.nan)).named("takes_a_or_number");
    let no_number = a.classified.nan & b.classified.nan;
    let no_number = if has_zfa {
        no_number | (order.any_nan & rm.bit(1))
    } else {
        no_number
    };
    let no_number = no_number.named("no_number");
    let takes_number = is_extremum & !no_number;
    let selects_a = ((is_injection & has_injected) | (takes_number & takes_a)).named("selects_a");
    let selects_b = (takes_number & !takes_a).named("selects_b");
    let selects_nan = ((is_extremum & no_number) | (is_injection & !has_injected)).named("selects_nan");
    let nan = formats.choose(|format| in_high_places(n, wide, format, format.canonical_nan().into()));
    let magnitude_bits = wide.magnitude_bits();
    let chosen = a.word.low(magnitude_bits).only_if(selects_a) | b.word.low(magnitude_bits).only_if(selects_b);
    let chosen = (chosen | nan.low(magnitude_bits).only_if(selects_nan)).named("chosen");
    let sign_of_number = takes_a.select(a.word.top_bit(), b.word.top_bit()) & takes_number;
    let sign = ((injected_sign & is_injection) | sign_of_number).named("sign_of_result");
    let mut number = sign.join(chosen);
    if has_zfa {
        number = number | constant(n, &formats, registers[0]).only_if(is_constant);
    }
    drop(stage);

    let signalling = (a.signals | b.signals).named(hidden("signalling"));
    let class = class(n, a.classified, a.signals);
    let stage = n.stage(step::CHOOSE_RESULT);
    let in_own_place = |format: FloatFormat| number.high(format.width()).zero_extend(wide.width());
    let value = formats.choose(in_own_place).named("number");
    drop(stage);
    let is_boxed = (is_extremum | is_constant | (is_injection & (injected_sign | !op_mod))).named("fills");
    let extended = extend_number(n, spec, &formats, value);
    let _stage = n.stage(step::CHOOSE_RESULT);
    let kept = value.zero_extend(spec.width());
    let filled = is_boxed.select(extended, kept);
    let answer = order.answer.zero_extend(spec.width()).only_if(is_cmp);
    let result = filled | answer | class.zero_extend(spec.width()).only_if(is_class);
    let invalid = (is_cmp & order.invalid) | (signalling & (is_cmp | is_extremum));
    let flags = Flags::from_invalid(n, invalid.named(hidden("invalid"))).word(n);
    builder.output("result", result.named("result"));
    builder.output("flags", flags);
}

/// Returns the bits of a number in the highest places of the widest format's.
fn in_high_places(n: Scope<'_>, wide: FloatFormat, format: FloatFormat, bits: u64) -> Net<'_> {
    n.constant(bits << (wide.width() - format.width()), wide.width())
}

/// An operand in the highest places.
#[derive(Clone, Copy)]
struct HighOperand<'n> {
    /// The sign, and the magnitude below it.
    word: Net<'n>,
    /// Fields and class, that of a NaN if the box is missing.
    classified: Unpacked<'n>,
    /// 1 if it is a signalling NaN in its box.
    signals: Net<'n>,
    /// 1 if it has its box; none in registers without boxes.
    boxed: Option<Net<'n>>,
}

impl<'n> HighOperand<'n> {
    fn in_box(&self, bit: Net<'n>) -> Net<'n> {
        match self.boxed {
            Some(boxed) => bit & boxed,
            None => bit,
        }
    }
}

/// Places an operand and finds its class.
fn place_high<'n>(
    n: Scope<'n>,
    spec: &ZfhSpec,
    formats: &SharedFormats<'n>,
    name: &str,
    register: Net<'n>,
) -> HighOperand<'n> {
    let boxed = boxed(n.scope(name), spec, formats, register);
    let _stage = n.stage(step::unpack(name));
    let wide = formats.wide;
    let word = formats.choose(|format| register.low(format.width()).append_zeros(wide.width() - format.width()));
    let word = word.named("word");
    let magnitude = word.low(wide.magnitude_bits());
    let of_field = |format: FloatFormat| magnitude.high(format.exponent_bits);
    let below_field = |format: FloatFormat| magnitude.low(wide.magnitude_bits() - format.exponent_bits);
    let normal = formats.choose(|format| of_field(format).any()).named("normal");
    let special = formats
        .choose(|format| of_field(format).all())
        .named(hidden("exponent_ones"));
    let has_fraction = formats
        .choose(|format| below_field(format).any())
        .named(hidden("fraction_nonzero"));
    let quiet = formats
        .choose(|format| below_field(format).top_bit())
        .named(hidden("quiet"));
    let nan = special & has_fraction;
    let in_box = |bit: Net<'n>| boxed.map_or(bit, |boxed| bit & boxed);
    let classified = Unpacked {
        sign: word.top_bit(),
        exponent: magnitude.high(wide.exponent_bits).named(hidden(unsigned("exponent"))),
        significand: normal.join(magnitude.low(wide.fraction_bits)),
        magnitude,
        zero: in_box(!normal & !has_fraction).named("zero"),
        infinite: in_box(special & !has_fraction).named("infinite"),
        nan: boxed.map_or(nan, |boxed| nan | !boxed).named("nan"),
    };
    HighOperand {
        word,
        classified,
        signals: in_box(nan & !quiet).named("signalling"),
        boxed,
    }
}

/// The order of the operands, and the answer of CMP.
struct OperandOrder<'n> {
    /// 1 if the first one is less. -0 is less than +0 here.
    less: Net<'n>,
    any_nan: Net<'n>,
    answer: Net<'n>,
    /// 1 if a NaN makes the answer invalid even if it is quiet.
    invalid: Net<'n>,
}

/// Compares the operands.
fn compare<'n>(
    n: Scope<'n>,
    op_mod: Net<'n>,
    rm: Net<'n>,
    [first, second]: [HighOperand<'n>; 2],
    has_zfa: bool,
) -> OperandOrder<'n> {
    let stage = n.stage(step::COMPARE);
    let [one, other] = [first.classified, second.classified];
    let below = one.magnitude.less_than(other.magnitude).named("below");
    let same = one.magnitude.equals(other.magnitude).named("same");
    let signs_differ = (one.sign ^ other.sign).named(hidden("signs_differ"));
    let less = signs_differ.select(one.sign, below ^ one.sign).named("less");
    let equal = (same & (!signs_differ | one.zero)).named("equal");
    let zeros = (one.zero & other.zero).named("zeros");
    let any_nan = (one.nan | other.nan).named("any_nan");
    drop(stage);

    let _stage = n.stage(step::ANSWER);
    // rm: 0 le, 1 lt, 2 eq; in Zfa 4 leq, 5 ltq.
    let is_equality = rm.bit(1);
    let equals = equal | zeros;
    let holds = is_equality
        .select(equals, (equals & !rm.bit(0)) | (less & !equals))
        .named("holds");
    let of_nan = (op_mod & is_equality).named(hidden("of_nan"));
    let is_quiet = if has_zfa { is_equality | rm.bit(2) } else { is_equality };
    OperandOrder {
        less,
        any_nan,
        answer: any_nan.select(of_nan, holds ^ op_mod).named("answer"),
        invalid: (any_nan & !is_quiet).named(hidden("invalid_order")),
    }
}

/// Returns the constant that a register numbers, in the highest places.
fn constant<'n>(n: Scope<'n>, formats: &SharedFormats<'n>, register: Net<'n>) -> Net<'n> {
    let number = register.low(CONSTANT_BITS);
    let of_format = |format: FloatFormat| {
        let above = formats.wide.width() - format.width();
        number.look_up(&constants(format), format.width()).append_zeros(above)
    };
    let _stage = n.stage(step::TRANSFER);
    formats.choose(of_format).named("constant")
}
