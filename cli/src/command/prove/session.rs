//! A proof run over several modules, and its ledger.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{multiplies, Design, DesignSpec};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_prove::ledger::{digest_of_formulas, FunctionLine, Ledger, LedgerRecords, TheoremLine};
use halfpipe_prove::lemma::{DecidedLemma, Lemma, Verdict};
use halfpipe_prove::theorem::{self, decide, digests, Key, Subject};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::Foreign;
use halfpipe_yosys::external::Elaborated;
use halfpipe_yosys::Dut;
use halfpipe_yosys::Mapping;

use super::checkpoint::{self, Checkpoint};
use super::claim::Claim;
use super::told::{self, Outcome, Told};
use super::{certificates, counterexample};
use crate::arguments::prove::Arguments;
use crate::error::Error;
use crate::json::write_json;
use crate::progress::Progress;
use crate::request::LatencyChoice;
use crate::{foreign, interrupt};

/// The folder of the project's own ledger.
const LEDGER: &str = "testbench/proofs";

/// The proof state of a function. The function belongs to one instruction or to a core.
struct Function {
    /// The ledger lines of the parts that hold.
    lines: Vec<FunctionLine>,
    /// The digest of the function's formulas.
    digest: String,
    /// The number of lemmas.
    lemmas: usize,
    /// The names and statements of the lemmas.
    statements: Vec<(String, String)>,
    /// The first lemma that fails, or the part that is missing in the ledger.
    failure: Option<(Option<String>, LemmaFailure)>,
    /// Processor time of the lemmas.
    time: Duration,
}

/// The reason why a lemma fails.
#[derive(Clone)]
enum LemmaFailure {
    /// The solver refuted the lemma or could not prove it.
    Decided(Verdict),
    /// The ledger lacks the lemma.
    Missing,
    /// The ledger has another formula for the lemma.
    Stale,
}

impl Function {
    /// Returns the ledger's status of a theorem that depends on the function.
    fn on_file(&self, is_known: bool, is_current: bool) -> Outcome {
        match &self.failure {
            Some((_, LemmaFailure::Missing)) => Outcome::Missing,
            Some(_) => Outcome::Stale,
            None if is_current => Outcome::Holds,
            None if is_known => Outcome::Stale,
            None => Outcome::Missing,
        }
    }
}

impl LemmaFailure {
    /// Describes the failure, and sets the outcome in `told`. Runs the counterexample, if there is one.
    fn finding(self, device: &dyn Dut, mapping: Option<Mapping>, told: &mut Told) -> Result<String, Error> {
        told.result = Outcome::Unproven;
        match self {
            LemmaFailure::Decided(Verdict::Fails(words)) => {
                told.result = Outcome::Fails;
                counterexample::told(device, mapping, &words)
            }
            LemmaFailure::Decided(Verdict::Unproven(why)) => Ok(why),
            _ => Ok(String::new()),
        }
    }
}

/// A proof run over several modules.
pub struct Session<'a> {
    arguments: &'a Arguments,
    ledger: Option<Ledger>,
    /// The functions processed so far, by name.
    functions: BTreeMap<String, Function>,
    told: Vec<Told>,
    output: &'a mut dyn Write,
}

