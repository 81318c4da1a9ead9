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

/// The values of the words of a name.
type Values = Vec<(&'static str, &'static str)>;

/// Returns every name of a row.
pub(super) fn expand(row: &'static Row) -> Vec<Synonym> {
    let mut names: Vec<(String, Values)> = vec![(row.name.to_owned(), Vec::new())];
    for axis in axes(row.name) {
        let extend = |(name, values): &(String, Values)| {
            let (name, values) = (name.clone(), values.clone());
            axis.values.iter().map(move |(written, part)| {
                let mut values = values.clone();
                values.push((axis.word, *part));
                (name.replace(&placeholder(axis.word), written), values)
            })
        };
        names = names.iter().flat_map(extend).collect();
    }
    let synonym = |(name, values): (String, Values)| Synonym {
        name,
        system: row.system,
        meaning: meaning(row, &values),
    };
    names.into_iter().map(synonym).collect()
}

fn meaning(row: &Row, values: &Values) -> SynonymMeaning {
    let sentence = row.sentence.map(|sentence| fill(sentence, values));
    let mut mnemonics = row.mnemonics.iter().flat_map(|text| every(&fill(text, values)));
    match row.kind {
        Kind::Is => SynonymMeaning::Instruction {
            mnemonic: mnemonics.next().unwrap_or_default(),
            remark: sentence,
        },
        Kind::Open => SynonymMeaning::Choice {
            reason: sentence.unwrap_or_default(),
            choices: mnemonics.collect(),
        },
        Kind::Near => SynonymMeaning::Different {
            difference: sentence.unwrap_or_default(),
            nearest: mnemonics.collect(),
        },
    }
}

/// Fills the words of the name into a part of its meaning.
fn fill(text: &str, values: &Values) -> String {
    values.iter().fold(text.to_owned(), |text, (word, part)| {
        text.replace(&placeholder(word), part)
    })
}

/// Returns the texts with every value of the words that are left.
fn every(text: &str) -> Vec<String> {
    let fill = |texts: Vec<String>, axis: &'static Axis| {
        let values = |text: &String| {
            let text = text.clone();
            let part = move |(_, part): &(&str, &str)| text.replace(&placeholder(axis.word), part);
            axis.values.iter().map(part)
        };
        texts.iter().flat_map(values).collect()
    };
    axes(text).fold(vec![text.to_owned()], fill)
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
