//! Certificates of lemmas, for an independent checker.

use std::path::Path;

use halfpipe_lemmas::formula::Procedure;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_tools::files::write_files;

use super::observer::write_uninterrupted;
use super::{ProofObserver, RunError};

/// Writes a pair of files for each lemma that the SAT solver decides.
pub(super) fn write_certificates(
    lemmas: &[Lemma],
    folder: &Path,
    observer: &dyn ProofObserver,
) -> Result<(), RunError> {
    for lemma in lemmas
        .iter()
        .filter(|lemma| lemma.procedure() == Some(Procedure::Solve))
    {
        let Some(formula) = lemma.formula() else { continue };
        if let Some(certificate) = formula.certificate() {
            let name = lemma.name().replace(' ', "_");
            let files = [
                (format!("{name}.cnf"), certificate.clauses),
                (format!("{name}.drat"), certificate.proof),
            ];
            write_uninterrupted(observer, || write_files(folder, &files))?;
        }
    }
    Ok(())
}