impl<'a> Session<'a> {
    /// Creates a session that has not started.
    pub fn new(arguments: &'a Arguments, output: &'a mut dyn Write) -> Session<'a> {
        let usual = (arguments.check || arguments.stale).then(|| PathBuf::from(LEDGER));
        let folder = arguments.ledger.clone().or(usual);
        Session {
            arguments,
            ledger: folder.map(|folder| Ledger::new(&folder)),
            functions: BTreeMap::new(),
            told: Vec::new(),
            output,
        }
    }

    /// Proves the requested theorems. Each inner list has the designs of one instruction.
    pub fn run(mut self, designs: Vec<Vec<Design>>) -> Result<(), Error> {
        let tells_lemmas = designs.len() == 1 && designs[0].len() == 1 && !self.arguments.json && !self.arguments.check;
        for designs in &designs {
            self.designs(designs, tells_lemmas)?;
        }
        if self.arguments.json {
            write_json(&self.told, self.output)?;
        }
        match self.told.iter().all(|theorem| theorem.result == Outcome::Holds) {
            true => Ok(()),
            false => Err(Error::Found),
        }
    }

    /// Proves the requested theorems about one instruction or one core.
    fn designs(&mut self, designs: &[Design], tells_lemmas: bool) -> Result<(), Error> {
        let [first, ..] = designs else { return Ok(()) };
        let (name, subject) = (theorem::name(first), Subject::from_design(first));
        let function = subject.to_string();
        if !self.functions.contains_key(&function) {
            let decided = self.function(subject)?;
            self.functions.insert(function.clone(), decided);
        }
        if name == function && !self.arguments.check {
            let lines = self.functions[&function].lines.clone();
            self.update(&name, |records| {
                records.parts = lines.into_iter().map(|line| (line.part.clone(), line)).collect();
            })?;
        }
        let known = self.records(&name)?.theorems;
        for design in designs {
            self.module(design, &function, &known, tells_lemmas)?;
        }
        if self.arguments.latency == Some(LatencyChoice::Every) && !self.arguments.check {
            // Lines of longer latencies come from an older generator, which had more useful latencies.
            let longest = designs.iter().map(Design::latency).max().unwrap_or(0);
            let multiplier = first.multiplier().name();
            let target = self.target_name();
            let is_gone = |key: &Key| key.latency > longest && key.target == target && key.multiplier == multiplier;
            if known.keys().any(is_gone) {
                self.update(&name, |records| records.theorems.retain(|key, _| !is_gone(key)))?;
            }
        }
        Ok(())
    }

    /// Updates the ledger records of an instruction or a core, if there is a ledger.
    fn update(&self, name: &str, change: impl FnOnce(&mut LedgerRecords)) -> Result<(), Error> {
        match &self.ledger {
            Some(ledger) => interrupt::uninterrupted(|| ledger.update(name, change)).map_err(Error::failure),
            None => Ok(()),
        }
    }

    fn records(&self, name: &str) -> Result<LedgerRecords, Error> {
        match &self.ledger {
            Some(ledger) => ledger.read(name).map_err(Error::failure),
            None => Ok(LedgerRecords::default()),
        }
    }

    /// Proves a function, or compares it with the ledger. With --stale, the parts in the ledger are not proven again.
    fn function(&self, subject: Subject) -> Result<Function, Error> {
        let name = subject.to_string();
        let lemmas = subject.lemmas().map_err(Error::failure)?;
        let statements = told::grouped(&lemmas);
        let count = lemmas.len();
        let (mut lines, open) = match self.arguments.check || self.arguments.stale {
            true => on_file(lemmas, &self.records(&name)?.parts),
            false => (Vec::new(), lemmas),
        };
        let failure = match self.arguments.check {
            true => self.missing_part(&name, &lines, &open)?,
            false => {
                let checkpoint = Checkpoint::new(self.ledger.as_ref(), &name, &open, checkpoint::EVERY)?;
                let all = decided(&name, &open, &|lemma, decided| checkpoint.take(lemma, decided));
                lines.extend(checkpoint.finish()?);
                if let Some(folder) = &self.arguments.certificates {
                    certificates::write(&open, &folder.join(name.replace('.', "_")))?;
                }
                first_failure(&open, &all)
            }
        };
        Ok(Function {
            digest: digest_of_formulas(lines.iter().map(|line| line.formulas.as_str())),
            lemmas: count,
            statements,
            time: Duration::from_millis(lines.iter().map(|line| line.milliseconds).sum()),
            lines,
            failure,
        })
    }

    /// Returns the first part that is missing or stale in the ledger. The ledger is also stale if it has a part that no
    /// longer exists.
    fn missing_part(
        &self,
        name: &str,
        current: &[FunctionLine],
        open: &[Lemma],
    ) -> Result<Option<(Option<String>, LemmaFailure)>, Error> {
        let known = self.records(name)?.parts;
        Ok(match open.first() {
            Some(lemma) if known.contains_key(&lemma.part) => Some((lemma.part.clone(), LemmaFailure::Stale)),
            Some(lemma) => Some((lemma.part.clone(), LemmaFailure::Missing)),
            None => (known.len() > current.len()).then_some((None, LemmaFailure::Stale)),
        })
    }

    fn target_name(&self) -> Option<String> {
        self.arguments.mapping().map(|mapping| mapping.name().to_owned())
    }

    fn read(&self, file: &Path, design: &Design) -> Result<Foreign, Error> {
        let mapping = self.arguments.mapping().unwrap_or(Mapping::Generic);
        foreign::read(file, design, Some(design.latency()), EngineKind::Gates(mapping))
    }

    /// Proves the theorem about one module, or compares it with the ledger.
    fn module(
        &mut self,
        design: &Design,
        function: &str,
        known: &BTreeMap<Key, TheoremLine>,
        tells_lemmas: bool,
    ) -> Result<(), Error> {
        let mapping = self.arguments.mapping();
        let file = self.arguments.foreign.verilog.as_deref();
        let read = file.map(|file| self.read(file, design)).transpose()?;
        let multiplying = read
            .as_ref()
            .map(|read| with_multiplication(read, design))
            .transpose()?
            .flatten();
        let design = multiplying.as_ref().unwrap_or(design);
        let device: &dyn Dut = read.as_ref().map_or(design, |read| read);
        let of_function = &self.functions[function];
        let claim = Claim::new(design, device, mapping, &of_function.digest)?;
        let known = known.get(&claim.key);
        let is_current = known.is_some_and(|line| claim.is_on(line));
        let mut told = Told {
            key: claim.key.clone(),
            result: Outcome::Holds,
            lemmas: of_function.lemmas + known.map_or(claim.lemmas.len(), |line| line.lemmas),
            lemma: None,
            seconds: 0.0,
            read_without: match &read {
                Some(read) => read.source().undefined_macros().map(str::to_owned).collect(),
                None => Vec::new(),
            },
        };
        if self.arguments.check {
            told.result = of_function.on_file(known.is_some(), is_current);
            told.lemma = of_function.failure.as_ref().and_then(|(lemma, _)| lemma.clone());
            return self.tell(told, None);
        }
        if let (true, Some(line), None) = (self.arguments.stale, known, &of_function.failure) {
            let renewed = if is_current { None } else { claim.renewed(line)? };
            if is_current || renewed.is_some() {
                told.seconds = line.milliseconds as f64 / 1000.0;
                if renewed.is_some() {
                    self.record(told.key.clone(), renewed)?;
                }
                return self.tell(told, None);
            }
        }
        let proven = self.prove(claim, function, &mut told, tells_lemmas)?;
        let (line, finding) = match proven {
            Ok(line) => (Some(line), None),
            Err(failure) => {
                // Two netlists of an external file may be proven: the generic one, and the mapped one.
                let is_of_file = |lemma: &String| file.is_some() && lemma.starts_with(Mapping::Generic.name());
                let mapping = match told.lemma.as_ref().is_some_and(is_of_file) {
                    true => Some(Mapping::Generic),
                    false => mapping,
                };
                (None, Some(failure.finding(device, mapping, &mut told)?))
            }
        };
        // The ledger records generated modules only, never external files.
        if file.is_none() {
            self.record(told.key.clone(), line)?;
        }
        self.tell(told, finding)
    }

    /// Writes the ledger line of a theorem that holds. Removes the line of one that fails.
    fn record(&self, key: Key, line: Option<TheoremLine>) -> Result<(), Error> {
        self.update(&key.theorem.clone(), |records| {
            match line {
                Some(line) => drop(records.theorems.insert(key, line)),
                None => drop(records.theorems.remove(&key)),
            };
        })
    }

    /// Decides the lemmas of a theorem. Returns its ledger line or the failure, and stores the failed lemma in `told`.
    fn prove(
        &mut self,
        claim: Claim<'_>,
        function: &str,
        told: &mut Told,
        tells_lemmas: bool,
    ) -> Result<Result<TheoremLine, LemmaFailure>, Error> {
        let of_netlist = claim.netlist_lemmas()?;
        let of_function = &self.functions[function];
        told.lemmas = of_function.lemmas + claim.lemmas.len() + of_netlist.len();
        if tells_lemmas {
            let own = claim.lemmas.iter().chain(&of_netlist);
            told::theorem(claim.design, &of_function.statements, own, self.output)?;
        }
        let decide = |lemmas| decided(&claim.key.theorem, lemmas, &|_, _| {});
        let [module, netlist] = [&claim.lemmas, &of_netlist].map(|lemmas| decide(lemmas));
        let time: Duration = module.iter().chain(&netlist).map(|decided| decided.time).sum();
        told.seconds = (of_function.time + time).as_secs_f64();
        let failure = of_function.failure.clone();
        let failure = failure.or_else(|| first_failure(&claim.lemmas, &module));
        if let Some((lemma, failure)) = failure.or_else(|| first_failure(&of_netlist, &netlist)) {
            told.lemma = lemma;
            return Ok(Err(failure));
        }
        let netlist: Vec<String> = netlist.into_iter().map(|decided| decided.digest).collect();
        Ok(Ok(claim.into_line(&netlist, time.as_millis() as u64)?))
    }

    /// Reports the outcome of a theorem.
    fn tell(&mut self, told: Told, finding: Option<String>) -> Result<(), Error> {
        if !self.arguments.json {
            told.print(self.arguments.check, finding.as_deref(), self.output)?;
        }
        self.told.push(told);
        Ok(())
    }
}

