//! The lemmas of a theorem in words.

use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;

/// Lemmas that are listed as one: a single lemma, those of all alignment distances, or those of all exponent fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LemmaGroup {
    /// The name of the group.
    pub name: String,
    /// The claim in words.
    pub statement: String,
}

/// Groups lemmas. Those of consecutive alignment distances become one group, and so do those of consecutive exponents.
pub(super) fn group_lemmas<'l>(lemmas: impl IntoIterator<Item = &'l Lemma>) -> Vec<LemmaGroup> {
    let mut groups: Vec<LemmaGroup> = Vec::new();
    let mut last = None;
    let mut count = 0;
    for lemma in lemmas {
        let (kind, claim) = match lemma.kind {
            LemmaKind::Alignment(_) => (
                LemmaKind::ALIGNMENTS,
                "the result is correct for each alignment distance of the terms",
            ),
            LemmaKind::Exponent(_) => (
                LemmaKind::EXPONENTS,
                "the result equals that of the datapath, for each exponent field of the dividend",
            ),
            _ => {
                last = None;
                groups.push(LemmaGroup {
                    name: lemma.name(),
                    statement: lemma.statement.clone(),
                });
                continue;
            }
        };
        if last == Some(kind) {
            groups.pop();
            count += 1;
        } else {
            count = 1;
        }
        last = Some(kind);
        groups.push(LemmaGroup {
            name: lemma.name_of_group(kind),
            statement: format!("{claim} ({count} lemmas)"),
        });
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfpipe_lemmas::formula::{Formula, Procedure};

    #[test]
    fn lemmas_of_one_kind_are_one_group() {
        let kinds = [
            LemmaKind::Signs,
            LemmaKind::Exponent(0),
            LemmaKind::Exponent(1),
            LemmaKind::Alignment(-1),
            LemmaKind::Alignment(0),
            LemmaKind::Result,
            LemmaKind::Alignment(1),
        ];
        let lemmas = kinds.map(|kind| Lemma::new(kind, "a claim", Procedure::Solve, Formula::default));
        let groups = group_lemmas(&lemmas);
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["signs", "exponent", "alignment", "result", "alignment"]);
        for group in [1, 2] {
            assert!(groups[group].statement.ends_with(" (2 lemmas)"), "{:?}", groups[group]);
        }
    }
}
