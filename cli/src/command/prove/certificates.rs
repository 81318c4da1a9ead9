//! Certificates of lemmas, for an independent checker.

use std::path::Path;

use halfpipe_prove::lemma::Lemma;
use halfpipe_tools::files::write_files;

use crate::error::Error;
use crate::interrupt;

/// Writes a pair of files for each lemma that the SAT solver decides.
pub fn write(lemmas: &[Lemma], folder: &Path) -> Result<(), Error> {
    for lemma in lemmas.iter().filter(|lemma| lemma.method() == "solver") {
        let Some(formula) = lemma.formula() else { continue };
        if let Some(certificate) = formula.certificate() {
            let name = lemma.name.replace(' ', "_");
            let files = [
                (format!("{name}.cnf"), certificate.clauses),
                (format!("{name}.drat"), certificate.proof),
            ];
            interrupt::uninterrupted(|| write_files(folder, &files))?;
        }
    }
    Ok(())
}
