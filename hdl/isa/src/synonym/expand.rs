//! The names of a row, each with its meaning.

use super::table::{Axis, Kind, Row, System, TABLE};

/// A name in another system, with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonym {
    /// The name as its system writes it.
    pub name: String,
    /// The system.
    pub system: System,
    /// The meaning.
    pub meaning: SynonymMeaning,
}

/// The meaning of a name in another system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SynonymMeaning {
    /// Exactly one instruction.
    Instruction {
        /// The canonical mnemonic.
        mnemonic: String,
        /// A restriction or an addition for the reader, if there is any.
        remark: Option<String>,
    },
    /// The name leaves something open that an instruction fixes.
    Choice {
        /// The part that is open. It follows the name in a sentence.
        reason: String,
        /// The canonical mnemonics that it may stand for.
        choices: Vec<String>,
    },
    /// No instruction has the same results.
    Different {
        /// The difference. It follows the name in a sentence.
        difference: String,
        /// The canonical mnemonics of the nearest instructions.
        nearest: Vec<String>,
    },
}

/// Returns every name of a row.
pub(super) fn expand(row: &Row) -> Vec<Synonym> {
    let mut all = vec![[row.name, row.mnemonics, row.sentence].map(str::to_owned)];
    for axis in axes(row.name) {
        let word = &placeholder(axis.word);
        let replace = |[name, mnemonics, sentence]: &[String; 3]| {
            let values = axis.values.iter();
            let replaced = values.map(|(written, part)| {
                [
                    name.replace(word, written),
                    mnemonics.replace(word, part),
                    sentence.replace(word, part),
                ]
            });
            replaced.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(replace).collect();
    }
    let synonym = |[name, mnemonics, sentence]: [String; 3]| Synonym {
        name,
        system: row.system,
        meaning: meaning(row.kind, &mnemonics, sentence),
    };
    all.into_iter().map(synonym).collect()
}

fn meaning(kind: Kind, mnemonics: &str, sentence: String) -> SynonymMeaning {
    let all = mnemonics.split(", ").flat_map(every).collect();
    match kind {
        Kind::Is => SynonymMeaning::Instruction {
            mnemonic: mnemonics.to_owned(),
            remark: Some(sentence).filter(|sentence| !sentence.is_empty()),
        },
        Kind::Open => SynonymMeaning::Choice {
            reason: sentence,
            choices: all,
        },
        Kind::Near => SynonymMeaning::Different {
            difference: sentence,
            nearest: all,
        },
    }
}

/// Returns the texts with every value of the words that are left.
fn every(text: &str) -> Vec<String> {
    axes(text).fold(vec![text.to_owned()], |texts, axis| {
        let word = &placeholder(axis.word);
        let replace = |text: &String| {
            axis.values
                .iter()
                .map(|(_, part)| text.replace(word, part))
                .collect::<Vec<_>>()
        };
        texts.iter().flat_map(replace).collect()
    })
}

/// Returns the words that vary in a text.
fn axes(text: &str) -> impl Iterator<Item = &'static Axis> {
    let text = text.to_owned();
    TABLE
        .axes
        .iter()
        .filter(move |axis| text.contains(&placeholder(axis.word)))
}

fn placeholder(word: &str) -> String {
    format!("{{{word}}}")
}
