//! A part of a theorem: the lemmas that one of several runs decided, as JSON.

use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_prove::key::TheoremKey;
use halfpipe_prove::run::{ShareReport, SharedLemma, TheoremReport};
use halfpipe_request::counted::counted;
use halfpipe_request::render::quoted;
use halfpipe_testbench::exhaustive::Shard;
use halfpipe_tools::cache;
use halfpipe_yosys::VerilogDut;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::report::theorem_in_words;
use crate::error::Error;

/// The version of halfpipe.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A part of a theorem.
#[derive(Clone, Serialize, Deserialize)]
pub struct TheoremPart {
    /// The key of the theorem, the result of the part, and the number of its lemmas.
    #[serde(flatten)]
    pub report: Map<String, Value>,
    /// The number of the part, and that of all parts.
    pub shard: String,
    /// The version of halfpipe that made it.
    pub version: String,
    /// The command line after `halfpipe prove`, without the options of a part.
    pub words: Vec<String>,
    /// The digest of the external file, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file_digest: Option<String>,
    /// The number of the theorem's lemmas.
    pub all_lemmas: usize,
    /// The digest of the formulas of all lemmas.
    pub formulas: String,
    /// The lemmas of the part, in order.
    pub decided: Vec<SharedLemma>,
    /// The printed lines after the first.
    pub text: Vec<String>,
    /// The digest of everything else, without the seconds.
    pub checksum: String,
}

/// The key of the report that differs from run to run.
const SECONDS: &str = "seconds";

impl TheoremPart {
    /// Creates the part of a run.
    pub fn new(
        report: &TheoremReport,
        shard: Shard,
        words: &[String],
        file_digest: Option<String>,
        text: &[String],
    ) -> Result<TheoremPart, Error> {
        let ShareReport {
            all_lemmas,
            formulas,
            decided,
        } = report.share.clone().unwrap_or_default();
        let Value::Object(report) = serde_json::to_value(report).map_err(Error::failure)? else {
            unreachable!("a report is a JSON object");
        };
        let mut part = TheoremPart {
            report,
            shard: shard.to_string(),
            version: VERSION.to_owned(),
            words: without_part_options(words),
            file_digest,
            all_lemmas,
            formulas,
            decided,
            text: text.to_vec(),
            checksum: String::new(),
        };
        part.checksum = part.compute_checksum()?;
        Ok(part)
    }

    fn compute_checksum(&self) -> Result<String, Error> {
        let mut part = self.clone();
        part.report.remove(SECONDS);
        part.checksum = String::new();
        let text = serde_json::to_string(&part).map_err(Error::failure)?;
        Ok(cache::key(&[&text]))
    }

    /// True if nothing was edited since the part was made.
    pub fn is_unedited(&self) -> Result<bool, Error> {
        Ok(self.compute_checksum()? == self.checksum)
    }

    /// Returns the key of the theorem.
    pub fn key(&self) -> Result<TheoremKey, Error> {
        serde_json::from_value(Value::Object(self.report.clone())).map_err(Error::usage)
    }

    /// Returns the result of the part.
    pub fn result(&self) -> Result<RecordStatus, Error> {
        let result = self.report.get("result").cloned().unwrap_or_default();
        serde_json::from_value(result).map_err(Error::usage)
    }

    /// Returns the lemma that decides the result of the part, if it is not proven.
    pub fn lemma(&self) -> Option<&str> {
        self.report.get("lemma")?.as_str()
    }

    /// Returns the processor time of the part in seconds.
    pub fn seconds(&self) -> f64 {
        self.report.get(SECONDS).and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// Returns the command that makes a part of the same theorem.
    pub fn command(&self, number: usize, count: usize) -> String {
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        format!("halfpipe prove {} --shard {number}/{count} --json", words.join(" "))
    }
}

/// Returns the words of a command line without the options of a part.
fn without_part_options(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => {}
            "--shard" | "--junit" => drop(words.next()),
            other if other.starts_with("--shard=") || other.starts_with("--junit=") => {}
            other => kept.push(other.to_owned()),
        }
    }
    kept
}

/// Returns the digest of an external file, with the files that it includes and the command that reads them.
pub fn digest_file(device: &dyn VerilogDut) -> String {
    let verilog = device.verilog();
    cache::key(&[&verilog.text, &verilog.reader])
}

/// Returns the printed result of a part, from that of its report.
pub fn part_text(report: &TheoremReport, shard: Shard, printed: &str) -> String {
    let theorem = theorem_in_words(&report.key);
    let (first, rest) = printed.split_once('\n').unwrap_or((printed, ""));
    let verdict = match &report.share {
        Some(share) if report.result == RecordStatus::Holds => {
            let (own, all) = (share.decided.len(), counted(share.all_lemmas, "lemma"));
            let verb = if share.all_lemmas == 1 { "holds" } else { "hold" };
            format!(": {own} of {all} {verb}, {:.1} CPU s", report.seconds)
        }
        _ => first.strip_prefix(&theorem).unwrap_or(first).to_owned(),
    };
    format!("{theorem}, shard {shard}{verdict}\n{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_the_words_of_its_theorem() {
        let words = "mul.rn.f16 --shard 1/3 --latency 2 --json --junit x.xml --shard=2/3 --flags";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        assert_eq!(without_part_options(&words).join(" "), "mul.rn.f16 --latency 2 --flags");
    }
}
