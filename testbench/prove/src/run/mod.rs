//! Proof runs over several modules, and their ledger.
//!
//! A [`ProofRun`] proves the function of an instruction or a core once, then the theorem about each of its modules. It
//! prints nothing: a [`ProofObserver`] hears of its progress, and a [`TheoremReport`] has the result of a theorem.

mod certificates;
mod checkpoint;
mod claim;
mod error;
mod file;
mod function;
mod iterative_file;
mod observer;
mod options;
mod outline;
mod part;
mod report;
mod share;

use std::collections::BTreeMap;
use std::time::Duration;

use halfpipe_hdl::design::Design;
use halfpipe_lemmas::lemma::{Lemma, ProvenFormulas};
use halfpipe_lemmas::processor_time::process_time;
use halfpipe_lemmas::theorem::{ledger_name, ProvenModule};
use halfpipe_yosys::VerilogDut;

use crate::key::{LedgerTarget, MultiplierKind, TheoremKey};
use crate::ledger::{LedgerRecords, TheoremLine};
use claim::TheoremClaim;
use observer::{decide_observed, write_uninterrupted};
use report::find_failures;

pub use error::RunError;
pub use file::FileVerdict;
pub use function::ProvenFunction;
pub use halfpipe_aig::deadline::Deadline;
pub use observer::ProofObserver;
pub use options::{RunMode, RunOptions, RunShare};
pub use outline::LemmaGroup;
pub use report::{LemmaFailure, TheoremReport, WrongResult};
pub use share::{ShareReport, SharedLemma};

/// A proof run over several modules.
pub struct ProofRun<'o> {
    options: RunOptions,
    observer: &'o dyn ProofObserver,
    /// The functions so far, by name.
    functions: BTreeMap<String, ProvenFunction>,
    /// The theorems in the ledger about the instruction or core of the last function.
    known: BTreeMap<TheoremKey, TheoremLine>,
    /// The formulas of functions and theorems so far.
    proven: ProvenFormulas,
    /// The processor time of the process when the run began.
    started: Duration,
}

/// A theorem of a run.
pub enum RunTheorem<'d> {
    /// The ledger decides the theorem.
    Recorded(Box<TheoremReport>),
    /// The theorem is to be proven.
    Open(Box<OpenTheorem<'d>>),
}

/// A theorem that is to be proven.
pub struct OpenTheorem<'d> {
    claim: TheoremClaim<'d>,
    netlist: Vec<Lemma>,
    function: String,
    report: TheoremReport,
    /// The lemmas of the function and of the theorem, in groups.
    pub outline: Vec<LemmaGroup>,
}

impl<'o> ProofRun<'o> {
    /// Creates a run without results.
    pub fn new(options: RunOptions, observer: &'o dyn ProofObserver) -> ProofRun<'o> {
        ProofRun {
            options,
            observer,
            functions: BTreeMap::new(),
            known: BTreeMap::new(),
            proven: ProvenFormulas::default(),
            started: process_time(),
        }
    }

    /// Returns the processor time since the run began, of all threads, in seconds. It is what a verdict on a file takes.
    fn spent_seconds(&self) -> f64 {
        process_time().saturating_sub(self.started).as_secs_f64()
    }

    /// Proves the function of a module, or compares it with the ledger, unless the run has done so before.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no proof, or the ledger cannot be used.
    pub fn prove_function<'d>(&mut self, module: impl Into<ProvenModule<'d>>) -> Result<&ProvenFunction, RunError> {
        let module = module.into();
        let subject = module.subject();
        let name = subject.to_string();
        if !self.functions.contains_key(&name) {
            let function = ProvenFunction::new(subject, &self.options, self.observer, &self.proven)?;
            self.functions.insert(name.clone(), function);
        }
        // A module with several lanes has the function of another instruction.
        let own_name = module.ledger_name();
        if own_name == name && self.options.mode != RunMode::Check {
            let lines = self.functions[&name].lines.clone();
            let is_whole = self.options.parts.is_none();
            self.update(&name, |records| {
                if is_whole {
                    records.parts.clear();
                }
                records
                    .parts
                    .extend(lines.into_iter().map(|line| (line.part.clone(), line)));
            })?;
        }
        self.known = self.options.records(&own_name)?.theorems;
        Ok(&self.functions[&name])
    }

