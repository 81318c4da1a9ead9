//! A run over some modules, and the ledger that it reads and writes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use halfpipe_hdl::design::{multiplies, Design};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_prove::ledger::{Ledger, LemmaLine, Records, TheoremLine};
use halfpipe_prove::lemma::{Decided, Lemma, Verdict};
use halfpipe_prove::theorem::{self, decide, digest_of, Key, Subject};
use halfpipe_synth::external::Elaborated;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::{EngineKind, Mapping};
use halfpipe_testbench::foreign::Foreign;

use super::claim::Claim;
use super::kept::{self, Kept};
use super::told::{self, Outcome, Told};
use super::{certificates, counterexample};
use crate::arguments::prove::{Arguments, Latency};
use crate::command::write_json;
use crate::error::Error;
use crate::multiplier::Choice;
use crate::progress::Progress;
use crate::request::Wanted;
use crate::{foreign, interrupt};

/// Where the ledger of the project lies.
const LEDGER: &str = "testbench/proofs";

/// The theorems that a run has decided: the line of each that holds, none of one whose line goes.
type Theorems = BTreeMap<Key, Option<TheoremLine>>;

/// What came of the lemmas of a function.
struct Function {
    /// Their lines, by name.
    lines: BTreeMap<String, LemmaLine>,
    /// The digest of their digests.
    digest: String,
    /// What they say, in words.
    statements: Vec<(String, String)>,
    /// The first lemma that does not hold, and why.
    wrong: Option<(String, Wrong)>,
    time: Duration,
}

/// Why a lemma does not stand.
#[derive(Clone)]
enum Wrong {
    /// It was decided otherwise.
    Decided(Verdict),
    /// The ledger has no such lemma.
    Missing,
    /// The ledger has it of another formula.
    Stale,
}

impl Function {
    /// What the ledger says of a theorem that rests on it.
    fn on_file(&self, is_known: bool, is_current: bool) -> Outcome {
        match &self.wrong {
            Some((_, Wrong::Missing)) => Outcome::Missing,
            Some(_) => Outcome::Stale,
            None if is_current => Outcome::Holds,
            None if is_known => Outcome::Stale,
            None => Outcome::Missing,
        }
    }
}

impl Wrong {
    /// What was found, in words; `told` gets what came of the theorem.
    fn finding(self, device: &dyn Device, mapping: Option<Mapping>, told: &mut Told) -> Result<String, Error> {
        told.result = Outcome::Unproven;
        match self {
            Wrong::Decided(Verdict::Fails(words)) => {
                told.result = Outcome::Fails;
                counterexample::told(device, mapping, &words)
            }
            Wrong::Decided(Verdict::Unproven(why)) => Ok(why),
            _ => Ok(String::new()),
        }
    }
}

/// A run over some modules.
pub struct Session<'a> {
    arguments: &'a Arguments,
    ledger: Option<Ledger>,
    /// The functions so far, by their names.
    functions: BTreeMap<String, Function>,
    told: Vec<Told>,
    output: &'a mut dyn Write,
}

impl<'a> Session<'a> {
    /// A run that has not begun.
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

    /// Proves what is asked for of designs, those of one instruction together.
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

    /// Proves what is asked for of the designs of one instruction, or of a core.
    fn designs(&mut self, designs: &[Design], tells_lemmas: bool) -> Result<(), Error> {
        let [first, ..] = designs else { return Ok(()) };
        let (name, subject) = (theorem::name(first), Subject::of(first));
        let function = subject.to_string();
        if !self.functions.contains_key(&function) {
            let decided = self.function(subject)?;
            self.functions.insert(function.clone(), decided);
        }
        let known = self.records(&name)?.theorems;
        let mut decided = Theorems::new();
        if self.arguments.latency == Some(Latency::All) {
            // Lines of longer latencies are of a generator that had more of use.
            let longest = designs.iter().map(Design::latency).max().unwrap_or(0);
            let multiplier = first.multiplier().name();
            let is_of_these = |key: &Key| key.target == self.target_name() && key.multiplier == multiplier;
            let is_gone = |key: &&Key| key.latency > longest && is_of_these(key);
            decided.extend(known.keys().filter(is_gone).map(|key| (key.clone(), None)));
        }
        for design in designs {
            self.module(design, &function, &known, &mut decided, tells_lemmas)?;
        }
        if let (Some(ledger), false) = (&self.ledger, self.arguments.check) {
            let lemmas = (name == function).then(|| self.functions[&function].lines.clone());
            let change = |records: &mut Records| {
                if let Some(lemmas) = lemmas {
                    records.lemmas = lemmas;
                }
                for (key, line) in decided {
                    match line {
                        Some(line) => drop(records.theorems.insert(key, line)),
                        None => drop(records.theorems.remove(&key)),
                    }
                }
            };
            let write = || ledger.update(&name, change);
            interrupt::uninterrupted(write).map_err(Error::failure)?;
        }
        Ok(())
    }

