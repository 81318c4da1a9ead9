//! The result of a theorem.

use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::{DecidedLemma, Lemma, LemmaSubject};
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus};
use halfpipe_yosys::external::FileReading;
use serde::Serialize;

use super::share::ShareReport;
use crate::file::SimulationReport;
use crate::key::TheoremKey;

/// The result of a theorem.
#[derive(Clone, Debug, Serialize)]
pub struct TheoremReport {
    /// The module.
    #[serde(flatten)]
    pub key: TheoremKey,
    /// The result.
    pub result: RecordStatus,
    /// The number of lemmas.
    pub lemmas: usize,
    /// The first lemma that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lemma: Option<String>,
    /// Processor time of the lemmas, in seconds.
    pub seconds: f64,
    /// Undefined macros that an external file's conditionals test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read_without: Vec<String>,
    /// The reading of an external file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<FileReading>,
    /// True if the claim is about a file whose enable is always 1.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_always_enabled: bool,
    /// True if the claim is about a file whose reset clears `out_valid` at once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clears_valid_at_once: bool,
    /// The conventions of an external file, in words.
    #[serde(skip_serializing_if = "Convention::is_usual")]
    pub conventions: Convention,
    /// Operands for which a file is wrong by its own conventions.
    #[serde(skip)]
    pub counterexample: Option<WrongResult>,
    /// Conventions of an external file, other than those that are given, with which a simulation finds no mismatch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitting: Option<Convention>,
    /// The simulation of an external file beside the instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulation: Option<SimulationReport>,
    /// The lemmas of a run that decides a share of them.
    #[serde(skip)]
    pub share: Option<ShareReport>,
    /// The failures, of that lemma first.
    #[serde(skip)]
    pub failures: Vec<LemmaFailure>,
}

/// A lemma that does not hold, or a part of a function that the ledger lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LemmaFailure {
    /// The lemma, or the part.
    pub name: Option<String>,
    /// The status of a theorem that depends on it.
    pub status: RecordStatus,
    /// The verdict, if the lemma was decided.
    pub verdict: Option<LemmaVerdict>,
    /// The claim of the lemma in words; empty for a part.
    pub statement: String,
    /// True for a lemma about the unoptimised netlist of an external file.
    pub is_about_file: bool,
    /// True for a lemma about control signals and registers, not about results.
    pub is_about_control: bool,
}

/// Operands for which a file is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongResult {
    /// The operands with their names.
    pub operands: Vec<(String, u128)>,
    /// The file's result, and the right one: all outputs side by side, the first one lowest.
    pub results: [u128; 2],
}

impl TheoremReport {
    /// Creates the report of a theorem that holds.
    pub fn new(key: TheoremKey, lemmas: usize) -> TheoremReport {
        TheoremReport {
            key,
            result: RecordStatus::Holds,
            lemmas,
            lemma: None,
            seconds: 0.0,
            read_without: Vec::new(),
            reading: None,
            simulation: None,
            is_always_enabled: false,
            clears_valid_at_once: false,
            conventions: Convention::default(),
            fitting: None,
            counterexample: None,
            share: None,
            failures: Vec::new(),
        }
    }

    /// Notes the lemmas that do not hold. The first decides the result.
    pub(super) fn fail(&mut self, failures: Vec<LemmaFailure>) {
        if let Some(first) = failures.first() {
            self.result = first.status;
            self.lemma.clone_from(&first.name);
        }
        self.failures = failures;
    }
}

/// Returns the lemmas that do not hold.
pub(super) fn find_failures(lemmas: &[Lemma], decided: &[DecidedLemma]) -> Vec<LemmaFailure> {
    let both = lemmas.iter().zip(decided);
    let failed = both.filter(|(_, decided)| decided.verdict != LemmaVerdict::Holds);
    let failure = |(lemma, decided): (&Lemma, &DecidedLemma)| LemmaFailure {
        name: Some(lemma.name()),
        status: match decided.verdict {
            LemmaVerdict::Fails(_) => RecordStatus::Fails,
            _ => RecordStatus::Unproven,
        },
        verdict: Some(decided.verdict.clone()),
        statement: lemma.statement.clone(),
        is_about_file: lemma.subject == Some(LemmaSubject::FileNetlist),
        is_about_control: matches!(
            lemma.kind,
            LemmaKind::Valid
                | LemmaKind::Hold
                | LemmaKind::Control
                | LemmaKind::Reset
                | LemmaKind::Idle
                | LemmaKind::Busy
                | LemmaKind::Flush
        ),
    };
    failed.map(failure).collect()
}
