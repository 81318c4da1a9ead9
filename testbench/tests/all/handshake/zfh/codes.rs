//! Every combination of codes, offered to the Verilog of cores: each takes what its manifest lists, and nothing else.

use halfpipe_faults::text::replaced;
use halfpipe_hdl::export::riscv::ZfhManifest;
use halfpipe_hdl::zfh::{Divider, ZfhSpec};
use halfpipe_test_support::share;
use serde_json::Value;

use super::simulation::Simulation;
use super::{specs, verilog};

/// The ports that select an operation, with their widths, from the lowest bit of a combination on.
const PORTS: [(&str, u32); 6] = [
    ("op", 4),
    ("op_mod", 1),
    ("rm", 3),
    ("src_fmt", 3),
    ("dst_fmt", 3),
    ("int_fmt", 2),
];

/// Returns the values of the ports of a combination.
fn ports(combination: usize) -> [u64; PORTS.len()] {
    let mut rest = combination as u64;
    PORTS.map(|(_, width)| {
        let value = rest & ((1 << width) - 1);
        rest >>= width;
        value
    })
}

/// Returns the combination with these values of the ports.
fn combination(values: [u64; PORTS.len()]) -> usize {
    let all = PORTS.iter().zip(values).rev();
    all.fold(0, |codes, ((_, width), value)| codes << width | value as usize)
}

/// True if an entry of a manifest lists these values. A port that it ignores may have any. So may `rm` where it is null.
fn lists(entry: &Value, values: [u64; PORTS.len()]) -> bool {
    let ignored = entry["ignored"].as_array().unwrap();
    PORTS.iter().zip(values).all(|((port, _), value)| {
        ignored.iter().any(|name| name == port) || entry[port].is_null() || entry[port] == value
    })
}

/// Returns for each combination whether the manifest of a core lists it, as a user reads it.
fn listed(spec: &ZfhSpec) -> Vec<bool> {
    let manifest = serde_json::to_string(&ZfhManifest::new(spec)).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let entries: Vec<&Value> = ["instructions", "variants"]
        .iter()
        .flat_map(|list| manifest[list].as_array().unwrap())
        .collect();
    (0..1 << 16)
        .map(|codes| entries.iter().any(|entry| lists(entry, ports(codes))))
        .collect()
}

/// Returns for each core and each combination whether the core takes it.
fn taken(cores: &[(ZfhSpec, String)]) -> Vec<Vec<bool>> {
    let simulation = Simulation::compile_with(cores.to_vec(), include_str!("codes.cpp"));
    let (succeeds, output) = simulation.run(&[cores.len() as u64]);
    assert!(succeeds, "{output}");
    let of_core = |line: &str| line.bytes().map(|byte| byte == b'1').collect();
    output.lines().map(of_core).collect()
}

/// Returns the first combination on which a core and its manifest differ.
fn first_difference(taken: &[bool], listed: &[bool]) -> Option<[u64; PORTS.len()]> {
    let place = taken.iter().zip(listed).position(|(taken, listed)| taken != listed);
    place.map(ports)
}

/// A core with the divider and one latency, which the cases of conversions below are about.
fn with_one_latency() -> ZfhSpec {
    ZfhSpec {
        name: Some("zfh_one_latency".to_owned()),
        latencies: [2, 2, 2],
        divider: Divider::Small,
        ..ZfhSpec::default()
    }
}

/// Conversions in the order of [`PORTS`]: those that a core of Zfh with XLEN 32 lacks, and in the end three that it has.
const CONVERSIONS: [(&str, [u64; PORTS.len()]); 12] = [
    ("fcvt.l.h", [11, 0, 0, 2, 2, 3]),
    ("fcvt.h.l", [12, 0, 0, 2, 2, 3]),
    ("fcvt.bf16.s", [10, 0, 0, 0, 4, 2]),
    ("fcvt.s.bf16", [10, 0, 0, 4, 0, 2]),
    ("fcvt.h.bf16", [10, 0, 0, 4, 2, 2]),
    ("fcvt.d.h", [10, 0, 0, 2, 1, 2]),
    ("fcvt.w.bf16", [11, 0, 0, 4, 2, 2]),
    ("fcvt.w.s", [11, 0, 0, 0, 0, 2]),
    ("fcvt.s.w", [12, 0, 0, 0, 0, 2]),
    ("fcvt.h.s", [10, 0, 0, 0, 2, 2]),
    ("fcvt.s.h", [10, 0, 7, 2, 0, 0]),
    ("fcvt.w.h", [11, 0, 5, 2, 7, 2]),
];

/// Operations of CVFPU besides, none of which a core has: sums of f32 of halves, `rm` without a variant, and others.
const OTHERS: [(&str, [u64; PORTS.len()]); 7] = [
    ("fmacex.s.h", [0, 0, 0, 2, 0, 2]),
    ("fmulex.s.h", [3, 0, 0, 2, 0, 2]),
    ("fmaxm.h", [7, 0, 3, 2, 2, 2]),
    ("fleq.h", [8, 0, 4, 2, 2, 2]),
    ("SGNJ with rm 4", [6, 0, 4, 2, 2, 2]),
    ("F2F from h to h", [10, 0, 0, 2, 2, 2]),
    ("op 13", [13, 0, 0, 2, 2, 2]),
];

#[test]
fn a_core_takes_what_its_manifest_lists_and_nothing_else() {
    let specs = specs().into_iter().enumerate();
    let right: Vec<(ZfhSpec, String)> = specs
        .filter(|(place, _)| share::is_tried(*place, 2))
        .map(|(_, spec)| spec)
        .chain([with_one_latency()])
        .map(|spec| (spec.clone(), verilog(&spec)))
        .collect();
    // A decoder that takes conversions to integers of every format.
    let (spec, text) = &right[right.len() - 1];
    let faulty = ZfhSpec {
        name: Some("zfh_faulty".to_owned()),
        ..spec.clone()
    };
    let text = text.replace(spec.name(), faulty.name());
    let text = replaced(&text, "decode_op_is_11 & decode_src_fmt_is_2", "decode_op_is_11");
    let cores: Vec<(ZfhSpec, String)> = right.into_iter().chain([(faulty, text)]).collect();
    let taken = taken(&cores);
    let last = taken.len() - 1;
    for ((spec, _), taken) in cores[..last].iter().zip(&taken) {
        assert_eq!(first_difference(taken, &listed(spec)), None, "{}", spec.name());
    }
    let found = first_difference(&taken[last], &listed(&cores[last].0));
    assert_eq!(found, Some([11, 0, 0, 0, 0, 2]), "the fault is found");
    for (place, (conversion, codes)) in CONVERSIONS.into_iter().enumerate() {
        let has = place >= CONVERSIONS.len() - 3;
        assert_eq!(taken[last - 1][combination(codes)], has, "{conversion}");
    }
    for (operation, codes) in OTHERS {
        assert!(!taken[last - 1][combination(codes)], "{operation}");
    }
}
