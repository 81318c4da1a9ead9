//! The proof of a file's module by its product.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_lemmas::lemma::{DecidedLemma, Lemma, LemmaSubject};
use halfpipe_lemmas::theorem::ProvenModule;
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus, UnprovenReason};
use halfpipe_yosys::{Circuit, Mapping, VerilogDut};

use super::certificates::write_certificates;
use super::observer::decide_observed;
use super::outline::{group_lemmas, LemmaGroup};
use super::report::{find_failures, LemmaFailure, WrongResult};
use super::share::LemmaShare;
use super::{ProofRun, RunError, TheoremReport};
use crate::file::{FileClaim, ProductSearch};
use crate::key::TheoremKey;
use crate::netlist_equivalence::NetlistProofError;

/// The verdict on a file without the structure of a generated module.
pub struct FileVerdict {
    /// The result.
    pub report: TheoremReport,
    /// The lemmas, in groups.
    pub outline: Vec<LemmaGroup>,
}

impl ProofRun<'_> {
    /// Simulates a file in the place of a design, and proves it by its product. Returns nothing if the simulation finds no
    /// fault and the file has no product that is found: the file is then compared with the design.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no netlist.
    pub fn prove_file(&self, design: &Design, device: &dyn VerilogDut) -> Result<Option<FileVerdict>, RunError> {
        if self.options.target.is_some_and(|mapping| mapping != Mapping::Generic) {
            return Ok(None);
        }
        if design.interface().is_iterative() {
            return self.prove_iterative_file(design, device).map(Some);
        }
        let circuit = Circuit::synthesise(device, Mapping::Generic).map_err(NetlistProofError::from);
        let circuit = Arc::new(circuit?.aig().clone());
        let Ok(Some(claim)) = FileClaim::new(circuit, design, device.is_always_enabled(), &self.options.convention)
        else {
            return Ok(None);
        };
        if claim.is_vacuous() {
            return Err(RunError::Vacuous);
        }
        let mut verdict = self.open_verdict(design, device);
        if verdict.simulate(&claim) {
            verdict.report.seconds = self.spent_seconds();
            return Ok(Some(verdict));
        }
        let cuts = match claim.find_products(&self.proven, &self.options.deadline) {
            ProductSearch::Found(cuts) => cuts,
            ProductSearch::Missing => return Ok(None),
            ProductSearch::Refuted(operands) => {
                verdict.refute("found product", &claim, &operands);
                verdict.report.seconds = self.spent_seconds();
                return Ok(Some(verdict));
            }
            ProductSearch::Undecided => {
                verdict.leave("found product");
                verdict.report.seconds = self.spent_seconds();
                return Ok(Some(verdict));
            }
        };
        let Ok(lemmas) = claim.lemmas(&cuts) else {
            return Ok(None);
        };
        let lemmas = lemmas.into_iter().map(|lemma| lemma.about(LemmaSubject::FileNetlist));
        let share = LemmaShare::new(lemmas, self.options.lemmas);
        let lemmas = &share.own;
        let name = &verdict.report.key.theorem;
        let decided = self.decide_file(name, &claim, lemmas)?;
        verdict.report.share = share.report(&decided);
        verdict.report.seconds = self.spent_seconds();
        let is_whole = self.options.lemmas.is_none();
        Ok(verdict.conclude(&claim, lemmas, &decided, is_whole))
    }

    /// Returns the verdict on a file before anything is decided.
    pub(super) fn open_verdict(&self, design: &Design, device: &dyn VerilogDut) -> FileVerdict {
        let key = TheoremKey::new(ProvenModule::Design(design), self.options.target);
        let mut report = TheoremReport::new(key, 0);
        report.conventions = self.options.convention.clone();
        report.is_always_enabled = device.is_always_enabled();
        report.clears_valid_at_once = device.clears_valid_at_once();
        FileVerdict {
            report,
            outline: Vec::new(),
        }
    }

    /// Decides lemmas about a file, up to a counterexample, and writes their certificates.
    ///
    /// # Errors
    ///
    /// [`RunError`] where a certificate cannot be written.
    pub(super) fn decide_file(
        &self,
        name: &str,
        claim: &FileClaim,
        lemmas: &[Lemma],
    ) -> Result<Vec<DecidedLemma>, RunError> {
        let deadline = &self.options.deadline;
        let on_decided = |_: &Lemma, decided: &DecidedLemma| {
            if matches!(&decided.verdict, LemmaVerdict::Fails(words) if claim.is_wrong(words)) {
                deadline.stop();
            }
        };
        let decided = decide_observed(self.observer, name, lemmas, &self.proven, deadline, &on_decided);
        if let Some(folder) = &self.options.certificates {
            write_certificates(lemmas, &folder.join(name.replace('.', "_")), self.observer)?;
        }
        Ok(decided.into_iter().map(|decided| confirm(claim, decided)).collect())
    }
}

