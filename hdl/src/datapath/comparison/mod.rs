//! set and setp: one comparison of magnitudes as integers for each lane, then the relation.

mod parameters;

use halfpipe_isa::{ElementType, FloatFormat, Modifier, Operand};

use crate::datapath::outcome::any_signals;
use crate::datapath::LaneConfig;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, unpack, Flags, Unpacked};

pub use parameters::Comparison;

impl Comparison {
    /// Returns the results: d, or a predicate for each lane. All lanes have the same predicate `c`.
    pub(super) fn results<'n>(&self, n: Scope<'n>, config: &LaneConfig, operands: &[Net<'n>]) -> Vec<Net<'n>> {
        let format = config.formats.operand;
        let (answers, invalid): (Vec<Net>, Vec<Option<Net>>) = (0..config.lanes)
            .map(|lane| {
                let n = match config.lanes {
                    1 => n,
                    _ => n.scope(&format!("lane{lane}")),
                };
                let of_lane = |operand: usize| operands[operand].slice(lane * format.width(), format.width());
                let values = [of_lane(0), of_lane(1)];
                let a = unpack(n, "a", format, values[0]);
                let b = unpack(n, "b", format, values[1]);
                let zeros = config.has(Modifier::Ftz).then(|| are_flushed(n, format, values));
                // `zeros` covers two operands that are both zeros. A zero beside another number is found by its
                // magnitude.
                let b = match zeros {
                    Some(_) => Unpacked { zero: n.zero(), ..b },
                    None => b,
                };
                let answer = relate(n, self.cmp_op, zeros, a, b);
                let invalid = config.flags.then(|| self.is_invalid(n, a, b));
                let _stage = n.stage(step::ANSWER);
                let joined = match self.bool_op {
                    Some(Modifier::And) => answer & operands[2],
                    Some(Modifier::Or) => answer | operands[2],
                    Some(Modifier::Xor) => answer ^ operands[2],
                    _ => answer,
                };
                (joined.named("answer"), invalid)
            })
            .unzip();
        let invalid = invalid.into_iter().flatten().reduce(|one, other| one | other);
        let flags = invalid.map(|invalid| Flags::from_invalid(n, invalid).word(n));
        let _stage = n.stage(step::ANSWER);
        let d = &self.signature.results()[0];
        let mut results = match d.element_type {
            ElementType::Predicate => answers,
            _ => vec![side_by_side(n, d, &answers).named("result")],
        };
        results.extend(flags);
        results
    }

    /// Returns 1 if a comparison is invalid. Those for less and greater are invalid with any NaN. The quiet ones are
    /// invalid with a signalling NaN only.
    fn is_invalid<'n>(&self, n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
        if signals_for_every_nan(self.cmp_op) {
            let _stage = n.stage(step::RELATE);
            (a.nan | b.nan).named("nan")
        } else {
            any_signals(n, &[a, b])
        }
    }
}

/// True if IEEE 754 calls a relation signalling: lt, le, gt and ge. Relations that hold for NaNs or test for them are
/// quiet.
pub fn signals_for_every_nan(relation: Modifier) -> bool {
    use Modifier::{Ge, Gt, Le, Lt};
    matches!(relation, Lt | Le | Gt | Ge)
}

/// Packs the answer of each lane into a register. True is all ones in an integer and 1 in a number.
fn side_by_side<'n>(n: Scope<'n>, d: &Operand, answers: &[Net<'n>]) -> Net<'n> {
    let of_lane = |answer: &Net<'n>| match d.element_type {
        ElementType::Number(element) => {
            let format = element;
            n.constant(u64::from(format.one()), format.width()).only_if(*answer)
        }
        element_type => answer.repeat(element_type.bits()),
    };
    let lanes = answers.iter().map(of_lane);
    lanes.reduce(|low, high| high.join(low)).expect("there is a lane")
}