    fn records(&self, name: &str) -> Result<Records, Error> {
        match &self.ledger {
            Some(ledger) => ledger.read(name).map_err(Error::failure),
            None => Ok(Records::default()),
        }
    }

    /// The lemmas of a function: those on file that are of today's formulas, the others decided.
    fn function(&self, subject: Subject) -> Result<Function, Error> {
        let lemmas = subject.lemmas().map_err(Error::failure)?;
        let statements = told::grouped(&lemmas);
        let netlist = subject.netlist().map_err(Error::failure)?;
        let known = match self.arguments.check || self.arguments.stale {
            true => self.records(&subject.to_string())?.lemmas,
            false => BTreeMap::new(),
        };
        let mut lines = BTreeMap::new();
        let mut open = Vec::new();
        for lemma in lemmas {
            let line = known.get(&lemma.name).and_then(|line| {
                let formula = lemma.digest();
                let is_kept = match self.arguments.check {
                    true => line.holds(&lemma, &formula, &netlist),
                    false => line.is_decided(&formula),
                };
                is_kept.then(|| line.renewed(&lemma, &netlist))
            });
            match line {
                Some(line) => drop(lines.insert(lemma.name.clone(), line)),
                None => open.push(lemma),
            }
        }
        let mut wrong = None;
        if self.arguments.check {
            let why = |lemma: &Lemma| match known.contains_key(&lemma.name) {
                true => Wrong::Stale,
                false => Wrong::Missing,
            };
            wrong = open.first().map(|lemma| (lemma.name.clone(), why(lemma)));
            if wrong.is_none() {
                let foreign = known.keys().find(|name| !lines.contains_key(*name));
                wrong = foreign.map(|name| (name.clone(), Wrong::Stale));
            }
        } else {
            let name = subject.to_string();
            let kept = self
                .ledger
                .as_ref()
                .map(|ledger| Kept::beside(ledger, &name, kept::EVERY));
            let kept = kept.transpose()?;
            let keep = |lemma: &Lemma, decided: &Decided| {
                if let Some(kept) = &kept {
                    kept.take(LemmaLine::of(lemma, decided, &netlist));
                }
            };
            let all = decided(&name, &open, &keep);
            kept.map_or(Ok(()), Kept::finish)?;
            for (lemma, decided) in open.iter().zip(all) {
                lines.insert(lemma.name.clone(), LemmaLine::of(lemma, &decided, &netlist));
                if decided.verdict != Verdict::Holds && wrong.is_none() {
                    wrong = Some((lemma.name.clone(), Wrong::Decided(decided.verdict)));
                }
            }
            if let Some(folder) = &self.arguments.certificates {
                certificates::write(&open, &folder.join(name.replace('.', "_")))?;
            }
        }
        let digest = digest_of(lines.values().flat_map(|line| [line.lemma.as_str(), &line.formula]));
        Ok(Function {
            digest,
            statements,
            time: Duration::from_millis(lines.values().map(|line| line.milliseconds).sum()),
            lines,
            wrong,
        })
    }

    fn target_name(&self) -> Option<String> {
        self.arguments.mapping().map(|mapping| mapping.name().to_owned())
    }

    fn read(&self, file: &Path, design: &Design) -> Result<Foreign, Error> {
        let mapping = self.arguments.mapping().unwrap_or(Mapping::Generic);
        foreign::read(file, design, Some(design.latency()), EngineKind::Gates(mapping))
    }

