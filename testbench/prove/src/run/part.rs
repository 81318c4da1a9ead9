//! The proof of a share of a theorem's lemmas.

use halfpipe_hdl::design::Design;
use halfpipe_lemmas::lemma::{digests, Lemma};
use halfpipe_lemmas::theorem::ProvenModule;
use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_yosys::VerilogDut;

use super::certificates::write_certificates;
use super::claim::TheoremClaim;
use super::file::FileVerdict;
use super::observer::decide_observed;
use super::outline::group_lemmas;
use super::report::find_failures;
use super::share::{LemmaShare, SharedLemma};
use super::{ProofRun, RunError, TheoremReport};
use crate::key::TheoremKey;

impl ProofRun<'_> {
    /// Decides the run's share of the lemmas about a design, or about the file in its place: those of the function, of
    /// the module, and of its netlist. Writes nothing to the ledger. Returns nothing if the run has no share.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no proof.
    pub fn prove_share(
        &self,
        design: &Design,
        external: Option<&dyn VerilogDut>,
    ) -> Result<Option<FileVerdict>, RunError> {
        let Some(share) = self.options.lemmas else {
            return Ok(None);
        };
        let lemmas = self.theorem_lemmas(design, external)?;
        let lemmas = LemmaShare::new(lemmas, Some(share));
        let key = TheoremKey::new(ProvenModule::Design(design), self.options.target);
        let mut report = TheoremReport::new(key, lemmas.own.len());
        let name = &report.key.theorem;
        let deadline = &self.options.deadline;
        let decided = decide_observed(self.observer, name, &lemmas.own, &self.proven, deadline, &|_, _| {});
        if let Some(folder) = &self.options.certificates {
            write_certificates(&lemmas.own, &folder.join(name.replace('.', "_")), self.observer)?;
        }
        report.seconds = decided.iter().map(|decided| decided.time.as_secs_f64()).sum();
        report.share = lemmas.report(&decided);
        report.fail(find_failures(&lemmas.own, &decided));
        Ok(Some(FileVerdict {
            report,
            outline: group_lemmas(&lemmas.own),
        }))
    }

    /// Returns the digests of all lemmas about a design, in the order in which shares divide them.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no proof.
    pub fn theorem_digests(&self, design: &Design) -> Result<Vec<String>, RunError> {
        Ok(digests(&self.theorem_lemmas(design, None)?))
    }

    /// Takes the lemmas that shares decided as proven. A lemma counts only if its formula is the same.
    pub fn trust_shares<'l>(&mut self, lemmas: impl IntoIterator<Item = &'l SharedLemma>) {
        let held = lemmas.into_iter().filter(|lemma| lemma.verdict == RecordStatus::Holds);
        self.proven
            .extend(held.map(|lemma| (lemma.digest.clone(), lemma.milliseconds)));
    }

    fn theorem_lemmas(&self, design: &Design, external: Option<&dyn VerilogDut>) -> Result<Vec<Lemma>, RunError> {
        let module = ProvenModule::Design(design);
        let mut lemmas = module.subject().lemmas()?;
        let claim = TheoremClaim::new(module, external, self.options.target, &self.options.convention, "")?;
        let netlist = claim.netlist_lemmas()?;
        lemmas.extend(claim.lemmas.into_iter().chain(netlist));
        Ok(lemmas)
    }
}
