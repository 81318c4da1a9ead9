//! Tests of runs over every input: they are complete, and they find faults.

use halfpipe_faults::cells::{entries, flipped};
use halfpipe_figures::latency::default_latency;
use halfpipe_fpga::Family;
use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_hdl::net::{Builder, Netlist};
use halfpipe_isa::Instruction;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::exhaustive::{is_exhaustible, row_count, ExhaustiveError, Outcome, Runner, Shard};
use halfpipe_yosys::circuit::netlist;
use halfpipe_yosys::{Circuit, Mapping};

fn unit(mnemonic: &str) -> Design {
    let instruction: Instruction = mnemonic.parse().unwrap();
    Design::unit(instruction, default_latency(instruction)).unwrap()
}

/// Returns the outcome of a shard of a unit's run.
fn outcome(unit: &Design, mapping: Mapping, shard: &str) -> Outcome {
    let circuit = Circuit::synthesise(unit, mapping).unwrap();
    let shard: Shard = shard.parse().unwrap();
    Runner::new(unit, &circuit).unwrap().run(shard.rows()).unwrap()
}

/// Checks a shard of the pairs of a unit, which must all be right.
fn assert_right_pairs(mnemonic: &str, mapping: Mapping, shard: &str) {
    let outcome = outcome(&unit(mnemonic), mapping, shard);
    assert_eq!(
        (outcome.vectors, outcome.mismatches),
        (1 << 26, 0),
        "{:?}",
        outcome.first
    );
}

/// Subnormal and small numbers with all others, in Yosys' iCE40 netlist of the emitted Verilog.
#[test]
fn pairs_of_f16_are_added_right() {
    assert_right_pairs("add.rn.f16", Mapping::Cells(Family::ICE40), "1/64");
}

/// Numbers near 1 with all others in each lane, in a netlist of generic gates.
#[test]
fn pairs_of_bf16x2_are_multiplied_right() {
    assert_right_pairs("mul.rn.bf16x2", Mapping::Generic, "16/64");
}

/// Numbers near 1 with all others, in a rounding in which a difference of 0 is -0.
#[test]
fn pairs_of_f16_are_subtracted_right_rounded_down() {
    assert_right_pairs("sub.rm.f16", Mapping::Generic, "16/64");
}

/// The digest of a run depends on its results alone: not on netlist, latency, shards or their order.
#[test]
fn parts_of_a_run_are_worth_as_much_as_the_whole() {
    for mnemonic in ["tanh.approx.f16x2", "neg.ftz.f16"] {
        let whole = outcome(&unit(mnemonic), Mapping::Generic, "1/1");
        assert_eq!((whole.vectors, whole.mismatches), (1 << 16, 0));
        let parts = ["3/3", "1/3", "2/3"].map(|shard| outcome(&unit(mnemonic), Mapping::Generic, shard));
        let together = parts.into_iter().fold(Outcome::default(), Outcome::with);
        assert_eq!((together.vectors, together.digest), (whole.vectors, whole.digest));
        let combinational = Design::unit(mnemonic.parse().unwrap(), 0).unwrap();
        let other = outcome(&combinational, Mapping::Cells(Family::ECP5), "1/1");
        assert_eq!(other.digest, whole.digest);
    }
}

#[test]
fn rows_of_a_shard_are_part_of_all_rows() {
    let unit = unit("mul.rn.f16");
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    let runner = Runner::new(&unit, &circuit).unwrap();
    let together = runner.run(0x3BF0..0x3C10).unwrap();
    let [first, second] = [0x3BF0..0x3BFB, 0x3BFB..0x3C10].map(|rows| runner.run(rows).unwrap());
    assert_eq!(together.vectors, 0x20 << 16);
    assert_eq!(first.with(second).digest, together.digest);
}

