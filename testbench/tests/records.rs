//! The committed records of runs over every input are of today's netlists and models, complete, and without a mismatch.

use std::path::Path;

use halfpipe_hdl::unit::{default_latency, Unit};
use halfpipe_isa::Instruction;
use halfpipe_testbench::engine::{Circuit, Mapping};
use halfpipe_testbench::exhaustive::{is_exhaustible, Identity, Record, Shard};
use rayon::prelude::*;

/// What is wrong with the record of an instruction, if anything.
fn complaint(folder: &Path, instruction: Instruction) -> Option<String> {
    let unit = Unit::new(instruction, default_latency(instruction)).expect("every unit has its default latency");
    let record = match Record::read(&folder.join(Record::file_name(&unit, Shard::WHOLE))) {
        Ok(record) => record,
        Err(error) => return Some(error.to_string()),
    };
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap_or_else(|error| panic!("{error}"));
    let identity = Identity::of(&unit, &circuit).unwrap_or_else(|error| panic!("{error}"));
    if record.identity != identity {
        Some(format!(
            "{instruction}: the record is of another netlist or another model"
        ))
    } else if !record.is_proof() {
        Some(format!("{instruction}: the record is no proof: {record:?}"))
    } else if !record.agrees_with_model() {
        Some(format!("{instruction}: the record's digest is not the exact model's"))
    } else {
        None
    }
}

#[test]
fn every_input_was_tried_on_todays_netlists_and_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let complaints: Vec<String> = Instruction::all()
        .par_iter()
        .with_max_len(1)
        .filter(|instruction| is_exhaustible(**instruction))
        .filter_map(|instruction| complaint(&folder, *instruction))
        .collect();
    assert!(
        complaints.is_empty(),
        "`halfpipe verify all --exhaustive --out testbench/results --resume` runs them again:\n{}",
        complaints.join("\n")
    );
}
