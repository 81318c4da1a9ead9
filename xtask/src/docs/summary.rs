//! The figures on the first page, `README.md`: the least area and the highest clock frequencies.

use std::fmt::Write;

use halfpipe_figures::curve::{Curve, REFERENCE_TARGET};
use halfpipe_figures::peers::{peers, Peer, DOT_UNITS, SINGLE_UNITS, UNITS};
use halfpipe_figures::results::{megahertz, Entry, Results};
use halfpipe_fpga::Target;

/// Further rows: their titles, the same unit of other cores, and the names of halfpipe's results. No other core computes
/// as a tensor core.
const FURTHER_ROWS: [(&str, &str, &str); 5] = [
    (
        "f16 fma with `--optimise speed`",
        "f16 fma",
        "fma.rn.f16 --optimise speed",
    ),
    (
        "f32 fma with `--optimise speed`",
        SINGLE_UNITS[2].0,
        "fma.rn.f32 --optimise speed",
    ),
    ("f32 += 2 products of f16, exact", DOT_UNITS[0].0, DOT_UNITS[0].1),
    ("f32 += 2 products of f16, as A100", "", "dot2.ampere.f32.f16"),
    ("f32 += 4 products of f16, as V100", "", "dot4.volta.f32.f16"),
];

/// Returns the table of units between two ranks of registers, beside the best figures of other cores, and a sentence on
/// pipelines.
pub fn summary() -> String {
    let committed: Vec<Results> = Results::committed().collect();
    let of_target = |target: Target| {
        let found = committed.iter().find(|results| results.target == target);
        found.unwrap_or_else(|| panic!("there are results of {target}"))
    };
    let reference = of_target(REFERENCE_TARGET);
    let mut text = "| unit | LUT4 | MHz best / median | fewest LUT4, other cores | MHz, other cores, best / median |\n\
        |---|---|---|---|---|\n"
        .to_owned();
    let peers = peers();
    let further = FURTHER_ROWS
        .iter()
        .map(|(title, unit, mnemonic)| (*title, *unit, *mnemonic));
    for (title, unit, mnemonic) in UNITS
        .into_iter()
        .chain(SINGLE_UNITS)
        .map(|(unit, mnemonic)| (unit, unit, mnemonic))
        .chain(further)
    {
        let ours = reference
            .get(&mnemonic.into(), 0)
            .unwrap_or_else(|| panic!("{mnemonic} was measured at latency 0"));
        let is_beside = |peer: &&Peer| peer.unit == unit && peer.target == REFERENCE_TARGET && peer.depth == 1;
        let beside: Vec<&Peer> = peers.iter().filter(is_beside).collect();
        let luts = beside.iter().map(|peer| peer.luts).min();
        let fastest = beside
            .iter()
            .max_by(|one, other| one.best_mhz.total_cmp(&other.best_mhz));
        let _ = writeln!(
            text,
            "| {title} | {} | {} / {} | {} | {} / {} |",
            ours.luts,
            megahertz(ours.best()),
            megahertz(ours.median()),
            luts.map_or("-".to_owned(), |luts| luts.to_string()),
            megahertz(fastest.map(|peer| peer.best_mhz)),
            megahertz(fastest.and_then(|peer| peer.median_mhz))
        );
    }
    let fastest = |target: Target, mnemonic: &str| {
        let curve = Curve::new(of_target(target), &mnemonic.into());
        let mhz = curve.and_then(|curve| curve.points.iter().filter_map(Entry::best).reduce(f64::max));
        mhz.unwrap_or_else(|| panic!("{mnemonic} was measured on {target}"))
    };
    let _ = write!(
        text,
        "\nWith pipeline registers on the same device, f16 add reaches {:.0} MHz and `dot4.volta` {:.0} MHz. With `--optimise speed`,\n\
         f16 mul reaches {:.0} MHz and f16 fma {:.0} MHz. On ECP5, f16 fma with a multiplier block reaches {:.0} MHz.\n",
        fastest(REFERENCE_TARGET, "add.rn.f16"),
        fastest(REFERENCE_TARGET, "dot4.volta.f32.f16"),
        fastest(REFERENCE_TARGET, "mul.rn.f16 --optimise speed"),
        fastest(REFERENCE_TARGET, "fma.rn.f16 --optimise speed"),
        fastest(Target::ECP5_25K, "fma.rn.f16"),
    );
    text
}
