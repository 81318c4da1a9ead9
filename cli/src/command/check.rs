//! The comparison of modules with the golden model, before their files are written.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_request::render::{render_command, DesignCommand};
use halfpipe_request::sample;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{self, Finding};

use crate::error::{print_note, Error};
use crate::progress::{self, Progress};
use crate::proof::{self, QuickProof};
use crate::replay::finding_text;

/// Compares every design with the model, and runs the short proofs of those outside the ledger. Prints the first design that is wrong. Reports the
/// checks of each design on standard error.
pub fn check_all(designs: &[&Design], output: &mut dyn Write) -> Result<(), Error> {
    let mut progress = Progress::new("checking", designs.len() as u64, "modules");
    let mut said = Vec::new();
    for (done, design) in designs.iter().enumerate() {
        progress.at(done as u64);
        if let Some(finding) = check(design)? {
            drop(progress);
            return refuse(design, &finding, output);
        }
        let found = match proof::quick(design)? {
            QuickProof::Recorded => {
                said.push(format!("{}: the ledger has its proof for all operands", title(design)));
                continue;
            }
            QuickProof::Proven => {
                said.push(format!("{}: proven for all operands", title(design)));
                continue;
            }
            QuickProof::Skipped => {
                said.push(sampled(design));
                continue;
            }
            QuickProof::Refuted(lemma) => {
                format!("proof failed: lemma `{lemma}` does not hold; no file was written")
            }
            QuickProof::Unproven(lemma, why) => {
                format!("proof incomplete: lemma `{lemma}` could not be proven: {why}; no file was written")
            }
        };
        drop(progress);
        writeln!(output, "{}: {found}", design.interface().mnemonic())?;
        return Err(Error::Found);
    }
    drop(progress);
    if progress::is_enabled() {
        said.iter().for_each(|line| print_note(line));
    }
    Ok(())
}

/// Returns the name of a design with its latency.
fn title(design: &Design) -> String {
    format!("{} at latency {}", design.interface().mnemonic(), design.latency())
}

/// Returns the message for a design that was sampled but not proven. It includes the command for the proof.
fn sampled(design: &Design) -> String {
    let (_, count) = sample::draw_check(design.interface());
    let prove = design.spec().map(|spec| render_command(&spec, DesignCommand::Prove));
    let prove = prove.unwrap_or_default();
    format!(
        "{}: {count} vectors match the model; not proven for all operands. To prove it, run: {prove}",
        title(design)
    )
}

/// Compares every design with the model, without a proof. Prints the first design that is wrong.
pub fn check_samples(designs: &[Design], output: &mut dyn Write) -> Result<(), Error> {
    for design in designs {
        if let Some(finding) = check(design)? {
            return refuse(design, &finding, output);
        }
    }
    Ok(())
}

/// Prints the first difference of a design.
fn refuse(design: &Design, finding: &Finding, output: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        output,
        "{}: the hardware differs from the model; no file was written",
        design.interface().mnemonic()
    )?;
    writeln!(output, "{}", finding_text(finding))?;
    Err(Error::Found)
}

fn check(design: &Design) -> Result<Option<Finding>, Error> {
    let mut engine = engine::open(EngineKind::Simulator, design).map_err(Error::failure)?;
    let (mut source, count) = sample::draw_check(design.interface());
    let report = scoreboard::verify(design, engine.as_mut(), source.as_mut(), count, &mut |_| {});
    Ok(report.map_err(Error::failure)?.first)
}

#[cfg(test)]
#[path = "../../tests/unit/command/check.rs"]
mod tests;
