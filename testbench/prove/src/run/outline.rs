//! The lemmas of a theorem in words.

use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// Lemmas that are listed as one: a single lemma, or those of all alignment distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LemmaGroup {
    /// The name of the group.
    pub name: String,
    /// The claim in words.
    pub statement: String,
}

/// Groups lemmas. Those of consecutive alignment distances become one group.
pub(super) fn group_lemmas<'l>(lemmas: impl IntoIterator<Item = &'l Lemma>) -> Vec<LemmaGroup> {
    let mut groups: Vec<LemmaGroup> = Vec::new();
    let mut alignments = 0;
    for lemma in lemmas {
        if !matches!(lemma.kind, LemmaKind::Alignment(_)) {
            alignments = 0;
            groups.push(LemmaGroup {
                name: lemma.name(),
                statement: lemma.statement.clone(),
            });
            continue;
        }
        if alignments > 0 {
            groups.pop();
        }
        alignments += 1;
        groups.push(LemmaGroup {
            name: lemma.name_of_group(LemmaKind::ALIGNMENTS),
            statement: format!("the result is correct for each alignment distance of the terms ({alignments} lemmas)"),
        });
    }
    groups
}
