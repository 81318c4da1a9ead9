//! Plots of area and clock frequency over the latency.

mod axes;
mod data;
mod marks;
mod panel;
mod picture;
mod room;

use std::fmt::Write;

use crate::curve::Curve;
use crate::latency::{default_latency, USUAL_CORE_LATENCY};
use crate::name::MeasuredName;
use crate::peers::{peers, Peer};
use crate::results::{megahertz, Entry, Results};

pub use data::{Panel, Plot, PlottedCurve, Point, Rival};

/// A quantity to draw.
struct Quantity {
    /// Its name, with its unit.
    title: &'static str,
    figure: fn(&Entry) -> Option<f64>,
    /// The median, if there are several figures.
    median: fn(&Entry) -> Option<f64>,
    figure_of_peer: fn(&Peer) -> f64,
    /// True if more of it is better.
    is_more_better: bool,
}

const QUANTITIES: [Quantity; 2] = [
    Quantity {
        title: "clock frequency (MHz)",
        figure: Entry::best,
        median: |entry| entry.median().filter(|_| entry.mhz.len() > 1),
        figure_of_peer: |peer| peer.best_mhz,
        is_more_better: true,
    },
    Quantity {
        title: "area (LUT4)",
        figure: |entry| Some(entry.luts as f64),
        median: |_| None,
        figure_of_peer: |peer| peer.luts as f64,
        is_more_better: false,
    },
];

/// Plots the results of some modules. Each target has panels of clock frequency and area over the latency. They mark the
/// default latency and the best of the other cores with the same function.
pub fn plot(title: &str, results: &[Results], modules: &[MeasuredName]) -> Plot {
    let mut panels = Vec::new();
    for results in results {
        let curves: Vec<Option<Curve>> = modules.iter().map(|name| Curve::new(results, name)).collect();
        for quantity in &QUANTITIES {
            let pairs = modules.iter().zip(&curves);
            let drawn: Vec<PlottedCurve> = pairs
                .map(|(name, curve)| quantity.curve(name, curve.as_ref()))
                .collect();
            // Without a placement there is no clock frequency.
            if drawn.iter().any(|curve| !curve.points.is_empty()) {
                panels.push(Panel {
                    title: format!("{}: {}", results.target, quantity.title),
                    curves: drawn,
                });
            }
        }
    }
    Plot {
        title: format!("{title}: clock frequency and area over the latency"),
        description: description(results, modules),
        names: modules.iter().map(MeasuredName::to_string).collect(),
        panels,
    }
}

impl Quantity {
    fn curve(&self, name: &MeasuredName, curve: Option<&Curve>) -> PlottedCurve {
        let Some(curve) = curve else {
            return PlottedCurve::default();
        };
        let point = |entry: &Entry| {
            Some(Point {
                latency: entry.latency,
                best: (self.figure)(entry)?,
                median: (self.median)(entry),
            })
        };
        let mnemonic = name.to_string();
        let is_beside = |peer: &Peer| peer.target == curve.target && peer.mnemonic() == Some(&mnemonic);
        let beside = peers().into_iter().filter(is_beside);
        let order = |one: &Peer, other: &Peer| (self.figure_of_peer)(one).total_cmp(&(self.figure_of_peer)(other));
        let best = if self.is_more_better {
            beside.max_by(order)
        } else {
            beside.min_by(order)
        };
        PlottedCurve {
            points: curve.points.iter().filter_map(point).collect(),
            default_latency: usual_latency(name),
            rival: best.map(|peer| Rival {
                latency: peer.latency(),
                value: (self.figure_of_peer)(&peer),
                name: peer.core,
            }),
        }
    }
}

/// Returns the default latency of a module.
fn usual_latency(name: &MeasuredName) -> Option<u32> {
    if name.is_core() {
        Some(USUAL_CORE_LATENCY)
    } else {
        name.plain_instruction().map(default_latency)
    }
}

/// Describes the figures in words.
fn description(results: &[Results], modules: &[MeasuredName]) -> String {
    let mut text = String::new();
    for results in results {
        for name in modules {
            let Some(curve) = Curve::new(results, name) else {
                continue;
            };
            let figures = curve.points.iter().map(|entry| {
                let mhz = entry.best().map(|best| format!(", {} MHz", megahertz(Some(best))));
                format!("{}: {} LUT4{}", entry.latency, entry.luts, mhz.unwrap_or_default())
            });
            let figures: Vec<String> = figures.collect();
            let _ = writeln!(text, "{name} on {} by latency: {}.", results.target, figures.join("; "));
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed(mnemonics: [&str; 2]) -> Plot {
        let results: Vec<Results> = Results::committed().collect();
        plot("Test", &results, &mnemonics.map(MeasuredName::from))
    }

    #[test]
    fn the_best_of_other_cores_stands_beside_ours() {
        let plot = committed(["fma.rn.f16", "neg.f16"]);
        let of = |panel: usize| {
            let rival = plot.panels[panel].curves[0].rival.as_ref().unwrap();
            (rival.name.as_str(), rival.latency, rival.value)
        };
        assert_eq!(plot.panels[0].title, "ice40-hx8k: clock frequency (MHz)");
        assert_eq!(of(0), ("Vortex VX_fma_unit", 6, 56.5));
        assert_eq!(of(1), ("HardFloat, recoded ports", 0, 1002.0));
        assert_eq!(plot.panels[0].curves[0].default_latency, Some(4));
        // It was not measured.
        assert!(plot.panels[0].curves[1].points.is_empty());
    }

    #[test]
    fn without_placements_there_is_only_area() {
        let mut results: Vec<Results> = Results::committed().take(1).collect();
        for entry in &mut results[0].results {
            entry.mhz.clear();
        }
        let luts = results[0].get(&"min.f16".into(), 0).expect("it is measured").luts;
        let plot = plot("Test", &results, &["min.f16".into()]);
        let titles: Vec<&str> = plot.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["ice40-hx8k: area (LUT4)"]);
        let begins = format!("min.f16 on ice40-hx8k by latency: 0: {luts} LUT4; 1: ");
        assert!(plot.description.starts_with(&begins), "{}", plot.description);
    }
}
