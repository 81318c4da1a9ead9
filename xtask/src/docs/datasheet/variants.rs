//! Our modules in other roundings and on other families.

use halfpipe_figures::coverage::{rounded, ROUNDED};
use halfpipe_figures::curve::MEASURED_EVERYWHERE;
use halfpipe_figures::results::{megahertz, Results};
use halfpipe_fpga::ResultCoverage;
use halfpipe_isa::{Instruction, Rounding, ROUNDING_MARK};

use super::figures::{area_cells, command, placements};

/// Formats the costs of the other roundings, and of a rounding port, without registers.
pub fn roundings(results: &Results) -> String {
    let roundings: String = Rounding::ALL.map(|one| format!(" `.{}` |", one.modifier())).concat();
    let columns = "---|".repeat(Rounding::ALL.len() + 1);
    let mut text = format!("| instruction |{roundings} `{ROUNDING_MARK}` |\n|---|{columns}\n");
    let mut shown = Vec::new();
    for nearest in ROUNDED {
        let nearest: Instruction = nearest.parse().expect("it is an instruction");
        let port = nearest.with_rounding_port().expect("it has every rounding");
        text += &format!("| `{}` |", port.mnemonic());
        let variants = Rounding::ALL.map(|rounding| port.with_fixed_rounding(rounding));
        for variant in variants.iter().chain([&port]) {
            let entry = results.get(&variant.to_string().into(), 0);
            let figures = entry.map(|entry| format!("{} / {}", entry.luts, megahertz(entry.best())));
            text += &format!(" {} |", figures.as_deref().unwrap_or("-"));
            shown.extend(entry);
        }
        text.push('\n');
    }
    let seeds = placements(shown.into_iter());
    let fixed = rounded()
        .into_iter()
        .filter(|instruction| !instruction.has_rounding_port());
    let names: Vec<String> = fixed.map(Instruction::mnemonic).collect();
    let ported = format!("{} {ROUNDING_MARK}", ROUNDED.join(" "));
    text += "\nTo measure these again:\n\n";
    text += &command(&names.join(" "), results.target, Some("0"), seeds);
    text + &command(&ported, results.target, Some("0"), seeds)
}

/// Formats our results on a target without curves.
pub fn other_family(results: &Results) -> String {
    let target = results.target;
    let family = target.family();
    let mut text = format!("\n### {target}\n\n");
    if let Some(remark) = family.remark {
        let (first, rest) = remark.split_at(1);
        text += &format!("{}{rest}.\n\n", first.to_uppercase());
    }
    text += &format!(
        "| instruction | latency | LUT{} | carry | DSP | RAM | flip-flops | MHz |\n|---|---|---|---|---|---|---|---|\n",
        family.cells.lookup_table_inputs
    );
    for entry in &results.results {
        let (latency, area) = (entry.latency, area_cells(entry));
        text += &format!(
            "| `{}` | {latency} | {area} | {} |\n",
            entry.name,
            megahertz(entry.best())
        );
    }
    let names = MEASURED_EVERYWHERE.join(" ");
    let seeds = placements(results.results.iter());
    text += "\nTo measure these again:\n\n";
    text += &command(&names, target, Some("0"), seeds);
    if target.extent() == Some(ResultCoverage::ZeroAndDefault) {
        text += &command(&names, target, None, seeds);
    }
    text
}
