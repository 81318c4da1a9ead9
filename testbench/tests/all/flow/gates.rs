//! Equivalence of Yosys' netlists with the model, by simulation, and a check that faults in them are noticed.

use std::collections::BTreeMap;

use halfpipe_aig::plane::{Block, Plane, BITS, LANES};
use halfpipe_faults::cells::{entries, flipped, with_place, TableEntry};
use halfpipe_figures::latency::default_latency;
use halfpipe_fpga::Family;
use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats};
use halfpipe_model::value as reference;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_simulation::{vector, Vector};
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{Engine, Gates};
use halfpipe_testbench::scoreboard::verify;
use halfpipe_yosys::circuit::netlist;
use halfpipe_yosys::circuit::read_netlist;
use halfpipe_yosys::netlist::{YosysModule, YosysNetlist};
use halfpipe_yosys::Machine;
use halfpipe_yosys::Yosys;
use halfpipe_yosys::{Circuit, Mapping};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

const VECTORS: u64 = 20_000;

/// Returns the first mismatch of a unit's netlist with the model, or the engine's failure, as text.
fn fault(unit: &Design, mapping: Mapping) -> Option<String> {
    let run = || {
        let mut engine = Gates::open(unit, mapping)?;
        let mut stimulus = Stimulus::new(unit.instruction(), unit.latency().into());
        verify(unit, &mut engine, &mut stimulus, VECTORS, &mut |_| {})
    };
    match run() {
        Ok(report) => report.first.map(|mismatch| mismatch.to_string()),
        Err(error) => Some(format!("{}: {error}", unit.instruction())),
    }
}

