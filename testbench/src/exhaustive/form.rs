//! The text of a record's file, and whether its parts fit each other.

use std::collections::BTreeMap;

use halfpipe_tools::cache;
use serde::{Deserialize, Serialize};

use super::blocks::{Blocks, BLOCK};
use super::fault::Fault;
use super::{Identity, Record, ROWS};

/// How many blocks share a line: the lines of a file stay short enough to be read.
const BLOCKS_IN_LINE: u32 = 8;

/// A record as it is written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    mnemonic: String,
    latency: u32,
    mapping: String,
    netlist: String,
    yosys: String,
    model: String,
    first_row: u32,
    end_row: u32,
    next_row: u32,
    vectors: u64,
    mismatches: u64,
    first_mismatch: Option<String>,
    digest: String,
    /// Digests of consecutive blocks of rows, by the first row of the first.
    blocks: BTreeMap<u32, String>,
    /// The SHA-256 of all the rest.
    checksum: String,
}

impl Form {
    pub(super) fn of(record: &Record) -> Form {
        let identity = record.identity.clone();
        let mut form = Form {
            mnemonic: identity.mnemonic,
            latency: identity.latency,
            mapping: identity.mapping,
            netlist: identity.netlist,
            yosys: identity.yosys,
            model: identity.model,
            first_row: record.first_row,
            end_row: record.end_row,
            next_row: record.next_row,
            vectors: record.vectors,
            mismatches: record.mismatches,
            first_mismatch: record.first_mismatch.clone(),
            digest: record.digest().to_string(),
            blocks: lines(&record.blocks),
            checksum: String::new(),
        };
        form.checksum = form.due_checksum();
        form
    }

    /// The record, where nothing contradicts anything.
    pub(super) fn record(self) -> Result<Record, Fault> {
        if self.checksum != self.due_checksum() {
            return Err(Fault::Checksum);
        }
        let blocks = blocks(&self.blocks)?;
        if self.digest != blocks.total().to_string() {
            return Err(Fault::Digest {
                of_blocks: blocks.total(),
                digest: self.digest,
            });
        }
        let record = Record {
            identity: Identity {
                mnemonic: self.mnemonic,
                latency: self.latency,
                mapping: self.mapping,
                netlist: self.netlist,
                yosys: self.yosys,
                model: self.model,
            },
            first_row: self.first_row,
            end_row: self.end_row,
            next_row: self.next_row,
            vectors: self.vectors,
            mismatches: self.mismatches,
            first_mismatch: self.first_mismatch,
            blocks,
        };
        record.check()?;
        Ok(record)
    }

    fn due_checksum(&self) -> String {
        let rest = Form {
            checksum: String::new(),
            ..self.clone()
        };
        cache::key(&[&rest.text()])
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }
}

/// Blocks as lines of digests. A line begins with the rows, or with a multiple of the rows that a line has.
fn lines(blocks: &Blocks) -> BTreeMap<u32, String> {
    let mut lines: BTreeMap<u32, String> = BTreeMap::new();
    for (row, digest) in blocks.iter() {
        let digit_groups = match lines.last_entry() {
            Some(line) if row % (BLOCKS_IN_LINE * BLOCK) != 0 => line.into_mut(),
            _ => lines.entry(row).or_default(),
        };
        if !digit_groups.is_empty() {
            digit_groups.push(' ');
        }
        digit_groups.push_str(&digest.to_string());
    }
    lines
}

