//! A theorem whose lemmas several runs decided.

use std::path::Path;

use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_prove::ledger::digest_of_formulas;
use halfpipe_prove::run::TheoremReport;
use serde_json::{json, Map, Value};

use super::part::TheoremPart;
use super::report::theorem_in_words;
use crate::error::Error;

/// A theorem that all its parts decide.
pub struct JoinedTheorem<'p> {
    /// The result.
    pub report: TheoremReport,
    /// The parts, by number.
    pub parts: Vec<&'p TheoremPart>,
    /// The printed lines after the first.
    pub text: Vec<String>,
    /// The result as JSON.
    pub json: Map<String, Value>,
}

impl<'p> JoinedTheorem<'p> {
    /// Joins the parts of a theorem, by number.
    ///
    /// # Errors
    ///
    /// Fails if they are not about one theorem, or do not prove what they claim.
    pub fn new(parts: &[(&Path, &'p TheoremPart)]) -> Result<JoinedTheorem<'p>, Error> {
        check_theorem(parts)?;
        let parts: Vec<&TheoremPart> = parts.iter().map(|(_, part)| *part).collect();
        let results: Vec<RecordStatus> = parts.iter().map(|part| part.result()).collect::<Result<_, _>>()?;
        let find = |status: RecordStatus| {
            let mut found: Vec<usize> = (0..parts.len()).filter(|place| results[*place] == status).collect();
            found.sort_by_key(|place| first_open_lemma(parts[*place], *place, parts.len()));
            found
        };
        let [failing, open] = [RecordStatus::Fails, RecordStatus::Unproven].map(find);
        let (status, deciding) = match (&failing[..], &open[..]) {
            ([first, ..], _) => (RecordStatus::Fails, vec![parts[*first]]),
            ([], [_, ..]) => (RecordStatus::Unproven, open.iter().map(|place| parts[*place]).collect()),
            ([], []) => {
                check_proof(&parts)?;
                (RecordStatus::Holds, vec![parts[0]])
            }
        };
        let first = deciding[0];
        let all_lemmas = parts.iter().map(|part| part.all_lemmas).max().unwrap_or(0);
        let mut report = TheoremReport::new(first.key()?, all_lemmas);
        report.result = status;
        report.lemma = first.lemma().map(str::to_owned);
        report.seconds = parts.iter().map(|part| part.seconds()).sum();
        let mut json = first.report.clone();
        json.insert("result".to_owned(), json!(status));
        json.insert("lemmas".to_owned(), json!(all_lemmas));
        json.insert("seconds".to_owned(), json!(report.seconds));
        let mut text: Vec<String> = Vec::new();
        for line in deciding.iter().flat_map(|part| &part.text) {
            if !text.contains(line) {
                text.push(line.clone());
            }
        }
        Ok(JoinedTheorem {
            report,
            text,
            json,
            parts,
        })
    }
}

/// Returns the place of the first lemma of a part that does not hold, among those of the theorem.
fn first_open_lemma(part: &TheoremPart, number: usize, count: usize) -> usize {
    let mut lemmas = part.decided.iter();
    let place = lemmas.position(|lemma| Some(lemma.name.as_str()) == part.lemma());
    place.map_or(0, |place| number + place * count)
}

/// Checks that parts are about one theorem, one file, and the same lemmas.
fn check_theorem(parts: &[(&Path, &TheoremPart)]) -> Result<(), Error> {
    let (path, first) = parts[0];
    let one = path.display();
    let key = first.key()?;
    let with_lemmas = parts.iter().find(|(_, part)| part.all_lemmas > 0);
    for (path, part) in parts {
        let other = path.display();
        let other_key = part.key()?;
        if other_key != key {
            let (theorem, other_theorem) = (theorem_in_words(&key), theorem_in_words(&other_key));
            return Err(Error::usage(format!(
                "{one} is about {theorem}, and {other} about {other_theorem}; give the parts of one theorem"
            )));
        }
        if part.file_digest != first.file_digest {
            return Err(Error::usage(format!(
                "{one} and {other} are about different Verilog files; give the parts of one file"
            )));
        }
        let same = |(_, of): &(&Path, &TheoremPart)| of.formulas == part.formulas && of.all_lemmas == part.all_lemmas;
        if part.all_lemmas > 0 && !with_lemmas.is_some_and(same) {
            return Err(Error::usage(format!(
                "{other} has other lemmas than the parts before it; make all parts with one halfpipe and one Yosys"
            )));
        }
    }
    Ok(())
}

/// Checks that the lemmas of all parts are those of the theorem, and that each holds.
fn check_proof(parts: &[&TheoremPart]) -> Result<(), Error> {
    let all = parts.iter().flat_map(|part| &part.decided);
    let is_proof = all.clone().all(|lemma| lemma.verdict == RecordStatus::Holds)
        && all.clone().count() == parts[0].all_lemmas
        && digest_of_formulas(all.map(|lemma| lemma.digest.as_str())) == parts[0].formulas;
    if is_proof && parts[0].all_lemmas > 0 {
        return Ok(());
    }
    let again = parts[0].command(1, parts.len());
    Err(Error::usage(format!(
        "the lemmas of the parts are not those of the theorem; make the parts again, first with {again} > FILE"
    )))
}

#[cfg(test)]
#[path = "../../../tests/unit/command/prove/joined.rs"]
pub mod tests;
