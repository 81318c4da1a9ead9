//! Injected faults of rounders, each of which the comparison with the model finds.

use halfpipe_faults::nets::{replace, Site};
use halfpipe_hdl::net::Net;
use halfpipe_isa::Rounding::{self, NearestEven, TowardNegative};

use super::hardware::Source;
use super::{every_value, Case, Kind, BF16, E2M1, E4M3, E5M2, F16};
use halfpipe_faults::carry::{magnitude, up, with_carry, Alone, CHAIN};

/// A wrong net in a module that rounds every value of one format to another.
struct Fault {
    text: &'static str,
    source: Kind,
    target: Kind,
    rounding: Rounding,
    saturate: bool,
    /// The net's `stage.name`.
    net: &'static str,
    /// The replacement of the net.
    wrong: for<'n, 'p> fn(&Site<'n, 'p>) -> Net<'n>,
}

impl Fault {
    /// Creates a fault of the module that rounds f16 to e4m3, to nearest.
    const fn new(text: &'static str, net: &'static str, wrong: for<'n, 'p> fn(&Site<'n, 'p>) -> Net<'n>) -> Fault {
        Fault {
            text,
            source: F16,
            target: E4M3,
            rounding: NearestEven,
            saturate: false,
            net,
            wrong,
        }
    }

    const fn between(self, source: Kind, target: Kind) -> Fault {
        Fault { source, target, ..self }
    }

    const fn rounding(self, rounding: Rounding) -> Fault {
        Fault { rounding, ..self }
    }

    const fn saturating(self) -> Fault {
        Fault { saturate: true, ..self }
    }
}

/// The nets that may round up alone.
const ALONE: Alone = Alone {
    guard: "denormalise.guard",
    sign: "unpack_a.sign",
};

/// Returns a net that is always 0.
fn never<'n>(at: &Site<'n, '_>) -> Net<'n> {
    at.builder().constant(0, at.original().width())
}

/// Returns the net with the rounded magnitude in its place where `condition` is 1.
fn unpacked_if<'n>(at: &Site<'n, '_>, condition: Net<'n>) -> Net<'n> {
    let as_rounded = at.net("unpack_a.sign").join(magnitude(at, at.original().width() - 1));
    condition.select(as_rounded, at.original())
}

const FAULTS: [Fault; 21] = [
    Fault::new(
        "a subnormal result stays where it is",
        "denormalise.below_normal",
        never,
    ),
    Fault::new(
        "a subnormal result is moved one place too few",
        "denormalise.distance",
        |at| {
            let distance = at.original();
            distance - distance.any().zero_extend(distance.width())
        },
    ),
    Fault::new(
        "the farthest distances are taken for near ones",
        "denormalise.distance",
        |at| {
            let distance = at.original();
            distance.low(distance.width() - 1).zero_extend(distance.width())
        },
    ),
    Fault::new("the sticky bit is lost", "denormalise.sticky", never),
    Fault::new(
        "the exponent is one too large",
        "denormalise.exponent_minus_one",
        |at| {
            let exponent = at.original();
            exponent + at.builder().constant(1, exponent.width())
        },
    ),
    Fault::new("ties go toward zero", CHAIN, |at| {
        with_carry(at, ALONE, up(at, ALONE) & at.net("denormalise.sticky"))
    }),
    Fault::new("rounding down is rounding toward zero", CHAIN, |at| {
        with_carry(at, ALONE, at.builder().zero())
    })
    .rounding(TowardNegative),
    Fault::new("an overflow is not noticed", "round.overflow", never),
    Fault::new("the encoding of NaN is taken for a number", "round.overflow", |at| {
        at.original() & !magnitude(at, E4M3.format.magnitude_bits()).all()
    }),
    Fault::new("a carry out of all ones is not noticed", "round.overflow", never).between(F16, E2M1),
    Fault::new(
        "an infinity that rounding has reached is not clamped",
        "pack.result",
        |at| unpacked_if(at, magnitude(at, E5M2.format.magnitude_bits()).equals_constant(0x7C)),
    )
    .between(F16, E5M2)
    .saturating(),
    Fault::new("an infinite operand is not clamped", "pack.result", |at| {
        unpacked_if(at, at.net("unpack_a.infinite"))
    })
    .between(BF16, E5M2)
    .saturating(),
    Fault::new("a NaN keeps its sign", "pack.result", |at| {
        let result = at.original();
        at.net("unpack_a.sign").join(result.low(result.width() - 1))
    }),
    Fault::new("a zero loses its sign", "pack.result", |at| {
        at.original().only_if(!at.net("unpack_a.zero"))
    }),
    Fault::new("what is tiny is decided before rounding", "flags.becomes_normal", never),
    Fault::new(
        "what is tiny is decided in the result's last place",
        "flags.tiny",
        |at| magnitude(at, E4M3.format.magnitude_bits()).high(4).is_zero(),
    ),
    Fault::new("an infinite operand overflows", "flags.finite", |at| {
        at.builder().constant(1, 1)
    }),
    Fault::new("a signalling NaN is silent", "flags.signalling", never),
    Fault::new("overflow and underflow change places", "flags.word", |at| {
        let word = at.original();
        word.high(2).join(word.bit(1)).join(word.bit(2)).join(word.bit(0))
    }),
    Fault::new("the highest exponent of e4m3 holds NaNs only", "unpack_a.nan", |at| {
        at.net("unpack_a.field").all() & at.net("ports.a").low(3).any()
    })
    .between(E4M3, F16),
    Fault::new("a subnormal operand is not normalised", "raw.significand", |at| {
        at.net("unpack_a.significand")
    })
    .between(F16, BF16),
];

#[test]
fn every_planted_fault_is_found() {
    for fault in FAULTS {
        let case = Case::new(
            Source::Format(fault.source.format),
            fault.target,
            fault.rounding,
            fault.saturate,
        );
        let (with_flags, without_flags) = (case.rounder.with_flags(), case.rounder.without_flags());
        let broken = replace(&with_flags, fault.net, fault.wrong);
        let mismatch = case.mismatch(&broken, &without_flags, every_value(fault.source));
        assert!(mismatch.is_some(), "not found: {}", fault.text);
    }
}
