//! Tests of the committed results: their order, and their agreement with the current modules.

use halfpipe_faults::nets::replace;
use halfpipe_figures::compare::{compare, FigureChange};
use halfpipe_figures::coverage::{covered_dots, covered_modules, covered_singles, covered_variants};
use halfpipe_figures::curve::{measured, representative, Curve, KNEE_SHARE, REFERENCE_TARGET};
use halfpipe_figures::design::{measured_core, measured_design, measured_unit};
use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::peers::peers;
use halfpipe_figures::results::{digest_of_verilog, Entry, Results};
use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::{multiplier_blocks, ResultCoverage, Target};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export;
use halfpipe_hdl::net::{Label, Op};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;

/// A sample with one of each kind: carry chains, multiplication, registers, tables, two formats.
const SAMPLE: [(&str, u32); 5] = [
    ("add.rn.f16", 0),
    ("mul.rn.bf16", 2),
    ("min.f16", 1),
    ("fma.rn.f16", 3),
    ("tanh.approx.bf16", 2),
];

fn instruction(name: &str) -> Instruction {
    name.parse().unwrap()
}

#[test]
fn the_results_are_those_of_todays_modules_at_every_latency() {
    for results in Results::committed() {
        let extent = results.target.extent().expect("it has results");
        let has_clock = |entry: &Entry| entry.best().is_some() == results.target.router().is_ok();
        let mut stale = Vec::new();
        let mut expected = 0;
        let dots = match extent {
            ResultCoverage::EveryLatency => covered_dots(results.target),
            _ => Vec::new(),
        };
        for (instruction, latency) in covered_modules(extent).into_iter().chain(dots) {
            expected += 1;
            let unit = measured_unit(instruction, latency, results.target).unwrap();
            let digest = unit.module().digest().to_string();
            let entry = results.get(&instruction.mnemonic().into(), latency);
            if !entry.is_some_and(|entry| entry.digest == digest && has_clock(entry)) {
                stale.push(format!("{instruction} at latency {latency}"));
            }
        }
        let mut specs = match extent {
            ResultCoverage::EveryLatency => covered_singles(results.target),
            _ => Vec::new(),
        };
        if results.target == REFERENCE_TARGET {
            specs.extend(covered_variants());
        }
        for spec in specs {
            expected += 1;
            let latency = spec.latency;
            let unit = measured_design(spec, results.target).unwrap();
            let name = MeasuredName::new(&unit);
            let digest = unit.module().digest().to_string();
            let entry = results.get(&name, latency);
            if !entry.is_some_and(|entry| entry.digest == digest && has_clock(entry)) {
                stale.push(name.to_string());
            }
        }
        // The core is not measured at every latency: its placement takes minutes.
        let of_core: Vec<&Entry> = results.results.iter().filter(|entry| entry.name.is_core()).collect();
        assert!(
            of_core.len() >= if extent == ResultCoverage::EveryLatency { 5 } else { 0 },
            "{} has {} results of the core",
            results.target,
            of_core.len()
        );
        for entry in of_core {
            expected += 1;
            let core = measured_core(Instruction::arithmetic(), entry.latency, results.target).unwrap();
            if core.module().digest().to_string() != entry.digest || entry.best().is_none() {
                stale.push(format!("the core at latency {}", entry.latency));
            }
        }
        assert!(
            stale.is_empty(),
            "not the results of today's modules on {}; `make results` measures anew: {stale:?}",
            results.target
        );
        assert_eq!(
            results.results.len(),
            expected,
            "{} has results of modules that are none",
            results.target
        );
    }
}

/// Returns the unit with another name for every net, stage and cut.
fn renamed(unit: &Design) -> Design {
    let mut lane = unit.lane().clone();
    // The net of an input is named after its port, so its name is not local to the module.
    let inner = lane.nodes.iter_mut().filter(|node| node.op != Op::Input);
    for label in inner.filter_map(|node| node.label.as_mut()) {
        *label = Label::from(format!("other_{}", label.name()));
    }
    let stages = lane.stages.iter_mut().map(|stage| &mut stage.name);
    for name in stages.chain(&mut lane.cuts) {
        *name = format!("other_{name}");
    }
    Design::from_lane(unit.instruction(), unit.latency(), lane)
}

