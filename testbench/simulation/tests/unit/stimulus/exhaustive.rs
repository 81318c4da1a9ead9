//! Unit tests of `src/stimulus/exhaustive.rs`.

use std::collections::HashSet;

use halfpipe_isa::Instruction;

use super::*;

fn signature(mnemonic: &str) -> &'static Signature {
    mnemonic.parse::<Instruction>().unwrap().signature()
}

#[test]
fn operands_of_any_widths_take_every_combination() {
    let [a, b, p] = [
        Operand::new("a", ElementType::Bits(9)),
        Operand::new("b", ElementType::Predicate),
        Operand::new("p", ElementType::Predicate),
    ];
    let mut source = exhaustive(&Signature::new(&[a, b], &[p]).unwrap()).unwrap();
    let vectors: HashSet<Vector> = source.fill(2000).into_iter().collect();
    assert_eq!(vectors.len(), 1 << 10);
    assert!(vectors.iter().all(|vector| vector[0] < 512 && vector[1] < 2));
}

#[test]
fn one_operand_takes_every_value_in_each_lane() {
    let mut source = exhaustive(signature("neg.f16x2")).unwrap();
    let mut vectors = source.fill(60_000);
    vectors.extend(source.fill(60_000));
    assert_eq!(vectors.len(), 1 << 16);
    assert!(source.fill(1).is_empty());
    for lane in 0..2 {
        let values: HashSet<u64> = vectors.iter().map(|vector| vector[0] >> (16 * lane) & 0xFFFF).collect();
        assert_eq!(values.len(), 1 << 16);
    }
}

#[test]
fn only_short_operands_can_be_exhausted() {
    let count = |mnemonic: &str| exhaustive(signature(mnemonic)).map(|source| source.count());
    assert_eq!(count("mul.f16"), Some(1 << 32));
    assert_eq!(count("max.bf16x2"), Some(1 << 32));
    assert_eq!(count("fma.rn.f16"), None);
    assert_eq!(count("add.f32.f16"), None);
    assert_eq!(count("setp.eq.and.f16x2"), Some(1 << 33));
    assert_eq!(count("fadd.h"), Some(5 << 32));
    assert_eq!(count("fcvt.w.h"), Some(5 << 16));
}

/// All lanes share a predicate and a rounding.
#[test]
fn each_predicate_and_each_rounding_meets_every_value() {
    for (mnemonic, values) in [("fsqrt.h", 5), ("setp.eq.and.f16x2", 2)] {
        let mut source = exhaustive(signature(mnemonic)).unwrap();
        assert_eq!(source.count % values, 0);
        let every = source.lane_count;
        let selector = signature(mnemonic).operands().len() - 1;
        for value in 0..values {
            source.next = value * every;
            let first = source.fill(1000);
            assert!(first.iter().all(|vector| vector[selector] == value), "{mnemonic}");
            let operands: HashSet<&[u64]> = first.iter().map(|vector| &vector[..selector]).collect();
            assert_eq!(operands.len(), first.len());
        }
    }
}
