//! The page about area and clock frequency, `docs/datasheet.md`, and its pictures.
//!
//! Every figure comes from the results under `synth/results`, and all prose from `xtask/pages/datasheet.txt`.

mod beside;
mod curves;
mod figures;
mod variants;

use halfpipe_figures::curve::{CurveFamily, KNEE_SHARE, REFERENCE_TARGET};
use halfpipe_figures::design::MEASURED_BLOCKS;
use halfpipe_figures::plot::plot;
use halfpipe_figures::results::Results;
use halfpipe_fpga::ResultCoverage;

use crate::docs::pages::fill;

/// Returns the text of the page.
pub fn datasheet() -> String {
    let committed: Vec<Results> = Results::committed().collect();
    let tools: String = committed.iter().map(tools).collect();
    let (curves, others): (Vec<Results>, Vec<Results>) = committed.into_iter().partition(has_curves);
    let reference = curves.iter().find(|results| results.target == REFERENCE_TARGET);
    let reference = reference.expect("the reference target has results");
    let families = CurveFamily::all().iter();
    let gaps = [
        ("measured_blocks", MEASURED_BLOCKS.to_owned()),
        ("tools", tools),
        ("beside", curves.iter().map(beside::units).collect()),
        ("singles", curves.iter().map(beside::singles).collect()),
        ("roundings", variants::roundings(reference)),
        ("iterative", beside::iterative_units(reference)),
        ("dots", curves.iter().map(beside::dot_products).collect()),
        ("cores", beside::riscv_cores(false)),
        ("single_cores", beside::riscv_cores(true)),
        ("iterative_cores", beside::riscv_units()),
        ("others", others.iter().map(variants::other_family).collect()),
        (
            "curves",
            families.map(|family| curves::section(family, &curves)).collect(),
        ),
        ("knee_share", (KNEE_SHARE * 100.0).to_string()),
        ("reference", REFERENCE_TARGET.to_string()),
    ];
    fill(include_str!("../../../pages/datasheet.txt"), &gaps)
}

/// Returns the line of a target's tools.
fn tools(Results { target, tools, .. }: &Results) -> String {
    let placement = match (&tools.nextpnr, &tools.placement) {
        (Some(version), Some(options)) => format!("{version}, `{options}`"),
        _ => "-".to_owned(),
    };
    format!("| {target} | {}, `{}` | {placement} |\n", tools.yosys, tools.synthesis)
}

/// True if a target was measured at every latency.
fn has_curves(results: &Results) -> bool {
    results.target.extent() == Some(ResultCoverage::EveryLatency)
}

/// Returns the pictures: file names and their text.
pub fn plots() -> Vec<(String, String)> {
    let curves: Vec<Results> = Results::committed().filter(has_curves).collect();
    let picture = |family: &CurveFamily| {
        let plot = plot(&family.title, &curves, &family.names());
        (format!("{}.svg", family.picture), plot.svg())
    };
    CurveFamily::all().iter().map(picture).collect()
}