/// Returns both lanes, where each multiplies its a by the other's b.
fn crossed(instruction: Instruction) -> Netlist {
    let lane = build(&LaneConfig::from_instruction(instruction));
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
    let unit = Design::from_lane(instruction, 0, crossed(instruction));
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    match Runner::new(&unit, &circuit).map(|_| ()) {
        Err(ExhaustiveError::Crossing {
            operand: 1, lane: 0, ..
        }) => {}
        other => panic!("{other:?}"),
    }
    let straight = Design::unit(instruction, 2).unwrap();
    let circuit = Circuit::synthesise(&straight, Mapping::Cells(Family::ICE40)).unwrap();
    assert_eq!(circuit.lane_crossings(instruction.signature()), []);
}

#[test]
fn three_operands_are_too_many() {
    let unit = unit("fma.rn.f16");
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    let error = Runner::new(&unit, &circuit).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("fma.rn.f16 has too many inputs"), "{error}");
}

/// One flipped bit of a lookup table in the netlist of a 16-bit unit; some input is sure to read it.
#[test]
fn a_run_on_a_broken_netlist_does_not_pass() {
    let unit = Design::unit("mul.rn.f16".parse().unwrap(), 0).unwrap();
    let sound = netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap();
    let entries = entries(&sound, Family::ICE40);
    let mut found = 0;
    // Some entries from all over the netlist; in the first rows, where a is subnormal, and in some ordinary ones.
    for entry in entries.iter().step_by(entries.len() / 10) {
        let broken = flipped(&sound, entry);
        let circuit = Circuit::from_netlist(&unit, Mapping::Cells(Family::ICE40), &broken).unwrap();
        let runner = Runner::new(&unit, &circuit).unwrap();
        let outcomes = [0x0001..0x0011, 0x3BF0..0x3C10, 0xFBF8..0xFC02].map(|rows| runner.run(rows).unwrap());
        let mismatches: u64 = outcomes.iter().map(|outcome| outcome.mismatches).sum();
        let located = outcomes.iter().find_map(|outcome| outcome.first.as_ref());
        assert_eq!(mismatches > 0, located.is_some());
        if let Some(mismatch) = located {
            assert_ne!(mismatch.expected, mismatch.actual);
            assert_eq!(mismatch.engine, EngineKind::Gates(Mapping::Cells(Family::ICE40)));
            found += 1;
        }
    }
    assert_eq!(found, 7, "flips that made a difference");
}

/// Runs one row of a unit, which must be right. Returns the number of its vectors.
fn right_row(instruction: Instruction) -> u64 {
    let unit = Design::unit(instruction, 0).unwrap();
    let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
    // A number of ordinary size, whatever the format.
    let row = row_count(instruction) / 4 + 1;
    let outcome = Runner::new(&unit, &circuit).unwrap().run(row..row + 1).unwrap();
    assert_eq!(outcome.mismatches, 0, "{instruction}: {:?}", outcome.first);
    outcome.vectors
}

/// Predicates, roundings and flags take part, and operands and results may have any width up to their limit.
#[test]
fn a_row_has_every_second_operand_predicate_and_rounding() {
    let instruction = |mnemonic: &str| mnemonic.parse::<Instruction>().unwrap();
    let pair = 1 << 16;
    for (mnemonic, vectors) in [
        ("fmul.h.rne", pair),
        ("fadd.bf16", 5 * pair),
        ("setp.eq.and.f16x2", 2 * pair),
        ("set.lt.xor.u32.bf16", 2 * pair),
        ("feq.h", pair),
        ("fcvt.lu.h", 5),
        ("cvt.rni.s64.f16", 1),
        ("cvt.rn.f16.s8", 1),
        ("cvt.rn.f16x2.e2m1x2", 1),
        ("add.rn.e4m3x4", 1 << 8),
    ] {
        assert_eq!(right_row(instruction(mnemonic)), vectors, "{mnemonic}");
    }
    let rounded = instruction("add.rn.f16").with_rounding_port().unwrap();
    assert_eq!(right_row(rounded), 5 * pair);
    assert_eq!(right_row(instruction("mul.rn.f16x2").with_flags().unwrap()), pair);
    assert_eq!(right_row(rounded.with_flags().unwrap()), 5 * pair);
}

