//! Operations of all formats that compute no number: sign injection and moves, minimum and maximum, comparisons, classes and
//! constants.

use halfpipe_isa::FloatFormat;

use super::formats::{widest, SharedFormats};
use super::result::extend_number;
use crate::datapath::riscv::{class, constants};
use crate::net::{hidden, unsigned, Builder, Net, Scope};
use crate::stage::{step, Flags, Unpacked};
use crate::zfh::boxes::OperandBox;
use crate::zfh::encoding::{CLASSIFY, CMP, FLI, MINMAX, SGNJ};
use crate::zfh::order::compare;
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
    let order = compare(n, op_mod, rm, a.classified, b.classified);

    let stage = n.stage(step::TRANSFER);
    let has_injected = a.own_box.only_in(n.constant(1, 1)) | moves;
    let own = a.word.top_bit() & has_injected & rm.bit(1);
    let other = (b.own_box.only_in(b.word.top_bit()) ^ rm.bit(0)) & !(rm.bit(1) & rm.bit(0));
    let injected_sign = (own ^ other).named("injected_sign");
    drop(stage);

    let stage = n.stage(step::CHOOSE_OPERAND);
    let takes_a = (order.less ^ rm.bit(0)).named(hidden("takes_a"));
    let takes_a = (b.classified.nan | (takes_a & !a.classified.nan)).named("takes_a_or_number");
    // rm: 0 min, 1 max; in Zfa 2 minm, 3 maxm, of which any NaN is the result.
    let propagates_nan = if has_zfa { rm.bit(1) } else { n.zero() };
    let both_nan = a.classified.nan & b.classified.nan;
    let no_number = (both_nan | (order.any_nan & propagates_nan)).named("no_number");
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
    // lt and le are invalid for any NaN; leq and ltq of Zfa are not.
    let is_of_zfa = if has_zfa { rm.bit(2) } else { n.zero() };
    let of_order = is_cmp & order.any_nan & !(order.is_equality | is_of_zfa);
    let invalid = of_order | (signalling & (is_cmp | is_extremum));
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
    /// Its box.
    own_box: OperandBox<'n>,
}

/// Places an operand and finds its class.
fn place_high<'n>(
    n: Scope<'n>,
    spec: &ZfhSpec,
    formats: &SharedFormats<'n>,
    name: &str,
    register: Net<'n>,
) -> HighOperand<'n> {
    let own_box = formats.find_box(n.scope(name), spec, register);
    let stage = n.stage(step::unpack(name));
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
    let nan = (special & has_fraction).named("nan");
    let unpacked = Unpacked {
        sign: word.top_bit(),
        exponent: magnitude.high(wide.exponent_bits).named(hidden(unsigned("exponent"))),
        significand: normal.join(magnitude.low(wide.fraction_bits)),
        magnitude,
        zero: (!normal & !has_fraction).named("zero"),
        infinite: (special & !has_fraction).named("infinite"),
        nan,
    };
    drop(stage);
    HighOperand {
        word,
        classified: own_box.classify(n, unpacked),
        signals: own_box.only_in(nan & !quiet).named("signalling"),
        own_box,
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