/// Returns the instruction's module with a multiplication, if the external file contains one. Proofs cannot compare a
/// multiplication with adder rows.
fn with_multiplication(read: &Foreign, design: &Design) -> Result<Option<Design>, Error> {
    let is_other = design.multiplier() == Multiplier::Rows && read.elaborated().is_some_and(Elaborated::multiplies);
    let instruction = design
        .interface()
        .instruction()
        .filter(|instruction| multiplies(&[*instruction]));
    let Some(instruction) = instruction.filter(|_| is_other) else {
        return Ok(None);
    };
    let spec = DesignSpec::unit(instruction, design.latency()).with_multiplier(Multiplier::Block(multiplier_blocks()));
    Ok(Some(Design::from_spec(&spec)?))
}

/// Returns the first lemma that does not hold.
fn first_failure(lemmas: &[Lemma], decided: &[DecidedLemma]) -> Option<(Option<String>, LemmaFailure)> {
    let mut both = lemmas.iter().zip(decided);
    let (lemma, decided) = both.find(|(_, decided)| decided.verdict != Verdict::Holds)?;
    let failure = LemmaFailure::Decided(decided.verdict.clone());
    Some((Some(lemma.name.clone()), failure))
}

/// Separates a function's parts. Returns the ledger lines of the current parts, and the lemmas of all other parts.
fn on_file(lemmas: Vec<Lemma>, known: &BTreeMap<Option<String>, FunctionLine>) -> (Vec<FunctionLine>, Vec<Lemma>) {
    let digests = digests(&lemmas);
    let mut parts: BTreeMap<&Option<String>, Vec<&str>> = BTreeMap::new();
    for (lemma, digest) in lemmas.iter().zip(&digests) {
        parts.entry(&lemma.part).or_default().push(digest);
    }
    let is_current = |(part, digests): (&Option<String>, Vec<&str>)| {
        let line = known.get(part)?;
        (line.formulas == digest_of_formulas(digests)).then(|| line.clone())
    };
    let lines: Vec<FunctionLine> = parts.into_iter().filter_map(is_current).collect();
    let is_open = |lemma: &Lemma| !lines.iter().any(|line| line.part == lemma.part);
    let open = lemmas.into_iter().filter(is_open).collect();
    (lines, open)
}

/// Decides lemmas and reports progress. `keep` receives each verdict.
fn decided(name: &str, lemmas: &[Lemma], keep: &(dyn Fn(&Lemma, &DecidedLemma) + Sync)) -> Vec<DecidedLemma> {
    let progress = Mutex::new((Progress::new(name, lemmas.len() as u64, "lemmas"), 0));
    decide(lemmas, &|lemma, decided| {
        keep(lemma, decided);
        if let Ok((progress, done)) = progress.lock().as_deref_mut() {
            *done += 1;
            progress.at(*done);
        }
    })
}