/// Returns a lemma that fails only if its operands are a counterexample. The nodes of a product that does not matter are free,
/// so that others may not be.
fn confirm(claim: &FileClaim, decided: DecidedLemma) -> DecidedLemma {
    match &decided.verdict {
        LemmaVerdict::Fails(words) if words.iter().any(|(name, _)| name == "a") && !claim.is_wrong(words) => {
            DecidedLemma {
                verdict: LemmaVerdict::Unproven(UnprovenReason::Inconclusive),
                ..decided
            }
        }
        _ => decided,
    }
}

impl FileVerdict {
    /// Simulates a file, and notes the counterexample and fitting conventions if it has a mismatch. True if it has.
    pub(super) fn simulate(&mut self, claim: &FileClaim) -> bool {
        let simulation = claim.simulate();
        let counterexample = simulation.counterexample().map(<[u128]>::to_vec);
        self.report.simulation = Some(simulation);
        let Some(operands) = counterexample else {
            return false;
        };
        self.refute("simulation", claim, &operands);
        self.report.fitting = claim.find_convention();
        true
    }

    /// Notes the results of lemmas. Returns nothing if some of all lemmas are too weak for a verdict.
    fn conclude(
        mut self,
        claim: &FileClaim,
        lemmas: &[Lemma],
        decided: &[DecidedLemma],
        is_whole: bool,
    ) -> Option<FileVerdict> {
        self.note(claim, lemmas, decided);
        let mut failures = self.report.failures.iter();
        let is_weak =
            |failure: &LemmaFailure| failure.verdict == Some(LemmaVerdict::Unproven(UnprovenReason::Inconclusive));
        let is_undecided = is_whole && self.report.result != RecordStatus::Fails && failures.any(is_weak);
        (!is_undecided).then_some(self)
    }

    /// Notes the results of lemmas. A counterexample is the first result.
    pub(super) fn note(&mut self, claim: &FileClaim, lemmas: &[Lemma], decided: &[DecidedLemma]) {
        self.report.lemmas = lemmas.len();
        let mut failures = find_failures(lemmas, decided);
        let fails = |failure: &LemmaFailure| failure.status == RecordStatus::Fails;
        let has_counterexample = failures.iter().any(fails);
        let verdicts = failures.iter().filter_map(|failure| failure.verdict.as_ref());
        if let Some(words) = verdicts.filter_map(LemmaVerdict::counterexample).next() {
            let operands = claim.read_operands(words);
            self.report.counterexample = operands.map(|operands| WrongResult {
                results: claim.results(&operands),
                operands: claim.name_operands(&operands),
            });
        }
        // Lemmas that were stopped by a counterexample are no failures.
        failures.retain(|failure| !has_counterexample || fails(failure));
        self.report.fail(failures);
        self.outline = group_lemmas(lemmas);
    }

    /// Notes operands for which the file is wrong.
    fn refute(&mut self, lemma: &str, claim: &FileClaim, operands: &[u128]) {
        let results = claim.results(operands);
        let operands = claim.name_operands(operands);
        self.report.counterexample = Some(WrongResult {
            operands: operands.clone(),
            results,
        });
        let statement = "the file computes the same as the instruction for these operands";
        self.fail(lemma, statement, LemmaVerdict::Fails(operands), RecordStatus::Fails);
    }

    /// Notes that time was over at a lemma.
    fn leave(&mut self, lemma: &str) {
        let verdict = LemmaVerdict::Unproven(UnprovenReason::Time);
        self.fail(
            lemma,
            "the netlist has the product of the operands",
            verdict,
            RecordStatus::Unproven,
        );
    }

    /// Notes one lemma that does not hold.
    pub(super) fn fail(&mut self, lemma: &str, statement: &str, verdict: LemmaVerdict, status: RecordStatus) {
        self.report.fail(vec![LemmaFailure {
            name: Some(lemma.to_owned()),
            status,
            verdict: Some(verdict),
            statement: statement.to_owned(),
            is_about_file: true,
            is_about_control: false,
        }]);
    }
}
