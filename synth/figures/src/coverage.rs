//! The modules with committed results.

use halfpipe_fpga::{ResultCoverage, Target};
use halfpipe_hdl::design::DesignSpec;
use halfpipe_hdl::unit::{max_latency, max_latency_of_form, Optimisation};
use halfpipe_isa::{Instruction, Rounding};

use crate::curve::{self, CurveSet, MEASURED_EVERYWHERE, REFERENCE_TARGET};
use crate::latency::default_latency;

/// Returns the instructions with committed results on every target of a coverage, each with its latencies.
pub fn covered_modules(coverage: ResultCoverage) -> Vec<(Instruction, u32)> {
    let every = |instruction| (0..=max_latency(instruction)).map(move |latency| (instruction, latency));
    let two = |instruction| [0, default_latency(instruction)].map(|latency| (instruction, latency));
    match coverage {
        ResultCoverage::EveryLatency => curve::in_set(CurveSet::Pipelines).flat_map(every).collect(),
        ResultCoverage::Zero => curve::instructions(&MEASURED_EVERYWHERE)
            .map(|instruction| (instruction, 0))
            .collect(),
        ResultCoverage::ZeroAndDefault => curve::instructions(&MEASURED_EVERYWHERE).flat_map(two).collect(),
    }
}

/// The sums and products whose costs in the other roundings are measured. Their pipelines round to nearest even.
pub const ROUNDED: [&str; 6] = [
    "add.rn.f16",
    "add.rn.bf16",
    "mul.rn.f16",
    "mul.rn.bf16",
    "fma.rn.f16",
    "fma.rn.bf16",
];

/// Returns the units in other roundings, and with a rounding port, that are measured without registers on
/// [`REFERENCE_TARGET`]: for each of [`ROUNDED`] the four roundings, then the port.
pub fn rounded() -> Vec<Instruction> {
    let variants = |nearest: Instruction| {
        let port = nearest.with_rounding_port().expect("it has every rounding");
        let others = Rounding::ALL
            .into_iter()
            .map(move |rounding| port.with_fixed_rounding(rounding));
        others.filter(move |other| *other != nearest).chain([port])
    };
    curve::instructions(&ROUNDED).flat_map(variants).collect()
}

/// The instructions whose iterative units are measured on [`REFERENCE_TARGET`].
pub const ITERATIVE: [&str; 6] = [
    "div.rn.f16",
    "div.rn.bf16",
    "rcp.rn.f16",
    "rcp.rn.bf16",
    "sqrt.rn.f16",
    "sqrt.rn.bf16",
];

/// The dot products measured without registers on [`REFERENCE_TARGET`].
pub const DOTS: [&str; 10] = [
    "dot2.rn.f32.f16",
    "dot2.volta.f32.f16",
    "dot2.ampere.f32.f16",
    "dot2.hopper.f32.f16",
    "dot4.volta.f32.f16",
    "dot4.ampere.f32.f16",
    "dot4.hopper.f32.f16",
    "dot8.volta.f32.f16",
    "dot8.ampere.f32.f16",
    "dot8.hopper.f32.f16",
];

/// The dot products of [`DOTS`] that are measured on other targets with curves too.
const DOTS_WITH_BLOCKS: [&str; 3] = ["dot2.ampere.f32.f16", "dot4.volta.f32.f16", "dot8.ampere.f32.f16"];

/// The dot product that is measured with registers too. A placement takes minutes, so it has one latency on each target.
const PIPELINED_DOT: &str = "dot4.volta.f32.f16";

/// Returns the dot products measured on a target with curves, each with its latencies.
pub fn covered_dots(target: Target) -> Vec<(Instruction, u32)> {
    let (dots, pipelined): (&[&str], u32) = if target == REFERENCE_TARGET {
        (&DOTS, 18)
    } else {
        (&DOTS_WITH_BLOCKS, 16)
    };
    let dots = dots.iter().map(|name| (curve::instruction(name), 0));
    dots.chain([(curve::instruction(PIPELINED_DOT), pipelined)]).collect()
}

/// The latencies at which units in single precision are measured on [`REFERENCE_TARGET`].
const SINGLES: [(&str, Optimisation, &[u32]); 4] = [
    ("add.rn.f32", Optimisation::Area, &[0, 12]),
    ("mul.rn.f32", Optimisation::Area, &[0, 11]),
    ("fma.rn.f32", Optimisation::Area, &[0, 3, 17]),
    ("fma.rn.f32", Optimisation::Speed, &[0]),
];

/// The same on other targets with curves.
const SINGLES_WITH_BLOCKS: [(&str, Optimisation, &[u32]); 3] = [
    ("add.rn.f32", Optimisation::Area, &[0]),
    ("mul.rn.f32", Optimisation::Area, &[0]),
    ("fma.rn.f32", Optimisation::Area, &[0, 17]),
];

/// Returns the units in single precision measured on a target with curves.
pub fn covered_singles(target: Target) -> Vec<DesignSpec> {
    let units: &[(&str, Optimisation, &[u32])] = if target == REFERENCE_TARGET {
        &SINGLES
    } else {
        &SINGLES_WITH_BLOCKS
    };
    let specs = units.iter().flat_map(|(name, form, latencies)| {
        let instruction = curve::instruction(name);
        let spec = move |latency: &u32| DesignSpec::unit(instruction, *latency).with_optimisation(*form);
        latencies.iter().map(spec)
    });
    specs.collect()
}

/// Returns the instructions whose form for speed is measured on [`REFERENCE_TARGET`].
pub fn fast() -> Vec<Instruction> {
    curve::in_set(CurveSet::Speed).collect()
}

/// Returns the modules measured on [`REFERENCE_TARGET`] alone: functions and the forms for speed at every latency, the
/// [`rounded`] units and the iterative ones.
pub fn covered_variants() -> Vec<DesignSpec> {
    let every = |form: Optimisation| {
        move |instruction: Instruction| {
            let spec = move |latency| DesignSpec::unit(instruction, latency).with_optimisation(form);
            (0..=max_latency_of_form(instruction, form)).map(spec)
        }
    };
    let functions = curve::in_set(CurveSet::Functions).flat_map(every(Optimisation::Area));
    let fast = curve::in_set(CurveSet::Speed).flat_map(every(Optimisation::Speed));
    let rounded = rounded()
        .into_iter()
        .map(|instruction| DesignSpec::unit(instruction, 0));
    let iterative = curve::instructions(&ITERATIVE).map(DesignSpec::iterative);
    functions.chain(fast).chain(rounded).chain(iterative).collect()
}

/// Returns the instructions whose pipelines are measured on a target.
pub fn measured_on(target: Target) -> Vec<Instruction> {
    match target.extent() {
        _ if target == REFERENCE_TARGET => curve::measured().collect(),
        Some(ResultCoverage::Zero | ResultCoverage::ZeroAndDefault) => {
            curve::instructions(&MEASURED_EVERYWHERE).collect()
        }
        Some(ResultCoverage::EveryLatency) | None => curve::in_set(CurveSet::Pipelines).collect(),
    }
}