fn assert_no_fault(units: Vec<(Design, Mapping)>) {
    let faults: Vec<String> = units
        .into_par_iter()
        .with_max_len(1)
        .filter_map(|(unit, mapping)| fault(&unit, mapping))
        .collect();
    assert!(
        faults.is_empty(),
        "{} netlists fail:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// One instruction in so many is tried, unless all are. The list has the instructions of one datapath next to each
/// other.
const ONE_IN: usize = 64;

/// Some instructions, each at one of its latencies, in turns.
#[test]
fn instructions_as_plain_gates() {
    let all = Instruction::arithmetic().iter().enumerate();
    let chosen = all.filter(|(index, _)| share::is_tried(*index, ONE_IN));
    let units: Vec<_> = chosen
        .map(|(index, instruction)| {
            let latency = index as u32 % (max_latency(*instruction) + 1);
            (Design::unit(*instruction, latency).unwrap(), Mapping::Generic)
        })
        .collect();
    assert_no_fault(units);
}

/// One instruction of each datapath in the cells of FPGA families, pipelined and combinational. Each is tried in one of
/// the eight families, in turns, or in all of them.
#[test]
fn every_datapath_in_the_cells_of_fpgas() {
    let names = [
        "add.rn.ftz.sat.f16",
        "sub.rn.bf16x2",
        "mul.rn.sat.f16x2",
        "mul.rn.bf16",
        "fma.rn.oob.relu.bf16x2",
        "fma.rz.sat.f32.bf16",
        "sub.rp.f32.f16",
        "min.ftz.NaN.xorsign.abs.f16",
        "neg.ftz.f16x2",
        "tanh.approx.bf16",
        "ex2.approx.f16",
    ];
    let families = [Family::ICE40, Family::ECP5, Family::NEXUS, Family::GOWIN];
    let mut units = Vec::new();
    for (turn, name) in names.into_iter().enumerate() {
        let instruction = name.parse().unwrap();
        let latencies = [0, default_latency(instruction)];
        let ways = latencies.map(|latency| families.map(|family| (latency, family)));
        for (place, (latency, family)) in ways.into_iter().flatten().enumerate() {
            if share::is_tried(place + turn, ways.len() * families.len()) {
                units.push((Design::unit(instruction, latency).unwrap(), Mapping::Cells(family)));
            }
        }
    }
    assert_no_fault(units);
}

/// The netlist of a pipeline, interpreted gate by gate and compiled, gives the same outputs in every cycle for any
/// inputs.
#[test]
fn a_compiled_netlist_does_what_its_gates_do() {
    let unit = Design::unit("fma.rn.oob.relu.bf16".parse().unwrap(), 3).unwrap();
    let circuit = Circuit::synthesise(&unit, Mapping::Cells(Family::ICE40)).unwrap();
    let (mut gates, mut compiled) = (circuit.interpret(), circuit.compile().unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut is_changing = false;
    for cycle in 0..50 {
        for (one, other) in gates.inputs_mut().iter_mut().zip(compiled.inputs_mut()) {
            *one = Plane(random.random());
            *other = *one;
        }
        let before = gates.step().to_vec();
        assert_eq!(before, compiled.step(), "cycle {cycle}");
        is_changing |= before != gates.another().step();
    }
    assert!(is_changing, "the registers make no difference");
}

/// A unit with two lanes in the small format, with 256 values of an operand.
struct SmallUnit {
    unit: Design,
    netlist: YosysModule,
    vectors: Vec<Vector>,
    expected: Vec<Vector>,
}

impl SmallUnit {
    fn new(mnemonic: &str) -> SmallUnit {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let config = LaneConfig::with_formats(instruction, LaneFormats::same(FloatFormat::SMALL));
        let unit = Design::from_lane(instruction, 0, build(&config));
        // Both lanes see every pair, in different order.
        let upper = |pair: u32| pair.wrapping_mul(0x2F3D) & 0xFFFF;
        let vectors: Vec<Vector> = (0..1 << 16)
            .map(|pair| {
                let operand = |shift: u32| pair >> shift & 0xFF | (upper(pair) >> shift & 0xFF) << 8;
                vector([operand(0), operand(8)].map(u64::from))
            })
            .collect();
        let formats = LaneFormats::same(FloatFormat::SMALL);
        let lane = |vector: &Vector, shift: u32| {
            let operands = [vector[0], vector[1]].map(|register| (register >> shift & 0xFF) as u32);
            reference::evaluate_lane(instruction, formats, &operands) << shift
        };
        let expected = vectors
            .iter()
            .map(|of| vector([u64::from(lane(of, 0) | lane(of, 8))]))
            .collect();
        SmallUnit {
            netlist: netlist(&unit, Mapping::Cells(Family::ICE40)).unwrap(),
            unit,
            vectors,
            expected,
        }
    }

    fn results(&self, netlist: &YosysModule) -> Vec<Vector> {
        let circuit = Circuit::from_netlist(&self.unit, Mapping::Cells(Family::ICE40), netlist).unwrap();
        let mut results = Vec::new();
        let mut engine = Gates::new(&circuit);
        engine.evaluate(&self.vectors, &mut results).unwrap();
        results
    }

    /// True if some pair of operands makes a lookup table read one of its entries.
    fn is_read(&self, entry: &TableEntry) -> bool {
        let inputs: Vec<&str> = self.unit.interface().inputs().map(|port| port.name.as_str()).collect();
        let exposed = with_place(&self.netlist, Family::ICE40, entry, "place");
        let aig = read_netlist(&exposed, Mapping::Cells(Family::ICE40), &inputs, &["place"]).unwrap();
        let mut machine = Machine::interpret(&aig);
        self.vectors
            .chunks(LANES)
            .any(|vectors| places(&mut machine, vectors).contains(&entry.place))
    }
}

/// Returns the places that a machine shows for vectors with two 16-bit operands. There are at most as many vectors as
/// it runs side by side.
fn places(machine: &mut Machine, vectors: &[Vector]) -> Vec<usize> {
    for (operand, planes) in machine.inputs_mut().chunks_exact_mut(BITS).enumerate() {
        Block::of_numbers(vectors.iter().map(|vector| vector[operand] as u16)).write_planes(planes);
    }
    let places = Block::of_planes(machine.step()).0;
    places[..vectors.len()].iter().map(|place| (*place).into()).collect()
}

/// Formats a netlist of one module under the given name.
fn as_netlist(module: &YosysModule, name: &str) -> String {
    let modules = [(name.to_owned(), module.clone())].into();
    YosysNetlist { modules }.to_json()
}

/// The two cells of a combinational netlist for iCE40, for the solver. Yosys takes twenty seconds to read its models of
/// all cells.
const CELLS: &str = "\
module SB_LUT4(output O, input I0, I1, I2, I3);
  parameter [15:0] LUT_INIT = 0;
  wire [15:0] entries = LUT_INIT;
  assign O = entries[{I3, I2, I1, I0}];
endmodule
module SB_CARRY(output CO, input I0, I1, CI);
  assign CO = (I0 & I1) | ((I0 | I1) & CI);
endmodule
";

/// True if Yosys' SAT solver proves that two netlists give equal results for equal operands.
fn proven_equal(one: &YosysModule, other: &YosysModule) -> bool {
    const SCRIPT: &str = "read_json one.json\nread_json other.json\nmiter -equiv one other miter\n\
        read_verilog cells.v\nhierarchy -check -top miter\nflatten\nopt_clean\nsat -prove trigger 0 miter\n";
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("one.json", &as_netlist(one, "one"));
    write("other.json", &as_netlist(other, "other"));
    write("cells.v", CELLS);
    let log = Yosys::find().unwrap().run(folder.path(), "equal.ys", SCRIPT).unwrap();
    let (proven, refuted) = ["SUCCESS!", "FAIL!"].map(|word| log.text.contains(word)).into();
    assert!(proven != refuted, "{}", log.text);
    proven
}

#[test]
fn the_solver_tells_equal_netlists_from_unequal_ones() {
    let unit = SmallUnit::new("min.f16");
    assert!(proven_equal(&unit.netlist, &unit.netlist));
    let (mut unequal, mut masked) = (None, None);
    for entry in entries(&unit.netlist, Family::ICE40) {
        let broken = flipped(&unit.netlist, &entry);
        if unit.results(&broken) != unit.expected {
            unequal.get_or_insert(broken);
        } else if unit.is_read(&entry) {
            masked.get_or_insert(broken);
        }
        if unequal.is_some() && masked.is_some() {
            break;
        }
    }
    assert!(!proven_equal(
        &unit.netlist,
        &unequal.expect("a flip that changes a result")
    ));
    assert!(proven_equal(&unit.netlist, &masked.expect("a flip that changes none")));
}

/// The number of lookup-table entries that are flipped in each unit: a share, or all of them.
const FLIPS: [usize; 2] = [4, 40];

/// With a flipped entry of a lookup table, a run over all inputs finds a mismatch, or the flip is no fault. In the
/// latter case no input reads the entry, or its effect never reaches the result, which a solver proves without our
/// evaluation.
#[test]
fn a_flipped_bit_of_a_lookup_table_is_found_or_no_fault() {
    let mut fates: BTreeMap<&str, usize> = BTreeMap::new();
    let flips = FLIPS[usize::from(share::all())];
    for mnemonic in ["add.rn.f16", "mul.rn.ftz.f16", "max.NaN.f16"] {
        let unit = SmallUnit::new(mnemonic);
        assert_eq!(unit.results(&unit.netlist), unit.expected, "{mnemonic} without a fault");
        let entries = entries(&unit.netlist, Family::ICE40);
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut choose = || &entries[random.random_range(0..entries.len())];
        let chosen: Vec<&TableEntry> = (0..flips).map(|_| choose()).collect();
        let fates_of_unit: Vec<&str> = chosen
            .par_iter()
            .with_max_len(1)
            .map(|entry| {
                let broken = flipped(&unit.netlist, entry);
                let found = unit.results(&broken) != unit.expected;
                match (found, unit.is_read(entry)) {
                    (true, true) => "found",
                    (false, false) => "never read",
                    (true, false) => panic!("{mnemonic}: {entry:?} makes a difference and is not read"),
                    (false, true) => {
                        assert!(
                            proven_equal(&unit.netlist, &broken),
                            "{mnemonic}: {entry:?} was not found"
                        );
                        "masked"
                    }
                }
            })
            .collect();
        // If all entries are tried, the first ones are those of the share.
        for fate in fates_of_unit.into_iter().take(FLIPS[0]) {
            *fates.entry(fate).or_default() += 1;
        }
    }
    assert_eq!(fates, BTreeMap::from([("found", 6), ("masked", 1), ("never read", 5)]));
}
