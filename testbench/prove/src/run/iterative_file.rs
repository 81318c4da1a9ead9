//! The proof of a file's unit that works on one operation at a time.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_lemmas::lemma::{Lemma, LemmaSubject};
use halfpipe_lemmas::theorem::TheoremError;
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus, UnprovenReason};
use halfpipe_yosys::{Circuit, Mapping, VerilogDut};

use super::file::FileVerdict;
use super::{ProofRun, RunError};
use crate::file::{FileClaim, IterativeFile};
use crate::netlist_equivalence::NetlistProofError;

impl ProofRun<'_> {
    /// Proves a file in the place of a design's iterative unit. The cycles to its result are found.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no netlist, or no result that conventions are about.
    pub(super) fn prove_iterative_file(
        &self,
        design: &Design,
        device: &dyn VerilogDut,
    ) -> Result<FileVerdict, RunError> {
        let circuit = Circuit::synthesise(device, Mapping::Generic).map_err(NetlistProofError::from);
        let circuit = Arc::new(circuit?.aig().clone());
        let unit = IterativeFile::new(circuit, device.is_always_enabled());
        let mut verdict = self.open_verdict(design, device);
        let most = self.options.most_cycles;
        let deadline = &self.options.deadline;
        let Some(cycles) = unit.find_cycles(most, deadline) else {
            let (reason, status) = if deadline.is_past() {
                (UnprovenReason::Time, RecordStatus::Unproven)
            } else {
                let reason =
                    format!("it is not always ready again then; give the cycles with --max-latency, above {most}");
                (UnprovenReason::Structure(reason), RecordStatus::Unproven)
            };
            let statement = format!("a ready unit with valid operands is ready again within {most} enabled cycles");
            verdict.report.key.latency = most;
            verdict.fail("valid", &statement, LemmaVerdict::Unproven(reason), status);
            verdict.report.seconds = self.spent_seconds();
            return Ok(verdict);
        };
        verdict.report.key.latency = cycles;
        let claim = FileClaim::about_iterative(unit, design, cycles, &self.options.convention);
        let claim = claim.ok_or(RunError::Vacuous)?;
        if claim.is_vacuous() {
            return Err(RunError::Vacuous);
        }
        let contract: Vec<Lemma> = (claim.contract_lemmas().into_iter())
            .map(|lemma| lemma.about(LemmaSubject::FileNetlist))
            .collect();
        let name = verdict.report.key.theorem.clone();
        let mut decided = self.decide_file(&name, &claim, &contract)?;
        let mut lemmas = contract;
        // A unit that breaks the handshake has no function.
        if decided.iter().all(|decided| decided.verdict == LemmaVerdict::Holds) {
            if verdict.simulate(&claim) {
                verdict.report.seconds = self.spent_seconds();
                return Ok(verdict);
            }
            let results = claim.datapath_lemmas().map_err(TheoremError::from)?;
            decided.extend(self.decide_file(&name, &claim, &results)?);
            lemmas.extend(results);
        }
        verdict.report.seconds = self.spent_seconds();
        verdict.note(&claim, &lemmas, &decided);
        Ok(verdict)
    }
}
