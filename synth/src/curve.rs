//! Area and clock frequency over the latencies of an instruction, and the knee of that curve.

use halfpipe_fpga::Target;
use halfpipe_hdl::unit::datapath_class;
use halfpipe_isa::Instruction;

use crate::results::{Entry, Results};

/// The instructions measured at every latency: one for each format of each datapath family, with no optional modifiers.
pub const MEASURED: [&str; 29] = [
    "add.rn.f16",
    "add.rn.bf16",
    "mul.rn.f16",
    "mul.rn.bf16",
    "fma.rn.f16",
    "fma.rn.bf16",
    "min.f16",
    "min.bf16",
    "tanh.approx.f16",
    "tanh.approx.bf16",
    "ex2.approx.f16",
    "ex2.approx.ftz.bf16",
    "add.rn.f32.f16",
    "add.rn.f32.bf16",
    "fma.rn.f32.f16",
    "fma.rn.f32.bf16",
    "setp.lt.f16",
    "setp.lt.bf16",
    "cvt.f32.f16",
    "cvt.rn.f16.f32",
    "cvt.rzi.s32.f16",
    "cvt.rn.f16.s32",
    "cvt.rn.satfinite.e4m3x2.f16x2",
    "add.rn.e4m3",
    "add.rn.e5m2",
    "mul.rn.e4m3",
    "mul.rn.e5m2",
    "fma.rn.e4m3",
    "fma.rn.e5m2",
];

/// The instructions measured at every latency on [`REFERENCE_TARGET`] only: the functions that PTX does not have on
/// halves.
pub const MEASURED_FUNCTIONS: [&str; 24] = [
    "div.rn.f16",
    "div.rn.bf16",
    "rcp.rn.f16",
    "rcp.rn.bf16",
    "sqrt.rn.f16",
    "sqrt.rn.bf16",
    "rsqrt.approx.f16",
    "rsqrt.approx.bf16",
    "lg2.approx.f16",
    "lg2.approx.bf16",
    "log.approx.f16",
    "log.approx.bf16",
    "exp.approx.f16",
    "exp.approx.bf16",
    "sigmoid.approx.f16",
    "sigmoid.approx.bf16",
    "silu.approx.f16",
    "silu.approx.bf16",
    "gelu.approx.f16",
    "gelu.approx.bf16",
    "erf.approx.f16",
    "erf.approx.bf16",
    "sin.approx.f16",
    "sin.approx.bf16",
];

/// The instructions of [`MEASURED`] that are also measured on targets without curves.
pub const MEASURED_EVERYWHERE: [&str; 8] = [
    "add.rn.f16",
    "mul.rn.f16",
    "fma.rn.f16",
    "min.f16",
    "tanh.approx.f16",
    "ex2.approx.f16",
    "add.rn.f32.f16",
    "fma.rn.f32.f16",
];

/// The target whose curves give the default latencies. Its datapaths consist of lookup tables and carries only, so no
/// block of the device hides the datapath's own timing.
pub const REFERENCE_TARGET: Target = Target::ICE40_HX8K;

/// The share of the best clock frequency that the knee of a curve reaches. The longest pipelines are as fast as the
/// device allows. Nearer to them, registers and cycles grow faster than the frequency.
pub const KNEE_SHARE: f64 = 0.6;

/// Returns the measured instruction that represents an instruction. It has the same family and format, rounds to
/// nearest and has no modifiers. For a comparison it has the relation "less"; for a conversion it may have other
/// widths.
///
/// Returns `None` for neg and abs, which are not arithmetic, for conversions that do little more than select bits, and for
/// dot products, of which none is measured at every latency.
pub fn representative(instruction: Instruction) -> Option<Instruction> {
    measured().find(|measured| datapath_class(*measured) == datapath_class(instruction))
}

/// Returns the instructions of [`MEASURED`] and [`MEASURED_FUNCTIONS`].
pub fn measured() -> impl Iterator<Item = Instruction> {
    instructions(&MEASURED).chain(instructions(&MEASURED_FUNCTIONS))
}

/// Returns the instructions of these names.
pub(crate) fn instructions(names: &'static [&'static str]) -> impl Iterator<Item = Instruction> {
    names.iter().map(|name| instruction(name))
}

/// Returns the instruction of a name.
pub(crate) fn instruction(name: &str) -> Instruction {
    name.parse()
        .unwrap_or_else(|error| panic!("{name} is measured, and is no instruction: {error}"))
}

/// The results of one instruction, or of the core, on one target, by latency.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The target.
    pub target: Target,
    /// The results, latency 0 first.
    pub points: Vec<Entry>,
}

impl Curve {
    /// Returns the curve of a measured instruction, by its canonical name, or of the core of all instructions, named
    /// `fpu`. Returns `None` if it has no results.
    ///
    /// All points are cut to the smallest number of placements, so that no point is the best of more tries.
    pub fn new(results: &Results, mnemonic: &str) -> Option<Curve> {
        let points = results.results.iter().filter(|entry| entry.mnemonic == mnemonic);
        let points: Vec<Entry> = points.cloned().collect();
        let placements = points.iter().map(|point| point.mhz.len()).min().unwrap_or(0);
        let points: Vec<Entry> = points.into_iter().map(|point| point.of_first(placements)).collect();
        (!points.is_empty()).then_some(Curve {
            target: results.target,
            points,
        })
    }

    /// Returns the knee: the smallest latency that reaches [`KNEE_SHARE`] of the best clock frequency of all latencies.
    /// Latencies beyond the knee cost registers and cycles and gain little. The knee is 0 only if no other latency was
    /// measured: a module without registers has no clock. Returns `None` if no clock frequency was measured.
    pub fn knee(&self) -> Option<u32> {
        let share = self.share()?;
        let reaches = |point: &&Entry| point.best().is_some_and(|speed| speed >= share);
        let reaching = || self.points.iter().filter(reaches).map(|point| point.latency);
        reaching().find(|latency| *latency > 0).or_else(|| reaching().next())
    }

    /// Returns the clock frequency of a latency, relative to the frequency that the knee must reach. Returns `None` if
    /// none was measured.
    pub fn reach(&self, latency: u32) -> Option<f64> {
        let point = self.points.iter().find(|point| point.latency == latency)?;
        Some(point.best()? / self.share()?)
    }

    /// Returns the clock frequency that the knee must reach, in MHz.
    fn share(&self) -> Option<f64> {
        let best = self.points.iter().filter_map(Entry::best).max_by(f64::total_cmp)?;
        Some(KNEE_SHARE * best)
    }
}
