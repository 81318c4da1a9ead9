//! The ledger lines of theorems that were proven in parts.

use halfpipe_hdl::design::Design;
use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_prove::key::TheoremKey;
use halfpipe_prove::ledger::Ledger;
use halfpipe_prove::run::{Deadline, ProofRun, RunMode, RunOptions, RunTheorem};

use super::joined::JoinedTheorem;
use super::report::theorem_in_words;
use super::requested::requested_designs;
use super::theorems::Observer;
use crate::arguments::{self, Command};
use crate::error::Error;

/// Records theorems that hold, if the lemmas of their parts are those of today's modules.
pub fn record(theorems: &[JoinedTheorem<'_>], ledger: &Ledger) -> Result<(), Error> {
    for theorem in theorems {
        if theorem.parts.iter().any(|part| part.file_digest.is_some()) {
            return Err(Error::usage(
                "--ledger records generated modules, and these parts are about a Verilog file; leave it out",
            ));
        }
    }
    let held = theorems
        .iter()
        .filter(|theorem| theorem.report.result == RecordStatus::Holds);
    held.into_iter().try_for_each(|theorem| record_theorem(theorem, ledger))
}

fn record_theorem(theorem: &JoinedTheorem<'_>, ledger: &Ledger) -> Result<(), Error> {
    let part = theorem.parts[0];
    let line = ["halfpipe".to_owned(), "prove".to_owned()]
        .into_iter()
        .chain(part.words.iter().cloned());
    let parsed = arguments::parse(line.map(Into::into))?;
    let key = &theorem.report.key;
    let count = theorem.parts.len();
    let again = || {
        let theorem = theorem_in_words(key);
        let command = part.command(1, count);
        Error::usage(format!(
            "the parts have other lemmas than {theorem} of this halfpipe; make them again, first with {command} > FILE"
        ))
    };
    let Some(Command::Prove(arguments)) = parsed.map(|parsed| parsed.command) else {
        return Err(again());
    };
    let target = arguments.mapping();
    let designs: Vec<Design> = requested_designs(&arguments)?.concat();
    let is_same = |design: &&Design| TheoremKey::new((*design).into(), target) == *key;
    let design = designs.iter().find(is_same).ok_or_else(again)?;
    let observer = Observer::default();
    let options = RunOptions {
        mode: RunMode::Prove,
        ledger: Some(ledger.clone()),
        certificates: None,
        deadline: Deadline::none(),
        ..arguments.run_options()
    };
    let mut run = ProofRun::new(options, &observer);
    let digests = run.theorem_digests(design).map_err(Error::failure)?;
    let joined = |place: usize| theorem.parts[place % count].decided.get(place / count);
    let is_current = |(place, digest): (usize, &String)| joined(place).is_some_and(|lemma| lemma.digest == *digest);
    if digests.len() != part.all_lemmas || !digests.iter().enumerate().all(is_current) {
        return Err(again());
    }
    run.trust_shares(theorem.parts.iter().flat_map(|part| &part.decided));
    run.prove_function(design).map_err(Error::failure)?;
    if let RunTheorem::Open(open) = run.open_theorem(design, None).map_err(Error::failure)? {
        run.prove_theorem(*open).map_err(Error::failure)?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../tests/unit/command/prove/record.rs"]
mod tests;
