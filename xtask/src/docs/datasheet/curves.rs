//! Our modules over the latencies.

use std::collections::BTreeSet;

use halfpipe_figures::curve::{Curve, CurveFamily, REFERENCE_TARGET};
use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::results::{megahertz, Results};
use halfpipe_fpga::Target;

use super::figures::{area_cells, command, placements};

/// Formats the section of a family of curves.
pub fn section(family: &CurveFamily, committed: &[Results]) -> String {
    let CurveFamily { title, picture, .. } = family;
    let names = family.names();
    let has_some = |results: &&Results| results.results.iter().any(|entry| names.contains(&entry.name));
    let committed: Vec<&Results> = committed.iter().filter(has_some).collect();
    let mut text = format!("\n### {title}\n\n![{title}: MHz and LUT4 over the latency](curves/{picture}.svg)\n\n");
    text += "| instruction | latency |";
    let target_columns =
        |target: Target| format!(" {target}: LUT4 | carry | DSP | RAM | flip-flops | MHz best / median |");
    text.extend(committed.iter().map(|results| target_columns(results.target)));
    text += " critical path |\n|---|---|";
    text += &"---|".repeat(6 * committed.len() + 1);
    text.push('\n');
    text.extend(names.iter().map(|name| lines(name, &committed)));
    text += "\nTo measure these again:\n\n";
    let modules = format!("{} {}", family.mnemonics.join(" "), family.form().mark());
    // The core's placement takes minutes, so it is measured at a few latencies, one by one.
    let latency = if family.is_core() { "N" } else { "all" };
    for results in &committed {
        let shown = results.results.iter().filter(|entry| names.contains(&entry.name));
        text += &command(modules.trim_end(), results.target, Some(latency), placements(shown));
    }
    text
}

/// Formats the lines of one instruction, or of the core.
fn lines(name: &MeasuredName, committed: &[&Results]) -> String {
    let curves: Vec<Option<Curve>> = committed.iter().map(|results| Curve::new(results, name)).collect();
    let reference = curves.iter().flatten().find(|curve| curve.target == REFERENCE_TARGET);
    let knee = reference.and_then(Curve::knee);
    let points = curves.iter().flatten().flat_map(|curve| &curve.points);
    let latencies: BTreeSet<u32> = points.map(|entry| entry.latency).collect();
    let mut text = String::new();
    for latency in latencies {
        let mark = if knee == Some(latency) { " *" } else { "" };
        text += &format!("| `{name}` | {latency}{mark} |");
        for curve in &curves {
            let cells = curve.as_ref().and_then(|curve| curve.point(latency)).map(|entry| {
                let (best, median) = (megahertz(entry.best()), megahertz(entry.median()));
                format!(" {} | {best} / {median} |", area_cells(entry))
            });
            text += cells.as_deref().unwrap_or(" - | - | - | - | - | - |");
        }
        let path = reference.and_then(|curve| curve.point(latency)?.path.as_deref());
        text += &format!(" {} |\n", path.unwrap_or("-"));
    }
    text
}
