//! Synthesis results of an instruction, or of the instruction that represents it.

use std::collections::BTreeSet;

use halfpipe_figures::curve::{representative, Curve};
use halfpipe_figures::name::{MeasuredForm, MeasuredName};
use halfpipe_figures::results::{megahertz, Entry, Results};
use halfpipe_fpga::ResultCoverage;
use halfpipe_fpga::Target;
use halfpipe_isa::Instruction;
use serde::Serialize;

use crate::table;

/// The results of one instruction on all targets.
#[derive(Serialize)]
pub struct FiguresOnFile {
    /// The measured instruction: the same one, or one with the same datapath and format, one lane and no modifiers.
    pub mnemonic: String,
    /// The figures.
    pub points: Vec<FigurePoint>,
}

/// The figures of one latency on one target.
#[derive(Serialize)]
pub struct FigurePoint {
    target: Target,
    latency: u32,
    luts: u64,
    carries: u64,
    dsps: u64,
    rams: u64,
    flip_flops: u64,
    /// The highest frequency of all placements, in MHz.
    mhz: Option<f64>,
}

impl FigurePoint {
    fn new(target: Target, entry: &Entry) -> FigurePoint {
        FigurePoint {
            target,
            latency: entry.latency,
            luts: entry.luts,
            carries: entry.carries,
            dsps: entry.dsps,
            rams: entry.rams,
            flip_flops: entry.flip_flops,
            mhz: entry.best(),
        }
    }
}

/// A column of the table: its title, and the function that formats its figure.
type Column = (&'static str, fn(&FigurePoint) -> String);

impl FiguresOnFile {
    /// Looks up the results of the instruction that represents this one, or of itself. Returns `None` if there are none.
    pub fn from_instruction(instruction: Instruction) -> Option<FiguresOnFile> {
        FiguresOnFile::find_form(instruction, MeasuredForm::Area)
    }

    /// Looks up the same for the form for speed.
    pub fn find_fast_form(instruction: Instruction) -> Option<FiguresOnFile> {
        FiguresOnFile::find_form(instruction, MeasuredForm::Speed)
    }

    fn find_form(instruction: Instruction, form: MeasuredForm) -> Option<FiguresOnFile> {
        let mnemonic = representative(instruction).unwrap_or(instruction).mnemonic();
        let name = MeasuredName::from(mnemonic).with_form(form);
        let curves = Results::committed().filter_map(|results| Curve::new(&results, &name));
        let points = curves.flat_map(|curve| {
            let point = |entry: &Entry| FigurePoint::new(curve.target, entry);
            curve.points.iter().map(point).collect::<Vec<_>>()
        });
        let points: Vec<FigurePoint> = points.collect();
        (!points.is_empty()).then(|| FiguresOnFile {
            mnemonic: name.to_string(),
            points,
        })
    }

    /// True if some of the modules use multiplier blocks.
    pub fn has_blocks(&self) -> bool {
        self.points.iter().any(|point| point.dsps > 0)
    }

    /// Formats the figures as a table with one line for each latency, or for at most `most` of them, the first and the last
    /// included. It shows the targets that have every latency.
    pub fn table(&self, most: usize) -> String {
        let mut targets: Vec<Target> = self.points.iter().map(|point| point.target).collect();
        targets.dedup();
        targets.retain(|target| target.extent() == Some(ResultCoverage::EveryLatency));
        let columns = self.columns();
        let mut titles = vec!["latency".to_owned()];
        for target in &targets {
            let of_target = columns.iter().enumerate();
            titles.extend(of_target.map(|(index, (title, _))| match index {
                0 => format!("{target}: {title}"),
                _ => (*title).to_owned(),
            }));
        }
        let mut table = table::titled(titles);
        let latencies: BTreeSet<u32> = self.points.iter().map(|point| point.latency).collect();
        let step = (latencies.len().saturating_sub(1))
            .div_ceil(most.saturating_sub(1).max(1))
            .max(1);
        let last = latencies.len().saturating_sub(1);
        let shown = latencies.into_iter().enumerate();
        for (_, latency) in shown.filter(|(place, _)| place % step == 0 || *place == last) {
            let mut row = vec![latency.to_string()];
            for target in &targets {
                let is_it = |point: &&FigurePoint| point.target == *target && point.latency == latency;
                let point = self.points.iter().find(is_it);
                row.extend(columns.iter().map(|(_, figure)| point.map_or("-".to_owned(), figure)));
            }
            table.add_row(row);
        }
        table::text(&table)
    }

    /// Returns the titles and figures of one target's columns. The columns for blocks and memories are left out if no module
    /// uses them.
    fn columns(&self) -> Vec<Column> {
        let mut columns: Vec<Column> = vec![("LUT4", |point| point.luts.to_string())];
        if self.has_blocks() {
            columns.push(("DSP", |point| point.dsps.to_string()));
        }
        if self.points.iter().any(|point| point.rams > 0) {
            columns.push(("RAM", |point| point.rams.to_string()));
        }
        columns.push(("flip-flops", |point| point.flip_flops.to_string()));
        columns.push(("MHz", |point| megahertz(point.mhz)));
        columns
    }
}