/// What [`lines`] gives, read back.
fn blocks(lines_read: &BTreeMap<u32, String>) -> Result<Blocks, Fault> {
    let mut blocks = Blocks::default();
    for (first, line) in lines_read {
        let rows = (*first..ROWS).step_by(BLOCK as usize);
        for (row, digits) in rows.zip(line.split(' ')) {
            let digest = digits
                .parse()
                .map_err(|_| Fault::Form(format!("'{digits}' is no digest")))?;
            blocks.add(row, digest);
        }
    }
    match lines(&blocks) == *lines_read {
        true => Ok(blocks),
        false => Err(Fault::Form(
            "its lines of digests do not begin where they should".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::digest::Digest;
    use super::*;

    /// All of the rows 1024 to 2047, in two lines of blocks.
    fn record() -> Record {
        let identity = Identity {
            mnemonic: "mul.rn.f16".to_owned(),
            latency: 3,
            mapping: "generic".to_owned(),
            netlist: "5e".to_owned(),
            yosys: "0.70".to_owned(),
            model: "3a".to_owned(),
        };
        let mut record = Record::new(identity, "2/64".parse().unwrap());
        record.next_row = record.end_row;
        record.vectors = 1024 << 16;
        for row in record.rows().step_by(BLOCK as usize) {
            record.blocks.add(row, Digest(row.into()));
        }
        record
    }

    /// What is found wrong with the record after an edit that makes its checksum anew.
    fn fault(edit: impl FnOnce(&mut Form)) -> String {
        let mut form = Form::of(&record());
        edit(&mut form);
        form.checksum = form.due_checksum();
        form.record().unwrap_err().to_string()
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let form: Form = serde_json::from_str(&Form::of(&record()).text()).unwrap();
        assert_eq!(form.record(), Ok(record()));
        let mut other = Form::of(&record());
        other.latency = 4;
        assert_eq!(other.record(), Err(Fault::Checksum));
    }

    #[test]
    fn digests_that_do_not_add_up_are_refused() {
        assert_eq!(
            fault(|form| form.digest = "0000000000005e01".to_owned()),
            "its digest is 0000000000005e01, and that of its blocks 0000000000005e00"
        );
        let line = |edit: fn(&str) -> String| {
            fault(|form| {
                let line = form.blocks.get_mut(&1024).unwrap();
                *line = edit(line);
            })
        };
        assert_eq!(
            line(|line| line.replace("0440", "0441")),
            "its digest is 0000000000005e00, and that of its blocks 0000000000005e01"
        );
        assert_eq!(
            line(|line| line.replace("0440", "044x")),
            "'000000000000044x' is no digest"
        );
        assert_eq!(line(|line| format!("{line} ")), "'' is no digest");
    }

    #[test]
    fn blocks_of_other_rows_are_refused() {
        let moved = |to: u32| {
            fault(|form| {
                let line = form.blocks.remove(&1536).unwrap();
                form.blocks.insert(to, line);
            })
        };
        assert_eq!(moved(1535), "its lines of digests do not begin where they should");
        assert_eq!(moved(u32::MAX), "its lines of digests do not begin where they should");
        assert_eq!(moved(2048), "its blocks are not those of the rows 1024 to 2048");
        let missing = fault(|form| {
            form.blocks.remove(&1536);
            form.digest = blocks(&form.blocks).unwrap().total().to_string();
        });
        assert_eq!(missing, "its blocks are not those of the rows 1024 to 2048");
    }

    #[test]
    fn rows_and_counts_that_do_not_fit_are_refused() {
        let blocks = |end: u32| format!("its blocks are not those of the rows 1024 to {end}");
        assert_eq!(fault(|form| form.next_row = 1088), blocks(1088));
        assert_eq!(
            fault(|form| form.next_row = 2047),
            "it counts 67108864 vectors in 1023 rows, which have 67043328"
        );
        assert_eq!(
            fault(|form| form.vectors = 5),
            "it counts 5 vectors in 1024 rows, which have 67108864"
        );
        assert_eq!(
            fault(|form| form.first_row = 960),
            "its blocks are not those of the rows 960 to 2048"
        );
        let rows = "its rows, 1024 to 2000 with 2048 as the next one, are none";
        assert_eq!(fault(|form| form.end_row = 2000), rows);
        let rows = "its rows, 1024 to 65537 with 2048 as the next one, are none";
        assert_eq!(fault(|form| form.end_row = 65537), rows);
        assert_eq!(
            fault(|form| form.mismatches = 1),
            "it counts 1 mismatches in 67108864 vectors and has no first one"
        );
        assert_eq!(
            fault(|form| form.first_mismatch = Some("halfpipe eval".to_owned())),
            "it counts 0 mismatches in 67108864 vectors and has a first one"
        );
    }

    #[test]
    fn names_without_such_a_run_are_refused() {
        for name in ["fma.rn.f16", "mul.f16", "mul.rn.f32", "add.rn.f32.f16"] {
            let refused = fault(|form| form.mnemonic = name.to_owned());
            assert_eq!(refused, format!("there is no run over every input of '{name}'"));
        }
        assert!(fault(|form| form.mnemonic = "neg.f16".to_owned()).starts_with("it counts"));
    }

    #[test]
    fn keys_are_those_of_a_record() {
        let text = Form::of(&record()).text();
        let refused = |from: &str, to: &str| {
            assert!(text.contains(from));
            let read = serde_json::from_str::<Form>(&text.replacen(from, to, 1));
            read.err().expect("it is no record").to_string()
        };
        assert!(refused("{", "{ \"seen\": true,").starts_with("unknown field `seen`"));
        assert!(refused("{", "{ \"latency\": 3,").starts_with("duplicate field `latency`"));
        assert!(refused("  \"latency\": 3,\n", "").starts_with("missing field `latency`"));
        assert!(refused("\n}\n", "").starts_with("EOF"));
    }
}