#[test]
fn names_make_no_result_stale() {
    let with_curves = |results: &Results| results.target.extent() == Some(ResultCoverage::EveryLatency);
    for results in Results::committed().filter(with_curves) {
        for (name, latency) in SAMPLE {
            let unit = renamed(&measured_unit(instruction(name), latency, results.target).unwrap());
            let digest = results.get(&name.into(), latency).map(|entry| entry.digest.clone());
            assert_eq!(digest, Some(unit.module().digest().to_string()), "{name}");
        }
    }
    let unit = measured_unit(instruction("fma.rn.f16"), 3, Target::ICE40_HX8K).unwrap();
    let [text, other] = [&unit, &renamed(&unit)].map(|unit| digest_of_verilog(&export::verilog(unit)));
    assert_ne!(text, other);
}

#[test]
fn what_is_built_otherwise_is_another_netlist() {
    let unit = |latency, multiplier| {
        let spec = DesignSpec::unit(instruction("fma.rn.f16"), latency).with_multiplier(multiplier);
        Design::from_spec(&spec).unwrap()
    };
    let fault = |unit: &Design| {
        let lane = replace(unit.lane(), "pack.result", |operation| !operation.original());
        Design::from_lane(unit.instruction(), unit.latency(), lane)
    };
    let rows = unit(3, Multiplier::Rows);
    let others = [
        unit(2, Multiplier::Rows),
        unit(3, Multiplier::Block(multiplier_blocks())),
        fault(&rows),
        Design::unit(instruction("fma.rn.relu.f16"), 3).unwrap(),
        Design::unit(instruction("fma.rn.f16x2"), 3).unwrap(),
    ];
    for other in others {
        assert_ne!(
            other.module().digest(),
            rows.module().digest(),
            "{}",
            other.instruction()
        );
    }
}

#[test]
fn every_arithmetic_instruction_has_one_that_stands_for_it() {
    let stands = |name: &str| representative(instruction(name)).map(|found| found.mnemonic());
    assert_eq!(stands("sub.ftz.sat.f16x2").as_deref(), Some("add.rn.f16"));
    assert_eq!(stands("fma.rn.oob.relu.bf16x2").as_deref(), Some("fma.rn.bf16"));
    assert_eq!(stands("max.NaN.xorsign.abs.bf16").as_deref(), Some("min.bf16"));
    assert_eq!(stands("sub.rm.f32.bf16").as_deref(), Some("add.rn.f32.bf16"));
    assert_eq!(stands("neg.f16"), None);
    for instruction in measured() {
        assert_eq!(representative(instruction), Some(instruction));
    }
}

fn entry(latency: u32, luts: u64, mhz: &[f64]) -> Entry {
    Entry {
        name: "add.rn.f16".into(),
        latency,
        digest: String::new(),
        luts,
        carries: 51,
        dsps: 0,
        rams: 0,
        flip_flops: 48,
        mhz: mhz.to_vec(),
        path: None,
    }
}

fn tools() -> ToolVersions {
    ToolVersions {
        yosys: "0".to_owned(),
        synthesis: String::new(),
        nextpnr: Some("0".to_owned()),
        placement: Some(String::new()),
    }
}

#[test]
fn the_knee_is_the_first_latency_that_reaches_its_share_of_the_best() {
    let knee = |speeds: &[f64]| {
        let points = speeds.iter().enumerate();
        let points = points.map(|(latency, mhz)| entry(latency as u32, 1, &[*mhz])).collect();
        let target = Target::ICE40_HX8K;
        Curve { target, points }.knee()
    };
    assert_eq!(knee(&[20.0, 40.0, 100.0 * KNEE_SHARE - 0.1, 80.0, 100.0]), Some(3));
    assert_eq!(knee(&[20.0, 40.0, 100.0 * KNEE_SHARE, 70.0, 100.0]), Some(2));
    assert_eq!(knee(&[100.0, 50.0, 60.0]), Some(2));
    assert_eq!(knee(&[50.0]), Some(0));
    assert_eq!(knee(&[]), None);
}

#[test]
fn the_points_of_a_curve_have_equally_many_placements() {
    let instruction = instruction("add.rn.f16");
    let mut results = Results::new(Target::ICE40_HX8K, tools());
    assert_eq!(Curve::new(&results, &instruction.mnemonic().into()), None);
    results.put(entry(0, 1, &[30.0, 31.0, 35.0]));
    results.put(entry(1, 1, &[50.0, 51.0]));
    let curve = Curve::new(&results, &instruction.mnemonic().into()).unwrap();
    let best: Vec<Option<f64>> = curve.points.iter().map(Entry::best).collect();
    assert_eq!(best, [Some(31.0), Some(51.0)]);
}

