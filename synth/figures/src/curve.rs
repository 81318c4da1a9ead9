//! Area and clock frequency over the latencies of an instruction, and the knee of that curve.

use std::sync::LazyLock;

use halfpipe_fpga::Target;
use halfpipe_hdl::unit::datapath_class;
use halfpipe_isa::Instruction;
use serde::Deserialize;

use crate::name::{MeasuredForm, MeasuredName};
use crate::results::{Entry, Results};

/// Modules whose curves share a picture and a section of the datasheet.
#[derive(Clone, Debug, Deserialize)]
pub struct CurveFamily {
    /// The heading.
    pub title: String,
    /// The name of the picture's file, without its extension.
    pub picture: String,
    /// The set of modules.
    set: CurveSet,
    /// The canonical names of instructions, or the word for the core.
    pub mnemonics: Vec<String>,
}

/// A set of modules with curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CurveSet {
    /// Pipelines that are measured on every target with curves: one for each format of each datapath family, with no
    /// optional modifiers.
    Pipelines,
    /// The functions that PTX does not have on halves, measured on [`REFERENCE_TARGET`] only.
    Functions,
    /// Pipelines for speed, measured on [`REFERENCE_TARGET`] only.
    Speed,
    /// The core of all instructions.
    Core,
}

impl CurveFamily {
    /// Returns the families, in the order of the datasheet.
    pub fn all() -> &'static [CurveFamily] {
        static FAMILIES: LazyLock<Vec<CurveFamily>> = LazyLock::new(|| {
            let text = include_str!("curves.json");
            serde_json::from_str(text).unwrap_or_else(|error| panic!("the families of curves: {error}"))
        });
        &FAMILIES
    }

    /// Returns the form of its modules.
    pub fn form(&self) -> MeasuredForm {
        if self.set == CurveSet::Speed {
            MeasuredForm::Speed
        } else {
            MeasuredForm::Area
        }
    }

    /// True for the core.
    pub fn is_core(&self) -> bool {
        self.set == CurveSet::Core
    }

    /// Returns the names of its modules on file.
    pub fn names(&self) -> Vec<MeasuredName> {
        let name = |mnemonic: &String| MeasuredName::from(mnemonic.as_str()).with_form(self.form());
        self.mnemonics.iter().map(name).collect()
    }
}

/// The instructions of [`CurveSet::Pipelines`] that are also measured on targets without curves.
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

/// Returns the instructions with curves, without the forms for speed.
pub fn measured() -> impl Iterator<Item = Instruction> {
    in_set(CurveSet::Pipelines).chain(in_set(CurveSet::Functions))
}

/// Returns the instructions of a set.
pub(crate) fn in_set(set: CurveSet) -> impl Iterator<Item = Instruction> {
    let families = CurveFamily::all().iter().filter(move |family| family.set == set);
    families.flat_map(|family| instructions(&family.mnemonics))
}

/// Returns the instructions of these names.
pub(crate) fn instructions<N: AsRef<str>>(names: &[N]) -> impl Iterator<Item = Instruction> + '_ {
    names.iter().map(|name| instruction(name.as_ref()))
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
    /// Returns the curve of a measured module. Returns `None` if it has no results.
    ///
    /// All points are cut to the smallest number of placements, so that no point is the best of more tries.
    pub fn new(results: &Results, name: &MeasuredName) -> Option<Curve> {
        let points = results.results.iter().filter(|entry| entry.name == *name);
        let points: Vec<Entry> = points.cloned().collect();
        let placements = points.iter().map(|point| point.mhz.len()).min().unwrap_or(0);
        let points: Vec<Entry> = points
            .into_iter()
            .map(|point| point.first_placements(placements))
            .collect();
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

    /// Returns the result at a latency.
    pub fn point(&self, latency: u32) -> Option<&Entry> {
        self.points.iter().find(|point| point.latency == latency)
    }

    /// Returns the clock frequency of a latency, relative to the frequency that the knee must reach. Returns `None` if
    /// none was measured.
    pub fn reach(&self, latency: u32) -> Option<f64> {
        Some(self.point(latency)?.best()? / self.share()?)
    }

    /// Returns the clock frequency that the knee must reach, in MHz.
    fn share(&self) -> Option<f64> {
        let best = self.points.iter().filter_map(Entry::best).max_by(f64::total_cmp)?;
        Some(KNEE_SHARE * best)
    }
}
