//! Putting the records of shards together.

use super::{Fault, Record, ROWS};

/// Records that are not one whole run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// There is none.
    #[error("there is no record to merge")]
    None,
    /// They are of different instructions, latencies, netlists, tools or models.
    #[error("{one} and {other} differ in {what}: {of_one} and {of_other}")]
    Different {
        /// A record's name.
        one: String,
        /// Another's.
        other: String,
        /// What they differ in.
        what: &'static str,
        /// The first one's.
        of_one: String,
        /// The other's.
        of_other: String,
    },
    /// A run was interrupted.
    #[error("{name} is not complete: it came to row {next_row} of {first_row} to {end_row}; go on with --resume")]
    Incomplete {
        /// The record's name.
        name: String,
        /// Its next row.
        next_row: u32,
        /// Its first row.
        first_row: u32,
        /// The row after its last.
        end_row: u32,
    },
    /// Rows that no record has.
    #[error("no record has rows {first} to {last}")]
    Gap {
        /// The first of them.
        first: u32,
        /// The last of them.
        last: u32,
    },
    /// Rows that several records have.
    #[error("{one} and {other} both have row {row}")]
    Overlap {
        /// A record's name.
        one: String,
        /// Another's.
        other: String,
        /// The first row they share.
        row: u32,
    },
    /// A record contradicts itself.
    #[error("{name} is no record: {fault}")]
    Fault {
        /// The record's name.
        name: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// The record of the whole run whose parts are these, each with the name that messages use.
///
/// # Errors
///
/// When they are of different runs, or do not have every row exactly once.
pub fn merge(mut parts: Vec<(String, Record)>) -> Result<Record, MergeError> {
    parts.sort_by_key(|(_, record)| record.first_row);
    let (name, first) = parts.first().ok_or(MergeError::None)?;
    for (other, record) in &parts {
        same(name, first, other, record)?;
        complete(other, record)?;
    }
    let mut whole = first.clone();
    let mut last = name;
    gap(0, whole.first_row)?;
    for (name, record) in &parts[1..] {
        if record.first_row < whole.end_row {
            return Err(MergeError::Overlap {
                one: last.clone(),
                other: name.clone(),
                row: record.first_row,
            });
        }
        gap(whole.end_row, record.first_row)?;
        whole.append(record);
        last = name;
    }
    gap(whole.end_row, ROWS)?;
    Ok(whole)
}

fn same(one: &str, of_one: &Record, other: &str, of_other: &Record) -> Result<(), MergeError> {
    let (a, b) = (&of_one.identity, &of_other.identity);
    let pairs = [
        ("instruction", a.mnemonic.clone(), b.mnemonic.clone()),
        ("latency", a.latency.to_string(), b.latency.to_string()),
        ("mapping", a.mapping.clone(), b.mapping.clone()),
        ("the version of Yosys", a.yosys.clone(), b.yosys.clone()),
        ("netlist", a.netlist.clone(), b.netlist.clone()),
        ("model", a.model.clone(), b.model.clone()),
    ];
    let different = pairs.into_iter().find(|(_, one, other)| one != other);
    different.map_or(Ok(()), |(what, a, b)| {
        Err(MergeError::Different {
            one: one.to_owned(),
            other: other.to_owned(),
            what,
            of_one: a,
            of_other: b,
        })
    })
}

fn complete(name: &str, record: &Record) -> Result<(), MergeError> {
    if !record.is_complete() {
        return Err(MergeError::Incomplete {
            name: name.to_owned(),
            next_row: record.next_row,
            first_row: record.first_row,
            end_row: record.end_row,
        });
    }
    record.check().map_err(|fault| MergeError::Fault {
        name: name.to_owned(),
        fault,
    })
}

fn gap(end: u32, next: u32) -> Result<(), MergeError> {
    if end == next {
        return Ok(());
    }
    Err(MergeError::Gap {
        first: end,
        last: next - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::super::blocks::{cut, Blocks};
    use super::super::digest::Digest;
    use super::super::{Identity, Shard};
    use super::*;

    fn part(text: &str) -> (String, Record) {
        let identity = Identity {
            mnemonic: "add.rn.f16".to_owned(),
            latency: 3,
            mapping: "generic".to_owned(),
            netlist: "5e".to_owned(),
            yosys: "0.70".to_owned(),
            model: "3a".to_owned(),
        };
        let mut record = Record::new(identity, text.parse::<Shard>().unwrap());
        record.next_row = record.end_row;
        record.vectors = u64::from(record.end_row - record.first_row) << 16;
        for rows in cut(record.rows()) {
            record.blocks.add(rows.start, Digest(1));
        }
        (text.to_owned(), record)
    }

    fn merged(parts: &[&str]) -> Result<Record, String> {
        merge(parts.iter().map(|text| part(text)).collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn all_parts_in_any_order_are_the_whole() {
        let whole = merged(&["2/3", "3/3", "1/3"]).unwrap();
        assert!(whole.is_proof());
        // Two blocks are cut in two.
        assert_eq!((whole.vectors, whole.digest()), (1 << 32, Digest(1024 + 2)));
        assert!(whole.blocks.iter().map(|(row, _)| row).eq((0..ROWS).step_by(64)));
        assert_eq!(merged(&["1/1"]).unwrap().vectors, 1 << 32);
    }

    #[test]
    fn gaps_and_overlaps_are_refused() {
        let refused = |parts: &[&str]| merged(parts).unwrap_err();
        assert_eq!(refused(&[]), "there is no record to merge");
        assert_eq!(refused(&["1/4", "3/4", "4/4"]), "no record has rows 16384 to 32767");
        assert_eq!(refused(&["2/2"]), "no record has rows 0 to 32767");
        assert_eq!(refused(&["1/2"]), "no record has rows 32768 to 65535");
        assert_eq!(refused(&["1/2", "2/2", "2/4"]), "1/2 and 2/4 both have row 16384");
        assert_eq!(refused(&["1/2", "1/2", "2/2"]), "1/2 and 1/2 both have row 0");
    }

    #[test]
    fn other_netlists_and_models_and_open_ends_are_refused() {
        let (name, mut record) = part("2/2");
        record.identity.model = "3b".to_owned();
        let error = merge(vec![part("1/2"), (name, record)]).unwrap_err();
        assert_eq!(error.to_string(), "1/2 and 2/2 differ in model: 3a and 3b");

        let (name, mut record) = part("2/2");
        record.identity.netlist = "1e".to_owned();
        let error = merge(vec![part("1/2"), (name, record)]).unwrap_err();
        assert_eq!(error.to_string(), "1/2 and 2/2 differ in netlist: 5e and 1e");

        let (name, mut record) = part("2/2");
        record.next_row -= 1;
        let error = merge(vec![part("1/2"), (name, record)]).unwrap_err().to_string();
        assert!(
            error.starts_with("2/2 is not complete: it came to row 65535 of"),
            "{error}"
        );

        let (name, mut record) = part("2/2");
        record.vectors -= 1;
        let error = merge(vec![part("1/2"), (name, record)]).unwrap_err().to_string();
        assert_eq!(
            error,
            "2/2 is no record: it counts 2147483647 vectors in 32768 rows, which have 2147483648"
        );

        let (name, mut record) = part("2/2");
        record.blocks = Blocks::default();
        let error = merge(vec![part("1/2"), (name, record)]).unwrap_err().to_string();
        assert_eq!(
            error,
            "2/2 is no record: its blocks are not those of the rows 32768 to 65536"
        );
    }

    #[test]
    fn mismatches_of_all_parts_are_counted() {
        let (name, mut record) = part("2/2");
        record.mismatches = 7;
        record.first_mismatch = Some("halfpipe eval".to_owned());
        let whole = merge(vec![part("1/2"), (name, record)]).unwrap();
        assert_eq!(
            (whole.mismatches, whole.first_mismatch.as_deref()),
            (7, Some("halfpipe eval"))
        );
        assert!(!whole.is_proof());
    }
}
