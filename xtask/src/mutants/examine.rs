//! Examination of each mutant of a module.

use serde::{Deserialize, Serialize};

use crate::mutants::counterexample::describe_counterexample;
use crate::mutants::mutant_simulator::MutantSimulator;
use crate::mutants::sample::MutationTarget;
use crate::mutants::trial::TrialCycle;
use crate::mutants::{Error, MutableModule, Mutation, MutationLevel};
use halfpipe_prove::versions::{EquivalenceMethod, EquivalenceVerdict, VersionProver};

/// The number of cycles after which a proof is tried. Most detectable mutants have been found by then, and a mutant
/// that is proven equivalent need not run the rest.
const BEFORE_PROOF: usize = 10_000;

/// The status of a mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MutantStatus {
    /// The vectors found it.
    Killed {
        /// The clock cycle in which they found it, from 0.
        cycle: usize,
    },
    /// It is equivalent to the module without a fault for all inputs.
    Equivalent {
        /// The method of the proof.
        method: EquivalenceMethod,
    },
    /// The vectors did not find it, but these inputs do.
    Missed {
        /// The inputs, decoded, line by line.
        inputs: Vec<String>,
    },
    /// The vectors did not find it, and neither a proof nor a counterexample was found.
    Open,
}

impl MutantStatus {
    /// True if the mutant was found or is equivalent.
    pub fn is_settled(&self) -> bool {
        matches!(self, MutantStatus::Killed { .. } | MutantStatus::Equivalent { .. })
    }
}

/// A mutant and its status.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExaminedMutant {
    /// The fault.
    pub mutation: Mutation,
    /// The status.
    pub status: MutantStatus,
}

/// The examined mutants of a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// The module: instruction and latency.
    pub subject: String,
    /// The level at which it was mutated.
    pub level: MutationLevel,
    /// The mutants.
    pub mutants: Vec<ExaminedMutant>,
}

/// Makes `count` mutants of a module, or as many as there are, and runs each through a [trial](crate::mutants::trial::trial).
/// Survivors are proven equivalent, or refuted.
///
/// # Errors
///
/// [`Error`] when a tool is missing or fails, or the module without a fault differs from the model.
pub fn examine(
    target: &MutationTarget,
    count: usize,
    mut trial: impl Iterator<Item = TrialCycle>,
) -> Result<Examination, Error> {
    let MutationTarget { subject, level, .. } = target;
    let (design, mutations) = MutableModule::list(&subject.verilog(), subject.module(), *level, count, target.seed)?;
    let ports = subject.ports();
    let network = ports.network(&design.netlist(&mutations)?, mutations.len())?;
    let mut mutant_simulator = MutantSimulator::new(&network, &ports, mutations.len(), subject.to_string());
    mutant_simulator.run(trial.by_ref().take(BEFORE_PROOF))?;
    let mut verdicts: Vec<Option<EquivalenceVerdict>> = vec![None; mutations.len()];
    let survivors = mutant_simulator.survivors();
    if !survivors.is_empty() {
        let prover = VersionProver::new(&network, ports.latency, mutations.len());
        for mutant in survivors {
            let verdict = prover.prove(mutant);
            if let EquivalenceVerdict::Equivalent(_) = verdict {
                mutant_simulator.release(mutant);
            }
            verdicts[mutant - 1] = Some(verdict);
        }
    }
    mutant_simulator.run(trial)?;
    let statuses = mutant_simulator
        .killed()
        .iter()
        .zip(verdicts)
        .map(|(killed, verdict)| match (killed, verdict) {
            (Some(cycle), _) => MutantStatus::Killed { cycle: *cycle },
            (None, Some(EquivalenceVerdict::Equivalent(method))) => MutantStatus::Equivalent { method },
            (None, Some(EquivalenceVerdict::Refuted(example))) => MutantStatus::Missed {
                inputs: describe_counterexample(&example, subject)
                    .lines()
                    .map(str::to_owned)
                    .collect(),
            },
            (None, Some(EquivalenceVerdict::Open) | None) => MutantStatus::Open,
        });
    let statuses: Vec<MutantStatus> = statuses.collect();
    Ok(Examination {
        subject: subject.to_string(),
        level: *level,
        mutants: mutations
            .into_iter()
            .zip(statuses)
            .map(|(mutation, status)| ExaminedMutant { mutation, status })
            .collect(),
    })
}