#[test]
fn a_critical_path_goes_with_the_placement_that_it_is_of() {
    let measured = Entry {
        path: Some("a > d".to_owned()),
        ..entry(0, 1, &[30.0, 35.0, 31.0])
    };
    let path = |placements| measured.clone().first_placements(placements).path;
    assert_eq!(path(3), measured.path);
    assert_eq!(path(2), measured.path);
    assert_eq!(path(1), None);
}

#[test]
fn more_cells_and_a_much_lower_clock_frequency_are_worse() {
    let before = entry(0, 270, &[36.0, 35.0]);
    assert_eq!(compare(&before, &before), []);
    let worse = |now: &Entry| compare(&before, now).iter().any(|change| change.is_worse);
    assert!(worse(&entry(0, 271, &[36.0, 35.0])));
    assert!(!worse(&entry(0, 269, &[36.0, 35.0])));
    assert!(worse(&entry(0, 270, &[34.1, 30.0])));
    assert!(!worse(&entry(0, 270, &[34.3, 30.0])));
    // A single seed is compared with the same seed, not with the best of two.
    let slower_seed = entry(0, 270, &[35.9]);
    let [FigureChange {
        figure, before, now, ..
    }] = &compare(&entry(0, 270, &[36.0, 50.0]), &slower_seed)[..]
    else {
        panic!("one figure changed")
    };
    assert_eq!((*figure, *before, *now), ("MHz", 36.0, 35.9));
}

#[test]
fn results_have_one_place_each_in_the_file() {
    let target = Target::ICE40_HX8K;
    let mut results = Results::new(target, tools());
    let of = |name: &str, latency, luts| Entry {
        name: name.into(),
        ..entry(latency, luts, &[1.0])
    };
    for (name, latency, luts) in [
        ("fma.rn.f16", 1, 1),
        ("add.rn.f16", 2, 2),
        ("fma.rn.f16", 0, 3),
        ("fma.rn.f16", 1, 4),
    ] {
        results.put(of(name, latency, luts));
    }
    let order: Vec<u64> = results.results.iter().map(|entry| entry.luts).collect();
    assert_eq!(order, [2, 3, 4]);
    results.put(of("add.rn.f16", 99, 5));
    results.put(of("rem.rn.f16", 0, 6));
    // An iterative unit has one latency, which can exceed those of pipelines.
    results.put(of("rcp.rn.bf16 --iterative", 13, 7));
    results.put(of("rcp.rn.bf16 --iterative", 4, 8));
    results.put(of("add.f16 --rounding port", 0, 9));
    // The table of instructions has neither of them.
    results.put(of("mul.rn.f32", 0, 11));
    results.put(of("fma.rn.f32", 0, 10));
    assert_eq!(results.results.len(), 10);
    results.prune();
    let kept: Vec<u64> = results.results.iter().map(|entry| entry.luts).collect();
    assert_eq!(kept, [2, 9, 3, 4, 7, 10, 11]);
    let lines = results.text();
    assert_eq!(
        lines.lines().filter(|line| line.contains("mnemonic")).count(),
        kept.len()
    );
}

#[test]
fn fewer_placements_of_the_same_netlist_do_not_replace_more() {
    let mut results = Results::new(Target::ICE40_HX8K, tools());
    results.put(entry(0, 1, &[30.0, 31.0]));
    results.put(entry(0, 1, &[30.0]));
    assert_eq!(results.results[0].mhz.len(), 2);
    let other = Entry {
        digest: "5e".to_owned(),
        ..entry(0, 1, &[30.0])
    };
    results.put(other.clone());
    assert_eq!(results.results, [other]);
}

#[test]
fn other_cores_are_listed_with_their_depth_from_one_on() {
    let all = peers();
    assert!(all.iter().all(|peer| peer.depth >= 1 && peer.best_mhz > 0.0));
    assert!(all
        .iter()
        .any(|peer| peer.core == "CVFPU" && peer.unit == "f16 fma" && peer.depth == 4));
}
