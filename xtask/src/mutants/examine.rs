//! Examination of each mutant of a module.

use serde::{Deserialize, Serialize};

use crate::mutants::judge::Judge;
use crate::mutants::proof::{Method, Prover, Verdict};
use crate::mutants::sample::Pick;
use crate::mutants::trial::Cycle;
use crate::mutants::{Design, Error, Level, Mutation};

/// The number of cycles after which a proof is tried. Most detectable mutants have been found by then, and a mutant
/// that is proven equivalent need not run the rest.
const BEFORE_PROOF: usize = 10_000;

/// The fate of a mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The vectors found it.
    Killed {
        /// The clock cycle in which they found it, from 0.
        cycle: usize,
    },
    /// It is equivalent to the module without a fault for all inputs.
    Equivalent {
        /// The method of the proof.
        method: Method,
    },
    /// The vectors did not find it, but these inputs do.
    Missed {
        /// The inputs, decoded, line by line.
        inputs: Vec<String>,
    },
    /// The vectors did not find it, and neither a proof nor a counterexample was found.
    Open,
}

impl Fate {
    /// True if the mutant was found or is equivalent.
    pub fn is_settled(&self) -> bool {
        matches!(self, Fate::Killed { .. } | Fate::Equivalent { .. })
    }
}

/// A mutant and its fate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Examined {
    /// The fault.
    pub mutation: Mutation,
    /// The fate.
    pub fate: Fate,
}

/// The examined mutants of a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// The module: instruction and latency.
    pub subject: String,
    /// The level at which it was mutated.
    pub level: Level,
    /// The mutants.
    pub mutants: Vec<Examined>,
}

/// Makes `count` mutants of a module, or as many as there are, and runs each through a [trial](crate::mutants::trial::trial).
/// Survivors are proven equivalent, or refuted.
///
/// # Errors
///
/// [`Error`] when a tool is missing or fails, or the module without a fault differs from the model.
pub fn examine(pick: &Pick, count: usize, mut trial: impl Iterator<Item = Cycle>) -> Result<Examination, Error> {
    let Pick { subject, level, .. } = pick;
    let (design, mutations) = Design::list(&subject.verilog(), subject.module(), *level, count, pick.seed)?;
    let ports = subject.ports();
    let network = ports.network(&design.netlist(&mutations)?, mutations.len())?;
    let mut judge = Judge::new(&network, &ports, mutations.len(), subject.to_string());
    judge.run(trial.by_ref().take(BEFORE_PROOF))?;
    let mut verdicts: Vec<Option<Verdict>> = vec![None; mutations.len()];
    let survivors = judge.survivors();
    if !survivors.is_empty() {
        let prover = Prover::new(&network, &ports, mutations.len())?;
        for mutant in survivors {
            let verdict = prover.prove(mutant)?;
            if let Verdict::Equivalent(_) = verdict {
                judge.release(mutant);
            }
            verdicts[mutant - 1] = Some(verdict);
        }
    }
    judge.run(trial)?;
    let fates = judge
        .killed()
        .iter()
        .zip(verdicts)
        .map(|(killed, verdict)| match (killed, verdict) {
            (Some(cycle), _) => Fate::Killed { cycle: *cycle },
            (None, Some(Verdict::Equivalent(method))) => Fate::Equivalent { method },
            (None, Some(Verdict::Refuted(example))) => Fate::Missed {
                inputs: example.describe(subject).lines().map(str::to_owned).collect(),
            },
            (None, Some(Verdict::Open) | None) => Fate::Open,
        });
    let fates: Vec<Fate> = fates.collect();
    Ok(Examination {
        subject: subject.to_string(),
        level: *level,
        mutants: mutations
            .into_iter()
            .zip(fates)
            .map(|(mutation, fate)| Examined { mutation, fate })
            .collect(),
    })
}
