//! Runs over every input: they are complete, they find what is wrong, and their records can be trusted.

use halfpipe_faults::tables::{entries, flipped};
use halfpipe_hdl::datapath::{build, Behaviour};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::copy::instantiate;
use halfpipe_hdl::net::{Builder, Netlist};
use halfpipe_isa::Instruction;
use halfpipe_synth::device::Family;
use halfpipe_synth::latency::default_latency;
use halfpipe_testbench::engine::gates::circuit::netlist;
use halfpipe_testbench::engine::{Circuit, Mapping};
use halfpipe_testbench::exhaustive::{merge, ExhaustiveError, Identity, Record, Runner, Shard, ROWS};

fn unit(mnemonic: &str) -> Design {
    let instruction: Instruction = mnemonic.parse().unwrap();
    Design::unit(instruction, default_latency(instruction)).unwrap()
}

fn record(unit: &Design, mapping: Mapping, shard: &str) -> Record {
    let circuit = Circuit::synthesise(unit, mapping).unwrap();
    let identity = Identity::of(unit, &circuit).unwrap();
    let mut record = Record::new(identity, shard.parse().unwrap());
    record.advance(&Runner::new(unit, &circuit).unwrap(), ROWS).unwrap();
    record
}

/// A sixty-fourth of the pairs of a unit, which must all be right; the committed records have all pairs.
fn assert_right_pairs(mnemonic: &str, mapping: Mapping, shard: &str) {
    let record = record(&unit(mnemonic), mapping, shard);
    assert_eq!(
        (record.vectors, record.mismatches),
        (1 << 26, 0),
        "{:?}",
        record.first_mismatch
    );
    assert!(record.is_proof_of(shard.parse().unwrap()));
}

/// Subnormal and small numbers with all others, through what Yosys makes of the emitted Verilog for iCE40.
#[test]
fn pairs_of_f16_are_added_right() {
    assert_right_pairs("add.rn.f16", Mapping::Cells(Family::ICE40), "1/64");
}

/// Numbers about 1 with all others in each lane, through plain gates.
#[test]
fn pairs_of_bf16x2_are_multiplied_right() {
    assert_right_pairs("mul.rn.bf16x2", Mapping::Generic, "16/64");
}

/// The digest of a run depends on its results alone: not on netlist, latency, shards or their order.
#[test]
fn parts_of_a_run_are_worth_as_much_as_the_whole() {
    for mnemonic in ["tanh.approx.f16x2", "neg.ftz.f16"] {
        let whole = record(&unit(mnemonic), Mapping::Generic, "1/1");
        assert!(whole.is_proof());
        let parts =
            ["3/3", "1/3", "2/3"].map(|shard| (shard.to_owned(), record(&unit(mnemonic), Mapping::Generic, shard)));
        assert_eq!(merge(parts.to_vec()).unwrap(), whole);
        let combinational = Design::unit(mnemonic.parse().unwrap(), 0).unwrap();
        let other = record(&combinational, Mapping::Cells(Family::ECP5), "1/1");
        assert_ne!(other.identity.netlist, whole.identity.netlist);
        assert_eq!(other.blocks, whole.blocks);
    }
}

#[test]
fn a_proof_has_every_vector_of_its_rows() {
    let proof = record(&unit("neg.ftz.f16x2"), Mapping::Generic, "1/1");
    assert!(proof.is_proof());
    let mut spoilt = proof.clone();
    spoilt.vectors -= 1;
    assert!(!spoilt.is_proof());
    // A name of two operands has more vectors.
    spoilt = proof.clone();
    spoilt.identity.mnemonic = "add.rn.f16x2".to_owned();
    assert!(!spoilt.is_proof());
    // A part is a proof of itself alone.
    let part = record(&unit("neg.ftz.f16x2"), Mapping::Generic, "2/3");
    assert!(part.is_proof_of("2/3".parse().unwrap()) && !part.is_proof());
}

