//! Area and clock frequency over the latencies of an instruction, and the knee of that curve.

use halfpipe_hdl::unit::family;
use halfpipe_isa::Instruction;

use crate::results::{Entry, Results};
use crate::target::Target;

/// The instructions that are measured at every latency: one of each family of datapaths and each format, without
/// modifiers that it can be without.
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

/// Those of [`MEASURED`] that are measured on targets without curves too.
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

/// The target whose curves give the default latencies: its datapaths are lookup tables and carries only, so that no
/// block of the device hides what the datapath does.
pub const REFERENCE_TARGET: Target = Target::ICE40_HX8K;

/// The share of the best clock frequency that the knee of a curve reaches. The longest pipelines are as fast as the device allows;
/// nearer to them, registers and cycles grow faster than the frequency.
pub const KNEE_SHARE: f64 = 0.6;

/// The measured instruction that stands for an instruction: of the same family and format, rounding to nearest, without
/// modifiers; of a comparison, that of the relation less; of a conversion, one that does the same with other widths. `None` for neg
/// and abs, which are no arithmetic, and for conversions that are little more than a choice of bits.
pub fn representative(instruction: Instruction) -> Option<Instruction> {
    measured().find(|measured| family(*measured) == family(instruction))
}

/// The instructions of [`MEASURED`].
pub fn measured() -> impl Iterator<Item = Instruction> {
    instructions(&MEASURED)
}

/// The instructions of these names.
pub(crate) fn instructions(names: &'static [&'static str]) -> impl Iterator<Item = Instruction> {
    names.iter().map(|name| {
        name.parse()
            .unwrap_or_else(|error| panic!("{name} is measured, and is no instruction: {error}"))
    })
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
    /// The curve of a measured instruction, by its canonical name, or of the core of all instructions, which is `fpu`; `None`
    /// where there is no result of it.
    ///
    /// Each point has as many placements as the one with the fewest, so that none is the best of more tries.
    pub fn of(results: &Results, mnemonic: &str) -> Option<Curve> {
        let points = results.results.iter().filter(|entry| entry.mnemonic == mnemonic);
        let points: Vec<Entry> = points.cloned().collect();
        let placements = points.iter().map(|point| point.mhz.len()).min().unwrap_or(0);
        let points: Vec<Entry> = points.into_iter().map(|point| point.of_first(placements)).collect();
        (!points.is_empty()).then_some(Curve {
            target: results.target,
            points,
        })
    }

    /// The knee: the smallest latency that reaches [`KNEE_SHARE`] of the best clock frequency of all latencies. What
    /// lies beyond it costs registers and cycles and gives little. It is 0 only where nothing else was measured: without
    /// registers a module has no clock. `None` where no clock frequency was measured.
    pub fn knee(&self) -> Option<u32> {
        let share = self.share()?;
        let reaches = |point: &&Entry| point.best().is_some_and(|speed| speed >= share);
        let reaching = || self.points.iter().filter(reaches).map(|point| point.latency);
        reaching().find(|latency| *latency > 0).or_else(|| reaching().next())
    }

    /// The clock frequency of a latency as a multiple of what the knee has to reach. `None` where none was measured.
    pub fn reach(&self, latency: u32) -> Option<f64> {
        let point = self.points.iter().find(|point| point.latency == latency)?;
        Some(point.best()? / self.share()?)
    }

    /// The clock frequency that the knee has to reach, in MHz.
    fn share(&self) -> Option<f64> {
        let best = self.points.iter().filter_map(Entry::best).max_by(f64::total_cmp)?;
        Some(KNEE_SHARE * best)
    }
}
