//! Lists of lemmas about one subject.

use std::sync::Arc;

use crate::formula::{Formula, Procedure};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// Lemmas about one subject, from which their formulas are built.
pub struct SubjectLemmas<S> {
    /// The subject.
    pub subject: Arc<S>,
    /// The lemmas so far.
    pub lemmas: Vec<Lemma>,
}

impl<S: Send + Sync + 'static> SubjectLemmas<S> {
    /// Creates an empty list.
    pub fn new(subject: S) -> SubjectLemmas<S> {
        SubjectLemmas {
            subject: Arc::new(subject),
            lemmas: Vec::new(),
        }
    }

    /// Adds a lemma.
    pub fn add(
        &mut self,
        procedure: Procedure,
        kind: LemmaKind,
        statement: impl Into<String>,
        formula: impl Fn(&S) -> Formula + Send + Sync + 'static,
    ) -> &mut Lemma {
        let subject = self.subject.clone();
        let lemma = Lemma::new(kind, statement, procedure, move || formula(&subject));
        self.lemmas.push(lemma);
        self.lemmas.last_mut().expect("there is a last lemma")
    }

    /// Adds a lemma that a solver decides.
    pub fn solve(
        &mut self,
        kind: LemmaKind,
        statement: impl Into<String>,
        formula: impl Fn(&S) -> Formula + Send + Sync + 'static,
    ) -> &mut Lemma {
        self.add(Procedure::Solve, kind, statement, formula)
    }

    /// Adds a lemma that a solver decides after equal nodes are merged.
    pub fn sweep(
        &mut self,
        kind: LemmaKind,
        statement: impl Into<String>,
        formula: impl Fn(&S) -> Formula + Send + Sync + 'static,
    ) -> &mut Lemma {
        self.add(Procedure::Sweep, kind, statement, formula)
    }
}
