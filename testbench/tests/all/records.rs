//! The committed records of runs over every input are of today's netlists and models, complete, right, and without a
//! mismatch.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::default_latency;
use halfpipe_test_support::{seed, share};
use halfpipe_testbench::engine::{Circuit, Mapping};
use halfpipe_testbench::exhaustive::{is_exhaustible, Identity, Record, Shard, Standing};
use rayon::prelude::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

fn units() -> Vec<Design> {
    let instructions = Instruction::arithmetic()
        .iter()
        .copied()
        .filter(|one| is_exhaustible(*one));
    let units = instructions.map(|instruction| Design::unit(instruction, default_latency(instruction)));
    units
        .map(|unit| unit.expect("every unit has its default latency"))
        .collect()
}

/// What is wrong with the record of a unit, if anything.
fn complaint(unit: &Design, seed: u64) -> Option<String> {
    let circuit = Circuit::synthesise(unit, Mapping::Generic).unwrap_or_else(|error| panic!("{error}"));
    let identity = Identity::of(unit, &circuit).unwrap_or_else(|error| panic!("{error}"));
    let new = Record::new(identity, Shard::WHOLE);
    let file = folder().join(Record::file_name(unit, Shard::WHOLE));
    let what = match Standing::of(&file, &new, unit, &circuit, seed) {
        Ok(Standing::Believed(record)) if record.is_proof() => return None,
        Ok(Standing::Believed(record)) => format!(
            "it came to row {} and has {} mismatches",
            record.next_row, record.mismatches
        ),
        Ok(Standing::Missing) => "there is none".to_owned(),
        Ok(Standing::Stale) => "it is of another netlist or another model".to_owned(),
        Ok(Standing::Damaged(doubt)) => doubt.to_string(),
        Err(error) => error.to_string(),
    };
    Some(format!("{}: {what}", unit.instruction()))
}

/// A record in so many is tried, unless all are; the seed says which.
const ONE_IN: usize = 12;

#[test]
fn every_input_was_tried_on_todays_netlists_and_models_at_any_seed() {
    let seed = seed::seed();
    let first = (seed % ONE_IN as u64) as usize;
    let tried = units().into_iter().enumerate();
    let tried: Vec<Design> = tried
        .filter(|(place, _)| share::is_tried(place + first, ONE_IN))
        .map(|(_, unit)| unit)
        .collect();
    let complaints: Vec<String> = tried
        .par_iter()
        .with_max_len(1)
        .filter_map(|unit| complaint(unit, seed))
        .collect();
    assert!(
        complaints.is_empty(),
        "`halfpipe prove all --method exhaustive --ledger testbench/results --check --seed {seed}` says this again, and --stale \
         runs them again:\n{}",
        complaints.join("\n")
    );
}

#[test]
fn every_file_is_the_record_of_an_instruction() {
    let mut names: BTreeSet<String> = units()
        .iter()
        .map(|unit| Record::file_name(unit, Shard::WHOLE))
        .collect();
    names.insert("README.md".to_owned());
    let files = std::fs::read_dir(folder()).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    // A run that was interrupted leaves its lock's file, which is hidden.
    let files: BTreeSet<String> = files.filter(|name| !name.starts_with('.')).collect();
    assert_eq!(files, names);
}
