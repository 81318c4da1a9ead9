//! Unit tests of `src/stimulus/mixture.rs`.

use std::collections::{HashMap, HashSet};

use super::*;

fn core(names: &[&str]) -> Interface {
    let operations = names.iter().map(|name| name.parse().unwrap()).collect();
    Interface::from_operations("core", operations, 0, 8)
}

#[test]
fn it_begins_with_every_value_of_a_table_in_each_lane_and_a_share_of_the_others() {
    let names = [
        "fma.rn.f16",
        "tanh.approx.f16",
        "tanh.approx.f16x2",
        "ex2.approx.ftz.bf16",
        "add.rn.f16",
    ];
    let mut mixture = Mixture::new(&core(&names), 1);
    let count = mixture.fixed_count() as usize;
    let issued = mixture.fill(count);
    let of = |name: &str| {
        let op = names.iter().position(|other| *other == name).unwrap() as u64;
        issued.iter().filter(move |inputs| inputs[0] == op)
    };
    let values = [
        ("tanh.approx.f16x2", 0),
        ("tanh.approx.f16x2", 1),
        ("ex2.approx.ftz.bf16", 0),
    ]
    .map(|(name, lane)| {
        let values: HashSet<u64> = of(name).map(|inputs| inputs[2] >> (16 * lane) & 0xFFFF).collect();
        values.len()
    });
    // A few of them come after the operations that the core lacks.
    assert_eq!(values, [62721, 62721, 62722]);
    let counts = ["tanh.approx.f16", "fma.rn.f16"].map(|name| of(name).count());
    assert_eq!(counts, [16384, 17715]);
    assert!(issued.iter().any(|inputs| inputs[0] >= names.len() as u64));
}

#[test]
fn at_random_every_operation_comes_once_before_any_comes_again() {
    let names = ["neg.f16", "abs.f16", "neg.bf16", "abs.bf16"];
    let mut mixture = Mixture::random(&core(&names), 3);
    let mut counts: HashMap<u64, u64> = HashMap::new();
    for inputs in mixture.fill(4000) {
        *counts.entry(inputs[0]).or_default() += 1;
    }
    assert_eq!(counts.len(), names.len());
    assert!(counts.values().all(|count| *count == 1000), "{counts:?}");
}