#[test]
fn rows_of_a_shard_are_part_of_all_rows() {
    let unit = unit("mul.rn.f16");
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    let runner = Runner::new(&unit, &circuit).unwrap();
    let together = runner.run(0x3BF0..0x3C10).unwrap();
    let [first, second] = [0x3BF0..0x3BFB, 0x3BFB..0x3C10].map(|rows| runner.run(rows).unwrap());
    assert_eq!(together.vectors, 0x20 << 16);
    assert_eq!(first.with(second).blocks, together.blocks);
}

/// Both lanes, where each multiplies its a by the other's b.
fn crossed(instruction: Instruction) -> Netlist {
    let lane = build(&Behaviour::of(instruction));
    let n = Builder::new();
    let (a, b) = (n.input("a", 32), n.input("b", 32));
    let [low, high] = [(0, 16), (16, 0)].map(|(of_a, of_b)| {
        let operands = [a.slice(of_a, 16), b.slice(of_b, 16)];
        instantiate(&n, &lane, &operands)[0]
    });
    n.output("d", high.join(low));
    n.finish()
}

#[test]
fn lanes_that_see_each_other_are_refused() {
    let instruction: Instruction = "mul.rn.bf16x2".parse().unwrap();
    let unit = Design::of_lane(instruction, 0, crossed(instruction));
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    match Runner::new(&unit, &circuit).map(|_| ()) {
        Err(ExhaustiveError::Crossing {
            operand: 1, lane: 0, ..
        }) => {}
        other => panic!("{other:?}"),
    }
    let straight = Design::unit(instruction, 2).unwrap();
    let circuit = Circuit::synthesise(&straight, Mapping::Cells(Family::ICE40)).unwrap();
    assert_eq!(circuit.lane_crossings(2), []);
}

#[test]
fn three_operands_are_too_many() {
    let unit = unit("fma.rn.f16");
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    let error = Runner::new(&unit, &circuit).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("fma.rn.f16 has too many inputs"), "{error}");
}

/// One flipped bit of a lookup table in the netlist of a 16-bit unit, which inputs surely read.
#[test]
fn a_run_on_a_broken_netlist_does_not_pass() {
    let unit = Design::unit("mul.rn.f16".parse().unwrap(), 0).unwrap();
    let sound = netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap();
    let entries = entries(&sound, Family::ICE40);
    let mut found = 0;
    // Some entries from all over the netlist; in the first rows, where a is subnormal, and in some ordinary ones.
    for entry in entries.iter().step_by(entries.len() / 10) {
        let broken = flipped(&sound, entry);
        let circuit = Circuit::of_netlist(&unit, Mapping::Cells(Family::ICE40), &broken).unwrap();
        let runner = Runner::new(&unit, &circuit).unwrap();
        let outcomes = [0x0001..0x0011, 0x3BF0..0x3C10, 0xFBF8..0xFC02].map(|rows| runner.run(rows).unwrap());
        let mismatches: u64 = outcomes.iter().map(|outcome| outcome.mismatches).sum();
        let located = outcomes.iter().find_map(|outcome| outcome.first.as_ref());
        assert_eq!(mismatches > 0, located.is_some());
        if let Some(mismatch) = located {
            assert_ne!(mismatch.expected, mismatch.actual);
            let again = mismatch.command().expect("it is an instruction");
            assert!(again.ends_with("--engine gates --mapped ice40 --latency 0"));
            found += 1;
        }
    }
    assert_eq!(found, 7, "flips that made a difference");
}

#[test]
fn a_record_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let unit = unit("abs.f16");
    let record = record(&unit, Mapping::Generic, "2/4");
    let file = folder
        .path()
        .join(Record::file_name(&unit, "2/4".parse::<Shard>().unwrap()));
    assert!(file.ends_with("abs_f16.2of4.json"));
    std::fs::write(&file, record.to_json()).unwrap();
    assert_eq!(Record::read(&file).unwrap(), record);
}
