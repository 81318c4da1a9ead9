//! The record of a run, for machines and for readers.

use std::fmt::Write;

use halfpipe_tools::{Tool, ToolError};
use serde::{Deserialize, Serialize};

use crate::mutants::examine::{Examination, MutantStatus};
use crate::mutants::MutationLevel;
use halfpipe_prove::versions::EquivalenceMethod;

/// A run over many modules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MutationRecord {
    /// The seed of modules and mutations.
    pub seed: u64,
    /// The most mutants of each module.
    pub per_module: usize,
    /// The number of `verify`'s vectors for each mutant. Without a number, it is as many as `verify` runs on that
    /// module.
    pub vectors: Option<usize>,
    /// The version of Yosys, which lists the mutations.
    pub yosys: Option<String>,
    /// The kill counts of the modules, in the order in which they were examined.
    pub modules: Vec<ModuleRecord>,
    /// The mutants that were not killed.
    pub survivors: Vec<Survivor>,
}

/// The counts of a module's mutants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ModuleRecord {
    /// The module: instruction and latency.
    pub subject: String,
    /// The level at which it was mutated.
    pub level: MutationLevel,
    /// The number of mutants that were made.
    pub made: usize,
    /// The number of mutants that the vectors found.
    pub killed: usize,
    /// The clock cycle in which the last of those was found, from 0.
    pub last_killed: Option<usize>,
}

/// A mutant that the vectors did not find.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Survivor {
    /// The module: instruction and latency.
    pub subject: String,
    /// The level at which it was mutated.
    pub level: MutationLevel,
    /// The fault.
    pub mutation: String,
    /// The outcome of the proof.
    #[serde(flatten)]
    pub status: MutantStatus,
}

impl MutationRecord {
    /// Creates the record of a run, without modules.
    ///
    /// # Errors
    ///
    /// When Yosys is missing.
    pub fn new(seed: u64, per_module: usize, vectors: Option<usize>) -> Result<MutationRecord, ToolError> {
        Ok(MutationRecord {
            seed,
            per_module,
            vectors,
            yosys: Tool::Yosys.version()?,
            modules: Vec::new(),
            survivors: Vec::new(),
        })
    }

    /// Adds a module.
    pub fn add(&mut self, examination: &Examination) {
        let Examination {
            subject,
            level,
            mutants,
        } = examination;
        let killed: Vec<usize> = mutants
            .iter()
            .filter_map(|mutant| match mutant.status {
                MutantStatus::Killed { cycle } => Some(cycle),
                _ => None,
            })
            .collect();
        self.modules.push(ModuleRecord {
            subject: subject.clone(),
            level: *level,
            made: mutants.len(),
            killed: killed.len(),
            last_killed: killed.iter().max().copied(),
        });
        let survivors = mutants
            .iter()
            .filter(|mutant| !matches!(mutant.status, MutantStatus::Killed { .. }));
        self.survivors.extend(survivors.map(|mutant| Survivor {
            subject: subject.clone(),
            level: *level,
            mutation: mutant.mutation.to_string(),
            status: mutant.status.clone(),
        }));
    }

    /// Returns the number of mutants that were made.
    pub fn made(&self) -> usize {
        self.modules.iter().map(|module| module.made).sum()
    }

    /// Returns the number of mutants that the vectors found.
    pub fn killed(&self) -> usize {
        self.modules.iter().map(|module| module.killed).sum()
    }

    /// Returns the mutants that the vectors missed, or about which nothing is known.
    pub fn unsettled(&self) -> impl Iterator<Item = &Survivor> {
        self.survivors.iter().filter(|survivor| !survivor.status.is_settled())
    }

    /// Returns the counts in words.
    pub fn summary(&self) -> String {
        let proven = |method: EquivalenceMethod| {
            let proven = self.survivors.iter();
            let proven = proven.filter(|survivor| survivor.status == MutantStatus::Equivalent { method });
            proven.count()
        };
        let at = |level: MutationLevel| {
            let modules = self.modules.iter().filter(|module| module.level == level);
            modules.map(|module| module.made).sum::<usize>()
        };
        let methods = [
            EquivalenceMethod::Combinational,
            EquivalenceMethod::Flow,
            EquivalenceMethod::Sequential,
        ];
        let equivalent: usize = methods.into_iter().map(proven).sum();
        let last = self.modules.iter().filter_map(|module| module.last_killed).max();
        let mut text = String::new();
        let mut line =
            |line: std::fmt::Arguments| writeln!(text, "{line}").expect("a string takes all that is written");
        line(format_args!(
            "{} mutants of {} modules, seed {}: {} of words, {} of gates",
            self.made(),
            self.modules.len(),
            self.seed,
            at(MutationLevel::Word),
            at(MutationLevel::Gate)
        ));
        let vectors = match self.vectors {
            Some(count) => format!("{count} vectors"),
            None => "verify's default vectors".to_owned(),
        };
        line(format_args!(
            "{} killed by {vectors}, the last in cycle {}",
            self.killed(),
            last.unwrap_or(0)
        ));
        let [combinational, flow, sequential] = methods.map(proven);
        line(format_args!(
            "{equivalent} proven equivalent: {combinational} combinational, {flow} flow, {sequential} sequential"
        ));
        line(format_args!("{} missed or open", self.unsettled().count()));
        text
    }
}
