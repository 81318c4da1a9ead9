//! Proofs: the lemmas of a module, decided one by one.

use std::cell::RefCell;

use halfpipe_lemmas::lemma::{Lemma, ProvenFormulas};
use halfpipe_lemmas::theorem::{ledger_name, module_lemmas, ProofSubject};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_request::Error;
use serde::Serialize;

use crate::modules::design_of;
use crate::words::parse;

/// The lemmas of a module.
#[derive(Serialize)]
pub struct Outline {
    /// The name of the theorem in the ledger.
    theorem: String,
    latency: u32,
    lemmas: Vec<LemmaRow>,
}

/// A lemma that is to be decided.
#[derive(Serialize)]
struct LemmaRow {
    index: usize,
    title: String,
    subject: String,
}

/// A decided lemma.
#[derive(Serialize)]
pub struct Decision {
    index: usize,
    title: String,
    /// `holds`, `fails` or `unproven`.
    verdict: &'static str,
    digest: String,
    /// The operands for which the lemma fails, or the reason why it is not proven.
    counterexample: Option<String>,
}

/// The module whose lemmas are decided one after another.
struct OpenProof {
    words: Vec<String>,
    lemmas: Vec<Lemma>,
    proven: ProvenFormulas,
}

thread_local! {
    /// The module of the last request. Its lemmas are listed once.
    static OPEN: RefCell<Option<OpenProof>> = const { RefCell::new(None) };
}

/// Lists the lemmas: those of the function, then those of the module.
pub fn outline(words: &[String]) -> Result<Outline, Error> {
    let design = design_of(&parse(words)?)?;
    let lemmas = list(words)?;
    let rows = lemmas.iter().enumerate().map(|(index, lemma)| LemmaRow {
        index,
        title: lemma.name(),
        subject: lemma.statement.clone(),
    });
    Ok(Outline {
        theorem: ledger_name(&design),
        latency: design.latency(),
        lemmas: rows.collect(),
    })
}

fn list(words: &[String]) -> Result<Vec<Lemma>, Error> {
    let design = design_of(&parse(words)?)?;
    let mut lemmas = ProofSubject::from_design(&design).lemmas().map_err(Error::failure)?;
    lemmas.extend(module_lemmas(&design).map_err(Error::failure)?);
    Ok(lemmas)
}

/// Decides one lemma.
pub fn decide(words: &[String], index: usize) -> Result<Decision, Error> {
    OPEN.with_borrow_mut(|open| {
        if open.as_ref().is_none_or(|open| open.words != words) {
            *open = Some(OpenProof {
                words: words.to_vec(),
                lemmas: list(words)?,
                proven: ProvenFormulas::default(),
            });
        }
        let open = open.as_ref().expect("a proof was opened above");
        let count = open.lemmas.len();
        let lemma = open.lemmas.get(index).ok_or_else(|| {
            Error::usage(format!(
                "there is no lemma {index}; the module has {count}, counted from 0"
            ))
        })?;
        let decided = lemma.decide_unless(&open.proven, &Default::default());
        let (verdict, counterexample) = match &decided.verdict {
            LemmaVerdict::Holds => ("holds", None),
            LemmaVerdict::Fails(operands) => ("fails", Some(format!("{operands:?}"))),
            LemmaVerdict::Unproven(reason) => ("unproven", Some(format!("{reason}"))),
        };
        Ok(Decision {
            index,
            title: lemma.name(),
            verdict,
            digest: decided.digest,
            counterexample,
        })
    })
}
