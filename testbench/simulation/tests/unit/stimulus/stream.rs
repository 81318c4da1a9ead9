//! Unit tests of `src/stimulus/stream.rs`.

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;

use super::*;
use crate::stimulus::Stimulus;

const VECTORS: usize = 5000;

fn unit(mnemonic: &str, latency: u32) -> Design {
    let instruction: Instruction = mnemonic.parse().unwrap();
    Design::unit(instruction, latency).unwrap()
}

#[test]
fn every_vector_comes_out_in_order_and_a_seed_gives_the_same_stream() {
    for latency in 0..=4 {
        let unit = unit("fma.rn.f16x2", latency);
        let stream = Stream::from_device(&unit, 3, VECTORS);
        assert_eq!(stream.vectors(), Stimulus::new(unit.instruction(), 3).fill(VECTORS));
        let cycles: Vec<Cycle> = stream.clone().collect();
        assert!(cycles.iter().cloned().eq(stream));
        let mut shown: Vec<usize> = cycles
            .iter()
            .filter_map(|cycle| match cycle.expected {
                ExpectedOutput::Result(number) => Some(number),
                ExpectedOutput::Nothing | ExpectedOutput::Anything => None,
            })
            .collect();
        shown.dedup();
        assert!(shown.into_iter().eq(0..VECTORS), "latency {latency}");
    }
}

#[test]
fn the_outputs_are_open_until_the_first_reset_and_empty_after_it_and_at_the_end() {
    for latency in 1..=4 {
        let cycles: Vec<Cycle> = Stream::from_device(&unit("fma.rn.f16", latency), 1, VECTORS).collect();
        assert_eq!(cycles[0].expected, ExpectedOutput::Anything);
        assert!(cycles[1..]
            .iter()
            .all(|cycle| cycle.expected != ExpectedOutput::Anything));
        for pair in cycles.windows(2).filter(|pair| pair[0].input.controls.reset) {
            assert_eq!(pair[1].expected, ExpectedOutput::Nothing);
        }
        let last = cycles
            .iter()
            .rev()
            .take_while(|cycle| cycle.expected == ExpectedOutput::Nothing);
        assert!(last.count() > latency as usize);
    }
}

#[test]
fn what_nothing_may_take_is_unlike_what_is_next() {
    let unit = unit("mul.rn.f16", 3);
    let stream = Stream::from_device(&unit, 1, VECTORS);
    let vectors = stream.vectors().to_vec();
    let (mut next, mut shown) = (0, 0);
    let (mut others, mut inverted) = (0, 0);
    for Cycle { input, expected } in stream {
        if let ExpectedOutput::Result(number) = expected {
            shown = number + 1;
        }
        let vector = vectors.get(next).cloned().unwrap_or_default();
        if input.controls.reset {
            next = shown;
        } else if input.controls.enable && input.controls.in_valid {
            assert_eq!(input.data, vector);
            next += 1;
        } else {
            others += 1;
            inverted += usize::from(input.data == crate::vector(vector.iter().map(|word| word ^ 0xFFFF)));
        }
    }
    assert_eq!(next, VECTORS);
    assert_eq!((inverted, others), (687, 1400));
}

#[test]
fn a_combinational_unit_has_a_vector_in_each_cycle() {
    let cycles: Vec<Cycle> = Stream::from_device(&unit("neg.f16", 0), 1, 100).collect();
    assert_eq!(cycles.len(), 100);
    assert!(cycles
        .iter()
        .zip(0..)
        .all(|(cycle, number)| cycle.expected == ExpectedOutput::Result(number)));
}
