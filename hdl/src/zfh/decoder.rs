//! The decoder of a core: it chooses the part that computes an operation, and none for an operation that the core lacks.

use std::collections::BTreeSet;

use super::operation::{CoreOperation, CODES};
use super::spec::ZfhSpec;
use super::Part;
use crate::net::{Builder, Module, Net, Scope};
use crate::stage::step;

/// A set of codes: those whose every port has one of these values. The ports are in the order of [`CODES`].
type Codes = [BTreeSet<u64>; CODES.len()];

/// Returns the decoder of a core with these parts. Each part has an output, which is 1 for its operations.
pub fn decoder(spec: &ZfhSpec, parts: &[Part]) -> Module {
    let builder = Builder::new();
    let n = builder.scope();
    let ports = CODES.map(|(name, width)| builder.input(name, width));
    let operations = spec.operations();
    for part in parts {
        let own = operations.iter();
        let own = own.filter(|operation| spec.computes(part, &operation.encoding));
        let _stage = n.stage(step::DECODE);
        let alternatives = merged(own.map(codes).collect());
        // Conditions that all alternatives have are checked once.
        let shared: Vec<bool> = (0..CODES.len())
            .map(|port| alternatives.iter().all(|codes| codes[port] == alternatives[0][port]))
            .collect();
        let condition = |codes: &Codes, is_shared: bool| {
            let chosen = (0..CODES.len()).filter(|port| shared[*port] == is_shared);
            let conditions = chosen.map(|port| {
                let (name, width) = CODES[port];
                let values: Vec<String> = codes[port].iter().map(u64::to_string).collect();
                let condition = is_one_of(n, ports[port], &codes[port]);
                if width == 1 || values.len() == 1 << width {
                    condition
                } else {
                    condition.named(format!("{name}_is_{}", values.join("_")))
                }
            });
            conditions.fold(n.constant(1, 1), |one, other| one & other)
        };
        let any = alternatives.iter().map(|codes| condition(codes, false));
        let chosen = any.reduce(|one, other| one | other).expect("a part has operations");
        let chosen = chosen & condition(&alternatives[0], true);
        let name = format!("to_{}", part.name());
        builder.output(&name, chosen.named(name.clone()));
    }
    Module {
        name: format!("{}_decoder", spec.name()),
        lane: builder.finish(),
        lanes: 1,
        latency: 0,
    }
}

/// Returns the codes of an operation.
fn codes(operation: &CoreOperation) -> Codes {
    CODES.map(|(port, width)| match operation.encoding.required(port) {
        Some(value) => [value].into(),
        None => (0..1 << width).collect(),
    })
}

/// Merges sets that differ in one port, as long as there are such.
fn merged(mut all: Vec<Codes>) -> Vec<Codes> {
    // The order in which the fewest sets remain: ports that select a variant of an operation, then the operation.
    const ORDER: [usize; CODES.len()] = [5, 1, 2, 3, 4, 0];
    for port in ORDER {
        let mut left: Vec<Codes> = Vec::new();
        for codes in all {
            let is_like =
                |other: &&mut Codes| (0..CODES.len()).all(|place| place == port || other[place] == codes[place]);
            match left.iter_mut().find(is_like) {
                Some(other) => other[port].extend(&codes[port]),
                None => left.push(codes),
            }
        }
        all = left;
    }
    all
}

/// Returns 1 if a port has one of some values, by as few comparisons of some of its bits as a greedy choice finds.
fn is_one_of<'n>(n: Scope<'n>, port: Net<'n>, values: &BTreeSet<u64>) -> Net<'n> {
    let width = port.width();
    let all = 1_u64 << width;
    let mut left = values.clone();
    let mut found = n.zero();
    // Bits that are compared, the fewest first.
    let mut masks: Vec<u64> = (0..all).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    for mask in masks {
        for pattern in values {
            let alike: Vec<u64> = (0..all).filter(|value| value & mask == pattern & mask).collect();
            let is_new = alike.iter().any(|value| left.contains(value));
            if is_new && alike.iter().all(|value| values.contains(value)) {
                left.retain(|value| !alike.contains(value));
                found = found | has_bits(n, port, mask, *pattern);
            }
        }
    }
    found
}

/// Returns 1 if the bits of a mask have the value that a pattern has there.
fn has_bits<'n>(n: Scope<'n>, port: Net<'n>, mask: u64, pattern: u64) -> Net<'n> {
    let bits = (0..port.width()).rev().filter(|place| mask >> place & 1 == 1);
    let compared: Vec<u32> = bits.collect();
    let value = compared
        .iter()
        .fold(0, |value, place| value << 1 | (pattern >> place & 1));
    let word = compared.iter().map(|place| port.bit(*place)).reduce(Net::join);
    match word {
        Some(word) => word.equals_constant(value),
        None => n.constant(1, 1),
    }
}