    /// Proves the theorem about one module, or tells what is on file of it; `theorems` gets what was decided.
    fn module(
        &mut self,
        design: &Design,
        function: &str,
        known: &BTreeMap<Key, TheoremLine>,
        theorems: &mut Theorems,
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
        let device: &dyn Device = read.as_ref().map_or(design, |read| read);
        let claim = Claim::new(design, device, mapping)?;
        let known = known.get(&claim.key);
        let of_function = &self.functions[function];
        let is_current = known.is_some_and(|line| {
            line.function == function && line.function_lemmas == of_function.digest && claim.is_on(line)
        });
        let mut told = Told {
            key: claim.key.clone(),
            result: Outcome::Holds,
            lemmas: of_function.lines.len() + known.map_or(claim.lemmas.len(), |line| line.lemmas.len()),
            lemma: None,
            seconds: 0.0,
            read_without: match &read {
                Some(read) => read.source().undefined_macros().map(str::to_owned).collect(),
                None => Vec::new(),
            },
        };
        if self.arguments.check {
            told.result = of_function.on_file(known.is_some(), is_current);
            told.lemma = of_function.wrong.as_ref().map(|(lemma, _)| lemma.clone());
            return self.tell(told, None);
        }
        if self.arguments.stale && is_current && of_function.wrong.is_none() {
            told.seconds = known.map_or(0.0, |line| line.milliseconds as f64 / 1000.0);
            return self.tell(told, None);
        }
        let proven = self.prove(claim, function, &mut told, tells_lemmas)?;
        let (line, finding) = match proven {
            Ok(line) => (Some(line), None),
            Err(wrong) => {
                // Of a file two netlists may be proven: its own, and the mapped one.
                let is_of_file = |lemma: &String| file.is_some() && lemma.starts_with(Mapping::Generic.name());
                let mapping = match told.lemma.as_ref().is_some_and(is_of_file) {
                    true => Some(Mapping::Generic),
                    false => mapping,
                };
                (None, Some(wrong.finding(device, mapping, &mut told)?))
            }
        };
        // The ledger is about the generator's modules, and a file of the user's is another one.
        if file.is_none() {
            theorems.insert(told.key.clone(), line);
        }
        self.tell(told, finding)
    }

    /// Decides the lemmas of a theorem: its line, or what is wrong, of which `told` has the lemma.
    fn prove(
        &mut self,
        mut claim: Claim<'_>,
        function: &str,
        told: &mut Told,
        tells_lemmas: bool,
    ) -> Result<Result<TheoremLine, Wrong>, Error> {
        let lemmas = claim.all_lemmas()?;
        let of_function = &self.functions[function];
        told.lemmas = of_function.lines.len() + lemmas.len();
        if tells_lemmas {
            told::theorem(claim.design, &of_function.statements, &lemmas, self.output)?;
        }
        let decided = decided(&claim.key.theorem, &lemmas, &|_, _| {});
        let time: Duration = decided.iter().map(|decided| decided.time).sum();
        told.seconds = (of_function.time + time).as_secs_f64();
        let decided: Vec<(String, Decided)> = lemmas.into_iter().map(|lemma| lemma.name).zip(decided).collect();
        let own_wrong = decided
            .iter()
            .find(|(_, decided)| decided.verdict != Verdict::Holds)
            .map(|(lemma, decided)| (lemma.clone(), Wrong::Decided(decided.verdict.clone())));
        if let Some((lemma, wrong)) = of_function.wrong.clone().or(own_wrong) {
            told.lemma = Some(lemma);
            return Ok(Err(wrong));
        }
        Ok(Ok(TheoremLine {
            made_by: claim.made_by()?,
            key: claim.key,
            function: function.to_owned(),
            function_lemmas: of_function.digest.clone(),
            lemmas: decided
                .into_iter()
                .map(|(lemma, decided)| (lemma, decided.digest))
                .collect(),
            source: claim.source,
            milliseconds: time.as_millis() as u64,
        }))
    }

    /// Tells what came of a theorem.
    fn tell(&mut self, told: Told, finding: Option<String>) -> Result<(), Error> {
        if !self.arguments.json {
            told.print(self.arguments.check, finding.as_deref(), self.output)?;
        }
        self.told.push(told);
        Ok(())
    }
}

/// The module of the same instruction with a multiplication in place of rows, where a file has one: no proof compares rows with it.
fn with_multiplication(read: &Foreign, design: &Design) -> Result<Option<Design>, Error> {
    let is_other = design.multiplier() == Multiplier::Rows && read.elaborated().is_some_and(Elaborated::multiplies);
    let instruction = design
        .interface()
        .instruction()
        .filter(|instruction| multiplies(&[*instruction]));
    let Some(instruction) = instruction.filter(|_| is_other) else {
        return Ok(None);
    };
    let wanted = Wanted {
        latency: Some(design.latency()),
        multiplier: Choice::Block,
        ..Wanted::default()
    };
    wanted.unit(instruction).map(Some)
}

/// Decides lemmas and tells how far it is; `keep` gets each that is decided.
fn decided(name: &str, lemmas: &[Lemma], keep: &(dyn Fn(&Lemma, &Decided) + Sync)) -> Vec<Decided> {
    let progress = Mutex::new((Progress::new(name, lemmas.len() as u64, "lemmas"), 0));
    decide(lemmas, &|lemma, decided| {
        keep(lemma, decided);
        if let Ok((progress, done)) = progress.lock().as_deref_mut() {
            *done += 1;
            progress.at(*done);
        }
    })
}
