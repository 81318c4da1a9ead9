//! Unit tests of `src/stimulus/words.rs`.

use std::collections::HashSet;

use halfpipe_isa::{ElementType, FloatFormat};

use super::*;

fn operand(name: &'static str, element_type: ElementType, lanes: u32) -> Operand {
    Operand {
        lanes,
        ..Operand::new(name, element_type)
    }
}

fn source(operands: &[Operand], seed: u64) -> WordVectors {
    let signature = Signature::new(operands, &[Operand::new("d", ElementType::Predicate)]).unwrap();
    WordVectors::new(&signature, seed)
}

#[test]
fn of_many_operands_every_one_has_all_its_edges() {
    let operands = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
        .map(|name| operand(name, ElementType::Unsigned(7), 1));
    let signature = Signature::new(&operands, &[Operand::new("p", ElementType::Predicate)]).unwrap();
    let mut words = WordVectors::new(&signature, 1);
    assert_eq!(words.fixed_count(), MOST_COMBINATIONS);
    let vectors = words.fill(1000);
    for position in 0..operands.len() {
        let values: HashSet<u64> = vectors.iter().map(|vector| vector[position]).collect();
        assert_eq!(values, edges_of_bits(7, false).into_iter().collect());
    }
    assert_eq!(vectors, WordVectors::new(&signature, 2).fill(1000));
}

#[test]
fn a_wide_and_a_narrow_operand_have_their_edges_combined_and_keep_to_their_widths() {
    let operands = [
        operand("a", ElementType::Bits(64), 1),
        operand("b", ElementType::Unsigned(4), 1),
    ];
    let mut words = source(&operands, 1);
    let edges = words.fixed_count();
    assert!((2000..10_000).contains(&edges), "{edges}");
    let first = words.fill(edges as usize);
    let different: HashSet<&Vector> = first.iter().collect();
    assert_eq!(different.len() as u64, edges);
    assert!(first.contains(&vector([1 << 63, 0xF])));
    let random = words.fill(10_000);
    assert!(first
        .iter()
        .chain(&random)
        .all(|vector| vector.len() == 2 && vector[1] < 16));
    let narrow: HashSet<u64> = random.iter().map(|vector| vector[1]).collect();
    assert_eq!(narrow.len(), 16);
    let lengths: HashSet<u32> = random.iter().map(|vector| vector[0].leading_zeros()).collect();
    assert_eq!(lengths.len(), 65);
    assert_eq!(source(&operands, 1).fill(20_000)[edges as usize..][..10_000], random);
    assert_ne!(source(&operands, 2).fill(20_000)[edges as usize..][..10_000], random);
}

#[test]
fn each_lane_goes_its_own_way_and_equal_operands_meet() {
    let operands = [
        operand("a", ElementType::Number(FloatFormat::F16), 2),
        operand("b", ElementType::Number(FloatFormat::F16), 2),
        operand("c", ElementType::Predicate, 1),
    ];
    let mut words = source(&operands, 1);
    let edges = words.fixed_count();
    let first = words.fill(edges as usize);
    for lane in 0..2 {
        let pairs: HashSet<[u64; 3]> = first
            .iter()
            .map(|vector| {
                [
                    vector[0] >> (16 * lane) & 0xFFFF,
                    vector[1] >> (16 * lane) & 0xFFFF,
                    vector[2],
                ]
            })
            .collect();
        assert_eq!(pairs.len() as u64, edges, "lane {lane}");
    }
    let random = words.fill(10_000);
    let equal = random
        .iter()
        .filter(|vector| vector[0] & 0xFFFF == vector[1] & 0xFFFF)
        .count();
    assert_eq!(equal, 1573);
}