/// Returns 1 if both operands count as zero under `.ftz`. Their magnitudes, like that of zero, are below every number
/// that does not count as zero. So no flushing is needed to compare them with such a number.
fn are_flushed<'n>(n: Scope<'n>, format: FloatFormat, [a, b]: [Net<'n>; 2]) -> Net<'n> {
    let _stage = n.stage(step::FLUSH_BOTH);
    let field = |value: Net<'n>| value.slice(format.fraction_bits, format.exponent_bits);
    field(a).join(field(b)).is_zero().named("zeros")
}

/// Outcomes of a comparison for which a relation holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// True if the relation holds for a less than b.
    pub less: bool,
    /// True if the relation holds for a equal to b.
    pub equal: bool,
    /// True if the relation holds for a greater than b.
    pub greater: bool,
    /// True if the relation holds if a or b is NaN.
    pub nan: bool,
}

impl Outcomes {
    /// Returns the outcomes of a relation.
    ///
    /// # Panics
    ///
    /// Panics if the modifier is no relation.
    pub fn from_relation(relation: Modifier) -> Outcomes {
        use Modifier::{AnyNan, Eq, Equ, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Ne, Neu, Num};
        assert!(Modifier::CMP_OPS.contains(&relation), "{relation} is no relation");
        let is_of = |relations: &[Modifier]| relations.contains(&relation);
        Outcomes {
            less: is_of(&[Ne, Lt, Le, Neu, Ltu, Leu, Num]),
            equal: is_of(&[Eq, Le, Ge, Equ, Leu, Geu, Num]),
            greater: is_of(&[Ne, Gt, Ge, Neu, Gtu, Geu, Num]),
            nan: is_of(&[Equ, Neu, Ltu, Leu, Gtu, Geu, AnyNan]),
        }
    }
}

/// Returns 1 if a relation holds between two operands. `zeros` is 1 if both operands are flushed.
fn relate<'n>(n: Scope<'n>, relation: Modifier, zeros: Option<Net<'n>>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let outcomes = Outcomes::from_relation(relation);
    let less = |a, b| {
        let less = less(n, a, b);
        zeros.map_or(less, |zeros| less & !zeros)
    };
    let equal = || {
        let equal = equal(n, a, b);
        zeros.map_or(equal, |zeros| equal | zeros)
    };
    let of_numbers = match (outcomes.less, outcomes.equal, outcomes.greater) {
        (false, true, false) => equal(),
        (true, false, true) => !equal(),
        (true, false, false) => less(a, b),
        (false, true, true) => !less(a, b),
        (false, false, true) => less(b, a),
        (true, true, false) => !less(b, a),
        (always, ..) => n.constant(always.into(), 1),
    };
    let _stage = n.stage(step::RELATE);
    // If the bits of an operand equal those of a number, it is no NaN.
    let holds_of_equal_alone = (outcomes.less, outcomes.greater, outcomes.nan) == (false, false, false);
    let holds_of_all_others = (outcomes.less, outcomes.greater, outcomes.nan) == (true, true, true);
    let nan = if holds_of_equal_alone && outcomes.equal || holds_of_all_others && !outcomes.equal {
        b.nan
    } else {
        (a.nan | b.nan).named("nan")
    };
    if outcomes.nan {
        of_numbers | nan
    } else {
        of_numbers & !nan
    }
}

/// Returns 1 if a is less than b, for numbers. Zeros are equal.
///
/// One carry chain compares the magnitudes, with the sign of a below them. If a is negative, it tests that b's
/// magnitude is less than a's; otherwise, that it is less or equal. For two operands of one sign this is the answer or
/// its opposite. A negative a is less than a positive b unless both are zero. If a's magnitude is not above that of a
/// zero b, then a is zero, so the check looks at b alone.
pub fn less<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::COMPARE);
    let one = n.constant(1, 1);
    let below = b.magnitude.join(a.sign).less_than(a.magnitude.join(one)).named("below");
    let of_negative = below | !(b.sign | b.zero);
    let of_positive = !(below | b.sign);
    a.sign.select(of_negative, of_positive).named("less")
}

/// Returns 1 if two operands are the same number, for numbers. Zeros are equal.
pub fn equal<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::COMPARE);
    let same_magnitude = a.magnitude.equals(b.magnitude).named("same_magnitude");
    let signs_differ = (a.sign ^ b.sign).named(hidden("signs_differ"));
    (same_magnitude & (b.zero | !signs_differ)).named("equal")
}