    /// Returns the theorem about a module, or about the module that an external file has in its place. The function is
    /// proven before.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no proof, or the ledger cannot be used.
    ///
    /// # Panics
    ///
    /// When the module's function is not proven before.
    pub fn open_theorem<'d>(
        &self,
        module: impl Into<ProvenModule<'d>>,
        external: Option<&'d dyn VerilogDut>,
    ) -> Result<RunTheorem<'d>, RunError> {
        let module = module.into();
        let function_name = module.subject().to_string();
        let function = &self.functions[&function_name];
        let claim = TheoremClaim::new(
            module,
            external,
            self.options.target,
            &self.options.convention,
            &function.digest,
        )?;
        let known = self.known.get(&claim.key);
        let is_current = known.is_some_and(|line| claim.is_on(line));
        let own_lemmas = known.map_or(claim.lemmas.len(), |line| line.lemmas);
        let mut report = TheoremReport::new(claim.key.clone(), function.lemmas + own_lemmas);
        report.conventions = self.options.convention.clone();
        report.is_always_enabled = external.is_some_and(|file| file.is_always_enabled());
        report.clears_valid_at_once = external.is_some_and(|file| file.clears_valid_at_once());
        if self.options.mode == RunMode::Check {
            report.result = function.status_on_file(known.is_some(), is_current);
            report.lemma = function.failures.first().and_then(|failure| failure.name.clone());
            return Ok(RunTheorem::Recorded(Box::new(report)));
        }
        if let (RunMode::ProveStale, Some(line), []) = (self.options.mode, known, &function.failures[..]) {
            let renewed = if is_current { None } else { claim.renewed(line)? };
            if is_current || renewed.is_some() {
                report.seconds = line.milliseconds as f64 / 1000.0;
                if renewed.is_some() {
                    self.record(claim.key, renewed)?;
                }
                return Ok(RunTheorem::Recorded(Box::new(report)));
            }
        }
        let netlist = claim.netlist_lemmas()?;
        report.lemmas = function.lemmas + claim.lemmas.len() + netlist.len();
        let own = outline::group_lemmas(claim.lemmas.iter().chain(&netlist));
        Ok(RunTheorem::Open(Box::new(OpenTheorem {
            outline: function.outline.iter().cloned().chain(own).collect(),
            claim,
            netlist,
            function: function_name,
            report,
        })))
    }

    /// Decides the lemmas of a theorem. The ledger records generated modules only, never external files.
    ///
    /// # Errors
    ///
    /// [`RunError`] where the ledger cannot be used.
    pub fn prove_theorem(&self, theorem: OpenTheorem<'_>) -> Result<TheoremReport, RunError> {
        let OpenTheorem {
            claim,
            netlist,
            function,
            mut report,
            ..
        } = theorem;
        let function = &self.functions[&function];
        let [module, of_netlist] = [&claim.lemmas, &netlist].map(|lemmas| {
            decide_observed(
                self.observer,
                &claim.key.theorem,
                lemmas,
                &self.proven,
                &self.options.deadline,
                &|_, _| {},
            )
        });
        let time: Duration = module.iter().chain(&of_netlist).map(|decided| decided.time).sum();
        let is_external = claim.is_external();
        report.seconds = if is_external {
            self.spent_seconds()
        } else {
            (function.time + time).as_secs_f64()
        };
        let mut failures = function.failures.clone();
        failures.extend(find_failures(&claim.lemmas, &module));
        failures.extend(find_failures(&netlist, &of_netlist));
        let key = claim.key.clone();
        let line = if failures.is_empty() {
            let digests: Vec<String> = of_netlist.into_iter().map(|decided| decided.digest).collect();
            Some(claim.into_line(&digests, time.as_millis() as u64)?)
        } else {
            report.fail(failures);
            None
        };
        if !is_external {
            self.record(key, line)?;
        }
        Ok(report)
    }

    /// Removes the theorems about longer latencies than those of a design's modules from the ledger. They come from a
    /// version of the generator with more useful latencies.
    ///
    /// # Errors
    ///
    /// [`RunError`] where the ledger cannot be used.
    pub fn remove_longer_latencies(&self, design: &Design, longest: u32) -> Result<(), RunError> {
        if self.options.mode == RunMode::Check {
            return Ok(());
        }
        let name = ledger_name(design);
        let multiplier = MultiplierKind::from(design.multiplier());
        let target = self.options.target.map(LedgerTarget);
        let form = design.optimisation();
        let register_ports = design.has_registered_ports();
        let is_gone = |key: &TheoremKey| {
            key.latency > longest
                && !key.iterative
                && (key.multiplier, key.optimise) == (multiplier, form)
                && (key.register_ports, key.target) == (register_ports, target)
        };
        if self.known.keys().any(is_gone) {
            self.update(&name, |records| records.theorems.retain(|key, _| !is_gone(key)))
        } else {
            Ok(())
        }
    }

    /// Writes the ledger line of a theorem that holds. Removes the line of one that fails.
    fn record(&self, key: TheoremKey, line: Option<TheoremLine>) -> Result<(), RunError> {
        self.update(&key.theorem.clone(), |records| {
            match line {
                Some(line) => drop(records.theorems.insert(key, line)),
                None => drop(records.theorems.remove(&key)),
            };
        })
    }

    /// Updates the ledger records of an instruction or a core, if there is a ledger.
    fn update(&self, name: &str, change: impl FnOnce(&mut LedgerRecords)) -> Result<(), RunError> {
        match &self.options.ledger {
            Some(ledger) => Ok(write_uninterrupted(self.observer, || ledger.update(name, change))?),
            None => Ok(()),
        }
    }
}
