//! Measured results on file: one file for each target under `synth/results`, one line for each instruction and latency.

use std::fmt::Write as _;
use std::sync::OnceLock;

use halfpipe_fpga::Target;
use halfpipe_hdl::datapath::iterative;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency_of_form, Multiplier};
use halfpipe_isa::Instruction;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::name::{MeasuredForm, MeasuredName};
use crate::tools::ToolVersions;

/// The results of one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The target.
    pub target: Target,
    /// The programs of the measurement.
    pub tools: ToolVersions,
    /// The results, ordered by the instruction's index in the instruction table, then by latency. Those of further formats follow.
    pub results: Vec<Entry>,
}

/// The result of one instruction at one latency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of the module.
    #[serde(rename = "mnemonic")]
    pub name: MeasuredName,
    /// Clock cycles from operands to result.
    pub latency: u32,
    /// The digest of the measured module: of its netlist's structure, or of its text if it is external Verilog.
    pub digest: String,
    /// Lookup tables, of four inputs or as many as the target has.
    pub luts: u64,
    /// Carry cells: of one bit on iCE40 and Gowin, of two on ECP5 and Nexus, of four on Xilinx.
    pub carries: u64,
    /// Multiplier blocks.
    pub dsps: u64,
    /// Block RAMs.
    pub rams: u64,
    /// Flip-flops, those in front of and behind the module included.
    pub flip_flops: u64,
    /// The highest clock frequency for each seed of the placement from 1 on, in MHz, without those that did not end in time.
    pub mhz: Vec<f64>,
    /// The critical path of the fastest placement, from register to register, by stages.
    pub path: Option<String>,
}

impl Entry {
    /// Reduces the entry to its first placements. The critical path is dropped if the fastest placement was a later
    /// one.
    pub fn first_placements(mut self, placements: usize) -> Entry {
        let best = self.best();
        self.mhz.truncate(placements);
        if self.best() != best {
            self.path = None;
        }
        self
    }

    /// Returns the highest clock frequency of all placements, in MHz.
    pub fn best(&self) -> Option<f64> {
        self.mhz.iter().copied().max_by(f64::total_cmp)
    }

    /// Returns the median clock frequency in MHz, the lower of the two for an even number.
    pub fn median(&self) -> Option<f64> {
        let mut sorted = self.mhz.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len().saturating_sub(1) / 2).copied()
    }

    /// Returns its place in the file: that of the module, then the latency.
    fn place(&self) -> ((usize, &str, &str, MeasuredForm), u32) {
        (self.name.place(), self.latency)
    }
}

/// The results that the program was provided with.
static PROVIDED: OnceLock<Vec<Results>> = OnceLock::new();

impl Results {
    /// Makes empty results.
    pub fn new(target: Target, tools: ToolVersions) -> Results {
        Results {
            target,
            tools,
            results: Vec::new(),
        }
    }

    /// Takes the texts of result files in place of those built into the program. The program of a browser has none of its
    /// own, so that it is small.
    ///
    /// # Errors
    ///
    /// The reason why a text holds no results.
    pub fn provide(texts: &[String]) -> Result<(), String> {
        let results: Result<Vec<Results>, String> = texts.iter().map(|text| Results::parse(text)).collect();
        // A second call has the same files.
        let _ = PROVIDED.set(results?);
        Ok(())
    }

    /// Returns the results built into this program or provided to it, for every target that has some.
    pub fn committed() -> impl Iterator<Item = Results> {
        let provided = PROVIDED.get().into_iter().flatten().cloned();
        provided.chain(Results::built_in().filter(|_| PROVIDED.get().is_none()))
    }

    /// Returns the results built into this program.
    fn built_in() -> impl Iterator<Item = Results> {
        let records = Target::all().filter_map(|target| Some((target, target.device().results?)));
        let records = records.filter(|(_, record)| !record.text.is_empty());
        records.map(|(target, record)| {
            Results::parse(record.text).unwrap_or_else(|message| panic!("the committed results of {target}: {message}"))
        })
    }

    /// Returns the median clock frequency of a design's placements in MHz, if this very netlist was measured.
    pub fn measured_median(&self, design: &Design) -> Option<f64> {
        let digest = design.module().digest().to_string();
        let entry = self.results.iter().find(|entry| entry.digest == digest)?;
        entry.median()
    }

    /// Reads the text of a file of results.
    ///
    /// # Errors
    ///
    /// The reason why it holds no results, with its line and column.
    pub fn parse(text: &str) -> Result<Results, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns the text of the file. Each result is a line, so a diff of two files shows the changed ones.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{{\n\"target\": {},\n\"tools\": {},\n\"results\": [",
            json(&self.target),
            json(&self.tools)
        );
        for (index, entry) in self.results.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(text, "{comma}\n{}", json(entry));
        }
        text + "\n]\n}\n"
    }

    /// Returns the result of a module at a latency.
    pub fn get(&self, name: &MeasuredName, latency: u32) -> Option<&Entry> {
        let is_it = |entry: &&Entry| entry.name == *name && entry.latency == latency;
        self.results.iter().find(is_it)
    }

    /// Removes the results of modules that no longer exist.
    pub fn prune(&mut self) {
        let exists = |Entry { name, latency, .. }: &Entry| {
            if name.is_core() {
                return fpu::max_latency(Instruction::arithmetic(), Multiplier::default())
                    .is_ok_and(|most| *latency <= most);
            }
            name.instruction().is_some_and(|instruction| match name.form {
                MeasuredForm::Iterative => *latency == iterative::cycles(instruction),
                form => *latency <= max_latency_of_form(instruction, form.optimisation()),
            })
        };
        self.results.retain(exists);
    }

    /// Inserts a result at its place. It replaces one of the same instruction and latency, unless the old one has more
    /// placements of the same hardware.
    pub fn put(&mut self, entry: Entry) {
        let there = self.get(&entry.name, entry.latency);
        if there.is_some_and(|there| there.digest == entry.digest && there.mhz.len() > entry.mhz.len()) {
            return;
        }
        self.results.retain(|other| other.place() != entry.place());
        let at = self.results.partition_point(|other| other.place() < entry.place());
        self.results.insert(at, entry);
    }
}

/// Writes a value in one line.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("results have only strings and numbers")
}

/// Returns the digest of external Verilog, without its comments: 32 hexadecimal digits. The figures of a generated
/// module are kept with the [digest of the netlist](halfpipe_hdl::net::Module::digest) instead.
pub fn digest_of_verilog(verilog: &str) -> String {
    let mut hash = Sha256::new();
    for line in verilog.lines().filter(|line| !line.trim_start().starts_with("//")) {
        hash.update(line);
        hash.update("\n");
    }
    hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Formats a clock frequency for tables and messages, without its unit.
pub fn megahertz(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |mhz| format!("{mhz:.1}"))
}
