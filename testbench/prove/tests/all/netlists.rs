//! Proofs that Yosys' netlists keep the contract and compute the function of their modules.

use halfpipe_fpga::{multiplier_blocks, Family};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_prove::ledger::YOSYS;
use halfpipe_prove::netlist_equivalence;
use halfpipe_test_support::{seed, share};
use halfpipe_tools::Tool;
use halfpipe_yosys::circuit;
use halfpipe_yosys::Mapping;
use rayon::prelude::*;

use crate::common::{assert_none, complaints, instruction};

const NAMES: [&str; 9] = [
    "add.rn.f16",
    "sub.rn.ftz.sat.f16x2",
    "mul.rn.f16",
    "fma.rn.f16",
    "add.rn.f32.bf16",
    "neg.ftz.f16x2",
    "min.ftz.NaN.xorsign.abs.f16",
    "tanh.approx.f16",
    "ex2.approx.ftz.bf16",
];

/// The number of netlists of each instruction that a run synthesises.
const EACH: usize = 1;

#[test]
fn netlists_of_every_family_are_proven_at_any_seed() {
    let families = [Family::ICE40, Family::ECP5, Family::NEXUS, Family::GOWIN].map(Mapping::Cells);
    let mappings = [&[Mapping::Generic], &families[..]].concat();
    assert_none(complaints_of_some(&NAMES, &mappings));
}

/// Yosys moves registers into a block: behind the product, and at longer latencies in front of the factors.
#[test]
fn multiplier_blocks_are_proven_at_any_seed() {
    let names = ["mul.rn.f16", "mul.rn.bf16x2", "fma.rn.f16"];
    let mappings = [Family::ICE40, Family::ECP5].map(Mapping::Blocks);
    assert_none(complaints_of_some(&names, &mappings));
}

/// Returns the complaints about netlists of instructions, at some latencies in some mappings.
fn complaints_of_some(names: &[&'static str], mappings: &[Mapping]) -> Vec<String> {
    let mut random = seed::random();
    let mut chosen = Vec::new();
    for name in names {
        let latencies = 0..=max_latency(instruction(name));
        let netlists = latencies.flat_map(|latency| mappings.iter().map(move |mapping| (*name, latency, *mapping)));
        chosen.extend(share::drawn(&netlists.collect::<Vec<_>>(), EACH, &mut random));
    }
    let chosen = chosen.into_par_iter();
    chosen.with_max_len(1).flat_map_iter(complaints_of).collect()
}

/// A register in front of a table or behind it becomes part of a memory, if the family has memories.
#[test]
fn tables_between_registers_are_proven() {
    let latencies = |name| {
        1..=if share::all() {
            max_latency(instruction(name))
        } else {
            2
        }
    };
    let mappings = [
        Mapping::Generic,
        Mapping::Cells(Family::ICE40),
        Mapping::Cells(Family::ECP5),
    ];
    let mut netlists = Vec::new();
    for name in [
        "tanh.approx.f16",
        "tanh.approx.bf16",
        "ex2.approx.f16",
        "ex2.approx.ftz.bf16",
    ] {
        for latency in latencies(name) {
            netlists.extend(mappings.map(|mapping| (name, latency, mapping)));
        }
    }
    let memories: Vec<usize> = mappings
        .map(|mapping| memories_of("tanh.approx.f16", 2, mapping))
        .to_vec();
    assert!(memories[0] == 0 && memories[1] > 0 && memories[2] > 0, "{memories:?}");
    assert_none(
        netlists
            .into_par_iter()
            .with_max_len(1)
            .flat_map_iter(complaints_of)
            .collect(),
    );
}

/// Returns the number of memories in the netlist of an instruction.
fn memories_of(name: &str, latency: u32, mapping: Mapping) -> usize {
    let design = Design::unit(instruction(name), latency).expect("the instruction has the latency");
    let module = circuit::netlist(&design, mapping).unwrap_or_else(|error| panic!("{error}"));
    let memory = mapping.family().and_then(|family| family.memory);
    let kinds = module.cells.values().map(|cell| cell.kind.as_str());
    kinds
        .filter(|kind| memory.is_some_and(|memory| memory.kind == *kind))
        .count()
}

/// Returns the complaints about the netlist of an instruction.
fn complaints_of((name, latency, mapping): (&str, u32, Mapping)) -> Vec<String> {
    let title = format!("{name} at latency {latency}, {mapping}");
    let spec = DesignSpec::unit(instruction(name), latency).with_multiplier(match mapping {
        Mapping::Blocks(_) => Multiplier::Block(multiplier_blocks()),
        _ => Multiplier::Rows,
    });
    let design = Design::from_spec(&spec).expect("the instruction has the latency");
    let lemmas = netlist_equivalence::netlist_lemmas(&design, &design, mapping)
        .unwrap_or_else(|error| panic!("{title}: {error}"));
    let kinds: Vec<LemmaKind> = lemmas.iter().map(|lemma| lemma.kind.clone()).collect();
    let expected: &[LemmaKind] = match latency {
        0 => &[LemmaKind::Netlist],
        _ => &[
            LemmaKind::Valid,
            LemmaKind::Hold,
            LemmaKind::Control,
            LemmaKind::Netlist,
        ],
    };
    assert_eq!(kinds, expected, "{title}");
    complaints(&title, &lemmas)
}

#[test]
fn theorems_name_the_yosys_that_is_installed() {
    let version = Tool::Yosys.version().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(format!("Yosys {}", version.unwrap_or_default()), YOSYS);
}
