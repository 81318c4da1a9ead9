//! Modules that round one operand, as a datapath would.

use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{Builder, Module, Net, Netlist};
use halfpipe_hdl::stage::{
    overflows_to_infinity, pack, round_to, round_to_with_flags, unpack, Carry, Exponent, Limits, Raw, Rounded,
    Unrounded,
};
use halfpipe_isa::{FloatFormat, Rounding};

/// The kind of a module's operand.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// An encoding.
    Format(FloatFormat),
    /// The fields of a value: sign, sticky bit, exponent and significand, from the top down.
    Raw(RawSource),
}

/// The layout of an operand that is no encoding.
#[derive(Clone, Copy, Debug)]
pub struct RawSource {
    /// The bounds of the exponent.
    pub least: i64,
    pub greatest: i64,
    /// The bias of the exponent in the operand.
    pub bias: i64,
    /// The width of the significand in bits.
    pub significand_bits: u32,
    /// True if there is a sticky bit; else the operand's is ignored.
    pub sticky: bool,
}

impl RawSource {
    /// Returns the width of the exponent in bits.
    pub fn exponent_bits(&self) -> u32 {
        let (least, greatest) = (self.least + self.bias, self.greatest + self.bias);
        (1..)
            .find(|bits| least >= -(1 << (bits - 1)) && greatest < 1 << (bits - 1))
            .expect("a width")
            .max(2)
    }

    /// Packs these fields into an operand.
    pub fn operand(&self, negative: bool, sticky: bool, exponent: i64, significand: u64) -> u64 {
        let bits = self.exponent_bits();
        let exponent = (exponent + self.bias).rem_euclid(1 << bits) as u64;
        let sign_and_sticky = u64::from(negative) << 1 | u64::from(sticky);
        (sign_and_sticky << bits | exponent) << self.significand_bits | significand
    }

    fn width(&self) -> u32 {
        2 + self.exponent_bits() + self.significand_bits
    }

    fn raw<'n>(&self, a: Net<'n>) -> Raw<'n> {
        let n = a.builder();
        let significand = a.low(self.significand_bits);
        let biased = a.slice(self.significand_bits, self.exponent_bits());
        let sticky = if self.sticky { a.bit(a.width() - 2) } else { n.zero() };
        Raw {
            nan: n.zero(),
            infinite: n.zero(),
            zero: !(significand.any() | sticky),
            sign: a.top_bit(),
            exponent: Exponent::new(biased, self.bias, self.least..=self.greatest),
            significand,
            sticky,
        }
    }
}

/// A module that rounds.
#[derive(Clone, Copy, Debug)]
pub struct Rounder {
    pub source: Source,
    pub target: FloatFormat,
    pub rounding: Rounding,
    /// `.satfinite`
    pub saturate: bool,
}

impl Rounder {
    /// Builds the module with the result as the output `d`.
    pub fn without_flags(&self) -> Netlist {
        built(|n| self.result(n, false))
    }

    /// Builds the module with the result as the output `d`, and the flags above it.
    pub fn with_flags(&self) -> Netlist {
        built(|n| self.result(n, true))
    }

    /// Builds either of the two, zero-extended to 32 bits.
    pub fn in_32_bits(&self, flags: bool) -> Netlist {
        built(|n| self.result(n, flags).zero_extend(32))
    }

    fn result<'n>(&self, n: &'n Builder, flags: bool) -> Net<'n> {
        let (raw, invalid) = self.operand(n);
        if flags {
            let (rounded, flags) = round_to_with_flags(n.scope(), self.target, raw, invalid, self.up(n));
            flags.word(n.scope()).join(self.pack(raw, rounded))
        } else {
            self.pack(raw, round_to(n.scope(), self.target, raw, self.up(n)))
        }
    }

    /// Returns the operand, and the bit that is 1 if it is invalid.
    fn operand<'n>(&self, n: &'n Builder) -> (Raw<'n>, Net<'n>) {
        match self.source {
            Source::Format(format) => {
                // The operand is in the low bits of a word as wide as the result.
                let a = n.input("a", 32);
                let operand = unpack(n.scope(), "a", format, a.low(format.width()));
                (
                    Raw::new(n.scope(), format, operand, self.target),
                    operand.signals(n.scope()),
                )
            }
            Source::Raw(raw) => (raw.raw(n.input("a", raw.width())), n.zero()),
        }
    }

    fn up<'n>(&self, n: &'n Builder) -> impl Fn(&Unrounded<'n>) -> Carry<'n> {
        let rounding = self.rounding;
        move |exact| exact.rounds_up(n.scope(), rounding)
    }

    fn pack<'n>(&self, raw: Raw<'n>, rounded: Rounded<'n>) -> Net<'n> {
        let n = raw.sign.builder();
        let limits = Limits {
            to_infinity: overflows_to_infinity(self.rounding, rounded.sign),
            saturate: n.constant(u64::from(self.saturate), 1),
            flush: n.zero(),
        };
        pack(n.scope(), self.target, limits, rounded, raw.special())
    }
}

/// Builds a netlist with one output, `d`.
fn built(result: impl for<'n> Fn(&'n Builder) -> Net<'n>) -> Netlist {
    let builder = Builder::new();
    builder.output("d", result(&builder));
    builder.finish()
}

/// Creates a simulator of a combinational netlist with one operand and one result.
pub fn simulator(netlist: Netlist) -> NetlistSimulator {
    NetlistSimulator::new(&Module {
        name: "rounder".to_owned(),
        lane: netlist,
        lanes: 1,
        latency: 0,
    })
}

/// Returns the netlist's result for an operand.
pub fn simulate(simulator: &mut NetlistSimulator, operand: u64) -> u64 {
    simulator.set_input(0, operand);
    simulator.settle();
    // A result has no more than 64 bits.
    simulator.output(0) as u64
}
