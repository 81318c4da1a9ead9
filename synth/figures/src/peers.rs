//! Figures of other cores, measured with the same tools, options and harness as halfpipe's.

use halfpipe_fpga::Target;
use serde::Deserialize;

/// Units of other cores, and halfpipe's instruction for each.
pub const UNITS: [(&str, &str); 14] = [
    ("f16 add", "add.rn.f16"),
    ("bf16 add", "add.rn.bf16"),
    ("f16 mul", "mul.rn.f16"),
    ("bf16 mul", "mul.rn.bf16"),
    ("f16 fma", "fma.rn.f16"),
    ("bf16 fma", "fma.rn.bf16"),
    ("f32 += f16 * f16", "fma.rn.f32.f16"),
    ("f16 min/max", "min.f16"),
    ("f16 compare", "setp.lt.f16"),
    ("f16 to f32", "cvt.f32.f16"),
    ("f32 to f16", "cvt.rn.f16.f32"),
    ("f16 to s32", "cvt.rzi.s32.f16"),
    ("s32 to f16", "cvt.rn.f16.s32"),
    ("e4m3 fma", "fma.rn.e4m3"),
];

/// Units of other cores in single precision, and halfpipe's instruction for each.
pub const SINGLE_UNITS: [(&str, &str); 3] = [
    ("f32 add", "add.rn.f32"),
    ("f32 mul", "mul.rn.f32"),
    ("f32 fma", "fma.rn.f32"),
];

/// Dot products of other cores, and halfpipe's instruction for each.
pub const DOT_UNITS: [(&str, &str); 2] = [
    ("f32 += 2 products of f16", "dot2.rn.f32.f16"),
    ("f32 += 2 products of bf16", "dot2.rn.f32.bf16"),
];

/// Units of other cores that work on one operation at a time, and halfpipe's instruction for each.
pub const ITERATIVE_UNITS: [(&str, &str); 2] = [
    ("f16 div, iterative", "div.rn.f16"),
    ("bf16 div, iterative", "div.rn.bf16"),
];

/// One core on one target.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Peer {
    /// Its function: `f16 add`.
    pub unit: String,
    /// Its name.
    pub core: String,
    /// The ranks of registers from its inputs on, without the one behind its result. halfpipe's latency is one less. Of an
    /// iterative unit, the number of clock cycles of an operation, the largest if it varies.
    pub depth: u32,
    /// The target.
    pub target: Target,
    /// Lookup tables with four inputs.
    pub luts: u64,
    /// Carry cells, if counted.
    pub carries: Option<u64>,
    /// Multiplier blocks.
    pub dsps: u64,
    /// Flip-flops, if counted.
    pub flip_flops: Option<u64>,
    /// The highest clock frequency of all placements, in MHz.
    pub best_mhz: f64,
    /// The median clock frequency, if recorded.
    pub median_mhz: Option<f64>,
    /// The number of wrong results, if it was compared with an exact model: `71 of 500,000 vectors`.
    #[serde(default)]
    pub wrong: Option<String>,
}

/// Returns every figure, in the file's order.
pub fn peers() -> Vec<Peer> {
    serde_json::from_str(halfpipe_results::PEERS).unwrap_or_else(|error| panic!("the figures of other cores: {error}"))
}

/// Returns the figures of RISC-V's core, and of CVFPU with the same features, in the file's order.
pub fn riscv_cores() -> Vec<Peer> {
    serde_json::from_str(halfpipe_results::RISCV)
        .unwrap_or_else(|error| panic!("the figures of RISC-V's core: {error}"))
}

impl Peer {
    /// Returns the clock cycles from operands to result, counted as for halfpipe's modules.
    pub fn latency(&self) -> u32 {
        self.depth - 1
    }

    /// Returns halfpipe's instruction for its function, by its canonical name; `None` for an iterative unit.
    pub fn mnemonic(&self) -> Option<&'static str> {
        let mut units = UNITS.iter().chain(&SINGLE_UNITS).chain(&DOT_UNITS);
        let unit = units.find(|(unit, _)| *unit == self.unit);
        unit.map(|(_, mnemonic)| *mnemonic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_another_core_has_an_instruction() {
        for peer in peers() {
            let is_iterative = ITERATIVE_UNITS.iter().any(|(unit, _)| *unit == peer.unit);
            assert!(peer.mnemonic().is_some() != is_iterative, "{}", peer.unit);
        }
    }
}