/// One function and format in so many is tried, unless all are.
const ONE_IN: usize = 24;

#[test]
fn a_row_of_every_function_in_every_format_is_right() {
    let mut all: Vec<Instruction> = Instruction::all().to_vec();
    all.extend(Instruction::riscv_with_rm());
    let plain = all.clone().into_iter();
    all.extend(plain.clone().filter_map(Instruction::with_flags));
    all.extend(plain.filter_map(Instruction::with_rounding_port));
    all.retain(|instruction| is_exhaustible(*instruction));
    let mut seen = std::collections::BTreeSet::new();
    let is_new = |instruction: &Instruction| {
        let function = (instruction.operation().name(), instruction.is_riscv());
        seen.insert((function, instruction.signature().to_string()))
    };
    all.retain(is_new);
    assert_eq!(all.len(), 570, "functions and formats");
    let tried = all
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, ONE_IN));
    assert!(tried
        .map(|(_, instruction)| right_row(*instruction))
        .all(|vectors| vectors > 0));
}

/// Counts the flipped bits of lookup tables that the whole run of a unit finds, of some of all.
fn found_flips(instruction: Instruction) -> [usize; 2] {
    let unit = Design::unit(instruction, 0).unwrap();
    let sound = netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap();
    let entries = entries(&sound, Family::ICE40);
    let tried: Vec<_> = entries.iter().step_by(entries.len() / 8).collect();
    let is_found = |entry| {
        let broken = flipped(&sound, entry);
        let circuit = Circuit::from_netlist(&unit, Mapping::Cells(Family::ICE40), &broken).unwrap();
        match Runner::new(&unit, &circuit) {
            Ok(runner) => {
                let outcome = runner.run(0..row_count(instruction)).unwrap();
                assert_eq!(outcome.mismatches > 0, outcome.first.is_some());
                outcome.mismatches > 0
            }
            Err(ExhaustiveError::Crossing { .. }) => true,
            Err(other) => panic!("{other}"),
        }
    };
    let found = tried.iter().filter(|entry| is_found(**entry)).count();
    [found, tried.len()]
}

/// Flips that change no result are entries that no input reads.
#[test]
fn runs_with_roundings_flags_and_short_operands_find_faults() {
    for (mnemonic, found) in [
        ("fcvt.w.h", [5, 8]),
        ("add.rn.e5m2x2", [6, 8]),
        ("cvt.rn.bf16.f16", [5, 8]),
    ] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let instruction = instruction.with_flags().unwrap_or(instruction);
        assert_eq!(found_flips(instruction), found, "{mnemonic}");
    }
}

/// A unit whose rounding port is ignored, and one whose predicate is.
#[test]
fn an_ignored_rounding_and_an_ignored_predicate_are_found() {
    let mismatches = |whole: Instruction, part: &str, ports: &[(&str, u32)], width: u32, name: &str| {
        let lane = build(&LaneConfig::from_instruction(part.parse().unwrap()));
        let n = Builder::new();
        let operands: Vec<_> = ports.iter().map(|(name, width)| n.input(*name, *width)).collect();
        n.output(name, instantiate(&n, &lane, &operands[..2])[0].slice(0, width));
        let unit = Design::from_lane(whole, 0, n.finish());
        let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
        Runner::new(&unit, &circuit)
            .unwrap()
            .run(0x3C01..0x3C02)
            .unwrap()
            .mismatches
    };
    let add: Instruction = "add.rn.f16".parse().unwrap();
    let rounded = add.with_rounding_port().unwrap();
    let found = mismatches(rounded, "add.rn.f16", &[("a", 16), ("b", 16), ("rounding", 3)], 16, "d");
    assert!(found > 0);
    let compared = "setp.lt.and.f16".parse().unwrap();
    let found = mismatches(compared, "setp.lt.f16", &[("a", 16), ("b", 16), ("c", 1)], 1, "p");
    assert!(found > 0);
}
